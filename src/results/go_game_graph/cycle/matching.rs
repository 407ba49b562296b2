//! A cover without a solver: a perfect matching of classes with the classes that their arcs lead to.
//!
//! Idea: in random order, each class takes the first arc to a class that no arc enters yet; in the order of their numbers
//! the cycles that result take longer to join. For a class that finds none, the shortest chain of classes that can give
//! way is searched breadth-first (an augmenting path: C. Berge, 1957).
//!
//! Cost: a pass over all arcs, and a search for each class that is left.

use super::classes::{ArcNumber, Class, Classes};
use super::cover::Cover;
use std::collections::VecDeque;

/// The seed of the random order.
const SEED: u64 = 0x60_c7c1e;

/// A matching that is not complete yet.
struct Matching<'a> {
    classes: &'a Classes,
    /// By class: the arc that leaves it.
    leaving: Vec<Option<ArcNumber>>,
    /// By class: the arc that enters it.
    entering: Vec<Option<ArcNumber>>,
    /// By class: the search in which it was reached last, and by which arc.
    reached: Vec<(u32, ArcNumber)>,
}

/// A cover. `None` if the board has no cover, or if a stop was requested.
pub fn any_cover(classes: &Classes, is_over: impl Fn() -> bool) -> Option<Cover> {
    let first = classes.arcs().next()?.0;
    let nothing = vec![None; classes.len()];
    let reached = vec![(0, first); classes.len()];
    let mut matching = Matching { classes, leaving: nothing.clone(), entering: nothing, reached };
    let mut order: Vec<Class> = classes.all().collect();
    fastrand::Rng::with_seed(SEED).shuffle(&mut order);
    for class in order {
        let is_free = |arc: &&ArcNumber| matching.entering[classes.arc(**arc).to.index()].is_none();
        if let Some(&arc) = classes.leaving(class).iter().find(is_free) {
            matching.take(arc);
        }
    }
    for (number, class) in (1..).zip(classes.all()) {
        if matching.leaving[class.index()].is_none() {
            if is_over() {
                return None;
            }
            let end = matching.search(number, class)?;
            matching.give_way(class, end);
        }
    }
    Cover::new(classes, |arc| matching.leaving[classes.arc(arc).from.index()] == Some(arc)).ok()
}

impl Matching<'_> {
    fn take(&mut self, arc: ArcNumber) {
        let ends = self.classes.arc(arc);
        self.leaving[ends.from.index()] = Some(arc);
        self.entering[ends.to.index()] = Some(arc);
    }

    /// The nearest class that no arc enters, over classes whose arcs can be replaced.
    fn search(&mut self, number: u32, from: Class) -> Option<Class> {
        let mut waiting = VecDeque::from([from]);
        while let Some(class) = waiting.pop_front() {
            for &arc in self.classes.leaving(class) {
                let to = self.classes.arc(arc).to;
                let reached = &mut self.reached[to.index()];
                if reached.0 == number {
                    continue;
                }
                *reached = (number, arc);
                match self.entering[to.index()] {
                    None => return Some(to),
                    Some(entering) => waiting.push_back(self.classes.arc(entering).from),
                }
            }
        }
        None
    }

    /// Takes the arcs of the chain that the last search found, from its end to its first class.
    fn give_way(&mut self, first: Class, end: Class) {
        let mut to = end;
        loop {
            let arc = self.reached[to.index()].1;
            let from = self.classes.arc(arc).from;
            let before = self.leaving[from.index()];
            self.take(arc);
            match before {
                Some(before) if from != first => to = self.classes.arc(before).to,
                _ => return,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_work::limits::Limits;
    use encodings::go::BoardSides;

    #[test]
    fn boards_have_a_cover_exactly_if_the_degrees_have_a_model() {
        for (rows, columns, has_cover) in
            [(1, 2, true), (1, 3, true), (1, 5, true), (1, 7, true), (2, 2, false), (2, 3, false)]
        {
            let board = BoardSides::new(rows, columns).expect("a board");
            let classes = Classes::new(board, &Limits::default()).expect("small").expect("nobody stops it");
            assert_eq!(any_cover(&classes, || false).is_some(), has_cover, "{rows}x{columns}");
        }
    }
}
