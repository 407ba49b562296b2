//! From the meaning of a file on one board to its rules: each part is compiled to a program.

use super::GameFile;
use super::board::{BoardReader, Unrolled};
use super::compile::Compiler;
use super::error::FileError;
use super::meaning::{FileMeaning, Settings, Stated};
use super::program::{Program, WordAt};
use super::rules::{Conditions, Definition, Effect, MoveProgram, Score};
use super::statement::Form;
use crate::check::number_of;
use crate::meaning::{Bit, Word};
use encodings::board::Layout;
use encodings::rules::Ending;

impl GameFile {
    /// The rules on a board of this layout, with these values of numbers.
    pub(super) fn definition(&self, layout: Layout, settings: &Settings) -> Result<Definition, FileError> {
        BoardReader::new(self, layout, settings)?.definition()
    }
}

impl BoardReader<'_> {
    fn definition(mut self) -> Result<Definition, FileError> {
        let meaning = self.meaning()?;
        let words_of_moves: Vec<Word> = meaning.moves.iter().map(|kind| kind.of.1.clone()).collect();
        let (program, words) = self.program_of_words(self.compiler(), &words_of_moves)?;
        let kinds = meaning.moves.iter().map(|kind| kind.of.0).zip(words).collect();
        let effects = (0..).zip(&meaning.effects);
        let effects = effects
            .map(|(kind, effect)| self.effect_program(self.compiler().of_kind(kind), &effect.of, &meaning));
        let unchanged: Vec<Word> = (0..self.words.len()).map(|index| Word::Board(None, index)).collect();
        let required = Bit::And(meaning.require.iter().map(|required| required.of.clone()).collect());
        let mut compiler = self.compiler();
        let required = self.located(compiler.bit(&required))?;
        Ok(Definition {
            name: self.file.name.clone(),
            text: self.file.text.clone(),
            hash: self.file.hash.clone(),
            board_name: self.board_name.clone(),
            players: self.players(meaning.stuck)?,
            score: self.score()?,
            letters: self.words.iter().map(|(_, _, letter)| *letter).chain(['.']).collect(),
            pass: self.effect_program(self.compiler(), &unchanged, &meaning)?,
            require: (compiler.finish(), required),
            moves: MoveProgram { program, kinds },
            effects: effects.collect::<Result<_, _>>()?,
            endings: self.conditions_program(&meaning.endings)?,
            at_the_end: self.conditions_program(&meaning.at_the_end)?,
            layout: meaning.layout,
            squares: meaning.squares,
            words: meaning.words,
            has_second: meaning.has_second,
            turn: meaning.turn,
            symmetries: meaning.symmetries,
            start: meaning.start,
            stuck: meaning.stuck,
        })
    }

    /// The program of some words, and where it has them.
    fn program_of_words(
        &self,
        mut compiler: Compiler,
        words: &[Word],
    ) -> Result<(Program, Vec<WordAt>), FileError> {
        let found = words.iter().map(|word| compiler.word(word)).collect::<Result<_, _>>();
        Ok((compiler.finish(), self.located(found)?))
    }

    /// The program of what a ply does, with the words as the next player sees them; and who moves then.
    fn effect_program(
        &self,
        compiler: Compiler,
        words: &[Word],
        meaning: &FileMeaning,
    ) -> Result<Effect, FileError> {
        let (program, words) = self.program_of_words(compiler, &meaning.for_next_player(words.to_vec()))?;
        Ok(Effect { program, words })
    }

    fn conditions_program(&self, conditions: &[Stated<(Ending, Bit)>]) -> Result<Conditions, FileError> {
        let mut compiler = self.compiler();
        let bit =
            |Stated { of: (ending, bit), .. }: &Stated<(Ending, Bit)>| Ok((*ending, compiler.bit(bit)?));
        let results = conditions.iter().map(bit).collect::<Result<_, _>>();
        let results = self.located(results)?;
        Ok(Conditions { program: compiler.finish(), results })
    }

    fn score(&self) -> Result<Option<Score>, FileError> {
        let mut compiler = self.compiler();
        let is_score = |form: &Form| matches!(form, Form::Score(_)).then_some(());
        self.only("score", is_score)?;
        for Unrolled { statement, constants } in &self.unrolled {
            let Form::Score(node) = &statement.form else { continue };
            let number = self.expansion(constants, &[]).node(node);
            let number = number.and_then(|node| number_of(&node, &self.vocabulary, None));
            let number = self.located(number)?;
            let mut words = |words: &[Word]| words.iter().map(|word| compiler.word(word)).collect();
            let (plus, minus) = (self.located(words(&number.plus))?, self.located(words(&number.minus))?);
            let program = compiler.finish();
            return Ok(Some(Score { program, plus, minus, constant: number.constant }));
        }
        Ok(None)
    }

    pub(super) fn compiler(&self) -> Compiler {
        let pieces = self.words.len();
        Compiler::new(self.layout, self.squares, pieces + usize::from(self.has_second), pieces)
    }
}
