//! `retro probe`

use super::{TableVerb, Tables};
use crate::frame::game_verb::position_text;
use crate::value_certificate::{self, ProgressLines, WrittenStrategies};
use anyhow::{Context, ensure};
use certamen_play::table_strategies::of_tables;
use certamen_play::{Game, START};
use certamen_prove::certificate::value::ValueDraft;
use certamen_retro::subject::{AnyRetro, ProbeReport};
use certamen_work::schema::{AnswerSchema, JsonSchema, of_answer};
use certamen_work::{Outcome, Progress, Session};
use clap::Args;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Look up the value of a position and of each of its moves, with a line of best play.
///
/// Values count plies to the end of the game; the winner plays for few plies, the loser for many. A pass is a ply. The
/// checksum of every block that is read is checked, and the position's value is compared with the best value of its moves.
#[derive(Args, Debug)]
pub(super) struct Probe {
    #[command(flatten)]
    tables: Tables,
    /// The position, in the notation that `games` shows, or START.
    #[arg(value_name = "POSITION", default_value = START, hide_default_value = true, allow_hyphen_values = true)]
    position: String,
    /// Write the strategies that show the value into this directory: what the winner does in each position that can arise,
    /// or for a draw what each player does.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// The answer as JSON, with the strategies that were written.
#[derive(Serialize, JsonSchema)]
struct ProbedReport {
    #[serde(flatten)]
    probed: ProbeReport,
    #[serde(skip_serializing_if = "Option::is_none")]
    written: Option<WrittenStrategies>,
}

impl TableVerb for Probe {
    const VERB: &'static [&'static str] = &["retro", "probe"];
    const SCHEMA: AnswerSchema = Some(of_answer::<ProbedReport>);

    fn run(&self, game: &dyn AnyRetro, of: &dyn Game, session: &Session) -> anyhow::Result<Outcome> {
        let position = (self.position != START).then_some(self.position.as_str());
        let Some(out) = &self.out else { return session.conclude(game.probe(&self.tables.dir, position)?) };
        let draft = value_certificate::begun(out)?;
        let mut answer = game.probe(&self.tables.dir, position)?;
        // The text of a strategy's position says everything about it.
        ensure!(
            answer.object["forbidden"].is_null() || self.position.contains('!'),
            "--out: write the forbidden move behind the position, as in POSITION!MOVE"
        );
        let Some(written) = self.written(game, of, (draft, out), session)? else {
            return session.interrupted();
        };
        answer.text.push_str(&written.text());
        answer.object["written"] = serde_json::json!(written);
        session.conclude(answer)
    }
}

impl Probe {
    /// Writes the strategies. `None` after a request to stop.
    fn written(
        &self,
        game: &dyn AnyRetro,
        of: &dyn Game,
        out: (ValueDraft, &Path),
        session: &Session,
    ) -> anyhow::Result<Option<WrittenStrategies>> {
        let solvable = of.solvable().context("this game cannot be solved")?;
        let given = solvable.given_of(&game.subject());
        let table = of.table(&given)?;
        let position = position_text(&*table, &self.position)?;
        let tables = game.open(&self.tables.dir)?;
        let progress = Progress::begun(session, "collecting the strategies".to_owned());
        let mut lines = ProgressLines::new(&progress);
        let mut watch = |positions| lines.say(|| format!("{positions} positions so far"));
        let found = of_tables(&*tables, &position, &table.symmetries(), &session.stop, &mut watch)?;
        drop(progress);
        let Some(found) = found else { return Ok(None) };
        let flags = value_certificate::stated(&solvable.flags(), &given);
        value_certificate::write(of, &flags, &found, out, session)
    }
}
