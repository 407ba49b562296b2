//! Archives of Go: collections of games in SGF, of any length, and lines of points.
//!
//! A collection is read game by game, so that memory depends on the longest game; each game is judged with all its
//! variations, as a single file is. A record keeps the text of its game, which is written as it is.

use super::rules::RuleFlags;
use super::search::{Conditions, Searching};
use super::{Go, size_of};
use crate::sgf;
use certamen_ask::flag::Given;
use certamen_play::{Archived, Game as _, Investigation, PlayError, TableJudge};
use certamen_records::brackets::{End, Game, Games, Property, value};
use certamen_records::sgf::Sgf;
use certamen_records::{Cannot, Format, Hit, Illegal, Judge, Lines, Record, Verdict, Written};
use certamen_work::Stop;
use std::io;
use verify::go as naive;

impl Archived for Go {
    fn formats(&self) -> Vec<Box<dyn Format>> {
        vec![Box::new(COLLECTIONS), Box::new(Lines::written_by(write_points))]
    }

    fn at_table(&self) -> &'static [&'static str] {
        &["lines", "sgf"]
    }

    fn judge(&self, given: &Given, wanted: &Investigation, stop: &Stop) -> Result<Box<dyn Judge>, PlayError> {
        if wanted.solve.is_some() {
            return Err(PlayError::Flags(format!("--solve does not apply to records of {}", self.name())));
        }
        let (size, rules) = (size_of(given)?, RuleFlags::of(given)?.of_records());
        let conditions =
            wanted.condition.as_deref().map(|text| Conditions::new(given, size, text)).transpose()?;
        let lines = TableJudge::new(self.table(given)?, None);
        Ok(Box::new(GoJudge { size, rules, lines, conditions, stop: stop.clone() }))
    }
}

/// Verifies games in SGF and lines of points.
struct GoJudge {
    /// The board of lines of points.
    size: naive::Size,
    rules: naive::Rules,
    lines: TableJudge,
    conditions: Option<Conditions>,
    stop: Stop,
}

impl Judge for GoJudge {
    fn judge(&self, record: &Record) -> Verdict {
        if record.moves.starts_with('(') {
            return self.judge_tree(record);
        }
        let verdict = self.lines.judge(record);
        let search = |conditions: &Conditions| conditions.of_points(self.size, self.rules, &record.moves);
        with_hits(verdict, self.conditions.as_ref().map(search))
    }
}

/// The verdict on a record that cannot be judged.
fn refused(kind: &'static str, reason: String) -> Verdict {
    Verdict { illegal: Some(Illegal { ply: 0, kind, reason }), ..Verdict::default() }
}

/// A verdict with the positions that were found, if any were searched for.
fn with_hits(verdict: Verdict, found: Option<Result<Vec<Hit>, PlayError>>) -> Verdict {
    match found {
        Some(Ok(hits)) => Verdict { hits, ..verdict },
        Some(Err(error)) => refused("the two games disagree", error.to_string()),
        None => verdict,
    }
}

impl GoJudge {
    fn judge_tree(&self, record: &Record) -> Verdict {
        let collection = match sgf::read(&record.moves) {
            Ok(collection) => collection,
            Err(error) => return refused("a text that is not a game", error.to_string()),
        };
        let Some(game) = collection.games.first() else {
            return refused("a text that is not a game", "no game in it".to_owned());
        };
        let mut places = sgf::SgfPlaces::of(&record.moves);
        let mut searching = self.conditions.as_ref().map(|conditions| conditions.search(game.size));
        let mut see = |moves, position: &naive::Position| {
            if let Some(searching) = &mut searching {
                searching.add(moves, position);
            }
        };
        match sgf::judge_seen(game, &mut places, self.rules, &self.stop, &mut see) {
            Some(judged) => with_hits(verdict_of(&judged), searching.map(Searching::finish)),
            None => refused("interrupted", "interrupted".to_owned()),
        }
    }
}

fn verdict_of(judged: &sgf::Judged) -> Verdict {
    let lines =
        if judged.variations == 1 { "1 line".to_owned() } else { format!("{} lines", judged.variations) };
    let first = judged.complaints.first().map(|complaint| {
        let more = match judged.refused {
            0 | 1 => String::new(),
            refused => format!(" (and {} more)", refused - 1),
        };
        Illegal { ply: complaint.number, kind: "an illegal move", reason: format!("{complaint}{more}") }
    });
    let size = judged.end.size();
    Verdict {
        illegal: first,
        plies: judged.moves,
        found: format!("{size}, {} moves on the main line, {lines} of play", judged.moves),
        end: naive::write_line(&judged.end),
        ..Verdict::default()
    }
}

/// Collections in SGF.
const COLLECTIONS: Sgf = Sgf {
    kind: 1,
    about: "Smart Game Format, GM[1]: collections of any length, with variations",
    read: read_tree,
    write: write_tree,
};

/// Keeps the text of a game.
fn read_tree(record: &mut Record, game: &Game, properties: &[Property]) -> Result<(), String> {
    let mut text = sgf::decode(&game.text).map_err(|error| error.to_string())?;
    // What is written is UTF-8, so the text has to say so.
    if let Some(encoding) = value(properties, "CA") {
        text = text.replacen(&format!("CA[{encoding}]"), "CA[UTF-8]", 1);
    }
    // A game that cannot be read is not one that is illegal.
    sgf::read(&text).map_err(|error| error.to_string())?;
    record.moves = text;
    Ok(())
}

fn write_tree(record: &Record) -> Written {
    if record.moves.starts_with('(') {
        return Ok((record.moves.clone(), Vec::new()));
    }
    Err(Cannot("a line of points does not say on which board it was played".to_owned()))
}

/// The line of points of a record.
fn write_points(record: &Record) -> Written {
    if !record.moves.starts_with('(') {
        return Ok((record.moves.clone(), Vec::new()));
    }
    let mut games = Games::new(Box::new(io::Cursor::new(record.moves.clone().into_bytes())), End::Sgf);
    let game = games.next().ok().flatten();
    let Some((Ok(properties), variations)) = game.map(|game| (game.properties, game.variations)) else {
        return Err(Cannot("the game cannot be read".to_owned()));
    };
    let mut lost: Vec<&'static str> = record.labels.iter().map(|(label, _)| label.name()).collect();
    lost.push("the size of the board");
    if variations > 0 {
        lost.push("variations");
    }
    Ok((main_line(&properties)?, lost))
}

/// The points of the main line, if it is one of turns from the empty board.
fn main_line(properties: &[Property]) -> Result<String, Cannot> {
    let (mut moves, mut is_black) = (String::new(), true);
    for property in properties {
        match property.name.as_str() {
            "AB" | "AW" | "AE" => {
                return Err(Cannot("lines of points begin with the empty board".to_owned()));
            }
            "B" | "W" if (property.name == "B") != is_black => {
                return Err(Cannot("a player moves twice in turn".to_owned()));
            }
            "B" | "W" => {
                let point =
                    property.values.first().map(|value| value.trim()).filter(|point| !point.is_empty());
                if !moves.is_empty() {
                    moves.push(' ');
                }
                moves += point.unwrap_or("pass");
                is_black = !is_black;
            }
            _ => {}
        }
    }
    Ok(moves)
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_records::{Found, Label, Lies, Opened};

    fn read(text: &'static str) -> Vec<Found> {
        let file =
            Opened { name: "x.sgf".to_owned(), lies: Lies::Nowhere, reader: Box::new(text.as_bytes()) };
        let mut records = COLLECTIONS.read(file).unwrap();
        std::iter::from_fn(|| records.next().unwrap()).collect()
    }

    /// Positions are seen as the player to move has them, on boards of any size.
    #[test]
    fn conditions_are_searched_in_all_lines_of_play() {
        let judge = |condition: &str| {
            let condition = Some(condition.to_owned());
            let wanted = Investigation { condition, ..Investigation::default() };
            let given = Given::new().with_text("board", "3x3");
            Archived::judge(&Go, &given, &wanted, &Stop::new())
        };
        let found = |condition: &str, moves: &str| {
            let record = Record::new(certamen_records::Place::Game(1), moves);
            let hits = judge(condition).unwrap().judge(&record).hits;
            assert!(hits.iter().all(|hit| hit.confirmed));
            hits.into_iter().map(|hit| (hit.ply, hit.board)).collect::<Vec<_>>()
        };
        let tree = "(;SZ[3];B[cc](;W[aa])(;W[bb]))";
        let expected = [(2, "O../.../..X"), (2, ".../.O./..X")].map(|(ply, board)| (ply, board.to_owned()));
        assert_eq!(found("count(own) = 1 and count(opp) = 1", tree), expected);
        assert_eq!(found("count(opp) = 1 and none(own)", "cc aa"), [(1, ".../.../..O".to_owned())]);
        // After one stone of Black, White has eight points.
        assert_eq!(found("count(legal) = 8", "(;SZ[3];B[bb];W[aa])").len(), 1);
        assert_eq!(found("count(empty) = 361", "(;;B[aa];W[bb])").len(), 1);
        assert!(judge("count(legs)").is_err() && judge("max count(legal)").is_err());
    }

    #[test]
    fn collections_are_judged_game_by_game() {
        let found = read("(;SZ[3]PB[Ann];B[bb](;W[aa])(;W[bb]))\n(;GM[3])(;SZ[3];B[bb];W[];B[aa])");
        let judge = Archived::judge(&Go, &Given::new(), &Investigation::default(), &Stop::new()).unwrap();
        let [Found::Record(first), Found::Broken(broken), Found::Record(last)] = &found[..] else {
            panic!("{found:?}");
        };
        assert_eq!(first.label(Label::First), Some("Ann"));
        let verdict = judge.judge(first);
        assert_eq!(verdict.illegal.map(|illegal| illegal.kind), Some("an illegal move"));
        assert!(broken.reason == "GM[3]: expected GM[1]", "{}", broken.reason);
        let verdict = judge.judge(last);
        assert_eq!(
            (verdict.illegal, verdict.found.as_str()),
            (None, "3x3, 3 moves on the main line, 1 line of play")
        );
        let mut out = Vec::new();
        let points = Lines::written_by(write_points);
        let lost = points.writer().add(last, &mut out).unwrap().unwrap();
        assert!(lost.contains(&"the size of the board"));
        assert_eq!(out, b"bb pass aa\n");
        out.clear();
        COLLECTIONS.writer().add(last, &mut out).unwrap().unwrap();
        assert_eq!(out, b"(;SZ[3];B[bb];W[];B[aa])\n");
    }
}
