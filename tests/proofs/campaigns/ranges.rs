//! Commands that go through ranges of numbers: the answers of campaigns are those of one run.

use super::{Place, kill, reseal};
use std::fs;
use std::process::Child;

/// Tables of a small board.
fn tables(place: &Place) {
    let (code, text) = place.run("retro build push-fight --board 4x4 --dir pf44");
    assert_eq!(code, Some(0), "{text}");
}

/// Does a campaign by two processes, and returns what `gather` says before the line on seals.
fn done(place: &Place, camp: &str) -> String {
    let workers: Vec<Child> = (0..2).map(|_| place.start(&format!("work {camp} --jobs 1"))).collect();
    for mut worker in workers {
        assert!(worker.wait().expect("it ends").success());
    }
    let (code, text) = place.run(&format!("gather {camp} --recheck 20% --seed 3"));
    assert_eq!(code, Some(0), "{text}");
    let (code, checked) = place.run(&format!("check {camp}"));
    assert!(
        code == Some(3) && checked.ends_with("\noutputs agree with the plan; not computed again\n"),
        "{checked}"
    );
    let answer = fs::read_to_string(place.path(&format!("{camp}/result/answer.txt"))).expect("an answer");
    assert!(text.starts_with(&answer), "{text}");
    answer
}

#[test]
fn tables_are_audited_and_counted_by_ranges() {
    let place = Place::new();
    tables(&place);
    let all = [("audit", "retro audit push-fight --sample 0", 7), ("stats", "retro stats push-fight", 5)];
    for (verb, whole, tasks) in all {
        let (code, text) =
            place.run(&format!("plan {verb} push-fight --dir pf44 --tasks {tasks} --out {verb}"));
        assert!(code == Some(0) && text.ends_with(&format!("{tasks} tasks in {verb}\n")), "{text}");
        let (code, text) = place.run(&format!("{whole} --dir pf44"));
        assert_eq!((code, done(&place, verb)), (Some(0), text));
        let lines = fs::read_to_string(place.path(&format!("{verb}/result/ranges.jsonl"))).expect("lines");
        assert_eq!(lines.lines().count(), tasks);
    }
    // Other tables in the same place.
    fs::rename(place.path("pf44"), place.path("away")).expect("a directory");
    let (code, text) = place.run("work audit");
    assert!(code == Some(2) && text.lines().count() == 1, "{text}");
    assert_eq!(place.run("retro build push-fight --board 4x3 --dir pf44").0, Some(0));
    let (code, text) = place.run("work audit --again");
    assert!(code == Some(2) && text.ends_with("these are not the tables that were planned with\n"), "{text}");
    let (code, text) = place.run("plan puzzles push-fight --dir pf44 --out x");
    assert!(code == Some(2) && text.lines().count() == 1, "{text}");
}

#[test]
fn tables_of_ostle_are_audited_by_ranges() {
    let place = Place::new();
    assert_eq!(place.run("retro build ostle --board 3x3 --dir o3").0, Some(0));
    let (code, text) = place.run("plan audit ostle --board 3x3 --dir o3 --tasks 1 --out one");
    assert!(code == Some(0) && text.ends_with("1 task in one\n"), "{text}");
    let (code, text) = place.run("plan audit ostle --board 3x3 --dir o3 --tasks 1000000 --out all");
    assert_eq!(code, Some(0), "{text}");
    let (code, whole) = place.run("retro audit ostle --board 3x3 --dir o3");
    assert!(code == Some(0) && whole.contains(" positions agree with their "), "{whole}");
    assert_eq!(done(&place, "one"), whole);
    assert_eq!(done(&place, "all"), whole);
    let lines = fs::read_to_string(place.path("all/result/ranges.jsonl")).expect("lines");
    assert!(lines.lines().count() > 1, "a task for each block");
    let json =
        |words: &str| -> serde_json::Value { serde_json::from_str(&place.run(words).1).expect("an object") };
    let answer = fs::read_to_string(place.path("all/result/answer.json")).expect("an answer");
    let answer: serde_json::Value = serde_json::from_str(&answer).expect("an object");
    assert_eq!(answer, json("retro audit ostle --board 3x3 --dir o3 --json"));
    // Other tables in the same place, and none.
    assert_eq!(place.run("retro build ostle --board 3x3 --rule paper --dir o3p").0, Some(0));
    fs::rename(place.path("o3"), place.path("away")).expect("a directory");
    let (code, text) = place.run("work all --again");
    assert!(code == Some(2) && text.lines().count() == 1, "{text}");
    fs::rename(place.path("o3p"), place.path("o3")).expect("a directory");
    let (code, text) = place.run("work all --again");
    assert!(code == Some(2) && text.contains("rule") && text.lines().count() == 1, "{text}");
    fs::remove_dir_all(place.path("o3")).expect("a directory");
    fs::rename(place.path("away"), place.path("o3")).expect("a directory");
    let table = fs::read_dir(place.path("o3")).expect("tables").map(|entry| entry.expect("an entry").path());
    let table = { table }.find(|path| path.extension().is_some_and(|end| end == "table")).expect("a table");
    fs::remove_file(&table).expect("a table");
    let missing = format!("{} is missing: build it first\n", table.display());
    let (code, text) = place.run("work all --again");
    assert!(code == Some(2) && text.ends_with(&missing), "{text}");
}

#[test]
fn states_and_puzzles_of_ostle_are_found_by_ranges() {
    let place = Place::new();
    let board = "--board 4x4 --pieces 3 --lose-at 1 --dir o4";
    assert_eq!(place.run(&format!("retro build ostle {board}")).0, Some(0));
    for (verb, whole) in [("stats", "retro stats"), ("puzzles", "puzzles")] {
        let (code, text) = place.run(&format!("plan {verb} ostle {board} --tasks 9 --out {verb}"));
        assert!(code == Some(0) && text.ends_with(&format!("9 tasks in {verb}\n")), "{text}");
        let (code, text) = place.run(&format!("{whole} ostle {board}"));
        assert_eq!((code, done(&place, verb)), (Some(0), text.clone()));
        assert!(text.lines().count() >= 5, "{text}");
    }
    // A position that is no puzzle, with the right seal.
    let output = place.path("puzzles/out/ranges/000008");
    let whole = fs::read(&output).expect("an output");
    for claim in ["[0,0]", "[255,0]", "[3,4294967295]"] {
        fs::write(&output, &whole).expect("a file");
        reseal(&output, |places| {
            places.replacen('[', &format!("[{claim}{}", if places.starts_with("[]") { "" } else { "," }), 1)
        });
        let (code, text) = place.run("gather puzzles");
        assert!(code == Some(1) && text.contains("ranges"), "{text}");
    }
    assert_eq!(place.run("retro build ostle --board 3x3 --pieces 2 --lose-at 1 --dir small").0, Some(0));
    let (code, text) =
        place.run("plan puzzles ostle --board 3x3 --pieces 2 --lose-at 1 --dir small --out none");
    assert!(code == Some(2) && text.lines().count() == 1, "{text}");
}

#[test]
fn a_campaign_has_the_rules_of_its_game_file() {
    let place = Place::new();
    let (code, text) = place.run("games hexapawn --text");
    assert_eq!(code, Some(0), "{text}");
    fs::write(place.path("mine.game"), text.replace("game hexapawn", "game mine")).expect("a file");
    assert_eq!(place.run("retro build mine.game --board 3x3 --dir mine").0, Some(0));
    for verb in ["audit", "stats"] {
        let plan = format!("plan {verb} mine.game --dir mine --tasks 2 --out {verb}");
        assert_eq!(place.run(&plan).0, Some(0));
        let (code, text) = place.run(&format!("retro {verb} mine.game --dir mine"));
        assert_eq!(code, Some(0), "{text}");
        fs::rename(place.path("mine.game"), place.path("away.game")).expect("a file");
        let answer = done(&place, verb);
        fs::rename(place.path("away.game"), place.path("mine.game")).expect("a file");
        assert!(verb == "audit" || answer == text, "{answer}");
    }
}

#[test]
fn distances_are_found_ply_by_ply() {
    let place = Place::new();
    let games = [
        ("clobber --board 3x3", 3, ""),
        ("breakthrough --board 3x4", 7, " --position XX./X../..O/.OO"),
        ("sliding-tiles --board 3x2", 1, ""),
        ("othello --board 4x4", 5, " --memory 1M"),
    ];
    for (number, (game, tasks, flags)) in games.into_iter().enumerate() {
        let camp = format!("camp{number}");
        let (code, text) = place.run(&format!("plan distances {game} --tasks {tasks}{flags} --out {camp}"));
        assert_eq!(code, Some(0), "{text}");
        let (code, text) = place.run(&format!("retro distances {game}{flags}"));
        assert_eq!((code, done(&place, &camp)), (Some(0), text));
    }
    // A set with a member too many, and one that is not what its count says, both with the right seal.
    let output = place.path("camp1/out/plies-002/000003");
    let whole = fs::read(&output).expect("an output");
    reseal(&output, |sets| format!("\u{1}{}", &sets[1..]));
    let (code, text) = place.run("gather camp1");
    assert!(code == Some(1) && text.contains("plies-002 3: "), "{text}");
    fs::write(&output, whole).expect("a file");
    let refused = [
        ("breakthrough --board 3x4 --position XXX/X../..O/.OO/...", "the board has 5 ranks"),
        ("breakthrough --board 3x4 --memory 1", "a task needs at least"),
        ("connect4 --board 4x4 --position X.../..../..../....", "has no number"),
    ];
    for (flags, reason) in refused {
        let (code, text) = place.run(&format!("plan distances {flags} --out none"));
        assert!(code == Some(2) && text.contains(reason) && text.lines().count() == 1, "{text}");
    }
}

#[test]
fn the_search_for_the_most_turns_is_divided() {
    let place = Place::new();
    assert_eq!(place.run("plan turns push-fight --board 4x4 --tasks 6 --out turns").0, Some(0));
    let (code, text) = place.run("retro turns push-fight --board 4x4");
    assert_eq!((code, done(&place, "turns")), (Some(0), text));
}

#[test]
fn a_stopped_residue_is_continued_from_its_checkpoint() {
    let place = Place::new();
    for name in ["camp", "alone"] {
        assert_eq!(place.run(&format!("plan count go.positions --board 10x10 --out {name}")).0, Some(0));
    }
    assert_eq!(place.run("work alone --task 1").0, Some(0));
    let mut worker = place.start("work camp --task 1");
    kill("-TERM", place.worker_of("residues-000001"));
    assert_eq!(worker.wait().expect("it ends").code(), Some(3));
    let kept = place.path("camp/kept/residues-000001/count.json");
    let state = fs::read_to_string(&kept).expect("a checkpoint");
    assert!(state.contains("\"moduli\":"), "{state}");
    assert!(!place.path("camp/out/residues/000001").exists());
    // A checkpoint of another residue is refused.
    fs::create_dir_all(place.path("camp/kept/residues-000000")).expect("a directory");
    for entry in fs::read_dir(place.path("camp/kept/residues-000001")).expect("a directory") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name");
        fs::copy(&path, place.path("camp/kept/residues-000000").join(name)).expect("a file");
    }
    let (code, text) = place.run("work camp --task 0");
    assert!(code == Some(2) && text.lines().count() == 1 && text.contains("kept/residues-000000"), "{text}");
    assert_eq!(place.run("work camp --task 1").0, Some(0));
    assert!(!place.path("camp/kept/residues-000001").exists());
    let payload = |name: &str| fs::read(place.path(name).join("out/residues/000001")).expect("an output");
    assert!(payload("camp") == payload("alone"), "a continued task gives the same bytes");
    // Two processes that do it at once: one has the directory of checkpoints, the other keeps none.
    let twins: Vec<Child> = (0..2).map(|_| place.start("work camp --task 1 --again")).collect();
    for mut twin in twins {
        assert!(twin.wait().expect("it ends").success());
    }
    assert!(payload("camp") == payload("alone"), "two processes at once give the same bytes");
}
