//! Judges answers: by the naive twin if there is one, else by the rules themselves; games by replaying them.

use super::LanguageQuestion;
use super::domain::Domain;
use super::record::Game;
use crate::forced::ForcedSearch;
use crate::meaning::Number;
use crate::naive_judge::Twin;
use crate::predicate::Predicate;
use crate::witness::{LanguageWitness, PicturePair};
use certamen_ask::query::Query as _;
use certamen_ask::witness::WitnessError;
use encodings::rules::{Passes, Phase, Position, Rules};
use std::sync::Arc;
use verify::language::{Judgement, Passing, Refusal};

/// Why the naive game does not confirm an answer: a limit of its own says nothing about the answer.
fn unconfirmed(refusal: &Refusal) -> WitnessError {
    let reason = refusal.to_string();
    if refusal.is_limit() { WitnessError::Limit(reason) } else { WitnessError::Refused(reason) }
}

impl<R: Rules> LanguageQuestion<R> {
    /// The judgement of the rules themselves on a position, if there is no naive twin.
    fn judged_by_rules(&self, position: Position<R>) -> Result<Judgement, WitnessError> {
        let subject = &*self.subject;
        let mut search = ForcedSearch::new(subject.rules());
        let mut holds = |bound: Option<&Number>| {
            let vocabulary = subject.vocabulary.clone();
            let predicate = Predicate::compile(subject.rules(), vocabulary, &self.meaning, bound);
            let predicate = predicate.map_err(|error| WitnessError::Refused(error.to_string()))?;
            let held = predicate.holds_by_search(position, &mut search);
            held.map_err(|limit| WitnessError::Limit(limit.to_string()))
        };
        let answers = holds(None)?;
        let mut judged = Judgement { answers, value: None, played: None };
        if let Some((_, number)) = self.meaning.aim.as_ref().filter(|_| answers) {
            // The largest bound that holds, by bisection.
            let (least, most) = number.range(self.squares());
            let (mut kept, mut broken) = (0, (most - least + 1) as u32);
            while broken - kept > 1 {
                let middle = kept.midpoint(broken);
                let asked = Self { bound: Some(middle), ..self.clone() };
                if holds(asked.bounded_number().as_ref())? { kept = middle } else { broken = middle }
            }
            judged.value = self.value_of(kept);
        }
        Ok(judged)
    }

    /// The judgement on a position, by the naive twin if there is one.
    fn judged(&self, line: &str) -> Result<Judgement, WitnessError> {
        let position = self.subject.parse(line).map_err(WitnessError::Position)?;
        match self.twin() {
            Some(twin) => {
                let judge =
                    || twin.judge(&self.text.to_string(), line).map_err(|refusal| unconfirmed(&refusal));
                if self.subject.rules().rules_file().is_none() && !self.has_forced() {
                    return judge();
                }
                // Two readers have read the file: each answer shows that they agree on it.
                let native = self.judged_by_rules(position)?;
                if self.has_forced() && !native.answers {
                    // Many models are no answers, and for those the slower judge is not asked.
                    return Ok(native);
                }
                let naive = judge()?;
                if (native.answers, native.value) != (naive.answers, naive.value) {
                    let reason = format!("{line}: the rules and the naive game judge it differently");
                    return Err(WitnessError::Refused(reason));
                }
                Ok(naive)
            }
            None => self.judged_by_rules(position),
        }
    }

    /// The naive twin, if it knows the words of the question.
    fn twin(&self) -> Option<&Arc<dyn Twin>> {
        self.subject.twin.as_ref().filter(|_| self.has_second_opinion())
    }

    pub(super) fn witness_of(
        &self,
        line: &str,
        record: Option<&str>,
    ) -> Result<LanguageWitness, WitnessError> {
        match (self.games(), record) {
            (None, None) => {}
            (Some(_), Some(record)) => self.replayed(line, record)?,
            (None, Some(_)) => {
                return Err(WitnessError::Refused("the question asks for no record".to_owned()));
            }
            (Some(_), None) => return Err(WitnessError::Refused("the record is missing".to_owned())),
        }
        let judged = self.judged(line)?;
        if !judged.answers && self.has_forced() {
            return Err(WitnessError::Spurious { position: line.to_owned() });
        }
        if !judged.answers {
            return Err(WitnessError::Refused(format!("{line}: the condition does not hold")));
        }
        self.require_pieces(line)?;
        let is_named = self.name.is_some();
        if is_named {
            self.require_unfinished(line)?;
        }
        let value = |of_name: bool| judged.value.filter(|_| is_named == of_name);
        let facts = self.subject.facts.as_ref().filter(|_| is_named);
        let pictures = PicturePair(self.subject.pictures.as_ref().and_then(|pictures| pictures(line)));
        Ok(LanguageWitness {
            position: line.to_owned(),
            mobility: value(true).map(|moves| moves as u32),
            value: value(false),
            played: judged.played,
            record: record.map(str::to_owned),
            facts: facts.map(|facts| facts(line)).unwrap_or_default(),
            pictures,
        })
    }

    /// Requires that the rules have not ended the game.
    fn require_unfinished(&self, line: &str) -> Result<(), WitnessError> {
        let position = self.subject.parse(line).map_err(WitnessError::Position)?;
        if self.subject.rules().outcome(position.board()).over() {
            return Err(WitnessError::Refused(format!("{line}: the game is over")));
        }
        Ok(())
    }

    /// Replays a record by the rules and by the naive game: it has as many plies as are asked for, and leads to the
    /// position.
    pub(super) fn replayed(&self, line: &str, record: &str) -> Result<(), WitnessError> {
        let Some((passes, plies)) = self.games() else { return Ok(()) };
        let game = Game::new(&self.subject, passes).recorded(record)?;
        let found = if passes == Passes::AsPlies { game.plies.len() as u32 } else { game.steps() };
        if found != plies {
            return Err(WitnessError::Refused(format!(
                "the record has {found} plies, {plies} are asked for"
            )));
        }
        let is_due = matches!(game.position.phase(self.subject.rules()), Phase::Passes(_));
        if matches!(passes, Passes::AtOnce | Passes::Never) && is_due {
            return Err(WitnessError::Refused("a pass is due at the end of the record".to_owned()));
        }
        let end = self.subject.print(game.position.board());
        if end != line {
            return Err(WitnessError::Refused(format!("the record leads to {end}")));
        }
        let passing = if passes == Passes::Freely { Passing::Freely } else { Passing::WhenDue };
        let replayed = self.twin().map_or(Ok(()), |twin| twin.replay(&game.plies, passing, line));
        replayed.map_err(|refusal| unconfirmed(&refusal))
    }

    /// Requires the number of pieces that is asked for, counted by the naive game if there is one.
    fn require_pieces(&self, line: &str) -> Result<(), WitnessError> {
        let (least, most) = match self.among {
            Some(Domain::Pieces { least, most }) => (least, most),
            Some(Domain::Last { pieces: Some(pieces), .. }) => (pieces, pieces),
            _ => return Ok(()),
        };
        let is_so = if let Some(twin) = &self.subject.twin {
            let text = format!("count(occupied) >= {least} and count(occupied) <= {most}");
            twin.judge(&text, line).map_err(|refusal| unconfirmed(&refusal))?.answers
        } else {
            let position = self.subject.parse(line).map_err(WitnessError::Position)?;
            (least..=most).contains(&self.subject.pieces(position.board()))
        };
        if is_so {
            Ok(())
        } else {
            Err(WitnessError::Refused(format!("not {least} to {most} pieces: {line}")))
        }
    }
}
