//! Native searches as strategies.
//!
//! A restriction: what they find is an answer; the naive game replays each record (`records`). Each search ends after an amount
//! of work that is the same on each machine; what it did not reach may still be reachable.

use crate::on_side;
use crate::query::{OthelloMobility, OthelloWitness, ToMove, WholeGame};
use crate::records::{RecordRequest, annealed_position};
use certamen_ask::listed::Listed as _;
use certamen_ask::solve::{AskError, Event, stop_reason};
use certamen_ask::witness::WitnessError;
use certamen_prove::strategy::{Attempt, ChosenWord, Job, Strategy, Worth};
use certamen_work::Limits;
use cnf_out::solver::Statistics;
use encodings::board::{Layout, Mask, Symmetry};
use encodings::othello::rules::Othello;
use encodings::rules::of_games;
use std::sync::Arc;
use verify::othello as naive;

/// The number of walks for any position: some ten seconds.
const WALKS: u32 = 1 << 12;

/// A native search.
pub(super) struct NativeSearch<F> {
    name: &'static str,
    about: String,
    /// What a search says that found nothing.
    nothing: &'static str,
    /// The words of an answer.
    find: F,
}

impl<F> Strategy for NativeSearch<F>
where
    F: Fn(&Limits) -> Result<Option<Vec<ChosenWord>>, AskError> + Send + Sync,
{
    fn name(&self) -> &str {
        self.name
    }

    fn worth(&self) -> Worth {
        Worth::Finds
    }

    fn about(&self) -> String {
        self.about.clone()
    }

    fn is_bounded(&self) -> bool {
        true
    }

    fn attempt(&self, job: &Job<'_>) -> Result<Attempt, AskError> {
        Ok(match (self.find)(&job.limits)? {
            Some(words) => Attempt::Words(words, Statistics::default()),
            None if job.limits.is_over() => Attempt::Stopped(stop_reason(&job.limits), Statistics::default()),
            None => Attempt::Nothing(self.nothing.to_owned(), Statistics::default()),
        })
    }
}

/// Any position that walks by chance meet.
pub(super) fn anywhere(query: OthelloMobility) -> Arc<dyn Strategy> {
    let find = move |limits: &Limits| {
        let form = query.line_form();
        let bits = annealed_position(&query, WALKS, limits).and_then(|line| form.bits(&line));
        let word = |(name, bits): (&str, _)| ChosenWord { name: name.to_owned(), bits };
        Ok(bits.map(|bits| form.words_of(&bits).into_iter().map(word).collect()))
    };
    let about = "positions that simulated annealing meets".to_owned();
    Arc::new(NativeSearch { name: "annealing", about, nothing: "the walks met no such position", find })
}

/// A search for a record.
type Find = fn(RecordRequest, &Limits, &mut dyn FnMut(Event<'_>)) -> Result<Option<OthelloWitness>, AskError>;

/// A search for a game to one of these ends.
pub(super) fn recorded(
    name: &'static str,
    ends: &str,
    query: OthelloMobility,
    game: WholeGame,
    record: Find,
) -> Arc<dyn Strategy> {
    let find = move |limits: &Limits| {
        for to_move in [ToMove::Black, ToMove::White].into_iter().filter(|&side| game.to_move.includes(side))
        {
            let sought = RecordRequest { query, discs: game.discs, to_move };
            if let Some(witness) = record(sought, limits, &mut |_| {})? {
                return words(&query, &witness).map(Some);
            }
        }
        Ok(None)
    };
    let about = format!("{ends}, and the way back from each, with {} discs", game.discs);
    Arc::new(NativeSearch { name, about, nothing: "no game leads to the ends that were tried", find })
}

/// The squares of a record as the words of the question. If the first disc is fixed there, the record is turned so
/// that it begins with it: the symmetries that keep the start carry games to games.
fn words(query: &OthelloMobility, witness: &OthelloWitness) -> Result<Vec<ChosenWord>, AskError> {
    let board = query.board;
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
        !query.symmetry_breaking || first.is_none_or(|first| first_moves.contains(first))
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

/// The symmetries that keep the start, and the first move that stands for all.
fn of_the_start<const SIDE: usize>() -> (Vec<Symmetry>, Mask) {
    (of_games(&Othello::<SIDE>, &Symmetry::ALL), Othello::<SIDE>::FIRST_MOVE)
}
