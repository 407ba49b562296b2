//! `certamen solve-position GAME`

use crate::frame::app::App;
use crate::frame::examples::Example;
use crate::frame::game_verb::{game, look_at_game};
use crate::frame::verb::{Details, SubjectCall, SubjectVerb};
use crate::value_certificate::{self, ProgressLines};
use certamen_ask::flag::Given;
use certamen_play::{Aim, FoundValue, Game, Purpose, START, SolvedPosition, ValueReport, ValueRequest};
use certamen_search::{Engine, Facts, Progress as Searched, Settings};
use certamen_work::schema::{AnswerSchema, JsonSchema, of_answer};
use certamen_work::{Answer, Failure, Outcome, Progress, Session, amount, memory};
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Duration;

/// The bytes of the table of facts, if the machine has that many.
const TABLE: u64 = 1 << 30;

/// Find the value of a position by search: won, lost or drawn, in how many plies at most, and a line of best play.
///
/// A win is always within a number of plies, so that a repetition is no win; a draw means that neither player can force a
/// win, also where play can go on for ever. The number of plies is not always the smallest: --within K asks for a smaller
/// one. If the value is not found, the answer is what is known, such as no win within 7 plies.
///
/// The naive game replays the line. Everything else depends on the search, unless --out writes the strategies that show
/// it: what the winner does in each position that can arise, checked by the naive game before DIR gets its name. `check DIR`
/// checks them again on any machine.
#[derive(Args, Debug)]
#[command(after_help = "Exit codes: 0 answered, 2 bad usage or input, 3 a limit ended the search.")]
pub(crate) struct SolvePositionFlags {
    /// The position, as `games` says how the game writes one [default: START].
    #[arg(value_name = "POSITION", default_value = START, hide_default_value = true, allow_hyphen_values = true)]
    position: String,
    /// Only look for wins and losses within this number of plies.
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(0..=i64::from(Facts::MOST_PLIES)))]
    within: Option<u32>,
    /// Find the best score at the end, for games that have scores.
    #[arg(long, conflicts_with_all = ["within", "moves"])]
    score: bool,
    /// Also say the value of each ply.
    #[arg(long)]
    moves: bool,
    /// Write the strategies that show the value into this directory.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// How to search.
    #[arg(long, value_enum, default_value = "auto")]
    engine: ChosenEngine,
    /// The memory of the table of facts in bytes, as in 4G [default: 1G, or half of what the machine has].
    #[arg(long, value_name = "BYTES", value_parser = amount::bytes)]
    memory: Option<u64>,
    /// The number of threads [default: one for each core].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// End after this many seconds.
    #[arg(long, value_name = "S", value_parser = amount::seconds)]
    time_limit: Option<Duration>,
    /// Keep the table of facts in this file: a search that was stopped continues with it.
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
}

/// How to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ChosenEngine {
    /// Whichever suits the question.
    Auto,
    /// Proof-number search: for long forced wins.
    ProofNumber,
    /// Depth-first search: for a limit on the plies.
    DepthFirst,
}

/// The verb.
pub(crate) struct SolvePosition;

impl SubjectVerb for SolvePosition {
    type Flags = SolvePositionFlags;
    const NAME: &'static str = "solve-position";
    const WORD: &'static str = "GAME";
    const SCHEMA: AnswerSchema = Some(of_answer::<SolvedReport>);

    fn subjects(app: &App) -> Vec<String> {
        let able = app.games().iter().filter(|game| game.value_solver().is_some());
        able.map(|game| game.name().to_owned()).collect()
    }

    fn details(app: &App, subject: &str) -> Option<Details> {
        let game = game(app, subject)?;
        Some(Details { about: game.about().to_owned(), help: "", flags: game.flags(Purpose::Show) })
    }

    fn examples(_: &App, subject: &str) -> Vec<Example> {
        vec![
            (format!("solve-position {subject} --time-limit 10"), String::new()),
            (format!("solve-position {subject} --within 3 --out value"), "with its strategies".to_owned()),
        ]
    }

    fn look(app: &App, subject: &str, given: &Given) -> Result<(), Failure> {
        look_at_game(app, subject, given)
    }

    fn run(flags: &SolvePositionFlags, call: SubjectCall<'_>, given: &Given) -> Result<Outcome, Failure> {
        let SubjectCall { app, subject, session } = call;
        let game = game(app, subject).ok_or_else(|| format!("there is no game `{subject}` here"))?;
        Ok(flags.solve(game, given, session)?)
    }
}

impl SolvePositionFlags {
    fn solve(&self, game: &dyn Game, given: &Given, session: &Session) -> anyhow::Result<Outcome> {
        let able = game.value_solver().ok_or_else(|| anyhow::anyhow!("this game has no such search"))?;
        anyhow::ensure!(!self.score || able.has_scores(), "--score: {} has no scores", game.name());
        if !game.has_naive_twin() {
            anyhow::ensure!(
                self.out.is_none(),
                "--out: {} has no naive twin that could check a strategy",
                game.name()
            );
            session.without_second_opinion(game.name());
        }
        // A directory that cannot be written is said before the search.
        let draft = self.out.as_deref().map(value_certificate::begun).transpose()?;
        let request = ValueRequest {
            position: (self.position != START).then_some(self.position.as_str()),
            aim: if self.score { Aim::Score } else { Aim::Outcome(self.within) },
            with_plies: self.moves,
            with_strategies: self.out.is_some(),
            settings: self.settings()?,
            table: self.table.as_deref(),
        };
        let limits = session.limits(None).within(self.time_limit);
        let progress = Progress::begun(session, "searching".to_owned());
        let mut lines = ProgressLines::new(&progress);
        let solved = able.solve(given, &request, &limits, &mut |at| lines.say(|| said(&at)))?;
        drop(progress);
        let mut report = SolvedReport { value: ValueReport::new(&solved), written: None };
        let mut text = text(&solved);
        let mut is_cut = solved.is_cut;
        if let Some((draft, out)) = draft.zip(self.out.as_deref()).filter(|_| !solved.strategies.is_empty()) {
            report.written =
                value_certificate::write(game, &solved.flags, &solved.strategies, (draft, out), session)?;
            is_cut |= report.written.is_none();
        }
        match &report.written {
            Some(written) => text.push_str(&written.text()),
            None if is_cut => text.push_str("no strategies: a limit ended their collection\n"),
            None => {}
        }
        if let Some(reason) = &solved.unsaved {
            session.remark(&format!("the table was not written: {reason}"));
        }
        let is_answered = solved.value.is_decided() && !is_cut;
        let outcome = if is_answered { Outcome::Holds } else { Outcome::Undecided };
        session.conclude(Answer::new(outcome, text, report))
    }

    /// The bytes of the table: those that are asked for, or half of what is available, since strategies need memory as well.
    fn table_bytes(&self) -> anyhow::Result<u64> {
        let half = memory::available().map_or(TABLE, |bytes| TABLE.min(bytes / 2));
        memory::allowed(self.memory, half).map_err(|error| anyhow::anyhow!("--memory: {error}"))
    }

    fn settings(&self) -> anyhow::Result<Settings> {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Settings {
            memory: self.table_bytes()?,
            threads: self.threads.map_or_else(cores, usize::from),
            engine: match self.engine {
                ChosenEngine::Auto => Engine::Auto,
                ChosenEngine::ProofNumber => Engine::ProofNumber,
                ChosenEngine::DepthFirst => Engine::DepthFirst,
            },
        })
    }
}

/// The answer as JSON.
#[derive(Serialize, JsonSchema)]
struct SolvedReport {
    #[serde(flatten)]
    value: ValueReport,
    #[serde(skip_serializing_if = "Option::is_none")]
    written: Option<value_certificate::WrittenStrategies>,
}

/// How far a search is, in words.
fn said(at: &Searched) -> String {
    match at.lines {
        0 => format!("{} positions so far", at.positions),
        lines => format!("writing the strategy: {lines} positions of its owner so far"),
    }
}

fn text(solved: &SolvedPosition) -> String {
    let mut text = format!("{}\n", solved.value);
    if !solved.line.is_empty() {
        let _ = writeln!(text, "{}", solved.line.join(" "));
    }
    for ply in &solved.plies {
        let _ = writeln!(text, "{} {}", ply.ply, FoundValue::Outcome(ply.value));
    }
    text
}
