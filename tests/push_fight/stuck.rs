//! `push-fight.stuck`: the one formula for "has a legal turn" compared with turns one by one, and the list of positions
//! without one compared with a search of all positions.

use crate::cli::{answer, complaint, json, run};
use crate::native::all;
use crate::support::push_fight::naively;
use crate::support::random::Random;
use crate::support::seal::seal;
use certamen::games::push_fight::search::is_stuck;
use encodings::push_fight::board::Board;
use encodings::push_fight::index::{Index, Indexes};
use encodings::push_fight::{Position, PushFight, Standard, notation, stuck};
use std::fs;
use std::path::Path;
use verify::push_fight as naive;

/// The positions of a board without a legal turn, in the order of the index.
fn stuck_on<B: Board>() -> Vec<Position<B>> {
    let mut positions = all::<B>();
    positions.retain(|&position| is_stuck(position));
    positions
}

/// Compares every `step`-th position of a board.
fn is_exact_on<B: Board>(step: usize) {
    for position in all::<B>().into_iter().step_by(step) {
        let has_turn = stuck::has_turn::<B, u32>(position.pieces());
        assert_eq!(has_turn, !is_stuck(position), "{position:?}");
        assert!(has_turn || !stuck::has_short_turn::<B, u32>(position.pieces()), "{position:?}");
    }
}

#[test]
fn on_small_boards_the_formula_is_exact() {
    is_exact_on::<PushFight<4, 3, 1, 1>>(1);
    is_exact_on::<PushFight<4, 4, 1, 1>>(5);
    is_exact_on::<PushFight<4, 4, 2, 1>>(101);
}

#[test]
fn on_samples_of_the_published_board_the_formula_is_exact() {
    let indexes = Indexes::<Standard>::new();
    let mut random = Random::new(0x57_0c4);
    for _ in 0..1000 {
        let index = Index(random.below(indexes.len() as usize) as u64);
        let position = indexes.position(index).expect("an index");
        let pieces = position.pieces();
        assert_eq!(stuck::has_short_turn::<Standard, u32>(pieces), !is_stuck(position), "{position:?}");
    }
    // Rare positions, in which nearly all pieces are hemmed in.
    let facts = include_str!("../data/push_fight.tsv").lines().filter(|line| !line.starts_with('#'));
    for text in facts.filter_map(|line| line.split('\t').nth(1)) {
        let position: Position<Standard> = notation::parse(text).expect("a position");
        let pieces = position.pieces();
        assert_eq!(stuck::has_short_turn::<Standard, u32>(pieces), !is_stuck(position), "{position:?}");
    }
}

#[test]
fn the_list_of_a_small_board_agrees_with_a_search() {
    let expected: Vec<String> =
        stuck_on::<PushFight<4, 4, 2, 1>>().into_iter().map(notation::print).collect();
    assert!(!expected.is_empty());
    for &position in stuck_on::<PushFight<4, 3, 1, 1>>().iter().step_by(7) {
        assert!(!naive::has_legal_turn(&naively(position)), "{position:?}");
    }
    let place = tempfile::tempdir().expect("a directory");
    let out = place.path().join("list");
    let out = out.to_str().expect("UTF-8");
    let list = answer(&["enumerate", "push-fight.stuck", "--board", "4x4", "--out", out], 0);
    let mut lines: Vec<&str> = list.lines().collect();
    let end =
        format!("complete: {} positions, and no others; proof checked; certificate in {out}", expected.len());
    assert_eq!(lines.pop(), Some(end.as_str()));
    assert_eq!(lines, expected);

    // It continues after any line.
    let middle = expected.len() / 2;
    let rest = answer(&["enumerate", "push-fight.stuck", "--board", "4x4", "--after", &expected[middle]], 0);
    assert_eq!(rest.lines().count(), expected.len() - middle);
    assert!(rest.lines().zip(&expected[middle + 1..]).all(|(line, expected)| line == expected));

    // Half a turn reverses a line: one of each two is listed.
    let classes = answer(&["enumerate", "push-fight.stuck", "--board", "4x4", "--up-to-symmetry"], 0);
    let classes: Vec<&str> = classes.lines().take_while(|line| !line.contains(' ')).collect();
    let backwards = |line: &str| line.chars().rev().collect::<String>();
    for line in &expected {
        let known = classes.iter().filter(|&&class| class == line || backwards(class) == *line).count();
        assert_eq!(known, 1, "{line}");
    }

    certificates_of_lists_are_checked(out);
}

/// The repository maksverver/pushfight has the same number, by scanning all positions of the published board.
#[test]
#[ignore = "half a minute without optimization, and 4x4 is listed above: cargo test --release"]
fn there_are_648_stuck_positions() {
    let list = answer(&["enumerate", "push-fight.stuck", "--up-to-symmetry"], 0);
    let mut lines: Vec<&str> = list.lines().collect();
    assert_eq!(lines.pop(), Some("complete: 324 positions, and no others; proof checked"));
    assert_eq!(lines.len(), 324);
    // Half a turn reverses a line and moves the only anchor, so each class has two positions.
    assert!(lines.iter().all(|line| line.chars().rev().ne(line.chars())));
}

fn certificates_of_lists_are_checked(out: &str) {
    let checked = json(&["check", out], 0);
    assert_eq!(checked["verdict"], "verified");
    let positions = format!("{out}/positions.txt");
    let whole = fs::read_to_string(&positions).expect("the list");
    let altered = [
        whole.split_inclusive('\n').skip(1).collect::<String>(),
        whole.split_inclusive('\n').rev().collect(),
        whole.replacen('.', "o", 1),
        String::new(),
    ];
    for text in altered {
        fs::write(&positions, &text).expect("written");
        assert!(answer(&["check", out], 1).contains("`positions.txt` was altered"));
        // A forger who also alters the sums gets the next error.
        seal(Path::new(out));
        let reason = answer(&["check", out], 1);
        assert!(reason.contains("s NOT VERIFIED") && !reason.contains("altered\n"), "{reason}");
    }
    fs::write(&positions, &whole).expect("written");
    seal(Path::new(out));
    assert_eq!(run(&["check", out]).status.code(), Some(0));

    let manifest = format!("{out}/certificate.json");
    let stated = fs::read_to_string(&manifest).expect("the claim");
    let claims = [
        (
            "\"symmetry_breaking\": false",
            "\"symmetry_breaking\": true",
            "the question of a list has no symmetry breaking",
        ),
        ("\"up_to_symmetry\": false", "\"up_to_symmetry\": true", "is symmetric to an earlier one"),
        ("\"4x4\"", "\"4x3\"", "the position of the witness"),
    ];
    for (one, other, says) in claims {
        fs::write(&manifest, stated.replacen(one, other, 1)).expect("written");
        seal(Path::new(out));
        let reason = answer(&["check", out], 1);
        assert!(reason.contains(says) && reason.contains("s NOT VERIFIED"), "{reason}");
    }
}

#[test]
fn flags_of_other_queries_are_refused() {
    for (arguments, says) in [
        (
            &["prove", "push-fight.stuck", "--out", "x"][..],
            "go.strings, go, push-fight.turns, push-fight, and to files that end in .game or .ig, not to push-fight.stuck",
        ),
        (
            &["profile", "push-fight.stuck", "--out", "x"],
            "profile applies to othello, ostle, go, push-fight, othello.mobility",
        ),
        (&["enumerate", "push-fight.turns"], "all legal turns of the board 8x4 are too many for a formula"),
        (
            &["emit", "push-fight.stuck", "--discs", "5"],
            "--discs belongs to othello.mobility, othello, not to push-fight.stuck",
        ),
        (&["solve", "push-fight.stuck", "--in", "1"], "--in belongs to ostle.win, push-fight.win"),
        (
            &["solve", "othello.mobility", "--position", "x"],
            "--position belongs to ostle.win, push-fight.win",
        ),
        (
            &["emit", "push-fight.stuck", "--board", "8x8"],
            "--board 8x8: push-fight.stuck is about 4x3, 4x4, 8x4",
        ),
        (&["emit", "push-fight.stuck", "--format", "wcnf"], "applies to othello.mobility"),
        (
            &["emit", "push-fight.stuck", "--transition-system", "--format", "aag"],
            "applies to othello.mobility",
        ),
        (&["solve", "push-fight.win"], "--in 1"),
        (&["solve", "push-fight.win", "--in", "2"], "only wins in 1"),
        (&["solve", "push-fight.win", "--in", "1", "--position", "...."], "4 squares, expected 26"),
        (&["enumerate", "push-fight.stuck", "--after", "...."], "26 characters of . o O x X Y"),
    ] {
        let complaint = complaint(arguments);
        assert!(complaint.contains(says), "{arguments:?}: {complaint}");
    }
}
