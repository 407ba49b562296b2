//! The answers as JSON.

use crate::cube::CubesReport;
use crate::frame::verdict::NoVerdict;
use crate::value_certificate::VerifiedValue;
use certamen_ask::question::Question;
use certamen_ask::solution::VerifiedAnswer;
use certamen_campaign::{Provenance, Recheck};
use certamen_prove::certificate::list::ListClaim;
use certamen_prove::certificate::{Claim, ClauseRefutation, Evidence, Refutation};
use certamen_work::schema::{Either, JsonSchema};
use serde::Serialize;
use serde_json::Value;
use verify::lrat;

/// Any answer of `check`.
pub(super) type CheckAnswer<'a> = Either<
    Either<Either<VerifiedReport<'a>, VerifiedValue>, ProofReport>,
    Either<OfCampaign<'a>, NoVerdict<'a>>,
>;

/// What a directory claims is verified.
#[derive(Serialize, JsonSchema)]
pub(super) struct VerifiedReport<'a> {
    /// `verified`
    pub(super) verdict: &'static str,
    #[serde(flatten)]
    pub(super) claim: ClaimReport<'a>,
    #[serde(flatten)]
    pub(super) recheck: Option<&'a Recheck>,
    /// Who computed what, as those say who gathered. It is no evidence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) provenance: Option<&'a Provenance>,
    #[serde(flatten)]
    pub(super) checker: Option<CheckerReport>,
}

/// The program of the user's choice that checked the proofs.
#[derive(Serialize, JsonSchema)]
pub(super) struct CheckerReport {
    /// The program.
    pub(super) checker: String,
    /// The number of proofs.
    pub(super) checked_by_it: u64,
}

/// What is claimed.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum ClaimReport<'a> {
    /// A bound.
    Bound { claim: &'a Claim, witnesses: &'a [VerifiedAnswer], refutations: Vec<RefutationReport<'a>> },
    /// A list. `closed_by` is what closes it in place of the clauses of the question.
    List { claim: &'a ListClaim, closed_by: Option<&'a str> },
    /// A claim about games of every length: the question for a ply that breaks it, and what is shown.
    Games { claim: &'a Question, statement: &'a str },
    /// Cubes.
    Cubes(CubesReport<'a>),
}

/// A refuted question, and the size of what refutes it.
#[derive(Serialize, JsonSchema)]
pub(super) struct RefutationReport<'a> {
    question: &'a Question,
    #[serde(flatten)]
    by: EvidenceReport,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum EvidenceReport {
    Proof(ProofSize),
    Splits {
        splits: u64,
        /// The number of positions that were counted.
        counted: u64,
    },
}

/// The size of a proof.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ProofSize {
    additions: u64,
    bytes: u64,
}

impl From<&lrat::Report> for ProofSize {
    fn from(report: &lrat::Report) -> Self {
        Self { additions: report.additions, bytes: report.bytes }
    }
}

impl<'a> From<&'a Refutation> for RefutationReport<'a> {
    fn from(Refutation { question, by }: &'a Refutation) -> Self {
        let by = match by {
            Evidence::Proof(ClauseRefutation { report, .. }) => EvidenceReport::Proof(report.into()),
            &Evidence::Splits { splits, left } => EvidenceReport::Splits { splits, counted: left },
        };
        Self { question, by }
    }
}

/// A proof is verified, by this program or by the one of the user's choice.
#[derive(Serialize, JsonSchema)]
pub(super) struct ProofReport {
    /// `verified`
    pub(super) verdict: &'static str,
    #[serde(flatten)]
    pub(super) by: VerifiedBy,
}

#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum VerifiedBy {
    Own(CheckedForm),
    Checker { checker: String },
}

#[derive(Serialize, JsonSchema)]
#[schemars(inline)]
#[serde(tag = "form", rename_all = "lowercase")]
pub(super) enum CheckedForm {
    Lrat {
        additions: u64,
        rat_additions: u64,
        deletions: u64,
        hints: u64,
        bytes: u64,
    },
    Drat {
        additions: u64,
        used: u64,
        rat_additions: u64,
        deletions: u64,
        ignored_deletions: u64,
        used_inputs: u64,
        bytes: u64,
    },
}

/// The outputs of a campaign agree with its result.
#[derive(Serialize, JsonSchema)]
pub(super) struct CampaignReport<'a> {
    /// `verified` or `not computed again`
    pub(super) verdict: &'static str,
    /// The result, which depends on the campaign.
    pub(super) answer: &'a Value,
    /// The number of tasks.
    pub(super) tasks: usize,
    /// The number of those that were computed again.
    pub(super) recomputed: usize,
    /// Those of them that have another output.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) differ: Option<&'a [String]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) seed: Option<u64>,
    /// Who computed what, as those say who gathered. It is no evidence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) provenance: Option<&'a Provenance>,
}

/// The answers about a campaign.
type OfCampaign<'a> = Either<CampaignReport<'a>, RecheckDisagreement<'a>>;

/// Tasks of a campaign have another output when they are computed again.
#[derive(Serialize, JsonSchema)]
pub(super) struct RecheckDisagreement<'a> {
    /// `not verified`
    pub(super) verdict: &'static str,
    #[serde(flatten)]
    pub(super) recheck: &'a Recheck,
}
