//! Certificates of the value of a position: writes its strategies, and has them checked by the naive game.

use crate::frame::app::App;
use crate::frame::verdict::{not_verified, undecided};
use anyhow::{Context, bail};
use certamen_ask::flag::{Flag, FlagValue, Given};
use certamen_play::{Game, Purpose, Solvable};
use certamen_prove::certificate::value::{self, CheckedValue, ValueDraft, ValueError};
use certamen_search::{Header as WrittenHeader, Strategy};
use certamen_work::schema::JsonSchema;
use certamen_work::{Answer, Outcome, Progress, Session, Stop};
use serde::Serialize;
use std::fmt::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};
use verify::game_file::GameFile;
use verify::strategy::{Header, StrategyReferee};

/// Strategies that were written and checked.
#[derive(Serialize, JsonSchema)]
pub(crate) struct WrittenStrategies {
    /// The directory.
    directory: String,
    #[serde(flatten)]
    shown: ShownValue,
}

/// What strategies show.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ShownValue {
    /// What they show together, in words.
    claim: String,
    /// One or two.
    strategies: Vec<StrategyReport>,
}

/// A strategy that was checked.
#[derive(Serialize, JsonSchema)]
struct StrategyReport {
    /// `mover` or `other`: the player whose strategy it is.
    owner: String,
    /// What it shows about its owner, as its header says.
    claim: String,
    /// The number of positions of the owner, without their images under symmetries.
    positions: u64,
    /// The same with these images.
    images: u64,
}

impl From<&CheckedValue> for ShownValue {
    fn from(checked: &CheckedValue) -> Self {
        let report = |checked: &verify::strategy::Checked| StrategyReport {
            owner: checked.header.owner.to_string(),
            claim: checked.header.claim.to_string(),
            positions: checked.header.positions,
            images: checked.images,
        };
        Self { claim: checked.sentence(), strategies: checked.strategies.iter().map(report).collect() }
    }
}

impl ShownValue {
    /// What the strategies show together, in words.
    pub(crate) fn claim(&self) -> &str {
        &self.claim
    }

    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        for StrategyReport { owner, claim, positions, images } in &self.strategies {
            let _ = writeln!(text, "{owner} {claim}: {positions} positions, {images} with their images");
        }
        text
    }
}

impl WrittenStrategies {
    pub(crate) fn text(&self) -> String {
        format!("{}strategies in {}, checked\n", self.shown.text(), self.directory)
    }
}

/// Shows how far a search or a check is: at once on a terminal, else a line from time to time.
pub(crate) struct ProgressLines<'p> {
    progress: &'p Progress,
    last: Instant,
}

/// The time between two lines.
const PAUSE: Duration = Duration::from_secs(10);

impl<'p> ProgressLines<'p> {
    pub(crate) fn new(progress: &'p Progress) -> Self {
        Self { progress, last: Instant::now() }
    }

    pub(crate) fn say(&mut self, what: impl FnOnce() -> String) {
        if self.progress.is_terminal() {
            self.progress.arrive(0.0, &what());
        } else if self.last.elapsed() >= PAUSE {
            self.last = Instant::now();
            self.progress.line(&what());
        }
    }
}

/// A directory for strategies, which gets its name when it is complete.
pub(crate) fn begun(destination: &Path) -> anyhow::Result<ValueDraft> {
    Ok(ValueDraft::begin(destination)?)
}

/// Writes the strategies of a solved position, and has the naive game check them before the directory gets its name. `None`
/// after a request to stop.
pub(crate) fn write(
    game: &dyn Game,
    flags: &[(String, String)],
    strategies: &[Strategy],
    (draft, destination): (ValueDraft, &Path),
    session: &Session,
) -> anyhow::Result<Option<WrittenStrategies>> {
    let progress = Progress::begun(session, "checking the strategies".to_owned());
    let mut lines = ProgressLines::new(&progress);
    let mut watch = |done| lines.say(|| format!("{done} positions checked"));
    let checked = write_into(draft.path(), game, flags, strategies, &session.stop, &mut watch)?;
    drop(progress);
    match checked {
        Ok(checked) => {
            draft.persist()?;
            let directory = destination.display().to_string();
            Ok(Some(WrittenStrategies { directory, shown: ShownValue::from(&checked) }))
        }
        Err(error) if error.is_stopped() => Ok(None),
        Err(error) if error.is_unread() => Err(error.into()),
        Err(error) => Err(error).context("the new strategies do not check: one of the two games is wrong"),
    }
}

/// Writes the strategies into an empty directory, and has the naive game check them.
pub(crate) fn write_into(
    directory: &Path,
    game: &dyn Game,
    flags: &[(String, String)],
    strategies: &[Strategy],
    stop: &Stop,
    watch: &mut dyn FnMut(u64),
) -> anyhow::Result<Result<CheckedValue, ValueError>> {
    let rules = game.rules_text();
    let header =
        WrittenHeader { game: game.name().to_owned(), flags: flags.to_vec(), rules: rules.map(value::hash) };
    for strategy in strategies {
        strategy.write(&value::strategy_file(directory, strategy.is_mover), &header)?;
    }
    let referee = |header: &Header, rules: Option<&str>| referee(Some(game), header, rules);
    Ok(value::complete(directory, rules, &referee, stop, watch)?)
}

/// The naive game of a header.
fn referee(
    game: Option<&dyn Game>,
    header: &Header,
    rules: Option<&str>,
) -> Result<Box<dyn StrategyReferee>, ValueError> {
    let foreign = |reason: String| ValueError::Foreign(format!("{}: {reason}", header.game));
    let Some(rules) = rules else {
        let game = game.ok_or_else(|| foreign("this program has no such game".to_owned()))?;
        let mut flags = game.flags(Purpose::Show);
        flags.extend(game.solvable().map(Solvable::flags).unwrap_or_default());
        let given = given(&flags, &header.flags).map_err(foreign)?;
        // Each once, and none that says the same in another way.
        let (mut written, mut found) = (stated(&flags, &given), header.flags.clone());
        written.sort_unstable();
        written.dedup();
        found.sort_unstable();
        if written != found {
            return Err(foreign("its flags are not as this program writes them".to_owned()));
        }
        let table = game.table(&given).map_err(|error| foreign(error.to_string()))?;
        return table
            .referee()
            .ok_or_else(|| foreign("it has no naive game that checks strategies".to_owned()));
    };
    let file = GameFile::parse(rules).map_err(|error| foreign(error.to_string()))?;
    if file.name() != header.game {
        return Err(foreign(format!("its rules are those of {}", file.name())));
    }
    let [(flag, board)] = header.flags.as_slice() else {
        return Err(foreign("expected its board as the only flag".to_owned()));
    };
    if flag != "board" {
        return Err(foreign(format!("there is no flag `{flag}`")));
    }
    let game = file.on(board).map_err(|error| foreign(error.to_string()))?;
    if game.board() != board {
        return Err(foreign(format!("the board is written {}", game.board())));
    }
    Ok(Box::new(game))
}

/// The flags that were given, as a header states them.
pub(crate) fn stated(flags: &[Flag], given: &Given) -> Vec<(String, String)> {
    let value = |flag: &Flag| match flag.value {
        FlagValue::Switch => given.has(flag.name).then(|| "yes".to_owned()),
        FlagValue::Number(_) => given.number(flag.name).map(|number| number.to_string()),
        _ => given.text(flag.name).map(str::to_owned),
    };
    flags.iter().filter_map(|flag| Some((flag.name.to_owned(), value(flag)?))).collect()
}

/// The flags of a header, as if they had been given on the command line.
pub(crate) fn given(flags: &[Flag], stated: &[(String, String)]) -> Result<Given, String> {
    stated.iter().try_fold(Given::new(), |given, (name, value)| {
        let flag = flags.iter().find(|flag| flag.name == name);
        let flag = flag.ok_or_else(|| format!("there is no flag `{name}`"))?;
        Ok(match flag.value {
            FlagValue::Switch => given.with_switch(name),
            FlagValue::Number(_) => {
                let number = value.parse().map_err(|_| format!("--{name}: expected a number"))?;
                given.with_number(name, number)
            }
            _ => given.with_text(name, value),
        })
    })
}

/// Checks the strategies in a directory.
pub(crate) fn check(app: &App, session: &Session, directory: &Path) -> anyhow::Result<Outcome> {
    let by_name = |name: &str| app.games().iter().find(|game| game.name() == name).map(|game| &**game);
    let referee = |header: &Header, rules: Option<&str>| referee(by_name(&header.game), header, rules);
    let progress = Progress::begun(session, format!("checking {}", directory.display()));
    let mut lines = ProgressLines::new(&progress);
    let mut watch = |done| lines.say(|| format!("{done} positions checked"));
    let checked = value::check(directory, &referee, &session.stop, &mut watch);
    drop(progress);
    match checked {
        Ok(checked) => {
            let shown = ShownValue::from(&checked);
            let text = format!("{}\n{}s VERIFIED\n", shown.claim, shown.text());
            session.conclude(Answer::holds(text, VerifiedValue { verdict: "verified", shown }))
        }
        Err(error) if error.is_stopped() => undecided(session),
        Err(error) if error.is_unread() => bail!("{}: {error}", directory.display()),
        Err(error) => not_verified(session, &format!("{}: {error}", directory.display())),
    }
}

/// The answer of `check` as JSON.
#[derive(Serialize, JsonSchema)]
pub(crate) struct VerifiedValue {
    /// `verified`
    verdict: &'static str,
    #[serde(flatten)]
    shown: ShownValue,
}
