//! What is found when a record is verified.

use crate::record::{Claim, Record};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::Write as _;

/// The kind of an [`IllegalRecord`] that says nothing about the record: the rules and the naive twin disagree, or the twin
/// does not judge a position.
pub const DISAGREEMENT: &str = "the two games disagree";

/// Why a record is not legal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct IllegalRecord {
    /// The ply, from 1; 0 for the start position.
    pub ply: usize,
    /// The reason in a few words, for statistics.
    pub kind: &'static str,
    /// The whole reason, with the ply and the place in the text.
    pub reason: String,
}

/// How a claim compares with what was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// It holds.
    Agrees,
    /// It does not hold; this was found.
    Differs(String),
    /// It was not checked, for this reason.
    NotChecked(&'static str),
}

/// A claim, and how it compares with what was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimCheck {
    /// The claim.
    pub claim: Claim,
    /// The comparison.
    pub agreement: Agreement,
}

/// A position that satisfies a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The number of plies before it.
    pub ply: usize,
    /// The board, as the player to move sees it.
    pub board: String,
    /// Whether a second evaluator confirmed it.
    pub confirmed: bool,
}

/// Numbers that are equal for equal games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Keys {
    /// Equal if the moves are the same, up to the symmetries of the start.
    pub moves: u64,
    /// Equal if the games end in the same position, up to these symmetries.
    pub end: u64,
}

/// What was found in a record, as members of a JSON object.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct VerdictReport<'a> {
    legal: bool,
    #[serde(flatten)]
    illegal: Option<&'a IllegalRecord>,
    plies: usize,
    passes: usize,
    /// Whether the game is over on the board.
    over: bool,
    /// The last position.
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<&'a str>,
    /// The scores of the two players.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<(i32, i32)>,
    claims: Vec<ClaimReport<'a>>,
}

/// A claim, and how it compares with what was found, as JSON.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct ClaimReport<'a> {
    /// What the claim is about.
    claim: &'static str,
    /// What it states.
    stated: String,
    #[serde(flatten)]
    verdict: ClaimVerdict<'a>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(tag = "verdict", rename_all = "lowercase")]
enum ClaimVerdict<'a> {
    Agrees,
    Differs {
        found: &'a str,
    },
    #[serde(rename = "not checked")]
    NotChecked {
        because: &'a str,
    },
}

impl ClaimCheck {
    fn report(&self) -> ClaimReport<'_> {
        let Self { claim, agreement } = self;
        let verdict = match agreement {
            Agreement::Agrees => ClaimVerdict::Agrees,
            Agreement::Differs(found) => ClaimVerdict::Differs { found },
            Agreement::NotChecked(because) => ClaimVerdict::NotChecked { because },
        };
        ClaimReport { claim: claim.name(), stated: claim.to_string(), verdict }
    }
}

/// What was found in a record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// Why it is not legal; `None` if it is.
    pub illegal: Option<IllegalRecord>,
    /// What else is not legal in it, if the judge goes on: errors in other lines of play.
    pub more_illegal: Vec<IllegalRecord>,
    /// The number of legal plies, with passes.
    pub plies: usize,
    /// The number of passes among them.
    pub passes: usize,
    /// Whether the game is over on the board.
    pub over: bool,
    /// What was found, in a line.
    pub found: String,
    /// The last position, in the notation of the game. Empty if there is none.
    pub end: String,
    /// The scores of the two players, if the game is over and has scores.
    pub score: Option<(i32, i32)>,
    /// The claims.
    pub checks: Vec<ClaimCheck>,
    /// The number of legal moves before each ply and at the end. Empty if they were not counted.
    pub mobility: Vec<u16>,
    /// The positions that satisfy the condition that was asked for.
    pub hits: Vec<Hit>,
    /// For the search for equal games. `None` for what is not a legal game.
    pub keys: Option<Keys>,
}

impl Verdict {
    /// Whether the record is legal.
    pub const fn is_legal(&self) -> bool {
        self.illegal.is_none()
    }

    /// What the rules and the naive twin disagree about, so that the record is not judged.
    pub fn disagreement(&self) -> Option<&str> {
        self.illegal.as_ref().filter(|illegal| illegal.kind == DISAGREEMENT).map(|illegal| &*illegal.reason)
    }

    /// The verdict in a line, without the place.
    pub fn line(&self) -> String {
        let mut line = match &self.illegal {
            Some(illegal) => format!("illegal: {}", illegal.reason),
            None => format!("legal: {}", self.found),
        };
        for ClaimCheck { claim, agreement } in &self.checks {
            let name = claim.name();
            let _ = match agreement {
                Agreement::Agrees => write!(line, "; {name} {claim} agrees"),
                Agreement::Differs(found) => write!(line, "; {name} {claim} differs: found {found}"),
                Agreement::NotChecked(why) => write!(line, "; {name} {claim} not checked: {why}"),
            };
        }
        line
    }

    /// The verdict as members of a JSON object.
    pub fn report(&self) -> VerdictReport<'_> {
        VerdictReport {
            legal: self.is_legal(),
            illegal: self.illegal.as_ref(),
            plies: self.plies,
            passes: self.passes,
            over: self.over,
            end: Some(&*self.end).filter(|end| !end.is_empty()),
            score: self.score,
            claims: self.checks.iter().map(ClaimCheck::report).collect(),
        }
    }
}

/// A change to a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// The changes, each in a line.
    pub changes: Vec<String>,
    /// The record with these changes.
    pub record: Record,
}

/// Verifies records of a game.
pub trait Judge: Send + Sync {
    /// Verifies a record.
    fn judge(&self, record: &Record) -> Verdict;

    /// The ability to mend records, if the game has it.
    fn mend(&self) -> Option<&dyn Repairer> {
        None
    }
}

/// Mends records whose writers left out or added something.
pub trait Repairer: Send + Sync {
    /// The changes that make a record legal, or its claims hold. `None` if it needs none, or if nothing that is known
    /// here helps.
    fn repair(&self, record: &Record) -> Option<Repair>;
}
