//! `replay`

use crate::archive::{
    Archive, ArchiveLine, ArchiveReader, ArchiveReport, ErrorForm, HitForm, Output, OutputOptions,
    PathContents, ReadFlags, SummaryForm, UnreadableError, look,
};
use crate::frame::game_verb::{GameCall, GameVerb};
use certamen_play::{Investigation, PlayError, Purpose, RecordFile, RecordReport, RecordStatus, Table};
use certamen_records::{Event, OpenFile, Record, Source, SummaryReport, Unreadable};
use certamen_work::answer::Undecided;
use certamen_work::failure::is_broken_pipe;
use certamen_work::file::{self, FileError};
use certamen_work::schema::{AnswerSchema, JsonSchema, OpenMembers, of_answer};
use certamen_work::session::{ListPrinter, tell};
use certamen_work::text::escaped;
use certamen_work::{Answer, Outcome, Session, Stop};
use clap::Args;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Verify game records by the naive rules.
///
/// Reports whether each record is legal; if not, the first illegal ply, its place in the text and the reason. Exits 1
/// if any record is illegal. The verdicts of a file are printed one by one, so a file can have any length.
///
/// Files in the formats of archives are verified in parallel by the native and the naive rules, which have to agree on
/// every ply, and what they claim (results, scores, passes) is compared with what is found. With --json, each game has a
/// line. A claim that differs is reported and does not change the exit code. Exits 2 if anything could not be read; the
/// rest is verified all the same. See docs/records.md.
#[derive(Args, Debug)]
pub(crate) struct Replay {
    /// The record; `-` reads records from standard input. `games` shows the notation of each game.
    #[arg(value_name = "RECORD", required_unless_present = "file", conflicts_with = "file")]
    record: Option<String>,
    /// A file of records, one on each line, or in another format of the game; also compressed.
    /// Blank lines and lines that begin with # are comments. A directory stands for its files, `-` for standard input.
    #[arg(long, value_name = "FILE")]
    file: Vec<PathBuf>,
    #[command(flatten)]
    form: ReadFlags,
    /// What the records are together, instead of each: results, claims, equal games, legal moves by ply.
    #[arg(long, value_enum, value_name = "FORM", num_args = 0..=1, require_equals = true, default_missing_value = "text")]
    summary: Option<SummaryForm>,
    /// A table of what is wrong, a row for each error: file, game, place, ply, reason, claim.
    #[arg(long, value_enum, value_name = "FORM", num_args = 0..=1, require_equals = true, default_missing_value = "csv",
        conflicts_with_all = ["summary", "condition", "repair"])]
    errors: Option<ErrorForm>,
    /// Print the positions of all games that satisfy a condition in the language of questions.
    #[arg(long = "where", value_name = "CONDITION", conflicts_with_all = ["summary", "repair"])]
    condition: Option<String>,
    /// With --where: print a table for other programs, a row for each position: file, game, line, ply, board,
    /// `second_opinion`.
    #[arg(long, requires = "condition")]
    csv: bool,
    /// Solve positions with at most N empty squares, to check what the file says about best play.
    #[arg(long, value_name = "N")]
    solve: Option<u32>,
    /// Print the changes that would mend records that are not legal or claim the opposite; --out writes them.
    #[arg(long, conflicts_with = "summary")]
    repair: bool,
    /// With --repair: write all records, mended where that is possible, in the format of the file.
    #[arg(short, long, value_name = "OUT", requires = "repair")]
    out: Option<PathBuf>,
}

/// The answer as JSON. Records in the formats of archives have a line each.
#[derive(JsonSchema)]
#[schemars(untagged)]
#[expect(dead_code, reason = "only its schema is used: the answer is printed part by part")]
enum ReplayAnswer<'a> {
    Line(ArchiveLine<'a>),
    Summary(SummaryReport<'a>),
    /// The records of a file.
    File {
        #[schemars(skip_serializing_if = "Option::is_none")]
        records: Option<Vec<RecordEntry>>,
        /// The same for a file that is a collection of games.
        #[schemars(skip_serializing_if = "Option::is_none")]
        games: Option<Vec<RecordEntry>>,
        #[schemars(flatten)]
        end: ReplayEnd,
    },
    Record(RecordVerdict),
}

/// What follows the records of a file.
#[derive(Default, Serialize, JsonSchema)]
struct ReplayEnd {
    illegal: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    unreadable: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(flatten)]
    verdict: Option<Undecided>,
}

/// What a record says; its other members depend on the game.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used: the game makes it")]
struct RecordVerdict {
    legal: bool,
    #[schemars(flatten)]
    of_game: OpenMembers,
}

#[derive(JsonSchema)]
#[schemars(untagged)]
#[expect(dead_code, reason = "only its schema is used: the game makes it")]
enum RecordEntry {
    Legal {
        line: usize,
        #[schemars(flatten)]
        verdict: RecordVerdict,
    },
    /// Why it cannot be read.
    Unreadable {
        line: usize,
        /// The character in its line.
        #[schemars(skip_serializing_if = "Option::is_none")]
        column: Option<usize>,
        unreadable: String,
    },
}

impl GameVerb for Replay {
    const NAME: &'static str = "replay";
    const SCHEMA: AnswerSchema = Some(of_answer::<ReplayAnswer<'_>>);
    const PURPOSE: Purpose = Purpose::Replay;

    fn run(&self, call: GameCall<'_>, session: &Session) -> anyhow::Result<Outcome> {
        let GameCall { game, given, position } = call;
        let paths = match &self.record {
            Some(record) if record != "-" => {
                if self.is_for_archives() {
                    anyhow::bail!(
                        "--summary, --errors, --where, --solve, --repair, --format and --encoding are about --file FILE or `-`"
                    );
                }
                return replay_one(&*game.table(given)?, position, record, session);
            }
            Some(_) => &[PathBuf::from("-")][..],
            None => &self.file[..],
        };
        if let ([path], false) = (paths, self.is_for_archives()) {
            let reading = ArchiveReader::new(session);
            let held = match look(call, path, session, reading.meter()) {
                Err(_) if session.stop.is_requested() => return undecided(session.listing(), 0, 0),
                held => held?,
            };
            match held {
                PathContents::Records(opened) => {
                    return replay_file(&*game.table(given)?, position, opened, path, &reading, session);
                }
                PathContents::Archive(opened) => {
                    return self.verify(call, vec![Source::Opened(opened)], &reading, session);
                }
                PathContents::Directory => {}
            }
        }
        let sources = paths.iter().cloned().map(Source::Path).collect();
        self.verify(call, sources, &ArchiveReader::new(session), session)
    }
}

impl Replay {
    /// Whether a flag asks for more than a verdict on each record.
    fn is_for_archives(&self) -> bool {
        let Self { form, summary, errors, condition, solve, repair, .. } = self;
        form.is_given()
            || errors.is_some()
            || summary.is_some()
            || condition.is_some()
            || solve.is_some()
            || *repair
    }

    fn verify(
        &self,
        call: GameCall<'_>,
        sources: Vec<Source>,
        reading: &ArchiveReader<'_>,
        session: &Session,
    ) -> anyhow::Result<Outcome> {
        let wanted = Investigation { condition: self.condition.clone(), solve: self.solve };
        let archive = Archive::new(call, &wanted, session)?;
        let is_alone = !call.game.has_naive_twin();
        let form = if self.csv { HitForm::Csv } else { HitForm::Each };
        let (summary, errors, hits) = (self.summary, self.errors, self.condition.as_ref().map(|_| form));
        if session.json && self.csv {
            anyhow::bail!("--csv and --json are two forms of the same answer: choose one");
        }
        let wish = OutputOptions { summary, errors, hits, is_alone, is_silent: false };
        if self.repair {
            return self.mend(&archive, sources, reading, session);
        }
        let mut answers = ArchiveReport::new(session, wish);
        let sources = archive.listed(sources, session)?;
        let is_whole = match archive.verify(sources, &self.form, reading, &mut |event| answers.add(&event)) {
            Err(error) if is_stopped(&error) => false,
            verified => verified?,
        };
        answers.finish(is_whole)
    }

    /// Prints, and writes if asked for, the changes that mend records.
    fn mend(
        &self,
        archive: &Archive,
        sources: Vec<Source>,
        reading: &ArchiveReader<'_>,
        session: &Session,
    ) -> anyhow::Result<Outcome> {
        let Some(mender) = archive.judge.mend() else {
            anyhow::bail!("--repair: nothing is known that would mend records of this game");
        };
        let mut answers =
            ArchiveReport::new(session, OutputOptions { is_silent: true, ..OutputOptions::default() });
        let (mut changed, mut hopeless, mut failed) = (0u64, 0u64, None);
        let mut output: Option<(Output, &'static str)> = None;
        let sources = archive.listed(sources, session)?;
        let verified = archive.verify(sources, &self.form, reading, &mut |event| {
            let added = match &event {
                Event::Begun(_, format) => self.begin(*format, &mut output, &session.stop),
                Event::Judged(file, record, verdict) => {
                    let repair = mender.repair(record);
                    match &repair {
                        Some(repair) => {
                            changed += 1;
                            for change in &repair.changes {
                                answers.change(file, record.place, change);
                            }
                        }
                        None if !verdict.is_legal() => {
                            hopeless += 1;
                            answers.change(file, record.place, &format!("stays: {}", verdict.line()));
                        }
                        None => {}
                    }
                    let record = repair.as_ref().map_or(*record, |repair| &repair.record);
                    write(output.as_mut().map(|(output, _)| output), file, record)
                }
                Event::Broken(..) | Event::Unreadable(..) => Ok(()),
            };
            failed = added.err();
            answers.add(&event) && failed.is_none()
        });
        if let Some(error) = failed {
            return Err(error);
        }
        verified?;
        if let Some((output, _)) = output {
            for line in output.finish()? {
                session.note(&line);
            }
        }
        answers.mended(changed, hopeless, self.out.is_some())
    }

    /// Begins the file of mended records, in the format of the first file.
    fn begin(
        &self,
        format: &dyn certamen_records::Format,
        output: &mut Option<(Output, &'static str)>,
        stop: &Stop,
    ) -> anyhow::Result<()> {
        match (&self.out, &output) {
            (Some(path), None) => *output = Some((Output::create(format, path, stop)?, format.name())),
            (Some(_), Some((_, known))) if *known != format.name() => {
                anyhow::bail!("--out: the files have the formats {known} and {}", format.name());
            }
            _ => {}
        }
        Ok(())
    }
}

/// Writes a record, if there is a file to write.
fn write(output: Option<&mut Output>, file: &str, record: &Record) -> anyhow::Result<()> {
    let Some(output) = output else { return Ok(()) };
    if let Some(reason) = output.add(record)? {
        tell(&escaped(&format!("{file}: {}: left out: {reason}", record.place)));
    }
    Ok(())
}

/// Whether a request to stop ended the work.
fn is_stopped(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref::<Unreadable>(), Some(Unreadable::Stopped))
}

fn replay_one(
    table: &dyn Table,
    position: Option<&str>,
    record: &str,
    session: &Session,
) -> anyhow::Result<Outcome> {
    let replayed = table.replay(position, record)?;
    session.conclude(Answer::judged(
        replayed.is_legal,
        format!("{}{}\n", replayed.diagram, replayed.verdict),
        replayed.object,
    ))
}

fn replay_file(
    table: &dyn Table,
    position: Option<&str>,
    mut opened: OpenFile,
    path: &Path,
    reading: &ArchiveReader<'_>,
    session: &Session,
) -> anyhow::Result<Outcome> {
    reading.measure(std::iter::once(path));
    let name = file::name_of(path);
    let extension = path.extension().and_then(|extension| extension.to_str());
    let mut records = RecordFile { name: &name, extension, reader: &mut *opened.reader };
    // A request of its own, which ends the work if the reader of the verdicts is gone.
    let stop = session.stop.child();
    let mut verdicts = Verdicts::new(session);
    let replayed = table.replay_file(position, &mut records, &stop, &mut |report| {
        reading.show();
        verdicts.add(report);
        if verdicts.written.is_err() {
            stop.request();
        }
    });
    let Verdicts { listing, legal, illegal, unreadable, first_unreadable, written, .. } = verdicts;
    let judged = legal + illegal;
    match written {
        Err(error) if is_broken_pipe(&error) => {
            session.note(&format!("nobody reads the verdicts: ended after {judged} records"));
            return Ok(Outcome::Undecided);
        }
        written => written?,
    }
    let (so_far, error) = match replayed {
        Ok(_) => {
            let error = first_unreadable.map(|first| UnreadableError::new(first, unreadable).into());
            ("", error)
        }
        Err(PlayError::Stopped) => return undecided(listing, legal, illegal),
        Err(error) => (" so far", Some(anyhow::Error::from(error))),
    };
    let unread = if unreadable == 0 { String::new() } else { format!(", {unreadable} unreadable") };
    let counts = format!("{legal} legal, {illegal} illegal{unread}{so_far}\n");
    match error {
        None => listing.finish(Answer::judged(
            illegal == 0,
            counts,
            ReplayEnd { illegal, ..ReplayEnd::default() },
        )),
        Some(error) => {
            // Complete what has been written so far, then return the error.
            if judged > 0 || unreadable > 0 && session.json {
                let (unreadable, error) = (Some(unreadable), Some(error.to_string()));
                let object = ReplayEnd { illegal, unreadable, error, verdict: None };
                listing.finish::<FileError>(Answer::holds(counts, object))?;
            }
            Err(error)
        }
    }
}

/// Ends the answer of a replay that was interrupted.
fn undecided(listing: ListPrinter<'_>, legal: usize, illegal: usize) -> anyhow::Result<Outcome> {
    let counts = format!("undecided (interrupted): {legal} legal, {illegal} illegal so far\n");
    let verdict = Some(Undecided::Undecided);
    listing.finish(Answer::undecided(counts, ReplayEnd { illegal, verdict, ..ReplayEnd::default() }))
}

/// The verdicts so far. Each is written at once.
struct Verdicts<'s> {
    session: &'s Session,
    listing: ListPrinter<'s>,
    legal: usize,
    illegal: usize,
    unreadable: u64,
    /// The error that ends the command if nothing worse does.
    first_unreadable: Option<String>,
    written: Result<(), FileError>,
}

impl<'s> Verdicts<'s> {
    fn new(session: &'s Session) -> Self {
        let (legal, illegal, unreadable, first_unreadable) = (0, 0, 0, None);
        let listing = session.listing();
        Self { session, listing, legal, illegal, unreadable, first_unreadable, written: Ok(()) }
    }

    fn add(&mut self, report: RecordReport) {
        let RecordReport { status, list, text, object } = report;
        match status {
            RecordStatus::Legal => self.legal += 1,
            RecordStatus::Illegal => self.illegal += 1,
            RecordStatus::Unreadable => {
                self.unreadable += 1;
                match &self.first_unreadable {
                    None => self.first_unreadable = Some(text.clone()),
                    Some(_) => tell(&escaped(&text)),
                }
                if !self.session.json {
                    return;
                }
            }
        }
        if self.written.is_ok() {
            self.written = self.listing.add(list, &text, &object);
        }
    }
}
