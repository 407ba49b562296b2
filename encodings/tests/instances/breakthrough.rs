//! Breakthrough, a game that is not part of the project, written as its author would. Compares its native engine with
//! rules written with arrays and loops, and its circuit with the native engine on every board of 3x3 squares.

use crate::support::{circuit_agrees, random_boards, reached_boards, terms_agree};
use encodings::board;
use encodings::board::{Direction, Grid, Layout, Mask, Symmetry};
use encodings::circuit::Circuit;
use encodings::rules::{
    Boards, Ending, Family, NamedWords, Origin, Outcome, Phase, Position, PositionError, Rules, Step,
    StepKind, View, parse, parse_step, print, print_step, require_least, require_steps, unknown_board,
};
use encodings::statement::{CircuitStatement, Requirement, TermStatement};
use encodings::term::Terms;
use encodings::word::{Count, Word};

board! {
    /// The pawns as the player to move sees them; that player goes north.
    pub struct Pawns {
        /// Those of the player to move.
        own,
        /// Those of the other player.
        opp,
    }
}

/// Breakthrough on `N` by `N` squares. The pawns of a player start on two ranks, or on one if there are three ranks.
struct Breakthrough<const N: usize>;

const STRAIGHT: StepKind = StepKind::from("straight", Direction::North);
const LEFT: StepKind = StepKind::from("left", Direction::NorthWest);
const RIGHT: StepKind = StepKind::from("right", Direction::NorthEast);

impl<const N: usize> Breakthrough<N> {
    const PAWNS: usize = if N > 3 { 2 * N } else { N };

    fn at_goal<W: Word>(board: Pawns<W>) -> (W::Bit, W::Bit) {
        let last = |word: W, rank| (word & word.constant(&Grid::<N, N>::rank(rank))).any();
        (last(board.own, N - 1), last(board.opp, 0))
    }
}

impl<const N: usize> Boards for Breakthrough<N> {
    board!(Pawns on Grid<N, N>);

    fn name(&self) -> &'static str {
        "breakthrough"
    }

    fn symmetries(&self) -> &'static [Symmetry] {
        &[Symmetry::MIRROR_FILES]
    }

    fn well_formed<W: Word>(&self, board: Pawns<W>) -> W::Bit {
        let few = |side: W| !side.popcount().at_least(Self::PAWNS as u32 + 1);
        // The player to move has not reached the goal, because that would have ended the game before.
        !(board.own & board.opp).any() & !Self::at_goal(board).0 & few(board.own) & few(board.opp)
    }
}

impl<const N: usize> Rules for Breakthrough<N> {
    fn start(&self) -> Pawns<Mask> {
        let own = Mask::first(Self::PAWNS);
        Pawns { own, opp: Grid::<N, N>::FULL.without(&Mask::first(N * N - Self::PAWNS)) }
    }

    fn turn(&self) -> Option<Symmetry> {
        Some(Symmetry::MIRROR_RANKS)
    }

    fn moves<W: Word>(&self, board: Pawns<W>) -> Family<W> {
        let open = Grid::<N, N>::complement(board.own);
        let straight = Grid::<N, N>::shift(board.own, Direction::North) & open;
        Family::new()
            .with(STRAIGHT, straight.without(board.opp))
            .with(LEFT, Grid::<N, N>::shift(board.own, Direction::NorthWest) & open)
            .with(RIGHT, Grid::<N, N>::shift(board.own, Direction::NorthEast) & open)
    }

    fn play<W: Word>(&self, board: Pawns<W>, step: Step<W>) -> Pawns<W> {
        let own = board.own.without(step.from()) | step.to();
        let opp = board.opp.without(step.to());
        Pawns { own: opp, opp: own }
    }

    fn outcome<W: Word>(&self, board: Pawns<W>) -> Outcome<W::Bit> {
        Outcome::lost_if(Self::at_goal(board).1 | !board.own.any())
    }
}

/// The same game with arrays and loops, by colour.
#[derive(Clone)]
struct Plain {
    side: usize,
    /// For each square the player whose pawn is there: 0 goes up, 1 goes down.
    squares: Vec<Option<usize>>,
    mover: usize,
}

impl Plain {
    fn start(side: usize) -> Self {
        let ranks = if side > 3 { 2 } else { 1 };
        let owner = |square: usize| match square / side {
            rank if rank < ranks => Some(0),
            rank if rank >= side - ranks => Some(1),
            _ => None,
        };
        Self { side, squares: (0..side * side).map(owner).collect(), mover: 0 }
    }

    fn is_over(&self) -> bool {
        let goal = if self.mover == 0 { 0 } else { self.side - 1 };
        let other_at_goal =
            (0..self.side).any(|file| self.squares[goal * self.side + file] == Some(1 - self.mover));
        other_at_goal || !self.squares.contains(&Some(self.mover))
    }

    fn moves(&self) -> Vec<(usize, usize)> {
        let mut moves = Vec::new();
        for from in (0..self.squares.len()).filter(|&square| self.squares[square] == Some(self.mover)) {
            let (file, rank) = (from % self.side, from / self.side);
            let ahead = if self.mover == 0 { rank.checked_add(1) } else { rank.checked_sub(1) };
            for across in -1..=1 {
                let Some(file) = file.checked_add_signed(across).filter(|&file| file < self.side) else {
                    continue;
                };
                let Some(rank) = ahead.filter(|&rank| rank < self.side) else { continue };
                let to = rank * self.side + file;
                let on_it = self.squares[to];
                if on_it != Some(self.mover) && (across != 0 || on_it.is_none()) {
                    moves.push((from, to));
                }
            }
        }
        moves
    }

    fn after(&self, (from, to): (usize, usize)) -> Self {
        let mut next = self.clone();
        next.squares[to] = next.squares[from].take();
        next.mover = 1 - self.mover;
        next
    }

    fn perft(&self, depth: u32) -> u64 {
        let moves = if self.is_over() { Vec::new() } else { self.moves() };
        if depth == 0 || moves.is_empty() {
            return 1;
        }
        moves.into_iter().map(|step| self.after(step).perft(depth - 1)).sum()
    }
}

#[test]
fn perft_agrees_with_arrays_and_loops() {
    for depth in 0..=7 {
        let three = Breakthrough::<3>;
        assert_eq!(
            Position::start(&three).perft(&three, depth),
            Plain::start(3).perft(depth),
            "3x3, {depth}"
        );
    }
    for depth in 0..=4 {
        let five = Breakthrough::<5>;
        assert_eq!(Position::start(&five).perft(&five, depth), Plain::start(5).perft(depth), "5x5, {depth}");
    }
    let eight = Breakthrough::<8>;
    assert_eq!(Position::start(&eight).perft(&eight, 3), Plain::start(8).perft(3));
}

/// The names of steps are those of the first player, whoever moves.
#[test]
fn steps_are_named_as_the_first_player_sees_them() {
    fn compare<const N: usize>(position: Position<Breakthrough<N>>, plain: &Plain, view: View, depth: u32) {
        let rules = Breakthrough::<N>;
        let layout = rules.layout();
        let name = |square: usize| layout.name(layout.square(square).expect("a square")).to_string();
        if plain.is_over() {
            assert_eq!(position.ending(&rules), Some(Ending::Lost));
            return;
        }
        let mut expected: Vec<_> =
            plain.moves().into_iter().map(|step| (name(step.0) + &name(step.1), step)).collect();
        let mut found: Vec<_> =
            position.steps(&rules).map(|step| (print_step(&rules, step, view), step)).collect();
        expected.sort_by(|one, other| one.0.cmp(&other.0));
        found.sort_by(|one, other| one.0.cmp(&other.0));
        assert_eq!(found.len(), expected.len());
        for ((text, step), (expected, played)) in found.into_iter().zip(expected) {
            assert_eq!(text, expected);
            assert_eq!(parse_step(&rules, position, view, &text), Ok(step));
            let next = position.play(&rules, step).expect("a step of the position");
            let seen = print(&rules, view.next().of_board(&rules, next.board()));
            let letters = |owner: &Option<usize>| match owner {
                Some(0) => {
                    if view == View::Straight {
                        'O'
                    } else {
                        'X'
                    }
                }
                Some(_) => {
                    if view == View::Straight {
                        'X'
                    } else {
                        'O'
                    }
                }
                None => '.',
            };
            let after = plain.after(played);
            let ranks: Vec<String> =
                after.squares.chunks(N).map(|rank| rank.iter().map(letters).collect()).collect();
            assert_eq!(seen, ranks.join("/"));
            if depth > 1 {
                compare(next, &after, view.next(), depth - 1);
            }
        }
    }
    compare(Position::start(&Breakthrough::<3>), &Plain::start(3), View::after(0), 6);
    compare(Position::start(&Breakthrough::<4>), &Plain::start(4), View::after(0), 3);
}

#[test]
fn the_circuit_is_the_native_engine_on_every_small_board() {
    let rules = Breakthrough::<3>;
    let all = (0..1u64 << 9).flat_map(|own| (0..1u64 << 9).map(move |opp| Pawns { own, opp }));
    let boards: Vec<Pawns<u64>> = all.filter(|board| board.own & board.opp == 0).collect();
    circuit_agrees(&rules, &boards);
    terms_agree(&rules, &boards[boards.len() - 64..]);
    terms_agree(&rules, &random_boards(&rules, 64));
    circuit_agrees(&Breakthrough::<5>, &reached_boards(&Breakthrough::<5>, 512));
}

#[test]
fn a_question_is_stated_by_the_traits_alone() {
    let rules = Breakthrough::<4>;
    let circuit = Circuit::new();
    let mut statement = CircuitStatement::new(&circuit);
    let board = unknown_board(&mut statement, &rules);
    require_steps(&mut statement, &rules, board, 9);
    require_least(&mut statement, &rules, board);
    let formula = statement.finish();
    let names: Vec<&str> = formula.words.iter().map(|word| word.name.as_str()).collect();
    assert_eq!(names, ["own", "opp"]);
    let bounds = formula.requirements.iter().filter_map(|requirement| match requirement {
        Requirement::AtLeast { signals, bound } => Some((signals.len(), *bound)),
        _ => None,
    });
    assert_eq!(bounds.collect::<Vec<_>>(), [(48, 9)]);
    assert_eq!(formula.requirements.len(), 4);
    let terms = Terms::new();
    let mut statement = TermStatement::new(&terms);
    let board = unknown_board(&mut statement, &rules);
    require_steps(&mut statement, &rules, board, 9);
    assert_eq!(statement.finish().requirements.len(), 2);
}

#[test]
fn rejections_name_the_place() {
    let rules = Breakthrough::<3>;
    let read = |text: &str| parse(&rules, text).map_err(|error| error.to_string());
    assert_eq!(read("XXX/.../OOO"), Ok(Position::start(&rules).board()));
    for (text, complaint) in [
        ("XXX/..?/OOO", "character 7 of the board is `?`: expected one of `X`, `O`, `.`"),
        ("XXX/../OOO", "character 7 ends rank 2 after 2 squares: expected 3"),
        ("XXX/...", "the board has 2 ranks, expected 3 (3x3)"),
        ("", "character 1 ends rank 1 after 0 squares: expected 3"),
    ] {
        assert_eq!(read(text), Err(complaint.to_owned()));
    }
    let position = |own, opp| Position::new(&rules, Pawns { own, opp });
    assert!(matches!(position(1, 1), Err(PositionError::Shared { square, .. }) if square == "a1"));
    assert!(matches!(position(1 << 9, 0), Err(PositionError::OffBoard { word: "own", .. })));
    assert!(matches!(position(1 << 8, 0), Err(PositionError::IllFormed { .. })));
    let start = Position::start(&rules);
    let played = parse_step(&rules, start, View::Straight, "a1a3").map_err(|error| error.to_string());
    assert_eq!(
        played,
        Err("`a1a3` is not a step here: expected one of a1a2, b1b2, c1c2, b1a2, c1b2, a1b2, b1c2".to_owned())
    );
    assert!(matches!(start.phase(&rules), Phase::Moves(family) if family.total() == 7));
}

#[test]
fn words_have_their_names() {
    assert_eq!(Breakthrough::<8>.names(), ["own", "opp"]);
    let pawns = Pawns { own: 1u64, opp: 2 };
    assert_eq!(Breakthrough::<8>.named(pawns).collect::<Vec<_>>(), [("own", 1), ("opp", 2)]);
    assert_eq!(Breakthrough::<8>::convert(pawns, |word| word + 1), Pawns { own: 2, opp: 3 });
}

/// A board with as many words as a value says, at most four.
#[derive(Clone, Copy, Debug)]
struct Few<W> {
    words: [W; 4],
    count: usize,
}

impl<W: Copy> NamedWords for Few<W> {
    type Word = W;
    const NAMES: &'static [&'static str] = &[];

    fn count(self) -> usize {
        self.count
    }

    fn get(self, index: usize) -> W {
        self.words[..self.count][index]
    }

    fn build(count: usize, mut word: impl FnMut(usize) -> W) -> Self {
        let mut words = [word(0); 4];
        (1..count).for_each(|index| words[index] = word(index));
        Self { words, count }
    }
}

/// Breakthrough on 4x4 squares whose words, kinds of steps, symmetries and turn are known only at run time, as if they were
/// read from a file.
struct Described {
    words: Vec<&'static str>,
    kinds: Vec<StepKind>,
    symmetries: Vec<Symmetry>,
    turn: Symmetry,
}

impl Boards for Described {
    type Board<W: Copy> = Few<W>;
    type Native = u64;

    fn name(&self) -> &'static str {
        "described"
    }

    fn layout(&self) -> Layout {
        Breakthrough::<4>.layout()
    }

    fn names(&self) -> &[&'static str] {
        &self.words
    }

    fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries
    }

    fn well_formed<W: Word>(&self, board: Few<W>) -> W::Bit {
        Breakthrough::<4>.well_formed(Pawns { own: board.get(0), opp: board.get(1) })
    }
}

impl Rules for Described {
    fn start(&self) -> Few<Mask> {
        let start = Breakthrough::<4>.start();
        Few::build(self.words.len(), |index| start.get(index))
    }

    fn turn(&self) -> Option<Symmetry> {
        Some(self.turn)
    }

    fn moves<W: Word>(&self, board: Few<W>) -> Family<W> {
        let (own, opp) = (board.get(0), board.get(1));
        self.kinds.iter().fold(Family::new(), |family, &kind| {
            let Origin::From(path) = kind.origin() else { return family };
            let ahead = self.layout().shift(own, path.direction()).without(own);
            family.with(kind, if path.direction() == Direction::North { ahead.without(opp) } else { ahead })
        })
    }

    fn play<W: Word>(&self, board: Few<W>, step: Step<W>) -> Few<W> {
        let [own, opp] = [board.get(0) ^ step.from() | step.to(), board.get(1).without(step.to())];
        Few::build(board.count(), |index| [opp, own][index])
    }

    fn outcome<W: Word>(&self, board: Few<W>) -> Outcome<W::Bit> {
        Breakthrough::<4>.outcome(Pawns { own: board.get(0), opp: board.get(1) })
    }
}

#[test]
fn rules_may_be_known_only_at_run_time() {
    let read = "own opp straight left right".to_owned().leak();
    let names: Vec<&'static str> = read.split(' ').collect();
    let ways = [Direction::North, Direction::NorthWest, Direction::NorthEast];
    let described = Described {
        words: names[..2].to_vec(),
        kinds: names[2..].iter().zip(ways).map(|(name, way)| StepKind::from(name, way)).collect(),
        symmetries: vec![Symmetry::MIRROR_FILES],
        turn: Symmetry::MIRROR_RANKS,
    };
    let start = Position::start(&described);
    assert_eq!(print(&described, start.board()), "XXXX/XXXX/OOOO/OOOO");
    for depth in 0..=4 {
        let expected = Position::start(&Breakthrough::<4>).perft(&Breakthrough::<4>, depth);
        assert_eq!(start.perft(&described, depth), expected, "{depth}");
    }
    circuit_agrees(&described, &random_boards(&described, 256));
    // Its formulas are those of the rules in Rust, names included.
    let circuit = Circuit::new();
    let mut statement = CircuitStatement::new(&circuit);
    let board = unknown_board(&mut statement, &described);
    require_least(&mut statement, &described, board);
    let own = Circuit::new();
    let mut expected = CircuitStatement::new(&own);
    let board = unknown_board(&mut expected, &Breakthrough::<4>);
    require_least(&mut expected, &Breakthrough::<4>, board);
    let (found, expected) = (statement.finish(), expected.finish());
    assert_eq!(found.requirements.len(), expected.requirements.len());
    assert!(found.words.iter().zip(&expected.words).all(|(one, other)| one.name == other.name));
}
