//! Ostle from the command line: records, counts, pictures, puzzles.

use crate::support::run::Place;

const START: &str = "22222-00000-00300-00000-11111";

#[test]
fn records_are_replayed_under_rule_8() {
    let place = Place::new();
    let text = place.run("replay ostle c3U,a5D").answers(0).to_owned();
    assert!(text.contains("legal: 2 plies"), "{text}");
    // The hole may not go back to its square of two plies before.
    let text = place.run("replay ostle c3U,c4D").answers(1).to_owned();
    assert!(text.contains("ply 2") && text.contains("same as two plies before"), "{text}");
    let replay = place.run("replay ostle c3U --json").json(0);
    assert_eq!((replay["plies"].as_u64(), replay["forbidden"].as_str()), (Some(1), Some("c4D")));
    // Two pieces on each side, and one left loses: the second push wins.
    let small = "--board 3x3 --pieces 2 --lose-at 1";
    let won = place.run(&format!("replay ostle b2R --position 000-112-300 {small}"));
    won.refused(&["the position"]);
    let won = place.run(&format!("replay ostle b2R --position 020-112-300 {small} --json")).json(0);
    assert_eq!(won["last_mover_has"], "won");
    place.run("replay ostle c3X").answers(1);
    place.run("replay ostle c3U --board 8x8").refused(&["ostle is played on"]);
    place.run("replay othello f5 --pieces 3").refused(&["--pieces"]);
    place.run("replay othello f5 --board 3x3").refused(&["othello is played on"]);
}

#[test]
fn files_of_records_are_replayed() {
    let place = Place::new();
    place.write("games", "# two games\nc3U,a5D\nc3U,c4D\n");
    let replayed = place.run("replay ostle --file games --json").json(1);
    assert_eq!((replayed["illegal"].as_u64(), replayed["records"][1]["line"].as_u64()), (Some(1), Some(3)));
    place.write("none", "# nothing\n");
    place.run("replay ostle --file none").refused(&["none", "no record"]);
}

#[test]
fn trees_are_counted() {
    let place = Place::new();
    // src/games/ostle/data/ostle.tsv.
    for (depth, leaves) in [(0, 1), (1, 24), (2, 569), (3, 11997), (4, 191_994)] {
        let counted = place.run(&format!("perft ostle {depth} --json")).json(0);
        assert_eq!(counted["leaves"].as_u64(), Some(leaves));
    }
    let divided = place.run("perft ostle 5 --divide --json").json(0);
    let parts = divided["divide"].as_array().expect("moves");
    let sum: u64 = parts.iter().filter_map(|part| part[1].as_u64()).sum();
    assert_eq!((parts.len(), Some(sum)), (24, divided["leaves"].as_u64()));
    place.run("perft ostle 2 --position 12").refused(&["2 squares"]);
}

#[test]
fn positions_are_drawn() {
    let place = Place::new();
    let text = place.run(&format!("show ostle {START}")).answers(0).to_owned();
    assert!(text.starts_with("5  2 2 2 2 2\n") && text.ends_with("24 moves, rule 8 aside\n"), "{text}");
    let svg = place.run("show ostle 020-112-300 --format svg").answers(0).to_owned();
    assert!(svg.starts_with("<svg ") && svg.contains("<title>020-112-300</title>"), "{svg}");
    let shown = place.run("show ostle 020-112-300 --json").json(0);
    assert_eq!(shown["mobility"].as_u64(), shown["moves"].as_array().map(|moves| moves.len() as u64));
    place.run("show ostle 020-112-000").refused(&["0 holes"]);
    place.run("show ostle 020-112-30x").refused(&["character 11"]);
}

#[test]
fn puzzles_are_listed() {
    let place = Place::new();
    let game = "--dir d --board 4x4 --pieces 3 --lose-at 1";
    place.run(&format!("retro build ostle {game}")).answers(0);
    let all = place.run(&format!("puzzles ostle {game} --json")).json(0);
    let positions = all["positions"].as_array().expect("positions");
    assert_eq!(Some(positions.len() as u64), all["puzzles"].as_u64());
    let single = positions.iter().filter(|puzzle| puzzle["winning_moves"] == 1).count() as u64;
    assert_eq!(all["single"].as_u64(), Some(single));
    let chosen = place.run(&format!("puzzles ostle {game} --single --json")).json(0);
    assert_eq!(chosen["chosen"].as_u64(), Some(single));
    // A line finds its puzzle again; positions are written as they are.
    let (position, line) = (&positions[0]["position"], &positions[0]["line"]);
    let found =
        place.run(&format!("puzzles ostle {game} --line {} --json", line.as_str().expect("a line"))).json(0);
    let found = found["positions"].as_array().expect("positions").clone();
    assert!(found.iter().any(|puzzle| puzzle["position"] == *position), "{position} {found:?}");
    let svg = place.run(&format!("puzzles ostle {game} --limit 3 --format svg")).answers(0).to_owned();
    assert_eq!(svg.matches("<g ").count(), 3);
    let small = "--dir e --board 3x3 --pieces 2 --lose-at 1";
    place.run(&format!("retro build ostle {small}")).answers(0);
    place.run(&format!("puzzles ostle {small}")).refused(&["nobody can sacrifice"]);
}
