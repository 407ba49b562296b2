//! Exchanges: a cover with fewer cycles, by local search.
//!
//! Idea: some classes of a cover pass the ends of their arcs around, so that each takes an arc to where the arc of the
//! next one led. The result is a cover again. If their cycles are all different, one cycle results; otherwise the order
//! of the classes on their cycles shows how many. A pass goes through the classes outside the largest cycle, and looks
//! depth-first for exchanges after which there are fewer cycles. If there is none, one that keeps the number is made,
//! at random, and longer exchanges are allowed. From a single cycle that keeps the colours, a short exchange that
//! changes this is looked for; if there is none, random exchanges are made, and the search goes on.
//!
//! Source: R. M. Karp, "A patching algorithm for the nonsymmetric traveling-salesman problem" (SIAM Journal on
//! Computing 8, 1979), for exchanges of two; S. Lin and B. W. Kernighan (Operations Research 21, 1973) for longer ones.
//! Of two moves of Go without captures no two lead to the same two positions, so exchanges of two are rare.
//!
//! Cost: a pass visits every class; an exchange of six classes is one of d^6 chains of arcs, if d arcs leave a class
//! (nine on 1x11). The random numbers are the same in every run.

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
/// One class in this number is exchanged if a single cycle keeps the colours.
const SHAKEN: usize = 50;
/// The seed of the random numbers.
const SEED: u64 = 0x60_c7c1e;

/// New arcs of some classes.
type Exchange = Vec<(Class, ArcNumber)>;

/// What a search finds.
#[derive(Default)]
struct Candidates {
    /// An exchange after which there are fewer cycles, or the single cycle exchanges the colours.
    better: Option<Exchange>,
    /// An exchange that keeps the number of cycles.
    kept: Option<Exchange>,
}

/// A cover while it is improved.
struct Improvement<'a> {
    classes: &'a Classes,
    cover: Cover,
    /// By class: the arcs that leave it and where they lead, side by side.
    leaving: Vec<Vec<(ArcNumber, Class)>>,
    /// By class: where its arc leads.
    after: Vec<Class>,
    /// By class: where the arc that enters it starts.
    before: Vec<Class>,
    /// By class: its cycle at the last numbering, and its place there.
    places: Vec<(u32, u32)>,
    /// The number of classes of each cycle at the last numbering.
    lengths: Vec<usize>,
    /// The longest cycle at the last numbering.
    largest: usize,
    /// By cycle: a cycle that it has become part of since then; else itself.
    part_of: Vec<u32>,
    /// By cycle: whether the order of its classes has changed since then.
    is_changed: Vec<bool>,
    random: fastrand::Rng,
    longest: usize,
    /// Whether any exchange is as good as another.
    takes_any: bool,
}

/// A cover with as few cycles as a local search finds: if it succeeds, with one that exchanges the colours.
pub fn exchanged(classes: &Classes, cover: Cover, is_over: impl Fn() -> bool) -> Cover {
    let mut exchanging = Improvement::new(classes, cover);
    let mut kept = 0;
    while !is_over() && kept < MOST_KEPT && !exchanging.is_done() {
        let is_single = exchanging.lengths.len() == 1;
        if is_single {
            // A pass visits all classes.
            exchanging.longest = SHORT;
        }
        let mut found = Candidates::default();
        if exchanging.pass(&mut found) == 0 {
            match found.kept {
                _ if is_single => {
                    exchanging.shake();
                    kept += 1;
                }
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

impl<'a> Improvement<'a> {
    fn new(classes: &'a Classes, cover: Cover) -> Self {
        let ends = |class| classes.leaving(class).iter().map(|&arc| (arc, classes.arc(arc).to)).collect();
        let after: Vec<Class> = classes.all().map(|class| classes.arc(cover.arc(class)).to).collect();
        let mut before = after.clone();
        for class in classes.all() {
            before[after[class.index()].index()] = class;
        }
        let mut exchanging = Self {
            classes,
            cover,
            leaving: classes.all().map(ends).collect(),
            after,
            before,
            places: vec![(0, 0); classes.len()],
            lengths: Vec::new(),
            largest: 0,
            part_of: Vec::new(),
            is_changed: Vec::new(),
            random: fastrand::Rng::with_seed(SEED),
            longest: SHORT,
            takes_any: false,
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
                class = self.after[class.index()];
            }
            if length > 0 {
                self.lengths.push(length as usize);
            }
        }
        self.largest = (0..self.lengths.len()).max_by_key(|&cycle| self.lengths[cycle]).unwrap_or_default();
        self.part_of = (0..self.lengths.len() as u32).collect();
        self.is_changed = vec![false; self.lengths.len()];
    }

    /// Makes exchanges that improve the cover, and returns how many; if there is none, one that keeps the number of
    /// cycles may be found.
    fn pass(&mut self, found: &mut Candidates) -> usize {
        let mut made = 0;
        let mut classes: Vec<Class> = self.classes.all().collect();
        let start = self.random.usize(..classes.len().max(1));
        classes.rotate_left(start);
        let is_single = self.lengths.len() == 1;
        for class in classes {
            if self.places[class.index()].0 as usize == self.largest && !is_single {
                continue;
            }
            self.look(&mut Vec::new(), class, found);
            if let Some(exchange) = found.better.take() {
                self.make(&exchange);
                made += 1;
                if self.longest > SHORT {
                    // Long exchanges have several classes on the largest cycle, whose order must be known.
                    self.number();
                    found.kept = None;
                }
                if self.lengths.len() == 1 {
                    break;
                }
            }
        }
        made
    }

    /// Makes exchanges of random classes, whatever becomes of the cycles.
    fn shake(&mut self) {
        self.takes_any = true;
        for _ in 0..self.classes.len().div_ceil(SHAKEN) {
            let class = self.random.usize(..self.classes.len());
            let mut found = Candidates::default();
            if let Some(class) = self.classes.all().nth(class) {
                self.look(&mut Vec::new(), class, &mut found);
            }
            if let Some(exchange) = found.better {
                self.make(&exchange);
            }
        }
        self.takes_any = false;
    }

    /// Looks for exchanges that begin with this chain, whose next class is `from`.
    fn look(&mut self, chain: &mut Exchange, from: Class, found: &mut Candidates) {
        let count = self.leaving[from.index()].len();
        let home = self.after[chain.first().map_or(from, |&(class, _)| class).index()];
        let start = self.random.usize(..count);
        for at in 0..count {
            let (arc, to) = self.leaving[from.index()][(start + at) % count];
            if arc == self.cover.arc(from) {
                continue;
            }
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
    fn judge(&mut self, exchange: &Exchange, found: &mut Candidates) {
        if self.takes_any {
            found.better = Some(exchange.clone());
            return;
        }
        let mut cycles = [0; LONGEST];
        for (cycle, &(class, _)) in cycles.iter_mut().zip(exchange) {
            *cycle = self.cycle(class);
        }
        let different = (0..exchange.len()).filter(|&at| !cycles[..at].contains(&cycles[at])).count();
        if different == exchange.len() && different > 1 {
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
        let mut places = [(0, 0); LONGEST];
        for (place, &(class, _)) in places.iter_mut().zip(exchange) {
            *place = self.places[class.index()];
        }
        let places = &places[..exchange.len()];
        let end = |at: usize| {
            let (cycle, from) = places[at];
            let length = self.lengths[cycle as usize] as u32;
            let ahead = |&other: &usize| (places[other].1 + length - from - 1) % length;
            (0..places.len()).filter(|&other| places[other].0 == cycle).min_by_key(ahead).unwrap_or(at)
        };
        let mut is_seen = [false; LONGEST];
        let mut cycles = 0;
        for first in 0..places.len() {
            let mut at = first;
            cycles += usize::from(!is_seen[first]);
            while !std::mem::replace(&mut is_seen[at], true) {
                at = (end(at) + 1) % places.len();
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
            let to = self.classes.arc(arc).to;
            self.after[class.index()] = to;
            self.before[to.index()] = class;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::formula::{degrees, taken};
    use super::*;
    use certamen_work::limits::Limits;
    use cnf_out::solver::Cadical;
    use encodings::go::BoardSides;
    use rustsat::solvers::{Solve, SolverResult};
    use rustsat::types::TernaryVal;

    fn classes(points: usize) -> Classes {
        let board = BoardSides::new(1, points).expect("a board");
        Classes::new(board, &Limits::default()).expect("small").expect("nobody stops it")
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
        let mut exchanging = Improvement::new(&classes, any_cover(&classes));
        exchanging.longest = 4;
        let mut counted = 0;
        for class in classes.all() {
            let mut found = Candidates::default();
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
