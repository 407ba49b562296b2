//! `certamen reach GAME`

use crate::app::App;
use crate::examples::Example;
use crate::game_verb::{game, look_at_game, position_text};
use crate::verb::{Details, SubjectCall, SubjectVerb};
use certamen_ask::flag::Given;
use certamen_language::GameQuestion;
use certamen_play::{Purpose, ReachOutcome, ReachSearch};
use certamen_prove::strategy::chosen::{ChosenStrategies, RaceOutcome, RefutationReport, SearchVerdict};
use certamen_work::schema::{AnswerSchema, JsonSchema, of_answer};
use certamen_work::{Answer, Failure, Limits, Outcome, Progress};
use clap::Args;
use serde::Serialize;
use std::time::Duration;

/// Say whether a game from the start reaches a position, with a record if one does.
///
/// Without --strategy there are two ways at the same time. A search goes forward from the start, position by position, and
/// keeps all that it has seen. In games in which each move adds a piece, a solver has the strategies of the question whether
/// a game leads there, as `solve --reachable` has them. What decides first ends the other. The naive game replays a record
/// before it is printed. A refutation has a proof, which is checked; that a search finds no game depends on the search alone.
#[derive(Args, Debug)]
#[command(after_help = "Exit codes: 0 reachable, 1 not reachable, 2 bad usage or input, 3 undecided.")]
pub(crate) struct ReachFlags {
    /// The position, as `games` says how the game writes one, or START.
    #[arg(value_name = "POSITION", allow_hyphen_values = true)]
    position: String,
    /// The search keeps at most this many positions. The solver goes on when the search ends: see --time-limit.
    #[arg(long, value_name = "N", default_value_t = 20_000_000)]
    positions: usize,
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
    const SCHEMA: AnswerSchema = Some(of_answer::<ReachReport<'_>>);

    fn subjects(app: &App) -> Vec<String> {
        let able = app.games().iter().filter(|game| game.reach_search().is_some());
        able.map(|game| game.name().to_owned()).collect()
    }

    fn details(app: &App, subject: &str) -> Option<Details> {
        let game = game(app, subject)?;
        Some(Details { about: game.about().to_owned(), help: "", flags: game.flags(Purpose::Show) })
    }

    fn examples(_: &App, subject: &str) -> Vec<Example> {
        vec![(format!("reach {subject} POSITION"), String::new())]
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
        let progress = Progress::begun(session, "searching the games from the start".to_owned());
        let position = position_text(&*game.table(given)?, &flags.position)?;
        let chosen = flags.decide(able, (given, &position), &limits, &progress)?;
        drop(progress);
        if let RaceOutcome::Refuted(refuted) = &chosen {
            session.note(&refuted.note());
        }
        session.conclude(answer(&chosen))
    }
}

impl ReachFlags {
    /// Decides by the search, and by strategies if there is a formula.
    fn decide(
        &self,
        able: &dyn ReachSearch,
        (given, position): (&Given, &str),
        limits: &Limits,
        progress: &Progress,
    ) -> anyhow::Result<RaceOutcome<ReachOutcome>> {
        let search = |limits: &Limits| Ok(able.reach(given, position, self.positions, limits)?);
        let Some(GameQuestion { question, worth }) = able.games_to(given, position)? else {
            self.strategies.require_search_alone("there is no formula of the games to this position")?;
            return search(limits).map(RaceOutcome::Searched);
        };
        self.strategies.decide((&question, worth), limits, progress, search, said)
    }
}

/// What the search says.
fn said(reached: &ReachOutcome) -> SearchVerdict {
    match reached {
        ReachOutcome::Game { .. } => SearchVerdict::Answer,
        ReachOutcome::Nowhere { .. } => SearchVerdict::NoAnswer,
        ReachOutcome::Undecided { reason } => SearchVerdict::Nothing(reason.clone()),
    }
}

/// The answer as JSON.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
enum ReachReport<'a> {
    Game {
        reachable: bool,
        plies: usize,
        record: &'a str,
        /// The strategy, if a solver found it.
        #[serde(skip_serializing_if = "Option::is_none")]
        strategy: Option<&'a str>,
    },
    /// The search found all positions that games reach.
    Nowhere {
        reachable: bool,
        positions: usize,
    },
    /// A checked proof refutes it.
    Refuted {
        reachable: bool,
        #[serde(flatten)]
        refuted: RefutationReport<'a>,
    },
    Undecided {
        reachable: (),
        reason: &'a str,
    },
}

fn answer(chosen: &RaceOutcome<ReachOutcome>) -> Answer {
    match chosen {
        RaceOutcome::Searched(ReachOutcome::Game { record, plies }) => Answer::holds(
            format!("reachable in {plies} plies: {record}\n"),
            ReachReport::Game { reachable: true, plies: *plies, record, strategy: None },
        ),
        RaceOutcome::Searched(ReachOutcome::Nowhere { positions }) => Answer::fails(
            format!("not reachable: games reach {positions} positions\n"),
            ReachReport::Nowhere { reachable: false, positions: *positions },
        ),
        RaceOutcome::Found(by, witness) => {
            let object = serde_json::json!(witness);
            let record = object["record"].as_str().unwrap_or_default();
            let plies = record.split_whitespace().count();
            let text = format!("reachable in {plies} plies: {record}\n");
            Answer::holds(text, ReachReport::Game { reachable: true, plies, record, strategy: Some(by) })
        }
        RaceOutcome::Refuted(refuted) => {
            let object = ReachReport::Refuted { reachable: false, refuted: refuted.report() };
            Answer::fails(format!("not reachable\n{}", refuted.files()), object)
        }
        RaceOutcome::Searched(ReachOutcome::Undecided { reason }) | RaceOutcome::Undecided(reason) => {
            let text = format!("undecided ({reason})\n");
            Answer::undecided(text, ReachReport::Undecided { reachable: (), reason })
        }
    }
}
