//! One value of the rules, with its naive twin.

use super::cross_check::{TwinMoves, by_solver};
use super::engine::{BoardTwinGame, BoardTwinPosition, RulesEngine, TextTwin, TwinEngine, words};
use super::language;
use super::reach;
use super::table::RuledTable;
use super::values;
use super::walk::search;
use crate::division::TextGame;
use crate::forced_win::ForcedWinQuestion;
use crate::game::{PlayError, Table};
use crate::reach_search::{ReachOutcome, ReachWatcher};
use crate::record_search::RecordCondition;
use crate::twin_game::{Disagreement, Opinion, TwinGame};
use crate::value_solver::{SolvedPosition, ValueRequest};
use certamen_language::AnySubject;
use certamen_language::game_file::{Declaration, FileRules};
use certamen_retro::ruled::{PuzzleRules, RuledSettings, RuledSubject};
use certamen_retro::subject::AnyRetro;
use certamen_search::Progress;
use certamen_work::Limits;
use encodings::rules::{
    BoardError, Boards, ForcedWin, Position, PositionError, Rules, RulesFile, parse, print,
};
use encodings::word::NativeWord;
use std::fmt;
use std::num::NonZero;
use std::ops::Deref;
use std::sync::Arc;
use verify::naive::{Naive, NaiveError};
use verify::strategy::{Checked, ReadSeek, StrategyError, StrategyReferee, Watch};

/// Rules, with a naive twin that judges positions if there is one.
///
/// # Examples
/// ```
/// use certamen_play::ruled::BoardRules;
/// use encodings::othello::rules::Othello;
///
/// let board = BoardRules::alone(Othello::<4>);
/// assert!(!board.has_naive_twin());
/// let start = board.parse("..../.OX./.XO./....")?;
/// assert_eq!(board.judge(start)?.mobility(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct BoardRules<R: Boards> {
    /// The rules.
    pub rules: R,
    pub(super) twin: Option<TextTwin<R>>,
    /// The rules, to be solved backwards.
    solving: fn(&Arc<Self>) -> Box<dyn AnyRetro>,
    /// Judges questions of the language.
    pub(super) judge: Option<MakeJudge<R>>,
    /// Checks strategies.
    pub(super) referee: Option<MakeReferee<R>>,
    /// What the rules declare, proved or refuted.
    pub(super) declarations: fn(&R) -> Vec<Declaration>,
    /// The score of a position in which the game is over, for the player to move, if the game has scores.
    pub(super) score: Option<fn(&R, Position<R>) -> i32>,
    /// Compares the scores that the rules and their naive twin give at the end of a game.
    pub(super) compare_scores: CompareScores<R>,
}

/// The reason why the scores of a position, which is a line, differ.
type CompareScores<R> = fn(&R, &str) -> Result<(), String>;

/// The naive twin as the judge of questions.
type MakeJudge<R> = fn(Arc<BoardRules<R>>) -> Arc<dyn certamen_language::Twin>;

/// The naive twin as the referee of strategies.
type MakeReferee<R> = fn(Arc<BoardRules<R>>) -> Box<dyn StrategyReferee>;

/// The naive twin of a board.
struct Referee<R: Boards>(Arc<BoardRules<R>>);

impl<R: Rules + Naive> StrategyReferee for Referee<R> {
    fn check_strategy(
        &self,
        file: &mut dyn ReadSeek,
        threads: NonZero<usize>,
        watch: &mut Watch<'_>,
    ) -> Result<Checked, StrategyError> {
        self.0.rules.check_strategy(file, threads, watch)
    }
}

impl<R: Rules> BoardRules<R> {
    /// Rules that implement their naive twin themselves.
    pub fn twinned(rules: R) -> Self
    where
        R: Naive,
    {
        let referee: MakeReferee<R> = |board_rules| Box::new(Referee(board_rules));
        Self {
            twin: Some(TextTwin::of_rules()),
            judge: Some(language::judging::<R>),
            referee: Some(referee),
            ..Self::alone(rules)
        }
    }

    /// Rules without a naive twin.
    pub const fn alone(rules: R) -> Self {
        Self {
            rules,
            twin: None,
            judge: None,
            referee: None,
            solving: solving_plainly,
            declarations: |_| Vec::new(),
            score: None,
            compare_scores: |_, _| Ok(()),
        }
    }

    /// The same, with the puzzles of the game for the verb `puzzles`.
    #[must_use]
    pub fn with_puzzles(self) -> Self
    where
        R: PuzzleRules,
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
        let names = &self.rules.names()[..self.rules.words_of_pieces()];
        let words: Vec<String> =
            letters.iter().zip(names).map(|(letter, name)| format!("{letter} {name}")).collect();
        let empty = letters.last().copied().unwrap_or('.');
        let second =
            if self.rules.has_second() { "; ` second` follows if the second player is to move" } else { "" };
        format!(
            "a letter for each square, a1 first, `/` between ranks, as the player to move sees it: {}, {empty} \
             empty{second}",
            words.join(", ")
        )
    }

    /// Reads a position.
    ///
    /// # Errors
    /// [`BoardRulesError`], also if the naive twin refuses the position.
    pub fn parse(&self, text: &str) -> Result<Position<R>, BoardRulesError> {
        let position = Position::new(&self.rules, parse(&self.rules, text)?)?;
        if self.has_naive_twin() {
            self.said_of(self.print(position)).said?;
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
    /// [`Disagreement`]
    pub fn judge(&self, position: Position<R>) -> Result<Opinion, Box<Disagreement>> {
        let at = self.at(position)?;
        self.game().compare_plies(&at)?;
        Ok(at.opinion)
    }

    /// The game with its twin, if there is one.
    pub(super) fn game(&self) -> BoardTwinGame<&Self> {
        TwinGame::new(RulesEngine(self), self.has_naive_twin().then_some(TwinEngine(self)))
    }

    /// A position of it. What its plies lead to is not compared.
    pub(super) fn at(&self, position: Position<R>) -> Result<BoardTwinPosition<'_, R>, Box<Disagreement>> {
        let line = self.has_naive_twin().then(|| self.said_of(self.print(position)));
        self.game().at(words(position), line)
    }
}

impl<N: NativeWord> BoardRules<FileRules<N>> {
    /// The rules of a file.
    pub(super) fn of_file(rules: FileRules<N>) -> Self {
        let score: Option<fn(&FileRules<N>, _) -> i32> =
            if rules.has_score() { Some(FileRules::score) } else { None };
        Self {
            score,
            solving: solving_file,
            declarations: FileRules::declarations,
            compare_scores: FileRules::compare_scores,
            ..Self::twinned(rules)
        }
    }
}

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardRulesError {
    /// The text is not a board.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The board is not a position.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The naive twin refuses the position, or does not judge it, with its own reason.
    #[error(transparent)]
    Refused(#[from] NaiveError),
}

fn solving_plainly<R: Rules>(board_rules: &Arc<BoardRules<R>>) -> Box<dyn AnyRetro> {
    solving(board_rules, RuledSettings::default())
}

fn solving_with_puzzles<R: PuzzleRules>(board_rules: &Arc<BoardRules<R>>) -> Box<dyn AnyRetro> {
    solving(board_rules, RuledSettings::default().with_puzzles())
}

fn solving_file<N: NativeWord>(board_rules: &Arc<BoardRules<FileRules<N>>>) -> Box<dyn AnyRetro> {
    let rules = &board_rules.rules;
    let (score, players) = (board_rules.score, rules.names_of_players());
    solving(board_rules, RuledSettings { score, players, ..RuledSettings::default() })
}

fn solving<R: Rules>(board_rules: &Arc<BoardRules<R>>, manner: RuledSettings<R>) -> Box<dyn AnyRetro> {
    let manner = RuledSettings { cross_check: Some(by_solver), ..manner };
    let subject = RuledSubject::new(RulesOf(board_rules.clone())).with_settings(manner);
    if !board_rules.has_naive_twin() {
        return Box::new(subject);
    }
    let board_rules = board_rules.clone();
    Box::new(subject.with_cross_check(move || Box::new(TwinMoves(board_rules.clone()))))
}

/// The rules of a board.
pub(super) struct RulesOf<R: Boards>(pub(super) Arc<BoardRules<R>>);

impl<R: Boards> Clone for RulesOf<R> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<R: Boards> Deref for RulesOf<R> {
    type Target = R;

    fn deref(&self) -> &R {
        &self.0.rules
    }
}

/// The rules of a board, whatever their type.
pub(super) trait AnyBoardRules: Send + Sync {
    /// The name of its board, such as `5x5`.
    fn board(&self) -> String;
    /// How a position is written.
    fn notation(&self) -> String;
    /// The file with the rules, if they are in one.
    fn rules_file(&self) -> Option<RulesFile<'_>>;
    fn has_naive_twin(&self) -> bool;
    /// The number of moves of a position, or of the start; `None` if the text is no position.
    fn moves_at(&self, position: Option<&str>) -> Option<usize>;
    fn table(self: Arc<Self>) -> Box<dyn Table>;
    /// The rules, to be solved backwards.
    fn solving(&self) -> Box<dyn AnyRetro>;
    /// Reads a position.
    fn read(&self, position: &str) -> Result<(), PlayError>;
    /// Shortest games from the start to positions; at most `most` positions are kept.
    fn reach(
        &self,
        positions: &[String],
        most: usize,
        watcher: &mut ReachWatcher<'_>,
    ) -> Result<Vec<ReachOutcome>, PlayError>;
    /// The value of a position, by search.
    fn values(
        &self,
        request: &ValueRequest<'_>,
        limits: &Limits,
        watch: &mut dyn FnMut(Progress),
    ) -> Result<SolvedPosition, PlayError>;
    /// A position with the game by texts.
    fn text_game(&self, position: Option<&str>) -> Result<TextGame, PlayError>;
    /// A forced win from a position as a formula.
    fn forced_win(&self, position: Option<&str>, claim: ForcedWin) -> Result<ForcedWinQuestion, PlayError>;
    /// Whether the game has scores.
    fn has_scores(&self) -> bool;
    /// The board in the language of questions.
    fn subject(&self) -> Box<dyn AnySubject>;
    /// A condition on the positions of records.
    fn search(&self, position: Option<&str>, condition: &str) -> Result<Box<dyn RecordCondition>, PlayError>;
}

impl<R: Rules> AnyBoardRules for Arc<BoardRules<R>> {
    fn board(&self) -> String {
        self.rules.board_name()
    }

    fn notation(&self) -> String {
        BoardRules::notation(self)
    }

    fn rules_file(&self) -> Option<RulesFile<'_>> {
        self.rules.rules_file()
    }

    fn has_naive_twin(&self) -> bool {
        BoardRules::has_naive_twin(self)
    }

    fn moves_at(&self, position: Option<&str>) -> Option<usize> {
        let read = |text| Position::new(&self.rules, parse(&self.rules, text).ok()?).ok();
        let position = position.map_or_else(|| Some(Position::start(&self.rules)), read)?;
        Some(position.steps(&self.rules).count())
    }

    fn table(self: Arc<Self>) -> Box<dyn Table> {
        Box::new(RuledTable((*self).clone()))
    }

    fn solving(&self) -> Box<dyn AnyRetro> {
        (self.solving)(self)
    }

    fn read(&self, position: &str) -> Result<(), PlayError> {
        reach::read(self, position).map(drop)
    }

    fn reach(
        &self,
        positions: &[String],
        most: usize,
        watcher: &mut ReachWatcher<'_>,
    ) -> Result<Vec<ReachOutcome>, PlayError> {
        reach::reach(self, positions, most, watcher)
    }

    fn values(
        &self,
        request: &ValueRequest<'_>,
        limits: &Limits,
        watch: &mut dyn FnMut(Progress),
    ) -> Result<SolvedPosition, PlayError> {
        values::solve(self, request, limits, watch)
    }

    fn text_game(&self, position: Option<&str>) -> Result<TextGame, PlayError> {
        values::text_game(self, position)
    }

    fn forced_win(&self, position: Option<&str>, claim: ForcedWin) -> Result<ForcedWinQuestion, PlayError> {
        values::forced_win(self, position, claim)
    }

    fn has_scores(&self) -> bool {
        self.score.is_some()
    }

    fn subject(&self) -> Box<dyn AnySubject> {
        language::subject(self)
    }

    fn search(&self, position: Option<&str>, condition: &str) -> Result<Box<dyn RecordCondition>, PlayError> {
        search(self, position, condition)
    }
}

impl<R: Rules> fmt::Debug for BoardRules<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BoardRules({} {})", self.name(), self.rules.board_name())
    }
}
