//! The flags of `enumerate`.

use certamen_ask::enumerate::Listing;
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;

/// List all positions that answer a question, with a proof that there are no others.
///
/// There is one line for each position, printed as it is found; the help of a question explains the letters. The positions
/// come in the order of the lines, as long as the next one is found soon (see `--patience`). If a position alone does not show
/// that it is an answer, its line continues with what does: the winning move, or the game that leads there. Each position is
/// checked by the naive game. At the end the question is refuted with all of them excluded, and the proof is checked. If the
/// question has relaxations (see `solve`), they are tried as well, while a position is looked for and at the end: one that is
/// refuted with the listed positions excluded completes the list. With --out the list and its proof are kept as a certificate
/// that `check` re-checks offline.
///
/// `--after` continues a list that came in order after its last line; then no proof shows that there are no others.
/// `--from` begins with positions that are known, which are printed first; the proof is tried at once, and lists the others
/// that it meets. If the reader of the list is gone, the command ends with exit code 3, but with --out it completes the
/// certificate.
#[derive(Args, Debug)]
pub(crate) struct Enumerate {
    /// List the first position of each class of symmetric positions, by its occupied squares and then by its line.
    #[arg(long)]
    pub(super) up_to_symmetry: bool,
    /// Continue after this line of a list that came in order (with --json, the `line` of an object).
    #[arg(long, value_name = "LINE", allow_hyphen_values = true, conflicts_with = "out")]
    pub(super) after: Option<String>,
    /// Begin with the positions of this file (- is standard input), one on each line and in any order: those of an earlier
    /// list as it was printed without --json, or of another program. Each is checked. Up to symmetry any position of a class
    /// will do, unless a game or a move follows it.
    #[arg(long, value_name = "FILE", conflicts_with = "after")]
    pub(super) from: Option<PathBuf>,
    /// Write a certificate of the list to this directory.
    #[arg(long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,
    /// Do not prove that there are no others: rely on the solver.
    #[arg(long, conflicts_with = "out")]
    pub(super) no_proof: bool,
    /// Look for the next position in the order of the lines for this many seconds. After that the proof that there are no others
    /// is tried, and lists the others as it meets them, in no order.
    #[arg(long, value_name = "S", default_value = "20", value_parser = certamen_work::amount::interval,
          conflicts_with_all = ["after", "no_proof"])]
    pub(super) patience: Duration,
    /// Keep the proof that there are no others in this directory while it is not finished, if it takes more than a few seconds:
    /// the same command goes on from there, and --from is then not read. At the end the directory is removed.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["after", "no_proof"])]
    pub(super) checkpoint: Option<PathBuf>,
    /// Seconds between two checkpoints.
    #[arg(long, value_name = "S", default_value = "600", value_parser = certamen_work::amount::interval,
          requires = "checkpoint")]
    pub(super) checkpoint_every: Duration,
    /// Stop after this many seconds, undecided.
    #[arg(long, value_name = "S", value_parser = certamen_work::amount::seconds)]
    pub(super) time_limit: Option<Duration>,
}

impl Enumerate {
    pub(super) fn listing(&self) -> Listing {
        if self.up_to_symmetry { Listing::UpToSymmetry } else { Listing::All }
    }
}
