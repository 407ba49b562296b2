//! The tables of 4x4 against the naive game.

use certamen::ask::flag::Given;
use certamen::games::othello;
use certamen::retro::positions::{Kind, Value};
use certamen::retro::subject::{Monitor, Options, value_report};
use certamen::work::Stop;
use serde_json::json;
use std::collections::HashMap;
use verify::othello as naive;
use verify::othello::{Size, Turn, write_line};

/// What a position is worth by plain recursion over the naive game: wins with plies, and the best score.
fn defined(position: &naive::Position, known: &mut HashMap<String, (Value, i32)>) -> (Value, i32) {
    let key = write_line(&position.board.seen_by(position.mover));
    if let Some(&found) = known.get(&key) {
        return found;
    }
    let next = match position.turn() {
        Turn::Move(squares) => {
            squares.into_iter().map(|square| position.play(square).expect("a legal move")).collect()
        }
        Turn::Pass => vec![position.pass().expect("a pass is due")],
        Turn::Over => Vec::new(),
    };
    let values: Vec<(Value, i32)> = next.iter().map(|next| defined(next, known)).collect();
    let best = values.iter().filter_map(|(value, _)| value.before()).max_by_key(|value| value.merit());
    let (own, opp) = (position.board.count(position.mover), position.board.count(position.mover.opponent()));
    let difference = own as i32 - opp as i32;
    let ended = match difference {
        0 => Value::Draw,
        1.. => Value::Win(0),
        _ => Value::Loss(0),
    };
    let score = values.iter().map(|(_, score)| -score).max().unwrap_or(difference);
    let found = (best.unwrap_or(ended), score);
    known.insert(key, found);
    found
}

#[test]
fn white_wins_on_4x4_by_11_to_3() {
    let directory = tempfile::TempDir::new().unwrap();
    let game = othello::game().solvable().unwrap().solving(&Given::new().with_text("board", "4x4")).unwrap();
    let stop = Stop::new();
    let build = |kind: Kind| {
        let options = Options { kind, ..Options::default() };
        game.build(directory.path(), &options, &mut Monitor::silent(&stop)).unwrap().object["start"].clone()
    };
    let (values, scores) = (build(Kind::Plies), build(Kind::Score));
    let mut known = HashMap::new();
    let start = naive::Position::start(Size::Four);
    let (value, score) = defined(&start, &mut known);
    let mut expected = json!(value_report(value));
    expected["winner"] = json!("White");
    assert_eq!(values, expected);
    // 11 to 3: the other two squares stay empty.
    assert_eq!((&scores["score"], score, &scores["winner"]), (&json!(3 - 11), 3 - 11, &json!("White")));
    assert!(known.len() > 10_000, "{}", known.len());
    // Every position that the naive game reaches.
    let tables = game.open(directory.path()).unwrap();
    for (text, (value, score)) in &known {
        let verdict = tables.verdict(text).unwrap().unwrap();
        assert_eq!((verdict.value, verdict.score), (Some(*value), Some(*score)), "{text}");
    }
    let audited =
        game.audit(directory.path(), &Options::default(), 150, &mut Monitor::silent(&stop)).unwrap();
    let number = |of: &serde_json::Value, name: &str| of[name].as_u64().unwrap();
    let sampled = audited.object["samples"].as_array().unwrap();
    let by: Vec<&str> = sampled.iter().map(|sample| sample["by"].as_str().unwrap()).collect();
    assert_eq!(by, ["a solver", "the naive game"]);
    let agrees = |by| number(by, "wrong") == 0 && number(by, "positions") > 100 && number(by, "moves") > 200;
    assert!(sampled.iter().all(agrees), "{sampled:?}");
    let audits = audited.object["tables"].as_array().unwrap();
    let agrees = |of| number(of, "wrong") == 0 && number(of, "positions") > 10_000;
    assert!(audits.len() == 2 && audits.iter().all(agrees), "{audits:?}");
    let probed = tables.probe(None).unwrap();
    assert_eq!(probed.line.len(), usize::from(value.plies().unwrap()));
    assert_eq!(probed.moves.len(), 4);
    // Every position that a game reaches, up to symmetry.
    let distances = game.distances(None, &Options::default(), None, &mut Monitor::silent(&stop)).unwrap();
    let counts = distances.object["positions"].as_array().unwrap();
    assert_eq!(counts[..3], [json!(1), json!(1), json!(3)]);
}

#[test]
fn boards_beyond_any_memory_are_refused() {
    let directory = tempfile::TempDir::new().unwrap();
    let game = othello::game().solvable().unwrap().solving(&Given::new()).unwrap();
    let error =
        game.build(directory.path(), &Options::default(), &mut Monitor::silent(&Stop::new())).unwrap_err();
    let says = error.to_string();
    assert!(says.contains("has more than 2^64 numbers") || says.contains("bytes of disk"), "{says}");
}
