use super::*;
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

const CELLS: usize = 6;
const KINDS: usize = 3;

/// What the tables of two covers are made from: two ranks of three cells, three files of two.
type Values = Vec<u32>;

fn names() -> Vec<String> {
    ["a1", "b1", "c1", "a2", "b2", "c2"].map(String::from).to_vec()
}

fn sum_of(things: &[usize; KINDS], values: &Values) -> RegionSum {
    let mut next = values.iter().copied().cycle();
    let mut region = |cells: &[usize]| {
        let cells = cells.iter().copied().map(Cell).collect();
        Region::new(cells, KINDS, |_| next.next().expect("values")).expect("a region")
    };
    let ranks = [[0, 1, 2], [3, 4, 5]].iter().map(|rank| region(rank)).collect();
    let files = [[0, 3], [1, 4], [2, 5]].iter().map(|file| region(file)).collect();
    let sum = RegionSum::new(names(), things.to_vec()).expect("a board");
    sum.with_cover(ranks).and_then(|sum| sum.with_cover(files)).expect("covers")
}

/// All assignments, one by one.
fn assignments(things: &[usize; KINDS]) -> Vec<Vec<Kind>> {
    let all = (0..KINDS.pow(CELLS as u32)).map(|number| {
        (0..CELLS).map(|cell| Kind((number / KINDS.pow(cell as u32) % KINDS) as u8)).collect::<Vec<Kind>>()
    });
    let count = |held: &[Kind], kind: usize| held.iter().filter(|held| usize::from(held.0) == kind).count();
    all.filter(|held| (0..KINDS).all(|kind| count(held, kind) == things[kind])).collect()
}

/// Splits by the cells in turn, and writes the proof.
#[derive(Default)]
struct InTurn {
    choice: usize,
    proof: String,
    left: BTreeSet<Vec<Kind>>,
}

impl Splitter for InTurn {
    type Error = ();

    fn split(&mut self, node: &Node<'_>, first: OpenCell) -> Result<OpenCell, ()> {
        self.choice += 1;
        let count = node.open_cells().count();
        let open = node.open_cells().nth(self.choice % count).unwrap_or(first);
        self.proof += node.sum().name(open.cell());
        self.proof.push('\n');
        Ok(open)
    }

    fn left(&mut self, held: Vec<Kind>) -> Result<(), ()> {
        assert!(self.left.insert(held), "twice");
        Ok(())
    }
}

fn check(sum: &RegionSum, at_least: u64, proof: &[u8]) -> Result<BTreeSet<Vec<Kind>>, SplitsError> {
    let checked = check_splits(sum, at_least, proof, |_| ControlFlow::Continue(()))?;
    Ok(checked.left.into_iter().collect())
}

fn numbers_of_things() -> impl Strategy<Value = [usize; KINDS]> {
    (0..=CELLS, 0..=CELLS)
        .prop_filter("too many", |(one, other)| one + other <= CELLS)
        .prop_map(|(one, other)| [one, other, CELLS - one - other])
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
        let sum = sum_of(&[2, 2, 2], &(0..81).collect());
        let _ = check(&sum, at_least, &text);
    }
}

#[test]
fn the_largest_assignment_of_a_cover_has_its_value() {
    struct Largest(u64);
    impl Splitter for Largest {
        type Error = ();

        fn split(&mut self, node: &Node<'_>, first: OpenCell) -> Result<OpenCell, ()> {
            let largest = node.largest(0).expect("an assignment");
            // With one cover, its largest value is the bound.
            assert!(node.sum().value(&largest) >= self.0);
            assert_eq!(node.largest(1), None);
            Ok(first)
        }

        fn left(&mut self, _: Vec<Kind>) -> Result<(), ()> {
            Ok(())
        }
    }
    let whole = Region::new((0..CELLS).map(Cell).collect(), KINDS, |held| {
        held.iter().zip(1..).map(|(kind, place)| u32::from(kind.0) * place).sum()
    });
    let sum = RegionSum::new(names(), vec![3, 2, 1]).expect("a board");
    let sum = sum.with_cover(vec![whole.expect("a region")]).expect("a cover");
    let most = assignments(&[3, 2, 1]).iter().map(|held| sum.value(held)).max().expect("some");
    assert_eq!(most, 2 * 6 + 5 + 4);
    walk(&sum, most, &mut Largest(most)).expect("no error");
    assert_eq!(walk(&sum, most + 1, &mut Largest(most)), Ok(Walked { nodes: 1, splits: 0 }));
}

#[test]
fn a_kind_can_be_kept_to_some_cells() {
    let sum = sum_of(&[4, 1, 1], &vec![1]).only_on(Kind(1), |cell| cell.0 < 2);
    let mut in_turn = InTurn::default();
    walk(&sum, 0, &mut in_turn).expect("no error");
    assert_eq!(in_turn.left.len(), 2 * 5);
    assert!(in_turn.left.iter().all(|held| held[0] == Kind(1) || held[1] == Kind(1)));
}

#[test]
fn wrong_lines_are_named() {
    let sum = sum_of(&[4, 1, 1], &vec![1]);
    for (proof, says) in [
        ("", "line 1: the proof ends, but 0 is not refuted"),
        ("z9\n", "line 1: `z9` is not a cell"),
        ("a1", "line 1: `a1` is not a cell"),
        ("a1 \n", "line 1: `a1 ` is not a cell"),
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
    let board = |cells: usize, things: Vec<usize>| {
        let names = (0..cells).map(|cell| cell.to_string()).collect();
        RegionSum::new(names, things).map(|_| ()).map_err(|error| error.to_string())
    };
    assert_eq!(board(MAX_CELLS, vec![MAX_CELLS]), Ok(()));
    assert_eq!(board(0, vec![]).unwrap_err(), "0 cells: expected 1 to 64");
    assert_eq!(board(MAX_CELLS + 1, vec![65]).unwrap_err(), "65 cells: expected 1 to 64");
    assert_eq!(board(9, vec![1; 9]).unwrap_err(), "9 kinds: expected 1 to 8");
    assert_eq!(board(4, vec![1, 2]).unwrap_err(), "3 things for 4 cells: expected one for each");
    assert_eq!(board(4, vec![usize::MAX, 5]).unwrap_err().split(' ').nth(1), Some("things"));
    // 31 of one kind and 31 of another: 32 times 32 counts; with one more it is too many.
    assert_eq!(board(63, vec![32, 31]), Ok(()));
    assert_eq!(board(62, vec![31, 31, 0]), Ok(()));
    assert_eq!(board(64, vec![32, 16, 16]), Ok(()));
    assert!(board(64, vec![22, 21, 21]).is_ok());
    assert_eq!(board(64, vec![16, 16, 16, 16]).unwrap_err(), "4913 counts of things: expected 1 to 1024");
    let region = |cells: usize| {
        Region::new(vec![Cell(0); cells], 4, |_| 0).map(|_| ()).map_err(|error| error.to_string())
    };
    assert_eq!(region(10), Ok(()));
    assert_eq!(region(11).unwrap_err(), "4194304 entries in the table of a region: expected 1 to 1048576");
    assert_eq!(region(99).unwrap_err().split(' ').nth(1), Some("entries"));
    let cover = |cells: Vec<usize>, kinds: usize| {
        let region = Region::new(cells.into_iter().map(Cell).collect(), kinds, |_| 0).expect("a region");
        let sum = RegionSum::new(names(), vec![4, 1, 1]).expect("a board");
        sum.with_cover(vec![region]).map(|_| ()).map_err(|error| error.to_string())
    };
    assert_eq!(cover((0..6).collect(), 3), Ok(()));
    assert_eq!(cover((0..5).collect(), 3).unwrap_err(), "a cover has cell 5 0 times: expected once");
    assert_eq!(cover((0..7).collect(), 3).unwrap_err(), "a region does not fit a board of 6 cells and 3 kinds");
    assert_eq!(cover((0..6).collect(), 2).unwrap_err(), "a region does not fit a board of 6 cells and 3 kinds");
}
