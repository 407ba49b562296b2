//! The cells that atoms name, as words of a game file.
//!
//! Idea: an action or a line of a goal is meant for each value of `?x` and `?y`. One square stands for such a place: (?x, ?y),
//! with the fixed coordinate where no atom has the parameter, or the square to which a stone goes. A cell at a distance from it
//! is a shift; those that leave the board drop out, as BDDL means it.

use super::{Atom, Content, Coordinate, Literal, Player};

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
    /// For each axis, the coordinate of the square where no atom has the parameter.
    fixed: [Option<i32>; 2],
    /// How far the square lies from (?x, ?y).
    away: [i32; 2],
}

/// Where a cell is, seen from the square that stands for the place.
enum Cell {
    Square(i32, i32),
    Away(i32, i32),
    /// In this column or row of the board, a number of steps from the square in the other direction.
    Line(&'static str, String, i32, i32),
}

impl Grid {
    /// The name of the square of a cell.
    pub(super) fn square(self, x: i32, y: i32) -> String {
        match self.folded {
            Some(files) => {
                let index = (y - 1) * self.size.0 + x - 1;
                format!("{}{}", file(index % files + 1), index / files + 1)
            }
            None => format!("{}{}", file(x), self.rank(y)),
        }
    }

    /// Ranks are counted from below.
    const fn rank(self, y: i32) -> i32 {
        self.size.1 + 1 - y
    }

    fn limits(self) -> [i32; 2] {
        [self.size.0, self.size.1]
    }
}

fn file(x: i32) -> char {
    char::from(b'a' + u8::try_from(x - 1).unwrap_or_default())
}

impl Places {
    /// The places of some atoms, if one of them can lie on the board with all its cells.
    pub(super) fn new(grid: Grid, atoms: &[Atom]) -> Option<Self> {
        let mut fixed = [None; 2];
        for axis in 0..2 {
            let mut all = atoms.iter().map(|atom| atom.cell[axis]);
            let can_be = |coordinate| match coordinate {
                Coordinate::Parameter(by) => by.abs() < grid.limits()[axis],
                Coordinate::Fixed(at) => (1..=grid.limits()[axis]).contains(&at),
            };
            if !all.clone().all(can_be) {
                return None;
            }
            let first = all.next();
            if let Some(Coordinate::Fixed(at)) = first
                && all.all(|coordinate| matches!(coordinate, Coordinate::Fixed(_)))
            {
                fixed[axis] = Some(at);
            }
        }
        Some(Self { grid, fixed, away: [0; 2] })
    }

    /// The same places, each told by the square this far from (?x, ?y).
    pub(super) const fn told_from(self, away: [i32; 2]) -> Self {
        Self { away, ..self }
    }

    fn cell(&self, cell: [Coordinate; 2]) -> Cell {
        if let [Coordinate::Fixed(x), Coordinate::Fixed(y)] = cell {
            return Cell::Square(x, y);
        }
        let along = |axis: usize| match (cell[axis], self.fixed[axis]) {
            (Coordinate::Parameter(by), _) => Ok(by - self.away[axis]),
            (Coordinate::Fixed(at), Some(fixed)) => Ok(at - fixed),
            (Coordinate::Fixed(at), None) => Err(at),
        };
        match (along(0), along(1)) {
            (Ok(x), Ok(y)) => Cell::Away(x, y),
            (Err(at), y) => {
                Cell::Line("east(S) | west(S)", format!("file {}", file(at)), 0, y.unwrap_or_default())
            }
            (Ok(x), Err(at)) => {
                Cell::Line("north(S) | south(S)", format!("rank {}", self.grid.rank(at)), x, 0)
            }
        }
    }

    /// The squares of the places at which literals hold and atoms are on the board, and what must hold besides.
    pub(super) fn holding(&self, literals: &[Literal], on_the_board: &[Atom]) -> (Vec<String>, Vec<String>) {
        let (mut words, mut conditions) = (Vec::new(), Vec::new());
        let mut squares: Vec<(&str, Vec<String>)> = Vec::new();
        for Literal { atom, is_negated } in literals {
            let word = match (atom.content, is_negated) {
                (Content::Open, false) => "empty",
                (Content::Open, true) => "occupied",
                (Content::Stone(Player::Black), false) => "black",
                (Content::Stone(Player::Black), true) => "~black",
                (Content::Stone(Player::White), false) => "white",
                (Content::Stone(Player::White), true) => "~white",
            };
            let Cell::Square(x, y) = self.cell(atom.cell) else {
                words.push(self.seen(word, atom.cell));
                continue;
            };
            let square = self.grid.square(x, y);
            match squares.iter_mut().find(|(known, _)| *known == word) {
                Some((_, known)) => known.push(square),
                None => squares.push((word, vec![square])),
            }
        }
        for (word, mut squares) in squares {
            squares.sort();
            squares.dedup();
            conditions.push(format!("{{{}}} subset {word}", squares.join(" ")));
        }
        let is_known = |atom: &&Atom| literals.iter().any(|literal| literal.atom.cell == atom.cell);
        for atom in on_the_board.iter().filter(|atom| !is_known(atom)) {
            let word = self.seen("board", atom.cell);
            if word != "board" {
                words.push(word);
            }
        }
        match self.fixed {
            [Some(x), Some(y)] => words.push(format!("{{{}}}", self.grid.square(x, y))),
            [Some(x), None] => words.push(format!("file {}", file(x))),
            [None, Some(y)] => words.push(format!("rank {}", self.grid.rank(y))),
            [None, None] => {}
        }
        let mut seen: Vec<String> = Vec::new();
        words.retain(|word| {
            !seen.contains(word) && {
                seen.push(word.clone());
                true
            }
        });
        (words, conditions)
    }

    /// Whether one cell stands for all places.
    pub(super) const fn is_one(&self) -> bool {
        self.fixed[0].is_some() && self.fixed[1].is_some()
    }

    /// The squares that have a cell in a word.
    fn seen(&self, word: &str, cell: [Coordinate; 2]) -> String {
        match self.cell(cell) {
            Cell::Square(..) => "board".to_owned(),
            Cell::Away(x, y) => shifted(word, -x, -y),
            Cell::Line(steps, line, x, y) => {
                shifted(&format!("closure({word} & {line}, S: {steps})"), -x, -y)
            }
        }
    }

    /// The cell of a move, as a word.
    pub(super) fn of_move(&self, cell: [Coordinate; 2]) -> String {
        match self.cell(cell) {
            Cell::Square(x, y) => format!("{{{}}}", self.grid.square(x, y)),
            Cell::Away(x, y) if self.away != [0; 2] && [-x, -y] == self.away => "m.from".to_owned(),
            Cell::Away(x, y) => shifted("m.to", x, y),
            Cell::Line(steps, line, x, y) => {
                format!("({} & {line})", shifted(&format!("closure(m.to, S: {steps})"), x, y))
            }
        }
    }
}

/// A word moved so many files to the east and ranks to the south.
fn shifted(word: &str, mut x: i32, mut y: i32) -> String {
    let mut text = word.to_owned();
    while (x, y) != (0, 0) {
        text = format!("{}({text})", direction(x, y));
        (x, y) = (x - x.signum(), y - y.signum());
    }
    text
}

/// The direction of a move of so many files to the east and ranks to the south.
pub(super) fn direction(x: i32, y: i32) -> String {
    let of_ranks = ["north", "", "south"][(y.signum() + 1) as usize];
    let of_files = ["west", "", "east"][(x.signum() + 1) as usize];
    format!("{of_ranks}{of_files}")
}
