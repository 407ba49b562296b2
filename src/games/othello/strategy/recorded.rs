//! Searches for a record, as strategies.
//!
//! A restriction: the naive game replays each record (`records`). Each search ends after an amount of work that is the same
//! on each machine; what it did not reach may still be reachable.

use crate::on_side;
use crate::query::{OthelloMobility, OthelloWitness, ToMove, WholeGame};
use crate::records::RecordRequest;
use certamen_ask::solve::{AskError, Event, stop_reason};
use certamen_ask::witness::WitnessError;
use certamen_prove::strategy::{Attempt, ChosenWord, Job, Strategy, Worth};
use certamen_work::Limits;
use cnf_out::solver::Statistics;
use encodings::board::{Layout, Mask, Symmetry};
use encodings::othello::rules::Othello;
use encodings::rules::of_games;
use verify::othello as naive;

/// A search for a record.
type Find = fn(RecordRequest, &Limits, &mut dyn FnMut(Event<'_>)) -> Result<Option<OthelloWitness>, AskError>;

/// The strategy of searching a record.
pub(super) struct RecordStrategy {
    pub(super) name: &'static str,
    /// What it searches.
    pub(super) about: &'static str,
    pub(super) query: OthelloMobility,
    pub(super) game: WholeGame,
    pub(super) find: Find,
}

impl Strategy for RecordStrategy {
    fn name(&self) -> &'static str {
        self.name
    }

    fn worth(&self) -> Worth {
        Worth::Finds
    }

    fn about(&self) -> String {
        format!("{}, with {} discs", self.about, self.game.discs)
    }

    fn is_bounded(&self) -> bool {
        true
    }

    fn attempt(&self, job: &Job<'_>) -> Result<Attempt, AskError> {
        let sides =
            [ToMove::Black, ToMove::White].into_iter().filter(|&side| self.game.to_move.includes(side));
        for to_move in sides {
            let sought = RecordRequest { query: self.query, discs: self.game.discs, to_move };
            let record = (self.find)(sought, &job.limits, &mut |_| {})?;
            if let Some(witness) = record {
                return Ok(Attempt::Words(self.words(&witness)?, Statistics::default()));
            }
        }
        Ok(without_result(&job.limits, "no game leads to the ends that were tried"))
    }
}

/// A search that found nothing: it ended by itself, or the limits ended it.
pub(super) fn without_result(limits: &Limits, why: &str) -> Attempt {
    if limits.is_over() {
        Attempt::Stopped(stop_reason(limits), Statistics::default())
    } else {
        Attempt::Nothing(why.to_owned(), Statistics::default())
    }
}

impl RecordStrategy {
    /// The squares of a record as the words of the question. If the first disc is fixed there, the record is turned so
    /// that it begins with it: the symmetries that keep the start carry games to games.
    fn words(&self, witness: &OthelloWitness) -> Result<Vec<ChosenWord>, AskError> {
        let board = self.query.board;
        let record = witness.record.as_deref().unwrap_or_default();
        let replay = naive::replay(board.into(), record);
        let replay = replay.map_err(|error| WitnessError::Refused(error.to_string()))?;
        let side = board.side();
        let size: naive::Size = board.into();
        let squares: Vec<usize> = replay
            .plies
            .iter()
            .filter_map(|ply| match ply {
                naive::Ply::Move(square) => size.index(*square),
                naive::Ply::Pass => None,
            })
            .collect();
        let (symmetries, first_moves) = on_side!(board, SIDE => of_the_start::<SIDE>());
        let layout = Layout::new(side, side).unwrap_or(Layout::BIT);
        let image = |symmetry: Symmetry, index: usize| {
            layout.square(index).map_or(index, |square| symmetry.square(layout, square).index())
        };
        let begins_well = |symmetry: &Symmetry| {
            let first = squares.first().map(|&first| image(*symmetry, first));
            !self.query.symmetry_breaking || first.is_none_or(|first| first_moves.contains(first))
        };
        let turned = symmetries.into_iter().find(begins_well).unwrap_or(Symmetry::IDENTITY);
        let word = |(step, &index): (usize, &usize)| {
            let mut bits = vec![false; side * side];
            if let Some(bit) = bits.get_mut(image(turned, index)) {
                *bit = true;
            }
            ChosenWord { name: format!("move[{}]", step + 1), bits }
        };
        Ok(squares.iter().enumerate().map(word).collect())
    }
}

/// The symmetries that keep the start, and the first move that stands for all.
fn of_the_start<const SIDE: usize>() -> (Vec<Symmetry>, Mask) {
    (of_games(&Othello::<SIDE>, &Symmetry::ALL), Othello::<SIDE>::FIRST_MOVE)
}
