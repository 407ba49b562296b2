//! `retro`: solves games backwards from their ends, a file for each verb.
//!
//! Every game with the ability [`certamen_play::Solvable`] is a subject of every verb here. If a game registers a task
//! for the same verb and subject, the task replaces it.

mod audit;
mod build;
mod compare;
mod distances;
mod longest;
mod phases;
mod probe;
mod puzzles;
mod ranges;
mod stats;

use crate::examples::{in_help, of_task};
use crate::flags::{arguments, given};
use certamen_ask::flag::{Flag, Given};
use certamen_campaign::Campaign;
use certamen_play::{Game, Solvable};
use certamen_retro::positions::{RetroError, SolverProgress, Store, Way};
use certamen_retro::subject::{AnyRetro, Verdict};
use certamen_work::failure::Failure;
use certamen_work::progress::Progress;
use certamen_work::session::{Outcome, Session};
use certamen_work::task::Task;
use clap::{ArgMatches, Args, Command};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

/// A verb about what can be solved.
trait AboutTables: Args {
    const VERB: &'static [&'static str];
    /// Whether it reads a directory.
    const READS_TABLES: bool = true;
    /// The directory that is read. Its manifest says which game it holds.
    fn reads(&self) -> Option<&Path>;
    /// Whether the game has the ability that the verb needs.
    fn is_offered(_solvable: &dyn Solvable) -> bool {
        true
    }
    /// The command for this game: without the flags that it would refuse.
    fn adapted(command: Command, _solvable: &dyn Solvable) -> Command {
        command
    }
    fn run(&self, game: &dyn AnyRetro, solvable: &dyn Solvable, session: &Session)
    -> anyhow::Result<Outcome>;
}

/// A verb with a game.
struct OfGame<T> {
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
    ranges::campaigns(game).into_iter().chain(phases::campaign(game)).collect()
}

/// The verbs of a game that can be solved.
pub(crate) fn tasks(program: &str, game: &Arc<dyn Game>) -> Vec<Box<dyn Task>> {
    let Some(solvable) = game.solvable() else { return Vec::new() };
    let tasks = [
        of_game::<build::Build>(program, game, solvable),
        of_game::<probe::Probe>(program, game, solvable),
        of_game::<stats::Stats>(program, game, solvable),
        of_game::<longest::Longest>(program, game, solvable),
        of_game::<audit::Audit>(program, game, solvable),
        of_game::<distances::Distances>(program, game, solvable),
        of_game::<compare::Compare>(program, game, solvable),
        of_game::<puzzles::Puzzles>(program, game, solvable),
    ];
    tasks.into_iter().flatten().collect()
}

fn of_game<T: AboutTables + 'static>(
    program: &str,
    game: &Arc<dyn Game>,
    solvable: &dyn Solvable,
) -> Option<Box<dyn Task>> {
    let task = || OfGame::<T> { game: game.clone(), program: program.to_owned(), arguments: PhantomData };
    T::is_offered(solvable).then(|| -> Box<dyn Task> { Box::new(task()) })
}

impl<T: AboutTables> OfGame<T> {
    fn flags(&self) -> Vec<Flag> {
        self.game.solvable().map(Solvable::flags).unwrap_or_default()
    }
}

impl<T: AboutTables> Task for OfGame<T> {
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
        let command = T::augment_args(Command::new(name)).args(arguments(&self.flags(), &heading));
        let Some(solvable) = self.game.solvable() else { return command };
        let command = T::adapted(command, solvable);
        let all = solvable.examples();
        let mut help = in_help(&self.program, &of_task(&all, T::VERB));
        if !solvable.help().is_empty() {
            help = format!("{}\n\n{help}", solvable.help());
        }
        command.after_help(help)
    }

    fn look(&self, matches: &ArgMatches, _: &Session) -> Result<(), Failure> {
        let solvable = self.game.solvable().ok_or("this game cannot be solved")?;
        Ok(solvable.solving(&given(&self.flags(), matches)).map(drop)?)
    }

    fn run(&self, matches: &ArgMatches, session: &Session) -> Result<Outcome, Failure> {
        let solvable = self.game.solvable().ok_or("this game cannot be solved")?;
        if !self.game.has_naive_twin() {
            session.without_second_opinion(self.game.name());
        }
        let asked = T::from_arg_matches(matches)?;
        let given = given(&self.flags(), matches);
        let solving = chosen(solvable, &given, asked.reads())?;
        Ok(asked.run(&*solving, solvable, session)?)
    }
}

/// The subject that flags choose. Without flags it is the one that a directory claims to hold, if it does.
fn chosen(solvable: &dyn Solvable, given: &Given, reads: Option<&Path>) -> anyhow::Result<Box<dyn AnyRetro>> {
    let held = match reads {
        Some(directory) if *given == Given::new() => held(solvable, directory)?,
        _ => None,
    };
    Ok(held.map_or_else(|| solvable.solving(given), Ok)?)
}

/// The subject that a directory claims to hold, if it is a choice of this game.
fn held(solvable: &dyn Solvable, directory: &Path) -> Result<Option<Box<dyn AnyRetro>>, RetroError> {
    let Some(subject) = Store::held(directory)? else { return Ok(None) };
    Ok(solvable.all().into_iter().find(|solving| solving.subject() == subject))
}

/// The result for a position, in words.
fn in_words(verdict: &Verdict) -> String {
    let value = verdict.value.map(|value| value.to_string());
    let score = verdict.score.map(|score| format!("best score {score:+}"));
    let known: Vec<String> = value.into_iter().chain(score).collect();
    let winner = verdict.winner.map(|winner| format!(": {winner} wins")).unwrap_or_default();
    known.join(", ") + &winner
}

/// Without a terminal, only layers with at least this number of positions are reported.
const LARGE: u64 = 10_000_000;

/// Reports the progress of the work.
fn report(progress: &Progress, begun: &Instant, now: SolverProgress<'_>) {
    let seconds = begun.elapsed().as_secs();
    match now {
        SolverProgress::Finding { layer, size } if size > LARGE || progress.is_terminal() => {
            progress.begin(format!("finding layers: {size} numbers of {layer} ({seconds} s)"));
        }
        SolverProgress::Auditing { layer, size } if size > LARGE || progress.is_terminal() => {
            progress.begin(format!("auditing {size} numbers of {layer} ({seconds} s)"));
        }
        SolverProgress::Checking => progress.begin("comparing samples".to_owned()),
        SolverProgress::Group { name, size, way: way @ Way::Disk } => {
            progress.report(&format!("{name}: {size} numbers, {way} ({seconds} s)"));
        }
        SolverProgress::Saved => progress.report("checkpoint written"),
        SolverProgress::Resumed { name, done, total } => {
            progress.report(&format!("{name}: continuing after {done} of {total} numbers"));
        }
        SolverProgress::Group { name, size, way } if size > LARGE || progress.is_terminal() => {
            progress.begin(format!("{name}: {size} numbers, {way} ({seconds} s)"));
        }
        SolverProgress::Again => {
            progress.report("the moves do not fit in memory: they are made again for each number of plies");
        }
        SolverProgress::Plies { plies } if progress.is_terminal() => {
            progress.begin(format!("values of {plies} plies ({seconds} s)"));
        }
        SolverProgress::Looked { done, total } if progress.is_terminal() => {
            progress.begin(format!("{done} of {total} numbers processed ({seconds} s)"));
        }
        SolverProgress::Distance { plies, positions } if positions > LARGE || progress.is_terminal() => {
            progress.begin(format!("{positions} positions at {plies} plies ({seconds} s)"));
        }
        _ => {}
    }
}
