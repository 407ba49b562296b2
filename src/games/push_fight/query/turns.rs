//! `push-fight.turns`: is there a position of Push Fight with so many turns?
//!
//! A turn is what the moves come to and a push: two turns that rearrange the pieces alike and push alike are one, and
//! turns that win count. Whether a push can have led to the position is not asked.
//!
//! On small boards the formula has every turn (`encodings::push_fight::every_turn`). On the published one that is too
//! much, and two other questions bound the answer from above, whose formulas are exact on any board:
//!
//! - `--moves leaping`: every legal turn is also one where pieces leap, so that no position has more legal turns than
//!   turns with leaping (`encodings::push_fight::leaping`);
//! - `--moves none`: a position has at most [`PushFightTurns::arrangements`] arrangements of pieces to push from, and
//!   each of them is a position whose pushes `--moves none` counts.
//!
//! Asked for legal turns all the same, on the published board the formula is that of leaping: a no is one about legal
//! turns, a yes is none. `prove` states both ends of the interval; other commands refuse the question.

use super::push_fight_board::on_board;
use super::push_fight_witness::{WORDS, any_position, images, line_form, read_position};
use super::witness::require_at_least;
use super::{
    Bounded, Entry, Line, Listed, Objective, PushFightBoard, PushFightWitness, Query, ReadWord, WitnessError,
};
use encodings::board::Direction;
use encodings::push_fight::board::{Board, DIRECTIONS};
use encodings::push_fight::{every_turn, leaping, rules};
use encodings::statement::Statement;
use serde::{Deserialize, Serialize};
use std::fmt;
use verify::push_fight as naive;

/// The question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PushFightTurns {
    /// The board.
    pub board: PushFightBoard,
    /// At least this many turns.
    pub at_least: u32,
    /// How pieces move before the push.
    pub moves: Moves,
    /// Only turns whose push goes this way count; all where this is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub along: Option<Along>,
    /// Whether only one of two positions that half a turn exchanges has to satisfy the formula.
    pub symmetry_breaking: bool,
}

/// How pieces move before the push.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Moves {
    /// As the rules say: up to two moves over free squares.
    #[default]
    Legal,
    /// Up to two moves, each to any free square.
    Leaping,
    /// Not at all.
    None,
}

/// Which way a push goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Along {
    /// To the left or to the right.
    Ranks,
    /// Up or down.
    Files,
}

/// On a board with no more squares than this every turn is stated.
const EVERY_TURN: usize = 10;

/// More turns than any position has, by far.
const MOST: u32 = 1 << 20;

impl PushFightTurns {
    /// At most how many arrangements of the pieces of the player to move up to two moves lead to.
    pub fn arrangements(&self) -> u32 {
        on_board!(self.board, B => leaping::arrangements::<B>())
    }

    fn state_on<S: Statement, B: Board>(self, statement: &mut S) {
        let pieces = any_position::<S, B>(statement, self.symmetry_breaking);
        let directions = self.directions();
        match self.moves {
            Moves::Legal | Moves::Leaping => {
                let turns = if self.moves == Moves::Leaping || self.is_relaxed() {
                    leaping::turns::<B, S::Word>(pieces, directions)
                } else {
                    every_turn::turns::<B, S::Word>(pieces, directions)
                };
                statement.require(turns.at_least(self.at_least));
            }
            Moves::None => {
                let mut able =
                    directions.iter().map(|&direction| rules::able::<B, S::Word>(pieces, direction));
                if let Some(first) = able.next() {
                    let others: Vec<S::Word> = able.collect();
                    statement.require_total(B::LAYOUT, first, &others, self.at_least);
                }
            }
        }
    }

    fn directions(self) -> &'static [Direction] {
        match self.along {
            None => &DIRECTIONS,
            Some(Along::Ranks) => &[Direction::East, Direction::West],
            Some(Along::Files) => &[Direction::North, Direction::South],
        }
    }

    /// The witness that a position is, its turns counted by the naive game.
    ///
    /// # Errors
    /// [`WitnessError`] if the text is no position of the board.
    pub fn witness_of(&self, position: String) -> Result<PushFightWitness, WitnessError> {
        PushFightWitness::of_turns(self.board, position, self.moves, self.along)
    }
}

impl Query for PushFightTurns {
    type Witness = PushFightWitness;

    fn state<S: Statement>(&self, statement: &mut S) {
        on_board!(self.board, B => self.state_on::<S, B>(statement));
    }

    fn validate(&self) -> Result<(), String> {
        if self.at_least > MOST {
            return Err(format!("{} turns: no position has {MOST}", self.at_least));
        }
        Ok(())
    }

    fn with_symmetry_breaking(self, breaks: bool) -> Self {
        Self { symmetry_breaking: breaks, ..self }
    }

    fn is_relaxed(&self) -> bool {
        self.moves == Moves::Legal && on_board!(self.board, B => B::SQUARES.len() > EVERY_TURN)
    }

    fn position(&self) -> &'static [&'static str] {
        &WORDS
    }

    fn read(&self, words: ReadWord<'_>) -> Result<PushFightWitness, WitnessError> {
        self.witness_of(read_position(self.board, words)?)
    }

    fn verify(&self, witness: &PushFightWitness) -> Result<(), WitnessError> {
        witness.require_board(self.board)?;
        witness.recount()?;
        let counted = witness.turns.filter(|count| (count.moves, count.along) == (self.moves, self.along));
        let Some(count) = counted else {
            return Err(WitnessError::Turn(
                "the witness does not count the turns of the question".to_owned(),
            ));
        };
        require_at_least("turns", count.turns, self.at_least)
    }
}

impl Bounded for PushFightTurns {
    fn objectives(&self) -> &'static [Objective] {
        &[Objective::Turns]
    }

    /// The number is a sum in binary, not one of bits.
    fn counted(&self) -> &'static [&'static str] {
        &[]
    }

    fn with_bound(self, _: Objective, bound: u32) -> Self {
        Self { at_least: bound, ..self }
    }

    fn bound(&self, _: Objective) -> u32 {
        self.at_least
    }

    fn measure(_: Objective, witness: &PushFightWitness) -> u32 {
        witness.turns.map_or(0, |count| count.turns)
    }
}

impl From<Moves> for naive::Moves {
    fn from(moves: Moves) -> Self {
        match moves {
            Moves::Legal => Self::Legal,
            Moves::Leaping => Self::Leaping,
            Moves::None => Self::None,
        }
    }
}

impl fmt::Display for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Legal => "legal",
            Self::Leaping => "leaping",
            Self::None => "none",
        })
    }
}

impl fmt::Display for Along {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Ranks => "ranks",
            Self::Files => "files",
        })
    }
}

impl Listed for PushFightTurns {
    fn line_form(&self) -> Line {
        line_form(self.board)
    }

    fn witness_of_entry(&self, entry: &Entry) -> Result<PushFightWitness, WitnessError> {
        self.witness_of(entry.alone()?)
    }

    fn images(&self, line: &str) -> Vec<String> {
        images(line)
    }
}

impl fmt::Display for PushFightTurns {
    /// As one would ask it on the command line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "push-fight.turns --board {} --at-least {}", self.board, self.at_least)?;
        if self.moves != Moves::Legal {
            write!(f, " --moves {}", self.moves)?;
        }
        if let Some(along) = self.along {
            write!(f, " --along {along}")?;
        }
        if self.symmetry_breaking { f.write_str(" --symmetry-breaking") } else { Ok(()) }
    }
}
