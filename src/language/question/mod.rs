//! A question of the language as a [`Query`], which every verb takes.

mod abilities;
pub(crate) mod claim;
pub(crate) mod domain;
mod expanded;
mod explain;
mod judge;
pub(crate) mod record;
mod state;
pub(crate) mod system;
mod theorem;

use crate::check::check;
use crate::error::LanguageError;
use crate::forced::{Replies, StoredReplies};
use crate::meaning::{Meaning, Number};
use crate::naive_judge::Twin;
use crate::named::{NamedSentence, QuestionName};
use crate::program::{Lowering, Op, Program};
use crate::reachable::ReachableComposer;
use crate::strategy::strategies;
use crate::subject::Subject;
use crate::symmetry::unchanged;
use crate::syntax::{
    Aim, Comparison, Definitions, Extreme as Which, Node, Part, Sentence, SourceText, parse,
};
use crate::theorem::TheoremAbility;
use crate::witness::{LanguageWitness, PicturePair};
pub use abilities::Symmetries;
pub(crate) use abilities::VALUE;
use certamen_ask::abilities::Abilities;
use certamen_ask::error::QuestionError;
use certamen_ask::flag::Given;
use certamen_ask::query::{Bounded as _, Query, ReadWord};
use certamen_ask::read::read_board;
use certamen_ask::witness::{AnyWitness, WitnessError};
use certamen_prove::argument::ComposerAbility;
use certamen_prove::strategy::Strategies;
use domain::Domain;
use encodings::board::Symmetry;
use encodings::rules::{Passes, Position, Rules, of_games};
use encodings::statement::Statement;
pub use explain::Explanation;
use record::Game;
use serde::{Deserialize, Serialize, Serializer};
pub use state::require;
use std::fmt;
use std::sync::{Arc, OnceLock};
use verify::language::Refusal;

/// A question about a game.
///
/// # Examples
/// ```
/// use certamen_ask::query::Query;
/// use certamen_language::{LanguageQuestion, Subject};
/// use encodings::othello::rules::Othello;
/// use std::sync::Arc;
///
/// let subject = Arc::new(Subject::new(Othello::<4>));
/// let question = LanguageQuestion::new(subject, "count(legal) >= 8")?;
/// assert_eq!(question.to_string(), "othello 'count(legal) >= 8'");
/// assert_eq!(question.formula().words[2].name, "legal");
/// # Ok::<(), certamen_language::LanguageError>(())
/// ```
pub struct LanguageQuestion<R: Rules> {
    subject: Arc<Subject<R>>,
    text: Arc<Sentence>,
    /// Its name, if it has one. Then only positions count in which the rules have not ended the game.
    name: Option<Arc<QuestionName>>,
    meaning: Arc<Meaning>,
    /// The symmetries that leave the question unchanged, once they are asked for.
    unchanged: Arc<OnceLock<Vec<Symmetry>>>,
    /// The bound: the number of the question is at least this much above its least possible value; for a minimum, at
    /// least this much below its greatest possible value.
    bound: Option<u32>,
    /// The positions that are asked about. `None`: all well-formed positions.
    among: Option<Domain>,
    symmetry_breaking: bool,
    /// The replies that its clauses have.
    replies: Arc<Replies>,
}

/// The parameters as JSON has them.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Parameters {
    pub(crate) ask: String,
    #[serde(default)]
    pub(crate) flags: Given,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) bound: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) among: Option<Domain>,
    pub(crate) symmetry_breaking: bool,
    #[serde(default, skip_serializing_if = "StoredReplies::is_empty")]
    pub(crate) replies: StoredReplies,
}

/// The parameters of a question with a name as JSON has them: its flags, among them the bound.
#[derive(Serialize, Deserialize)]
pub(crate) struct NamedParameters {
    #[serde(flatten)]
    pub(crate) flags: Given,
    pub(crate) at_least: u32,
    pub(crate) symmetry_breaking: bool,
}

impl<R: Rules> LanguageQuestion<R> {
    /// The question of a text.
    ///
    /// # Errors
    /// [`LanguageError`]
    pub fn new(subject: Arc<Subject<R>>, text: &str) -> Result<Self, LanguageError> {
        Self::of_text(subject, parse(text)?)
    }

    /// The question of a text that has been read.
    ///
    /// # Errors
    /// [`LanguageError`]
    pub(crate) fn of_text(subject: Arc<Subject<R>>, text: Sentence) -> Result<Self, LanguageError> {
        let text = Definitions::default().expanded(text, &subject.vocabulary)?;
        let meaning = check(&text, &subject.vocabulary)?;
        let asked = Self {
            subject,
            text: Arc::new(text),
            name: None,
            meaning: Arc::new(meaning),
            unchanged: Arc::default(),
            bound: None,
            among: None,
            symmetry_breaking: false,
            replies: Arc::default(),
        };
        // Programs for different bounds differ in one number only.
        asked.clone().bounded_by(Some(1)).program()?;
        Ok(asked)
    }

    /// The question that a sentence with a name asks. Its answers stay answers under all symmetries of the rules.
    ///
    /// # Errors
    /// [`LanguageError`] if the game has a word that is in the way.
    pub(crate) fn named(subject: Arc<Subject<R>>, sentence: NamedSentence) -> Result<Self, LanguageError> {
        let full = sentence.name(subject.rules().name());
        let name = Some(Arc::new(QuestionName { full, sentence }));
        Ok(Self { name, ..Self::new(subject, sentence.text)? })
    }

    /// The same question with a bound in the form of certificates.
    #[must_use]
    pub(crate) fn bounded_by(self, bound: Option<u32>) -> Self {
        Self { bound, ..self }
    }

    /// The same question about other positions.
    #[must_use]
    pub(crate) fn about(self, among: Option<Domain>) -> Self {
        Self { among, ..self }
    }

    /// The symmetries that leave the question unchanged, including the identity. For questions about games: those that
    /// carry games to games.
    pub fn symmetries(&self) -> Vec<Symmetry> {
        self.symmetries_among(self.unchanged.get_or_init(|| {
            let of_rules = self.subject.symmetries();
            if self.name.is_some() {
                return of_rules;
            }
            unchanged(&self.meaning, &self.subject.vocabulary, &of_rules)
        }))
    }

    /// Those of some symmetries that carry the positions to positions that count.
    fn symmetries_among(&self, symmetries: &[Symmetry]) -> Vec<Symmetry> {
        if self.is_of_games() || self.is_of_last_plies() {
            of_games(self.subject.rules(), symmetries)
        } else {
            symmetries.to_vec()
        }
    }

    /// The positions that are asked about. `None`: all well-formed positions.
    pub(crate) const fn among(&self) -> Option<Domain> {
        self.among
    }

    /// Whether all well-formed positions count.
    pub(crate) const fn is_about_any(&self) -> bool {
        self.among.is_none() && self.name.is_none()
    }

    /// The bound; 0 requires nothing.
    pub(crate) fn required(&self) -> u32 {
        self.bound.unwrap_or(0)
    }

    /// The numbers of pieces at the start of a game, and of squares.
    pub(crate) fn sizes_of_games(&self) -> (u32, u32) {
        let counts = self.subject.counts();
        (counts.start, counts.squares)
    }

    /// Whether each step adds a piece.
    pub(crate) fn adds_a_piece(&self) -> bool {
        self.subject.rules().adds_a_piece()
    }

    /// The number of pieces of a position.
    pub(crate) fn pieces_of(&self, line: &str) -> Result<u32, WitnessError> {
        let position = self.subject.parse(line).map_err(WitnessError::Position)?;
        Ok(self.subject.pieces(position.board()))
    }

    /// A witness of any type.
    pub(crate) fn any_witness(&self, witness: &LanguageWitness) -> AnyWitness {
        AnyWitness::new(self.subject.rules().name(), witness.clone())
    }

    /// Whether a game leads to the positions.
    fn is_of_games(&self) -> bool {
        self.among.is_some_and(Domain::is_of_games)
    }

    /// Whether only the last plies of a game lead to the positions.
    fn is_of_last_plies(&self) -> bool {
        matches!(self.among, Some(Domain::Last { .. }))
    }

    /// How a game to the positions passes, and its number of plies without passes that are made at once.
    fn games(&self) -> Option<(Passes, u32)> {
        let start = self.subject.counts().start;
        match self.among? {
            Domain::Pieces { .. } | Domain::Last { .. } => None,
            Domain::NoPasses { pieces } => Some((Passes::Never, pieces.saturating_sub(start))),
            Domain::Plies(plies) => Some((Passes::AsPlies, plies)),
            Domain::Game { pieces, any_order } => {
                let passes = if any_order { Passes::Freely } else { Passes::AtOnce };
                Some((passes, pieces.saturating_sub(start)))
            }
        }
    }

    fn program(&self) -> Result<Program, LanguageError> {
        let bound = self.bounded_number();
        let subject = &self.subject;
        let (vocabulary, rules) = (&subject.vocabulary, subject.rules());
        let mut program = Lowering::question(&self.meaning, vocabulary, rules, bound.as_ref())?;
        if self.name.is_some() {
            // Then the moves do not depend on the outcome.
            let is_of_outcome = |op: &&mut Op| matches!(op, Op::OverWithSteps(_));
            program.operations.iter_mut().filter(is_of_outcome).for_each(|op| *op = Op::Truth(false));
        }
        Ok(program)
    }

    fn squares(&self) -> i64 {
        self.subject.rules().squares().len() as i64
    }

    /// A number that is at least 0 exactly if the bound holds.
    fn bounded_number(&self) -> Option<Number> {
        let (which, number) = self.meaning.aim.as_ref()?;
        let value = self.value_of(self.bound?)?;
        let constant = Number { constant: value, ..Number::default() };
        Some(match which {
            Which::Maximum => number.clone().less(constant),
            Which::Minimum => constant.less(number.clone()),
        })
    }

    /// The value that a bound stands for.
    fn value_of(&self, bound: u32) -> Option<i64> {
        let (which, number) = self.meaning.aim.as_ref()?;
        let (least, most) = number.range(self.squares());
        Some(match which {
            Which::Maximum => least + i64::from(bound),
            Which::Minimum => most - i64::from(bound),
        })
    }

    /// The bound that a value keeps.
    fn bound_of(&self, value: i64) -> u32 {
        let Some((which, number)) = self.meaning.aim.as_ref() else { return 0 };
        let (least, most) = number.range(self.squares());
        let bound = match which {
            Which::Maximum => value - least,
            Which::Minimum => most - value,
        };
        bound.clamp(0, i64::from(u32::MAX)) as u32
    }

    /// A text of the question as a condition, if it has a bound.
    fn as_condition(&self, text: &Sentence) -> Option<Sentence> {
        let value = self.value_of(self.bound?)?;
        let Aim::Extreme { extreme, number, condition } = &text.aim else { return None };
        let comparison = match extreme {
            Which::Maximum => Comparison::AtLeast,
            Which::Minimum => Comparison::AtMost,
        };
        let bound = number.clone().compared(comparison, value);
        let aim = match condition {
            Some(condition) => Node::new(0, Part::And(vec![bound, condition.clone()])),
            None => bound,
        };
        Some(Sentence {
            aim: Aim::Condition(aim),
            choice: text.choice.clone(),
            written: SourceText::default(),
        })
    }
}

impl<R: Rules> Query for LanguageQuestion<R> {
    type Witness = LanguageWitness;
    const NAME: &'static str = "";

    /// The name of the question, or that of the game.
    fn name(&self) -> &str {
        self.name.as_ref().map_or_else(|| self.subject.rules().name(), |name| &name.full)
    }

    fn state<S: Statement>(&self, statement: &mut S) {
        self.state_in_parts(statement, &mut |_, _| {});
    }

    fn read(&self, words: ReadWord<'_>) -> Result<LanguageWitness, WitnessError> {
        if let Some((passes, plies)) = self.games() {
            let game = Game::new(&self.subject, passes).chosen(plies, words)?;
            let line = self.subject.print(game.position.board());
            return self.witness_of(&line, Some(&game.record()));
        }
        self.witness_of(&self.subject.print(read_board(self.subject.rules(), words)?), None)
    }

    fn verify(&self, witness: &LanguageWitness) -> Result<(), WitnessError> {
        let judged = self.witness_of(&witness.position, witness.record.as_deref())?;
        if judged != *witness {
            let claims = match (witness.to_string(), judged.to_string()) {
                (claimed, found) if claimed == found => "the facts are not those of the position".to_owned(),
                (claimed, found) => format!("the witness claims: {claimed}; the naive game finds: {found}"),
            };
            return Err(WitnessError::Refused(claims));
        }
        match self.bound {
            Some(bound) if self.measure(VALUE, &judged) < bound => {
                Err(WitnessError::Refused(format!("{judged}, which does not answer {self}")))
            }
            _ => Ok(()),
        }
    }

    fn complete(&self, witness: LanguageWitness) -> LanguageWitness {
        let drawn = self.subject.pictures.as_ref().and_then(|pictures| pictures(&witness.position));
        LanguageWitness { pictures: PicturePair(drawn), ..witness }
    }

    fn validate(&self) -> Result<(), QuestionError> {
        self.among.map_or(Ok(()), |among| among.validate(self.subject.counts()))?;
        let Some((_, number)) = &self.meaning.aim else {
            return match self.bound {
                Some(_) => Err(QuestionError::refused("a condition has no bound")),
                None => Ok(()),
            };
        };
        let (least, most) = number.range(self.squares());
        // If the greatest possible value is the bound, one more is refuted.
        match self.bound {
            Some(bound) if i64::from(bound) > most - least + 1 => {
                if let Some(name) = &self.name {
                    let limit = name.sentence.objective.of(bound);
                    return Err(QuestionError::Limit(format!("{limit} on {} squares", self.squares())));
                }
                Err(QuestionError::Limit(format!("a bound of {bound} on a number from {least} to {most}")))
            }
            _ => Ok(()),
        }
    }

    fn with_symmetry_breaking(self, breaks: bool) -> Self {
        Self { symmetry_breaking: breaks, ..self }
    }

    /// The last plies may belong to no game, and replies may be missing.
    fn is_relaxed(&self) -> bool {
        self.is_of_last_plies() || self.has_forced()
    }

    /// Whether somebody forces a win is judged, whatever replies the clauses have.
    fn verifies_answers(&self) -> bool {
        !self.is_of_last_plies()
    }

    fn position(&self) -> &[&'static str] {
        self.subject.rules().names()
    }

    fn rules_file(&self) -> Option<&str> {
        self.subject.rules().rules_file().map(|file| file.text)
    }

    /// Whether there is a naive twin that knows the words of the question.
    fn has_second_opinion(&self) -> bool {
        let start = Position::start(self.subject.rules()).board();
        let text = expanded::within_no_plies(&self.text.to_string());
        let judge = |twin: &Arc<dyn Twin>| twin.judge(&text, &self.subject.print(start));
        self.subject.twin.as_ref().is_some_and(|twin| !matches!(judge(twin), Err(Refusal::Unknown { .. })))
    }

    fn lacks_bound(&self) -> Option<String> {
        if self.bound.is_some() {
            return None;
        }
        let Aim::Extreme { extreme, number, .. } = &self.text.as_written().aim else { return None };
        let comparison = match extreme {
            Which::Maximum => ">=",
            Which::Minimum => "<=",
        };
        Some(format!("{number} {comparison} K"))
    }

    fn abilities() -> Abilities<Self> {
        Abilities::none()
            .optimised()
            .listed()
            .with(|asked: &Self| Explanation(asked.explanation()))
            .with(Self::expansion)
            .with(Self::both_symmetries)
            .with::<ComposerAbility>(|asked| Box::new(ReachableComposer::new(asked.clone())))
            .with::<Strategies>(strategies)
            .with::<TheoremAbility>(|asked| Box::new(asked.clone()))
    }
}

impl<R: Rules> Clone for LanguageQuestion<R> {
    fn clone(&self) -> Self {
        Self {
            subject: self.subject.clone(),
            text: self.text.clone(),
            name: self.name.clone(),
            meaning: self.meaning.clone(),
            unchanged: self.unchanged.clone(),
            replies: self.replies.clone(),
            ..*self
        }
    }
}

/// The replies do not count: they are part of how it is asked, and change no answer.
impl<R: Rules> PartialEq for LanguageQuestion<R> {
    fn eq(&self, other: &Self) -> bool {
        let shape = |asked: &Self| (asked.bound, asked.among, asked.symmetry_breaking);
        let (one, two) = (&self.subject, &other.subject);
        one.rules().name() == two.rules().name()
            && one.rules().board_name() == two.rules().board_name()
            && one.flags == two.flags
            && self.text == other.text
            && self.name == other.name
            && shape(self) == shape(other)
    }
}

impl<R: Rules> Serialize for LanguageQuestion<R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.name.is_some() {
            let (flags, at_least) = (self.subject.flags.clone(), self.required());
            let symmetry_breaking = self.symmetry_breaking;
            return NamedParameters { flags, at_least, symmetry_breaking }.serialize(serializer);
        }
        let parameters = Parameters {
            ask: self.text.to_string(),
            flags: self.subject.flags.clone(),
            bound: self.bound,
            among: self.among,
            symmetry_breaking: self.symmetry_breaking,
            replies: self.replies.stored(&self.subject.vocabulary),
        };
        parameters.serialize(serializer)
    }
}

impl<R: Rules> fmt::Display for LanguageQuestion<R> {
    /// Writes the question as a command line; a bounded question is written as a condition. The alternate form (`{:#}`) has
    /// the names that the user defined, the other one what they stand for.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let flags = &self.subject.flags;
        if let Some(name) = &self.name {
            write!(f, "{}{flags} --{} {}", name.full, name.sentence.at_least.name, self.required())?;
        } else {
            let text = if f.alternate() { self.text.as_written() } else { &self.text };
            let text = self.as_condition(text).map_or_else(|| text.to_string(), |text| text.to_string());
            write!(f, "{} '{text}'{flags}", self.subject.rules().name())?;
        }
        self.among.map_or(Ok(()), |among| among.fmt(f))?;
        f.write_str(if self.symmetry_breaking { " --symmetry-breaking" } else { "" })
    }
}

impl<R: Rules> fmt::Debug for LanguageQuestion<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LanguageQuestion({self})")
    }
}
