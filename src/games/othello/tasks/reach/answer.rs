//! What is printed about one position.

use super::{Reach, ReachAnswer};
use crate::diagram;
use anyhow::Context;
use certamen_prove::strategy::chosen::RaceOutcome;
use certamen_work::answer::{Answer, Outcome};
use certamen_work::session::Session;
use serde_json::{Value, json};
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
        let mut object = self.object(asked, &found);
        if let Some(by) = by {
            object["strategy"] = json!(by);
        }
        let order = if self.any_order { " in any order" } else { "" };
        let (mut text, outcome) = match found {
            ReachAnswer::Game(record, end) => {
                let caption = diagram::caption(&end, &end.mover.to_string());
                let board = diagram::text(&end);
                (format!("reachable{order}\n{record}\n{board}{caption}\n"), Outcome::Holds)
            }
            ReachAnswer::Nothing => (format!("not reachable{order}\n"), Outcome::DoesNotHold),
            ReachAnswer::Undecided(reason) => (format!("undecided ({reason})\n"), Outcome::Undecided),
        };
        if let Some(refuted) = refuted {
            refuted.add_to(&mut object);
            text += &refuted.files();
            session.note(&refuted.note());
        }
        session.conclude(Answer::new(outcome, text, object))
    }

    pub(super) fn object(&self, asked: &Position, found: &ReachAnswer) -> Value {
        let mut object = match found {
            ReachAnswer::Game(record, end) => {
                let moves: Vec<String> = end.legal_moves().iter().map(ToString::to_string).collect();
                json!({
                    "verdict": "reachable", "record": record, "board": write_line(&end.board),
                    "to_move": end.mover.to_string().to_lowercase(), "mobility": moves.len(), "moves": moves,
                    "empties": end.board.empties(),
                })
            }
            ReachAnswer::Nothing => json!({
                "verdict": "not reachable", "board": write_line(&asked.board), "to_move": self.to_move,
            }),
            ReachAnswer::Undecided(reason) => json!({
                "verdict": "undecided", "reason": reason, "board": write_line(&asked.board), "to_move": self.to_move,
            }),
        };
        object["any_order"] = json!(self.any_order);
        object
    }
}
