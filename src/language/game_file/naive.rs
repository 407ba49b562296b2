//! The second opinion on the rules of a file: those of `verify`, which reads the file, or another one, by itself.

use super::rules::FileRules;
use encodings::word::NativeWord;
use verify::game_file::FileGame;
use verify::naive::{GameResult, Naive};

impl<N: NativeWord> Naive for FileRules<N> {
    type Position = <FileGame as Naive>::Position;

    fn parse(&self, text: &str) -> Result<Self::Position, String> {
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
