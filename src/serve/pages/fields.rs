//! The fields of a form, for flags.

use super::sample;
use crate::address::value;
use crate::texts;
use certamen_ask::flag::{Flag, FlagValue};
use maud::{Markup, html};

/// Fields for flags, with the values that an address has. A board is chosen from a list.
pub(super) fn fields(flags: &[Flag], boards: &[String], query: &[(String, String)]) -> Markup {
    html! {
        @for flag in flags {
            @let given = value(query, flag.name).unwrap_or_default();
            @match flag.value {
                FlagValue::Text(_) if flag.name == sample::BOARD && !boards.is_empty() => {
                    (choice(flag, boards.iter().map(String::as_str), given))
                }
                FlagValue::Choice(_, choices) => (choice(flag, choices.iter().map(|&(name, _)| name), given)),
                FlagValue::Text(word) | FlagValue::Number(word) => {
                    @let id = format!("flag-{}", flag.name);
                    label for=(id) { (flag.name) }
                    input id=(id) name=(flag.name) value=(given) placeholder=(word) title=(flag.help) autocomplete="off";
                }
                _ => {}
            }
        }
    }
}

/// A list of choices, with another one that an address has.
fn choice<'c>(flag: &Flag, choices: impl Iterator<Item = &'c str>, given: &'c str) -> Markup {
    let id = format!("flag-{}", flag.name);
    let mut choices: Vec<&str> = choices.collect();
    if !given.is_empty() && !choices.contains(&given) {
        choices.push(given);
    }
    html! {
        label for=(id) { (flag.name) }
        select id=(id) name=(flag.name) title=(flag.help) {
            option value="" { (texts::setup::DEFAULT) }
            @for choice in choices { option selected[choice == given] { (choice) } }
        }
    }
}
