//! A game file on a board: moves, their effects, ends, and positions as text.

use super::statement::Stuck;
use super::symmetry::Symmetry;
use super::{Fault, FileError, GameFile, Players};
use crate::language::evaluate::Evaluator;
use crate::language::reader::Tree;
use crate::language::scope::{Bounds, Scope, Work};
use crate::language::value::{Names, Value};
use crate::language::{Kind, Move, MoveSquares, Square, Squares};
use crate::naive::{self, GameResult, NaiveError};
use std::sync::Arc;

/// The most moves of a position.
const MOVES_LIMIT: usize = 5_000;

/// A game file on one of its boards, with its settings.
#[derive(Clone, Debug)]
pub struct FileGame {
    /// The text of the file, to name places in it.
    pub(super) text: String,
    pub(super) board: String,
    pub(super) players: Players,
    /// Whether the file asks who is to move.
    pub(super) has_second: bool,
    pub(super) size: (usize, usize),
    pub(super) squares: Squares,
    pub(super) words: Vec<(String, char)>,
    pub(super) scope: Scope,
    pub(super) kinds: Vec<FileKind>,
    pub(super) swaps: Vec<(usize, usize)>,
    pub(super) turn: Option<Symmetry>,
    pub(super) require: Vec<Expression>,
    pub(super) ends: Vec<(GameResult, Expression)>,
    pub(super) last_ends: Vec<(GameResult, Expression)>,
    pub(super) stuck: Stuck,
    pub(super) score: Option<Expression>,
    pub(super) start: FilePosition,
}

/// A position of a game file, as the player to move sees it: the squares of each word, and who is to move.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FilePosition {
    pub(super) words: Vec<Squares>,
    /// Whether the second player is to move; never in a game whose file does not ask for it.
    pub(super) is_second: bool,
}

impl FilePosition {
    pub(super) fn empty(words: usize) -> FilePosition {
        FilePosition { words: vec![Squares::new(); words], is_second: false }
    }

    pub(super) fn set(&mut self, word: usize, squares: Squares) {
        self.words[word] = squares;
    }

    pub(super) fn words(&self) -> &[Squares] {
        &self.words
    }
}

/// How a game has ended, and the legal moves, each with the number of its kind.
type ResultAndMoves = (Option<GameResult>, Vec<(usize, Move)>);

/// What stands behind a position in which the second player is to move.
pub(super) const SECOND: &str = " second";

/// An expression with the values of the names around it.
#[derive(Clone, Debug)]
pub(super) struct Expression {
    pub(super) tree: Arc<Tree>,
    pub(super) bounds: Bounds,
}

/// A kind of moves: the squares that it leads to or leaves, its condition, and the words that it changes.
#[derive(Clone, Debug)]
pub(super) struct FileKind {
    pub(super) kind: Kind,
    pub(super) targets: Expression,
    pub(super) guard: Option<Expression>,
    pub(super) effects: Vec<(usize, Expression)>,
}

impl FileKind {
    /// A move of this kind that need not be legal, to try expressions.
    pub(super) fn tried(&self, at: Square) -> Move {
        let from = (self.kind.way != MoveSquares::Placed).then_some(at);
        let to = (!matches!(self.kind.way, MoveSquares::Leaving(..))).then_some(at);
        Move { kind: self.kind.name.clone(), at, from, to, name: String::new() }
    }

    /// The move at a square of the targets, if it does not begin or end on a square that the board does not have.
    fn at(&self, at: Square, squares: &Squares) -> Option<Move> {
        let reached = |(files, ranks): (isize, isize)| {
            let reached = (at.0.checked_add_signed(files)?, at.1.checked_add_signed(ranks)?);
            squares.contains(&reached).then_some(reached)
        };
        let written = |(file, rank): Square| naive::square(file, rank);
        let (from, to, mut name) = match self.kind.way {
            MoveSquares::Placed => (None, Some(at), written(at)),
            MoveSquares::From(files, ranks) => {
                let from = reached((-files, -ranks))?;
                (Some(from), Some(at), written(from) + &written(at))
            }
            MoveSquares::Leaving(files, ranks, letters) => {
                if reached((files, ranks)).is_some() {
                    return None;
                }
                (Some(at), None, written(at) + letters)
            }
        };
        if self.kind.is_written {
            name.push('=');
            name.push_str(&self.kind.name);
        }
        Some(Move { kind: self.kind.name.clone(), at, from, to, name })
    }
}

impl FileGame {
    pub(super) fn new(file: &GameFile, board: String, size: (usize, usize)) -> FileGame {
        let squares = (0..size.1).flat_map(|rank| (0..size.0).map(move |file| (file, rank))).collect();
        FileGame {
            text: file.text.clone(),
            board,
            players: Players::Two(None),
            has_second: file.has_second,
            size,
            squares,
            words: Vec::new(),
            scope: Scope::default(),
            kinds: Vec::new(),
            swaps: Vec::new(),
            turn: None,
            require: Vec::new(),
            ends: Vec::new(),
            last_ends: Vec::new(),
            stuck: Stuck::Ends(GameResult::Lost),
            score: None,
            start: FilePosition::empty(0),
        }
    }

    /// What a position may take: with what each of its moves leads to, no more than a question.
    pub(super) fn work(&self) -> Work {
        Work::of_position((self.kinds.len() * self.squares.len()).min(MOVES_LIMIT))
    }

    /// The name of the board with the settings that are not the default, such as `7x6,K=4`.
    pub fn board(&self) -> &str {
        &self.board
    }

    /// One player or two.
    pub fn players(&self) -> &Players {
        &self.players
    }

    /// The words of a position with their letters, in the order of the file.
    pub fn words(&self) -> &[(String, char)] {
        &self.words
    }

    /// The kinds of moves in the order of the file.
    pub fn move_kinds(&self) -> impl Iterator<Item = &Kind> {
        self.kinds.iter().map(|kind| &kind.kind)
    }

    /// The position at the start.
    pub fn start(&self) -> FilePosition {
        self.start.clone()
    }

    /// Whether a position is one that `require` admits.
    ///
    /// # Errors
    /// [`FileError`], if this takes more work than is allowed.
    pub fn is_well_formed(&self, position: &FilePosition) -> Result<bool, FileError> {
        let work = self.work();
        let all = self
            .require
            .iter()
            .try_fold(true, |all, required| Ok(self.holds(required, position, &work)? && all));
        all.map_err(|fault: Fault| self.error(&fault))
    }

    /// The number that the file states by `score`, for the player to move; `None` if it states none.
    ///
    /// # Errors
    /// [`FileError`], if this takes more work than is allowed.
    pub fn score(&self, position: &FilePosition) -> Result<Option<i64>, FileError> {
        let work = self.work();
        let score = self
            .score
            .as_ref()
            .map(|score| self.evaluator(position, &work).number(&score.tree, &mut names_of(&score.bounds)));
        score.transpose().map_err(|fault| self.error(&fault))
    }

    /// The legal moves with the positions after them; none if the game is over, or if the player can only pass.
    ///
    /// # Errors
    /// [`FileError`], if this takes more work than is allowed.
    pub fn legal(&self, position: &FilePosition) -> Result<Vec<(Move, FilePosition)>, FileError> {
        let work = self.work();
        let found = || -> Result<Vec<(Move, FilePosition)>, Fault> {
            let moves = self.legal_within(position, &work)?.into_iter();
            moves
                .map(|(kind, played)| {
                    let next = self.played(position, kind, &played, &work)?;
                    Ok((played, next))
                })
                .collect()
        };
        found().map_err(|fault| self.error(&fault))
    }

    /// The legal moves, each with the number of its kind.
    pub(super) fn legal_within(
        &self,
        position: &FilePosition,
        work: &Work,
    ) -> Result<Vec<(usize, Move)>, Fault> {
        match self.decided(position, work)? {
            Some(_) => Ok(Vec::new()),
            None => self.moves_of(position, work),
        }
    }

    /// How the game has ended for the player to move, if it has ended.
    ///
    /// # Errors
    /// [`FileError`], if this takes more work than is allowed.
    pub fn result(&self, position: &FilePosition) -> Result<Option<GameResult>, FileError> {
        let judged = self.result_and_moves(position, &self.work());
        judged.map(|(result, _)| result).map_err(|fault| self.error(&fault))
    }

    /// The legal moves are none if the game has ended.
    pub(super) fn result_and_moves(
        &self,
        position: &FilePosition,
        work: &Work,
    ) -> Result<ResultAndMoves, Fault> {
        let moves = match self.decided(position, work)? {
            Some(result) => return Ok((Some(result), Vec::new())),
            None => self.moves_of(position, work)?,
        };
        if !moves.is_empty() {
            return Ok((None, moves));
        }
        let result = match self.stuck {
            Stuck::Ends(result) => Some(result),
            Stuck::Passes if !self.moves_of(&self.passed(position), work)?.is_empty() => None,
            Stuck::Passes => {
                let result = self.first_that_holds(&self.last_ends, position, work)?;
                Some(result.unwrap_or(GameResult::Drawn))
            }
        };
        Ok((result, moves))
    }

    /// The end that the conditions of the file state before the player moves.
    pub(super) fn decided(&self, position: &FilePosition, work: &Work) -> Result<Option<GameResult>, Fault> {
        self.first_that_holds(&self.ends, position, work)
    }

    fn first_that_holds(
        &self,
        ends: &[(GameResult, Expression)],
        position: &FilePosition,
        work: &Work,
    ) -> Result<Option<GameResult>, Fault> {
        for (result, condition) in ends {
            if self.holds(condition, position, work)? {
                return Ok(Some(*result));
            }
        }
        Ok(None)
    }

    pub(super) fn evaluator<'a>(
        &'a self,
        position: &'a FilePosition,
        work: &'a Work,
    ) -> Evaluator<'a, FileGame> {
        Evaluator::new(self, position, work, Some(&self.scope))
    }

    pub(super) fn holds(
        &self,
        condition: &Expression,
        position: &FilePosition,
        work: &Work,
    ) -> Result<bool, Fault> {
        self.evaluator(position, work).bit(&condition.tree, &mut names_of(&condition.bounds))
    }

    /// The moves that the kinds have, whether the game is over or not; each with the number of its kind.
    pub(super) fn moves_of(&self, position: &FilePosition, work: &Work) -> Result<Vec<(usize, Move)>, Fault> {
        let evaluator = self.evaluator(position, work);
        let mut moves = Vec::new();
        for (index, kind) in self.kinds.iter().enumerate() {
            if let Some(guard) = &kind.guard
                && !evaluator.bit(&guard.tree, &mut names_of(&guard.bounds))?
            {
                continue;
            }
            let targets = evaluator.word(&kind.targets.tree, &mut names_of(&kind.targets.bounds))?;
            let found = targets.iter().filter_map(|at| kind.at(at, &self.squares));
            moves.extend(found.map(|played| (index, played)));
            if moves.len() > MOVES_LIMIT {
                let reason = format!("a position with more than {MOVES_LIMIT} moves");
                return Err(Fault::new(kind.targets.tree.at, reason));
            }
        }
        Ok(moves)
    }

    /// The position after a move, as the next player sees it. All effects read the position before the move.
    pub(super) fn played(
        &self,
        position: &FilePosition,
        kind: usize,
        played: &Move,
        work: &Work,
    ) -> Result<FilePosition, Fault> {
        let evaluator = self.evaluator(position, work);
        let mut next = position.clone();
        for (word, effect) in &self.kinds[kind].effects {
            let mut names = names_of(&effect.bounds);
            names.push(("m", Value::Move(position.clone(), played.clone())));
            next.set(*word, evaluator.word(&effect.tree, &mut names)?);
        }
        Ok(self.passed(&next))
    }

    /// The same position with the next player to move, as that player sees it. In a puzzle nothing changes.
    pub(super) fn passed(&self, position: &FilePosition) -> FilePosition {
        let mut next = position.clone();
        next.is_second = self.has_second && !position.is_second;
        for &(one, other) in &self.swaps {
            next.words.swap(one, other);
        }
        if let Some(turn) = self.turn {
            for word in &mut next.words {
                *word = turn.word(self.size, word);
            }
        }
        next
    }

    /// The words of a text, each square in at most one, and who is to move.
    pub(super) fn read_words(&self, text: &str) -> Result<FilePosition, NaiveError> {
        let mut position = FilePosition::empty(self.words.len());
        let before = text.strip_suffix(SECOND).filter(|_| self.has_second);
        position.is_second = before.is_some();
        let text = before.unwrap_or(text);
        for (rank, letters) in naive::squares(text, self.size.0, self.size.1)?.iter().enumerate() {
            for (file, &letter) in letters.iter().enumerate().filter(|(_, letter)| **letter != '.') {
                let word = self.words.iter().position(|(_, known)| *known == letter);
                let word = word.ok_or_else(|| format!("`{letter}` is not a letter of the game"))?;
                if !self.squares.contains(&(file, rank)) {
                    return Err(format!("the board has no square {}", naive::square(file, rank)).into());
                }
                position.words[word].insert((file, rank));
            }
        }
        Ok(position)
    }

    pub(super) fn error(&self, fault: &Fault) -> FileError {
        FileError::new(&self.text, fault)
    }

    /// Requires that `require` holds.
    pub(super) fn admitted(&self, position: &FilePosition) -> Result<(), NaiveError> {
        if self.is_well_formed(position)? { Ok(()) } else { Err("the position breaks `require`".into()) }
    }
}

/// The names around a statement as values.
pub(super) fn names_of(bounds: &Bounds) -> Names<'_, FilePosition> {
    bounds.iter().map(|(name, bound)| (name.as_str(), Value::of(*bound))).collect()
}
