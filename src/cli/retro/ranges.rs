//! `plan audit`, `plan stats` and `plan puzzles`: what goes through all positions of solved tables, by ranges of numbers.
//!
//! Every game with the ability [`certamen_play::Solvable`] has these campaigns. The tables stay where they are; the plan
//! has their directory and what tells them from others. The answer is that of `retro audit --sample 0`, `retro stats` and
//! `puzzles`.

use super::{AboutTables, Tables, audit, chosen, puzzles, stats};
use crate::examples::{Example, of_task};
use crate::flags::{arguments, given};
use anyhow::Context as _;
use certamen_ask::emission::sha256;
use certamen_ask::flag::{Flag, Given};
use certamen_campaign::{ByRanges, Campaign, Gathered, Ranged, by_ranges};
use certamen_play::{Game, Solvable};
use certamen_retro::positions::{Audit, Kind};
use certamen_retro::subject::{Counted, InRanges, Joined, Puzzles};
use certamen_work::failure::Failure;
use certamen_work::limits::Limits;
use certamen_work::session::{Outcome, Session};
use clap::{ArgMatches, Args, Command, FromArgMatches as _};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

/// The numbers of a task: for moves of a microsecond and some hundred moves, a minute's.
const USUAL: u64 = 1 << 18;
/// The memory of a process beside its tables, in bytes.
const BESIDE: u64 = 64 << 20;

/// What is done with each number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum What {
    Audit,
    Stats,
    Puzzles,
}

/// Divide `retro audit` into ranges of numbers, for many machines.
///
/// A task derives the values of its numbers anew. The answer is that of `retro audit --sample 0`; comparing a sample with
/// the other sources of moves is left to that command. Each process loads the tables.
#[derive(Args, Debug)]
struct PlanAudit {
    #[command(flatten)]
    tables: Tables,
}

/// Divide `retro stats` into ranges of numbers, for many machines.
#[derive(Args, Debug)]
struct PlanStats {
    #[command(flatten)]
    tables: Tables,
}

/// Divide the search for puzzles into ranges of numbers, for many machines.
///
/// The answer is that of `puzzles`.
#[derive(Args, Debug)]
struct PlanPuzzles {
    #[command(flatten)]
    tables: Tables,
    #[command(flatten)]
    listed: puzzles::Listed,
}

/// The campaigns of a game that can be solved.
pub(super) fn campaigns(game: &Arc<dyn Game>) -> Vec<Arc<dyn Campaign>> {
    let Some(solvable) = game.solvable() else { return Vec::new() };
    let of = |what: What| by_ranges(OfGame { game: game.clone(), what });
    let all = [What::Audit, What::Stats].into_iter();
    all.chain(puzzles::Puzzles::is_offered(solvable).then_some(What::Puzzles)).map(of).collect()
}

/// A campaign of a game.
struct OfGame {
    game: Arc<dyn Game>,
    what: What,
}

/// The question of a plan.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    dir: PathBuf,
    flags: Given,
    /// The SHA-256 of what tells the tables from others.
    tables: String,
    plies: Option<u16>,
    limit: usize,
}

impl OfGame {
    fn solvable(&self) -> anyhow::Result<&dyn Solvable> {
        self.game.solvable().context("this game cannot be solved")
    }

    fn flags(&self) -> Vec<Flag> {
        self.game.solvable().map(Solvable::flags).unwrap_or_default()
    }

    fn tables(&self, flags: &Given, dir: &std::path::Path) -> anyhow::Result<OfTables> {
        let solving = chosen(self.solvable()?, flags, Some(dir))?;
        let (subject, about) = (solving.subject(), solving.puzzle().unwrap_or_default());
        let tables = solving.in_ranges(dir)?;
        Ok(OfTables { what: self.what, subject, about, tables, plies: None, limit: 0 })
    }

    /// The verb of the command, and of the campaign.
    fn verbs(&self) -> (&'static [&'static str], &'static str) {
        match self.what {
            What::Audit => (audit::Audit::VERB, "audit"),
            What::Stats => (stats::Stats::VERB, "stats"),
            What::Puzzles => (puzzles::Puzzles::VERB, "puzzles"),
        }
    }
}

impl ByRanges for OfGame {
    type Question = Question;
    type Ranged = OfTables;

    fn verb(&self) -> &'static str {
        self.verbs().1
    }

    fn subject(&self) -> &str {
        self.game.name()
    }

    fn command(&self) -> Command {
        let command = Command::new(self.game.name().to_owned());
        let command = match self.what {
            What::Audit => PlanAudit::augment_args(command),
            What::Stats => PlanStats::augment_args(command),
            What::Puzzles => PlanPuzzles::augment_args(command),
        };
        command.args(arguments(&self.flags(), &format!("Options of {}", self.game.name())))
    }

    fn examples(&self) -> Vec<Example> {
        let Ok(solvable) = self.solvable() else { return Vec::new() };
        let (verb, name) = self.verbs();
        let whole = of_task(&solvable.examples(), verb).into_iter().next();
        let flags = whole.and_then(|(command, _)| Some(command.strip_prefix(&verb.join(" "))?.to_owned()));
        let flags = flags.unwrap_or_else(|| format!(" {} --dir tables", self.game.name()));
        let command = format!("plan {name}{flags} --out camp");
        vec![(format!("{command} --tasks 100"), String::new()), (command, String::new())]
    }

    fn question(&self, matches: &ArgMatches, _: &Session) -> Result<(String, Question), Failure> {
        let flags = given(&self.flags(), matches);
        let (dir, plies, limit) = match self.what {
            What::Audit => (PlanAudit::from_arg_matches(matches)?.tables.dir, None, 0),
            What::Stats => (PlanStats::from_arg_matches(matches)?.tables.dir, None, 0),
            What::Puzzles => {
                let asked = PlanPuzzles::from_arg_matches(matches)?;
                (asked.tables.dir, asked.listed.plies, asked.listed.limit)
            }
        };
        let tables = self.tables(&flags, &dir)?;
        let sum = tables.sum()?;
        // The tables of a plan are found from every directory.
        let dir = std::path::absolute(&dir)?;
        Ok((tables.subject, Question { dir, flags, tables: sum, plies, limit }))
    }

    fn open(&self, question: Question) -> Result<OfTables, Failure> {
        let Question { dir, flags, tables: sum, plies, limit } = question;
        let tables = OfTables { plies, limit, ..self.tables(&flags, &dir)? };
        if tables.sum()? != sum {
            return Err(format!("{}: these are not the tables that were planned with", dir.display()).into());
        }
        Ok(tables)
    }
}

/// Tables, and what is done with their numbers.
struct OfTables {
    what: What,
    subject: String,
    /// What a puzzle is.
    about: &'static str,
    tables: Box<dyn InRanges>,
    plies: Option<u16>,
    limit: usize,
}

impl OfTables {
    fn sum(&self) -> anyhow::Result<String> {
        Ok(sha256(serde_json::to_string(&self.tables.tables()?)?.as_bytes()))
    }
}

/// What was found in a range.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Found {
    Audit(Vec<(Kind, Audit)>),
    Stats(Vec<Counted>),
    Puzzles(Puzzles),
}

impl Ranged for OfTables {
    type Part = Found;

    fn numbers(&self) -> Range<u64> {
        0..self.tables.size()
    }

    fn usual(&self) -> u64 {
        USUAL
    }

    fn memory(&self) -> u64 {
        BESIDE + if self.what == What::Audit { self.tables.memory() } else { 0 }
    }

    fn part(&self, range: Range<u64>, limits: &Limits) -> Result<Option<Found>, Failure> {
        let stop = &limits.stop;
        Ok(match self.what {
            What::Audit => self.tables.audit(range, stop)?.map(Found::Audit),
            What::Stats => self.tables.stats(range, stop)?.map(Found::Stats),
            What::Puzzles => {
                let found = self.tables.puzzles(range, self.plies, self.limit, stop)?;
                (!found.is_stopped).then_some(Found::Puzzles(found))
            }
        })
    }

    fn answer(&self, parts: Vec<(Range<u64>, Found)>) -> Result<Gathered, Failure> {
        let (mut audits, mut counted, mut listed) = (Vec::new(), Vec::new(), Vec::new());
        for (_, part) in parts {
            match (part, self.what) {
                (Found::Audit(part), What::Audit) => audits.push(part),
                (Found::Stats(part), What::Stats) => counted.push(part),
                (Found::Puzzles(part), What::Puzzles) => listed.push(part),
                _ => return Err("an output is not about what was planned".into()),
            }
        }
        let (text, object, outcome) = match self.what {
            What::Audit => audit::answer(&self.subject, &Joined::audits(audits, self.tables.layers()), &[]),
            What::Stats => {
                let (text, object) = stats::answer(&self.subject, Joined::stats(counted));
                (text, object, Outcome::Holds)
            }
            What::Puzzles => {
                let found = Joined::puzzles(listed, self.limit);
                let (text, object) = puzzles::answer(&self.subject, self.about, &found);
                (text, object, Outcome::Holds)
            }
        };
        Ok(Gathered { text, object, outcome })
    }
}
