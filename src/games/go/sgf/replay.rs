//! Plays the nodes of a game by the naive rules.
//!
//! The nodes are played in the order of the text. Before a node is played, those behind its parent are taken back.
//! The player of the first move of a game, or of the first move after a setup, is the one to move, unless PL says
//! otherwise. After a setup the game starts again, also for ko. In a node that has a move, PL holds for the next move.
//! Records may continue after two passes.
//!
//! A wrong node gives one error. The nodes after it are not judged, but its siblings are.

use super::read::{Node, SgfGame};
use certamen_records::{TextPlace, TextPlaces};
use certamen_work::stop::Stop;
use std::fmt;
use verify::go::{self as naive, Board, IllegalStart, Position, Reason, Rules, Size, Stone};

/// The greatest number of errors that are kept for a game.
pub const ERROR_LIMIT: usize = 1000;

/// The naive game's result for a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SgfVerdict {
    /// The place of the game in its file.
    pub place: TextPlace,
    /// The number of moves of its main line, passes included, up to the first wrong one.
    pub moves: usize,
    /// The number of its lines of play.
    pub variations: usize,
    /// The board at the end of the main line, or before its first wrong move.
    pub end: Board,
    /// The errors in the order of the text: the first [`ERROR_LIMIT`].
    pub errors: Vec<NodeError>,
    /// The number of wrong nodes.
    pub error_count: usize,
}

/// An error in a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeError {
    /// The place of the move, or of the node with the setup, in the file.
    pub place: TextPlace,
    /// The number of the line of play, in the order in which lines begin; the main line is 1.
    pub variation: usize,
    /// The number of the move in this line, from 1; passes count. For a setup that of the next move.
    pub number: usize,
    /// The reason.
    pub reason: NodeErrorReason,
}

/// Why a node is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NodeErrorReason {
    /// The move is not legal.
    #[error(transparent)]
    Move(#[from] Reason),
    /// The stones of a setup are not a position.
    #[error("the stones that are set up: {0}")]
    Setup(#[from] IllegalStart),
}

impl fmt::Display for NodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { place, variation, number, reason } = self;
        write!(f, "{place}: ")?;
        if *variation != 1 {
            write!(f, "variation {variation}, ")?;
        }
        match (reason, number) {
            (NodeErrorReason::Move(_), _) => write!(f, "move {number}: {reason}"),
            (NodeErrorReason::Setup(_), ..=1) => write!(f, "{reason}"),
            (NodeErrorReason::Setup(_), _) => write!(f, "after move {}: {reason}", number - 1),
        }
    }
}

/// Plays a game with all its variations; `None` if it is stopped. `places` are those of the text that it was read from: one
/// for all games of a collection, in their order.
pub fn judge(game: &SgfGame, places: &mut TextPlaces<'_>, rules: Rules, stop: &Stop) -> Option<SgfVerdict> {
    judge_and_visit(game, places, rules, stop, &mut |_, _| ())
}

/// Like [`judge`], and calls `visit` with each position of all lines of play, and with the number of moves before it.
pub(crate) fn judge_and_visit(
    game: &SgfGame,
    places: &mut TextPlaces<'_>,
    rules: Rules,
    stop: &Stop,
    visit: &mut dyn FnMut(usize, &Position),
) -> Option<SgfVerdict> {
    let mut replayer = Replayer::new(game, rules);
    let mut verdict = SgfVerdict {
        place: places.at(game.nodes.first().map_or(0, |node| node.offset)),
        moves: 0,
        variations: 1,
        end: Board::empty(game.size),
        errors: Vec::new(),
        error_count: 0,
    };
    let mut on_main_line = true;
    for (index, node) in game.nodes.iter().enumerate() {
        if stop.is_requested() {
            return None;
        }
        // A node whose parent is not the node before it begins a line of play.
        if index > 0 && node.parent != Some(index - 1) {
            verdict.variations += 1;
            on_main_line = false;
        }
        replayer.go_back_to(node.parent);
        if let (0, Some((_, first))) = (index, node.played) {
            visit(0, &Position { board: Board::empty(game.size), mover: first.by });
        }
        match replayer.enter(index, node) {
            EnterOutcome::Played => {
                if let Some(position) = replayer.reached(game, index) {
                    visit(replayer.made, &position);
                }
                if on_main_line {
                    verdict.moves = replayer.made;
                    verdict.end = replayer.board();
                }
            }
            EnterOutcome::Skipped => {}
            EnterOutcome::Refused(offset, reason) => {
                verdict.add_error(places.at(offset), replayer.made + 1, reason);
            }
        }
    }
    Some(verdict)
}

impl SgfVerdict {
    /// Adds an error of the last line of play.
    fn add_error(&mut self, place: TextPlace, number: usize, reason: NodeErrorReason) {
        self.error_count += 1;
        if self.errors.len() < ERROR_LIMIT {
            self.errors.push(NodeError { place, variation: self.variations, number, reason });
        }
    }
}

/// The result of entering a node.
enum EnterOutcome {
    /// It was played.
    Played,
    /// It is wrong: the byte of the error and the reason.
    Refused(usize, NodeErrorReason),
    /// It follows a wrong node.
    Skipped,
}

/// What has to be undone when a node is left.
#[derive(Debug)]
struct UndoStep {
    node: usize,
    /// The number of games that were started before it.
    games_before: usize,
    /// The index of the game in which it made its move, if it made one.
    moved_in: Option<usize>,
    /// Whether it, or a node before it, is wrong.
    is_refused: bool,
}

/// A game that goes on from a start.
struct StartedGame {
    game: naive::Game,
    /// Whether PL says who is to move first.
    has_given_mover: bool,
}

/// Plays nodes, and takes them back.
struct Replayer {
    size: Size,
    rules: Rules,
    /// The current game behind those that it interrupted. A setup starts a game, and so does a first move by the other player.
    games: Vec<StartedGame>,
    /// The nodes from the first to the current one.
    path: Vec<UndoStep>,
    /// The number of moves made on this path.
    made: usize,
}

impl Replayer {
    fn new(game: &SgfGame, rules: Rules) -> Self {
        // The empty board has no string without liberties.
        let start = naive::Game::new(Position::start(game.size), rules).ok();
        let games = start.map(|game| StartedGame { game, has_given_mover: false });
        Self { size: game.size, rules, games: games.into_iter().collect(), path: Vec::new(), made: 0 }
    }

    fn position(&self) -> Option<&Position> {
        self.games.last().map(|started| started.game.position())
    }

    fn board(&self) -> Board {
        self.position().map_or_else(|| Board::empty(self.size), |now| now.board.clone())
    }

    /// The position that a node has led to; `None` if it is that of the node before. The player of the first move
    /// after a setup is the one to move.
    fn reached(&self, game: &SgfGame, index: usize) -> Option<Position> {
        let (step, current) = (self.path.last()?, self.games.last()?);
        if index > 0 && self.games.len() == step.games_before && step.moved_in.is_none() {
            return None;
        }
        let mut position = current.game.position().clone();
        if current.game.length() == 0 && !current.has_given_mover {
            let next = game.nodes.get(index + 1).filter(|next| next.parent == Some(index));
            if let Some((_, played)) = next.and_then(|next| next.played) {
                position.mover = played.by;
            }
        }
        Some(position)
    }

    fn go_back_to(&mut self, parent: Option<usize>) {
        while let Some(step) = self.path.pop_if(|step| Some(step.node) != parent) {
            self.games.truncate(step.games_before);
            if let Some(index) = step.moved_in {
                self.made -= 1;
                // A game that the node started has gone as a whole.
                if let Some(started) = self.games.get_mut(index) {
                    started.game.take_back();
                }
            }
        }
    }

    fn begin_game(&mut self, start: Position, has_given_mover: bool) -> Result<(), IllegalStart> {
        let game = naive::Game::new(start, self.rules)?;
        self.games.push(StartedGame { game, has_given_mover });
        Ok(())
    }

    fn enter(&mut self, index: usize, node: &Node) -> EnterOutcome {
        let games_before = self.games.len();
        let mut step = UndoStep { node: index, games_before, moved_in: None, is_refused: false };
        let entered = if self.path.last().is_some_and(|step| step.is_refused) {
            EnterOutcome::Skipped
        } else {
            match self.set_up(node) {
                Ok(()) => self.play(node, &mut step),
                Err(wrong) => EnterOutcome::Refused(node.offset, wrong.into()),
            }
        };
        step.is_refused = !matches!(entered, EnterOutcome::Played);
        self.path.push(step);
        entered
    }

    fn set_up(&mut self, node: &Node) -> Result<(), IllegalStart> {
        let has_player = node.to_move.is_some() && node.played.is_none();
        if node.setup.is_empty() && !has_player {
            return Ok(());
        }
        let Some(Position { board, mover }) = self.position().cloned() else { return Ok(()) };
        let changed =
            |point| node.setup.iter().rev().find(|(changed, _)| *changed == point).map(|(_, cell)| *cell);
        let board =
            Board::from_fn(board.size(), |point| changed(point).unwrap_or_else(|| board.stone(point)));
        let start = Position { board, mover: node.to_move.filter(|_| has_player).unwrap_or(mover) };
        self.begin_game(start, has_player)
    }

    /// After a move, gives the turn to the player that PL names. If it is that player's turn, nothing changes.
    fn hand_over(&mut self, node: &Node) -> Result<(), IllegalStart> {
        match (node.to_move, self.position()) {
            (Some(mover), Some(now)) if now.mover != mover => {
                self.begin_game(Position { mover, ..now.clone() }, true)
            }
            _ => Ok(()),
        }
    }

    /// Before the first move of a game, gives the turn to the player who makes it, unless PL names one.
    fn give_first_turn(&mut self, by: Stone) -> Result<(), IllegalStart> {
        match self.games.last() {
            Some(StartedGame { game, has_given_mover: false })
                if game.length() == 0 && game.position().mover != by =>
            {
                self.begin_game(Position { mover: by, ..game.position().clone() }, false)
            }
            _ => Ok(()),
        }
    }

    fn play(&mut self, node: &Node, step: &mut UndoStep) -> EnterOutcome {
        let Some((offset, played)) = node.played else { return EnterOutcome::Played };
        if let Err(wrong) = self.give_first_turn(played.by) {
            return EnterOutcome::Refused(offset, wrong.into());
        }
        let index = self.games.len().saturating_sub(1);
        let Some(current) = self.games.last_mut() else { return EnterOutcome::Played };
        if let Err(reason) = current.game.play_move(played) {
            return EnterOutcome::Refused(offset, reason.into());
        }
        step.moved_in = Some(index);
        self.made += 1;
        match self.hand_over(node) {
            Ok(()) => EnterOutcome::Played,
            Err(wrong) => EnterOutcome::Refused(offset, wrong.into()),
        }
    }
}

#[cfg(test)]
mod tests;
