//! What a question says in words, and how large each of its parts became.
//!
//! Idea: a part is measured by what it adds: the clauses of the requirements up to its end, less those up to its
//! beginning. Gates that parts share count for the first one.

use super::LanguageQuestion;
use crate::syntax::{Aim, Extreme, phrase};
use cnf_out::clausify::{Encoding, clausify};
use encodings::board::{Layout, Mask};
use encodings::circuit::{Circuit, Gate, Graph, Signal};
use encodings::rules::Rules;
use encodings::statement::{CircuitStatement, Formula, Requirement, Statement};
use encodings::word::Word;
use std::fmt::Write as _;

/// The greatest number of parts that are measured one by one.
const PARTS_LIMIT: usize = 40;

/// What a question says in words, and the sizes of its parts: an ability of questions of the language.
///
/// # Examples
/// ```
/// use certamen_ask::question::Question;
/// use certamen_language::{Explanation, LanguageQuestion, Subject};
/// use encodings::othello::rules::Othello;
/// use std::sync::Arc;
///
/// let asked = LanguageQuestion::new(Arc::new(Subject::new(Othello::<4>)), "count(legal) >= 8 and over")?;
/// let Explanation(text) = Question::from(asked).ability().ok_or("no explanation")?;
/// assert!(text.starts_with("positions in which the number in `legal` is at least 8, and `over`\n"), "{text}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation(pub String);

/// A statement that counts its requirements.
struct Counting<S> {
    inner: S,
    requirements: usize,
}

impl<S: Statement> Statement for Counting<S> {
    type Word = S::Word;

    fn unknown_within(&mut self, name: &str, layout: Layout, within: &Mask) -> S::Word {
        self.inner.unknown_within(name, layout, within)
    }

    fn require(&mut self, bit: <S::Word as Word>::Bit) {
        self.requirements += 1;
        self.inner.require(bit);
    }

    fn require_total(&mut self, layout: Layout, word: S::Word, others: &[S::Word], bound: u32) {
        self.requirements += 1;
        self.inner.require_total(layout, word, others, bound);
    }

    fn require_one_hot(&mut self, word: S::Word) {
        self.requirements += 1;
        self.inner.require_one_hot(word);
    }

    fn show(&mut self, name: &str, layout: Layout, word: S::Word) {
        self.inner.show(name, layout, word);
    }
}

/// The size of a formula.
#[derive(Clone, Copy, Default)]
struct Size {
    gates: usize,
    variables: usize,
    clauses: usize,
}

impl Size {
    /// The size of the formula with its first `requirements` requirements. Words that are only shown are not counted.
    fn new(formula: &Formula, requirements: usize) -> Self {
        let requirements: Vec<Requirement> = formula.requirements[..requirements].to_vec();
        let gates = gates(&formula.graph, &requirements);
        let words = formula.words.iter().filter(|word| word.chosen).cloned().collect();
        let clausified =
            clausify(&Formula { graph: formula.graph.clone(), requirements, words }, Encoding::default());
        Self { gates, variables: clausified.variables as usize, clauses: clausified.cnf.len() }
    }
}

/// The number of gates that requirements depend on.
fn gates(graph: &Graph, requirements: &[Requirement]) -> usize {
    let mut seen = vec![false; graph.gates().len()];
    let mut open: Vec<Signal> = Vec::new();
    for requirement in requirements {
        match requirement {
            Requirement::Holds(signal) => open.push(*signal),
            Requirement::AtLeast { signals, .. } | Requirement::OneHot(signals) => open.extend(signals),
        }
    }
    let mut found = 0;
    while let Some(signal) = open.pop() {
        let index = signal.node().index();
        if !std::mem::replace(&mut seen[index], true) {
            let gate = graph.gates()[index];
            found += usize::from(!matches!(gate, Gate::False | Gate::Input(_)));
            open.extend(gate.operands());
        }
    }
    found
}

impl<R: Rules> LanguageQuestion<R> {
    /// The question in words, the words of the game that it uses, and the sizes of its parts.
    pub(super) fn explanation(&self) -> String {
        let mut text = format!("{}\n", self.in_words());
        let source = self.text.to_string();
        let is_used = |name: &str| {
            let is_letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
            source.split(|letter| !is_letter(letter)).any(|word| word == name)
        };
        for entry in self.subject.vocabulary.entries() {
            if is_used(entry.name.strip_suffix("(m)").unwrap_or(&entry.name)) {
                let _ = writeln!(text, "  `{}`: {}", entry.name, entry.meaning);
            }
        }
        if self.has_forced() {
            text += "  `won in`, `lost in`: the replies of the other player are added as they are needed; none is stated yet\n";
        }
        text += &self.sizes();
        text
    }

    fn in_words(&self) -> String {
        let domain = match self.among {
            Some(among) => format!(" (only{among})"),
            None => String::new(),
        };
        let condition = match &self.text.aim {
            Aim::Condition(condition) => Some(condition),
            Aim::Extreme { condition, .. } => condition.as_ref(),
        };
        let restriction =
            condition.map_or(String::new(), |condition| format!(" in which {}", phrase(condition)));
        let choice = match &self.text.choice {
            Some(choice) => format!(", each with a move `{}` of {}", choice.variable, phrase(&choice.set)),
            None => String::new(),
        };
        match &self.text.aim {
            Aim::Condition(_) => format!("positions{domain}{choice}{restriction}"),
            Aim::Extreme { extreme, number, .. } => {
                let extreme = match extreme {
                    Extreme::Maximum => "largest",
                    Extreme::Minimum => "smallest",
                };
                let number = phrase(number);
                format!("the {extreme} value of {number}, among positions{domain}{choice}{restriction}")
            }
        }
    }

    /// A table: for each part the gates, variables and clauses that it adds.
    fn sizes(&self) -> String {
        let circuit = Circuit::new();
        let mut statement = Counting { inner: CircuitStatement::new(&circuit), requirements: 0 };
        let mut parts: Vec<(usize, String)> = Vec::new();
        self.state_in_parts(&mut statement, &mut |statement, name| {
            if parts.len() == PARTS_LIMIT {
                parts[PARTS_LIMIT - 1] = (statement.requirements, "all further parts".to_owned());
            } else {
                parts.push((statement.requirements, name.to_owned()));
            }
        });
        let formula = statement.inner.finish();
        let mut text = "    gates  variables    clauses  part\n".to_owned();
        let mut row = |size: Size, name: &str| {
            let Size { gates, variables, clauses } = size;
            let mut name = name.to_owned();
            if let Some((end, _)) = name.char_indices().nth(120) {
                name.truncate(end);
                name.push('…');
            }
            let _ = writeln!(text, "{gates:>9}  {variables:>9}  {clauses:>9}  {name}");
        };
        let mut before = Size::default();
        for (requirements, name) in &parts {
            let size = Size::new(&formula, *requirements);
            let added = Size {
                gates: size.gates - before.gates,
                // These can be fewer than before, if a part makes another one simpler.
                variables: size.variables.saturating_sub(before.variables),
                clauses: size.clauses.saturating_sub(before.clauses),
            };
            row(added, name);
            before = size;
        }
        let whole = clausify(&formula, Encoding::default());
        let whole =
            Size { gates: before.gates, variables: whole.variables as usize, clauses: whole.cnf.len() };
        row(whole, "all, with the words that answers show");
        text
    }
}
