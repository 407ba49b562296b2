//! `retro`: solves games backwards from their ends, a file for each verb.
//!
//! Every game with the ability [`certamen_play::Solvable`] is a subject of every verb here. The object [`AnyRetro`] does
//! the work, whichever engine the game has; here are the flags, the progress, and the answer.

mod audit;
mod build;
mod campaign;
mod chunks;
mod compare;
mod distances;
mod export;
mod longest;
mod phases;
mod probe;
mod progress;
mod puzzles;
mod ranges;
mod stats;
mod sweeps;

use crate::frame::examples::{in_help, of_command};
use crate::frame::flags::{arguments, given};
use campaign::divided;
use certamen_ask::flag::{Flag, Given};
use certamen_campaign::Campaign;
use certamen_play::{Game, Solvable};
use certamen_retro::positions::RetroError;
use certamen_retro::subject::{AnyRetro, BuildParts, Monitor, held};
use certamen_work::durable::Wait;
use certamen_work::schema::{AnswerSchema, Schema};
use certamen_work::wait_flag::WaitFlags;
use certamen_work::{Answer, Failure, Outcome, Progress, Session, SubjectCommand};
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, Command};
use progress::report;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

/// A verb about a game that can be solved.
trait TableVerb: Args {
    const VERB: &'static [&'static str];
    /// Makes the schema of its answer.
    const SCHEMA: AnswerSchema;
    /// Whether it reads the tables of `--dir`. The directory says which game it holds.
    const READS_TABLES: bool = true;
    /// Whether the game has the ability that the verb needs.
    fn is_offered(_solvable: &dyn Solvable) -> bool {
        true
    }
    /// The command for this game: without the flags that it would refuse.
    fn adapted(command: Command, _solvable: &dyn Solvable) -> Command {
        command
    }
    /// Runs the verb about a subject of a game.
    fn run(&self, game: &dyn AnyRetro, of: &dyn Game, session: &Session) -> anyhow::Result<Outcome>;
}

/// The command of a verb for one game.
struct TableCommand<T> {
    game: Arc<dyn Game>,
    /// The name of the program, for examples.
    program: String,
    arguments: PhantomData<fn() -> T>,
}

/// Where tables are.
#[derive(Args, Debug)]
struct Tables {
    /// The directory of the tables.
    #[arg(long, value_name = "DIR")]
    dir: PathBuf,
}

/// The campaigns of a game that can be solved.
pub(crate) fn campaigns(game: &Arc<dyn Game>) -> Vec<Arc<dyn Campaign>> {
    let parts = game.solvable().and_then(|solvable| solvable.features().parts);
    let in_parts = parts.map(|parts| {
        let build = match parts {
            BuildParts::Phases => divided::<phases::BuildByPhases>(game),
            BuildParts::Sweeps => divided::<sweeps::BuildBySweeps>(game),
        };
        [build, divided::<distances::DividedDistances>(game)]
    });
    ranges::campaigns(game).into_iter().chain(in_parts.into_iter().flatten()).collect()
}

/// The verbs of a game that can be solved.
pub(crate) fn commands(program: &str, game: &Arc<dyn Game>) -> Vec<Box<dyn SubjectCommand>> {
    let Some(solvable) = game.solvable() else { return Vec::new() };
    let commands = [
        of_game::<build::Build>(program, game, solvable),
        of_game::<probe::Probe>(program, game, solvable),
        of_game::<stats::Stats>(program, game, solvable),
        of_game::<longest::Longest>(program, game, solvable),
        of_game::<audit::Audit>(program, game, solvable),
        of_game::<distances::Distances>(program, game, solvable),
        of_game::<compare::Compare>(program, game, solvable),
        of_game::<puzzles::Puzzles>(program, game, solvable),
        of_game::<export::Export>(program, game, solvable),
    ];
    commands.into_iter().flatten().collect()
}

fn of_game<T: TableVerb + 'static>(
    program: &str,
    game: &Arc<dyn Game>,
    solvable: &dyn Solvable,
) -> Option<Box<dyn SubjectCommand>> {
    let command =
        || TableCommand::<T> { game: game.clone(), program: program.to_owned(), arguments: PhantomData };
    T::is_offered(solvable).then(|| -> Box<dyn SubjectCommand> { Box::new(command()) })
}

impl<T: TableVerb> TableCommand<T> {
    /// The name of the verb.
    fn verb_name() -> String {
        T::VERB.join(" ")
    }

    /// The flags that choose the game, and those of this verb for this game.
    fn flags(&self) -> [Vec<Flag>; 2] {
        let of = |solvable: &dyn Solvable| [solvable.flags(), solvable.flags_of(&Self::verb_name())];
        self.game.solvable().map(of).unwrap_or_default()
    }

    /// The flags of the verb that mean nothing for this game, by their names in clap.
    fn lacks(&self) -> Vec<String> {
        let names = self.game.solvable().map_or(&[][..], |solvable| solvable.lacks(&Self::verb_name()));
        names.iter().map(|name| name.replace('-', "_")).collect()
    }
}

impl<T: TableVerb> SubjectCommand for TableCommand<T> {
    fn verb(&self) -> &[&'static str] {
        T::VERB
    }

    fn subject(&self) -> &str {
        self.game.name()
    }

    fn command(&self) -> Command {
        let name = self.game.name().to_owned();
        let heading = if T::READS_TABLES {
            format!("Options of {name} (the directory says by itself which board it holds)")
        } else {
            format!("Options of {name}")
        };
        let [choosing, own] = self.flags();
        let command = T::augment_args(Command::new(name)).args(arguments(&choosing, &heading));
        let command = command.args(arguments(&own, &heading));
        let command =
            self.lacks().iter().fold(command, |command, id| command.mut_arg(id, |arg| arg.hide(true)));
        let Some(solvable) = self.game.solvable() else { return command };
        let command = T::adapted(command, solvable);
        let all = solvable.examples();
        let (mut help, about) =
            (in_help(&self.program, &of_command(&all, T::VERB)), solvable.help_of(&Self::verb_name()));
        if !about.is_empty() {
            help = format!("{about}\n\n{help}");
        }
        command.after_help(help)
    }

    fn schema(&self) -> Option<Schema> {
        let own = self.game.solvable().and_then(|solvable| solvable.schema_of(&Self::verb_name()));
        own.or_else(|| T::SCHEMA.map(|schema| schema()))
    }

    fn look(&self, matches: &ArgMatches, _: &Session) -> Result<(), Failure> {
        let solvable = self.game.solvable().ok_or("this game cannot be solved")?;
        Ok(solvable.solving(&given(&self.flags()[0], matches)).map(drop)?)
    }

    fn run(&self, matches: &ArgMatches, session: &Session) -> Result<Outcome, Failure> {
        let solvable = self.game.solvable().ok_or("this game cannot be solved")?;
        let is_given = |id: &&String| matches.value_source(id) == Some(ValueSource::CommandLine);
        if let Some(id) = self.lacks().iter().find(is_given) {
            let (flag, verb, name) = (id.replace('_', "-"), Self::verb_name(), self.game.name());
            return Err(
                format!("unexpected argument '--{flag}' found: `{verb} {name}` has no such flag").into()
            );
        }
        if !self.game.has_naive_twin() {
            session.without_second_opinion(self.game.name());
        }
        let asked = T::from_arg_matches(matches)?;
        let [choosing, own] = self.flags().map(|flags| given(&flags, matches));
        let reads = if T::READS_TABLES { matches.get_one::<PathBuf>("dir") } else { None };
        let solving = chosen(solvable, &choosing, &own, reads.map(PathBuf::as_path))?;
        Ok(asked.run(&*solving, &*self.game, session)?)
    }
}

/// The subject that flags choose. Without flags it is the one that a directory claims to hold, if it does. The flags of a
/// verb choose nothing, and are passed on.
fn chosen(
    solvable: &dyn Solvable,
    choosing: &Given,
    own: &Given,
    reads: Option<&Path>,
) -> anyhow::Result<Box<dyn AnyRetro>> {
    let held = match reads {
        Some(directory) if *choosing == Given::new() => held(directory)?,
        _ => None,
    };
    let Some(found) = held.and_then(|subject| solvable.of_subject(&subject)) else {
        return Ok(solvable.solving(&choosing.clone().with_all(own))?);
    };
    if *own == Given::new() {
        return Ok(found);
    }
    Ok(solvable.solving(&solvable.given_of(&found.subject()).with_all(own))?)
}

/// Does the work of a verb, shows its progress, and prints the answer.
fn answered(
    session: &Session,
    work: impl FnOnce(&mut Monitor<'_>) -> Result<Answer, RetroError>,
) -> anyhow::Result<Outcome> {
    let progress = Progress::new(session);
    let begun = Instant::now();
    let done = work(&mut Monitor::new(&session.stop, &mut |now| report(&progress, &begun, now)));
    drop(progress);
    session.conclude(done?)
}

/// The same for work that may have to wait for another process, with the seconds that it takes.
fn answered_after(
    waiting: WaitFlags,
    session: &Session,
    work: impl Fn(Wait, &mut Monitor<'_>) -> Result<Answer, RetroError>,
) -> anyhow::Result<Outcome> {
    let begun = Instant::now();
    let outcome = answered(session, |monitor| waiting.until_free(session, |wait| work(wait, monitor)))?;
    if outcome != Outcome::Undecided {
        session.note(&format!("{:.1} s", begun.elapsed().as_secs_f64()));
    }
    Ok(outcome)
}
