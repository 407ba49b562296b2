//! Push Fight for the retrograde engine: all positions with an anchor, on boards small enough.
//!
//! A move is a whole turn. Numbers are the indexes of `encodings::push_fight::index`; of two positions that half a turn of the
//! board carries to each other, the one with the smaller index stands for both. Turns are taken back by
//! [`predecessors`], so that none is stored. Values in plies are those of `solve-position` in turns: a win in `t` turns of the
//! player to move is one in `2t - 1` plies, a loss in `t` one in `2t`.

use crate::NAME;
use crate::board::{PushFightBoard, on_board};
use crate::play::{PushFightGame, START};
use crate::search::{predecessors, successors, turn_between, winning};
use certamen_ask::flag::{Flag, Given};
use certamen_play::{PlayError, Solvable};
use certamen_retro::positions::{Game, LayerShape, Place, RetroError, Solver, Turn, Unmoves};
use certamen_retro::subject::{AnyRetro, NotatedGame, Opening, Subject};
use encodings::push_fight::board::Board;
use encodings::push_fight::index::{Index, Indexes};
use encodings::push_fight::{Position, notation};
use encodings::rules::Ending;
use std::marker::PhantomData;

/// The game on a board.
#[derive(Debug)]
pub struct PushFightRetro<B> {
    indexes: Indexes<B>,
    shapes: [LayerShape; 1],
}

/// What a turn leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum After<B: Board> {
    /// The other player has lost a piece, and with it the game.
    Lost,
    /// The game goes on.
    Position(Position<B>),
}

impl<B: Board> Default for PushFightRetro<B> {
    fn default() -> Self {
        let indexes = Indexes::new();
        let size = indexes.len();
        Self { indexes, shapes: [LayerShape { name: "positions".to_owned(), size }] }
    }
}

impl<B: Board> PushFightRetro<B> {
    /// The index of a position or of the same after half a turn.
    fn number(&self, position: Position<B>) -> Option<u64> {
        let index = |position| self.indexes.index(position).map(|Index(index)| index);
        Some(index(position)?.min(index(position.rotated())?))
    }
}

fn subject<B: Board>() -> String {
    format!("{NAME} {}", B::LAYOUT)
}

impl<B: Board> Game for PushFightRetro<B> {
    type Position = After<B>;

    fn subject(&self) -> String {
        subject::<B>()
    }

    fn layers(&self) -> &[LayerShape] {
        &self.shapes
    }

    fn leads_to(&self, _: u32) -> &[u32] {
        &[0]
    }

    fn position(&self, at: Place) -> Option<After<B>> {
        let position = self.indexes.position(Index(at.rank))?;
        (self.number(position) == Some(at.rank)).then_some(After::Position(position))
    }

    fn place(&self, position: &After<B>) -> Option<Place> {
        match *position {
            After::Lost => None,
            After::Position(position) => Some(Place { layer: 0, rank: self.number(position)? }),
        }
    }

    fn turn(&self, position: &After<B>, next: &mut Vec<After<B>>) -> Turn {
        let After::Position(position) = *position else { return Turn::Over(Ending::Lost) };
        if winning(position).is_some() {
            next.push(After::Lost);
        }
        next.extend(successors(position).into_iter().map(After::Position));
        // Who cannot push has lost.
        if next.is_empty() { Turn::Over(Ending::Lost) } else { Turn::Moves }
    }

    fn show(&self, position: &After<B>) -> String {
        match position {
            After::Lost => "a lost piece".to_owned(),
            After::Position(position) => notation::print(*position),
        }
    }

    fn twins(&self, position: &After<B>) -> Vec<After<B>> {
        match *position {
            After::Lost => Vec::new(),
            After::Position(position) => vec![After::Position(position.rotated())],
        }
    }
}

impl<B: Board> Unmoves for PushFightRetro<B> {
    fn unmoves(&self, position: &After<B>, before: &mut Vec<After<B>>) {
        if let After::Position(position) = *position {
            before.extend(predecessors(position).into_iter().map(After::Position));
        }
    }
}

impl<B: Board> NotatedGame for PushFightRetro<B> {
    /// Players place their pieces as they like. On the published board there is the position where records begin.
    fn start(&self) -> Option<After<B>> {
        notation::parse(START).ok().map(After::Position)
    }

    fn parse(&self, text: &str) -> Result<After<B>, String> {
        let position = notation::parse(text).map_err(|error| error.to_string())?;
        match self.number(position) {
            Some(_) => Ok(After::Position(position)),
            None => Err("it has no anchor: only positions after the first push are solved".to_owned()),
        }
    }

    fn moves(&self, position: &After<B>, _: usize) -> Vec<(String, After<B>)> {
        let After::Position(position) = *position else { return Vec::new() };
        let wins = winning(position).map(|turn| (turn.name::<B>(), After::Lost));
        let named = |next| Some((turn_between(position, next)?.name::<B>(), After::Position(next)));
        wins.into_iter().chain(successors(position).into_iter().filter_map(named)).collect()
    }
}

/// The game on a board, as something that can be solved.
#[derive(Debug)]
struct OnBoard<B>(PhantomData<B>);

impl<B: Board> Subject for OnBoard<B> {
    type Game = PushFightRetro<B>;

    fn subject(&self) -> String {
        subject::<B>()
    }

    fn game(&self, _: Opening<'_>) -> Result<Option<PushFightRetro<B>>, RetroError> {
        Ok(Some(PushFightRetro::default()))
    }

    fn solver<'g>(&self, game: &'g PushFightRetro<B>) -> Solver<'g, PushFightRetro<B>> {
        Solver::new(game).with_unmoves()
    }
}

/// The boards.
const FLAGS: &[Flag] = &[Flag::text("board", "BOARD", "The board: 4x3, 4x4 or 8x4 [default: 8x4]")];

impl Solvable for PushFightGame {
    fn flags(&self) -> Vec<Flag> {
        FLAGS.to_vec()
    }

    fn examples(&self) -> Vec<(String, String)> {
        let line = |verb: &str, rest: &str| (format!("retro {verb} {NAME} {rest}--dir pf4"), String::new());
        let plan = (format!("retro build {NAME} --board 8x4 --plan"), "why it is not solved here".to_owned());
        vec![
            line("build", "--board 4x4 "),
            plan,
            line("probe", "OxO...o.YX "),
            line("stats", ""),
            line("longest", ""),
            line("audit", ""),
        ]
    }

    fn help(&self) -> &'static str {
        "A ply is a whole turn. All positions with an anchor are solved, whether a push can have ended there or not."
    }

    fn all(&self) -> Vec<Box<dyn AnyRetro>> {
        PushFightBoard::ALL.map(solving).into()
    }

    fn solving(&self, given: &Given) -> Result<Box<dyn AnyRetro>, PlayError> {
        let board = PushFightBoard::given(given.text("board"), "retro")
            .map_err(|error| PlayError::Flags(error.to_string()))?;
        Ok(solving(board))
    }
}

fn solving(board: PushFightBoard) -> Box<dyn AnyRetro> {
    on_board!(board, B => Box::new(OnBoard::<B>(PhantomData)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{SearchLimits, TurnValue, solve};
    use certamen_retro::positions::{Resident, Value};
    use certamen_work::Stop;
    use encodings::push_fight::PushFight;
    use verify::push_fight as naive;

    type Smallest = PushFight<4, 3, 1, 1>;
    type Small = PushFight<4, 4, 2, 1>;

    /// Solved by taking turns back, and by storing them.
    fn solved<B: Board>() -> (PushFightRetro<B>, Resident) {
        let game = PushFightRetro::<B>::default();
        let solved = Solver::new(&game).with_unmoves().solve().unwrap();
        assert_eq!(Solver::new(&game).solve().unwrap(), solved);
        (game, solved)
    }

    /// The plies of a value in turns.
    fn plies(value: naive::Value) -> Value {
        match value {
            naive::Value::Win(turns) => Value::Win(2 * turns as u16 - 1),
            naive::Value::Loss(turns) => Value::Loss(2 * turns as u16),
        }
    }

    #[test]
    fn every_position_of_4x3_has_the_value_of_the_naive_game() {
        let (game, solved) = solved::<Smallest>();
        let variant = PushFightBoard::FourByThree.variant().unwrap();
        let mut kinds = [0; 3];
        for rank in 0..game.shapes[0].size {
            let Some(After::Position(position)) = game.position(Place { layer: 0, rank }) else { continue };
            let value = solved.value(Place { layer: 0, rank }).unwrap();
            let drawn = naive::parse_position(&variant, &notation::print(position)).unwrap();
            // Decided within so few turns, or not at all.
            let expected = naive::value(&drawn, 3);
            let is_longer = value.plies().is_some_and(|plies| plies > 6);
            assert!(
                expected.map_or(Value::Draw, plies) == value || expected.is_none() && is_longer,
                "{position:?}"
            );
            kinds[match value {
                Value::Win(_) => 0,
                Value::Loss(_) => 1,
                Value::Draw => 2,
            }] += 1;
        }
        assert!(kinds[0] > 10, "{kinds:?}");
    }

    #[test]
    fn positions_of_4x4_have_the_values_of_the_search() {
        let (game, solved) = solved::<Small>();
        let limits = SearchLimits { turns: 4, time: None, memory: 1 << 20 };
        let mut decided = 0;
        for rank in (0..game.shapes[0].size).step_by(977) {
            let Some(After::Position(position)) = game.position(Place { layer: 0, rank }) else { continue };
            let value = solved.value(Place { layer: 0, rank }).unwrap();
            match solve(position, limits, &Stop::new()).value {
                TurnValue::Win(turns) => assert_eq!(value, Value::Win(2 * turns as u16 - 1), "{position:?}"),
                TurnValue::Loss(turns) => assert_eq!(value, Value::Loss(2 * turns as u16), "{position:?}"),
                TurnValue::Open(_) => {
                    assert!(value.plies().is_none_or(|plies| plies > 8), "{position:?}: {value}");
                }
            }
            decided += usize::from(value != Value::Draw);
        }
        assert!(decided > 10, "{decided}");
    }
}
