//! Games that are text files: those that the arguments name, those in the directories that they name, and those in the
//! box.
//!
//! A file of the box is read if an argument is its name, or if all games are listed. An argument that ends in `.game` is
//! a file, and one that ends in `.ig` or `.pg` is a BDDL problem, which is written as a game file; the name of its game
//! takes its place. A directory that was written about a game file holds it as
//! [`RULES_FILE`].

use crate::frame::app::{App, BoxedFile};
use certamen_ask::query::RULES_FILE;
use certamen_language::bddl::{BddlFile, BddlProblem, game_name};
use certamen_language::game_file::{FileError, GameFile};
use certamen_play::RuledGame;
use certamen_work::session::tell;
use certamen_work::{Failure, Stop, durable, file};
use encodings::rules::ForcedWin;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The greatest number of bytes that are read.
const SIZE_LIMIT: u64 = 1 << 20;

/// Flags whose value is a directory to which answers are written.
const DIRECTORY_FLAGS: [&str; 2] = ["--out", "--dir"];

/// Flags whose value is a file that is written, whatever its name ends in.
const OUTPUT_FLAGS: [&str; 6] = ["-o", "--output", "--table", "--proof", "--cnf", "--map"];

/// The flag of another file of the same game, which judges what the rules of the first one find.
const TWIN: &str = "--twin";

/// The verb whose game is named by a map.
const DECODE: &str = "decode";

/// The flag of a file that names games.
const FAMILY: &str = "--family";

/// Words with which all games of the box are listed.
const LISTING: [&str; 12] = [
    "games",
    "help",
    "serve",
    "completions",
    "man",
    "--help",
    "decode",
    "run-cube",
    "work",
    "status",
    "submit",
    "gather",
];

/// What the arguments say about game files.
pub(crate) struct NamedFiles {
    /// The text of the file that an argument named, if one did.
    text: Option<String>,
    /// Where answers are written.
    directory: Option<PathBuf>,
}

impl App {
    /// Adds games of the box that are files.
    #[must_use]
    pub fn game_files(mut self, files: &[BoxedFile]) -> Self {
        self.boxed.extend(files);
        self
    }

    /// The program with the game files that its arguments name; in the arguments the names of games take their places.
    pub(crate) fn with_game_files(
        mut self,
        arguments: &mut Vec<OsString>,
    ) -> Result<(Self, NamedFiles), Failure> {
        let mut named = NamedFiles { text: None, directory: directory(arguments) };
        let boxed = self.boxed.clone();
        let built_in: Vec<String> = self.games.iter().map(|game| game.name().to_owned()).collect();
        let is_built_in = |word: &str| built_in.iter().any(|known| known == word);
        let twin = taken(arguments, TWIN)?;
        let has_problem = arguments.iter().map(Path::new).chain(twin.as_deref().map(Path::new)).any(is_bddl);
        let domain = if has_problem { taken(arguments, "--domain")? } else { None };
        let twin = twin.map(|path| TwinFile::read(path, &boxed, domain.as_deref())).transpose()?;
        let mut is_judged = false;
        let mut judged = |game: GameFile| match &twin {
            Some(twin) => {
                is_judged = true;
                game.with_twin(&twin.path, &twin.game)
            }
            None => Ok(game),
        };
        self = self.with_boxed(&boxed, is_built_in, arguments, &mut named, &mut judged)?;
        let (mut names, mut files) = (Vec::new(), Vec::new());
        let mut is_written = false;
        for argument in arguments.iter_mut().skip(1) {
            if std::mem::replace(&mut is_written, names_output(argument)) {
                continue;
            }
            let Some(read) = ReadFile::of(Path::new(&*argument), domain.as_deref())? else { continue };
            if is_built_in(read.game.name()) {
                let (path, name) = (file::shown(&read.path), read.game.name());
                let wrong =
                    format!("{path}: `{name}` is the name of a game in the program: give it another one");
                return Err(wrong.into());
            }
            if read.is_named {
                *argument = read.game.name().into();
                names.push(argument.clone());
                named.text = Some(read.game.text().to_owned());
            } else if boxed
                .iter()
                .any(|known| known.name == read.game.name() && known.text != read.game.text())
            {
                let (path, name) = (file::shown(&read.path), read.game.name());
                tell(&format!("{path}: these rules are not those of {name} in the program"));
            }
            // If a file is named, a directory about other rules is refused by what reads it.
            if read.is_named || named.text.is_none() {
                files.push(read);
            }
        }
        for ReadFile { game, is_named, claim, .. } in files {
            self.claims.extend(claim.map(|claim| (game.name().to_owned(), claim)));
            if is_named {
                set_numbers(arguments, &game)?;
            }
            self = self.file_game(judged(game)?);
        }
        if twin.is_some() && !is_judged {
            let wrong =
                "no game file is named whose rules it could judge; rules in Rust have a twin of their own";
            return Err(format!("{TWIN}: {wrong}").into());
        }
        // Flags of every verb may stand before it.
        let verb = subjects(arguments).find(|word| !word.starts_with('-'));
        if verb == Some(DECODE) || arguments.iter().any(is_family) {
            // The subject is that of the map, and those are of the family.
            arguments.retain(|word| !names.contains(word));
        }
        Ok((self, named))
    }

    /// The program with the files of the box that are named, or with all if they are listed.
    fn with_boxed(
        mut self,
        boxed: &[BoxedFile],
        is_built_in: impl Fn(&str) -> bool,
        arguments: &mut Vec<OsString>,
        named: &mut NamedFiles,
        judged: &mut impl FnMut(GameFile) -> Result<GameFile, FileError>,
    ) -> Result<Self, Failure> {
        let names_built_in = subjects(arguments).any(is_built_in);
        let is_listing =
            |word: &OsString| LISTING.iter().any(|known| word == known) || word == "-h" || is_family(word);
        let lists_all = !names_built_in && (arguments.len() <= 1 || arguments.iter().any(is_listing));
        for file in boxed {
            let is_named = !names_built_in && subjects(arguments).any(|word| word == file.name);
            if !(lists_all || is_named) || self.games.iter().any(|known| known.name() == file.name) {
                continue;
            }
            let mut game = GameFile::read(file.text)?;
            if is_named {
                game = judged(game)?;
                set_numbers(arguments, &game)?;
                named.text.get_or_insert_with(|| file.text.to_owned());
            }
            self = self.file_game(game);
        }
        Ok(self)
    }

    fn file_game(self, file: GameFile) -> Self {
        let game = RuledGame::of_file(file);
        let questions = game.questions();
        self.game(Arc::new(game)).kind(questions)
    }
}

impl NamedFiles {
    /// Writes the rules into the directory that was written.
    pub(crate) fn keep(&self) -> Result<(), Failure> {
        if let (Some(text), Some(directory)) = (&self.text, &self.directory)
            && directory.is_dir()
            && !directory.join(RULES_FILE).exists()
        {
            durable::write(&directory.join(RULES_FILE), text.as_bytes())?;
        }
        Ok(())
    }
}

/// Another file of the game that is named.
struct TwinFile {
    path: String,
    game: GameFile,
}

impl TwinFile {
    /// Reads the file, or takes that of a game in the box by its name.
    fn read(path: String, boxed: &[BoxedFile], domain: Option<&str>) -> Result<Self, Failure> {
        if let Some(file) = boxed.iter().find(|file| file.name == path) {
            return Ok(Self { path, game: GameFile::read(file.text)? });
        }
        match ReadFile::of(Path::new(&path), domain)? {
            Some(ReadFile { game, .. }) => Ok(Self { path: file::shown(Path::new(&path)), game }),
            None => {
                Err(format!("{TWIN}: `{path}` is neither a game file nor the name of one in the program")
                    .into())
            }
        }
    }
}

/// A game file that an argument names, or that lies in a directory that an argument names.
struct ReadFile {
    path: PathBuf,
    game: GameFile,
    is_named: bool,
    /// What a BDDL problem asks.
    claim: Option<ForcedWin>,
}

impl ReadFile {
    /// `None` if an argument is nothing of the kind.
    fn of(argument: &Path, domain: Option<&str>) -> Result<Option<Self>, Failure> {
        // A flag with its value is no file, and a directory may have any name.
        let can_be_file = !argument.as_os_str().as_encoded_bytes().starts_with(b"-") && !argument.is_dir();
        let is_problem = can_be_file && is_bddl(argument);
        let is_named = is_problem || can_be_file && argument.extension() == Some(OsStr::new("game"));
        let path = if is_named { argument.to_owned() } else { argument.join(RULES_FILE) };
        if !is_named && !path.is_file() {
            return Ok(None);
        }
        let (text, claim) = if is_problem {
            let problem = problem(&path, domain)?;
            (problem.game_text(), Some(problem.claim()))
        } else {
            (file::read_text(&path, SIZE_LIMIT, &Stop::new())?, None)
        };
        let game = GameFile::parse(&text).map_err(|error| format!("{}: {error}", file::shown(&path)))?;
        Ok(Some(Self { path, game, is_named, claim }))
    }
}

fn is_family(word: &OsString) -> bool {
    let rest = word.to_str().and_then(|word| word.strip_prefix(FAMILY));
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
}

fn is_bddl(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "ig" || extension == "pg")
}

/// A BDDL problem. Its domain is `domain.ig` beside it, if no other one is named.
fn problem(path: &Path, domain: Option<&str>) -> Result<BddlProblem, Failure> {
    let domain = domain.map_or_else(|| path.with_file_name("domain.ig"), PathBuf::from);
    let read = |path: &Path| file::read_text(path, SIZE_LIMIT, &Stop::new());
    let (of_domain, of_problem) = (read(&domain)?, read(path)?);
    // The name of the directory, also where the path does not say it.
    let name = game_name(&domain.canonicalize().unwrap_or_else(|_| domain.clone()), path);
    let domain = BddlFile { path: &file::shown(&domain), text: &of_domain };
    let problem = BddlFile { path: &file::shown(path), text: &of_problem };
    Ok(BddlProblem::parse(&name, domain, problem).map_err(|error| error.to_string())?)
}

/// Makes `--set K=4` a part of the name of the board, by which `--board` chooses it: `7x6,K=4`.
fn set_numbers(arguments: &mut Vec<OsString>, file: &GameFile) -> Result<(), Failure> {
    let mut settings = String::new();
    let place = arguments.iter().position(|word| word.to_str().is_some_and(|word| word.starts_with("--set")));
    while let Some(value) = taken(arguments, "--set")? {
        settings.extend([",", &value]);
    }
    if settings.is_empty() {
        return Ok(());
    }
    let board = taken(arguments, "--board")?.or_else(|| file.boards().into_iter().next()).unwrap_or_default();
    let place = place.unwrap_or(arguments.len()).min(arguments.len());
    arguments.insert(place, format!("--board={board}{settings}").into());
    Ok(())
}

/// The value of a flag, which is taken out of the arguments.
fn taken(arguments: &mut Vec<OsString>, flag: &str) -> Result<Option<String>, Failure> {
    let is_flag = |word: &OsString| {
        let rest = word.to_str().and_then(|word| word.strip_prefix(flag));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
    };
    let Some(place) = arguments.iter().position(is_flag) else { return Ok(None) };
    let word = arguments.remove(place);
    let value = match word.to_str().and_then(|word| word.split_once('=')) {
        Some((_, value)) => Some(value.to_owned()),
        None if place < arguments.len() => arguments.remove(place).into_string().ok(),
        None => None,
    };
    value.map(Some).ok_or_else(|| format!("{flag}: expected a value").into())
}

/// The arguments that can name a game: neither flags nor the directories to which answers are written.
fn subjects(arguments: &[OsString]) -> impl Iterator<Item = &str> {
    let words = arguments.iter().skip(1).map(|word| word.to_str().unwrap_or_default());
    let mut before = "";
    words.filter(move |word| !DIRECTORY_FLAGS.contains(&std::mem::replace(&mut before, *word)))
}

/// Whether the next argument is where something is written, which names no game.
fn names_output(word: &OsStr) -> bool {
    OUTPUT_FLAGS.iter().chain(&["--out"]).any(|flag| word == *flag)
}

/// The directory to which a command writes. One that has an output only reads the other.
fn directory(arguments: &[OsString]) -> Option<PathBuf> {
    DIRECTORY_FLAGS.iter().find_map(|flag| {
        let mut words = arguments.iter().filter_map(|word| word.to_str());
        let is_value = |rest: &&str| rest.is_empty() || rest.starts_with('=');
        let rest = words.find_map(|word| word.strip_prefix(flag).filter(is_value))?;
        rest.strip_prefix('=').or_else(|| words.next()).map(PathBuf::from)
    })
}
