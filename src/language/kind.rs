//! The kind of questions in the language: one for each game, under the game's name.

use crate::any_subject::{AnySubject, PartialClaim, PartialQuestion};
use crate::claim_reader;
use crate::forced::StoredReplies;
use crate::question::Parameters;
use crate::question::claim::ClaimParameters;
use crate::question::domain::{ANY_ORDER, DISCS, Domain, LAST_STEPS, NO_PASSES, PLIES, REACHABLE};
use crate::question::system::SystemParameters;
use crate::syntax::{Definitions, Sentence, parse};
use crate::theorem::TheoremKind;
use crate::vocabulary::Vocabulary;
use certamen_ask::error::QuestionError;
use certamen_ask::flag::{Flag, Given};
use certamen_ask::kind::{Kind, KindAbilities};
use certamen_ask::question::Question;
use certamen_ask::system::SystemKind;
use certamen_prove::argument::{Argument, Prover, ProverAbility};
use certamen_prove::classes::{Class, Classifier, ClassifierAbility};
use certamen_prove::games_claim::{Claimant, ClaimantAbility};
use std::any::{Any, TypeId};
use std::sync::{Arc, OnceLock};

/// The question itself.
const ASK: Flag = Flag::positional(
    "ask",
    "QUESTION",
    "The question, or @FILE with its text; docs/language.md has the grammar",
);
/// The user's definitions.
const DEFINE: Flag =
    Flag::file("define", "FILE", "Definitions that the question uses: `let NAME = ...`, `let NAME(m) = ...`");

/// The switch that explains a question.
pub const EXPLAIN: &str = "explain";
const EXPLAIN_FLAG: Flag = Flag::switch(
    EXPLAIN,
    "Print on standard error what the question says in words, and how large each part became",
);

/// The features of a game that decide which flags it has.
#[derive(Clone, Copy, Default)]
struct GameFeatures {
    /// Whether games can be stated.
    can_be_stated: bool,
    /// Whether each step adds a piece.
    add_a_piece: bool,
}

/// Chooses a subject by the given flags.
type Choose = dyn Fn(&Given) -> Result<Box<dyn AnySubject>, QuestionError> + Send + Sync;

/// The questions of the language about a game.
///
/// # Examples
/// ```
/// use certamen_ask::flag::Given;
/// use certamen_ask::kind::Kind;
/// use certamen_language::{LanguageKind, Subject};
/// use encodings::othello::rules::Othello;
/// use std::sync::Arc;
///
/// let kind = LanguageKind::new("othello", Vec::new(), |_| Ok(Box::new(Arc::new(Subject::new(Othello::<8>)))));
/// let ask = |text: &str| kind.ask(&Given::new().with_text("ask", text));
/// assert_eq!(ask("count(legal)>=35")?.to_string(), "othello 'count(legal) >= 35'");
/// let error = ask("count(legal) >= 35 and own").map_err(|error| error.to_string());
/// assert_eq!(error, Err("character 24: expected a condition, found a word: squares join by `&`, or write any(own)".to_owned()));
/// # Ok::<(), certamen_ask::error::QuestionError>(())
/// ```
pub struct LanguageKind {
    pub(crate) game: String,
    about: String,
    pub(crate) flags: Vec<Flag>,
    pub(crate) examples: Vec<(&'static str, &'static str)>,
    pub(crate) choose: Arc<Choose>,
    /// The game's own proofs of bounds.
    prover: Option<ProverAbility>,
    /// Its games. They are asked for when flags are listed, which every verb does at the start.
    games: OnceLock<GameFeatures>,
}

impl LanguageKind {
    /// Questions about a game, which these flags choose; without flags, `choose` gives the game's default.
    pub fn new(
        game: &str,
        flags: Vec<Flag>,
        choose: impl Fn(&Given) -> Result<Box<dyn AnySubject>, QuestionError> + Send + Sync + 'static,
    ) -> Self {
        let about = format!("Any question about the positions of {game}, in the language of questions");
        Self {
            game: game.to_owned(),
            about,
            flags,
            examples: Vec::new(),
            choose: Arc::new(choose),
            prover: None,
            games: OnceLock::new(),
        }
    }

    /// Adds proofs of bounds on what games reach that are the game's own. The prover finds the question, with its
    /// definitions expanded, as the text `ask`.
    #[must_use]
    pub fn with_prover(self, prover: ProverAbility) -> Self {
        Self { prover: Some(prover), ..self }
    }

    /// Offers the flags about games without asking the rules whether games can be stated.
    #[must_use]
    pub fn with_all_flags(self) -> Self {
        Self { games: OnceLock::from(GameFeatures { can_be_stated: true, add_a_piece: true }), ..self }
    }

    /// Adds examples of commands, each with a remark.
    #[must_use]
    pub fn with_examples(self, examples: &[(&'static str, &'static str)]) -> Self {
        Self { examples: examples.to_vec(), ..self }
    }
}

/// The question of flags, with its definitions expanded.
fn text(subject: &dyn AnySubject, given: &Given) -> Result<Sentence, QuestionError> {
    let text = given.text(ASK.name).ok_or_else(|| QuestionError::refused("a question is missing"))?;
    definitions(subject, given)?.question(text, &subject.vocabulary()).map_err(QuestionError::refused)
}

/// Whether flags ask for all positions that games reach, of whatever length.
///
/// # Errors
/// [`QuestionError::Flag`] for a flag that needs a length of games.
fn is_of_all(given: &Given) -> Result<bool, QuestionError> {
    if !given.has(REACHABLE.name) || given.number(PLIES.name).is_some() || given.text(DISCS.name).is_some() {
        return Ok(false);
    }
    let is_given = |flag: &Flag| given.has(flag.name) || given.number(flag.name).is_some();
    match [ANY_ORDER, NO_PASSES, LAST_STEPS].iter().find(|flag| is_given(flag)) {
        None => Ok(true),
        Some(flag) => Err(QuestionError::flag(flag.name, "it does not go with games of every length")),
    }
}

/// The definitions of flags.
fn definitions(subject: &dyn AnySubject, given: &Given) -> Result<Definitions, QuestionError> {
    let definitions = given.text(DEFINE.name).map_or_else(|| Ok(Definitions::default()), Definitions::parse);
    let definitions = definitions.map_err(|error| QuestionError::flag(DEFINE.name, error))?;
    let vocabulary = subject.vocabulary();
    if let Some(name) = definitions.names().find(|name| vocabulary.noun(name).is_some()) {
        return Err(QuestionError::flag(DEFINE.name, format!("`{name}` is already a word of the game")));
    }
    Ok(definitions)
}

/// Decides which proof of a bound a question needs: one of the game's own, or that of all numbers of pieces.
struct LanguageProver {
    choose: Arc<Choose>,
    own: Option<ProverAbility>,
}

impl Prover for LanguageProver {
    fn argument(
        &self,
        given: &Given,
        objective: Option<&str>,
    ) -> Result<Option<Box<dyn Argument>>, QuestionError> {
        // Last steps are no games: there is no proof for all numbers of pieces, and `prove` says so.
        if given.number(LAST_STEPS.name).is_some() || !is_of_all(given)? {
            return Ok(None);
        }
        let subject = (self.choose)(given)?;
        let text = text(&*subject, given)?;
        if let Some(own) = &self.own {
            let expanded = given.clone().with_text(ASK.name, &text.to_string());
            let argument = own.argument(&expanded, objective)?;
            if argument.is_some() {
                return Ok(argument);
            }
        }
        subject.reachable(text).map(Some)
    }
}

/// Reads claims about games of every length.
struct LanguageClaimant(Arc<Choose>);

impl Claimant for LanguageClaimant {
    fn claim(&self, given: &Given, invariant: Option<&str>) -> Result<Option<Question>, QuestionError> {
        let Self(choose) = self;
        let Some(text) = given.text(ASK.name) else { return Ok(None) };
        let subject = choose(given)?;
        let definitions = definitions(&*subject, given)?;
        let claim = claim_reader::of_flags(given, text, invariant, &definitions, &subject.vocabulary())?;
        claim.map(|claim| subject.claim(PartialClaim(claim))).transpose()
    }
}

/// Divides positions by the value of a number of the language.
struct LanguageClassifier(Arc<Choose>);

impl Classifier for LanguageClassifier {
    fn classes(&self, given: &Given, by: &str) -> Result<Vec<Class>, QuestionError> {
        let Self(choose) = self;
        let subject = choose(given)?;
        let question = text(&*subject, given)?;
        let by = definitions(&*subject, given)?.question(by, &subject.vocabulary());
        let by = by.map_err(|error| QuestionError::flag("by", error))?;
        let is_of_all = is_of_all(given)?;
        let among = if is_of_all { None } else { Domain::given(given)? };
        let replies = StoredReplies::default();
        let put = PartialQuestion { text: question, bound: None, among, breaks: true, replies };
        subject.classes(put, &by, is_of_all)
    }
}

impl Kind for LanguageKind {
    fn name(&self) -> &str {
        &self.game
    }

    fn about(&self) -> &str {
        &self.about
    }

    /// Those of the question, then those of the game.
    fn flags(&self) -> Vec<Flag> {
        let games = self.games.get_or_init(|| {
            let subject = (self.choose)(&Given::new());
            subject.map_or_else(
                |_| GameFeatures::default(),
                |subject| GameFeatures {
                    can_be_stated: subject.may_have_games(),
                    add_a_piece: subject.may_add_a_piece(),
                },
            )
        });
        let of_games = [REACHABLE, PLIES, LAST_STEPS].into_iter().filter(|_| games.can_be_stated);
        let of_pieces = [DISCS, ANY_ORDER, NO_PASSES].into_iter().filter(|_| games.add_a_piece);
        let of_all = [ASK, DEFINE, EXPLAIN_FLAG].into_iter();
        of_all.chain(of_games).chain(of_pieces).chain(self.flags.iter().copied()).collect()
    }

    fn ask(&self, given: &Given) -> Result<Question, QuestionError> {
        let subject = (self.choose)(given)?;
        let (text, among) = (text(&*subject, given)?, Domain::given(given)?);
        let replies = StoredReplies::default();
        subject.question(PartialQuestion { text, bound: None, among, breaks: false, replies })
    }

    fn parse(&self, parameters: serde_json::Value) -> Result<Question, QuestionError> {
        if parameters.get("claim").is_some() {
            let parameters: ClaimParameters = serde_json::from_value(parameters)?;
            let subject = (self.choose)(&parameters.flags)?;
            return subject.claim(PartialClaim(claim_reader::stored(&parameters, &subject.vocabulary())?));
        }
        let Parameters { ask, flags, bound, among, symmetry_breaking: breaks, replies } =
            serde_json::from_value(parameters)?;
        let text = parse(&ask).map_err(QuestionError::refused)?;
        (self.choose)(&flags)?.question(PartialQuestion { text, bound, among, breaks, replies })
    }

    fn system(&self) -> Option<SystemKind> {
        let (asking, parsing, game) = (self.choose.clone(), self.choose.clone(), self.game.clone());
        let ask = move |given: &Given| {
            let subject = asking(given)?;
            let pieces = match (given.has(REACHABLE.name), given.number(PLIES.name)) {
                (false, _) => {
                    return Err(QuestionError::refused(
                        "--transition-system is about games: it needs --reachable",
                    ));
                }
                (true, Some(_)) => {
                    return Err(QuestionError::flag(
                        PLIES.name,
                        "a transition system has games of any length",
                    ));
                }
                (true, None) if is_of_all(given)? => None,
                (true, None) => match Domain::given(given)? {
                    Some(Domain::Game { pieces, any_order: false }) => Some(pieces),
                    _ => {
                        return Err(QuestionError::refused(
                            "--transition-system takes the rules as they are: no --any-order",
                        ));
                    }
                },
            };
            subject.system(text(&*subject, given)?, pieces)
        };
        let parse_ = move |parameters| {
            let SystemParameters { game: of, ask, flags, pieces } = serde_json::from_value(parameters)?;
            if of != game {
                return Err(QuestionError::refused(format!("it is about {of}")));
            }
            parsing(&flags)?.system(parse(&ask).map_err(QuestionError::refused)?, pieces)
        };
        Some(SystemKind::new(ask, parse_))
    }

    fn abilities(&self) -> KindAbilities {
        KindAbilities { bounded: true, optimised: true, listed: true }
    }

    fn examples(&self) -> &[(&str, &str)] {
        &self.examples
    }

    /// Offers the [`Vocabulary`] of the game without flags, and the proofs of bounds on what games reach.
    fn offer(&self, ability: TypeId) -> Option<Box<dyn Any>> {
        if ability == TypeId::of::<ProverAbility>() {
            let prover = LanguageProver { choose: self.choose.clone(), own: self.prover.clone() };
            return Some(Box::new(Arc::new(prover) as ProverAbility));
        }
        if ability == TypeId::of::<ClaimantAbility>() {
            return Some(Box::new(Arc::new(LanguageClaimant(self.choose.clone())) as ClaimantAbility));
        }
        if ability == TypeId::of::<ClassifierAbility>() {
            return Some(Box::new(Arc::new(LanguageClassifier(self.choose.clone())) as ClassifierAbility));
        }
        if ability == TypeId::of::<TheoremKind>() {
            let has_file = (self.choose)(&Given::new()).is_ok_and(|subject| subject.has_rules_file());
            return has_file.then(|| Box::new(TheoremKind) as Box<dyn Any>);
        }
        if ability != TypeId::of::<Vocabulary>() {
            return None;
        }
        Some(Box::new((self.choose)(&Given::new()).ok()?.vocabulary()))
    }
}

impl std::fmt::Debug for LanguageKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LanguageKind").field("game", &self.game).finish_non_exhaustive()
    }
}
