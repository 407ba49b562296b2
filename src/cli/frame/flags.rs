//! The flags of questions and games as clap arguments.

use certamen_ask::flag::{Flag, FlagValue, Given};
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, ArgAction, ArgMatches, Args, value_parser};
use std::time::Duration;

/// The flags of verbs that prove something.
#[derive(Args, Debug)]
pub(crate) struct ProvingFlags {
    /// For `never C`: a condition that the start has and that each ply keeps [default: `not C`, or what a search finds].
    #[arg(long, value_name = "CONDITION")]
    pub(crate) invariant: Option<String>,
    /// Stop after this many seconds, undecided.
    #[arg(long, value_name = "S", value_parser = certamen_work::amount::seconds)]
    pub(crate) time_limit: Option<Duration>,
}

/// Whether symmetries are broken. All verbs that write or solve clauses have the same default, so that the clauses of
/// one are those of the others.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Symmetries {
    /// Break symmetries: ask for one position of each class of symmetric positions.
    #[arg(long, conflicts_with = "no_symmetry_breaking")]
    symmetry_breaking: bool,
    /// Do not break symmetries: ask for any position. This is the default.
    #[arg(long)]
    no_symmetry_breaking: bool,
}

impl Symmetries {
    /// Whether they are broken.
    pub(crate) fn are_broken(self) -> bool {
        self.symmetry_breaking && !self.no_symmetry_breaking
    }
}

/// Flags as arguments, under a heading.
pub(crate) fn arguments(flags: &[Flag], heading: &str) -> Vec<Arg> {
    flags.iter().map(|flag| argument(flag).help_heading(heading.to_owned())).collect()
}

fn argument(flag: &Flag) -> Arg {
    let mut argument = Arg::new(flag.name).long(flag.name).help(flag.help).required(flag.is_required);
    if let Some(other) = flag.requires {
        argument = argument.requires(other);
    }
    if let Some(other) = flag.conflicts {
        argument = argument.conflicts_with(other);
    }
    match flag.value {
        FlagValue::Switch => argument.action(ArgAction::SetTrue),
        FlagValue::Number(name) => argument.value_name(name).value_parser(value_parser!(u32)),
        // The argument is the first one without a flag.
        FlagValue::Positional(name) => {
            Arg::new(flag.name).help(flag.help).required(flag.is_required).value_name(name).index(1)
        }
        FlagValue::Text(name) => argument.value_name(name).allow_hyphen_values(true),
        FlagValue::File(name) => argument.value_name(name),
        FlagValue::Choice(name, choices) => {
            let choices = choices.iter().map(|&(choice, help)| match help {
                "" => PossibleValue::new(choice),
                help => PossibleValue::new(choice).help(help),
            });
            argument.value_name(name).value_parser(PossibleValuesParser::new(choices))
        }
    }
}

/// The flags that were given.
pub(crate) fn given(flags: &[Flag], matches: &ArgMatches) -> Given {
    flags.iter().fold(Given::new(), |given, flag| {
        let name = flag.name;
        match flag.value {
            FlagValue::Switch if matches.get_flag(name) => given.with_switch(name),
            FlagValue::Switch => given,
            FlagValue::Number(_) => match matches.get_one::<u32>(name) {
                Some(&number) => given.with_number(name, number),
                None => given,
            },
            FlagValue::Text(_) | FlagValue::File(_) | FlagValue::Positional(_) | FlagValue::Choice(..) => {
                match matches.get_one::<String>(name) {
                    Some(text) => given.with_text(name, text),
                    None => given,
                }
            }
        }
    })
}
