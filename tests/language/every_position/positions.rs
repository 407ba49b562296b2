//! The positions that count, found by playing the naive game: all of them, or those at the end of games.

use super::boards::{Domain, Notation};
use crate::generator::Words;
use crate::support::random::Random;
use certamen::ask::flag::Given;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;
use verify::language::NaiveView;

/// A game with its naive form.
pub(crate) struct Game<S> {
    pub(crate) naive: S,
    pub(crate) name: &'static str,
    /// The flags of its board.
    pub(crate) given: Given,
    pub(crate) notation: Notation,
    pub(crate) words: &'static Words,
    /// Positions that were found before.
    pub(crate) known: HashMap<Among, Rc<Vec<String>>>,
}

/// Which positions count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Among {
    /// All of them.
    Any,
    /// Those with this number of pieces.
    Pieces(usize, usize),
    /// Ends of games with this number of plies, where a pass is a ply.
    Plies(usize),
    /// Ends of games with this number of moves.
    Moves(usize, Passing),
    /// Ends of these last moves of a game with a number of pieces.
    LastMoves { pieces: usize, moves: usize },
    /// Ends of these last plies, from a position with at most a number of pieces.
    LastPlies { most: usize, plies: usize },
}

/// How the players of a game pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Passing {
    /// As soon as they have to.
    AtOnce,
    /// Whenever they like.
    Freely,
    /// Nobody does.
    Never,
}

impl Among {
    /// Its flags. `start`: the pieces at the start.
    pub(crate) fn given(self, given: Given, start: usize, random: &mut Random) -> Given {
        let number = |number: usize| number as u32;
        match self {
            Self::Any => given,
            Self::Pieces(least, most) if least == most => given.with_text("discs", &least.to_string()),
            Self::Pieces(least, most) => given.with_text("discs", &format!("{least}..{most}")),
            Self::Plies(plies) => {
                let given = given.with_number("plies", number(plies));
                if random.below(2) == 0 { given } else { given.with_switch("reachable") }
            }
            Self::Moves(moves, passing) => {
                let given = given.with_switch("reachable").with_text("discs", &(start + moves).to_string());
                match passing {
                    Passing::AtOnce => given,
                    Passing::Freely => given.with_switch("any-order"),
                    Passing::Never => given.with_switch("no-passes"),
                }
            }
            Self::LastMoves { pieces, moves } => {
                let given = given.with_switch("reachable").with_text("discs", &pieces.to_string());
                given.with_number("last-steps", number(moves))
            }
            Self::LastPlies { plies, .. } => {
                let given = given.with_switch("reachable").with_number("plies", number(plies));
                given.with_number("last-steps", number(plies))
            }
        }
    }

    /// Whether every position of its formula is one that counts, so that they can be listed and counted.
    pub(crate) const fn is_exact(self) -> bool {
        !matches!(self, Self::LastMoves { .. } | Self::LastPlies { .. })
    }

    /// Its name in the table.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Any => "any position",
            Self::Pieces(..) => "--discs",
            Self::Plies(_) => "--plies",
            Self::Moves(_, Passing::AtOnce) => "--reachable --discs",
            Self::Moves(_, Passing::Freely) => "the same --any-order",
            Self::Moves(_, Passing::Never) => "the same --no-passes",
            Self::LastMoves { .. } => "the same --last-steps",
            Self::LastPlies { .. } => "--plies --last-steps",
        }
    }
}

impl<S: NaiveView> Game<S> {
    /// The positions of a set of boards.
    pub(crate) fn positions(&self, domain: &Domain) -> Vec<String> {
        self.positions_within(domain, usize::MAX)
    }

    fn positions_within(&self, domain: &Domain, most: usize) -> Vec<String> {
        domain.lines(most).into_iter().filter(|line| self.naive.read(line).is_ok()).collect()
    }

    /// All positions with a number of pieces.
    fn all(&self, least: usize, most: usize) -> Vec<String> {
        let mut positions = self.positions_within(&Domain::all(self.notation), most);
        positions.retain(|line| (least..=most).contains(&self.notation.pieces(line)));
        positions
    }

    /// The positions that count.
    pub(crate) fn among(&mut self, among: Among) -> Rc<Vec<String>> {
        if let Some(known) = self.known.get(&among) {
            return known.clone();
        }
        let start = || vec![self.naive.print(&self.naive.start().expect("a start"))];
        let found = match among {
            Among::Any => unreachable!("all positions are too many"),
            Among::Pieces(least, most) => self.all(least, most),
            Among::Plies(plies) => self.ends(start(), plies, None),
            Among::Moves(moves, passing) => self.ends(start(), moves, Some(passing)),
            Among::LastMoves { pieces, moves } => {
                self.ends(self.all(pieces - moves, pieces - moves), moves, Some(Passing::AtOnce))
            }
            Among::LastPlies { most, plies } => self.ends(self.all(0, most), plies, None),
        };
        // Every question implies that the position is well formed, which the end of a game need not be.
        let found = found.into_iter().filter(|line| self.naive.read(line).is_ok());
        let found = Rc::new(found.collect::<Vec<String>>());
        self.known.insert(among, found.clone());
        found
    }

    /// The ends of games from these positions.
    fn ends(&self, start: Vec<String>, plies: usize, passing: Option<Passing>) -> Vec<String> {
        let mut layer: BTreeSet<String> = start.into_iter().collect();
        for _ in 0..plies {
            layer = layer.iter().flat_map(|line| self.next(line, passing)).collect();
        }
        let mut ends: Vec<String> = Vec::new();
        for line in layer {
            let position = self.naive.read(&line).expect("a position");
            match passing {
                Some(Passing::Never) if self.passed(&position).is_some() => continue,
                Some(Passing::Freely) => ends.extend(self.freely(&position)),
                _ => {}
            }
            ends.push(line);
        }
        ends.sort_unstable();
        ends.dedup();
        ends
    }

    /// The position after a pass that is due.
    fn passed(&self, position: &S::Position) -> Option<S::Position> {
        let is_due = self.naive.moves(position).is_empty() && self.naive.ended(position).is_none();
        if is_due { self.naive.pass(position) } else { None }
    }

    /// The position after a pass that need not be due.
    fn freely(&self, position: &S::Position) -> Option<String> {
        self.naive.pass(position).map(|passed| self.naive.print(&passed))
    }

    /// The positions after one more ply; `None`: a pass is a ply.
    fn next(&self, line: &str, passing: Option<Passing>) -> Vec<String> {
        let Ok(position) = self.naive.read(line) else { return Vec::new() };
        let after = |position: &S::Position| -> Vec<S::Position> {
            let moves = self.naive.moves(position);
            moves.iter().map(|played| self.naive.after(position, played).expect("a legal move")).collect()
        };
        let mut next = after(&position);
        match passing {
            None => next.extend(self.passed(&position)),
            Some(Passing::AtOnce) => {
                for position in &mut next {
                    if let Some(passed) = self.passed(position) {
                        *position = passed;
                    }
                }
            }
            Some(Passing::Freely) => {
                let passed = self.naive.pass(&position);
                next.extend(passed.iter().flat_map(after));
            }
            Some(Passing::Never) => {}
        }
        next.iter().map(|position| self.naive.print(position)).collect()
    }
}
