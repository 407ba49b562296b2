//! The cells that atoms name, as words of a game file.
//!
//! Idea: an action or a line of a goal is meant for each value of `?x` and `?y`. One square stands for such a place: (?x, ?y),
//! with the first fixed coordinate where atoms have no parameter, or the square to which a stone goes. A cell at a distance
//! from it is a shift; those that leave the board drop out, as BDDL means it.

use super::{Atom, Coordinate};
use std::collections::{BTreeMap, BTreeSet};

/// The board of a problem, and how its cells become squares.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid {
    pub(super) size: (i32, i32),
    /// The files of the board to which cells in a long row are folded.
    pub(super) folded: Option<i32>,
}

/// The places at which an action or a line is meant.
#[derive(Clone, Copy, Debug)]
pub(super) struct Places {
    grid: Grid,
    /// For each axis, the coordinate of the square where atoms do not have the parameter.
    fixed: [Option<i32>; 2],
    /// How far the square lies from (?x, ?y).
    away: [i32; 2],
}

impl Grid {
    /// The name of the square of a cell.
    pub(super) fn square(self, x: i32, y: i32) -> String {
        let Some(files) = self.folded else { return format!("{}{}", file(x), self.rank(y)) };
        let index = (y - 1) * self.size.0 + x - 1;
        format!("{}{}", file(index % files + 1), index / files + 1)
    }

    /// Ranks are counted from below.
    const fn rank(self, y: i32) -> i32 {
        self.size.1 + 1 - y
    }
}

fn file(x: i32) -> char {
    char::from(b'a' + u8::try_from(x - 1).unwrap_or_default())
}

impl Atom {
    fn word(&self) -> String {
        match self.stone {
            None if self.is_negated => "occupied".to_owned(),
            None => "empty".to_owned(),
            Some(player) if self.is_negated => format!("~{}", player.word()),
            Some(player) => player.word().to_owned(),
        }
    }
}

impl Places {
    /// The places of atoms whose square is this far from (?x, ?y); `None` if a cell is never on the board.
    pub(super) fn new<'a>(
        grid: Grid,
        away: [i32; 2],
        atoms: impl IntoIterator<Item = &'a Atom>,
    ) -> Option<Self> {
        let mut fixed = [None; 2];
        for atom in atoms {
            for (axis, limit) in [grid.size.0, grid.size.1].into_iter().enumerate() {
                match atom.cell[axis] {
                    Coordinate::Parameter(by) if by.abs() < limit => {}
                    Coordinate::Fixed(at) if (1..=limit).contains(&at) => {
                        fixed[axis].get_or_insert(at);
                    }
                    _ => return None,
                }
            }
        }
        Some(Self { grid, fixed, away })
    }

    /// The square, if it is the only one.
    pub(super) fn only_square(&self) -> Option<String> {
        Some(self.grid.square(self.fixed[0]?, self.fixed[1]?))
    }

    /// How far a cell is from the square.
    fn distance(&self, atom: &Atom) -> [i32; 2] {
        [0, 1].map(|axis| match atom.cell[axis] {
            Coordinate::Parameter(by) => by - self.away[axis],
            Coordinate::Fixed(at) => at - self.fixed[axis].unwrap_or(at),
        })
    }

    /// The words in all of which the square is where these atoms hold, and where those are on the board.
    pub(super) fn words(&self, holding: &[Atom], on_the_board: &[Atom]) -> Vec<String> {
        let mut words = Vec::new();
        let seen = |word: &str, atom| shifted(word, self.distance(atom).map(|by| -by));
        let mut add = |word: String| {
            if word != "board" && !words.contains(&word) {
                words.push(word);
            }
        };
        if let Some(square) = self.only_square() {
            return vec![format!("{{{square}}}")];
        }
        for atom in holding {
            add(seen(&atom.word(), atom));
        }
        let is_known = |atom: &&Atom| holding.iter().any(|known| known.cell == atom.cell);
        for atom in on_the_board.iter().filter(|atom| !is_known(atom)) {
            add(seen("board", atom));
        }
        if let Some(x) = self.fixed[0] {
            add(format!("file {}", file(x)));
        }
        if let Some(y) = self.fixed[1] {
            add(format!("rank {}", self.grid.rank(y)));
        }
        words
    }

    /// What must hold besides, on fixed cells.
    pub(super) fn conditions(&self, holding: &[Atom]) -> Vec<String> {
        let mut squares: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for atom in holding {
            if let [Coordinate::Fixed(x), Coordinate::Fixed(y)] = atom.cell {
                squares.entry(atom.word()).or_default().insert(self.grid.square(x, y));
            }
        }
        let subset = |(word, squares): (String, BTreeSet<String>)| {
            format!("{{{}}} subset {word}", squares.into_iter().collect::<Vec<_>>().join(" "))
        };
        squares.into_iter().map(subset).collect()
    }

    /// The cell of a move, as a word.
    pub(super) fn of_move(&self, atom: &Atom) -> String {
        let distance = self.distance(atom);
        match atom.cell {
            [Coordinate::Fixed(x), Coordinate::Fixed(y)] => format!("{{{}}}", self.grid.square(x, y)),
            _ if self.away != [0; 2] && distance == self.away.map(|by| -by) => "m.from".to_owned(),
            _ => shifted("m.to", distance),
        }
    }
}

/// A word moved by these numbers of files to the east and of ranks to the south.
fn shifted(word: &str, [mut x, mut y]: [i32; 2]) -> String {
    let mut text = word.to_owned();
    while (x, y) != (0, 0) {
        text = format!("{}({text})", direction([x, y]));
        (x, y) = (x - x.signum(), y - y.signum());
    }
    text
}

/// The direction of a move by these numbers of files to the east and of ranks to the south.
pub(super) fn direction([x, y]: [i32; 2]) -> String {
    let of_ranks = ["north", "", "south"][(y.signum() + 1) as usize];
    let of_files = ["west", "", "east"][(x.signum() + 1) as usize];
    format!("{of_ranks}{of_files}")
}
