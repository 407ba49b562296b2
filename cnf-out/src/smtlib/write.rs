//! Scripts as text.

use super::symbol::{NameError, symbols};
use encodings::board::{Layout, Mask};
use encodings::statement::Script;
use encodings::term::{Node, Op, Sort, TermId};
use std::borrow::Cow;
use std::collections::HashSet;
use std::io::{self, Write};

/// A term whose text is longer than this, in bytes, becomes a definition; its users contain its name.
const INLINE_LIMIT: usize = 100;
/// Constants up to this length are repeated where they are used, because a mask is more informative than a name.
const CONSTANT_LIMIT: usize = 40;

/// Why a script could not be written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// A word has an unusable name. Nothing has been written.
    #[error(transparent)]
    Name(#[from] NameError),
    /// Writing failed.
    #[error("cannot write the script")]
    Io(#[from] io::Error),
}

/// Writes a script.
///
/// ```
/// use cnf_out::smtlib;
/// use encodings::board::Layout;
/// use encodings::statement::{Statement, TermStatement};
/// use encodings::term::Terms;
/// use encodings::word::Word;
///
/// let terms = Terms::new();
/// let mut statement = TermStatement::new(&terms);
/// let own = statement.unknown("own", Layout::new(2, 2).unwrap());
/// statement.require(own.any());
/// let mut text = Vec::new();
/// smtlib::write(&statement.finish(), &mut text)?;
/// assert!(String::from_utf8(text).unwrap().contains("(assert (not (= own #x0)))\n"));
/// # Ok::<(), smtlib::WriteError>(())
/// ```
///
/// # Errors
/// [`WriteError`] if the name of a word is unusable, or if writing fails.
pub fn write(script: &Script, out: impl Write) -> Result<(), WriteError> {
    write_commented(script, &[], out)
}

/// Writes a script, after one comment line for each line of `comments`.
///
/// # Errors
/// As [`write()`].
pub fn write_commented(script: &Script, comments: &[String], mut out: impl Write) -> Result<(), WriteError> {
    let symbols = symbols(script.words.iter().map(|word| word.name.as_str()))?;
    write_header(script, &symbols, comments, &mut out)?;
    Printer::new(script, &symbols).run(&mut out)?;
    writeln!(out, "(check-sat)")?;
    if !symbols.is_empty() {
        writeln!(out, "(get-value ({}))", symbols.join(" "))?;
    }
    Ok(())
}

/// Writes the comments, what the bits mean, and the logic.
fn write_header(
    script: &Script,
    symbols: &[Cow<'_, str>],
    comments: &[String],
    out: &mut impl Write,
) -> io::Result<()> {
    // In SMT-LIB a carriage return ends a comment as well.
    for line in comments.iter().flat_map(|comment| comment.split(['\n', '\r'])) {
        writeln!(out, "; {line}")?;
    }
    let mut layouts: Vec<Layout> = Vec::new();
    for word in &script.words {
        // A truth value has no squares to explain.
        if word.layout.squares() > 1 && !layouts.contains(&word.layout) {
            layouts.push(word.layout);
        }
    }
    for layout in layouts {
        let words = script.words.iter().zip(symbols).filter(|(word, _)| word.layout == layout);
        let names: Vec<&str> = words.map(|(_, symbol)| symbol.as_ref()).collect();
        writeln!(out, "; {layout} board, bit i is square i: {}: {}", squares(layout), names.join(", "))?;
    }
    writeln!(out, "(set-info :smt-lib-version 2.6)")?;
    writeln!(out, "(set-option :produce-models true)")?;
    writeln!(out, "(set-logic QF_BV)")
}

/// Which bit is which square, by three examples: the ends of the first rank, and the last square.
fn squares(layout: Layout) -> String {
    let shown = [0, 1, layout.files() - 1, layout.files(), layout.squares() - 1];
    let mut examples = Vec::new();
    let mut next = 0;
    for square in layout.all().filter(|square| shown.contains(&square.index())) {
        let index = square.index();
        if index > next {
            examples.push("...".to_owned());
        }
        examples.push(format!("{} = bit {index}", layout.name(square)));
        next = index + 1;
    }
    examples.join(", ")
}

/// Prints terms, arguments first.
struct Printer<'s> {
    script: &'s Script,
    /// The names of the words.
    symbols: &'s [Cow<'s, str>],
    /// The number of uses of a term; 0 if it is not needed.
    uses: Vec<u32>,
    /// For each term, the first name that a word gives it.
    names: Vec<Option<&'s str>>,
    /// All names of words, which definitions must avoid.
    taken: HashSet<&'s str>,
    /// The text for a term where it is used: its name or the whole term.
    texts: Vec<String>,
    /// The number of the next definition.
    next: u32,
}

impl<'s> Printer<'s> {
    fn new(script: &'s Script, symbols: &'s [Cow<'s, str>]) -> Self {
        let mut names = vec![None; script.nodes.len()];
        for (word, symbol) in script.words.iter().zip(symbols) {
            names[word.word.index()].get_or_insert(symbol.as_ref());
        }
        Self {
            script,
            symbols,
            uses: count_uses(script),
            names,
            taken: symbols.iter().map(AsRef::as_ref).collect(),
            texts: vec![String::new(); script.nodes.len()],
            next: 0,
        }
    }

    fn run(mut self, out: &mut impl Write) -> io::Result<()> {
        for index in 0..self.script.nodes.len() {
            if self.uses[index] > 0 && matches!(self.script.nodes[index].op, Op::Unknown(_)) {
                let name = self.name(index);
                writeln!(out, "(declare-const {name} {})", sort_text(self.script.nodes[index].sort))?;
                self.texts[index] = name;
            }
        }
        for index in 0..self.script.nodes.len() {
            if self.uses[index] > 0 && !matches!(self.script.nodes[index].op, Op::Unknown(_)) {
                self.define(index, out)?;
            }
        }
        self.define_other_names(out)?;
        for &requirement in &self.script.requirements {
            writeln!(out, "(assert {})", self.take(requirement))?;
        }
        Ok(())
    }

    /// Makes a term's text, and writes a definition of it if it needs one.
    fn define(&mut self, index: usize, out: &mut impl Write) -> io::Result<()> {
        let node = &self.script.nodes[index];
        let text = self.application(node);
        let limit = match node.op {
            Op::Constant(_) | Op::Truth(_) => CONSTANT_LIMIT,
            _ if self.uses[index] > 1 => 0,
            _ => INLINE_LIMIT,
        };
        self.texts[index] = if self.names[index].is_some() || text.len() > limit {
            let name = self.name(index);
            writeln!(out, "(define-fun {name} () {} {text})", sort_text(node.sort))?;
            name
        } else {
            text
        };
        Ok(())
    }

    /// The name under which a term is declared or defined.
    fn name(&mut self, index: usize) -> String {
        if let Some(name) = self.names[index] {
            return name.to_owned();
        }
        loop {
            let name = format!("t{}", self.next);
            self.next += 1;
            if !self.taken.contains(name.as_str()) {
                return name;
            }
        }
    }

    /// Defines further names of terms that have one already.
    fn define_other_names(&self, out: &mut impl Write) -> io::Result<()> {
        for (word, symbol) in self.script.words.iter().zip(self.symbols) {
            let index = word.word.index();
            if self.names[index] != Some(symbol.as_ref()) {
                let sort = sort_text(self.script.nodes[index].sort);
                writeln!(out, "(define-fun {symbol} () {sort} {})", self.texts[index])?;
            }
        }
        Ok(())
    }

    /// The text for a term; dropped after its last use.
    fn take(&mut self, term: TermId) -> String {
        let index = term.index();
        if self.uses[index] == 1 { std::mem::take(&mut self.texts[index]) } else { self.texts[index].clone() }
    }

    fn application(&mut self, node: &Node) -> String {
        let bool_or = |truth, bits| if node.sort == Sort::Bool { truth } else { bits };
        let operator = match node.op {
            Op::Unknown(_) => unreachable!("unknowns are declared, not applied"),
            Op::Constant(mask) => return constant_text(&mask, node.sort),
            Op::Truth(value) => return value.to_string(),
            Op::Up(by) => return self.shift("bvshl", by, node),
            Op::Down(by) => return self.shift("bvlshr", by, node),
            Op::And => bool_or("and", "bvand"),
            Op::Or => bool_or("or", "bvor"),
            Op::Xor => bool_or("xor", "bvxor"),
            Op::Not => "not",
            Op::Select => "ite",
            Op::Extract { high, low } => &format!("(_ extract {high} {low})"),
            Op::Concat => "concat",
            Op::ZeroExtend(by) => &format!("(_ zero_extend {by})"),
            Op::Add => "bvadd",
            Op::Equal => "=",
            Op::AtMost => "bvule",
        };
        let mut text = format!("({operator}");
        for &argument in &node.arguments {
            text.push(' ');
            text += &self.take(argument);
        }
        text.push(')');
        text
    }

    /// A shift by the width or more gives 0: not every width could hold the amount.
    fn shift(&mut self, operator: &str, by: u32, node: &Node) -> String {
        let Sort::Bits(width) = node.sort else { unreachable!("only vectors are shifted") };
        if by >= width {
            return constant_text(&Mask::EMPTY, node.sort);
        }
        format!("({operator} {} (_ bv{by} {width}))", self.take(node.arguments[0]))
    }
}

/// Counts how often each term is used by needed terms, requirements and words.
fn count_uses(script: &Script) -> Vec<u32> {
    let mut uses = vec![0_u32; script.nodes.len()];
    for root in script.requirements.iter().copied().chain(script.words.iter().map(|word| word.word)) {
        uses[root.index()] += 1;
    }
    for (index, node) in script.nodes.iter().enumerate().rev() {
        if uses[index] > 0 {
            for argument in &node.arguments {
                uses[argument.index()] += 1;
            }
        }
    }
    uses
}

fn sort_text(sort: Sort) -> String {
    match sort {
        Sort::Bool => "Bool".to_owned(),
        Sort::Bits(width) => format!("(_ BitVec {width})"),
    }
}

/// In hexadecimal digits if the width is a multiple of 4, else in binary ones.
fn constant_text(mask: &Mask, sort: Sort) -> String {
    let width = match sort {
        Sort::Bits(width) => width as usize,
        Sort::Bool => 1,
    };
    let (prefix, bits) = if width % 4 == 0 { ("#x", 4) } else { ("#b", 1) };
    let digit = |place: usize| {
        let value =
            (0..bits).fold(0, |value, bit| value | u32::from(mask.contains(place * bits + bit)) << bit);
        char::from_digit(value, 16).unwrap_or('0')
    };
    prefix.chars().chain((0..width / bits).rev().map(digit)).collect()
}
