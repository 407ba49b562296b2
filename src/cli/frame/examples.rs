//! The examples in the help of verbs and subjects, from what is registered.
//!
//! A kind of questions or a game registers examples for some verbs. For the other verbs they are derived: from the flags
//! of the question in a registered example, or from the start of the game. A subject with one example gets a second.

use crate::frame::flags::{arguments, given};
use certamen_ask::flag::FlagValue;
use certamen_ask::kind::Kind;
use certamen_play::{Game, Purpose};
use certamen_work::Stop;
use clap::Command;

/// A command without the name of the program, and a remark.
pub(crate) type Example = (String, String);

/// The least number of examples of a subject.
const LEAST: usize = 2;

/// The registered examples of a verb.
pub(crate) fn registered(examples: &[(&str, &str)], verb: &str) -> Vec<Example> {
    let of_verb = examples.iter().filter(|(command, _)| command.split(' ').next() == Some(verb));
    of_verb.map(|&(command, remark)| (command.to_owned(), remark.to_owned())).collect()
}

/// Examples of a verb about a kind of questions. `sample` completes a command: the flags of the verb, such as `-o
/// q.cnf`.
pub(crate) fn of_kind(kind: &dyn Kind, verb: &str, sample: &str) -> Vec<Example> {
    let mut examples = registered(kind.examples(), verb);
    if examples.is_empty() {
        let flags = kind.examples().iter().filter_map(|(command, _)| question_flags(kind, command));
        let words = flags.map(|flags| [verb, kind.name(), &flags, sample].map(str::to_owned));
        let commands = words
            .map(|words| words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" "));
        for command in commands {
            if examples.len() < LEAST && !examples.iter().any(|(known, _)| *known == command) {
                examples.push((command, String::new()));
            }
        }
    }
    complete(&mut examples, |command| (format!("{command} --json"), String::new()));
    examples
}

/// The flags of a command that ask its question, if they are flags of an exact question.
fn question_flags(kind: &dyn Kind, command: &str) -> Option<String> {
    let words = shlex::split(command)?;
    let mut words = words.into_iter().skip_while(|word| word != kind.name()).skip(1).peekable();
    let flags = kind.flags();
    let mut kept = Vec::new();
    let mut is_positional = flags.iter().any(|flag| matches!(flag.value, FlagValue::Positional(_)));
    while let Some(word) = words.next() {
        let name = word.strip_prefix("--");
        match flags.iter().find(|flag| Some(flag.name) == name) {
            Some(flag) => {
                kept.push(word);
                if !matches!(flag.value, FlagValue::Switch) {
                    kept.push(words.next()?);
                }
            }
            None if is_positional && !word.starts_with('-') => {
                is_positional = false;
                kept.push(word);
            }
            // A flag of the verb, perhaps with its value.
            None => {
                let _ = words.next_if(|next| !next.starts_with('-'));
            }
        }
    }
    let parser = Command::new("question").no_binary_name(true).args(arguments(&flags, "Options"));
    let matches = parser.try_get_matches_from(&kept).ok()?;
    let question = kind.ask(&given(&flags, &matches)).ok()?;
    if question.is_relaxed() || question.lacks_bound().is_some() {
        None
    } else {
        shlex::try_join(kept.iter().map(String::as_str)).ok()
    }
}

/// Examples of a verb about a game. `sample` has arguments that any game takes, if the verb has such.
pub(crate) fn of_game(game: &dyn Game, verb: &str, purpose: Purpose, sample: Option<&str>) -> Vec<Example> {
    let mut examples = registered(game.examples(purpose), verb);
    if let Some(sample) = sample {
        if examples.is_empty() {
            examples.push((format!("{verb} {} {sample}", game.name()), String::new()));
        }
        complete(&mut examples, |command| (format!("{command} --json"), String::new()));
        return examples;
    }
    if examples.is_empty() {
        let made = from_the_start(game, purpose);
        examples.extend(made.map(|what| (format!("{verb} {} {what}", game.name()), String::new())));
    }
    let name = game.name();
    complete(&mut examples, |command| match purpose {
        Purpose::Perft => (format!("{command} --divide"), "the leaves after each first ply".to_owned()),
        Purpose::Replay => (format!("{verb} {name} --file games.txt"), "one record in each line".to_owned()),
        Purpose::Show if command.contains("svg") => {
            (command.replace(" --format svg", ""), "as text".to_owned())
        }
        Purpose::Show => (format!("{command} --format svg > {name}.svg"), String::new()),
    });
    examples
}

/// The argument of a verb at the start of a game: a depth, the first legal ply, or the position.
fn from_the_start(game: &dyn Game, purpose: Purpose) -> Option<String> {
    let table = || game.table(&certamen_ask::flag::Given::new()).ok();
    let word = match purpose {
        Purpose::Perft => "3".to_owned(),
        Purpose::Replay => table()?.perft(None, 1, true, &Stop::new()).ok()?.divided.into_iter().next()?.0,
        Purpose::Show => table()?.replay(None, "").ok()?.object.get("position")?.as_str()?.to_owned(),
    };
    shlex::try_quote(&word).ok().map(std::borrow::Cow::into_owned)
}

/// Examples of a command, among those of all commands of its game.
pub(crate) fn of_command(all: &[Example], verb: &[&str]) -> Vec<Example> {
    let verb = format!("{} ", verb.join(" "));
    let mut examples: Vec<Example> =
        all.iter().filter(|(command, _)| command.starts_with(&verb)).cloned().collect();
    complete(&mut examples, |command| (format!("{command} --json"), String::new()));
    examples
}

/// Adds a variant of the first example where there is only one.
fn complete(examples: &mut Vec<Example>, variant: impl Fn(&str) -> Example) {
    if let [(command, _)] = examples.as_slice() {
        let second = variant(command);
        examples.push(second);
    }
}

/// Some examples of several subjects: the first of each, then the second of each.
pub(crate) fn of_several(subjects: &[Vec<Example>], most: usize) -> Vec<Example> {
    let rounds = (0..LEAST).flat_map(|round| subjects.iter().filter_map(move |examples| examples.get(round)));
    rounds.take(most).cloned().collect()
}

/// Examples as a help shows them.
pub(crate) fn in_help<T: AsRef<str>>(program: &str, examples: &[(T, T)]) -> String {
    let width = examples.iter().map(|(command, _)| command.as_ref().len()).max().unwrap_or(0);
    let line = |(command, remark): &(T, T)| match (command.as_ref(), remark.as_ref()) {
        (command, "") => format!("\n  {program} {command}"),
        (command, remark) => format!("\n  {program} {command:width$}   {remark}"),
    };
    let lines: String = examples.iter().map(line).collect();
    if lines.is_empty() { lines } else { format!("Examples:{lines}") }
}
