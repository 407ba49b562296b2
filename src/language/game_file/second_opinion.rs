//! The second opinion on the rules of a file: those of `verify`, which reads the file, or another one, by itself.

use super::rules::FileRules;
use encodings::word::NativeWord;
use verify::game_file::FileGame;
use verify::naive::{GameResult, Naive, NaiveError, ResultAndPlies};

impl<N: NativeWord> Naive for FileRules<N> {
    type Position = <FileGame as Naive>::Position;

    fn parse(&self, text: &str) -> Result<Self::Position, NaiveError> {
        self.twin.parse(text)
    }

    fn print(&self, position: &Self::Position) -> String {
        self.twin.print(position)
    }

    fn ended(&self, position: &Self::Position) -> Option<GameResult> {
        self.twin.ended(position)
    }

    fn plies(&self, position: &Self::Position) -> Vec<(String, Self::Position)> {
        let plies = self.twin.plies(position);
        if self.has_other_file { self.named_here(position, plies) } else { plies }
    }

    fn ply_names(&self, position: &Self::Position) -> Vec<String> {
        if !self.has_other_file {
            return self.twin.ply_names(position);
        }
        self.plies(position).into_iter().map(|(name, _)| name).collect()
    }

    fn result_and_names(&self, position: &Self::Position) -> (Option<GameResult>, Vec<String>) {
        if !self.has_other_file {
            return self.twin.result_and_names(position);
        }
        (self.ended(position), self.ply_names(position))
    }

    fn is_faithful(&self, position: &Self::Position) -> bool {
        Naive::is_faithful(&self.twin, position)
    }

    fn is_puzzle(&self) -> bool {
        self.twin.is_puzzle()
    }

    fn score(&self, position: &Self::Position) -> Option<i64> {
        Naive::score(&self.twin, position)
    }

    fn judged_end(&self, position: &Self::Position) -> Result<Option<GameResult>, NaiveError> {
        self.twin.judged_end(position)
    }

    fn judged_plies(&self, position: &Self::Position) -> Result<ResultAndPlies<Self::Position>, NaiveError> {
        let (result, plies) = self.twin.judged_plies(position)?;
        Ok((result, if self.has_other_file { self.named_here(position, plies) } else { plies }))
    }

    fn play(&self, position: &Self::Position, ply: &str) -> Result<Self::Position, NaiveError> {
        if !self.has_other_file || ply == "pass" {
            return self.twin.play(position, ply);
        }
        let found = self.judged_plies(position)?.1.into_iter().find(|(name, _)| name == ply);
        found.map(|(_, next)| next).ok_or_else(|| NaiveError::Illegal(ply.to_owned()))
    }

    fn pass(&self, position: &Self::Position) -> Option<Self::Position> {
        self.twin.pass(position)
    }

    fn refusal(&self, position: &Self::Position) -> Option<String> {
        Naive::refusal(&self.twin, position)
    }

    fn condition(&self, position: &Self::Position, name: &str) -> Option<bool> {
        Naive::condition(&self.twin, position, name)
    }
}
