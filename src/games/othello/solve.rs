//! Othello solved backwards: its rules as they are, with the discs at the end as scores.
//!
//! 4x4 is solved in seconds. The larger boards have more positions than any memory.

use crate::play::{BOARD, OthelloGame, board};
use crate::{NAME, OthelloSize};
use certamen_ask::flag::{Flag, Given};
use certamen_play::ruled::by_solver;
use certamen_play::{PlayError, Solvable};
use certamen_retro::positions::Turn;
use certamen_retro::ruled::{RuledSettings, RuledSubject};
use certamen_retro::subject::{AnyRetro, SecondWay, SecondWayError};
use encodings::board::Grid;
use encodings::othello::notation;
use encodings::othello::rules::{Discs, Othello};
use encodings::rules::{Ending, Position};
use std::cmp::Ordering;
use verify::othello as naive;

impl Solvable for OthelloGame {
    fn flags(&self) -> Vec<Flag> {
        BOARD.to_vec()
    }

    fn examples(&self) -> Vec<(String, String)> {
        let line = |verb: &str, rest: &str, remark: &str| {
            (format!("retro {verb} {NAME} {rest}--dir o4"), remark.to_owned())
        };
        vec![
            line("build", "--board 4x4 ", "White wins"),
            line("build", "--board 4x4 --score ", "White wins by 8 discs"),
            (format!("retro build {NAME} --board 6x6 --plan"), "what it would cost".to_owned()),
            line("probe", "START ", ""),
            line("probe", "-----XX--XO----- ", "X the side to move"),
            line("stats", "", ""),
            line("longest", "", ""),
            line("audit", "", ""),
            (format!("retro distances {NAME} --board 4x4"), String::new()),
        ]
    }

    fn help(&self) -> &'static str {
        "A pass is a ply. The score is the number of discs of the side to move minus that of the other; empty squares do not count."
    }

    fn all(&self) -> Vec<Box<dyn AnyRetro>> {
        OthelloSize::ALL.map(on_board).into()
    }

    fn given_of(&self, subject: &str) -> Given {
        let board = OthelloSize::ALL.into_iter().find(|&board| on_board(board).subject() == subject);
        board.map_or_else(Given::new, |board| Given::new().with_text(BOARD[0].name, &board.to_string()))
    }

    fn solving(&self, given: &Given) -> Result<Box<dyn AnyRetro>, PlayError> {
        Ok(on_board(board(given)?))
    }
}

fn on_board(board: OthelloSize) -> Box<dyn AnyRetro> {
    match board {
        OthelloSize::Four => solving::<4>(),
        OthelloSize::Six => solving::<6>(),
        OthelloSize::Eight => solving::<8>(),
    }
}

fn solving<const SIDE: usize>() -> Box<dyn AnyRetro> {
    let rules: &'static Othello<SIDE> = &Othello;
    let settings = RuledSettings {
        score: Some(|_, position| difference(position.board())),
        read: |rules, text| {
            let discs =
                notation::parse(text, Grid::<SIDE, SIDE>::LAYOUT).map_err(|error| error.to_string())?;
            Position::new(rules, discs).map_err(|error| error.to_string())
        },
        write: |_, position| notation::print(position.board(), Grid::<SIDE, SIDE>::LAYOUT),
        players: Some(["Black", "White"]),
        second: Some(by_solver),
        puzzle: None,
    };
    Box::new(
        RuledSubject::new(rules)
            .with_settings(settings)
            .with_second_way(|| -> Box<dyn SecondWay<_>> { Box::new(NaiveMoves) }),
    )
}

/// The moves, passes and ends of the naive game. Positions pass as text.
struct NaiveMoves;

impl<const SIDE: usize> SecondWay<Position<Othello<SIDE>>> for NaiveMoves {
    fn name(&self) -> &'static str {
        "the naive game"
    }

    fn turn(
        &mut self,
        position: &Position<Othello<SIDE>>,
        next: &mut Vec<Position<Othello<SIDE>>>,
    ) -> Result<Option<Turn>, SecondWayError> {
        let layout = Grid::<SIDE, SIDE>::LAYOUT;
        let board = naive::parse_board(&notation::print(position.board(), layout));
        // A line has X for the player to move.
        let here = naive::Position { board: board?, mover: naive::Disc::Black };
        let after: Vec<naive::Position> = match here.turn() {
            naive::Turn::Move(squares) => {
                squares.into_iter().map(|square| here.play(square)).collect::<Result<_, _>>()?
            }
            naive::Turn::Pass => vec![here.pass()?],
            naive::Turn::Over => {
                let of = |mover| here.board.count(mover);
                return Ok(Some(Turn::Over(match of(here.mover).cmp(&of(here.mover.opponent())) {
                    Ordering::Less => Ending::Lost,
                    Ordering::Equal => Ending::Drawn,
                    Ordering::Greater => Ending::Won,
                })));
            }
        };
        for after in after {
            let text = naive::write_line(&after.board.seen_by(after.mover));
            let discs = notation::parse(&text, layout)?;
            next.push(Position::new(&Othello, discs)?);
        }
        Ok(Some(Turn::Moves))
    }
}

fn difference(discs: Discs<u64>) -> i32 {
    discs.own.count_ones() as i32 - discs.opp.count_ones() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_retro::positions::{Kind, Value};
    use certamen_retro::subject::{Options, value_object};
    use certamen_work::Stop;
    use serde_json::json;
    use std::collections::HashMap;
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
        let (own, opp) =
            (position.board.count(position.mover), position.board.count(position.mover.opponent()));
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
        let game = OthelloGame.solving(&Given::new().with_text("board", "4x4")).unwrap();
        let stop = Stop::new();
        let build = |kind: Kind| {
            let options = Options { kind, ..Options::default() };
            game.build(directory.path(), &options, &stop, &mut |_| ()).unwrap().object["start"].clone()
        };
        let (values, scores) = (build(Kind::Plies), build(Kind::Score));
        let mut known = HashMap::new();
        let start = naive::Position::start(Size::Four);
        let (value, score) = defined(&start, &mut known);
        let mut expected = value_object(value);
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
        let audited = game.audit(directory.path(), &Options::default(), 150, &stop, &mut |_| ()).unwrap();
        let number = |of: &serde_json::Value, name: &str| of[name].as_u64().unwrap();
        let sampled = audited.object["samples"].as_array().unwrap();
        let by: Vec<&str> = sampled.iter().map(|sample| sample["by"].as_str().unwrap()).collect();
        assert_eq!(by, ["a solver", "the naive game"]);
        let agrees =
            |by| number(by, "wrong") == 0 && number(by, "positions") > 100 && number(by, "moves") > 200;
        assert!(sampled.iter().all(agrees), "{sampled:?}");
        let audits = audited.object["tables"].as_array().unwrap();
        let agrees = |of| number(of, "wrong") == 0 && number(of, "positions") > 10_000;
        assert!(audits.len() == 2 && audits.iter().all(agrees), "{audits:?}");
        let probed = tables.probe(None).unwrap();
        assert_eq!(probed.line.len(), usize::from(value.plies().unwrap()));
        assert_eq!(probed.moves.len(), 4);
        // Every position that a game reaches, up to symmetry.
        let distances = game.distances(&Options::default(), None, &stop, &mut |_| ()).unwrap();
        let counts = distances.object["positions"].as_array().unwrap();
        assert_eq!(counts[..3], [json!(1), json!(1), json!(3)]);
    }

    #[test]
    fn boards_beyond_any_memory_are_refused() {
        let directory = tempfile::TempDir::new().unwrap();
        let game = OthelloGame.solving(&Given::new()).unwrap();
        let error = game.build(directory.path(), &Options::default(), &Stop::new(), &mut |_| ()).unwrap_err();
        let says = error.to_string();
        assert!(says.contains("has more than 2^64 numbers") || says.contains("bytes of disk"), "{says}");
    }
}
