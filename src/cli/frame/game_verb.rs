//! Verbs about games.

use crate::frame::app::App;
use crate::frame::examples::{self, Example};
use crate::frame::verb::{Details, SubjectCall, SubjectVerb};
use certamen_ask::flag::{Flag, Given};
use certamen_play::{Game, PlayError, Purpose, START, Table};
use certamen_work::schema::AnswerSchema;
use certamen_work::{Failure, Outcome, Session};
use clap::Args;
use std::marker::PhantomData;

/// A verb about games.
pub(crate) trait GameVerb: Args {
    const NAME: &'static str;
    const PURPOSE: Purpose;
    /// Arguments of an example that any game takes, if there are such.
    const SAMPLE: Option<&'static str> = None;
    /// Makes the schema of its answer.
    const SCHEMA: AnswerSchema = None;
    fn run(&self, call: GameCall<'_>, session: &Session) -> anyhow::Result<Outcome>;
}

/// A game with the flags that were given.
#[derive(Clone, Copy)]
pub(crate) struct GameCall<'a> {
    pub(crate) game: &'a dyn Game,
    pub(crate) given: &'a Given,
    /// The position, if one was given that is not the start.
    pub(crate) position: Option<&'a str>,
}

pub(crate) struct GameAdapter<T>(pub(crate) PhantomData<fn() -> T>);

/// The flag of a position, for games whose trees and records can begin at any position.
const POSITION: Flag = Flag::text("position", "POSITION", "Begin at this position [default: START]");

/// The text of a position, with that of the start in place of the word for it.
pub(crate) fn position_text<'t>(
    table: &dyn Table,
    position: &'t str,
) -> Result<std::borrow::Cow<'t, str>, PlayError> {
    Ok(if position == START { table.start()?.into() } else { position.into() })
}

pub(crate) fn game<'a>(app: &'a App, subject: &str) -> Option<&'a dyn Game> {
    app.games().iter().find(|game| game.name() == subject).map(|game| &**game)
}

/// Looks at the flags that choose a board, pieces and rules of a game.
pub(crate) fn look_at_game(app: &App, subject: &str, given: &Given) -> Result<(), Failure> {
    Ok(game(app, subject).map_or(Ok(()), |game| game.table(given).map(drop))?)
}

impl<T: GameVerb> SubjectVerb for GameAdapter<T> {
    type Flags = T;
    const NAME: &'static str = T::NAME;
    const WORD: &'static str = "GAME";
    const SCHEMA: AnswerSchema = T::SCHEMA;

    fn subjects(app: &App) -> Vec<String> {
        app.games().iter().map(|game| game.name().to_owned()).collect()
    }

    fn details(app: &App, subject: &str) -> Option<Details> {
        let game = game(app, subject)?;
        let mut flags = game.flags(T::PURPOSE);
        if game.takes_position(T::PURPOSE) {
            flags.push(POSITION);
        }
        Some(Details { about: game.about().to_owned(), help: game.help(T::PURPOSE), flags })
    }

    fn examples(app: &App, subject: &str) -> Vec<Example> {
        game(app, subject)
            .map_or_else(Vec::new, |game| examples::of_game(game, T::NAME, T::PURPOSE, T::SAMPLE))
    }

    fn look(app: &App, subject: &str, given: &Given) -> Result<(), Failure> {
        look_at_game(app, subject, given)
    }

    fn run(
        flags: &T,
        SubjectCall { app, subject, session }: SubjectCall<'_>,
        given: &Given,
    ) -> Result<Outcome, Failure> {
        let game = game(app, subject).ok_or_else(|| format!("there is no game `{subject}`"))?;
        if !game.has_naive_twin() {
            session.without_second_opinion(game.name());
        }
        let position = given.text(POSITION.name).filter(|&text| text != START);
        Ok(flags.run(GameCall { game, given, position }, session)?)
    }
}
