//! The statement of a question: what is refuted, and the positions that have the bound or meet the condition.

use super::book::{BookWriter, StatementBook};
use super::expression::Loop;
use super::fact::{CHOSEN, TheoremError, TheoremFact};
use super::form::{Form, function, list, natural};
use crate::game_file::FileMeaning;
use crate::meaning::{Bit, Meaning, Number, Word};
use crate::syntax::Extreme;
use encodings::board::Mask;

/// A statement that grows.
struct StatementWriter<'m> {
    book: BookWriter<'m>,
    /// What is supposed of a position.
    supposed: Form,
}

/// Writes the statement of a question and of what was found.
///
/// # Errors
/// [`TheoremError`]
pub(super) fn statement_book(
    rules: &FileMeaning,
    loops: &[Loop],
    (asked, question): (&str, &Meaning),
    fact: &TheoremFact,
    read: impl Fn(&str) -> Result<Vec<Mask>, TheoremError>,
) -> Result<StatementBook, TheoremError> {
    let Meaning { condition, aim, choice, .. } = question;
    if choice.is_some() {
        return Err(TheoremError::Unsupported(CHOSEN));
    }
    let mut book = BookWriter::new(rules, loops);
    let is_position = book.expressions.of_words("positionp");
    let supposed = match condition {
        Bit::Truth(true) => is_position,
        condition => Form::call("and", [is_position, book.expressions.bit(condition)?]),
    };
    let mut writer = StatementWriter { book, supposed };
    match (aim, fact) {
        (Some((extreme, number)), TheoremFact::Extreme { value, position }) => {
            writer.bound(*extreme, number, *value)?;
            writer.witness(number, *value, &read(position)?)?;
        }
        (None, TheoremFact::All(positions)) if positions.is_empty() => writer.refutation(),
        (None, TheoremFact::All(positions)) => {
            writer.list(&positions.iter().map(|line| read(line)).collect::<Result<Vec<_>, _>>()?);
        }
        _ => return Err(TheoremError::OtherFact),
    }
    Ok(writer.book.finish(asked))
}

impl StatementWriter<'_> {
    /// No position that is supposed has a better value.
    fn bound(&mut self, extreme: Extreme, number: &Number, value: i64) -> Result<(), TheoremError> {
        let Number { plus, minus, constant } = number;
        let (less, more, rest) = match extreme {
            Extreme::Maximum => (plus, minus, value - constant),
            Extreme::Minimum => (minus, plus, constant - value),
        };
        let claim = self.book.expressions.at_most(less, more, rest)?;
        self.book.refuted("bound", Form::call("implies", [self.supposed.clone(), claim]));
        let measured = self.measured(number)?;
        let (name, comparison) = match extreme {
            Extreme::Maximum => ("at-most", [measured, Form::atom(value)]),
            Extreme::Minimum => ("at-least", [Form::atom(value), measured]),
        };
        let claim = Form::call("implies", [self.supposed.clone(), Form::call("<=", comparison)]);
        let moves = self.book.expressions.of_words("moves");
        let hint = format!("(\"goal\" :use bound :expand ({moves}) :in-theory (theory 'counting))");
        self.book.theorem(&format!("{name}-{}", named(value)), claim, &hint);
        Ok(())
    }

    /// The number as the theorem has it: the number of moves is the length of their list.
    fn measured(&mut self, number: &Number) -> Result<Form, TheoremError> {
        let kinds = self.book.expressions.meaning.moves.len();
        let all: Vec<Word> = (0..kinds).map(|kind| Word::Kind(None, kind)).collect();
        if *number == (Number { plus: all, ..Number::default() }) {
            return Ok(Form::call("len", [self.book.expressions.of_words("moves")]));
        }
        self.book.expressions.number(number)
    }

    /// A position that has the value.
    fn witness(&mut self, number: &Number, value: i64, position: &[Mask]) -> Result<(), TheoremError> {
        let bindings = self.book.expressions.arguments().into_iter().zip(position);
        let bindings = bindings.map(|(word, mask)| Form::List(vec![word, natural(mask)])).collect();
        let measured = Form::call("equal", [self.measured(number)?, Form::atom(value)]);
        let claim = Form::call("and", [self.supposed.clone(), measured]);
        let claim = Form::call("let", [Form::List(bindings), claim]);
        self.book.theorem(&format!("some-position-has-{}", named(value)), claim, "");
        Ok(())
    }

    /// No position meets the condition.
    fn refutation(&mut self) {
        let claim = Form::call("not", [self.supposed.clone()]);
        self.book.refuted("refuted", claim.clone());
        self.book.theorem("no-such-position", claim, "(\"goal\" :by refuted)");
    }

    /// These positions meet the condition, and no others.
    fn list(&mut self, positions: &[Vec<Mask>]) {
        let count = Form::atom(positions.len());
        let position = |words: &Vec<Mask>| Form::List(words.iter().map(natural).collect());
        let answers = Form::atom("*answers*");
        let listed = Form::List(positions.iter().map(position).collect());
        self.book.add(Form::call("defconst", [answers.clone(), Form::call("quote", [listed])]));
        let words = list(self.book.expressions.arguments());
        let is_listed = Form::call("member-equal", [words, answers.clone()]);
        let claim = Form::call("implies", [self.supposed.clone(), is_listed]);
        self.book.refuted("only", claim.clone());
        self.book.theorem("only-these-positions", claim, "(\"goal\" :by only)");
        let positions = Form::atom("positions");
        let rest = Form::call("answers", [Form::call("cdr", [positions.clone()])]);
        let nth =
            |index: usize| Form::call("nth", [Form::atom(index), Form::call("car", [positions.clone()])]);
        let bindings = (0..).zip(self.book.expressions.arguments());
        let bindings = bindings.map(|(index, word)| Form::List(vec![word, nth(index)])).collect();
        let is_answer = Form::call("let", [Form::List(bindings), self.supposed.clone()]);
        let each = Form::call("and", [is_answer, rest]);
        let body = Form::call("or", [Form::call("atom", [positions.clone()]), each]);
        self.book.add(function("answers", vec![positions], body));
        let each = Form::call("answers", [answers.clone()]);
        let differ = Form::call("no-duplicatesp-equal", [answers.clone()]);
        let count = Form::call("equal", [Form::call("len", [answers]), count]);
        self.book.theorem("each-of-these-positions", Form::call("and", [count, differ, each]), "");
    }
}

/// A number in the name of a theorem.
fn named(value: i64) -> String {
    if value < 0 { format!("minus-{}", value.unsigned_abs()) } else { value.to_string() }
}
