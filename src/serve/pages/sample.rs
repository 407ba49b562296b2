//! What pages offer to click on: boards, and examples of records and questions, from those of the command line.

use crate::address::query;
use certamen_ask::flag::{Flag, FlagValue, Given};
use certamen_ask::kind::Kind;
use certamen_play::{Game, Purpose};

/// The flag that chooses a board.
pub(super) const BOARD: &str = "board";
/// The most examples that a page shows.
const MOST: usize = 4;

/// An example, and the page that it fills in.
pub(super) struct Sample {
    pub(super) text: String,
    pub(super) address: String,
}

/// The boards of a game on which positions are shown and records replayed.
pub(super) fn boards(game: &dyn Game) -> Vec<String> {
    let has_table = |board: &String| game.table(&Given::new().with_text(BOARD, board)).is_ok();
    game.usual_boards().into_iter().filter(has_table).collect()
}

/// Records of a game: those of its examples, or its first ply.
pub(super) fn records(game: &dyn Game) -> Vec<Sample> {
    let flags = game.flags(Purpose::Replay);
    let sample = |(record, kept)| Sample::new(record, game.name(), "record", kept);
    let commands =
        game.examples(Purpose::Replay).iter().filter(|(command, _)| command.starts_with("replay "));
    let mut samples: Vec<Sample> =
        commands.filter_map(|(command, _)| given(command, &flags)).map(sample).take(MOST).collect();
    if samples.is_empty() {
        let view = game.table(&Given::new()).and_then(|table| table.view(None)).ok();
        let first = view.and_then(|view| view.plies.into_iter().next());
        samples.extend(first.map(|ply| sample((ply.name, Vec::new()))));
    }
    samples
}

/// Questions of a kind: those of its examples.
pub(super) fn questions(kind: &dyn Kind) -> Vec<Sample> {
    let flags: Vec<Flag> = kind.flags().into_iter().filter(|flag| flag.name == BOARD).collect();
    let read = |(command, _): &(&str, &str)| given(command, &flags);
    let mut found: Vec<(String, Vec<(String, String)>)> = Vec::new();
    for sample in kind.examples().iter().filter_map(read) {
        if found.len() < MOST && !found.contains(&sample) {
            found.push(sample);
        }
    }
    found.into_iter().map(|(text, kept)| Sample::new(text, kind.name(), "questions", kept)).collect()
}

impl Sample {
    fn new(text: String, game: &str, page: &str, mut kept: Vec<(String, String)>) -> Self {
        let name = if page == "record" { "record" } else { "question" };
        kept.insert(0, (name.to_owned(), text.clone()));
        let address = format!("/{game}/{page}{}", query(&kept));
        Self { text, address }
    }
}

/// The record or the question of a command, `VERB GAME TEXT`, and its values of these flags. A command with flags that
/// change what is asked is no example here; one that writes a file is.
fn given(command: &str, flags: &[Flag]) -> Option<(String, Vec<(String, String)>)> {
    let words = shlex::split(command)?;
    let mut words = words.into_iter().skip(2);
    let (mut text, mut kept) = (None, Vec::new());
    while let Some(word) = words.next() {
        let name = word.strip_prefix("--");
        match flags.iter().find(|flag| Some(flag.name) == name) {
            Some(flag) if !matches!(flag.value, FlagValue::Switch) => {
                kept.push((flag.name.to_owned(), words.next()?));
            }
            _ if !word.starts_with('-') && text.is_none() => text = Some(word),
            _ if matches!(name, Some("out" | "by" | "proof")) => drop(words.next()),
            _ => return None,
        }
    }
    text.map(|text| (text, kept))
}
