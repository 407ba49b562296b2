//! Solves a game whose positions can be numbered, backwards from its ends: values with plies, or best scores.
//!
//! This engine is for every game whose positions contain everything that their moves depend on. A [`Game`] numbers its
//! positions and makes its moves. [`Direct`] and [`Scored`] are optional abilities. [`Solver`] estimates the cost, and
//! solves the game group by group. If the game does not make its moves as numbers, the solver keeps the moves of a group
//! in memory, reversed. If they do not fit, it makes them again for each number of plies. If not even the values fit,
//! they lie on disk. The values are the same in all cases.
//!
//! The number of layers, the number of moves, and the number of positions below 2^64 are not limited. A win takes at
//! most 32,766 plies. If a game cannot be solved, the result is an error that names the position, never a wrong value.
//! For the costs, see `docs/notebook/retro.md`.

mod acyclic;
mod audit;
mod build;
mod capacity;
mod census;
mod check;
mod checkpoint;
mod direct;
mod disk;
mod distances;
mod divided;
mod error;
mod game;
mod groups;
mod known_moves;
mod list;
mod numbered;
mod open_group;
mod phases;
mod plan;
mod resident;
mod scan;
mod solver;
mod store;
mod sweep_cost;
mod sweeps;
mod table;
#[cfg(test)]
mod tests;
mod value;
mod value_rule;
mod with_moves;
mod without_moves;

pub use crate::table::{Monitor, SolverProgress};
pub use audit::{Audit, AuditedLayer, Disagreement};
pub use capacity::Capacity;
pub use census::{Census, Longest};
pub use direct::{Direct, DirectTarget, LocalValue};
pub use disk::CodeSource;
pub use divided::DividedSolver;
pub use error::RetroError;
pub use game::{Game, LayerShape, Place, Scored, Turn};
pub use groups::Group;
pub use open_group::pieces;
pub use phases::{KnownNumbers, LAST_PHASE, NumberSet, PhaseTimes, PhaseWay, SampleCounts};
pub use plan::{Cost, Plan, Way};
pub use resident::Resident;
pub use solver::{INTERVAL, MEMORY, Solver};
pub use store::{CompleteTables, Store};
pub use sweep_cost::SweepCost;
pub use value::{Kind, Value};
pub use value_rule::ValueRule;
pub use without_moves::SweepResult;
