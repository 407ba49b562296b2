//! `certamen puzzles`

use super::subject::{Format, Subject, value_object};
use crate::diagram::{self, Drawing};
use crate::solve::check_line;
use crate::solve::{OstleGame, Probe, Puzzle, Slip};
use anyhow::{Context, ensure};
use certamen_retro::engine::{Game, Resident, Tables, audit};
use certamen_work::progress::Progress;
use certamen_work::session::{Outcome, Session};
use clap::Args;
use encodings::ostle::notation;
use encodings::ostle::position::{Move, Position};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// List the positions in which only a sacrifice wins, from the tables of a solved game.
///
/// Such a position has no forbidden move, the player to move wins, and every winning move loses an own piece. Positions
/// are listed up to symmetry, each with a line of best play that the naive game has replayed. One layer at a time is
/// searched; it and the layers that its moves lead to are kept in memory.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    PROGRAM puzzles ostle --dir ostle --plies 7 --single\n  \
    PROGRAM puzzles ostle --dir ostle --line d2L,a1R,c2L,b1R,b2R,c1U,c3U\n  \
    PROGRAM puzzles ostle --dir ostle --limit 12 --format svg > puzzles.svg")]
pub(super) struct Puzzles {
    #[command(flatten)]
    subject: Subject,
    /// List only wins in N plies.
    #[arg(long, value_name = "N")]
    plies: Option<u8>,
    /// List only positions in which a single first move wins.
    #[arg(long)]
    single: bool,
    /// List only positions, in any orientation, in which this record begins with a best move and wins in as many plies
    /// as best play. Its other moves that are not best play are named.
    #[arg(long, value_name = "RECORD")]
    line: Option<String>,
    /// List and draw at most N positions. All are counted.
    #[arg(long, value_name = "N", default_value_t = 100)]
    limit: usize,
    /// The form of the pictures.
    #[arg(long, value_enum, default_value = "ascii")]
    format: Format,
}

/// A puzzle with its line.
struct Listed<const SIDE: usize> {
    puzzle: Puzzle,
    position: Position<SIDE>,
    line: Vec<Move>,
    slips: Vec<Slip>,
}

on_every_side!(Puzzles, puzzles);

impl Puzzles {
    fn puzzles<const SIDE: usize>(&self, session: &Session) -> anyhow::Result<Outcome> {
        let line = self.line.as_deref().map(read_line::<SIDE>).transpose()?;
        let names = OstleGame::<SIDE>::layer_names(self.subject.variant()?);
        let game = self.subject.solved_game::<SIDE>(&names)?;
        let tables = self.subject.tables(&game)?.complete(None)?;
        let layers = game.puzzle_layers();
        ensure!(!layers.is_empty(), "in this game nobody can sacrifice a piece without losing");
        let progress = Progress::new(session);
        let mut found = Vec::new();
        for layer in layers {
            let name = &game.layers()[usize::from(layer)].name;
            progress.begin(format!("looking through {name}"));
            let Some(resident) = Resident::load(&tables, &audit::needed(&game, layer), &session.stop)? else {
                return Ok(session.interrupted()?);
            };
            let size = f64::from(game.layers()[usize::from(layer)].size);
            progress.estimate(format!("{name}: puzzles"));
            let mut watch = |done| progress.arrive(f64::from(done) / size, &format!("{name}: puzzles"));
            let Some(puzzles) = OstleGame::puzzles(&resident, layer, &session.stop, &mut watch) else {
                return Ok(session.interrupted()?);
            };
            found.extend(puzzles);
        }
        drop(progress);
        let (all, single) = (found.len(), found.iter().filter(|puzzle| puzzle.winning.len() == 1).count());
        let (listed, chosen) = self.chosen(&tables, found, line.as_deref())?;
        let summary = format!("{all} positions where only a sacrifice wins, {single} by a single move");
        let text = match self.format {
            Format::Ascii => describe(&summary, chosen, &listed),
            Format::Svg => diagram::svg(&summary, &listed.iter().map(drawing).collect::<Vec<_>>()),
        };
        session.answer(
            &text,
            &json!({
                "game": game.subject(), "puzzles": all, "single": single, "chosen": chosen,
                "positions": listed.iter().map(object).collect::<Vec<_>>(),
            }),
        )?;
        Ok(Outcome::Holds)
    }

    /// The first positions of those that the flags choose, and the number of all of these.
    fn chosen<const SIDE: usize>(
        &self,
        tables: &Tables<'_, OstleGame<SIDE>>,
        found: Vec<Puzzle>,
        line: Option<&[Move]>,
    ) -> anyhow::Result<(Vec<Listed<SIDE>>, usize)> {
        let plies = self.plies.or(line.map(|line| line.len() as u8));
        let (mut listed, mut chosen) = (Vec::new(), 0);
        for puzzle in found {
            if plies.is_some_and(|plies| plies != puzzle.value.plies())
                || self.single && puzzle.winning.len() > 1
            {
                continue;
            }
            let found = if let Some(line) = line {
                OstleGame::image_with_line(tables, puzzle.place, line)?
            } else {
                let position = Position::trusted(tables.game.ranking().unrank(puzzle.place).0);
                Some((position, Vec::new()))
            };
            let Some((position, slips)) = found else { continue };
            chosen += 1;
            if listed.len() < self.limit {
                let line = match line {
                    Some(line) => line.to_vec(),
                    None => tables.line(position, None, usize::from(puzzle.value.plies()))?,
                };
                check_line(tables.game, position, None, &line, puzzle.value)?;
                listed.push(Listed { puzzle, position, line, slips });
            }
        }
        Ok((listed, chosen))
    }
}

fn read_line<const SIDE: usize>(record: &str) -> anyhow::Result<Vec<Move>> {
    let moves = record.split(',').map(|played| notation::parse_move(played.trim(), Position::<SIDE>::LAYOUT));
    let moves: Vec<Move> = moves.collect::<Result<_, _>>().context("the line")?;
    ensure!(moves.len() < 256, "the line has {} moves, at most 255", moves.len());
    Ok(moves)
}

impl<const SIDE: usize> Listed<SIDE> {
    fn board(&self) -> String {
        notation::print(self.position.pieces(), Position::<SIDE>::LAYOUT)
    }

    fn record(&self) -> String {
        let moves = self.line.iter().map(|&played| notation::print_move(played, Position::<SIDE>::LAYOUT));
        moves.collect::<Vec<_>>().join(",")
    }

    /// The number of winning moves, and of those that win as quickly as the first.
    fn solutions(&self) -> String {
        let winning = &self.puzzle.winning;
        match winning.iter().filter(|(_, value)| *value == self.puzzle.value).count() {
            _ if winning.len() == 1 => "a single move wins".to_owned(),
            quickest => format!("{} moves win, {quickest} as quickly", winning.len()),
        }
    }

    /// The move of the line that is not best play.
    fn slipped(&self, slip: &Slip) -> String {
        notation::print_move(self.line[slip.ply], Position::<SIDE>::LAYOUT)
    }
}

fn describe<const SIDE: usize>(summary: &str, chosen: usize, listed: &[Listed<SIDE>]) -> String {
    let mut text = String::new();
    for puzzle in listed {
        let (board, value, solutions) = (puzzle.board(), puzzle.puzzle.value, puzzle.solutions());
        let _ = writeln!(text, "{board} {value}: {} ({solutions})", puzzle.record());
        for slip in &puzzle.slips {
            let (number, played) = (slip.ply + 1, puzzle.slipped(slip));
            let _ = writeln!(
                text,
                "  move {number}, {played}, is not best play: {}, not {}",
                slip.played, slip.best
            );
        }
    }
    let _ = writeln!(text, "{summary}; {chosen} chosen, {} listed", listed.len());
    text
}

fn drawing<const SIDE: usize>(listed: &Listed<SIDE>) -> Drawing {
    Drawing {
        pieces: listed.position.pieces(),
        layout: Position::<SIDE>::LAYOUT,
        caption: vec![listed.puzzle.value.to_string(), listed.solutions()],
    }
}

fn object<const SIDE: usize>(listed: &Listed<SIDE>) -> Value {
    json!({
        "position": listed.board(), "value": value_object(listed.puzzle.value), "line": listed.record(),
        "winning_moves": listed.puzzle.winning.len(),
        "slips": listed.slips.iter().map(|slip| json!({
            "move": slip.ply + 1, "played": listed.slipped(slip), "value": value_object(slip.played),
            "best": value_object(slip.best),
        })).collect::<Vec<_>>(),
    })
}
