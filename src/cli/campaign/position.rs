//! `plan solve-position`: the search for the value of a position, with a task for each position some plies below it.
//!
//! The output of a task is the value of its position with the strategies that show it. The result is a directory of
//! strategies, as `solve-position --out` writes it: the naive game has checked it, so that no output has to be believed.
//! A task that is killed begins anew: a search that goes on with an old table can find another strategy.

use super::number_of;
use crate::frame::examples::Example;
use crate::frame::flags::{arguments, given};
use crate::value_certificate::{self, ShownValue};
use anyhow::Context as _;
use certamen_ask::flag::{Flag, Given};
use certamen_campaign::{
    Campaign, CampaignDirectory, CampaignError, Stage, TaskDivision, TaskId, TaskRun, Work,
};
use certamen_play::{
    Aim, Division, FoundValue, Game, PartValue, Purpose, START, SolvedPart, SolvedPosition, UnionError,
    ValueReport, ValueRequest, ValueSolver,
};
use certamen_prove::certificate::value;
use certamen_search::{Engine, Settings};
use certamen_work::schema::JsonSchema;
use certamen_work::stop::{Interrupted, Stop};
use certamen_work::{Answer, Failure, Outcome, Session, amount};
use clap::{ArgMatches, Args, Command, FromArgMatches as _};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

const STAGE: &str = "values";
/// The bytes of the table of a task, and those for its strategies beside it.
const MEMORY: u64 = 1 << 28;
const BESIDE: u64 = 1 << 28;
/// The number of tasks that are named.
const LISTED: usize = 20;

/// Divide the search for the value of a position, for many machines.
///
/// A task solves one of the positions that stand some plies below; symmetric ones count once. The result is the value,
/// with the strategies that show it, checked by the naive game, as `solve-position --out` writes them. The number of plies
/// of a win can be another one than that of `solve-position`. Scores, and wins within a number of plies, are not divided.
#[derive(Args, Debug)]
struct PlanPosition {
    /// The position, as `games` says how the game writes one [default: START].
    #[arg(value_name = "POSITION", default_value = START, hide_default_value = true, allow_hyphen_values = true)]
    position: String,
    /// How many plies below the position the tasks begin.
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..=100))]
    plies: u32,
    /// The memory of the table of facts of a task in bytes, as in 4G [default: 256M]. All machines use as much.
    #[arg(long, value_name = "BYTES", value_parser = amount::bytes, default_value_t = MEMORY, hide_default_value = true)]
    memory: u64,
    /// The seconds that you expect a task to take.
    #[arg(long, value_name = "S", default_value = "60", value_parser = amount::seconds)]
    seconds: std::time::Duration,
}

/// The question of a plan.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    flags: Given,
    position: String,
    plies: u32,
    memory: u64,
    /// The SHA-256 of the rules, if they are in a file.
    rules: Option<String>,
}

/// `plan solve-position` for a game.
struct PositionCampaign(Arc<dyn Game>);

/// The campaign of a game whose values are searched, and whose strategies can be checked.
pub(crate) fn of_game(game: &Arc<dyn Game>) -> Option<Arc<dyn Campaign>> {
    let is_divided = !game.value_solver()?.is_puzzle() && game.has_naive_twin();
    is_divided.then(|| -> Arc<dyn Campaign> { Arc::new(PositionCampaign(game.clone())) })
}

fn solver(game: &dyn Game) -> anyhow::Result<&dyn ValueSolver> {
    game.value_solver().context("this game has no such search")
}

impl PositionCampaign {
    fn flags(&self) -> Vec<Flag> {
        self.0.flags(Purpose::Show)
    }
}

impl Campaign for PositionCampaign {
    fn verb(&self) -> &'static str {
        "solve-position"
    }

    fn subject(&self) -> &str {
        self.0.name()
    }

    fn command(&self) -> Command {
        let command = PlanPosition::augment_args(Command::new(self.0.name().to_owned()));
        command.args(arguments(&self.flags(), &format!("Options of {}", self.0.name())))
    }

    fn examples(&self) -> Vec<Example> {
        let command = format!("plan solve-position {} --plies 3 --out camp", self.0.name());
        vec![(format!("{command} --memory 4G"), String::new()), (command, String::new())]
    }

    fn look(&self, matches: &ArgMatches, _: &Session) -> Result<(), Failure> {
        Ok(self.0.table(&given(&self.flags(), matches)).map(drop)?)
    }

    fn plan(&self, matches: &ArgMatches, _: &Session) -> Result<TaskDivision, Failure> {
        let PlanPosition { position, plies, memory, seconds } = PlanPosition::from_arg_matches(matches)?;
        let flags = given(&self.flags(), matches);
        let asked = (position != START).then_some(position.as_str());
        let game = solver(&*self.0)?.text_game(&flags, asked)?;
        let position = game.position.clone();
        let mut text = self.0.name().to_owned();
        for (name, value) in &game.flags {
            let _ = write!(text, " --{name} {value}");
        }
        let _ = write!(text, " {position} --plies {plies}");
        let count = Division::new(game, plies)?.parts().len();
        let rules = self.0.rules_text().map(value::hash);
        let question = Question { flags, position, plies, memory, rules };
        Ok(TaskDivision {
            text,
            question: json!(question),
            model: "the cost of a position is what --seconds says".to_owned(),
            stages: vec![Stage::new(STAGE, count, seconds.as_secs_f64(), memory.saturating_add(BESIDE))],
            ..TaskDivision::default()
        })
    }

    fn open(&self, place: &CampaignDirectory) -> Result<Box<dyn Work>, Failure> {
        let question: Question = place.question()?;
        if question.rules != self.0.rules_text().map(value::hash) {
            let path = place.path().display();
            return Err(format!("{path}: planned with other rules than those of the game here").into());
        }
        let game = solver(&*self.0)?.text_game(&question.flags, Some(&question.position))?;
        let division = Division::new(game, question.plies)?;
        place.require_stages(&[Stage::new(STAGE, division.parts().len(), 0.0, 0)], "the position")?;
        Ok(Box::new(PositionWork { game: self.0.clone(), question, division }))
    }
}

struct PositionWork {
    game: Arc<dyn Game>,
    question: Question,
    division: Division,
}

/// The result as JSON.
#[derive(Serialize, JsonSchema)]
struct GatheredValue {
    #[serde(flatten)]
    value: ValueReport,
    /// What the strategies show, by the naive game.
    #[serde(skip_serializing_if = "Option::is_none")]
    shown: Option<ShownValue>,
    /// The tasks that did not decide their position.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    undecided: Vec<String>,
}

impl Work for PositionWork {
    fn run(&self, run: &TaskRun<'_>, output: &mut dyn Write) -> Result<(), Failure> {
        let position = self.division.parts().get(run.at.index).ok_or("no such position")?;
        let request = ValueRequest {
            position: Some(position),
            with_strategies: true,
            settings: Settings { memory: self.question.memory, threads: 1, engine: Engine::Auto },
            ..ValueRequest::of(Aim::Outcome(None))
        };
        let solved = solver(&*self.game)?.solve(&self.question.flags, &request, run.limits, &mut |_| {});
        // What was found until a request to stop is no output.
        if run.limits.is_over() {
            return Err(Interrupted.into());
        }
        Ok(SolvedPart::from(solved?).write(output)?)
    }

    fn gather(&self, place: &CampaignDirectory, result: &Path, stop: &Stop) -> Result<Answer, Failure> {
        let name_of = |part: usize| place.name_of(task(part));
        // An output that cannot be read is wrong, unless the system is to blame: its seal was compared.
        let unread = |part: usize, error: io::Error| -> Failure {
            match error.raw_os_error() {
                Some(_) => error.into(),
                None => CampaignError::wrong(name_of(part), error.to_string()).into(),
            }
        };
        let value = |part: usize| -> Result<PartValue, Failure> {
            SolvedPart::read_value(&mut place.output(task(part))?).map_err(|error| unread(part, error))
        };
        let values = (0..self.division.parts().len()).map(value).collect::<Result<Vec<PartValue>, _>>()?;
        let mut read = |part: usize| {
            stop.proceed()?;
            SolvedPart::read(place.output(task(part))?).map_err(|error| unread(part, error))
        };
        let solved = self.division.unite(&values, &mut read).map_err(|error| match error {
            UnionError::Wrong { part, reason } => CampaignError::wrong(name_of(part), reason).into(),
            UnionError::Unread(failure) => failure,
        })?;
        let is_open = |(_, value): &(usize, &PartValue)| **value == PartValue::Unknown;
        let undecided = values.iter().enumerate().filter(is_open).map(|(index, _)| name_of(index)).collect();
        let shown = self.shown(&solved, result, stop)?;
        Ok(answer(&solved, shown, undecided))
    }
}

impl PositionWork {
    /// Writes the strategies of a value, if there are some, and has the naive game check them.
    fn shown(
        &self,
        solved: &SolvedPosition,
        result: &Path,
        stop: &Stop,
    ) -> Result<Option<ShownValue>, Failure> {
        let SolvedPosition { flags, strategies, .. } = solved;
        if strategies.is_empty() {
            return Ok(None);
        }
        match value_certificate::write_into(result, &*self.game, flags, strategies, stop, &mut |_| {})? {
            Ok(checked) => Ok(Some(ShownValue::from(&checked))),
            Err(error) if error.is_stopped() => Err(Interrupted.into()),
            Err(error) if error.is_unread() => Err(error.into()),
            Err(error) => Err(CampaignError::wrong(STAGE, error.to_string()).into()),
        }
    }
}

/// The task of a part.
fn task(part: usize) -> TaskId {
    TaskId { stage: 0, index: part }
}

fn answer(solved: &SolvedPosition, shown: Option<ShownValue>, undecided: Vec<String>) -> Answer {
    let value: &FoundValue = &solved.value;
    let claim = shown.as_ref().map_or_else(|| value.to_string(), |shown| shown.claim().to_owned());
    let mut text = format!("{claim}\n");
    text.extend(shown.as_ref().map(ShownValue::text));
    if !value.is_decided() {
        let listed: Vec<&str> = undecided.iter().take(LISTED).map(String::as_str).collect();
        let positions = number_of(undecided.len(), "position");
        let _ = writeln!(text, "{positions} not decided: {}", listed.join(", "));
    }
    let outcome = if value.is_decided() { Outcome::Holds } else { Outcome::Undecided };
    Answer::new(outcome, text, GatheredValue { value: ValueReport::new(solved), shown, undecided })
}
