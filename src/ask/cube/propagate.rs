//! Unit propagation for lookahead: how many literals does a choice decide?

use rustsat::instances::Cnf;
use rustsat::types::{Clause, Lit, TernaryVal};

/// Clauses, and the literals decided so far.
pub(super) struct Propagator {
    clauses: Vec<Clause>,
    /// For each literal, the clauses that contain it.
    occurrences: Vec<Vec<usize>>,
    values: Vec<TernaryVal>,
    trail: Vec<Lit>,
    /// Whether the clauses alone lead to a conflict.
    refuted: bool,
}

impl Propagator {
    /// Propagates the unit clauses.
    pub(super) fn new(cnf: &Cnf, variables: u32) -> Self {
        let clauses: Vec<Clause> = cnf.iter().cloned().collect();
        let mut occurrences = vec![Vec::new(); 2 * variables as usize];
        for (index, clause) in clauses.iter().enumerate() {
            for literal in clause {
                occurrences[literal.lidx()].push(index);
            }
        }
        let values = vec![TernaryVal::DontCare; variables as usize];
        let mut this = Self { clauses, occurrences, values, trail: Vec::new(), refuted: false };
        this.refuted = this.clauses.iter().any(|clause| clause.is_empty());
        let units: Vec<Lit> =
            this.clauses.iter().filter(|clause| clause.len() == 1).map(|clause| clause[0]).collect();
        for unit in units {
            this.refuted |= !this.assume(unit);
        }
        this
    }

    pub(super) fn is_refuted(&self) -> bool {
        self.refuted
    }

    pub(super) fn has_value(&self, literal: Lit) -> bool {
        self.values[literal.vidx()] != TernaryVal::DontCare
    }

    fn is_true(&self, literal: Lit) -> bool {
        self.values[literal.vidx()] == if literal.is_pos() { TernaryVal::True } else { TernaryVal::False }
    }

    /// The number of decided literals.
    pub(super) fn decided(&self) -> usize {
        self.trail.len()
    }

    /// Takes back all decided literals except the first `decided`.
    pub(super) fn undo(&mut self, decided: usize) {
        for literal in self.trail.drain(decided..) {
            self.values[literal.vidx()] = TernaryVal::DontCare;
        }
    }

    /// Makes a literal true and propagates. Returns false at a conflict.
    pub(super) fn assume(&mut self, literal: Lit) -> bool {
        if self.has_value(literal) {
            return self.is_true(literal);
        }
        let mut head = self.trail.len();
        self.assign(literal);
        while head < self.trail.len() {
            let falsified = !self.trail[head];
            head += 1;
            for at in 0..self.occurrences[falsified.lidx()].len() {
                let clause = self.occurrences[falsified.lidx()][at];
                match self.unit(clause) {
                    Unit::None => {}
                    Unit::Conflict => return false,
                    Unit::Literal(unit) => self.assign(unit),
                }
            }
        }
        true
    }

    fn assign(&mut self, literal: Lit) {
        self.values[literal.vidx()] = if literal.is_pos() { TernaryVal::True } else { TernaryVal::False };
        self.trail.push(literal);
    }

    /// The state of a clause under the decided literals.
    fn unit(&self, clause: usize) -> Unit {
        let mut open = None;
        for &literal in &self.clauses[clause] {
            if self.is_true(literal) {
                return Unit::None;
            }
            if !self.has_value(literal) && open.replace(literal).is_some_and(|other| other != literal) {
                return Unit::None;
            }
        }
        open.map_or(Unit::Conflict, Unit::Literal)
    }
}

/// The state of a clause under the decided literals.
enum Unit {
    /// It is satisfied, or at least two of its literals are undecided.
    None,
    /// All its literals are false.
    Conflict,
    /// This literal is the last undecided one, so it has to be true.
    Literal(Lit),
}
