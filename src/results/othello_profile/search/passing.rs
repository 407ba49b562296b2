//! The passes in games with more discs than a stored layer has.
//!
//! Idea: from each class of the layer that is reached by turns, all moves are made. Only those positions are kept in which the
//! player to move has to pass, as they are after the pass. They are rare, one class of some hundred thousand. The last move is
//! made only where it may leave the opponent without a move (`pass_bound`), and four positions are looked at together
//! (`last.rs`).
//!
//! Cost: about ten times as much for each further disc. From the 137,642,076 classes with 16 discs, passes with up to 19 discs
//! need a look at about 16,000,000,000 positions with 18 discs, at 40 ns each.
//!
//! What it does not show: there is no proof.

use super::last::{LastMoves, LastPosition, PositionSink, after_moves};
use super::pass_bound::PassBound;
use certamen_othello::search::class::{Class, Routes, by_turns};
use certamen_othello::search::layer::Layer;
use certamen_othello::search::progress::SearchProgress;
use certamen_othello::search::sieve::Sieve;
use certamen_othello::search::state::outcomes;
use encodings::othello::rules::{Discs, Othello};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// The number of classes between two looks at the watch.
const BLOCK: usize = 1 << 16;
/// The number of classes of a task.
const TASK: usize = 1 << 10;

/// The positions after a pass, as far as the search has come.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PassPositions<const SIDE: usize> {
    /// The largest number of discs.
    pub most: u32,
    /// The number of classes of the layer that were gone through.
    pub done: u64,
    /// The classes by number of discs, those with `most` discs last.
    pub(super) classes: Vec<Vec<Class<SIDE>>>,
}

impl<const SIDE: usize> PassPositions<SIDE> {
    /// Nothing was gone through.
    pub const fn nothing(most: u32) -> Self {
        Self { most, done: 0, classes: Vec::new() }
    }
}

/// A search for all passes with more discs than a layer has. It goes through the layer block by block.
#[derive(Debug)]
pub struct PassSearch<'a, const SIDE: usize> {
    layer: &'a Layer<SIDE>,
    most: u32,
    done: u64,
    /// By number of discs, those with one disc more than the layer first.
    passed: Vec<Sieve<SIDE>>,
    /// The number of classes that are gone through at a time, and of those of a task.
    sizes: [usize; 2],
}

impl<'a, const SIDE: usize> PassSearch<'a, SIDE> {
    /// Goes on from what was found in the same layer, or begins with nothing.
    pub fn new(layer: &'a Layer<SIDE>, found: &PassPositions<SIDE>) -> Self {
        let mut passed: Vec<Sieve<SIDE>> = (layer.discs()..found.most).map(|_| Sieve::new()).collect();
        for (sieve, classes) in passed.iter_mut().zip(&found.classes) {
            sieve.extend(classes);
        }
        Self { layer, most: found.most, done: found.done, passed, sizes: [BLOCK, TASK] }
    }

    /// How far the search is.
    pub fn progress(&self) -> SearchProgress {
        SearchProgress::Layer { discs: self.most, done: self.done, total: self.layer.len() as u64 }
    }

    /// Goes through the next block, and says whether there was one.
    pub fn advance(&mut self) -> bool {
        let Some(block) = self.layer.block(self.done, self.sizes[0]) else { return false };
        let turn = by_turns(self.layer.discs());
        let steps = self.passed.len();
        let task = |classes: &[Class<SIDE>]| {
            let starts = classes.iter().map(|class| (class.discs(), class.routes().with_mover(turn)));
            passes(starts, steps)
        };
        let found: Vec<_> = block.par_chunks(self.sizes[1]).map(task).collect();
        for classes in &found {
            for (sieve, classes) in self.passed.iter_mut().zip(classes) {
                sieve.extend(classes);
            }
        }
        self.done += block.len() as u64;
        true
    }

    /// What was found so far.
    pub fn found(self) -> (PassPositions<SIDE>, Self) {
        let Self { layer, most, done, passed, sizes } = self;
        let classes: Vec<Vec<Class<SIDE>>> = passed.into_par_iter().map(Sieve::finish).collect();
        let found = PassPositions { most, done, classes };
        let again = Self { sizes, ..Self::new(layer, &found) };
        (found, again)
    }
}

/// The classes after the first pass in the games from these positions, by number of discs, up to `steps` more discs.
pub(super) fn passes<const SIDE: usize>(
    starts: impl Iterator<Item = (Discs<u64>, Routes)>,
    steps: usize,
) -> Vec<Vec<Class<SIDE>>> {
    let mut hunt = Hunt { rare: PassCollection { passed: vec![Vec::new(); steps] }, last: LastMoves::none() };
    for (discs, routes) in starts.filter(|(_, routes)| !routes.is_none()) {
        hunt.visit(discs, routes, steps);
    }
    hunt.last.make(&mut hunt.rare);
    hunt.rare.passed
}

/// The search from some positions.
struct Hunt<const SIDE: usize> {
    rare: PassCollection<SIDE>,
    /// Last moves after which somebody may have to pass.
    last: LastMoves<SIDE>,
}

impl<const SIDE: usize> Hunt<SIDE> {
    /// Looks at all positions after up to this number of moves.
    fn visit(&mut self, discs: Discs<u64>, routes: Routes, steps: usize) {
        match steps {
            0 => {}
            1 => self.last.collect(discs, Othello::<SIDE>::legal(discs), routes, &mut self.rare),
            2 => self.foresee(discs, routes),
            _ => {
                for (_, outcome) in outcomes::<SIDE>(discs) {
                    if outcome.passed {
                        self.rare.note(outcome.discs, routes, steps);
                    } else {
                        self.visit(outcome.discs, routes.other_mover(), steps - 1);
                    }
                }
            }
        }
    }

    /// Makes the last moves but one, four together, and collects the last moves that are promising.
    fn foresee(&mut self, discs: Discs<u64>, routes: Routes) {
        for (number, next) in after_moves::<SIDE>(discs) {
            let legal = Othello::<SIDE>::legal(next).lanes();
            let squares = PassBound::of::<SIDE>(next).squares::<SIDE>();
            let (own, opp) = (next.own.lanes(), next.opp.lanes());
            for lane in 0..number {
                let next = Discs { own: own[lane], opp: opp[lane] };
                if legal[lane] == 0 {
                    self.rare.pass(next, routes, 2);
                } else {
                    let promising = legal[lane] & squares[lane];
                    self.last.collect(next, promising, routes.other_mover(), &mut self.rare);
                }
            }
        }
    }
}

/// The positions after a pass that were met.
struct PassCollection<const SIDE: usize> {
    /// By number of discs, those after one move first.
    passed: Vec<Vec<Class<SIDE>>>,
}

impl<const SIDE: usize> PassCollection<SIDE> {
    /// Notes the position after a pass, unless the game is over. The player who moved before is to move again.
    fn pass(&mut self, discs: Discs<u64>, routes: Routes, steps: usize) {
        if Othello::<SIDE>::legal(discs.passed()) != 0 {
            self.note(discs.passed(), routes, steps);
        }
    }

    fn note(&mut self, discs: Discs<u64>, routes: Routes, steps: usize) {
        let place = self.passed.len() - steps;
        self.passed[place].push(Class::of(discs, routes));
    }
}

impl<const SIDE: usize> PositionSink for PassCollection<SIDE> {
    #[inline(always)]
    fn keep(&mut self, last: LastPosition) {
        if last.legal == 0 {
            self.pass(last.discs, last.routes, 1);
        }
    }
}
