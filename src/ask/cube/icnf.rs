//! Cubes in the format iCNF, which other cube-and-conquer tools write and solvers read.
//!
//! ```text
//! p inccnf
//! 1 -2 0
//! a 1 3 0
//! a 1 -3 0
//! a -1 0
//! ```
//!
//! A line is a clause or, after the letter `a`, a cube: literals that are assumed together. `march_cu` writes cubes
//! alone or after the clauses; `CaDiCaL` and iGlucose read the whole. Cubes that were read need no trust: that they cover
//! all cases is proved like everything else.
//!
//! Source: Heule, Kullmann, Wieringa, Biere, *Cube and Conquer*, HVC 2011; S. Wieringa's `icnf` format.

use super::manifest::numbers;
use super::{Cube, CubeError};
use crate::emission::Emission;
use rustsat::types::Lit;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::Path;

/// The greatest number of cubes that are read.
pub const MOST_CUBES: usize = 100_000;

/// The clauses of a question and its cubes as iCNF.
pub fn write(emission: &Emission, cubes: &[Cube]) -> String {
    let mut text = String::from("p inccnf\n");
    let mut line = |start: &str, literals: &[i32]| {
        text.push_str(start);
        for literal in literals {
            // Writing into a string cannot fail.
            let _ = write!(text, "{literal} ");
        }
        text.push_str("0\n");
    };
    for clause in &emission.clausified.cnf {
        line("", &numbers(clause.as_ref()));
    }
    for cube in cubes {
        line("a ", &numbers(cube));
    }
    text
}

/// The cubes of a file, for a question. If the file has clauses, they are those of the question. `path` is named in
/// errors.
///
/// # Errors
/// [`CubeError::Malformed`] with the number of the line.
pub fn read(path: &Path, text: &str, emission: &Emission) -> Result<Vec<Cube>, CubeError> {
    let malformed = |reason: String| CubeError::Malformed { path: path.to_owned(), reason };
    let parsed = parse(text, emission.clausified.variables).map_err(malformed)?;
    if parsed.cubes.is_empty() {
        return Err(malformed("no cubes: expected lines such as `a 1 -2 0`".to_owned()));
    }
    if parsed.cubes.len() > MOST_CUBES {
        return Err(malformed(format!("{} cubes, at most {MOST_CUBES} are read", parsed.cubes.len())));
    }
    if !parsed.clauses.is_empty() {
        let own = emission.clausified.cnf.iter().map(|clause| numbers(clause.as_ref()));
        if counted(own) != counted(parsed.clauses.into_iter().map(|clause| numbers(&clause))) {
            return Err(malformed("its clauses are not those of the question".to_owned()));
        }
    }
    Ok(parsed.cubes)
}

/// Clauses in any order, each with its literals in order, and how often they occur.
fn counted(clauses: impl Iterator<Item = Vec<i32>>) -> HashMap<Vec<i32>, usize> {
    let mut counts = HashMap::new();
    for mut clause in clauses {
        clause.sort_unstable();
        *counts.entry(clause).or_default() += 1;
    }
    counts
}

/// The lines of a file.
#[derive(Debug, Default, PartialEq)]
struct IcnfFile {
    clauses: Vec<Vec<Lit>>,
    cubes: Vec<Cube>,
}

fn parse(text: &str, variables: u32) -> Result<IcnfFile, String> {
    let mut parsed = IcnfFile::default();
    let mut has_header = false;
    for (number, line) in (1..).zip(text.lines()) {
        let wrong = |reason: &str| format!("line {number}: {reason}");
        let line = line.trim();
        if line.is_empty() || line == "c" || line.starts_with("c ") {
            continue;
        }
        if line.starts_with('p') {
            let mut words = line.split_ascii_whitespace().skip(1);
            if has_header || !matches!(words.next(), Some("inccnf" | "cnf")) {
                return Err(wrong("expected one line `p inccnf`, before all clauses and cubes"));
            }
            has_header = true;
            continue;
        }
        let (is_cube, rest) = match line.strip_prefix('a') {
            Some(rest) if rest.starts_with([' ', '\t']) => (true, rest),
            _ => (false, line),
        };
        let literals = literals(rest, variables).map_err(|reason| wrong(&reason))?;
        let list = if is_cube { &mut parsed.cubes } else { &mut parsed.clauses };
        list.push(literals);
    }
    Ok(parsed)
}

/// The literals before the final 0.
fn literals(text: &str, variables: u32) -> Result<Vec<Lit>, String> {
    let mut literals = Vec::new();
    let mut words = text.split_ascii_whitespace();
    for word in words.by_ref() {
        let shown = || word.chars().take(20).collect::<String>();
        let number: i32 = word.parse().map_err(|_| format!("`{}` is not a literal", shown()))?;
        if number == 0 {
            return match words.next() {
                None => Ok(literals),
                Some(_) => Err("something follows the final 0".to_owned()),
            };
        }
        if number.unsigned_abs() > variables {
            return Err(format!("{number} is not a literal: the question has {variables} variables"));
        }
        literals.push(Lit::from_ipasir(number).map_err(|_| format!("{number} is not a literal"))?);
    }
    Err("the final 0 is missing".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::SetBits;
    use cnf_out::clausify::Encoding;
    use proptest::prelude::*;

    fn emission() -> Emission {
        Emission::new(&SetBits { at_least: 3 }.into(), Encoding::default())
    }

    #[test]
    fn what_is_written_is_read_back() {
        let emission = emission();
        let literal = |number| Lit::from_ipasir(number).expect("a literal");
        let cubes =
            vec![vec![literal(1), literal(2)], vec![literal(1), literal(-2)], vec![literal(-1)], vec![]];
        let text = write(&emission, &cubes);
        assert!(
            text.starts_with("p inccnf\n") && text.ends_with("a 1 2 0\na 1 -2 0\na -1 0\na 0\n"),
            "{text}"
        );
        assert_eq!(read(Path::new("c.icnf"), &text, &emission).expect("cubes"), cubes);
        // The cubes alone are enough.
        let alone: String =
            text.lines().filter(|line| line.starts_with('a')).collect::<Vec<_>>().join("\n") + "\n";
        assert_eq!(read(Path::new("c.icnf"), &alone, &emission).expect("cubes"), cubes);
    }

    #[test]
    fn errors_name_the_line() {
        let emission = emission();
        let complaint = |text: &str| read(Path::new("c.icnf"), text, &emission).expect_err(text).to_string();
        assert_eq!(complaint("p inccnf\na 1 2\n"), "c.icnf: line 2: the final 0 is missing");
        assert_eq!(complaint("a 1 x 0\n"), "c.icnf: line 1: `x` is not a literal");
        assert_eq!(complaint("a 0 1\n"), "c.icnf: line 1: something follows the final 0");
        assert!(complaint("a 4000000 0\n").starts_with("c.icnf: line 1: 4000000 is not a literal"));
        assert!(complaint("p inccnf\np inccnf\na 1 0\n").starts_with("c.icnf: line 2: expected one line"));
        assert!(complaint("p wcnf 1 1\na 1 0\n").starts_with("c.icnf: line 1: expected one line"));
        assert!(complaint("p inccnf\n").starts_with("c.icnf: no cubes"));
        assert_eq!(complaint("p inccnf\n1 0\na 1 0\n"), "c.icnf: its clauses are not those of the question");
    }

    proptest! {
        #[test]
        fn any_text_is_read_without_a_panic(text in "[ap0-9 \\-cn\\n]{0,80}") {
            let _ = parse(&text, 100);
        }

        #[test]
        fn any_bytes_are_read_without_a_panic(text: String) {
            let _ = parse(&text, 100);
        }
    }
}
