//! Values of positions by search, their strategies, and forged ones.

use crate::support::run::Place;
use certamen::ask::emission::sha256;
use std::fs;
use std::io::{Read as _, Write as _};

/// Known outcomes of starts, with the files of the strategies that show them: those of two programs and of published
/// sources (the rows of `game_files.tsv`, and MCGS for Cram and Clobber). The plies of a win may be more than the fewest.
const KNOWN: [(&str, &str, &[&str]); 14] = [
    ("breakthrough --board 2x4", "lost within ", &["other"]),
    ("breakthrough --board 3x4", "lost within ", &["other"]),
    ("hexapawn --board 3x3", "lost within ", &["other"]),
    ("hexapawn --board 4x3", "won within ", &["mover"]),
    ("mnk --board 3x3 --set K=3", "drawn", &["mover", "other"]),
    ("connect4 --board 4x4", "drawn", &["mover", "other"]),
    ("domineering --board 4x4", "won within 7 plies", &["mover"]),
    ("cram --board 4x4", "lost", &["other"]),
    ("clobber --board 3x2", "lost", &["other"]),
    ("hex --board 3x3", "won", &["mover"]),
    ("peg-solitaire --board 4x4", "won within 14 plies", &["mover"]),
    ("othello --board 4x4", "lost", &["other"]),
    ("othello --board 4x4 --score", "score -8 for the player to move", &["mover", "other"]),
    ("tic-tac-toe --within 4", "not won within 4 plies, not lost within 4 plies", &["mover", "other"]),
];

#[test]
fn known_values_come_with_strategies_that_are_verified() {
    for (game, value, owners) in KNOWN {
        let place = Place::new();
        let said = place.run(&format!("solve-position {game} --out s --memory 16M")).answers(0).to_owned();
        assert!(said.starts_with(value), "{game}: {said}");
        let files = owners.iter().map(|owner| format!("{owner}.strategy.xz"));
        let mut names: Vec<String> = files.collect();
        names.insert(0, "SHA256SUMS".to_owned());
        let mut found: Vec<String> = fs::read_dir(place.path().join("s"))
            .expect("a directory")
            .map(|entry| entry.expect("a file").file_name().into_string().expect("UTF-8"))
            .filter(|name| name != "rules.game")
            .collect();
        found.sort_unstable();
        assert_eq!(found, names, "{game}");
        let checked = place.run("check s --json").json(0);
        assert_eq!(checked["verdict"], "verified", "{game}");
        assert_eq!(checked["strategies"].as_array().map(Vec::len), Some(owners.len()), "{game}");
    }
}

#[test]
fn tables_give_strategies_too() {
    for (game, board) in [
        ("ostle", "--board 3x3 --pieces 2 --lose-at 1"),
        ("konane", "--board 4x4"),
        ("othello", "--board 4x4"),
    ] {
        let place = Place::new();
        place.run(&format!("retro build {game} {board} --dir t")).answers(0);
        let value = place.run(&format!("retro probe {game} --dir t --json")).json(0)["value"].clone();
        let probed = place.run(&format!("retro probe {game} --dir t --out s --json")).json(0);
        assert_eq!(probed["value"], value, "{game}");
        let checked = place.run("check s --json").json(0);
        let claim = checked["claim"].as_str().unwrap_or_default().to_owned();
        let plies = &value["plies"];
        let expected = match value["outcome"].as_str() {
            Some("win") => format!("won within {plies} plies"),
            Some("loss") => format!("lost within {plies} plies"),
            _ => "drawn: neither player can force a win".to_owned(),
        };
        assert!(claim.ends_with(&expected), "{game}: {claim}, not {expected}");
    }
}

/// The strategy of the player to move.
const STRATEGY: &str = "mover.strategy.xz";

/// The text of a strategy.
fn unpacked(place: &Place) -> String {
    let file = fs::read(place.path().join("s").join(STRATEGY)).expect("a strategy");
    let mut text = String::new();
    lzma_rust2::XzReader::new(file.as_slice(), true).read_to_string(&mut text).expect("text");
    text
}

/// Writes a strategy in place of another one, and the right hashes.
fn seal(place: &Place, text: &str) {
    let options = lzma_rust2::XzOptions::with_preset(0);
    let mut writer = lzma_rust2::XzWriter::new(Vec::new(), options).expect("a writer");
    writer.write_all(text.as_bytes()).expect("text");
    place.write(&format!("s/{STRATEGY}"), writer.finish().expect("bytes"));
    crate::support::seal::seal(&place.path().join("s"));
}

fn won() -> Place {
    let place = Place::new();
    place.run("solve-position hexapawn --board 4x3 --out s --memory 1M").answers(0);
    place
}

/// What a person with the sealing code can claim: each is refused, or cannot be read.
#[test]
fn forged_strategies_are_refused() {
    let place = won();
    let (real, rules) = (unpacked(&place), place.read("s/rules.game"));
    let last = real.lines().last().expect("a line").to_owned();
    let line = last.clone() + "\n";
    let hash = sha256(rules.as_bytes());
    let changed = |from: &str, to: &str| {
        assert!(real.contains(from), "{from}");
        real.replacen(from, to, 1)
    };
    let forgeries = [
        (1, changed("claim wins within 5", "claim wins within 4")),
        (2, changed("claim wins within 5", "claim wins within 5 score 1")),
        (2, changed("claim wins within 5", "claim keeps")),
        (1, changed("owner mover", "owner other")),
        (1, changed("position XXXX/..../OOOO", "position XXX./..../OOOO")),
        (1, changed(&line, "")),
        (1, changed(&line, &line.repeat(2))),
        (1, changed(&hash, &sha256(b"other rules"))),
        (2, changed("game hexapawn", "game othello")),
        (2, changed("flag board 4x3", "flag board 9x9")),
        (2, changed("flag board 4x3", "flag board 4x3\nflag board 4x3")),
        (2, changed("within 5", "within 5 score -9223372036854775808")),
        (2, changed("flag board 4x3", "flag colour 4x3")),
        (2, changed("certamen strategy 1", "certamen strategy 2")),
    ];
    for (code, forged) in forgeries {
        seal(&place, &forged);
        let ran = place.run("check s");
        let head: String = forged.lines().take(8).collect::<Vec<_>>().join("; ");
        assert_eq!(ran.code, Some(code), "{head}: {ran:?}");
        assert!(!ran.out().contains("s VERIFIED"), "{head}");
    }
    seal(&place, &real);
    place.run("check s").answers(0);
    // Rules of another game under the right hash.
    let other = rules.replacen("lost if", "won if", 1);
    assert_ne!(other, rules);
    place.write("s/rules.game", &other);
    seal(&place, &changed(&hash, &sha256(other.as_bytes())));
    assert_ne!(place.run("check s").code, Some(0));
}

/// A text has one piece for each square. Where the rules put two on one, the naive game judges without it.
#[test]
fn two_pieces_on_a_square_are_both_seen() {
    let place = Place::new();
    let rules = "game over \"Two stones may share a square.\"\nboard 3x1\nword own X, opp O\nswap own opp\n\
                 start own = file a\nplace drop = board & ~own\nplay own = own | m.to\n\
                 lost if any(own & opp)\ndrawn if none(empty)\n";
    fs::create_dir(place.path().join("s")).expect("a directory");
    place.write("s/rules.game", rules);
    let hash = sha256(rules.as_bytes());
    seal(
        &place,
        &format!(
            "certamen strategy 1\ngame over\nflag board 3x1\nrules {hash}\nposition X..\nowner mover\nclaim keeps\n\
             positions 1\n\nX..\tb1\n"
        ),
    );
    assert!(place.run("check s").answers(1).contains("the end OX. is not better than a loss"));
}

#[test]
fn a_limit_keeps_the_answer_and_the_table() {
    let place = Place::new();
    let ran = place.run(
        "solve-position hexapawn --board 3x4 --out s --time-limit 0.000001 --table f --json --memory 1M",
    );
    assert!(matches!(ran.code, Some(0 | 3)), "{ran:?}");
    assert!(place.path().join("f").exists());
    assert_eq!(place.path().join("s").exists(), ran.code == Some(0));
}

#[test]
fn damaged_directories_are_refused() {
    let place = won();
    let bytes = fs::read(place.path().join("s").join(STRATEGY)).expect("bytes");
    let mut flipped = bytes.clone();
    flipped[bytes.len() / 2] ^= 1;
    place.write(&format!("s/{STRATEGY}"), &flipped);
    assert_eq!(place.run("check s").code, Some(1), "a flipped byte");
    crate::support::seal::seal(&place.path().join("s"));
    assert_eq!(place.run("check s").code, Some(2), "a flipped byte with the right hash cannot be read");
    place.write(&format!("s/{STRATEGY}"), &bytes);
    crate::support::seal::seal(&place.path().join("s"));
    place.write("s/more.txt", "more");
    assert_eq!(place.run("check s").code, Some(1), "a file that is not listed");
    crate::support::seal::seal(&place.path().join("s"));
    assert_eq!(place.run("check s").code, Some(1), "a file that is no part");
    fs::remove_file(place.path().join("s/more.txt")).expect("a file");
    fs::rename(place.path().join("s").join(STRATEGY), place.path().join("s/other.strategy.xz"))
        .expect("a file");
    crate::support::seal::seal(&place.path().join("s"));
    assert_eq!(place.run("check s").code, Some(1), "the strategy of the other player");
    fs::remove_file(place.path().join("s/rules.game")).expect("a file");
    crate::support::seal::seal(&place.path().join("s"));
    assert_eq!(place.run("check s").code, Some(1), "rules that are missing");
}

#[test]
fn limits_and_bad_input_are_errors_of_one_line() {
    let place = Place::new();
    fs::create_dir(place.path().join("full")).expect("a directory");
    place.write("full/other.txt", "mine");
    for (arguments, says) in [
        ("solve-position hexapawn --within 65001", "65001"),
        ("solve-position hexapawn XXX", "rank"),
        ("solve-position hexapawn --score", "no scores"),
        ("solve-position hexapawn --threads 0", "0"),
        ("solve-position hexapawn --out full", "left alone"),
        ("solve-position hexapawn --out /proc/strategies", "/proc"),
        ("solve-position nosuch", "nosuch"),
    ] {
        place.run(arguments).refused(&[says]);
    }
    let within = place.run("solve-position hexapawn --within 0 --json").json(0);
    assert_eq!((&within["verdict"], &within["not_won_within"]), (&"open".into(), &0.into()));
    let ended = place.run("solve-position connect4 --board 7x6 --time-limit 0.2 --json --memory 1M").json(3);
    assert_eq!(ended["verdict"], "undecided");
}

#[test]
fn a_search_continues_with_its_table() {
    let place = Place::new();
    let begun = place.run("solve-position connect4 --board 5x4 --time-limit 0.3 --table f --memory 16M");
    assert!(matches!(begun.code, Some(0 | 3)), "{begun:?}");
    let ended = place.run("solve-position connect4 --board 5x4 --table f --memory 16M --json").json(0);
    assert_eq!(ended["verdict"], "drawn");
    let again = place.run("solve-position connect4 --board 5x4 --table f --memory 16M --json").json(0);
    assert!(again["positions"].as_u64() < Some(1000), "{again}");
    place.run("solve-position connect4 --board 4x4 --table f --memory 16M").refused(&["connect4"]);
}
