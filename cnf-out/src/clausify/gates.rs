//! The clauses of each kind of definition.

use super::Clausifier;
use super::demand::Needs;
use super::shape::Leaf;
use rustsat::types::Lit;

impl Clausifier<'_> {
    /// `output` stands for the conjunction of the leaves.
    pub(super) fn define_and(&mut self, output: Lit, needs: Needs, leaves: &[Leaf]) {
        let leaves: Vec<Vec<Lit>> = leaves.iter().map(|leaf| self.disjunction(leaf)).collect();
        if needs.forward {
            for leaf in &leaves {
                self.push([&[!output], leaf.as_slice()].concat());
            }
        }
        if needs.backward {
            // One clause for each choice of one literal from every leaf.
            let mut clauses = vec![vec![output]];
            for leaf in &leaves {
                let extend = |clause: &Vec<Lit>| {
                    let clause = clause.clone();
                    leaf.iter().map(move |&literal| [clause.as_slice(), &[!literal]].concat())
                };
                clauses = clauses.iter().flat_map(extend).collect();
            }
            for clause in clauses {
                self.push(clause);
            }
        }
    }

    /// `output` stands for the sum of the operands modulo 2: every assignment in which they differ is excluded.
    pub(super) fn define_xor(&mut self, output: Lit, needs: Needs, operands: &[Lit]) {
        for assignment in 0..1u32 << operands.len() {
            let sum = assignment.count_ones() % 2 == 1;
            if (sum && !needs.backward) || (!sum && !needs.forward) {
                continue;
            }
            let mut clause = vec![if sum { output } else { !output }];
            clause.extend(
                operands
                    .iter()
                    .enumerate()
                    .map(|(place, &operand)| if assignment >> place & 1 == 1 { !operand } else { operand }),
            );
            self.push(clause);
        }
    }

    /// `output` stands for `then` if `condition` holds, else for `otherwise`. The third clause of each direction is
    /// implied. It lets propagation see that equal branches determine the output (Eén and Sörensson, JSAT 2006).
    pub(super) fn define_mux(
        &mut self,
        output: Lit,
        needs: Needs,
        condition: Lit,
        then: Lit,
        otherwise: Lit,
    ) {
        if needs.forward {
            self.push(vec![!output, !condition, then]);
            self.push(vec![!output, condition, otherwise]);
            self.push(vec![!output, then, otherwise]);
        }
        if needs.backward {
            self.push(vec![output, !condition, !then]);
            self.push(vec![output, condition, !otherwise]);
            self.push(vec![output, !then, !otherwise]);
        }
    }

    /// `output` stands for "at least two of the three".
    pub(super) fn define_majority(&mut self, output: Lit, needs: Needs, [a, b, c]: [Lit; 3]) {
        for (x, y) in [(a, b), (a, c), (b, c)] {
            if needs.forward {
                self.push(vec![!output, x, y]);
            }
            if needs.backward {
                self.push(vec![output, !x, !y]);
            }
        }
    }
}
