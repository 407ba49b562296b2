//! Questions about positions that games reach, against every game of a small board.

use crate::own_game::Breakthrough;
use certamen::ask::flag::Given;
use certamen::ask::kind::Kind;
use certamen::ask::solve::{AskOutcome, Event, ask_question};
use certamen::language::{LanguageKind, NaiveJudge, Predicate, Subject, Twin};
use certamen::work::Limits;
use encodings::circuit::Circuit;
use encodings::othello::rules::Othello;
use encodings::rules::{NamedWords, Phase, Position, Rules, state_play};
use encodings::transition::{CircuitTransition, TransitionCircuit};
use encodings::word::{NativeWord, Word};
use std::collections::HashSet;
use std::sync::Arc;
use verify::othello::{OthelloView, Size};

/// All positions after each number of plies. `passes_at_once`: a pass is made together with the step before it.
fn layers<R: Rules>(rules: &R, plies: usize, passes_at_once: bool) -> Vec<HashSet<Position<R>>> {
    let mut found = vec![HashSet::from([Position::start(rules)])];
    for _ in 0..plies {
        let mut next = HashSet::new();
        for &position in found.last().expect("the start") {
            match position.phase(rules) {
                Phase::Over(_) => {}
                Phase::Passes(passed) => _ = next.insert(passed),
                Phase::Moves(_) => next.extend(position.steps(rules).map(|step| {
                    let after = position.after(rules, step);
                    match after.phase(rules) {
                        Phase::Passes(passed) if passes_at_once => passed,
                        _ => after,
                    }
                })),
            }
        }
        found.push(next);
    }
    found
}

/// Whether a position of a layer meets a condition.
fn has<R: Rules>(rules: &R, layer: &HashSet<Position<R>>, text: &str) -> bool {
    let boards: Vec<_> = layer.iter().map(|position| position.board()).collect();
    let predicate = Predicate::new(rules, text).expect(text);
    // Every question implies that the position is well formed, which the end of a game need not be.
    let well_formed = boards.into_iter().filter(|&board| rules.well_formed(board)).collect::<Vec<_>>();
    predicate.holds(rules, &well_formed).contains(&true)
}

/// Whether a solver finds one, judged by the naive game.
fn finds(kind: &dyn Kind, given: &Given, breaks: bool) -> bool {
    let question = kind.ask(given).expect("a question").with_symmetry_breaking(breaks);
    match ask_question(&question, &Limits::default(), || Ok(std::io::sink()), |_: Event<'_>| {})
        .expect("an answer")
    {
        AskOutcome::Found(_) => true,
        AskOutcome::Refuted(_) => false,
        AskOutcome::Stopped(reason) => panic!("{question}: {reason}"),
    }
}

/// Othello on 4x4 with the texts of its naive game.
pub(crate) fn othello_with(twin: impl Twin + 'static) -> LanguageKind {
    let twin = Arc::new(twin);
    LanguageKind::new("othello", Vec::new(), move |_| {
        let line = certamen::ask::listed::LineForm {
            words: vec!["own", "opp"],
            letters: vec![('-', 0b00), ('O', 0b01), ('X', 0b10)],
            squares: (0..16).collect(),
            rows: None,
            flag: None,
        };
        Ok(Box::new(Arc::new(Subject::new(Othello::<4>).with_line(line).with_twin(twin.clone()))))
    })
}

pub(crate) fn othello() -> LanguageKind {
    othello_with(NaiveJudge(OthelloView::new(Size::Four)))
}

pub(crate) fn asked(text: &str) -> Given {
    Given::new().with_text("ask", text)
}

#[test]
fn games_of_othello_by_their_discs() {
    let (kind, layers) = (othello(), layers(&Othello::<4>, 12, true));
    let mut seen = [0, 0];
    for text in [
        "over",
        "count(legal) >= 4",
        "count(own) > count(opp) + 3 and not over",
        "own[b1] and opp[b2]",
        "some m in legal: over or after(m).over",
    ] {
        for discs in [4, 5, 7, 9, 10, 11] {
            let given = asked(text).with_switch("reachable").with_text("discs", &discs.to_string());
            let expected = has(&Othello::<4>, &layers[discs - 4], text);
            for breaks in [false, true] {
                assert_eq!(finds(&kind, &given, breaks), expected, "{text} with {discs} discs, {breaks}");
            }
            seen[usize::from(expected)] += 1;
            // More games can be played if either player may pass at any time.
            let freely = given.with_switch("any-order");
            assert!(!expected || finds(&kind, &freely, false), "{text} with {discs} discs in any order");
        }
    }
    assert!(seen[0] > 5 && seen[1] > 5, "{seen:?}");
}

#[test]
fn games_of_othello_by_their_plies() {
    let (kind, layers) = (othello(), layers(&Othello::<4>, 9, false));
    for text in ["over", "none(legal) and not over", "count(legal) >= 5"] {
        for plies in [0, 1, 3, 6, 8, 9] {
            let given = asked(text).with_number("plies", plies);
            let expected = has(&Othello::<4>, &layers[plies as usize], text);
            for breaks in [false, true] {
                assert_eq!(finds(&kind, &given, breaks), expected, "{text} after {plies} plies, {breaks}");
            }
        }
    }
}

#[test]
fn games_of_a_strangers_game_by_their_plies() {
    let kind = own_kind();
    let rules = Breakthrough::<3>;
    let layers = layers(&rules, 6, false);
    for text in ["over", "count(moves) >= 5", "count(own) < count(opp)", "opp[a2] and count(left) >= 1"] {
        for plies in 0..=5 {
            let given = asked(text).with_number("plies", plies);
            let expected = has(&rules, &layers[plies as usize], text);
            for breaks in [false, true] {
                assert_eq!(finds(&*kind, &given, breaks), expected, "{text} after {plies} plies, {breaks}");
            }
        }
    }
    let refused = kind.ask(&asked("over").with_switch("reachable")).expect_err("its games have any length");
    assert!(refused.to_string().contains("give the length of the games with --plies N"), "{refused}");
}

/// Breakthrough on 3x3 with its naive twin, as `App::rules` registers it.
fn own_kind() -> Arc<dyn Kind> {
    certamen::play::RuledGame::new("Breakthrough").twinned(Breakthrough::<3>).questions()
}

/// Two plies of 75 moves, of which 52 stay on the board: written out for 52 + 52 * 52.
#[test]
fn moves_that_leave_the_board_are_not_written_out() {
    let rules = Breakthrough::<5>;
    let text = "all m in moves: some n in after(m).moves: after(n).opp != own";
    let predicate = Predicate::new(&rules, text).expect("no more than 5,000 moves");
    assert_eq!(predicate.holds(&rules, &[Position::start(&rules).board()]), [true]);
    let three = "all m in moves: some n in after(m).moves: all o in after(n).moves: over";
    assert!(Predicate::new(&rules, three).expect_err("too many").to_string().contains("at most 5000"));
}

/// Plays random moves through the circuit of one step and natively.
fn walk<R: Rules>(rules: &R, seed: u64) {
    let circuit = Circuit::new();
    let mut system = CircuitTransition::new(&circuit);
    state_play(&mut system, rules);
    let TransitionCircuit { graph, inputs, states, .. } = system.finish();
    let squares = rules.layout().squares();
    let mut random = fastrand::Rng::with_seed(seed);
    let mut position = Position::start(rules);
    let kinds = inputs.len();
    for _ in 0..40 {
        let steps: Vec<_> = position.steps(rules).collect();
        // Now and then what is chosen is no legal step, and changes nothing.
        let chosen = random.choice(&steps).filter(|_| random.u8(..) > 40);
        let mut values = vec![0u64; graph.inputs() as usize];
        let bits = position.board().words().flat_map(|word| (0..squares).map(move |square| word.bit(square)));
        for (value, bit) in values.iter_mut().zip(bits) {
            *value = u64::from(bit);
        }
        let before = states.len() * squares;
        let expected = if let Some(&step) = chosen {
            let place = rules.moves(position.board()).iter().position(|(kind, _)| kind == step.kind());
            let square = step.at().word().first().expect("a square");
            values[before + place.expect("a kind") * squares + square] = 1;
            let after = position.after(rules, step);
            match after.phase(rules) {
                Phase::Passes(passed) => passed,
                _ => after,
            }
        } else {
            // Two squares at once, or none.
            if random.bool() && kinds * squares > 1 {
                values[before] = 1;
                values[before + kinds * squares - 1] = 1;
            }
            position
        };
        let simulation = graph.simulate(&values);
        let mut next = states.iter().map(|state| {
            let squares = state.next.iter().enumerate();
            let set = squares.filter(|(_, signal)| simulation.value(**signal) & 1 == 1);
            set.fold(R::Native::default(), |word, (square, _)| word | word.unit(square))
        });
        let found: R::Board<R::Native> = rules.build(|_| next.next().expect("a word"));
        assert!(found.words().eq(expected.board().words()), "{} seed {seed}", rules.name());
        position = expected;
    }
}

#[test]
fn one_step_of_a_system_is_one_step_of_the_game() {
    for seed in 0..6 {
        walk(&Othello::<4>, seed);
        walk(&Breakthrough::<4>, seed);
    }
}
