//! Making gates: normal forms, constant folding and local rewriting.
//!
//! AND follows R. Brummayer and A. Biere, "Local Two-Level And-Inverter Graph Minimization without Blowup" (MEMICS
//! 2006): levels one and two (contradiction, subsumption, idempotence, resolution, and substitution, which makes at
//! most one AND in place of another). XOR, MUX and majority fold constants, equal and opposite operands, and move
//! signs to the output, so that equal functions of the same operands meet in one node. Cost: constant per gate.

use super::graph::{Gate, Graph, Signal};

impl Graph {
    /// The conjunction of both signals.
    pub fn and(&mut self, a: Signal, b: Signal) -> Signal {
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        if a == Signal::FALSE || a == !b {
            return Signal::FALSE;
        }
        if a == Signal::TRUE || a == b {
            return b;
        }
        if let Some(simpler) = self.and_with_known(a, b).or_else(|| self.and_with_known(b, a)) {
            return simpler;
        }
        self.and_of_two_ands(a, b).unwrap_or_else(|| self.node(Gate::And(a, b)))
    }

    /// The rules that look at the operands of `a` only.
    fn and_with_known(&mut self, a: Signal, b: Signal) -> Option<Signal> {
        let (x, y) = self.and_operands(a)?;
        if a.is_negated() {
            // !(x & y) & b: subsumed where b is !x or !y, substituted where b is x or y.
            match b {
                _ if b == !x || b == !y => Some(b),
                _ if b == x => Some(self.and(b, !y)),
                _ if b == y => Some(self.and(b, !x)),
                _ => None,
            }
        } else if b == !x || b == !y {
            Some(Signal::FALSE)
        } else if b == x || b == y {
            Some(a)
        } else {
            None
        }
    }

    /// The rules that look at the operands of both.
    fn and_of_two_ands(&mut self, a: Signal, b: Signal) -> Option<Signal> {
        let ((p, q), (r, s)) = (self.and_operands(a)?, self.and_operands(b)?);
        let opposite = p == !r || p == !s || q == !r || q == !s;
        match (a.is_negated(), b.is_negated()) {
            (false, false) if opposite => Some(Signal::FALSE),
            (true, false) if opposite => Some(b),
            (false, true) if opposite => Some(a),
            (false, false) if p == r || q == r => Some(self.and(a, s)),
            (false, false) if p == s || q == s => Some(self.and(a, r)),
            (true, false) if p == r || p == s => Some(self.and(b, !q)),
            (true, false) if q == r || q == s => Some(self.and(b, !p)),
            (false, true) if r == p || r == q => Some(self.and(a, !s)),
            (false, true) if s == p || s == q => Some(self.and(a, !r)),
            (true, true) if (p == r && q == !s) || (p == s && q == !r) => Some(!p),
            (true, true) if (q == r && p == !s) || (q == s && p == !r) => Some(!q),
            _ => None,
        }
    }

    /// Exactly one of the two.
    pub fn xor(&mut self, a: Signal, b: Signal) -> Signal {
        let sign = a.is_negated() ^ b.is_negated();
        let (a, b) = (a.negated_if(a.is_negated()), b.negated_if(b.is_negated()));
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        let result = if a == Signal::FALSE {
            b
        } else if a == b {
            Signal::FALSE
        } else if let Some(rest) = self.xor_cancel(b, a).or_else(|| self.xor_cancel(a, b)) {
            rest
        } else {
            self.node(Gate::Xor(a, b))
        };
        result.negated_if(sign)
    }

    /// `x ^ (x ^ y)` is `y`.
    fn xor_cancel(&self, outer: Signal, other: Signal) -> Option<Signal> {
        match self.gate(outer.node()) {
            Gate::Xor(x, y) if x == other => Some(y),
            Gate::Xor(x, y) if y == other => Some(x),
            _ => None,
        }
    }

    /// `then` if `condition` holds, else `otherwise`.
    pub fn mux(&mut self, condition: Signal, then: Signal, otherwise: Signal) -> Signal {
        let (condition, then, otherwise) =
            if condition.is_negated() { (!condition, otherwise, then) } else { (condition, then, otherwise) };
        let then = under(then, condition);
        let otherwise = under(otherwise, !condition);
        if condition == Signal::FALSE || then == otherwise {
            return otherwise;
        }
        if then == !otherwise {
            return self.xor(condition, otherwise);
        }
        if then.node() == Signal::FALSE.node() {
            let negated = self.and(!condition, otherwise.negated_if(then == Signal::TRUE));
            return negated.negated_if(then == Signal::TRUE);
        }
        if otherwise.node() == Signal::FALSE.node() {
            let negated = self.and(condition, then.negated_if(otherwise == Signal::TRUE));
            return negated.negated_if(otherwise == Signal::TRUE);
        }
        let sign = then.is_negated();
        let gate = Gate::Mux(condition, then.negated_if(sign), otherwise.negated_if(sign));
        self.node(gate).negated_if(sign)
    }

    /// At least two of the three.
    pub fn majority(&mut self, a: Signal, b: Signal, c: Signal) -> Signal {
        let mut operands = [a, b, c];
        operands.sort_unstable();
        let [a, b, c] = operands;
        if a == Signal::FALSE {
            return self.and(b, c);
        }
        if a == Signal::TRUE {
            return self.or(b, c);
        }
        // Equal or opposite operands share a node, so they are neighbours in the order.
        if a == b || b == !c {
            return a;
        }
        if b == c || a == !b {
            return c;
        }
        let negations = operands.iter().filter(|signal| signal.is_negated()).count();
        let sign = negations >= 2;
        let [a, b, c] = operands.map(|signal| signal.negated_if(sign));
        self.node(Gate::Majority(a, b, c)).negated_if(sign)
    }
}

/// The value of `signal`, given that `assumed` holds: a constant if both refer to the same node.
fn under(signal: Signal, assumed: Signal) -> Signal {
    if signal.node() == assumed.node() { Signal::constant(signal == assumed) } else { signal }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A recipe for a random circuit: each step combines earlier signals.
    #[derive(Clone, Debug)]
    struct Step {
        kind: u8,
        operands: [(usize, bool); 3],
    }

    fn steps() -> impl Strategy<Value = Vec<Step>> {
        let operand = (0..64usize, any::<bool>());
        let step = (0..4u8, [operand.clone(), operand.clone(), operand])
            .prop_map(|(kind, operands)| Step { kind, operands });
        proptest::collection::vec(step, 1..40)
    }

    proptest! {
        /// Rewriting keeps the function: it agrees with the plain definition on all assignments of four inputs.
        #[test]
        fn rewriting_keeps_the_function(steps in steps()) {
            const INPUTS: [u64; 4] = [0xaaaa, 0xcccc, 0xf0f0, 0xff00];
            let mut graph = Graph::new();
            let mut signals = vec![Signal::FALSE];
            let mut values = vec![0u64];
            for input in INPUTS {
                signals.push(graph.input());
                values.push(input);
            }
            for Step { kind, operands } in steps {
                let pick = operands.map(|(index, sign)| (index % signals.len(), sign));
                let [a, b, c] = pick.map(|(index, sign)| signals[index].negated_if(sign));
                let [x, y, z] = pick.map(|(index, sign)| if sign { !values[index] } else { values[index] });
                let (signal, value) = match kind {
                    0 => (graph.and(a, b), x & y),
                    1 => (graph.xor(a, b), x ^ y),
                    2 => (graph.mux(a, b, c), x & y | !x & z),
                    _ => (graph.majority(a, b, c), x & y | x & z | y & z),
                };
                signals.push(signal);
                values.push(value);
            }
            let simulated = graph.simulate(&INPUTS);
            for (signal, value) in signals.iter().zip(values) {
                prop_assert_eq!(simulated.value(*signal) & 0xffff, value & 0xffff);
            }
        }
    }

    #[test]
    fn shared_structure_is_found() {
        let mut graph = Graph::new();
        let [a, b, c] = [graph.input(), graph.input(), graph.input()];
        let both = graph.and(a, b);
        assert_eq!(graph.and(b, a), both);
        assert_eq!(graph.and(both, !a), Signal::FALSE);
        assert_eq!(graph.and(!both, !a), !a);
        assert_eq!(graph.and(both, b), both);
        let odd = graph.xor(a, c);
        assert_eq!(graph.xor(odd, a), c);
        assert_eq!(graph.majority(!a, !b, !c), !graph.majority(a, b, c));
        assert_eq!(graph.majority(a, !a, c), c);
        assert_eq!(graph.majority(a, b, a), a);
    }
}
