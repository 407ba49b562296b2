//! `certamen decode`

use super::{Outcome, Session, file};
use crate::diagram;
use crate::emission::Emission;
use crate::query::{Query, Question};
use anyhow::{Context, bail};
use clap::Args;
use cnf_out::map::{SIZE_LIMIT, VariableMap};
use serde_json::json;
use std::path::PathBuf;
use verify::model::{Answer, Model};

/// The largest answer that is read, in bytes.
const ANSWER_LIMIT: u64 = 1 << 30;

/// Read a solver's answer back: a board, with its facts counted by the naive game.
///
/// The clauses are made again from the question in the map; if the map belongs to another CNF, or the model does not
/// satisfy every clause, that is said and nothing is decoded.
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  kissat m34.cnf | certamen decode --map m34.map.json -")]
pub(super) struct Decode {
    /// The map that `emit` wrote beside the CNF.
    #[arg(long, value_name = "FILE")]
    map: PathBuf,
    /// The solver's output, in the SAT competition's format; `-` is standard input.
    #[arg(value_name = "MODEL", default_value = "-")]
    model: PathBuf,
    /// The form of the board.
    #[arg(long, value_enum, default_value = "ascii")]
    format: super::show::Format,
}

impl Decode {
    pub(super) fn run(&self, session: &Session) -> anyhow::Result<Outcome> {
        let place = file::name_of(&self.map);
        if file::is_dash(&self.map) && file::is_dash(&self.model) {
            bail!("the map and the model cannot both come from standard input");
        }
        let map: VariableMap<Question> =
            VariableMap::parse(&file::read(&self.map, SIZE_LIMIT as u64)?).with_context(|| place.clone())?;
        if let Err(reason) = map.question.validate() {
            bail!("{place}: {reason}");
        }
        let emission = Emission::of(map.question, map.encoding);
        if emission.map != map {
            bail!(
                "{place}: not the map that this program writes for its question: another version, or altered"
            );
        }
        let answer = file::read(&self.model, ANSWER_LIMIT)?;
        let answer = verify::model::read(answer.as_slice(), map.cnf.variables)
            .map_err(|error| anyhow::anyhow!("{}: {error}", file::name_of(&self.model)))?;
        match answer {
            Answer::Satisfiable(model) => self.decode(session, &emission, &model),
            Answer::Unsatisfiable => {
                nothing(session, "the answer is UNSATISFIABLE: nothing to decode, and no proof")
            }
            Answer::Unknown => nothing(session, "the answer is UNKNOWN: nothing to decode"),
        }
    }

    fn decode(&self, session: &Session, emission: &Emission, model: &Model) -> anyhow::Result<Outcome> {
        let formula = verify::dimacs::read(emission.dimacs.as_slice())
            .map_err(|error| anyhow::anyhow!("the CNF made again: {error}"))?;
        if let Err(falsified) = model.check(&formula) {
            return nothing(session, &format!("{}: {falsified}", file::name_of(&self.model)));
        }
        let witness = emission.witness(|variable| model.value(variable))?;
        let text = match self.format {
            super::show::Format::Ascii => diagram::of_witness(&witness) + witness.position() + "\n",
            super::show::Format::Svg => diagram::svg_of_witness(&witness),
        };
        session.answer(&text, &json!({ "question": emission.map.question, "witness": witness }))?;
        Ok(Outcome::Holds)
    }
}

fn nothing(session: &Session, reason: &str) -> anyhow::Result<Outcome> {
    session.answer(reason, &json!({ "witness": null, "reason": reason }))?;
    Ok(Outcome::DoesNotHold)
}
