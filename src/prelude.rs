//! What a game or a question of your own needs.
//!
//! A question implements [`Query`] and [`NamedQuery`], and what else it can do: [`Bounded`], [`Listed`]. A game implements
//! [`Boards`] and [`Rules`] over words, and [`Naive`] as its second opinion; [`RuledGame`] makes every verb of it.
//! [`answer`] puts a question to the embedded solver and checks what comes back.

pub use certamen_ask::abilities::Abilities;
pub use certamen_ask::command_line;
pub use certamen_ask::emission::Emission;
pub use certamen_ask::error::QuestionError;
pub use certamen_ask::flag::{Flag, Given};
pub use certamen_ask::kind::{Kind, NamedQuery, kind};
pub use certamen_ask::listed::{LineForm, ListEntry, Listed, Representative, Rows};
pub use certamen_ask::objective::Objective;
pub use certamen_ask::query::{Bounded, Query, ReadWord};
pub use certamen_ask::question::Question;
pub use certamen_ask::registry::Registry;
pub use certamen_ask::solve::{Answer, AskError, answer};
pub use certamen_ask::witness::{TextWitness, Witness, WitnessError, require_at_least};
#[cfg(feature = "cli")]
pub use certamen_cli::App;
pub use certamen_play::ruled::BoardRules;
pub use certamen_play::{Game, RuledGame};
pub use certamen_retro::positions::Value;
pub use certamen_retro::ruled::PuzzleRules;
pub use certamen_retro::subject::RatedMove;
pub use certamen_work::limits::Limits;
pub use cnf_out::clausify::Encoding;
pub use encodings::board;
pub use encodings::board::{Direction, Grid, Layout, Mask, Square, Symmetry};
pub use encodings::rules::{
    Boards, DerivedWord, Family, NamedWords, Outcome, Position, Rules, Step, StepKind, Stuck,
};
pub use encodings::statement::Statement;
pub use encodings::word::{Bit, Count, NativeWord, OneHot, Word};
pub use serde::{Deserialize, Serialize};
pub use verify::naive::{self, GameResult, Naive, NaiveError};
