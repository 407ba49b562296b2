//! `games`: what there is, from what is registered.

use crate::app::App;
use crate::parse::commands_of;
use crate::verb::Plain;
use certamen_ask::question::subject_of;
use certamen_work::session::{Outcome, Session};
use clap::Args;
use serde::Serialize;
use serde_json::json;
use std::fmt::Write as _;

/// List games, boards, questions, commands and notations.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  PROGRAM games\n  PROGRAM games --json")]
pub(crate) struct Games {}

#[derive(Serialize)]
struct GameEntry<'a> {
    game: &'a str,
    boards: Vec<String>,
    queries: Vec<String>,
    commands: Vec<String>,
    notation: &'a str,
    record: &'a str,
    naive_twin: bool,
}

/// A subject of questions that is not a game.
#[derive(Serialize)]
struct Puzzle {
    #[serde(rename = "puzzle")]
    name: String,
    queries: Vec<String>,
    commands: Vec<String>,
}

impl Plain for Games {
    const NAME: &'static str = "games";

    fn run(&self, app: &App, session: &Session) -> anyhow::Result<Outcome> {
        let entries: Vec<GameEntry<'_>> = app.games().iter().map(|game| entry(app, &**game)).collect();
        let puzzles = puzzles(app);
        let mut text = String::new();
        for entry in &entries {
            let queries = if entry.queries.is_empty() { "none".to_owned() } else { entry.queries.join(", ") };
            let _ = writeln!(
                text,
                "{}\n  boards    {}\n  queries   {queries}\n  commands  {}\n  positions {}\n  records   {}",
                entry.game,
                entry.boards.join(", "),
                entry.commands.join(", "),
                entry.notation,
                entry.record
            );
            if !entry.naive_twin {
                text += "  note      no naive twin: there is no second opinion\n";
            }
        }
        for Puzzle { name, queries, commands } in &puzzles {
            let _ = writeln!(
                text,
                "{name}\n  queries   {}\n  commands  {}",
                queries.join(", "),
                commands.join(", ")
            );
        }
        let mut object = json!({ "games": entries });
        if !puzzles.is_empty() {
            object["puzzles"] = json!(puzzles);
        }
        session.answer(&text, &object)?;
        Ok(Outcome::Holds)
    }
}

fn entry<'a>(app: &'a App, game: &'a dyn certamen_play::Game) -> GameEntry<'a> {
    GameEntry {
        game: game.name(),
        boards: game.boards(),
        queries: questions(app, game.name()),
        commands: commands_of(app, game.name()),
        notation: game.notation(),
        record: game.record_form(),
        naive_twin: game.has_naive_twin(),
    }
}

/// The names of the questions about a game or puzzle, those of its own tasks among them.
fn questions(app: &App, subject: &str) -> Vec<String> {
    let tasks = app.tasks().iter().map(|task| task.subject().to_owned());
    let kinds = app.registry().kinds_of(subject).map(|kind| kind.name().to_owned());
    let mut names: Vec<String> = Vec::new();
    for name in kinds.chain(tasks.filter(|name| subject_of(name) == subject && name.contains('.'))) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

fn puzzles(app: &App) -> Vec<Puzzle> {
    let mut puzzles: Vec<Puzzle> = Vec::new();
    for kind in app.registry().kinds() {
        let subject = subject_of(kind.name());
        let is_known = app.games().iter().any(|game| game.name() == subject)
            || puzzles.iter().any(|puzzle| puzzle.name == subject);
        if !is_known {
            let (queries, commands) = (questions(app, subject), commands_of(app, subject));
            puzzles.push(Puzzle { name: subject.to_owned(), queries, commands });
        }
    }
    puzzles
}
