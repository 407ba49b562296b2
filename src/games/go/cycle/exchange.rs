//! Exchanges: a cover with fewer cycles, by local search.
//!
//! Idea: some classes of a cover pass the ends of their arcs around, so that each takes an arc to where the arc of the
//! next one led. The result is a cover again. If their cycles are all different, one cycle results; otherwise the order
//! of the classes on their cycles tells how many. A pass goes through the classes outside the largest cycle, and looks
//! depth-first for exchanges after which there are fewer cycles. If there is none, one that keeps the number is made,
//! at random, and longer exchanges are allowed. At a single cycle that keeps the colours, exchanges that change this
//! are looked for.
//!
//! Source: R. M. Karp, "A patching algorithm for the nonsymmetric traveling-salesman problem" (SIAM Journal on
//! Computing 8, 1979), for exchanges of two; S. Lin and B. W. Kernighan (Operations Research 21, 1973) for longer ones.
//! Of two moves of Go without captures no two lead to the same two positions, so exchanges of two are rare.
//!
//! Cost: a pass visits every class; an exchange of six classes is one of about 5^6 chains of arcs. The random numbers
//! are the same in every run.

use super::classes::{ArcNumber, Class, Classes, Colours};
use super::cover::Cover;

/// The number of classes of the longest exchanges that are looked for.
const LONGEST: usize = 6;
/// The number of classes of the longest exchanges at first.
const SHORT: usize = 3;
/// After this number of exchanges that keep the number of cycles, longer ones are allowed.
const PATIENCE: usize = 50;
/// After this number of exchanges that keep the number of cycles, the search gives up.
const MOST_KEPT: usize = 20 * PATIENCE;
/// One of this number of exchanges that keep the number replaces the one that was found before.
const RATHER: usize = 6;
/// The seed of the random numbers.
const SEED: u64 = 0x60_c7c1e;

/// New arcs of some classes.
type Exchange = Vec<(Class, ArcNumber)>;

/// What a search finds.
#[derive(Default)]
struct Found {
    /// An exchange after which there are fewer cycles, or the single cycle exchanges the colours.
    better: Option<Exchange>,
    /// An exchange that keeps the number of cycles.
    kept: Option<Exchange>,
}

/// A cover while it is improved.
struct Exchanging<'a> {
    classes: &'a Classes,
    cover: Cover,
    /// By class: where the arc that enters it starts.
    before: Vec<Class>,
    /// By class: its cycle at the last numbering, and its place there.
    places: Vec<(u32, u32)>,
    /// The number of classes of each cycle at the last numbering.
    lengths: Vec<usize>,
    /// By cycle: a cycle that it has become part of since then; else itself.
    part_of: Vec<u32>,
    /// By cycle: whether the order of its classes has changed since then.
    is_changed: Vec<bool>,
    random: fastrand::Rng,
    longest: usize,
}

/// A cover with as few cycles as a local search finds: if it succeeds, with one that exchanges the colours.
pub fn exchanged(classes: &Classes, cover: Cover, is_over: impl Fn() -> bool) -> Cover {
    let mut exchanging = Exchanging::new(classes, cover);
    let mut kept = 0;
    while !is_over() && kept < MOST_KEPT && !exchanging.is_done() {
        let mut found = Found::default();
        if exchanging.pass(&mut found) == 0 {
            match found.kept {
                Some(exchange) => {
                    exchanging.make(&exchange);
                    kept += 1;
                    if kept % PATIENCE == 0 {
                        exchanging.longest = LONGEST.min(exchanging.longest + 1);
                    }
                }
                None if exchanging.longest < LONGEST => exchanging.longest += 1,
                None => break,
            }
        }
        exchanging.number();
    }
    exchanging.cover
}

impl<'a> Exchanging<'a> {
    fn new(classes: &'a Classes, cover: Cover) -> Self {
        let mut before: Vec<Class> = classes.all().collect();
        for class in classes.all() {
            before[classes.arc(cover.arc(class)).to.index()] = class;
        }
        let mut exchanging = Self {
            classes,
            cover,
            before,
            places: vec![(0, 0); classes.len()],
            lengths: Vec::new(),
            part_of: Vec::new(),
            is_changed: Vec::new(),
            random: fastrand::Rng::with_seed(SEED),
            longest: SHORT,
        };
        exchanging.number();
        exchanging
    }

    /// Whether there is one cycle, and it exchanges the colours.
    fn is_done(&self) -> bool {
        let exchanges = |class| self.classes.arc(self.cover.arc(class)).colours == Colours::Exchanged;
        self.lengths.len() == 1 && self.classes.all().filter(|&class| exchanges(class)).count() % 2 == 1
    }

    /// Numbers the cycles and the places of the classes.
    fn number(&mut self) {
        self.lengths.clear();
        let mut is_seen = vec![false; self.classes.len()];
        for first in self.classes.all() {
            let (mut class, mut length) = (first, 0);
            while !std::mem::replace(&mut is_seen[class.index()], true) {
                self.places[class.index()] = (self.lengths.len() as u32, length);
                length += 1;
                class = self.classes.arc(self.cover.arc(class)).to;
            }
            if length > 0 {
                self.lengths.push(length as usize);
            }
        }
        self.part_of = (0..self.lengths.len() as u32).collect();
        self.is_changed = vec![false; self.lengths.len()];
    }

    /// Makes exchanges that improve the cover, and returns how many; if there is none, one that keeps the number of
    /// cycles may be found.
    fn pass(&mut self, found: &mut Found) -> usize {
        let largest = (0..self.lengths.len()).max_by_key(|&cycle| self.lengths[cycle]).unwrap_or_default();
        let is_single = self.lengths.len() == 1;
        let mut made = 0;
        let mut classes: Vec<Class> = self.classes.all().collect();
        let start = self.random.usize(..classes.len().max(1));
        classes.rotate_left(start);
        for class in classes {
            if self.places[class.index()].0 as usize == largest && !is_single {
                continue;
            }
            self.look(&mut Vec::new(), class, found);
            if let Some(exchange) = found.better.take() {
                self.make(&exchange);
                made += 1;
                if is_single {
                    break;
                }
            }
        }
        made
    }

    /// Looks for exchanges that begin with this chain, whose next class is `from`.
    fn look(&mut self, chain: &mut Exchange, from: Class, found: &mut Found) {
        let leaving = self.classes.leaving(from);
        let first = chain.first().map_or(from, |&(class, _)| class);
        let home = self.classes.arc(self.cover.arc(first)).to;
        let start = self.random.usize(..leaving.len());
        for &arc in leaving[start..].iter().chain(&leaving[..start]) {
            if arc == self.cover.arc(from) {
                continue;
            }
            let to = self.classes.arc(arc).to;
            let next = self.before[to.index()];
            if to == home {
                chain.push((from, arc));
                self.judge(chain, found);
                chain.pop();
            } else if chain.len() + 1 < self.longest
                && next != from
                && chain.iter().all(|&(class, _)| class != next)
            {
                chain.push((from, arc));
                self.look(chain, next, found);
                chain.pop();
            }
            if found.better.is_some() {
                return;
            }
        }
    }

    /// Keeps an exchange if it is an improvement, or keeps the number of cycles.
    fn judge(&mut self, exchange: &Exchange, found: &mut Found) {
        let cycles: Vec<u32> = exchange.iter().map(|&(class, _)| self.cycle(class)).collect();
        let different = (0..cycles.len()).filter(|&at| !cycles[..at].contains(&cycles[at])).count();
        if different == cycles.len() && different > 1 {
            found.better = Some(exchange.clone());
            return;
        }
        let is_changed =
            |&(class, _): &(Class, ArcNumber)| self.is_changed[self.places[class.index()].0 as usize];
        if exchange.iter().any(is_changed) {
            return;
        }
        let after = self.cycles_after(exchange);
        if after < different || self.lengths.len() == 1 && after == 1 && self.changes_colours(exchange) {
            found.better = Some(exchange.clone());
        } else if after == different && (found.kept.is_none() || self.random.usize(..RATHER) == 0) {
            found.kept = Some(exchange.clone());
        }
    }

    /// The cycle that the cycle of a class is part of now.
    fn cycle(&self, class: Class) -> u32 {
        let mut cycle = self.places[class.index()].0;
        while self.part_of[cycle as usize] != cycle {
            cycle = self.part_of[cycle as usize];
        }
        cycle
    }

    /// The number of cycles that the cycles of these classes become. The classes cut their cycles into pieces; each piece
    /// begins behind one of them, ends at the next one on its cycle, and continues where the arc of the class after that
    /// one in the exchange led.
    fn cycles_after(&self, exchange: &Exchange) -> usize {
        let place = |at: usize| self.places[exchange[at].0.index()];
        let end = |at: usize| {
            let (cycle, from) = place(at);
            let length = self.lengths[cycle as usize] as u32;
            let ahead = |&other: &usize| (place(other).1 + length - from - 1) % length;
            (0..exchange.len()).filter(|&other| place(other).0 == cycle).min_by_key(ahead).unwrap_or(at)
        };
        let mut is_seen = vec![false; exchange.len()];
        let mut cycles = 0;
        for first in 0..exchange.len() {
            let mut at = first;
            cycles += usize::from(!is_seen[first]);
            while !std::mem::replace(&mut is_seen[at], true) {
                at = (end(at) + 1) % exchange.len();
            }
        }
        cycles
    }

    /// Whether the number of arcs that exchange colours becomes odd or even.
    fn changes_colours(&self, exchange: &Exchange) -> bool {
        let exchanges = |arc: ArcNumber| self.classes.arc(arc).colours == Colours::Exchanged;
        let changed =
            |&&(class, arc): &&(Class, ArcNumber)| exchanges(arc) != exchanges(self.cover.arc(class));
        exchange.iter().filter(changed).count() % 2 == 1
    }

    /// Makes an exchange. The cycles of its classes count as one from now on, with an unknown order.
    fn make(&mut self, exchange: &Exchange) {
        let into = exchange.first().map_or(0, |&(class, _)| self.cycle(class));
        for &(class, arc) in exchange {
            self.is_changed[self.places[class.index()].0 as usize] = true;
            let cycle = self.cycle(class);
            self.part_of[cycle as usize] = into;
            self.cover.replace(class, arc);
            self.before[self.classes.arc(arc).to.index()] = class;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::formula::{degrees, taken};
    use super::*;
    use certamen_count::board::BoardSides;
    use certamen_work::stop::Stop;
    use cnf_out::solver::Cadical;
    use rustsat::solvers::{Solve, SolverResult};
    use rustsat::types::TernaryVal;

    fn classes(points: usize) -> Classes {
        let board = BoardSides::new(1, points).expect("a board");
        Classes::new(board, &Stop::new()).expect("small").expect("nobody stops it")
    }

    fn any_cover(classes: &Classes) -> Cover {
        let mut solver = Cadical::new();
        for clause in degrees(classes) {
            solver.add_clause_ref(&clause).expect("a clause");
        }
        assert_eq!(solver.solve().expect("it solves"), SolverResult::Sat);
        let is_taken = |arc| matches!(solver.lit_val(taken(arc)), Ok(TernaryVal::True));
        Cover::new(classes, is_taken).expect("a cover")
    }

    /// The arcs of a cover, so that its constructor judges them again.
    fn judged(classes: &Classes, cover: &Cover) -> Cover {
        Cover::new(classes, |arc| cover.arc(classes.arc(arc).from) == arc).expect("a cover")
    }

    #[test]
    fn exchanges_lead_to_a_single_cycle() {
        for points in 3..=9 {
            let classes = classes(points);
            let cover = any_cover(&classes);
            let cycles = cover.cycles(&classes).len();
            let better = judged(&classes, &exchanged(&classes, cover, || false));
            let found = better.cycles(&classes);
            assert!(found.len() <= cycles, "1x{points}");
            if points > 4 {
                assert_eq!((found.len(), found[0].colours), (1, Colours::Exchanged), "1x{points}");
            }
        }
    }

    #[test]
    fn a_request_to_stop_ends_the_search_with_a_cover() {
        let classes = classes(6);
        let cover = any_cover(&classes);
        assert_eq!(exchanged(&classes, cover.clone(), || true), cover);
    }

    /// The number that is computed from pieces, against cycles that are walked through.
    #[test]
    fn cycles_are_counted_from_pieces() {
        let classes = classes(8);
        let mut exchanging = Exchanging::new(&classes, any_cover(&classes));
        exchanging.longest = 4;
        let mut counted = 0;
        for class in classes.all() {
            let mut found = Found::default();
            exchanging.look(&mut Vec::new(), class, &mut found);
            for exchange in [found.better, found.kept].into_iter().flatten() {
                let cycle = |&(class, _): &(Class, ArcNumber)| exchanging.places[class.index()].0;
                let mut cycles: Vec<u32> = exchange.iter().map(cycle).collect();
                cycles.sort_unstable();
                cycles.dedup();
                let expected = exchanging.lengths.len() - cycles.len() + exchanging.cycles_after(&exchange);
                let mut after = exchanging.cover.clone();
                for &(class, arc) in &exchange {
                    after.replace(class, arc);
                }
                assert_eq!(judged(&classes, &after).cycles(&classes).len(), expected);
                counted += 1;
            }
        }
        assert!(counted > 100);
    }
}
