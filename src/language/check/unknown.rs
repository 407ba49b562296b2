//! Names that nothing has: what was probably meant, or what there is.

use crate::error::{LanguageError, Reason};
use crate::syntax::DIRECTIONS;
use crate::vocabulary::Vocabulary;
use certamen_work::text::did_you_mean;

/// What every board has, as an error lists it.
const NAMES: [&str; 8] = ["dark", "light", "middle", "corners", "edges", "board", "rank 1", "file a"];
/// Functions.
const FUNCTIONS: [&str; 6] =
    ["north(...)", "near(..., 2)", "count(...)", "any(...)", "none(...)", "closure(..., S: ...)"];
/// The greatest number of names of a game that an error lists.
const LISTED: usize = 20;

/// What a name should be where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    Name,
    /// A word after `after(m).`
    OfPosition,
    Function,
}

/// The error that nothing has a name, or that it is no function. The names of definitions are given, with their
/// parameters.
pub(crate) fn unknown(
    vocabulary: &Vocabulary,
    at: usize,
    name: &str,
    wanted: Wanted,
    defined: Vec<String>,
) -> LanguageError {
    let of_game = defined.into_iter().chain(vocabulary.entries().iter().map(|entry| entry.name.clone()));
    let of_game: Vec<String> =
        of_game.filter(|known| wanted != Wanted::Function || known.contains('(')).collect();
    let of_boards: &[&str] = match wanted {
        Wanted::Name => &NAMES,
        Wanted::OfPosition => &[],
        Wanted::Function => &FUNCTIONS,
    };
    let general = FUNCTIONS.into_iter().chain(DIRECTIONS.map(|(name, _)| name));
    let general = general.filter(|_| wanted != Wanted::OfPosition);
    let all = of_game.iter().map(String::as_str).chain(general).chain(of_boards.iter().copied());
    let meant = did_you_mean(name, all.map(|known| known.split('(').next().unwrap_or(known)));
    let is_call = |known: &&str| known.strip_prefix(name).is_some_and(|rest| rest.starts_with('('));
    let known = if let Some(call) = FUNCTIONS.into_iter().find(is_call) {
        format!("write `{call}`")
    } else if let Some(line) = line(name) {
        format!("write `{line}`")
    } else if vocabulary.layout.parse(name).is_ok() {
        format!("a square alone is written {{{name}}}")
    } else if let Some(meant) = meant.strip_prefix("; ") {
        meant.to_owned()
    } else {
        let more = if of_game.len() > LISTED { &["..."][..] } else { &[] };
        let listed = of_game.iter().take(LISTED).map(String::as_str).chain(more.iter().copied());
        let listed: Vec<&str> = listed.chain(of_boards.iter().copied()).collect();
        format!("there is {}", listed.join(", "))
    };
    LanguageError::new(at, Reason::Unknown { name: name.chars().take(32).collect(), known })
}

/// `rank 1` for `rank1`, `file c` for `filec`.
fn line(name: &str) -> Option<String> {
    let is_number =
        |rest: &&str| matches!(rest.len(), 1..=2) && rest.bytes().all(|byte| byte.is_ascii_digit());
    let is_letter = |rest: &&str| matches!(rest.as_bytes(), [b'a'..=b'z']);
    let rank = name.strip_prefix("rank").filter(is_number).map(|rank| format!("rank {rank}"));
    rank.or_else(|| name.strip_prefix("file").filter(is_letter).map(|file| format!("file {file}")))
}
