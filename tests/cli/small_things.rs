//! Small defects that users reported, too small for files of their own.

use crate::support::run::{Place, run};

#[test]
fn questions_about_wins_take_positions_of_small_boards() {
    for board in ["", " --board 4x3"] {
        let ran = run(&format!("solve push-fight.win --in 1{board} --position ox..OY"));
        assert!(ran.answers(10).contains("c d2-b2,b2-a2 wins\n"), "{}", ran.out());
    }
    run("solve push-fight.win --in 1 --board 4x4 --position ox..OY").refused(&["6 squares, expected 10"]);
    run("solve push-fight.win --in 1 --position ox..OYx").refused(&["7 squares, expected 26"]);
}

#[test]
fn a_file_without_records_is_refused_by_every_game() {
    for game in ["othello", "ostle", "push-fight", "go"] {
        run(&format!("replay {game} --file /dev/null")).refused(&["/dev/null", "no record in it"]);
    }
}

#[test]
fn positions_of_ostle_may_have_a_line_for_each_rank() {
    let place = Place::new();
    let line = place.run("show ostle 020-112-300").answers(0).to_owned();
    let show = |position: &str| place.run_arguments(&["show", "ostle", position], "");
    assert_eq!(show("020\n112\n300\n").answers(0), line);
    show("020\n11\n2300").refused(&["character 7 of the board is a newline within a rank"]);
}

#[test]
fn trees_begin_at_a_position_of_any_board() {
    let place = Place::new();
    let perft = |game: &str, position: &str| {
        place.run_arguments(&["-q", "perft", game, "1", "--position", position], "")
    };
    assert_eq!(perft("othello", "-----OX--XO-----").answers(0), "4\n");
    assert_eq!(perft("ostle", "020-112-300").answers(0), "9\n");
    assert_eq!(perft("go", ".XO/XO./.X.").answers(0).lines().count(), 1);
    // Characters that are not blanks in `show` are not blanks here.
    for game in ["othello", "ostle", "push-fight", "go"] {
        perft(game, "--\u{a0}--").refused(&["the position: "]);
    }
}

#[test]
fn time_between_checkpoints_is_a_number_of_seconds_everywhere() {
    let place = Place::new();
    for command in [
        "count go.positions --board 4x4 --dir c",
        "retro build ostle --dir r --board 3x3 --pieces 2 --lose-at 1",
        "retro distances ostle --dir r --board 3x3 --pieces 2 --lose-at 1",
    ] {
        for interval in ["0.3", "0", "5"] {
            place.run(&format!("{command} --checkpoint-every {interval}")).answers(0);
        }
        for interval in ["-1", "soon", "1e99"] {
            place.run(&format!("{command} --checkpoint-every={interval}")).refused(&["seconds"]);
        }
    }
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link() {
    let place = Place::new();
    std::os::unix::fs::symlink("target.cnf", place.path().join("link.cnf")).expect("a link");
    // Twice: to a file that is not there yet, and to one that is.
    for at_least in [8, 9] {
        place.run(&format!("emit othello.mobility --board 4x4 --at-least {at_least} -o link.cnf")).answers(0);
        assert_eq!(place.names(), ["link.cnf", "target.cnf"]);
        let link = std::fs::symlink_metadata(place.path().join("link.cnf")).expect("a link");
        assert!(link.is_symlink());
        assert_eq!(place.read("link.cnf"), place.read("target.cnf"));
    }
}

#[test]
fn missing_tables_are_reported_before_anything_is_computed() {
    let place = Place::new();
    place.run("retro build ostle --dir e --layer 7v7").refused(&["7v7"]);
    for verb in ["stats", "longest", "audit"] {
        place.run(&format!("retro {verb} ostle --dir nowhere")).refused(&["no solved game", "nowhere"]);
    }
    // A directory in which nothing has been built yet.
    let small = "--board 3x3 --pieces 2 --lose-at 1";
    place.run(&format!("retro build ostle --dir d {small}")).answers(0);
    std::fs::remove_file(place.path().join("d/2v2.table")).expect("a table");
    place
        .run(&format!("retro stats ostle --dir d {small}"))
        .refused(&["d/2v2.table is missing: build it first"]);
}

#[test]
fn a_witness_is_written_in_one_way() {
    let place = Place::new();
    place.run("prove othello.mobility --board 4x4 --out c").answers(0);
    let text = place.read("c/certificate.json");
    let start = text
        .find("\"board\": \"-")
        .or_else(|| text.find("\"board\": \"X"))
        .or_else(|| text.find("\"board\": \"O"));
    let start = start.expect("a board") + "\"board\": \"".len();
    let board = &text[start..start + 16];
    let lower = text.replacen(board, &board.to_lowercase(), 1);
    assert_ne!(lower, text);
    place.write("c/certificate.json", &lower);
    // With right checksums, as somebody who alters certificates writes them.
    let old = sha256(text.as_bytes());
    let sums = place.read("c/SHA256SUMS");
    assert!(sums.contains(&old), "{sums}");
    place.write("c/SHA256SUMS", sums.replace(&old, &sha256(lower.as_bytes())));
    let ran = place.run("check c");
    assert!(ran.answers(1).ends_with("s NOT VERIFIED\n") && ran.out().contains("witness: "), "{}", ran.out());
}

fn sha256(bytes: &[u8]) -> String {
    use sha2::{Digest, Sha256};
    use std::fmt::Write as _;
    Sha256::digest(bytes).iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
