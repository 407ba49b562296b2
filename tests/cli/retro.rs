//! Solved games from the command line: built, killed, damaged, asked.

use crate::run::{Place, program};
use std::collections::BTreeMap;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const SMALL: &str = "--board 3x3 --pieces 2 --lose-at 1";

fn built() -> Place {
    let place = Place::new();
    let ran = place.run(&format!("retro build ostle --dir d {SMALL}"));
    assert!(ran.answers(0).starts_with("2v2 "), "{ran:?}");
    place
}

#[test]
fn a_small_game_is_solved_and_asked() {
    let place = built();
    // Built before: nothing is left to do.
    place.run(&format!("retro build ostle --dir d {SMALL} --layer 2v2")).answers(0);
    // The mover pushes b3 off the board.
    let ran = place.run(&format!("retro probe ostle 020-112-300 --dir d {SMALL} --json"));
    let probed = ran.json(0);
    assert_eq!(probed["value"]["outcome"], "win");
    let stats = place.run(&format!("retro stats ostle --dir d {SMALL} --json")).json(0);
    assert_eq!(stats["layers"][0], "2v2");
    let number = |name: &str| stats[name].as_u64().expect("a number");
    assert!(number("checkmate_positions") > 0);
    assert_eq!(number("states"), number("checkmate_states") + number("others"));
    let plies =
        stats["plies"].as_object().expect("plies").values().map(|states| states.as_u64().expect("a number"));
    assert_eq!(number("others"), number("drawn") + plies.sum::<u64>());
}

#[test]
fn figures_stand_beside_the_published_ones() {
    let place = built();
    // A small board has none to compare with.
    let stats = place.run(&format!("retro stats ostle --dir d {SMALL} --json")).json(0);
    assert_eq!(
        (stats["compared"].as_u64(), stats["published"].as_object().map(serde_json::Map::len)),
        (Some(0), Some(0))
    );
    assert!(place.run(&format!("retro stats ostle --dir d {SMALL}")).answers(0).contains("  a1 2v2 "));
}

#[test]
fn the_readings_of_rule_8_are_compared() {
    let place = built();
    let missing = place.run(&format!("retro compare ostle --dir d --with p {SMALL}"));
    missing.refused(&["no solved game in p"]);
    place.run(&format!("retro build ostle --dir p --rule paper {SMALL}")).answers(0);
    let compared = place.run(&format!("retro compare ostle --dir d --with p {SMALL} --json")).json(0);
    let kinds = compared["kinds"].as_array().expect("kinds");
    let positions: Option<u64> = kinds.iter().map(|kind| kind["positions"].as_u64()).sum();
    let stats = place.run(&format!("retro stats ostle --dir d {SMALL}")).answers(0).to_owned();
    let classes = stats.lines().filter(|line| line.contains(" 2v2 "));
    let all: Option<u64> = classes.map(|line| line.split_whitespace().last()?.parse::<u64>().ok()).sum();
    assert_eq!(positions, all);
    let text = place.run(&format!("retro compare ostle --dir d --with p {SMALL}")).answers(0).to_owned();
    assert!(text.starts_with("layers 2v2\nliteral  paper    plies "), "{text}");
    // Nothing differs on so small a board, and no position is told.
    assert!(kinds.iter().all(|kind| kind["plies"] == "as many" && kind["simplest"].is_null()), "{kinds:?}");
    // The other way round the directories hold something else.
    let swapped = place.run(&format!("retro compare ostle --dir p --with d {SMALL}"));
    swapped.refused(&["rule 8 paper, not"]);
    std::fs::remove_file(place.path().join("p/2v2.table")).expect("a table");
    let none = place.run(&format!("retro compare ostle --dir d --with p {SMALL}"));
    none.refused(&["no layer is solved in both d and p"]);
}

#[test]
fn the_longest_wins_are_told_and_drawn() {
    let place = built();
    let longest = place.run(&format!("retro longest ostle --dir d {SMALL} --json")).json(0);
    // tests/data/ostle_small.tsv: 17 plies; a line has as many moves.
    assert_eq!(longest["value"]["plies"], 17);
    let states = longest["states"].as_array().expect("states");
    assert_eq!(Some(states.len() as u64), longest["count"].as_u64());
    for state in states {
        assert_eq!(state["line"].as_str().map(|line| line.split(',').count()), Some(17));
    }
    let text = place.run(&format!("retro longest ostle --dir d {SMALL}")).answers(0).to_owned();
    assert!(text.starts_with("win in 17 plies: ") && text.contains("   a b c\n"), "{text}");
    let svg = place
        .run(&format!("retro longest ostle --dir d {SMALL} --losses --format svg"))
        .answers(0)
        .to_owned();
    assert!(svg.starts_with("<svg ") && svg.contains("loss in 16"), "{svg}");
}

#[test]
fn tables_are_audited() {
    let place = built();
    let text = place.run(&format!("retro audit ostle --dir d {SMALL}")).answers(0).to_owned();
    assert!(text.starts_with("2v2: ") && text.contains("agree"), "{text}");
    let audit = place.run(&format!("retro audit ostle --dir d {SMALL} --layer 2v2 --json")).json(0);
    assert_eq!((audit["layers"][0]["wrong"].as_u64(), audit["layers"][0]["next"].as_u64()), (Some(0), None));
    place.run(&format!("retro audit ostle --dir d {SMALL} --layer 3v3")).refused(&["3v3", "2v2"]);
    place.run(&format!("retro audit ostle --dir d {SMALL} --layer 2v2 --from 99")).refused(&["--from 99"]);
    place.run(&format!("retro audit ostle --dir d {SMALL} --from 1")).refused(&["--from", "--layer"]);
}

#[test]
fn distances_from_the_start_are_counted() {
    let place = built();
    let searched = place.run(&format!("retro distances ostle --dir d {SMALL} --json")).json(0);
    let states = searched["states"].as_array().expect("states").clone();
    assert_eq!(states[0], 1);
    // Beside the tables, in the same directory; and nothing is left to do.
    let stats = place.run(&format!("retro stats ostle --dir d {SMALL} --json")).json(0);
    assert_eq!(stats["distances"][0]["states"].as_array(), Some(&states));
    let again = place.run(&format!("retro distances ostle --dir d {SMALL} --json")).json(0);
    assert_eq!(again, searched);
    let all = place.run(&format!("retro distances ostle --dir d {SMALL} --moves all --json")).json(0);
    assert_eq!(all["moves"], "all");
}

#[test]
fn bad_positions_and_moves_are_refused() {
    let place = built();
    let probe = |rest: &str| place.run(&format!("retro probe ostle {rest} --dir d {SMALL}"));
    for (position, says) in [
        ("020-112-000", "0 holes"),
        ("320-112-003", "2 holes"),
        ("022-112-300", "opponent has 3 pieces"),
        ("000-112-300", "over at 1"),
        ("02x-112-300", "character 3"),
        ("020-112", "6 squares"),
    ] {
        probe(position).refused(&["the position", says]);
    }
    // Nothing that the opponent can have done is taken back by a push that no piece was pushed before.
    probe("200-020-113 --forbidden a1L").refused(&["forbidden move", "a1L"]);
    probe("200-020-113 --forbidden z9U").refused(&["forbidden move", "z9"]);
    place
        .run("retro probe ostle 200-020-113 --dir d --board 3x3 --pieces 2 --lose-at 0")
        .refused(&["holds ostle 3x3"]);
    place
        .run("retro probe ostle 200-020-113 --dir nowhere --board 3x3 --pieces 2 --lose-at 1")
        .refused(&["nowhere"]);
    place.run("retro build ostle --dir e --layer 7v7").refused(&["7v7", "5v5"]);
    place.run("retro build ostle --dir e --board 3x3 --pieces 4").refused(&["4 pieces"]);
}

#[test]
fn a_flipped_byte_is_refused() {
    let place = built();
    let path = place.path().join("d/2v2.table");
    let mut bytes = std::fs::read(&path).expect("a table");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&path, &bytes).expect("written");
    place.run(&format!("retro stats ostle --dir d {SMALL}")).refused(&["2v2.table", "checksum"]);
    bytes.truncate(middle);
    std::fs::write(&path, &bytes).expect("written");
    place.run(&format!("retro stats ostle --dir d {SMALL}")).refused(&["2v2.table", "expected"]);
}

/// The bytes of every file that a run leaves.
fn contents(place: &Place) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(place.path().join("d")).expect("a directory");
    let read = |entry: std::io::Result<std::fs::DirEntry>| {
        let entry = entry.expect("an entry");
        (entry.file_name().into_string().expect("UTF-8"), std::fs::read(entry.path()).expect("bytes"))
    };
    entries.map(read).collect()
}

#[cfg(unix)]
#[test]
fn a_run_that_is_killed_goes_on_and_ends_with_the_same_bytes() {
    let arguments = "retro build ostle --dir d --board 4x4 --pieces 2 --lose-at 0 --checkpoint-every 0";
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let whole = Place::new();
    whole.run_arguments(&arguments, "").answers(0);
    let killed = Place::new();
    // Killed again and again, each time twice as late, until a run comes to its end.
    let mut kills = 0;
    for patience in 0.. {
        let mut command = Command::new(program().get_program());
        command.args(&arguments).current_dir(killed.path()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut run = command.spawn().expect("it runs");
        let start = Instant::now();
        let ended = loop {
            if let Some(status) = run.try_wait().expect("a status") {
                break Some(status);
            }
            if start.elapsed() > Duration::from_millis(30 << patience) {
                run.kill().expect("killed");
                run.wait().expect("a status");
                break None;
            }
            std::thread::sleep(Duration::from_millis(2));
        };
        match ended {
            Some(status) => {
                assert_eq!(status.code(), Some(0));
                break;
            }
            None => kills += 1,
        }
    }
    assert!(kills > 0);
    assert_eq!(contents(&whole), contents(&killed));
}
