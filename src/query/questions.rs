//! Any of the queries, or any of those that have something in common.
//!
//! A [`Question`] is what maps and certificates name and the command line asks. What only some queries can is a trait of
//! its own, and an enumeration of those that have it: [`BoundedQuestion`] for [`Bounded`](super::Bounded). Both are
//! written the same way, as the query with its name in the field `query`, and do what a query does by asking the one that
//! they hold.

use super::listed::{Entry, Line, Listed, Representative};
use super::{
    Bounded, GoStrings, Objective, OstleMobility, OstleWin, OthelloMobility, PushFightStuck, PushFightTurns,
    PushFightWin, Query, ReadWord, Witness, WitnessError,
};
use encodings::statement::Statement;
use serde::{Deserialize, Serialize};
use std::fmt;

/// An enumeration of queries that is a query.
macro_rules! questions {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $query:ident = $tag:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(tag = "query")]
        pub enum $name {
            $($(#[$doc])* #[serde(rename = $tag)] $query($query),)+
        }

        $(impl From<$query> for $name {
            fn from(query: $query) -> Self {
                Self::$query(query)
            }
        })+

        impl fmt::Display for $name {
            /// As one would ask it on the command line.
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$query(query) => query.fmt(f),)+
                }
            }
        }

        impl Query for $name {
            type Witness = Witness;

            fn state<S: Statement>(&self, statement: &mut S) {
                match self {
                    $(Self::$query(query) => query.state(statement),)+
                }
            }

            fn validate(&self) -> Result<(), String> {
                match self {
                    $(Self::$query(query) => query.validate(),)+
                }
            }

            fn with_symmetry_breaking(self, breaks: bool) -> Self {
                match self {
                    $(Self::$query(query) => query.with_symmetry_breaking(breaks).into(),)+
                }
            }

            fn is_relaxed(&self) -> bool {
                match self {
                    $(Self::$query(query) => query.is_relaxed(),)+
                }
            }

            fn position(&self) -> &'static [&'static str] {
                match self {
                    $(Self::$query(query) => query.position(),)+
                }
            }

            fn cuts(&self) -> Vec<Vec<String>> {
                match self {
                    $(Self::$query(query) => query.cuts(),)+
                }
            }

            fn read(&self, words: ReadWord<'_>) -> Result<Witness, WitnessError> {
                match self {
                    $(Self::$query(query) => query.read(words).map(Witness::from),)+
                }
            }

            fn verify(&self, witness: &Witness) -> Result<(), WitnessError> {
                match self {
                    $(Self::$query(query) => query.verify(witness.try_into()?),)+
                }
            }
        }

        impl Listed for $name {
            fn line_form(&self) -> Line {
                match self {
                    $(Self::$query(query) => query.line_form(),)+
                }
            }

            fn evidence<'w>(&self, witness: &'w Witness) -> Option<&'w str> {
                match self {
                    $(Self::$query(query) => query.evidence(witness.try_into().ok()?),)+
                }
            }

            fn witness_of_entry(&self, entry: &Entry) -> Result<Witness, WitnessError> {
                match self {
                    $(Self::$query(query) => query.witness_of_entry(entry).map(Witness::from),)+
                }
            }

            fn images(&self, line: &str) -> Vec<String> {
                match self {
                    $(Self::$query(query) => query.images(line),)+
                }
            }

            fn representative(&self) -> Representative {
                match self {
                    $(Self::$query(query) => query.representative(),)+
                }
            }
        }
    };
}

/// Those of the queries that an enumeration of some of them has.
macro_rules! narrowed {
    ($name:ident { $($query:ident),+ }) => {
        impl From<$name> for Question {
            fn from(question: $name) -> Self {
                match question {
                    $($name::$query(query) => Self::$query(query),)+
                }
            }
        }

        impl TryFrom<Question> for $name {
            /// The question that is none of these.
            type Error = Question;

            fn try_from(question: Question) -> Result<Self, Question> {
                match question {
                    $(Question::$query(query) => Ok(Self::$query(query)),)+
                    #[allow(unreachable_patterns, reason = "for the day on which all queries are among these")]
                    other => Err(other),
                }
            }
        }
    };
}

questions! {
    /// A query with its parameters.
    Question {
        /// So many legal moves, so many empty squares.
        OthelloMobility = "othello.mobility",
        /// So many legal moves.
        OstleMobility = "ostle.mobility",
        /// A win within some plies.
        OstleWin = "ostle.win",
        /// So many strings.
        GoStrings = "go.strings",
        /// No legal turn.
        PushFightStuck = "push-fight.stuck",
        /// So many turns.
        PushFightTurns = "push-fight.turns",
        /// A turn that wins.
        PushFightWin = "push-fight.win",
    }
}

questions! {
    /// A query that asks how large a number gets.
    BoundedQuestion {
        /// So many legal moves, so many empty squares.
        OthelloMobility = "othello.mobility",
        /// So many legal moves.
        OstleMobility = "ostle.mobility",
        /// So many strings.
        GoStrings = "go.strings",
        /// So many turns.
        PushFightTurns = "push-fight.turns",
    }
}

narrowed!(BoundedQuestion { OthelloMobility, OstleMobility, GoStrings, PushFightTurns });

/// Asks the query that an enumeration of bounded ones holds.
macro_rules! bounded {
    ($self:expr, $query:ident => $value:expr) => {
        match $self {
            BoundedQuestion::OthelloMobility($query) => $value,
            BoundedQuestion::OstleMobility($query) => $value,
            BoundedQuestion::GoStrings($query) => $value,
            BoundedQuestion::PushFightTurns($query) => $value,
        }
    };
}

impl Bounded for BoundedQuestion {
    fn objectives(&self) -> &'static [Objective] {
        bounded!(self, query => query.objectives())
    }

    fn counted(&self) -> &'static [&'static str] {
        bounded!(self, query => query.counted())
    }

    fn with_bound(self, objective: Objective, bound: u32) -> Self {
        bounded!(self, query => query.with_bound(objective, bound).into())
    }

    fn bound(&self, objective: Objective) -> u32 {
        bounded!(self, query => query.bound(objective))
    }

    fn measure(objective: Objective, witness: &Witness) -> u32 {
        match witness {
            Witness::Othello(witness) => OthelloMobility::measure(objective, witness),
            Witness::Ostle(witness) => OstleMobility::measure(objective, witness),
            Witness::Go(witness) => GoStrings::measure(objective, witness),
            Witness::PushFight(witness) => PushFightTurns::measure(objective, witness),
        }
    }
}
