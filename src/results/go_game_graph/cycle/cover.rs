//! Covers: a choice of one arc for each class so that the arcs form disjoint cycles.

use super::classes::{ArcNumber, Class, Classes, Colours, Side};

/// For each class the arc that leaves it; exactly one enters each class too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cover {
    arcs: Vec<ArcNumber>,
}

/// Arcs that do not leave each class and enter each class once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the arcs that are taken are not disjoint cycles through all classes")]
pub struct NoCover;

/// One of the cycles of a cover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// Its classes, in the order of the cycle.
    pub classes: Vec<Class>,
    /// Whether one round of the cycle exchanges the colours.
    pub colours: Colours,
}

impl Cover {
    /// The cover with the arcs for which `is_taken` holds.
    ///
    /// # Errors
    /// [`NoCover`] unless exactly one of these arcs leaves each class and one enters it.
    pub fn new(classes: &Classes, is_taken: impl Fn(ArcNumber) -> bool) -> Result<Self, NoCover> {
        let mut arcs = Vec::with_capacity(classes.len());
        let mut is_entered = vec![false; classes.len()];
        for class in classes.all() {
            let mut taken = classes.leaving(class).iter().filter(|&&arc| is_taken(arc));
            let (Some(&arc), None) = (taken.next(), taken.next()) else { return Err(NoCover) };
            let entered = &mut is_entered[classes.arc(arc).to.index()];
            if std::mem::replace(entered, true) {
                return Err(NoCover);
            }
            arcs.push(arc);
        }
        Ok(Self { arcs })
    }

    /// The arc that leaves a class.
    pub fn arc(&self, class: Class) -> ArcNumber {
        self.arcs[class.index()]
    }

    /// Takes another arc from a class. It is a cover again when every class is entered once.
    pub(super) fn replace(&mut self, class: Class, arc: ArcNumber) {
        self.arcs[class.index()] = arc;
    }

    /// Its cycles, ordered by their first classes.
    pub fn cycles(&self, classes: &Classes) -> Vec<Cycle> {
        let mut is_seen = vec![false; self.arcs.len()];
        let mut found = Vec::new();
        for first in classes.all() {
            if is_seen[first.index()] {
                continue;
            }
            let mut cycle = Cycle { classes: Vec::new(), colours: Colours::Kept };
            let mut side = Side { class: first, is_white: false };
            while !std::mem::replace(&mut is_seen[side.class.index()], true) {
                cycle.classes.push(side.class);
                side = side.along(classes.arc(self.arc(side.class)));
            }
            if side.is_white {
                cycle.colours = Colours::Exchanged;
            }
            found.push(cycle);
        }
        found
    }

    /// The positions along the arcs, starting at one of them, until a position repeats.
    pub fn round(&self, classes: &Classes, start: Side) -> Vec<Side> {
        let mut round = vec![start];
        let mut side = start.along(classes.arc(self.arc(start.class)));
        while side != start {
            round.push(side);
            side = side.along(classes.arc(self.arc(side.class)));
        }
        round
    }
}
