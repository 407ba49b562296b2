//! `certamen reach GAME`

use crate::frame::app::App;
use crate::frame::examples::{self, Example};
use crate::frame::game_verb::{game, look_at_game, position_text};
use crate::frame::verb::{Details, SubjectCall, SubjectVerb};
use anyhow::{Context, bail, ensure};
use certamen_ask::flag::Given;
use certamen_ask::question::Question;
use certamen_language::GameQuestion;
use certamen_play::{ReachOutcome, ReachReport, ReachSearch, ReachWatcher, Table, records};
use certamen_prove::strategy::chosen::{ChosenStrategies, RaceOutcome, SearchVerdict};
use certamen_prove::strategy::proof_files::KeptProof;
use certamen_work::schema::{AnswerSchema, JsonSchema, of_answer};
use certamen_work::{Answer, Failure, Limits, Outcome, Progress, Session, file};
use clap::Args;
use serde::Serialize;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The greatest length of a file of positions in bytes: half a million positions of 64 squares.
const FILE_LIMIT: u64 = 1 << 25;

/// Say whether a game from the start reaches a position, with a record if one does.
///
/// Without --strategy there are two ways at the same time. One is a search, of which the help of each game says more. In
/// games in which each move adds a piece, a solver has the strategies of the question whether a game leads there, as `solve
/// --reachable` has them. What decides first ends the other. The naive game replays a record before it is printed. A
/// refutation has a proof, which is checked; that a search finds no game depends on the search alone. With --file there is
/// the search only.
#[derive(Args, Debug)]
#[command(
    after_help = "Exit codes: 0 reachable, 1 not reachable, 2 bad usage or input, 3 undecided. With --file: 0 all of them, 1 not all."
)]
pub(crate) struct ReachFlags {
    /// The position, as `games` says how the game writes one, or START.
    #[arg(value_name = "POSITION", allow_hyphen_values = true, required_unless_present = "file")]
    position: Option<String>,
    /// Read positions from this file, one on each line, all of one board; blank lines and lines that begin with # are
    /// skipped.
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    file: Option<PathBuf>,
    /// End after this many seconds.
    #[arg(long, value_name = "S", value_parser = certamen_work::amount::seconds)]
    time_limit: Option<Duration>,
    #[command(flatten)]
    strategies: ChosenStrategies,
}

/// The verb.
pub(crate) struct Reach;

impl SubjectVerb for Reach {
    type Flags = ReachFlags;
    const NAME: &'static str = "reach";
    const WORD: &'static str = "GAME";
    const SCHEMA: AnswerSchema = Some(of_answer::<ReachAnswer<'_>>);

    fn subjects(app: &App) -> Vec<String> {
        let able = app.games().iter().filter(|game| game.reach_search().is_some());
        able.map(|game| game.name().to_owned()).collect()
    }

    fn details(app: &App, subject: &str) -> Option<Details> {
        let game = game(app, subject)?;
        let able = game.reach_search()?;
        Some(Details { about: game.about().to_owned(), help: able.help(), flags: able.flags() })
    }

    fn examples(app: &App, subject: &str) -> Vec<Example> {
        let known = game(app, subject).and_then(|game| game.reach_search()).map(ReachSearch::examples);
        match known.unwrap_or_default() {
            [] => vec![(format!("reach {subject} POSITION"), String::new())],
            known => examples::registered(known, Self::NAME),
        }
    }

    fn look(app: &App, subject: &str, given: &Given) -> Result<(), Failure> {
        look_at_game(app, subject, given)
    }

    fn run(flags: &ReachFlags, call: SubjectCall<'_>, given: &Given) -> Result<Outcome, Failure> {
        let SubjectCall { app, subject, session } = call;
        let game = game(app, subject).ok_or_else(|| format!("there is no game `{subject}` here"))?;
        let able = game.reach_search().ok_or("this game has no such search")?;
        if !game.has_naive_twin() {
            session.without_second_opinion(game.name());
        }
        let limits = session.limits(None).within(flags.time_limit);
        let search = Search { able, given, table: &*game.table(given)?, session, limits };
        Ok(match &flags.file {
            Some(path) => search.file(&flags.strategies, path)?,
            None => search.position(&flags.strategies, flags.position.as_deref().unwrap_or_default())?,
        })
    }
}

/// A search of a game, with its flags and limits.
struct Search<'a> {
    able: &'a dyn ReachSearch,
    given: &'a Given,
    table: &'a dyn Table,
    session: &'a Session,
    limits: Limits,
}

impl Search<'_> {
    /// The outcomes for positions by the search alone.
    fn outcomes(
        &self,
        positions: &[String],
        limits: &Limits,
        progress: &Progress,
    ) -> anyhow::Result<Vec<ReachOutcome>> {
        let mut tell = |what| progress.begin(what);
        Ok(self.able.reach(self.given, positions, &mut ReachWatcher::new(limits, &mut tell))?)
    }

    /// Decides about a position by the search, and by strategies if there is a formula.
    fn position(&self, strategies: &ChosenStrategies, position: &str) -> anyhow::Result<Outcome> {
        let position = position_text(self.table, position)?.into_owned();
        let progress = Progress::new(self.session);
        let search = |limits: &Limits| {
            let mut outcomes = self.outcomes(std::slice::from_ref(&position), limits, &progress)?;
            outcomes.pop().context("there is one position")
        };
        let chosen = match self.able.games_to(self.given, &position)? {
            Ok(GameQuestion { question, worth }) => {
                strategies.decide((&question, worth), &self.limits, &progress, search, said)?
            }
            Err(why) => {
                strategies.require_search_alone(why)?;
                RaceOutcome::Searched(search(&self.limits)?)
            }
        };
        drop(progress);
        let outcome = match &chosen {
            RaceOutcome::Searched(outcome) => outcome.clone(),
            RaceOutcome::Refuted(_) => ReachOutcome::Nowhere { positions: None },
            RaceOutcome::Undecided(reason) => ReachOutcome::Undecided { reason: reason.clone() },
            RaceOutcome::Found(_, witness) => {
                let object = serde_json::json!(witness);
                let record = object["record"].as_str().context("an answer has a record")?;
                ReachOutcome::Game { record: record.to_owned(), plies: record.split_whitespace().count() }
            }
        };
        let report = self.able.report(self.given, &position, outcome)?;
        let (mut text, outcome) = (report.to_string(), meaning(report.outcome.is_reachable()));
        let mut object = PositionReport::new(report);
        match &chosen {
            RaceOutcome::Found(by, _) => object.strategy = Some(by),
            RaceOutcome::Refuted(refuted) => {
                let report = refuted.report();
                object.strategy = Some(report.strategy);
                (object.refuted, object.kept) = (Some(report.refuted), report.kept);
                text += &refuted.files();
                self.session.note(&refuted.note());
            }
            RaceOutcome::Searched(_) | RaceOutcome::Undecided(_) => {}
        }
        self.session.conclude(Answer::new(outcome, text, ReachAnswer::Position(object)))
    }

    /// Decides about the positions of a file by the search.
    fn file(&self, strategies: &ChosenStrategies, path: &Path) -> anyhow::Result<Outcome> {
        let text = file::read_text(path, FILE_LIMIT, &self.session.stop)?;
        let name = file::name_of(path);
        let (mut positions, mut lines, mut first) = (Vec::new(), Vec::new(), None);
        for (line, position) in records::lines(&text) {
            let position = position_text(self.table, position)?.into_owned();
            let board = self.able.board(self.given, &position);
            let board = board.with_context(|| format!("{name}: line {line}"))?;
            let first = first.get_or_insert_with(|| board.clone());
            if board != *first {
                bail!("{name}: line {line}: a {board} board after a {first} one");
            }
            positions.push(position);
            lines.push(line);
        }
        ensure!(!positions.is_empty(), "{name}: no position in it");
        strategies.require_search_alone("it does not go with --file: the formula is about one position")?;
        let outcomes = self.outcomes(&positions, &self.limits, &Progress::new(self.session))?;
        let (mut text, mut reports) = (String::new(), Vec::new());
        for ((line, position), outcome) in lines.into_iter().zip(&positions).zip(outcomes) {
            let report = PositionReport::new(self.able.report(self.given, position, outcome)?);
            let _ = writeln!(text, "line {line}: {}", report.report.outcome);
            reports.push(PositionReport { line: Some(line), ..report });
        }
        let count = |reachable| reports.iter().filter(|report| report.reachable == reachable).count();
        let [reachable, not_reachable, undecided] = [Some(true), Some(false), None].map(count);
        let _ = writeln!(text, "{reachable} reachable, {not_reachable} not reachable, {undecided} undecided");
        let outcome = meaning(if undecided > 0 { None } else { Some(not_reachable == 0) });
        let any_order =
            reports.first().and_then(|first| first.report.facts.as_ref()).map(|facts| facts.any_order);
        let object = ReachAnswer::File { positions: reports, reachable, not_reachable, undecided, any_order };
        self.session.conclude(Answer::new(outcome, text, object))
    }
}

/// What the search says.
fn said(outcome: &ReachOutcome) -> SearchVerdict {
    match outcome {
        ReachOutcome::Game { .. } => SearchVerdict::Answer,
        ReachOutcome::Nowhere { .. } => SearchVerdict::NoAnswer,
        ReachOutcome::Undecided { reason } => SearchVerdict::Nothing(reason.clone()),
    }
}

/// What it means for the exit code.
fn meaning(reachable: Option<bool>) -> Outcome {
    match reachable {
        Some(true) => Outcome::Holds,
        Some(false) => Outcome::DoesNotHold,
        None => Outcome::Undecided,
    }
}

/// The answer as JSON.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
enum ReachAnswer<'a> {
    Position(PositionReport<'a>),
    /// The positions of a file.
    File {
        positions: Vec<PositionReport<'a>>,
        reachable: usize,
        not_reachable: usize,
        undecided: usize,
        #[serde(skip_serializing_if = "Option::is_none")]
        any_order: Option<bool>,
    },
}

/// The answer about a position, as JSON.
#[derive(Serialize, JsonSchema)]
struct PositionReport<'a> {
    /// `null` if undecided.
    reachable: Option<bool>,
    #[serde(flatten)]
    report: ReachReport,
    /// The line of a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    /// The strategy that decided it, if not the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    strategy: Option<&'a str>,
    /// What was refuted: the question, or a relaxation of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    refuted: Option<&'a Question>,
    #[serde(flatten)]
    kept: Option<&'a KeptProof>,
}

impl PositionReport<'_> {
    fn new(report: ReachReport) -> Self {
        let reachable = report.outcome.is_reachable();
        Self { reachable, report, line: None, strategy: None, refuted: None, kept: None }
    }
}
