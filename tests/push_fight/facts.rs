//! Push Fight compared with the values of its public solution (`tests/data/push_fight.tsv`): 644 positions, each with
//! its index and its value.
//!
//! Every index is checked, and a sample of the values that takes seconds; the whole file to depth 3 is `cargo test
//! --release --test push_fight -- --ignored`.

use certamen::games::push_fight::search::{
    SearchLimits, TurnValue, solve, successors, turn_between, winning,
};
use certamen::work::Stop;
use encodings::push_fight::index::{Index, Indexes};
use encodings::push_fight::{Position, Standard, Turn, TurnOutcome, notation};
use rayon::prelude::*;
use std::ops::Range;
use verify::push_fight as naive;

#[derive(Clone, Debug)]
struct Fact {
    index: u64,
    text: String,
    value: String,
    position: Position<Standard>,
}

impl Fact {
    /// The number of turns that the value counts; `None` for a tie.
    fn turns(&self) -> Option<u32> {
        self.value.get(1..).and_then(|turns| turns.parse().ok())
    }
}

fn facts() -> Vec<Fact> {
    let lines = include_str!("../data/push_fight.tsv").lines().filter(|line| !line.starts_with('#'));
    let facts: Vec<Fact> = lines
        .map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            let [index, text, value] = fields[..] else { panic!("three fields: {line}") };
            Fact {
                index: index.parse().expect("an index"),
                text: text.to_owned(),
                value: value.to_owned(),
                position: notation::parse(text).unwrap_or_else(|error| panic!("{text}: {error}")),
            }
        })
        .collect();
    assert_eq!(facts.len(), 644);
    facts
}

#[test]
fn every_position_has_its_index() {
    let indexes = Indexes::<Standard>::new();
    let variant = naive::Variant::full();
    for fact in facts() {
        assert_eq!(indexes.index(fact.position), Some(Index(fact.index)), "{fact:?}");
        assert_eq!(indexes.position(Index(fact.index)), Some(fact.position), "{fact:?}");
        assert_eq!(notation::print(fact.position), fact.text);
        let naively = naive::parse_position(&variant, &fact.text).expect("a position");
        assert_eq!(naive::index(&naively), Some(fact.index), "{fact:?}");
        assert_eq!(naive::can_have_been_pushed(&naively), fact.position.follows_a_push(), "{fact:?}");
    }
}

/// Evaluates a position to a depth, compares the result with the fact, and replays its line with the naive game.
fn is_evaluated(fact: &Fact, depth: u32) {
    let limits = SearchLimits { turns: depth, time: None, memory: 1 << 22 };
    let solution = solve(fact.position, limits, &Stop::new());
    let expected = match fact.turns().filter(|&turns| turns <= depth) {
        None => TurnValue::Open(depth),
        Some(turns) if fact.value.starts_with('W') => TurnValue::Win(turns),
        Some(turns) => TurnValue::Loss(turns),
    };
    assert_eq!(solution.value, expected, "{fact:?}");
    let line: Vec<String> = solution.line.iter().map(Turn::name::<Standard>).collect();
    let start = naive::parse_position(&naive::Variant::full(), &fact.text).expect("a position");
    let played = naive::replay(&start, &line.join(" ")).unwrap_or_else(|error| panic!("{fact:?}: {error}"));
    match expected {
        TurnValue::Win(turns) => {
            assert_eq!((line.len(), played.end), (2 * turns as usize - 1, naive::Outcome::Wins));
        }
        TurnValue::Loss(0) => assert!(!naive::has_legal_turn(&start), "{fact:?}"),
        TurnValue::Loss(turns) => {
            assert_eq!((line.len(), played.end), (2 * turns as usize, naive::Outcome::Wins));
        }
        TurnValue::Open(_) => assert!(line.is_empty()),
    }
}

#[test]
fn a_sample_has_its_values() {
    let facts = facts();
    let of = |value: &str| facts.iter().filter(|fact| fact.value == value).collect::<Vec<_>>();
    for value in ["W1", "L0", "L1", "W2"] {
        assert_eq!(of(value).len(), 40, "{value}");
        for fact in of(value) {
            is_evaluated(fact, 2);
        }
    }
    for value in ["T", "L2", "W9", "L24", "W49"] {
        for fact in of(value).into_iter().take(4) {
            is_evaluated(fact, 2);
        }
    }
    for value in ["L3", "W3"] {
        for fact in of(value).into_iter().take(2) {
            is_evaluated(fact, 3);
        }
    }
}

/// The examples of the repository maksverver/pushfight (its `images/NOTES.txt` has them as text): position, value
/// within two turns (a puzzle only says that it is not lost at once), and a turn of the player to move.
const EXAMPLES: [(&str, TurnValue, &str); 6] = [
    (".....OOxY....oxX.....oX..O", TurnValue::Loss(0), ""),
    ("...xo.....xXo....YOOO....X", TurnValue::Loss(0), ""),
    ("....o....YOX...O.oO....xxX", TurnValue::Win(1), "f3-c1,c1-d1"),
    (".xXO.......O.....YO..ox.Xo", TurnValue::Loss(1), ""),
    (".oO..O..O.ox......X.X..Yx.", TurnValue::Win(2), "e4-g4,a3-e3,d3-e3"),
    // After that turn.
    (".x..X....YXxo.....O.O..Oo.", TurnValue::Loss(1), ""),
];

#[test]
fn the_published_examples_have_their_values() {
    let limits = SearchLimits { turns: 2, time: None, memory: 1 << 22 };
    for (text, value, turn) in EXAMPLES {
        let position: Position<Standard> = notation::parse(text).expect("a position");
        assert_eq!(solve(position, limits, &Stop::new()).value, value, "{text}");
        if !turn.is_empty() {
            let turn = Turn::parse::<Standard>(turn).expect("a turn");
            let played = position.play(&turn).expect("a legal turn");
            assert_eq!(played == TurnOutcome::Won, value == TurnValue::Win(1));
            if let TurnOutcome::Next(next) = played {
                assert_eq!(notation::print(next), EXAMPLES[5].0);
            }
        }
    }
    let impossible: Position<Standard> = notation::parse(".OX.....oYx....Oox.....OX.").expect("a position");
    assert!(!impossible.follows_a_push());
}

/// The puzzle of the repository maksverver/pushfight: red, to move, can survive one more turn.
#[test]
fn the_puzzle_has_a_solution() {
    let puzzle: Position<Standard> = notation::parse("ox...X.YO....o.x..OO..X...").expect("a position");
    let saving: Vec<Position<Standard>> =
        successors(puzzle).into_iter().filter(|&next| winning(next).is_none()).collect();
    assert!(winning(puzzle).is_none() && !saving.is_empty());
    for next in saving {
        let start =
            naive::parse_position(&naive::Variant::full(), &notation::print(next)).expect("a position");
        assert!(!naive::has_winning_turn(&start));
        println!("{}", turn_between(puzzle, next).expect("a turn").name::<Standard>());
    }
}

#[test]
#[ignore = "minutes; run it with --release"]
fn the_whole_file_has_its_values_to_depth_three() {
    for fact in facts() {
        is_evaluated(&fact, 3);
    }
}

/// The numbers of positions of a range of indexes that the first two phases of the public solution leave undecided, find
/// lost, and find won: those of which one turn, or an answer to it, decides.
fn phase_one(indexes: Range<u64>) -> [u64; 3] {
    let limits = SearchLimits { turns: 1, time: None, memory: 0 };
    let numbered = Indexes::<Standard>::new();
    let class = |index| {
        let position = numbered.position(Index(index)).expect("a position");
        match solve(position, limits, &Stop::new()).value {
            TurnValue::Open(_) => [1, 0, 0],
            TurnValue::Loss(_) => [0, 1, 0],
            TurnValue::Win(_) => [0, 0, 1],
        }
    };
    let sum = |one: [u64; 3], other: [u64; 3]| [0, 1, 2].map(|class| one[class] + other[class]);
    indexes.into_par_iter().map(class).reduce(|| [0; 3], sum)
}

#[test]
fn counts_of_phases_add_up() {
    let parts = [phase_one(0..1000), phase_one(1000..2500)];
    assert_eq!([0, 1, 2].map(|class| parts[0][class] + parts[1][class]), phase_one(0..2500));
    assert_eq!(parts.concat().iter().sum::<u64>(), 2500);
}

/// The published counts: a chunk of the public solution has 54,054,000 indexes.
#[test]
#[ignore = "54 million positions, minutes; run it with --release"]
fn chunk_0_has_its_published_counts_after_phase_1() {
    assert_eq!(phase_one(0..54_054_000), [5_604_133, 1_074_557, 47_375_310]);
}
