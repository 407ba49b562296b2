//! Forced wins, "does a player win from a position within K plies?", as formulas with quantifiers: for `emit`, `solve` and
//! `decode`.

mod line;
mod solve;

pub(crate) use line::{DecodedWin, decode};
pub(crate) use solve::{WinReport, WinSolver};

use crate::frame::app::App;
use crate::frame::game_verb::game;
use crate::frame::question_verb::QuestionCall;
use crate::value_certificate::{given, stated};
use anyhow::{Context, bail, ensure};
use certamen_ask::emission::sha256;
use certamen_ask::flag::{Flag, FlagValue, Given};
use certamen_play::{ForcedWinQuestion, Game, Purpose, START, ValueSolver};
use certamen_work::Session;
use certamen_work::schema::JsonSchema;
use clap::{Args, ValueEnum};
use cnf_out::name_map::FileIdentity;
use cnf_out::qbf::{ChoiceMap, QbfFile, QbfFormat, write_qcir, write_qdimacs};
use encodings::rules::{ForcedWin, Side};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// The greatest number of plies of a formula.
const MOST_PLIES: i64 = 200;

/// The flags of a forced win.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct ForcedWinFlags {
    /// Ask whether a player wins the game within this number of plies, counted as by solve-position. The word behind the
    /// game is then a position [default: START]; a BDDL problem has a number of its own.
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(0..=MOST_PLIES))]
    within: Option<u32>,
    /// With --within: who wins [default: mover].
    #[arg(long = "for", value_name = "PLAYER", value_enum, requires = "within")]
    winner: Option<Winner>,
}

/// Who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Winner {
    /// The player to move in the position.
    Mover,
    /// The other player.
    Other,
}

/// The question of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WinParameters {
    game: String,
    /// The flags that choose the board.
    flags: BTreeMap<String, String>,
    /// The SHA-256 of the file with the rules, if they are in one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rules: Option<String>,
    position: String,
    within: u32,
    #[serde(rename = "for")]
    winner: Winner,
}

/// A question with its game and its formula.
pub(crate) struct AskedWin<'a> {
    game: &'a dyn Game,
    solver: &'a dyn ValueSolver,
    given: Given,
    win: ForcedWinQuestion,
    parameters: WinParameters,
}

impl From<Winner> for Side {
    fn from(winner: Winner) -> Self {
        match winner {
            Winner::Mover => Self::Mover,
            Winner::Other => Self::Other,
        }
    }
}

impl fmt::Display for WinParameters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.game)?;
        for (name, value) in &self.flags {
            write!(f, " --{name} {value}")?;
        }
        write!(f, " '{}' --within {}", self.position, self.within)?;
        if self.winner == Winner::Other { write!(f, " --for other") } else { Ok(()) }
    }
}

impl ForcedWinFlags {
    /// Whether a forced win is asked about.
    pub(crate) const fn is_given(self) -> bool {
        self.within.is_some()
    }

    /// The question about the game of this name.
    pub(crate) fn asked<'a>(self, app: &'a App, call: QuestionCall<'_>) -> anyhow::Result<AskedWin<'a>> {
        let (game, solver) = able(app, call.kind.name())?;
        let of_problem = app.claims.iter().find(|(name, _)| name == game.name()).map(|(_, claim)| *claim);
        let claim = match (self.within, of_problem) {
            (Some(plies), _) => ForcedWin { plies, winner: self.winner.map_or(Side::Mover, Side::from) },
            (None, Some(claim)) => claim,
            (None, None) => bail!("a forced win needs a number of plies: give --within K"),
        };
        let of_board = game.flags(Purpose::Show);
        let is_position = |flag: &Flag| matches!(flag.value, FlagValue::Positional(_));
        for flag in call.kind.flags() {
            let is_given = !stated(&[flag], call.given).is_empty();
            let is_known = is_position(&flag) || of_board.iter().any(|known| known.name == flag.name);
            ensure!(!is_given || is_known, "--{} does not go with a forced win", flag.name);
        }
        let position = call
            .kind
            .flags()
            .iter()
            .find(|flag| is_position(flag))
            .and_then(|flag| call.given.text(flag.name));
        let position = position.filter(|&text| text != START);
        let board = stated(&of_board, call.given);
        AskedWin::new(game, solver, &board, position, claim)
    }
}

/// The game, if it has values of positions.
fn able<'a>(app: &'a App, name: &str) -> anyhow::Result<(&'a dyn Game, &'a dyn ValueSolver)> {
    let found = game(app, name).and_then(|game| Some((game, game.value_solver()?)));
    found.with_context(|| {
        let able = app.games().iter().filter(|game| game.value_solver().is_some());
        let boxed = app.boxed.iter().map(|file| file.name);
        let mut able: Vec<&str> = able.map(|game| game.name()).chain(boxed).collect();
        able.sort_unstable();
        able.dedup();
        format!("a forced win is a question about {}, not about {name}", able.join(", "))
    })
}

impl<'a> AskedWin<'a> {
    fn new(
        game: &'a dyn Game,
        solver: &'a dyn ValueSolver,
        board: &[(String, String)],
        position: Option<&str>,
        claim: ForcedWin,
    ) -> anyhow::Result<Self> {
        let flags = game.flags(Purpose::Show);
        let given = given(&flags, board).map_err(|reason| anyhow::anyhow!(reason))?;
        let win = solver.forced_win(&given, position, claim)?;
        let parameters = WinParameters {
            game: game.name().to_owned(),
            flags: win.flags.iter().cloned().collect(),
            rules: game.rules_text().map(|text| sha256(text.as_bytes())),
            position: win.position.clone(),
            within: claim.plies,
            winner: if claim.winner == Side::Mover { Winner::Mover } else { Winner::Other },
        };
        Ok(Self { game, solver, given, win, parameters })
    }

    /// The question of a map.
    fn of_map(app: &'a App, parameters: &WinParameters) -> anyhow::Result<Self> {
        let (game, solver) = able(app, &parameters.game)?;
        let board: Vec<(String, String)> = parameters.flags.clone().into_iter().collect();
        ensure!(
            i64::from(parameters.within) <= MOST_PLIES,
            "{} plies: at most {MOST_PLIES}",
            parameters.within
        );
        let claim = ForcedWin { plies: parameters.within, winner: parameters.winner.into() };
        Self::new(game, solver, &board, Some(&parameters.position), claim)
    }

    /// Makes every answer say so if there is no naive game that judges plies.
    fn second_opinion(&self, session: &Session) {
        if !self.game.has_naive_twin() {
            session.without_second_opinion(self.game.name());
        }
    }

    /// The parameters of the question.
    pub(crate) const fn parameters(&self) -> &WinParameters {
        &self.parameters
    }

    /// Writes the formula, with its map.
    pub(crate) fn write(&self, format: QbfFormat) -> anyhow::Result<(QbfFile, ChoiceMap<WinParameters>)> {
        let comments = [format!("certamen {}: {}", env!("CARGO_PKG_VERSION"), self.parameters)];
        let file = match format {
            QbfFormat::Qcir => write_qcir(&self.win.formula, &comments)?,
            QbfFormat::Qdimacs => write_qdimacs(&self.win.formula, &comments)?,
        };
        let identity = FileIdentity { format: format.name().to_owned(), sha256: sha256(&file.bytes) };
        let map = ChoiceMap::new(self.parameters.clone(), identity, file.blocks.clone());
        Ok((file, map))
    }
}
