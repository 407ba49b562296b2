//! A question of the language as a [`Query`], which every verb takes.

mod abilities;

use crate::check::check;
use crate::error::LanguageError;
use crate::meaning::{Meaning, Number};
use crate::predicate::Predicate;
use crate::program::{ChosenMove, Lowering, Program, Requirement, run};
use crate::subject::{Subject, word_of};
use crate::symmetry::unchanged;
use crate::syntax::{Aim, Comparison, Extreme as Which, Node, Part, Text, parse};
use crate::witness::{AskedWitness, Drawn};
use certamen_ask::abilities::Abilities;
use certamen_ask::error::QuestionError;
use certamen_ask::flag::Given;
use certamen_ask::query::{Query, ReadWord};
use certamen_ask::witness::WitnessError;
use encodings::board::{Layout, Mask, Symmetry};
use encodings::rules::{NamedWords, Position, Rules, require_least_image, unknown_board};
use encodings::statement::Statement;
use encodings::word::{OneHot, Word};
use serde::{Deserialize, Serialize, Serializer};
use std::fmt;
use std::sync::Arc;
use verify::language::{Judged, Refusal};

/// A question about a game.
///
/// # Examples
/// ```
/// use certamen_ask::query::Query;
/// use certamen_language::{Asked, Subject};
/// use encodings::othello::rules::Othello;
/// use std::sync::Arc;
///
/// let subject = Arc::new(Subject::new(Othello::<4>));
/// let question = Asked::new(subject, "count(legal) >= 8")?;
/// assert_eq!(question.to_string(), "othello 'count(legal) >= 8'");
/// assert_eq!(question.formula().words[2].name, "legal");
/// # Ok::<(), certamen_language::LanguageError>(())
/// ```
pub struct Asked<R: Rules> {
    subject: Arc<Subject<R>>,
    text: Arc<Text>,
    meaning: Arc<Meaning>,
    /// The symmetries that leave the question unchanged.
    unchanged: Arc<[Symmetry]>,
    /// The bound: the number of the question is at least this much above its least possible value; for a minimum, at
    /// least this much below its greatest possible value.
    bound: Option<u32>,
    symmetry_breaking: bool,
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
    pub(crate) symmetry_breaking: bool,
}

impl<R: Rules> Asked<R> {
    /// The question of a text.
    ///
    /// # Errors
    /// [`LanguageError`]
    pub fn new(subject: Arc<Subject<R>>, text: &str) -> Result<Self, LanguageError> {
        let text = parse(text)?;
        let meaning = check(&text, &subject.vocabulary)?;
        let unchanged = unchanged(&meaning, &subject.vocabulary).into();
        let asked = Self {
            subject,
            text: Arc::new(text),
            meaning: Arc::new(meaning),
            unchanged,
            bound: None,
            symmetry_breaking: false,
        };
        // Programs for different bounds differ in one number only.
        asked.clone().bounded_by(Some(1)).program()?;
        Ok(asked)
    }

    /// The same question with a bound in the form of certificates.
    #[must_use]
    pub(crate) fn bounded_by(self, bound: Option<u32>) -> Self {
        Self { bound, ..self }
    }

    /// The symmetries that leave the question unchanged, including the identity.
    pub fn symmetries(&self) -> &[Symmetry] {
        &self.unchanged
    }

    fn program(&self) -> Result<Program, LanguageError> {
        let bound = self.bounded_number();
        let subject = &self.subject;
        Lowering::question(&self.meaning, &subject.vocabulary, subject.rules().shows(), bound.as_ref())
    }

    fn squares(&self) -> i64 {
        self.subject.rules().layout().squares() as i64
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

    /// The judgement of the rules themselves on a position, if there is no naive twin.
    fn judged_by_rules(&self, position: Position<R>) -> Result<Judged, LanguageError> {
        let subject = &*self.subject;
        let holds = |bound: Option<&Number>| {
            let vocabulary = subject.vocabulary.clone();
            let predicate = Predicate::of(subject.rules(), vocabulary, &self.meaning, bound)?;
            Ok::<_, LanguageError>(predicate.holds(subject.rules(), &[position.board()])[0])
        };
        let answers = holds(None)?;
        let mut judged = Judged { answers, value: None, played: None };
        if let Some((_, number)) = self.meaning.aim.as_ref().filter(|_| answers) {
            // The largest bound that holds, by bisection.
            let (least, most) = number.range(self.squares());
            let (mut kept, mut broken) = (0, (most - least + 1) as u32);
            while broken - kept > 1 {
                let middle = kept.midpoint(broken);
                let asked = Self { bound: Some(middle), ..self.clone() };
                if holds(asked.bounded_number().as_ref())? { kept = middle } else { broken = middle }
            }
            judged.value = self.value_of(kept);
        }
        Ok(judged)
    }

    /// The judgement on a position, by the naive twin if there is one.
    fn judged(&self, line: &str) -> Result<Judged, WitnessError> {
        let position = self.subject.parse(line).map_err(WitnessError::Position)?;
        let refused = |reason: String| WitnessError::Refused(reason);
        match self.subject.twin.as_ref().filter(|_| self.has_second_opinion()) {
            Some(twin) => twin(&self.text.to_string(), line).map_err(|error| refused(error.to_string())),
            None => self.judged_by_rules(position).map_err(|error| refused(error.to_string())),
        }
    }

    fn witness_of(&self, line: &str) -> Result<AskedWitness, WitnessError> {
        let judged = self.judged(line)?;
        if !judged.answers {
            return Err(WitnessError::Refused(format!("{line}: the condition does not hold")));
        }
        let pictures = Drawn(self.subject.pictures.as_ref().and_then(|pictures| pictures(line)));
        Ok(AskedWitness { position: line.to_owned(), value: judged.value, played: judged.played, pictures })
    }

    /// The question as a condition, if it has a bound.
    fn as_condition(&self) -> Option<Text> {
        let value = self.value_of(self.bound?)?;
        let Aim::Extreme { extreme, number, condition } = &self.text.aim else { return None };
        let comparison = match extreme {
            Which::Maximum => Comparison::AtLeast,
            Which::Minimum => Comparison::AtMost,
        };
        let constant = |value: i64| Node::new(0, Part::Number(value.unsigned_abs() as u32));
        let (left, right) = if value < 0 {
            (Node::new(0, Part::Sum(vec![(false, number.clone()), (false, constant(value))])), constant(0))
        } else {
            (number.clone(), constant(value))
        };
        let bound = Node::new(0, Part::Compare(comparison, Box::new(left), Box::new(right)));
        let aim = match condition {
            Some(condition) => Node::new(0, Part::And(vec![bound, condition.clone()])),
            None => bound,
        };
        Some(Text { aim: Aim::Condition(aim), choice: self.text.choice.clone() })
    }
}

/// The move that a statement chooses.
fn chosen<S: Statement, R: Rules>(
    statement: &mut S,
    subject: &Subject<R>,
    program: &Program,
    like: S::Word,
) -> Vec<ChosenMove<S::Word>> {
    let layout = subject.rules().layout();
    let full = Mask::first(layout.squares());
    let choose = |chosen: &crate::program::Chosen| {
        let at = statement.unknown_one_hot(&chosen.name, layout, &full);
        let kinds: Vec<_> = chosen.kinds.iter().map(|&kind| (subject.vocabulary.kinds[kind], kind)).collect();
        let names = Layout::new(kinds.len(), 1).or_else(|| Layout::new(19, kinds.len().div_ceil(19)));
        let Some(names) = names.filter(|_| kinds.len() > 1) else {
            let only = kinds.into_iter().map(|(step, kind)| (step, kind, like.truth(true)));
            return ChosenMove { at, kinds: only.collect() };
        };
        let word =
            statement.unknown_one_hot(&format!("{}-kind", chosen.name), names, &Mask::first(kinds.len()));
        let bit = |(place, (step, kind))| (step, kind, OneHot::word(word).bit(place));
        ChosenMove { at, kinds: kinds.into_iter().enumerate().map(bit).collect() }
    };
    program.chosen.iter().map(choose).collect()
}

impl<R: Rules> Query for Asked<R> {
    type Witness = AskedWitness;
    const NAME: &'static str = "";

    /// The name of the game.
    fn name(&self) -> &str {
        self.subject.rules().name()
    }

    fn state<S: Statement>(&self, statement: &mut S) {
        let (subject, rules) = (&*self.subject, self.subject.rules());
        let layout = rules.layout();
        let board = unknown_board(statement, rules);
        if self.symmetry_breaking {
            require_least_image(statement, layout, &self.unchanged, rules.occupied(board));
        }
        // `new` has made it once, so that it is known not to be too large.
        let Ok(program) = self.program() else { return };
        let chosen = chosen(statement, subject, &program, board.get(0));
        let registers = run::<R, S::Word>(&program, rules, &subject.vocabulary.kinds, &[board], &chosen);
        for requirement in &program.requirements {
            match requirement {
                Requirement::Holds(bit) => statement.require(registers.bits(*bit)[0]),
                Requirement::AtLeast(words, bound) => {
                    let words: Vec<S::Word> = words.iter().map(|&word| registers.words(word)[0]).collect();
                    if let [first, others @ ..] = words.as_slice() {
                        statement.require_total(layout, *first, others, *bound);
                    }
                }
            }
        }
        for (name, word) in &program.shown {
            statement.show(name, layout, registers.words(*word)[0]);
        }
    }

    fn read(&self, words: ReadWord<'_>) -> Result<AskedWitness, WitnessError> {
        let mut failed = None;
        let board = NamedWords::build(|name| match words(name) {
            Ok(bits) => word_of(&bits),
            Err(error) => {
                failed = Some(error);
                R::Native::default()
            }
        });
        if let Some(error) = failed {
            return Err(error.into());
        }
        self.witness_of(&self.subject.print(board))
    }

    fn verify(&self, witness: &AskedWitness) -> Result<(), WitnessError> {
        let judged = self.witness_of(&witness.position)?;
        if judged != *witness {
            let claims = format!("the witness claims: {witness}; the naive game finds: {judged}");
            return Err(WitnessError::Refused(claims));
        }
        match (judged.value, self.bound) {
            (Some(value), Some(bound)) if self.bound_of(value) < bound => {
                Err(WitnessError::Refused(format!("the value is {value}, which does not answer {self}")))
            }
            _ => Ok(()),
        }
    }

    fn complete(&self, witness: AskedWitness) -> AskedWitness {
        let drawn = self.subject.pictures.as_ref().and_then(|pictures| pictures(&witness.position));
        AskedWitness { pictures: Drawn(drawn), ..witness }
    }

    fn validate(&self) -> Result<(), QuestionError> {
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
                Err(QuestionError::Limit(format!("a bound of {bound} on a number from {least} to {most}")))
            }
            _ => Ok(()),
        }
    }

    fn with_symmetry_breaking(self, breaks: bool) -> Self {
        Self { symmetry_breaking: breaks, ..self }
    }

    fn position(&self) -> &'static [&'static str] {
        <R::Board<R::Native> as NamedWords>::NAMES
    }

    /// Whether there is a naive twin that knows the words of the question.
    fn has_second_opinion(&self) -> bool {
        let start = Position::start(self.subject.rules()).board();
        let judge = |twin: &crate::subject::Twin| twin(&self.text.to_string(), &self.subject.print(start));
        self.subject.twin.as_ref().is_some_and(|twin| !matches!(judge(twin), Err(Refusal::Unknown { .. })))
    }

    fn lacks_bound(&self) -> Option<String> {
        if self.bound.is_some() {
            return None;
        }
        let Aim::Extreme { extreme, number, .. } = &self.text.aim else { return None };
        let comparison = match extreme {
            Which::Maximum => ">=",
            Which::Minimum => "<=",
        };
        Some(format!("{number} {comparison} K"))
    }

    fn abilities() -> Abilities<Self> {
        Abilities::none().optimised().listed()
    }
}

impl<R: Rules> Clone for Asked<R> {
    fn clone(&self) -> Self {
        Self {
            subject: self.subject.clone(),
            text: self.text.clone(),
            meaning: self.meaning.clone(),
            unchanged: self.unchanged.clone(),
            ..*self
        }
    }
}

impl<R: Rules> PartialEq for Asked<R> {
    fn eq(&self, other: &Self) -> bool {
        let shape = |asked: &Self| (asked.bound, asked.symmetry_breaking);
        let (one, two) = (&self.subject, &other.subject);
        one.rules().name() == two.rules().name()
            && one.rules().board_name() == two.rules().board_name()
            && one.flags == two.flags
            && self.text == other.text
            && shape(self) == shape(other)
    }
}

impl<R: Rules> Serialize for Asked<R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let parameters = Parameters {
            ask: self.text.to_string(),
            flags: self.subject.flags.clone(),
            bound: self.bound,
            symmetry_breaking: self.symmetry_breaking,
        };
        parameters.serialize(serializer)
    }
}

impl<R: Rules> fmt::Display for Asked<R> {
    /// Writes the question as a command line; a bounded question is written as a condition.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} '", self.subject.rules().name())?;
        match self.as_condition() {
            Some(condition) => write!(f, "{condition}'")?,
            None => write!(f, "{}'", self.text)?,
        }
        write!(f, "{}", self.subject.flags)?;
        f.write_str(if self.symmetry_breaking { " --symmetry-breaking" } else { "" })
    }
}

impl<R: Rules> fmt::Debug for Asked<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Asked({self})")
    }
}
