//! Plays the nodes of a game by the naive rules.
//!
//! The nodes are played in the order of the text, each after its parent: moves are taken back to the last common node.
//! The player of the first move of a game, or of the first move after a setup, is the one to move, unless PL says
//! otherwise. After a setup the game starts again, also for ko. In a node that has a move, PL holds for the next move.
//! Records may continue after two passes.
//!
//! A wrong node gives one error. The nodes after it are not judged, but its siblings are.

use super::read::{Node, SgfGame};
use certamen_records::{TextPlace, TextPlaces};
use certamen_work::stop::Stop;
use std::fmt;
use verify::go::{self as naive, Board, IllegalStart, Position, Reason, Rules, Size};

/// The greatest number of errors that are kept for a game.
pub const COMPLAINT_LIMIT: usize = 1000;

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
    /// The errors in the order of the text: the first [`COMPLAINT_LIMIT`].
    pub complaints: Vec<NodeError>,
    /// The number of wrong nodes.
    pub refused: usize,
}

/// An error in a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeError {
    /// The place of the move in the file.
    pub place: TextPlace,
    /// The number of the line of play, in the order in which lines begin; the main line is 1.
    pub variation: usize,
    /// The number of the move in this line, from 1; passes count.
    pub number: usize,
    /// The reason.
    pub wrong: NodeErrorReason,
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
        let Self { place, variation, number, wrong } = self;
        match variation {
            1 => write!(f, "{place}: move {number}: {wrong}"),
            _ => write!(f, "{place}: variation {variation}, move {number}: {wrong}"),
        }
    }
}

/// Plays a game with all its variations; `None` if it is stopped. `places` are those of the text that it was read from: one
/// for all games of a collection, in their order.
pub fn judge(game: &SgfGame, places: &mut TextPlaces<'_>, rules: Rules, stop: &Stop) -> Option<SgfVerdict> {
    judge_seen(game, places, rules, stop, &mut |_, _| ())
}

/// The same. `see` is called with each position of all lines of play, and with the number of moves before it.
pub(crate) fn judge_seen(
    game: &SgfGame,
    places: &mut TextPlaces<'_>,
    rules: Rules,
    stop: &Stop,
    see: &mut dyn FnMut(usize, &Position),
) -> Option<SgfVerdict> {
    let mut table = Table::new(game, rules);
    let mut judged = SgfVerdict {
        place: places.at(game.nodes.first().map_or(0, |node| node.offset)),
        moves: 0,
        variations: 1,
        end: Board::empty(game.size),
        complaints: Vec::new(),
        refused: 0,
    };
    let mut on_main_line = true;
    for (index, node) in game.nodes.iter().enumerate() {
        if stop.is_requested() {
            return None;
        }
        // A node whose parent is not the node before it begins a line of play.
        if index > 0 && node.parent != Some(index - 1) {
            judged.variations += 1;
            on_main_line = false;
        }
        table.go_back_to(node.parent);
        if let (0, Some((_, first))) = (index, node.played) {
            see(0, &Position { board: Board::empty(game.size), mover: first.by });
        }
        match table.enter(index, node) {
            EnterOutcome::Played => {
                if let Some(position) = table.reached(game, index) {
                    see(table.made, &position);
                }
                if on_main_line {
                    judged.moves = table.made;
                    judged.end = table.board();
                }
            }
            EnterOutcome::Skipped => {}
            EnterOutcome::Refused(offset, wrong) => {
                judged.refused += 1;
                if judged.complaints.len() < COMPLAINT_LIMIT {
                    judged.complaints.push(NodeError {
                        place: places.at(offset),
                        variation: judged.variations,
                        number: table.made + 1,
                        wrong,
                    });
                }
            }
        }
    }
    Some(judged)
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
#[expect(clippy::struct_excessive_bools, reason = "each is undone by itself")]
struct UndoStep {
    node: usize,
    /// Whether it started a game.
    started: bool,
    /// Whether it made a move.
    moved: bool,
    /// Whether it started a game after its move.
    handed_over: bool,
    /// Whether it, or a node before it, is wrong.
    refused: bool,
}

/// The current game, and the games that setups have interrupted.
struct Table {
    size: Size,
    rules: Rules,
    /// Each was started by the setup of a node; the first one by the game itself.
    games: Vec<naive::Game>,
    /// For each game, whether PL says who is to move.
    to_move_is_given: Vec<bool>,
    /// The nodes from the first to the current one.
    path: Vec<UndoStep>,
    /// The number of moves made on this path.
    made: usize,
}

impl Table {
    fn new(game: &SgfGame, rules: Rules) -> Self {
        // The empty board has no string without liberties.
        let start = naive::Game::new(Position::start(game.size), rules).ok();
        Self {
            size: game.size,
            rules,
            games: start.into_iter().collect(),
            to_move_is_given: vec![false],
            path: Vec::new(),
            made: 0,
        }
    }

    fn position(&self) -> Option<&Position> {
        self.games.last().map(naive::Game::position)
    }

    fn board(&self) -> Board {
        self.position().map_or_else(|| Board::empty(self.size), |now| now.board.clone())
    }

    /// The position that a node has led to; `None` if it is that of the node before. The player of the first move
    /// after a setup is the one to move.
    fn reached(&self, game: &SgfGame, index: usize) -> Option<Position> {
        let (step, current) = (self.path.last()?, self.games.last()?);
        if index > 0 && !step.started && !step.moved {
            return None;
        }
        let mut position = current.position().clone();
        let is_given = self.to_move_is_given.last().copied().unwrap_or(false);
        if current.length() == 0 && !is_given {
            let next = game.nodes.get(index + 1).filter(|next| next.parent == Some(index));
            if let Some((_, played)) = next.and_then(|next| next.played) {
                position.mover = played.by;
            }
        }
        Some(position)
    }

    fn go_back_to(&mut self, parent: Option<usize>) {
        while let Some(step) = self.path.pop_if(|step| Some(step.node) != parent) {
            if step.handed_over {
                self.leave_game();
            }
            if let (true, Some(game)) = (step.moved, self.games.last_mut()) {
                game.take_back();
                self.made -= 1;
            }
            if step.started {
                self.leave_game();
            }
        }
    }

    fn leave_game(&mut self) {
        self.games.pop();
        self.to_move_is_given.pop();
    }

    fn begin_game(&mut self, start: Position, to_move_is_given: bool) -> Result<(), IllegalStart> {
        self.games.push(naive::Game::new(start, self.rules)?);
        self.to_move_is_given.push(to_move_is_given);
        Ok(())
    }

    fn enter(&mut self, index: usize, node: &Node) -> EnterOutcome {
        let mut step =
            UndoStep { node: index, started: false, moved: false, handed_over: false, refused: false };
        let entered = if self.path.last().is_some_and(|step| step.refused) {
            EnterOutcome::Skipped
        } else {
            match self.set_up(node, &mut step) {
                Ok(()) => self.play(node, &mut step),
                Err(wrong) => EnterOutcome::Refused(node.offset, wrong),
            }
        };
        step.refused = !matches!(entered, EnterOutcome::Played);
        self.path.push(step);
        entered
    }

    fn set_up(&mut self, node: &Node, step: &mut UndoStep) -> Result<(), NodeErrorReason> {
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
        self.begin_game(start, has_player)?;
        step.started = true;
        Ok(())
    }

    /// After a move, gives the turn to the player that PL names. If it is that player's turn, nothing changes.
    fn hand_over(&mut self, node: &Node, step: &mut UndoStep) -> Result<(), NodeErrorReason> {
        let (Some(mover), Some(now)) = (node.to_move, self.position()) else { return Ok(()) };
        if now.mover != mover {
            let start = Position { mover, ..now.clone() };
            self.begin_game(start, true)?;
            step.handed_over = true;
        }
        Ok(())
    }

    fn play(&mut self, node: &Node, step: &mut UndoStep) -> EnterOutcome {
        let (Some((offset, played)), Some(game)) = (node.played, self.games.last_mut()) else {
            return EnterOutcome::Played;
        };
        let is_given = self.to_move_is_given.last().copied().unwrap_or(false);
        if game.length() == 0 && !is_given && game.position().mover != played.by {
            let start = Position { mover: played.by, ..game.position().clone() };
            match naive::Game::new(start, self.rules) {
                Ok(started) => *game = started,
                Err(illegal) => return EnterOutcome::Refused(offset, illegal.into()),
            }
        }
        match game.play_move(played) {
            Ok(()) => {
                step.moved = true;
                self.made += 1;
                match self.hand_over(node, step) {
                    Ok(()) => EnterOutcome::Played,
                    Err(wrong) => EnterOutcome::Refused(offset, wrong),
                }
            }
            Err(reason) => EnterOutcome::Refused(offset, reason.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::read;
    use super::*;
    use certamen_records::brackets::{Dialect, nodes};
    use verify::go::{Ending, Ko, Suicide, write_line};

    const RULES: Rules = Rules { suicide: Suicide::Forbidden, ko: Ko::Simple, ending: Ending::Open };

    fn game(text: &str) -> SgfGame {
        read(&nodes(text, Dialect::Sgf).expect("a game")).expect("a game of Go")
    }

    fn places(text: &str) -> TextPlaces<'_> {
        TextPlaces::new(text, TextPlace::FIRST)
    }

    fn judged(text: &str, rules: Rules) -> SgfVerdict {
        judge(&game(text), &mut places(text), rules, &Stop::new()).expect("nobody stops it")
    }

    fn complaints(text: &str, rules: Rules) -> Vec<String> {
        judged(text, rules).complaints.iter().map(ToString::to_string).collect()
    }

    /// A ko on 4x4: White captures at ca's neighbour, and Black may not take back at once.
    const KO: &str = "(;SZ[4]AB[ba][ab][bc]AW[ca][db][cc]PL[B];B[cb]\n;W[bb];B[cb])";

    #[test]
    fn ko_is_refused_at_its_place() {
        let found = [
            "line 2, column 8: move 3: Black plays cb: ko, for the board would be as it was before the last move",
        ];
        assert_eq!(complaints(KO, RULES), found);
        let positional = complaints(KO, Rules { ko: Ko::Positional, ..RULES });
        assert!(
            positional[0].starts_with("line 2, column 8: move 3: Black plays cb: positional superko"),
            "{positional:?}"
        );
        let situational = complaints(KO, Rules { ko: Ko::Situational, ..RULES });
        assert!(situational[0].contains("situational superko"), "{situational:?}");
        // A move elsewhere and its answer lift the prohibition for simple ko only.
        let later = KO.replace(";B[cb])", ";B[dd];W[da];B[cb])");
        assert_eq!(complaints(&later, RULES), [] as [&str; 0]);
    }

    #[test]
    fn variations_are_played_apart() {
        let text = "(;SZ[3];B[bb](;W[aa];B[ca])(;W[bb])(;W[ba](;B[aa];W[aa])(;B[cc])))";
        let judged = judged(text, RULES);
        assert_eq!((judged.moves, judged.variations), (3, 4));
        assert_eq!(write_line(&judged.end), "O.X/.X./...");
        let found: Vec<String> = judged.complaints.iter().map(ToString::to_string).collect();
        assert_eq!(
            found,
            [
                "line 1, column 30: variation 2, move 2: White: bb is occupied by a stone of Black",
                "line 1, column 51: variation 3, move 4: White: aa is occupied by a stone of Black"
            ]
        );
    }

    #[test]
    fn suicide_follows_the_rules() {
        let text = "(;SZ[3]AB[ab][bb][ba]PL[W];W[aa];B[cc])";
        let found = complaints(text, RULES);
        assert_eq!(found, ["line 1, column 28: move 1: White: aa is suicide of 1 stone"]);
        let allowed = Rules { suicide: Suicide::Allowed, ..RULES };
        assert_eq!(complaints(text, allowed), [] as [&str; 0]);
    }

    #[test]
    fn the_player_of_the_first_move_begins_unless_pl_says_otherwise() {
        assert_eq!(complaints("(;SZ[9];W[aa];B[bb])", RULES), [] as [&str; 0]);
        assert_eq!(
            complaints("(;SZ[9]AB[cc][gg];W[aa];B[bb](;AE[bb];B[bb])(;W[cd]))", RULES),
            [] as [&str; 0]
        );
        assert!(complaints("(;SZ[9]PL[B];W[aa])", RULES)[0].contains("it is Black's turn"));
        assert!(complaints("(;SZ[9];B[aa];B[bb])", RULES)[0].contains("it is White's turn"));
        // In the node of a move, PL is about the next one; ko goes on if it names the player who is due.
        assert_eq!(
            complaints("(;SZ[9];B[aa]PL[W](;W[ba])(;W[bb]PL[W];W[cc];B[dd]))", RULES),
            [] as [&str; 0]
        );
        assert_eq!(complaints("(;SZ[9];B[aa]PL[B];B[bb];W[cc])", RULES), [] as [&str; 0]);
        assert!(complaints("(;SZ[9];B[aa]PL[B];W[bb])", RULES)[0].contains("it is Black's turn"));
        let ko = KO.replace(";W[bb]", "PL[W];W[bb]PL[B]").replace("B[cb]\n", "B[cb]");
        assert!(complaints(&ko, RULES)[0].contains("move 3: Black plays cb: ko"), "{ko}");
        assert_eq!(complaints("(;SZ[9];B[];W[tt];B[aa])", RULES), [] as [&str; 0]);
        assert!(complaints("(;SZ[9];B[jj])", RULES)[0].contains("jj is off the 9x9 board"));
        assert!(
            complaints("(;SZ[2]AB[aa]AW[ab][ba])", RULES)[0]
                .contains("the Black string at aa has no liberty")
        );
    }

    #[test]
    fn positions_are_seen_once_with_the_player_who_moves() {
        let seen = |text: &str| {
            let mut seen = Vec::new();
            judge_seen(&game(text), &mut places(text), RULES, &Stop::new(), &mut |made, position| {
                let mover = if position.mover == naive::Stone::Black { 'X' } else { 'O' };
                seen.push(format!("{made} {mover} {}", write_line(&position.board)));
            });
            seen
        };
        let variations = seen("(;SZ[2];B[aa](;W[bb]C[a];C[b])(;W[ab]))");
        assert_eq!(variations, ["0 X ../..", "1 O X./..", "2 X X./.O", "2 X X./O."]);
        // A handicap: White has the first move, also without PL.
        assert_eq!(seen("(;SZ[2]AB[aa];W[bb])"), ["0 O X./..", "1 X X./.O"]);
        assert_eq!(seen("(;SZ[2]W[bb])"), ["0 O ../..", "1 X ../.O"]);
        assert_eq!(seen("(;SZ[2];B[aa];B[bb])"), ["0 X ../..", "1 O X./.."]);
    }

    #[test]
    fn a_game_of_many_branches_is_played_without_recursion() {
        let deep = format!("(;SZ[19]{}{}", "(;B[];W[]".repeat(900), ")".repeat(901));
        assert_eq!(judged(&deep, RULES).moves, 1800);
    }
}
