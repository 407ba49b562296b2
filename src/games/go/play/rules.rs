//! Flags for the differences between rulesets.

use certamen_ask::flag::{Flag, Given};
use certamen_play::PlayError;
use encodings::go as native;
use serde::Deserialize;
use verify::go as naive;

const KO: &str = "ko";
const SUICIDE: &str = "suicide";

const REPETITIONS: &[(&str, &str)] = &[
    ("simple", "Restoring the board on which the last move was made"),
    ("positional", "Any earlier board"),
    ("situational", "Any earlier board with the same player to move"),
];
const PERMISSIONS: &[(&str, &str)] = &[("allowed", ""), ("forbidden", "")];

/// The flags for records; the defaults are the rules of tournaments.
pub(super) const OF_RECORDS: [Flag; 2] = [
    Flag::choice(KO, "RULE", REPETITIONS, "The repetition that is forbidden [default: simple]"),
    Flag::choice(SUICIDE, "RULE", PERMISSIONS, "Whether a move may remove own stones [default: forbidden]"),
];

/// The flags for trees; the defaults are the rules of the paper.
pub(super) const OF_TREES: [Flag; 2] = [
    Flag::choice(KO, "RULE", REPETITIONS, "The repetition that is forbidden [default: positional]"),
    Flag::choice(SUICIDE, "RULE", PERMISSIONS, "Whether a move may remove own stones [default: allowed]"),
];

/// Which repetition a ko rule forbids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Ko {
    Simple,
    Positional,
    Situational,
}

/// Whether suicide is a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Suicide {
    Allowed,
    Forbidden,
}

/// The chosen rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RuleFlags {
    ko: Option<Ko>,
    suicide: Option<Suicide>,
}

impl RuleFlags {
    pub(super) fn from_given(given: &Given) -> Result<Self, PlayError> {
        Ok(Self { ko: given.parsed(KO)?, suicide: given.parsed(SUICIDE)? })
    }

    /// The rules of records: play may continue after two passes.
    pub(super) fn of_records(self) -> naive::Rules {
        let ko = match self.ko.unwrap_or(Ko::Simple) {
            Ko::Simple => naive::Ko::Simple,
            Ko::Positional => naive::Ko::Positional,
            Ko::Situational => naive::Ko::Situational,
        };
        let suicide = match self.suicide.unwrap_or(Suicide::Forbidden) {
            Suicide::Allowed => naive::Suicide::Allowed,
            Suicide::Forbidden => naive::Suicide::Forbidden,
        };
        naive::Rules { suicide, ko, ending: naive::Ending::Open }
    }

    /// The rules of trees in the naive game.
    pub(super) fn naive_of_trees(self) -> naive::Rules {
        let ko = self.ko.or(Some(Ko::Positional));
        let suicide = self.suicide.or(Some(Suicide::Allowed));
        naive::Rules { ending: naive::Ending::TwoPasses, ..Self { ko, suicide }.of_records() }
    }

    /// The rules of trees; by default those of the paper.
    pub(super) fn of_trees(self) -> (native::Suicide, native::position::Ko) {
        let ko = match self.ko.unwrap_or(Ko::Positional) {
            Ko::Simple => native::position::Ko::Simple,
            Ko::Positional => native::position::Ko::Positional,
            Ko::Situational => native::position::Ko::Situational,
        };
        let suicide = match self.suicide.unwrap_or(Suicide::Allowed) {
            Suicide::Allowed => native::Suicide::Allowed,
            Suicide::Forbidden => native::Suicide::Forbidden,
        };
        (suicide, ko)
    }
}
