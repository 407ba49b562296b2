//! Solved games on the command line: built, killed, damaged and queried.

use crate::lost_tables::{Solved, lose_files};
use crate::support::run::{Place, Ran, program};
use serde_json::Value;
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
fn a_small_game_is_solved_and_queried() {
    let place = built();
    // Already built: nothing is left to do.
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
fn every_position_is_exported_with_its_value() {
    let place = built();
    let csv = place.run(&format!("retro export ostle --to csv --dir d {SMALL}")).answers(0).to_owned();
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows[0], ["position", "outcome", "plies"]);
    // One of them has the value that a query gives.
    let row = rows[1..].iter().find(|row| row[1] == "1" && row[2] == "3").expect("a win in 3 plies");
    let probed = place.run(&format!("retro probe ostle {} --dir d {SMALL} --json", row[0])).json(0);
    assert_eq!((&probed["value"]["outcome"], &probed["value"]["plies"]), (&"win".into(), &3.into()));
    // The array has the same rows.
    place.run(&format!("retro export ostle --to npy --dir d -o a.npy {SMALL}")).answers(0);
    let bytes = std::fs::read(place.path().join("a.npy")).expect("an array");
    let start = 10 + usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    let width = rows[1][0].len();
    let read = bytes[start..].chunks_exact(width + 5).map(|row| {
        let (text, outcome) = (std::str::from_utf8(&row[..width]).expect("text"), row[width] as i8);
        let plies = i32::from_le_bytes(row[width + 1..].try_into().expect("4 bytes"));
        vec![text.to_owned(), outcome.to_string(), plies.to_string()]
    });
    assert!(read.eq(rows[1..].iter().map(|row| row.iter().map(|&cell| cell.to_owned()).collect::<Vec<_>>())));
    assert_eq!((bytes.len() - start) % (width + 5), 0);
    std::fs::remove_file(place.path().join("d/2v2.table")).expect("a table");
    place.run(&format!("retro export ostle --to csv --dir d -o b.csv {SMALL}")).refused(&["2v2.table"]);
    assert!(!place.path().join("b.csv").exists());
    place
        .run(&format!("retro export ostle --to csv --dir d --json {SMALL}"))
        .refused(&["--json needs -o FILE"]);
}

#[test]
fn only_published_boards_have_published_figures() {
    let place = built();
    // A small board has no published figures.
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
    // On such a small board nothing differs, and no position is listed.
    assert!(kinds.iter().all(|kind| kind["plies"] == "as many" && kind["simplest"].is_null()), "{kinds:?}");
    // With exchanged arguments the directories have the wrong rule.
    let swapped = place.run(&format!("retro compare ostle --dir p --with d {SMALL}"));
    swapped.refused(&["rule 8 paper, not"]);
    std::fs::remove_file(place.path().join("p/2v2.table")).expect("a table");
    let none = place.run(&format!("retro compare ostle --dir d --with p {SMALL}"));
    none.refused(&["no solved game in p", "p/2v2.table is missing: build it first"]);
}

#[test]
fn the_longest_wins_are_listed_and_drawn() {
    let place = built();
    let longest = place.run(&format!("retro longest ostle --dir d {SMALL} --json")).json(0);
    // tests/data/ostle_small.tsv: 17 plies; a line has one move for each.
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
    // In the same directory as the tables; and nothing is left to do.
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
    // No move of the opponent can be undone by a push if no piece was pushed before.
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

/// The bytes of every file of a run.
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
fn a_killed_run_continues_and_ends_with_the_same_bytes() {
    let arguments = "retro build ostle --dir d --board 4x4 --pieces 2 --lose-at 0 --checkpoint-every 0";
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let whole = Place::new();
    whole.run_arguments(&arguments, "").answers(0);
    let killed = Place::new();
    // Killed again and again, each time after twice the time, until a run finishes.
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

#[test]
fn every_game_that_can_be_solved_has_the_verbs() {
    let place = Place::new();
    let built = place.run("retro build push-fight --board 4x3 --dir p").answers(0).to_owned();
    assert_eq!(built, "push-fight 4x3: 1 layers, 180 numbers\nstart: this game has no fixed start\n");
    // The directory records which board it holds; another board is refused.
    let stats = place.run("retro stats push-fight --dir p --json").json(0);
    let positions = stats["tables"][0]["positions"].as_u64().expect("a number");
    let audit = place.run("retro audit push-fight --dir p --json").json(0);
    assert_eq!(
        (audit["verdict"].as_str(), audit["tables"][0]["positions"].as_u64()),
        (Some("agrees"), Some(positions))
    );
    place
        .run("retro stats push-fight --dir p --board 4x4")
        .refused(&["holds push-fight 4x3, not push-fight 4x4"]);
    place.run("retro stats othello --dir p").refused(&["holds push-fight 4x3, not othello 8x8"]);
    place.run("retro probe push-fight --dir p").refused(&["no fixed start"]);
    // Other pieces on the same board are another subject.
    let built = place.run("retro build push-fight --board 4x3 --pushers 2 --movers 0 --dir q");
    let built = built.answers(0);
    assert!(built.starts_with("push-fight 4x3, pushers 2, movers 0: 1 layers, 90 numbers\n"), "{built}");
    place.run("retro build push-fight --board 4x3 --dir q").refused(&["holds push-fight 4x3, pushers 2"]);
    place
        .run("retro build push-fight --board 5x4 --pushers 1 --movers 2 --dir r")
        .refused(&["pushers and movers of 5x4 can be 3 and 2, "]);
    let longest = place.run("retro longest push-fight --dir p --json").json(0);
    let (plies, first) = (longest["plies"].as_u64().expect("plies"), &longest["positions"][0]);
    let position = first["position"].as_str().expect("a position");
    let probed = place.run(&format!("retro probe push-fight {position} --dir p --json")).json(0);
    assert_eq!(
        (probed["value"]["outcome"].as_str(), probed["value"]["plies"].as_u64()),
        (Some("win"), Some(plies))
    );
    let line = probed["line"].as_str().expect("a line");
    assert_eq!(line.split(' ').count() as u64, plies);
    assert_eq!(Some(line), first["line"].as_str());
    // The best move comes first.
    assert_eq!(probed["moves"][0]["value"], probed["value"]);
}

#[test]
fn a_game_of_rules_is_solved_by_wins_and_by_score() {
    let place = Place::new();
    let built = place.run("retro build othello --board 4x4 --dir o").answers(0).to_owned();
    assert!(built.ends_with("\nstart: lost in 12 plies: White wins\n"), "{built}");
    let scored = place.run("retro build othello --board 4x4 --dir o --score --json").json(0);
    assert_eq!(
        (scored["start"]["score"].as_i64(), scored["start"]["winner"].as_str()),
        (Some(-8), Some("White"))
    );
    let probed = place.run("retro probe othello START --dir o --json").json(0);
    assert_eq!(
        (probed["value"]["outcome"].as_str(), probed["value"]["score"].as_i64()),
        (Some("loss"), Some(-8))
    );
    assert_eq!(probed["moves"].as_array().map(Vec::len), Some(4));
    let by_line = place.run("retro probe othello -----OX--XO----- --dir o --json").json(0);
    assert_eq!(by_line["value"]["plies"], probed["value"]["plies"]);
    place.run("retro probe othello ---------------- --dir o").refused(&["the position: "]);
    place
        .run("retro build push-fight --board 4x3 --dir o")
        .refused(&["holds othello 4x4, not push-fight 4x3"]);
    // Made again for each number of plies, and from a run that was begun: the same bytes.
    place.run("retro build othello --board 4x4 --dir again --memory 12M --no-check").answers(0);
    for name in std::fs::read_dir(place.path().join("again")).expect("a directory") {
        let name = name.expect("an entry").file_name();
        let read = |directory: &str| std::fs::read(place.path().join(directory).join(&name)).expect("a file");
        assert_eq!(read("o"), read("again"), "{name:?}");
    }
    let verbs = [
        "retro stats othello --dir d",
        "retro longest othello --dir d",
        "retro longest othello --dir d --losses",
        "retro audit othello --dir d",
        "plan stats othello --dir d --out camp",
        "plan audit othello --dir d --out camp",
    ];
    std::fs::rename(place.path().join("again"), place.path().join("d")).expect("a directory");
    let solved = Solved {
        build: "retro build othello --board 4x4 --dir d",
        files: &["layers.json", "4-3.plies", "12-3.plies"],
        verbs: &verbs,
        probe: ("retro probe othello --dir d XXXXXXXOXOXXXXO-", "12-3.plies"),
    };
    lose_files(&place, &solved);
    // A table that belongs to no layer: then the list of layers is another one.
    std::fs::copy(place.path().join("d/4-3.plies"), place.path().join("d/4-33.plies")).expect("room");
    place.run(verbs[0]).refused(&["d/4-33.plies belongs to no layer of othello 4x4"]);
    // Scores are begun but not complete: what counts both says so, what needs plies alone goes on.
    std::fs::remove_file(place.path().join("o/4-3.score")).expect("a table");
    place.run("retro stats othello --dir o").refused(&["o/4-3.score is missing: build it first"]);
    place.run("retro longest othello --dir o").answers(0);
    place.run("retro probe othello --dir o").answers(0);
    // A game of one kind of rules has no variant and no puzzles.
    place.run("retro compare othello --dir o --with d").refused(&["othello"]);
    place.run("puzzles othello --dir o").refused(&["othello"]);
    place.run("retro build othello --dir large --disk 1G").refused(&["bytes of disk with all tables"]);
}

#[test]
fn plans_say_what_solving_costs_beforehand() {
    let place = Place::new();
    let plan = place.run("retro build othello --board 4x4 --plan --json").json(0);
    assert_eq!(plan["fits"], true);
    assert!(plan["groups"].as_array().expect("groups").len() > 20);
    let plan = place.run("retro build push-fight --plan --disk 500G --json").json(1);
    assert_eq!((plan["fits"].as_bool(), plan["numbers"].as_str()), (Some(false), Some("200783583000")));
    assert_eq!(plan["working_disk"].as_str(), Some("401567166000"));
    // With room on disk it could be done, and the plan says what each number of plies costs.
    let plan = place.run("retro build push-fight --plan --disk 2T --json").json(0);
    let group = &plan["groups"][0];
    assert!(
        group["batches"].as_f64() > Some(1e4)
            && group["way"].as_str().is_some_and(|way| way.contains("disk"))
    );
    let says =
        ["group positions does not fit in the memory", "needs 602350749000 bytes of disk", "536870912000"];
    place.run("retro build push-fight --dir p --disk 500G").refused(&says);
    place.run("retro build othello --board 4x4").refused(&["--dir"]);
    assert_eq!(place.names(), ["p"]);
}

#[test]
fn distances_are_counted_without_tables() {
    let counted = crate::support::run::run("retro distances othello --board 4x4 --json").json(0);
    let counts: Vec<u64> =
        counted["positions"].as_array().expect("counts").iter().filter_map(Value::as_u64).collect();
    assert_eq!(counts[..3], [1, 1, 3]);
    assert_eq!(counts.len(), 16, "{counts:?}");
}

const ON_DISK: &str = "retro build push-fight --board 4x3 --dir d --memory 1 --checkpoint-every 0 --no-check";

/// Values on disk: killed again and again, at the end the bytes of a run in memory.
#[cfg(unix)]
#[test]
fn a_killed_run_on_disk_ends_with_the_bytes_of_one_in_memory() {
    let whole = Place::new();
    whole.run("retro build push-fight --board 4x3 --dir d").answers(0);
    let killed = Place::new();
    let mut kills = 0;
    for patience in 0.. {
        let mut command = Command::new(program().get_program());
        command
            .args(ON_DISK.split(' '))
            .current_dir(killed.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let mut run = command.spawn().expect("it runs");
        let (start, limit) = (Instant::now(), Duration::from_millis(10 << patience));
        let status = loop {
            match run.try_wait().expect("a status") {
                None if start.elapsed() < limit => std::thread::sleep(Duration::from_millis(5)),
                status => break status,
            }
        };
        if let Some(status) = status {
            assert_eq!(status.code(), Some(0));
            break;
        }
        run.kill().expect("killed");
        run.wait().expect("a status");
        kills += 1;
    }
    assert!(kills > 0);
    assert_eq!(contents(&whole), contents(&killed));
}

/// A limit on the size of files stands for a full disk: one line, and the next run continues.
#[cfg(unix)]
#[test]
fn a_full_disk_is_one_line_and_nothing_is_lost() {
    let place = Place::new();
    let on_disk = "retro build push-fight --board 4x4 --dir d --memory 1";
    let in_memory = "retro build push-fight --board 4x4 --dir e";
    for command in [on_disk, in_memory] {
        let mut shell = Command::new("sh");
        shell.arg("-c").arg("ulimit -f 1; exec \"$@\"").arg("sh").arg(program().get_program());
        shell.args(command.split(' ')).current_dir(place.path());
        let output = shell.output().expect("it runs");
        let err = String::from_utf8(output.stderr).expect("UTF-8");
        Ran { code: output.status.code(), out: output.stdout, err }.refused(&["File too large"]);
    }
    place.run(on_disk).answers(0);
    place.run(in_memory).answers(0);
    let read = |directory: &str| {
        std::fs::read(place.path().join(directory).join("positions.plies")).expect("a table")
    };
    assert_eq!(read("d"), read("e"));
    assert_eq!(contents(&place).len(), 2);
}

#[test]
fn numbers_of_every_size_are_taken_or_refused() {
    const MOST: &str = "18446744073709551615";
    const ONE_MORE: &str = "18446744073709551616";
    let place = Place::new();
    let read = |directory: &str| {
        let path = place.path().join(directory).join("positions.plies");
        std::fs::read(path).expect("a table")
    };
    place.run("retro build push-fight --board 4x3 --dir p").answers(0);
    for memory in ["1", MOST] {
        let made = format!("m{memory}");
        place.run(&format!("retro build push-fight --board 4x3 --dir {made} --memory {memory}")).answers(0);
        assert_eq!(read(&made), read("p"), "{memory}");
        place.run(&format!("retro audit push-fight --dir p --memory {memory}")).answers(0);
    }
    for sample in ["0", "1", MOST] {
        let audit = place.run(&format!("retro audit push-fight --dir p --sample {sample} --json")).json(0);
        let positions = audit["samples"][0]["positions"].as_u64();
        let expected = match sample {
            "0" => None,
            "1" => Some(1),
            _ => Some(180),
        };
        assert_eq!(positions, expected, "{audit}");
    }
    for (limit, lines) in [("0", 1), ("1", 2), (MOST, 110)] {
        let longest = place.run(&format!("retro longest push-fight --dir p --limit {limit}"));
        assert_eq!(longest.answers(0).lines().count(), lines, "{limit}");
    }
    // A limit of the disk holds for the tables too, whether values lie there or not.
    place.run("retro build push-fight --board 4x3 --dir r --disk 180").answers(0);
    place
        .run("retro build push-fight --board 4x3 --dir s --disk 179")
        .refused(&["the game needs 180 bytes of disk"]);
    let plan = place.run("retro build push-fight --board 4x3 --plan --disk 179 --json").json(1);
    assert_eq!(plan["fits"], false);
    for refused in [
        format!("build push-fight --board 4x3 --dir q --memory {ONE_MORE}"),
        format!("build push-fight --board 4x3 --dir q --disk {ONE_MORE}"),
        "build push-fight --board 4x3 --dir q --memory 0".to_owned(),
        "build push-fight --board 4x3 --dir q --disk 0".to_owned(),
        "audit push-fight --dir p --memory 0".to_owned(),
        "distances othello --board 4x4 --memory 0".to_owned(),
        "distances othello --board 4x4 --scratch . --disk 0".to_owned(),
        "build push-fight --board 4x3 --dir q --checkpoint-every 320000000".to_owned(),
        format!("audit push-fight --dir p --sample {ONE_MORE}"),
        format!("longest push-fight --dir p --limit {ONE_MORE}"),
        "distances othello --board 4x4 --disk 1G".to_owned(),
        "stats push-fight --dir q".to_owned(),
    ] {
        place.run(&format!("retro {refused}")).refused(&[]);
        assert!(!place.path().join("q").exists(), "{refused}");
    }
    place.run("retro stats push-fight --dir q").refused(&["q holds no tables: build them first"]);
    // The end of this game is not counted: help does not offer it, and nothing is made.
    place.run("retro build push-fight --board 4x3 --dir q --score").refused(&["has no score"]);
    assert!(!place.path().join("q").exists());
    assert!(!place.run("retro build push-fight --help").answers(0).contains("--score"));
    assert!(place.run("retro build othello --help").answers(0).contains("--score"));
}

#[test]
fn distances_beyond_the_memory_lie_on_disk() {
    let place = Place::new();
    let of = |rest: &str| place.run(format!("retro distances othello --board 4x4 {rest}").trim_end());
    let whole = of("").answers(0).to_owned();
    assert_eq!(of("--memory 1 --scratch .").answers(0), whole);
    assert_eq!(place.names(), [""; 0]);
    of("--memory 1").refused(&["distances need at least ", "no directory is given"]);
    of("--memory 1 --scratch . --disk 1").refused(&["than the 1 of disk"]);
    of("--memory 1 --scratch nowhere").refused(&["nowhere"]);
    let plan = |rest: &str, code: i32| of(&format!("--plan --json {rest}")).json(code);
    let needed: u64 = plan("", 0)["needed"].as_str().and_then(|needed| needed.parse().ok()).expect("bytes");
    assert!((1_000_000..1_400_000).contains(&needed), "{needed}");
    assert_eq!(plan(&format!("--memory {needed}"), 0)["way"], "memory");
    assert_eq!(plan(&format!("--memory {}", needed - 1), 1)["fits"], false);
    assert_eq!(plan(&format!("--memory {} --scratch .", needed - 1), 0)["way"], "disk");
}

/// The count and the value are those of two other programs.
#[test]
fn konane_is_solved_over_the_positions_that_it_reaches() {
    let place = Place::new();
    let built = place.run("retro build konane --board 5x4 --dir k").answers(0).to_owned();
    let says = ["56120 positions, all that are reached", "start: lost in 6 plies"];
    assert!(says.iter().all(|says| built.contains(says)), "{built}");
    let plan = place.run("retro build konane --board 5x4 --plan --json").json(0);
    assert!(plan["listed"] == true && plan["numbers"] == "56120", "{plan}");
    place
        .run("retro probe konane --dir k ...../...../...../.X...")
        .refused(&["is not reached from the start"]);
}
