//! `plan build` for any game: its tables in parts have the bytes of one run, and every value is derived anew.

use super::faults::unsealed;
use super::{Place, kill, payload, reseal, wait_for};
use certamen::work::durable::sealed;
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

type Files = BTreeMap<PathBuf, Vec<u8>>;

/// Solves a game in one run.
fn whole(place: &Place, game: &str) -> Files {
    let (code, text) = place.run(&format!("retro build {game} --dir whole"));
    assert_eq!(code, Some(0), "{text}");
    place.files("whole")
}

/// Plans a campaign.
fn plan(place: &Place, game: &str, flags: &str, name: &str) {
    let (code, text) = place.run(&format!("plan build {game} {flags} --out {name}"));
    assert_eq!(code, Some(0), "{text}");
}

/// Gathers a campaign, compares its tables with those of one run, and checks it.
fn is_whole(place: &Place, name: &str, whole: &Files) {
    let (code, text) = place.run(&format!("status {name}"));
    assert!(code == Some(0) && text.ends_with("complete: gather puts the result together\n"), "{text}");
    let (code, text) = place.run(&format!("gather {name} --recompute 3 --seed 4"));
    assert!(code == Some(0) && text.contains(" layers, "), "{text}");
    assert!(place.files(&format!("{name}/result")) == *whole, "{name}: the tables differ");
    let (code, text) = place.run(&format!("check {name}"));
    assert!(code == Some(0) && text.ends_with("\ns VERIFIED\n"), "{text}");
}

/// The numbers of outputs in stages whose names have this part.
fn outputs(place: &Place, name: &str, part: &str) -> usize {
    place.files(&format!("{name}/out")).keys().filter(|path| path.to_string_lossy().contains(part)).count()
}

/// Two players, cycles and draws, a puzzle, and positions by a list: in one task, in some, in many; by windows; with stages
/// for two sweeps, so that single tasks end what is left.
#[test]
fn tables_in_parts_are_those_of_one_run() {
    for (game, cases) in [
        ("fox-and-hounds", &["--tasks 1", "--tasks 25 --sweeps 1"][..]),
        ("sliding-tiles --board 3x2", &["--tasks 2 --sweeps 40", "--tasks 3 --sweeps 2"]),
        ("dodgem --board 3x3", &["--tasks 7 --sweeps 1"]),
        ("breakthrough --board 3x4", &["--tasks 1", "--tasks 1 --memory 700K"]),
        ("konane.game --board 5x4", &["--tasks 2"]),
    ] {
        let place = Place::new();
        let (code, text) = place.run("games konane --text");
        assert_eq!(code, Some(0), "{text}");
        fs::write(place.path("konane.game"), text).expect("a file");
        let expected = whole(&place, game);
        assert_eq!(expected.contains_key(&PathBuf::from("positions.list")), game.starts_with("konane"));
        for (number, flags) in cases.iter().enumerate() {
            let name = format!("camp{number}");
            plan(&place, game, flags, &name);
            let (code, text) = place.run(&format!("work {name}"));
            assert!(code == Some(0) && text.ends_with(" done, 0 had their outputs\n"), "{text}");
            is_whole(&place, &name, &expected);
            let is_split = !flags.ends_with("--tasks 1");
            assert_eq!(outputs(&place, &name, "sweep") > 0, is_split, "{game} {flags}");
        }
    }
}

#[test]
#[ignore = "a minute: cargo test --release"]
fn scores_of_othello_in_parts_are_those_of_one_run() {
    let place = Place::new();
    let expected = whole(&place, "othello --board 4x4 --score");
    for tasks in [1, 7] {
        let name = format!("camp{tasks}");
        plan(&place, "othello --board 4x4 --score", &format!("--tasks {tasks}"), &name);
        assert_eq!(place.run(&format!("work {name}")).0, Some(0));
        is_whole(&place, &name, &expected);
    }
}

/// A stone goes ahead or jumps, and the number of squares that it leaves behind counts.
const RACE: &str = "game race \"Go ahead, as far as you can.\"\nboard 3x4\nword own X, opp O\nswap own opp\n\
    turn mirror-ranks\nstart own = {a1 b1}, opp = {a4 b4}\nstep one north = north(own) & empty\n\
    step two north*2 = north(north(own)) & empty\nplay own = own ^ m.from | m.to\nstuck passes\n\
    score count(own & rank H) - count(opp & rank 1)\n";

#[test]
fn scores_and_inputs_are_shown_too() {
    let place = Place::new();
    fs::write(place.path("race.game"), RACE).expect("a file");
    let expected = whole(&place, "race.game --score");
    plan(&place, "race.game", "--score --tasks 5", "camp");
    assert_eq!(place.run("work camp").0, Some(0));
    is_whole(&place, "camp", &expected);
    // A file that the game does not give, in a plan that has its checksum.
    let path = place.path("camp/plan.json");
    let mut plan = unsealed(&path);
    fs::write(place.path("camp/input/evil.txt"), "").expect("a file");
    let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    let file = serde_json::json!({ "name": "evil.txt", "length": 0, "sha256": empty });
    plan["files"].as_array_mut().expect("files").insert(0, file);
    fs::write(&path, sealed::seal(&plan).expect("a text")).expect("a file");
    for output in place.files("camp/out").into_keys() {
        fs::remove_file(place.path("camp/out").join(output)).expect("an output");
    }
    assert_eq!(place.run("work camp").0, Some(0));
    let (code, text) = place.run("gather camp");
    assert!(code == Some(1) && text.contains("input/evil.txt: it is not what the rules"), "{text}");
}

#[test]
fn killed_workers_leave_what_others_go_on_with() {
    let place = Place::new();
    let expected = whole(&place, "dodgem --board 3x3");
    plan(&place, "dodgem --board 3x3", "--tasks 7", "camp");
    let mut last = 0;
    for kills in 1..9 {
        let mut workers = [0, 1].map(|_| place.start("work camp --jobs 1"));
        last = wait_for("new outputs", || {
            Some(outputs(&place, "camp", "level")).filter(|&now| now > last + kills)
        });
        for worker in &mut workers {
            kill("-KILL", worker.id());
            worker.wait().expect("it ends");
        }
    }
    assert!(outputs(&place, "camp", "level") < 200, "nothing was left to do");
    assert_eq!(place.run("work camp --jobs 2").0, Some(0));
    is_whole(&place, "camp", &expected);
    assert!(place.files("camp/out").keys().all(|path| path.to_string_lossy().len() < 40), "temporary files");
}

#[test]
fn what_is_wrong_with_outputs_of_sweeps_is_named() {
    let place = Place::new();
    let expected = whole(&place, "fox-and-hounds");
    plan(&place, "fox-and-hounds", "--tasks 4 --sweeps 3", "camp");
    let (code, text) = place.run("work camp --task 4");
    assert!(code == Some(3) && text.contains("need the whole stage level-000 first"), "{text}");
    let (code, text) = place.run("gather camp");
    assert!(code == Some(3) && text.contains("level-000 0: missing"), "{text}");
    assert_eq!(place.run("work camp").0, Some(0));
    is_whole(&place, "camp", &expected);
    let path = |stage: &str, task: usize| place.path(&format!("camp/out/{stage}/{task:06}"));
    let rest = path("level-000-rest", 0);
    let good = fs::read(&rest).expect("an output");
    // A truncated output counts as none, and is made again.
    fs::write(&rest, &good[..good.len() - 3]).expect("a file");
    let (code, text) = place.run("gather camp");
    assert!(code == Some(1) && text.contains("level-000-rest 0: truncated or altered"), "{text}");
    assert_eq!(place.run("work camp"), (Some(0), "1 task done, 16 had their outputs\n".to_owned()));
    assert!(fs::read(&rest).expect("an output") == good);
    // Every value of the result is derived anew: one that is wrong is named, whoever sealed it.
    let letters = |text: &str| text.chars().collect::<Vec<char>>();
    let with = |place: usize| {
        move |text: &str| {
            let mut text = letters(text);
            text[place] = char::from(text[place] as u8 ^ 8);
            text.into_iter().collect::<String>()
        }
    };
    let decided = |text: &str| {
        let codes = letters(&text.chars().skip(40).collect::<String>());
        40 + 2 * codes.chunks(2).position(|code| code[0] as u32 > 3).expect("a win or loss")
    };
    let at = decided(&payload(&rest).0);
    for (change, reason) in [(at, "level-000-rest 0: "), (32, "it is not as long as it says"), (0, "")] {
        reseal(&rest, with(change));
        let (code, text) = place.run("gather camp");
        match reason {
            // How many were settled is of no account.
            "" => assert_eq!(code, Some(0), "{text}"),
            _ => assert!(code == Some(1) && text.contains(reason), "{change} {text}"),
        }
        let (code, text) = place.run("check camp");
        match reason {
            "" => assert_eq!(code, Some(0), "{text}"),
            _ => assert!(code == Some(1) && text.contains("s NOT VERIFIED"), "{text}"),
        }
        fs::write(&rest, &good).expect("a file");
    }
    reseal(&rest, with(at));
    let (_, text) = place.run("gather camp");
    assert!(text.contains(": its value is ") && text.contains(", its moves say "), "{text}");
    // Sweeps that end too early leave positions open that are decided.
    fs::write(&rest, &good).expect("a file");
    for task in 0..4 {
        reseal(&path("level-000-sweep-001", task), |text| {
            let mut text = letters(text);
            text[..24].iter_mut().for_each(|letter| *letter = '\0');
            text.into_iter().collect()
        });
    }
    let (code, text) = place.run("gather camp");
    assert!(code == Some(1) && text.contains("level-000-sweep-001 "), "{text}");
    // Other files than those that were planned with.
    let input = place.path("camp/input/layers.json");
    fs::write(&input, fs::read_to_string(&input).expect("a file") + " ").expect("a file");
    let (code, text) = place.run("work camp");
    assert!(code == Some(2) && text.contains("altered: not the file that was planned"), "{text}");
    for (flags, reason) in [("--score", "no score"), ("--tasks 0", "0"), ("--board 9x9", "9x9")] {
        let (code, text) = place.run(&format!("plan build fox-and-hounds {flags} --out x"));
        assert!(code == Some(2) && text.contains(reason) && !place.path("x").exists(), "{text}");
    }
}
