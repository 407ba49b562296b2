//! Unit propagation for looking ahead: how much does a choice decide?

use rustsat::instances::Cnf;
use rustsat::types::{Clause, Lit, TernaryVal};

/// Clauses and what is known.
pub(super) struct Propagator {
    clauses: Vec<Clause>,
    /// For each literal the clauses that hold it.
    occurrences: Vec<Vec<usize>>,
    values: Vec<TernaryVal>,
    trail: Vec<Lit>,
    /// Whether the clauses alone come to a conflict.
    refuted: bool,
}

impl Propagator {
    /// Propagates what the clauses alone decide.
    pub(super) fn of(cnf: &Cnf, variables: u32) -> Self {
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

    /// How many literals are decided.
    pub(super) fn decided(&self) -> usize {
        self.trail.len()
    }

    /// Takes back all but the first so many.
    pub(super) fn undo(&mut self, decided: usize) {
        for literal in self.trail.drain(decided..) {
            self.values[literal.vidx()] = TernaryVal::DontCare;
        }
    }

    /// Makes a literal true, and what follows; false at a conflict.
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

    /// What a clause asks for.
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

/// What a clause asks for.
enum Unit {
    /// Nothing.
    None,
    /// It is false.
    Conflict,
    /// This has to be true.
    Literal(Lit),
}
