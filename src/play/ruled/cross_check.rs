//! The moves of a position by other ways than the native engine: by clauses and a solver, and by the naive twin.
//!
//! Idea of [`SolverMoves`]: the rules are stated once with an unknown board, as for any question: how the game stands, and
//! for each kind of step an unknown step with the board after it. For a position, its bits are assumed, and the solver
//! lists all models. A step that the native engine lacks is a model too many; one that it invents has no model; and the
//! last answer, UNSAT, says that there are no more steps.
//!
//! What it shows: that the rules as clauses have these moves. It shares the text of the rules with the native engine, and
//! neither machine words, nor the walk through the steps, nor the code of a ply. What it does not show: that the rules
//! are those of the game. [`TwinMoves`] shares nothing but the text of positions.
//!
//! Cost: a few calls of the solver for each move.

use super::board_rules::BoardRules;
use super::engine::position;
use certamen_retro::positions::Turn;
use certamen_retro::subject::{CrossCheck, CrossCheckError};
use cnf_out::clausify::{BitValue, Directions, Encoding, clausify};
use cnf_out::solver::Cadical;
use encodings::board::Mask;
use encodings::circuit::{Circuit, CircuitWord};
use encodings::rules::{Ending, NamedWords, Position, Rules, Step, Stuck, unknown_board};
use encodings::statement::{CircuitStatement, Formula, Statement};
use encodings::word::{NativeWord as _, Word as _};
use rustsat::solvers::{Solve, SolveIncremental, SolverResult};
use rustsat::types::{Assignment, Clause, Lit, Var};
use std::marker::PhantomData;
use std::sync::Arc;

/// The moves of positions by a solver.
pub(super) struct SolverMoves<R> {
    /// How the game stands: `won`, `lost`, `drawn`, whether there are steps, and the board after a pass.
    standing: BoardFormula,
    /// The steps of each kind.
    kinds: Vec<BoardFormula>,
    stuck: Stuck<()>,
    /// The names of the words of a board.
    names: Vec<&'static str>,
    rules: PhantomData<fn() -> R>,
}

/// A formula with an unknown board.
struct BoardFormula {
    solver: Cadical,
    words: Vec<(String, Vec<BitValue>)>,
    /// The first variable that is not in use.
    free: u32,
}

/// The moves of the positions of these rules by a solver, for audits of tables.
pub fn by_solver<R: Rules>(rules: &R) -> Box<dyn CrossCheck<Position<R>>> {
    let kinds = rules.moves(Position::start(rules).board()).iter().count();
    let stuck = match rules.when_stuck(Position::start(rules).board()) {
        Stuck::Loses => Stuck::Loses,
        Stuck::Wins => Stuck::Wins,
        Stuck::Draws => Stuck::Draws,
        Stuck::Passes(_) => Stuck::Passes(()),
    };
    let way = SolverMoves::<R> {
        standing: BoardFormula::new(&standing(rules)),
        kinds: (0..kinds).map(|kind| BoardFormula::new(&steps(rules, kind))).collect(),
        stuck,
        names: rules.names().to_vec(),
        rules: PhantomData,
    };
    Box::new(way)
}

fn standing<R: Rules>(rules: &R) -> Formula {
    let circuit = Circuit::new();
    let mut statement = CircuitStatement::new(&circuit);
    let board = unknown_board(&mut statement, rules);
    let outcome = rules.outcome(board);
    let nothing = board.get(0).truth(false);
    let moves = rules.moves(board).words().fold(nothing, |found, word| found | word.any());
    for (name, bit) in
        [("won", outcome.won), ("lost", outcome.lost), ("drawn", outcome.drawn), ("moves", moves)]
    {
        let shown = statement.unknown_bit(name);
        statement.require(!(shown ^ bit));
    }
    if let Stuck::Passes(next) = rules.when_stuck(board) {
        show_after(&mut statement, rules, next);
    }
    statement.finish()
}

fn steps<R: Rules>(rules: &R, kind: usize) -> Formula {
    let circuit = Circuit::new();
    let mut statement = CircuitStatement::new(&circuit);
    let board = unknown_board(&mut statement, rules);
    let layout = rules.layout();
    if let Some((kind, word)) = rules.moves(board).iter().nth(kind) {
        let at = statement.unknown_one_hot("at", layout, &Mask::first(layout.squares()));
        statement.require(!at.word().without(word).any());
        show_after(&mut statement, rules, rules.next(board, Step::new(kind, at, layout)));
    }
    statement.finish()
}

fn show_after<'c, R: Rules>(
    statement: &mut CircuitStatement<'c>,
    rules: &R,
    board: R::Board<CircuitWord<'c>>,
) {
    for (name, word) in rules.named(board) {
        statement.show(&format!("after {name}"), rules.layout(), word);
    }
}

impl BoardFormula {
    fn new(formula: &Formula) -> Self {
        // Words that follow from others have their values in every model.
        let encoding = Encoding { directions: Directions::Both, ..Encoding::default() };
        let clausified = clausify(formula, encoding);
        let mut solver = Cadical::new();
        for clause in &clausified.cnf {
            // The embedded solver refuses no clause.
            let _ = solver.add_clause_ref(clause);
        }
        let words = clausified.words.into_iter().map(|word| (word.name, word.word)).collect();
        Self { solver, words, free: clausified.variables }
    }

    fn word(&self, name: &str) -> &[BitValue] {
        self.words.iter().find(|(known, _)| known == name).map_or(&[], |(_, bits)| bits)
    }

    /// The literals that fix a position. `None` if its board is not among those that the formula allows.
    fn fixed<R: Rules>(&self, names: &[&str], position: Position<R>) -> Option<Vec<Lit>> {
        let mut assumed = Vec::new();
        for (name, word) in names.iter().zip(position.board().words()) {
            for (index, value) in self.word(name).iter().enumerate() {
                let bit = word.bit(index);
                match *value {
                    BitValue::Literal(literal) => assumed.push(if bit { literal } else { !literal }),
                    BitValue::Constant(constant) if constant != bit => return None,
                    BitValue::Constant(_) => {}
                }
            }
        }
        Some(assumed)
    }

    /// A model under assumptions.
    fn model(&mut self, assumed: &[Lit]) -> Result<Option<Assignment>, String> {
        let failed = |error: anyhow::Error| format!("the solver: {error:#}");
        match self.solver.solve_assumps(assumed).map_err(failed)? {
            SolverResult::Sat => {
                let highest = Var::new(self.free.saturating_sub(1));
                self.solver.solution(highest).map(Some).map_err(failed)
            }
            SolverResult::Unsat => Ok(None),
            SolverResult::Interrupted => Err("the solver was interrupted".to_owned()),
        }
    }

    fn bits(&self, name: &str, model: &Assignment) -> Vec<bool> {
        self.word(name).iter().map(|bit| bit.in_model(model)).collect()
    }

    fn bit(&self, name: &str, model: &Assignment) -> bool {
        self.bits(name, model).first().copied().unwrap_or(false)
    }

    /// The board after a step or a pass.
    fn after<R: Rules>(&self, names: &[&str], model: &Assignment) -> Position<R> {
        let word = |index: usize| R::Native::of_bits(self.bits(&format!("after {}", names[index]), model));
        Position::trusted(NamedWords::build(names.len(), word))
    }

    /// The boards after all steps of a kind.
    fn each<R: Rules>(
        &mut self,
        names: &[&str],
        position: Position<R>,
        next: &mut Vec<Position<R>>,
    ) -> Result<(), String> {
        let Some(mut assumed) = self.fixed(names, position) else { return Ok(()) };
        // Steps that were found are excluded as long as this variable is assumed.
        let listing = Lit::positive(self.free);
        self.free += 1;
        assumed.push(listing);
        while let Some(model) = self.model(&assumed)? {
            next.push(self.after(names, &model));
            let mut excluded = Clause::new();
            excluded.add(!listing);
            for value in self.word("at") {
                if let BitValue::Literal(literal) = *value
                    && value.in_model(&model)
                {
                    excluded.add(!literal);
                }
            }
            self.solver.add_clause(excluded).map_err(|error| format!("the solver: {error:#}"))?;
        }
        Ok(())
    }
}

impl<R: Rules> CrossCheck<Position<R>> for SolverMoves<R> {
    fn name(&self) -> &'static str {
        "a solver"
    }

    fn turn(
        &mut self,
        position: &Position<R>,
        next: &mut Vec<Position<R>>,
    ) -> Result<Option<Turn>, CrossCheckError> {
        let assumed = self.standing.fixed(&self.names, *position);
        let model = assumed.map_or(Ok(None), |assumed| self.standing.model(&assumed))?;
        let model = model.ok_or("the clauses do not allow this position")?;
        let is = |name: &str| self.standing.bit(name, &model);
        for (name, ending) in [("won", Ending::Won), ("lost", Ending::Lost), ("drawn", Ending::Drawn)] {
            if is(name) {
                return Ok(Some(Turn::Over(ending)));
            }
        }
        if is("moves") {
            let Self { kinds, names, .. } = self;
            kinds.iter_mut().try_for_each(|kind| kind.each(names, *position, next))?;
            return Ok(Some(Turn::Moves));
        }
        Ok(Some(match self.stuck {
            Stuck::Loses => Turn::Over(Ending::Lost),
            Stuck::Wins => Turn::Over(Ending::Won),
            Stuck::Draws => Turn::Over(Ending::Drawn),
            Stuck::Passes(()) => {
                next.push(self.standing.after(&self.names, &model));
                Turn::Moves
            }
        }))
    }
}

/// The moves of positions by the naive twin, which have to be those of the rules, with what they lead to.
pub(super) struct TwinMoves<R: Rules>(pub(super) Arc<BoardRules<R>>);

impl<R: Rules> CrossCheck<Position<R>> for TwinMoves<R> {
    fn name(&self) -> &'static str {
        "the naive game"
    }

    fn turn(
        &mut self,
        position: &Position<R>,
        next: &mut Vec<Position<R>>,
    ) -> Result<Option<Turn>, CrossCheckError> {
        let board_rules = &*self.0;
        let at = board_rules.at(*position)?;
        if let Some(ending) = position.ending(&board_rules.rules) {
            (board_rules.compare_scores)(&board_rules.rules, &board_rules.print(*position))?;
            return Ok(Some(Turn::Over(ending)));
        }
        let game = board_rules.game();
        for ply in &at.opinion.plies {
            let after = game.play(&at, ply)?;
            next.push(self::position(&after.native));
        }
        Ok(Some(Turn::Moves))
    }
}
