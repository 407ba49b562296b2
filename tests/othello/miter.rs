//! Othello's rules compared with other formulations, for all boards at once: the circuit of the rules and the circuit
//! of another formulation are joined in a miter, and it is refuted that they ever differ, with a checked proof.
//!
//! The other formulations: a table of all lines (a disc of the mover at distance n, discs of the opponent between), and
//! runs by parallel prefix, which machine words use. "All boards" includes those on which a square holds two discs: the
//! formulations agree even there. Wrong twins show that the miters can tell rules apart.

use crate::support::boards::{Coloured, bits, draw};
use crate::support::miter::{Outcome, miter};
use encodings::board::{Direction, Grid, Layout, Mask, Square};
use encodings::circuit::CircuitWord;
use encodings::othello::rules::{Discs, Othello};
use encodings::statement::{CircuitStatement, Statement};
use encodings::word::{OneHot, Word, run_by_prefix};
use verify::othello::{self as naive, Disc};

/// Another formulation of the rules.
trait Formulation<const SIDE: usize> {
    fn legal<W: Word>(&self, discs: Discs<W>) -> W;
    fn flips<W: Word>(&self, discs: Discs<W>, placed: W) -> W;
}

/// The rules as a list of all lines that can be turned.
#[derive(Clone)]
struct Table(Vec<Line>);

/// A line that can be turned: the square of the move, the squares between, and the square of the mover's disc.
#[derive(Clone, Debug)]
struct Line {
    from: Square,
    between: Vec<Square>,
    to: Square,
    direction: Direction,
}

impl Table {
    /// Square by square, direction by direction, length by length.
    fn new(layout: Layout) -> Self {
        let mut lines = Vec::new();
        for from in layout.all() {
            let (file, rank) = layout.coordinates(from);
            for direction in Direction::ALL {
                let (df, dr) = direction.delta();
                let at = |distance: isize| {
                    let file = file.checked_add_signed(df * distance)?;
                    layout.at(file, rank.checked_add_signed(dr * distance)?)
                };
                let mut between = Vec::new();
                while let (Some(next), Some(to)) =
                    (at(between.len() as isize + 1), at(between.len() as isize + 2))
                {
                    between.push(next);
                    lines.push(Line { from, between: between.clone(), to, direction });
                }
            }
        }
        Self(lines)
    }

    /// The same table without some lines.
    fn without(&self, missing: impl Fn(&Line) -> bool) -> Self {
        Self(self.0.iter().filter(|line| !missing(line)).cloned().collect())
    }
}

impl Line {
    /// Whether the discs between are the opponent's and the last one is the mover's.
    fn is_bracketed<W: Word>(&self, discs: Discs<W>) -> W::Bit {
        let own = discs.own.bit(self.to.index());
        self.between.iter().fold(own, |held, square| discs.opp.bit(square.index()) & held)
    }
}

/// These squares if the bit holds, else none.
fn squares_if<'s, W: Word>(bit: W::Bit, squares: impl IntoIterator<Item = &'s Square>, like: W) -> W {
    let mask = squares.into_iter().fold(Mask::EMPTY, |mask, square| mask.with(square.index()));
    W::select(bit, like.constant(&mask), like.constant(&Mask::EMPTY))
}

impl<const SIDE: usize> Formulation<SIDE> for Table {
    fn legal<W: Word>(&self, discs: Discs<W>) -> W {
        self.0.iter().fold(discs.own.constant(&Mask::EMPTY), |legal, line| {
            let empty = !(discs.own.bit(line.from.index()) | discs.opp.bit(line.from.index()));
            legal | squares_if(line.is_bracketed(discs) & empty, [&line.from], discs.own)
        })
    }

    fn flips<W: Word>(&self, discs: Discs<W>, placed: W) -> W {
        self.0.iter().fold(discs.own.constant(&Mask::EMPTY), |flips, line| {
            let turned = line.is_bracketed(discs) & placed.bit(line.from.index());
            flips | squares_if(turned, &line.between, discs.own)
        })
    }
}

/// The rules by runs of parallel prefix.
struct Prefix;

impl Prefix {
    fn run<W: Word, const SIDE: usize>(seed: W, through: W, direction: Direction) -> W {
        let (df, dr) = direction.delta();
        let through = through & through.constant(&Grid::<SIDE, SIDE>::entered(direction));
        run_by_prefix(seed, through, df + dr * SIDE as isize, SIDE - 2)
    }
}

impl<const SIDE: usize> Formulation<SIDE> for Prefix {
    fn legal<W: Word>(&self, discs: Discs<W>) -> W {
        let beyond =
            Direction::ALL.into_iter().fold(discs.own.constant(&Mask::EMPTY), |beyond, direction| {
                let bracketable = Self::run::<W, SIDE>(discs.own, discs.opp, direction);
                beyond | Grid::<SIDE, SIDE>::shift(bracketable, direction)
            });
        beyond & Grid::<SIDE, SIDE>::complement(discs.occupied())
    }

    fn flips<W: Word>(&self, discs: Discs<W>, placed: W) -> W {
        Direction::ALL.into_iter().fold(discs.own.constant(&Mask::EMPTY), |flips, direction| {
            let from_own = Self::run::<W, SIDE>(discs.own, discs.opp, direction.opposite());
            flips | from_own & Self::run::<W, SIDE>(placed, discs.opp, direction)
        })
    }
}

/// The rule that is compared.
#[derive(Clone, Copy, Debug)]
enum Rule {
    Legal,
    Flips,
    /// The position after a move.
    Apply,
}

fn unknown_discs<'c, const SIDE: usize>(statement: &mut CircuitStatement<'c>) -> Discs<CircuitWord<'c>> {
    let layout = Grid::<SIDE, SIDE>::LAYOUT;
    Discs { own: statement.unknown("own", layout), opp: statement.unknown("opp", layout) }
}

fn unknown_move<'c, const SIDE: usize>(statement: &mut CircuitStatement<'c>) -> OneHot<CircuitWord<'c>> {
    let word = statement.unknown("placed", Grid::<SIDE, SIDE>::LAYOUT);
    statement.require_one_hot(word);
    OneHot::assume(word)
}

/// The difference between a rule and another formulation of it; if `drawable` holds, only on boards that can be drawn.
fn compare<const SIDE: usize>(rule: Rule, other: &impl Formulation<SIDE>, drawable: bool) -> Outcome {
    miter(|statement| {
        let discs = unknown_discs::<SIDE>(statement);
        if drawable {
            statement.require(!(discs.own & discs.opp).any());
        }
        if let Rule::Legal = rule {
            return vec![[Othello::<SIDE>::legal(discs), other.legal(discs)]];
        }
        let placed = unknown_move::<SIDE>(statement);
        if drawable {
            statement.require(!(placed.word() & discs.occupied()).any());
        }
        let flips = other.flips(discs, placed.word());
        if let Rule::Flips = rule {
            return vec![[Othello::<SIDE>::flips(discs, placed), flips]];
        }
        let next = Othello::<SIDE>::apply(discs, placed);
        let stay = Grid::<SIDE, SIDE>::complement(flips);
        vec![[next.own, discs.opp & stay], [next.opp, discs.own | placed.word() | flips]]
    })
}

/// Refutes, for one size of board, that the rules and another formulation ever differ.
fn refute<const SIDE: usize>(other: &impl Formulation<SIDE>) {
    // Hashing must have left every square to the solver, otherwise a refutation shows little; but no line passes a
    // corner.
    let (squares, turned) = (SIDE * SIDE, SIDE * SIDE - 4);
    for (rule, open) in [(Rule::Legal, squares), (Rule::Flips, turned), (Rule::Apply, 2 * turned)] {
        let refutation = compare(rule, other, false).equal();
        println!("{rule:?} {SIDE}x{SIDE}: {refutation:?}");
        assert_eq!(refutation.open, open, "{rule:?}, {SIDE}x{SIDE}: bits that hashing leaves");
        assert!(refutation.variables as usize > 2 * squares, "{refutation:?}");
        assert!(refutation.clauses > refutation.variables as usize, "{refutation:?}");
        assert!(refutation.steps.additions as usize > open, "{refutation:?}");
    }
}

#[test]
fn the_rules_agree_with_the_table_of_lines() {
    refute::<4>(&Table::new(Grid::<4, 4>::LAYOUT));
    refute::<6>(&Table::new(Grid::<6, 6>::LAYOUT));
    refute::<8>(&Table::new(Grid::<8, 8>::LAYOUT));
}

#[test]
fn the_rules_agree_with_runs_by_prefix() {
    refute::<6>(&Prefix);
    refute::<8>(&Prefix);
}

/// Finds where the rules and a wrong twin differ, and replays the model: there the naive game agrees with the rules.
fn tell_apart<const SIDE: usize>(rule: Rule, twin: &impl Formulation<SIDE>) {
    let model = compare(rule, twin, true).differ();
    let discs = Discs { own: model.word("own"), opp: model.word("opp") };
    let drawn = draw::<SIDE>(Coloured { discs, mover: Disc::White });
    let size = drawn.board.size();
    let (rules, twin, naively) = match rule {
        Rule::Legal => (Othello::<SIDE>::legal(discs), twin.legal(discs), bits(size, &drawn.legal_moves())),
        Rule::Flips | Rule::Apply => {
            let placed = model.word("placed");
            assert!(placed.is_one_hot() && placed & discs.occupied() == 0, "{model:x?}");
            let square = size.square(placed.trailing_zeros() as usize).expect("a square of the board");
            let turned = naive::flips(&drawn.board, drawn.mover, square).unwrap_or_default();
            let flips = Othello::<SIDE>::flips(discs, OneHot::assume(placed));
            (flips, twin.flips(discs, placed), bits(size, &turned))
        }
    };
    assert_eq!(rules, naively, "{rule:?}, the rules and the naive game; {model:x?}");
    assert_ne!(twin, naively, "{rule:?}, the twin and the naive game; {model:x?}");
}

#[test]
fn a_twin_without_one_direction_is_told_apart() {
    let table = Table::new(Grid::<8, 8>::LAYOUT);
    for missing in Direction::ALL {
        let twin = table.without(|line| line.direction == missing);
        for rule in [Rule::Legal, Rule::Flips, Rule::Apply] {
            tell_apart::<8>(rule, &twin);
        }
    }
}

#[test]
fn a_twin_without_the_longest_lines_is_told_apart() {
    let twin = Table::new(Grid::<8, 8>::LAYOUT).without(|line| line.between.len() == 6);
    for rule in [Rule::Legal, Rule::Flips, Rule::Apply] {
        tell_apart::<8>(rule, &twin);
    }
}

#[test]
fn a_twin_without_any_single_line_is_told_apart() {
    let table = Table::new(Grid::<4, 4>::LAYOUT);
    assert_eq!(table.0.len(), 68);
    for missing in 0..table.0.len() {
        let mut twin = table.clone();
        twin.0.remove(missing);
        tell_apart::<4>(Rule::Legal, &twin);
        tell_apart::<4>(Rule::Flips, &twin);
    }
}

/// A test of the test: if hashing makes a formulation the same nodes, that does not count as a refutation.
#[test]
fn the_rules_against_themselves_are_no_refutation() {
    struct Themselves;
    impl Formulation<8> for Themselves {
        fn legal<W: Word>(&self, discs: Discs<W>) -> W {
            Othello::<8>::legal(discs)
        }
        fn flips<W: Word>(&self, discs: Discs<W>, placed: W) -> W {
            Othello::<8>::flips(discs, OneHot::assume(placed))
        }
    }
    assert!(matches!(compare(Rule::Legal, &Themselves, false), Outcome::SameNodes));
    assert!(matches!(compare(Rule::Flips, &Themselves, false), Outcome::SameNodes));
}
