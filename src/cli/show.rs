//! `show`

use crate::frame::game_verb::{GameCall, GameVerb, position_text};
use certamen_play::Purpose;
use certamen_work::schema::{AnswerSchema, OpenMembers, of_answer};
use certamen_work::{Answer, Outcome, Session};
use clap::{Args, ValueEnum};

/// Draw a position with its legal moves, as text or SVG.
#[derive(Args, Debug)]
pub(crate) struct Show {
    /// The position, or START; `games` shows the notation of each game.
    #[arg(value_name = "POSITION", allow_hyphen_values = true)]
    position: String,
    /// The form of the picture.
    #[arg(long, value_enum, default_value = "ascii")]
    format: Format,
}

/// The form of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Text.
    Ascii,
    /// A picture.
    Svg,
}

impl GameVerb for Show {
    const NAME: &'static str = "show";
    const SCHEMA: AnswerSchema = Some(of_answer::<OpenMembers>);
    const PURPOSE: Purpose = Purpose::Show;

    fn run(&self, GameCall { game, given, .. }: GameCall<'_>, session: &Session) -> anyhow::Result<Outcome> {
        let table = game.table(given)?;
        let shown = table.show(&position_text(&*table, &self.position)?)?;
        let text = match self.format {
            Format::Ascii => shown.text,
            Format::Svg => shown.svg,
        };
        session.conclude(Answer::holds(text, shown.object))
    }
}
