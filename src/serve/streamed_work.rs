//! The work behind the streams: questions, games that lead to a position, values of positions, certificates, puzzles,
//! longest games.

use crate::explorer::{Explorer, Tables, flags, given};
use crate::job::{self, JobContext};
use axum::response::Response;
use certamen_ask::flag::Given;
use certamen_ask::kind::Kind;
use certamen_ask::question::Question;
use certamen_ask::solution::Solution;
use certamen_ask::solve::{AskOutcome, Event, ask_question};
use certamen_ask::witness::AnyWitness;
use certamen_play::reach_search::KEPT;
use certamen_play::{ReachWatcher, Wanted};
use certamen_prove::certificate::{CheckedCertificate, CheckedClaim};
use certamen_prove::exact_bound::{ClimbOutcome, climb};
use serde_json::{Value, json};
use std::io;
use std::path::{Path, PathBuf};
use std::slice;
use std::sync::Arc;

/// The most positions that a search for a game keeps, if it keeps them all. Other searches have a budget of their own.
const REACH_LIMIT: u32 = 2_000_000;
/// How many puzzles and longest games are listed.
const LISTED: usize = 200;

/// Answers a question of the language.
pub(crate) fn ask(
    explorer: &Explorer,
    kind: &dyn Kind,
    given: Given,
    question: &str,
) -> Result<Response, String> {
    let question = question_of(kind, given, question)?;
    Ok(job::stream(explorer, move |context| answered(&question, context)))
}

/// A question of the language.
pub(crate) fn question_of(kind: &dyn Kind, given: Given, text: &str) -> Result<Question, String> {
    let asked = kind.ask(&given.with_text("ask", text)).map_err(|error| error.to_string())?;
    Ok(asked.with_symmetry_breaking(true))
}

/// The answer to a question, with its position.
pub(crate) fn answered(question: &Question, context: &JobContext) -> Result<Value, String> {
    let found =
        if question.lacks_bound().is_some() { bound(question, context) } else { find(question, context) };
    found.map(|answer| second_opinion(answer, question.has_second_opinion()))
}

/// An answer, which says so if there is no second opinion.
pub(crate) fn second_opinion(mut answer: Value, has_one: bool) -> Value {
    if !has_one {
        answer["second_opinion"] = json!(false);
    }
    answer
}

/// An answer with its picture. `text` is for people.
fn shown(verdict: &str, text: &str, witness: Option<&AnyWitness>) -> Value {
    json!({
        "verdict": verdict, "text": text, "witness": witness,
        "position": witness.map(|witness| witness.position().to_owned()), "svg": witness.map(AnyWitness::svg),
    })
}

fn find(question: &Question, context: &JobContext) -> Result<Value, String> {
    context.progress(&format!("solving {question}"));
    let outcome = ask_question(question, &context.limits, || Ok(io::sink()), &mut |_: Event<'_>| {});
    Ok(match outcome.map_err(|error| error.to_string())? {
        AskOutcome::Found(Solution::Answer(answer)) => shown("found", &answer.to_string(), Some(&answer)),
        AskOutcome::Found(found @ Solution::Relaxed(_)) => {
            shown("undecided", Solution::RELAXED, Some(found.witness()))
        }
        AskOutcome::Refuted(_) => shown("none", "no position", None),
        AskOutcome::Stopped(reason) => shown("undecided", &format!("undecided ({reason})"), None),
    })
}

/// The largest or smallest value of a number. The proof is not kept: `prove` writes one that can be checked.
fn bound(question: &Question, context: &JobContext) -> Result<Value, String> {
    let bounded = question.bounded().ok_or("this question has no number")?;
    let objective = bounded.objectives().first().copied().ok_or("this question has no number")?;
    let mut watch = |event: Event<'_>| match event {
        Event::Asking(question) => context.progress(&format!("solving {question}")),
        Event::Found(witness, _) | Event::Recorded(witness) => context.progress(&format!("found {witness}")),
        Event::Refuted(..) => {}
    };
    let climbed = climb(&bounded, objective, &context.limits, || Ok(io::sink()), &mut watch);
    Ok(match climbed.map_err(|error| error.to_string())? {
        ClimbOutcome::Closed(Some(best), _) => {
            let measured = bounded.measure(objective, &best).map_err(|error| error.to_string())?;
            let extreme = bounded.extreme(objective, measured);
            let text = format!("{}; {} refuted", objective.of(extreme), objective.of(extreme.beyond()));
            let mut answer = shown("exact", &text, Some(&*best));
            answer["value"] = json!(extreme.value());
            answer
        }
        ClimbOutcome::Closed(None, _) => shown("none", "no position", None),
        ClimbOutcome::Open(best, reason) => {
            shown("undecided", &format!("undecided ({reason})"), best.as_deref())
        }
    })
}

/// Searches a game that leads to a position.
pub(crate) fn reach(
    explorer: &Explorer,
    game: &str,
    query: &[(String, String)],
    position: String,
) -> Result<Response, String> {
    let game = explorer.game(game).ok_or("no such game")?;
    game.reach_search().ok_or("this game does not search for games to a position")?;
    let given = given(&flags(&*game), query)?.with_number(KEPT.name, REACH_LIMIT);
    Ok(job::stream(explorer, move |context| {
        let search = game.reach_search().ok_or("no such ability")?;
        let (given, position) = search.of_view(given, &position);
        let mut tell = |text: String| context.progress(&text);
        let mut watcher = ReachWatcher::new(&context.limits, &mut tell);
        let reached = search.reach(&given, slice::from_ref(&position), &mut watcher);
        let outcome = reached.map_err(|error| error.to_string())?.pop().ok_or("there is one position")?;
        let report = search.report(&given, &position, outcome).map_err(|error| error.to_string())?;
        let mut answer = json!(report);
        answer["text"] = json!(report.to_string().trim_end());
        Ok(answer)
    }))
}

/// Searches the value of a position for which there is no table.
pub(crate) fn decide(
    explorer: &Explorer,
    game: &str,
    query: &[(String, String)],
    position: String,
    depth: Option<u32>,
) -> Result<Response, String> {
    let game = explorer.game(game).ok_or("no such game")?;
    let known = game.value_search().ok_or("this game does not search values of positions")?.depth();
    let depth = depth.unwrap_or(known.usual);
    if !(1..=known.most).contains(&depth) {
        return Err(format!("depth: expected a number of {} from 1 to {}", known.of, known.most));
    }
    let given = given(&flags(&*game), query)?;
    Ok(job::stream(explorer, move |context| {
        let search = game.value_search().ok_or("no such ability")?;
        let table = game.table(&given).map_err(|error| error.to_string())?;
        let known_as = table.view(Some(&position)).map_or_else(|_| position.clone(), |view| view.known_as);
        let mut watch = |text: String| context.progress(&text);
        let decided = search.decide(&given, &known_as, depth, &context.limits, &mut watch);
        let decided = decided.map_err(|error| error.to_string())?;
        let (mut steps, mut here) = (Vec::new(), Some(position));
        for name in &decided.line {
            let Some(from) = here else { break };
            let views = table.follow(Some(&from), name, 1).map_err(|error| error.to_string())?;
            here = views.into_iter().next_back().map(|view| view.position).filter(|to| *to != from);
            steps.push(json!({ "name": name, "position": here }));
        }
        let mut answer = decided.object;
        answer["text"] = json!(decided.text);
        answer["steps"] = json!(steps);
        Ok(answer)
    }))
}

/// Checks a certificate.
pub(crate) fn check(explorer: &Arc<Explorer>, directory: PathBuf) -> Response {
    let shared = explorer.clone();
    job::stream(explorer, move |context| {
        let mut read = 0;
        let mut megabytes = 0;
        let mut progress = |bytes: u64| {
            read += bytes;
            if read >> 20 > megabytes {
                megabytes = read >> 20;
                context.progress(&format!("{megabytes} MiB of proofs read"));
            }
        };
        context.progress("comparing files with their hashes");
        certified(&shared, &directory, context, &mut progress)
    })
}

fn certified(
    explorer: &Explorer,
    directory: &Path,
    context: &JobContext,
    progress: &mut dyn FnMut(u64),
) -> Result<Value, String> {
    let stop = &context.limits.stop;
    match CheckedClaim::check(directory, &explorer.registry, stop, progress) {
        Ok(checked) => {
            let mut answer = json!({ "verdict": "verified", "text": checked.sentence() });
            match checked {
                CheckedClaim::Bound(CheckedCertificate { claim, witnesses, .. }) => {
                    answer["claim"] = json!(claim);
                    answer["svg"] = json!(witnesses.first().map(|witness| witness.svg()));
                    answer["witnesses"] = json!(witnesses);
                }
                CheckedClaim::List(list) => answer["claim"] = json!(list.claim),
                CheckedClaim::Games(games) => answer["claim"] = json!(games.claim),
            }
            Ok(answer)
        }
        Err(error) if error.is_stopped() => {
            Ok(json!({ "verdict": "undecided", "text": "stopped: undecided" }))
        }
        // Not read, and so not judged.
        Err(error) if error.is_unjudged() => Err(error.to_string()),
        Err(error) => Ok(json!({ "verdict": "not verified", "text": format!("not verified: {error}") })),
    }
}

/// Lists puzzles.
pub(crate) fn puzzles(explorer: &Explorer, tables: Tables, wanted: Wanted) -> Response {
    job::stream(explorer, move |context| {
        context.progress("looking through all positions");
        let found = tables.atlas.puzzles(wanted, LISTED, &context.limits.stop);
        let found = found.map_err(|error| error.to_string())?;
        let so_far = if found.is_stopped { " so far (stopped)" } else { "" };
        let about = tables.atlas.puzzle().unwrap_or_default();
        let text = format!("{} positions{so_far} in which {about}", found.count);
        Ok(json!({
            "game": tables.atlas.subject(), "about": about, "puzzles": found.count, "positions": found.listed(),
            "stopped": found.is_stopped, "text": text,
        }))
    })
}

/// Lists the positions that take longest.
pub(crate) fn longest(explorer: &Explorer, tables: Tables, losses: bool) -> Response {
    job::stream(explorer, move |context| {
        context.progress("looking through all positions");
        let found =
            tables.atlas.longest(losses, LISTED, &context.limits.stop).map_err(|error| error.to_string())?;
        let outcome = if losses { "losses" } else { "wins" };
        let text = match found.plies {
            Some(plies) => format!("the longest {outcome} take {plies} plies: {} positions", found.count),
            None => format!("no {outcome}"),
        };
        Ok(json!({ "plies": found.plies, "count": found.count, "positions": found.listed(), "text": text }))
    })
}
