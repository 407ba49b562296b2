//! The sum over ranks and files against turns that are counted one by one.

use std::collections::BTreeSet;

use proptest::prelude::*;
use verify::push_fight::{
    Layout, Moves, PushAxis, TurnCount, Variant, count_turns, parse_position, position_of, turn_sum,
};
use verify::sum::{BlockSum, Kind, Node, OpenSquare, Splitter, Square, walk};

fn small(rows: &[(usize, usize)], movers: usize, pushers: usize) -> Variant {
    Variant::new(Layout::new(rows).expect("a layout"), movers, pushers).expect("a variant")
}

/// Takes all assignments.
struct All(BTreeSet<Vec<Kind>>);

impl Splitter for All {
    type Error = ();

    fn split(&mut self, _: &Node<'_>, first: OpenSquare) -> Result<OpenSquare, ()> {
        Ok(first)
    }

    fn left(&mut self, held: Vec<Kind>) -> Result<(), ()> {
        self.0.insert(held);
        Ok(())
    }
}

fn total(count: TurnCount) -> u64 {
    u64::from(count.along_ranks + count.along_files)
}

/// The sums of a variant: with leaping along ranks, along files and both; without moves.
struct Sums {
    variant: Variant,
    ranks: BlockSum,
    files: BlockSum,
    both: BlockSum,
    none: BlockSum,
}

impl Sums {
    fn of(variant: Variant) -> Self {
        let sum = |moves, along| turn_sum(&variant, moves, along).expect("a sum");
        let (ranks, files) =
            (sum(Moves::Leaping, Some(PushAxis::Ranks)), sum(Moves::Leaping, Some(PushAxis::Files)));
        let (both, none) = (sum(Moves::Legal, None), sum(Moves::None, None));
        Self { variant, ranks, files, both, none }
    }

    fn agree(&self, held: &[Kind]) {
        let position = position_of(&self.variant, held).expect("a position");
        let leaping = count_turns(&position, Moves::Leaping);
        assert_eq!(self.ranks.value(held), u64::from(leaping.along_ranks), "{position}");
        assert_eq!(self.files.value(held), u64::from(leaping.along_files), "{position}");
        assert_eq!(self.both.value(held), total(leaping), "{position}");
        assert_eq!(self.none.value(held), total(count_turns(&position, Moves::None)), "{position}");
        assert!(self.both.value(held) >= total(count_turns(&position, Moves::Legal)), "{position}");
    }
}

#[test]
fn sums_of_small_boards_are_numbers_of_turns() {
    for (rows, movers, pushers) in [
        (&[(2, 1), (0, 4), (1, 1)][..], 1, 1),
        (&[(0, 2), (0, 3), (1, 2)], 0, 2),
        (&[(0, 3), (0, 3)], 1, 1),
        (&[(1, 2), (0, 4)], 1, 1),
        // A square lacks between two others of its file.
        (&[(0, 3), (0, 2), (0, 3)], 0, 2),
    ] {
        let sums = Sums::of(small(rows, movers, pushers));
        let mut all = All(BTreeSet::new());
        walk(&sums.none, 0, &mut all).expect("no error");
        for held in &all.0 {
            sums.agree(held);
        }
        assert!(all.0.len() > 80);
    }
}

#[test]
fn half_a_turn_brings_the_anchor_to_the_first_half() {
    let variant = small(&[(2, 1), (0, 4), (1, 1)], 1, 1);
    let sum = turn_sum(&variant, Moves::Legal, None).expect("a sum");
    let mut all = All(BTreeSet::new());
    walk(&sum, 0, &mut all).expect("no error");
    // 6 squares: 3 for the anchor, 5 for the other piece of the opponent, 4 and 3 for the player's own.
    assert_eq!(all.0.len(), 3 * 5 * 4 * 3);
    let turned = all.0.iter().map(|held| held.iter().rev().copied().collect::<Vec<Kind>>());
    assert!(turned.collect::<BTreeSet<_>>().is_disjoint(&all.0));
    // A board that half a turn changes has the anchor anywhere.
    let lopsided = small(&[(1, 2), (0, 4)], 1, 1);
    let sum = turn_sum(&lopsided, Moves::Legal, None).expect("a sum");
    let mut all = All(BTreeSet::new());
    walk(&sum, 0, &mut all).expect("no error");
    assert_eq!(all.0.len(), 6 * 5 * 4 * 3);
}

#[test]
fn the_position_with_most_turns() {
    let variant = Variant::full();
    let position = parse_position(&variant, ".....Y..xOX..o.oOXOx......").expect("a position");
    assert_eq!(total(count_turns(&position, Moves::Legal)), 12_214);
    let held: Vec<Kind> = ".....3..202..1.10202......"
        .chars()
        .map(|letter| Kind(letter.to_digit(10).unwrap_or(4) as u8))
        .collect();
    // Apart from which of the opponent's pieces are pushers, it is that position.
    let line = position_of(&variant, &held).expect("a position").to_string();
    assert_eq!(line.replace(['x', 'X'], "x"), position.to_string().replace(['x', 'X'], "x"));
    let sum = turn_sum(&variant, Moves::Legal, None).expect("a sum");
    assert_eq!(sum.value(&held), total(count_turns(&position, Moves::Leaping)));
    assert_eq!(sum.name(Square(5)), "a3");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn sums_of_the_published_board_are_numbers_of_turns(
        held in Just([(0, 3), (1, 2), (2, 4), (3, 1), (4, 16)].map(|(kind, count)| vec![Kind(kind); count]).concat())
            .prop_shuffle()
    ) {
        thread_local! {
            static SUMS: Sums = Sums::of(Variant::full());
        }
        SUMS.with(|sums| sums.agree(&held));
    }
}
