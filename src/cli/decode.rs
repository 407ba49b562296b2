//! `certamen decode`

use crate::forced_win::{self, DecodedWin};
use crate::frame::app::App;
use crate::frame::question_verb::second_opinion;
use crate::frame::verb::PlainVerb;
use crate::show::Format;
use anyhow::{Context, bail};
use certamen_ask::emission::Emission;
use certamen_ask::named_files::{FileAnswer, FileQuestion, NamedFile, NamedFileError, NamedFormat};
use certamen_ask::optimum;
use certamen_ask::question::Question;
use certamen_ask::registry::RegistryError;
use certamen_ask::solution::Solution;
use certamen_ask::witness::AnyWitness;
use certamen_work::file;
use certamen_work::schema::{AnswerSchema, Either, JsonSchema, of_answer};
use certamen_work::{Answer, Outcome, Session};
use clap::Args;
use cnf_out::map::{SIZE_LIMIT, VariableMap};
use cnf_out::name_map::{NameMap, is_name_map};
use cnf_out::qbf::is_choice_map;
use serde::Serialize;
use serde_json::Value;
use std::path::{Path, PathBuf};
use verify::file_form::FileForm;
use verify::model::{self, Model};

/// The largest answer that is read, in bytes.
const ANSWER_LIMIT: u64 = 1 << 30;

/// Read a solver's answer: print the position, with its facts counted by the naive game.
///
/// The map contains the question, from which the file is made again. If the map belongs to another file, or if the
/// model does not satisfy the file, that is reported and nothing is decoded. For DIMACS, an answer is the output of a
/// solver in the SAT competitions; for SMT-LIB, the values or the model that z3, cvc5 and Bitwuzla print; for AIGER, a
/// witness, or the output of ABC's `write_cex -a`; for QDIMACS, what `depqbf --qdo` prints, of which the first ply is decoded.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  kissat q.cnf | PROGRAM decode --map q.map.json -\n  \
    PROGRAM decode --map q.map.json answer.txt --format svg > q.svg")]
pub(crate) struct Decode {
    /// The map that `emit` wrote beside the file.
    #[arg(long, value_name = "FILE")]
    map: PathBuf,
    /// The solver's output; `-` is standard input.
    #[arg(value_name = "MODEL", default_value = "-")]
    model: PathBuf,
    /// The form of the board.
    #[arg(long, value_enum, default_value = "ascii")]
    format: Format,
}

/// The answer as JSON. The question of a file that contains names has another form than that of a CNF.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
enum DecodeAnswer<'a, Q> {
    Decoded {
        question: &'a Q,
        witness: &'a AnyWitness,
        /// The remark that the witness need not be an answer.
        #[serde(skip_serializing_if = "Option::is_none")]
        relaxation: Option<&'a str>,
    },
    Nothing {
        witness: (),
        reason: &'a str,
    },
}

impl PlainVerb for Decode {
    const NAME: &'static str = "decode";
    const SCHEMA: AnswerSchema =
        Some(of_answer::<Either<DecodeAnswer<'_, Either<Question, FileQuestion>>, DecodedWin>>);

    fn run(&self, app: &App, session: &Session) -> anyhow::Result<Outcome> {
        let place = file::name_of(&self.map);
        if file::is_dash(&self.map) && file::is_dash(&self.model) {
            bail!("the map and the model cannot both come from standard input");
        }
        let text = read_unpacked(&self.map, SIZE_LIMIT as u64, session)?;
        if is_choice_map(&text) {
            let answer =
                || Ok((file::name_of(&self.model), read_unpacked(&self.model, ANSWER_LIMIT, session)?));
            return forced_win::decode(app, session, (&self.map, &text), answer);
        }
        if is_name_map(&text) {
            let map: NameMap<Value> = NameMap::parse(&text).with_context(|| place.clone())?;
            let map = map.try_map(|question| app.registry().asked(question));
            let map = map.map_err(named_by_file).with_context(|| place.clone())?;
            return self.named(session, &map);
        }
        let map: VariableMap<Value> = VariableMap::parse(&text).with_context(|| place.clone())?;
        let map = map.try_map(|question| app.registry().question(question));
        let map = map.map_err(named_by_file).with_context(|| place.clone())?;
        second_opinion(session, &map.question);
        let emission = Emission::new(&map.question, map.encoding);
        if emission.map != map {
            return self.foreign_map();
        }
        let answer = optimum::as_model(read_unpacked(&self.model, ANSWER_LIMIT, session)?);
        let answer = model::read(answer.as_slice(), map.cnf.variables)
            .map_err(|error| anyhow::anyhow!("{}: {error}", file::name_of(&self.model)))?;
        match answer {
            model::Answer::Satisfiable(model) => self.decode(session, &emission, &model),
            model::Answer::Unsatisfiable => {
                nothing(session, "the answer is UNSATISFIABLE: nothing to decode, and no proof")
            }
            model::Answer::Unknown => nothing(session, "the answer is UNKNOWN: nothing to decode"),
        }
    }
}

impl Decode {
    fn decode(&self, session: &Session, emission: &Emission, model: &Model) -> anyhow::Result<Outcome> {
        let formula = verify::dimacs::read(emission.dimacs.as_slice())
            .map_err(|error| anyhow::anyhow!("the CNF made again: {error}"))?;
        if let Err(falsified) = model.check(&formula) {
            return nothing(session, &format!("{}: {falsified}", file::shown(&self.model)));
        }
        let witness = emission.witness(|variable| model.value(variable))?;
        self.give(session, &emission.map.question, &witness)
    }

    /// Decodes an answer to a file that contains names.
    fn named(&self, session: &Session, map: &NameMap<FileQuestion>) -> anyhow::Result<Outcome> {
        let place = file::name_of(&self.map);
        if let FileQuestion::Question(question) = &map.question {
            second_opinion(session, question);
        }
        let Some(format) = NamedFormat::named(&map.file.format) else { return self.foreign_map() };
        let written = NamedFile::new(map.question.clone(), format).with_context(|| place.clone())?;
        if written.map != *map {
            return self.foreign_map();
        }
        let name = file::name_of(&self.model);
        let answer = read_unpacked(&self.model, ANSWER_LIMIT, session)?;
        match written.read(&answer) {
            Ok(FileAnswer::Witness(witness)) => self.give(session, &map.question, &witness),
            Ok(FileAnswer::Unsatisfiable) => {
                nothing(session, "the answer is unsatisfiable: nothing to decode, and no proof")
            }
            Ok(FileAnswer::Unknown) => nothing(session, "the solver does not know: nothing to decode"),
            Err(error @ (NamedFileError::Falsified(_) | NamedFileError::Witness(_))) => {
                nothing(session, &format!("{name}: {error}"))
            }
            Err(error) => Err(error).context(name),
        }
    }

    fn foreign_map(&self) -> anyhow::Result<Outcome> {
        let place = file::name_of(&self.map);
        bail!(
            "{place}: not the map that this program writes for its question: written by another version, or changed; \
             emit the file and its map again"
        );
    }

    fn give(
        &self,
        session: &Session,
        question: &impl Serialize,
        solution: &Solution,
    ) -> anyhow::Result<Outcome> {
        let witness = solution.witness();
        let text = match self.format {
            Format::Ascii => witness.text() + witness.position() + "\n",
            Format::Svg => witness.svg(),
        };
        let object = DecodeAnswer::Decoded { question, witness, relaxation: solution.remark() };
        if let Some(remark) = solution.remark() {
            session.note(remark);
        }
        session.conclude(Answer::holds(text, object))
    }
}

/// Says how a question about a game file is found, which the map names but does not contain.
fn named_by_file(error: RegistryError) -> anyhow::Error {
    match error {
        RegistryError::Foreign(_) => {
            anyhow::anyhow!("{error}; a game file has to be named: `decode FILE.game --map MAP`")
        }
        _ => error.into(),
    }
}

/// Reads a whole file. The error names a container that is not read.
pub(crate) fn read_unpacked(path: &Path, limit: u64, session: &Session) -> anyhow::Result<Vec<u8>> {
    let bytes = file::read(path, limit, &session.stop)?;
    match FileForm::packed(&bytes) {
        Some(form) => bail!("{}: {form}", file::name_of(path)),
        None => Ok(bytes),
    }
}

fn nothing(session: &Session, reason: &str) -> anyhow::Result<Outcome> {
    session.conclude(Answer::fails(reason, DecodeAnswer::Nothing::<Question> { witness: (), reason }))
}
