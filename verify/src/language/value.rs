//! Values of expressions, and the operators that need nothing but values.

use super::scope::{Bound, Direction};
use super::{Move, Refusal, Squares, Turn};

/// A value of a part of a question.
#[derive(Clone)]
pub(crate) enum Value<P> {
    Bit(bool),
    Word(Squares),
    Number(i64),
    /// A number that is the same in every position.
    Constant(i64),
    Direction(Direction),
    Directions(Vec<Direction>),
    /// A position, a set of its moves, and the number of kinds that these moves may have.
    Moves(P, Vec<Move>, usize),
    Turns(Vec<Turn<P>>),
    Position(P),
    Move(P, Move),
    Turn(Turn<P>),
    Kind(String),
}

/// Names with their values, the innermost last.
pub(crate) type Names<'n, P> = Vec<(&'n str, Value<P>)>;

impl<P> Value<P> {
    /// The squares of a word, or of moves of one kind.
    pub(super) fn word(self) -> Result<Squares, Refusal> {
        match self {
            Value::Word(word) => Ok(word),
            Value::Moves(_, moves, 1) => Ok(moves.iter().map(|played| played.at).collect()),
            _ => Err(Refusal::Type { expected: "a word" }),
        }
    }

    /// One direction or several.
    pub(super) fn directions(self) -> Option<Vec<Direction>> {
        match self {
            Value::Direction(direction) => Some(vec![direction]),
            Value::Directions(directions) => Some(directions),
            _ => None,
        }
    }

    /// The moves, turns or directions of a set; moves and turns with their names in the game.
    pub(super) fn members(self) -> Result<Vec<(String, Value<P>)>, Refusal>
    where
        P: Clone,
    {
        match self {
            Value::Moves(position, moves, _) => {
                let named = |played: Move| (played.name.clone(), Value::Move(position.clone(), played));
                Ok(moves.into_iter().map(named).collect())
            }
            Value::Turns(turns) => {
                Ok(turns.into_iter().map(|turn| (turn.name.clone(), Value::Turn(turn))).collect())
            }
            Value::Directions(directions) => {
                let named = |direction| (String::new(), Value::Direction(direction));
                Ok(directions.into_iter().map(named).collect())
            }
            _ => Err(Refusal::Type { expected: "a set of moves" }),
        }
    }

    /// A number, and whether it is the same in every position.
    pub(super) fn as_number(&self) -> Option<(i64, bool)> {
        match self {
            Value::Number(number) => Some((*number, false)),
            Value::Constant(number) => Some((*number, true)),
            _ => None,
        }
    }

    pub(crate) fn of(bound: Bound) -> Value<P> {
        match bound {
            Bound::Number(number) => Value::Constant(number),
            Bound::Direction(direction) => Value::Direction(direction),
        }
    }
}

/// The value that a name has from the text around it.
pub(super) fn bound<'v, P>(name: &str, names: &'v Names<P>) -> Option<&'v Value<P>> {
    names.iter().rev().find(|(known, _)| *known == name).map(|(_, value)| value)
}

/// Two numbers with an operator between them.
pub(super) fn arithmetic<P>(
    operator: &str,
    (one, is_constant): (i64, bool),
    (other, is_other_constant): (i64, bool),
) -> Result<Value<P>, Refusal> {
    let are_constant = is_constant && is_other_constant;
    let number = match operator {
        "=" => return Ok(Value::Bit(one == other)),
        "!=" => return Ok(Value::Bit(one != other)),
        "<" => return Ok(Value::Bit(one < other)),
        "<=" => return Ok(Value::Bit(one <= other)),
        ">" => return Ok(Value::Bit(one > other)),
        ">=" => return Ok(Value::Bit(one >= other)),
        "+" => one.checked_add(other),
        "-" => one.checked_sub(other),
        "*" | "/" if !are_constant => return Err(Refusal::Type { expected: "constant numbers here" }),
        "*" => one.checked_mul(other),
        "/" if other == 0 => return Err(Refusal::Value("division by 0".to_owned())),
        "/" => {
            one.checked_div(other).map(|down| down - i64::from(one % other != 0 && (one < 0) != (other < 0)))
        }
        _ => return Err(Refusal::Type { expected: "another operator between numbers" }),
    };
    let number = number.ok_or_else(|| Refusal::Value("this number is too large".to_owned()))?;
    Ok(if are_constant { Value::Constant(number) } else { Value::Number(number) })
}

/// Two other values with an operator between them.
pub(super) fn joined<P>(operator: &str, one: Value<P>, other: Value<P>) -> Result<Value<P>, Refusal> {
    Ok(match (operator, one, other) {
        ("and", Value::Bit(one), Value::Bit(other)) => Value::Bit(one && other),
        ("or", Value::Bit(one), Value::Bit(other)) => Value::Bit(one || other),
        ("=>", Value::Bit(one), Value::Bit(other)) => Value::Bit(!one || other),
        ("=", Value::Bit(one), Value::Bit(other)) => Value::Bit(one == other),
        ("!=", Value::Bit(one), Value::Bit(other)) => Value::Bit(one != other),
        ("=", Value::Kind(one), Value::Kind(other)) => Value::Bit(one == other),
        ("!=", Value::Kind(one), Value::Kind(other)) => Value::Bit(one != other),
        ("and" | "or" | "=>", ..) => return Err(Refusal::Type { expected: "conditions here" }),
        // A set of moves `&` a word is a set of moves.
        ("&", Value::Moves(position, mut moves, kinds), other)
        | ("&", other, Value::Moves(position, mut moves, kinds)) => {
            let word = other.word()?;
            moves.retain(|played| word.contains(&played.at));
            Value::Moves(position, moves, kinds)
        }
        (operator, one, other) => {
            let (one, other) = (one.word()?, other.word()?);
            match operator {
                "&" => Value::Word(one.intersection(&other)),
                "|" => Value::Word(one.union(&other)),
                "^" => Value::Word(one.symmetric_difference(&other)),
                "=" => Value::Bit(one == other),
                "!=" => Value::Bit(one != other),
                "subset" => Value::Bit(one.is_subset(&other)),
                _ => return Err(Refusal::Type { expected: "another operator between words" }),
            }
        }
    })
}
