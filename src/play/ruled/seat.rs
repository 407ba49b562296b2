//! One value of the rules, with its naive twin.

use super::engine::{ByRules, ByTwin, SeatGame, SeatPosition, Twin, twin_of, words};
use super::language;
use super::mobility::Mobility;
use super::reach::reach;
use super::second::{ByTwinMoves, by_solver};
use super::table::SeatedTable;
use super::walk::search;
use crate::game::{PlayError, Table};
use crate::reaching::Reached;
use crate::searched::Search;
use crate::twin::{Disagreement, Opinion, TwinGame};
use certamen_ask::kind::Can;
use certamen_ask::question::Question;
use certamen_language::AnySubject;
use certamen_retro::ruled::{Manner, Puzzling, RuledSubject};
use certamen_retro::subject::AnyRetro;
use certamen_work::Limits;
use encodings::rules::{BoardError, Position, PositionError, Rules, parse, print};
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;
use verify::naive::Naive;

/// Rules, with a naive twin that judges positions if there is one.
///
/// # Examples
/// ```
/// use certamen_play::ruled::Seat;
/// use encodings::othello::rules::Othello;
///
/// let seat = Seat::alone(Othello::<4>);
/// assert!(!seat.has_naive_twin());
/// let start = seat.parse("..../.OX./.XO./....")?;
/// assert_eq!(seat.judge(start)?.mobility(), 4);
/// # Ok::<(), certamen_play::ruled::SeatError>(())
/// ```
pub struct Seat<R> {
    /// The rules.
    pub rules: R,
    pub(super) twin: Option<Twin<R>>,
    /// The rules, to be solved backwards.
    solving: fn(&Arc<Self>) -> Box<dyn AnyRetro>,
    /// Judges questions of the language.
    pub(super) judge: Option<Judge<R>>,
}

/// The naive twin as the judge of questions.
type Judge<R> = fn(Arc<Seat<R>>) -> Arc<dyn certamen_language::Twin>;

impl<R: Rules> Seat<R> {
    /// Rules that implement their naive twin themselves.
    pub fn twinned(rules: R) -> Self
    where
        R: Naive,
    {
        Self { twin: Some(twin_of::<R>), judge: Some(language::judging::<R>), ..Self::alone(rules) }
    }

    /// Rules without a naive twin.
    pub const fn alone(rules: R) -> Self {
        Self { rules, twin: None, judge: None, solving: solving_plainly }
    }

    /// The same, with the puzzles of the game for the verb `puzzles`.
    #[must_use]
    pub fn with_puzzles(self) -> Self
    where
        R: Puzzling,
    {
        Self { solving: solving_with_puzzles, ..self }
    }

    /// The name of the game.
    pub fn name(&self) -> &str {
        self.rules.name()
    }

    /// Whether there is a naive twin.
    pub const fn has_naive_twin(&self) -> bool {
        self.twin.is_some()
    }

    /// A description of how a position is written.
    pub(super) fn notation(&self) -> String {
        let letters: Vec<char> = self.rules.letters().chars().collect();
        let words: Vec<String> =
            letters.iter().zip(self.rules.names()).map(|(letter, name)| format!("{letter} {name}")).collect();
        let empty = letters.last().copied().unwrap_or('.');
        format!(
            "a letter for each square, a1 first, `/` between ranks, as the player to move sees it: {}, {empty} empty",
            words.join(", ")
        )
    }

    /// Reads a position.
    ///
    /// # Errors
    /// [`SeatError`], also if the naive twin refuses the position.
    pub fn parse(&self, text: &str) -> Result<Position<R>, SeatError> {
        let position = Position::new(&self.rules, parse(&self.rules, text)?)?;
        if let Some(twin) = self.twin {
            twin(&self.rules, &self.print(position)).map_err(SeatError::Refused)?;
        }
        Ok(position)
    }

    /// A position as a line.
    pub fn print(&self, position: Position<R>) -> String {
        print(&self.rules, position.board())
    }

    /// The opinion of the rules about a position. If there is a naive twin, it has to agree, also about what each ply
    /// leads to.
    ///
    /// # Errors
    /// [`SeatError::Disagreement`]
    pub fn judge(&self, position: Position<R>) -> Result<Opinion, SeatError> {
        let at = self.at(position)?;
        self.game().compare_plies(&at)?;
        Ok(at.opinion)
    }

    /// The game with its twin, if there is one.
    pub(super) fn game(&self) -> SeatGame<&Self> {
        TwinGame::new(ByRules(self), self.has_naive_twin().then_some(ByTwin(self)))
    }

    /// A position of it. What its plies lead to is not compared.
    pub(super) fn at(&self, position: Position<R>) -> Result<SeatPosition<'_, R>, Box<Disagreement>> {
        let line = self.has_naive_twin().then(|| self.said_of(self.print(position)));
        self.game().at(words(position), line)
    }
}

/// Why a text is not a position, or why an opinion cannot be relied on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SeatError {
    /// The text is not a board.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The board is not a position.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The naive twin refuses the position, with its own reason.
    #[error("{0}")]
    Refused(String),
    /// The rules and their naive twin differ.
    #[error(transparent)]
    Disagreement(#[from] Box<Disagreement>),
}

fn solving_plainly<R: Rules>(seat: &Arc<Seat<R>>) -> Box<dyn AnyRetro> {
    solving(seat, Manner::default())
}

fn solving_with_puzzles<R: Puzzling>(seat: &Arc<Seat<R>>) -> Box<dyn AnyRetro> {
    solving(seat, Manner::default().with_puzzles())
}

fn solving<R: Rules>(seat: &Arc<Seat<R>>, manner: Manner<R>) -> Box<dyn AnyRetro> {
    let manner = Manner { second: Some(by_solver), ..manner };
    let subject = RuledSubject::new(RulesOf(seat.clone())).in_manner(manner);
    if !seat.has_naive_twin() {
        return Box::new(subject);
    }
    let seat = seat.clone();
    Box::new(subject.with_second_way(move || Box::new(ByTwinMoves(seat.clone()))))
}

/// The rules of a seat.
pub(super) struct RulesOf<R>(pub(super) Arc<Seat<R>>);

impl<R> Clone for RulesOf<R> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<R> Deref for RulesOf<R> {
    type Target = R;

    fn deref(&self) -> &R {
        &self.0.rules
    }
}

/// A seat of any rules.
pub(super) trait AnySeat: Send + Sync {
    /// The name of its board, such as `5x5`.
    fn board(&self) -> String;
    fn has_naive_twin(&self) -> bool;
    fn table(self: Arc<Self>) -> Box<dyn Table>;
    /// The rules, to be solved backwards.
    fn solving(&self) -> Box<dyn AnyRetro>;
    /// The question `GAME.mobility` on this board.
    fn mobility(&self, at_least: u32, symmetry_breaking: bool) -> Question;
    /// A shortest game from the start to a position.
    fn reach(&self, position: &str, most: usize, limits: &Limits) -> Result<Reached, PlayError>;
    /// The board in the language of questions.
    fn subject(&self) -> Box<dyn AnySubject>;
    /// A condition on the positions of records.
    fn search(&self, position: Option<&str>, condition: &str) -> Result<Box<dyn Search>, PlayError>;
    fn can(&self) -> Can;
}

impl<R: Rules> AnySeat for Arc<Seat<R>> {
    fn board(&self) -> String {
        self.rules.board_name()
    }

    fn has_naive_twin(&self) -> bool {
        Seat::has_naive_twin(self)
    }

    fn table(self: Arc<Self>) -> Box<dyn Table> {
        Box::new(SeatedTable((*self).clone()))
    }

    fn solving(&self) -> Box<dyn AnyRetro> {
        (self.solving)(self)
    }

    fn mobility(&self, at_least: u32, symmetry_breaking: bool) -> Question {
        Mobility::new(self.clone(), at_least, symmetry_breaking).into()
    }

    fn reach(&self, position: &str, most: usize, limits: &Limits) -> Result<Reached, PlayError> {
        reach(self, position, most, limits)
    }

    fn subject(&self) -> Box<dyn AnySubject> {
        language::subject(self)
    }

    fn search(&self, position: Option<&str>, condition: &str) -> Result<Box<dyn Search>, PlayError> {
        search(self, position, condition)
    }

    fn can(&self) -> Can {
        Can::of::<Mobility<R>>()
    }
}

impl<R: Rules> fmt::Debug for Seat<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seat({} {})", self.name(), self.rules.board_name())
    }
}
