//! What is printed about one position.

use super::report::{PositionReport, PositionVerdict, ReachReport};
use super::{Reach, ReachAnswer};
use crate::diagram;
use anyhow::Context;
use certamen_prove::strategy::chosen::RaceOutcome;
use certamen_work::answer::{Answer, Outcome};
use certamen_work::session::Session;
use serde_json::json;
use verify::othello::{Position, write_line};

impl Reach {
    pub(super) fn answer(
        &self,
        session: &Session,
        asked: &Position,
        chosen: RaceOutcome<ReachAnswer>,
    ) -> anyhow::Result<Outcome> {
        let (mut found, mut by, mut refuted) = (ReachAnswer::Nothing, None, None);
        match chosen {
            RaceOutcome::Searched(searched) => found = searched,
            RaceOutcome::Refuted(one) => refuted = Some(one),
            RaceOutcome::Undecided(reason) => found = ReachAnswer::Undecided(reason),
            RaceOutcome::Found(strategy, witness) => {
                let witness = json!(witness);
                let record = witness["record"].as_str().context("an answer has a record")?;
                let record = record.replace("pass", "").replace(' ', "").to_uppercase();
                found = ReachAnswer::Game(record.clone(), self.replayed(asked, &record)?);
                by = Some(strategy);
            }
        }
        let mut object = self.report(asked, &found);
        object.strategy = by.as_deref();
        let order = if self.any_order { " in any order" } else { "" };
        let (mut text, outcome) = match &found {
            ReachAnswer::Game(record, end) => {
                let caption = diagram::caption(end, &end.mover.to_string());
                let board = diagram::text(end);
                (format!("reachable{order}\n{record}\n{board}{caption}\n"), Outcome::Holds)
            }
            ReachAnswer::Nothing => (format!("not reachable{order}\n"), Outcome::DoesNotHold),
            ReachAnswer::Undecided(reason) => (format!("undecided ({reason})\n"), Outcome::Undecided),
        };
        if let Some(refuted) = &refuted {
            let report = refuted.report();
            object.strategy = Some(report.strategy);
            (object.refuted, object.kept) = (Some(report.refuted), report.kept);
            text += &refuted.files();
            session.note(&refuted.note());
        }
        session.conclude(Answer::new(outcome, text, ReachReport::Position(object)))
    }

    pub(super) fn report(&self, asked: &Position, found: &ReachAnswer) -> PositionReport<'static> {
        let verdict = match found {
            ReachAnswer::Game(record, end) => {
                let moves: Vec<String> = end.legal_moves().iter().map(ToString::to_string).collect();
                PositionVerdict::Reachable {
                    record: record.clone(),
                    board: write_line(&end.board),
                    to_move: end.mover.to_string().to_lowercase(),
                    mobility: moves.len(),
                    moves,
                    empties: end.board.empties(),
                }
            }
            ReachAnswer::Nothing => {
                PositionVerdict::NotReachable { board: write_line(&asked.board), to_move: self.to_move }
            }
            ReachAnswer::Undecided(reason) => PositionVerdict::Undecided {
                reason: reason.clone(),
                board: write_line(&asked.board),
                to_move: self.to_move,
            },
        };
        PositionReport {
            verdict,
            any_order: self.any_order,
            line: None,
            strategy: None,
            refuted: None,
            kept: None,
        }
    }
}
