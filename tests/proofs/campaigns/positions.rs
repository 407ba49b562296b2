//! Values of positions, searched in parts: the value is that of one search, and the naive game checks its strategies.

use super::{Place, kill, payload, reseal};
use serde_json::{Value, json};
use std::fs;

/// Runs a command that answers in JSON.
fn answer(place: &Place, words: &str, code: i32) -> Value {
    let (found, text) = place.run(&format!("{words} --json"));
    assert_eq!(found, Some(code), "{words}: {text}");
    serde_json::from_str(&text).expect("an object")
}

/// Plans the campaign `camp` with small tables, and returns the number of tasks.
fn planned(place: &Place, position: &str, plies: u32) -> u64 {
    let plan = format!("plan solve-position {position} --plies {plies} --memory 16M --out camp");
    answer(place, &plan, 0)["tasks"].as_u64().expect("a number")
}

/// Won, lost and drawn, with cycles, with ends and passes above the parts, in which either player is to move.
#[test]
fn the_value_is_that_of_one_search_and_is_verified() {
    for (position, plies, strategies) in [
        ("breakthrough --board 3x4", 3, 1),
        ("hexapawn --board 3x3", 4, 1),
        ("tic-tac-toe", 2, 2),
        ("dodgem --board 3x3", 3, 1),
        ("othello --board 4x4 OOO-OOXXOOO-XO--", 3, 1),
    ] {
        let place = Place::new();
        let whole = answer(&place, &format!("solve-position {position}"), 0);
        let tasks = planned(&place, position, plies);
        assert!(tasks > 2, "{position}: {tasks}");
        let mut workers = [0, 1].map(|_| place.start("work camp --jobs 1"));
        assert!(workers.iter_mut().all(|worker| worker.wait().expect("it ends").success()));
        let gathered = answer(&place, "gather camp --recompute 2 --seed 1", 0);
        let value = &gathered["answer"];
        assert_eq!((&value["verdict"], &value["position"]), (&whole["verdict"], &whole["position"]));
        assert_eq!(gathered["differ"], json!([]));
        assert_eq!(value["shown"]["strategies"].as_array().map(Vec::len), Some(strategies));
        for what in ["camp", "camp/result"] {
            assert_eq!(answer(&place, &format!("check {what}"), 0)["verdict"], "verified");
        }
    }
}

#[test]
fn a_task_that_ends_early_leaves_nothing_behind() {
    let place = Place::new();
    let tasks = planned(&place, "connect4 --board 7x6", 1);
    for (signal, code) in [("-TERM", Some(3)), ("-KILL", None)] {
        let mut worker = place.start("work camp --task 3");
        kill(signal, place.worker_of("values-000003"));
        assert_eq!(worker.wait().expect("it ends").code(), code);
        assert!(place.files("camp/kept").is_empty() && !place.path("camp/out/values/000003").exists());
        fs::remove_file(place.path("camp/runs/values-000003.json")).expect("a record");
    }
    assert_eq!(answer(&place, "gather camp", 3)["missing"].as_array().map(Vec::len), Some(tasks as usize));
}

/// Forges the text of an output.
type Forge<'f> = &'f dyn Fn(&str) -> String;

/// Whoever can write an output can seal it. The value that comes out is that of the game, or none.
#[test]
fn forged_parts_are_named_or_change_nothing() {
    let place = Place::new();
    let tasks = planned(&place, "breakthrough --board 3x4", 2);
    assert_eq!(place.run("work camp").0, Some(0));
    let verdict = answer(&place, "gather camp", 0)["answer"]["verdict"].clone();
    let outputs: Vec<_> = (0..tasks).map(|task| place.path(&format!("camp/out/values/{task:06}"))).collect();
    let other = |text: &str| {
        let (from, to) = if text.contains("won") { ("won", "lost") } else { ("lost", "won") };
        text.replacen(from, to, 1)
    };
    let sooner = |text: &str| {
        let (value, lines) = text.split_once('\n').expect("two lines");
        format!("{}:0}}\n{lines}", value.split_once(':').expect("a number").0)
    };
    let undecided = |text: &str| format!("\"unknown\"\n{}", text.split_once('\n').expect("two lines").1);
    let damaged = |text: &str| text.chars().take(text.chars().count() - 9).collect();
    let of_another = payload(&outputs[0]).0;
    let exchanged = |_: &str| of_another.clone();
    // Each with the exit code of the worst that it does.
    let ways: [(Forge<'_>, i32); 5] =
        [(&other, 1), (&sooner, 1), (&undecided, 3), (&damaged, 1), (&exchanged, 1)];
    for (number, (way, worst)) in ways.into_iter().enumerate() {
        let mut codes = Vec::new();
        for (task, output) in outputs.iter().enumerate().skip(1) {
            let (whole, text) = (fs::read(output).expect("an output"), payload(output).0);
            // Two parts that are won at once have the same output.
            if way(&text) == text {
                continue;
            }
            reseal(output, way);
            let (code, text) = place.run("gather camp --json");
            let object: Value = serde_json::from_str(&text).expect("an object");
            match code {
                Some(0) => assert_eq!(object["answer"]["verdict"], verdict, "{number} {task}"),
                Some(3) => assert_eq!(object["answer"]["undecided"], json!([format!("values {task}")])),
                _ => assert_eq!(object["wrong"][0]["task"], format!("values {task}"), "{number}: {text}"),
            }
            codes.extend(code.filter(|&code| code != 0));
            fs::write(output, whole).expect("a file");
        }
        codes.dedup();
        assert_eq!(codes, [worst], "{number}");
    }
}

#[test]
fn what_cannot_be_divided_is_refused() {
    let place = Place::new();
    for (words, reason) in [
        ("hexapawn --board 3x3 --plies 40", "each game ends within 40 plies"),
        ("breakthrough --board 8x8 --plies 9", "more than 100000 positions"),
        ("breakthrough --board 3x4 X --plies 2", "the position"),
        ("breakthrough --board 3x4 --plies 0", "0 is not in"),
    ] {
        let (code, text) = place.run(&format!("plan solve-position {words} --out camp"));
        assert!(code == Some(2) && text.contains(reason) && text.lines().count() == 1, "{text}");
    }
    let (code, text) = place.run("plan solve-position sokoban --plies 2 --out camp");
    assert_eq!(code, Some(2), "{text}");
}
