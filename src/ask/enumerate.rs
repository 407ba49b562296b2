//! All answers to a question, one after the other.
//!
//! Idea: positions come in the order of their lines, which are made of letters in an order ([`Line`]). The least one
//! that begins in a given way is found by asking for a model and then, bit by bit, for a smaller one; the next one by
//! turning the last bit that can be turned. So the order is that of the lines and no accident of the solver, and a list
//! that was ended goes on behind any line of it. Where the solver refuses a beginning, the part of it that it blames
//! tells how far back the next one is.
//!
//! Every position is replayed by the naive game. Cost: some fifty questions for each position, most of which unit
//! propagation answers; the hard part is that nothing follows the last one.
//!
//! What it does not show: that there are no others is CaDiCaL's answer here, without a proof. `certificate::list` has
//! the proof, of the formula with what is listed excluded.

use crate::emission::Emission;
use crate::listed::{Entry, Line, Representative};
use crate::question::{ListedQuestion, Question};
use crate::solve::{AskError, load, model_value};
use crate::witness::AnyWitness;
use certamen_work::limits::Limits;
use cnf_out::clausify::{Directions, Encoding, Value, clausify};
use cnf_out::solver::Cadical;
use encodings::statement::Formula;
use rustsat::solvers::{Solve, SolveIncremental, SolverResult};
use rustsat::types::{Assignment, Clause, Lit};

/// Which positions are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listing {
    /// All of them.
    All,
    /// One of each class of symmetric ones: of those whose occupied squares come first the one whose line does; of games
    /// the first line.
    UpToSymmetry,
}

/// What comes next.
#[derive(Debug)]
pub enum Next {
    /// This position, as an entry of the list.
    Position(Entry, AnyWitness),
    /// There are no others.
    Complete,
    /// A limit ended the search.
    Stopped,
}

/// A list that is being made.
#[derive(Debug)]
pub struct Enumeration {
    question: ListedQuestion,
    form: Line,
    listing: Listing,
    emission: Emission,
    solver: Cadical,
    limits: Limits,
    /// The bits of a line.
    order: Vec<Value>,
    /// The last position, by the same bits.
    last: Option<Vec<bool>>,
}

/// What the solver says of a beginning.
enum Search {
    /// The least board that begins so, in a model.
    Found(Vec<bool>, Assignment),
    /// There is none; the beginning is refused by so many of its bits.
    Refused(usize),
    Stopped,
}

impl Enumeration {
    /// A list of the positions that answer a question, from the first one or behind a line of the same form.
    ///
    /// # Errors
    /// [`AskError`] if the solver fails.
    pub fn new(
        question: &ListedQuestion,
        listing: Listing,
        after: Option<&str>,
        limits: &Limits,
    ) -> Result<Self, AskError> {
        let breaks =
            listing == Listing::UpToSymmetry && question.representative() == Representative::FirstSquares;
        let question = question.with_symmetry_breaking(breaks);
        let asked = question.question();
        let formula = asked.formula();
        let encoding = encoding(&asked, &formula);
        let emission = Emission::of_clauses(&asked, encoding, clausify(&formula, encoding));
        let mut solver = Cadical::new();
        load(&mut solver, &emission.clausified.cnf, limits)?;
        let form = question.line_form();
        let order = form.values(&emission.clausified);
        let last = after.and_then(|line| form.bits(line));
        Ok(Self { question, form, listing, emission, solver, limits: limits.clone(), order, last })
    }

    /// The next position.
    ///
    /// # Errors
    /// [`AskError`]; a model that the naive game refuses is one.
    pub fn next_position(&mut self) -> Result<Next, AskError> {
        loop {
            let (board, model) = match self.search()? {
                Search::Found(board, model) => (board, model),
                Search::Refused(_) => return Ok(Next::Complete),
                Search::Stopped => return Ok(Next::Stopped),
            };
            // What has been found helps the solver to refuse what leads nowhere else.
            if let Some(excluded) = exclusion(&self.order, &board) {
                self.solver.add_clause(excluded).map_err(AskError::Incremental)?;
            }
            let line = self.form.text(&board);
            self.last = Some(board);
            if self.listing == Listing::UpToSymmetry && !self.question.is_first_of_its_class(&line) {
                continue;
            }
            let found = self.emission.witness(|variable| model_value(&model, variable))?;
            let entry = Entry { line, evidence: self.question.evidence(&found) };
            // The line is of other words than the game behind it: the two are held against each other as they stand.
            let witness = self.question.witness_of_entry(&entry)?;
            self.question.question().verify(&witness)?;
            return Ok(Next::Position(entry, witness));
        }
    }

    /// The least board behind the last one.
    fn search(&mut self) -> Result<Search, AskError> {
        let Some(last) = self.last.clone() else { return self.least(&[]) };
        let mut length = last.len();
        while let Some(turned) = last[..length].iter().rposition(|&bit| !bit) {
            let beginning: Vec<bool> = last[..turned].iter().copied().chain([true]).collect();
            match self.least(&beginning)? {
                Search::Refused(blamed) => length = turned.min(blamed),
                other => return Ok(other),
            }
        }
        Ok(Search::Refused(0))
    }

    /// The least board that begins so.
    fn least(&mut self, beginning: &[bool]) -> Result<Search, AskError> {
        let mut fixed = beginning.to_vec();
        let (mut board, mut model) = match self.ask(&fixed)? {
            Search::Found(board, model) => (board, model),
            other => return Ok(other),
        };
        while fixed.len() < board.len() {
            let bit = board[fixed.len()];
            fixed.push(false);
            if bit {
                match self.ask(&fixed)? {
                    Search::Found(smaller, of_smaller) => (board, model) = (smaller, of_smaller),
                    Search::Refused(_) => {
                        fixed.pop();
                        fixed.push(true);
                    }
                    Search::Stopped => return Ok(Search::Stopped),
                }
            }
        }
        Ok(Search::Found(board, model))
    }

    /// Some board that begins so.
    fn ask(&mut self, beginning: &[bool]) -> Result<Search, AskError> {
        if self.limits.is_over() {
            return Ok(Search::Stopped);
        }
        let mut assumptions: Vec<Lit> = Vec::with_capacity(beginning.len());
        // Which bit each of them is.
        let mut places: Vec<usize> = Vec::with_capacity(beginning.len());
        for (place, (&bit, &value)) in beginning.iter().zip(&self.order).enumerate() {
            match value {
                Value::Literal(literal) => {
                    assumptions.push(if bit { literal } else { !literal });
                    places.push(place);
                }
                Value::Constant(constant) if constant != bit => return Ok(Search::Refused(place + 1)),
                Value::Constant(_) => {}
            }
        }
        match self.solver.solve_assumps(&assumptions).map_err(AskError::Incremental)? {
            SolverResult::Interrupted => Ok(Search::Stopped),
            SolverResult::Unsat => {
                let core = self.solver.core().map_err(AskError::Incremental)?;
                let blamed = assumptions.iter().rposition(|literal| core.contains(&!*literal));
                Ok(Search::Refused(blamed.map_or(0, |place| places[place] + 1)))
            }
            SolverResult::Sat => {
                let highest = self.emission.clausified.variables.saturating_sub(1);
                let model = self.solver.solution(rustsat::types::Var::new(highest));
                let model = model.map_err(AskError::Incremental)?;
                let bit = |value: &Value| match *value {
                    Value::Literal(literal) => {
                        model_value(&model, literal.var().idx32() + 1) == Some(literal.is_pos())
                    }
                    Value::Constant(constant) => constant,
                };
                let board = self.order.iter().map(bit).collect();
                Ok(Search::Found(board, model))
            }
        }
    }
}

/// How the clauses of a list are written: in both directions where the position follows from what the solver chooses,
/// so that its bits are told apart as they are.
pub fn encoding(question: &Question, formula: &Formula) -> Encoding {
    let position = question.position(formula);
    let follows = formula.words.iter().any(|word| position.contains(&word.name) && !word.chosen);
    let directions = if follows { Directions::Both } else { Directions::default() };
    Encoding { directions, ..Encoding::default() }
}

/// The clause against a board; nothing where a bit that is known is against it.
pub fn exclusion(order: &[Value], board: &[bool]) -> Option<Clause> {
    let mut excluded = Clause::new();
    for (&value, &bit) in order.iter().zip(board) {
        match value {
            Value::Literal(literal) => excluded.add(if bit { !literal } else { literal }),
            Value::Constant(constant) if constant != bit => return None,
            Value::Constant(_) => {}
        }
    }
    Some(excluded)
}
