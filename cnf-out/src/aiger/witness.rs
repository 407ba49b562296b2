//! Witnesses: the inputs of each step, as model checkers print them.

use std::iter::Peekable;
use std::str::Lines;

/// The longest witness that is read, in bytes.
pub const SIZE_LIMIT: usize = 64 << 20;

/// A run of a graph, as printed by a solver.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Witness {
    /// The bits of state at the beginning; empty if there are no latches.
    pub initial: Vec<bool>,
    /// The inputs of each step. In the last step the property holds.
    pub steps: Vec<Vec<bool>>,
}

/// Why a text is not a witness.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WitnessError {
    /// Too long.
    #[error("the witness has {0} bytes: at most {SIZE_LIMIT} are read")]
    TooLong(usize),
    /// A line is wrong.
    #[error("line {line}: {reason}")]
    At {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
    /// The text says that there is no witness.
    #[error("the witness says `{0}`: the property does not hold, and there is nothing to read")]
    None(char),
}

/// Reads a witness of a graph with `inputs` inputs, and latches whose initial values are `initial`.
///
/// It reads the format of AIGER 1.9 (`1`, the property, the latches, the inputs of each step, `.`) and the output of
/// ABC's `write_cex -a` (the latches, the inputs of each step, and `# DONE` at the end). An open value (`x`) is read as
/// 0. Initial values of latches other than `initial` are an error.
///
/// ```
/// let witness = cnf_out::aiger::parse_witness(b"1\nb0\n1\n00\n01\n.\n", 2, &[true])?;
/// assert_eq!(witness.steps, [[false, false], [false, true]]);
/// # Ok::<(), cnf_out::aiger::WitnessError>(())
/// ```
///
/// # Errors
/// [`WitnessError`], with the line and the reason.
pub fn parse_witness(text: &[u8], inputs: usize, initial: &[bool]) -> Result<Witness, WitnessError> {
    if text.len() > SIZE_LIMIT {
        return Err(WitnessError::TooLong(text.len()));
    }
    let text = std::str::from_utf8(text).map_err(|error| {
        let line = text[..error.valid_up_to()].split(|&byte| byte == b'\n').count();
        WitnessError::At { line, reason: "not UTF-8".to_owned() }
    })?;
    Reader { lines: text.lines().peekable(), line: 0, inputs, initial }.witness()
}

struct Reader<'t, 'g> {
    lines: Peekable<Lines<'t>>,
    line: usize,
    inputs: usize,
    initial: &'g [bool],
}

impl<'t> Reader<'t, '_> {
    fn witness(mut self) -> Result<Witness, WitnessError> {
        let first = self.next_line();
        let has_header = self.lines.peek().is_some_and(|line| line.starts_with(['b', 'o', 'j']));
        // Without a header, such a digit may be the only latch or the only input.
        let width = if self.initial.is_empty() { self.inputs } else { self.initial.len() };
        let is_value = !has_header && width == 1;
        match first {
            Some("1") if has_header => self.after_header(),
            Some("0") if !is_value => Err(WitnessError::None('0')),
            Some("2") => Err(WitnessError::None('2')),
            Some(line) => self.bare(line),
            None => self.fail("expected a witness"),
        }
    }

    /// The next line that is not a comment, without a carriage return.
    fn next_line(&mut self) -> Option<&'t str> {
        loop {
            self.line += 1;
            let line = self.lines.next()?;
            if !line.starts_with(['c', 'u']) {
                return Some(line.trim_end());
            }
        }
    }

    fn fail<T>(&self, reason: impl Into<String>) -> Result<T, WitnessError> {
        Err(WitnessError::At { line: self.line, reason: reason.into() })
    }

    /// Reads the property, the latches, the inputs of each step, and the final point.
    fn after_header(mut self) -> Result<Witness, WitnessError> {
        let property = self.next_line();
        if !matches!(property, Some("b0" | "o0")) {
            return self.fail("expected `b0` or `o0`: there is one property");
        }
        let Some(state) = self.next_line() else { return self.fail("expected the latches") };
        let initial = self.state(state)?;
        let mut steps = Vec::new();
        loop {
            match self.next_line() {
                Some(".") if !steps.is_empty() => break,
                Some(line) => steps.push(self.bits(line, self.inputs)?),
                None => return self.fail("expected the inputs of a step, or `.` after the last"),
            }
        }
        self.end(initial, steps)
    }

    /// Reads the output of ABC. Without latches their line is empty or missing.
    fn bare(mut self, first: &'t str) -> Result<Witness, WitnessError> {
        let has_latches = !self.initial.is_empty();
        let mut steps = Vec::new();
        let initial = if has_latches { self.state(first)? } else { Vec::new() };
        let mut next = if has_latches || first.is_empty() { self.next_line() } else { Some(first) };
        while let Some(line) = next {
            let (bits, is_last) = line.strip_suffix("# DONE").map_or((line, false), |bits| (bits, true));
            if !(is_last && bits.is_empty()) {
                steps.push(self.bits(bits, self.inputs)?);
            }
            if is_last {
                return self.end(initial, steps);
            }
            next = self.next_line();
        }
        // A graph without latches has one step, which needs no end mark.
        if has_latches {
            return self.fail("expected `# DONE`: the witness is cut off");
        }
        self.end(initial, steps)
    }

    fn end(&mut self, initial: Vec<bool>, steps: Vec<Vec<bool>>) -> Result<Witness, WitnessError> {
        while let Some(line) = self.next_line() {
            if !line.is_empty() {
                return self.fail("expected nothing after the witness");
            }
        }
        if steps.is_empty() || (self.initial.is_empty() && steps.len() > 1) {
            return self.fail(format!("{} steps: a graph without latches has one", steps.len()));
        }
        Ok(Witness { initial, steps })
    }

    fn state(&self, line: &str) -> Result<Vec<bool>, WitnessError> {
        let state = self.bits(line, self.initial.len())?;
        if let Some(place) = (0..state.len()).find(|&place| state[place] != self.initial[place]) {
            return self.fail(format!("latch {place} begins as {}", u8::from(self.initial[place])));
        }
        Ok(state)
    }

    fn bits(&self, line: &str, expected: usize) -> Result<Vec<bool>, WitnessError> {
        let bit = |character| match character {
            '0' | 'x' => Ok(false),
            '1' => Ok(true),
            other => self.fail(format!("expected `0`, `1` or `x`, found {other:?}")),
        };
        let bits = line.chars().map(bit).collect::<Result<Vec<bool>, _>>()?;
        if bits.len() == expected {
            return Ok(bits);
        }
        self.fail(format!("expected {expected} values, found {}", bits.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn both_forms_are_read() {
        let combinational = Witness { initial: vec![], steps: vec![vec![true, false]] };
        for text in
            ["1\no0\n\n10\n.\n", "c abc\n1\nb0\n\n1x\n.\nc end", "10", "10\n", "10# DONE\n", "\n10# DONE\n"]
        {
            assert_eq!(parse_witness(text.as_bytes(), 2, &[]), Ok(combinational.clone()), "{text}");
        }
        let run = Witness { initial: vec![false], steps: vec![vec![true, false], vec![false, true]] };
        for text in ["1\nb0\n0\n10\n01\n.\n", "0\n10\n01# DONE", "0\n10\n01\n# DONE\n"] {
            assert_eq!(parse_witness(text.as_bytes(), 2, &[false]), Ok(run.clone()), "{text}");
        }
    }

    #[test]
    fn truncated_or_wrong_witnesses_are_refused_with_the_line() {
        let refused = |text: &str, line: usize, says: &str| match parse_witness(text.as_bytes(), 2, &[false])
        {
            Err(WitnessError::At { line: found, reason }) => {
                assert_eq!(found, line, "{text:?}: {reason}");
                assert!(reason.contains(says), "{reason}");
            }
            other => panic!("{text:?}: {other:?}"),
        };
        refused("", 1, "expected a witness");
        refused("1\nb1\n0\n10\n.\n", 2, "`b0`");
        refused("1\nb0\n1\n10\n.\n", 3, "begins as 0");
        refused("1\nb0\n0\n10\n", 5, "`.`");
        refused("1\nb0\n0\n.\n", 4, "found '.'");
        refused("1\nb0\n0\n1\n.\n", 4, "2 values");
        refused("1\nb0\n0\n12\n.\n", 4, "'2'");
        refused("1\nb0\n0\n10\n.\n10\n", 6, "nothing after");
        refused("0\n10\n01\n", 4, "cut off");
        assert_eq!(parse_witness(b"0\nb0\n.\n", 2, &[]), Err(WitnessError::None('0')));
        assert_eq!(parse_witness(b"2\nb0\n.\n", 2, &[]), Err(WitnessError::None('2')));
    }

    proptest! {
        #[test]
        fn reading_any_text_never_panics(text in "[01x.b c\n#DONE]{0,60}", inputs in 0..4_usize) {
            let _ = parse_witness(text.as_bytes(), inputs, &[false]);
            let _ = parse_witness(text.as_bytes(), inputs, &[]);
        }

        #[test]
        fn written_witnesses_are_read_back(steps in prop::collection::vec(prop::collection::vec(any::<bool>(), 3), 1..5)) {
            let digits = |bits: &Vec<bool>| bits.iter().map(|&bit| if bit { '1' } else { '0' }).collect::<String>();
            let lines: Vec<String> = steps.iter().map(digits).collect();
            let text = format!("1\nb0\n01\n{}\n.\n", lines.join("\n"));
            prop_assert_eq!(parse_witness(text.as_bytes(), 3, &[false, true]).map(|witness| witness.steps), Ok(steps));
        }
    }
}
