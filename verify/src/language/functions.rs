//! The names and functions that expressions have, and the operators between values.

use super::evaluate::{Evaluator, Names, Value, bound};
use super::reader::Tree;
use super::scope::{Bound, DIRECTIONS, Definition, Direction, Fault, direction};
use super::{Move, NaiveView, Refusal, Square, Squares};
use crate::naive::GameResult;

/// Names that are known in questions only.
const OF_QUESTIONS: [&str; 7] = ["moves", "turns", "over", "won", "lost", "drawn", "after"];

impl<S: NaiveView> Evaluator<'_, S> {
    /// The value of a name in a position.
    #[inline(never)]
    pub(super) fn named(&self, name: &str, position: &S::Position) -> Result<Value<S::Position>, Fault> {
        let expected = |expected: &'static str| Err(Refusal::Type { expected }.into());
        // A definition is looked for before the words: those of the game show definitions to questions.
        if let Some(definition) = self.scope.and_then(|scope| scope.definitions.get(name)) {
            return self.defined(name, definition, Vec::new());
        }
        let word = self.game.word(position, name);
        if self.scope.is_some() {
            if self.is_constant && (word.is_some() || matches!(name, "empty" | "occupied")) {
                return expected("what is the same in every position");
            }
            let is_kind = || self.game.kinds().iter().any(|kind| kind == name) && direction(name).is_none();
            if word.is_none() && (OF_QUESTIONS.contains(&name) || is_kind()) {
                return expected("words and numbers: rules cannot ask for moves or ends of games");
            }
        }
        // Names of the game take precedence over the names that every game has.
        if let Some(word) = word {
            return Ok(Value::Word(word));
        }
        if self.scope.is_none() && self.game.kinds().iter().any(|kind| kind == name) {
            let moves = self.game.moves(position).into_iter().filter(|played| played.kind == name).collect();
            return Ok(Value::Moves(position.clone(), moves, 1));
        }
        let unknown = || Fault::from(Refusal::Unknown { name: name.to_owned() });
        let (files, ranks) = self.game.size();
        Ok(match name {
            "true" | "false" => Value::Bit(name == "true"),
            "W" => Value::Constant(files as i64),
            "H" => Value::Constant(ranks as i64),
            "moves" => Value::Moves(position.clone(), self.game.moves(position), self.game.kinds().len()),
            "turns" => Value::Turns(self.game.turns(position).ok_or_else(unknown)?),
            "over" => Value::Bit(self.game.ended(position).is_some()),
            "won" => Value::Bit(self.game.ended(position) == Some(GameResult::Won)),
            "lost" => Value::Bit(self.game.ended(position) == Some(GameResult::Lost)),
            "drawn" => Value::Bit(self.game.ended(position) == Some(GameResult::Drawn)),
            "directions" | "orthogonals" | "diagonals" => {
                let all = DIRECTIONS.into_iter().map(|(_, direction, _)| direction);
                let is_wanted = |(file, rank): &Direction| {
                    name == "directions" || (*file != 0 && *rank != 0) == (name == "diagonals")
                };
                Value::Directions(all.filter(is_wanted).collect())
            }
            _ => match direction(name) {
                Some(direction) => Value::Direction(direction),
                None => Value::Word(self.squares_named(name, position).ok_or_else(unknown)?),
            },
        })
    }

    /// The squares of a name that every game has.
    fn squares_named(&self, name: &str, position: &S::Position) -> Option<Squares> {
        let (files, ranks) = self.game.size();
        let is_last = |place: usize, places: usize| place == 0 || place + 1 == places;
        let is_middle = |place: usize, places: usize| place == (places - 1) / 2 || place == places / 2;
        Some(match name {
            "none" => Squares::new(),
            "board" => self.squares.clone(),
            "corners" => self.those(|(file, rank)| is_last(file, files) && is_last(rank, ranks)),
            "edges" => self.those(|(file, rank)| is_last(file, files) || is_last(rank, ranks)),
            "middle" => self.those(|(file, rank)| is_middle(file, files) && is_middle(rank, ranks)),
            "dark" => self.those(|(file, rank)| (file + rank) % 2 == 0),
            "light" => self.those(|(file, rank)| (file + rank) % 2 == 1),
            "occupied" => self.game.occupied(position),
            "empty" => {
                let occupied = self.game.occupied(position);
                self.those(|square| !occupied.contains(&square))
            }
            _ => return None,
        })
    }

    /// The value of a definition, which sees its parameters and the names around it.
    #[inline(never)]
    fn defined(
        &self,
        name: &str,
        definition: &Definition,
        arguments: Vec<Value<S::Position>>,
    ) -> Result<Value<S::Position>, Fault> {
        if arguments.len() != definition.parameters.len() {
            let needed = definition.parameters.len();
            return Err(Refusal::Value(format!("`{name}` needs {needed} arguments")).into());
        }
        let bounds = definition.bounds.iter().map(|(name, bound)| (name.clone(), Value::of(*bound)));
        let parameters = definition.parameters.iter().cloned().zip(arguments);
        self.value(&definition.body, &mut bounds.chain(parameters).collect())
    }

    /// The squares one step from those of a word.
    pub(super) fn moved(&self, word: &Squares, (over, up): Direction) -> Squares {
        let moved = |&(file, rank): &Square| {
            let moved = (file.checked_add_signed(over)?, rank.checked_add_signed(up)?);
            self.squares.contains(&moved).then_some(moved)
        };
        word.iter().filter_map(moved).collect()
    }

    /// A word with what is at most so many steps from it.
    fn near(&self, mut word: Squares, steps: i64) -> Squares {
        for _ in 0..steps {
            let before = word.clone();
            for direction in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
                word.extend(self.moved(&before, direction));
            }
            if word == before {
                break;
            }
        }
        word
    }

    #[inline(never)]
    pub(super) fn call(
        &self,
        name: &str,
        arguments: &[Tree],
        names: &mut Names<S::Position>,
    ) -> Result<Value<S::Position>, Fault> {
        let bound_direction = match bound(name, names) {
            Some(Value::Direction(direction)) => Some(*direction),
            _ => None,
        };
        let mut values = Vec::new();
        for argument in arguments {
            values.push(self.value(argument, names)?);
        }
        if let Some(definition) = self.scope.and_then(|scope| scope.definitions.get(name))
            && bound_direction.is_none()
        {
            return self.defined(name, definition, values);
        }
        let Some(last) = values.pop() else { return Err(Refusal::Type { expected: "an argument" }.into()) };
        if let Some(first) = values.pop() {
            return match (name, first, last) {
                _ if !values.is_empty() => Err(Refusal::Type { expected: "fewer arguments" }.into()),
                ("min", Value::Constant(one), Value::Constant(other)) => Ok(Value::Constant(one.min(other))),
                ("max", Value::Constant(one), Value::Constant(other)) => Ok(Value::Constant(one.max(other))),
                ("min" | "max", ..) => Err(Refusal::Type { expected: "two constant numbers" }.into()),
                ("near", word, Value::Constant(steps)) => {
                    let word = self.near(word.word()?, steps);
                    self.work.spend(8 * self.squares.len())?;
                    Ok(Value::Word(word))
                }
                ("near", ..) => Err(Refusal::Type { expected: "a word and a constant number" }.into()),
                _ => Err(Refusal::Type { expected: "one argument" }.into()),
            };
        }
        if let Some(direction) = bound_direction.or_else(|| direction(name)) {
            return Ok(Value::Word(self.moved(&last.word()?, direction)));
        }
        self.function(name, last)
    }

    /// A function of one argument.
    #[inline(never)]
    fn function(&self, name: &str, argument: Value<S::Position>) -> Result<Value<S::Position>, Fault> {
        match (name, argument) {
            ("count", Value::Moves(_, moves, _)) => Ok(Value::Number(moves.len() as i64)),
            ("count", word) => Ok(Value::Number(word.word()?.len() as i64)),
            ("any" | "none", Value::Moves(_, moves, _)) => {
                Ok(Value::Bit(moves.is_empty() == (name == "none")))
            }
            ("any" | "none", word) => Ok(Value::Bit(word.word()?.is_empty() == (name == "none"))),
            ("opposite", Value::Direction((over, up))) => Ok(Value::Direction((-over, -up))),
            ("after", _) if self.scope.is_some() => {
                Err(Refusal::Type { expected: "no `after`: rules cannot ask for other positions" }.into())
            }
            ("after", Value::Turn(turn)) => Ok(Value::Position(turn.after)),
            ("after", Value::Move(position, played)) => {
                let next = self.game.after(&position, &played).map_err(Refusal::Position)?;
                Ok(Value::Position(next))
            }
            (_, Value::Move(position, played)) if self.scope.is_none() => {
                let word = self.game.word_of_move(&position, name, &played);
                Ok(Value::Word(word.ok_or_else(|| Refusal::Unknown { name: name.to_owned() })?))
            }
            _ if self.scope.is_some() => Err(Refusal::Unknown { name: name.to_owned() }.into()),
            _ => Err(Refusal::Type { expected: "a move in parentheses" }.into()),
        }
    }
}

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
    pub(super) fn members(self) -> Result<Names<P>, Refusal>
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
