//! Games of Othello by a seeded player who picks any legal move, one transcript a line: for measurements and tests.
//!
//! ```text
//! cargo run --release --example random_games -- 136000 1 >target/games.txt
//! cargo run --release -- convert othello target/games.txt --to wthor -o target/games.wtb
//! cargo run --release -- replay othello --file target/games.wtb
//! ```

use encodings::board::Grid;
use encodings::othello::position::Position;
use std::error::Error;
use std::io::{BufWriter, Write, stdout};

/// One game, without its passes.
fn game(random: &mut fastrand::Rng) -> String {
    let mut position = Position::<8>::start();
    let mut moves = String::new();
    while !position.is_terminal() {
        let squares: Vec<_> = position.moves().collect();
        let next = match squares.get(random.usize(..squares.len().max(1))) {
            Some(&square) => {
                moves += &Grid::<8, 8>::LAYOUT.name(square).to_string();
                position.play(square)
            }
            None => position.pass(),
        };
        let Some(next) = next else { break };
        position = next;
    }
    moves
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let count: u64 = arguments.next().ok_or("usage: random_games COUNT [SEED]")?.parse()?;
    let seed: u64 = arguments.next().map_or(Ok(1), |text| text.parse())?;
    let mut random = fastrand::Rng::with_seed(seed);
    let mut out = BufWriter::new(stdout().lock());
    for _ in 0..count {
        writeln!(out, "{}", game(&mut random))?;
    }
    out.flush()?;
    Ok(())
}
