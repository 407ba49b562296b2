//! A game file as questions see it.

use super::game::names_of;
use super::statement::Stuck;
use super::{FileGame, FilePosition};
use crate::language::value::Value;
use crate::language::{Move, NaiveView, Squares};
use crate::naive::{GameResult, Naive, NaiveError};

/// Positions are read if `require` holds. The definitions of the file without parameters, and those of one move, are
/// words if they have squares.
impl NaiveView for FileGame {
    type Position = FilePosition;

    fn size(&self) -> (usize, usize) {
        self.size
    }

    fn squares(&self) -> Squares {
        self.squares
    }

    fn kinds(&self) -> Vec<String> {
        self.kinds.iter().map(|kind| kind.kind.name.clone()).collect()
    }

    fn read(&self, line: &str) -> Result<FilePosition, NaiveError> {
        let position = self.read_words(line)?;
        self.admitted(&position).map(|()| position)
    }

    fn word(&self, position: &FilePosition, name: &str) -> Option<Squares> {
        if let Some(index) = self.words.iter().position(|(known, _)| known == name) {
            return Some(position.words()[index]);
        }
        let definition = self.scope.definitions.get(name).filter(|known| known.parameters.is_empty())?;
        let work = self.work();
        let value =
            self.evaluator(position, &work).value(&definition.body, &mut names_of(&definition.bounds));
        if let Ok(Value::Word(word)) = value { Some(word) } else { None }
    }

    fn condition(&self, position: &FilePosition, name: &str) -> Option<bool> {
        Naive::condition(self, position, name)
    }

    fn occupied(&self, position: &FilePosition) -> Squares {
        position.words().iter().fold(Squares::new(), |found, word| found.union(word))
    }

    fn moves(&self, position: &FilePosition) -> Vec<Move> {
        let legal = self.legal_within(position, &self.work()).unwrap_or_default();
        legal.into_iter().map(|(_, played)| played).collect()
    }

    fn refusal(&self, position: &FilePosition) -> Option<String> {
        Naive::refusal(self, position)
    }

    fn word_of_move(&self, position: &FilePosition, name: &str, played: &Move) -> Option<Squares> {
        let definition = self.scope.definitions.get(name)?;
        let [parameter] = definition.parameters.as_slice() else { return None };
        let mut names = names_of(&definition.bounds);
        names.push((parameter, Value::Move(position.clone(), played.clone())));
        let work = self.work();
        self.evaluator(position, &work).word(&definition.body, &mut names).ok()
    }

    fn after(&self, position: &FilePosition, played: &Move) -> Result<FilePosition, NaiveError> {
        let work = self.work();
        let next = self.legal_within(position, &work).and_then(|legal| {
            let found = legal.iter().find(|(_, known)| known == played);
            found.map(|(kind, _)| self.played(position, *kind, played, &work)).transpose()
        });
        let next = next.map_err(|fault| self.error(&fault))?;
        next.ok_or_else(|| NaiveError::Illegal(played.name.clone()))
    }

    fn start(&self) -> Result<FilePosition, NaiveError> {
        Ok(self.start.clone())
    }

    fn pass(&self, position: &FilePosition) -> Option<FilePosition> {
        (self.stuck == Stuck::Passes).then(|| self.passed(position))
    }

    fn print(&self, position: &FilePosition) -> String {
        Naive::print(self, position)
    }

    fn ended(&self, position: &FilePosition) -> Option<GameResult> {
        Naive::ended(self, position)
    }
}
