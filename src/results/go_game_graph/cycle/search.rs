//! The search: a cover by a matching, and fewer cycles by exchanges. If that is not a cycle through all positions, ask a
//! solver for a cover, make fewer cycles of it, cut what is not a cycle through all positions, and ask again.
//!
//! A cover that still has several cycles is cut at each of them; a single cycle that does not exchange the colours is
//! cut as well. The solver keeps its learned clauses and its last values, so a new cover differs from the last one mainly
//! where it had to change. Arcs are first tried as not taken, and the solver's local search and lucky phases are off.
//! On 1x9 this takes an eighth of the time of the default options (docs/notebook/go.md).

use super::classes::{Classes, Colours, Side};
use super::cover::{Cover, NoCover};
use super::exchange::exchanged;
use super::formula::{degrees, taken};
use super::matching::any_cover;
use super::subtour::Subtour;
use certamen_ask::solve::{AskError, stop_reason, terminator};
use certamen_work::limits::Limits;
use cnf_out::solver::{Cadical, SolverError, Statistics, StopReason};
use rustsat::solvers::{Solve, SolverResult, Terminate};
use rustsat::types::TernaryVal;

/// Options of CaDiCaL.
const OPTIONS: [(&str, i32); 3] = [("phase", 0), ("walk", 0), ("lucky", 0)];

/// Why a search failed.
#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    /// The solver failed.
    #[error(transparent)]
    Solver(#[from] AskError),
    /// The solver does not take an option.
    #[error(transparent)]
    Option(#[from] SolverError),
    /// The solver's model does not satisfy the formula.
    #[error("the solver's model is not valid: {0}")]
    Model(#[from] NoCover),
}

/// The result of a search.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// A cover of one cycle that exchanges the colours.
    Found(Cover),
    /// There is no such cover, because the degrees and the cuts have no model.
    Refuted,
    /// A limit ended the search.
    Stopped(StopReason),
}

/// A search and its cost.
#[derive(Clone, Debug)]
pub struct SearchReport {
    /// The answer.
    pub verdict: Verdict,
    /// The number of questions to the solver; 0 if it was not asked.
    pub rounds: usize,
    /// All cuts, in the order in which they were added.
    pub cuts: Vec<Subtour>,
    /// The work of the solver.
    pub statistics: Statistics,
}

impl SearchReport {
    fn without_a_solver(verdict: Verdict) -> Self {
        Self { verdict, rounds: 0, cuts: Vec::new(), statistics: Statistics::default() }
    }
}

/// A cover found during the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Round {
    /// Its number, from 1.
    pub number: usize,
    /// The cycles of the cover.
    pub cycles: usize,
    /// The number of cuts so far.
    pub cuts: usize,
}

/// Looks for a colour-symmetric cycle through all positions but the empty one. `watch` is called for each cover.
///
/// # Errors
/// [`SearchError`]
pub fn search(
    classes: &Classes,
    limits: &Limits,
    mut watch: impl FnMut(Round),
) -> Result<SearchReport, SearchError> {
    let is_over = || limits.is_over();
    let cover = any_cover(classes, is_over).map(|cover| exchanged(classes, cover, is_over));
    if let Some(cover) = cover.filter(|cover| cuts_of(cover, classes).is_empty()) {
        return Ok(SearchReport::without_a_solver(Verdict::Found(cover)));
    }
    if limits.is_over() {
        return Ok(SearchReport::without_a_solver(Verdict::Stopped(stop_reason(limits))));
    }
    let mut solver = Cadical::new();
    for (name, value) in OPTIONS {
        solver.set_option(name, value)?;
    }
    solver.attach_terminator(terminator(&limits.stop));
    for clause in degrees(classes) {
        if limits.is_over() {
            return Ok(SearchReport::without_a_solver(Verdict::Stopped(stop_reason(limits))));
        }
        solver.add_clause_ref(&clause).map_err(AskError::Incremental)?;
    }
    let mut cuts = Vec::new();
    let mut rounds = 0;
    let verdict = loop {
        if limits.is_over() {
            break Verdict::Stopped(stop_reason(limits));
        }
        solver.set_time_limit(limits.time_left());
        rounds += 1;
        match solver.solve().map_err(AskError::Incremental)? {
            SolverResult::Interrupted => {
                break Verdict::Stopped(solver.stop_reason().unwrap_or(StopReason::Interrupted));
            }
            SolverResult::Unsat => break Verdict::Refuted,
            SolverResult::Sat => {}
        }
        let cover = exchanged(classes, model(&solver, classes)?, is_over);
        let new = cuts_of(&cover, classes);
        watch(Round { number: rounds, cycles: cover.cycles(classes).len(), cuts: cuts.len() + new.len() });
        if new.is_empty() {
            break Verdict::Found(cover);
        }
        for cut in new {
            solver.add_clause_ref(&cut.clause(classes)).map_err(AskError::Incremental)?;
            cuts.push(cut);
        }
    };
    Ok(SearchReport { verdict, rounds, cuts, statistics: solver.statistics() })
}

fn model(solver: &Cadical, classes: &Classes) -> Result<Cover, SearchError> {
    // A literal without a value is not taken; if a class then lacks an arc, the cover is refused.
    Ok(Cover::new(classes, |arc| matches!(solver.lit_val(taken(arc)), Ok(TernaryVal::True)))?)
}

/// The cuts that a cover violates; none if it is a cycle of the wanted kind.
fn cuts_of(cover: &Cover, classes: &Classes) -> Vec<Subtour> {
    let cycles = cover.cycles(classes);
    let sets: Vec<Vec<Side>> = match cycles.as_slice() {
        [only] if only.colours == Colours::Exchanged => Vec::new(),
        [only] => {
            let start = only.classes.first().map(|&class| Side { class, is_white: false });
            start.map(|start| cover.round(classes, start)).into_iter().collect()
        }
        several => several
            .iter()
            .map(|cycle| {
                let both = |&class| [false, true].map(|is_white| Side { class, is_white });
                cycle.classes.iter().flat_map(both).collect()
            })
            .collect(),
    };
    sets.into_iter().filter_map(|positions| Subtour::new(classes, positions)).collect()
}
