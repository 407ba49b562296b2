//! Every verb, on games and a puzzle that are not built in.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// What a command printed and how it ended.
struct Ran {
    code: i32,
    out: String,
    complaint: String,
}

fn run_with(arguments: &[&str], input: &str) -> Ran {
    let mut child = Command::new(env!("CARGO_BIN_EXE_toolkit"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    child.stdin.take().expect("input").write_all(input.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    let code = output.status.code().expect("it was not killed");
    Ran { code, out: text(output.stdout), complaint: text(output.stderr) }
}

/// Runs a command that has to end with this code.
fn run(code: i32, line: &str) -> Ran {
    let ran = run_with(&line.split(' ').collect::<Vec<_>>(), "");
    assert_eq!(ran.code, code, "{line}\n{}{}", ran.out, ran.complaint);
    ran
}

fn json(line: &str) -> serde_json::Value {
    let ran = run_with(&[&["--json", "-q"], &line.split(' ').collect::<Vec<_>>()[..]].concat(), "");
    serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{line}: {error}\n{}", ran.out))
}

/// A directory, and the name of something in it.
fn place(name: &str) -> (tempfile::TempDir, String) {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join(name).display().to_string();
    (directory, path)
}

const NO_OPINION: &str = "c no second opinion: clobber has no naive twin";

#[test]
fn games_lists_what_is_registered() {
    let out = run(0, "games").out;
    for expected in [
        "noughts\n  boards    3x3, 3x3-misere\n  queries   noughts.mobility\n  commands  emit, solve, prove,",
        "note      no naive twin: there is no second opinion",
        "queens\n  queries   queens.peaceful\n  commands  emit, solve, prove, enumerate, count, cube",
    ] {
        assert!(out.contains(expected), "{out}");
    }
    let help = run(0, "prove --help").out;
    assert!(help.contains("noughts.mobility") && help.contains("queens.peaceful"), "{help}");
    assert!(run(0, "prove queens.peaceful --help").out.contains("eight, and nine refuted"));
}

#[test]
fn perft_counts_the_games() {
    // There are 255,168 games of noughts and crosses. A game that has ended is one leaf at every greater depth: 1,440 end
    // with the fifth mark, and 54,720 have a sixth.
    for (depth, leaves, ended) in [
        (0, 1, 0),
        (1, 9, 0),
        (5, 15_120, 0),
        (6, 54_720 + 1_440, 1_440),
        (9, 255_168, 1_440 + 5_328 + 47_952 + 72_576),
        (12, 255_168, 255_168),
    ] {
        let expected = if ended > 0 { format!("{leaves}\nended {ended}\n") } else { format!("{leaves}\n") };
        assert_eq!(run(0, &format!("perft noughts {depth}")).out, expected);
        let counted = json(&format!("perft noughts {depth}"));
        assert_eq!((counted["leaves"].as_u64(), counted["ended"].as_u64()), (Some(leaves), Some(ended)));
    }
    let divided = run(0, "perft noughts 2 --divide").out;
    assert!(divided.starts_with("a1 8\nb1 8\n") && divided.ends_with("\n72\n"), "{divided}");
    let out = run(0, "perft clobber 1").out;
    assert_eq!(out, format!("17\n{NO_OPINION}\n"));
    assert_eq!(json("perft clobber 1")["second_opinion"], false);
    assert!(json("perft noughts 1").get("second_opinion").is_none());
}

#[test]
fn records_are_judged() {
    let legal = run_with(&["replay", "noughts", "a1 b2 a2 b1 a3"], "");
    assert_eq!(legal.code, 0, "{}", legal.complaint);
    assert!(legal.out.contains("legal: 5 plies; game over, lost for the player to move"), "{}", legal.out);
    let illegal = run_with(&["replay", "noughts", "a1 a1"], "");
    assert_eq!(illegal.code, 1);
    assert!(
        illegal.out.starts_with("illegal: ply 2, character 4: `a1` is not a step here"),
        "{}",
        illegal.out
    );
    let over = run_with(&["replay", "noughts", "a1 b2 a2 b1 a3 c3"], "");
    assert_eq!(over.code, 1);
    assert!(over.out.contains("the game is over"), "{}", over.out);
    let lines = run_with(&["replay", "noughts", "-"], "# two records\na1 b2\n\na1 d4\n");
    assert_eq!(lines.code, 1);
    assert!(lines.out.contains("line 2: legal: 2 plies") && lines.out.contains("1 legal, 1 illegal"));
    let begun = run_with(&["replay", "noughts", "--position", "X../.O./...", "c3"], "");
    assert_eq!(begun.code, 0, "{}", begun.complaint);
    let empty = run_with(&["replay", "noughts", "--file", "/dev/null"], "");
    assert_eq!(empty.code, 2);
}

#[test]
fn positions_of_records_are_searched() {
    let (_directory, file) = place("games.txt");
    fs::write(&file, "a1 b2 a2 b1 a3\na1 b2 a1\n").expect("a file");
    let found = run_with(&["replay", "noughts", "--file", &file, "--where", "lost"], "");
    assert_eq!(found.code, 1, "{}", found.complaint);
    assert!(found.out.contains("games.txt: line 1: after ply 5: "), "{}", found.out);
    assert!(found.out.ends_with("1 legal, 1 illegal; 1 positions in 1 games\n"), "{}", found.out);
    // Without a naive twin nobody confirms what is found.
    let begun = ["replay", "clobber", "--position", "XO../..../....", "--file", &file];
    let alone = run_with(&[&begun[..], &["--where", "count(own) = 1"]].concat(), "");
    assert!(
        alone.out.contains("after ply 0: XO../..../.... (no second opinion)"),
        "{}{}",
        alone.out,
        alone.complaint
    );
    let wrong = run_with(&["replay", "noughts", "--file", &file, "--where", "max count(own)"], "");
    assert!(wrong.code == 2 && wrong.complaint.contains("without `max` and `min`"), "{}", wrong.complaint);
}

#[test]
fn positions_are_drawn() {
    let text = run(0, "show noughts X../.O./...").out;
    assert_eq!(text, "3  + + +\n2  + O +\n1  X + +\n   a b c\n7 legal moves\n");
    assert!(run(0, "show noughts X../.O./... --format svg").out.starts_with("<svg"));
    assert!(run(0, "show clobber XO../..../....").out.ends_with(&format!("1 legal move\n{NO_OPINION}\n")));
    for (position, reason) in [
        ("XX./.O./...", "not a position of noughts"),
        ("XX/.O./...", "character 3"),
        ("X?./.O./...", "character 2 of the board is `?`"),
        ("", "character 1"),
    ] {
        let ran = run_with(&["show", "noughts", position], "");
        assert_eq!(ran.code, 2, "{position}: {}", ran.out);
        assert!(ran.complaint.contains(reason) && ran.complaint.lines().count() == 1, "{}", ran.complaint);
    }
}

#[test]
fn bounds_are_proved_and_checked() {
    for (asked, bound, next) in [
        ("noughts.mobility", "maximum 9 legal moves", "10 legal moves refuted"),
        ("queens.peaceful --side 5", "maximum 5 queens", "6 queens refuted"),
        ("clobber.mobility", "maximum 17 legal moves", "18 legal moves refuted"),
    ] {
        let (_directory, certificate) = place("certificate");
        let proved = run(0, &format!("prove {asked} --out {certificate}")).out;
        assert!(proved.contains(bound) && proved.contains(next), "{proved}");
        let checked = run(0, &format!("check {certificate}")).out;
        assert!(checked.contains("s VERIFIED"), "{checked}");
        assert_eq!(checked.contains(NO_OPINION), asked.starts_with("clobber"), "{checked}");
        let map = Path::new(&certificate).join("refutation.map.json");
        fs::write(&map, fs::read_to_string(&map).expect("a map") + " ").expect("written");
        assert!(run(1, &format!("check {certificate}")).out.contains("s NOT VERIFIED"));
    }
}

#[test]
fn a_question_that_nobody_registered_is_one_clear_line() {
    let (_directory, map) = place("q.json");
    run(0, &format!("emit noughts.mobility --at-least 9 -o /dev/null --map {map}"));
    let text = fs::read_to_string(&map).expect("a map").replace("noughts.mobility", "chess.mobility");
    fs::write(&map, text).expect("written");
    let ran = run_with(&["decode", "--map", &map, "-"], "s UNSATISFIABLE\n");
    assert_eq!(ran.code, 2);
    let expected = "this is about the game chess, which this program does not have";
    assert!(ran.complaint.contains(expected) && ran.complaint.lines().count() == 1, "{}", ran.complaint);
}

#[test]
fn lists_are_complete_and_closed_by_a_proof() {
    let (_directory, list) = place("list");
    let out = run(0, &format!("enumerate queens.peaceful --side 5 --at-least 5 --out {list}")).out;
    assert!(out.contains("complete: 10 positions, and no others; proof checked"), "{out}");
    assert!(run(0, &format!("check {list}")).out.contains("s VERIFIED"));
    let classes = run(0, "enumerate queens.peaceful --side 5 --at-least 5 --up-to-symmetry").out;
    assert!(classes.contains("complete: 2 positions"), "{classes}");
    assert_eq!(run(0, "count queens.peaceful --side 5 --at-least 5").out, "10\n");
    // Of the positions with eight free squares: one mark on any of nine.
    let listed = run(0, "enumerate noughts.mobility --at-least 8").out;
    assert!(listed.contains("complete: 10 positions"), "{listed}");
    assert_eq!(run(0, "count noughts.mobility --at-least 8").out, "10\n");
}

#[test]
fn questions_go_to_solvers_and_come_back() {
    let (directory, cnf) = place("q.cnf");
    let map = directory.path().join("q.json").display().to_string();
    run(0, &format!("emit queens.peaceful --side 4 --at-least 4 -o {cnf} --map {map}"));
    let solved = run(10, "solve queens.peaceful --side 4 --at-least 4 --no-symmetry-breaking").out;
    let decoded = run_with(&["decode", "--map", &map, "-"], &solved);
    assert_eq!(decoded.code, 0, "{}", decoded.complaint);
    assert_eq!(decoded.out.matches('Q').count(), 8, "the position, and its line: {}", decoded.out);
    assert!(run(20, "solve queens.peaceful --side 4 --at-least 5").out.contains("s UNSATISFIABLE"));
    for format in ["smt2", "aag", "aig", "btor2", "wcnf", "opb"] {
        let file = directory.path().join(format).display().to_string();
        run(0, &format!("emit noughts.mobility --at-least 3 --format {format} -o {file}"));
        assert!(fs::metadata(&file).expect("a file").len() > 0);
    }
}

#[test]
fn a_puzzle_is_a_campaign_of_cubes() {
    let (_directory, camp) = place("camp");
    run(0, &format!("plan cube queens.peaceful --side 6 --at-least 7 --count 4 --out {camp}"));
    run(0, &format!("work {camp}"));
    assert!(run(0, &format!("gather {camp} --recheck 1%")).out.starts_with("refuted: queens.peaceful"));
    assert!(run(0, &format!("check {camp}")).out.ends_with("s VERIFIED\n"));
    run(2, &format!("work {camp} --task 8"));
}

#[test]
fn cubes_are_solved_and_put_together() {
    let (_directory, cubes) = place("cubes");
    run(0, &format!("cube queens.peaceful --side 6 --at-least 7 --count 4 --out {cubes}"));
    for index in 0..4 {
        run(0, &format!("run-cube {cubes} {index}"));
    }
    let checked = run(0, &format!("check {cubes}")).out;
    assert!(
        checked.contains("refuted: queens.peaceful --side 6 --at-least 7") && checked.contains("s VERIFIED")
    );
    run(2, &format!("run-cube {cubes} 4"));
}

#[test]
fn errors_are_one_line_and_name_the_choices() {
    for (line, expected) in [
        ("perft chess 3", "perft applies to noughts, clobber, not to chess"),
        (
            "prove queens.sad --out x",
            "prove applies to noughts.mobility, noughts, clobber.mobility, clobber, queens.peaceful, not to queens.sad",
        ),
        ("emit noughts.mobility --side 3", "--side belongs to queens.peaceful, not to noughts.mobility"),
        ("emit noughts.mobility --board 9x9", "--board 9x9: there is 3x3"),
        ("emit noughts.mobility --at-least 4294967296", "--at-least"),
        ("emit noughts.mobility --at-least 11", "11 legal moves on 9 squares"),
        ("emit queens.peaceful --side 0", "--side 0: from 1 to 12"),
        ("emit queens.peaceful --side 13", "--side 13: from 1 to 12"),
        ("emit queens.peaceful", "--side"),
        ("prove", "prove: give one of"),
    ] {
        let ran = run(2, line);
        assert!(ran.complaint.contains(expected), "{line}: {}", ran.complaint);
        assert_eq!(ran.complaint.lines().count(), 1, "{line}: {}", ran.complaint);
    }
}

#[test]
fn rules_are_compared_with_the_naive_twin() {
    let tree = json("perft noughts 5 --naive");
    // 1 + 9 + 72 + 504 + 3,024 + 15,120
    assert_eq!((&tree["naive"]["agrees"], &tree["naive"]["positions"]), (&true.into(), &18_730.into()));
    let out = run(0, "games noughts --check --games 20 --seed 7").out;
    let agree = |board: &str| format!("noughts {board}: the rules and the naive twin agree in 20 games, ");
    assert!(
        out.contains(&agree("3x3")) && out.contains(&agree("3x3-misere")) && out.ends_with("\nseed 7\n"),
        "{out}"
    );
    assert_eq!(run(0, "games noughts --check --games 20 --seed 7").out, out);
    // The wrong rules of this program: who has made a mark makes the next one as well.
    for (line, subject) in
        [("games noughts --check --board 3x3", "position"), ("perft noughts 2 --naive", "position")]
    {
        let wrong = wrong(&format!("--json -q {line}"));
        let object: serde_json::Value = serde_json::from_str(&wrong.out).expect("JSON");
        let found = if line.starts_with("perft") { &object["naive"] } else { &object["boards"][0] };
        assert_eq!(
            (wrong.code, &found["agrees"], &found["subject"]),
            (1, &false.into(), &subject.into()),
            "{object}"
        );
        assert!(found["ply"].is_string() && found["rules"] != found["naive_twin"], "{object}");
    }
    for line in ["replay noughts b2", "show noughts .../.../...", "perft noughts 2"] {
        let wrong = wrong(line);
        assert_eq!((wrong.code, wrong.out.as_str()), (2, ""), "{line}");
        assert!(
            wrong.complaint.contains("the native game and the naive game disagree"),
            "{}",
            wrong.complaint
        );
    }
    // That is no judgement on the record.
    let (_directory, games) = place("games.txt");
    fs::write(&games, "b2 a1\n").expect("written");
    for summary in ["", " --summary"] {
        let wrong = wrong(&format!("replay noughts --file {games}{summary}"));
        assert_eq!(wrong.code, 2, "{}", wrong.out);
        assert!(
            !wrong.out.contains("illegal: ") && wrong.complaint.contains("disagree"),
            "{}",
            wrong.complaint
        );
    }
    for line in ["games clobber --check", "perft clobber 2 --naive"] {
        let refused = run(2, line).complaint;
        assert!(refused.contains("clobber has no naive twin: there is nothing to compare"), "{refused}");
    }
    assert!(run(2, "games queens --check").complaint.contains("queens is not a game"));
}

/// Runs a command by the wrong rules.
fn wrong(line: &str) -> Ran {
    let output = Command::new(env!("CARGO_BIN_EXE_toolkit"))
        .args(line.split(' '))
        .env("TOOLKIT_IS_WRONG", "1")
        .output()
        .expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    let code = output.status.code().expect("it was not killed");
    Ran { code, out: text(output.stdout), complaint: text(output.stderr) }
}

#[test]
fn completions_and_man_pages_know_the_games() {
    assert!(run(0, "completions bash").out.contains("queens.peaceful"));
    let (_directory, man) = place("man");
    run(0, &format!("man {man}"));
    assert!(Path::new(&man).join("toolkit-prove.1").is_file());
}

#[test]
fn games_are_solved_backwards() {
    let (_directory, path) = place("tables");
    let built = run(0, &format!("retro build noughts --dir {path}")).out;
    assert!(built.contains("\nstart: drawn\n"), "{built}");
    let audit = json(&format!("retro audit noughts --dir {path}"));
    assert_eq!(audit["verdict"], "agrees");
    // A solver and the naive twin find the same moves.
    let samples = audit["samples"].as_array().expect("samples");
    let by: Vec<&str> = samples.iter().filter_map(|sample| sample["by"].as_str()).collect();
    assert_eq!(by, ["a solver", "the naive game"]);
    assert!(samples.iter().all(|sample| sample["positions"].as_u64() > Some(30) && sample["wrong"] == 0));
    // A line of two threatens at once: the third mark in the corner wins.
    let probed = json(&format!("retro probe noughts XX./OO./... --dir {path}"));
    assert_eq!((&probed["value"]["outcome"], &probed["value"]["plies"]), (&"win".into(), &1.into()));
    assert_eq!(probed["line"], "c1");
    let (_directory, path) = place("tables");
    let built = run(0, &format!("retro build clobber --dir {path}")).out;
    assert!(built.contains("\nstart: ") && built.ends_with(&format!("{NO_OPINION}\n")), "{built}");
    let ran = run(2, &format!("retro stats noughts --dir {path}"));
    assert!(ran.complaint.contains("holds clobber 4x3, not noughts 3x3"), "{}", ran.complaint);
}

#[test]
fn games_to_a_position_are_searched_and_asked() {
    let position = "O../.X./..O";
    for strategy in ["search", "exact", "no-passes"] {
        let found = json(&format!("reach noughts {position} --strategy {strategy}"));
        assert_eq!((&found["reachable"], &found["plies"]), (&true.into(), &3.into()), "{strategy}");
        let record = found["record"].as_str().expect("a record").to_owned();
        assert!(run_with(&["replay", "noughts", &record], "").out.contains("legal"), "{record}");
    }
    // A relaxation that has an answer says nothing.
    let nothing = json(&format!("reach noughts {position} --strategy last-steps-2"));
    assert_eq!(nothing["reachable"], serde_json::Value::Null);
    // In this game nothing says how long a game to a position is.
    let refused = run(2, "reach clobber XO../..../.... --proof no.lrat").complaint;
    assert!(refused.contains("--proof: there is no formula of the games to this position"), "{refused}");
}

#[test]
fn a_game_of_your_own_has_puzzles() {
    let (_directory, path) = place("tables");
    run(0, &format!("retro build noughts --dir {path}"));
    let found = json(&format!("puzzles noughts --dir {path} --plies 3"));
    let positions = found["positions"].as_array().expect("positions");
    assert_eq!(found["puzzles"].as_u64(), Some(positions.len() as u64));
    assert!(positions.len() > 3, "{found}");
    for puzzle in positions {
        let position = puzzle["position"].as_str().expect("a position");
        let probed = json(&format!("retro probe noughts {position} --dir {path}"));
        let moves = probed["moves"].as_array().expect("moves");
        let wins = moves.iter().filter(|one| one["value"]["outcome"] == "win").count();
        assert!(moves.len() >= 3 && wins == 1 && probed["value"]["plies"] == 3, "{probed}");
    }
    let text = run(0, &format!("puzzles noughts --dir {path} --limit 1")).out;
    assert!(
        text.contains(" positions in which one move of at least three wins, and not at once\n"),
        "{text}"
    );
    // A game that does not say what a puzzle is does not have the verb.
    assert!(run(2, "puzzles clobber --dir d").complaint.contains("clobber"));
}

#[test]
fn variants_of_a_game_are_compared() {
    let (_one, one) = place("tables");
    let (_other, other) = place("tables");
    run(0, &format!("retro build noughts --dir {one}"));
    run(0, &format!("retro build noughts --board 3x3-misere --dir {other}"));
    let compared = json(&format!("retro compare noughts --dir {one} --with {other}"));
    let kinds = compared["kinds"].as_array().expect("kinds");
    let positions: u64 = kinds.iter().filter_map(|kind| kind["positions"].as_u64()).sum();
    let stats = json(&format!("retro stats noughts --dir {one}"));
    assert_eq!(
        Some(positions + compared["missing"].as_u64().expect("a number")),
        stats["tables"][0]["positions"].as_u64()
    );
    // A position that a line loses at once is won in the variant in which a line loses.
    let lost = kinds.iter().find(|kind| kind["one"] == "lost" && kind["other"] == "won").expect("lines");
    let simplest = lost["simplest"]["position"].as_str().expect("a position");
    let probed = json(&format!("retro probe noughts {simplest} --dir {other}"));
    assert_eq!(probed["value"]["outcome"], "win");
    // The directory records which variant it holds.
    let refused = run(2, &format!("retro stats noughts --board 3x3 --dir {other}")).complaint;
    assert!(refused.contains("holds noughts 3x3-misere, not noughts 3x3"), "{refused}");
    let (_third, third) = place("tables");
    run(0, &format!("retro build clobber --dir {third}"));
    let refused = run(2, &format!("retro compare noughts --dir {one} --with {third}")).complaint;
    assert!(refused.contains("holds clobber 4x3"), "{refused}");
}

#[test]
fn any_question_is_one_line() {
    let (_directory, path) = place("asked");
    for (game, question, expected) in [
        ("noughts", "max count(free) where count(opp) >= 2", "maximum 6:"),
        ("noughts", "min count(occupied) where lost", "minimum 5:"),
        ("noughts", "max count(empty) where some m in moves: after(m).lost", "maximum 5:"),
        ("clobber", "max count(moves)", "maximum 17:"),
        ("clobber", "max count(own) where lost", "maximum 12:"),
        ("clobber", "max count(moves) where all m in moves: m.kind = north", "maximum "),
    ] {
        let proved = run_with(&["prove", game, question, "--out", &path], "");
        assert_eq!(proved.code, 0, "{question}: {}{}", proved.out, proved.complaint);
        assert!(proved.out.contains(expected), "{question}: {}", proved.out);
        let checked = run(0, &format!("check {path}")).out;
        assert!(checked.contains(expected), "{checked}");
        assert_eq!(checked.contains(NO_OPINION), game == "clobber", "{checked}");
    }
    let refused = run_with(&["solve", "noughts", "count(free) > own"], "");
    assert_eq!((refused.code, refused.out.as_str()), (2, ""));
    assert!(refused.complaint.contains("character 15: expected a number such as count(...), found a word"));
    let words = run(0, "games clobber").out;
    assert!(words.contains("word      moves     the legal moves of all kinds"), "{words}");
}
