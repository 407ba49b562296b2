//! `certamen solve go.cycle`
//!
//! It has flags of its own and none of those of other queries, since its formula grows while it is solved: to `solve` it is
//! a command.

use super::file::{self, PendingFile};
use super::progress::Progress;
use super::solve::{ProofFormat, Solve, values};
use super::{Outcome, Session};
use crate::bound::Limits;
use crate::count::board::Board;
use crate::cycle::classes::Classes;
use crate::cycle::cover::Cover;
use crate::cycle::formula;
use crate::cycle::game::{Game, Turn, point};
use crate::cycle::refutation::refute;
use crate::cycle::search::{Searched, Verdict, search};
use crate::game_graph::position::{Colour, Grid};
use anyhow::{Context, bail};
use clap::{ArgMatches, Args, Command, FromArgMatches};
use cnf_out::solver::StopReason;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Look for a game of Go through all legal positions, as a cycle that looks the same with the colours exchanged.
///
/// The cycle passes each position but the empty one once, and half a round later each has the colours exchanged; before
/// a position of one stone it opens into a game that begins with the empty board. CaDiCaL is asked for disjoint cycles
/// through all positions, and each that is too short is cut, until one is left. The game is replayed by the naive rules,
/// under positional superko, before it is given out (`s SATISFIABLE`, exit 10): a line for each turn, with the board.
/// That there is none (20) is proved, the proof checked, and the formula made again by the naive rules.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    certamen solve go.cycle --board 1x8                            a game through all 2401 positions\n  \
    certamen solve go.cycle --board 1x2 --cnf c.cnf --proof c.lrat there is none\n  \
    certamen check --cnf c.cnf --proof c.lrat                      check that proof again")]
pub(super) struct SolveCycle {
    /// The board: two sides, 16 points at most.
    #[arg(long, value_name = "MxN")]
    board: Board,
    /// Write the formula here as DIMACS, all cuts included; the model in the answer is one of it.
    #[arg(long, value_name = "FILE")]
    cnf: Option<PathBuf>,
    /// Write an LRAT proof of `s UNSATISFIABLE` here, of the formula that --cnf writes.
    #[arg(long, value_name = "FILE", requires = "cnf")]
    proof: Option<PathBuf>,
    /// The form of the proof.
    #[arg(long, value_enum, default_value = "text", requires = "proof")]
    proof_format: ProofFormat,
    /// End after this many seconds.
    #[arg(long, value_name = "S", value_parser = super::question::seconds)]
    time_limit: Option<Duration>,
}

/// `solve` as it is typed: with the flags of questions, or with a query that is a command.
#[derive(Debug)]
pub(super) enum SolveAny {
    Question(Box<Solve>),
    Cycle(SolveCycle),
}

impl SolveAny {
    pub(super) fn run(&self, session: &Session) -> anyhow::Result<Outcome> {
        match self {
            Self::Question(command) => command.run(session),
            Self::Cycle(command) => command.run(session),
        }
    }
}

impl FromArgMatches for SolveAny {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        match matches.subcommand() {
            Some((_, own)) => SolveCycle::from_arg_matches(own).map(Self::Cycle),
            None => Solve::from_arg_matches(matches).map(|command| Self::Question(Box::new(command))),
        }
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for SolveAny {
    fn augment_args(command: Command) -> Command {
        Solve::augment_args(command)
            .subcommand(SolveCycle::augment_args(Command::new("go.cycle")))
            .args_conflicts_with_subcommands(true)
            .subcommand_negates_reqs(true)
            .disable_help_subcommand(true)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl SolveCycle {
    fn run(&self, session: &Session) -> anyhow::Result<Outcome> {
        if [&self.cnf, &self.proof].into_iter().flatten().any(|path| file::is_dash(path)) {
            bail!("--cnf and --proof need files: the answer goes to standard output");
        }
        let deadline = self.time_limit.and_then(|limit| Instant::now().checked_add(limit));
        let limits = Limits { time: None, deadline, stop: session.stop.clone() };
        let progress = Progress::new(session);
        progress.begin(format!("finding the positions of {}", self.board));
        let Some(classes) = Classes::new(self.board, &session.stop)? else {
            return self.unknown(session, StopReason::Interrupted, None);
        };
        if classes.is_empty() {
            bail!("{}: there is no position but the empty one", self.board);
        }
        progress.begin(format!(
            "looking for a cycle of {} through {} positions",
            self.board,
            2 * classes.len()
        ));
        let searched = search(&classes, &limits, |round| {
            progress.report(&format!(
                "round {}: {} {}, {} cuts",
                round.number,
                round.cycles,
                if round.cycles == 1 { "cycle" } else { "cycles" },
                round.cuts
            ));
        })?;
        match &searched.verdict {
            Verdict::Stopped(reason) => self.unknown(session, *reason, Some(&searched)),
            Verdict::Found(cover) => {
                progress.begin("replaying the game".to_owned());
                let game = Game::open(&classes, cover).context("the solver's model does not stand")?;
                drop(progress);
                self.write_formula(&classes, &searched)?;
                self.found(session, &classes, cover, &game, &searched)
            }
            Verdict::Refuted => {
                progress.begin("proving that there is none".to_owned());
                let refuted = refute(&classes, &searched.cuts, self.proof_format.into(), &limits)?;
                drop(progress);
                match refuted {
                    Err(reason) => self.unknown(session, reason, Some(&searched)),
                    Ok(refutation) => {
                        let formula = self.cnf.as_deref().map(|path| (path, refutation.formula.as_slice()));
                        let proof = self.proof.as_deref().map(|path| (path, refutation.proof.as_slice()));
                        let files: Vec<(&Path, &[u8])> = formula.into_iter().chain(proof).collect();
                        file::write_all(&files)?;
                        self.refuted(session, &searched)
                    }
                }
            }
        }
    }

    fn write_formula(&self, classes: &Classes, searched: &Searched) -> anyhow::Result<()> {
        let Some(path) = &self.cnf else { return Ok(()) };
        let mut pending = PendingFile::create(path)?;
        let mut out = std::io::BufWriter::new(pending.file());
        formula::write(classes, &searched.cuts, &mut out)
            .and_then(|()| out.flush())
            .with_context(|| format!("cannot write {}", path.display()))?;
        drop(out);
        pending.keep()
    }

    fn found(
        &self,
        session: &Session,
        classes: &Classes,
        cover: &Cover,
        game: &Game,
        searched: &Searched,
    ) -> anyhow::Result<Outcome> {
        let grid = classes.grid();
        let (positions, turns) = (game.positions.len(), game.turns.len());
        let mut text = cost(searched);
        let _ = writeln!(
            text,
            "c a legal game through all {positions} legal positions of {}, {turns} turns",
            self.board
        );
        let mut moves = Vec::new();
        let mut boards = game.positions.iter().skip(1);
        let mut mover = Colour::Black;
        for &turn in &game.turns {
            let name = turn_name(grid, turn);
            let colour = match mover {
                Colour::Black => 'B',
                Colour::White => 'W',
            };
            let board = match turn {
                Turn::Place(_) => boards.next().map_or_else(String::new, |&position| grid.line(position)),
                Turn::Pass => String::new(),
            };
            let _ = writeln!(text, "{}", format!("c {colour} {name:<4} {board}").trim_end());
            moves.push(name);
            mover = mover.opponent();
        }
        text.push_str("s SATISFIABLE\n");
        let is_taken = |arc| cover.arc(classes.arc(arc).from) == arc;
        let taken: Vec<bool> = classes.arcs().map(|(arc, _)| is_taken(arc)).collect();
        text += &values(taken.len() as u32, |variable| taken.get(variable as usize - 1).copied());
        let mut object = self.object("SATISFIABLE", Some(searched));
        object["positions"] = json!(positions);
        object["game"] = json!(moves);
        object["boards"] = game.positions.iter().map(|&position| grid.line(position)).collect();
        session.answer(&text, &object)?;
        Ok(Outcome::Satisfiable)
    }

    fn refuted(&self, session: &Session, searched: &Searched) -> anyhow::Result<Outcome> {
        let text = format!(
            "{}c no colour-symmetric cycle of {} without the empty position: the proof was checked, and the formula\n\
             c made again by the naive rules; nothing is said of cycles without the symmetry\ns UNSATISFIABLE\n",
            cost(searched),
            self.board
        );
        session.answer(&text, &self.object("UNSATISFIABLE", Some(searched)))?;
        Ok(Outcome::Unsatisfiable)
    }

    fn unknown(
        &self,
        session: &Session,
        reason: StopReason,
        searched: Option<&Searched>,
    ) -> anyhow::Result<Outcome> {
        session.note(&reason.to_string());
        let cost = searched.map_or_else(String::new, cost);
        session.answer(&format!("{cost}c {reason}\ns UNKNOWN\n"), &self.object("UNKNOWN", searched))?;
        Ok(Outcome::Holds)
    }

    fn object(&self, status: &str, searched: Option<&Searched>) -> Value {
        let question = json!({ "query": "go.cycle", "board": self.board.to_string() });
        let mut object = json!({ "question": question, "status": status });
        if let Some(Searched { rounds, cuts, statistics, .. }) = searched {
            object["rounds"] = json!(rounds);
            object["cuts"] = json!(cuts.len());
            object["variables"] = json!(statistics.variables);
            object["clauses"] = json!(statistics.clauses);
            object["conflicts"] = json!(statistics.conflicts);
            object["seconds"] = json!(statistics.time.as_secs_f64());
        }
        object
    }
}

fn cost(searched: &Searched) -> String {
    let Searched { rounds, cuts, statistics, .. } = searched;
    format!(
        "c {} variables, {} clauses of which {} cuts in {rounds} rounds, {} conflicts, {:.2} s\n",
        statistics.variables,
        statistics.clauses,
        cuts.len(),
        statistics.conflicts,
        statistics.time.as_secs_f64()
    )
}

/// A turn as records have it: a point in two letters, the column first, or a pass.
fn turn_name(grid: &Grid, turn: Turn) -> String {
    match turn {
        Turn::Place(placement) => point(grid, placement).map(|point| point.to_string()).unwrap_or_default(),
        Turn::Pass => "pass".to_owned(),
    }
}
