//! Games as formulas: the constraints added to the rules (the first move, unreachable squares, the connected beginning
//! of a window) remove no game, and no game is allowed that the rules forbid.

use certamen::ask::emission::Emission;
use certamen::ask::question::Question;
use certamen::ask::solve::ask;
use certamen::games::othello::OthelloSize;
use certamen::games::othello::query::{LastSteps, OthelloMobility, Reachability, ToMove, WholeGame};
use certamen::games::othello::search::{Budget, Census, Layer, unwatched};
use certamen::work::Limits;
use cnf_out::clausify::Encoding;
use cnf_out::map::MappedBit;
use cnf_out::solver::chain::{Chain, Cube, Setting};
use cnf_out::solver::{Cadical, LratFormat, Verdict};
use encodings::othello::position::Player;
use rayon::prelude::*;
use rustsat::solvers::{Solve, SolverResult};
use rustsat::types::{Clause, Lit};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use verify::lrat;
use verify::othello::{self as naive, Disc, Ply, Size, replay};

fn question(board: OthelloSize, at_least: u32, reach: Reachability, symmetry_breaking: bool) -> Question {
    OthelloMobility {
        board,
        at_least,
        empties: 0,
        symmetry_breaking,
        discs: None,
        reach: Some(reach),
        after_pass: false,
    }
    .into()
}

/// Whether the embedded solver finds a model in which these words have exactly these squares set.
#[allow(clippy::needless_pass_by_value, reason = "questions are written where they are asked")]
fn is_possible(question: Question, moves: &[(String, String)]) -> bool {
    let emission = Emission::new(&question, Encoding::default());
    let mut solver = Cadical::new();
    for clause in &emission.clausified.cnf {
        solver.add_clause_ref(clause).expect("a clause");
    }
    for (word, square) in moves {
        let word = emission.map.words.iter().find(|mapped| mapped.name == *word).expect("the word is mapped");
        let unit = match word.bits[square.as_str()] {
            MappedBit::Literal(literal) => Lit::from_ipasir(literal).expect("a literal"),
            MappedBit::Constant(value) => {
                assert!(value, "{square} is ruled out before the solver is asked");
                continue;
            }
        };
        solver.add_clause([unit].into_iter().collect::<Clause>()).expect("a clause");
    }
    solver.solve().expect("the solver runs") == SolverResult::Sat
}

/// The censuses of all layers of the game from 5 discs on.
fn censuses<const SIDE: usize>(most: u32) -> Vec<Census<SIDE>> {
    let mut layer = Layer::<SIDE>::start();
    let mut censuses = Vec::new();
    for _ in 5..=most {
        layer = layer.next(Budget(1 << 30), &mut unwatched).expect("memory suffices");
        censuses.push(layer.census());
    }
    censuses
}

/// The boards after `placements` placements of either player at any time, by the naive rules.
fn boards_in_any_order(size: Size, placements: usize) -> BTreeSet<String> {
    let mut boards = BTreeSet::from([naive::write_line(&naive::Position::start(size).board)]);
    for _ in 0..placements {
        let placed = |line: &String| {
            let board = naive::parse_board(line).expect("a board");
            let by = |disc| {
                let after = |square| naive::apply(&board, disc, square).expect("a legal move");
                naive::legal_moves(&board, disc).into_iter().map(after).collect::<Vec<_>>()
            };
            [Disc::Black, Disc::White]
                .into_iter()
                .flat_map(by)
                .map(|board| naive::write_line(&board))
                .collect::<Vec<_>>()
        };
        boards = boards.iter().flat_map(placed).collect();
    }
    boards
}

/// Segment by segment, with proofs: games in any order have no more legal moves than placements from the start do.
#[test]
fn in_any_order_the_most_moves_of_4x4_are_those_of_all_placements() {
    for discs in 5..=7 {
        let moves = |disc| {
            let boards = boards_in_any_order(Size::Four, discs - 4);
            let of =
                |line: &String| naive::legal_moves(&naive::parse_board(line).expect("a board"), disc).len();
            boards.iter().map(of).max().expect("a board") as u32
        };
        let [black, white] = [moves(Disc::Black), moves(Disc::White)];
        let sides = [(ToMove::Black, black), (ToMove::White, white), (ToMove::Either, black.max(white))];
        for ((to_move, most), breaks) in sides.into_iter().flat_map(|side| [(side, false), (side, true)]) {
            let game = Reachability::Game(WholeGame { discs: discs as u32, to_move, any_order: true });
            let asked = |at_least| {
                let emission =
                    Emission::new(&question(OthelloSize::Four, at_least, game, breaks), Encoding::default());
                assert!(emission.plan().is_some(), "games in any order fall into segments");
                let run =
                    ask(&emission, Vec::new(), LratFormat::Binary, &Limits::default()).expect("a verdict");
                (emission, run.verdict)
            };
            let (emission, Verdict::Satisfiable(model)) = asked(most) else {
                panic!("{discs} discs, {to_move} to move: {most} moves")
            };
            emission.witness_of_model(&model).expect("a game");
            let (emission, Verdict::Unsatisfiable(refuted)) = asked(most + 1) else {
                panic!("{discs} discs, {to_move} to move: more than {most} moves")
            };
            let formula = verify::dimacs::read(emission.dimacs.as_slice()).expect("clauses");
            lrat::check(&formula, refuted.proof.as_slice(), lrat::Format::Binary).expect("a proof");
        }
    }
}

/// Only the boards connect the steps, so there is a segment for each step, and one for the end.
#[test]
fn games_in_any_order_fall_into_stages() {
    let cuts = |any_order| {
        let game = Reachability::Game(WholeGame { discs: 30, to_move: ToMove::Either, any_order });
        question(OthelloSize::Eight, 34, game, true).refutation_parts().expect("parts").cuts()
    };
    assert_eq!(cuts(true).len(), 26);
    assert!(cuts(false).is_empty(), "turns connect them too");
    let game = Reachability::Game(WholeGame { discs: 30, to_move: ToMove::Either, any_order: true });
    let emission = Emission::new(&question(OthelloSize::Eight, 34, game, true), Encoding::default());
    assert!(emission.plan().is_some());
}

/// No board that placements lead to is excluded. A refutation proposes no excluded board again, as its clauses are proved.
#[test]
fn boards_with_stranded_discs_are_excluded_by_clauses_that_can_be_proved() {
    let game = Reachability::Game(WholeGame { discs: 7, to_move: ToMove::Either, any_order: true });
    let six = question(OthelloSize::Six, 10, game, true);
    for board in boards_in_any_order(Size::Six, 3) {
        let bits = |mark: &str| board.chars().map(|disc| mark.contains(disc)).collect();
        assert!(
            six.refutation_parts().expect("parts").excluded(&[bits("XO"), bits("X")]).is_empty(),
            "{board}"
        );
    }
    let mut start = vec![false; 36];
    for square in [14, 15, 20, 21, 0] {
        start[square] = true;
    }
    let setting = |bit: usize| Setting { word: 0, bit, is_set: bit == 0 };
    let expected: Cube = [0, 1, 6, 7].into_iter().map(setting).collect();
    assert_eq!(
        six.refutation_parts().expect("parts").excluded(&[start, vec![false; 36]]),
        [expected],
        "a1 alone, without b1, a2 and b2"
    );
    let emission = Emission::new(&six, Encoding::default());
    let plan = emission.plan().expect("segments");
    let mut chain = Chain::new(&emission.clausified.cnf, &plan, "unsat", LratFormat::Binary, Vec::new())
        .expect("a chain");
    let boards = Rc::new(RefCell::new(BTreeSet::new()));
    let seen = Rc::clone(&boards);
    let hint = move |board: &[Vec<bool>]| {
        let cubes = six.refutation_parts().expect("parts").excluded(board);
        if !cubes.is_empty() {
            assert!(seen.borrow_mut().insert(board.to_vec()), "a board that is excluded is proposed again");
        }
        cubes
    };
    chain.set_hint(emission.cuts(), hint).expect("the words of the cuts");
    let run = chain.solve().expect("a verdict");
    assert!(matches!(run.verdict, Verdict::Unsatisfiable(_)), "{:?}", run.verdict);
    assert!(boards.borrow().len() > 10, "{} boards with stranded discs", boards.borrow().len());
}

/// The discs up to which games on 4x4 are asked about without a fixed first move, too: later layers take much longer.
const LAST_WITHOUT_FIRST_MOVE: u32 = 12;

#[test]
fn the_most_moves_of_each_4x4_layer_are_those_of_an_exhaustive_search() {
    let mut cases = Vec::new();
    for census in censuses::<4>(16) {
        for (to_move, player) in [(ToMove::Black, Player::Black), (ToMove::White, Player::White)] {
            let side = census.sides.of(player);
            let most = (side.positions > 0).then_some(side.mobility);
            cases.push((census.discs, to_move, most, true));
            if census.discs <= LAST_WITHOUT_FIRST_MOVE {
                cases.push((census.discs, to_move, most, false));
            }
        }
    }
    // The last layers take the longest.
    cases.into_par_iter().rev().with_max_len(1).for_each(|(discs, to_move, most, fixed)| {
        let game = |any_order| Reachability::Game(WholeGame { discs, to_move, any_order });
        let ask = |k, any_order| is_possible(question(OthelloSize::Four, k, game(any_order), fixed), &[]);
        let place = format!("{discs} discs, {to_move} to move, first move fixed: {fixed}");
        assert_eq!(ask(0, false), most.is_some(), "{place}: whether there is such a position");
        if let Some(most) = most {
            assert!(ask(most, false), "{place}: {most} moves");
            assert!(!ask(most + 1, false), "{place}: more than {most} moves");
            assert!(ask(most, true), "{place}: in any order as well");
        }
    });
}

#[test]
fn windows_allow_what_games_reach() {
    for census in censuses::<4>(15) {
        let most = census.sides.black.mobility.max(census.sides.white.mobility);
        for steps in 1..=census.discs - 4 {
            // The formula with symmetry breaking and passes in their order has the fewest models; the others are weaker.
            let weaker = [(false, false), (true, true)].into_iter().filter(|_| steps <= 4);
            for (symmetry_breaking, any_order) in weaker.chain([(true, false)]) {
                let window = LastSteps { steps, least: census.discs, most: census.discs, any_order };
                let asked =
                    question(OthelloSize::Four, most, Reachability::Window(window), symmetry_breaking);
                assert!(is_possible(asked, &[]), "{} discs, {steps} steps, {most} moves", census.discs);
            }
        }
    }
}

/// For each number of steps since the last pass, the most legal moves of positions of 4x4 with each number of discs, by the naive
/// rules.
fn most_after_the_last_pass() -> BTreeMap<(u32, u32), u32> {
    let start = naive::Position::start(Size::Four);
    let mut states = BTreeSet::from([(naive::write_line(&start.board), start.mover, None)]);
    let mut most = BTreeMap::new();
    for discs in 4.. {
        let mut next = BTreeSet::new();
        for (line, mover, since) in &states {
            let board = naive::parse_board(line).expect("a board");
            let moves = naive::legal_moves(&board, *mover);
            if let Some(steps) = *since {
                let most = most.entry((discs, steps)).or_insert(0);
                *most = moves.len().max(*most as usize) as u32;
            }
            for square in moves {
                let board = naive::apply(&board, *mover, square).expect("a legal move");
                let line = naive::write_line(&board);
                if !naive::legal_moves(&board, mover.opponent()).is_empty() {
                    next.insert((line, mover.opponent(), since.map(|steps| steps + 1)));
                } else if !naive::legal_moves(&board, *mover).is_empty() {
                    next.insert((line, *mover, Some(0)));
                }
            }
        }
        if next.is_empty() {
            break;
        }
        states = next;
    }
    most
}

#[test]
fn steps_after_the_last_pass_allow_what_games_reach() {
    let most = most_after_the_last_pass();
    assert!(most.len() > 30 && most.keys().any(|(_, steps)| *steps > 5), "{most:?}");
    let mut refuted = 0;
    for ((discs, steps), most) in most {
        for symmetry_breaking in [false, true] {
            let asked = |at_least| -> Question {
                let any = OthelloMobility::any(OthelloSize::Four);
                let window = LastSteps { steps, least: discs, most: discs, any_order: false };
                let after_pass = OthelloMobility { at_least, symmetry_breaking, after_pass: true, ..any };
                let reach = Some(Reachability::Window(window));
                let asked = match steps {
                    0 => OthelloMobility { discs: Some(discs), ..after_pass },
                    _ => OthelloMobility { reach, ..after_pass },
                };
                asked.into()
            };
            assert!(is_possible(asked(most), &[]), "{discs} discs, {steps} steps, {most} moves");
            // More steps take minutes.
            if steps < 2 {
                refuted += u32::from(!is_possible(asked(most + 1), &[]));
            }
        }
    }
    assert!(refuted > 0);
}

/// The records of `data/othello.tsv`: text and noted facts.
fn records() -> Vec<(String, u32)> {
    let data = include_str!("../data/othello.tsv");
    let records = data.lines().filter_map(|line| line.strip_prefix("record\t"));
    records.map(|line| (line.split('\t').next().unwrap_or_default().to_owned(), 33)).collect()
}

#[test]
fn known_records_satisfy_the_formula() {
    let records = records();
    assert_eq!(records.len(), 2);
    for (record, mobility) in records {
        let played = replay(Size::Eight, &record).expect("a legal record");
        let squares = played.plies.iter().filter_map(|ply| match ply {
            Ply::Move(square) => Some(square.to_string()),
            Ply::Pass => None,
        });
        let moves: Vec<(String, String)> = squares
            .enumerate()
            .map(|(index, square)| (format!("move[{}]", index + 1), format!("move[{}][{square}]", index + 1)))
            .collect();
        let to_move = if played.position.mover == Disc::Black { ToMove::Black } else { ToMove::White };
        let game = WholeGame { discs: played.discs() as u32, to_move, any_order: false };
        for fixed in [false, true] {
            let ask =
                |k| is_possible(question(OthelloSize::Eight, k, Reachability::Game(game), fixed), &moves);
            assert!(ask(mobility), "{record} reaches {mobility} moves");
            assert!(!ask(mobility + 1), "{record} reaches no more than {mobility} moves");
        }
        // With the other player to move, the record is not a game.
        let other = if to_move == ToMove::Black { ToMove::White } else { ToMove::Black };
        let game = WholeGame { to_move: other, ..game };
        assert!(!is_possible(question(OthelloSize::Eight, mobility, Reachability::Game(game), true), &moves));
    }
}
