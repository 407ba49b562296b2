//! Certificates of claims about games of every length.
//!
//! ```text
//! certificate.json   the claim, with its invariant if it has one
//! step.cnf           "a ply breaks it": the clauses
//! step.map.json      which variable is which bit of which word
//! step.lrat.zst      the proof that there is no such ply, binary LRAT, trimmed and compressed
//! rules.game         the rules, if they are in a file
//! SHA256SUMS         of every other file, in the format of sha256sum
//! ```
//!
//! The claim alone says what is shown. [`check()`] makes the clauses of its step anew, compares them byte for byte, checks the
//! proof, and has the rules and the naive game judge the start; the naive game also plays games at random.
//!
//! What it does not show: that the circuit of the rules means the game, as in any certificate. The games at random are too few
//! to show anything; they only contradict what is grossly wrong.

use super::check::{CheckError, ClauseRefutation, check_refutation, manifest, require_files};
use super::draft::Draft;
use super::text::{as_written, read, to_text, unregistered};
use super::write::WriteError;
use crate::argument::{ArgumentContext, CompositionError};
use crate::games_claim::{GameClaim, GameClaimAbility, Otherwise, StartFault};
use certamen_ask::question::Question;
use certamen_ask::registry::Registry;
use certamen_ask::solve::{AskOutcome, CONFIGURATION, ask_question};
use certamen_ask::witness::AnyWitness;
use certamen_work::schema::{self, Schema};
use certamen_work::stop::Stop;
use cnf_out::clausify::Encoding;
use cnf_out::solver::embedded;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The tag at the start of the certificate.
pub const FORMAT: &str = "certamen-games";
/// The version that this code writes and reads.
pub const VERSION: u32 = 1;

/// The stem of the files of the refutation.
const STEP: &str = "step";
const CNF: &str = "step.cnf";
const MAP: &str = "step.map.json";
const PROOF: &str = "step.lrat.zst";

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct GamesCertificate<Q = Question> {
    format: String,
    version: u32,
    certamen: String,
    claim: Q,
    encoding: Encoding,
    solver: String,
}

/// The schema of `certificate.json` in the directory of such a claim.
pub fn schema() -> Schema {
    schema::of_file::<GamesCertificate>()
}

/// The result of a successful check.
#[derive(Debug)]
pub struct CheckedGames {
    /// The claim, which is proved: the question for a ply that breaks it.
    pub claim: Question,
    /// The claim as a sentence.
    pub sentence: String,
    /// The refutation of its step.
    pub refutation: ClauseRefutation,
}

/// The result of proving a claim.
#[derive(Debug)]
pub enum GamesOutcome {
    /// The claim is proved. The certificate was checked, as it was written.
    Proved(CheckedGames),
    /// A game shows that it is false.
    Fails(AnyWitness),
    /// It does not hold as it is given: at the start, or a ply breaks it from a position that no game need reach.
    NotKept(Question, String, Option<AnyWitness>),
    /// A limit ended the work, for this reason.
    Undecided(String),
}

/// Proves a claim, or a weaker one that it offers, and writes its certificate.
///
/// # Errors
/// [`WriteError`]. No partial certificate is left behind.
pub fn prove(claim: &Question, context: ArgumentContext<'_>) -> Result<GamesOutcome, WriteError> {
    let ArgumentContext { destination, registry, limits, watch, progress } = context;
    // The time is for all that is tried together.
    let limits = &limits.within(limits.time_left());
    let mut draft = Draft::begin(destination)?;
    let mut question = claim.clone();
    loop {
        let claim = ability(&question)?;
        match claim.check_start() {
            Ok(()) => {}
            Err(StartFault::Game(witness)) => return Ok(GamesOutcome::Fails(witness)),
            Err(StartFault::Condition(reason)) => return Ok(GamesOutcome::NotKept(question, reason, None)),
            Err(StartFault::NotJudged(limit)) => return Ok(GamesOutcome::Undecided(limit)),
        }
        let proof = || draft.proof_file(STEP);
        let broken = match ask_question(&question, limits, proof, &mut *watch)? {
            AskOutcome::Stopped(reason) => return Ok(GamesOutcome::Undecided(reason.to_string())),
            AskOutcome::Refuted(refutation) => {
                draft.add_refutation(STEP, &refutation)?;
                let text = to_text(&certificate(question.clone()))?;
                let check = |place: &Path| check(place, registry, &limits.stop, progress);
                return match draft.seal(&text, question.rules_file(), check) {
                    Err(WriteError::Check(error)) if error.is_stopped() || error.is_unjudged() => {
                        Ok(GamesOutcome::Undecided(error.to_string()))
                    }
                    checked => checked.map(GamesOutcome::Proved),
                };
            }
            AskOutcome::Found(solution) => solution.witness().clone(),
        };
        question = match claim.otherwise(limits)? {
            Otherwise::Claim(next) => next,
            Otherwise::Game(witness) => return Ok(GamesOutcome::Fails(witness)),
            Otherwise::Open(reason) => return Ok(GamesOutcome::Undecided(reason)),
            Otherwise::Nothing => {
                let reason = format!("from {}, which no game need reach, {broken}", broken.position());
                return Ok(GamesOutcome::NotKept(question, reason, Some(broken)));
            }
        };
    }
}

fn ability(question: &Question) -> Result<Box<dyn GameClaim>, CheckError> {
    let claim: Option<GameClaimAbility> = question.ability();
    claim.ok_or_else(|| CheckError::Manifest(format!("{question} is no claim about games")))
}

fn certificate(claim: Question) -> GamesCertificate {
    GamesCertificate {
        format: FORMAT.to_owned(),
        version: VERSION,
        certamen: env!("CARGO_PKG_VERSION").to_owned(),
        claim,
        encoding: Encoding::default(),
        solver: format!("{}, configuration {CONFIGURATION}", embedded()),
    }
}

/// Checks the certificate in a directory. The registry has to contain the claim. `progress` is called with the number of
/// proof bytes that have been read.
///
/// # Errors
/// [`CheckError`] with the first error.
pub fn check(
    directory: &Path,
    registry: &Registry,
    stop: &Stop,
    progress: impl FnMut(u64),
) -> Result<CheckedGames, CheckError> {
    let GamesCertificate { claim: question, encoding, .. } = parse(&manifest(directory, stop)?, registry)?;
    require_files(directory, [CNF, MAP, PROOF], question.rules_file(), "and should be")?;
    let claim = ability(&question)?;
    let start = claim.check_start();
    if let Err(fault @ (StartFault::Game(_) | StartFault::Condition(_))) = &start {
        return Err(CompositionError::from(fault.to_string()).into());
    }
    let games = claim.check_at_random();
    if let Err(refusal) = &games
        && !refusal.is_limit()
    {
        return Err(CompositionError::from(refusal.to_string()).into());
    }
    let emission = certamen_ask::emission::Emission::new(&question, encoding);
    let refutation = check_refutation(directory, &emission, [CNF, MAP, PROOF], stop, progress)?;
    // A limit of the naive game hides nothing that is wrong.
    start.map_err(|limit| CheckError::NotJudged(limit.to_string()))?;
    games.map_err(|limit| CheckError::NotJudged(limit.to_string()))?;
    Ok(CheckedGames { sentence: claim.sentence(), claim: question, refutation })
}

/// The claim as a sentence.
pub(super) fn claimed(text: &[u8], registry: &Registry) -> Result<String, CheckError> {
    Ok(ability(&parse(text, registry)?.claim)?.sentence())
}

fn parse(text: &[u8], registry: &Registry) -> Result<GamesCertificate, CheckError> {
    let raw: GamesCertificate<serde_json::Value> = read(text, FORMAT, &[VERSION])?;
    let GamesCertificate { format, version, certamen, claim, encoding, solver } = raw;
    let claim = registry.question(claim).map_err(unregistered)?;
    as_written(text, GamesCertificate { format, version, certamen, claim, encoding, solver })
}
