//! The subject of questions: a value of the rules, the notation of its positions, and the naive game that judges them.

use crate::naive_judge::{NaiveJudge, Twin};
use crate::question::domain::{GameFacts, PARTS_OF_TURNS, UNPROVED_POSITIONS};
use crate::vocabulary::Vocabulary;
use certamen_ask::flag::Given;
use certamen_ask::listed::LineForm;
use encodings::board::Symmetry;
use encodings::rules::{Position, Rules};
use encodings::word::Word;
use serde_json::{Map, Value};
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;
use verify::language::NaiveView;

/// Draws a position: as text, and as an SVG document.
pub type Renderer = Arc<dyn Fn(&str) -> Option<(String, String)> + Send + Sync>;

/// The facts of a position that witnesses of a game have beside its numbers, such as its moves.
pub type Facts = Arc<dyn Fn(&str) -> Map<String, Value> + Send + Sync>;

/// A value of the rules that questions are about.
///
/// # Examples
/// ```
/// use certamen_language::Subject;
/// use encodings::othello::rules::Othello;
///
/// let subject = Subject::new(Othello::<4>);
/// assert!(!subject.has_naive_twin());
/// assert_eq!(subject.vocabulary().entries().len(), 12);
/// ```
pub struct Subject<R: Rules> {
    rules: Arc<dyn Deref<Target = R> + Send + Sync>,
    pub(crate) flags: Given,
    pub(crate) line: LineForm,
    pub(crate) vocabulary: Vocabulary,
    pub(crate) twin: Option<Arc<dyn Twin>>,
    pub(crate) pictures: Option<Renderer>,
    pub(crate) facts: Option<Facts>,
    /// What the rules leave out that a position does not say.
    pub(crate) omission: Option<&'static str>,
}

impl<R: Rules> Subject<R> {
    /// These rules, without a naive twin, with boards in the notation of [`encodings::rules::print()`].
    pub fn new(rules: R) -> Self {
        Self::shared(Owned(rules))
    }

    /// The same for rules that are shared with other owners.
    pub fn shared(rules: impl Deref<Target = R> + Send + Sync + 'static) -> Self {
        let vocabulary = Vocabulary::new(&*rules);
        let line = LineForm::of_rules(&*rules);
        let rules = Arc::new(rules);
        Self {
            rules,
            flags: Given::new(),
            line,
            vocabulary,
            twin: None,
            pictures: None,
            facts: None,
            omission: None,
        }
    }

    /// Sets the flags that choose these rules, with those that the user may leave out.
    #[must_use]
    pub fn with_flags(self, flags: Given) -> Self {
        Self { flags, ..self }
    }

    /// Sets how a board is written.
    #[must_use]
    pub fn with_line(self, line: LineForm) -> Self {
        Self { line, ..self }
    }

    /// Sets what draws positions.
    #[must_use]
    pub fn with_pictures(self, pictures: Renderer) -> Self {
        Self { pictures: Some(pictures), ..self }
    }

    /// Sets what witnesses of questions with a name have beside their number.
    #[must_use]
    pub fn with_facts(self, facts: Facts) -> Self {
        Self { facts: Some(facts), ..self }
    }

    /// Sets what these rules leave out because a position does not say it, such as ko. Then nothing is claimed about the games
    /// of every length.
    #[must_use]
    pub fn with_omission(self, omission: &'static str) -> Self {
        Self { omission: Some(omission), ..self }
    }

    /// Sets why nobody forces a win in the words of this game.
    #[must_use]
    pub fn without_forced_wins(mut self, reason: &'static str) -> Self {
        self.vocabulary.not_forced = Some(reason);
        self
    }

    /// Sets the naive game that judges answers.
    #[must_use]
    pub fn twinned<T: NaiveView + Send + Sync + 'static>(self, twin: T) -> Self {
        self.with_twin(Arc::new(NaiveJudge(twin)))
    }

    /// Sets the naive judge.
    #[must_use]
    pub fn with_twin(self, twin: Arc<dyn Twin>) -> Self {
        Self { twin: Some(twin), ..self }
    }

    /// The rules.
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// The words that questions about it can use.
    pub const fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// The symmetries of the rules, the identity first. It may take a solver to find those of a file.
    pub(crate) fn symmetries(&self) -> Vec<Symmetry> {
        Symmetry::group(self.rules().symmetries())
    }

    /// The number of pieces of a board.
    pub(crate) fn pieces(&self, board: R::Board<R::Native>) -> u32 {
        self.rules().occupied(board).popcount()
    }

    /// The numbers that decide which games can be asked about.
    pub(crate) fn counts(&self) -> GameFacts {
        GameFacts {
            start: self.pieces(Position::start(self.rules()).board()),
            squares: self.rules().squares().len() as u32,
            adds_a_piece: self.rules().adds_a_piece(),
            no_games: self.no_games(),
        }
    }

    /// Why games cannot be stated, if they cannot: turns of several parts are chosen one by one only.
    pub(crate) fn no_games(&self) -> Option<&'static str> {
        if !self.rules().parts_of_turn().is_empty() {
            return Some(PARTS_OF_TURNS);
        }
        (!self.rules().keeps_positions()).then_some(UNPROVED_POSITIONS)
    }

    /// Whether a naive twin judges answers.
    pub const fn has_naive_twin(&self) -> bool {
        self.twin.is_some()
    }

    /// A board as a line.
    pub fn print(&self, board: R::Board<R::Native>) -> String {
        let named = |name: &&str| self.rules().named(board).find(|(known, _)| known == name);
        let words =
            self.line.words.iter().map(|name| named(name).map_or_else(R::Native::default, |(_, word)| word));
        let words: Vec<R::Native> = words.collect();
        let bits: Vec<bool> = self
            .line
            .squares
            .iter()
            .flat_map(|&square| words.iter().map(move |word| word.bit(square)))
            .chain(self.line.flag.and_then(|flag| named(&flag)).map(|(_, word)| word.bit(0)))
            .collect();
        self.line.text(&bits)
    }

    /// The position that a line stands for, or the reason why it is not a position.
    pub(crate) fn parse(&self, line: &str) -> Result<Position<R>, String> {
        let bits = self.line.bits(line).ok_or_else(|| format!("expected {}", self.line.form()))?;
        let nothing = R::Native::default();
        let words = &self.line.words;
        let flag = self.line.flag.filter(|_| bits.last() == Some(&true));
        let board = self.rules().build(|name| {
            if flag == Some(name) {
                return nothing.unit(0);
            }
            let Some(place) = words.iter().position(|known| *known == name) else { return nothing };
            let of_square = self.line.squares.iter().zip(bits.chunks(words.len()));
            of_square
                .filter(|(_, bits)| bits[place])
                .fold(nothing, |word, (&square, _)| word | nothing.unit(square))
        });
        Position::new(self.rules(), board).map_err(|error| error.to_string())
    }
}

/// Rules that belong to a subject alone.
struct Owned<R>(R);

impl<R> Deref for Owned<R> {
    type Target = R;

    fn deref(&self) -> &R {
        &self.0
    }
}

impl<R: Rules> fmt::Debug for Subject<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Subject")
            .field("game", &self.rules().name())
            .field("flags", &self.flags)
            .finish_non_exhaustive()
    }
}
