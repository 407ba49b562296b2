//! `certamen profile othello.mobility`

use crate::ends::ends;
use crate::{Ends, Notice, ProfileEntry, ProfileStart, Scope, SearchStage, Store, lemmas, mobility, plot};
use anyhow::{Context, bail};
use certamen_ask::query::Query;
use certamen_ask::solve::Event;
use certamen_othello::OthelloSize;
use certamen_othello::query::OthelloMobility;
use certamen_work::amount::{range, seconds};
use certamen_work::answer::{Answer, Outcome};
use certamen_work::failure::Failure;
use certamen_work::file;
use certamen_work::progress::Progress;
use certamen_work::session::Session;
use certamen_work::subject_command::{Run, SubjectCommand, subject_command};
use certamen_work::wait_flag::WaitFlags;
use clap::Args;
use serde_json::json;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

/// The command.
pub fn commands() -> Vec<Box<dyn SubjectCommand>> {
    vec![subject_command::<Profile>(&["profile"], OthelloMobility::NAME)]
}

/// The longest page that is read, in bytes.
const PAGE_LIMIT: u64 = 1 << 24;

/// Find the exact bound for every number of discs.
///
/// Each answer is a position and a refutation of one more, whose proof is checked; or the interval that is still open.
/// With --reachable the position comes with a record, and each side to move has its own answer. Run the command again
/// to continue: finished questions are not asked again, and open ones are asked again with a larger --time-limit.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    PROGRAM profile othello.mobility --reachable --board 4x4 --out profile4\n  \
    PROGRAM profile othello.mobility --board 6x6 --out any6 --time-limit 60\n  \
    PROGRAM profile othello.mobility --reachable --from docs/profile-8x8.md --out profile8 --time-limit 60\n  \
    PROGRAM prove othello.mobility --reachable --out reach\n  \
    PROGRAM profile othello.mobility --reachable --certificate reach --out profile8\n  \
    PROGRAM enumerate othello.mobility --at-least 33 --empties 36 --up-to-symmetry --out list33\n  \
    PROGRAM profile othello.mobility --reachable --list list33 --out profile8\n\n\
    Exit codes: 0 every bound is exact, 2 bad usage or input, 3 some are open.")]
struct Profile {
    /// Only positions that a game from the start reaches.
    #[arg(long)]
    reachable: bool,
    /// The board.
    #[arg(long, value_name = "BOARD", default_value = "8x8")]
    board: OthelloSize,
    /// The directory of the profile.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Take records and refutations from this page, which an earlier run wrote, so that they are not searched for again;
    /// records are also taken from any other text. Records are replayed, refutations are believed.
    #[arg(long, value_name = "FILE", requires = "reachable")]
    from: Vec<PathBuf>,
    /// Take the refutations of this certificate, which `prove othello.mobility` wrote; it is checked first.
    #[arg(long, value_name = "DIR")]
    certificate: Vec<PathBuf>,
    /// Take this list, which `enumerate othello.mobility --out` wrote about any position or about the ends of --last-steps; it is
    /// checked first. If the native search finds no game to any of its positions, their number of legal moves is impossible for
    /// their numbers of discs; there is no proof of that.
    #[arg(long, value_name = "DIR", requires = "reachable")]
    list: Vec<PathBuf>,
    /// Search all positions with at most N discs natively, not only those with 14: to 16 discs that takes 3 GB, and beyond
    /// them time, ten times as much for each disc; less if records are known, because only more is looked for. If it is
    /// stopped or killed, the same command continues.
    #[arg(long, value_name = "N", requires = "reachable", value_parser = clap::value_parser!(u32).range(4..=21))]
    search: Option<u32>,
    /// For a side that has the move only if somebody passed: search natively all games whose last pass comes with at most N
    /// discs. Later passes are refuted by a solver, or by a --list: of `enumerate ... --after-pass` for a pass right before the
    /// position, with --last-steps J for a pass J steps before. With 19 that takes minutes and 4 GB, with 20 ten times as long,
    /// and the positions asked about may have up to 24 discs or so (see --discs). If it is stopped or killed, the same
    /// command continues.
    #[arg(long, value_name = "N", requires = "reachable", value_parser = clap::value_parser!(u32).range(4..=20))]
    passes: Option<u32>,
    /// Ask only about this number of discs, or a range of them such as 25..32; what is known of the others is kept.
    #[arg(long, value_name = "N", value_parser = range)]
    discs: Option<RangeInclusive<u32>>,
    /// Keep the clauses and the proof of each refutation in the directory.
    #[arg(long)]
    keep_proofs: bool,
    /// End each question after this many seconds.
    #[arg(long, value_name = "S", value_parser = seconds)]
    time_limit: Option<Duration>,
    /// Ask this many questions in parallel, each with its own solver; by default, one for each processor.
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    #[command(flatten)]
    waiting: WaitFlags,
}

impl Run for Profile {
    fn run(&self, session: &Session) -> Result<Outcome, Failure> {
        let scope = Scope { board: self.board, reachable: self.reachable };
        let entries = self.entries(scope, session)?;
        let open = entries.iter().filter(|entry| !entry.is_closed()).count();
        let end = match open {
            0 => "every bound is exact".to_owned(),
            1 => "1 bound is open".to_owned(),
            open => format!("{open} bounds are open"),
        };
        let text = format!("{}{end}; profile in {}\n", plot::table(&entries), file::shown(&self.out));
        let object = json!({
            "query": OthelloMobility::NAME, "board": self.board, "reachable": self.reachable, "open": open,
            "profile": self.out, "entries": entries,
        });
        session.conclude(Answer::new(
            if open == 0 { Outcome::Holds } else { Outcome::Undecided },
            text,
            object,
        ))
    }
}

impl Profile {
    /// Makes or continues the profile.
    fn entries(&self, scope: Scope, session: &Session) -> anyhow::Result<Vec<ProfileEntry>> {
        let read = |path: &PathBuf| file::read_text(path, PAGE_LIMIT, &session.stop);
        let pages = self.from.iter().map(read).collect::<Result<Vec<String>, _>>()?;
        let of_certificate = |directory: &PathBuf| {
            lemmas(directory, &session.stop).with_context(|| directory.display().to_string())
        };
        let lemmas =
            self.certificate.iter().map(of_certificate).collect::<anyhow::Result<Vec<_>>>()?.concat();
        let list = |directory: &PathBuf| {
            ends(directory, self.board, &session.stop).with_context(|| directory.display().to_string())
        };
        let ends = self.list.iter().map(list).collect::<anyhow::Result<Vec<_>>>()?;
        if self.passes.is_none() && ends.iter().any(Ends::is_after_pass) {
            bail!("a list of positions after a pass says nothing without --passes N");
        }
        let (searched, passes, discs) = (self.search, self.passes, self.discs.clone());
        let beginning = ProfileStart { pages: &pages, lemmas: &lemmas, ends: &ends, searched, passes, discs };
        let limits = session.limits(self.time_limit);
        let progress = Progress::new(session);
        let mut searching = String::new();
        let mut search = |stage: String, done: f64| {
            if stage != searching {
                let is_begun = done > 0.0 && done < 1.0;
                let from = if is_begun { format!(", from {:.0} %", 100.0 * done) } else { String::new() };
                progress.line(&format!("{stage}{from}"));
                searching.clone_from(&stage);
            }
            progress.arrive(done, &stage);
        };
        let mut watch = |notice: Notice<'_>| {
            match notice {
            Notice::Census => progress.estimate("searching all positions with few discs".to_owned()),
            Notice::Searched { stage, discs, done } => search(
                match stage {
                    SearchStage::Positions => format!("searching all positions with {discs} discs"),
                    SearchStage::Passes => format!("searching all passes with up to {discs} discs"),
                    SearchStage::AfterPass => format!("searching positions with {discs} discs after an early pass"),
                },
                done,
            ),
            Notice::TooMany { discs } => progress.line(&format!(
                "the positions after an early pass with {discs} discs or more take too much memory or time, and are not searched"
            )),
            Notice::Games => progress.begin("searching games with many legal moves".to_owned()),
            Notice::Event(Event::Asking(question)) => progress.begin(format!("solving {question}")),
            Notice::Event(_) => {}
            Notice::Done(entry) => progress
                .report(&format!("  {} discs, {} to move: {entry} legal moves", entry.discs, entry.to_move)),
        }
        };
        let jobs = self.jobs.or(thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN);
        let open = |wait| Store::open(&self.out, scope, self.keep_proofs, wait, &session.stop);
        self.waiting
            .until_free(session, open)
            .and_then(|store| mobility(scope, &store, &beginning, &limits, jobs, &mut watch))
            .context("no profile")
    }
}
