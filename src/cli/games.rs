//! `games`: lists the registered games, questions and commands.

use crate::frame::app::App;
use crate::frame::game_verb::game;
use crate::frame::rules_check::{RulesCheck, RulesReport};
use crate::frame::verb::PlainVerb;
use anyhow::ensure;
use certamen_ask::flag::Given;
use certamen_ask::kind::ability;
use certamen_ask::question::subject_of;
use certamen_language::Vocabulary;
use certamen_play::{Game, Purpose};
use certamen_work::schema::{AnswerSchema, Either, JsonSchema, OrUndecided, of_answer};
use certamen_work::text::did_you_mean;
use certamen_work::{Answer, Outcome, Session};
use clap::Args;
use serde::Serialize;
use std::fmt::Write as _;

/// List games, boards, questions, commands and notations.
///
/// For one game it also lists the words that questions about the game can use, with their meanings. With --check, it
/// compares the rules of a game with the naive twin.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  PROGRAM games\n  PROGRAM games --json\n  PROGRAM games GAME --check --seed 1"
)]
pub(crate) struct Games {
    /// List only this game, with its words.
    game: Option<String>,
    /// Print the file that states the rules, to begin a file of one's own with
    #[arg(long, requires = "game", conflicts_with = "check")]
    text: bool,
    #[command(flatten)]
    check: RulesCheck,
}

/// A word that a game shows to questions.
#[derive(Serialize, JsonSchema)]
struct Word {
    name: String,
    meaning: String,
}

#[derive(Serialize, JsonSchema)]
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
#[derive(Serialize, JsonSchema)]
struct Puzzle {
    #[serde(rename = "puzzle")]
    name: String,
    queries: Vec<String>,
    commands: Vec<String>,
}

/// The answer as JSON.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
enum GamesAnswer<'a> {
    List {
        games: Vec<GameEntry<'a>>,
        /// The words of one game.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        words: Vec<Word>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        puzzles: Vec<Puzzle>,
    },
    /// The file that states the rules.
    Text { game: &'a str, text: &'a str },
}

impl PlainVerb for Games {
    const NAME: &'static str = "games";
    const SCHEMA: AnswerSchema = Some(of_answer::<OrUndecided<Either<GamesAnswer<'_>, RulesReport<'_>>>>);

    fn run(&self, app: &App, session: &Session) -> anyhow::Result<Outcome> {
        let is_asked = |name: &str| self.game.as_deref().is_none_or(|game| game == name);
        let games: Vec<&dyn Game> =
            app.games().iter().map(|game| &**game).filter(|game| is_asked(game.name())).collect();
        let mut entries: Vec<GameEntry<'_>> = games.iter().map(|game| entry(app, *game)).collect();
        let mut puzzles = puzzles(app);
        puzzles.retain(|puzzle| is_asked(&puzzle.name));
        if entries.is_empty() && puzzles.is_empty() {
            let known: Vec<&str> = app.games().iter().map(|game| game.name()).collect();
            let asked = self.game.as_deref().unwrap_or_default();
            let meant = did_you_mean(asked, known.iter().copied());
            anyhow::bail!("there is no game `{asked}`: expected one of {}{meant}", known.join(", "));
        }
        if let Some(board) = &self.check.board {
            let (Some(game), Some(entry)) = (games.first(), entries.first_mut()) else {
                anyhow::bail!("--board: this is no game");
            };
            if !entry.boards.contains(board) {
                ensure!(takes_board(*game), "--board: {} has no boards by name", game.name());
                game.table(&Given::new().with_text(BOARD, board))?;
            }
            entry.boards = vec![board.clone()];
        }
        if let (true, Some(name)) = (self.check.check, &self.game) {
            let game = game(app, name).ok_or_else(|| anyhow::anyhow!("--check: {name} is not a game"))?;
            return self.check.run(game, session);
        }
        if let (true, Some(game)) = (self.text, games.first()) {
            let boxed = app.boxed.iter().find(|file| file.name == game.name()).map(|file| file.text);
            let text = game.rules_text().or(boxed);
            let text =
                text.ok_or_else(|| anyhow::anyhow!("--text: the rules of {} are in no file", game.name()))?;
            return session
                .conclude(Answer::holds(text.to_owned(), GamesAnswer::Text { game: game.name(), text }));
        }
        let words = self.game.as_deref().map_or_else(Vec::new, |game| words(app, game));
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
        let width = words.iter().map(|word| word.name.len()).max().unwrap_or(0);
        for Word { name, meaning } in &words {
            let _ = writeln!(text, "  word      {name:width$}  {meaning}");
        }
        session.conclude(Answer::holds(text, GamesAnswer::List { games: entries, words, puzzles }))
    }
}

/// The flag that chooses a board.
const BOARD: &str = "board";

fn takes_board(game: &dyn Game) -> bool {
    game.flags(Purpose::Show).iter().any(|flag| flag.name == BOARD)
}

fn entry<'a>(app: &'a App, game: &'a dyn Game) -> GameEntry<'a> {
    GameEntry {
        game: game.name(),
        boards: game.boards(),
        queries: questions(app, game.name()),
        commands: app.commands_of(game.name()),
        notation: game.notation(),
        record: game.record_form(),
        naive_twin: game.has_naive_twin(),
    }
}

/// The words that a game shows to questions.
fn words(app: &App, game: &str) -> Vec<Word> {
    let kind = app.registry().kinds().iter().find(|kind| kind.name() == game);
    let vocabulary: Option<Vocabulary> = kind.and_then(|kind| ability(&**kind));
    let entries = vocabulary.iter().flat_map(Vocabulary::entries);
    entries.map(|entry| Word { name: entry.name.clone(), meaning: entry.meaning.clone() }).collect()
}

/// The names of the questions about a game or puzzle, those of its own commands among them.
fn questions(app: &App, subject: &str) -> Vec<String> {
    let commands = app.subject_commands().iter().map(|one| one.subject().to_owned());
    // Questions of the language have no name but that of their game.
    let kinds = app.registry().kinds_of(subject).filter(|kind| kind.name() != subject);
    let kinds = kinds.map(|kind| kind.name().to_owned());
    let mut names: Vec<String> = Vec::new();
    for name in kinds.chain(commands.filter(|name| subject_of(name) == subject && name.contains('.'))) {
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
            let (queries, commands) = (questions(app, subject), app.commands_of(subject));
            puzzles.push(Puzzle { name: subject.to_owned(), queries, commands });
        }
    }
    puzzles
}
