//! Expressions of a game file and of questions as forms of Lisp.
//!
//! Idea: an operation of the language is a function of the general book `sets`, so that a form reads like its expression. A loop
//! becomes a recursive function of its own; equal loops are one.

use super::fact::{CHOSEN, TheoremError};
use super::form::{Form, function, joined, list, of_kind, symbol};
use crate::game_file::FileMeaning;
use crate::meaning::{Bit, Iteration, Number, Word};
use crate::syntax::direction_name;
use crate::vocabulary::Ending;
use encodings::board::{Mask, Square};

/// Names that ACL2 has for something else, so that they are no variables.
const OF_LISP: [&str; 9] = ["t", "nil", "pi", "break", "character", "fill", "prin1", "replace", "state"];

/// Names that the books have for something else: in loops, moves, games and replies.
const OF_BOOKS: [&str; 11] =
    ["n", "square", "to", "from", "over", "move", "position", "next", "answer", "last", "game"];

/// A loop as a function.
#[derive(Debug)]
pub(super) struct Loop {
    pub(super) definition: Form,
    /// Where it is a closure that might end too early: its use, with its rounds and with one more.
    pub(super) settles: Vec<[Form; 2]>,
}

/// Writes expressions about the words of a position.
pub(super) struct Expressions<'m> {
    pub(super) meaning: &'m FileMeaning,
    pub(super) words: Vec<String>,
    pub(super) loops: Vec<Loop>,
    /// How many loops other books have.
    loops_before: usize,
    /// The kind of the move whose squares are known, if there is one.
    pub(super) move_kind: Option<usize>,
    /// The words that loops around this place change.
    variables: Vec<usize>,
}

impl<'m> Expressions<'m> {
    /// Expressions about the words of these rules; `loops_before` is the number of loops that are written already.
    pub(super) fn new(meaning: &'m FileMeaning, loops_before: usize) -> Self {
        let is_taken = |name: &&str| OF_LISP.contains(name) || OF_BOOKS.contains(name);
        let name = |name: &&str| if is_taken(name) { format!("{name}--") } else { symbol(name) };
        let words = meaning.words.iter().map(name).collect();
        Self { meaning, words, loops: Vec::new(), loops_before, move_kind: None, variables: Vec::new() }
    }

    /// The words as arguments.
    pub(super) fn arguments(&self) -> Vec<Form> {
        self.words.iter().map(Form::atom).collect()
    }

    /// A function of the words.
    pub(super) fn of_words(&self, function: &str) -> Form {
        Form::call(function, self.arguments())
    }

    /// The words of pieces in one.
    fn occupied(&self) -> Form {
        let pieces = self.words.len() - usize::from(self.meaning.has_second);
        joined("set-or", self.words[..pieces].iter().map(Form::atom).collect())
    }

    /// # Errors
    /// [`TheoremError`]
    pub(super) fn word(&mut self, word: &Word) -> Result<Form, TheoremError> {
        Ok(match word {
            Word::Board(None, index) => Form::atom(&self.words[*index]),
            Word::Occupied(None) => self.occupied(),
            Word::Kind(None, kind) => {
                self.of_words(&of_kind("", self.meaning.moves[*kind].of.0.name(), "-moves"))
            }
            Word::From(_) => Form::atom("from"),
            Word::To(_) => Form::atom("to"),
            Word::Over(_) => Form::atom("over"),
            Word::Constant(mask) => self.constant(mask),
            Word::Not(of) => Form::call("set-not", [self.word(of)?]),
            Word::And(parts) if parts.is_empty() => self.constant(&self.meaning.squares),
            Word::And(parts) => joined("set-and", self.all_words(parts)?),
            Word::Or(parts) => joined("set-or", self.all_words(parts)?),
            Word::Xor(parts) => joined("set-xor", self.all_words(parts)?),
            Word::Shift(direction, of) => Form::call(direction_name(*direction), [self.word(of)?]),
            Word::Image(symmetry, of) => {
                Form::call("image", [Form::atom(format!(":{}", symmetry.name())), self.word(of)?])
            }
            Word::Select(condition, words) => {
                let condition = self.bit(condition)?;
                Form::call("if", [condition, self.word(&words[0])?, self.word(&words[1])?])
            }
            Word::Variable(number) => Form::atom(variable(*number)),
            Word::Iterate(iteration) => self.iteration(iteration)?,
            Word::Board(Some(_), _) | Word::Occupied(Some(_)) | Word::Kind(Some(_), _) => {
                return Err(TheoremError::Unsupported(CHOSEN));
            }
            Word::Shown(..) | Word::OfMove(..) => {
                return Err(TheoremError::Unsupported("words that rules in Rust define"));
            }
        })
    }

    pub(super) fn all_words(&mut self, words: &[Word]) -> Result<Vec<Form>, TheoremError> {
        words.iter().map(|word| self.word(word)).collect()
    }

    /// A constant set.
    pub(super) fn constant(&self, mask: &Mask) -> Form {
        let squares = self.meaning.layout.all().map(Square::index);
        if *mask == self.meaning.squares {
            Form::call("set-not", [Form::atom("0")])
        } else if mask.is_empty() {
            Form::atom("0")
        } else {
            Form::call("set-of", squares.filter(|&square| mask.contains(square)).map(Form::atom))
        }
    }

    /// # Errors
    /// [`TheoremError`]
    pub(super) fn bit(&mut self, bit: &Bit) -> Result<Form, TheoremError> {
        let truth = |truth: bool| Form::atom(if truth { "t" } else { "nil" });
        Ok(match bit {
            Bit::Truth(is_true) => truth(*is_true),
            Bit::KindIs(_, kind) => truth(self.move_kind == Some(*kind)),
            Bit::Square(word, square) => Form::call("has", [self.word(word)?, Form::atom(square)]),
            Bit::Any(word) => Form::call("some-square", [self.word(word)?]),
            Bit::Equal(one, other) => Form::call("set-equal", [self.word(one)?, self.word(other)?]),
            Bit::AtLeast(number) => self.at_most(&number.minus, &number.plus, number.constant)?,
            Bit::Not(of) => Form::call("not", [self.bit(of)?]),
            Bit::And(parts) => joined("and", self.all_bits(parts)?),
            Bit::Or(parts) => joined("or", self.all_bits(parts)?),
            Bit::Same(one, other) => Form::call("iff", [self.bit(one)?, self.bit(other)?]),
            Bit::Ending(None, Ending::Over) => self.of_words("result"),
            Bit::Ending(None, Ending::Won) => self.is_result(":won"),
            Bit::Ending(None, Ending::Lost) => self.is_result(":lost"),
            Bit::Ending(None, Ending::Drawn) => self.is_result(":drawn"),
            Bit::Ending(Some(_), _) | Bit::Quantified { .. } | Bit::Unique { .. } => {
                return Err(TheoremError::Unsupported(CHOSEN));
            }
            Bit::Forced(..) => return Err(TheoremError::Unsupported("`won in`")),
        })
    }

    /// That the game has ended so.
    fn is_result(&self, ending: &str) -> Form {
        Form::call("equal", [self.of_words("result"), Form::atom(ending)])
    }

    fn all_bits(&mut self, bits: &[Bit]) -> Result<Vec<Form>, TheoremError> {
        bits.iter().map(|bit| self.bit(bit)).collect()
    }

    /// That the squares of some words are at most those of others and a constant.
    ///
    /// # Errors
    /// [`TheoremError`]
    pub(super) fn at_most(
        &mut self,
        less: &[Word],
        more: &[Word],
        constant: i64,
    ) -> Result<Form, TheoremError> {
        let (less, more) = (self.all_words(less)?, self.all_words(more)?);
        Ok(Form::call("counts<=", [list(less), list(more), Form::atom(constant)]))
    }

    /// The value of a number.
    ///
    /// # Errors
    /// [`TheoremError`]
    pub(super) fn number(&mut self, number: &Number) -> Result<Form, TheoremError> {
        let mut sizes = |words: &[Word]| -> Result<Vec<Form>, TheoremError> {
            Ok(self.all_words(words)?.into_iter().map(|word| Form::call("size", [word])).collect())
        };
        let (mut plus, minus) = (sizes(&number.plus)?, sizes(&number.minus)?);
        if number.constant != 0 || plus.is_empty() {
            plus.push(Form::atom(number.constant));
        }
        let plus = joined("+", plus);
        if minus.is_empty() { Ok(plus) } else { Ok(Form::call("-", [plus, joined("+", minus)])) }
    }

    /// A loop as a call of its function.
    fn iteration(&mut self, iteration: &Iteration) -> Result<Form, TheoremError> {
        let seed = self.word(&iteration.seed)?;
        let outer = self.variables.clone();
        self.variables.push(iteration.variable);
        let body = self.word(&iteration.body);
        self.variables.pop();
        let changed = Form::atom(variable(iteration.variable));
        let body = if iteration.accumulates { Form::call("set-or", [changed.clone(), body?]) } else { body? };
        let of_move = self.move_kind.map(|_| ["to", "from", "over"]).into_iter().flatten().map(Form::atom);
        let others: Vec<Form> = outer.iter().map(|&number| Form::atom(variable(number))).collect();
        let others = others.into_iter().chain(of_move).chain(self.arguments());
        let others: Vec<Form> = others.filter(|other| body.has(other)).collect();
        let call = |name: &str, rounds: Form, first: Form| {
            Form::call(name, [rounds, first].into_iter().chain(others.iter().cloned()))
        };
        let define = |name: &str| {
            let parameters = [Form::atom("n"), changed.clone()].into_iter().chain(others.iter().cloned());
            let next = call(name, Form::call("1-", [Form::atom("n")]), body.clone());
            let body = Form::call("if", [Form::call("zp", [Form::atom("n")]), changed.clone(), next]);
            function(name, parameters.collect(), body)
        };
        let at = |place: usize| format!("loop-{}", self.loops_before + place + 1);
        let known = (0..self.loops.len()).find(|&place| self.loops[place].definition == define(&at(place)));
        let place = known.unwrap_or(self.loops.len());
        let name = at(place);
        let found = call(&name, Form::atom(iteration.rounds), seed.clone());
        let squares = self.meaning.squares.len();
        let may_end_early = iteration.accumulates && (iteration.rounds as usize) < squares;
        let is_of_position = outer.is_empty() && self.move_kind.is_none();
        let settles = (may_end_early && is_of_position)
            .then(|| [found.clone(), call(&name, Form::atom(iteration.rounds + 1), seed)]);
        if known.is_none() {
            self.loops.push(Loop { definition: define(&name), settles: Vec::new() });
        }
        if let Some(settles) = settles
            && !self.loops[place].settles.contains(&settles)
        {
            self.loops[place].settles.push(settles);
        }
        Ok(found)
    }
}

/// The word that a loop changes. Names of files have no dash.
fn variable(number: usize) -> String {
    format!("set-{number}")
}
