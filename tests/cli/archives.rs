//! Archives of records: recognised, verified, summed up, searched, mended and converted.

use crate::run::Place;
use serde_json::{Value, json};

/// A place with the real files of `tests/data/othello_records`.
fn place() -> Place {
    let place = Place::new();
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/othello_records/");
    for name in ["WTH_1977.wtb", "WTH_1977.pgn", "games.ggf", "fforum-40-59.obf"] {
        place.write(name, std::fs::read(format!("{data}{name}")).expect("a file of the repository"));
    }
    place
}

fn objects(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("an object on each line")).collect()
}

#[test]
fn a_summary_has_the_totals_in_each_form() {
    let place = place();
    let text = place.run("replay othello --file WTH_1977.wtb --summary").answers(0).to_owned();
    assert!(
        text.starts_with("12 games, 12 legal\n") && text.contains("final score: all 12 agree\n"),
        "{text}"
    );
    assert!(text.contains("best score: 0 agree, 0 differ, 12 not checked\n"), "{text}");
    let object = place.run("replay othello --file WTH_1977.wtb --summary --json").json(0);
    assert_eq!(
        (&object["games"], &object["legal"], &object["duplicates"]),
        (&json!(12), &json!(12), &json!(0))
    );
    let csv = place.run("replay othello --file WTH_1977.wtb --summary=csv").answers(0).to_owned();
    assert!(csv.starts_with("what,key,value,file,place\ngames,,12,,\n"), "{csv}");
    assert!(place.run("replay othello --file WTH_1977.wtb --summary=svg").answers(0).starts_with("<svg "));
    // The same games in two files are duplicates.
    let both = place.run("replay othello --file WTH_1977.wtb --file WTH_1977.pgn --summary --json").json(0);
    assert_eq!((&both["games"], &both["duplicates"]), (&json!(24), &json!(12)));
}

#[test]
fn games_of_a_server_have_a_line_each() {
    let place = place();
    let games = objects(place.run("replay othello --file games.ggf --json").answers(0));
    assert_eq!(games.len(), 3);
    assert_eq!(
        (&games[0]["game"], &games[0]["legal"], &games[0]["passes"]),
        (&json!(1), &json!(true), &json!(1))
    );
    assert!(games.iter().all(|game| game["claims"][0]["verdict"] == "agrees"), "{games:?}");
    assert_eq!(games[1]["labels"]["komi"], "-0.500");
    let text = place.run("replay othello --file games.ggf").answers(0).to_owned();
    assert!(
        text.starts_with("games.ggf: game 1: legal: ") && text.ends_with("3 legal, 0 illegal\n"),
        "{text}"
    );
}

#[test]
fn positions_are_searched() {
    let place = place();
    let ran = place.run_arguments(
        &["replay", "othello", "--file", "WTH_1977.wtb", "--where", "count(legal) >= 15", "--json"],
        "",
    );
    let hits = objects(ran.answers(0));
    assert!(
        !hits.is_empty() && hits.iter().all(|hit| hit["board"].as_str().is_some_and(|text| text.len() == 64))
    );
    let wrong = ["replay", "othello", "--file", "WTH_1977.wtb", "--where", "count(leg) >= 15"];
    place.run_arguments(&wrong, "").refused(&["leg"]);
    place.run("replay push-fight --file games.ggf --where over").refused(&["--where", "push-fight"]);
    for wrong in ["max count(legal)", "own"] {
        let wrong = ["replay", "othello", "--file", "WTH_1977.wtb", "--where", wrong];
        place.run_arguments(&wrong, "").refused(&["--where"]);
    }
}

/// Every game whose rules are words has the language of questions.
#[test]
fn positions_of_other_games_are_searched() {
    let place = place();
    place.write("ostle.txt", "c3U,a5D\nc3U,c4D\n");
    let hits = |arguments: &[&str], code| {
        let ran = place.run_arguments(arguments, "");
        objects(ran.answers(code))
            .into_iter()
            .filter(|object| object.get("board").is_some())
            .collect::<Vec<_>>()
    };
    let found = hits(&["replay", "ostle", "--file", "ostle.txt", "--where", "count(own) = 5", "--json"], 1);
    let places: Vec<_> = found.iter().map(|hit| (hit["line"].as_u64(), hit["ply"].as_u64())).collect();
    let of = |line, plies: std::ops::Range<u64>| plies.map(move |ply| (Some(line), Some(ply)));
    // The second record is legal up to its second ply.
    assert_eq!(places, of(1, 0..3).chain(of(2, 0..2)).collect::<Vec<_>>());
    assert!(found.iter().all(|hit| hit.get("second_opinion").is_none()), "{found:?}");
    // The last move pushes the last piece but one off the board.
    place.write("won.txt", "b2R\n");
    let over =
        ["--board", "3x3", "--position", "020-112-300", "--file", "won.txt", "--where", "lost", "--json"];
    let found = hits(&[&["replay", "ostle"][..], &over[..]].concat(), 0);
    assert_eq!(found.len(), 1);
    assert_eq!((&found[0]["line"], &found[0]["ply"]), (&json!(1), &json!(1)));
    place.write("game.sgf", "(;SZ[3];B[bb];W[aa])\n(;SZ[9];B[ee];W[ef])\n");
    let found = hits(&["replay", "go", "--file", "game.sgf", "--where", "count(empty) = 80", "--json"], 0);
    assert_eq!(found.len(), 1);
    assert_eq!((&found[0]["game"], &found[0]["ply"]), (&json!(2), &json!(1)));
}

/// Names of players and tournaments are found beside a file in the same archive.
#[test]
fn names_are_found_in_a_zip() {
    let place = place();
    place.run("convert othello WTH_1977.pgn --to wthor -o games.wtb").answers(0);
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for name in ["games.wtb", "games.jou", "games.trn"] {
        let bytes = std::fs::read(place.path().join(name)).expect("it was written");
        zip.start_file(format!("1977/{name}"), zip::write::SimpleFileOptions::default()).expect("a member");
        std::io::Write::write_all(&mut zip, &bytes).expect("it writes");
        std::fs::remove_file(place.path().join(name)).expect("it was written");
    }
    place.write("all.zip", zip.finish().expect("a zip").into_inner());
    let labels = |file: &str| {
        let games = objects(place.run(&format!("replay othello --file {file} --json")).answers(0));
        games.iter().map(|game| game["labels"]["first player"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(labels("all.zip"), labels("WTH_1977.pgn"));
}

#[test]
fn conversions_keep_the_games_and_report_what_they_lose() {
    let place = place();
    for format in ["ggf", "sgf", "pgn", "lines", "wthor"] {
        let ran = place.run(&format!("convert othello WTH_1977.wtb --to {format} -o x"));
        assert_eq!(ran.answers(0), "12 records written, 0 left out\n", "{}", ran.err);
        assert_eq!(ran.err.contains("best score"), format != "wthor", "{}", ran.err);
        let summary = place.run("replay othello --file x --summary --json").json(0);
        assert_eq!((&summary["legal"], &summary["illegal"]), (&json!(12), &json!(0)), "{format}");
    }
    // Names go into lists beside the file, and come back.
    place.run("convert othello WTH_1977.pgn --to wthor -o y.wtb").answers(0);
    let games = objects(place.run("replay othello --file y.wtb --json").answers(0));
    assert_eq!(games[0]["labels"]["first player"], "Inoue Hiroshi");
    let ran = place.run("convert othello games.ggf --to wthor -o z.wtb");
    assert!(ran.answers(1).contains("2 records written, 1 left out"), "{}", ran.err);
    assert!(ran.err.contains("game 3: left out: wthor holds games from the start"), "{}", ran.err);
    assert!(
        ran.err.contains("times of moves (2 records)") && ran.err.contains("komi (1 record)"),
        "{}",
        ran.err
    );
    place.run("convert othello games.ggf --to chess -o z").refused(&["no format `chess`: there is wthor"]);
    place.run("convert othello games.ggf --to wthor -o -").refused(&["needs a file"]);
    // The same bytes each time.
    place.run("convert othello WTH_1977.wtb --to ggf -o one").answers(0);
    place.run("convert othello WTH_1977.wtb --to ggf -o two").answers(0);
    assert_eq!(place.read("one"), place.read("two"));
    // Any game converts its lines.
    place.write("lines.txt", "c3U\n# a comment\nc3U,a5D\n");
    place.run("convert ostle lines.txt --to lines -o lines").answers(0);
    assert_eq!(place.read("lines"), "c3U\nc3U,a5D\n");
}

#[test]
fn files_are_recognised_by_their_content() {
    let place = place();
    std::fs::create_dir(place.path().join("all")).expect("a directory");
    let packed = zstd::encode_all(place.read("games.ggf").as_bytes(), 1).expect("it packs");
    place.write("all/a.ggf.zst", &packed);
    place.write("all/b.txt", "F5D6C3\nF5D6\n");
    place.write("all/README", "F5D6C3");
    let ran = place.run("replay othello --file all --summary --json");
    assert_eq!(ran.json(0)["games"], json!(5));
    let ran = place.run_with("replay othello - --json", packed);
    assert_eq!(objects(ran.answers(0)).len(), 3);
    let ran =
        place.run_with("replay othello -", std::fs::read(place.path().join("WTH_1977.wtb")).expect("a file"));
    assert!(ran.answers(0).ends_with("12 legal, 0 illegal\n"));
    place.run("replay othello --file games.ggf --format wthor").refused(&["games.ggf", "unreadable"]);
    place.run("replay othello --file games.ggf --format x").refused(&["no format `x`"]);
    place.run("replay othello f5 --summary").refused(&["--summary"]);
}

#[test]
fn what_is_broken_is_named_and_the_rest_verified() {
    let place = place();
    let games = place.read("games.ggf");
    place
        .write("broken.ggf", games.replacen("KM[-0.500]", "KM[half]", 1).replacen("B[d3//0.01]", "B[a1]", 1));
    let ran = place.run("replay othello --file broken.ggf");
    assert_eq!(ran.code, Some(2));
    assert!(ran.out().ends_with("1 legal, 1 illegal, 1 unreadable\n"), "{}", ran.out());
    assert!(ran.out().starts_with("broken.ggf: game 1: illegal: ply 1, "), "{}", ran.out());
    ran.complains(&["broken.ggf: game 2: unreadable: KM[half]"]);
    let bytes = std::fs::read(place.path().join("WTH_1977.wtb")).expect("a file");
    place.write("cut.wtb", &bytes[..700]);
    let ran = place.run("replay othello --file cut.wtb");
    assert_eq!(ran.code, Some(2));
    ran.complains(&["cut.wtb: unreadable: game 11: the file ends after 4 of 68 bytes"]);
    place.write("short.wtb", &bytes[..10]);
    place
        .run("replay othello --file short.wtb --format wthor")
        .refused(&["the header ends after 10 of 16 bytes"]);
}

/// A wrong result in a file does not make a legal game illegal.
#[test]
fn a_claim_that_differs_is_reported_and_leaves_the_exit_code() {
    let place = place();
    let pgn = place.read("WTH_1977.pgn");
    let result = pgn.lines().find(|line| line.starts_with("[Result ")).expect("a result").to_owned();
    place.write("wrong.pgn", pgn.replacen(&result, "[Result \"64-0\"]", 1));
    let ran = place.run("replay othello --file wrong.pgn");
    assert!(ran.answers(0).contains("final score 64-0 differs: found "), "{}", ran.out());
    assert!(ran.out().ends_with("12 legal, 0 illegal; 1 claim what was not found\n"), "{}", ran.out());
    assert!(place.run("replay othello --file wrong.pgn --summary").answers(0).contains("1 differ"));
}

#[test]
fn repairs_are_written_only_on_request() {
    let place = place();
    let games = place.read("games.ggf");
    place.write("left-out.ggf", games.replacen("B[pass]", "", 1));
    let before = place.names();
    let ran = place.run("replay othello --file left-out.ggf --repair");
    assert!(
        ran.answers(1).contains("left-out.ggf: game 1: ply 59: the pass that is due added\n"),
        "{}",
        ran.out()
    );
    assert_eq!(place.names(), before);
    let ran = place.run("replay othello --file left-out.ggf --repair -o mended.ggf");
    assert!(ran.answers(0).ends_with("3 records, 1 mended, 0 cannot be\n"), "{}", ran.out());
    assert_eq!(objects(place.run("replay othello --file mended.ggf --json").answers(0)).len(), 3);
    place.run("replay othello --file games.ggf -o x").refused(&["--repair"]);
}

#[test]
fn scores_are_solved_on_request() {
    let place = place();
    // The last moves of a game of 1977: the header is changed so that best scores are those from four empty squares.
    let mut bytes = std::fs::read(place.path().join("WTH_1977.wtb")).expect("a file");
    bytes[14] = 4;
    place.write("four.wtb", &bytes);
    let ran = place.run("replay othello --file four.wtb --solve 4 --json");
    let games = objects(ran.answers(0));
    let best = |game: &Value| game["claims"][1]["verdict"].as_str().map(str::to_owned);
    assert!(games.iter().all(|game| best(game).is_some_and(|verdict| verdict != "not checked")), "{games:?}");
}
