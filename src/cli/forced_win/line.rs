//! The plies that a solver chose, judged by the naive game and by the search.

use super::{AskedWin, WinParameters};
use crate::frame::app::App;
use anyhow::{Context, bail, ensure};
use certamen_play::{Aim, FoundValue, NamedPly, ValueRequest};
use certamen_search::{Answer as Found, Value};
use certamen_work::schema::JsonSchema;
use certamen_work::{Answer, Limits, Outcome, Session, file};
use cnf_out::qbf::{ChoiceMap, MappedBlock, QbfFormat, parse_answer};
use encodings::rules::{Ending, Players, Side};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

/// The time of the search, if no limit is given.
const SEARCH_TIME: Duration = Duration::from_secs(60);

/// What was decoded, as JSON.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum DecodedWin {
    /// The ply of the outermost block.
    Ply {
        question: WinParameters,
        ply: String,
        /// The position after it.
        after: String,
        /// What the search says of the position after it, if it decides that in time.
        value: Option<String>,
    },
    /// Nothing to decode.
    Nothing { witness: (), reason: String },
}

impl AskedWin<'_> {
    /// The limits of the search that compares.
    pub(super) fn search_limits(session: &Session, time: Option<Duration>) -> Limits {
        session.limits(None).within(Some(time.unwrap_or(SEARCH_TIME)))
    }

    /// What the search says of a position within some plies.
    pub(super) fn searched(&self, position: &str, within: u32, limits: &Limits) -> anyhow::Result<Value> {
        let aim = Aim::Outcome(Some(within));
        let request = ValueRequest { position: Some(position), ..ValueRequest::of(aim) };
        match self.solver.solve(&self.given, &request, limits, &mut |_| {})?.value {
            FoundValue::Outcome(value) => Ok(value),
            FoundValue::Score(_) => bail!("the search found a score where it was asked for a winner"),
        }
    }

    /// Whether the player of the question wins, by the value of a position some plies after that of the question.
    pub(super) fn wins(&self, value: &Value, plies: usize) -> Option<bool> {
        let answer = if self.is_mover(plies) { value.won } else { value.lost };
        match answer {
            Found::Reached { .. } => Some(true),
            Found::Never | Found::NotWithin { .. } => Some(false),
            Found::Unknown(_) => None,
        }
    }

    /// Whether that player is to move then.
    fn is_mover(&self, plies: usize) -> bool {
        self.win.players == Players::One || plies.is_multiple_of(2) == (self.win.claim.winner == Side::Mover)
    }

    /// The plies that the values of variables choose, from the first on: one, or all if the opponent has no choice. Each is
    /// replayed by the naive game, and a whole game has to end with a win.
    pub(super) fn line(
        &self,
        blocks: &[MappedBlock],
        values: &BTreeMap<u32, bool>,
    ) -> anyhow::Result<Vec<NamedPly>> {
        let is_whole = self.win.formula.is_plain();
        let (mut position, mut line) = (self.win.position.clone(), Vec::<NamedPly>::new());
        let table = self.game.table(&self.given)?;
        for (mapped, block) in blocks.iter().zip(&self.win.formula.blocks) {
            let chosen: Vec<Option<&str>> = mapped
                .choices
                .iter()
                .zip(&block.choices)
                .map(|(mapped, choice)| {
                    let bits = mapped.variables.iter().map(|variable| values.get(variable) == Some(&true));
                    choice.value(&bits.collect::<Vec<_>>())
                })
                .collect();
            let [square, kind] = chosen[..] else { bail!("a ply has two choices") };
            let Some(ply) = self.win.chosen(&position, [square, kind])? else { break };
            // Its plies are those of the naive game, which names a pass in its own way.
            let view = table.view(Some(&position))?;
            let is_known = view.plies.iter().any(|known| known.name.eq_ignore_ascii_case(&ply.name));
            ensure!(is_known || ply.values.is_none(), "the naive game refuses {} in {position}", ply.name);
            position.clone_from(&ply.after);
            let is_end = ply.ending.is_some() || !is_whole;
            line.push(ply);
            if is_end {
                break;
            }
        }
        if let Some(ending) = line.last().filter(|_| is_whole).map(|ply| ply.ending) {
            let expected = if self.is_mover(line.len()) { Ending::Won } else { Ending::Lost };
            ensure!(ending == Some(expected), "the plies that the solver chose do not win");
        }
        Ok(line)
    }

    /// Has the search judge a first ply: the player of the question wins after it, or does not. `None` if it does not decide
    /// that in time.
    pub(super) fn judge(
        &self,
        ply: &NamedPly,
        wins: bool,
        limits: &Limits,
    ) -> anyhow::Result<Option<String>> {
        let found = if let Some(ending) = ply.ending {
            let is_won = ending == if self.is_mover(1) { Ending::Won } else { Ending::Lost };
            Some((is_won, format!("the game is over: {ending}")))
        } else {
            let value = self.searched(&ply.after, self.win.claim.plies.saturating_sub(1), limits)?;
            let said = FoundValue::Outcome(value);
            self.wins(&value, 1).map(|found| (found, said.to_string()))
        };
        let Some((found, said)) = found else { return Ok(None) };
        ensure!(
            found == wins,
            "the solver chose {}, and the search says of the position after it: {said}",
            ply.name
        );
        Ok(Some(said))
    }
}

/// Whether an answer tells the choices of the first block: of a true formula, if that block wants it to be true.
pub(super) fn has_line(blocks: &[MappedBlock], is_true: bool) -> bool {
    blocks.first().is_some_and(|block| block.universal != is_true)
}

/// Decodes an answer to a file: `decode` with the map of a forced win. `answer` reads the answer.
pub(crate) fn decode(
    app: &App,
    session: &Session,
    map: (&Path, &[u8]),
    answer: impl FnOnce() -> anyhow::Result<(String, Vec<u8>)>,
) -> anyhow::Result<Outcome> {
    let place = file::name_of(map.0);
    let found: ChoiceMap<WinParameters> = ChoiceMap::parse(map.1).with_context(|| place.clone())?;
    let asked = AskedWin::of_map(app, &found.question).with_context(|| place.clone())?;
    asked.second_opinion(session);
    let format =
        QbfFormat::named(&found.file.format).with_context(|| format!("{place}: an unknown format"))?;
    let (written, expected) = asked.write(format)?;
    if expected != found {
        bail!(
            "{place}: not the map that this program writes for its question: other rules, written by another version, or \
             changed; emit the file and its map again"
        );
    }
    if format == QbfFormat::Qcir {
        bail!("answers to QCIR files are not read: emit QDIMACS");
    }
    let (name, text) = answer()?;
    let said = parse_answer(&text, written.variables, written.parts).with_context(|| name)?;
    let Some(is_true) = said.verdict else {
        return nothing(session, "the solver does not know: nothing to decode".to_owned());
    };
    let verdict = if is_true { "true" } else { "false" };
    let line = if has_line(&written.blocks, is_true) && !said.values.is_empty() {
        asked.line(&written.blocks, &said.values)?
    } else {
        Vec::new()
    };
    let Some(ply) = line.first() else {
        return nothing(session, format!("the formula is {verdict}: no ply to decode, and no proof"));
    };
    let limits = AskedWin::search_limits(session, None);
    let value = asked.judge(ply, is_true, &limits)?;
    let plies: Vec<&str> = line.iter().map(|ply| ply.name.as_str()).collect();
    let judged = value.as_deref().unwrap_or("the search does not decide it in time");
    let text = format!("{}\n{}\n{judged}\n", plies.join(" "), ply.after);
    let object =
        DecodedWin::Ply { question: found.question, ply: ply.name.clone(), after: ply.after.clone(), value };
    session.conclude(Answer::holds(text, object))
}

fn nothing(session: &Session, reason: String) -> anyhow::Result<Outcome> {
    session.conclude(Answer::fails(reason.clone(), DecodedWin::Nothing { witness: (), reason }))
}
