//! `puzzles`

use super::report::{PuzzleReport, PuzzlesReport, SlipReport};
use super::{OstleRetro, board, move_name, move_names, object_of, own, position_at, refused};
use crate::diagram::{self, Drawing};
use crate::solve::check_line;
use crate::solve::{OstleGame, Probe, Puzzle, Slip};
use certamen_ask::flag::Flag;
use certamen_retro::positions::{RetroError, SolverProgress};
use certamen_retro::states::{Game, Resident, Tables, audit};
use certamen_retro::subject::{Monitor, Wanted};
use certamen_work::answer::Answer;
use encodings::ostle::notation;
use encodings::ostle::position::{Move, Position};
use std::fmt::Write as _;
use std::path::Path;

pub(super) const HELP: &str = "A puzzle has no forbidden move, the player to move wins, and every winning move loses an own piece. \
    Positions are listed up to symmetry, each with a line of best play that the naive game has replayed. One layer at a time \
    is searched; it and the layers that its moves lead to are kept in memory.";

/// A line to look for.
pub(super) const LINE: Flag = Flag::text(
    "line",
    "RECORD",
    "List only positions, in any orientation, in which this record begins with a best move and wins in as many plies as best \
     play. Its other moves that are not best play are named",
);

/// A puzzle with its line.
pub(super) struct ListedPuzzle<const SIDE: usize> {
    pub(super) puzzle: Puzzle,
    pub(super) position: Position<SIDE>,
    pub(super) line: Vec<Move>,
    slips: Vec<Slip>,
}

/// The puzzles of all layers.
pub(super) fn all_puzzles<const SIDE: usize>(
    tables: &Tables<'_, OstleGame<SIDE>>,
    monitor: &mut Monitor<'_>,
) -> Result<Vec<Puzzle>, RetroError> {
    let (game, mut found) = (tables.game, Vec::new());
    for layer in game.puzzle_layers() {
        let name = &game.shape(layer).name;
        monitor.report(SolverProgress::Begun(&format!("looking through {name}")));
        let (needed, stop) = (audit::needed(game, layer), monitor.stop());
        let resident = Resident::load(tables, &needed, stop)?;
        let size = game.shape(layer).size;
        let doing = format!("{name}: puzzles");
        found.extend(OstleGame::puzzles(&resident, layer, 0..size, stop, &mut monitor.estimated(&doing))?);
    }
    Ok(found)
}

/// The error that a game has no puzzles.
pub(super) fn require_puzzles<const SIDE: usize>(game: &OstleGame<SIDE>) -> Result<(), RetroError> {
    if game.puzzle_layers().is_empty() {
        return Err(refused("in this game nobody can sacrifice a piece without losing"));
    }
    Ok(())
}

impl OstleRetro {
    pub(super) fn puzzles_on<const SIDE: usize>(
        &self,
        directory: &Path,
        wanted: Wanted,
        limit: usize,
        monitor: &mut Monitor<'_>,
    ) -> Result<Answer, RetroError> {
        let line = self.asked.text(LINE.name).map(read_line::<SIDE>).transpose()?;
        let game = self.solved::<SIDE>(directory, &self.layers()?)?;
        let tables = Self::tables(directory, &game)?.complete(None)?;
        require_puzzles(&game)?;
        let found = all_puzzles(&tables, monitor)?;
        self.listed(&tables, found, (wanted, limit), line.as_deref())
    }

    /// The answer, from the puzzles of all layers.
    pub(super) fn listed<const SIDE: usize>(
        &self,
        tables: &Tables<'_, OstleGame<SIDE>>,
        found: Vec<Puzzle>,
        request: (Wanted, usize),
        line: Option<&[Move]>,
    ) -> Result<Answer, RetroError> {
        let (all, single) = (found.len(), found.iter().filter(|puzzle| puzzle.winning.len() == 1).count());
        let (listed, chosen) = chosen(tables, found, request, line)?;
        let summary = format!("{all} positions where only a sacrifice wins, {single} by a single move");
        let text = if self.draws_svg() {
            diagram::svg(&summary, &listed.iter().map(drawing).collect::<Vec<_>>())
        } else {
            describe(&summary, chosen, &listed)
        };
        let (game, positions) = (&*tables.game.subject(), listed.iter().map(report).collect());
        let object = PuzzlesReport { game, puzzles: all, single, chosen, positions };
        Ok(Answer::holds(text, object))
    }
}

/// The first positions of those that the flags choose, and the number of all of these.
pub(super) fn chosen<const SIDE: usize>(
    tables: &Tables<'_, OstleGame<SIDE>>,
    found: Vec<Puzzle>,
    (wanted, limit): (Wanted, usize),
    line: Option<&[Move]>,
) -> Result<(Vec<ListedPuzzle<SIDE>>, usize), RetroError> {
    let plies = wanted.plies.or(line.map(|line| line.len() as u16));
    let (mut listed, mut chosen) = (Vec::new(), 0);
    for puzzle in found {
        if plies.is_some_and(|plies| plies != u16::from(puzzle.value.plies()))
            || wanted.single && puzzle.winning.len() > 1
        {
            continue;
        }
        let found = if let Some(line) = line {
            OstleGame::image_with_line(tables, puzzle.place, line)?
        } else {
            Some((position_at(tables.game, puzzle.place), Vec::new()))
        };
        let Some((position, slips)) = found else { continue };
        chosen += 1;
        if listed.len() < limit {
            let line = match line {
                Some(line) => line.to_vec(),
                None => tables.line(position, None, usize::from(puzzle.value.plies()))?,
            };
            check_line(tables.game, position, None, &line, puzzle.value).map_err(own)?;
            listed.push(ListedPuzzle { puzzle, position, line, slips });
        }
    }
    Ok((listed, chosen))
}

fn read_line<const SIDE: usize>(record: &str) -> Result<Vec<Move>, RetroError> {
    let moves = record.split(',').map(|played| notation::parse_move(played.trim(), Position::<SIDE>::LAYOUT));
    let moves = moves.collect::<Result<Vec<Move>, _>>();
    let moves = moves.map_err(|error| refused(format!("the line: {error}")))?;
    match moves.len() {
        0..256 => Ok(moves),
        count => Err(refused(format!("the line has {count} moves, at most 255"))),
    }
}

impl<const SIDE: usize> ListedPuzzle<SIDE> {
    fn record(&self) -> String {
        move_names::<SIDE>(&self.line).join(",")
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
        move_name::<SIDE>(self.line[slip.ply])
    }
}

fn describe<const SIDE: usize>(summary: &str, chosen: usize, listed: &[ListedPuzzle<SIDE>]) -> String {
    let mut text = String::new();
    for puzzle in listed {
        let (board, value, solutions) = (board(puzzle.position), puzzle.puzzle.value, puzzle.solutions());
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

fn drawing<const SIDE: usize>(listed: &ListedPuzzle<SIDE>) -> Drawing {
    Drawing {
        pieces: listed.position.pieces(),
        layout: Position::<SIDE>::LAYOUT,
        caption: vec![listed.puzzle.value.to_string(), listed.solutions()],
    }
}

fn report<const SIDE: usize>(listed: &ListedPuzzle<SIDE>) -> PuzzleReport {
    let slip = |slip: &Slip| SlipReport {
        number: slip.ply + 1,
        played: listed.slipped(slip),
        value: object_of(slip.played),
        best: object_of(slip.best),
    };
    PuzzleReport {
        position: board(listed.position),
        value: object_of(listed.puzzle.value),
        line: listed.record(),
        winning_moves: listed.puzzle.winning.len(),
        slips: listed.slips.iter().map(slip).collect(),
    }
}
