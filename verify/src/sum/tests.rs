use super::*;
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

const SQUARES: usize = 6;
const KINDS: usize = 3;

/// What the tables of two partitions are made from: two ranks of three squares, three files of two.
type Values = Vec<u32>;

fn names() -> Vec<String> {
    ["a1", "b1", "c1", "a2", "b2", "c2"].map(String::from).to_vec()
}

fn sum_of(things: &[Things; KINDS], values: &Values) -> BlockSum {
    let mut next = values.iter().copied().cycle();
    let mut block = |squares: &[usize]| {
        let squares = squares.iter().copied().map(Square).collect();
        Block::new(squares, KINDS, |_| next.next().expect("values")).expect("a block")
    };
    let ranks = [[0, 1, 2], [3, 4, 5]].iter().map(|rank| block(rank)).collect();
    let files = [[0, 3], [1, 4], [2, 5]].iter().map(|file| block(file)).collect();
    let sum = BlockSum::new(names(), things.to_vec(), ranks).expect("a board");
    sum.with_partition(files).expect("a partition")
}

/// All assignments, one by one.
fn assignments(things: &[Things; KINDS]) -> Vec<Vec<Kind>> {
    let all = (0..KINDS.pow(SQUARES as u32)).map(|number| {
        (0..SQUARES)
            .map(|square| Kind((number / KINDS.pow(square as u32) % KINDS) as u8))
            .collect::<Vec<Kind>>()
    });
    let count = |held: &[Kind], kind: usize| held.iter().filter(|held| usize::from(held.0) == kind).count();
    let fits = |held: &[Kind], kind: usize| match things[kind] {
        Things::Exactly(number) => count(held, kind) == number,
        Things::Any => true,
    };
    all.filter(|held| (0..KINDS).all(|kind| fits(held, kind))).collect()
}

/// Splits by the squares in turn, and writes the proof.
#[derive(Default)]
struct InTurn {
    choice: usize,
    proof: String,
    left: BTreeSet<Vec<Kind>>,
}

impl Splitter for InTurn {
    type Error = ();

    fn split(&mut self, node: &Node<'_>, first: OpenSquare) -> Result<OpenSquare, ()> {
        self.choice += 1;
        let count = node.open_squares().count();
        let open = node.open_squares().nth(self.choice % count).unwrap_or(first);
        self.proof += node.sum().name(open.square());
        self.proof.push('\n');
        Ok(open)
    }

    fn left(&mut self, held: Vec<Kind>) -> Result<(), ()> {
        assert!(self.left.insert(held), "twice");
        Ok(())
    }
}

fn check(sum: &BlockSum, at_least: u64, proof: &[u8]) -> Result<BTreeSet<Vec<Kind>>, SplitsError> {
    let checked = check_splits(sum, at_least, proof, |_| ControlFlow::Continue(()))?;
    Ok(checked.left.into_iter().collect())
}

/// Numbers of which some, or all, are fixed.
fn numbers_of_things() -> impl Strategy<Value = [Things; KINDS]> {
    let numbers = (0..=SQUARES, 0..=SQUARES).prop_filter("too many", |(one, other)| one + other <= SQUARES);
    (numbers, any::<[bool; KINDS]>()).prop_map(|((one, other), is_any)| {
        let mut things = [one, other, SQUARES - one - other].map(Things::Exactly);
        for (things, is_any) in things.iter_mut().zip(is_any) {
            if is_any {
                *things = Things::Any;
            }
        }
        things
    })
}

proptest! {
    #[test]
    fn what_is_left_is_what_brute_force_finds(
        things in numbers_of_things(),
        values in prop::collection::vec(0..9_u32, 81),
        at_least in 0..45_u64,
        garbled in (any::<prop::sample::Index>(), any::<u8>()),
    ) {
        let sum = sum_of(&things, &values);
        let all = assignments(&things);
        let expected: BTreeSet<Vec<Kind>> =
            all.iter().filter(|held| sum.value(held) >= at_least).cloned().collect();
        let mut in_turn = InTurn::default();
        let walked = walk(&sum, at_least, &mut in_turn).expect("no error");
        prop_assert_eq!(&in_turn.left, &expected);
        prop_assert_eq!(walked.splits as usize, in_turn.proof.lines().count());
        let proof = in_turn.proof.into_bytes();
        prop_assert_eq!(&check(&sum, at_least, &proof).expect("a proof"), &expected);
        // A line too many or too few is an error.
        let continued = [proof.as_slice(), b"a1\n"].concat();
        let wrong = check(&sum, at_least, &continued).unwrap_err();
        prop_assert!(matches!(wrong.reason, SplitsReason::Continues), "{}", wrong);
        if !proof.is_empty() {
            let wrong = check(&sum, at_least, &proof[..proof.len() - 3]).unwrap_err();
            prop_assert!(matches!(wrong.reason, SplitsReason::Ends(_)), "{}", wrong);
            // Whatever is accepted leaves the same assignments.
            let mut garbled_proof = proof.clone();
            garbled_proof[garbled.0.index(proof.len())] = garbled.1;
            if let Ok(left) = check(&sum, at_least, &garbled_proof) {
                prop_assert_eq!(left, expected);
            }
        }
    }

    #[test]
    fn no_text_is_too_strange(text in prop::collection::vec(any::<u8>(), 0..60), at_least in 0..30_u64) {
        let sum = sum_of(&[Things::Exactly(2); 3], &(0..81).collect());
        let _ = check(&sum, at_least, &text);
    }
}

#[test]
fn the_largest_assignment_of_a_partition_has_its_value() {
    struct Largest(u64);
    impl Splitter for Largest {
        type Error = ();

        fn split(&mut self, node: &Node<'_>, first: OpenSquare) -> Result<OpenSquare, ()> {
            let largest = node.largest(0).expect("an assignment");
            // With one partition, its largest value is the bound.
            assert!(node.sum().value(&largest) >= self.0);
            assert_eq!(node.largest(1), None);
            Ok(first)
        }

        fn left(&mut self, _: Vec<Kind>) -> Result<(), ()> {
            Ok(())
        }
    }
    let whole = Block::new((0..SQUARES).map(Square).collect(), KINDS, |held| {
        held.iter().zip(1..).map(|(kind, place)| u32::from(kind.0) * place).sum()
    });
    let blocks = vec![whole.expect("a block")];
    let sum = BlockSum::new(names(), [3, 2, 1].map(Things::Exactly).to_vec(), blocks).expect("a board");
    let most =
        assignments(&[3, 2, 1].map(Things::Exactly)).iter().map(|held| sum.value(held)).max().expect("some");
    assert_eq!(most, 2 * 6 + 5 + 4);
    walk(&sum, most, &mut Largest(most)).expect("no error");
    assert_eq!(walk(&sum, most + 1, &mut Largest(most)), Ok(TreeSize { nodes: 1, splits: 0 }));
}

#[test]
fn a_kind_can_be_kept_to_some_squares() {
    let sum = sum_of(&[4, 1, 1].map(Things::Exactly), &vec![1]).only_on(Kind(1), |square| square.0 < 2);
    let mut in_turn = InTurn::default();
    walk(&sum, 0, &mut in_turn).expect("no error");
    assert_eq!(in_turn.left.len(), 2 * 5);
    assert!(in_turn.left.iter().all(|held| held[0] == Kind(1) || held[1] == Kind(1)));
}

#[test]
fn wrong_lines_are_named() {
    let sum = sum_of(&[4, 1, 1].map(Things::Exactly), &vec![1]);
    for (proof, says) in [
        ("", "line 1: the proof ends, but 0 is not refuted"),
        ("z9\n", "line 1: `z9` is not a square"),
        ("a1", "line 1: the line has no end"),
        ("a1 \n", "line 1: `a1 ` is not a square"),
        ("a1\na1\n", "line 2: what a1 holds is known here"),
        ("a1\nb1\n", "line 3: the proof ends, but 0 is not refuted"),
    ] {
        assert_eq!(check(&sum, 0, proof.as_bytes()).unwrap_err().to_string(), says);
    }
    let stopped = check_splits(&sum, 0, "a1\n".as_bytes(), |_| ControlFlow::Break(()));
    assert_eq!(stopped.unwrap_err().to_string(), "line 1: stopped before a verdict");
}

#[test]
fn limits_are_named() {
    let board = |squares: usize, things: Vec<usize>| {
        let names = (0..squares).map(|square| square.to_string()).collect();
        let block =
            |square| Block::new(vec![Square(square)], things.len().clamp(1, 8), |_| 0).expect("a block");
        let blocks = (0..squares).map(block).collect();
        BlockSum::new(names, things.into_iter().map(Things::Exactly).collect(), blocks)
            .map(|_| ())
            .map_err(|error| error.to_string())
    };
    assert_eq!(board(MAX_SQUARES, vec![MAX_SQUARES]), Ok(()));
    assert_eq!(board(0, vec![]).unwrap_err(), "0 squares: expected 1 to 64");
    assert_eq!(board(MAX_SQUARES + 1, vec![65]).unwrap_err(), "65 squares: expected 1 to 64");
    assert_eq!(board(9, vec![1; 9]).unwrap_err(), "9 kinds: expected 1 to 8");
    assert_eq!(board(4, vec![1, 2]).unwrap_err(), "3 things for 4 squares: expected one for each");
    assert_eq!(board(4, vec![usize::MAX, 5]).unwrap_err().split(' ').nth(1), Some("things"));
    // 31 of one kind and 31 of another: 32 times 32 counts; with one more it is too many.
    assert_eq!(board(63, vec![32, 31]), Ok(()));
    assert_eq!(board(62, vec![31, 31, 0]), Ok(()));
    assert_eq!(board(64, vec![32, 16, 16]), Ok(()));
    assert!(board(64, vec![22, 21, 21]).is_ok());
    assert_eq!(board(64, vec![16, 16, 16, 16]).unwrap_err(), "4913 counts of things: expected 1 to 1024");
    let whole = |squares: usize, kinds: usize| {
        Block::new((0..squares).map(Square).collect(), kinds, |_| 0).expect("a block")
    };
    for names in [["a", "a"], ["a", ""], ["a", "b\n"]] {
        let sum = BlockSum::new(names.map(String::from).to_vec(), vec![Things::Any; 2], vec![whole(2, 2)]);
        assert_eq!(sum.map(|_| ()), Err(SumError::Names));
    }
    let mixed = |exactly: usize| {
        let names = (0..6).map(|square| square.to_string()).collect();
        BlockSum::new(names, vec![Things::Exactly(exactly), Things::Any], vec![whole(6, 2)]).map(|_| ())
    };
    assert_eq!((mixed(0), mixed(6)), (Ok(()), Ok(())));
    assert_eq!(mixed(7), Err(SumError::Things { things: 7, squares: 6 }));
    let block = |squares: usize| {
        Block::new(vec![Square(0); squares], 4, |_| 0).map(|_| ()).map_err(|error| error.to_string())
    };
    assert_eq!(block(10), Ok(()));
    assert_eq!(block(11).unwrap_err(), "4194304 entries in the table of a block: expected 1 to 1048576");
    assert_eq!(block(99).unwrap_err().split(' ').nth(1), Some("entries"));
    let partition = |squares: Vec<usize>, kinds: usize| {
        let block = Block::new(squares.into_iter().map(Square).collect(), kinds, |_| 0).expect("a block");
        let things = [4, 1, 1].map(Things::Exactly).to_vec();
        BlockSum::new(names(), things, vec![block]).map(|_| ()).map_err(|error| error.to_string())
    };
    assert_eq!(partition((0..6).collect(), 3), Ok(()));
    assert_eq!(
        partition((0..5).collect(), 3).unwrap_err(),
        "a partition has square 5 0 times: expected once"
    );
    assert_eq!(
        partition((0..7).collect(), 3).unwrap_err(),
        "a block does not fit a board of 6 squares and 3 kinds"
    );
    assert_eq!(
        partition((0..6).collect(), 2).unwrap_err(),
        "a block does not fit a board of 6 squares and 3 kinds"
    );
}
