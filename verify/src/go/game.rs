//! A game: a sequence of positions, and the rules against repetition.
//!
//! Idea: all positions since the start are kept, and a ko rule is a comparison with some of them. A position is the
//! board with the player to move; a pass leads to a position too.
//!
//! Source: J. Tromp and G. Farnebäck, "Combinatorics of Go" (2009), section 3, for positional and situational superko.
//! Simple ko is the rule of most rulesets: a move may not restore the board on which the opponent's last move was made.
//!
//! Cost: positional superko is a look-up of the board; situational superko compares a move with each position since the
//! board first occurred.

use std::collections::HashMap;
use std::fmt;

use thiserror::Error;

use super::board::{Board, Stone};
use super::point::{Point, Size};
use super::rules::{IllegalPlacement, Suicide, place};
use super::strings::first_without_liberties;

/// Which repetition a ko rule forbids. Passes are never forbidden.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ko {
    /// A move may not lead to the board on which the opponent's last ply, if that was a move, was made.
    Simple,
    /// A move may not lead to any earlier board, whoever was to move (PSK). It forbids the suicide of a single stone.
    Positional,
    /// A move may not lead to an earlier board with the same player to move (SSK).
    Situational,
}

/// What two consecutive passes do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ending {
    /// They end the game, as in the paper.
    TwoPasses,
    /// They do nothing: play may be resumed, as in some records.
    Open,
}

/// A ruleset.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Whether suicide is a move.
    pub suicide: Suicide,
    /// Which repetition is forbidden.
    pub ko: Ko,
    /// What two consecutive passes do.
    pub ending: Ending,
}

impl Rules {
    /// The rules of the paper: suicide, positional superko, and two passes end the game.
    pub const PAPER: Rules =
        Rules { suicide: Suicide::Allowed, ko: Ko::Positional, ending: Ending::TwoPasses };
}

/// An action of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// A stone is placed on this point.
    Place(Point),
    /// Nothing is placed.
    Pass,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Place(point) => write!(f, "{point}"),
            Action::Pass => f.write_str("pass"),
        }
    }
}

/// An action of a record, with the player who makes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    /// The player.
    pub by: Stone,
    /// The action.
    pub action: Action,
}

/// A board and the player to move.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Position {
    /// The board.
    pub board: Board,
    /// The player to move, also when the game is over.
    pub mover: Stone,
}

impl Position {
    /// The position before the first move: an empty board, Black to move.
    pub fn start(size: Size) -> Position {
        Position { board: Board::empty(size), mover: Stone::Black }
    }
}

/// A position that no game can start from.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("the {stone} string at {point} has no liberty")]
pub struct IllegalStart {
    /// The colour of the string.
    pub stone: Stone,
    /// The first point of the string, row by row.
    pub point: Point,
}

/// Why an action is not legal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Reason {
    /// The stone may not be placed there, whatever was played before.
    #[error("{mover}: {illegal}")]
    Placement {
        /// The player to move.
        mover: Stone,
        /// What is wrong with the placement.
        illegal: IllegalPlacement,
    },
    /// The simple ko rule.
    #[error("{mover} plays {point}: ko, for the board would be as it was before the last move")]
    Ko {
        /// The player to move.
        mover: Stone,
        /// Where the stone was to go.
        point: Point,
    },
    /// Positional superko.
    #[error("{mover} plays {point}: positional superko, for the board would be as it was after ply {of}")]
    PositionalSuperko {
        /// The player to move.
        mover: Stone,
        /// Where the stone was to go.
        point: Point,
        /// The first ply after which the board was the same; 0 is the start.
        of: usize,
    },
    /// Situational superko.
    #[error(
        "{mover} plays {point}: situational superko, for the board would be as it was after ply {of}, with {} to move",
        mover.opponent()
    )]
    SituationalSuperko {
        /// The player to move.
        mover: Stone,
        /// Where the stone was to go.
        point: Point,
        /// The first ply after which the board and the player to move were the same; 0 is the start.
        of: usize,
    },
    /// It is the other player's turn.
    #[error("{by} plays, but it is {mover}'s turn")]
    NotInTurn {
        /// Who plays.
        by: Stone,
        /// Who is to move.
        mover: Stone,
    },
    /// Two consecutive passes have ended the game.
    #[error("the game is already over, by two passes")]
    GameOver,
}

/// A game in progress.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    rules: Rules,
    start: Position,
    /// Each action with the position after it.
    plies: Vec<(Action, Position)>,
    /// For each board the first ply after which it occurred; 0 is the start.
    seen: HashMap<Board, usize>,
}

impl Game {
    /// A game without plies.
    ///
    /// # Errors
    /// [`IllegalStart`] if a string of `start` has no liberty.
    pub fn new(start: Position, rules: Rules) -> Result<Game, IllegalStart> {
        if let Some(string) = first_without_liberties(&start.board) {
            return Err(IllegalStart { stone: string.stone, point: string.points[0] });
        }
        let seen = HashMap::from([(start.board.clone(), 0)]);
        Ok(Game { rules, start, plies: Vec::new(), seen })
    }

    /// The position that has been reached.
    pub fn position(&self) -> &Position {
        self.plies.last().map_or(&self.start, |(_, position)| position)
    }

    /// The positions from the start on, one more than the number of plies.
    pub fn positions(&self) -> impl Iterator<Item = &Position> {
        std::iter::once(&self.start).chain(self.plies.iter().map(|(_, position)| position))
    }

    /// The actions so far.
    pub fn actions(&self) -> impl Iterator<Item = Action> {
        self.plies.iter().map(|&(action, _)| action)
    }

    /// The number of plies so far, passes included.
    pub fn length(&self) -> usize {
        self.plies.len()
    }

    /// Whether two consecutive passes have ended the game.
    pub fn is_over(&self) -> bool {
        let mut latest = self.plies.iter().rev();
        let is_pass = |ply: Option<&(Action, Position)>| ply.is_some_and(|ply| ply.0 == Action::Pass);
        self.rules.ending == Ending::TwoPasses && is_pass(latest.next()) && is_pass(latest.next())
    }

    /// The legal actions, points row by row and the pass last; empty if the game is over.
    pub fn legal_actions(&self) -> Vec<Action> {
        let points = self.position().board.size().points().map(Action::Place);
        points.chain([Action::Pass]).filter(|&action| self.next(action).is_ok()).collect()
    }

    /// Plays an action that names its player.
    ///
    /// # Errors
    /// [`Reason`] if it is not that player's turn, or as [`Game::play`]; the game is then unchanged.
    pub fn play_move(&mut self, turn: Move) -> Result<(), Reason> {
        let mover = self.position().mover;
        if turn.by != mover {
            return Err(Reason::NotInTurn { by: turn.by, mover });
        }
        self.play(turn.action)
    }

    /// Plays a turn of the player to move.
    ///
    /// # Errors
    /// [`Reason`] if the action is not legal; the game is then unchanged.
    pub fn play(&mut self, action: Action) -> Result<(), Reason> {
        let next = self.next(action)?;
        let ply = self.length() + 1;
        self.seen.entry(next.board.clone()).or_insert(ply);
        self.plies.push((action, next));
        Ok(())
    }

    /// Takes back the last action and returns it; `None` at the start.
    pub fn take_back(&mut self) -> Option<Action> {
        let ply = self.length();
        let (action, after) = self.plies.pop()?;
        // The board is forgotten if no earlier ply led to it; otherwise the ply that was taken back would forbid itself.
        if self.seen.get(&after.board) == Some(&ply) {
            self.seen.remove(&after.board);
        }
        Some(action)
    }

    /// What each ko rule says of a stone on a point, whatever the rule of this game is: the repetition that the rule
    /// forbids, in the order simple, positional, situational.
    ///
    /// # Errors
    /// [`Reason`] if the stone may not be placed there under any of them, or if the game is over.
    pub fn ko_rules_of(&self, point: Point) -> Result<[Option<Reason>; 3], Reason> {
        let (next, mover) = self.placed(point)?;
        Ok([Ko::Simple, Ko::Positional, Ko::Situational].map(|ko| self.repetition(ko, &next, mover, point)))
    }

    /// The position after a turn.
    fn next(&self, action: Action) -> Result<Position, Reason> {
        let Action::Place(point) = action else {
            let Position { board, mover } = self.position();
            let passed = Position { board: board.clone(), mover: mover.opponent() };
            return if self.is_over() { Err(Reason::GameOver) } else { Ok(passed) };
        };
        let (next, mover) = self.placed(point)?;
        match self.repetition(self.rules.ko, &next, mover, point) {
            Some(reason) => Err(reason),
            None => Ok(next),
        }
    }

    /// The position after a stone is placed, ko aside, and who placed it.
    fn placed(&self, point: Point) -> Result<(Position, Stone), Reason> {
        if self.is_over() {
            return Err(Reason::GameOver);
        }
        let Position { board, mover } = self.position();
        let mover = *mover;
        let placement = place(board, mover, point, self.rules.suicide)
            .map_err(|illegal| Reason::Placement { mover, illegal })?;
        Ok((Position { board: placement.board, mover: mover.opponent() }, mover))
    }

    /// The repetition, if any, for which a ko rule forbids the move on `point` that leads to `next`.
    fn repetition(&self, ko: Ko, next: &Position, mover: Stone, point: Point) -> Option<Reason> {
        match ko {
            Ko::Simple => {
                let moved = matches!(self.plies.last(), Some((Action::Place(_), _)));
                let before = self.positions().nth(self.length().checked_sub(1)?)?;
                (moved && before.board == next.board).then_some(Reason::Ko { mover, point })
            }
            Ko::Positional => {
                let of = *self.seen.get(&next.board)?;
                Some(Reason::PositionalSuperko { mover, point, of })
            }
            Ko::Situational => {
                // Positions before the first occurrence of the board need not be compared.
                let first = *self.seen.get(&next.board)?;
                let of = first + self.positions().skip(first).position(|earlier| earlier == next)?;
                Some(Reason::SituationalSuperko { mover, point, of })
            }
        }
    }
}
