//! What is served: the games, the tables, certificates, profiles and campaigns of the given directories, and the
//! places for searches.

use crate::campaigns::ShownCampaign;
use crate::options::Options;
use crate::recent_games::RecentGames;
use certamen_ask::flag::{Flag, FlagValue, Given};
use certamen_ask::registry::Registry;
use certamen_campaign::CampaignDirectory;
use certamen_cli::App;
use certamen_play::{Atlas, Game, Purpose};
use certamen_prove::certificate::claimed;
use certamen_prove::classes::StoredProfile;
use certamen_work::{Failure, Session, Stop};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;

/// The file that every certificate has.
const CERTIFICATE: &str = "certificate.json";
/// The most directories that are looked at inside of one.
const MOST_INSIDE: usize = 1000;

/// All that is served.
pub(crate) struct Explorer {
    /// The name of the program.
    pub(crate) program: String,
    pub(crate) games: Vec<Arc<dyn Game>>,
    pub(crate) registry: Registry,
    pub(crate) tables: Vec<Tables>,
    pub(crate) certificates: Vec<NamedDirectory>,
    pub(crate) profiles: Vec<NamedDirectory>,
    pub(crate) campaigns: Vec<ShownCampaign>,
    /// The places for searches.
    pub(crate) searches: Arc<Semaphore>,
    /// The games whose texts were sent last.
    pub(crate) written: RecentGames,
    pub(crate) time_limit: Duration,
    pub(crate) stop: Stop,
}

/// The tables of a solved game.
#[derive(Clone)]
pub(crate) struct Tables {
    /// Its name in addresses.
    pub(crate) name: String,
    pub(crate) game: String,
    pub(crate) atlas: Arc<Atlas>,
}

/// A directory by name.
#[derive(Clone)]
pub(crate) struct NamedDirectory {
    /// Its name in addresses.
    pub(crate) name: String,
    pub(crate) directory: PathBuf,
    /// What it claims, or why that cannot be read. Nothing of it is checked.
    pub(crate) claim: String,
}

impl Explorer {
    pub(crate) fn new(app: &App, options: &Options, session: &Session) -> Result<Self, Failure> {
        let mut registry = Registry::new();
        app.registry().kinds().iter().cloned().for_each(|kind| registry.add_kind(kind));
        let mut explorer = Self {
            program: app.name().to_owned(),
            games: app.games().to_vec(),
            registry,
            tables: Vec::new(),
            certificates: Vec::new(),
            profiles: Vec::new(),
            campaigns: Vec::new(),
            searches: Arc::new(Semaphore::new(usize::from(options.searches))),
            written: RecentGames::default(),
            time_limit: options.time_limit,
            stop: session.stop.clone(),
        };
        for directory in &options.directories {
            if !explorer.add(app, directory)? {
                let found = inside(directory)?.into_iter().map(|inner| explorer.add(app, &inner));
                if !found.collect::<Result<Vec<bool>, Failure>>()?.contains(&true) {
                    return Err(format!(
                        "{}: no tables, no certificate, no profile and no campaign in it",
                        directory.display()
                    )
                    .into());
                }
            }
        }
        Ok(explorer)
    }

    /// Adds a directory. Returns whether it holds something that can be shown.
    fn add(&mut self, app: &App, directory: &Path) -> Result<bool, Failure> {
        let taken = |name: &str| {
            self.tables.iter().any(|one| one.name == name)
                || self.certificates.iter().chain(&self.profiles).any(|one| one.name == name)
                || self.campaigns.iter().any(|one| one.name == name)
        };
        let last = directory.canonicalize().ok().and_then(|path| path.file_name().map(ToOwned::to_owned));
        let name = last.map_or_else(|| "tables".to_owned(), |name| plain(&name.to_string_lossy()));
        let name = (1..).map(|number| if number == 1 { name.clone() } else { format!("{name}-{number}") });
        let name = name.into_iter().find(|name| !taken(name)).unwrap_or_default();
        if CampaignDirectory::is_one(directory) {
            self.campaigns.push(ShownCampaign::new(name, directory.to_owned(), app.campaigns().to_vec()));
            return Ok(true);
        }
        if directory.join(CERTIFICATE).is_file() {
            let claim = claimed(directory, &self.registry).unwrap_or_else(|error| error.to_string());
            self.certificates.push(NamedDirectory { name, directory: directory.to_owned(), claim });
            return Ok(true);
        }
        if StoredProfile::is_at(directory) {
            self.profiles.push(NamedDirectory {
                name,
                directory: directory.to_owned(),
                claim: String::new(),
            });
            return Ok(true);
        }
        for game in &self.games {
            let found = match game.atlas(directory) {
                Ok(None) => Atlas::of_strategies(&**game, directory),
                found => found,
            };
            if let Some(atlas) = found.map_err(|error| format!("{}: {error}", directory.display()))? {
                self.tables.push(Tables { name, game: game.name().to_owned(), atlas: atlas.into() });
                return Ok(true);
            }
        }
        Ok(false)
    }

    pub(crate) fn game(&self, name: &str) -> Option<Arc<dyn Game>> {
        self.games.iter().find(|game| game.name() == name).cloned()
    }

    pub(crate) fn tables_of(&self, game: &str) -> impl Iterator<Item = &Tables> {
        self.tables.iter().filter(move |tables| tables.game == game)
    }

    pub(crate) fn certificate(&self, name: &str) -> Option<&NamedDirectory> {
        self.certificates.iter().find(|kept| kept.name == name)
    }
}

/// A name with nothing that has a meaning in an address.
fn plain(name: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
    name.chars().take(60).map(|letter| if is_plain(letter) { letter } else { '-' }).collect()
}

fn inside(directory: &Path) -> Result<Vec<PathBuf>, Failure> {
    let entries =
        std::fs::read_dir(directory).map_err(|error| format!("{}: {error}", directory.display()))?;
    let mut found: Vec<PathBuf> = entries
        .filter_map(Result::ok)
        .map(|entry| entry.path())
        .filter(|path| path.is_dir())
        .take(MOST_INSIDE)
        .collect();
    found.sort();
    Ok(found)
}

/// The flags that choose a board, pieces and rules of a game.
pub(crate) fn flags(game: &dyn Game) -> Vec<Flag> {
    game.flags(Purpose::Replay)
}

/// The flags of a game in the query part of an address.
pub(crate) fn given(flags: &[Flag], query: &[(String, String)]) -> Result<Given, String> {
    let mut given = Given::new();
    for flag in flags {
        let Some((_, text)) = query.iter().find(|(name, text)| name == flag.name && !text.is_empty()) else {
            continue;
        };
        given = match flag.value {
            FlagValue::Switch => given.with_switch(flag.name),
            FlagValue::Number(_) => {
                let number = text.parse().map_err(|_| format!("{}: expected a number", flag.name))?;
                given.with_number(flag.name, number)
            }
            FlagValue::Choice(_, choices) if !choices.iter().any(|(choice, _)| choice == text) => {
                let known: Vec<&str> = choices.iter().map(|&(choice, _)| choice).collect();
                return Err(format!("{}: expected {}", flag.name, known.join(", ")));
            }
            // A file of this machine is nobody's to read.
            FlagValue::File(_) => continue,
            _ => given.with_text(flag.name, text),
        };
    }
    Ok(given)
}
