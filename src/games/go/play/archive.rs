//! Archives of Go: collections of games in SGF, of any length, and lines of points.
//!
//! A collection is read game by game, so that memory depends on the longest game; each game is judged with all its
//! variations, as a single file is. A record keeps the text of its game, which is written as it is.

use super::rules::RuleFlags;
use super::search::{Conditions, RecordScan};
use super::{Go, size_of};
use crate::sgf;
use certamen_ask::flag::Given;
use certamen_play::{Archives, Game as _, Investigation, PlayError, TableJudge};
use certamen_records::brackets::{Dialect, Game, Nodes, nodes};
use certamen_records::sgf::Sgf;
use certamen_records::{
    DISAGREEMENT, Format, Hit, IllegalRecord, Judge, Lines, NotRepresentable, Record, TextPlaces, Verdict,
    WriteResult,
};
use certamen_work::Stop;
use verify::go as naive;

impl Archives for Go {
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
        let (size, rules) = (size_of(given)?, RuleFlags::from_given(given)?.of_records());
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
    Verdict { illegal: Some(IllegalRecord { ply: 0, kind, reason }), ..Verdict::default() }
}

/// A verdict with the positions that were found, if any were searched for.
fn with_hits(verdict: Verdict, found: Option<Result<Vec<Hit>, PlayError>>) -> Verdict {
    match found {
        Some(Ok(hits)) => Verdict { hits, ..verdict },
        Some(Err(error)) => refused(DISAGREEMENT, error.to_string()),
        None => verdict,
    }
}

impl GoJudge {
    fn judge_tree(&self, record: &Record) -> Verdict {
        let read = nodes(&record.moves, Dialect::Sgf).and_then(|nodes| sgf::read(&nodes));
        let mut places = TextPlaces::new(&record.moves, record.begins);
        let game = match read {
            Ok(game) => game,
            Err((at, reason)) => {
                return refused("a text that is not a game", format!("{}: {reason}", places.at(at)));
            }
        };
        let mut searching = self.conditions.as_ref().map(|conditions| conditions.search(game.size));
        let mut see = |moves, position: &naive::Position| {
            if let Some(searching) = &mut searching {
                searching.add(moves, position);
            }
        };
        match sgf::judge_and_visit(&game, &mut places, self.rules, &self.stop, &mut see) {
            Some(judged) => with_hits(verdict_of(&judged), searching.map(RecordScan::finish)),
            None => refused("interrupted", "interrupted".to_owned()),
        }
    }
}

fn verdict_of(judged: &sgf::SgfVerdict) -> Verdict {
    let lines =
        if judged.variations == 1 { "1 line".to_owned() } else { format!("{} lines", judged.variations) };
    let mut errors = judged.errors.iter().map(|error| IllegalRecord {
        ply: error.number,
        kind: match error.reason {
            sgf::NodeErrorReason::Move(_) => "an illegal move",
            sgf::NodeErrorReason::Setup(_) => "an illegal setup",
        },
        reason: error.to_string(),
    });
    let mut first = errors.next();
    if let (Some(first), 2..) = (&mut first, judged.error_count) {
        let more = judged.error_count - 1;
        first.reason = format!("{} (and {more} more)", first.reason);
    }
    let size = judged.end.size();
    Verdict {
        illegal: first,
        more_illegal: errors.collect(),
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
fn read_tree(record: &mut Record, game: &Game, nodes: &Nodes) -> Result<(), String> {
    // A game that cannot be read is not one that is illegal.
    sgf::read(nodes).map_err(|(at, reason)| game.at(at, reason))?;
    record.moves.clone_from(&game.text);
    Ok(())
}

/// The nodes of a record that is a game in SGF.
fn nodes_of(record: &Record) -> Result<Nodes, NotRepresentable> {
    nodes(&record.moves, Dialect::Sgf).map_err(|(_, reason)| NotRepresentable(reason))
}

/// The text of a game. What is written is UTF-8, so that it has to say so.
fn write_tree(record: &Record) -> WriteResult {
    if !record.moves.starts_with('(') {
        return Err(NotRepresentable(
            "a line of points does not say on which board it was played".to_owned(),
        ));
    }
    let (nodes, mut text) = (nodes_of(record)?, record.moves.clone());
    let root = nodes.list.first().map(|root| &root.properties);
    let named = root.into_iter().flatten().find(|property| property.name == "CA").map(|property| property.at);
    let value = named.and_then(|at| Some((at, at + text.get(at..)?.find(']')? + 1)));
    match value {
        Some((from, to)) => text.replace_range(from..to, "CA[UTF-8]"),
        None if text.is_ascii() => {}
        None => text.insert_str(text.find(char::is_alphabetic).unwrap_or(text.len()), "CA[UTF-8]"),
    }
    Ok((text, Vec::new()))
}

/// The line of points of a record.
fn write_points(record: &Record) -> WriteResult {
    if !record.moves.starts_with('(') {
        return Ok((record.moves.clone(), Vec::new()));
    }
    let nodes = nodes_of(record)?;
    let mut lost: Vec<&'static str> = record.labels.iter().map(|(label, _)| label.name()).collect();
    lost.push("the size of the board");
    if nodes.variations() > 0 {
        lost.push("variations");
    }
    Ok((main_line(&nodes)?, lost))
}

/// The points of the main line, if it is one of turns from the empty board.
fn main_line(nodes: &Nodes) -> Result<String, NotRepresentable> {
    let (mut moves, mut is_black) = (String::new(), true);
    for property in nodes.properties() {
        match property.name.as_str() {
            "AB" | "AW" | "AE" => {
                return Err(NotRepresentable("lines of points begin with the empty board".to_owned()));
            }
            "B" | "W" if (property.name == "B") != is_black => {
                return Err(NotRepresentable("a player moves twice in turn".to_owned()));
            }
            "B" | "W" => {
                let point = Some(property.value()).filter(|point| !point.is_empty());
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
    use certamen_records::{FileLocation, Label, OpenFile, RecordEntry};

    fn read(text: &'static str) -> Vec<RecordEntry> {
        let (location, reader) = (FileLocation::Nowhere, Box::new(text.as_bytes()));
        let file = OpenFile { name: "x.sgf".to_owned(), location, encoding: None, reader };
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
            Archives::judge(&Go, &given, &wanted, &Stop::new())
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
        let found = read(
            "(;SZ[3]PB[Ann];B[bb](;W[aa])(;W[bb]))\n(;GM[3])(;SZ[2]AB[aa]AW[ab][ba])(;SZ[3];B[bb];W[];B[aa])",
        );
        let judge = Archives::judge(&Go, &Given::new(), &Investigation::default(), &Stop::new()).unwrap();
        let [
            RecordEntry::Record(first),
            RecordEntry::Broken(broken),
            RecordEntry::Record(setup),
            RecordEntry::Record(last),
        ] = &found[..]
        else {
            panic!("{found:?}");
        };
        assert_eq!(first.label(Label::First), Some("Ann"));
        let verdict = judge.judge(first);
        assert_eq!(verdict.illegal.map(|illegal| illegal.kind), Some("an illegal move"));
        let verdict = judge.judge(setup);
        assert_eq!(verdict.illegal.map(|illegal| illegal.kind), Some("an illegal setup"));
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
