//! `certamen puzzles`

use super::ostle::check_line;
use super::progress::Progress;
use super::retro::{Subject, value_object};
use super::show::Format;
use super::{Outcome, Session};
use crate::diagram::ostle::{self as diagram, Drawing};
use crate::query::on_side;
use crate::retro::engine::{Game, Resident, Tables, audit};
use crate::retro::ostle::{OstleGame, Puzzle, Slip};
use anyhow::{Context, ensure};
use clap::Args;
use encodings::ostle::notation;
use encodings::ostle::position::{Move, Position};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// List the positions in which only a sacrifice wins, from the tables of a solved game.
///
/// Positions up to symmetry in which nothing is forbidden, that the player to move wins, and in which each move that wins
/// costs a piece of his own. Each has a line of best play, which the naive game has replayed. The layer that is looked
/// through and those that its moves lead to are held in memory.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    certamen puzzles ostle --dir ostle --plies 7 --single\n  \
    certamen puzzles ostle --dir ostle --line d2L,a1R,c2L,b1R,b2R,c1U,c3U\n  \
    certamen puzzles ostle --dir ostle --limit 12 --format svg > puzzles.svg")]
pub(super) struct Puzzles {
    #[command(flatten)]
    subject: Subject,
    /// Only wins in so many plies.
    #[arg(long, value_name = "N")]
    plies: Option<u8>,
    /// Only where a single first move wins.
    #[arg(long)]
    single: bool,
    /// Only where this record wins, in as many plies as best play and with a best first move, as the position is turned
    /// then; moves of it that are not best play are told.
    #[arg(long, value_name = "RECORD")]
    line: Option<String>,
    /// Tell and draw so many at the most; all are counted.
    #[arg(long, value_name = "N", default_value_t = 100)]
    limit: usize,
    /// The form.
    #[arg(long, value_enum, default_value = "ascii")]
    format: Format,
}

/// A puzzle as it is told.
struct Told<const SIDE: usize> {
    puzzle: Puzzle,
    position: Position<SIDE>,
    line: Vec<Move>,
    slips: Vec<Slip>,
}

impl Puzzles {
    pub(super) fn run(&self, session: &Session) -> anyhow::Result<Outcome> {
        on_side!(self.subject.side()?, SIDE => self.puzzles::<SIDE>(session))
    }

    fn puzzles<const SIDE: usize>(&self, session: &Session) -> anyhow::Result<Outcome> {
        let line = self.line.as_deref().map(read_line::<SIDE>).transpose()?;
        let game = self.subject.game::<SIDE>()?;
        let tables = self.subject.tables(&game)?;
        let layers = game.puzzle_layers();
        ensure!(!layers.is_empty(), "in this game nobody can sacrifice a piece and go on");
        let progress = Progress::new(session);
        let mut found = Vec::new();
        for layer in layers {
            let name = &game.layers()[usize::from(layer)].name;
            progress.begin(format!("looking through {name}"));
            let Some(resident) = Resident::load(&tables, &audit::needed(&game, layer), &session.stop)? else {
                return session.interrupted();
            };
            let size = f64::from(game.layers()[usize::from(layer)].size);
            progress.estimate(format!("{name}: puzzles"));
            let mut watch = |done| progress.arrive(f64::from(done) / size, &format!("{name}: puzzles"));
            let Some(puzzles) = OstleGame::puzzles(&resident, layer, &session.stop, &mut watch) else {
                return session.interrupted();
            };
            found.extend(puzzles);
        }
        drop(progress);
        let (all, single) = (found.len(), found.iter().filter(|puzzle| puzzle.winning.len() == 1).count());
        let (told, chosen) = self.chosen(&tables, found, line.as_deref())?;
        let summary = format!("{all} positions where only a sacrifice wins, {single} by a single move");
        let text = match self.format {
            Format::Ascii => describe(&summary, chosen, &told),
            Format::Svg => diagram::svg(&summary, &told.iter().map(drawing).collect::<Vec<_>>()),
        };
        session.answer(
            &text,
            &json!({
                "game": game.subject(), "puzzles": all, "single": single, "chosen": chosen,
                "positions": told.iter().map(object).collect::<Vec<_>>(),
            }),
        )?;
        Ok(Outcome::Holds)
    }

    /// Those that are asked for, of which the first are told, and how many there are.
    fn chosen<const SIDE: usize>(
        &self,
        tables: &Tables<'_, OstleGame<SIDE>>,
        found: Vec<Puzzle>,
        line: Option<&[Move]>,
    ) -> anyhow::Result<(Vec<Told<SIDE>>, usize)> {
        let plies = self.plies.or(line.map(|line| line.len() as u8));
        let (mut told, mut chosen) = (Vec::new(), 0);
        for puzzle in found {
            if plies.is_some_and(|plies| plies != puzzle.value.plies())
                || self.single && puzzle.winning.len() > 1
            {
                continue;
            }
            let found = if let Some(line) = line {
                tables.image_with_line(puzzle.place, line)?
            } else {
                let position = Position::trusted(tables.game.ranking().unrank(puzzle.place).0);
                Some((position, Vec::new()))
            };
            let Some((position, slips)) = found else { continue };
            chosen += 1;
            if told.len() < self.limit {
                let line = match line {
                    Some(line) => line.to_vec(),
                    None => tables.line(position, None, usize::from(puzzle.value.plies()))?,
                };
                check_line(tables.game, position, None, &line, puzzle.value)?;
                told.push(Told { puzzle, position, line, slips });
            }
        }
        Ok((told, chosen))
    }
}

fn read_line<const SIDE: usize>(record: &str) -> anyhow::Result<Vec<Move>> {
    let moves = record.split(',').map(|played| notation::parse_move(played.trim(), Position::<SIDE>::LAYOUT));
    let moves: Vec<Move> = moves.collect::<Result<_, _>>().context("the line")?;
    ensure!(moves.len() < 256, "the line has {} moves, at most 255", moves.len());
    Ok(moves)
}

impl<const SIDE: usize> Told<SIDE> {
    fn board(&self) -> String {
        notation::print(self.position.pieces(), Position::<SIDE>::LAYOUT)
    }

    fn record(&self) -> String {
        let moves = self.line.iter().map(|&played| notation::print_move(played, Position::<SIDE>::LAYOUT));
        moves.collect::<Vec<_>>().join(",")
    }

    /// The number of moves that win, and of those that win as quickly as the first.
    fn solutions(&self) -> String {
        let winning = &self.puzzle.winning;
        match winning.iter().filter(|(_, value)| *value == self.puzzle.value).count() {
            _ if winning.len() == 1 => "a single move wins".to_owned(),
            quickest => format!("{} moves win, {quickest} as quickly", winning.len()),
        }
    }

    /// The move of a slip.
    fn slipped(&self, slip: &Slip) -> String {
        notation::print_move(self.line[slip.ply], Position::<SIDE>::LAYOUT)
    }
}

fn describe<const SIDE: usize>(summary: &str, chosen: usize, told: &[Told<SIDE>]) -> String {
    let mut text = String::new();
    for told in told {
        let (board, value, solutions) = (told.board(), told.puzzle.value, told.solutions());
        let _ = writeln!(text, "{board} {value}: {} ({solutions})", told.record());
        for slip in &told.slips {
            let (number, played) = (slip.ply + 1, told.slipped(slip));
            let _ = writeln!(
                text,
                "  move {number}, {played}, is not best play: {}, not {}",
                slip.played, slip.best
            );
        }
    }
    let _ = writeln!(text, "{summary}; {chosen} chosen, {} told", told.len());
    text
}

fn drawing<const SIDE: usize>(told: &Told<SIDE>) -> Drawing {
    Drawing {
        pieces: told.position.pieces(),
        layout: Position::<SIDE>::LAYOUT,
        caption: vec![told.puzzle.value.to_string(), told.solutions()],
    }
}

fn object<const SIDE: usize>(told: &Told<SIDE>) -> Value {
    json!({
        "position": told.board(), "value": value_object(told.puzzle.value), "line": told.record(),
        "winning_moves": told.puzzle.winning.len(),
        "slips": told.slips.iter().map(|slip| json!({
            "move": slip.ply + 1, "played": told.slipped(slip), "value": value_object(slip.played),
            "best": value_object(slip.best),
        })).collect::<Vec<_>>(),
    })
}
