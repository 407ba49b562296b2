//! From a tree to its meaning: names and types.
//!
//! Idea: each part has a type, one of those of `Value`. A set of moves of one kind is also a word, and every set of moves can be
//! counted. A comparison of numbers becomes a sum of counts that is 0 or more.

mod compare;
mod conditional;
mod forced;
mod image;
mod unknown;

use crate::error::{LanguageError, Reason, SIZE_LIMIT};
use crate::forced::{in_bit, in_number, in_range, normal};
use crate::meaning::{Bit, Meaning, MoveSet, Number, PositionRef, Range, Word};
use crate::squares;
use crate::syntax::{Aim, Choice, Join, KEYWORDS, Node, Part, Sentence};
use crate::vocabulary::{Noun, Vocabulary};
use encodings::board::Mask;
pub(crate) use forced::{FOR_QUESTIONS, check_plain};
pub(crate) use unknown::{Wanted, unknown};

/// The meaning of a question.
///
/// # Errors
/// [`LanguageError`] with the place.
pub(crate) fn check(text: &Sentence, vocabulary: &Vocabulary) -> Result<Meaning, LanguageError> {
    let mut checker = Checker::new(vocabulary);
    let choice = text.choice.as_ref().map(|choice| checker.bind(choice)).transpose()?;
    let (condition, aim) = match &text.aim {
        Aim::Condition(condition) => (checker.bit(condition)?, None),
        Aim::Extreme { extreme, number, condition } => {
            let value = checker.number(number)?;
            if !value.depends() {
                return Err(LanguageError::new(number.at, Reason::Constant("the number")));
            }
            let condition = condition.as_ref().map(|condition| Ok((condition.at, checker.bit(condition)?)));
            let condition = condition.transpose()?;
            if let Some((at, bit)) = &condition
                && !bit.depends()
            {
                return Err(LanguageError::new(*at, Reason::Constant("the condition")));
            }
            (condition.map_or(Bit::Truth(true), |(_, bit)| bit), Some((*extreme, value)))
        }
    };
    if aim.is_none() && !condition.depends() {
        return Err(LanguageError::new(0, Reason::Constant("the question")));
    }
    let of = match &text.aim {
        Aim::Condition(condition) => Some(condition),
        Aim::Extreme { condition, .. } => condition.as_ref(),
    };
    let condition = normal(condition, of.map_or(0, |node| node.at))?;
    if aim.as_ref().is_some_and(|(_, number)| in_number(number))
        || choice.as_ref().is_some_and(|(_, set)| in_range(set))
    {
        return Err(LanguageError::new(0, Reason::ForcedInWord));
    }
    let parts = match of.map(|node| &node.part) {
        Some(Part::And(parts)) => parts.iter().map(ToString::to_string).collect(),
        _ => of.iter().map(ToString::to_string).collect(),
    };
    if checker.has_forced && !in_bit(&condition) {
        return Err(LanguageError::new(0, Reason::ForcedInWord));
    }
    let has_forced = checker.has_forced;
    Ok(Meaning { condition, aim, choice, moves: checker.moves, has_forced, parts })
}

/// The least and the greatest value that a number can have.
///
/// # Errors
/// [`LanguageError`] if the part is no number, or does not depend on the position.
pub(crate) fn range_of(node: &Node, vocabulary: &Vocabulary) -> Result<(i64, i64), LanguageError> {
    let mut checker = Checker::new(vocabulary);
    let number = checker.number(node)?;
    if !number.depends() {
        return Err(LanguageError::new(node.at, Reason::Constant("the number")));
    }
    Ok(number.range(vocabulary.squares.len() as i64))
}

/// The meaning of an expanded condition of rules, which may be about one move, if it has a name here: the move 0.
///
/// # Errors
/// [`LanguageError`] with the place.
pub(crate) fn condition_of(
    node: &Node,
    vocabulary: &Vocabulary,
    played: Option<&str>,
) -> Result<Bit, LanguageError> {
    Checker::of_move(vocabulary, played).bit(node)
}

/// The same for a word.
///
/// # Errors
/// [`LanguageError`] with the place.
pub(crate) fn word_of_expression(
    node: &Node,
    vocabulary: &Vocabulary,
    played: Option<&str>,
) -> Result<Word, LanguageError> {
    Checker::of_move(vocabulary, played).word(node)
}

/// The same for a number.
///
/// # Errors
/// [`LanguageError`] with the place.
pub(crate) fn number_of(
    node: &Node,
    vocabulary: &Vocabulary,
    played: Option<&str>,
) -> Result<Number, LanguageError> {
    Checker::of_move(vocabulary, played).number(node)
}

/// What can stand in the parentheses of `after(m)`.
const A_MOVE: &str = "a move, bound by `some`, `all` or `for`";

/// A part with its type.
#[derive(Clone, Debug)]
enum Value {
    Bit(Bit),
    Word(Word),
    Moves(MoveSet),
    Turns(PositionRef),
    Number(Number),
    Position(PositionRef),
    Move(usize),
    Turn(usize),
    /// The kind of a move.
    KindOf(usize),
}

impl Value {
    fn named(&self) -> &'static str {
        match self {
            Self::Bit(_) => "a condition",
            Self::Word(_) => "a word",
            Self::Moves(set) if set.kinds.len() == 1 => "the moves of one kind",
            Self::Moves(_) => "moves of several kinds, which can be counted but are not a word",
            Self::Turns(_) => "turns, which `some` or `for` can choose, but which are not counted",
            Self::Number(_) => "a number",
            Self::Position(_) => "a position: name one of its words",
            Self::Move(_) => "a move",
            Self::Turn(_) => "a turn",
            Self::KindOf(_) => "the kind of a move",
        }
    }
}

struct Checker<'v> {
    vocabulary: &'v Vocabulary,
    /// The names in scope, each with its value and its size.
    scope: Vec<(String, Value, usize)>,
    /// For each move its position.
    moves: Vec<PositionRef>,
    /// The number of words that are replaced several times.
    variables: usize,
    /// Whether positions after a move can be named.
    looks_ahead: bool,
    /// Whether `won in` stands anywhere.
    has_forced: bool,
    size: usize,
}

impl<'v> Checker<'v> {
    const fn new(vocabulary: &'v Vocabulary) -> Self {
        Self {
            vocabulary,
            scope: Vec::new(),
            moves: Vec::new(),
            variables: 0,
            looks_ahead: true,
            has_forced: false,
            size: 0,
        }
    }

    fn of_move(vocabulary: &'v Vocabulary, played: Option<&str>) -> Self {
        let mut checker = Self { looks_ahead: false, ..Self::new(vocabulary) };
        if let Some(name) = played {
            checker.moves.push(None);
            checker.scope.push((name.to_owned(), Value::Move(0), 1));
        }
        checker
    }

    fn grow(&mut self, at: usize, size: usize) -> Result<(), LanguageError> {
        self.size += size;
        if self.size > SIZE_LIMIT { Err(LanguageError::new(at, Reason::TooLarge)) } else { Ok(()) }
    }

    fn bit(&mut self, node: &Node) -> Result<Bit, LanguageError> {
        self.bit_within(node, "")
    }

    /// A condition. What is said of a word there goes before the general hint.
    fn bit_within(&mut self, node: &Node, hint: &str) -> Result<Bit, LanguageError> {
        let hint = match self.value(node)? {
            Value::Bit(bit) => return Ok(bit),
            other @ (Value::Word(_) | Value::Moves(_)) => {
                let text = Some(node.to_string()).filter(|text| text.len() <= 32);
                format!("{}: {hint}write any({})", other.named(), text.as_deref().unwrap_or("..."))
            }
            other => other.named().to_owned(),
        };
        Err(LanguageError::expected(node.at, "a condition", hint))
    }

    fn number(&mut self, node: &Node) -> Result<Number, LanguageError> {
        match self.value(node)? {
            Value::Number(number) => Ok(number),
            other => Err(LanguageError::expected(node.at, "a number such as count(...)", other.named())),
        }
    }

    fn word(&mut self, node: &Node) -> Result<Word, LanguageError> {
        let value = self.value(node)?;
        word_of(node, value)
    }

    fn move_(&mut self, node: &Node) -> Result<usize, LanguageError> {
        match self.value(node)? {
            Value::Move(number) => Ok(number),
            other => Err(LanguageError::expected(node.at, A_MOVE, other.named())),
        }
    }

    /// Brings the move of a choice into scope.
    fn bind(&mut self, choice: &Choice) -> Result<(usize, Range), LanguageError> {
        let set = match self.value(&choice.set)? {
            Value::Moves(set) => Range::Moves(set),
            Value::Turns(at) => Range::Turns(at),
            other => {
                let expected = "a set of moves, such as `moves`";
                return Err(LanguageError::expected(choice.set.at, expected, other.named()));
            }
        };
        self.require_free(choice.at, &choice.variable)?;
        let number = self.moves.len();
        let (at, value) = match &set {
            Range::Moves(set) => {
                if set.kinds.iter().all(|(_, word)| word.within(&self.vocabulary.squares).is_empty()) {
                    return Err(LanguageError::new(choice.set.at, Reason::EmptySet));
                }
                (set.at, Value::Move(number))
            }
            Range::Turns(at) => (*at, Value::Turn(number)),
        };
        self.moves.push(at);
        self.scope.push((choice.variable.clone(), value, 1));
        Ok((number, set))
    }

    fn require_free(&self, at: usize, name: &str) -> Result<(), LanguageError> {
        let is_taken = KEYWORDS.contains(&name)
            || self.vocabulary.noun(name).is_some()
            || self.scope.iter().any(|(known, ..)| known == name);
        if is_taken { Err(LanguageError::new(at, Reason::Taken(name.to_owned()))) } else { Ok(()) }
    }

    fn value(&mut self, node: &Node) -> Result<Value, LanguageError> {
        self.grow(node.at, 1)?;
        let layout = self.vocabulary.layout;
        let of_board = self.vocabulary.squares;
        let squares = |mask: Mask| Ok(Value::Word(Word::Constant(mask.intersection(&of_board))));
        match &node.part {
            Part::Number(number) => {
                Ok(Value::Number(Number { constant: i64::from(*number), ..Number::default() }))
            }
            Part::Truth(truth) => Ok(Value::Bit(Bit::Truth(*truth))),
            Part::Name(name) => self.named(node.at, name),
            Part::Region(region) => squares(squares::region(layout, *region)),
            Part::Rank(rank) => squares(squares::rank(layout, node.at, i64::from(*rank))?),
            Part::File(file) => squares(squares::file(layout, node.at, *file)?),
            Part::Set(names) => squares(self.set(names)?),
            Part::Count(of) => self.count(of),
            Part::Any(is_any, of) => {
                let any = match self.value(of)? {
                    Value::Moves(set) => {
                        Bit::Any(either(set.kinds.into_iter().map(|(_, word)| word).collect()))
                    }
                    other => Bit::Any(word_of(of, other)?),
                };
                Ok(Value::Bit(if *is_any { any } else { any.not() }))
            }
            Part::Shift(direction, of) => Ok(Value::Word(Word::Shift(*direction, Box::new(self.word(of)?)))),
            Part::After(_) if !self.looks_ahead => {
                Err(LanguageError::expected(node.at, "words of the position in which one moves", "`after`"))
            }
            Part::After(of) => match self.value(of)? {
                Value::Move(number) | Value::Turn(number) => Ok(Value::Position(Some(number))),
                other => Err(LanguageError::expected(of.at, A_MOVE, other.named())),
            },
            Part::Call(name, of) => self.call(node.at, name, of),
            Part::If(parts) => self.conditional(parts),
            Part::Iterate(iteration) => Ok(Value::Word(self.iterated(node.at, iteration)?)),
            // An expanded question has none of these elsewhere.
            Part::Lines(..) | Part::Toward(..) | Part::Directions(_) | Part::Product(_) | Part::Union(..) => {
                Err(LanguageError::expected(node.at, "a set of moves", "directions"))
            }
            Part::Field(of, at, name) => self.field(of, *at, name),
            Part::Square(of, at, name) => {
                let word = self.word(of)?;
                Ok(Value::Bit(Bit::Square(word, squares::square(layout, &of_board, *at, name)?)))
            }
            Part::Complement(of) => {
                let value = self.value(of)?;
                let word = word_within(of, value, "`not` is for conditions")?;
                Ok(Value::Word(Word::Not(Box::new(word))))
            }
            Part::Words(join, parts) => self.joined(*join, parts),
            Part::Sum(terms) => Ok(Value::Number(self.sum(terms)?)),
            Part::Compare(comparison, left, right) => {
                Ok(Value::Bit(self.compared(*comparison, left, right)?))
            }
            Part::Not(of) => Ok(Value::Bit(self.bit_within(of, "`~` is for squares, or ")?.not())),
            Part::And(parts) => Ok(Value::Bit(Bit::And(self.bits(parts, "squares join by `&`, or ")?))),
            Part::Or(parts) => Ok(Value::Bit(Bit::Or(self.bits(parts, "squares join by `|`, or ")?))),
            Part::Implies(condition, then) => {
                let condition = self.bit(condition)?.not();
                Ok(Value::Bit(Bit::Or(vec![condition, self.bit(then)?])))
            }
            Part::Quantified(is_all, choice, body) => {
                Ok(Value::Bit(self.quantified(node.at, *is_all, choice, body)?))
            }
            Part::Unique(choice, body) => self.unique(node.at, choice, body).map(Value::Bit),
            Part::Forced(of, plies) => self.forced(node.at, of, plies).map(Value::Bit),
            Part::Let(name, value, body) => {
                let before = self.size;
                let value = self.value(value)?;
                self.require_free(node.at, name)?;
                self.scope.push((name.clone(), value, self.size - before));
                let body = self.value(body)?;
                self.scope.pop();
                Ok(body)
            }
        }
    }

    /// The squares with these names.
    fn set(&mut self, names: &[(usize, String)]) -> Result<Mask, LanguageError> {
        let mut mask = Mask::EMPTY;
        for (at, name) in names {
            self.grow(*at, 1)?;
            let square = squares::square(self.vocabulary.layout, &self.vocabulary.squares, *at, name)?;
            mask = mask.with(square);
        }
        Ok(mask)
    }

    /// What follows a point: a word of a position, or a part of a move or a turn.
    fn field(&mut self, of: &Node, at: usize, name: &str) -> Result<Value, LanguageError> {
        let (number, is_turn) = match self.value(of)? {
            Value::Position(position) => return self.noun(at, name, position),
            Value::Move(number) => (number, false),
            Value::Turn(number) => (number, true),
            other => {
                return Err(LanguageError::expected(of.at, "a position or a move before `.`", other.named()));
            }
        };
        match name {
            "from" => Ok(Value::Word(Word::From(number))),
            "to" => Ok(Value::Word(Word::To(number))),
            "over" if !is_turn => Ok(Value::Word(Word::Over(number))),
            "kind" if !is_turn => Ok(Value::KindOf(number)),
            _ => {
                let fields = if is_turn { "`from` or `to`" } else { "`from`, `to`, `over` or `kind`" };
                Err(LanguageError::expected(at, fields, format!("`{name}`")))
            }
        }
    }

    fn sum(&mut self, terms: &[(bool, Node)]) -> Result<Number, LanguageError> {
        let mut total = Number::default();
        for (is_subtracted, term) in terms {
            let number = self.number(term)?;
            let negative = Number::default().less(number.clone());
            // Adding a number is subtracting its negative.
            total = total.less(if *is_subtracted { number } else { negative });
        }
        Ok(total)
    }

    fn quantified(
        &mut self,
        place: usize,
        is_all: bool,
        choice: &Choice,
        body: &Node,
    ) -> Result<Bit, LanguageError> {
        let (variable, set) = self.bind(choice)?;
        if is_all && matches!(set, Range::Turns(_)) {
            return Err(LanguageError::new(place, Reason::AllTurns));
        }
        let body = Box::new(self.bit(body)?);
        self.scope.pop();
        Ok(Bit::Quantified { place, is_all, variable, set, body })
    }

    fn bits(&mut self, parts: &[Node], hint: &str) -> Result<Vec<Bit>, LanguageError> {
        parts.iter().map(|part| self.bit_within(part, hint)).collect()
    }

    /// A name: of a move or of a definition, or a word of the position.
    fn named(&mut self, at: usize, name: &str) -> Result<Value, LanguageError> {
        let known = self.scope.iter().find(|(known, ..)| known == name);
        if let Some((_, value, size)) = known.cloned() {
            self.grow(at, size)?;
            return Ok(value);
        }
        self.noun(at, name, None)
    }

    /// A word of a position.
    fn noun(&self, at: usize, name: &str, position: PositionRef) -> Result<Value, LanguageError> {
        let wanted = if position.is_some() { Wanted::OfPosition } else { Wanted::Name };
        let Some(noun) = self.vocabulary.noun(name) else {
            return Err(unknown(self.vocabulary, at, name, wanted, Vec::new()));
        };
        Ok(match noun {
            Noun::Board(index) => Value::Word(Word::Board(position, index)),
            Noun::Second(index) => Value::Bit(Bit::Any(Word::Board(position, index))),
            Noun::Shown(index) => Value::Word(Word::Shown(position, index)),
            Noun::OfMove(_) => {
                let found = format!("`{name}`, which is a word of a move: write {name}(m)");
                return Err(LanguageError::expected(at, "a word of a position", found));
            }
            Noun::Kind(index) => Value::Moves(moves_of(position, &[index])),
            Noun::Moves => {
                let all: Vec<usize> = (0..self.vocabulary.kinds.len()).collect();
                Value::Moves(moves_of(position, &all))
            }
            Noun::Turns => Value::Turns(position),
            Noun::Empty => Value::Word(Word::Not(Box::new(Word::Occupied(position)))),
            Noun::Occupied => Value::Word(Word::Occupied(position)),
            Noun::Ending(ending) => Value::Bit(Bit::Ending(position, ending)),
        })
    }

    /// `flips(m)`
    fn call(&mut self, at: usize, name: &str, of: &[Node]) -> Result<Value, LanguageError> {
        match (self.vocabulary.noun(name), of) {
            (Some(Noun::OfMove(index)), [of]) => Ok(Value::Word(Word::OfMove(index, self.move_(of)?))),
            (Some(Noun::OfMove(_)), _) => {
                Err(LanguageError::expected(at, format!("`{name}(m)`"), format!("`{name}(` of several")))
            }
            (Some(_), _) => Err(LanguageError::expected(
                at,
                "a word of a move before `(`",
                format!("`{name}`, which takes none"),
            )),
            (None, [of]) if self.looks_ahead && squares::image(name).is_some() => self.image(at, name, of),
            (None, _) => Err(unknown(self.vocabulary, at, name, Wanted::Function, Vec::new())),
        }
    }

    fn count(&mut self, of: &Node) -> Result<Value, LanguageError> {
        let plus = match self.value(of)? {
            Value::Moves(set) => set.kinds.into_iter().map(|(_, word)| word).collect(),
            other => vec![word_of(of, other)?],
        };
        Ok(Value::Number(Number { plus, ..Number::default() }))
    }

    /// Words, or moves restricted to the squares of words.
    fn joined(&mut self, join: Join, parts: &[Node]) -> Result<Value, LanguageError> {
        let hint = match join {
            Join::Both => "conditions join by `and`",
            Join::One => "conditions differ by `!=`",
            Join::Either => "conditions join by `or`",
        };
        let mut moves: Option<MoveSet> = None;
        let mut words = Vec::new();
        for part in parts {
            match self.value(part)? {
                // A set of moves `&` words is a set of moves.
                Value::Moves(set) if join == Join::Both && moves.is_none() => moves = Some(set),
                other => words.push(word_within(part, other, hint)?),
            }
        }
        let Some(mut set) = moves else {
            return Ok(Value::Word(match join {
                Join::Both => Word::And(words),
                Join::One => Word::Xor(words),
                Join::Either => Word::Or(words),
            }));
        };
        for (kind, word) in &mut set.kinds {
            if words.is_empty() {
                break;
            }
            self.grow(parts[0].at, words.len() * usize::from(*kind > 0))?;
            let all = std::iter::once(word.clone()).chain(words.iter().cloned());
            *word = Word::And(all.collect());
        }
        Ok(Value::Moves(set))
    }
}

/// A part as a word.
fn word_of(node: &Node, value: Value) -> Result<Word, LanguageError> {
    match value {
        Value::Word(word) => Ok(word),
        Value::Moves(mut set) if set.kinds.len() == 1 => Ok(set.kinds.remove(0).1),
        other => Err(LanguageError::expected(node.at, "a word", other.named())),
    }
}

/// The same among operands, with what is said of a condition there.
fn word_within(node: &Node, value: Value, hint: &str) -> Result<Word, LanguageError> {
    match value {
        Value::Bit(_) => Err(LanguageError::expected(node.at, "a word", format!("a condition: {hint}"))),
        other => word_of(node, other),
    }
}

/// The union of words.
pub(crate) fn either(mut words: Vec<Word>) -> Word {
    if words.len() == 1 { words.remove(0) } else { Word::Or(words) }
}

/// All moves of these kinds.
fn moves_of(at: PositionRef, kinds: &[usize]) -> MoveSet {
    MoveSet { at, kinds: kinds.iter().map(|&kind| (kind, Word::Kind(at, kind))).collect() }
}
