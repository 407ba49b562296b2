//! A puzzle of your own, without a game: predecessors in Conway's Life.
//!
//! Which pattern on a small board becomes a given one in the next generation? Cells outside the board are dead and stay
//! dead. The solver finds a predecessor of one pattern, and a loop that shares nothing with the circuit runs it forwards.
//! It refutes that another pattern has a predecessor, and the proof is checked.
//!
//! Run it: `cargo run --release --example own_puzzle`

use certamen::prelude::*;
use std::fmt;

const SIDE: usize = 6;
type Board = Grid<SIDE, SIDE>;

/// "Which pattern becomes this one?" A `#` is a live cell, rank by rank from a1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Predecessor {
    pattern: String,
}

/// The rule over words: a cell is alive with three live neighbours, or with two if it was alive.
fn next<W: Word>(cells: W) -> W {
    let nothing = cells.constant(&Mask::EMPTY);
    // The cells with at least one, two, three and four live neighbours.
    let counts = Direction::ALL.iter().fold([nothing; 4], |[one, two, three, four], &direction| {
        let neighbour = Board::shift(cells, direction);
        [one | neighbour, two | one & neighbour, three | two & neighbour, four | three & neighbour]
    });
    let [_, two, three, four] = counts;
    (three | two & cells).without(four)
}

/// The same rule with loops, from its printed form.
fn naive_next(cells: &str) -> String {
    let cells: Vec<bool> = cells.chars().map(|cell| cell == '#').collect();
    let near = |a: usize, b: usize| (a % SIDE).abs_diff(b % SIDE) <= 1 && (a / SIDE).abs_diff(b / SIDE) <= 1;
    let lives = |cell: usize| {
        let neighbours = (0..SIDE * SIDE).filter(|&other| other != cell && near(other, cell) && cells[other]);
        matches!((cells[cell], neighbours.count()), (_, 3) | (true, 2))
    };
    (0..SIDE * SIDE).map(|cell| if lives(cell) { '#' } else { '.' }).collect()
}

impl Query for Predecessor {
    type Witness = TextWitness;
    const NAME: &'static str = "life.predecessor";

    fn state<S: Statement>(&self, statement: &mut S) {
        let before = statement.unknown("before", Board::LAYOUT);
        let live = self.pattern.char_indices().filter(|&(_, cell)| cell == '#');
        let after = live.fold(Mask::EMPTY, |mask, (cell, _)| mask.with(cell));
        statement.require(next(before).equals(before.constant(&after)));
    }

    fn read(&self, words: ReadWord<'_>) -> Result<TextWitness, WitnessError> {
        let cells = words("before")?.into_iter().map(|lives| if lives { '#' } else { '.' });
        Ok(TextWitness::new(cells.collect::<String>()))
    }

    fn verify(&self, witness: &TextWitness) -> Result<(), WitnessError> {
        let found = naive_next(&witness.position);
        if found == self.pattern {
            Ok(())
        } else {
            Err(WitnessError::Refused(format!("the pattern becomes {found}")))
        }
    }
}

impl fmt::Display for Predecessor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "life.predecessor --pattern {}", self.pattern)
    }
}

fn main() -> Result<(), AskError> {
    for pattern in ["#".repeat(SIDE * SIDE), format!("{:.<36}", "......###...###...###")] {
        let question = Predecessor { pattern };
        println!("{question}");
        match answer(&question, &Limits::default())? {
            Answer::Found(before) => println!("  {before} becomes it"),
            Answer::Refuted(proof) => {
                println!("  nothing becomes it: proof of {} bytes checked", proof.bytes);
            }
            Answer::Undecided(reason) => println!("  undecided ({reason})"),
        }
    }
    Ok(())
}
