//! From the arguments of the process to a verb, its subject and their flags.
//!
//! The subject follows the verb. If a flag comes first, the subject is looked for among the other arguments.

use crate::frame::app::App;
use crate::frame::tree::{ShownHelp, Tree};
use crate::frame::usage_error::usage_error;
use crate::frame::verb::SubjectCall;
use crate::frame::version::long_version;
use certamen_work::failure::{UNUSABLE, is_broken_pipe, with_causes};
use certamen_work::file;
use certamen_work::{Failure, Outcome, Session, Stop};
use clap::error::ErrorKind;
use clap::{ArgMatches, Command};
use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::process::ExitCode;

/// A function that runs a command.
type Runner = Box<dyn FnOnce(&App, &Session) -> Result<Outcome, Failure>>;

/// The parsed arguments.
pub(crate) struct ParsedCommand {
    pub(crate) json: bool,
    pub(crate) quiet: bool,
    pub(crate) run: Runner,
}

/// Parses arguments. Help and the version go to standard output; an error of usage is one line, as all errors are.
pub(crate) fn parse(app: &App, arguments: Vec<OsString>) -> Result<ParsedCommand, ExitCode> {
    let has_help = arguments.len() <= 2 || arguments.iter().skip(1).any(is_help);
    let words = || arguments.iter().skip(1).filter_map(|word| word.to_str()).map(str::to_owned).collect();
    let tree = Tree::new(app, if has_help { ShownHelp::Of(words()) } else { ShownHelp::None });
    let names_a_verb =
        tree.first_words().iter().any(|word| arguments.iter().any(|argument| argument == word));
    let arguments = subject_first(&tree, arguments);
    // The verb is one of the arguments; so are verbs that an error of usage may name.
    let command = || {
        let command = tree.command(|word| {
            (has_help && !names_a_verb) || arguments.iter().skip(1).any(|argument| argument == word)
        });
        command.long_version(long_version())
    };
    let matches = command().try_get_matches_from(&arguments).map_err(|error| {
        let is_help = error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
        if error.use_stderr() && !is_help {
            let is_missing = error.kind() == ErrorKind::MissingRequiredArgument;
            let mistake = if is_missing { mistake(&tree, command(), &arguments) } else { None };
            app.print_error(&mistake.unwrap_or_else(|| usage_error(&tree, &arguments, &error)));
            return ExitCode::from(UNUSABLE);
        }
        if error.use_stderr() {
            // If the help cannot be written, the exit code still reports the error.
            let _ = error.print();
            return ExitCode::from(UNUSABLE);
        }
        print_help(app, &error)
    })?;
    let (json, quiet) = (matches.get_flag("json"), matches.get_flag("quiet"));
    Ok(ParsedCommand { json, quiet, run: runner(&tree, &matches) })
}

/// What is wrong with the flags that were given to a command that lacks others: a board, or a question.
fn mistake(tree: &Tree<'_>, command: Command, arguments: &[OsString]) -> Option<String> {
    let matches = command.ignore_errors(true).try_get_matches_from(arguments).ok()?;
    let (words, matches) = leaf(&matches);
    let (subject, path) = words.split_last()?;
    let session = Session::new(false, true, Stop::new());
    tree.look(path, subject, matches, &session).err().map(|error| with_causes(&*error))
}

/// The words of a command, and the matches of the last one.
fn leaf(matches: &ArgMatches) -> (Vec<&str>, &ArgMatches) {
    let mut words = Vec::new();
    let mut at = matches;
    while let Some((word, below)) = at.subcommand() {
        words.push(word);
        at = below;
    }
    (words, at)
}

/// Whether an argument may ask for help: as a word, or as one of several short flags.
fn is_help(argument: &OsString) -> bool {
    let bytes = argument.as_encoded_bytes();
    let is_short = bytes.starts_with(b"-") && !bytes.starts_with(b"--");
    argument == "--help" || argument == "help" || (is_short && bytes.contains(&b'h'))
}

/// Writes the help or the version to standard output.
fn print_help(app: &App, help: &clap::Error) -> ExitCode {
    let is_coloured = io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let text = help.render();
    let text = if is_coloured { text.ansi().to_string() } else { text.to_string() };
    match file::write_out(text.as_bytes()) {
        // It is not an error if the reader of the help is gone.
        Err(error) if !is_broken_pipe(&error) => {
            app.print_error(&with_causes(&error));
            ExitCode::from(UNUSABLE)
        }
        _ => ExitCode::SUCCESS,
    }
}

/// Finds the function that runs the parsed command.
fn runner(tree: &Tree<'_>, matches: &ArgMatches) -> Runner {
    let (words, at) = leaf(matches);
    let words: Vec<String> = words.into_iter().map(str::to_owned).collect();
    let matches = at.clone();
    let subject = words.last().cloned().unwrap_or_default();
    let path: Vec<&str> = words.iter().take(words.len().saturating_sub(1)).map(String::as_str).collect();
    if tree.registered(&path).any(|one| one.subject() == subject) {
        let path = words[..words.len() - 1].to_vec();
        return Box::new(move |app, session| {
            let mut all = app.all_subject_commands();
            let found = all.find(|one| one.verb() == path && one.subject() == subject);
            found.ok_or("no such command")?.run(&matches, session)
        });
    }
    let word = words.into_iter().next().unwrap_or_default();
    Box::new(move |app, session| {
        let verb = app.verbs().find(|verb| verb.name() == word);
        verb.ok_or("no such verb")?.run(SubjectCall { app, subject: &subject, session }, &matches)
    })
}

/// The arguments with the subject moved to follow the verb, if flags came before it.
fn subject_first(tree: &Tree<'_>, mut arguments: Vec<OsString>) -> Vec<OsString> {
    let word = |arguments: &[OsString], at: usize| {
        arguments.get(at).and_then(|word| word.to_str().map(str::to_owned))
    };
    let is_flag = |word: &str| word.starts_with('-') && word.len() > 1;
    let mut at = 1;
    while word(&arguments, at).is_some_and(|word| is_flag(&word)) {
        at += 1;
    }
    let Some(first) = word(&arguments, at) else { return arguments };
    let mut path = vec![first.clone()];
    at += 1;
    if let Some(second) = word(&arguments, at)
        && tree.second_words(&first).contains(&second.as_str())
    {
        path.push(second);
        at += 1;
    }
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    if !word(&arguments, at).is_some_and(|word| is_flag(&word)) {
        return arguments;
    }
    let subjects = tree.subjects(&path);
    let is_subject =
        |word: &OsString| word.to_str().is_some_and(|word| subjects.iter().any(|known| known == word));
    if let Some(place) = arguments.iter().skip(at).position(is_subject) {
        let subject = arguments.remove(at + place);
        arguments.insert(at, subject);
    }
    arguments
}
