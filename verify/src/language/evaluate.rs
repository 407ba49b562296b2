//! Evaluates questions on positions.

use super::reader::{Aim, Question, Tree};
use super::{Judgement, Move, NaiveView, Refusal, Square, Squares, Turn, square};
use crate::naive::GameResult;

/// A value of a part of a question.
#[derive(Clone)]
enum Value<P> {
    Bit(bool),
    Word(Squares),
    Number(i64),
    /// A position, a set of its moves, and the number of kinds that these moves may have.
    Moves(P, Vec<Move>, usize),
    Turns(Vec<Turn<P>>),
    Position(P),
    Move(P, Move),
    Turn(Turn<P>),
    Kind(String),
}

/// Names with their values, the innermost last.
type Names<P> = Vec<(String, Value<P>)>;

/// Judges a position.
pub(super) fn judge<S: NaiveView>(
    game: &S,
    question: &Question,
    position: &S::Position,
) -> Result<Judgement, Refusal> {
    let evaluator = Evaluator { game, position, squares: game.squares() };
    let mut names = Vec::new();
    let mut judged = Judgement { answers: false, value: None, played: None };
    let Some((name, set)) = &question.choice else {
        evaluator.judge(&question.aim, &mut names, None, &mut judged)?;
        return Ok(judged);
    };
    for (text, chosen) in evaluator.moves(set, &mut names)? {
        names.push((name.clone(), chosen));
        evaluator.judge(&question.aim, &mut names, Some(text), &mut judged)?;
        names.pop();
    }
    Ok(judged)
}

struct Evaluator<'a, S: NaiveView> {
    game: &'a S,
    position: &'a S::Position,
    squares: Squares,
}

impl<S: NaiveView> Evaluator<'_, S> {
    /// Adds the result for one move, or for the position if the question is not about moves.
    fn judge(
        &self,
        aim: &Aim,
        names: &mut Names<S::Position>,
        played: Option<String>,
        judged: &mut Judgement,
    ) -> Result<(), Refusal> {
        match aim {
            Aim::Condition(condition) => {
                if self.bit(condition, names)? && !judged.answers {
                    judged.answers = true;
                    judged.played = played;
                }
            }
            Aim::Extreme(is_most, number, condition) => {
                let meets = match condition {
                    Some(condition) => self.bit(condition, names)?,
                    None => true,
                };
                if meets {
                    judged.answers = true;
                    let value = self.number(number, names)?;
                    let is_better =
                        judged.value.is_none_or(|best| if *is_most { value > best } else { value < best });
                    if is_better {
                        judged.value = Some(value);
                        judged.played = played;
                    }
                }
            }
        }
        Ok(())
    }

    fn bit(&self, tree: &Tree, names: &mut Names<S::Position>) -> Result<bool, Refusal> {
        match self.value(tree, names)? {
            Value::Bit(bit) => Ok(bit),
            _ => Err(Refusal::Type { expected: "a condition" }),
        }
    }

    fn number(&self, tree: &Tree, names: &mut Names<S::Position>) -> Result<i64, Refusal> {
        match self.value(tree, names)? {
            Value::Number(number) => Ok(number),
            _ => Err(Refusal::Type { expected: "a number" }),
        }
    }

    fn word(&self, tree: &Tree, names: &mut Names<S::Position>) -> Result<Squares, Refusal> {
        as_word(self.value(tree, names)?)
    }

    /// The moves or turns of a set, each with its name in the game.
    fn moves(&self, tree: &Tree, names: &mut Names<S::Position>) -> Result<Names<S::Position>, Refusal> {
        match self.value(tree, names)? {
            Value::Moves(position, moves, _) => {
                let named = |played: Move| (played.name.clone(), Value::Move(position.clone(), played));
                Ok(moves.into_iter().map(named).collect())
            }
            Value::Turns(turns) => {
                Ok(turns.into_iter().map(|turn| (turn.name.clone(), Value::Turn(turn))).collect())
            }
            _ => Err(Refusal::Type { expected: "a set of moves" }),
        }
    }

    fn those(&self, belongs: impl Fn(Square) -> bool) -> Value<S::Position> {
        Value::Word(self.squares.iter().copied().filter(|&square| belongs(square)).collect())
    }

    fn square(&self, name: &str) -> Result<Square, Refusal> {
        let found = square(&name.to_ascii_lowercase()).filter(|found| self.squares.contains(found));
        found.ok_or_else(|| Refusal::Position(format!("`{name}` is not a square of the board")))
    }

    fn value(&self, tree: &Tree, names: &mut Names<S::Position>) -> Result<Value<S::Position>, Refusal> {
        Ok(match tree {
            Tree::Number(number) => Value::Number(*number),
            Tree::Name(name) => {
                let known = names.iter().rev().find(|(known, _)| known == name);
                match known {
                    Some((_, value)) => value.clone(),
                    None => self.named(name, self.position)?,
                }
            }
            Tree::Set(squares) => {
                let found: Result<Squares, Refusal> = squares.iter().map(|name| self.square(name)).collect();
                Value::Word(found?)
            }
            Tree::Rank(wanted) => self.those(|(_, rank)| rank + 1 == *wanted),
            Tree::File(wanted) => self.those(|(file, _)| file == *wanted as usize - 'a' as usize),
            Tree::Call(name, argument) => self.call(name, argument, names)?,
            Tree::Field(of, name) => match self.value(of, names)? {
                Value::Position(position) => self.named(name, &position)?,
                Value::Move(_, played) => match name.as_str() {
                    "from" => Value::Word(played.from.into_iter().collect()),
                    "to" => Value::Word(played.to.into_iter().collect()),
                    "kind" => Value::Kind(played.kind),
                    _ => return Err(Refusal::Unknown { name: name.clone() }),
                },
                Value::Turn(turn) => match name.as_str() {
                    "from" => Value::Word(Squares::from([turn.from])),
                    "to" => Value::Word(Squares::from([turn.to])),
                    _ => return Err(Refusal::Unknown { name: name.clone() }),
                },
                _ => return Err(Refusal::Type { expected: "a position or a move before `.`" }),
            },
            Tree::At(of, name) => Value::Bit(self.word(of, names)?.contains(&self.square(name)?)),
            Tree::Not(of) => Value::Bit(!self.bit(of, names)?),
            Tree::Complement(of) => {
                let word = self.word(of, names)?;
                self.those(|square| !word.contains(&square))
            }
            Tree::Chain(first, others) => self.chain(first, others, names)?,
            Tree::Quantified { is_all, name, set, body } => {
                let mut holds = *is_all;
                for (_, chosen) in self.moves(set, names)? {
                    names.push((name.clone(), chosen));
                    let of_move = self.bit(body, names);
                    names.pop();
                    if of_move? != *is_all {
                        holds = !*is_all;
                        break;
                    }
                }
                Value::Bit(holds)
            }
            Tree::Let(name, value, body) => {
                let value = self.value(value, names)?;
                names.push((name.clone(), value));
                let body = self.value(body, names);
                names.pop();
                body?
            }
        })
    }

    /// The value of a name in a position.
    fn named(&self, name: &str, position: &S::Position) -> Result<Value<S::Position>, Refusal> {
        let (files, ranks) = self.game.size();
        let is_last = |place: usize, places: usize| place == 0 || place + 1 == places;
        // Names of the game take precedence over the names that every game has.
        if let Some(word) = self.game.word(position, name) {
            return Ok(Value::Word(word));
        }
        if self.game.kinds().iter().any(|kind| kind == name) {
            let moves = self.game.moves(position).into_iter().filter(|played| played.kind == name).collect();
            return Ok(Value::Moves(position.clone(), moves, 1));
        }
        Ok(match name {
            "true" | "false" => Value::Bit(name == "true"),
            "board" => self.those(|_| true),
            "corners" => self.those(|(file, rank)| is_last(file, files) && is_last(rank, ranks)),
            "edges" => self.those(|(file, rank)| is_last(file, files) || is_last(rank, ranks)),
            "moves" => Value::Moves(position.clone(), self.game.moves(position), self.game.kinds().len()),
            "occupied" => Value::Word(self.game.occupied(position)),
            "empty" => {
                let occupied = self.game.occupied(position);
                self.those(|square| !occupied.contains(&square))
            }
            "turns" => match self.game.turns(position) {
                Some(turns) => Value::Turns(turns),
                None => return Err(Refusal::Unknown { name: name.to_owned() }),
            },
            "over" => Value::Bit(self.game.ended(position).is_some()),
            "won" => Value::Bit(self.game.ended(position) == Some(GameResult::Won)),
            "lost" => Value::Bit(self.game.ended(position) == Some(GameResult::Lost)),
            "drawn" => Value::Bit(self.game.ended(position) == Some(GameResult::Drawn)),
            _ => return Err(Refusal::Unknown { name: name.to_owned() }),
        })
    }

    fn call(
        &self,
        name: &str,
        argument: &Tree,
        names: &mut Names<S::Position>,
    ) -> Result<Value<S::Position>, Refusal> {
        let argument = self.value(argument, names)?;
        let step = match name {
            "count" => {
                return Ok(Value::Number(match argument {
                    Value::Moves(_, moves, _) => moves.len() as i64,
                    other => as_word(other)?.len() as i64,
                }));
            }
            "any" | "none" => {
                let is_empty = match argument {
                    Value::Moves(_, moves, _) => moves.is_empty(),
                    other => as_word(other)?.is_empty(),
                };
                return Ok(Value::Bit(is_empty == (name == "none")));
            }
            "north" => (0, 1),
            "northeast" => (1, 1),
            "east" => (1, 0),
            "southeast" => (1, -1),
            "south" => (0, -1),
            "southwest" => (-1, -1),
            "west" => (-1, 0),
            "northwest" => (-1, 1),
            "after" if matches!(argument, Value::Turn(_)) => {
                let Value::Turn(turn) = argument else { return Err(Refusal::Type { expected: "a turn" }) };
                return Ok(Value::Position(turn.after));
            }
            _ => {
                let Value::Move(position, played) = argument else {
                    return Err(Refusal::Type { expected: "a move in parentheses" });
                };
                if name == "after" {
                    let next = self.game.after(&position, &played).map_err(Refusal::Position)?;
                    return Ok(Value::Position(next));
                }
                let word = self.game.word_of_move(&position, name, &played);
                return word.map(Value::Word).ok_or_else(|| Refusal::Unknown { name: name.to_owned() });
            }
        };
        let moved = |(file, rank): Square| {
            let moved = (file.checked_add_signed(step.0)?, rank.checked_add_signed(step.1)?);
            self.squares.contains(&moved).then_some(moved)
        };
        Ok(Value::Word(as_word(argument)?.into_iter().filter_map(moved).collect()))
    }

    /// Operands of one level with operators between them.
    fn chain(
        &self,
        first: &Tree,
        others: &[(String, Tree)],
        names: &mut Names<S::Position>,
    ) -> Result<Value<S::Position>, Refusal> {
        let mut value = self.value(first, names)?;
        for (operator, operand) in others {
            let other = match (&value, operand) {
                // A name that is compared with the kind of a move is the name of a kind.
                (Value::Kind(_), Tree::Name(name)) => Value::Kind(name.clone()),
                _ => self.value(operand, names)?,
            };
            value = joined(operator, value, other)?;
        }
        Ok(value)
    }
}

/// Two values with an operator between them.
fn joined<P: Clone>(operator: &str, one: Value<P>, other: Value<P>) -> Result<Value<P>, Refusal> {
    Ok(match (operator, one, other) {
        ("and", Value::Bit(one), Value::Bit(other)) => Value::Bit(one && other),
        ("or", Value::Bit(one), Value::Bit(other)) => Value::Bit(one || other),
        ("=>", Value::Bit(one), Value::Bit(other)) => Value::Bit(!one || other),
        ("=", Value::Bit(one), Value::Bit(other)) => Value::Bit(one == other),
        ("!=", Value::Bit(one), Value::Bit(other)) => Value::Bit(one != other),
        ("=", Value::Kind(one), Value::Kind(other)) => Value::Bit(one == other),
        ("!=", Value::Kind(one), Value::Kind(other)) => Value::Bit(one != other),
        (comparison, Value::Number(one), Value::Number(other)) => match comparison {
            "+" => Value::Number(one + other),
            "-" => Value::Number(one - other),
            "=" => Value::Bit(one == other),
            "!=" => Value::Bit(one != other),
            "<" => Value::Bit(one < other),
            "<=" => Value::Bit(one <= other),
            ">" => Value::Bit(one > other),
            ">=" => Value::Bit(one >= other),
            _ => return Err(Refusal::Type { expected: "another operator between numbers" }),
        },
        // A set of moves `&` a word is a set of moves.
        ("&", Value::Moves(position, moves, kinds), other) => {
            let word = as_word(other)?;
            Value::Moves(
                position,
                moves.into_iter().filter(|played| word.contains(&played.at)).collect(),
                kinds,
            )
        }
        ("&", one, Value::Moves(position, moves, kinds)) => {
            let word = as_word(one)?;
            Value::Moves(
                position,
                moves.into_iter().filter(|played| word.contains(&played.at)).collect(),
                kinds,
            )
        }
        (operator, one, other) => {
            let (one, other) = (as_word(one)?, as_word(other)?);
            match operator {
                "&" => Value::Word(one.intersection(&other).copied().collect()),
                "|" => Value::Word(one.union(&other).copied().collect()),
                "^" => Value::Word(one.symmetric_difference(&other).copied().collect()),
                "=" => Value::Bit(one == other),
                "!=" => Value::Bit(one != other),
                "subset" => Value::Bit(one.is_subset(&other)),
                _ => return Err(Refusal::Type { expected: "another operator between words" }),
            }
        }
    })
}

fn as_word<P>(value: Value<P>) -> Result<Squares, Refusal> {
    match value {
        Value::Word(word) => Ok(word),
        Value::Moves(_, moves, 1) => Ok(moves.iter().map(|played| played.at).collect()),
        _ => Err(Refusal::Type { expected: "a word" }),
    }
}
