//! Terms as numbered lines.

use encodings::board::Mask;
use encodings::statement::{Named, Script};
use encodings::term::{Node, Op, Sort, TermId};
use encodings::transition::TransitionScript;
use std::collections::HashMap;
use std::io::{self, Write};

/// Why a system could not be written.
#[derive(Debug, thiserror::Error)]
pub enum NameError {
    /// A name that would end too early or begin a comment. Nothing has been written.
    #[error("the name `{}` cannot be written: a symbol is printable ASCII without blanks and semicolons",
        .0.escape_default())]
    Symbol(String),
    /// Writing failed.
    #[error("cannot write the system")]
    Io(#[from] io::Error),
}

/// Writes a question, after one comment line for each line of `comments`.
///
/// # Errors
/// [`NameError`] if the name of a word cannot be written, or if writing fails.
pub fn write(script: &Script, comments: &[String], mut out: impl Write) -> Result<(), NameError> {
    check_names(script.words.iter().map(|word| word.name.as_str()))?;
    let mut printer = Printer::new(&script.nodes, comments, &mut out)?;
    let words: Vec<_> = script.words.iter().collect();
    let roots: Vec<_> =
        script.requirements.iter().copied().chain(words.iter().map(|word| word.word)).collect();
    printer.name(&words);
    printer.nodes(&roots, &[])?;
    printer.other_names(&words)?;
    for &requirement in &script.requirements {
        let line = printer.line(requirement);
        printer.write(&format!("constraint {line}"))?;
    }
    let bit = printer.sort(Sort::Bool)?;
    let always = printer.write(&format!("one {bit}"))?;
    printer.write(&format!("bad {always}"))?;
    Ok(())
}

/// Writes a transition system, after one comment line for each line of `comments`.
///
/// # Errors
/// [`NameError`] if a word cannot go by its name, or if writing fails.
pub fn write_transition(
    system: &TransitionScript,
    comments: &[String],
    mut out: impl Write,
) -> Result<(), NameError> {
    let current: Vec<_> = system.states.iter().map(|state| &state.current).collect();
    check_names(system.inputs.iter().chain(current.iter().copied()).map(|word| word.name.as_str()))?;
    let mut printer = Printer::new(&system.nodes, comments, &mut out)?;
    printer.name(&system.inputs.iter().collect::<Vec<_>>());
    printer.name(&current);
    for state in &system.states {
        let term = state.current.word;
        let sort = printer.sort(system.nodes[term.index()].sort)?;
        // The format requires the initial value of a state to come before the state.
        let initial = printer.constant(&state.initial, system.nodes[term.index()].sort)?;
        let line = printer.write(&format!("state {sort} {}", state.current.name))?;
        printer.lines[term.index()] = Some(line);
        printer.write(&format!("init {sort} {line} {initial}"))?;
    }
    let words = system.inputs.iter().chain(current).map(|word| word.word);
    let next = system.states.iter().map(|state| state.next);
    let roots: Vec<_> = words.chain(next).chain(system.bad.iter().copied()).collect();
    let states: Vec<_> = system.states.iter().map(|state| state.current.word).collect();
    printer.nodes(&roots, &states)?;
    for state in &system.states {
        let sort = printer.sort(system.nodes[state.current.word.index()].sort)?;
        let (line, next) = (printer.line(state.current.word), printer.line(state.next));
        printer.write(&format!("next {sort} {line} {next}"))?;
    }
    for &bad in &system.bad {
        let line = printer.line(bad);
        printer.write(&format!("bad {line}"))?;
    }
    Ok(())
}

fn check_names<'n>(mut names: impl Iterator<Item = &'n str>) -> Result<(), NameError> {
    let unfit = |name: &str| {
        name.is_empty()
            || name.starts_with(|c: char| c.is_ascii_digit() || c == '-')
            || !name.bytes().all(|byte| byte.is_ascii_graphic() && byte != b';')
    };
    match names.find(|name| unfit(name)) {
        Some(name) => Err(NameError::Symbol(name.to_owned())),
        None => Ok(()),
    }
}

/// The number of a line.
type Line = u32;

/// Prints terms, arguments first.
struct Printer<'s, W> {
    nodes: &'s [Node],
    out: &'s mut W,
    last: Line,
    /// The line of each term that has been written.
    lines: Vec<Option<Line>>,
    /// For each term, the first name that a word gives it.
    names: Vec<Option<&'s str>>,
    sorts: HashMap<u32, Line>,
    constants: HashMap<(Mask, u32), Line>,
}

impl<'s, W: Write> Printer<'s, W> {
    fn new(nodes: &'s [Node], comments: &[String], out: &'s mut W) -> io::Result<Self> {
        for line in comments.iter().flat_map(|comment| comment.split(['\n', '\r'])) {
            writeln!(out, "; {line}")?;
        }
        Ok(Self {
            nodes,
            out,
            last: 0,
            lines: vec![None; nodes.len()],
            names: vec![None; nodes.len()],
            sorts: HashMap::new(),
            constants: HashMap::new(),
        })
    }

    fn name(&mut self, words: &[&'s Named<TermId>]) {
        for word in words {
            self.names[word.word.index()].get_or_insert(&word.name);
        }
    }

    /// Writes a line and returns its number.
    fn write(&mut self, text: &str) -> io::Result<Line> {
        self.last += 1;
        writeln!(self.out, "{} {text}", self.last)?;
        Ok(self.last)
    }

    fn sort(&mut self, sort: Sort) -> io::Result<Line> {
        let width = width(sort);
        if let Some(&line) = self.sorts.get(&width) {
            return Ok(line);
        }
        let line = self.write(&format!("sort bitvec {width}"))?;
        self.sorts.insert(width, line);
        Ok(line)
    }

    fn constant(&mut self, mask: &Mask, sort: Sort) -> io::Result<Line> {
        let width = width(sort);
        if let Some(&line) = self.constants.get(&(*mask, width)) {
            return Ok(line);
        }
        let line = self.sort(sort)?;
        let text = if mask.is_empty() {
            format!("zero {line}")
        } else if *mask == Mask::first(width as usize) {
            format!("ones {line}")
        } else {
            let digit = |place: u32| if mask.contains(place as usize) { '1' } else { '0' };
            format!("const {line} {}", (0..width).rev().map(digit).collect::<String>())
        };
        let line = self.write(&text)?;
        self.constants.insert((*mask, width), line);
        Ok(line)
    }

    /// Writes everything that the roots depend on. Words that the solver chooses come first.
    fn nodes(&mut self, roots: &[TermId], states: &[TermId]) -> io::Result<()> {
        let mut live = vec![false; self.nodes.len()];
        for root in roots.iter().chain(states) {
            live[root.index()] = true;
        }
        for (index, node) in self.nodes.iter().enumerate().rev() {
            if live[index] {
                node.arguments.iter().for_each(|argument| live[argument.index()] = true);
            }
        }
        for chosen in [true, false] {
            for (index, node) in self.nodes.iter().enumerate() {
                let is_due = live[index] && self.lines[index].is_none();
                if is_due && matches!(node.op, Op::Unknown(_)) == chosen {
                    let line = self.node(node, self.names[index])?;
                    self.lines[index] = Some(line);
                }
            }
        }
        Ok(())
    }

    /// Writes further names of terms that have one already, and names of constants, on separate lines.
    fn other_names(&mut self, words: &[&'s Named<TermId>]) -> io::Result<()> {
        for word in words {
            let node = &self.nodes[word.word.index()];
            let is_constant = matches!(node.op, Op::Constant(_) | Op::Truth(_));
            if is_constant || self.names[word.word.index()] != Some(&word.name) {
                let (sort, line) = (self.sort(node.sort)?, self.line(word.word));
                self.write(&format!("uext {sort} {line} 0 {}", word.name))?;
            }
        }
        Ok(())
    }

    /// The line of a term that has been written.
    fn line(&self, term: TermId) -> Line {
        let Some(line) = self.lines[term.index()] else { unreachable!("arguments come first") };
        line
    }

    fn node(&mut self, node: &Node, name: Option<&str>) -> io::Result<Line> {
        match node.op {
            Op::Constant(mask) => return self.constant(&mask, node.sort),
            Op::Truth(value) => return self.constant(&Mask::first(usize::from(value)), node.sort),
            _ => {}
        }
        let sort = self.sort(node.sort)?;
        let arguments: Vec<Line> = node.arguments.iter().map(|&argument| self.line(argument)).collect();
        let operator = match node.op {
            Op::Unknown(_) | Op::Constant(_) | Op::Truth(_) => "input",
            Op::And => "and",
            Op::Or => "or",
            Op::Xor => "xor",
            Op::Not => "not",
            Op::Select => "ite",
            Op::Up(by) => return self.shift("sll", by, node, name),
            Op::Down(by) => return self.shift("srl", by, node, name),
            Op::Extract { .. } => "slice",
            Op::Concat => "concat",
            Op::ZeroExtend(_) => "uext",
            Op::Add => "add",
            Op::Equal => "eq",
            Op::AtMost => "ulte",
        };
        let mut words = vec![operator.to_owned(), sort.to_string()];
        words.extend(arguments.iter().map(Line::to_string));
        match node.op {
            Op::Extract { high, low } => words.extend([high.to_string(), low.to_string()]),
            Op::ZeroExtend(by) => words.push(by.to_string()),
            _ => {}
        }
        self.named(words.join(" "), name)
    }

    /// A shift by the width or more gives 0: not every width could hold the amount.
    fn shift(&mut self, operator: &str, by: u32, node: &Node, name: Option<&str>) -> io::Result<Line> {
        let sort = self.sort(node.sort)?;
        let argument = self.line(node.arguments[0]);
        if by >= width(node.sort) {
            let zero = self.constant(&Mask::EMPTY, node.sort)?;
            return self.named(format!("uext {sort} {zero} 0"), name);
        }
        let amount = self.constant(&Mask::from_u64(u64::from(by)), node.sort)?;
        self.named(format!("{operator} {sort} {argument} {amount}"), name)
    }

    fn named(&mut self, mut text: String, name: Option<&str>) -> io::Result<Line> {
        if let Some(name) = name {
            text = text + " " + name;
        }
        self.write(&text)
    }
}

fn width(sort: Sort) -> u32 {
    match sort {
        Sort::Bits(width) => width,
        Sort::Bool => 1,
    }
}
