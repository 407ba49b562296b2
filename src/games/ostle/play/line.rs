//! Lines of best play, held against the naive game.

use super::naive_variant;
use crate::retro::engine::Value;
use crate::retro::ostle::{OstleGame, Rule};
use anyhow::{Context, bail, ensure};
use encodings::ostle::notation;
use encodings::ostle::position::{Move, Position};
use verify::ostle::{self as naive, Outcome as Ended};

/// Holds a line of best play against the naive game: all of it is legal under the rule, and it ends as the value says.
pub(in crate::cli) fn check_line<const SIDE: usize>(
    game: &OstleGame<SIDE>,
    position: Position<SIDE>,
    forbidden: Option<Move>,
    line: &[Move],
    value: Value,
) -> anyhow::Result<()> {
    let layout = Position::<SIDE>::LAYOUT;
    let text = notation::print(position.pieces(), layout);
    let start = naive::parse_position(naive_variant(game.variant())?, &text).context("the naive game")?;
    let naively = |played: Move| notation::print_move(played, layout).parse::<naive::Move>();
    let forbidden = forbidden.map(naively).transpose()?;
    let line: Vec<naive::Move> = line.iter().copied().map(naively).collect::<Result<_, _>>()?;
    let record = naive::write_record(&line);
    let refuse =
        |reason: &str| anyhow::anyhow!("the line that was found is not legal: {text} {record}: {reason}");
    let has_won = match game.rule() {
        Rule::Literal => {
            let state = match forbidden {
                None => naive::State::new(start),
                Some(forbidden) => naive::State::with_forbidden(start, forbidden)?,
            };
            let played = naive::replay_from(&state, &record).map_err(|error| refuse(&error.to_string()))?;
            last_has_won(&played.end)
        }
        Rule::Paper => {
            replay_by_class(start, forbidden, &line).map_err(|error| refuse(&error.to_string()))?
        }
    };
    let mover_has_won = has_won.map(|last| last == (line.len() % 2 == 1));
    ensure!(
        mover_has_won == Some(value.is_win()) && line.len() == usize::from(value.plies()),
        "the line that was found does not show a {value}: {text} {record}"
    );
    Ok(())
}

/// Whether who moved last has won; none where the game goes on.
fn last_has_won<S>(end: &Ended<S>) -> Option<bool> {
    match end {
        Ended::Wins(_) => Some(true),
        Ended::Loses(_) => Some(false),
        Ended::Continues(_) => None,
    }
}

/// Plays a line under the published program's reading of rule 8: of the moves that lead back to the class of the position
/// two plies before, one is forbidden. Which one is a matter of order, so that where there are several, any may be played.
fn replay_by_class(
    start: naive::Position,
    forbidden: Option<naive::Move>,
    line: &[naive::Move],
) -> anyhow::Result<Option<bool>> {
    let mut banned: Vec<naive::Move> = forbidden.into_iter().collect();
    let mut end = Ended::Continues(start);
    for &played in line {
        let Ended::Continues(position) = &end else { bail!("{played}: the game is already over") };
        ensure!(banned != [played], "{played} is forbidden");
        let next = naive::apply(position, played)?;
        banned.clear();
        if let Ended::Continues(next) = &next {
            let before = naive::canonical(position);
            let is_back = |mv: &naive::Move| match naive::apply(next, *mv) {
                Ok(Ended::Continues(after)) => naive::canonical(&after) == before,
                _ => false,
            };
            banned.extend(naive::moves(next).into_iter().filter(is_back));
        }
        end = next;
    }
    Ok(last_has_won(&end))
}
