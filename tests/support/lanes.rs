//! Circuits of words, run on 64 cases at a time.

use encodings::circuit::{Circuit, CircuitWord, Graph, Signal};

/// A circuit that computes words from words of one width.
pub(crate) struct Lanes {
    graph: Graph,
    outputs: Vec<Vec<Signal>>,
    width: usize,
}

impl Lanes {
    /// The circuit of a function from `IN` words of `width` bits to lists of signals.
    pub(crate) fn of<const IN: usize>(
        width: usize,
        outputs: impl for<'c> FnOnce([CircuitWord<'c>; IN]) -> Vec<Vec<Signal>>,
    ) -> Self {
        let circuit = Circuit::new();
        let outputs = outputs(std::array::from_fn(|_| circuit.inputs(width)));
        Self { graph: circuit.graph(), outputs, width }
    }

    /// The output words for each case, in the order of the cases.
    pub(crate) fn run<const IN: usize, const OUT: usize>(&self, cases: &[[u64; IN]]) -> Vec<[u64; OUT]> {
        assert_eq!(self.outputs.len(), OUT, "a word for each output");
        let mut answers = Vec::with_capacity(cases.len());
        for batch in cases.chunks(64) {
            let mut inputs = Vec::with_capacity(IN * self.width);
            for word in 0..IN {
                let columns = transposed(batch.iter().map(|case| case[word]));
                inputs.extend_from_slice(&columns[..self.width]);
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

/// At most 64 rows of 64 bits, transposed: 64 words one after the other become one value of 64 cases for each bit.
fn transposed(rows: impl Iterator<Item = u64>) -> [u64; 64] {
    let mut matrix = [0; 64];
    matrix.iter_mut().zip(rows).for_each(|(slot, row)| *slot = row);
    // Quarters of blocks are exchanged, then those of each quarter, down to single bits.
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
