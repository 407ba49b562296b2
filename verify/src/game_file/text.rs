//! A game file on a board as a naive game: positions and plies as text.

use super::game::{FileGame, FilePosition, SECOND};
use super::statement::Stuck;
use super::{Fault, Players};
use crate::language::{Move, Squares};
use crate::naive::{self, GameResult, Naive, NaiveError, ResultAndPlies};

/// A position that breaks `require` is read if the game is over in it. Where the rules take more work than is allowed, no
/// ply is legal and the game has not ended; [`Naive::refusal`] has the reason.
impl Naive for FileGame {
    type Position = FilePosition;

    fn parse(&self, text: &str) -> Result<FilePosition, NaiveError> {
        let position = self.read_words(text)?;
        let admitted = self.admitted(&position);
        if admitted.is_err() && self.result(&position)?.is_none() {
            admitted?;
        }
        Ok(position)
    }

    fn print(&self, position: &FilePosition) -> String {
        let mut letters = vec![vec!['.'; self.size.0]; self.size.1];
        for ((_, letter), word) in self.words.iter().zip(&position.words) {
            for (file, rank) in word.iter() {
                letters[rank][file] = *letter;
            }
        }
        naive::line(&letters) + if position.is_second { SECOND } else { "" }
    }

    fn ended(&self, position: &FilePosition) -> Option<GameResult> {
        self.result(position).unwrap_or(None)
    }

    fn plies(&self, position: &FilePosition) -> Vec<(String, FilePosition)> {
        let legal = self.legal(position).unwrap_or_default();
        legal.into_iter().map(|(played, next)| (played.name, next)).collect()
    }

    fn ply_names(&self, position: &FilePosition) -> Vec<String> {
        let legal = self.legal_within(position, &self.work()).unwrap_or_default();
        legal.into_iter().map(|(_, played)| played.name).collect()
    }

    fn result_and_names(&self, position: &FilePosition) -> (Option<GameResult>, Vec<String>) {
        let (result, moves) = self.result_and_moves(position, &self.work()).unwrap_or_default();
        (result, moves.into_iter().map(|(_, played)| played.name).collect())
    }

    fn pass(&self, position: &FilePosition) -> Option<FilePosition> {
        let is_due = || {
            let judged = self.result_and_moves(position, &self.work());
            judged.is_ok_and(|(result, moves)| result.is_none() && moves.is_empty())
        };
        (self.stuck == Stuck::Passes && is_due()).then(|| self.passed(position))
    }

    fn refusal(&self, position: &FilePosition) -> Option<String> {
        let judged = self.result(position).and_then(|_| self.legal(position));
        judged.err().map(|limit| limit.to_string())
    }

    fn is_faithful(&self, position: &FilePosition) -> bool {
        let mut seen = Squares::new();
        for square in position.words.iter().flat_map(Squares::iter) {
            if seen.contains(&square) || !self.squares.contains(&square) {
                return false;
            }
            seen.insert(square);
        }
        true
    }

    fn is_puzzle(&self) -> bool {
        self.players == Players::One
    }

    fn score(&self, position: &FilePosition) -> Option<i64> {
        self.score(position).ok().flatten()
    }

    fn judged_end(&self, position: &FilePosition) -> Result<Option<GameResult>, NaiveError> {
        Ok(self.result(position)?)
    }

    fn judged_plies(&self, position: &FilePosition) -> Result<ResultAndPlies<FilePosition>, NaiveError> {
        let work = self.work();
        let judged = || -> Result<ResultAndPlies<FilePosition>, Fault> {
            let (result, moves) = self.result_and_moves(position, &work)?;
            let plies = moves.into_iter().map(|(kind, played)| {
                let next = self.played(position, kind, &played, &work)?;
                Ok((played.name, next))
            });
            Ok((result, plies.collect::<Result<_, Fault>>()?))
        };
        Ok(judged().map_err(|fault| self.error(&fault))?)
    }

    fn play(&self, position: &FilePosition, ply: &str) -> Result<FilePosition, NaiveError> {
        let found = if ply == "pass" {
            self.result(position)?;
            self.pass(position)
        } else {
            let work = self.work();
            let refused = |fault: Fault| self.error(&fault);
            let legal = self.legal_within(position, &work).map_err(refused)?;
            // With its kind, a move is always read.
            let is_named = |played: &Move| {
                let (squares, kind) = ply.split_once('=').unwrap_or((ply, ""));
                let written = played.name.split('=').next();
                played.name == ply || kind == played.kind && written == Some(squares)
            };
            let found = legal.iter().find(|(_, played)| is_named(played));
            let next = found.map(|(kind, played)| self.played(position, *kind, played, &work));
            next.transpose().map_err(refused)?
        };
        found.ok_or_else(|| NaiveError::Illegal(ply.to_owned()))
    }

    fn word(&self, position: &FilePosition, name: &str) -> Option<Vec<String>> {
        let squares = crate::language::NaiveView::word(self, position, name)?;
        Some(squares.iter().map(|(file, rank)| naive::square(file, rank)).collect())
    }

    fn condition(&self, position: &FilePosition, name: &str) -> Option<bool> {
        (self.has_second && name == "second").then_some(position.is_second)
    }
}
