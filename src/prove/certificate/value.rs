//! The value of a position, shown by strategies of its players.
//!
//! ```text
//! mover.strategy.xz   what the player to move does in each position that can arise
//! other.strategy.xz   the same for the other player; a draw needs both
//! rules.game          the rules, if they are in a file
//! SHA256SUMS          of every other file, in the format of sha256sum
//! ```
//!
//! What is claimed is what the strategies show together: there is no other text that could claim more. [`check()`] compares
//! the files with their hashes and has [`verify::strategy`] go through each strategy by the naive rules.
//!
//! What it does not show: that no shorter win exists, and who wrote the files.

use super::SUMS;
use super::check::CheckError;
use super::draft::{io_error, require_only, write_file};
use super::sums::{difference, file_names, sums_of};
use super::write::WriteError;
use certamen_ask::emission::sha256;
use certamen_ask::query::RULES_FILE;
use certamen_work::durable;
use certamen_work::stop::Stop;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use verify::strategy::{Checked, Claim, Header, Owner, StrategyError, StrategyReferee, read_header};

/// The ending of the file of a strategy.
const ENDING: &str = ".strategy.xz";
/// The largest file of rules, in bytes.
const RULES_LIMIT: u64 = 1 << 20;

/// Makes the naive game of a header, with the text of the rules if they are in a file.
pub type MakeReferee<'m> = dyn Fn(&Header, Option<&str>) -> Result<Box<dyn StrategyReferee>, ValueError> + 'm;

/// Strategies that have been checked.
#[derive(Clone, Debug)]
pub struct CheckedValue {
    /// One or two, of different players.
    pub strategies: Vec<Checked>,
}

/// Why the strategies of a directory are not verified.
#[derive(Debug, thiserror::Error)]
pub enum ValueError {
    /// The files are not those that were written, or do not belong together.
    #[error(transparent)]
    Files(#[from] CheckError),
    /// A strategy is refused, or cannot be read or judged.
    #[error("{file}: {source}")]
    Strategy {
        /// The file.
        file: String,
        /// Why.
        source: StrategyError,
    },
    /// The strategy is about a game that this program does not have.
    #[error("{0}")]
    Foreign(String),
}

impl ValueError {
    /// Whether a request to stop ended the check.
    pub fn is_stopped(&self) -> bool {
        match self {
            Self::Files(error) => error.is_stopped(),
            Self::Strategy { source, .. } => matches!(source, StrategyError::Stopped),
            Self::Foreign(_) => false,
        }
    }

    /// Whether it says that nothing was judged: a form that cannot be read, or a limit.
    pub const fn is_unread(&self) -> bool {
        match self {
            Self::Files(error) => matches!(error, CheckError::Io { .. }),
            Self::Strategy { source, .. } => !matches!(source, StrategyError::Refused { .. }),
            Self::Foreign(_) => true,
        }
    }
}

/// The name of the file of a player's strategy.
fn file_of(owner: Owner) -> String {
    format!("{owner}{ENDING}")
}

/// Whether a directory contains strategies, complete or damaged.
pub fn is_value(directory: &Path) -> bool {
    [Owner::Mover, Owner::Other].iter().any(|&owner| directory.join(file_of(owner)).exists())
}

/// Checks the strategies in a directory. `watch` is called with the number of lines that have been checked.
///
/// # Errors
/// [`ValueError`] with the first error.
pub fn check(
    directory: &Path,
    referee: &MakeReferee<'_>,
    stop: &Stop,
    watch: &mut dyn FnMut(u64),
) -> Result<CheckedValue, ValueError> {
    let unreadable = |source| CheckError::Io { file: directory.display().to_string(), source };
    if let Some(difference) = difference(directory, stop).map_err(unreadable)? {
        return Err(CheckError::Files(difference).into());
    }
    let present = file_names(directory).map_err(unreadable)?;
    let is_strategy = |name: &&String| name.ends_with(ENDING);
    let files: Vec<&String> = present.iter().filter(is_strategy).collect();
    let known = |name: &&String| *name != RULES_FILE && !is_strategy(name);
    if let Some(other) = present.iter().find(known) {
        return Err(apart(format!("{other} is no part of a strategy")));
    }
    let rules = rules(directory, &present)?;
    let mut strategies: Vec<Checked> = Vec::new();
    for name in files {
        let wrong = |source| ValueError::Strategy { file: name.clone(), source };
        let mut file = durable::open(&directory.join(name)).map_err(CheckError::from)?;
        let header = read_header(&mut file).map_err(wrong)?;
        if *name != file_of(header.owner) {
            return Err(apart(format!("{name} is a strategy of the player `{}`", header.owner)));
        }
        if header.rules != rules.as_deref().map(hash) {
            return Err(apart(format!("{name} is about other rules than those of {RULES_FILE}")));
        }
        if strategies.first().is_some_and(|first| !are_of_one(&first.header, &header)) {
            return Err(apart("the strategies are about different positions".to_owned()));
        }
        let referee = referee(&header, rules.as_deref())?;
        let mut go_on = |lines| {
            watch(lines);
            !stop.is_requested()
        };
        let threads = std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
        strategies.push(referee.check_strategy(&mut file, threads, &mut go_on).map_err(wrong)?);
    }
    Ok(CheckedValue { strategies })
}

fn apart(reason: String) -> ValueError {
    CheckError::Composition(reason.into()).into()
}

fn rules(directory: &Path, present: &[String]) -> Result<Option<String>, ValueError> {
    if !present.iter().any(|name| name == RULES_FILE) {
        return Ok(None);
    }
    let text = durable::read(&directory.join(RULES_FILE), RULES_LIMIT).map_err(CheckError::from)?;
    let text = String::from_utf8(text).map_err(|_| apart(format!("{RULES_FILE} is not UTF-8")))?;
    Ok(Some(text))
}

/// The hash of rules, as the header of a strategy names them.
pub fn hash(rules: &str) -> String {
    sha256(rules.as_bytes())
}

/// Whether two strategies are about one position.
fn are_of_one(one: &Header, other: &Header) -> bool {
    let of = |header: &Header| (header.game.clone(), header.flags.clone(), header.position.clone());
    of(one) == of(other)
}

impl CheckedValue {
    /// What the strategies show together, as a sentence.
    pub fn sentence(&self) -> String {
        let claim = |owner| {
            let of_owner = |checked: &&Checked| checked.header.owner == owner;
            self.strategies.iter().find(of_owner).map(|checked| checked.header.claim)
        };
        let value = match (claim(Owner::Mover), claim(Owner::Other)) {
            (Some(Claim::Keeps), Some(Claim::Keeps)) => "drawn: neither player can force a win".to_owned(),
            (Some(Claim::Wins { score: Some(least), .. }), Some(Claim::Wins { score: Some(other), .. }))
                if least == -other =>
            {
                format!("score {least} for the player to move")
            }
            (mover, other) => {
                let mover = mover.map(|claim| said(claim, "won", "lost", "at least"));
                let other = other.map(|claim| said(claim, "lost", "won", "at most"));
                mover.into_iter().chain(other).collect::<Vec<_>>().join(", ")
            }
        };
        let Some(Header { game, flags, position, .. }) = self.strategies.first().map(|one| &one.header)
        else {
            return value;
        };
        let mut words = vec![game.clone()];
        words.extend(flags.iter().map(|(name, of)| format!("--{name} {of}")));
        format!("{}, {position}: {value}", words.join(" "))
    }
}

/// What a strategy of a player shows about the player to move.
fn said(claim: Claim, wins: &str, loses: &str, bound: &str) -> String {
    match claim {
        Claim::Wins { within, score: None } => format!("{wins} within {within} plies"),
        Claim::Wins { score: Some(score), .. } => {
            let score = if bound == "at most" { -score } else { score };
            format!("score {bound} {score} for the player to move")
        }
        Claim::Holds { plies } => format!("not {loses} within {plies} plies"),
        Claim::Keeps => format!("not {loses}"),
    }
}

/// Strategies in progress: a private directory beside their destination, which is checked and then renamed.
#[derive(Debug)]
pub struct ValueDraft(durable::Draft);

impl ValueDraft {
    /// Begins a directory of strategies.
    ///
    /// # Errors
    /// [`WriteError`], also if the destination exists and holds anything but strategies.
    pub fn begin(destination: &Path) -> Result<Self, WriteError> {
        require_free(destination)?;
        Ok(Self(durable::Draft::beside(destination)?))
    }

    /// The directory that [`complete()`] is to complete.
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Renames the directory to its destination.
    ///
    /// # Errors
    /// [`WriteError`]. No partial directory is left behind.
    pub fn persist(self) -> Result<(), WriteError> {
        Ok(self.0.persist()?)
    }
}

/// Where the strategy of a player is to be written in a directory.
pub fn strategy_file(directory: &Path, is_mover: bool) -> PathBuf {
    directory.join(file_of(if is_mover { Owner::Mover } else { Owner::Other }))
}

/// Adds the rules and the hashes to a directory of strategies, and checks all files as they lie on disk.
///
/// # Errors
/// [`WriteError`] or [`ValueError`].
pub fn complete(
    directory: &Path,
    rules: Option<&str>,
    referee: &MakeReferee<'_>,
    stop: &Stop,
    watch: &mut dyn FnMut(u64),
) -> Result<Result<CheckedValue, ValueError>, WriteError> {
    if let Some(rules) = rules {
        write_file(&directory.join(RULES_FILE), rules.as_bytes())?;
    }
    let sums = sums_of(directory).map_err(io_error(directory))?;
    write_file(&directory.join(SUMS), sums.as_bytes())?;
    Ok(check(directory, referee, stop, watch))
}

/// Refuses a destination that contains anything but strategies.
///
/// # Errors
/// [`WriteError::Occupied`]
pub fn require_free(destination: &Path) -> Result<(), WriteError> {
    require_only(destination, |_| is_value(destination))
}
