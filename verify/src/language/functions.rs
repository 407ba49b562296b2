//! The names and functions that expressions have.

use super::evaluate::Evaluator;
use super::reader::Tree;
use super::scope::{DIRECTIONS, Definition, Direction, Fault, direction};
use super::value::{Names, Value, bound};
use super::{Move, NaiveView, Refusal, Squares, require_judged};
use crate::game_file::symmetry::Symmetry;
use crate::naive::GameResult;

/// Names that are known in questions only.
const OF_QUESTIONS: [&str; 7] = ["moves", "turns", "over", "won", "lost", "drawn", "after"];

const CONSTANT: &str = "what is the same in every position";

impl<S: NaiveView> Evaluator<'_, S> {
    /// The value of a name in a position.
    #[inline(never)]
    pub(super) fn named(&self, name: &str, position: &S::Position) -> Result<Value<S::Position>, Fault> {
        let expected = |expected: &'static str| Err(Refusal::Type { expected }.into());
        // A definition is looked for before the words: those of the game show definitions to questions.
        if let Some(definition) = self.scope.and_then(|scope| scope.definitions.get(name)) {
            return self.defined(name, definition, Vec::new());
        }
        if let Some(condition) = self.game.condition(position, name) {
            return if self.is_constant { expected(CONSTANT) } else { Ok(Value::Bit(condition)) };
        }
        let word = self.game.word(position, name);
        if self.scope.is_some() {
            if self.is_constant && (word.is_some() || matches!(name, "empty" | "occupied")) {
                return expected(CONSTANT);
            }
            let is_kind = || self.has_kind(name) && direction(name).is_none();
            if word.is_none() && (OF_QUESTIONS.contains(&name) || is_kind()) {
                return expected("words and numbers: rules cannot ask for moves or ends of games");
            }
        }
        // Names of the game take precedence over the names that every game has.
        if let Some(word) = word {
            return Ok(Value::Word(word));
        }
        if self.scope.is_none() && self.has_kind(name) {
            let moves = self.moves(position)?.into_iter().filter(|played| played.kind == name).collect();
            return Ok(Value::Moves(position.clone(), moves, 1));
        }
        let unknown = || Fault::from(Refusal::Unknown { name: name.to_owned() });
        let (files, ranks) = self.game.size();
        Ok(match name {
            "true" | "false" => Value::Bit(name == "true"),
            "W" => Value::Constant(files as i64),
            "H" => Value::Constant(ranks as i64),
            "moves" => Value::Moves(position.clone(), self.moves(position)?, self.game.kinds().len()),
            "turns" => Value::Turns(self.game.turns(position).ok_or_else(unknown)?),
            "over" => Value::Bit(self.ended(position)?.is_some()),
            "won" => Value::Bit(self.ended(position)? == Some(GameResult::Won)),
            "lost" => Value::Bit(self.ended(position)? == Some(GameResult::Lost)),
            "drawn" => Value::Bit(self.ended(position)? == Some(GameResult::Drawn)),
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

    /// The moves. That there are none is not believed where the game refuses the position.
    fn moves(&self, position: &S::Position) -> Result<Vec<Move>, Refusal> {
        let moves = self.game.moves(position);
        if moves.is_empty() { self.judged(position, moves) } else { Ok(moves) }
    }

    fn ended(&self, position: &S::Position) -> Result<Option<GameResult>, Refusal> {
        let ended = self.game.ended(position);
        if ended.is_none() { self.judged(position, ended) } else { Ok(ended) }
    }

    fn judged<T>(&self, position: &S::Position, found: T) -> Result<T, Refusal> {
        require_judged(self.game, position).map(|()| found)
    }

    pub(super) fn has_kind(&self, name: &str) -> bool {
        self.game.kinds().iter().any(|kind| kind == name)
    }

    /// The squares of a name that every game has.
    fn squares_named(&self, name: &str, position: &S::Position) -> Option<Squares> {
        let (files, ranks) = self.game.size();
        let is_last = |place: usize, places: usize| place == 0 || place + 1 == places;
        let is_middle = |place: usize, places: usize| place == (places - 1) / 2 || place == places / 2;
        Some(match name {
            "none" => Squares::new(),
            "board" => self.squares,
            "corners" => self.those(|(file, rank)| is_last(file, files) && is_last(rank, ranks)),
            "edges" => self.those(|(file, rank)| is_last(file, files) || is_last(rank, ranks)),
            "middle" => self.those(|(file, rank)| is_middle(file, files) && is_middle(rank, ranks)),
            "dark" => self.those(|(file, rank)| (file + rank) % 2 == 0),
            "light" => self.those(|(file, rank)| (file + rank) % 2 == 1),
            "occupied" => self.game.occupied(position),
            "empty" => self.squares.without(&self.game.occupied(position)),
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
        let bounds = definition.bounds.iter().map(|(name, bound)| (name.as_str(), Value::of(*bound)));
        let parameters = definition.parameters.iter().map(String::as_str).zip(arguments);
        self.value(&definition.body, &mut bounds.chain(parameters).collect())
    }

    /// The squares one step from those of a word.
    pub(super) fn moved(&self, word: &Squares, direction: Direction) -> Squares {
        word.moved(direction).intersection(&self.squares)
    }

    /// The image of a word.
    fn image(&self, symmetry: Symmetry, word: &Squares) -> Result<Squares, Refusal> {
        let size = self.game.size();
        if !symmetry.fits(size) {
            return Err(Refusal::Value("this is no symmetry of the board".to_owned()));
        }
        Ok(symmetry.word(size, word).intersection(&self.squares))
    }

    /// A word with what is at most so many steps from it.
    fn near(&self, mut word: Squares, steps: i64) -> Result<Squares, Refusal> {
        for _ in 0..steps {
            let before = word;
            self.work.spend(8 * before.len())?;
            for direction in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
                word = word.union(&self.moved(&before, direction));
            }
            if word == before {
                break;
            }
        }
        Ok(word)
    }

    #[inline(never)]
    pub(super) fn call<'n>(
        &self,
        name: &'n str,
        arguments: &'n [Tree],
        names: &mut Names<'n, S::Position>,
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
                ("near", word, Value::Constant(steps)) => Ok(Value::Word(self.near(word.word()?, steps)?)),
                ("near", ..) => Err(Refusal::Type { expected: "a word and a constant number" }.into()),
                _ => Err(Refusal::Type { expected: "one argument" }.into()),
            };
        }
        if let Some(direction) = bound_direction.or_else(|| direction(name)) {
            return Ok(Value::Word(self.moved(&last.word()?, direction)));
        }
        if self.scope.is_none()
            && let (Some(symmetry), false) = (Symmetry::of_function(name), matches!(last, Value::Move(..)))
        {
            return Ok(Value::Word(self.image(symmetry, &last.word()?)?));
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
                let next = self.game.after(&position, &played).map_err(Refusal::from)?;
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
