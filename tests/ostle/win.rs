//! `ostle.win` as a formula, compared with the engine's tables and the naive game; and the formula's shortcuts,
//! compared with the rules.

use crate::support::asked::{question_of, witness};
use crate::support::miter::{Outcome, stated};
use crate::support::run::{Place, run};
use crate::support::written::written_and_read_back;
use crate::{build, game, naive_variant};
use certamen::ask::query::Query;
use certamen::ask::question::Question;
use certamen::games::ostle::solve::{OstleGame, Probe, Rule};
use certamen::games::ostle::{OstleState, OstleVariant, OstleWin};
use certamen::retro::states::{Store, Tables};
use cnf_out::clausify::{self, Encoding, clausify};
use cnf_out::solver::Cadical;
use encodings::board::Grid;
use encodings::circuit::{Circuit, CircuitWord};
use encodings::ostle::notation;
use encodings::ostle::position::{Heading, Move, Position};
use encodings::ostle::rules::{Ostle, Pieces};
use encodings::ostle::variant::Variant;
use encodings::ostle::win::{SparedPosition, Win};
use encodings::statement::{CircuitStatement, Statement};
use encodings::word::{OneHot, Word};
use rustsat::solvers::{Solve, SolveIncremental, SolverResult};
use rustsat::types::Lit;
use serde_json::json;
use tempfile::TempDir;
use verify::ostle as naive;

/// The position before if rule 8 forbids nothing: no position equals it.
const NOTHING: Pieces<u32> = Pieces { own: 0, opp: 0, hole: 0 };

/// "The state is won within `plies` plies", for a state given by assumptions; it is asked for one state after the
/// other.
struct AnyState {
    solver: Cadical,
    /// The bits of the position, and of the position that may not come next.
    words: Vec<Vec<Lit>>,
    gates: usize,
}

impl AnyState {
    fn new<const SIDE: usize>(variant: Variant, plies: u32) -> Self {
        let circuit = Circuit::new();
        let mut statement = CircuitStatement::new(&circuit);
        let [pieces, before] = [["own", "opp", "hole"], ["own_before", "opp_before", "hole_before"]]
            .map(|names| any::<SIDE>(&mut statement, names));
        let wins = Win::<_, SIDE>::within(&mut statement, pieces, Some(before), variant, plies);
        statement.require(wins);
        let formula = statement.finish();
        let clausified = clausify(&formula, Encoding::default());
        let mut solver = Cadical::new();
        solver.add_cnf_ref(&clausified.cnf).expect("clauses that fit");
        let literal = |bit: &clausify::BitValue| match *bit {
            clausify::BitValue::Literal(literal) => literal,
            clausify::BitValue::Constant(_) => panic!("every square is chosen"),
        };
        let words = clausified.words.iter().take(6).map(|word| word.word.iter().map(literal).collect());
        Self { solver, words: words.collect(), gates: formula.graph.gates().len() }
    }

    fn is_won(&mut self, pieces: Pieces<u32>, before: Option<Pieces<u32>>) -> bool {
        let before = before.unwrap_or(NOTHING);
        let values = [pieces.own, pieces.opp, pieces.hole, before.own, before.opp, before.hole];
        let assumptions: Vec<Lit> = values
            .into_iter()
            .zip(&self.words)
            .flat_map(|(value, word)| {
                let bit = move |(index, &literal): (usize, &Lit)| {
                    if value >> index & 1 == 1 { literal } else { !literal }
                };
                word.iter().enumerate().map(bit)
            })
            .collect();
        match self.solver.solve_assumps(&assumptions).expect("an answer") {
            SolverResult::Sat => true,
            SolverResult::Unsat => false,
            SolverResult::Interrupted => panic!("nobody stops it"),
        }
    }
}

fn any<'c, const SIDE: usize>(
    statement: &mut CircuitStatement<'c>,
    names: [&str; 3],
) -> Pieces<CircuitWord<'c>> {
    let [own, opp, hole] = names.map(|name| statement.unknown(name, Grid::<SIDE, SIDE>::LAYOUT));
    Pieces { own, opp, hole }
}

/// Every state of a small board: a position with every move that may be forbidden there, and with none.
fn states<const SIDE: usize>(game: &OstleGame<SIDE>) -> Vec<(Position<SIDE>, Option<Move>)> {
    let variant = game.variant();
    let (pieces, lose_at) = (variant.pieces() as usize, variant.lose_at() as usize);
    let positions = naive::all_positions(naive_variant(SIDE, pieces, lose_at)).expect("a small board");
    let read = |position: &naive::Position| {
        let text = naive::write_line(position.board());
        let pieces = notation::parse(&text, Position::<SIDE>::LAYOUT).expect("a board");
        Position::<SIDE>::new(pieces, variant).expect("a position")
    };
    let with_forbidden = |position: Position<SIDE>| {
        let forbidden = position.moves().filter(move |&played| game.can_be_forbidden(position, played));
        forbidden.map(Some).chain([None]).map(move |forbidden| (position, forbidden))
    };
    positions.iter().map(read).flat_map(with_forbidden).collect()
}

/// Compares every `step`-th state with the tables; returns the number of states that are won in exactly `plies` plies.
fn compare<const SIDE: usize>(pieces: usize, lose_at: usize, plies: u32, step: usize) -> usize {
    let directory = TempDir::new().expect("a directory");
    let game = game::<SIDE>(pieces, lose_at, Rule::Literal);
    build(&game, directory.path());
    let store = Store::open(directory.path(), &game).expect("tables");
    let tables = Tables::open(&game, store).expect("tables");
    let mut formula = AnyState::new::<SIDE>(game.variant(), plies);
    let mut met = 0;
    for (position, forbidden) in states(&game).into_iter().step_by(step) {
        let value = tables.value(position, forbidden).expect("a value");
        let before = forbidden.map(|played| position.after(played));
        let expected = value.is_win() && u32::from(value.plies()) <= plies;
        let text = notation::print(position.pieces(), Position::<SIDE>::LAYOUT);
        assert_eq!(
            formula.is_won(position.pieces(), before),
            expected,
            "{text} {forbidden:?}: {value}, {plies}"
        );
        met += usize::from(value.is_win() && u32::from(value.plies()) == plies);
    }
    met
}

/// In a win of two plies every reply would push an own piece away; these boards have none.
#[test]
fn the_formula_agrees_with_the_tables_on_every_state_of_small_boards() {
    for plies in 1..=4 {
        let met = compare::<3>(1, 0, plies, 1);
        assert_eq!(met > 0, plies % 2 == 1, "{plies}: {met}");
    }
    compare::<3>(2, 1, 3, 29);
}

#[test]
#[ignore = "three minutes of processor time: a hundred thousand states"]
fn the_formula_agrees_with_the_tables_on_every_state_of_more_boards() {
    for plies in [1, 3, 5] {
        assert!(compare::<3>(2, 1, plies, 1) > 0, "{plies}");
    }
    assert!(compare::<3>(2, 0, 3, 7) > 0);
    assert!(compare::<4>(1, 0, 3, 1) > 0);
}

/// Whether a move is legal and wins.
fn wins_by<W: Word, const SIDE: usize>(
    pieces: Pieces<W>,
    moved: OneHot<W>,
    heading: Heading,
    lose_at: u32,
) -> W::Bit {
    let legal = (Ostle::<SIDE>::legal(pieces, heading.direction()) & moved.word()).any();
    let after = Ostle::<SIDE>::apply(pieces, moved, heading.direction());
    legal & Ostle::<SIDE>::lost(after.own, lose_at)
}

/// A winning move that the formula misses, or a win that it finds where no move wins.
fn seen_wrongly<const SIDE: usize>(variant: Variant, is_seen: bool) -> Outcome {
    stated(|statement| {
        let pieces = any::<SIDE>(statement, ["own", "opp", "hole"]);
        statement.require(Ostle::<SIDE>::well_formed(pieces, variant.pieces()));
        statement.require(!Ostle::<SIDE>::terminal(pieces, variant.lose_at()));
        let standing = SparedPosition::new(pieces, variant);
        let seen = standing.wins_at_once::<SIDE>();
        let layout = Grid::<SIDE, SIDE>::LAYOUT;
        let won = |moved, heading| wins_by::<_, SIDE>(pieces, moved, heading, variant.lose_at());
        if is_seen {
            statement.require(seen);
            for square in layout.all() {
                for heading in Heading::ALL {
                    statement.require(!won(OneHot::from_square(square, pieces.own), heading));
                }
            }
        } else {
            statement.require(!seen);
            let moved = statement.unknown_one_hot("moved", layout, &Grid::<SIDE, SIDE>::FULL);
            let [up, down, left, right] = Heading::ALL.map(|heading| won(moved, heading));
            statement.require(up | down | left | right);
        }
        layout.squares()
    })
}

/// A legal move after which the numbers of pieces differ from what the parity of the changed squares says.
fn counted_wrongly<const SIDE: usize>(variant: Variant, heading: Heading) -> Outcome {
    stated(|statement| {
        let pieces = any::<SIDE>(statement, ["own", "opp", "hole"]);
        statement.require(Ostle::<SIDE>::well_formed(pieces, variant.pieces()));
        statement.require(!Ostle::<SIDE>::terminal(pieces, variant.lose_at()));
        let layout = Grid::<SIDE, SIDE>::LAYOUT;
        let moved = statement.unknown_one_hot("moved", layout, &Grid::<SIDE, SIDE>::FULL);
        statement.require((Ostle::<SIDE>::legal(pieces, heading.direction()) & moved.word()).any());
        let after = Ostle::<SIDE>::apply(pieces, moved, heading.direction());
        let successor = SparedPosition::new(pieces, variant).successor::<SIDE>(after);
        let won = Ostle::<SIDE>::lost(after.own, variant.lose_at());
        let lost = Ostle::<SIDE>::lost(after.opp, variant.lose_at());
        // The pieces that both sides can spare afterwards decide whether the next move wins.
        let counted = SparedPosition::new(after, variant).wins_at_once::<SIDE>();
        let goes_on = !won & !lost;
        let wrong = goes_on & (successor.next.wins_at_once::<SIDE>() ^ counted);
        statement.require(successor.won ^ won | successor.lost ^ lost | wrong);
        layout.squares()
    })
}

/// Refutes, for all positions of a game at once, that the formula's results differ from the rules.
fn require_the_rules<const SIDE: usize>(variant: Variant) {
    for is_seen in [false, true] {
        seen_wrongly::<SIDE>(variant, is_seen).equal();
    }
    for heading in Heading::ALL {
        counted_wrongly::<SIDE>(variant, heading).equal();
    }
}

/// For games in which a side can spare one piece, and three.
#[test]
#[ignore = "half a minute of proofs"]
fn the_shortcuts_of_the_formula_are_the_rules_on_5x5() {
    require_the_rules::<5>(Variant::PUBLISHED);
    require_the_rules::<5>(Variant::new(5, 5, 1).expect("a variant"));
}

#[test]
fn the_shortcuts_of_the_formula_are_the_rules() {
    require_the_rules::<3>(Variant::new(3, 3, 0).expect("a variant"));
    require_the_rules::<4>(Variant::new(4, 4, 2).expect("a variant"));
    // One more piece to spare: a win is found although the game is not lost yet.
    let one_more = Variant::new(5, 5, 2).expect("a variant");
    let wrong = stated(|statement| {
        let pieces = any::<5>(statement, ["own", "opp", "hole"]);
        let [one, other] = [Variant::PUBLISHED, one_more].map(|variant| SparedPosition::new(pieces, variant));
        statement.require(Ostle::<5>::well_formed(pieces, 5));
        statement.require(!Ostle::<5>::terminal(pieces, 3));
        statement.require(one.wins_at_once::<5>() ^ other.wins_at_once::<5>());
        25
    });
    wrong.differ();
}

/// Whether the solver finds a winning first move, which the naive game has confirmed.
fn is_won(query: OstleWin) -> bool {
    witness(query).inspect(|found| assert!(found.win.is_some(), "{query}")).is_some()
}

/// Positions of 3x3 with two pieces on each side, one of which may be lost, given by their text.
#[test]
fn given_states_are_won_as_the_naive_game_says() {
    let variant = Variant::new(3, 2, 0).expect("a variant");
    let game = OstleGame::<3>::new(variant, Rule::Literal);
    let mut met = [0, 0];
    for (position, forbidden) in states(&game).into_iter().step_by(997) {
        let text = notation::print(position.pieces(), Position::<3>::LAYOUT);
        let name = forbidden.map(|played| notation::print_move(played, Position::<3>::LAYOUT));
        let given = OstleState::parse(&text, name.as_deref()).expect("a state");
        let start = naive::parse_position(naive_variant(3, 2, 0), &text).expect("a position");
        let state = match &name {
            None => naive::State::new(start),
            Some(name) => {
                naive::State::with_forbidden(start, name.parse().expect("a move")).expect("a state")
            }
        };
        for plies in [1, 3, 4] {
            let query =
                OstleWin { variant: variant.into(), plies, symmetry_breaking: false, given: Some(given) };
            assert_eq!(query.validate(), Ok(()));
            let expected = naive::wins_within(&state, plies);
            assert_eq!(is_won(query), expected, "{query}");
            met[usize::from(expected)] += 1;
        }
    }
    assert!(met.iter().all(|&times| times > 10), "{met:?}");
}

/// The only winning move may be the forbidden one.
#[test]
fn rule_8_may_forbid_the_only_winning_move() {
    let variant = Variant::new(3, 1, 0).expect("a variant");
    let game = OstleGame::<3>::new(variant, Rule::Literal);
    let mut formula = AnyState::new::<3>(variant, 3);
    let is_taken_away = |&(position, forbidden): &(Position<3>, Option<Move>)| {
        let before = forbidden.map(|played| position.after(played));
        before.is_some()
            && formula.is_won(position.pieces(), None)
            && !formula.is_won(position.pieces(), before)
    };
    let (position, forbidden) = states(&game).into_iter().find(is_taken_away).expect("such a state");
    let text = notation::print(position.pieces(), Position::<3>::LAYOUT);
    let forbidden = notation::print_move(forbidden.expect("a move"), Position::<3>::LAYOUT);
    let place = Place::new();
    let asked = format!("solve ostle.win --in 3 --board 3x3 --pieces 1 --lose-at 0 --position {text}");
    let found = place.run(&format!("{asked} --json")).json(10);
    assert_eq!(found["witness"]["win"]["within"], json!(3));
    let refuted = place.run(&format!("{asked} --forbidden {forbidden} --proof p.lrat"));
    assert!(refuted.answers(20).contains("s UNSATISFIABLE") && !place.read("p.lrat").is_empty());
}

#[test]
fn every_format_is_written_and_an_answer_read_back() {
    let question = "ostle.win --in 3 --board 3x3 --pieces 2 --lose-at 1";
    let (decoded, drawn) = written_and_read_back(question, &["dimacs", "smt2", "aag", "btor2"]);
    assert_eq!(decoded["witness"]["win"]["within"], json!(3));
    // The caption is broken to the width of the board.
    assert!(drawn.contains(" wins within 3</text>") && drawn.contains(">plies</text>"), "{drawn}");
}

/// The content of a file is not trusted.
#[test]
fn questions_and_witnesses_that_make_no_sense_are_refused() {
    let given = OstleState::parse("22222-00000-00300-00000-11111", None).expect("a state");
    let variant = OstleVariant::PUBLISHED;
    let sound = OstleWin { variant, plies: 3, symmetry_breaking: false, given: Some(given) };
    assert_eq!(sound.validate(), Ok(()));
    let text = serde_json::to_string(&Question::from(sound)).expect("JSON");
    assert_eq!(question_of(&text).expect("a question"), Question::from(sound));
    let wrong = [
        OstleWin { plies: 0, ..sound },
        OstleWin { plies: 6, ..sound },
        OstleWin { variant: Variant::new(4, 2, 0).expect("a variant").into(), ..sound },
        OstleWin {
            given: Some(OstleState::parse("22222-00000-00300-00000-00011", None).expect("read")),
            ..sound
        },
    ];
    for query in wrong {
        assert!(query.validate().is_err(), "{query}");
    }
    assert!(Question::from(sound).interpret(&|_| Ok(vec![true; 25])).is_err());

    let start = "--position 22222-00000-00300-00000-11111";
    run("solve ostle.win").refused(&["--in"]);
    run("solve ostle.win --in 7").refused(&["1 to 5"]);
    run("solve ostle.win --in 1 --forbidden a1U").refused(&["--position"]);
    run(&format!("solve ostle.win --in 1 {start} --forbidden a1U")).refused(&["a1U", "take"]);
    run(&format!("solve ostle.win --in 1 {start} --forbidden e9U")).refused(&["e9"]);
    run(&format!("solve ostle.win --in 1 {start} --board 4x4")).refused(&["4x4"]);
    run("solve ostle.win --in 1 --position 22222-00000").refused(&["the position"]);
    run("solve ostle.win --in 1 --at-least 2").refused(&["--at-least", "ostle.mobility"]);
    run("prove ostle.win --in 1 --out o").refused(&["ostle.mobility"]);
}

/// Random positions of 5x5, compared with a search of the naive game.
#[test]
#[ignore = "minutes: ten thousand positions, each looked at three plies deep by the naive game"]
fn ten_thousand_positions_of_5x5_are_won_as_the_naive_game_says() {
    let mut random = fastrand::Rng::with_seed(5);
    let game = OstleGame::<5>::new(Variant::PUBLISHED, Rule::Literal);
    let mut formulas = [1, 3].map(|plies| (plies, AnyState::new::<5>(Variant::PUBLISHED, plies)));
    println!("gates: {:?}", formulas.each_ref().map(|(_, formula)| formula.gates));
    let mut met = [[0; 2]; 2];
    for number in 0..10_000 {
        let position = random_position(&mut random);
        let choices: Vec<Move> =
            position.moves().filter(|&played| game.can_be_forbidden(position, played)).collect();
        let forbidden = match number % 2 {
            0 => None,
            _ if choices.is_empty() => None,
            _ => Some(choices[random.usize(..choices.len())]),
        };
        let text = notation::print(position.pieces(), Position::<5>::LAYOUT);
        let start = naive::parse_position(naive_variant(5, 5, 3), &text).expect("a position");
        let state = match forbidden {
            None => naive::State::new(start),
            Some(played) => {
                let name = notation::print_move(played, Position::<5>::LAYOUT);
                naive::State::with_forbidden(start, name.parse().expect("a move")).expect("a state")
            }
        };
        let before = forbidden.map(|played| position.after(played));
        for ((plies, formula), met) in formulas.iter_mut().zip(&mut met) {
            let expected = naive::wins_within(&state, *plies);
            assert_eq!(formula.is_won(position.pieces(), before), expected, "{text} {forbidden:?} {plies}");
            met[usize::from(expected)] += 1;
        }
    }
    println!("not won and won, in 1 and in 3: {met:?}");
}

/// A position with four or five pieces on each side; all squares are equally likely.
fn random_position(random: &mut fastrand::Rng) -> Position<5> {
    let mut squares: Vec<usize> = (0..25).collect();
    random.shuffle(&mut squares);
    let mut take = |number: usize| squares.drain(..number).fold(0, |word, square| word | 1 << square);
    let hole = take(1);
    let (own, opp) = (take(random.usize(4..=5)), take(random.usize(4..=5)));
    Position::new(Pieces { own, opp, hole }, Variant::PUBLISHED).expect("a position")
}
