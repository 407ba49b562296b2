//! `certamen profile` on the smallest board, compared with exhaustive search; and its directory.

use assert_cmd::Command;
use certamen::games::othello::search::{Budget, Layer, unwatched};
use certamen::work::durable;
use encodings::othello::position::Player;
use encodings::othello::rules::{Discs, Othello};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant, SystemTime};
use verify::othello::{self as naive, Disc, Size};

const SIDES: [(&str, Player, Disc); 2] =
    [("black", Player::Black, Disc::Black), ("white", Player::White, Disc::White)];

fn profile(directory: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("certamen").expect("the binary of this package");
    command.args(["--quiet", "profile", "othello.mobility", "--out"]).arg(directory).args(arguments);
    command
}

const SMALL: &[&str] = &["--reachable", "--board", "4x4"];

fn entries(directory: &Path, scope: &[&str]) -> Vec<Value> {
    let output = profile(directory, &[scope, &["--json"]].concat()).assert().code(0).get_output().clone();
    let answer: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    assert_eq!(answer["open"], 0);
    answer["entries"].as_array().expect("a list").clone()
}

fn times(directory: &Path) -> Vec<(String, SystemTime)> {
    let mut times: Vec<_> = fs::read_dir(directory)
        .expect("a directory")
        .map(|file| {
            let file = file.expect("a file");
            (file.file_name().to_string_lossy().into_owned(), file)
        })
        // The others may be unfinished files, which disappear.
        .filter(|(name, _)| name.starts_with(|first: char| first.is_ascii_digit()))
        .map(|(name, file)| (name, file.metadata().and_then(|data| data.modified()).expect("a time")))
        .collect();
    times.sort();
    times
}

#[test]
fn equals_exhaustive_search_for_every_number_of_discs_and_side() {
    let directory = tempfile::tempdir().expect("a directory");
    let entries = entries(directory.path(), SMALL);
    assert_eq!(entries.len(), 2 * 13);
    let mut layer = Layer::<4>::start();
    for discs in 4..=16 {
        let census = layer.census();
        for (name, player, disc) in SIDES {
            let entry = entries.iter().find(|entry| entry["discs"] == discs && entry["to_move"] == name);
            let entry = entry.expect("an entry");
            let side = census.sides.of(player);
            let next = if side.positions == 0 { 0 } else { side.mobility + 1 };
            assert_eq!(entry["impossible"], next, "{discs} discs, {name}");
            if next == 0 {
                assert!(entry["witness"].is_null());
                continue;
            }
            let record = entry["witness"]["record"].as_str().expect("a record");
            let end = naive::replay(Size::Four, record).expect("a legal record").position;
            assert_eq!((end.board.discs() as u32, end.mover), (discs, disc));
            assert_eq!(end.legal_moves().len() as u32, side.mobility);
        }
        layer = layer.next(Budget(1 << 30), &mut unwatched).expect("memory for small layers");
    }
    let table = profile(directory.path(), SMALL).assert().code(0).get_output().stdout.clone();
    let table = String::from_utf8(table).expect("text");
    assert!(table.contains("    4       4       -\n    5       -       3\n"), "{table}");
    assert!(table.contains("   10       6       5\n"), "{table}");
    let svg = fs::read_to_string(directory.path().join("profile.svg")).expect("a plot");
    assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
    assert!(
        fs::read_to_string(directory.path().join("profile.md")).expect("a page").contains("| 16 | 0 | 0 |")
    );
}

#[test]
fn a_killed_run_is_resumed_and_nothing_is_done_again() {
    let directory = tempfile::tempdir().expect("a directory");
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin("certamen"))
        .args(["--quiet", "profile", "othello.mobility", "--out"])
        .arg(directory.path())
        .args(SMALL)
        .stdout(Stdio::null())
        .spawn()
        .expect("the program runs");
    let begun = Instant::now();
    while times(directory.path()).len() < 5 && begun.elapsed() < Duration::from_secs(120) {
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().expect("kill -9");
    child.wait().expect("it ends");
    // A file of a run that was killed while writing.
    fs::write(directory.path().join(".certamen-leftover"), "half").expect("a file");
    let before = times(directory.path());
    assert!(before.len() >= 5);
    assert_eq!(entries(directory.path(), SMALL).len(), 26);
    let after = times(directory.path());
    assert_eq!(after.len(), 26);
    assert!(before.iter().all(|file| after.contains(file)));
    assert!(!directory.path().join(".certamen-leftover").exists());
    entries(directory.path(), SMALL);
    assert_eq!(times(directory.path()), after);
}

#[test]
fn questions_in_parallel_have_the_same_answers() {
    let bounds = |jobs: &str| {
        let directory = tempfile::tempdir().expect("a directory");
        profile(directory.path(), &[SMALL, &["--jobs", jobs]].concat()).assert().code(0);
        let bound = |entry: Value| (entry["impossible"].clone(), entry["witness"]["mobility"].clone());
        entries(directory.path(), SMALL).into_iter().map(bound).collect::<Vec<_>>()
    };
    assert_eq!(bounds("1"), bounds("5"));
    let directory = tempfile::tempdir().expect("a directory");
    profile(directory.path(), &[SMALL, &["--jobs", "0"]].concat()).assert().code(2);
}

/// The largest mobility of all boards of 4x4 with occupied centre, by the number of discs.
fn most_of_any_position() -> [u32; 17] {
    let mut most = [0; 17];
    for filled in 0..1_u32 << 16 {
        let occupied = u64::from(filled);
        if [5, 6, 9, 10].iter().any(|index| occupied >> index & 1 == 0) {
            continue;
        }
        // Every way to give the discs to the two players, by enumerating the subsets.
        let mut own = occupied;
        loop {
            let legal = Othello::<4>::legal(Discs { own, opp: occupied & !own });
            let discs = occupied.count_ones() as usize;
            most[discs] = most[discs].max(legal.count_ones());
            if own == 0 {
                break;
            }
            own = (own - 1) & occupied;
        }
    }
    most
}

#[test]
fn the_profile_of_any_positions_equals_exhaustive_search() {
    let directory = tempfile::tempdir().expect("a directory");
    let small = ["--board", "4x4", "--keep-proofs", "--json"];
    let output = profile(directory.path(), &small).assert().code(0).get_output().clone();
    let answer: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    let entries = answer["entries"].as_array().expect("a list");
    let most = most_of_any_position();
    assert_eq!(entries.len(), 13);
    for (entry, discs) in entries.iter().zip(4..) {
        assert_eq!((&entry["discs"], &entry["to_move"]), (&discs.into(), &"either".into()));
        assert_eq!(entry["witness"]["mobility"], most[discs as usize], "{discs} discs");
        assert_eq!(entry["impossible"], most[discs as usize] + 1, "{discs} discs");
        if let Some(name) = entry.pointer("/shown_by/refutation/cnf_sha256").and_then(Value::as_str) {
            let file = |end: &str| directory.path().join(format!("{}{end}", &name[..16]));
            let formula =
                verify::dimacs::read(fs::read(file(".cnf")).expect("clauses").as_slice()).expect("DIMACS");
            let proof = fs::read(file(".lrat.zst")).expect("a proof");
            let proof = zstd::Decoder::new(proof.as_slice()).expect("zstd");
            verify::lrat::check(&formula, proof, verify::lrat::Format::Binary).expect("a proof that holds");
        }
    }
    let proofs = fs::read_dir(directory.path()).expect("a directory");
    let is_proof = |file: &fs::DirEntry| file.file_name().to_string_lossy().ends_with(".lrat.zst");
    assert!(proofs.filter(|file| is_proof(file.as_ref().expect("a file"))).count() > 3);
}

#[test]
fn an_open_question_is_asked_again_only_with_more_time() {
    let directory = tempfile::tempdir().expect("a directory");
    // Questions about any position are not asked at all within such a time; those about games may be.
    let small: &[&str] = &["--board", "4x4"];
    let short = [small, &["--time-limit", "0.0000001"]].concat();
    profile(directory.path(), &short).assert().code(3);
    let before = times(directory.path());
    profile(directory.path(), &short).assert().code(3);
    assert_eq!(times(directory.path()), before);
    assert!(entries(directory.path(), small).iter().all(|entry| entry["open_after"].is_null()));
}

#[test]
fn another_directory_is_refused_in_one_line_and_left_alone() {
    let directory = tempfile::tempdir().expect("a directory");
    profile(directory.path(), SMALL).assert().code(0);
    let refuse = |directory: &Path, arguments: &[&str], reason: &str| {
        let output = profile(directory, arguments).assert().code(2).get_output().clone();
        let complaint = String::from_utf8(output.stderr).expect("text");
        assert!(complaint.contains(reason) && complaint.lines().count() == 1, "{complaint}");
    };
    let other = "holds the profile of othello.mobility --board 4x4 --reachable, not";
    refuse(directory.path(), &["--reachable", "--board", "6x6"], other);
    refuse(directory.path(), &["--board", "4x4"], other);
    let entry = directory.path().join("06-black.json");
    let text = fs::read_to_string(&entry).expect("an entry");
    fs::write(&entry, &text[..text.len() / 2]).expect("a damaged entry");
    refuse(directory.path(), SMALL, "06-black.json");
    let false_entry = text.replace("\"mobility\": 4", "\"mobility\": 3");
    fs::write(&entry, &false_entry).expect("a false entry");
    refuse(directory.path(), SMALL, "06-black.json: its checksum is wrong");
    let (members, _) = false_entry.rsplit_once(",\n  \"sha256\"").expect("a checksum");
    let forged: Value = serde_json::from_str(&format!("{members}}}")).expect("JSON");
    durable::write_sealed(&entry, &forged).expect("a false entry");
    refuse(directory.path(), SMALL, "06-black.json: the witness claims 3 legal moves");
    let manifest = directory.path().join("profile.json");
    let text = fs::read_to_string(&manifest).expect("a manifest");
    for version in [1, 3] {
        let changed = text.replace("\"version\": 2", &format!("\"version\": {version}"));
        fs::write(&manifest, changed).expect("another version");
        refuse(directory.path(), SMALL, &format!("version {version}"));
    }
    let other = tempfile::tempdir().expect("a directory");
    fs::write(other.path().join("letter.txt"), "dear").expect("a file");
    refuse(other.path(), SMALL, "something else");
    assert_eq!(fs::read_dir(other.path()).expect("a directory").count(), 1);
}

/// The page of the profile of 8x8, which took hours to compute: the naive game replays its records.
#[test]
fn the_records_of_the_page_reach_its_bounds() {
    let page = include_str!("../../docs/profile-8x8.md");
    let rows: Vec<Vec<&str>> = page
        .lines()
        .map(|line| line.split('|').map(str::trim).collect::<Vec<_>>())
        .filter(|cells| matches!(cells[..], ["", _, "black" | "white", ..]))
        .collect();
    assert_eq!(rows.len(), 2 * 61);
    let mut replayed = 0;
    for row in rows {
        let [_, discs, to_move, most, record, ..] = row[..] else { panic!("{row:?}") };
        let (discs, start) = (discs.parse::<usize>().expect("a number"), discs == "4");
        if most == "-" || start {
            continue;
        }
        let (least, greatest) = most.split_once("..").unwrap_or((most, most));
        let number = |text: &str| text.parse::<usize>().expect("a number");
        assert!(number(least) <= number(greatest) && number(greatest) <= 64 - discs, "{row:?}");
        let end = naive::replay(Size::Eight, record).expect("a legal record").position;
        assert_eq!(end.board.discs(), discs, "{row:?}");
        assert_eq!(end.mover, if to_move == "black" { Disc::Black } else { Disc::White }, "{row:?}");
        assert_eq!(end.legal_moves().len(), number(least), "{row:?}");
        replayed += 1;
    }
    assert!(replayed > 100, "{replayed}");
}

#[test]
fn refutations_of_a_certificate_are_taken_after_it_was_checked() {
    let directory = tempfile::tempdir().expect("a directory");
    let (certificate, out) = (directory.path().join("reach"), directory.path().join("profile"));
    let mut prove = Command::cargo_bin("certamen").expect("the binary of this package");
    prove.args(["--quiet", "prove", "othello.mobility", "--reachable", "--board", "4x4", "--out"]);
    prove.arg(&certificate).assert().code(0);
    // No number of discs is asked about, so what is known comes from the certificate.
    let taking = |certificate: &Path| {
        let mut command = profile(&out, &[SMALL, &["--discs", "4", "--json", "--certificate"]].concat());
        command.arg(certificate).assert()
    };
    let answer: Value =
        serde_json::from_slice(&taking(&certificate).code(3).get_output().stdout).expect("JSON");
    let entries = answer["entries"].as_array().expect("a list");
    let taken: Vec<_> = entries.iter().filter(|entry| !entry["shown_by"]["certificate"].is_null()).collect();
    assert!(!taken.is_empty(), "{answer}");
    let exact = self::entries(directory.path().join("exact").as_path(), SMALL);
    for (entry, exact) in entries.iter().zip(&exact) {
        let (impossible, least) = (entry["impossible"].as_u64(), exact["impossible"].as_u64());
        assert!(impossible >= least, "{entry} {exact}");
    }
    // A certificate with a changed byte is refused.
    let mut files = fs::read_dir(&certificate).expect("a directory").map(|file| file.expect("a file").path());
    let proof = files.find(|file| file.extension().is_some_and(|end| end == "zst")).expect("a proof");
    let mut bytes = fs::read(&proof).expect("a file");
    bytes[20] ^= 1;
    fs::write(&proof, bytes).expect("a file");
    let output = taking(&certificate).code(2).get_output().clone();
    assert!(String::from_utf8_lossy(&output.stderr).contains("was altered"), "{output:?}");
}

/// The certificate of a list.
fn list(place: &Path, name: &str, arguments: &str) {
    let mut command = Command::cargo_bin("certamen").expect("the binary of this package");
    command.current_dir(place).args(["-q", "enumerate", "othello.mobility", "--board", "4x4", "--out", name]);
    command.args(arguments.split(' ')).assert().code(0);
}

/// What a profile says that asks no question and takes a list.
fn with_list(place: &Path, name: &str, code: i32) -> (Vec<Value>, String) {
    let directory = place.join(format!("profile-{name}"));
    let list = place.join(name);
    let arguments = [SMALL, &["--json", "--discs", "4..4", "--list", list.to_str().expect("UTF-8")]].concat();
    let output = profile(&directory, &arguments).assert().code(code).get_output().clone();
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
    let entries = answer["entries"].as_array().cloned().unwrap_or_default();
    (entries, String::from_utf8(output.stderr).expect("UTF-8"))
}

#[test]
fn the_ends_of_a_list_are_searched_back() {
    let place = tempfile::tempdir().expect("a directory");
    list(place.path(), "six", "--at-least 6 --empties 6 --up-to-symmetry");
    let (entries, _) = with_list(place.path(), "six", 3);
    // With at most ten discs games reach six moves only with ten, Black to move (see above).
    let mut seen = 0;
    for entry in entries.iter().filter(|entry| entry["discs"].as_u64().is_some_and(|discs| discs > 4)) {
        let discs = entry["discs"].as_u64().expect("a number");
        let reached = discs == 10 && entry["to_move"] == "black";
        if reached {
            assert_eq!(entry["witness"]["mobility"], 6, "{entry}");
        } else if discs <= 10 {
            assert_eq!((&entry["impossible"], entry["witness"].is_null()), (&6.into(), true), "{entry}");
            assert_eq!(entry["shown_by"]["ends"]["question"]["empties"], 6, "{entry}");
            seen += 1;
        } else {
            assert_eq!(entry["shown_by"], "empty-squares", "{entry}");
        }
    }
    assert_eq!(seen, 11);
    // A page says so, and a later profile takes it from there.
    let page = fs::read_to_string(place.path().join("profile-six/profile.md")).expect("a page");
    let row = |discs: u32| {
        let begin = format!("| {discs} | white |");
        page.lines().find(|line| line.starts_with(&begin)).expect("a row")
    };
    for (discs, have, game) in
        [(5, "no position has them, by a list", false), (9, " positions have them, all in", true)]
    {
        let row = row(discs);
        assert!(row.contains("6 not reached: ") && row.contains(have), "{row}");
        assert_eq!(row.contains("; the native search finds no game to any"), game, "{row}");
    }
    let from = place.path().join("profile-six/profile.md");
    let arguments = [SMALL, &["--json", "--discs", "4..4", "--from", from.to_str().expect("UTF-8")]].concat();
    let output = profile(&place.path().join("later"), &arguments).assert().code(3).get_output().clone();
    let later: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    let nine = |entry: &&Value| entry["discs"] == 9 && entry["to_move"] == "white";
    let nine = later["entries"].as_array().and_then(|entries| entries.iter().find(nine)).expect("an entry");
    assert_eq!(nine["impossible"], 6);
    assert!(
        nine["shown_by"]["page"].as_str().is_some_and(|said| said.starts_with("6 not reached: ")),
        "{nine}"
    );
}

/// Somebody must have passed if White is to move with an even number of discs, or Black with an odd one.
#[test]
fn a_side_that_needs_a_pass_is_closed_by_the_place_of_the_last_pass() {
    let place = tempfile::tempdir().expect("a directory");
    let all = entries(&place.path().join("all"), SMALL);
    list(place.path(), "passed", "--at-least 4 --empties 2 --after-pass --up-to-symmetry");
    let out = place.path().join("profile");
    let passed = place.path().join("passed");
    let passed = passed.to_str().expect("UTF-8");
    let arguments = [SMALL, &["--passes", "9", "--list", passed, "--json"]].concat();
    let output = profile(&out, &arguments).assert().code(0).get_output().clone();
    let answer: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    let (mut early, mut listed) = (0, 0);
    for entry in answer["entries"].as_array().expect("a list") {
        let same = |one: &&Value| (&one["discs"], &one["to_move"]) == (&entry["discs"], &entry["to_move"]);
        let known = all.iter().find(same).expect("an entry");
        assert_eq!(entry["impossible"], known["impossible"], "{entry}");
        assert_eq!(entry["witness"]["mobility"], known["witness"]["mobility"], "{entry}");
        let shown = &entry["shown_by"]["passes"];
        early += u32::from(shown["searched"] == 9);
        listed += u32::from(shown["lists"].as_array().is_some_and(|lists| !lists.is_empty()));
    }
    assert!(early > listed && listed > 0, "{early}, {listed}");
    let page = fs::read_to_string(out.join("profile.md")).expect("a page");
    for said in [
        "not reached: somebody has to pass; games with the last pass at up to 9 discs",
        "at 10 discs the native search finds no game to any position of a list",
    ] {
        assert!(page.contains(said), "{page}");
    }
    // The list says nothing about positions that nobody's pass precedes.
    let (_, complaint) = with_list(place.path(), "passed", 2);
    assert!(complaint.contains("says nothing without --passes N"), "{complaint}");
    let later = profile(&place.path().join("later"), &[SMALL, &["--from"]].concat())
        .arg(out.join("profile.md"))
        .assert()
        .code(0)
        .get_output()
        .clone();
    assert!(String::from_utf8_lossy(&later.stdout).contains("every bound is exact"));
    ends_of_a_step_after_a_pass_are_taken_from_their_list(place.path());
}

/// Of the last pass that came a step before, a list has all ends.
fn ends_of_a_step_after_a_pass_are_taken_from_their_list(place: &Path) {
    let step = "--reachable --last-steps 1 --discs 10 --after-pass --at-least 4 --up-to-symmetry";
    list(place, "step", step);
    let directory = |name: &str| place.join(name).to_str().expect("UTF-8").to_owned();
    let [passed, step] = ["passed", "step"].map(directory);
    let arguments = [SMALL, &["--discs", "10..10", "--passes", "8", "--list", &passed]].concat();
    profile(&place.join("alone"), &[&arguments[..], &["--list", &step]].concat()).assert().code(3);
    let page = fs::read_to_string(place.join("alone/profile.md")).expect("a page");
    let row = page.lines().find(|line| line.starts_with("| 10 | white | 5 ")).expect("a row");
    for said in
        ["6 not reached: ", "at 10 discs the native search finds no", "at 9 discs the native search finds no"]
    {
        assert!(row.contains(said), "{row}");
    }
    // Without the list of the step, a solver refutes it or leaves it open.
    profile(&place.join("without"), &arguments).assert().code(3);
    let page = fs::read_to_string(place.join("without/profile.md")).expect("a page");
    assert!(!page.contains("at 9 discs the native search"), "{page}");
}

#[test]
fn only_a_list_that_is_proved_complete_is_taken() {
    let place = tempfile::tempdir().expect("a directory");
    list(place.path(), "games", "--at-least 5 --reachable --discs 9 --to-move white");
    let (_, complaint) = with_list(place.path(), "games", 2);
    assert!(
        complaint.contains("games: ") && complaint.contains("not one of othello.mobility about any position"),
        "{complaint}"
    );
    list(place.path(), "seven", "--at-least 7 --empties 6 --up-to-symmetry");
    let positions = place.path().join("seven/positions.txt");
    let text = fs::read_to_string(&positions).expect("the list");
    let (_, rest) = text.split_once('\n').expect("a line");
    fs::write(&positions, rest).expect("written");
    let (_, complaint) = with_list(place.path(), "seven", 2);
    assert!(complaint.contains("seven: "), "{complaint}");
    assert_eq!(complaint.lines().count(), 1, "{complaint}");
}
