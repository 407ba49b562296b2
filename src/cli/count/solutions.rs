//! `certamen count` of a question's answers, by decision diagram.

use super::{Count, CountQuery};
use crate::cli::progress::Progress;
use crate::cli::{Outcome, Session};
use crate::count::board::Board;
use crate::query::{BoardSize, GoStrings, OthelloMobility, Query};
use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use cnf_out::decision_diagram::{self, DiagramError};
use encodings::statement::Formula;
use serde_json::json;
use std::time::{Duration, Instant};

/// Where the help shows the flags.
const HEADING: &str =
    "Options of queries that are counted by decision diagram (othello.mobility, go.strings)";

/// What is asked, and which words are counted.
#[derive(Args, Debug)]
pub(super) struct SolutionFlags {
    /// At least so many legal moves, or strings.
    #[arg(help_heading = HEADING, long, value_name = "K")]
    at_least: Option<u32>,
    /// With othello.mobility: at least so many empty squares.
    #[arg(help_heading = HEADING, long, value_name = "E")]
    empties: Option<u32>,
    /// With othello.mobility: exactly so many discs.
    #[arg(help_heading = HEADING, long, value_name = "N")]
    discs: Option<u32>,
    /// Count the values of these words, for which there is an answer; of all that are chosen where none is named.
    #[arg(help_heading = HEADING, long, value_name = "WORD,...", value_delimiter = ',')]
    of: Option<Vec<String>>,
    /// End after so many seconds.
    #[arg(help_heading = HEADING, long, value_name = "S", value_parser = crate::cli::question::seconds)]
    time_limit: Option<Duration>,
}

impl SolutionFlags {
    /// The flags that are given.
    pub(super) fn given(&self) -> [(&'static str, bool); 5] {
        [
            ("--at-least", self.at_least.is_some()),
            ("--empties", self.empties.is_some()),
            ("--discs", self.discs.is_some()),
            ("--of", self.of.is_some()),
            ("--time-limit", self.time_limit.is_some()),
        ]
    }
}

impl Count {
    pub(super) fn count_solutions(&self, session: &Session) -> anyhow::Result<Outcome> {
        let (board, question, formula) = self.formula()?;
        let begun = Instant::now();
        let deadline = self.solutions.time_limit.and_then(|limit| begun.checked_add(limit));
        let progress = Progress::new(session);
        progress.estimate(format!("counting {question}"));
        let mut told = begun;
        let mut proceed = |seen: decision_diagram::Progress| {
            let done = seen.done as f64 / seen.gates.max(1) as f64;
            let stage = format!("{} of {} gates, {} nodes", seen.done, seen.gates, seen.nodes);
            progress.arrive(done, &stage);
            if told.elapsed() > Duration::from_secs(10) {
                told = Instant::now();
                progress.line(&format!("{:.0} %, {stage}", done * 100.0));
            }
            !session.stop.is_requested() && deadline.is_none_or(|deadline| Instant::now() < deadline)
        };
        let counted =
            decision_diagram::count(&formula, self.solutions.of.as_deref(), self.memory, &mut proceed);
        drop(progress);
        let undecided = |why: &str| {
            session.answer(
                &format!("undecided ({why})\n"),
                &json!({ "query": question, "verdict": "undecided", "reason": why }),
            )?;
            Ok(Outcome::Undecided)
        };
        let counted = match counted {
            Ok(Some(counted)) => counted,
            Ok(None) if session.stop.is_requested() => return undecided("interrupted"),
            Ok(None) => return undecided("the time limit is over"),
            Err(error @ DiagramError::TooLarge(_)) => return undecided(&error.to_string()),
            Err(error) => return Err(error.into()),
        };
        let seconds = begun.elapsed().as_secs_f64();
        session
            .note(&format!("{} nodes over {} variables, {seconds:.2} s", counted.nodes, counted.variables));
        session.answer(
            &format!("{}\n", counted.solutions),
            &json!({
                "query": question,
                "board": board.to_string(),
                "count": counted.solutions.to_string(),
                "nodes": counted.nodes,
                "variables": counted.variables,
                "seconds": seconds,
            }),
        )?;
        Ok(Outcome::Holds)
    }

    /// The question as one asks it, and its circuit.
    fn formula(&self) -> anyhow::Result<(Board, String, Formula)> {
        let flags = &self.solutions;
        let at_least = flags.at_least.unwrap_or(0);
        let sides = match self.board {
            None if self.query == CountQuery::Mobility => Board::new(8, 8)?,
            _ => self.go_board()?,
        };
        let squares = sides.points() as u32;
        if at_least > squares {
            bail!("--at-least {at_least}: the {sides} board has {squares} points");
        }
        if self.query == CountQuery::Strings {
            if let Some((flag, _)) = [("--empties", flags.empties), ("--discs", flags.discs)]
                .iter()
                .find(|(_, given)| given.is_some())
            {
                bail!("{flag} belongs to othello.mobility");
            }
            let question = GoStrings { board: sides, at_least, symmetry_breaking: false };
            return Ok((sides, question.to_string(), question.formula()));
        }
        let board = BoardSize::from_str(&sides.to_string(), false).ok();
        let question = OthelloMobility {
            board: board.with_context(|| format!("--board {sides}: othello has 4x4, 6x6 and 8x8"))?,
            at_least,
            empties: flags.empties.unwrap_or(0),
            symmetry_breaking: false,
            discs: flags.discs,
            reach: None,
        };
        question.validate().map_err(anyhow::Error::msg)?;
        Ok((sides, question.to_string(), question.formula()))
    }
}
