//! Problems in BDDL, the language of Q-sage: which two players, in turn, reach a goal on a board.
//!
//! Idea: a problem and its domain are read, and written as a game file, which then goes the same way as any file: both readers
//! read it, and claims hold it. An action becomes a kind of moves, a line of a goal becomes a `lost if`. The language is
//! described in arXiv:2303.16949; what that leaves open is said in `docs/game-files.md`.
//!
//! Files: `reader` (text to actions and goals), `writer` (these to the text of a game file), `places` (the cells that atoms
//! name, as words).
//!
//! Does not show: that a player wins within the depth of the problem. The depth is a remark in the text.

mod places;
mod reader;
#[cfg(test)]
mod tests;
mod writer;

use crate::game_file::FileError;
use encodings::rules::{ForcedWin, Side};
use std::path::Path;

/// Why a text is not a problem or not a domain.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}: {error}")]
pub struct BddlError {
    /// The file.
    pub file: String,
    /// The place and the reason.
    pub error: FileError,
}

/// A file with the name that errors show.
#[derive(Clone, Copy, Debug)]
pub struct BddlFile<'t> {
    /// Its path.
    pub path: &'t str,
    /// What it holds.
    pub text: &'t str,
}

/// A problem with the actions of its domain.
///
/// # Examples
/// ```
/// use certamen_language::bddl::{BddlFile, BddlProblem};
///
/// let domain = "#blackactions\n:action put\n:parameters (?x, ?y)\n:precondition (open(?x,?y))\n:effect (black(?x,?y))\n\
///               #whiteactions\n";
/// let problem = "#boardsize\n2 1\n#init\n#depth\n1\n#blackgoal\nblack(?x,?y)\n#whitegoal\n";
/// let domain = BddlFile { path: "put/domain.ig", text: domain };
/// let problem = BddlFile { path: "put/2x1.ig", text: problem };
/// let text = BddlProblem::parse("put-2x1", domain, problem)?.game_text();
/// assert!(text.contains("place put = empty when not second"));
/// assert!(text.contains("lost if second and any(black)"));
/// # Ok::<(), certamen_language::bddl::BddlError>(())
/// ```
#[derive(Clone, Debug)]
pub struct BddlProblem {
    name: String,
    file: String,
    /// Files and ranks.
    size: (i32, i32),
    /// The stones at the start.
    start: Vec<(Player, i32, i32)>,
    depth: i32,
    /// The lines of the goals of Black and of White: a goal holds if one of its lines does.
    goals: [Vec<Vec<Atom>>; 2],
    black_is_second: bool,
    actions: Vec<Action>,
}

impl BddlProblem {
    /// What the problem asks: whether Black, who moves first or second, wins within its depth. A last ply of White's is left
    /// out, since Black does not win by it.
    #[must_use]
    pub fn claim(&self) -> ForcedWin {
        let winner = if self.black_is_second { Side::Other } else { Side::Mover };
        let depth = self.depth.unsigned_abs();
        let is_last = (depth % 2 == 1) != self.black_is_second;
        ForcedWin { winner, plies: if is_last { depth } else { depth.saturating_sub(1) } }
    }
}

/// A player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Player {
    Black,
    White,
}

/// A coordinate of a cell; the second one is counted from the highest rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Coordinate {
    /// So far from the parameter of its axis.
    Parameter(i32),
    Fixed(i32),
}

/// What a cell holds or does not hold, or is to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Atom {
    /// Whose stone; `None` if the cell is open.
    stone: Option<Player>,
    cell: [Coordinate; 2],
    is_negated: bool,
}

/// What a player can do at some place.
#[derive(Clone, Debug)]
struct Action {
    player: Player,
    name: String,
    precondition: Vec<Atom>,
    effect: Vec<Atom>,
}

impl Player {
    const BOTH: [Self; 2] = [Self::Black, Self::White];

    const fn word(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::White => "white",
        }
    }

    const fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

/// The name of the game: that of the domain, or of the directory where `domain.ig` lies, and that of the problem.
#[must_use]
pub fn game_name(domain: &Path, problem: &Path) -> String {
    let stem = domain.file_stem().filter(|stem| *stem != "domain");
    let of_domain = stem.or_else(|| domain.parent()?.file_name()).unwrap_or_default();
    let of_problem = problem.file_stem().unwrap_or_default();
    let name = format!("{}-{}", of_domain.to_string_lossy(), of_problem.to_string_lossy());
    let name = name.to_lowercase().replace(|letter: char| !letter.is_ascii_alphanumeric(), "-");
    let begins_well = name.starts_with(|letter: char| letter.is_ascii_lowercase());
    if begins_well { name } else { format!("bddl-{}", name.trim_start_matches('-')) }
}
