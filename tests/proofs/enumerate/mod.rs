//! Lists of all answers, compared with all positions of 4x4 and all its games.

mod checkpoint;
mod closing;
mod known;

use encodings::othello::rules::{Discs, Othello};
use serde_json::Value;
use std::collections::BTreeSet;
use std::process::Command;
use verify::othello::{self as naive, Disc, Position};

/// Runs the program; returns its exit code and output.
fn run(arguments: &str) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_certamen"));
    let output = command.arg("-q").args(arguments.split(' ')).output().expect("the program starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout) + &text(output.stderr))
}

/// The lines of a complete list.
fn listed(arguments: &str) -> Vec<String> {
    let (code, text) = run(&format!("enumerate othello.mobility --board 4x4 {arguments}"));
    assert_eq!(code, Some(0), "{arguments}: {text}");
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let goes_on = arguments.contains("--after ");
    let (more, end) = if goes_on { (" more", " by the word of the solver") } else { ("", "; proof checked") };
    let others =
        if arguments.contains("--last-steps") { "; every answer is among them" } else { ", and no others" };
    let count = lines.len() - 1;
    assert_eq!(lines.pop(), Some(format!("complete: {count}{more} positions{others}{end}")), "{arguments}");
    lines
}

/// The squares of the centre.
const CENTRE: [usize; 4] = [5, 6, 9, 10];

fn line(discs: Discs<u16>) -> String {
    let square = |index: u32| match (discs.own >> index & 1, discs.opp >> index & 1) {
        (1, _) => 'X',
        (_, 1) => 'O',
        _ => '-',
    };
    (0..16).map(square).collect()
}

/// All positions of 4x4 with at least these numbers of legal moves and empty squares, by the native engine, one by one.
fn searched(at_least: u32, empties: u32) -> BTreeSet<String> {
    positions(|discs| {
        (discs.own | discs.opp).count_zeros() >= empties
            && Othello::<4>::legal(discs).count_ones() >= at_least
    })
}

/// All positions of 4x4 that are wanted.
fn positions(is_wanted: impl Fn(Discs<u16>) -> bool) -> BTreeSet<String> {
    let centre = CENTRE.iter().fold(0_u16, |centre, square| centre | 1 << square);
    let mut found = BTreeSet::new();
    for occupied in (0..=u16::MAX).filter(|occupied| occupied & centre == centre) {
        // Each set of these squares once: the next smaller one.
        let mut own = occupied;
        loop {
            let discs = Discs { own, opp: occupied ^ own };
            if is_wanted(discs) {
                found.insert(line(discs));
            }
            if own == 0 {
                break;
            }
            own = (own - 1) & occupied;
        }
    }
    found
}

/// The symmetric images of a line.
fn images(line: &str) -> BTreeSet<String> {
    let turned = |line: &String| {
        (0..16).map(|index| line.as_bytes()[(3 - index % 4) * 4 + index / 4] as char).collect()
    };
    let flipped =
        |line: &String| (0..16).map(|index| line.as_bytes()[index / 4 * 4 + 3 - index % 4] as char).collect();
    let mut images = BTreeSet::from([line.to_owned()]);
    loop {
        let more: BTreeSet<String> =
            images.iter().flat_map(|image| [turned(image), flipped(image)]).chain(images.clone()).collect();
        if more == images {
            return images;
        }
        images = more;
    }
}

#[test]
fn a_list_has_every_position_of_4x4_once_and_in_order() {
    for (at_least, empties) in [(8, 0), (7, 0), (6, 8)] {
        let expected: Vec<String> = searched(at_least, empties).into_iter().collect();
        assert!(empties > 0 || !expected.is_empty());
        let flags = format!("--at-least {at_least} --empties {empties}");
        let all = listed(&flags);
        assert_eq!(all, expected, "{flags}");

        let classes: BTreeSet<BTreeSet<String>> = all.iter().map(|line| images(line)).collect();
        let representatives = listed(&format!("{flags} --up-to-symmetry"));
        let represented: BTreeSet<BTreeSet<String>> =
            representatives.iter().map(|line| images(line)).collect();
        assert_eq!(represented, classes, "{flags}: every class");
        assert_eq!(representatives.len(), classes.len(), "{flags}: once");
        assert!(representatives.is_sorted());

        // It continues after any line.
        let middle = all.len() / 2;
        assert_eq!(listed(&format!("{flags} --after {}", all[middle])), all[middle + 1..]);
        assert_eq!(listed(&format!("{flags} --after {}", "-".repeat(16))), all);
        assert_eq!(listed(&format!("{flags} --after {}", "X".repeat(16))), [""; 0]);
    }
    assert_eq!(listed("--at-least 9"), [""; 0]);
}

#[test]
fn a_list_is_json_line_by_line() {
    let (code, text) = run("--json enumerate othello.mobility --board 4x4 --at-least 8 --up-to-symmetry");
    assert_eq!(code, Some(0));
    let objects: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let (last, positions) = objects.split_last().expect("an object");
    assert_eq!(last["positions"], positions.len());
    assert_eq!(last["complete"], true);
    assert!(positions.iter().all(|position| position["mobility"].as_u64() >= Some(8)));
}

#[test]
fn an_interrupted_list_says_so() {
    let (code, text) = run("enumerate othello.mobility --at-least 34 --empties 37 --time-limit 0.01");
    assert_eq!((code, text.as_str()), (Some(3), "not complete: 0 positions so far\n"));
    for (arguments, complaint) in [
        ("--board 4x4 --after XO", "--after"),
        ("--board 6x6 --after XO--------------", "expected a line of this list, 36 characters"),
        ("--reachable --discs 20 --last-steps 4", "need not be an answer"),
    ] {
        let (code, text) = run(&format!("enumerate othello.mobility {arguments}"));
        assert!(
            code == Some(2) && text.contains(complaint) && text.lines().count() == 1,
            "{arguments}: {text}"
        );
    }
}

/// The positions with this number of discs, from the start by the naive rules, as the player to move sees them. With
/// `any_order`, either player may place at every step and be the one to move. Finished games are left out.
fn played(discs: usize, any_order: bool, to_move: Option<Disc>) -> BTreeSet<String> {
    let mut positions = BTreeSet::from([(naive::write_line(&Position::start(size()).board), Disc::Black)]);
    for _ in 4..discs {
        positions = positions.iter().flat_map(|(line, mover)| next(line, *mover, any_order)).collect();
    }
    let seen = |(line, mover): (String, Disc)| {
        let board = naive::parse_board(&line).expect("a board");
        let has_move = !naive::legal_moves(&board, mover).is_empty();
        let is_meant = to_move.is_none_or(|to_move| to_move == mover);
        (has_move && is_meant).then(|| naive::write_line(&board.seen_by(mover)))
    };
    positions.into_iter().filter_map(seen).collect()
}

fn size() -> naive::Size {
    naive::Size::new(4).expect("a size")
}

/// The positions after one more disc.
fn next(line: &str, mover: Disc, any_order: bool) -> Vec<(String, Disc)> {
    let board = naive::parse_board(line).expect("a board");
    if any_order {
        // After `mover`, either player may be to move.
        let placed = |mover: Disc| {
            let after = |square| naive::apply(&board, mover, square).expect("a legal move");
            naive::legal_moves(&board, mover).into_iter().map(after).collect::<Vec<_>>()
        };
        let boards = [Disc::Black, Disc::White].into_iter().flat_map(placed);
        return boards
            .flat_map(|board| [Disc::Black, Disc::White].map(|mover| (naive::write_line(&board), mover)))
            .collect();
    }
    let position = Position { board, mover };
    let after = |square| {
        let after = position.play(square).expect("a legal move");
        // Passes are not steps.
        let after = after.pass().unwrap_or(after);
        (naive::write_line(&after.board), after.mover)
    };
    position.legal_moves().into_iter().map(after).collect()
}

#[test]
fn a_list_of_games_has_every_position_that_they_reach() {
    let cases = [
        (5, false, None, 1),
        (7, false, None, 1),
        (9, false, None, 4),
        (8, false, Some(Disc::White), 4),
        (6, true, None, 1),
        (7, true, None, 4),
        (6, true, Some(Disc::Black), 2),
    ];
    for (discs, any_order, to_move, at_least) in cases {
        let moves = |line: &String| {
            naive::legal_moves(&naive::parse_board(line).expect("a board"), Disc::Black).len()
        };
        let mut expected = played(discs, any_order, to_move);
        expected.retain(|line| moves(line) >= at_least);
        assert!(!expected.is_empty());
        let order = if any_order { " --any-order" } else { "" };
        let side = to_move.map_or("either", |to_move| if to_move == Disc::Black { "black" } else { "white" });
        let flags = format!("--reachable --discs {discs}{order} --to-move {side} --at-least {at_least}");
        let lines = |flags: &str| -> Vec<String> {
            // Each position is followed by its game, which the program has replayed.
            let line = |entry: String| entry.split_once(' ').expect("a game").0.to_owned();
            listed(flags).into_iter().map(line).collect()
        };
        let all = lines(&flags);
        assert!(all.is_sorted());
        assert_eq!(all.iter().cloned().collect::<BTreeSet<_>>(), expected, "{flags}");
        assert_eq!(all.len(), expected.len());
        assert_eq!(lines(&format!("{flags} --after {}", all[0])), all[1..]);

        // The symmetries that fix the start, or exchange its colours if the question does not distinguish them.
        let class = |line: &String| -> BTreeSet<String> {
            let mut images = images(line);
            images.retain(|image| any_order && to_move.is_none() || same_start(line, image));
            images
        };
        let classes: BTreeSet<BTreeSet<String>> = all.iter().map(class).collect();
        let representatives = lines(&format!("{flags} --up-to-symmetry"));
        let first: Vec<String> = classes.iter().filter_map(|class| class.first().cloned()).collect();
        assert_eq!(representatives, first, "{flags}");
    }
}

/// Whether a symmetry that fixes the start maps one to the other: half a turn, or a reflection on a diagonal.
fn same_start(line: &str, image: &str) -> bool {
    let cell = |file: usize, rank: usize| line.as_bytes()[rank * 4 + file] as char;
    let made = |place: &dyn Fn(usize, usize) -> (usize, usize)| -> String {
        (0..16).map(|index| place(index % 4, index / 4)).map(|(file, rank)| cell(file, rank)).collect()
    };
    made(&|file, rank| (file, rank)) == image
        || made(&|file, rank| (3 - file, 3 - rank)) == image
        || made(&|file, rank| (rank, file)) == image
        || made(&|file, rank| (3 - rank, 3 - file)) == image
}

#[test]
fn answers_of_games_are_counted() {
    for (discs, at_least) in [(5, 1), (6, 3)] {
        let (code, text) = run(&format!(
            "count othello.mobility --board 4x4 --reachable --discs {discs} --at-least {at_least}"
        ));
        let moves = |line: &String| {
            naive::legal_moves(&naive::parse_board(line).expect("a board"), Disc::Black).len()
        };
        let expected = played(discs, false, None).iter().filter(|line| moves(line) >= at_least).count();
        assert_eq!((code, text), (Some(0), format!("{expected}\n")));
    }
    let (code, text) = run("count othello.mobility --reachable --last-steps 2 --discs 20");
    assert!(code == Some(2) && text.contains("need not be an answer"), "{text}");
}

#[test]
fn the_certificate_of_a_list_has_the_games() {
    let place = tempfile::tempdir().expect("a directory");
    let out = place.path().join("list");
    let (code, text) = run(&format!(
        "enumerate othello.mobility --board 4x4 --reachable --discs 7 --at-least 4 --up-to-symmetry --out {}",
        out.display()
    ));
    assert_eq!(code, Some(0), "{text}");
    let check = || run(&format!("check {}", out.display()));
    let (code, text) = check();
    assert!(code == Some(0) && text.ends_with("s VERIFIED\n"), "{text}");
    // A game that leads elsewhere is refused, and so is a position without a game.
    let file = out.join("positions.txt");
    let positions = std::fs::read_to_string(&file).expect("the list");
    let (first, _) = positions.split_once('\n').expect("a line");
    let (line, record) = first.split_once(' ').expect("a game");
    let sums = out.join("SHA256SUMS");
    let known = std::fs::read_to_string(&sums).expect("the sums");
    for (forged, complaint) in [
        (line.to_owned(), "nothing after the position"),
        (format!("{line} {}", &record[..record.len() - 2]), "another position"),
        (format!("{line} {record} f5"), "record"),
    ] {
        let text = positions.replacen(first, &forged, 1);
        std::fs::write(&file, &text).expect("written");
        let sum = |text: &str| certamen::ask::emission::sha256(text.as_bytes());
        std::fs::write(&sums, known.replace(&sum(&positions), &sum(&text))).expect("written");
        let (code, text) = check();
        assert!(code == Some(1) && text.contains(complaint), "{forged}: {text}");
    }
}

/// By the naive rules, without a word of the solver.
#[test]
fn positions_after_a_pass_are_those_in_which_the_other_player_has_no_move() {
    for (at_least, empties) in [(6, 0), (4, 9), (3, 10)] {
        let is_stuck = |line: &String| {
            let board = naive::parse_board(line).expect("a board");
            naive::legal_moves(&board, Disc::White).is_empty()
        };
        let all = searched(at_least, empties);
        let expected: BTreeSet<String> = all.iter().filter(|&line| is_stuck(line)).cloned().collect();
        assert!(!expected.is_empty() && expected.len() < all.len());
        let found = listed(&format!("--at-least {at_least} --empties {empties} --after-pass"));
        assert_eq!(found.iter().cloned().collect::<BTreeSet<_>>(), expected);
        assert_eq!(found.len(), expected.len());
    }
}

/// Whether the squares of a line can have been occupied one after the other: each beside two others in a row.
fn can_be_occupied(line: &str) -> bool {
    let occupied: Vec<usize> =
        line.bytes().enumerate().filter(|(_, disc)| *disc != b'-').map(|(at, _)| at).collect();
    let mut reached = CENTRE.to_vec();
    let beside = |reached: &[usize], square: usize| {
        let (file, rank) = (square as i32 % 4, square as i32 / 4);
        let is_reached = |file: i32, rank: i32| {
            (0..4).contains(&file)
                && (0..4).contains(&rank)
                && reached.contains(&((4 * rank + file) as usize))
        };
        let directions = (-1..=1).flat_map(|east| (-1..=1).map(move |north| (east, north)));
        directions.filter(|&direction| direction != (0, 0)).any(|(east, north)| {
            is_reached(file + east, rank + north) && is_reached(file + 2 * east, rank + 2 * north)
        })
    };
    while let Some(&next) = occupied.iter().find(|&&one| !reached.contains(&one) && beside(&reached, one)) {
        reached.push(next);
    }
    reached.len() == occupied.len()
}

/// The ends of `steps` steps, each with the number of moves of the player who is to move, by the naive rules. With `after_pass`
/// the steps follow a pass.
fn ends_of_steps(steps: u32, discs: u32, after_pass: bool) -> BTreeSet<(usize, String)> {
    let has_discs = |at: Discs<u16>| (at.own | at.opp).count_ones() == discs - steps;
    let is_stuck = |line: &String| {
        let board = naive::parse_board(line).expect("a board");
        naive::legal_moves(&board, Disc::White).is_empty()
    };
    let mut lines = positions(has_discs);
    lines.retain(|line| can_be_occupied(line) && (!after_pass || is_stuck(line)));
    for _ in 0..steps {
        let after = |line: &String| {
            let board = naive::parse_board(line).expect("a board");
            let moved = |square| {
                let board = naive::apply(&board, Disc::Black, square).expect("a legal move");
                // After the last pass nobody passes.
                let passes = !after_pass && naive::legal_moves(&board, Disc::White).is_empty();
                if passes { board } else { board.recoloured() }
            };
            let moves = naive::legal_moves(&board, Disc::Black).into_iter();
            moves.map(|square| naive::write_line(&moved(square))).collect::<Vec<_>>()
        };
        lines = lines.iter().flat_map(after).collect();
    }
    let moves =
        |line: &str| naive::legal_moves(&naive::parse_board(line).expect("a board"), Disc::Black).len();
    lines.into_iter().map(|line| (moves(&line), line)).collect()
}

/// A list of a relaxation: every answer is in it. It is found and closed case by case.
#[test]
fn ends_of_last_steps_are_those_of_the_naive_rules() {
    for (steps, discs, fewer, after_pass) in [
        (1, 8, 0, true),
        (1, 10, 1, true),
        (2, 9, 0, true),
        (4, 10, 0, true),
        (1, 9, 1, false),
        (2, 8, 0, false),
    ] {
        let ends = ends_of_steps(steps, discs, after_pass);
        let most = ends.last().expect("an end").0;
        let at_least = most - fewer;
        let expected: BTreeSet<String> =
            ends.into_iter().filter(|(moves, _)| *moves >= at_least).map(|(_, line)| line).collect();
        let pass = if after_pass { " --after-pass" } else { "" };
        let flags = format!("--reachable --last-steps {steps}{pass} --discs {discs}");
        let classes = listed(&format!("{flags} --at-least {at_least} --up-to-symmetry --patience 1"));
        let found: BTreeSet<String> = classes.iter().flat_map(|line| images(line)).collect();
        assert_eq!(found, expected, "{flags}");
        let count: BTreeSet<BTreeSet<String>> = classes.iter().map(|line| images(line)).collect();
        assert_eq!(classes.len(), count.len(), "{flags}: a class occurs twice");
        assert_eq!(listed(&format!("{flags} --at-least {}", most + 1)), [""; 0], "{flags}");
        assert!(expected.len() > 1, "{flags}");
    }
    let (code, text) =
        run("enumerate othello.mobility --board 4x4 --reachable --last-steps 4 --discs 9 --at-least 5");
    assert!(code == Some(2) && text.contains("answers are not listed"), "{text}");
}
