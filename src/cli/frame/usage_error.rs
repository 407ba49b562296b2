//! Errors in the arguments of the process, in one line.
//!
//! An error lists the choices: the subjects that a verb takes, or the subjects that a flag belongs to.

use crate::frame::tree::Tree;
use certamen_work::text::did_you_mean;
use clap::Arg;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::ffi::OsString;

/// The name of the argument that is a text of several words.
const QUESTION: &str = "QUESTION";

/// The error in the arguments, in one line.
pub(crate) fn usage_error(tree: &Tree<'_>, arguments: &[OsString], error: &clap::Error) -> String {
    let words: Vec<&str> = arguments.iter().skip(1).filter_map(|word| word.to_str()).collect();
    let words: Vec<&str> = words.into_iter().filter(|word| !word.starts_with('-')).collect();
    let text = |kind: ContextKind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        _ => None,
    };
    let path: Vec<&str> = match words.as_slice() {
        [first, second, ..] if tree.second_words(first).contains(second) => vec![first, second],
        [first, ..] => vec![first],
        [] => Vec::new(),
    };
    let subjects = tree.subjects(&path);
    let as_rendered = || one_line(&error.render().to_string());
    match error.kind() {
        ErrorKind::InvalidSubcommand if !subjects.is_empty() => {
            let found = text(ContextKind::InvalidSubcommand).unwrap_or_default();
            let boxed = tree.boxed_names();
            let meant =
                did_you_mean(&found, subjects.iter().map(String::as_str).chain(boxed.iter().copied()));
            let files = if boxed.is_empty() { "" } else { ", and to files that end in .game or .ig" };
            format!("{} applies to {}{files}, not to {found}{meant}", path.join(" "), subjects.join(", "))
        }
        ErrorKind::InvalidSubcommand => {
            let found = text(ContextKind::InvalidSubcommand).unwrap_or_default();
            match tree.verb_of(&found) {
                None if tree.leaves_out(&found) => {
                    format!("{found} applies to games that are files, and to files that end in .game or .ig")
                }
                Some((verb, subject)) => {
                    let program = tree.program();
                    format!(
                        "there is no verb `{found}`: a verb comes first, as in `{program} {verb} {subject}`"
                    )
                }
                None => as_rendered(),
            }
        }
        ErrorKind::MissingSubcommand if !subjects.is_empty() => {
            format!("{}: give one of {}", path.join(" "), subjects.join(", "))
        }
        // A verb with a form without a subject, given neither.
        ErrorKind::MissingRequiredArgument if !subjects.is_empty() && words == path => {
            let form = match error.get(ContextKind::InvalidArg) {
                Some(ContextValue::Strings(flags)) => flags.join(" "),
                _ => String::new(),
            };
            format!("{}: give one of {}, or {form}", path.join(" "), subjects.join(", "))
        }
        ErrorKind::UnknownArgument => {
            let flag = text(ContextKind::InvalidArg).unwrap_or_default();
            let subject = words.get(path.len()).copied().unwrap_or_default();
            let long = flag.trim_start_matches('-');
            let takes = |subject: &&String| {
                tree.subject_command(&path, subject)
                    .get_arguments()
                    .any(|argument| argument.get_long() == Some(long))
            };
            let owners: Vec<&str> = subjects.iter().filter(takes).map(String::as_str).collect();
            // A flag of the subject itself is refused where it stands: after `--`, say.
            if flag.starts_with("--") && !owners.is_empty() && !subjects.iter().any(|known| known == subject)
            {
                return format!("{}: give one of {}, before {flag}", path.join(" "), owners.join(", "));
            }
            if flag.starts_with("--") && !owners.is_empty() && !owners.contains(&subject) {
                return format!("{flag} belongs to {}, not to {subject}", owners.join(", "));
            }
            let is_question = |argument: &Arg| {
                argument.get_value_names().is_some_and(|names| names.iter().any(|name| name == QUESTION))
            };
            if !flag.starts_with("--")
                && tree.subject_command(&path, subject).get_arguments().any(is_question)
            {
                let place = arguments.iter().position(|argument| argument == subject).unwrap_or_default();
                let words = arguments[place + 1..].iter().filter_map(|word| word.to_str());
                let words: Vec<&str> = words.take_while(|word| !word.starts_with("--")).collect();
                return format!("the question has more than one word: quote it, as in '{}'", words.join(" "));
            }
            as_rendered()
        }
        _ => as_rendered(),
    }
}

/// The reason and the tips of an error of usage, as one line.
fn one_line(error: &str) -> String {
    let lines = error.lines().map(str::trim).filter(|line| !line.is_empty());
    let mut text = String::new();
    for line in lines.take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more ")) {
        let joint = match text.chars().last() {
            None => "",
            Some(':' | ',') => " ",
            Some(_) => "; ",
        };
        text = text + joint + line.strip_prefix("error: ").unwrap_or(line);
    }
    text
}
