//! The book with the statement: what is refuted, and the position that has the bound.

use super::expression::{Expressions, Loop};
use super::form::{Form, natural};
use super::{TheoremError, TheoremFact};
use crate::game_file::FileMeaning;
use crate::meaning::{Bit, Meaning, Number, Word};
use crate::syntax::Extreme;
use encodings::board::Mask;
use std::fmt::Write as _;

/// How long ACL2 waits for a proof, in seconds.
const PATIENCE: u32 = 14_400;

/// A book with theorems.
pub(super) struct StatementBook {
    pub(super) text: String,
    /// The names of what it proves.
    pub(super) theorems: Vec<String>,
}

/// A statement that grows.
struct StatementWriter<'m> {
    expressions: Expressions<'m>,
    /// What is supposed of a position.
    supposed: Form,
    text: String,
    theorems: Vec<String>,
}

/// Writes the statement of a question and of what was found.
///
/// # Errors
/// [`TheoremError`]
pub(super) fn statement_book(
    rules: &FileMeaning,
    loops: &[Loop],
    question: (&str, &Meaning),
    fact: &TheoremFact<Vec<Mask>>,
) -> Result<StatementBook, TheoremError> {
    let (asked, Meaning { condition, aim, choice, .. }) = question;
    if choice.is_some() {
        return Err(TheoremError::Unsupported("moves that are chosen, and positions after them"));
    }
    let mut expressions = Expressions::new(rules, loops.len());
    let condition_form = expressions.bit(condition)?;
    let supposed = match condition {
        Bit::Truth(true) => expressions.of_words("positionp"),
        _ => Form::call("and", [expressions.of_words("positionp"), condition_form]),
    };
    let text = format!(
        "; {asked}\n(in-package \"ACL2\")\n(include-book \"refute\")\n(include-book \"totals\")\n(include-book \"game\")\n"
    );
    let mut writer = StatementWriter { expressions, supposed, text, theorems: Vec::new() };
    match (aim, fact) {
        (Some((extreme, number)), TheoremFact::Extreme { value, position }) => {
            writer.bound(*extreme, number, *value)?;
            writer.witness(number, *value, position)?;
        }
        (None, TheoremFact::Refuted) => writer.refutation(),
        _ => return Err(TheoremError::OtherFact),
    }
    let new: Vec<Loop> = std::mem::take(&mut writer.expressions.loops);
    writer.settled(loops.iter().chain(&new));
    let definitions = new.iter().map(|one| format!("\n{}\n", one.definition)).collect::<String>();
    let head = writer.text.find("\n(include-book \"game\")\n").map_or(0, |at| at + 23);
    writer.text.insert_str(head, &definitions);
    Ok(StatementBook { text: writer.text, theorems: writer.theorems })
}

impl StatementWriter<'_> {
    fn add(&mut self, form: &Form) {
        // Writing to a string cannot fail.
        let _ = write!(self.text, "\n{form}\n");
    }

    /// A theorem that a solver's proof shows.
    fn refuted(&mut self, name: &str, claim: Form) {
        let mut parts = vec![Form::atom(name), claim, Form::atom(":sat-config")];
        parts.extend([
            Form::atom(format!("'(\"{name}\" . {PATIENCE})")),
            Form::atom(":rule-classes"),
            Form::atom("nil"),
        ]);
        self.add(&Form::call("local", [Form::call("fgl::def-fgl-thm", parts)]));
    }

    /// A theorem with the hint how it follows, if it needs one.
    fn theorem(&mut self, name: &str, claim: Form, hint: &str) {
        let mut parts = vec![Form::atom(name), claim];
        if !hint.is_empty() {
            parts.extend([Form::atom(":hints"), Form::atom(format!("((\"goal\" {hint}))"))]);
        }
        parts.extend([Form::atom(":rule-classes"), Form::atom("nil")]);
        self.add(&Form::call("defthm", parts));
        self.theorems.push(name.to_owned());
    }

    /// No position that is supposed has a better value.
    fn bound(&mut self, extreme: Extreme, number: &Number, value: i64) -> Result<(), TheoremError> {
        let Number { plus, minus, constant } = number;
        let (less, more, rest) = match extreme {
            Extreme::Maximum => (plus, minus, value - constant),
            Extreme::Minimum => (minus, plus, constant - value),
        };
        let claim = self.expressions.at_most(less, more, rest)?;
        self.refuted("bound", Form::call("implies", [self.supposed.clone(), claim]));
        let measured = self.measured(number)?;
        let (name, comparison) = match extreme {
            Extreme::Maximum => ("at-most", [measured, Form::atom(value)]),
            Extreme::Minimum => ("at-least", [Form::atom(value), measured]),
        };
        let claim = Form::call("implies", [self.supposed.clone(), Form::call("<=", comparison)]);
        let moves = self.expressions.of_words("moves");
        let hint = format!(":use bound :expand ({moves}) :in-theory (theory 'counting)");
        self.theorem(&format!("{name}-{}", named(value)), claim, &hint);
        Ok(())
    }

    /// The number as the theorem has it: the number of moves is the length of their list.
    fn measured(&mut self, number: &Number) -> Result<Form, TheoremError> {
        let kinds = self.expressions.meaning.moves.len();
        let all: Vec<Word> = (0..kinds).map(|kind| Word::Kind(None, kind)).collect();
        if *number == (Number { plus: all, ..Number::default() }) {
            return Ok(Form::call("len", [self.expressions.of_words("moves")]));
        }
        self.expressions.number(number)
    }

    /// A position that has the value.
    fn witness(&mut self, number: &Number, value: i64, position: &[Mask]) -> Result<(), TheoremError> {
        let bindings = self.expressions.arguments().into_iter().zip(position);
        let bindings = bindings.map(|(word, mask)| Form::List(vec![word, natural(mask)])).collect();
        let measured = Form::call("equal", [self.measured(number)?, Form::atom(value)]);
        let claim = Form::call("and", [self.supposed.clone(), measured]);
        let claim = Form::call("let", [Form::List(bindings), claim]);
        self.theorem(&format!("some-position-has-{}", named(value)), claim, "");
        Ok(())
    }

    /// No position meets the condition.
    fn refutation(&mut self) {
        let claim = Form::call("not", [self.supposed.clone()]);
        self.refuted("refuted", claim.clone());
        self.theorem("no-such-position", claim, ":by refuted");
    }

    /// Closures are long enough: one more round adds nothing.
    fn settled<'l>(&mut self, loops: impl Iterator<Item = &'l Loop>) {
        let position = self.expressions.of_words("positionp");
        let pairs = loops.flat_map(|one| &one.settles);
        let equal: Vec<Form> =
            pairs.map(|[one, other]| Form::call("equal", [one.clone(), other.clone()])).collect();
        if equal.is_empty() {
            return;
        }
        let claim = Form::call("implies", [position, Form::call("and", equal)]);
        self.refuted("settled", claim.clone());
        self.theorem("closures-end", claim, ":by settled");
    }
}

/// A number in the name of a theorem.
fn named(value: i64) -> String {
    if value < 0 { format!("minus-{}", value.unsigned_abs()) } else { value.to_string() }
}
