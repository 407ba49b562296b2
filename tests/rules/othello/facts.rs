//! Every line of `tests/data/othello.tsv`, checked by every implementation: the native engine, the circuit (simulated)
//! and the naive game.
//!
//! What it does not show: that the published boards are reachable.

use crate::support::boards::{Coloured, bits, draw, read};
use crate::support::compare::compare;
use crate::support::simulate::Simulator;
use encodings::board::{Grid, Layout};
use encodings::othello::notation;
use encodings::othello::position::Position;
use encodings::othello::rules::Discs;
use verify::othello::{self as naive, Disc, Ply, Size};

/// The depth to which each implementation counts here; `deep_perft` counts the deeper ones of the table.
const NATIVE_DEPTH: u32 = 9;
const CIRCUIT_DEPTH: u32 = 8;
const NAIVE_DEPTH: u32 = 6;

/// The baselines are results of other people's solvers; the rules have nothing to check there.
const KINDS: [&str; 4] = ["perft", "record", "board", "baseline"];

/// A line of the table.
struct Fact {
    kind: String,
    value: String,
    what: String,
}

fn table() -> Vec<Fact> {
    let lines = include_str!("../../data/othello.tsv")
        .lines()
        .filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let facts = lines.map(|line| match line.split('\t').collect::<Vec<_>>()[..] {
        [kind, value, what, _source] => {
            Fact { kind: kind.to_owned(), value: value.to_owned(), what: what.to_owned() }
        }
        _ => panic!("not four fields: {line:?}"),
    });
    facts.collect()
}

fn facts(kind: &str) -> Vec<Fact> {
    table().into_iter().filter(|fact| fact.kind == kind).collect()
}

/// The published counts of lines of play, by depth.
fn perfts() -> Vec<(u32, u64)> {
    let number = |text: &str| text.parse().unwrap_or_else(|_| panic!("not a number: {text:?}"));
    facts("perft").iter().map(|fact| (number(&fact.value) as u32, number(&fact.what))).collect()
}

/// The word before `phrase` in a note such as "26 plies; Black to move has 33 legal moves".
fn word_before<'a>(note: &'a str, phrase: &str) -> &'a str {
    let before = note.split_once(phrase).and_then(|(before, _)| before.split_whitespace().next_back());
    before.unwrap_or_else(|| panic!("nothing before {phrase:?} in the note {note:?}"))
}

fn number_before(note: &str, phrase: &str) -> usize {
    word_before(note, phrase).parse().unwrap_or_else(|_| panic!("no number before {phrase:?} in {note:?}"))
}

const LAYOUT: Layout = Grid::<8, 8>::LAYOUT;

#[test]
fn every_line_of_the_table_has_a_reader() {
    for Fact { kind, value, .. } in table() {
        assert!(KINDS.contains(&kind.as_str()), "nothing reads the line {kind} {value}");
    }
    for kind in KINDS {
        assert!(!facts(kind).is_empty(), "there is no {kind}");
    }
    let depths: Vec<u32> = perfts().iter().map(|&(depth, _)| depth).collect();
    assert_eq!(depths, (1..=12).collect::<Vec<_>>());
}

#[test]
fn the_native_engine_counts_the_published_lines() {
    for (depth, lines) in perfts() {
        if depth <= NATIVE_DEPTH {
            assert_eq!(Position::<8>::start().perft(depth), lines, "depth {depth}");
        }
    }
}

#[test]
fn the_naive_game_counts_the_published_lines() {
    for (depth, lines) in perfts() {
        if depth <= NAIVE_DEPTH {
            assert_eq!(naive::perft(&naive::Position::start(Size::Eight), depth), lines, "depth {depth}");
        }
    }
}

/// All positions of one depth are played at once; those of the last depth are counted as the moves that lead there.
#[test]
fn the_circuit_counts_the_published_lines() {
    let simulator = Simulator::<8>::new();
    let mut positions = vec![Position::<8>::start().discs()];
    for (depth, lines) in perfts() {
        if depth > CIRCUIT_DEPTH {
            break;
        }
        let mut moves = Vec::new();
        let mut next = Vec::new();
        for (&discs, judged) in positions.iter().zip(simulator.judge(&positions)) {
            match (judged.legal, judged.terminal) {
                (0, true) => next.push(discs),
                (0, false) => next.push(discs.passed()),
                (legal, _) => moves.extend(
                    (0..64).map(|index| legal & 1 << index).filter(|&bit| bit != 0).map(|bit| (discs, bit)),
                ),
            }
        }
        assert_eq!((next.len() + moves.len()) as u64, lines, "depth {depth}");
        if depth < CIRCUIT_DEPTH {
            next.extend(simulator.place(&moves).iter().map(|placed| placed.next));
        }
        positions = next;
    }
}

#[test]
#[ignore = "a minute or two: 2.2 billion lines"]
fn deep_perft() {
    for (depth, lines) in perfts() {
        if depth > NATIVE_DEPTH {
            assert_eq!(Position::<8>::start().perft(depth), lines, "depth {depth}");
        }
    }
}

#[test]
fn all_implementations_agree_on_the_records_ply_by_ply() {
    let simulator = Simulator::<8>::new();
    for Fact { value: record, what: note, .. } in facts("record") {
        let game =
            naive::replay(Size::Eight, &record).unwrap_or_else(|complaint| panic!("{record}: {complaint}"));
        assert_eq!(game.plies.len(), number_before(&note, " plies"), "{record}");
        let mut native = Position::<8>::start();
        let mut drawn = naive::Position::start(Size::Eight);
        let mut met = vec![read(&drawn)];
        for (number, ply) in game.plies.iter().enumerate() {
            let number = number + 1;
            let (next, naively) = match *ply {
                Ply::Pass => (native.pass(), drawn.pass().ok()),
                Ply::Move(square) => {
                    let name = square.to_string();
                    let same = LAYOUT.parse(&name).unwrap_or_else(|error| panic!("ply {number}: {error}"));
                    (native.play(same), drawn.play(square).ok())
                }
            };
            native = next.unwrap_or_else(|| panic!("{record}: the native engine refuses ply {number}"));
            drawn = naively.unwrap_or_else(|| panic!("{record}: the naive game refuses ply {number}"));
            let position = read(&drawn);
            assert_eq!(native.discs(), position.discs, "{record}, ply {number}");
            assert_eq!(native.legal(), bits(Size::Eight, &drawn.legal_moves()), "{record}, ply {number}");
            met.push(position);
        }
        let compared = compare(&simulator, &met);
        assert_eq!(compared.positions, game.plies.len() + 1);
        assert_eq!(drawn, game.position, "{record}");

        assert_eq!(drawn.mover.to_string(), word_before(&note, " to move"), "{record}");
        assert_eq!(native.mobility() as usize, number_before(&note, " legal moves"), "{record}");
        assert_eq!(native.empties() as usize, number_before(&note, " empty squares"), "{record}");
    }
}

#[test]
fn the_published_boards_have_the_moves_and_empty_squares_noted() {
    let simulator = Simulator::<8>::new();
    for Fact { value: board, what: note, .. } in facts("board") {
        let (moves, empties) = (number_before(&note, " legal moves"), number_before(&note, " empty squares"));
        let native: Position<8> = board.parse().unwrap_or_else(|error| panic!("{board}: {error}"));
        let discs = native.discs();
        assert_eq!(
            (native.mobility() as usize, native.empties() as usize),
            (moves, empties),
            "{board}, natively"
        );

        let witness = naive::witness(&board).unwrap_or_else(|error| panic!("{board}: {error}"));
        assert_eq!((witness.mobility(), witness.empties), (moves, empties), "{board}, naively");

        let legal = simulator.judge(&[discs])[0].legal;
        assert_eq!(legal.count_ones() as usize, moves, "{board}, by the circuit");

        // Also as a whole, with X as either colour.
        let colours = [Disc::Black, Disc::White].map(|mover| Coloured { discs, mover });
        assert_eq!(compare(&simulator, &colours).moves, 2 * moves);
        assert_eq!(draw::<8>(colours[0]).board.to_string(), board, "{board}, as the naive game writes it");
        assert_eq!(notation::print(discs, LAYOUT), board, "{board}, as the native engine writes it");
    }
}

/// Positions that the records and boards do not have: the first plies of all games from the start.
#[test]
fn all_implementations_agree_on_the_first_plies_of_all_games() {
    let mut front = vec![Position::<8>::start()];
    let mut met: Vec<Discs<u64>> = Vec::new();
    for _ in 0..5 {
        met.extend(front.iter().map(|position| position.discs()));
        front = front.iter().flat_map(|position| position.successors()).collect();
    }
    let met: Vec<Coloured> = met.into_iter().map(|discs| Coloured { discs, mover: Disc::White }).collect();
    let compared = compare(&Simulator::<8>::new(), &met);
    assert_eq!((compared.positions, compared.moves), (1 + 4 + 12 + 56 + 244, 4 + 12 + 56 + 244 + 1396));
}
