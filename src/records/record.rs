//! A game as a file gives it. Nothing in a record has been verified.

use crate::text_place::{Remark, TextPlace};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt;
use std::sync::Arc;

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Who moves first at the start of the game.
    First,
    /// The other.
    Second,
}

impl Side {
    /// The other player.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// Where a record stands in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Place {
    /// It is the record with this number, from 1.
    Game(u64),
    /// It stands on this line, from 1.
    Line(u64),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game(number) => write!(f, "game {number}"),
            Self::Line(number) => write!(f, "line {number}"),
        }
    }
}

/// A position at which a record begins, if it does not begin at the start of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// The board in the notation of the game, as the first player sees it.
    pub board: String,
    /// The player to move.
    pub to_move: Side,
}

/// What kind of label a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Label {
    /// The first player.
    First,
    /// The second player.
    Second,
    /// The rating of the first player.
    FirstRating,
    /// The rating of the second player.
    SecondRating,
    /// The tournament.
    Event,
    /// The round.
    Round,
    /// Where it was played.
    Site,
    /// The day, or the year.
    Date,
    /// The time that the players had.
    Time,
    /// The kind of game, in the words of a game server.
    Kind,
    /// The points that the first player gives to the second.
    Komi,
    /// A remark about the whole game.
    Remark,
}

impl Label {
    /// All labels.
    pub const ALL: [Self; 12] = [
        Self::First,
        Self::Second,
        Self::FirstRating,
        Self::SecondRating,
        Self::Event,
        Self::Round,
        Self::Site,
        Self::Date,
        Self::Time,
        Self::Kind,
        Self::Komi,
        Self::Remark,
    ];

    /// Its name in JSON and in messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::First => "first player",
            Self::Second => "second player",
            Self::FirstRating => "rating of the first player",
            Self::SecondRating => "rating of the second player",
            Self::Event => "event",
            Self::Round => "round",
            Self::Site => "site",
            Self::Date => "date",
            Self::Time => "time",
            Self::Kind => "kind",
            Self::Komi => "komi",
            Self::Remark => "remark",
        }
    }
}

/// What a file says about one ply, besides the ply itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Note {
    /// The number of the ply as the record is written, from 1.
    pub ply: u32,
    /// The evaluation, as written.
    pub evaluation: String,
    /// The time it took, as written.
    pub time: String,
}

/// How a game ended if it did not end on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndedBy {
    /// A player resigned.
    Resignation,
    /// A player had no time left.
    Time,
    /// The players agreed on the result.
    Agreement,
}

impl EndedBy {
    /// In words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Resignation => "resigned",
            Self::Time => "lost on time",
            Self::Agreement => "ended by agreement",
        }
    }
}

/// What a file claims about a game. Scores are those of the game, counted as it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The scores of the two players at the end; that of the second player if the file gives it.
    Score(i32, Option<i32>),
    /// The score of the first player less that of the second and the komi, in thousandths.
    Margin(i64),
    /// Who won; `None` for a draw.
    Winner(Option<Side>),
    /// The number of passes.
    Passes(u32),
    /// The score of the first player if both play best from the position in which this number of squares is empty.
    Best {
        /// The number of empty squares.
        empty: u32,
        /// The score.
        score: i32,
    },
    /// The scores of the mover less those of the other player, for some moves of the start position, if both play best.
    Moves(Vec<(String, i32)>),
}

impl Claim {
    /// What it is about.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Score(..) => "final score",
            Self::Margin(_) => "margin",
            Self::Winner(_) => "winner",
            Self::Passes(_) => "passes",
            Self::Best { .. } => "best score",
            Self::Moves(_) => "scores of moves",
        }
    }
}

/// A number of thousandths with its sign, as game servers write it.
fn thousandths(f: &mut fmt::Formatter<'_>, number: i64) -> fmt::Result {
    let sign = if number < 0 { '-' } else { '+' };
    let (whole, part) = (number.unsigned_abs() / 1000, number.unsigned_abs() % 1000);
    if part == 0 { write!(f, "{sign}{whole}") } else { write!(f, "{sign}{whole}.{part:03}") }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Score(first, Some(second)) => write!(f, "{first}-{second}"),
            Self::Score(first, None) => write!(f, "{first}"),
            Self::Margin(margin) => thousandths(f, *margin),
            Self::Winner(winner) => f.write_str(match winner {
                Some(Side::First) => "the first player wins",
                Some(Side::Second) => "the second player wins",
                None => "a draw",
            }),
            Self::Passes(passes) => write!(f, "{passes}"),
            Self::Best { empty, score } => write!(f, "{score} from {empty} empty squares"),
            Self::Moves(moves) => {
                for (place, (ply, score)) in moves.iter().enumerate() {
                    write!(f, "{}{ply} {score:+}", if place == 0 { "" } else { ", " })?;
                }
                Ok(())
            }
        }
    }
}

/// A game as a file gives it.
///
/// # Examples
/// ```
/// use certamen_records::{Label, Place, Record};
///
/// let mut record = Record::new(Place::Line(3), "a1 b2");
/// record.set(Label::Event, "a tournament");
/// assert_eq!(record.label(Label::Event), Some("a tournament"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Its place in the file.
    pub place: Place,
    /// Where the text of its moves begins in the file, if it is a text of the file.
    pub begins: TextPlace,
    /// Remarks on how it was read.
    pub remarks: Vec<Remark>,
    /// The name of the board, such as `8x8`. Empty if the file does not say.
    pub board: String,
    /// Where it begins. `None` for the start of the game.
    pub start: Option<Start>,
    /// The moves, in a notation that the game reads, in the order in which they are written.
    pub moves: String,
    /// Who played each of them, if the format says so; otherwise empty.
    pub players: Vec<Side>,
    /// What is noted about plies, in order. Plies without a note are left out.
    pub notes: Vec<Note>,
    /// How it ended if it did not end on the board.
    pub ended_by: Option<EndedBy>,
    /// What the file claims.
    pub claims: Vec<Claim>,
    /// Names, dates and other texts.
    pub labels: Vec<(Label, Arc<str>)>,
}

impl Record {
    /// A record of moves alone.
    pub fn new(place: Place, moves: impl Into<String>) -> Self {
        Self {
            place,
            begins: TextPlace::FIRST,
            remarks: Vec::new(),
            board: String::new(),
            start: None,
            moves: moves.into(),
            players: Vec::new(),
            notes: Vec::new(),
            ended_by: None,
            claims: Vec::new(),
            labels: Vec::new(),
        }
    }

    /// The text of a label.
    pub fn label(&self, label: Label) -> Option<&str> {
        self.labels.iter().find(|(known, _)| *known == label).map(|(_, text)| &**text)
    }

    /// Sets a label. An empty text removes it.
    pub fn set(&mut self, label: Label, text: impl Into<Arc<str>>) {
        self.labels.retain(|(known, _)| *known != label);
        let text = text.into();
        if !text.is_empty() {
            self.labels.push((label, text));
        }
    }
}
