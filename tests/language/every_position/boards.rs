//! The boards of a game as texts, without the rules over words: all of them, some of them, and their symmetric images.

use crate::support::random::Random;
use std::collections::BTreeSet;

/// How a naive game writes its boards.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Notation {
    /// The squares along an edge.
    pub(crate) side: usize,
    /// The letters in their order; the first is that of an empty square.
    pub(crate) letters: &'static [char],
    /// The words of the board, for the other letters.
    pub(crate) words: &'static [&'static str],
    /// The squares in the order of a line, from a1, rank by rank, or from the top.
    pub(crate) from_the_top: bool,
    /// What separates the ranks.
    pub(crate) between: &'static str,
}

/// What stands on each square, from a1, rank by rank: the number of a letter.
pub(crate) type Cells = Vec<usize>;

/// A symmetry of the square, as where each square comes from.
pub(crate) type Turn = Vec<usize>;

/// The symmetries by the names that lists print.
pub(crate) fn turn(side: usize, name: &str) -> Turn {
    let last = side - 1;
    let from = |square: usize| {
        let (file, rank) = (square % side, square / side);
        let (file, rank) = match name {
            "identity" => (file, rank),
            "files mirrored" => (last - file, rank),
            "ranks mirrored" => (file, last - rank),
            "half turn" => (last - file, last - rank),
            "files and ranks exchanged" => (rank, file),
            "quarter turn" => (last - rank, file),
            "quarter turn back" => (rank, last - file),
            "files and ranks exchanged from the other corner" => (last - rank, last - file),
            _ => panic!("there is no symmetry `{name}`"),
        };
        rank * side + file
    };
    (0..side * side).map(from).collect()
}

pub(crate) const TURNS: [&str; 8] = [
    "identity",
    "files mirrored",
    "ranks mirrored",
    "half turn",
    "files and ranks exchanged",
    "quarter turn",
    "quarter turn back",
    "files and ranks exchanged from the other corner",
];

impl Notation {
    /// The squares in the order of a line.
    fn order(self) -> impl Iterator<Item = usize> {
        let side = self.side;
        (0..side * side).map(move |place| {
            let (file, rank) = (place % side, place / side);
            if self.from_the_top { (side - 1 - rank) * side + file } else { place }
        })
    }

    pub(crate) fn line(self, cells: &[usize]) -> String {
        let letters: Vec<char> = self.order().map(|square| self.letters[cells[square]]).collect();
        let ranks: Vec<String> = letters.chunks(self.side).map(|rank| rank.iter().collect()).collect();
        ranks.join(self.between)
    }

    pub(crate) fn cells(self, line: &str) -> Cells {
        let mut cells = vec![0; self.side * self.side];
        let letters =
            line.chars().filter_map(|letter| self.letters.iter().position(|&known| known == letter));
        for (square, letter) in self.order().zip(letters) {
            cells[square] = letter;
        }
        cells
    }

    /// The numbers of the letters, by which lines are sorted.
    pub(crate) fn rank(self, line: &str) -> Cells {
        let cells = self.cells(line);
        self.order().map(|square| cells[square]).collect()
    }

    pub(crate) fn image(self, line: &str, turn: &Turn) -> String {
        let cells = self.cells(line);
        self.line(&turn.iter().map(|&from| cells[from]).collect::<Cells>())
    }

    pub(crate) fn pieces(self, line: &str) -> usize {
        self.cells(line).iter().filter(|&&cell| cell > 0).count()
    }
}

/// A set of boards: on some squares stands what is given, on the others anything.
#[derive(Clone, Debug)]
pub(crate) struct Domain {
    notation: Notation,
    /// What is given for each square.
    given: Vec<Option<usize>>,
}

impl Domain {
    /// All boards.
    pub(crate) fn all(notation: Notation) -> Self {
        Self { notation, given: vec![None; notation.side * notation.side] }
    }

    /// One with about this many boards at most. It has some symmetries: those of a group of a few random ones.
    pub(crate) fn random(notation: Notation, most: usize, random: &mut Random) -> Self {
        let side = notation.side;
        let mut group: Vec<Turn> = Vec::new();
        for _ in 0..random.below(3) {
            group.push(turn(side, TURNS[random.below(8)]));
        }
        let mut given: Vec<Option<usize>> = vec![Some(0); side * side];
        let mut orbits: Vec<Vec<usize>> = Vec::new();
        for square in 0..side * side {
            if orbits.iter().all(|orbit| !orbit.contains(&square)) {
                let mut orbit = vec![square];
                let mut next = 0;
                while next < orbit.len() {
                    let images = group.iter().map(|turn| turn[orbit[next]]);
                    let new: Vec<usize> = images.filter(|image| !orbit.contains(image)).collect();
                    orbit.extend(new.into_iter().collect::<BTreeSet<_>>());
                    next += 1;
                }
                orbits.push(orbit);
            }
        }
        let mut boards = 1;
        while !orbits.is_empty() {
            let orbit = orbits.swap_remove(random.below(orbits.len()));
            let more = notation.letters.len().pow(orbit.len() as u32);
            let content = if boards * more <= most {
                boards *= more;
                None
            } else {
                Some(random.below(notation.letters.len()))
            };
            for square in orbit {
                given[square] = content;
            }
        }
        Self { notation, given }
    }

    /// The condition of the language that holds on its boards.
    pub(crate) fn text(&self) -> String {
        let Notation { side, words, .. } = self.notation;
        let squares = |belongs: &dyn Fn(Option<usize>) -> bool| {
            let those = (0..side * side).filter(|&square| belongs(self.given[square]));
            let name = |square| format!("{}{}", ["a", "b", "c", "d"][square % side], square / side + 1);
            those.map(name).collect::<Vec<_>>().join(" ")
        };
        let free = squares(&|given| given.is_none());
        let parts = words.iter().enumerate().map(|(place, word)| {
            format!("{word} & ~{{{free}}} = {{{}}}", squares(&|given| given == Some(place + 1)))
        });
        parts.collect::<Vec<_>>().join(" and ")
    }

    /// Its boards with no more than this number of pieces.
    pub(crate) fn lines(&self, most: usize) -> Vec<String> {
        let mut boards: Vec<Cells> = vec![Cells::new()];
        for given in &self.given {
            let contents = match given {
                Some(content) => *content..content + 1,
                None => 0..self.notation.letters.len(),
            };
            let longer = |board: Cells| {
                contents.clone().map(move |content| board.iter().copied().chain([content]).collect())
            };
            let is_within = |board: &Cells| board.iter().filter(|&&cell| cell > 0).count() <= most;
            boards = boards.into_iter().flat_map(longer).filter(is_within).collect();
        }
        boards.iter().map(|cells| self.notation.line(cells)).collect()
    }
}
