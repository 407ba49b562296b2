//! `certamen solve go.cycle`
//!
//! It has its own flags and none of those of questions, because its formula grows while it is solved.

use crate::cycle::classes::Classes;
use crate::cycle::cover::Cover;
use crate::cycle::formula;
use crate::cycle::game::{CycleGame, CycleTurn, point};
use crate::cycle::refutation::{Refutation, refute};
use crate::cycle::search::{SearchError, SearchReport, Verdict, search};
use crate::position::{Colour, Grid};
use anyhow::{Context, bail};
use certamen_ask::solve::{stop_reason, value_lines};
use certamen_work::Stop;
use certamen_work::amount;
use certamen_work::answer::{Answer, Outcome};
use certamen_work::failure::Failure;
use certamen_work::file::{self, PendingFile};
use certamen_work::limits::Limits;
use certamen_work::progress::Progress;
use certamen_work::session::Session;
use certamen_work::subject_command::Run;
use clap::{Args, ValueEnum};
use cnf_out::solver::{LratFormat, StopReason};
use encodings::go::BoardSides;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Look for a game of Go through all legal positions, as a cycle that is symmetric under the exchange of colours.
///
/// The cycle passes through each position but the empty one once, and half a round later through the same position with
/// the colours exchanged. Opened before a position of one stone, it becomes a game that begins with the empty board.
/// A matching gives disjoint cycles through all positions, and exchanges of moves join them. If that does not succeed,
/// CaDiCaL is asked for disjoint cycles, and each cycle that is too short is excluded (cut), until one is left. The
/// naive rules replay the game under positional superko before it is written (`s SATISFIABLE`, exit 10): one line for
/// each turn, with the board. If there is no such cycle (exit 20), that is proved, the proof is checked, and the naive
/// rules make the formula again.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    PROGRAM solve go.cycle --board 1x8                              a game through all 2401 positions\n  \
    PROGRAM solve go.cycle --board 1x2 --cnf c.cnf --proof c.lrat   there is none\n  \
    PROGRAM check --cnf c.cnf --proof c.lrat                        check that proof again")]
pub(super) struct SolveCycle {
    /// The board: two sides, at most 16 points.
    #[arg(long, value_name = "MxN")]
    board: BoardSides,
    /// Write the formula to this file as DIMACS, with all cuts; the model in the answer satisfies it.
    #[arg(long, value_name = "FILE")]
    cnf: Option<PathBuf>,
    /// Write an LRAT proof of `s UNSATISFIABLE` to this file, for the formula that --cnf writes.
    #[arg(long, value_name = "FILE", requires = "cnf")]
    proof: Option<PathBuf>,
    /// The form of the proof.
    #[arg(long, value_enum, default_value = "text", requires = "proof")]
    proof_format: ProofFormat,
    /// End after this many seconds.
    #[arg(long, value_name = "S", value_parser = amount::seconds)]
    time_limit: Option<Duration>,
}

/// The form of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ProofFormat {
    Text,
    Binary,
}

impl From<ProofFormat> for LratFormat {
    fn from(format: ProofFormat) -> Self {
        match format {
            ProofFormat::Text => Self::Text,
            ProofFormat::Binary => Self::Binary,
        }
    }
}

impl Run for SolveCycle {
    fn run(&self, session: &Session) -> Result<Outcome, Failure> {
        Ok(self.solve(session)?)
    }
}

impl SolveCycle {
    fn solve(&self, session: &Session) -> anyhow::Result<Outcome> {
        if [&self.cnf, &self.proof].into_iter().flatten().any(|path| file::is_dash(path)) {
            bail!("--cnf and --proof need files: the answer goes to standard output");
        }
        let deadline = self.time_limit.and_then(|limit| Instant::now().checked_add(limit));
        let limits = Limits { time: None, deadline, stop: session.stop.clone() };
        let progress = Progress::begun(session, format!("finding the positions of {}", self.board));
        let Some(classes) = Classes::new(self.board, &limits)? else {
            return self.unknown(session, stop_reason(&limits), None);
        };
        if classes.is_empty() {
            bail!("{}: there is no position but the empty one", self.board);
        }
        let searched = self.search(&classes, &limits, &progress)?;
        match &searched.verdict {
            Verdict::Stopped(reason) => self.unknown(session, *reason, Some(&searched)),
            Verdict::Found(cover) => {
                progress.begin("replaying the game".to_owned());
                let game =
                    CycleGame::open(&classes, cover).context("the solver's model is not a valid cycle")?;
                drop(progress);
                self.write_formula(&classes, &searched, &session.stop)?;
                self.found(session, &classes, cover, &game, &searched)
            }
            Verdict::Refuted => {
                progress.begin("proving that there is none".to_owned());
                let refuted = refute(&classes, &searched.cuts, self.proof_format.into(), &limits)?;
                drop(progress);
                match refuted {
                    Err(reason) => self.unknown(session, reason, Some(&searched)),
                    Ok(refutation) => self.refuted(session, &refutation, &searched),
                }
            }
        }
    }

    fn search(
        &self,
        classes: &Classes,
        limits: &Limits,
        progress: &Progress,
    ) -> Result<SearchReport, SearchError> {
        progress.begin(format!(
            "looking for a cycle of {} through {} positions",
            self.board,
            2 * classes.len()
        ));
        search(classes, limits, |round| {
            progress.report(&format!(
                "round {}: {} {}, {} cuts",
                round.number,
                round.cycles,
                if round.cycles == 1 { "cycle" } else { "cycles" },
                round.cuts
            ));
        })
    }

    fn write_formula(&self, classes: &Classes, searched: &SearchReport, stop: &Stop) -> anyhow::Result<()> {
        let Some(path) = &self.cnf else { return Ok(()) };
        let mut pending = PendingFile::create(path, stop)?;
        let mut out = std::io::BufWriter::new(pending.file());
        formula::write(classes, &searched.cuts, &mut out)
            .and_then(|()| out.flush())
            .with_context(|| format!("cannot write {}", path.display()))?;
        drop(out);
        Ok(pending.keep()?)
    }

    fn found(
        &self,
        session: &Session,
        classes: &Classes,
        cover: &Cover,
        game: &CycleGame,
        searched: &SearchReport,
    ) -> anyhow::Result<Outcome> {
        let grid = classes.grid();
        let (positions, turns) = (game.positions.len(), game.turns.len());
        let mut text = cost(searched);
        // Its rows are the shorter side, as in the boards below.
        let (rows, columns) = (self.board.height(), self.board.width());
        let _ = writeln!(
            text,
            "c a legal game through all {positions} legal positions of {rows}x{columns}, {turns} turns"
        );
        text += &turn_lines(grid, game);
        text.push_str("s SATISFIABLE\n");
        let is_taken = |arc| cover.arc(classes.arc(arc).from) == arc;
        let taken: Vec<bool> = classes.arcs().map(|(arc, _)| is_taken(arc)).collect();
        text += &value_lines(1..=taken.len() as u32, |variable| taken.get(variable as usize - 1).copied());
        let mut object = self.object(Outcome::Satisfiable, Some(searched));
        object["positions"] = json!(positions);
        object["game"] = game.turns.iter().map(|&turn| turn_name(grid, turn)).collect();
        object["boards"] = game.positions.iter().map(|&position| grid.line(position)).collect();
        session.conclude(Answer::new(Outcome::Satisfiable, text, object))
    }

    fn refuted(
        &self,
        session: &Session,
        refutation: &Refutation,
        searched: &SearchReport,
    ) -> anyhow::Result<Outcome> {
        let formula = self.cnf.as_deref().map(|path| (path, refutation.formula.as_slice()));
        let proof = self.proof.as_deref().map(|path| (path, refutation.proof.as_slice()));
        let files: Vec<(&Path, &[u8])> = formula.into_iter().chain(proof).collect();
        file::write_all(&files, &session.stop)?;
        let text = format!(
            "{}c no colour-symmetric cycle of {} without the empty position: the proof was checked, and the formula\n\
             c made again by the naive rules; nothing is shown about cycles without the symmetry\ns UNSATISFIABLE\n",
            cost(searched),
            self.board
        );
        let object = self.object(Outcome::Unsatisfiable, Some(searched));
        session.conclude(Answer::new(Outcome::Unsatisfiable, text, object))
    }

    fn unknown(
        &self,
        session: &Session,
        reason: StopReason,
        searched: Option<&SearchReport>,
    ) -> anyhow::Result<Outcome> {
        session.note(&reason.to_string());
        let cost = searched.map_or_else(String::new, cost);
        let object = self.object(Outcome::Unknown, searched);
        session.conclude(Answer::new(Outcome::Unknown, format!("{cost}c {reason}\ns UNKNOWN\n"), object))
    }

    fn object(&self, outcome: Outcome, searched: Option<&SearchReport>) -> Value {
        let question = json!({ "query": "go.cycle", "board": self.board.to_string() });
        let mut object = json!({ "question": question, "status": outcome.status() });
        if let Some(SearchReport { rounds, cuts, statistics, .. }) = searched {
            object["rounds"] = json!(rounds);
            object["cuts"] = json!(cuts.len());
            if *rounds == 0 {
                return object;
            }
            object["variables"] = json!(statistics.variables);
            object["clauses"] = json!(statistics.clauses);
            object["conflicts"] = json!(statistics.conflicts);
            object["seconds"] = json!(statistics.time.as_secs_f64());
        }
        object
    }
}

fn cost(searched: &SearchReport) -> String {
    let SearchReport { verdict, rounds, cuts, statistics } = searched;
    if *rounds == 0 {
        let is_found = matches!(verdict, Verdict::Found(_));
        return if is_found { "c by a matching and exchanges, without a solver\n" } else { "" }.to_owned();
    }
    format!(
        "c {} variables, {} clauses of which {} cuts in {rounds} rounds, {} conflicts, {:.2} s\n",
        statistics.variables,
        statistics.clauses,
        cuts.len(),
        statistics.conflicts,
        statistics.time.as_secs_f64()
    )
}

/// One line for each turn: the player and the point, and the board after a move.
fn turn_lines(grid: &Grid, game: &CycleGame) -> String {
    let mut text = String::new();
    let mut boards = game.positions.iter().skip(1);
    let mut mover = Colour::Black;
    for &turn in &game.turns {
        let colour = match mover {
            Colour::Black => 'B',
            Colour::White => 'W',
        };
        let board = match turn {
            CycleTurn::Place(_) => boards.next().map_or_else(String::new, |&position| grid.line(position)),
            CycleTurn::Pass => String::new(),
        };
        let line = format!("c {colour} {:<4} {board}", turn_name(grid, turn));
        let _ = writeln!(text, "{}", line.trim_end());
        mover = mover.opponent();
    }
    text
}

/// A turn as in records: a point as two letters, the column first, or a pass.
fn turn_name(grid: &Grid, turn: CycleTurn) -> String {
    match turn {
        CycleTurn::Place(placement) => {
            point(grid, placement).map(|point| point.to_string()).unwrap_or_default()
        }
        CycleTurn::Pass => "pass".to_owned(),
    }
}
