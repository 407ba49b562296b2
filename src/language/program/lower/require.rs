//! What a program requires: each part of a conjunction separately, a comparison as a bound on a number of squares, and the
//! moves that the solver chooses.

use super::{COUNTED, Lowering, MoveBinding, Total};
use crate::error::LanguageError;
use crate::meaning::{Bit, Meaning, Number, PositionRef, Range, Word};
use crate::program::{MoveVariable, Op, Requirement};
use crate::vocabulary::Noun;

impl Lowering<'_> {
    /// Lets the solver choose a move of a set.
    pub(super) fn choose(&mut self, variable: usize, set: &Range) -> Result<(), LanguageError> {
        let set = match set {
            Range::Moves(set) => set,
            Range::Turns(at) => return self.choose_turn(variable, *at),
        };
        let kinds = set.kinds.iter().map(|(kind, _)| *kind).collect();
        let chosen = self.bind("chosen-move", variable, Some(kinds));
        let mut is_in = self.make(Op::Truth(false))?;
        for (kind, word) in &set.kinds {
            let word = Some(self.word(word)?);
            let is_of_kind = self.make(Op::ChosenIn { chosen, kind: *kind, word })?;
            is_in = self.either(is_in, is_of_kind)?;
        }
        self.program.requirements.push(Requirement::Holds(is_in));
        Ok(())
    }

    /// Lets the solver choose a turn of several parts.
    fn choose_turn(&mut self, variable: usize, at: PositionRef) -> Result<(), LanguageError> {
        let chosen = self.bind("chosen-turn", variable, None);
        let position = self.position(at)?;
        let is_legal = self.make(Op::TurnIsLegal { position, chosen })?;
        let is_over = self.make(Op::OverWithSteps(position))?;
        let goes_on = self.negation(is_over)?;
        self.program.requirements.extend([Requirement::Holds(is_legal), Requirement::Holds(goes_on)]);
        Ok(())
    }

    /// Binds a variable to a move that the solver chooses; the first one has no number in its name.
    fn bind(&mut self, stem: &str, variable: usize, kinds: Option<Vec<usize>>) -> usize {
        let chosen = self.program.chosen.len();
        let name = if chosen == 0 { stem.to_owned() } else { format!("{stem}-{}", chosen + 1) };
        self.program.chosen.push(MoveVariable { name, kinds });
        self.moves[variable] = Some(MoveBinding::Chosen(chosen));
        chosen
    }

    /// Requires a truth value: each part of a conjunction separately, a comparison as a bound on a number of squares. The
    /// solver chooses the move of a `some`.
    pub(super) fn require(&mut self, bit: &Bit) -> Result<(), LanguageError> {
        match bit {
            Bit::Truth(true) => Ok(()),
            Bit::And(parts) => parts.iter().try_for_each(|part| self.require(part)),
            Bit::Quantified { is_all: false, variable, set, body, place } if self.chooses => {
                self.place = *place;
                self.choose(*variable, set)?;
                self.require(body)
            }
            Bit::Unique { is_denied: false, variable, set, bodies, place } if self.chooses => {
                self.place = *place;
                self.require_unique(*variable, set, bodies)
            }
            Bit::Not(of) => match &**of {
                Bit::Not(of) => self.require(of),
                Bit::AtLeast(number) => {
                    let mut negative = Number::default().less(number.clone());
                    negative.constant -= 1;
                    self.require(&Bit::AtLeast(negative))
                }
                Bit::Or(parts) => parts.iter().try_for_each(|part| self.require(&part.clone().not())),
                _ => self.require_register(bit),
            },
            Bit::AtLeast(number) => {
                let requirement = match self.total(number)? {
                    // A bound of 0 on a count is stated as any other bound, for the words that it names.
                    Total::Always if number.minus.is_empty() && number.constant == 0 => {
                        let words: Result<Vec<_>, _> =
                            number.plus.iter().map(|word| self.word(word)).collect();
                        Requirement::AtLeast(words?, 0)
                    }
                    Total::Always => return Ok(()),
                    Total::Never => Requirement::Holds(self.make(Op::Truth(false))?),
                    Total::AtLeast(words, bound) => Requirement::AtLeast(words, bound),
                };
                self.program.requirements.push(requirement);
                Ok(())
            }
            _ => self.require_register(bit),
        }
    }

    fn require_register(&mut self, bit: &Bit) -> Result<(), LanguageError> {
        let register = self.bit(bit)?;
        self.program.requirements.push(Requirement::Holds(register));
        Ok(())
    }

    /// Shows the moves by kind, and the words that are counted if a number is to be maximised.
    pub(super) fn show(&mut self, meaning: &Meaning) -> Result<(), LanguageError> {
        for entry in self.vocabulary.entries() {
            let (name, word) = match entry.noun {
                Noun::Kind(kind) => (self.vocabulary.kinds[kind].name(), Word::Kind(None, kind)),
                Noun::Shown(index) => (self.derived_words[index].name(), Word::Shown(None, index)),
                _ => continue,
            };
            // Words that the question does not mention are left out.
            let position = self.position(None)?;
            let made = match entry.noun {
                Noun::Shown(index) => Op::Shown { position, index },
                _ => Op::Family(position),
            };
            if self.registers.contains_key(&made) {
                let register = self.word(&word)?;
                self.program.shown.push((name, register));
            }
        }
        if let Some((_, number)) = &meaning.aim
            && number.minus.is_empty()
            && number.constant == 0
            && number.plus.len() <= COUNTED.len()
        {
            for (word, name) in number.plus.iter().zip(COUNTED) {
                let register = self.word(word)?;
                self.program.shown.push((name, register));
            }
        }
        Ok(())
    }
}
