//! Miters of two outputs of one statement: the clauses of an operator or a rule, and its SMT-LIB text.
//!
//! Both forms of a statement are in one script, with the clauses over truth values of their own. The words that the
//! solver chooses are tied bit by bit, and z3 refutes that any shown bit differs. So the circuit, its rewriting and the
//! clauses are compared with terms, which share only the statement with them.
//!
//! What it does not show: that the statement means what was intended, which the naive games check; and for clauses in
//! the needed direction, only that they imply the text, not that they allow everything that it allows.

use super::operators::{Outcome, operators};
use crate::support::z3::Z3;
use cnf_out::clausify::{BitValue, Clausified, Directions, Encoding, clausify};
use cnf_out::smtlib;
use encodings::board::{Layout, Mask};
use encodings::circuit::Circuit;
use encodings::ostle::rules::{Ostle, Pieces as OstlePieces};
use encodings::othello::rules::{Discs, Othello};
use encodings::push_fight::board::{Board, DIRECTIONS};
use encodings::push_fight::rules::{self as push_fight, Move, Pieces, Push, Side};
use encodings::push_fight::{PushFight, Standard};
use encodings::statement::{CircuitStatement, Formula, Script, Statement, TermStatement};
use encodings::term::Terms;
use encodings::word::Word;
use rustsat::types::Lit;
use std::fmt::Write;
use std::marker::PhantomData;

/// A statement about unknown words, with shown words.
trait Subject {
    fn state<S: Statement>(&self, statement: &mut S);

    fn formula(&self) -> Formula {
        let circuit = Circuit::new();
        let mut statement = CircuitStatement::new(&circuit);
        self.state(&mut statement);
        statement.finish()
    }

    fn script(&self) -> Script {
        let terms = Terms::new();
        let mut statement = TermStatement::new(&terms);
        self.state(&mut statement);
        statement.finish()
    }
}

/// The end of a script: it asks whether any shown bit differs, whether none does, or whether only the text refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    Differ,
    Agree,
    OnlyTextRefuses,
}

/// A literal as a term.
fn literal(literal: Lit) -> String {
    let name = format!("b{}", literal.var().idx32());
    if literal.is_pos() { name } else { format!("(not {name})") }
}

/// A bit as a term.
fn bit(value: BitValue) -> String {
    match value {
        BitValue::Literal(lit) => literal(lit),
        BitValue::Constant(value) => value.to_string(),
    }
}

/// The clauses, and each bit of their words beside the text's: the chosen words, and the shown words.
fn clauses(clausified: &Clausified) -> (String, [Vec<String>; 2]) {
    let mut text = String::new();
    for variable in 0..clausified.variables {
        writeln!(text, "(declare-const b{variable} Bool)").expect("a string takes everything");
    }
    for clause in &clausified.cnf {
        let literals: Vec<String> = clause.iter().map(|&lit| literal(lit)).collect();
        writeln!(text, "(assert (or false {}))", literals.join(" ")).expect("a string takes everything");
    }
    let mut pairs = [Vec::new(), Vec::new()];
    for word in &clausified.words {
        let name = &word.name;
        let same = |(index, &value): (usize, &BitValue)| {
            format!("(= (= ((_ extract {index} {index}) {name}) #b1) {})", bit(value))
        };
        pairs[usize::from(!word.chosen)].extend(word.word.iter().enumerate().map(same));
    }
    (text, pairs)
}

/// Both forms of a subject in one script.
fn miter(subject: &impl Subject, directions: Directions, question: Question) -> String {
    let mut text = Vec::new();
    smtlib::write(&subject.script(), &mut text).expect("names that can be written");
    let text = String::from_utf8(text).expect("UTF-8");
    let is_asked = |line: &&str| !line.starts_with("(check-sat)") && !line.starts_with("(get-value");
    let (required, declared): (Vec<&str>, Vec<&str>) =
        text.lines().filter(is_asked).partition(|line| line.starts_with("(assert "));
    let clausified = clausify(&subject.formula(), Encoding { directions, ..Encoding::default() });
    let (clauses, [chosen, shown]) = clauses(&clausified);
    let mut script = format!("{}\n{clauses}", declared.join("\n"));
    for pair in chosen {
        writeln!(script, "(assert {pair})").expect("a string takes everything");
    }
    let all = |terms: &[&str]| format!("(and true {})", terms.join(" "));
    let required: Vec<&str> =
        required.iter().filter_map(|line| line.strip_prefix("(assert ")?.strip_suffix(')')).collect();
    let shown: Vec<&str> = shown.iter().map(String::as_str).collect();
    let asked = match question {
        Question::Differ => format!("(and {} (not {}))", all(&required), all(&shown)),
        Question::Agree => format!("(and {} {})", all(&required), all(&shown)),
        Question::OnlyTextRefuses => format!("(not {})", all(&required)),
    };
    script + &format!("(assert {asked})\n(check-sat)\n")
}

fn ask(z3: &Z3, subject: &impl Subject, directions: Directions, question: Question) -> String {
    let printed = z3.run(miter(subject, directions, question).into_bytes());
    String::from_utf8(printed).expect("UTF-8").trim().to_owned()
}

/// Requires that the clauses agree with the text, and that they have a model, because without one they would agree
/// trivially.
fn require_equal(z3: &Z3, name: &str, subject: &impl Subject) {
    assert_eq!(ask(z3, subject, Directions::Both, Question::Differ), "unsat", "{name} differs");
    assert_eq!(ask(z3, subject, Directions::Both, Question::Agree), "sat", "{name} allows nothing");
}

/// One of the operators, on three unknown words.
struct Operator {
    layout: Layout,
    number: usize,
}

/// A truth value as a word: the first bit.
fn as_word<W: Word>(bit: W::Bit, like: W) -> W {
    W::select(bit, like.constant(&Mask::first(1)), like.constant(&Mask::EMPTY))
}

impl Subject for Operator {
    fn state<S: Statement>(&self, statement: &mut S) {
        let words = ["x", "y", "z"].map(|name| statement.unknown(name, self.layout));
        let word = match operators(self.layout, words)[self.number].1 {
            Outcome::Word(word) => word,
            Outcome::Bit(bit) => as_word(bit, words[0]),
        };
        statement.show("result", self.layout, word);
    }
}

/// Checks all operators on a board, except for those whose names take the solver too long.
fn check_operators(files: usize, ranks: usize, left_out: &[&str]) {
    let Some(z3) = Z3::find() else { return };
    let layout = Layout::new(files, ranks).expect("a board");
    for (number, (name, _)) in operators(layout, [0_u128; 3]).iter().enumerate() {
        if !left_out.contains(name) {
            require_equal(z3, &format!("{name} on {layout}"), &Operator { layout, number });
        }
    }
}

#[test]
fn operators_on_9_bits() {
    check_operators(3, 3, &[]);
}

#[test]
fn operators_on_16_bits() {
    check_operators(4, 4, &[]);
}

#[test]
fn operators_on_25_bits() {
    check_operators(5, 5, &LONG_SUMS);
}

#[test]
fn operators_on_64_bits() {
    check_operators(8, 8, &LONG_SUMS);
}

/// Solvers without algebra cannot compare sums of many bits that are added in different orders. The smaller widths and
/// `tests/words/operators.rs` cover these.
const LONG_SUMS: [&str; 2] = ["at_least half", "less_than"];

/// The rules of Othello for one position and one move.
struct OthelloRules<const SIDE: usize>;

impl<const SIDE: usize> Subject for OthelloRules<SIDE> {
    fn state<S: Statement>(&self, statement: &mut S) {
        let layout = Layout::new(SIDE, SIDE).expect("a board");
        let discs = Discs { own: statement.unknown("own", layout), opp: statement.unknown("opp", layout) };
        let placed = statement.unknown_one_hot("placed", layout, &Mask::first(layout.squares()));
        let after = Othello::<SIDE>::apply(discs, placed);
        let like = discs.own;
        statement.show("legal", layout, Othello::<SIDE>::legal(discs));
        statement.show("flips", layout, Othello::<SIDE>::flips(discs, placed));
        statement.show("own-after", layout, after.own);
        statement.show("opp-after", layout, after.opp);
        statement.show("terminal", layout, as_word(Othello::<SIDE>::terminal(discs), like));
        statement.show("well-formed", layout, as_word(Othello::<SIDE>::well_formed(discs), like));
    }
}

#[test]
fn rules_of_othello() {
    let Some(z3) = Z3::find() else { return };
    require_equal(z3, "4x4", &OthelloRules::<4>);
    require_equal(z3, "6x6", &OthelloRules::<6>);
    require_equal(z3, "8x8", &OthelloRules::<8>);
}

/// The rules of Ostle for one position and one move.
struct OstleRules<const SIDE: usize>;

impl<const SIDE: usize> Subject for OstleRules<SIDE> {
    fn state<S: Statement>(&self, statement: &mut S) {
        let layout = Layout::new(SIDE, SIDE).expect("a board");
        let all = Mask::first(layout.squares());
        let [own, opp] = ["own", "opp"].map(|name| statement.unknown(name, layout));
        let hole = statement.unknown_one_hot("hole", layout, &all).word();
        let pieces = OstlePieces { own, opp, hole };
        let moved = statement.unknown_one_hot("moved", layout, &all);
        for direction in Ostle::<SIDE>::DIRECTIONS {
            let after = Ostle::<SIDE>::apply(pieces, moved, direction);
            let name = |what: &str| format!("{what}-{direction:?}");
            statement.show(&name("legal"), layout, Ostle::<SIDE>::legal(pieces, direction));
            statement.show(&name("own"), layout, after.own);
            statement.show(&name("opp"), layout, after.opp);
            statement.show(&name("hole"), layout, after.hole);
        }
        statement.show("terminal", layout, as_word(Ostle::<SIDE>::terminal(pieces, 3), own));
        statement.show("well-formed", layout, as_word(Ostle::<SIDE>::well_formed(pieces, 5), own));
    }
}

#[test]
fn rules_of_ostle() {
    let Some(z3) = Z3::find() else { return };
    require_equal(z3, "3x3", &OstleRules::<3>);
    require_equal(z3, "4x4", &OstleRules::<4>);
    require_equal(z3, "5x5", &OstleRules::<5>);
}

/// The rules of Push Fight for one position: a move, a push, and the pieces that can be pushed.
struct PushFightRules<B> {
    layout: Layout,
    /// Whether to include the ways of moves and the numbers of pieces, which take z3 too long on the published board.
    whole: bool,
    board: PhantomData<B>,
}

impl<B: Board> Subject for PushFightRules<B> {
    fn state<S: Statement>(&self, statement: &mut S) {
        let layout = self.layout;
        let all = Mask::first(layout.squares());
        let mut side = |name: &str| Side {
            pushers: statement.unknown(&format!("{name}-pushers"), layout),
            movers: statement.unknown(&format!("{name}-movers"), layout),
        };
        let (own, opp) = (side("own"), side("opp"));
        let pieces = Pieces { own, opp, anchor: statement.unknown("anchor", layout) };
        let like = pieces.anchor;
        let [from, to, pushes, pushed] =
            ["from", "to", "pushes", "pushed"].map(|name| statement.unknown_one_hot(name, layout, &all));
        let step = Move { from, to };
        if self.whole {
            let may_move = push_fight::may_move::<B, _>(pieces, step);
            statement.show("may-move", layout, as_word(may_move, like));
            let well_formed = push_fight::well_formed::<B, _>(pieces);
            statement.show("well-formed", layout, as_word(well_formed, like));
        }
        let push = Push { from: pushes, to: pushed };
        let push = push_fight::pushed::<B, _>(push_fight::moved(pieces, step), push);
        for (name, bit) in [
            ("push-legal", push.legal),
            ("push-wins", push.wins),
            ("can-push", push_fight::can_push::<B, _>(pieces)),
            ("can-win", push_fight::can_win::<B, _>(pieces)),
            ("follows-a-push", push_fight::follows_a_push::<B, _>(pieces)),
        ] {
            statement.show(name, layout, as_word(bit, like));
        }
        for (name, word) in [
            ("next-own-pushers", push.next.own.pushers),
            ("next-own-movers", push.next.own.movers),
            ("next-opp-pushers", push.next.opp.pushers),
            ("next-opp-movers", push.next.opp.movers),
            ("next-anchor", push.next.anchor),
        ] {
            statement.show(name, layout, word);
        }
        for direction in DIRECTIONS {
            let able = push_fight::able::<B, _>(pieces, direction);
            statement.show(&format!("able-{direction:?}"), layout, able);
        }
    }
}

#[test]
fn rules_of_push_fight() {
    let Some(z3) = Z3::find() else { return };
    let layout = Layout::new(4, 3).expect("a board");
    let small = PushFightRules::<PushFight<4, 3, 1, 1>> { layout, whole: true, board: PhantomData };
    require_equal(z3, "4x3", &small);
    let layout = Layout::new(8, 4).expect("a board");
    let standard = PushFightRules::<Standard> { layout, whole: false, board: PhantomData };
    require_equal(z3, "8x4", &standard);
}

/// Bounds and one-hot words, as a statement requires them.
struct Bounds {
    layout: Layout,
    bound: u32,
}

impl Subject for Bounds {
    fn state<S: Statement>(&self, statement: &mut S) {
        let word = statement.unknown("word", self.layout);
        statement.require_at_least(self.layout, word, self.bound);
        let all = Mask::first(self.layout.squares());
        statement.unknown_one_hot("choice", self.layout, &all);
    }
}

/// The clauses of a bound, in either form, imply the bound.
#[test]
fn bounds_are_required() {
    let Some(z3) = Z3::find() else { return };
    for (side, bound) in [(3, 0), (3, 1), (3, 4), (3, 9), (4, 5), (4, 11), (5, 7)] {
        let subject = Bounds { layout: Layout::new(side, side).expect("a board"), bound };
        for directions in [Directions::Needed, Directions::Both] {
            let refuses = ask(z3, &subject, directions, Question::OnlyTextRefuses);
            assert_eq!(refuses, "unsat", "{bound} of {side}x{side}");
            assert_eq!(ask(z3, &subject, directions, Question::Agree), "sat", "{bound} of {side}x{side}");
        }
    }
}

/// A bound on the bits of several words together, one of which counts twice.
struct Total {
    layout: Layout,
    bound: u32,
}

impl Subject for Total {
    fn state<S: Statement>(&self, statement: &mut S) {
        let [one, other] = ["one", "other"].map(|name| statement.unknown(name, self.layout));
        statement.require_total(self.layout, one, &[other, one], self.bound);
    }
}

/// The clauses of a bound on a total allow exactly what the text allows, in both directions.
#[test]
fn totals_are_required() {
    let Some(z3) = Z3::find() else { return };
    for (files, bound) in [(2, 0), (2, 1), (2, 6), (3, 5), (4, 12), (4, 13)] {
        let subject = Total { layout: Layout::new(files, 1).expect("a board"), bound };
        for directions in [Directions::Needed, Directions::Both] {
            let refuses = ask(z3, &subject, directions, Question::OnlyTextRefuses);
            assert_eq!(refuses, "unsat", "{bound} of {files}");
            let agree = if bound > 3 * files as u32 { "unsat" } else { "sat" };
            assert_eq!(ask(z3, &subject, directions, Question::Agree), agree, "{bound} of {files}");
        }
    }
}

/// A twin with one mistake.
struct Wrong<T>(T);

impl<const SIDE: usize> Subject for Wrong<OthelloRules<SIDE>> {
    fn state<S: Statement>(&self, statement: &mut S) {
        self.0.state(statement);
    }

    /// Two squares of the legal moves are exchanged.
    fn formula(&self) -> Formula {
        let mut formula = self.0.formula();
        let word = formula.words.iter_mut().find(|word| word.name == "legal").expect("a word");
        word.word.swap(0, 1);
        formula
    }
}

#[test]
fn a_wrong_twin_is_told_apart() {
    let Some(z3) = Z3::find() else { return };
    assert_eq!(ask(z3, &Wrong(OthelloRules::<6>), Directions::Both, Question::Differ), "sat");
}
