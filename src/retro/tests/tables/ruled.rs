//! Games made of rules against a naive game of the test: every position, by numbers and without.

use certamen_retro::positions::{Game, Monitor, Place, Resident, RetroError, Solver, Turn, Value};
use certamen_retro::ruled::{Exploration, Ruled, RuledSubject};
use certamen_retro::subject::{AnyRetro, CrossCheck, CrossCheckError, Options};
use certamen_work::stop::Stop;
use encodings::board;
use encodings::board::{Direction, Grid, Layout, Mask, Symmetry};
use encodings::rules::{Boards, Family, NamedWords, Outcome, Position, Rules, Step, StepKind, Stuck, print};
use encodings::word::{Count, Wide, Word};
use std::collections::HashMap;

board! { pub(super) struct Pawns { own, opp } }

/// Pawns that go ahead: the last rank wins, and who cannot move has lost.
#[derive(Debug)]
pub(super) struct Ahead<const FILES: usize, const RANKS: usize> {
    /// How many ranks of pawns a player begins with.
    ranks: usize,
    /// Whether pawns go aslant to free squares too, or only to capture.
    aslant: bool,
    /// What the symmetries are said to be.
    symmetries: &'static [Symmetry],
}

/// Breakthrough.
pub(super) const fn breakthrough<const FILES: usize, const RANKS: usize>(
    ranks: usize,
) -> Ahead<FILES, RANKS> {
    Ahead { ranks, aslant: true, symmetries: &[Symmetry::MIRROR_FILES] }
}

/// Hexapawn (M. Gardner).
pub(super) const fn hexapawn<const FILES: usize, const RANKS: usize>() -> Ahead<FILES, RANKS> {
    Ahead { ranks: 1, aslant: false, symmetries: &[Symmetry::MIRROR_FILES] }
}

const STRAIGHT: StepKind = StepKind::from("straight", Direction::North);
const LEFT: StepKind = StepKind::from("left", Direction::NorthWest);
const RIGHT: StepKind = StepKind::from("right", Direction::NorthEast);

impl<const FILES: usize, const RANKS: usize> Boards for Ahead<FILES, RANKS> {
    type Board<W: Copy> = Pawns<W>;
    type Native = u32;

    fn name(&self) -> &'static str {
        "ahead"
    }

    fn layout(&self) -> Layout {
        Grid::<FILES, RANKS>::LAYOUT
    }

    fn symmetries(&self) -> &'static [Symmetry] {
        self.symmetries
    }

    fn well_formed<W: Word>(&self, Pawns { own, opp }: Pawns<W>) -> W::Bit {
        let pawns = (FILES * self.ranks) as u32;
        let goal = own.constant(&Mask::first(FILES * RANKS).without(&Mask::first(FILES * (RANKS - 1))));
        let home = own.constant(&Mask::first(FILES));
        let too_many = own.popcount().at_least(pawns + 1) | opp.popcount().at_least(pawns + 1);
        !((own & opp).any() | too_many | (own & goal).any() | (opp & home).any())
    }
}

impl<const FILES: usize, const RANKS: usize> Rules for Ahead<FILES, RANKS> {
    fn start(&self) -> Pawns<Mask> {
        let (all, pawns) = (Mask::first(FILES * RANKS), FILES * self.ranks);
        Pawns { own: Mask::first(pawns), opp: all.without(&Mask::first(FILES * RANKS - pawns)) }
    }

    fn turn(&self) -> Option<Symmetry> {
        Some(Symmetry::MIRROR_RANKS)
    }

    fn moves<W: Word>(&self, Pawns { own, opp }: Pawns<W>) -> Family<W> {
        let free = Grid::<FILES, RANKS>::complement(own | opp);
        let aslant = if self.aslant { Grid::<FILES, RANKS>::complement(own) } else { opp };
        let ahead = |direction| Grid::<FILES, RANKS>::shift(own, direction);
        Family::new()
            .with(STRAIGHT, ahead(Direction::North) & free)
            .with(LEFT, ahead(Direction::NorthWest) & aslant)
            .with(RIGHT, ahead(Direction::NorthEast) & aslant)
    }

    fn play<W: Word>(&self, Pawns { own, opp }: Pawns<W>, step: Step<W>) -> Pawns<W> {
        let moved = (own ^ step.from()) | step.to();
        Pawns { own: opp.without(step.to()), opp: moved }
    }

    fn outcome<W: Word>(&self, Pawns { own, opp }: Pawns<W>) -> Outcome<W::Bit> {
        Outcome::lost_if((opp & own.constant(&Mask::first(FILES))).any() | !own.any())
    }

    fn stuck<W: Word>(&self, _: Pawns<W>) -> Stuck<Pawns<W>> {
        Stuck::Loses
    }
}

/// The same on letters.
struct Naive {
    aslant: bool,
    known: HashMap<Vec<String>, Value>,
    /// How many positions have this number of moves: none, one, more.
    moves: [u64; 3],
}

impl Naive {
    fn value(&mut self, board: &[String]) -> Value {
        if let Some(&value) = self.known.get(board) {
            return value;
        }
        let after = self.after(board);
        self.moves[after.len().min(2)] += 1;
        let is_over = board[0].contains('O') || !board.concat().contains('X') || after.is_empty();
        let value = if is_over {
            Value::Loss(0)
        } else {
            let values: Vec<Value> =
                after.iter().map(|next| self.value(next).before().expect("few plies")).collect();
            values.into_iter().max_by_key(|value| value.merit()).expect("a move")
        };
        self.known.insert(board.to_vec(), value);
        value
    }

    fn after(&self, board: &[String]) -> Vec<Vec<String>> {
        let at = |rank: usize, file: usize| board[rank].as_bytes()[file];
        let (ranks, files) = (board.len(), board[0].len());
        let mut all = Vec::new();
        for rank in 0..ranks - 1 {
            for (from, to) in (0..files).flat_map(|from| (0..files).map(move |to| (from, to))) {
                let target = at(rank + 1, to);
                let goes = match from.abs_diff(to) {
                    0 => target == b'.',
                    1 => target == b'O' || target == b'.' && self.aslant,
                    _ => false,
                };
                if at(rank, from) == b'X' && goes {
                    let mut next: Vec<Vec<u8>> = board.iter().map(|rank| rank.clone().into_bytes()).collect();
                    next[rank][from] = b'.';
                    next[rank + 1][to] = b'X';
                    next.reverse();
                    let turned = |square: u8| match square {
                        b'X' => 'O',
                        b'O' => 'X',
                        _ => '.',
                    };
                    all.push(next.into_iter().map(|rank| rank.into_iter().map(turned).collect()).collect());
                }
            }
        }
        all
    }
}

/// Solves a game with moves in memory and with moves made again, compares every position with the naive game, and
/// gives the value of the start.
fn compared<const FILES: usize, const RANKS: usize>(rules: &Ahead<FILES, RANKS>) -> (Value, Naive) {
    let game =
        Ruled::explore(rules, Exploration::All, 1 << 30, &mut Monitor::silent(&Stop::new())).expect("layers");
    let solved = Solver::new(&game).solve().expect("solved");
    assert_eq!(Solver::new(&game).memory(1 << 21).solve().expect("solved"), solved);
    judged(rules, &game, &solved)
}

/// Compares every position with the naive game, and gives the value of the start.
fn judged<const FILES: usize, const RANKS: usize>(
    rules: &Ahead<FILES, RANKS>,
    game: &Ruled<&Ahead<FILES, RANKS>>,
    solved: &Resident,
) -> (Value, Naive) {
    let mut naive = Naive { aslant: rules.aslant, known: HashMap::new(), moves: [0; 3] };
    let mut positions = 0;
    for (layer, shape) in (0..).zip(game.layers()) {
        for rank in 0..shape.size {
            let at = Place { layer, rank };
            let position = game.position(at);
            let text = position.map(|position| print(rules, position.board()));
            let board: Option<Vec<String>> = text.map(|text| text.split('/').map(str::to_owned).collect());
            positions += u64::from(board.is_some());
            assert_eq!(solved.value(at), board.as_ref().map(|board| naive.value(board)), "{board:?}");
        }
    }
    assert!(positions > 100, "{positions}");
    let start = game.place(&Position::start(rules)).expect("solved");
    (solved.value(start).expect("solved"), naive)
}

#[test]
fn breakthrough_on_small_boards() {
    assert_eq!(compared(&breakthrough::<3, 3>(1)).0, Value::Win(5));
    let (value, naive) = compared(&breakthrough::<3, 4>(1));
    assert!(matches!(value, Value::Win(_) | Value::Loss(_)));
    assert!(naive.known.len() > 10_000);
}

#[test]
fn hexapawn_has_positions_without_a_move_and_with_one() {
    // The player who begins has lost: Gardner, Scientific American 206 (1962).
    let (value, naive) = compared(&hexapawn::<3, 3>());
    assert!(matches!(value, Value::Loss(_)), "{value}");
    assert!(naive.moves.iter().all(|&count| count > 50), "{:?}", naive.moves);
    compared(&hexapawn::<4, 3>());
}

#[test]
fn a_false_symmetry_is_found() {
    let rules = Ahead { symmetries: &[Symmetry::MIRROR_RANKS], ..hexapawn::<3, 3>() };
    let game = Ruled::explore(&rules, Exploration::All, 1 << 30, &mut Monitor::silent(&Stop::new())).unwrap();
    let error = Solver::new(&game).solve().unwrap_err().to_string();
    let says = ["it is taken for the same as", "which does not stand for it"];
    assert!(says.iter().any(|says| error.contains(says)), "{error}");
}

#[test]
fn layers_beyond_the_memory_are_refused_at_once() {
    let rules = &breakthrough::<5, 5>(2);
    let error =
        Ruled::explore(rules, Exploration::All, 1 << 20, &mut Monitor::silent(&Stop::new())).unwrap_err();
    let says = error.to_string();
    assert!(says.starts_with("group ") && says.contains("of memory, more than the 1048576"), "{says}");
    let stop = Stop::new();
    stop.request();
    let rules = &breakthrough::<3, 3>(1);
    let stopped = Ruled::explore(rules, Exploration::All, 1 << 30, &mut Monitor::silent(&stop));
    assert!(matches!(stopped, Err(RetroError::Stopped(_))), "{stopped:?}");
}

#[test]
fn breakthrough_on_4x4_is_lost_in_14() {
    let rules = &breakthrough::<4, 4>(2);
    let game = Ruled::explore(rules, Exploration::All, 1 << 32, &mut Monitor::silent(&Stop::new())).unwrap();
    let solved = Solver::new(&game).solve().unwrap();
    assert_eq!(solved.value(game.place(&Position::start(rules)).unwrap()), Some(Value::Loss(14)));
}

#[test]
#[ignore = "the naive game takes a minute and a half for its 819,301 positions"]
fn every_position_of_breakthrough_on_4x4_agrees() {
    let rules = &breakthrough::<4, 4>(2);
    let game = Ruled::explore(rules, Exploration::All, 1 << 32, &mut Monitor::silent(&Stop::new())).unwrap();
    let (start, naive) = judged(rules, &game, &Solver::new(&game).solve().unwrap());
    assert_eq!(start, Value::Loss(14));
    assert!(naive.known.len() > 800_000, "{}", naive.known.len());
}

/// Finds moves as the engine does, and loses some.
struct Forgetful {
    game: Ruled<&'static Ahead<3, 3>>,
    kept: usize,
}

impl CrossCheck<Position<Ahead<3, 3>>> for Forgetful {
    fn name(&self) -> &'static str {
        "a forgetful one"
    }

    fn turn(
        &mut self,
        position: &Position<Ahead<3, 3>>,
        next: &mut Vec<Position<Ahead<3, 3>>>,
    ) -> Result<Option<Turn>, CrossCheckError> {
        let turn = self.game.turn(position, next);
        next.truncate(self.kept);
        Ok(Some(turn))
    }
}

#[test]
fn a_sample_finds_moves_that_another_way_does_not_have() {
    static RULES: Ahead<3, 3> = hexapawn();
    let directory = tempfile::TempDir::new().unwrap();
    let subject = |kept| {
        let way = move || -> Box<dyn CrossCheck<_>> {
            Box::new(Forgetful { game: Ruled::new(&RULES).unwrap(), kept })
        };
        RuledSubject::new(&RULES).with_cross_check(way)
    };
    subject(9).build(directory.path(), &Options::default(), &mut Monitor::silent(&Stop::new())).unwrap();
    let sample = |kept| {
        let game = subject(kept);
        let audited =
            game.audit(directory.path(), &Options::default(), 100, &mut Monitor::silent(&Stop::new()));
        audited.unwrap().object["samples"][0].clone()
    };
    let number = |sample: &serde_json::Value, name: &str| sample[name].as_u64().unwrap();
    let good = sample(99);
    assert!(
        number(&good, "wrong") == 0 && number(&good, "positions") > 40 && number(&good, "moves") > 80,
        "{good}"
    );
    let bad = sample(1);
    let first = bad["first"][0].as_str().unwrap();
    assert!(
        number(&bad, "wrong") > 10 && first.contains("moves natively, 1 or others by a forgetful one"),
        "{bad}"
    );
}

board! { struct Two { a, b } }
board! { struct Sixteen { a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p } }
board! { struct Seventeen { a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q } }

/// Rules with one position, in which the player to move has lost: these words, with these squares at the start.
macro_rules! still {
    ($rules:ident, $board:ident, $files:literal by $ranks:literal, $start:expr) => {
        #[derive(Debug)]
        struct $rules;

        impl Boards for $rules {
            type Board<W: Copy> = $board<W>;
            type Native = Wide<2>;

            fn name(&self) -> &'static str {
                "still"
            }

            fn layout(&self) -> Layout {
                Grid::<$files, $ranks>::LAYOUT
            }

            fn symmetries(&self) -> &'static [Symmetry] {
                &[]
            }

            fn well_formed<W: Word>(&self, board: $board<W>) -> W::Bit {
                !(board.a ^ board.a).any()
            }
        }

        impl Rules for $rules {
            fn start(&self) -> $board<Mask> {
                let start: fn(usize) -> Mask = $start;
                NamedWords::build($board::<Mask>::NAMES.len(), start)
            }

            fn moves<W: Word>(&self, _: $board<W>) -> Family<W> {
                Family::new()
            }

            fn play<W: Word>(&self, board: $board<W>, _: Step<W>) -> $board<W> {
                board
            }

            fn outcome<W: Word>(&self, board: $board<W>) -> Outcome<W::Bit> {
                Outcome::lost_if(board.a.any())
            }

            fn stuck<W: Word>(&self, _: $board<W>) -> Stuck<$board<W>> {
                Stuck::Loses
            }
        }
    };
}

fn square(number: usize) -> Mask {
    Mask::from_u64(1 << number)
}

still!(OneSquare, Two, 1 by 1, |word| if word == 0 { square(0) } else { Mask::default() });
still!(Largest, Sixteen, 8 by 8, |word| if word == 0 { square(63) } else { Mask::default() });
still!(TooManyWords, Seventeen, 5 by 4, square);
still!(TooManySquares, Two, 13 by 5, square);
still!(OneOnAnother, Two, 2 by 1, |_| square(0));

#[test]
fn boards_up_to_the_limits_are_solved_and_others_are_refused() {
    fn solved<R: Rules>(rules: &R) -> Result<(u64, Option<Value>), String> {
        let game = Ruled::explore(rules, Exploration::All, 1 << 30, &mut Monitor::silent(&Stop::new()));
        let game = game.map_err(|error| error.to_string())?;
        let values = Solver::new(&game).solve().map_err(|error| error.to_string())?;
        let start = game.place(&Position::start(rules)).expect("it has a number");
        Ok((game.layers()[0].size, values.value(start)))
    }
    assert_eq!(solved(&OneSquare), Ok((1, Some(Value::Loss(0)))));
    assert_eq!(solved(&Largest), Ok((64, Some(Value::Loss(0)))));
    let refused = |error: Result<_, String>, says: &str| assert_eq!(error.unwrap_err(), says);
    refused(solved(&TooManyWords), "still: a position has 17 words: at most 16 can be numbered");
    refused(solved(&TooManySquares), "still: 13x5 has more than 64 squares, the most that tables can have");
    refused(
        solved(&OneOnAnother),
        "still: words share squares at the start, so positions cannot be numbered",
    );
}
