//! Claims about games of every length: no game leads to a condition; the second player's replies keep one.
//!
//! Idea: a claim is the question for a ply that breaks it ([`certamen_prove::games_claim`]). `never C` is shown by an
//! invariant `I`: the start has `I` and not `C`, and no ply leads from such a position to another one. `reply S keeps C`: in the
//! positions in which the first player is to move, `C` holds, and each move has a reply whose squares are the image of its
//! squares under `S`, after which `C` holds again.
//!
//! If a player without a move loses, every ply occupies squares and frees none, and the rules end no game in favour of the
//! first player, then games end, and the second player never is the one who is stuck: the start is lost for the first.
//!
//! The positions that games reach are well formed, or the game is over there
//! ([`Rules::keeps_positions`]); so the position before the ply is well formed, and that after it need not be asked.
//!
//! What the refutation does not show: that the circuit of the rules means the game. The start is judged by the naive game, too,
//! which also plays games at random.

mod invariant;
mod reply;
mod state;
mod text;
mod theorem;

use super::LanguageQuestion;
use super::domain::Domain;
use super::record::PASS;
use crate::check::FOR_QUESTIONS;
use crate::error::{LanguageError, Reason};
use crate::naive_judge::Twin;
use crate::predicate::Predicate;
use crate::squares::name_of_image;
use crate::subject::Subject;
use crate::syntax::{Aim, Node, Sentence, SourceText};
use crate::theorem::TheoremAbility;
use certamen_ask::abilities::Abilities;
use certamen_ask::error::QuestionError;
use certamen_ask::flag::Given;
use certamen_ask::query::{Query, ReadWord};
use certamen_ask::read::read_board;
use certamen_ask::solve::AskError;
use certamen_ask::witness::{Witness, WitnessError};
use certamen_prove::games_claim::{GameClaim, GameClaimAbility, Otherwise, StartFault};
use certamen_work::limits::Limits;
use encodings::rules::{Phase, Position, Rules, Step, View, parse_step, print_step};
use encodings::statement::Statement;
use encodings::word::OneHot;
use reply::require_replies;
use serde::{Deserialize, Serialize, Serializer};
use std::fmt;
use std::sync::Arc;
pub(crate) use text::{ClaimForm, ClaimText, condition};
use verify::language::{Refusal, Walk};

/// The games at random that test a claim, and the greatest number of their plies.
const GAMES: u32 = 8;
const PLIES: u32 = 200;

/// A claim about the games of some rules.
pub(crate) struct GamesClaim<R: Rules> {
    text: Arc<ClaimText>,
    /// The invariant beside `not C`.
    invariant: Option<Arc<Node>>,
    /// Whether the replies show that the start is lost for the player to move.
    loses: bool,
    /// What is kept, as a condition.
    kept: LanguageQuestion<R>,
}

/// The parts of a claim, without its rules.
#[derive(Clone, Debug)]
pub(crate) struct ClaimParts {
    pub(crate) text: ClaimText,
    pub(crate) invariant: Option<Node>,
    /// `None`: as much as the rules allow.
    pub(crate) loses: Option<bool>,
}

/// The parameters as JSON has them.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClaimParameters {
    pub(crate) claim: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) invariant: Option<String>,
    /// Whether the replies show that the start is lost for the player to move.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) lost: bool,
    #[serde(default)]
    pub(crate) flags: Given,
}

/// A ply that breaks a claim, from a position that no game need reach.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StepWitness {
    position: String,
    #[serde(rename = "move")]
    played: String,
}

impl Witness for StepWitness {
    fn position(&self) -> &str {
        &self.position
    }
}

impl fmt::Display for StepWitness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "by {}", self.played)
    }
}

impl<R: Rules> GamesClaim<R> {
    /// A claim.
    ///
    /// # Errors
    /// [`QuestionError`] if the game has no such claims, or the text is not a condition.
    pub(crate) fn new(subject: Arc<Subject<R>>, parts: ClaimParts) -> Result<Self, QuestionError> {
        let ClaimParts { text, invariant, loses } = parts;
        if let Some(reason) = subject.no_games() {
            return Err(QuestionError::refused(reason));
        }
        if let Some(omission) = subject.omission {
            let reason =
                format!("nothing is claimed about all games: the words of a position leave out {omission}");
            return Err(QuestionError::refused(reason));
        }
        let may_lose = match text.form {
            ClaimForm::Never => false,
            ClaimForm::Reply(symmetry) => require_replies(&subject, symmetry)?,
        };
        if loses == Some(true) && !may_lose {
            return Err(QuestionError::refused("the rules do not say that the start is then lost"));
        }
        let aim = Aim::Condition(text.kept(invariant.as_ref()));
        // The condition alone has to be one as well.
        for aim in [Aim::Condition(text.condition.clone()), aim.clone()] {
            let asked =
                LanguageQuestion::of_text(subject.clone(), sentence(aim)).map_err(QuestionError::refused)?;
            let (vocabulary, rules) = (&subject.vocabulary, subject.rules());
            Predicate::compile(rules, vocabulary.clone(), &asked.meaning, None)
                .map_err(QuestionError::refused)?;
        }
        let kept = LanguageQuestion::of_text(subject, sentence(aim)).map_err(QuestionError::refused)?;
        if kept.meaning.has_forced {
            return Err(QuestionError::refused(LanguageError::new(0, Reason::NotForced(FOR_QUESTIONS))));
        }
        let invariant = invariant.map(Arc::new);
        Ok(Self { text: Arc::new(text), invariant, loses: loses.unwrap_or(may_lose), kept })
    }

    fn rules(&self) -> &R {
        self.kept.subject.rules()
    }

    fn parts(&self) -> ClaimParts {
        let invariant = self.invariant.as_deref().cloned();
        ClaimParts { text: (*self.text).clone(), invariant, loses: Some(self.loses) }
    }

    fn parameters(&self) -> ClaimParameters {
        ClaimParameters {
            claim: self.text.to_string(),
            invariant: self.invariant.as_ref().map(ToString::to_string),
            lost: self.loses,
            flags: self.kept.subject.flags.clone(),
        }
    }

    /// The question for the condition that no game leads to.
    fn looked_for(&self) -> LanguageQuestion<R> {
        let text = sentence(Aim::Condition(self.text.condition.clone()));
        // `new` has made it once.
        LanguageQuestion::of_text(self.kept.subject.clone(), text).unwrap_or_else(|_| self.kept.clone())
    }

    /// Whether a position has what is kept, by the rules.
    fn keeps(&self, position: Position<R>) -> bool {
        let vocabulary = self.kept.subject.vocabulary.clone();
        let predicate = Predicate::compile(self.rules(), vocabulary, &self.kept.meaning, None);
        // `new` has made it once.
        predicate.is_ok_and(|predicate| predicate.holds(self.rules(), &[position.board()])[0])
    }

    /// The naive twin, if it knows the words of the claim.
    fn twin(&self) -> Option<&Arc<dyn Twin>> {
        self.kept.subject.twin.as_ref().filter(|_| self.kept.has_second_opinion())
    }
}

fn sentence(aim: Aim) -> Sentence {
    Sentence { aim, choice: None, written: SourceText::default() }
}

impl<R: Rules> Query for GamesClaim<R> {
    type Witness = StepWitness;
    const NAME: &'static str = "";

    fn name(&self) -> &str {
        self.rules().name()
    }

    fn state<S: Statement>(&self, statement: &mut S) {
        self.state_step(statement);
    }

    fn read(&self, words: ReadWord<'_>) -> Result<StepWitness, WitnessError> {
        let rules = self.rules();
        let board = read_board(rules, &|name: &str| words(&format!("before-{name}")))?;
        let kinds = &self.kept.subject.vocabulary.kinds;
        let place = |name: &str| Ok::<_, WitnessError>(words(name)?.iter().position(|&bit| bit));
        let kind = if kinds.len() > 1 { place("move[1]-kind")? } else { Some(0) };
        let position = Position::trusted(board);
        let square = place("move[1]")?.and_then(|square| rules.layout().square(square));
        let played = match (position.phase(rules), kind.and_then(|kind| kinds.get(kind)), square) {
            (Phase::Passes(_), ..) => PASS.to_owned(),
            (_, Some(&kind), Some(square)) => {
                let at = OneHot::from_square(square, R::Native::default());
                print_step(rules, Step::new(kind, at, rules.layout()), View::Straight)
            }
            _ => return Err(WitnessError::Refused("the ply has no square or no kind".to_owned())),
        };
        Ok(StepWitness { position: self.kept.subject.print(board), played })
    }

    /// The ply breaks the claim, by the rules; what is kept before it also by the naive game.
    fn verify(&self, StepWitness { position: line, played }: &StepWitness) -> Result<(), WitnessError> {
        let (subject, rules) = (&*self.kept.subject, self.rules());
        let position = subject.parse(line).map_err(WitnessError::Position)?;
        self.kept.witness_of(line, None)?;
        let refused = || WitnessError::Refused(format!("{line}: {played} does not break the claim"));
        let phase = position.phase(rules);
        if let (PASS, Phase::Passes(after)) = (played.as_str(), &phase) {
            return if self.keeps(*after) { Err(refused()) } else { Ok(()) };
        }
        let step = parse_step(rules, position, View::Straight, played);
        let step = step.map_err(|error| WitnessError::Refused(error.to_string()))?;
        let after = position.play(rules, step).ok_or_else(refused)?;
        let is_kept = match self.text.form {
            ClaimForm::Never => self.keeps(after),
            ClaimForm::Reply(symmetry) => self.is_answered(position, step, symmetry),
        };
        if is_kept { Err(refused()) } else { Ok(()) }
    }

    fn position(&self) -> &[&'static str] {
        self.kept.position()
    }

    fn rules_file(&self) -> Option<&str> {
        self.kept.rules_file()
    }

    fn has_second_opinion(&self) -> bool {
        self.kept.has_second_opinion()
    }

    fn abilities() -> Abilities<Self> {
        Abilities::none()
            .with::<GameClaimAbility>(|asked: &Self| Box::new(asked.clone()))
            .with::<TheoremAbility>(|asked| Box::new(asked.clone()))
    }
}

impl<R: Rules> GameClaim for GamesClaim<R> {
    fn sentence(&self) -> String {
        let (rules, condition) = (self.rules(), &self.text.condition);
        let game = format!("{} on {}", rules.name(), rules.board_name());
        let ClaimForm::Reply(symmetry) = self.text.form else {
            return format!("no game of {game} reaches a position with `{condition}`");
        };
        let lost = if self.loses { "the start is lost for the player to move: " } else { "" };
        let until = if self.loses { "" } else { " that does not end the game" };
        format!(
            "{game}: {lost}to each move{until} the second player has a reply whose squares are the image of its squares \
             under {}, and `{condition}` holds after it",
            symmetry.name()
        )
    }

    fn check_start(&self) -> Result<(), StartFault> {
        let (subject, rules) = (&*self.kept.subject, self.rules());
        let start = Position::start(rules);
        let line = subject.print(start.board());
        let about_start = |reason: &dyn fmt::Display| format!("the start, {line}: {reason}");
        let wrong = |reason: String| Err(StartFault::Condition(about_start(&reason)));
        if !rules.well_formed(start.board()) {
            return wrong("the rules do not allow it".to_owned());
        }
        if self.text.form == ClaimForm::Never {
            let looked_for = self.looked_for().about(Some(Domain::Plies(0)));
            if let Ok(found) = looked_for.witness_of(&line, Some("")) {
                return Err(StartFault::Game(looked_for.any_witness(&looked_for.complete(found))));
            }
        } else if !matches!(start.phase(rules), Phase::Moves(_)) {
            return wrong("the game is over there".to_owned());
        }
        if !self.keeps(start) {
            return wrong(format!("`{}` does not hold", self.kept.text));
        }
        match self.kept.witness_of(&line, None) {
            Ok(_) => Ok(()),
            Err(WitnessError::Limit(reason)) => Err(StartFault::NotJudged(about_start(&reason))),
            Err(error) => wrong(error.to_string()),
        }
    }

    fn check_at_random(&self) -> Result<(), Refusal> {
        let Some(twin) = self.twin() else { return Ok(()) };
        let reply = match self.text.form {
            ClaimForm::Never => None,
            ClaimForm::Reply(symmetry) => Some(name_of_image(symmetry)),
        };
        let walk = Walk { kept: self.kept.text.to_string(), reply, games: GAMES, plies: PLIES, seed: 60 };
        twin.walk(&walk).map(drop)
    }

    fn otherwise(&self, limits: &Limits) -> Result<Otherwise, AskError> {
        self.search(limits)
    }
}

impl<R: Rules> Clone for GamesClaim<R> {
    fn clone(&self) -> Self {
        let (text, invariant, kept) = (self.text.clone(), self.invariant.clone(), self.kept.clone());
        Self { text, invariant, loses: self.loses, kept }
    }
}

impl<R: Rules> PartialEq for GamesClaim<R> {
    fn eq(&self, other: &Self) -> bool {
        let of = |claim: &Self| (claim.text.clone(), claim.invariant.clone(), claim.loses);
        self.kept == other.kept && of(self) == of(other)
    }
}

impl<R: Rules> Serialize for GamesClaim<R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.parameters().serialize(serializer)
    }
}

impl<R: Rules> fmt::Display for GamesClaim<R> {
    /// Writes the question for its step, with the claim as a command line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a ply that breaks {} '{}'{}", self.rules().name(), self.text, self.kept.subject.flags)?;
        self.invariant.as_ref().map_or(Ok(()), |invariant| write!(f, " --invariant '{invariant}'"))
    }
}

impl<R: Rules> fmt::Debug for GamesClaim<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GamesClaim({self})")
    }
}
