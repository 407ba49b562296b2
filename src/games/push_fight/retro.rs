//! Push Fight for the retrograde engine: all positions with an anchor, on boards small enough.
//!
//! A move is a whole turn. Numbers are the indexes of `encodings::push_fight::index`; of two positions that half a turn of the
//! board carries to each other, the one with the smaller index stands for both. Turns are taken back by
//! [`predecessors`], so that none is stored. A win in `t` turns of the player to move is one in `2t - 1` plies, a loss in `t`
//! one in `2t`. A turn that leaves the other player without a push wins in 1. `solve-position` finds such a win as one in 2, as
//! the phases of the public solution do, so that its numbers of turns can be greater; who wins is the same.

use crate::NAME;
use crate::board::{PushFightBoard, on_board, variant};
use crate::play::{PushFightGame, START};
use crate::search::{predecessors, successors, turn_between, winning};
use certamen_ask::flag::{Flag, Given};
use certamen_play::{PlayError, Solvable};
use certamen_retro::positions::{Game, LayerShape, Place, RetroError, Solver, Turn, Unmoves};
use certamen_retro::subject::{AnyRetro, NotatedGame, Opening, SecondWay, Subject};
use encodings::push_fight::board::Board;
use encodings::push_fight::index::{Index, Indexes};
use encodings::push_fight::{Position, notation};
use encodings::rules::Ending;
use std::marker::PhantomData;
use verify::push_fight as naive;

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

    fn second_ways(&self) -> Vec<Box<dyn SecondWay<After<B>> + '_>> {
        // Every board has a naive one; without it there would be no second opinion.
        let variant = variant::<B>().ok();
        variant
            .map(|variant| -> Box<dyn SecondWay<_>> { Box::new(NaiveTurns(variant)) })
            .into_iter()
            .collect()
    }
}

/// The turns of the naive game. Positions pass as text.
struct NaiveTurns(naive::Variant);

impl<B: Board> SecondWay<After<B>> for NaiveTurns {
    fn name(&self) -> &'static str {
        "the naive game"
    }

    fn turn(&mut self, position: &After<B>, next: &mut Vec<After<B>>) -> Result<Option<Turn>, String> {
        let After::Position(position) = *position else { return Ok(Some(Turn::Over(Ending::Lost))) };
        let drawn = naive::parse_position(&self.0, &notation::print(position));
        let naive::Successors { positions, wins } =
            naive::successors(&drawn.map_err(|error| error.to_string())?);
        let is_over = positions.is_empty() && !wins;
        next.extend(wins.then_some(After::Lost));
        for after in &positions {
            let after = notation::parse(&naive::write_line(after)).map_err(|error| error.to_string())?;
            next.push(After::Position(after));
        }
        Ok(Some(if is_over { Turn::Over(Ending::Lost) } else { Turn::Moves }))
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
            (format!("retro distances {NAME} --board 8x4 --plan"), "100 GB of marks".to_owned()),
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
    use rayon::prelude::*;

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

    /// The positions after each position's turns in the naive game; nothing if a turn pushes a piece off the board. Indexes
    /// are those of the naive game.
    fn all_turns(variant: &naive::Variant) -> Vec<Option<Vec<usize>>> {
        (0..naive::positions(variant).unwrap())
            .into_par_iter()
            .map(|index| {
                let naive::Successors { positions, wins } =
                    naive::successors(&naive::position_at(variant, index).unwrap());
                let indexes = positions.iter().map(|next| naive::index(next).unwrap() as usize);
                (!wins).then(|| indexes.collect())
            })
            .collect()
    }

    /// All values by their definition, turn by turn. `None` is a position that no player wins. A turn that leaves the other
    /// player without a push wins in 1, or, as the search counts, in 2.
    fn defined(after: &[Option<Vec<usize>>], stuck_is_won_in: u32) -> Vec<Option<naive::Value>> {
        let mut values: Vec<Option<naive::Value>> = after
            .iter()
            .map(|after| match after {
                None => Some(naive::Value::Win(1)),
                Some(after) => after.is_empty().then_some(naive::Value::Loss(0)),
            })
            .collect();
        for turns in 1.. {
            let is_won = |value: Option<naive::Value>| matches!(value, Some(naive::Value::Win(_)));
            let is_lost = |value: Option<naive::Value>| matches!(value, Some(naive::Value::Loss(_)));
            let decide = |values: &mut Vec<Option<naive::Value>>, decided: naive::Value| {
                let open = after.iter().enumerate().filter(|&(index, _)| values[index].is_none());
                let holds = |after: &&Vec<usize>| match decided {
                    naive::Value::Win(_) => after.iter().any(|&next| is_lost(values[next])),
                    naive::Value::Loss(_) => after.iter().all(|&next| is_won(values[next])),
                };
                let found = open.filter(|(_, after)| after.as_ref().is_some_and(|after| holds(&after)));
                let found: Vec<usize> = found.map(|(index, _)| index).collect();
                for &index in &found {
                    values[index] = Some(decided);
                }
                found.len()
            };
            // A win in as many turns comes before a loss in as many.
            let won = if turns < stuck_is_won_in { 0 } else { decide(&mut values, naive::Value::Win(turns)) };
            let lost = decide(&mut values, naive::Value::Loss(turns));
            if turns > 2 && won + lost == 0 {
                return values;
            }
        }
        unreachable!("turns end")
    }

    /// Compares every value with that of the naive game and with that of `solve-position`. Gives the numbers of wins, of
    /// losses and of draws, and the most turns.
    fn compared<B: Board>(board: PushFightBoard, every: u64) -> ([u64; 3], u32) {
        let (game, solved) = solved::<B>();
        let variant = board.variant().unwrap();
        let after = all_turns(&variant);
        let (defined, by_search) = (defined(&after, 1), defined(&after, 2));
        assert_eq!(defined.len() as u64, game.shapes[0].size);
        let most = by_search.iter().flatten().map(|value| match value {
            naive::Value::Win(turns) | naive::Value::Loss(turns) => *turns,
        });
        let most = most.max().unwrap();
        let (mut kinds, mut numbers) = ([0; 3], 0);
        for rank in 0..game.shapes[0].size {
            let place = Place { layer: 0, rank };
            let Some(After::Position(position)) = game.position(place) else {
                assert_eq!(solved.value(place), None);
                continue;
            };
            let value = solved.value(place).unwrap();
            for image in [position, position.rotated()] {
                let drawn = naive::parse_position(&variant, &notation::print(image)).unwrap();
                let expected = defined[naive::index(&drawn).unwrap() as usize];
                assert_eq!(value, expected.map_or(Value::Draw, plies), "{image:?}");
                kinds[match expected {
                    Some(naive::Value::Win(_)) => 0,
                    Some(naive::Value::Loss(_)) => 1,
                    None => 2,
                }] += 1;
            }
            numbers += 1;
            // To search a draw to the number of turns after which nothing is decided is to prove it.
            if numbers % every == 0 {
                let limits = SearchLimits { turns: most, time: None, memory: 1 << 20 };
                let searched = match solve(position, limits, &Stop::new()).value {
                    TurnValue::Win(turns) => Some(naive::Value::Win(turns)),
                    TurnValue::Loss(turns) => Some(naive::Value::Loss(turns)),
                    TurnValue::Open(_) => None,
                };
                let drawn = naive::parse_position(&variant, &notation::print(position)).unwrap();
                let expected = by_search[naive::index(&drawn).unwrap() as usize];
                assert_eq!(searched, expected, "{position:?}");
                // Who wins does not depend on how such turns are counted.
                let kind =
                    |value: Option<naive::Value>| value.map(|value| matches!(value, naive::Value::Win(_)));
                assert_eq!(kind(expected), kind(defined[naive::index(&drawn).unwrap() as usize]));
            }
        }
        (kinds, most)
    }

    #[test]
    fn every_position_of_4x3_has_the_value_of_the_naive_game_and_of_the_search() {
        let (kinds, most) = compared::<Smallest>(PushFightBoard::FourByThree, 1);
        assert_eq!(kinds.iter().sum::<u64>(), 360);
        assert!(kinds[0] > 10, "{kinds:?}, {most} turns");
    }

    #[test]
    #[ignore = "all turns of 75,600 positions by the naive game, and all values by the search, take a minute"]
    fn every_position_of_4x4_has_the_value_of_the_naive_game_and_of_the_search() {
        let (kinds, most) = compared::<Small>(PushFightBoard::FourByFour, 1);
        assert_eq!(kinds.iter().sum::<u64>(), 75_600);
        assert!(kinds.iter().all(|&count| count > 500), "{kinds:?}, {most} turns");
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
