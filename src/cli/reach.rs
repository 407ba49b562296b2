//! `certamen reach GAME`

use crate::app::App;
use crate::examples::Example;
use crate::verb::{Call, Details, OfSubjects, game};
use certamen_ask::flag::Given;
use certamen_play::{Purpose, Reached};
use certamen_work::failure::Failure;
use certamen_work::limits::Limits;
use certamen_work::progress::Progress;
use certamen_work::session::Outcome;
use clap::Args;
use serde_json::json;
use std::time::Duration;

/// Say whether a game from the start reaches a position, with a shortest record if one does.
///
/// The search goes forward from the start, position by position, and keeps all that it has seen. The naive game replays
/// a record before it is printed. The answer that no game leads there depends on the search alone, and has no proof.
#[derive(Args, Debug)]
#[command(after_help = "Exit codes: 0 reachable, 1 not reachable, 2 bad usage or input, 3 undecided.")]
pub(crate) struct ReachFlags {
    /// The position, as `games` says how the game writes one.
    #[arg(value_name = "POSITION", allow_hyphen_values = true)]
    position: String,
    /// Keep at most this many positions.
    #[arg(long, value_name = "N", default_value_t = 20_000_000)]
    positions: usize,
    /// End after this many seconds.
    #[arg(long, value_name = "S", value_parser = certamen_work::amount::seconds)]
    time_limit: Option<Duration>,
}

/// The verb.
pub(crate) struct Reach;

impl OfSubjects for Reach {
    type Flags = ReachFlags;
    const NAME: &'static str = "reach";
    const WORD: &'static str = "GAME";

    fn subjects(app: &App) -> Vec<String> {
        let able = app.games().iter().filter(|game| game.reaching().is_some());
        able.map(|game| game.name().to_owned()).collect()
    }

    fn details(app: &App, subject: &str) -> Option<Details> {
        let game = game(app, subject)?;
        Some(Details { about: game.about().to_owned(), help: "", flags: game.flags(Purpose::Show) })
    }

    fn examples(_: &App, subject: &str) -> Vec<Example> {
        vec![(format!("reach {subject} POSITION"), String::new())]
    }

    fn run(flags: &ReachFlags, call: Call<'_>, given: &Given) -> Result<Outcome, Failure> {
        let Call { app, subject, session } = call;
        let game = game(app, subject).ok_or_else(|| format!("there is no game `{subject}` here"))?;
        let able = game.reaching().ok_or("this game has no such search")?;
        if !game.has_naive_twin() {
            session.without_second_opinion(game.name());
        }
        let limits =
            Limits { time: None, deadline: None, stop: session.stop.clone() }.within(flags.time_limit);
        let progress = Progress::new(session);
        progress.begin("searching the games from the start".to_owned());
        let reached = able.reach(given, &flags.position, flags.positions, &limits)?;
        drop(progress);
        let (text, object, outcome) = match reached {
            Reached::Game { record, plies } => (
                format!("reachable in {plies} plies: {record}\n"),
                json!({ "reachable": true, "plies": plies, "record": record }),
                Outcome::Holds,
            ),
            Reached::Nowhere { positions } => (
                format!("not reachable: games reach {positions} positions\n"),
                json!({ "reachable": false, "positions": positions }),
                Outcome::DoesNotHold,
            ),
            Reached::Undecided { reason } => (
                format!("undecided ({reason})\n"),
                json!({ "reachable": null, "reason": reason }),
                Outcome::Undecided,
            ),
        };
        session.answer(&text, &object)?;
        Ok(outcome)
    }
}
