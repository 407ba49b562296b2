//! Archives of Go: collections of games in SGF, of any length, and lines of points.
//!
//! A collection is read game by game, so that memory depends on the longest game; each game is judged with all its
//! variations, as a single file is. A record keeps the text of its game, which is written as it is.

use super::Go;
use super::rules::RuleFlags;
use crate::sgf;
use certamen_ask::flag::Given;
use certamen_play::{Archived, Game as _, Investigation, PlayError, TableJudge};
use certamen_records::brackets::{End, Games, Property};
use certamen_records::{
    Broken, Cannot, Format, Found, Head, Illegal, Judge, Label, Lines, Opened, Record, Records, Unreadable,
    Verdict, Writer,
};
use certamen_work::Stop;
use std::io::{self, Write};
use verify::go as naive;

/// The labels, each with its property.
const LABELS: [(&str, Label); 9] = [
    ("PB", Label::First),
    ("PW", Label::Second),
    ("BR", Label::FirstRating),
    ("WR", Label::SecondRating),
    ("EV", Label::Event),
    ("RO", Label::Round),
    ("PC", Label::Site),
    ("DT", Label::Date),
    ("KM", Label::Komi),
];

impl Archived for Go {
    fn formats(&self) -> Vec<Box<dyn Format>> {
        vec![Box::new(Collection), Box::new(Points)]
    }

    fn at_table(&self) -> &'static [&'static str] {
        &["lines", "sgf"]
    }

    fn judge(&self, given: &Given, wanted: &Investigation, stop: &Stop) -> Result<Box<dyn Judge>, PlayError> {
        let flag = match wanted {
            Investigation { condition: Some(_), .. } => "--where",
            Investigation { solve: Some(_), .. } => "--solve",
            _ => {
                let rules = RuleFlags::of(given)?.of_records();
                let lines = TableJudge::new(self.table(given)?, None);
                return Ok(Box::new(GoJudge { rules, lines, stop: stop.clone() }));
            }
        };
        Err(PlayError::Flags(format!("{flag} does not apply to records of {}", self.name())))
    }
}

/// Verifies games in SGF and lines of points.
struct GoJudge {
    rules: naive::Rules,
    lines: TableJudge,
    stop: Stop,
}

impl Judge for GoJudge {
    fn judge(&self, record: &Record) -> Verdict {
        if !record.moves.starts_with('(') {
            return self.lines.judge(record);
        }
        let illegal =
            |kind, reason| Verdict { illegal: Some(Illegal { ply: 0, kind, reason }), ..Verdict::default() };
        let collection = match sgf::read(&record.moves) {
            Ok(collection) => collection,
            Err(error) => return illegal("a text that is not a game", error.to_string()),
        };
        let mut places = sgf::SgfPlaces::of(&record.moves);
        let judged =
            collection.games.first().map(|game| sgf::judge(game, &mut places, self.rules, &self.stop));
        let Some(Some(judged)) = judged else { return illegal("interrupted", "interrupted".to_owned()) };
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
}

/// Collections in SGF.
struct Collection;

impl Format for Collection {
    fn name(&self) -> &'static str {
        "sgf"
    }

    fn about(&self) -> &'static str {
        "Smart Game Format, GM[1]: collections of any length, with variations"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["sgf"]
    }

    fn recognises(&self, head: Head<'_>) -> bool {
        head.text().first() == Some(&b'(')
    }

    fn read(&self, file: Opened) -> Result<Box<dyn Records>, Unreadable> {
        Ok(Box::new(CollectionGames(Games::new(file.reader, End::Sgf))))
    }

    fn writer(&self) -> Box<dyn Writer> {
        Box::new(CollectionWriter)
    }
}

struct CollectionGames(Games);

impl Records for CollectionGames {
    fn next(&mut self) -> Result<Option<Found>, Unreadable> {
        let Some(game) = self.0.next()? else { return Ok(None) };
        let place = game.place;
        let record = game.properties.and_then(|properties| {
            let mut text = sgf::decode(&game.text).map_err(|error| error.to_string())?;
            // What is written is UTF-8, so the text has to say so.
            if let Some(encoding) = certamen_records::brackets::value(&properties, "CA") {
                text = text.replacen(&format!("CA[{encoding}]"), "CA[UTF-8]", 1);
            }
            // A game that cannot be read is not one that is illegal.
            sgf::read(&text).map_err(|error| error.to_string())?;
            let mut record = Record::new(place, text);
            for (property, label) in LABELS {
                record
                    .set(label, certamen_records::brackets::value(&properties, property).unwrap_or_default());
            }
            Ok(record)
        });
        Ok(Some(match record {
            Ok(record) => Found::Record(record),
            Err(reason) => Found::Broken(Broken { place, reason }),
        }))
    }
}

struct CollectionWriter;

impl Writer for CollectionWriter {
    fn add(&mut self, record: &Record, out: &mut dyn Write) -> io::Result<Result<Vec<&'static str>, Cannot>> {
        if !record.moves.starts_with('(') {
            return Ok(Err(Cannot("a line of points does not say on which board it was played".to_owned())));
        }
        writeln!(out, "{}", record.moves)?;
        Ok(Ok(Vec::new()))
    }
}

/// Lines of points.
struct Points;

impl Format for Points {
    fn name(&self) -> &'static str {
        Lines.name()
    }

    fn about(&self) -> &'static str {
        Lines.about()
    }

    fn extensions(&self) -> &'static [&'static str] {
        Lines.extensions()
    }

    fn recognises(&self, head: Head<'_>) -> bool {
        Lines.recognises(head)
    }

    fn read(&self, file: Opened) -> Result<Box<dyn Records>, Unreadable> {
        Lines.read(file)
    }

    fn writer(&self) -> Box<dyn Writer> {
        Box::new(PointWriter)
    }
}

struct PointWriter;

impl Writer for PointWriter {
    fn add(&mut self, record: &Record, out: &mut dyn Write) -> io::Result<Result<Vec<&'static str>, Cannot>> {
        if !record.moves.starts_with('(') {
            return Lines.writer().add(record, out);
        }
        let mut games = Games::new(Box::new(io::Cursor::new(record.moves.clone().into_bytes())), End::Sgf);
        let game = games.next().ok().flatten();
        let Some((Ok(properties), variations)) = game.map(|game| (game.properties, game.variations)) else {
            return Ok(Err(Cannot("the game cannot be read".to_owned())));
        };
        let moves = match main_line(&properties) {
            Ok(moves) if moves.is_empty() => {
                return Ok(Err(Cannot("a line of no moves would be a blank line".to_owned())));
            }
            Ok(moves) => moves,
            Err(cannot) => return Ok(Err(cannot)),
        };
        writeln!(out, "{moves}")?;
        let mut lost: Vec<&'static str> = record.labels.iter().map(|(label, _)| label.name()).collect();
        lost.push("the size of the board");
        if variations > 0 {
            lost.push("variations");
        }
        Ok(Ok(lost))
    }
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

    fn read(text: &'static str) -> Vec<Found> {
        let file = Opened { name: "x.sgf".to_owned(), path: None, reader: Box::new(text.as_bytes()) };
        let mut records = Collection.read(file).unwrap();
        std::iter::from_fn(|| records.next().unwrap()).collect()
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
        assert!(broken.reason.contains("not a game of Go"), "{}", broken.reason);
        let verdict = judge.judge(last);
        assert_eq!(
            (verdict.illegal, verdict.found.as_str()),
            (None, "3x3, 3 moves on the main line, 1 line of play")
        );
        let mut out = Vec::new();
        assert!(PointWriter.add(last, &mut out).unwrap().unwrap().contains(&"the size of the board"));
        assert_eq!(out, b"bb pass aa\n");
        out.clear();
        CollectionWriter.add(last, &mut out).unwrap().unwrap();
        assert_eq!(out, b"(;SZ[3];B[bb];W[];B[aa])\n");
    }
}
