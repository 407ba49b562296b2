//! Lists all answers to a question, one after the other.
//!
//! Idea: positions are listed in the order of their lines. A line is made of letters, and the letters have an order
//! ([`LineForm`]). To find the first position with a given prefix, the solver is asked for a model, and then, bit by bit,
//! for a smaller one. The next position is found by raising the last bit that can be raised. So the order is the order
//! of the lines and does not depend on the solver, and an interrupted list can be continued after any of its lines. If
//! the solver refuses a prefix, the literals in its core show how much of the prefix has to change.
//!
//! The naive game replays every position. Cost: about fifty calls of the solver for each position, and unit propagation
//! answers most of them. The hard part is the proof that no position follows the last one.
//!
//! What it does not show: that the list is complete. That is CaDiCaL's answer here, without a proof.
//! `certificate::list` adds the proof: a refutation of the formula in which the listed positions are excluded.

use crate::emission::Emission;
use crate::listed::{LineForm, ListEntry, Representative};
use crate::question::{ListedQuestion, Question};
use crate::solve::{AskError, load};
use crate::witness::{AnyWitness, WitnessError};
use certamen_work::limits::Limits;
use cnf_out::clausify::{BitValue, Directions, Encoding, clausify};
use cnf_out::solver::Cadical;
use encodings::statement::Formula;
use rustsat::solvers::{Solve, SolveIncremental, SolverResult};
use rustsat::types::{Assignment, Clause, Lit};
use std::collections::BTreeSet;

/// Which positions are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listing {
    /// All of them.
    All,
    /// One of each class of symmetric positions: the one that [`Representative`] describes.
    UpToSymmetry,
}

/// The result of looking for the next position.
#[derive(Debug)]
pub enum NextAnswer {
    /// This position, as an entry of the list.
    Position(ListEntry, AnyWitness),
    /// There are no further positions.
    Complete,
    /// A limit ended the search.
    Stopped,
}

/// A list of answers in progress.
///
/// # Examples
/// ```
/// use certamen_ask::enumerate::{Enumeration, Listing, NextAnswer};
/// use certamen_ask::question::ListedQuestion;
/// use certamen_ask::sample::SetBits;
/// use certamen_work::Limits;
///
/// let question = ListedQuestion::from(SetBits { at_least: 3 });
/// let mut list = Enumeration::new(&question, Listing::UpToSymmetry, None, &Limits::default())?;
/// let mut lines = Vec::new();
/// while let NextAnswer::Position(entry, _) = list.next_position()? {
///     lines.push(entry.line);
/// }
/// assert_eq!(lines, ["0111", "1111"]);
/// # Ok::<(), certamen_ask::solve::AskError>(())
/// ```
#[derive(Debug)]
pub struct Enumeration {
    question: ListedQuestion,
    form: LineForm,
    listing: Listing,
    emission: Emission,
    solver: Cadical,
    limits: Limits,
    /// The bits of a line.
    order: Vec<BitValue>,
    /// The last position, by the same bits.
    last: Option<Vec<bool>>,
    /// What is left out.
    excluded: Vec<ListEntry>,
}

/// The solver's answer for a prefix.
enum PrefixAnswer {
    /// The smallest board with this prefix, and a model of it.
    Found(Vec<bool>, Assignment),
    /// No board has this prefix. The first bits of the prefix, as many as this number says, are refused already.
    Refused(usize),
    Stopped,
}

impl Enumeration {
    /// Lists the positions that answer a question, either from the first one or after a given line of the same form.
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
        let form = question.line_form();
        let unread = |line: &str| {
            AskError::Incremental(anyhow::anyhow!("the list: `{line}` is not a line of it: {}", form.form()))
        };
        let last = after.map(|line| form.bits(line).ok_or_else(|| unread(line))).transpose()?;
        let (emission, solver) = begun(&question, limits)?;
        let order = form.values(&emission.clausified);
        let (limits, excluded) = (limits.clone(), Vec::new());
        Ok(Self { question, form, listing, emission, solver, limits, order, last, excluded })
    }

    /// The question that is listed, with the clauses that the list has taken so far.
    pub const fn question(&self) -> &ListedQuestion {
        &self.question
    }

    /// Begins anew after the last position, with clauses that exclude a model that was no answer.
    fn expand(&mut self, error: WitnessError) -> Result<(), AskError> {
        let Some(expanded) = self.question.question().expanded_for(&error) else { return Err(error.into()) };
        self.question = expanded?.listed().unwrap_or_else(|| self.question.clone());
        (self.emission, self.solver) = begun(&self.question, &self.limits)?;
        self.order = self.form.values(&self.emission.clausified);
        let excluded = std::mem::take(&mut self.excluded);
        self.exclude(&excluded)
    }

    /// Excludes positions that are known already; up to symmetry, all positions of their classes.
    ///
    /// # Errors
    /// [`AskError`] if the solver fails, or if something is not a line of this list.
    pub fn exclude(&mut self, known: &[ListEntry]) -> Result<(), AskError> {
        self.excluded.extend_from_slice(known);
        let excluded = exclusions(&self.question, self.listing, &self.order, known);
        for clause in
            excluded.map_err(|reason| AskError::Incremental(anyhow::anyhow!("the list: {reason}")))?
        {
            self.solver.add_clause(clause).map_err(AskError::Incremental)?;
        }
        Ok(())
    }

    /// Looks for the next position.
    ///
    /// # Errors
    /// [`AskError`], also if the naive game refuses a model.
    pub fn next_position(&mut self) -> Result<NextAnswer, AskError> {
        loop {
            let (board, model) = match self.search()? {
                PrefixAnswer::Found(board, model) => (board, model),
                PrefixAnswer::Refused(_) => return Ok(NextAnswer::Complete),
                PrefixAnswer::Stopped => return Ok(NextAnswer::Stopped),
            };
            // Clauses that say less than the question may give no answer at all.
            let judged =
                self.question.question().is_expandable().then(|| self.emission.witness_of_model(&model));
            if let Some(Err(error @ WitnessError::Spurious { .. })) = judged {
                self.expand(error)?;
                continue;
            }
            // A clause that excludes the position just found helps the solver to refuse prefixes.
            if let Some(excluded) = exclusion(&self.order, &board) {
                self.solver.add_clause(excluded).map_err(AskError::Incremental)?;
            }
            let line = self.form.text(&board);
            self.last = Some(board);
            if self.listing == Listing::UpToSymmetry && !self.question.is_first_of_its_class(&line) {
                continue;
            }
            let found = judged.unwrap_or_else(|| self.emission.witness_of_model(&model))?;
            let entry = ListEntry { line, evidence: self.question.evidence(found.witness()) };
            // The line is compared with the game that is given as evidence, without any change to either.
            let witness = self.question.verify_entry(&entry)?.witness().clone();
            return Ok(NextAnswer::Position(entry, witness));
        }
    }

    /// The smallest board after the last one.
    fn search(&mut self) -> Result<PrefixAnswer, AskError> {
        let Some(last) = self.last.clone() else { return self.least(&[]) };
        let mut length = last.len();
        while let Some(turned) = last[..length].iter().rposition(|&bit| !bit) {
            let beginning: Vec<bool> = last[..turned].iter().copied().chain([true]).collect();
            match self.least(&beginning)? {
                PrefixAnswer::Refused(blamed) => length = turned.min(blamed),
                other => return Ok(other),
            }
        }
        Ok(PrefixAnswer::Refused(0))
    }

    /// The smallest board with this prefix.
    fn least(&mut self, beginning: &[bool]) -> Result<PrefixAnswer, AskError> {
        let mut fixed = beginning.to_vec();
        let (mut board, mut model) = match self.ask(&fixed)? {
            PrefixAnswer::Found(board, model) => (board, model),
            other => return Ok(other),
        };
        while fixed.len() < board.len() {
            let bit = board[fixed.len()];
            fixed.push(false);
            if bit {
                match self.ask(&fixed)? {
                    PrefixAnswer::Found(smaller, of_smaller) => (board, model) = (smaller, of_smaller),
                    PrefixAnswer::Refused(_) => {
                        fixed.pop();
                        fixed.push(true);
                    }
                    PrefixAnswer::Stopped => return Ok(PrefixAnswer::Stopped),
                }
            }
        }
        Ok(PrefixAnswer::Found(board, model))
    }

    /// Any board with this prefix.
    fn ask(&mut self, beginning: &[bool]) -> Result<PrefixAnswer, AskError> {
        if self.limits.is_over() {
            return Ok(PrefixAnswer::Stopped);
        }
        let mut assumptions: Vec<Lit> = Vec::with_capacity(beginning.len());
        // For each assumed literal, the index of its bit in the prefix.
        let mut places: Vec<usize> = Vec::with_capacity(beginning.len());
        for (place, (&bit, &value)) in beginning.iter().zip(&self.order).enumerate() {
            match value {
                BitValue::Literal(literal) => {
                    assumptions.push(if bit { literal } else { !literal });
                    places.push(place);
                }
                BitValue::Constant(constant) if constant != bit => {
                    return Ok(PrefixAnswer::Refused(place + 1));
                }
                BitValue::Constant(_) => {}
            }
        }
        match self.solver.solve_assumps(&assumptions).map_err(AskError::Incremental)? {
            SolverResult::Interrupted => Ok(PrefixAnswer::Stopped),
            SolverResult::Unsat => {
                let core = self.solver.core().map_err(AskError::Incremental)?;
                let blamed = assumptions.iter().rposition(|literal| core.contains(&!*literal));
                Ok(PrefixAnswer::Refused(blamed.map_or(0, |place| places[place] + 1)))
            }
            SolverResult::Sat => {
                let highest = self.emission.clausified.variables.saturating_sub(1);
                let model = self.solver.solution(rustsat::types::Var::new(highest));
                let model = model.map_err(AskError::Incremental)?;
                let board = self.order.iter().map(|bit| bit.in_model(&model)).collect();
                Ok(PrefixAnswer::Found(board, model))
            }
        }
    }
}

/// The clauses of a question that is listed, and a solver that has them.
fn begun(question: &ListedQuestion, limits: &Limits) -> Result<(Emission, Cadical), AskError> {
    let asked = question.question();
    let formula = asked.formula();
    let encoding = encoding(&asked, &formula);
    let emission = Emission::of_clauses(&asked, encoding, clausify(&formula, encoding));
    let mut solver = Cadical::new();
    load(&mut solver, &emission.clausified.cnf, limits)?;
    Ok((emission, solver))
}

/// The encoding for lists. Clauses go in both directions where the position follows from what the solver chooses, so
/// that the bits of two different positions always differ.
pub fn encoding(question: &Question, formula: &Formula) -> Encoding {
    let position = question.position(formula);
    let follows = formula.words.iter().any(|word| position.contains(&word.name) && !word.chosen);
    let directions = if follows { Directions::Both } else { Directions::default() };
    Encoding { directions, ..Encoding::default() }
}

/// The clauses that exclude listed positions, by the values of the bits of a line; up to symmetry, all positions of their
/// classes.
///
/// # Errors
/// If an entry is not a line of this list.
pub fn exclusions(
    question: &ListedQuestion,
    listing: Listing,
    order: &[BitValue],
    entries: &[ListEntry],
) -> Result<Vec<Clause>, String> {
    let form = question.line_form();
    let mut excluded = Vec::new();
    for ListEntry { line, .. } in entries {
        let images = match listing {
            Listing::UpToSymmetry => question.images(line),
            Listing::All => vec![line.clone()],
        };
        for image in images.into_iter().collect::<BTreeSet<_>>() {
            let bits = form.bits(&image).filter(|bits| bits.len() == order.len());
            let bits = bits.ok_or_else(|| format!("`{line}` is not a line of this list"))?;
            excluded.extend(exclusion(order, &bits));
        }
    }
    Ok(excluded)
}

/// The clause that excludes a board. `None` if a bit that is a constant differs from the board already.
fn exclusion(order: &[BitValue], board: &[bool]) -> Option<Clause> {
    let mut excluded = Clause::new();
    for (&value, &bit) in order.iter().zip(board) {
        match value {
            BitValue::Literal(literal) => excluded.add(if bit { !literal } else { literal }),
            BitValue::Constant(constant) if constant != bit => return None,
            BitValue::Constant(_) => {}
        }
    }
    Some(excluded)
}
