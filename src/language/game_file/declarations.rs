//! What a game file declares, proved by a solver: its symmetries, and that each move adds a piece.
//!
//! Idea: each claim is one circuit over an unknown position; the solver looks for a position, or a position and a move,
//! that breaks it. What is not proved within [`TIME`] is not relied on.
//!
//! Cost: often none, since equal circuits are one; else a call of the solver.

use super::rules::FileRules;
use cnf_out::clausify::{Encoding, clausify};
use cnf_out::solver::Cadical;
use encodings::board::{Mask, Symmetry};
use encodings::circuit::{Circuit, CircuitBit, CircuitWord};
use encodings::rules::{Boards, NamedWords, Origin, Rules, Step, StepKind, unknown_board};
use encodings::statement::{CircuitStatement, Statement};
use encodings::word::{Bit, Count, NativeWord, OneHot, Word};
use rustsat::solvers::{Solve, SolverResult};
use std::time::Duration;

/// How long a claim may take.
const TIME: Duration = Duration::from_secs(2);

/// Whether each move of the rules adds one piece and takes none away.
pub(super) fn adds_a_piece<N: NativeWord>(rules: &FileRules<N>) -> bool {
    let kinds = kinds(rules);
    !kinds.is_empty()
        && kinds.into_iter().all(|kind| {
            never(|statement| {
                let (board, step) = position_and_move(statement, rules, kind);
                let (before, after) = (rules.occupied(board), rules.occupied(rules.play(board, step)));
                let added = after.without(before).popcount();
                let adds_one = added.at_least(1) & !added.at_least(2) & !before.without(after).any();
                !adds_one
            })
        })
}

/// Whether a symmetry carries positions to positions, their ends to the same ends and moves to moves.
pub(super) fn is_symmetry<N: NativeWord>(rules: &FileRules<N>, symmetry: Symmetry) -> bool {
    let kinds = kinds(rules);
    let images: Option<Vec<StepKind>> = kinds.iter().map(|&kind| image(&kinds, kind, symmetry)).collect();
    let Some(images) = images else { return false };
    never(|statement| {
        let board = unknown_board(statement, rules);
        let carried = rules.image(board, symmetry);
        let (outcome, other) = (rules.outcome(board), rules.outcome(carried));
        let differs = (outcome.won ^ other.won) | (outcome.lost ^ other.lost) | (outcome.drawn ^ other.drawn);
        let (family, other) = (rules.moves(board), rules.moves(carried));
        let moves = kinds.iter().zip(&images).fold(differs, |differs, (kind, image)| {
            let word = |family: &encodings::rules::Family<_>, wanted: &StepKind| {
                family.iter().find(|(known, _)| known == wanted).map(|(_, word)| word)
            };
            match (word(&family, kind), word(&other, image)) {
                (Some(word), Some(other)) => differs | !word.image(symmetry, rules.layout()).equals(other),
                _ => differs.constant(true),
            }
        });
        moves | !rules.well_formed(carried)
    }) && kinds.iter().zip(images).all(|(&kind, image)| {
        never(|statement| {
            let (board, step) = position_and_move(statement, rules, kind);
            let layout = rules.layout();
            let at = OneHot::assume(step.at().word().image(symmetry, layout));
            let after = rules.image(rules.play(board, step), symmetry);
            let other = rules.play(rules.image(board, symmetry), Step::new(image, at, layout));
            after
                .words()
                .zip(other.words())
                .fold(at.word().truth(false), |differs, (one, other)| differs | !one.equals(other))
        })
    })
}

/// The kind that a symmetry makes of a kind: the only one of that shape and index.
fn image(kinds: &[StepKind], kind: StepKind, symmetry: Symmetry) -> Option<StepKind> {
    let origin = match kind.origin() {
        Origin::Placed => Origin::Placed,
        Origin::From(path) => Origin::From(path.image(symmetry)),
        Origin::Leaving(direction) => Origin::Leaving(symmetry.direction(direction)),
    };
    kinds.iter().copied().find(|known| known.origin() == origin && known.index() == kind.index())
}

fn kinds<N: NativeWord>(rules: &FileRules<N>) -> Vec<StepKind> {
    rules.definition.moves.kinds.iter().map(|&(kind, _)| kind).collect()
}

/// An unknown position in which the game goes on, and an unknown move of a kind.
fn position_and_move<'c, N: NativeWord>(
    statement: &mut CircuitStatement<'c>,
    rules: &FileRules<N>,
    kind: StepKind,
) -> (<FileRules<N> as Boards>::Board<CircuitWord<'c>>, Step<CircuitWord<'c>>) {
    let board = unknown_board(statement, rules);
    let layout = rules.layout();
    let at = statement.unknown_one_hot("at", layout, &Mask::first(layout.squares()));
    let legal = rules.moves(board).iter().find(|(known, _)| *known == kind).map(|(_, word)| word);
    if let Some(legal) = legal {
        statement.require(!at.word().without(legal).any());
    }
    statement.require(!rules.outcome(board).over());
    (board, Step::new(kind, at, layout))
}

/// Whether nothing meets a condition: proved.
fn never(condition: impl for<'c> FnOnce(&mut CircuitStatement<'c>) -> CircuitBit<'c>) -> bool {
    let circuit = Circuit::new();
    let mut statement = CircuitStatement::new(&circuit);
    let condition = condition(&mut statement);
    statement.require(condition);
    let clausified = clausify(&statement.finish(), Encoding::default());
    let mut solver = Cadical::new();
    solver.set_time_limit(Some(TIME));
    for clause in &clausified.cnf {
        // The embedded solver refuses no clause.
        let _ = solver.add_clause_ref(clause);
    }
    matches!(solver.solve(), Ok(SolverResult::Unsat))
}
