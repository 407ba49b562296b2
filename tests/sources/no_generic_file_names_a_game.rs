//! No generic file names a game: verbs and engines use games through traits only. No tool needs a result about a game.
//!
//! The names are the registered ones. They are searched in identifiers, paths and string literals; in the command line,
//! whose comments become help texts, also in comments.

use std::fs;
use std::path::{Path, PathBuf};

/// The sources of the project.
const SOURCES: [&str; 4] = ["encodings/src", "cnf-out/src", "verify/src", "src"];

/// Where games are named: the rooms of the games and of results about them, and the modules with the name of a game in the
/// two crates that have the rules of each.
const ROOMS: [&str; 2] = ["src/games", "src/results"];
const RULES: [&str; 2] = ["encodings/src", "verify/src"];

/// The directory in which comments count.
const HELP: &str = "src/cli";

/// A piece of Rust source, as far as this test distinguishes pieces.
#[derive(Debug, PartialEq)]
enum Piece {
    Word(String),
    Text(String),
    Comment(String),
}

/// Splits source into identifiers, literals and comments; everything else is dropped.
fn pieces(source: &str) -> Vec<(usize, Piece)> {
    let characters: Vec<char> = source.chars().collect();
    let (mut at, mut line, mut found) = (0, 1, Vec::new());
    while at < characters.len() {
        let begun = at;
        let here = characters[at];
        let next = characters.get(at + 1).copied();
        if here == '/' && next == Some('/') {
            while at < characters.len() && characters[at] != '\n' {
                at += 1;
            }
            found.push((line, Piece::Comment(characters[begun..at].iter().collect())));
        } else if here == '"' {
            let begun_on = line;
            at += 1;
            while at < characters.len() && characters[at] != '"' {
                line += usize::from(characters[at] == '\n');
                at += if characters[at] == '\\' { 2 } else { 1 };
            }
            at += 1;
            let text = characters[begun..at.min(characters.len())].iter().collect();
            found.push((begun_on, Piece::Text(text)));
        } else if here == '\'' && characters.get(at + 2) == Some(&'\'') {
            // A character literal such as '"' does not start a string.
            at += 3;
        } else if here.is_alphanumeric() || here == '_' {
            while at < characters.len() && (characters[at].is_alphanumeric() || characters[at] == '_') {
                at += 1;
            }
            found.push((line, Piece::Word(characters[begun..at].iter().collect())));
        } else {
            line += usize::from(here == '\n');
            at += 1;
        }
    }
    found
}

/// The words of an identifier or a text in lower case: `PushFight`, `push_fight` and `push-fight` all become `push
/// fight`.
fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for character in text.chars() {
        let begins = character.is_uppercase()
            && words.last().is_some_and(|word| word.chars().last().is_some_and(char::is_lowercase));
        if begins || !character.is_alphanumeric() {
            words.push(String::new());
        }
        if character.is_alphanumeric() {
            words.last_mut().expect("there is one").extend(character.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Whether a piece names a game. A short name is also an English word: it counts as an identifier, and in a text only
/// before a dot or alone.
fn names(piece: &Piece, game: &str, in_help: bool) -> bool {
    let name: Vec<String> = words(game);
    let holds = |text: &str| words(text).windows(name.len()).any(|window| window == name);
    let is_word = game.len() < 4;
    match piece {
        Piece::Word(word) if is_word => words(word) == name,
        Piece::Word(word) => holds(word),
        Piece::Text(text) if is_word => {
            text.trim_matches('"') == game || text.contains(&format!("{game}.")) && holds_question(text, game)
        }
        Piece::Text(text) => holds(text),
        Piece::Comment(comment) => in_help && !is_word && holds(comment),
    }
}

/// Whether a text contains the name of a question, such as `go.strings`: the name, a dot and a lower-case letter.
fn holds_question(text: &str, game: &str) -> bool {
    let begins = format!("{game}.");
    text.match_indices(&begins).any(|(place, _)| {
        let before = text[..place].chars().last();
        let behind = text[place + begins.len()..].chars().next();
        !before.is_some_and(char::is_alphanumeric) && behind.is_some_and(|letter| letter.is_ascii_lowercase())
    })
}

pub(crate) fn sources(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_owned()];
    }
    let entries = fs::read_dir(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut files: Vec<PathBuf> =
        entries.flat_map(|entry| sources(&entry.expect("an entry").path())).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "rs"));
    files.sort();
    files
}

/// Whether a file, by its path in the project, may name this game.
fn may_name(file: &Path, game: &str) -> bool {
    let module = game.replace('-', "_");
    let lists = |crate_: &str| file == Path::new(crate_).join("lib.rs");
    ROOMS.iter().any(|room| file.starts_with(room))
        || RULES.iter().any(|rules| lists(rules) || file.starts_with(Path::new(rules).join(&module)))
}

#[test]
fn no_generic_file_names_a_game() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let games: Vec<String> = certamen::games::games().iter().map(|game| game.name().to_owned()).collect();
    assert!(games.len() >= 4, "the built-in games: {games:?}");
    let (mut complaints, mut looked_at) = (Vec::new(), 0);
    for file in SOURCES.iter().flat_map(|sources_of| sources(&root.join(sources_of))) {
        let path = file.strip_prefix(root).expect("a file of the project");
        let foreign: Vec<&String> = games.iter().filter(|game| !may_name(path, game)).collect();
        looked_at += 1;
        let source = fs::read_to_string(&file).expect("a source");
        for (line, piece) in pieces(&source) {
            if let Some(game) = foreign.iter().find(|game| names(&piece, game, path.starts_with(HELP))) {
                complaints.push(format!("{}:{line}: `{game}` in {piece:?}", path.display()));
            }
        }
    }
    assert!(looked_at > 100, "only {looked_at} files");
    assert!(complaints.is_empty(), "generic files name a game:\n{}", complaints.join("\n"));
}

/// The name of the package of a manifest, and the packages on which it depends.
fn manifest(path: &Path) -> (String, Vec<String>) {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let name = text.lines().find_map(|line| line.strip_prefix("name = ")).expect("a name");
    let is_end = |letter: char| !letter.is_alphanumeric() && letter != '-' && letter != '_';
    let needs = text.lines().filter_map(|line| line.split(is_end).next()).map(str::to_owned);
    (name.trim_matches('"').to_owned(), needs.filter(|name| !name.is_empty()).collect())
}

#[test]
fn no_tool_needs_a_result() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let in_folder = |folder: &str| -> Vec<PathBuf> {
        let entries = fs::read_dir(root.join(folder)).expect("a folder");
        let manifests = entries.map(|entry| entry.expect("an entry").path().join("Cargo.toml"));
        manifests.filter(|path| path.is_file()).collect()
    };
    let results: Vec<String> = in_folder("src/results").iter().map(|path| manifest(path).0).collect();
    assert!(results.len() >= 4, "the results: {results:?}");
    let tools = [".", "src", "src/games"].into_iter().flat_map(in_folder);
    let others: Vec<(String, Vec<String>)> = tools.map(|path| manifest(&path)).collect();
    assert!(others.len() >= 15, "the tools: {others:?}");
    for (tool, needs) in &others {
        assert!(!needs.iter().any(|need| results.contains(need)), "{tool} needs a result: {needs:?}");
    }
}

#[test]
fn each_way_to_name_a_game_is_found() {
    let found = |source: &str, game: &str| pieces(source).iter().any(|(_, piece)| names(piece, game, true));
    for source in
        ["use a::othello::B;", "OthelloThing", "\"othello\"", "/// othello", "match x { Othello => 1 }"]
    {
        assert!(found(source, "othello"), "{source}");
    }
    for source in ["PushFight", "push_fight", "\"push-fight.win\"", "on_push_fight_board"] {
        assert!(found(source, "push-fight"), "{source}");
    }
    for source in ["games::go::X", "Go", "\"go\"", "\"emit go.strings\""] {
        assert!(found(source, "go"), "{source}");
    }
    for source in [
        "// to go on",
        "\"the same command goes on\"",
        "\"to go on\"",
        "goes_on_behind",
        "\"so it can go. Then\"",
        "'\"'",
    ] {
        assert!(!found(source, "go"), "{source}");
    }
}
