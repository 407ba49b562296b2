//! `plan audit`, `plan stats` and `plan puzzles`: what goes through all positions of solved tables, by ranges of numbers.
//!
//! Every game with the ability [`certamen_play::Solvable`] has these campaigns. The tables stay where they are; the plan
//! has their directory and what identifies them. The answer is that of `retro audit --sample 0`, `retro stats` and
//! `puzzles`.

use super::campaign::{example_flags, flags_of, solvable};
use super::{TableVerb, Tables, audit, chosen, puzzles, stats};
use crate::frame::examples::Example;
use crate::frame::flags::{arguments, given};
use certamen_ask::emission::sha256;
use certamen_ask::flag::Given;
use certamen_campaign::{
    Campaign, CampaignDirectory, RangeParts, RangeTask, TaskDivision, Work, by_ranges, range_work, tasks_flag,
};
use certamen_play::Game;
use certamen_retro::subject::{RangeRequest, RangeVerb, RangedTables, Wanted};
use certamen_work::{Answer, Failure, Limits, Session};
use clap::{ArgMatches, Args, Command, FromArgMatches as _};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The memory of a process beside its tables, in bytes.
const BESIDE: u64 = 64 << 20;

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
    listed: puzzles::PuzzleFlags,
}

/// The campaigns of a game that can be solved.
pub(super) fn campaigns(game: &Arc<dyn Game>) -> Vec<Arc<dyn Campaign>> {
    let is_offered = |what: &RangeVerb| game.solvable().is_some_and(|solvable| solvable.has_ranges(*what));
    let of = |what| -> Arc<dyn Campaign> { Arc::new(RangeCampaign { game: game.clone(), what }) };
    [RangeVerb::Audit, RangeVerb::Stats, RangeVerb::Puzzles].into_iter().filter(is_offered).map(of).collect()
}

/// A campaign of a game.
struct RangeCampaign {
    game: Arc<dyn Game>,
    what: RangeVerb,
}

/// The question of a plan.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    dir: PathBuf,
    flags: Given,
    /// The SHA-256 of what identifies the tables.
    tables: String,
    plies: Option<u16>,
    #[serde(default)]
    single: bool,
    limit: usize,
}

impl RangeCampaign {
    fn tables(&self, flags: &Given, dir: &Path, wanted: Wanted, limit: usize) -> anyhow::Result<OfTables> {
        let solving = chosen(solvable(&*self.game)?, flags, &Given::new(), Some(dir))?;
        let (subject, tables) = (solving.subject(), solving.in_ranges(dir)?);
        Ok(OfTables { asked: RangeRequest { what: self.what, wanted, limit }, subject, tables })
    }

    /// The verb of the command, and of the campaign.
    fn verbs(&self) -> (&'static [&'static str], &'static str) {
        match self.what {
            RangeVerb::Audit => (audit::Audit::VERB, "audit"),
            RangeVerb::Stats => (stats::Stats::VERB, "stats"),
            RangeVerb::Puzzles => (puzzles::Puzzles::VERB, "puzzles"),
        }
    }
}

impl Campaign for RangeCampaign {
    fn verb(&self) -> &'static str {
        self.verbs().1
    }

    fn subject(&self) -> &str {
        self.game.name()
    }

    fn command(&self) -> Command {
        let command = Command::new(self.game.name().to_owned());
        let command = match self.what {
            RangeVerb::Audit => PlanAudit::augment_args(command),
            RangeVerb::Stats => PlanStats::augment_args(command),
            RangeVerb::Puzzles => PlanPuzzles::augment_args(command),
        };
        let flags = arguments(&flags_of(&*self.game), &format!("Options of {}", self.game.name()));
        command.args(flags).arg(tasks_flag())
    }

    fn examples(&self) -> Vec<Example> {
        let (verb, name) = self.verbs();
        let flags = example_flags(&*self.game, verb);
        let flags = flags.unwrap_or_else(|| format!("{} --dir tables", self.game.name()));
        let command = format!("plan {name} {flags} --out camp");
        vec![(format!("{command} --tasks 100"), String::new()), (command, String::new())]
    }

    fn plan(&self, matches: &ArgMatches, session: &Session) -> Result<TaskDivision, Failure> {
        let flags = given(&flags_of(&*self.game), matches);
        let (dir, wanted, limit) = match self.what {
            RangeVerb::Audit => (PlanAudit::from_arg_matches(matches)?.tables.dir, Wanted::default(), 0),
            RangeVerb::Stats => (PlanStats::from_arg_matches(matches)?.tables.dir, Wanted::default(), 0),
            RangeVerb::Puzzles => {
                let asked = PlanPuzzles::from_arg_matches(matches)?;
                (asked.tables.dir, asked.listed.wanted(), asked.listed.limit)
            }
        };
        let tables = self.tables(&flags, &dir, wanted, limit)?;
        let sum = tables.sum()?;
        // The tables of a plan are found from every directory.
        let dir = std::path::absolute(&dir)?;
        let Wanted { plies, single } = wanted;
        let question = Question { dir, flags, tables: sum, plies, single, limit };
        by_ranges(tables.subject.clone(), &question, &tables, matches, session)
    }

    fn open(&self, place: &CampaignDirectory) -> Result<Box<dyn Work>, Failure> {
        let Question { dir, flags, tables: sum, plies, single, limit } = place.question()?;
        let tables = self.tables(&flags, &dir, Wanted { plies, single }, limit)?;
        if tables.sum()? != sum {
            return Err(format!("{}: these are not the tables that were planned with", dir.display()).into());
        }
        range_work(place, tables)
    }
}

/// Tables, and what is done with their numbers.
struct OfTables {
    asked: RangeRequest,
    subject: String,
    tables: Box<dyn RangedTables>,
}

impl OfTables {
    fn sum(&self) -> anyhow::Result<String> {
        Ok(sha256(serde_json::to_string(&self.tables.tables()?)?.as_bytes()))
    }
}

impl RangeTask for OfTables {
    type Part = Value;

    fn numbers(&self) -> Range<u64> {
        0..self.tables.size()
    }

    fn usual(&self) -> u64 {
        self.tables.usual()
    }

    fn memory(&self) -> u64 {
        BESIDE + self.tables.memory(self.asked.what)
    }

    fn part(&self, range: Range<u64>, limits: &Limits) -> Result<Option<Value>, Failure> {
        Ok(Some(self.tables.part(self.asked, range, &limits.stop)?))
    }

    fn answer(&self, parts: RangeParts<'_, Value>) -> Result<Answer, Failure> {
        Ok(self.tables.answer(self.asked, &mut parts.map(|(_, part)| part))?)
    }
}
