//! The positions of a game that satisfy a condition in the language of questions.

use super::line::Line;
use crate::OthelloSize;
use certamen_language::Predicate;
use certamen_records::Hit;
use encodings::board::Grid;
use encodings::othello::notation;
use encodings::othello::rules::{Discs, Othello};
use verify::othello as naive;

/// A condition on positions, for the boards on which it has a meaning.
pub(super) struct Condition {
    text: String,
    on: [Option<Predicate>; 3],
}

impl Condition {
    pub(super) fn new(text: &str, board: OthelloSize) -> Result<Self, String> {
        let four = Predicate::new(&Othello::<4>, text);
        let six = Predicate::new(&Othello::<6>, text);
        let eight = Predicate::new(&Othello::<8>, text);
        let chosen = match board {
            OthelloSize::Four => &four,
            OthelloSize::Six => &six,
            OthelloSize::Eight => &eight,
        };
        if let Err(error) = chosen {
            return Err(error.to_string());
        }
        Ok(Self { text: text.to_owned(), on: [four.ok(), six.ok(), eight.ok()] })
    }

    fn on<const SIDE: usize>(&self) -> Option<&Predicate> {
        let place = OthelloSize::ALL.iter().position(|board| board.side() == SIDE)?;
        self.on.get(place)?.as_ref()
    }
}

/// The positions that satisfy a condition, each confirmed by the naive evaluator.
pub(super) fn hits<const SIDE: usize>(
    condition: &Condition,
    line: &Line,
    board: OthelloSize,
) -> Result<Vec<Hit>, String> {
    let Some(predicate) = condition.on::<SIDE>() else { return Ok(Vec::new()) };
    let boards: Vec<Discs<u64>> = line.spots.iter().map(|spot| spot.discs).collect();
    let holds = predicate.holds(&Othello::<SIDE>, &boards);
    let mut hits = Vec::new();
    for (ply, (discs, holds)) in boards.iter().zip(holds).enumerate() {
        if !holds {
            continue;
        }
        let text = notation::print(*discs, Grid::<SIDE, SIDE>::LAYOUT);
        let judged = verify::language::judge(&naive::Shown::on(board.into()), &condition.text, &text);
        match judged {
            Ok(judged) if !judged.answers => {
                return Err(format!("`{}` holds natively and not naively: {text}", condition.text));
            }
            // A start position without discs in the centre is none of the naive language.
            Ok(_) | Err(_) => hits.push(Hit { ply, board: text }),
        }
    }
    Ok(hits)
}
