//! The way with moves as numbers, on made-up games.

use super::super::table::Width;
use super::super::{Direct, DirectTarget, LocalValue};
use super::super::{
    Game, Kind, LayerShape, Monitor, Place, RetroError, Solver, SolverProgress, Store, Turn, Value,
};
use super::tables::contents;
use certamen_work::stop::Stop;
use encodings::rules::Ending;
use proptest::prelude::*;
use std::ops::ControlFlow;
use std::time::Duration;
use tempfile::TempDir;

/// A game made from a table. A move to [`WON`] wins; a position without moves is lost; `None` is no position.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    shapes: [LayerShape; 1],
    moves: Vec<Option<Vec<u64>>>,
    /// The same backwards.
    before: Vec<Vec<u64>>,
}

pub(super) const WON: u64 = u64::MAX;

impl Graph {
    pub(super) fn new(moves: Vec<Option<Vec<u64>>>) -> Self {
        let shapes = [LayerShape { name: "all".to_owned(), size: moves.len() as u64 }];
        let (size, mut before) = (moves.len() as u64, vec![Vec::new(); moves.len()]);
        for (from, moves) in (0..).zip(&moves) {
            for &to in moves.iter().flatten().filter(|&&to| to < size) {
                before[to as usize].push(from);
            }
        }
        Self { shapes, moves, before }
    }

    pub(super) fn size(&self) -> u64 {
        self.shapes[0].size
    }

    /// Replaces the moves of a position; un-moves stay.
    pub(super) fn set(&mut self, number: usize, moves: Vec<u64>) {
        self.moves[number] = Some(moves);
    }
}

impl Game for Graph {
    type Position = u64;

    fn subject(&self) -> String {
        "a graph".to_owned()
    }

    fn layers(&self) -> &[LayerShape] {
        &self.shapes
    }

    fn leads_to(&self, _: u32) -> &[u32] {
        &[0]
    }

    fn position(&self, at: Place) -> Option<u64> {
        self.moves.get(at.rank as usize)?.as_ref().map(|_| at.rank)
    }

    fn place(&self, position: &u64) -> Option<Place> {
        (*position != WON).then_some(Place { layer: 0, rank: *position })
    }

    fn turn(&self, position: &u64, next: &mut Vec<u64>) -> Turn {
        next.extend(self.moves.get(*position as usize).into_iter().flatten().flatten());
        if next.is_empty() { Turn::Over(Ending::Lost) } else { Turn::Moves }
    }
}

impl Direct for Graph {
    fn alone(&self, number: u64) -> LocalValue {
        match &self.moves[number as usize] {
            None => LocalValue::Nothing,
            Some(moves) if moves.is_empty() => LocalValue::Lost,
            Some(moves) if moves.contains(&WON) => LocalValue::Won,
            Some(_) => LocalValue::Open,
        }
    }

    fn each_move(&self, number: u64, mut give: impl FnMut(DirectTarget) -> ControlFlow<()>) {
        let next = |&to: &u64| if to == WON { DirectTarget::Won } else { DirectTarget::Number(to) };
        let _ = self.moves[number as usize].iter().flatten().try_for_each(|to| give(next(to)));
    }

    fn each_unmove(&self, number: u64, mut give: impl FnMut(u64)) {
        self.before[number as usize].iter().copied().for_each(&mut give);
    }
}

/// A game with some long wins.
pub(super) fn graph() -> Graph {
    let moves = (0..3000u64).map(|at| match at {
        0 => Some(Vec::new()),
        1 => None,
        2 => Some(vec![0, WON]),
        _ if at < 120 => Some(vec![if at == 3 { 2 } else { at - 1 }]),
        _ if at % 97 == 5 => Some(vec![at - 7, at - 50, at - 51]),
        _ => Some(vec![at - 1, (at * 31 + 7) % 2800 + 2, (at + 40).min(2999)]),
    });
    Graph::new(moves.collect())
}

fn store(directory: &TempDir) -> Store {
    Store::create(directory.path(), "a graph").unwrap()
}

#[test]
fn all_ways_end_with_the_same_table_wherever_they_are_stopped() {
    let game = graph();
    let whole = TempDir::new().unwrap();
    let solver = || Solver::new(&game).with_numbers().checkpoint_every(Duration::ZERO);
    let store_of_whole = store(&whole);
    solver().build(&store_of_whole, &mut Monitor::silent(&Stop::new())).unwrap();
    let files = contents(whole.path());
    assert_eq!(files.len(), 2);
    // With remembered moves, without, and with values on disk.
    for memory in [1 << 20, 3000, 0] {
        let (broken, mut stops) = (TempDir::new().unwrap(), 0);
        for last in 1.. {
            let (stop, mut events) = (Stop::new(), 0);
            let mut watch = |_: SolverProgress<'_>| {
                events += 1;
                if events == last {
                    stop.request();
                }
            };
            match solver().memory(memory).build(&store(&broken), &mut Monitor::new(&stop, &mut watch)) {
                Err(RetroError::Stopped(_)) => stops += 1,
                ended => {
                    ended.unwrap();
                    break;
                }
            }
        }
        assert!(stops > 3, "{stops}");
        assert_eq!(contents(broken.path()), files, "{memory}");
    }
    let solved = Solver::new(&game).solve().unwrap();
    for rank in 0..3000 {
        let place = Place { layer: 0, rank };
        assert_eq!(store_of_whole.value(&game, place).unwrap(), solved.value(place), "{rank}");
    }
    let tables = store_of_whole.complete(&game, Kind::Plies).unwrap();
    for memory in [1 << 20, 0] {
        let audit = solver().memory(memory).audit(&tables, &mut Monitor::silent(&Stop::new())).unwrap();
        assert_eq!((audit.positions, audit.wrong, audit.layers), (2999, 0, 1));
    }
    let longest = solver().longest(&tables, true, 3).unwrap();
    assert!(longest.plies > Some(100), "{longest:?}");
}

#[test]
fn forged_bytes_are_named_by_an_audit() {
    let game = graph();
    let directory = TempDir::new().unwrap();
    let store = store(&directory);
    let solver = Solver::new(&game).with_numbers();
    solver.build(&store, &mut Monitor::silent(&Stop::new())).unwrap();
    let tables = store.complete(&game, Kind::Plies).unwrap();
    let layer = &game.layers()[0];
    let codes = store.table(layer, Kind::Plies).unwrap().narrow().unwrap().unwrap();
    for rank in [0, 1, 2, 3, 500] {
        for forged in [0, 1, 2, 3, 44, 45].into_iter().filter(|&forged| forged != codes[rank]) {
            let mut table = store.write(layer, Kind::Plies, Width::Narrow).unwrap();
            for (at, &code) in codes.iter().enumerate() {
                table.push_bytes(&[if at == rank { forged } else { code }]).unwrap();
            }
            table.finish().unwrap();
            match solver.audit(&tables, &mut Monitor::silent(&Stop::new())) {
                // A move leads to a number that is said to have no position.
                Err(RetroError::Vacant { rank: found, .. }) => assert_eq!((forged, found), (1, rank as u64)),
                Err(error) => panic!("{error}"),
                Ok(audit) => {
                    assert!(audit.wrong > 0, "{rank} {forged}");
                    assert!(audit.first.iter().any(|first| first.at.rank == rank as u64), "{rank} {forged}");
                }
            }
        }
    }
}

#[test]
fn mistakes_of_a_game_are_named() {
    let complaint = |game: &Graph, checks: bool| {
        Solver::new(game).with_numbers().checks(checks).solve().unwrap_err().to_string()
    };
    let with = |moves: Vec<u64>| {
        let mut game = graph();
        game.moves[77] = Some(moves);
        Graph::new(game.moves)
    };
    assert!(complaint(&with(vec![9000]), false).contains("number 9000 of layer all, which has 3000"));
    assert!(complaint(&with(vec![1]), false).contains("number 1 of layer all"));
    // A path that is longer than a byte holds.
    let path = (0..600u64).map(|at| Some(at.checked_sub(1).into_iter().collect()));
    let path = Graph::new(path.collect());
    assert!(complaint(&path, false).contains("more than 253 plies"));
    assert_eq!(
        Solver::new(&path).solve().unwrap().value(Place { layer: 0, rank: 599 }),
        Some(Value::Win(599))
    );
}

/// A game whose moves as numbers differ from those of its positions.
struct Other(Graph);

impl Game for Other {
    type Position = u64;

    fn subject(&self) -> String {
        self.0.subject()
    }

    fn layers(&self) -> &[LayerShape] {
        self.0.layers()
    }

    fn leads_to(&self, layer: u32) -> &[u32] {
        self.0.leads_to(layer)
    }

    fn position(&self, at: Place) -> Option<u64> {
        self.0.position(at)
    }

    fn place(&self, position: &u64) -> Option<Place> {
        self.0.place(position)
    }

    fn turn(&self, position: &u64, next: &mut Vec<u64>) -> Turn {
        self.0.turn(position, next)
    }
}

impl Direct for Other {
    fn alone(&self, number: u64) -> LocalValue {
        self.0.alone(number)
    }

    fn each_move(&self, number: u64, mut give: impl FnMut(DirectTarget) -> ControlFlow<()>) {
        self.0.each_move(number, |next| {
            give(if number == 20 && next == DirectTarget::Number(19) {
                DirectTarget::Number(18)
            } else {
                next
            })
        });
    }

    fn each_unmove(&self, number: u64, mut give: impl FnMut(u64)) {
        // The inverse of these moves, so that only a comparison with positions finds the difference.
        self.0.each_unmove(number, |from| {
            if (number, from) != (19, 20) {
                give(from);
            }
        });
        if number == 18 {
            give(20);
        }
    }
}

#[test]
fn moves_as_numbers_are_compared_with_those_of_positions() {
    let mut game = graph();
    game.moves.truncate(30);
    let game = Other(Graph::new(game.moves));
    let error = Solver::new(&game).with_numbers().solve().unwrap_err().to_string();
    assert!(error.contains("20: as a number it has other moves than as a position"), "{error}");
}

proptest! {
    #[test]
    fn any_game_has_the_values_of_the_other_ways(
        moves in prop::collection::vec(prop::option::weighted(0.95, prop::collection::vec(0u64..63, 0..5)), 60),
    ) {
        // Moves to a number without a position are moves that win.
        let is_there: Vec<bool> = moves.iter().map(Option::is_some).collect();
        let to = |to: u64| if is_there.get(to as usize) == Some(&true) { to } else { WON };
        let moves = moves.into_iter().map(|moves| moves.map(|moves| moves.into_iter().map(to).collect()));
        let game = Graph::new(moves.collect());
        let solved = Solver::new(&game).solve().unwrap();
        prop_assert_eq!(&Solver::new(&game).with_numbers().solve().unwrap(), &solved);
    }
}
