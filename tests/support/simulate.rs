//! The rules as a circuit, run on 64 positions at a time.

use encodings::circuit::{Circuit, Graph, Signal};
use encodings::othello::rules::{Discs, Othello};
use encodings::word::OneHot;

/// The rules of one board size as two circuits: what can be said of a position, and of a move.
pub(crate) struct Simulator<const SIDE: usize> {
    position: Part,
    placed: Part,
}

/// What the circuit says of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Judged {
    pub(crate) legal: u64,
    pub(crate) terminal: bool,
    pub(crate) well_formed: bool,
}

/// What the circuit says of a disc placed on an empty square; `next` means nothing where that is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Placed {
    pub(crate) flips: u64,
    pub(crate) next: Discs<u64>,
}

impl<const SIDE: usize> Simulator<SIDE> {
    const SQUARES: usize = SIDE * SIDE;

    pub(crate) fn new() -> Self {
        let circuit = Circuit::new();
        let discs = Discs { own: circuit.inputs(Self::SQUARES), opp: circuit.inputs(Self::SQUARES) };
        let outputs = vec![
            Othello::<SIDE>::legal(discs).signals(),
            vec![Othello::<SIDE>::terminal(discs).signal()],
            vec![Othello::<SIDE>::well_formed(discs).signal()],
        ];
        let position = Part { graph: circuit.graph(), outputs };

        let circuit = Circuit::new();
        let discs = Discs { own: circuit.inputs(Self::SQUARES), opp: circuit.inputs(Self::SQUARES) };
        let placed = OneHot::assume(circuit.inputs(Self::SQUARES));
        let next = Othello::<SIDE>::apply(discs, placed);
        let flips = Othello::<SIDE>::flips(discs, placed);
        let outputs = vec![flips.signals(), next.own.signals(), next.opp.signals()];
        Self { position, placed: Part { graph: circuit.graph(), outputs } }
    }

    /// Judges positions, in their order.
    pub(crate) fn judge(&self, positions: &[Discs<u64>]) -> Vec<Judged> {
        let words: Vec<[u64; 2]> = positions.iter().map(|discs| [discs.own, discs.opp]).collect();
        let judged = |[legal, terminal, well_formed]: [u64; 3]| Judged {
            legal,
            terminal: terminal == 1,
            well_formed: well_formed == 1,
        };
        self.position.run(Self::SQUARES, &words).into_iter().map(judged).collect()
    }

    /// Places a disc on the square of the one bit, in each position.
    pub(crate) fn place(&self, moves: &[(Discs<u64>, u64)]) -> Vec<Placed> {
        let words: Vec<[u64; 3]> = moves.iter().map(|(discs, bit)| [discs.own, discs.opp, *bit]).collect();
        let placed = |[flips, own, opp]: [u64; 3]| Placed { flips, next: Discs { own, opp } };
        self.placed.run(Self::SQUARES, &words).into_iter().map(placed).collect()
    }
}

/// A circuit and the words that it computes.
struct Part {
    graph: Graph,
    outputs: Vec<Vec<Signal>>,
}

impl Part {
    /// The output words for each case; the input words of a case are `width` bits each.
    fn run<const IN: usize, const OUT: usize>(&self, width: usize, cases: &[[u64; IN]]) -> Vec<[u64; OUT]> {
        let mut answers = Vec::with_capacity(cases.len());
        for batch in cases.chunks(64) {
            let mut inputs = Vec::with_capacity(IN * width);
            for word in 0..IN {
                let columns = transposed(batch.iter().map(|case| case[word]));
                inputs.extend_from_slice(&columns[..width]);
            }
            let simulation = self.graph.simulate(&inputs);
            let words: [[u64; 64]; OUT] = std::array::from_fn(|word| {
                transposed(self.outputs[word].iter().map(|&signal| simulation.value(signal)))
            });
            answers.extend((0..batch.len()).map(|lane| words.map(|word| word[lane])));
        }
        answers
    }
}

/// At most 64 rows of 64 bits, rows and columns exchanged: 64 words one after the other become 64 values a bit.
fn transposed(rows: impl Iterator<Item = u64>) -> [u64; 64] {
    let mut matrix = [0; 64];
    matrix.iter_mut().zip(rows).for_each(|(slot, row)| *slot = row);
    // Quarters of blocks change places, and then those of each quarter, down to single bits.
    let mut width = 32;
    let mut low = u64::from(u32::MAX);
    while width > 0 {
        for row in (0..64).filter(|row| row & width == 0) {
            let change = (matrix[row] >> width ^ matrix[row + width]) & low;
            matrix[row] ^= change << width;
            matrix[row + width] ^= change;
        }
        width /= 2;
        low ^= low << width;
    }
    matrix
}
