//! `convert`

use crate::archive::{Archive, ArchiveReport, Output, OutputOptions, ReadFlags};
use crate::frame::game_verb::{GameCall, GameVerb};
use certamen_play::{Investigation, Purpose};
use certamen_records::Event;
use certamen_work::file::{is_dash, shown};
use certamen_work::schema::{AnswerSchema, JsonSchema, of_answer};
use certamen_work::session::tell;
use certamen_work::text::escaped;
use certamen_work::{Answer, Outcome, Session};
use clap::Args;
use serde::Serialize;
use std::path::PathBuf;

/// Convert records of games between formats, after verifying them.
///
/// What the format cannot hold is reported. A record that is not legal, or that the format cannot hold at all, is
/// reported and left out, and the exit code is 1; it is 2 if anything could not be read. See docs/records.md.
#[derive(Args, Debug)]
pub(crate) struct Convert {
    /// Files of records, also compressed (.gz, .bz2, .xz, .zst, .zip), or directories of them; `-` is standard input.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The format to write. If it is unknown, the error lists all of them.
    #[arg(long, value_name = "FORMAT")]
    to: String,
    /// The file to write; `-` is standard output.
    #[arg(short, long, value_name = "OUT")]
    out: PathBuf,
    #[command(flatten)]
    form: ReadFlags,
}

/// The answer as JSON.
#[derive(Serialize, JsonSchema)]
struct ConvertAnswer {
    written: u64,
    left_out: u64,
    unreadable: u64,
    /// What the format cannot hold.
    notes: Vec<String>,
    /// The number of records that were read with a remark.
    complaints: u64,
}

impl GameVerb for Convert {
    const NAME: &'static str = "convert";
    const SCHEMA: AnswerSchema = Some(of_answer::<ConvertAnswer>);
    const PURPOSE: Purpose = Purpose::Replay;
    const SAMPLE: Option<&'static str> = Some("games.txt.gz --to lines -o games.txt");

    fn run(&self, call: GameCall<'_>, session: &Session) -> anyhow::Result<Outcome> {
        let archive = Archive::new(call, &Investigation::default(), session)?;
        // A file that cannot be read to its end would be lost.
        let place = self.out.canonicalize().ok().filter(|place| place.is_file());
        if place.is_some() && self.files.iter().any(|file| file.canonicalize().ok() == place) {
            anyhow::bail!("-o {}: a file that is read cannot be written", shown(&self.out));
        }
        let mut output = Output::create(archive.format(&self.to)?, &self.out, &session.stop)?;
        let mut answers =
            ArchiveReport::new(session, OutputOptions { is_silent: true, ..OutputOptions::default() });
        let (mut left_out, mut failed) = (0u64, None);
        let mut see = |event: Event<'_>| {
            if let Event::Judged(file, record, verdict) = &event {
                let refused = match &verdict.illegal {
                    Some(illegal) => Ok(Some(format!("illegal: {}", illegal.reason))),
                    None => output.add(record),
                };
                match refused {
                    Ok(Some(reason)) => {
                        left_out += 1;
                        tell(&escaped(&format!("{file}: {}: left out: {reason}", record.place)));
                    }
                    Ok(None) => {}
                    Err(error) => failed = Some(error),
                }
            }
            answers.add(&event) && failed.is_none()
        };
        let verified = archive.verify_paths(&self.files, &self.form, session, &mut see);
        if let Some(error) = failed {
            return Err(error);
        }
        verified?;
        let written = output.written;
        let not_held = output.finish()?;
        for line in &not_held {
            session.note(line);
        }
        // A file that is written to standard output is the answer.
        if !is_dash(&self.out) {
            let (unreadable, remarked) = (answers.unreadable(), answers.remarked());
            let remarks =
                if remarked == 0 { String::new() } else { format!(", {remarked} read with a remark") };
            let text = format!("{written} records written, {left_out} left out{remarks}\n");
            let (notes, complaints) = (not_held, remarked);
            let object = ConvertAnswer { written, left_out, unreadable, notes, complaints };
            session.answer(&Answer::holds(text, object))?;
        }
        answers.outcome(true, left_out)
    }
}
