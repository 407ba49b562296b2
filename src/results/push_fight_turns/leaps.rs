//! For a camp (the squares of the other player's pieces): the number of turns with leaping from every arrangement of
//! the pieces of the player to move.
//!
//! Idea: the arrangements two leaps away are those that have all but two pieces in common with the first one. Let `w`
//! be the number of pushes in an arrangement, and W(X) the sum of `w` over the arrangements that contain a partial
//! arrangement X. Of n pieces, an arrangement with m in common contains C(m, j) of the partial arrangements of j
//! pieces. So with S(j) as the sum of W over the partial arrangements of j pieces of the first one,
//!
//! S(n - 2) - (n - 2) S(n - 1) + (1 + n (n - 3) / 2) S(n)
//!
//! counts it once if m >= n - 2 and not at all otherwise. A pusher and a mover cannot change places in two moves: these
//! arrangements are subtracted. The rest is what the formula of `encodings::push_fight::leaping` counts.
//!
//! Cost: tables of at most 203,490 entries for each camp, filled and read in about twenty milliseconds.

use super::camp::Camp;
use super::subset::{Subset, Subsets, TAKEN, masks};
use certamen_push_fight::search::Bits;
use encodings::push_fight::board::{Board, DIRECTIONS};
use encodings::push_fight::{Pieces, Side, rules};
use std::marker::PhantomData;

/// The sets of places where pieces can stand. Places are the squares that a camp leaves free, in order.
#[derive(Debug)]
struct Places {
    pushers: Subsets,
    movers: Subsets,
    /// The number of sets of movers, by the number of movers that are left out.
    columns: [usize; TAKEN + 1],
}

/// W, by the numbers of pushers and movers that are left out, and by the numbers of the sets of those that are not.
#[derive(Debug)]
struct Sums([[Vec<i32>; TAKEN + 1]; TAKEN + 1]);

/// The data kept between camps: memory, and the sets.
#[derive(Debug)]
pub(super) struct Leaps<B> {
    places: Places,
    sums: Sums,
    squares: Vec<u32>,
    board: PhantomData<B>,
}

impl Sums {
    /// Adds to every partial arrangement with `taken` pieces left out.
    #[inline(always)]
    fn add(
        &mut self,
        columns: &[usize; TAKEN + 1],
        pushers: &Subset,
        movers: &Subset,
        taken: usize,
        weight: i32,
    ) {
        for left_out in 0..=taken {
            let sums = &mut self.0[left_out][taken - left_out];
            for &row in pushers.without(left_out) {
                for &column in movers.without(taken - left_out) {
                    sums[usize::from(row) * columns[taken - left_out] + usize::from(column)] += weight;
                }
            }
        }
    }

    /// The sum over the partial arrangements with `taken` pieces left out.
    #[inline(always)]
    fn total(&self, columns: &[usize; TAKEN + 1], pushers: &Subset, movers: &Subset, taken: usize) -> i32 {
        let mut total = 0;
        for left_out in 0..=taken {
            let sums = &self.0[left_out][taken - left_out];
            for &row in pushers.without(left_out) {
                for &column in movers.without(taken - left_out) {
                    total += sums[usize::from(row) * columns[taken - left_out] + usize::from(column)];
                }
            }
        }
        total
    }
}

impl<B: Board> Leaps<B> {
    const OWN: usize = B::PUSHERS + B::MOVERS;
    const PLACES: usize = B::SQUARES.len() - Self::OWN;

    pub(super) fn new() -> Self {
        let [pushers, movers] = [B::PUSHERS, B::MOVERS].map(|size| Subsets::new(Self::PLACES, size));
        let count = |size: usize, taken: usize| {
            size.checked_sub(taken).map_or(0, |left| masks(Self::PLACES, left).count())
        };
        let columns = [0, 1, 2].map(|taken| count(B::MOVERS, taken));
        let sums =
            [0, 1, 2].map(|left_out| columns.map(|columns| vec![0; count(B::PUSHERS, left_out) * columns]));
        let places = Places { pushers, movers, columns };
        Self { places, sums: Sums(sums), squares: Vec::new(), board: PhantomData }
    }

    /// Fills the tables for a camp.
    pub(super) fn fill(&mut self, camp: Camp) {
        let left = B::SQUARES.low_bits() as u32 & !camp.opp.all();
        self.squares = Bits(left).map(|square| 1 << square).collect();
        self.sums.0.iter_mut().flatten().for_each(|sums| sums.fill(0));
        self.push(camp);
        let Places { pushers, movers, columns } = &self.places;
        for (row, pushers) in pushers.sets.iter().enumerate() {
            for (column, movers) in movers.sets.iter().enumerate() {
                let weight = self.sums.0[0][0][row * columns[0] + column];
                if weight != 0 {
                    self.sums.add(columns, pushers, movers, 1, weight);
                    self.sums.add(columns, pushers, movers, 2, weight);
                }
            }
        }
    }

    /// The number of pushes of each arrangement. The kinds of the pieces in a row make no difference, so the rows are
    /// computed once for all arrangements on the same squares.
    fn push(&mut self, camp: Camp) {
        for own in masks(Self::PLACES, Self::OWN) {
            let all = Side { pushers: self.on_board(own), movers: 0 };
            let pieces = Pieces { own: all, opp: camp.opp, anchor: camp.anchor };
            let able = DIRECTIONS.map(|direction| rules::able::<B, u32>(pieces, direction));
            let ways =
                |place: usize| able.iter().filter(|&&able| able & self.squares[place] != 0).count() as i32;
            let mut pushers = own;
            loop {
                if pushers.count_ones() as usize == B::PUSHERS {
                    let at = self.at(pushers, own & !pushers);
                    self.sums.0[0][0][at] = Bits(pushers).map(ways).sum();
                }
                if pushers == 0 {
                    break;
                }
                pushers = (pushers - 1) & own;
            }
        }
    }

    /// Gives the arrangements with at least `bound()` turns with leaping. The bound may increase in the meantime.
    pub(super) fn each_with(&self, bound: impl Fn() -> u32, mut give: impl FnMut(Side<u32>)) {
        let Places { pushers, movers, columns } = &self.places;
        let own = Self::OWN as i32;
        for pushers in &pushers.sets {
            for movers in movers.sets.iter().filter(|movers| movers.mask & pushers.mask == 0) {
                let total = |taken| self.sums.total(columns, pushers, movers, taken);
                let turns = total(2) - (own - 2) * total(1) + (1 + own * (own - 3) / 2) * total(0);
                let bound = bound() as i32;
                if turns >= bound && turns - self.exchanged(pushers.mask, movers.mask) >= bound {
                    give(Side { pushers: self.on_board(pushers.mask), movers: self.on_board(movers.mask) });
                }
            }
        }
    }

    /// The number of pushes of the arrangements in which a pusher and a mover have changed places.
    fn exchanged(&self, pushers: u32, movers: u32) -> i32 {
        let pairs = Bits(pushers).flat_map(|pusher| Bits(movers).map(move |mover| 1 << pusher | 1 << mover));
        pairs.map(|both: u32| self.sums.0[0][0][self.at(pushers ^ both, movers ^ both)]).sum()
    }

    fn at(&self, pushers: u32, movers: u32) -> usize {
        self.places.pushers.number(pushers) * self.places.columns[0] + self.places.movers.number(movers)
    }

    fn on_board(&self, places: u32) -> u32 {
        Bits(places).fold(0, |word, place| word | self.squares[place])
    }
}

#[cfg(test)]
mod tests {
    use super::super::camp::camps;
    use super::*;
    use encodings::push_fight::{PushFight, leaping};

    /// Checks that an arrangement is given for a bound exactly if the formula counts that number of turns with leaping.
    fn are_the_formulas<B: Board>(step: usize) {
        let mut leaps = Leaps::<B>::new();
        for camp in camps::<B>().into_iter().step_by(step) {
            leaps.fill(camp);
            let count = |own: Side<u32>| {
                let pieces = Pieces { own, opp: camp.opp, anchor: camp.anchor };
                leaping::turns::<B, u32>(pieces, &DIRECTIONS).value() as u32
            };
            let mut all = Vec::new();
            leaps.each_with(|| 0, |own| all.push(own));
            assert_eq!(all.len(), masks(Leaps::<B>::PLACES, Leaps::<B>::OWN).count() * kinds::<B>());
            for &own in all.iter().step_by(7) {
                let turns = count(own);
                for bound in [turns, turns + 1] {
                    let mut is_given = false;
                    leaps.each_with(|| bound, |given| is_given |= given == own);
                    assert_eq!(is_given, bound == turns, "{camp:x?} {own:x?} {bound}");
                }
            }
        }
    }

    /// The number of ways to choose the pushers among the pieces.
    fn kinds<B: Board>() -> usize {
        masks(B::PUSHERS + B::MOVERS, B::PUSHERS).count()
    }

    #[test]
    fn turns_with_leaping_are_those_of_the_formula() {
        are_the_formulas::<PushFight<4, 3, 1, 1>>(1);
        are_the_formulas::<PushFight<4, 4, 2, 1>>(90);
        are_the_formulas::<PushFight<4, 4, 1, 2>>(120);
        are_the_formulas::<PushFight<6, 3, 2, 0>>(60);
    }
}
