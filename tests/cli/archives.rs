//! Archives of records: recognised, verified, summed up, searched, mended and converted.

use crate::support::run::{Place, run};
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

/// A table for other programs: boards as they are, also those that begin with a dash, and names with commas between quotes.
#[test]
fn positions_are_a_table() {
    let place = place();
    std::fs::copy(place.path().join("games.ggf"), place.path().join("a, \"b\".ggf")).expect("copied");
    let table = |condition: &str, flags: &[&str]| {
        let asked = ["replay", "othello", "--file", "a, \"b\".ggf", "--where", condition];
        place.run_arguments(&[&asked[..], flags].concat(), "")
    };
    let head = "file,game,line,ply,board,second_opinion\n";
    assert_eq!(table("count(legal) > 60", &["--csv"]).answers(0), head);
    let hits = objects(table("count(occupied) = 5", &["--json"]).answers(0));
    let row = |hit: &Value| {
        let (game, ply, board) = (&hit["game"], &hit["ply"], hit["board"].as_str().expect("a text"));
        format!("\"a, \"\"b\"\".ggf\",{game},,{ply},{board},true\n")
    };
    let rows: String = hits.iter().map(row).collect();
    assert!(rows.contains(",-") && hits.len() == 2, "{rows}");
    assert_eq!(table("count(occupied) = 5", &["--csv"]).answers(0), format!("{head}{rows}"));
    table("count(occupied) = 5", &["--csv", "--json"]).refused(&["--csv", "--json"]);
    place.run("replay othello --file games.ggf --csv").refused(&["--where"]);
    // What is not legal is no row; lines have their numbers.
    place.write("lines.txt", "d3\n\na1\n");
    let lines = ["replay", "othello", "--file", "lines.txt", "--where", "count(occupied) = 5", "--csv"];
    let ran = place.run_arguments(&lines, "");
    let rows: Vec<String> = ran.answers(1).lines().map(str::to_owned).collect();
    assert!(rows.len() == 2 && rows[1].starts_with("lines.txt,,1,1,"), "{rows:?}");
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
    assert!(ran.out().ends_with("12 legal, 0 illegal; 1 claims what was not found\n"), "{}", ran.out());
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

/// Files of other programs are no judgement about games.
#[test]
fn what_is_not_read_is_named() {
    let place = Place::new();
    let ngf = "Rating game\r\n19\r\nWhite\r\nBlack\r\nurl\r\n0\r\n0\r\n6\r\n20100101\r\n6\r\nBlack wins\r\n1\r\nPMABBQQQQ\r\n";
    let files: [(&[u8], &str); 8] = [
        (b"\\HS\n\\[GAMETAG=S0\\]\nSTO 0 2 1 3 15\n", "GIB"),
        (ngf.as_bytes(), "NGF"),
        (b" {\n \"moves\": []}", "JSON"),
        (b"[ {\"moves\": []}]", "JSON"),
        (b"<html>", "HTML"),
        (b"\xff\xfeF\x005\0", "UTF-16"),
        (b"F\x005\x00D\x006\x00", "UTF-16"),
        (b"7z\xbc\xaf\x27\x1c", "7-Zip"),
    ];
    for (bytes, name) in files {
        place.write("games", bytes);
        for command in [
            "replay othello --file games",
            "replay go --file games",
            "replay ostle --file games",
            "replay othello --file games --summary",
            "convert ostle games --to lines -o out",
        ] {
            let ran = place.run(command);
            assert_eq!(ran.code, Some(2), "{command}: {}{}", ran.out(), ran.err);
            ran.complains(&["games", "this is", name, "not read"]);
        }
        place.run("replay ostle --file games --format lines");
    }
    let squares = "-".repeat(100);
    place.write("ten", format!("(;GM[Othello]PB[a]PW[b]TY[10]BO[10 {squares} *]B[G5];)\n"));
    place.run("replay othello --file ten").refused(&["game 1", "10x10"]);
    place.write("ten", "(;GM[2]SZ[10];B[g5])\n");
    place.run("replay othello --file ten").refused(&["game 1", "10x10"]);
    // A file that says that it has no game.
    let mut empty = [0; 16];
    empty[..4].copy_from_slice(&[20, 26, 1, 1]);
    (empty[10], empty[11], empty[12], empty[14]) = (0xea, 7, 8, 22);
    place.write("empty.wtb", empty);
    assert_eq!(place.run("replay othello --file empty.wtb").answers(0), "0 legal, 0 illegal\n");
    assert_eq!(place.run("replay othello --file empty.wtb --summary --json").json(0)["games"], json!(0));
}

#[test]
fn separators_between_moves_are_read() {
    let place = Place::new();
    for record in ["F5-D6-C3", "f5,d6,c3", "F5; D6; C3;", "1. f5 d6 2. c3", "1.f5 2.d6 3.c3", "f5 - d6 - c3"]
    {
        let ran = place.run_arguments(&["replay", "othello", record], "");
        assert!(ran.answers(0).contains("legal: 3 plies; "), "{record}: {}", ran.out());
        place.write("games.lines", format!("{record}\n"));
        let ran = place.run("replay othello --file games.lines --format lines --json");
        assert_eq!(ran.json(0)["plies"], json!(3), "{record}");
    }
    assert!(run("replay othello F5--C3").answers(1).contains("unexpected pass"));
    run("replay othello F5.D6").answers(1);
}

/// A pass of Edax, and its player to move.
#[test]
fn games_of_edax_are_read() {
    let place = Place::new();
    let game = "(;FF[4]GM[2]AP[edax:4.5.5]SZ[8]AB[e4][d5]AW[d4][e5]PL[B]\n\
                B[d3];W[c3];B[e6];W[d2];B[d1];W[e1];B[b2];W[c1];B[PA];W[a3];)\n";
    place.write("edax.sgf", game);
    let game = place.run("replay othello --file edax.sgf --json").json(0);
    assert_eq!((&game["plies"], &game["passes"]), (&json!(10), &json!(1)), "{game}");
    assert_eq!(game["claims"][0]["verdict"], "agrees");
}

/// A score that gives the empty squares to nobody, and one that gives them to the winner.
#[test]
fn both_scores_of_an_early_end_agree() {
    let place = Place::new();
    for (score, verdict) in [(13, "agrees"), (64, "agrees"), (51, "differs"), (0, "differs")] {
        let mut file = vec![0; 16 + 68];
        file[..5].copy_from_slice(&[20, 26, 1, 1, 1]);
        file[16 + 6] = score;
        for (byte, square) in file[16 + 8..].iter_mut().zip([65, 46, 35, 66, 57, 64, 75, 56, 53]) {
            *byte = square;
        }
        place.write("early.wtb", file);
        let game = place.run("replay othello --file early.wtb --json").json(0);
        assert_eq!((&game["over"], &game["claims"][0]["verdict"]), (&json!(true), &json!(verdict)), "{game}");
        if score == 13 {
            place.run("convert othello early.wtb --to pgn -o early.pgn").answers(0);
            assert!(place.read("early.pgn").contains("[Result \"13-0\"]"));
        }
    }
}

#[test]
fn errors_are_a_table() {
    let place = Place::new();
    let directory = place.path().join("=all");
    std::fs::create_dir(&directory).expect("a directory");
    place.write("=all/a.txt", "F5D6\nF5A1\n");
    place.write(
        "=all/b.pgn",
        "[Event \"=1+1\"]\n[Result \"64-0\"]\n1. e6 f4 2. e3 f6 3. g5 d6 4. e7 f5 5. c5\n",
    );
    place.write("=all/c.ggf", "(;GM[Othello]BO[10 *];)\n");
    let ran = place.run_arguments(&["replay", "othello", "--file", "=all", "--errors=csv"], "");
    assert_eq!(ran.code, Some(2));
    let expected = "file,game,place,ply,reason,claim\n\
        '=all/a.txt,,line 2,2,\"ply 2, character 3 (line 1, column 3): White plays a1: the move flips nothing\",\n\
        '=all/c.ggf,1,game 1,,\"BO has 0 squares, expected 100\",\n";
    assert_eq!(ran.out(), expected);
    place.write("x.sgf", "(;SZ[3];B[bb](;W[aa];B[aa])(;W[bb]))\n(;SZ[3];b[bb])\n");
    let ran = place.run("replay go --file x.sgf --errors");
    let rows: Vec<&str> = ran.answers(1).lines().skip(1).collect();
    let begins = [
        "x.sgf,1,\"line 1, column 22\",3,",
        "x.sgf,1,\"line 1, column 30\",2,",
        "x.sgf,2,\"line 2, column 9\",,",
    ];
    assert_eq!(rows.len(), 3, "{rows:?}");
    assert!(rows.iter().zip(begins).all(|(row, begin)| row.starts_with(begin)), "{rows:?}");
    place.run("replay go --file x.sgf --errors --summary").refused(&["--errors"]);
}

/// A name from outside is no line of an answer.
#[test]
fn names_with_newlines_forge_no_lines() {
    let place = Place::new();
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for name in ["a\n9 legal, 0 illegal\n.txt", "=b\u{1b}[31m.txt"] {
        zip.start_file(name, zip::write::SimpleFileOptions::default()).expect("a member");
        std::io::Write::write_all(&mut zip, b"F5D6\nA1\n").expect("it writes");
    }
    place.write("all.zip", zip.finish().expect("a zip").into_inner());
    for flags in ["", " --summary", " --summary=csv", " --errors=csv", " --repair"] {
        let ran = place.run(&format!("replay othello --file all.zip{flags}"));
        for text in [ran.out(), &ran.err] {
            assert!(!text.contains("\n9 legal") && !text.contains('\u{1b}'), "{flags}: {text}");
        }
    }
    place.write("a\nb.txt", "F5D6\n");
    let ran = place
        .run_arguments(&["convert", "othello", "a\nb.txt", "--to", "wthor", "-o", "a\ns VERIFIED.wtb"], "");
    assert!(
        !ran.out().contains("\ns VERIFIED") && !ran.err.contains("\ns VERIFIED"),
        "{}{}",
        ran.out(),
        ran.err
    );
}
