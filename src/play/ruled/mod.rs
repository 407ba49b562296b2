//! A game made of rules over words: one implementation of [`Rules`] serves every verb.
//!
//! Idea: [`Rules`] defines positions and moves. A [`BoardRules`] is one value of the rules, usually one size of the board,
//! with its naive twin if it has one. A [`RuledGame`] is a list of boards under one name; `--board` chooses a board. It
//! is a [`Game`], and [`RuledGame::mobility`] asks how many legal moves a position can have.
//!
//! All native results are compared with the naive twin ([`twin_game`](crate::twin_game)): every position of a record with its
//! plies and its outcome; and of every witness and every position that is drawn also what each ply leads to.

mod board_rules;
mod boards;
mod cross_check;
mod engine;
mod language;
mod reach;
mod table;
mod values;
mod walk;

pub use board_rules::{BoardRules, BoardRulesError};
pub use cross_check::by_solver;

use crate::division::TextGame;
use crate::forced_win::ForcedWinQuestion;
use crate::game::{Game, PlayError, Purpose, Table};
use crate::reach_search::{KEPT, MOST_KEPT, NO_FORMULA, ReachOutcome, ReachSearch, ReachWatcher};
use crate::record_search::{RecordCondition, RecordSearch};
use crate::solvable::{Solvable, SolvableFeatures, features};
use crate::value_solver::{SolvedPosition, ValueRequest, ValueSolver};
use board_rules::AnyBoardRules;
use boards::BoardList;
use certamen_ask::flag::{Flag, Given};
use certamen_ask::kind::Kind;
use certamen_language::game_file::GameFile;
use certamen_language::{GameQuestion, MOBILITY, NamedKind};
use certamen_retro::subject::{AnyRetro, BuildParts, RangeVerb};
use certamen_search::Progress;
use certamen_work::Limits;
use encodings::rules::{ForcedWin, Rules};
use std::sync::{Arc, OnceLock};
use verify::naive::Naive;

/// A game made of rules over words, on one or several boards.
///
/// # Examples
/// ```
/// use certamen_ask::flag::Given;
/// use certamen_play::{Game, RuledGame};
/// use certamen_work::Stop;
/// use encodings::othello::rules::Othello;
///
/// // Othello's rules alone, without their naive twin: records and pictures say so.
/// let game = RuledGame::new("Othello on 4x4").alone(Othello::<4>);
/// assert!(!game.has_naive_twin());
/// let table = game.table(&Given::new())?;
/// assert_eq!(table.perft(None, 2, false, &Stop::new())?.leaves, 12);
/// # Ok::<(), certamen_play::PlayError>(())
/// ```
#[derive(Clone)]
pub struct RuledGame {
    name: String,
    about: String,
    notation: OnceLock<String>,
    all_boards: BoardList,
}

impl RuledGame {
    /// A game without boards, with its description for lists.
    pub fn new(about: &str) -> Self {
        Self::of_boards(String::new(), about, BoardList::default())
    }

    /// The game of a file, on all its boards, with the naive reader of game files as its second opinion.
    pub fn of_file(file: GameFile) -> Self {
        let (name, about) = (file.name().to_owned(), file.about().to_owned());
        Self::of_boards(name, &about, BoardList::of_file(file))
    }

    fn of_boards(name: String, about: &str, all_boards: BoardList) -> Self {
        Self { name, about: about.to_owned(), notation: OnceLock::new(), all_boards }
    }

    /// Adds a board whose rules have a naive twin. The first board is the default. If two boards have the same name
    /// ([`Boards::board_name`](encodings::rules::Boards::board_name)), only the last one is kept.
    #[must_use]
    pub fn twinned<R: Rules + Naive>(self, rules: R) -> Self
    where
        R::Position: Send + Sync,
    {
        self.with(BoardRules::twinned(rules))
    }

    /// Adds a board whose rules have no naive twin. Every answer will say so.
    #[must_use]
    pub fn alone<R: Rules>(self, rules: R) -> Self {
        self.with(BoardRules::alone(rules))
    }

    /// Adds a board, which may have more than rules and a twin.
    #[must_use]
    pub fn with<R: Rules>(mut self, board_rules: BoardRules<R>) -> Self {
        board_rules.name().clone_into(&mut self.name);
        let board_rules: Arc<dyn AnyBoardRules> = Arc::new(Arc::new(board_rules));
        self.all_boards.add(board_rules);
        self
    }

    /// The question `GAME.mobility`: positions with at least `k` legal moves.
    pub fn mobility(&self) -> Arc<dyn Kind> {
        Arc::new(NamedKind::new(language::kind(&self.name, self.all_boards.clone()), MOBILITY))
    }

    /// The questions of the language about its positions.
    pub fn questions(&self) -> Arc<dyn Kind> {
        Arc::new(language::kind(&self.name, self.all_boards.clone()))
    }

    /// The number of moves of a position, or of the start, by the rules alone; `None` if the text is no position.
    ///
    /// # Errors
    /// [`PlayError::Flags`]
    pub fn moves_at(&self, given: &Given, position: Option<&str>) -> Result<Option<usize>, PlayError> {
        Ok(self.board_rules(given)?.moves_at(position))
    }

    fn board_rules(&self, given: &Given) -> Result<Arc<dyn AnyBoardRules>, PlayError> {
        Ok(self.all_boards.chosen(given.text(BOARD.name))?)
    }

    /// The board of solved tables, by what they say of themselves.
    fn board_of(&self, subject: &str) -> Option<Arc<dyn AnyBoardRules>> {
        let board = subject.strip_prefix(&self.name)?.strip_prefix(' ')?;
        let board = board.split_once(", rules ").map_or(board, |(board, _)| board);
        let found = self.all_boards.chosen(Some(board)).ok()?;
        (found.solving().subject() == subject).then_some(found)
    }
}

/// The flag that chooses a board.
const BOARD: Flag = Flag::text("board", "BOARD", "The board [default: the first one of the game]");

/// The same for a file, with what the arguments can say about it besides.
const BOARD_OF_FILE: Flag = Flag::text(
    BOARD.name,
    "BOARD",
    "The board [default: the first one of the file]; --set K=4, or --board 7x6,K=4, sets a number of the file; --twin \
     OTHER.game names another file of the same game, which judges what these rules find",
);

impl Game for RuledGame {
    fn name(&self) -> &str {
        &self.name
    }

    fn about(&self) -> &str {
        &self.about
    }

    fn boards(&self) -> Vec<String> {
        self.all_boards.names()
    }

    fn notation(&self) -> &str {
        let first = || self.all_boards.chosen(None).map_or_else(|_| String::new(), |board| board.notation());
        self.notation.get_or_init(first)
    }

    fn record_form(&self) -> &'static str {
        "plies between blanks or commas: the squares that each goes from and to, or on which something is placed"
    }

    fn flags(&self, _purpose: Purpose) -> Vec<Flag> {
        vec![self.all_boards.flag()]
    }

    fn has_naive_twin(&self) -> bool {
        self.all_boards.file().is_some() || self.all_boards.all().iter().all(|board| board.has_naive_twin())
    }

    fn solvable(&self) -> Option<&dyn Solvable> {
        Some(self)
    }

    fn reach_search(&self) -> Option<&dyn ReachSearch> {
        Some(self)
    }

    fn value_solver(&self) -> Option<&dyn ValueSolver> {
        Some(self)
    }

    fn record_search(&self) -> Option<&dyn RecordSearch> {
        Some(self)
    }

    fn rules_text(&self) -> Option<&str> {
        self.all_boards.file().map(GameFile::text)
    }

    fn table(&self, given: &Given) -> Result<Box<dyn Table>, PlayError> {
        Ok(self.board_rules(given)?.clone().table())
    }
}

impl RecordSearch for RuledGame {
    fn search(
        &self,
        given: &Given,
        position: Option<&str>,
        condition: &str,
    ) -> Result<Box<dyn RecordCondition>, PlayError> {
        self.board_rules(given)?.search(position, condition)
    }
}

impl ReachSearch for RuledGame {
    fn flags(&self) -> Vec<Flag> {
        vec![self.all_boards.flag(), KEPT]
    }

    fn help(&self) -> &'static str {
        "The search goes forward from the start, position by position, and keeps all that it has seen."
    }

    fn board(&self, given: &Given, position: &str) -> Result<String, PlayError> {
        let board_rules = self.board_rules(given)?;
        board_rules.read(position)?;
        Ok(board_rules.board())
    }

    fn reach(
        &self,
        given: &Given,
        positions: &[String],
        watcher: &mut ReachWatcher<'_>,
    ) -> Result<Vec<ReachOutcome>, PlayError> {
        let most = given.number(KEPT.name).unwrap_or(MOST_KEPT) as usize;
        self.board_rules(given)?.reach(positions, most, watcher)
    }

    fn games_to(
        &self,
        given: &Given,
        position: &str,
    ) -> Result<Result<GameQuestion, &'static str>, PlayError> {
        let asked = self.board_rules(given)?.subject().games_to(position);
        let asked = asked.map_err(|error| PlayError::Position(error.to_string()))?;
        Ok(asked.ok_or(NO_FORMULA))
    }
}

impl ValueSolver for RuledGame {
    fn has_scores(&self) -> bool {
        match self.all_boards.file() {
            Some(file) => file.has_score(),
            None => self.all_boards.all().iter().any(|board_rules| board_rules.has_scores()),
        }
    }

    fn solve(
        &self,
        given: &Given,
        request: &ValueRequest<'_>,
        limits: &Limits,
        watch: &mut dyn FnMut(Progress),
    ) -> Result<SolvedPosition, PlayError> {
        self.board_rules(given)?.values(request, limits, watch)
    }

    fn text_game(&self, given: &Given, position: Option<&str>) -> Result<TextGame, PlayError> {
        self.board_rules(given)?.text_game(position)
    }

    fn forced_win(
        &self,
        given: &Given,
        position: Option<&str>,
        claim: ForcedWin,
    ) -> Result<ForcedWinQuestion, PlayError> {
        self.board_rules(given)?.forced_win(position, claim)
    }

    fn is_puzzle(&self) -> bool {
        self.all_boards.file().is_some_and(GameFile::is_puzzle)
    }
}

impl Solvable for RuledGame {
    fn flags(&self) -> Vec<Flag> {
        vec![self.all_boards.flag()]
    }

    fn examples(&self) -> Vec<(String, String)> {
        let name = &self.name;
        // The smallest board can probably be solved in a moment.
        let board = self.boards().pop().unwrap_or_default();
        let line = |verb: &str, rest: &str| {
            (format!("retro {verb} {name} {rest}--dir {name}-{board}"), String::new())
        };
        let plan = (format!("retro build {name} --board {board} --plan"), "what it would cost".to_owned());
        let rest = ["stats", "longest", "audit"].map(|verb| line(verb, ""));
        let distances = format!("retro distances {name} --board {board}");
        let from = (format!("{distances} --position START"), "from any position".to_owned());
        let asked = [line("build", &format!("--board {board} ")), plan, line("probe", "START ")];
        let export = line("export", "--to csv ");
        asked.into_iter().chain(rest).chain([export, (distances, String::new()), from]).collect()
    }

    fn all(&self) -> Vec<Box<dyn AnyRetro>> {
        self.all_boards.all().iter().map(|board_rules| board_rules.solving()).collect()
    }

    fn of_subject(&self, subject: &str) -> Option<Box<dyn AnyRetro>> {
        self.board_of(subject).map(|board_rules| board_rules.solving())
    }

    /// A file has no puzzles of positions; its boards are not made for a help text.
    fn features(&self) -> SolvableFeatures {
        match self.all_boards.file() {
            Some(file) => SolvableFeatures {
                scores: file.has_score(),
                parts: Some(BuildParts::Sweeps),
                ..SolvableFeatures::default()
            },
            None => features(&self.all()),
        }
    }

    fn has_ranges(&self, what: RangeVerb) -> bool {
        match self.all_boards.file() {
            Some(_) => what != RangeVerb::Puzzles,
            None => self.all().iter().any(|one| one.has_ranges(what)),
        }
    }

    fn given_of(&self, subject: &str) -> Given {
        let board = self.board_of(subject).map(|board_rules| board_rules.board());
        board.map_or_else(Given::new, |board| Given::new().with_text(BOARD.name, &board))
    }

    fn solving(&self, given: &Given) -> Result<Box<dyn AnyRetro>, PlayError> {
        Ok(self.board_rules(given)?.solving())
    }
}

impl std::fmt::Debug for RuledGame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let name = &self.name;
        f.debug_struct("RuledGame")
            .field("name", name)
            .field("boards", &self.boards())
            .finish_non_exhaustive()
    }
}
