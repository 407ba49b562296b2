//! `certamen show`

use super::{Game, Outcome, Session, go, ostle, push_fight};
use crate::diagram::othello as diagram;
use anyhow::{Context, ensure};
use clap::{Args, ValueEnum};
use serde_json::json;
use verify::othello::{self as naive, Disc, Position, write_line};

/// Draw a position with its legal moves, as text or SVG.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  certamen show othello \
    ---------------------------OX------XO--------------------------- --format svg\n  \
    certamen show push-fight .OX.....oxY....Oox.....OX.\n  \
    certamen show ostle 22222-00000-00300-00000-11111\n  \
    certamen show go .XO/XO./.X. --format svg")]
pub(super) struct Show {
    /// The game.
    game: Game,
    /// The board, one character a square or a line a rank.
    #[arg(value_name = "POSITION", allow_hyphen_values = true)]
    position: String,
    /// The form.
    #[arg(long, value_enum, default_value = "ascii")]
    format: Format,
    /// The side to move in Othello, where X is Black; Black where none is given.
    #[arg(long, value_enum)]
    to_move: Option<Mover>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// Text.
    Ascii,
    /// A picture.
    Svg,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Mover {
    Black,
    White,
}

impl Show {
    pub(super) fn run(&self, session: &Session) -> anyhow::Result<Outcome> {
        match self.game {
            Game::Othello => {}
            Game::PushFight => {
                ensure!(self.to_move.is_none(), "--to-move: o and O are to move in push-fight");
                return push_fight::show(session, &self.position, self.format);
            }
            Game::Ostle => {
                ensure!(self.to_move.is_none(), "--to-move: 1 is to move in ostle");
                return ostle::show(session, &self.position, self.format);
            }
            Game::Go => {
                ensure!(
                    self.to_move.is_none(),
                    "--to-move: a position of go is drawn without a side to move"
                );
                return go::show(session, &self.position, self.format);
            }
        }
        let board = naive::parse_board(&self.position).context("the position")?;
        let mover = match self.to_move.unwrap_or(Mover::Black) {
            Mover::Black => Disc::Black,
            Mover::White => Disc::White,
        };
        let position = Position { board, mover };
        let name = mover.to_string();
        let text = match self.format {
            Format::Ascii => format!("{}{}\n", diagram::text(&position), diagram::caption(&position, &name)),
            Format::Svg => diagram::svg(&position, &name),
        };
        let moves: Vec<String> = position.legal_moves().iter().map(ToString::to_string).collect();
        session.answer(
            &text,
            &json!({
                "board": write_line(&position.board), "to_move": name.to_lowercase(), "moves": moves,
                "mobility": moves.len(), "empties": position.board.empties(),
            }),
        )?;
        Ok(Outcome::Holds)
    }
}
