//! The tables of a solved game of Ostle, position by position.
//!
//! The positions are numbered once, which takes seconds on 5x5. A file is opened when it is first read and stays open, so
//! that a table that is built meanwhile is found. Each block that is read is compared with its checksum, so that damage is
//! noticed.

use super::longest::{State, longest_states, value_of, with_lines};
use super::puzzles::{ListedPuzzle, all_puzzles, chosen};
use super::{OstleRetro, move_name, move_names, position_at, shared};
use crate::play::state::{in_state, state, state_text};
use crate::solve::{self, OstleGame, Probe as _, layer_name};
use certamen_play::PlayError;
use certamen_retro::positions::RetroError;
use certamen_retro::states::{Game as _, OpenTables, Place, Store, Tables, Value};
use certamen_retro::subject::{
    EachPosition, FAR, Longest, Monitor, PositionTables, ProbeResult, Puzzles, RatedMove, Verdict, Wanted,
};
use certamen_work::answer::Answer;
use certamen_work::stop::Stop;
use encodings::ostle::position::{Move, MoveOutcome, Position};
use std::path::Path;
use std::sync::Arc;

/// The longest line that is shown, in plies.
const LINE_LIMIT: usize = 512;

/// The tables of a directory.
pub(super) struct SolvedTables<const SIDE: usize> {
    game: OstleGame<SIDE>,
    open: Arc<OpenTables>,
}

fn verdict(found: Value) -> Verdict {
    Verdict { value: Some(shared(found)), ..Verdict::default() }
}

fn rated<const SIDE: usize>(played: Move, value: Value) -> RatedMove {
    RatedMove { name: move_name::<SIDE>(played), value: Some(shared(value)), score: None }
}

/// The error that a text is not a position.
fn no_position(error: &PlayError) -> RetroError {
    let reason = error.to_string();
    RetroError::Position(reason.strip_prefix("the position: ").unwrap_or(&reason).to_owned())
}

impl OstleRetro {
    /// The values of a state: a position, and the move that `--forbidden` names.
    pub(super) fn probe_on<const SIDE: usize>(
        &self,
        directory: &Path,
        position: Option<&str>,
    ) -> Result<Answer, RetroError> {
        let start = || crate::play::start::<SIDE>(self.variant).map(|start| state_text(start, None));
        let board =
            position.map_or_else(start, |text| Ok(text.to_owned())).map_err(|error| no_position(&error))?;
        let text = in_state(&board, self.asked.text("forbidden"));
        let here = state::<SIDE>(self.variant, &text).map_err(|error| no_position(&error))?.0.pieces();
        let layer = layer_name(here.own.count_ones(), here.opp.count_ones());
        let game = self.solved::<SIDE>(directory, &[layer])?;
        Ok(SolvedTables::open(game, directory)?.probe(Some(&text))?.answer())
    }
}

impl<const SIDE: usize> SolvedTables<SIDE> {
    pub(super) fn open(game: OstleGame<SIDE>, directory: &Path) -> Result<Self, RetroError> {
        let store = Store::open(directory, &game)?;
        let open = Arc::new(OpenTables::new(&game, store));
        Ok(Self { game, open })
    }

    fn tables(&self) -> Tables<'_, OstleGame<SIDE>> {
        Tables::kept(&self.game, self.open.clone())
    }

    /// A position, and the move that is forbidden there.
    fn state(&self, text: &str) -> Result<(Position<SIDE>, Option<Move>), RetroError> {
        let (here, forbidden) =
            state::<SIDE>(self.game.variant(), text).map_err(|error| no_position(&error))?;
        match forbidden.filter(|&played| !self.game.can_be_forbidden(here, played)) {
            None => Ok((here, forbidden)),
            Some(played) => Err(RetroError::Position(format!(
                "the forbidden move: the opponent has no move to this position that {} takes back",
                move_name::<SIDE>(played)
            ))),
        }
    }
}

impl<const SIDE: usize> PositionTables for SolvedTables<SIDE> {
    fn probe(&self, position: Option<&str>) -> Result<ProbeResult, RetroError> {
        let start = || crate::play::start::<SIDE>(self.game.variant());
        let here = || Ok((start().map_err(|error| no_position(&error))?, None));
        let (here, forbidden) = position.map_or_else(here, |text| self.state(text))?;
        let tables = self.tables();
        let (found, judged) = (tables.value(here, forbidden)?, tables.judge(here, forbidden)?);
        if let Some(best) = judged.first().filter(|best| best.value != found) {
            let reason =
                format!("the tables contradict themselves: it is a {found}, its best move a {}", best.value);
            return Err(RetroError::Inconsistent { position: state_text(here, forbidden), reason });
        }
        let line = tables.line(here, forbidden, LINE_LIMIT)?;
        let judged = judged.iter().map(|one| rated::<SIDE>(one.played, one.value));
        Ok(ProbeResult {
            position: state_text(here, None),
            can_forbid: true,
            forbidden: forbidden.map(move_name::<SIDE>),
            verdict: verdict(found),
            moves: judged.collect(),
            line: move_names::<SIDE>(&line),
            separator: ",",
        })
    }

    fn longest(&self, losses: bool, limit: usize, stop: &Stop) -> Result<Longest, RetroError> {
        let tables = self.tables().complete(None)?;
        let found = longest_states(&tables, losses, &mut Monitor::silent(stop))?;
        let listed = with_lines(&tables, &found, value_of(&found, losses), limit)?;
        let of = |state: &State<SIDE>| {
            (state_text(state.position, state.forbidden), move_names::<SIDE>(&state.line))
        };
        let positions = listed.iter().map(of).collect();
        let plies = (found.plies > 0).then_some(u16::from(found.plies));
        Ok(Longest { plies, count: found.states.len() as u64, positions })
    }

    fn puzzles(&self, wanted: Wanted, limit: usize, stop: &Stop) -> Result<Puzzles, RetroError> {
        let tables = self.tables().complete(None)?;
        let found = match all_puzzles(&tables, &mut Monitor::silent(stop)) {
            Err(RetroError::Stopped(_)) => return Ok(Puzzles { is_stopped: true, ..Puzzles::default() }),
            found => found?,
        };
        let (listed, count) = chosen(&tables, found, (wanted, limit), None)?;
        let of = |listed: &ListedPuzzle<SIDE>| {
            let (value, line) = (shared(listed.puzzle.value), move_names::<SIDE>(&listed.line));
            (state_text(listed.position, None), Some(value), line)
        };
        Ok(Puzzles { count: count as u64, positions: listed.iter().map(of).collect(), is_stopped: false })
    }

    fn near(&self, number: u64) -> Result<Option<String>, RetroError> {
        let tables = self.tables();
        let built = |&(layer, _): &(u8, u32)| tables.layer(layer).is_ok();
        let layers: Vec<(u8, u32)> = (0..).zip(self.game.layers().iter().map(|layer| layer.size)).collect();
        let layers: Vec<(u8, u32)> = layers.into_iter().filter(|one| one.1 > 0).filter(built).collect();
        let count: u64 = layers.iter().map(|&(_, size)| u64::from(size)).sum();
        let mut rank = number.checked_rem(count).unwrap_or(0);
        for (layer, size) in layers {
            if rank >= u64::from(size) {
                rank -= u64::from(size);
                continue;
            }
            let ranks = (rank as u32..size).take(FAR as usize);
            let is_state = |&rank: &u32| self.game.states(Place { layer, rank }).count() > 0;
            let found = { ranks }.find(is_state).unwrap_or(rank as u32);
            return Ok(Some(state_text(position_at(&self.game, Place { layer, rank: found }), None)));
        }
        Ok(None)
    }

    fn verdict(&self, position: &str) -> Result<Option<Verdict>, RetroError> {
        match self.state(position) {
            Ok((here, forbidden)) => Ok(Some(verdict(self.tables().value(here, forbidden)?))),
            Err(_) => Ok(None),
        }
    }

    fn plies(&self, position: &str) -> Result<Vec<(RatedMove, Option<String>)>, RetroError> {
        let (here, forbidden) = self.state(position)?;
        let ply = |one: solve::RatedMove<SIDE>| {
            let next = match one.next {
                MoveOutcome::Position(next) => Some(state_text(next, one.forbidden)),
                MoveOutcome::Won | MoveOutcome::Lost => None,
            };
            (rated::<SIDE>(one.played, one.value), next)
        };
        Ok(self.tables().judge(here, forbidden)?.into_iter().map(ply).collect())
    }

    fn require_all(&self) -> Result<(), RetroError> {
        Ok(self.tables().complete(None).map(drop)?)
    }

    fn each(&self, tell: &mut EachPosition<'_>) -> Result<bool, RetroError> {
        let tables = self.tables().complete(None)?;
        for &layer in tables.layers() {
            for rank in 0..self.game.shape(layer).size {
                let place = Place { layer, rank };
                let value = tables.entry(place)?.best;
                if !tell(&state_text(position_at(&self.game, place), None), &verdict(value))? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}
