//! A question as a transition system: does a game of any length reach such a position?
//!
//! The game is that of [`state_play`]: passes are made together with the step before them. A move that the question
//! chooses is any move here: every `some` is written out.

use super::LanguageQuestion;
use super::domain::Domain;
use super::record::Game;
use crate::check::FOR_QUESTIONS;
use crate::error::{LanguageError, Reason};
use crate::program::{Lowering, NotForced, run};
use crate::witness::LanguageWitness;
use certamen_ask::error::QuestionError;
use certamen_ask::flag::Given;
use certamen_ask::query::Query;
use certamen_ask::system::System;
use certamen_ask::witness::WitnessError;
use encodings::rules::{Passes, Rules, state_play};
use encodings::transition::Transition;
use encodings::word::{Count, Word};
use serde::{Deserialize, Serialize, Serializer};
use std::fmt;

/// The system of a condition.
pub(crate) struct LanguageSystem<R: Rules> {
    asked: LanguageQuestion<R>,
    /// The number of pieces, if only positions with it are looked for.
    pieces: Option<u32>,
}

/// The parameters as JSON has them.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SystemParameters {
    pub(crate) game: String,
    pub(crate) ask: String,
    #[serde(default)]
    pub(crate) flags: Given,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) pieces: Option<u32>,
}

impl<R: Rules> LanguageSystem<R> {
    /// The system of a question about any position.
    ///
    /// # Errors
    /// [`QuestionError`] if the question has a number without a bound, or if it would be too large.
    pub(crate) fn new(asked: LanguageQuestion<R>, pieces: Option<u32>) -> Result<Self, QuestionError> {
        if let Some(condition) = asked.lacks_bound() {
            let reason = format!("a transition system is of a condition: ask for `{condition}`");
            return Err(QuestionError::refused(reason));
        }
        if asked.has_forced() {
            return Err(QuestionError::refused(LanguageError::new(0, Reason::NotForced(FOR_QUESTIONS))));
        }
        if let Some(reason) = asked.subject.no_games() {
            return Err(QuestionError::refused(reason));
        }
        let (vocabulary, rules) = (&asked.subject.vocabulary, asked.subject.rules());
        Lowering::predicate(&asked.meaning, vocabulary, rules, None).map_err(QuestionError::refused)?;
        let squares = asked.subject.counts().squares;
        match pieces {
            Some(pieces) if pieces > squares => {
                Err(QuestionError::Limit(format!("{pieces} pieces on {squares} squares")))
            }
            _ => Ok(Self { asked, pieces }),
        }
    }
}

impl<R: Rules> System for LanguageSystem<R> {
    type Witness = LanguageWitness;
    const NAME: &'static str = "";

    fn name(&self) -> &str {
        self.asked.subject.rules().name()
    }

    fn state<T: Transition>(&self, system: &mut T) {
        let subject = &*self.asked.subject;
        let rules = subject.rules();
        let board = state_play(system, rules);
        // `new` has made it once.
        let lowered = Lowering::predicate(&self.asked.meaning, &subject.vocabulary, rules, None);
        let Ok((program, holds)) = lowered else { return };
        let registers =
            run::<R, T::Word>(&program, rules, &subject.vocabulary.kinds, &[board], &[], &mut NotForced);
        let mut bad = registers.bits(holds)[0] & rules.well_formed(board);
        if let Some(pieces) = self.pieces {
            bad = bad & rules.occupied(board).popcount().is(pieces);
        }
        system.bad(bad);
    }

    fn validate(&self) -> Result<(), QuestionError> {
        Ok(())
    }

    /// The game of a run: the naive rules replay it and judge its last position.
    fn interpret(&self, moves: &[Vec<bool>]) -> Result<LanguageWitness, WitnessError> {
        let subject = &*self.asked.subject;
        let squares = subject.rules().layout().squares();
        let mut game = Game::new(subject, Passes::AtOnce);
        // The position is reached before the last step, so that what is chosen in that step does not matter.
        for chosen in &moves[..moves.len().saturating_sub(1)] {
            let mut bits = chosen.iter().enumerate().filter(|&(_, &bit)| bit).map(|(index, _)| index);
            if let (Some(index), None) = (bits.next(), bits.next()) {
                // A word that is not one legal step changes nothing.
                game.play_if_legal(index / squares, index % squares)?;
            }
        }
        let line = subject.print(game.position.board());
        let (record, plies) = (game.record(), game.plies.len() as u32);
        let found = subject.pieces(game.position.board());
        if let Some(wanted) = self.pieces.filter(|&wanted| wanted != found) {
            return Err(WitnessError::Refused(format!("{line} has {found} pieces, {wanted} are asked for")));
        }
        // Every pass of the record is a ply here, so the number of plies is that of the whole record.
        let asked = self.asked.clone().about(Some(Domain::Plies(plies)));
        asked
            .witness_of(&line, Some(&game.record_with_passes()))
            .map(|witness| LanguageWitness { record: Some(record), ..witness })
    }
}

impl<R: Rules> Clone for LanguageSystem<R> {
    fn clone(&self) -> Self {
        Self { asked: self.asked.clone(), ..*self }
    }
}

impl<R: Rules> PartialEq for LanguageSystem<R> {
    fn eq(&self, other: &Self) -> bool {
        self.asked == other.asked && self.pieces == other.pieces
    }
}

impl<R: Rules> fmt::Debug for LanguageSystem<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LanguageSystem({self})")
    }
}

impl<R: Rules> Serialize for LanguageSystem<R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let parameters = SystemParameters {
            game: System::name(self).to_owned(),
            ask: self.asked.text.to_string(),
            flags: self.asked.subject.flags.clone(),
            pieces: self.pieces,
        };
        parameters.serialize(serializer)
    }
}

impl<R: Rules> fmt::Display for LanguageSystem<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} --reachable --transition-system", self.asked)?;
        self.pieces.map_or(Ok(()), |pieces| write!(f, " --discs {pieces}"))
    }
}
