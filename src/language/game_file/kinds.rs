//! The kinds of moves of a file on one board, and what they do.

use super::board::{BoardReader, Constants, Unrolled};
use super::error::FileError;
use super::meaning::Stated;
use super::names::{lasting, shown};
use super::statement::{Assignment, Form, MovesForm, Way, is_name};
use crate::expansion::Constant;
use crate::meaning::Word;
use crate::syntax::{Node, Part, direction_name};
use encodings::board::{Direction, Mask};
use encodings::rules::{Displacement, Origin, StepKind};

/// The greatest number of kinds of moves.
const KINDS_LIMIT: usize = 256;

/// A kind of moves while the file is read.
pub(super) struct KindOfMoves<'f> {
    at: usize,
    pub(super) kind: StepKind,
    form: &'f MovesForm,
    constants: Constants,
    within: Mask,
    /// The places in the list of `play` statements of its own.
    plays: Vec<usize>,
}

impl<'f> BoardReader<'f> {
    /// The kinds of moves, each with the statements `play` that say what it does.
    pub(super) fn kinds(&self) -> Result<Vec<KindOfMoves<'f>>, FileError> {
        let mut kinds: Vec<KindOfMoves> = Vec::new();
        for Unrolled { statement, constants } in &self.unrolled {
            let Form::Moves(form) = &statement.form else { continue };
            let at = statement.at;
            let name = named(&form.kind, constants);
            self.require_new(at, &name, constants)?;
            if kinds.iter().any(|known| known.kind.name().eq_ignore_ascii_case(&name)) {
                return Err(self.error(at, &format!("another name than `{}`, which is used", shown(&name))));
            }
            if kinds.len() == KINDS_LIMIT {
                return Err(self.error(at, &format!("at most {KINDS_LIMIT} kinds of moves")));
            }
            let (origin, within) = self.origin(form, constants)?;
            if !is_name(&name) {
                return Err(self.error(at, &format!("a name for the moves, not `{}`", shown(&name))));
            }
            let index = kinds.iter().filter(|known| known.kind.origin() == origin).count();
            let kind = StepKind::new(lasting(&name), origin).with_index(index as u8);
            kinds.push(KindOfMoves {
                at,
                kind,
                form,
                constants: constants.clone(),
                within,
                plays: Vec::new(),
            });
        }
        if kinds.is_empty() {
            return Err(FileError::Whole("the file has no moves: place, step or leave".to_owned()));
        }
        self.assign_plays(&mut kinds)?;
        Ok(kinds)
    }

    fn assign_plays(&self, kinds: &mut [KindOfMoves]) -> Result<(), FileError> {
        let mut general = Vec::new();
        for (place, Unrolled { statement, constants }) in self.unrolled.iter().enumerate() {
            let Form::Play { kinds: of, .. } = &statement.form else { continue };
            if of.is_empty() {
                general.push(place);
            }
            for (at, name) in of {
                let name = named(name, constants);
                let kind = kinds.iter_mut().find(|kind| kind.kind.name() == name);
                let kind =
                    kind.ok_or_else(|| self.error(*at, &format!("a kind of moves, not `{}`", shown(&name))))?;
                kind.plays.push(place);
            }
        }
        for kind in kinds.iter_mut().filter(|kind| kind.plays.is_empty()) {
            if general.is_empty() {
                let expected = format!("a statement `play` that says what `{}` does", kind.kind.name());
                return Err(self.error(kind.at, &expected));
            }
            kind.plays.clone_from(&general);
        }
        Ok(())
    }

    /// Where moves of a kind come from, and the squares that its word can have.
    fn origin(&self, form: &MovesForm, constants: &Constants) -> Result<(Origin, Mask), FileError> {
        let moved = |mask: &Mask, direction: Direction| {
            let layout = self.layout;
            let (files, ranks) = direction.delta();
            layout.all().filter(|square| mask.contains(square.index())).fold(Mask::EMPTY, |found, square| {
                let (file, rank) = layout.coordinates(square);
                let next = (file.checked_add_signed(files), rank.checked_add_signed(ranks));
                let (Some(file), Some(rank)) = next else { return found };
                layout.at(file, rank).map_or(found, |next| found.with(next.index()))
            })
        };
        match &form.way {
            Way::Place => Ok((Origin::Placed, self.squares)),
            Way::Step(node) => {
                let (direction, distance) = self.displacement(node, constants)?;
                // What lies between may be a hole.
                let within = (0..distance).fold(self.squares, |mask, _| moved(&mask, direction));
                let within = within.intersection(&self.squares);
                Ok((Origin::From(Displacement::new(direction, distance)), within))
            }
            Way::Leave(node) => {
                let (direction, distance) = self.displacement(node, constants)?;
                if distance != 1 {
                    return Err(self.error(node.at, "a direction without a distance"));
                }
                let stays = moved(&self.squares, direction.opposite());
                Ok((Origin::Leaving(direction), self.squares.without(&stays)))
            }
        }
    }

    /// `d`, `d*2`, `d*2*n`.
    fn displacement(&self, node: &Node, constants: &Constants) -> Result<(Direction, u8), FileError> {
        let (direction, factors) = match &node.part {
            Part::Product(parts) => (&parts[0].1, &parts[1..]),
            _ => (node, &[][..]),
        };
        let direction = self.located(self.expansion(constants, &[]).direction(direction))?;
        let mut distance = 1;
        for (is_divided, factor) in factors {
            let factor_value = self.number(factor, constants)?;
            if *is_divided {
                return Err(self.error(factor.at, "a direction times a number"));
            }
            distance *= factor_value.clamp(0, 1_000);
            if !(1..=18).contains(&distance) {
                return Err(self.error(factor.at, "a distance from 1 to 18"));
            }
        }
        Ok((direction, distance as u8))
    }

    pub(super) fn moves(&self, kinds: &[KindOfMoves]) -> Result<Vec<Stated<(StepKind, Word)>>, FileError> {
        let mut found = Vec::new();
        for KindOfMoves { at, kind, form, constants, within, .. } in kinds {
            let squares = self.word(&form.squares, constants, false)?;
            let mut word = if *within == self.squares {
                squares
            } else {
                Word::And(vec![squares, Word::Constant(*within)])
            };
            if let Some(when) = &form.when {
                let condition = self.bit(when, constants)?;
                let none = Word::Constant(Mask::EMPTY);
                word = Word::Select(Box::new(condition), Box::new([word, none]));
            }
            found.push(Stated { at: *at, of: (*kind, word) });
        }
        Ok(found)
    }

    /// What moves of a kind do to the words, in their order.
    pub(super) fn effect(&self, kind: &KindOfMoves) -> Result<Stated<Vec<Word>>, FileError> {
        let mut words: Vec<Option<Word>> = vec![None; self.words.len()];
        let mut found = kind.at;
        for Unrolled { statement, constants } in kind.plays.iter().map(|&place| &self.unrolled[place]) {
            let Form::Play { effects, .. } = &statement.form else { continue };
            found = statement.at;
            for Assignment { at, word, value } in effects {
                let place = self.word_at(*at, word)?;
                if words[place].is_some() {
                    let expected =
                        format!("one effect of `{}` on `{word}`, not a second one", kind.kind.name());
                    return Err(self.error(*at, &expected));
                }
                words[place] = Some(self.word(value, constants, true)?);
            }
        }
        let words = (0..).zip(words).map(|(index, word)| word.unwrap_or(Word::Board(None, index)));
        Ok(Stated { at: found, of: words.collect() })
    }
}

/// A name with the values of loops in the place of their names: `hop_d_2` for `hop_d_n`.
fn named(name: &str, constants: &Constants) -> String {
    let parts = name.split('_').map(|part| match constants.get(part) {
        Some(Constant::Number(number)) => number.to_string(),
        Some(Constant::Direction(direction)) => direction_name(*direction).to_owned(),
        None => part.to_owned(),
    });
    parts.collect::<Vec<_>>().join("_")
}
