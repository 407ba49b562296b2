//! Records from ends that a solver lists.
//!
//! Idea: a solver lists ends of last steps of games. These are few among all positions, and many of them are reachable.

use super::{RecordRequest, WayBack, layers};
use crate::query::{LastSteps, OthelloMobility, OthelloWitness, Reachability};
use crate::{on_side, search as native};
use certamen_ask::emission::Emission;
use certamen_ask::question::Question;
use certamen_ask::seek::CONFIGURATION;
use certamen_ask::solve::{AskError, Event, load};
use certamen_work::Limits;
use cnf_out::clausify::{BitValue, Directions, Encoding};
use cnf_out::solver::Cadical;
use rustsat::solvers::{Solve, SolverResult};
use rustsat::types::{Clause, Lit};

/// The number of positions that are expanded on the way back to the start for each end: a second of work. A time limit
/// would make the record depend on the load of the machine.
const PATIENCE: u64 = 1 << 19;
/// The number of last steps of candidates. More steps cost the solver more time than they save the search.
const STEPS: u32 = 2;
/// The number of ends that are tried for a number of discs.
const CANDIDATES: usize = 400;

/// Finds a game that fits the request. Returns `None` if no game leads to an end that is listed, or if the limits end the
/// search before.
///
/// # Errors
/// If the solver fails, or its model is not valid.
pub fn listed_record(
    sought: RecordRequest,
    limits: &Limits,
    watch: &mut dyn FnMut(Event<'_>),
) -> Result<Option<OthelloWitness>, AskError> {
    on_side!(sought.query.board, SIDE => {
        let Some(reach) = layers::<SIDE>(sought.discs, limits) else { return Ok(None) };
        WayBack { sought, reach: &reach, limits }.listed(watch)
    })
}

impl<const SIDE: usize> WayBack<'_, SIDE> {
    /// A record whose end a solver lists.
    pub(super) fn listed(
        &self,
        watch: &mut dyn FnMut(Event<'_>),
    ) -> Result<Option<OthelloWitness>, AskError> {
        let RecordRequest { query, discs, .. } = self.sought;
        let mut candidates = Candidates::new(query, discs, self.limits)?;
        watch(Event::Asking(&candidates.emission.map.question));
        let patience = native::SearchLimits { positions: Some(PATIENCE), ..native::SearchLimits::default() };
        for _ in 0..CANDIDATES {
            let Some(board) = candidates.next()? else { break };
            let position = board.parse().ok();
            let Some(record) = position.and_then(|end| self.record(end, patience)) else { continue };
            let witness = self.sought.witness(&record)?;
            watch(Event::Recorded(&witness.clone().into()));
            return Ok(Some(witness));
        }
        Ok(None)
    }
}

/// The ends of last steps of games with a number of discs, one after the other.
struct Candidates {
    emission: Emission,
    solver: Cadical,
    limits: Limits,
    /// The squares that are occupied at the end.
    occupied: Vec<Lit>,
}

impl Candidates {
    fn new(query: OthelloMobility, discs: u32, limits: &Limits) -> Result<Self, AskError> {
        let steps = STEPS.min(discs - 4);
        let reach =
            Some(Reachability::Window(LastSteps { steps, least: discs, most: discs, any_order: false }));
        let empties = query.board.squares() - discs;
        let question = Question::from(OthelloMobility { empties, reach, symmetry_breaking: false, ..query });
        // Ends are excluded by their squares, so the literals of the squares must be exact in both directions.
        let encoding = Encoding { directions: Directions::Both, ..Encoding::default() };
        let emission = Emission::new(&question, encoding);
        let mut solver = Cadical::new();
        // The default configuration lists hundreds of ends that differ in one or two discs.
        solver.configure(CONFIGURATION)?;
        load(&mut solver, &emission.clausified.cnf, limits)?;
        let occupied = occupied(&emission, &mut solver)?;
        Ok(Self { emission, solver, limits: limits.clone(), occupied })
    }

    /// The next end, as a board on which X is to move; `None` if there is none, or at a limit. Its occupied squares
    /// differ from those of all ends before, because ends that differ in colours alone are equally promising.
    fn next(&mut self) -> Result<Option<String>, AskError> {
        if self.limits.is_over() || self.solver.solve().map_err(AskError::Incremental)? != SolverResult::Sat {
            return Ok(None);
        }
        let highest = self.emission.clausified.variables;
        let model = self.solver.solution(rustsat::types::Var::new(highest.saturating_sub(1)));
        let model = model.map_err(AskError::Incremental)?;
        let witness = self.emission.witness_of_model(&model)?;
        let witness = witness.witness();
        let squares = witness.position().chars().zip(&self.occupied);
        let excluded: Clause =
            squares.filter(|&(square, _)| square != '-').map(|(_, &literal)| !literal).collect();
        self.solver.add_clause(excluded).map_err(AskError::Incremental)?;
        Ok(Some(witness.position().to_owned()))
    }
}

/// For each square of the end, a new literal that holds if it has a disc.
fn occupied(emission: &Emission, solver: &mut Cadical) -> Result<Vec<Lit>, AskError> {
    let ends: Vec<_> =
        emission.clausified.words.iter().filter(|word| word.name.starts_with("end_")).collect();
    let squares = ends.first().map_or(0, |word| word.word.len());
    let mut occupied = Vec::new();
    for square in 0..squares {
        let literal = Lit::positive(emission.clausified.variables + square as u32);
        for word in &ends {
            let implied = match word.word[square] {
                BitValue::Literal(disc) => [!disc, literal].into_iter().collect(),
                BitValue::Constant(true) => [literal].into_iter().collect(),
                BitValue::Constant(false) => continue,
            };
            solver.add_clause(implied).map_err(AskError::Incremental)?;
        }
        occupied.push(literal);
    }
    Ok(occupied)
}
