//! `push-fight.turns`: turns counted by the generator, by both sums over words, and by the naive game; bounds of small
//! boards compared with a search of all their positions.

use crate::cli::{self, answer, complaint};
use crate::native::all;
use crate::support::push_fight::naively;
use crate::support::random::Random;
use certamen::games::push_fight::search::{many_turns, successors, turn_count};
use certamen::results::push_fight_turns::{camps, most_turns};
use certamen::work::Stop;
use encodings::board::Direction;
use encodings::push_fight::board::{Board, DIRECTIONS};
use encodings::push_fight::index::{Index, Indexes};
use encodings::push_fight::{Position, PushFight, Standard, every_turn, leaping, notation, rules};
use serde_json::json;
use verify::push_fight::{self as naive, Moves, TurnCount};

const RANKS: [Direction; 2] = [Direction::East, Direction::West];
const FILES: [Direction; 2] = [Direction::North, Direction::South];

fn total(count: TurnCount) -> u64 {
    u64::from(count.along_ranks + count.along_files)
}

/// Compares the counts with leaping: by the sum and by the naive game.
fn leaps_are_counted<B: Board>(position: Position<B>) {
    let count = naive::count_turns(&naively(position), Moves::Leaping);
    let along = |directions| leaping::turns::<B, u32>(position.pieces(), directions).value();
    assert_eq!(along(&RANKS), u64::from(count.along_ranks), "{position:?}");
    assert_eq!(along(&FILES), u64::from(count.along_files), "{position:?}");
    assert_eq!(along(&DIRECTIONS), total(count), "{position:?}");
}

/// Compares the counts of pushes without moves: by the rules and by the naive game.
fn pushes_are_counted<B: Board>(position: Position<B>) {
    let count = naive::count_turns(&naively(position), Moves::None);
    let able = |direction| rules::able::<B, u32>(position.pieces(), direction).count_ones();
    let along = |directions: [Direction; 2]| directions.map(able).into_iter().sum::<u32>();
    assert_eq!([along(RANKS), along(FILES)], [count.along_ranks, count.along_files], "{position:?}");
}

/// Compares the counts of legal turns: by the generator and by the naive game; leaping gives an upper bound.
fn turns_are_counted<B: Board>(position: Position<B>) -> u64 {
    let count = total(naive::count_turns(&naively(position), Moves::Legal));
    assert_eq!(u64::from(turn_count(position)), count, "{position:?}");
    assert!(successors(position).len() as u64 <= count);
    assert!(leaping::turns::<B, u32>(position.pieces(), &DIRECTIONS).value() >= count, "{position:?}");
    assert!(pushes_at_most::<B>(position) >= count, "{position:?}");
    count
}

/// An upper bound for every position: one push for each pusher and direction.
fn pushes_at_most<B: Board>(_: Position<B>) -> u64 {
    u64::from(leaping::arrangements::<B>()) * 4 * B::PUSHERS as u64
}

fn sample<B: Board>(positions: usize, mut look: impl FnMut(Position<B>)) {
    let indexes = Indexes::<B>::new();
    let mut random = Random::new(0x7_0125);
    for _ in 0..positions {
        let index = Index(random.below(indexes.len() as usize) as u64);
        look(indexes.position(index).expect("an index"));
    }
}

#[test]
fn turns_of_small_boards_are_counted() {
    for position in all::<PushFight<4, 3, 1, 1>>() {
        let count = turns_are_counted(position);
        let sum = every_turn::turns::<PushFight<4, 3, 1, 1>, u32>(position.pieces(), &DIRECTIONS);
        assert_eq!(sum.value(), count, "{position:?}");
        leaps_are_counted(position);
        pushes_are_counted(position);
    }
    sample::<PushFight<4, 4, 2, 1>>(60, |position| {
        let count = turns_are_counted(position);
        let along = |directions: &[Direction]| {
            every_turn::turns::<PushFight<4, 4, 2, 1>, u32>(position.pieces(), directions).value()
        };
        assert_eq!(along(&DIRECTIONS), count, "{position:?}");
        let naively = naive::count_turns(&naively(position), Moves::Legal);
        assert_eq!(along(&RANKS), u64::from(naively.along_ranks));
        assert_eq!(along(&FILES), u64::from(naively.along_files));
        leaps_are_counted(position);
    });
}

#[test]
fn turns_of_larger_boards_are_counted() {
    sample::<PushFight<6, 4, 2, 2>>(4, leaps_are_counted);
    sample::<PushFight<6, 3, 3, 0>>(4, leaps_are_counted);
    sample::<Standard>(3, |position| {
        turns_are_counted(position);
        leaps_are_counted(position);
    });
    sample::<Standard>(200, pushes_are_counted);
}

/// The greatest number of turns of a board, by a search of all positions.
fn most<B: Board>() -> u32 {
    all::<B>().into_iter().map(turn_count).max().unwrap_or_default()
}

#[test]
fn the_bound_of_a_small_board_agrees_with_a_search() {
    has_the_bound("4x3", most::<PushFight<4, 3, 1, 1>>());
}

#[test]
fn the_bound_of_ten_squares_agrees_with_a_search() {
    has_the_bound("4x4", most::<PushFight<4, 4, 2, 1>>());
}

/// Compares the proved bound with the expected one, and with the bounds without moves and with leaping.
fn has_the_bound(board: &str, expected: u32) {
    let place = tempfile::tempdir().expect("a directory");
    let out = place.path().join("turns");
    let out = out.to_str().expect("UTF-8");
    let prove = |moves| {
        let arguments = ["prove", "push-fight.turns", "--board", board, "--moves", moves, "--out", out];
        let proved = cli::json(&arguments, 0);
        assert_eq!(proved["verdict"], "exact");
        proved["claim"]["bound"].as_u64().expect("a number") as u32
    };
    assert!(prove("leaping") >= expected && prove("none") < expected);
    assert_eq!(prove("legal"), expected);
    let checked = cli::json(&["check", out], 0);
    assert_eq!(checked["witnesses"][0]["turns"]["turns"], expected);
    assert!(answer(&["check", out], 0).ends_with("s VERIFIED\n"));
}

/// Compares a search by camps with a search of all positions. The former finds one position of each class; a class is a
/// position up to half a turn and up to the choice of the other player's pushers.
fn camps_are_searched<B: Board>() {
    let expected = most::<B>();
    let found = most_turns::<B>(&camps::<B>(), 0, &Stop::new()).expect("nobody stops it");
    assert_eq!(found.turns, expected);
    let among = |position: &Position<B>| {
        found.positions.iter().any(|found| {
            let (found, pieces) = (found.pieces(), position.pieces());
            (found.own, found.opp.all(), found.anchor) == (pieces.own, pieces.opp.all(), pieces.anchor)
        })
    };
    for position in all::<B>().into_iter().filter(|&position| turn_count(position) == expected) {
        assert!(among(&position) || among(&position.rotated()), "{position:?}");
    }
    // Nothing is found if more turns are required than there are.
    let none = most_turns::<B>(&camps::<B>(), expected + 1, &Stop::new()).expect("nobody stops it");
    assert_eq!((none.turns, none.positions.len()), (expected + 1, 0));
}

#[test]
fn the_search_by_camps_covers_all_positions() {
    camps_are_searched::<PushFight<4, 3, 1, 1>>();
    camps_are_searched::<PushFight<4, 4, 1, 1>>();
    camps_are_searched::<PushFight<4, 4, 2, 1>>();
    let text = answer(&["retro", "turns", "push-fight", "--board", "4x3"], 0);
    let most = most::<PushFight<4, 3, 1, 1>>();
    assert!(text.contains(&format!("the most legal turns are {most}")), "{text}");
    assert!(complaint(&["retro", "turns", "push-fight", "--from", "200000"]).contains("within 0 to 164450"));
}

#[test]
fn more_turns_than_there_are_have_no_answer() {
    let most = most::<PushFight<4, 3, 1, 1>>();
    let found = answer(&["solve", "push-fight.turns", "--board", "4x3", "--at-least", &most.to_string()], 10);
    assert!(found.contains("s SATISFIABLE"), "{found}");
    let more = (most + 1).to_string();
    let none = answer(&["solve", "push-fight.turns", "--board", "4x3", "--at-least", &more], 20);
    assert!(none.contains("s UNSATISFIABLE"), "{none}");
}

#[test]
fn nine_pushes_are_the_most_without_moves() {
    let ask = |number: &str| {
        ["solve", "push-fight.turns", "--moves", "none", "--at-least", number].map(String::from)
    };
    let asked = |number: &str, code| {
        let arguments = ask(number);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        answer(&arguments, code)
    };
    assert!(asked("9", 10).contains("9 turns without moves"));
    assert!(asked("10", 20).contains("s UNSATISFIABLE"));
}

/// The position of the published board with the most turns; `prove push-fight.turns` finds it, or one with as
/// many turns.
#[test]
fn a_position_with_12214_turns() {
    let position: Position<Standard> = notation::parse(".....Y..xOX..o.oOXOx......").expect("a position");
    assert_eq!(turn_count(position), 12_214);
    assert_eq!(total(naive::count_turns(&naively(position), Moves::Legal)), 12_214);
    let climbed = many_turns::<PushFight<4, 3, 1, 1>>(10, || false);
    assert_eq!(turn_count(climbed), most::<PushFight<4, 3, 1, 1>>());
}

#[test]
#[ignore = "a minute of processor time where it is optimized: cargo test --release --test push_fight -- --ignored"]
fn no_position_of_the_published_board_has_more() {
    let place = tempfile::tempdir().expect("a directory");
    let out = place.path().join("turns");
    let out = out.to_str().expect("UTF-8");
    let proved = cli::json(&["prove", "push-fight.turns", "--out", out], 0);
    assert_eq!((&proved["verdict"], &proved["claim"]["bound"]), (&json!("exact"), &json!(12_214)));
    assert!(answer(&["check", out], 0).contains("12214 turns"));
    let splits = std::fs::read_to_string(place.path().join("turns/refutation.splits.txt")).expect("splits");
    assert_eq!(splits.lines().count(), 70_557);
    let leaping = cli::json(&["prove", "push-fight.turns", "--moves", "leaping", "--out", out], 0);
    assert_eq!(leaping["claim"]["bound"], 13_372);
}

/// Without moves, and with leaping, the sum is the number itself: no splits are left to count.
#[test]
fn bounds_of_the_published_board_that_are_sums() {
    let place = tempfile::tempdir().expect("a directory");
    let out = place.path().join("turns");
    let out = out.to_str().expect("UTF-8");
    let prove = |flags: &[&str]| {
        let arguments = [&["prove", "push-fight.turns", "--out", out], flags].concat();
        let proved = cli::json(&arguments, 0);
        assert_eq!(proved["verdict"], "exact");
        assert!(answer(&["check", out], 0).ends_with("s VERIFIED\n"));
        proved["claim"]["bound"].as_u64().expect("a number")
    };
    assert_eq!(prove(&["--moves", "none"]), 9);
    assert_eq!(prove(&["--moves", "leaping", "--along", "ranks"]), 8_757);
    assert_eq!(prove(&["--moves", "leaping", "--along", "files"]), 5_084);
    let more =
        cli::json(&["prove", "push-fight.turns", "--moves", "none", "--at-least", "10", "--out", out], 1);
    assert_eq!(more["verdict"], "impossible");
}

#[test]
fn questions_without_a_formula_are_refused() {
    for (arguments, says) in [
        (&["solve", "push-fight.turns"][..], "too many for a formula: use --moves leaping or --moves none"),
        (&["emit", "push-fight.turns", "--along", "files"], "too many for a formula"),
        (&["emit", "push-fight.stuck", "--moves", "none"], "--moves belongs to push-fight.turns"),
        (&["count", "push-fight.turns"], "too many for a formula"),
        (&["solve", "push-fight.turns", "--board", "4x4", "--at-least", "9999999"], "--at-least"),
        (&["prove", "push-fight.turns", "--objective", "empties", "--out", "x"], "--objective"),
        (&["emit", "push-fight.turns", "--board", "4x3", "--format", "wcnf"], "applies to"),
    ] {
        let complaint = complaint(arguments);
        assert!(complaint.contains(says), "{arguments:?}: {complaint}");
    }
}
