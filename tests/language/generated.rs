//! Generated questions about Othello on 4x4: the machine words search every position, the solver decides, the naive
//! evaluator judges samples, and z3 decides a part of them.
//!
//! `cargo test --release --test language -- --ignored` asks 1,000 and searches every position for each.

use crate::generator::Generator;
use crate::support::random::Random;
use crate::support::z3::Z3;
use certamen::ask::listed::LineForm;
use certamen::ask::query::Query;
use certamen::ask::question::Question;
use certamen::ask::solve::{Answer, answer};
use certamen::language::{LanguageError, LanguageQuestion, Predicate, Reason, Subject};
use certamen::work::Limits;
use cnf_out::smtlib::SolverAnswer;
use encodings::othello::rules::{Discs, Othello};
use std::sync::Arc;
use verify::language::judge;
use verify::othello::{OthelloView, Size};

/// How many questions are asked in every run, and by hand.
const QUESTIONS: usize = 100;
const BY_HAND: usize = 1_000;
/// How many positions of each question the naive evaluator judges, in every run and by hand. A question with a
/// quantifier takes it as long as many others.
const SAMPLES: usize = 60;
const ALL_SAMPLES: usize = 1_000;
/// How many positions are searched for a question in every run, and for one with quantifiers.
const POSITIONS_OF_A_RUN: usize = 1 << 19;
const UNROLLED_POSITIONS: usize = 1 << 14;

/// The twelve squares of 4x4 around the centre, then the four of the centre.
const ORDER: [usize; 16] = [0, 1, 2, 3, 4, 7, 8, 11, 12, 13, 14, 15, 5, 6, 9, 10];

/// The position with this number: 3^12 fillings of the border, 2^4 of the centre.
fn position(mut number: usize) -> Discs<u64> {
    let mut discs = Discs { own: 0, opp: 0 };
    for (place, square) in ORDER.into_iter().enumerate() {
        let contents = if place < 12 { 3 } else { 2 };
        match number % contents {
            0 => discs.own |= 1 << square,
            1 => discs.opp |= 1 << square,
            _ => {}
        }
        number /= contents;
    }
    discs
}

const POSITIONS: usize = 531_441 * 16;

fn line(discs: Discs<u64>) -> String {
    let letter = |square: usize| match (discs.own >> square & 1, discs.opp >> square & 1) {
        (1, _) => 'X',
        (_, 1) => 'O',
        _ => '-',
    };
    (0..16).map(letter).collect()
}

/// Whether any of the first positions meets a condition, by trying every one. The stride is coprime to the number of
/// positions, so that positions of all kinds come early.
fn exists(predicate: &Predicate, positions: usize) -> bool {
    const STRIDE: usize = 1_000_003;
    let chunk = 1 << 14;
    (0..positions).step_by(chunk).any(|begun| {
        let numbers = begun..(begun + chunk).min(positions);
        let boards: Vec<Discs<u64>> = numbers.map(|number| position(number * STRIDE % POSITIONS)).collect();
        predicate.holds(&Othello::<4>, &boards).contains(&true)
    })
}

/// The rules with their naive twin.
fn subject() -> Subject<Othello<4>> {
    let line = LineForm {
        words: vec!["own", "opp"],
        letters: vec![('-', 0b00), ('O', 0b01), ('X', 0b10)],
        squares: (0..16).collect(),
        rows: None,
        flag: None,
    };
    Subject::new(Othello::<4>).with_line(line).twinned(OthelloView::new(Size::Four))
}

#[test]
fn generated_questions_mean_the_same_to_every_evaluator() {
    ask_questions(QUESTIONS, SAMPLES, 22, false);
}

#[test]
#[ignore = "minutes, in a release build"]
fn a_thousand_generated_questions_mean_the_same_to_every_evaluator() {
    ask_questions(BY_HAND, ALL_SAMPLES, 22_000_000, true);
}

/// Asks generated questions of all evaluators. `is_whole`: every position is searched.
fn ask_questions(questions: usize, samples: usize, first: u64, is_whole: bool) {
    let subject = Arc::new(subject());
    let naive = OthelloView::new(Size::Four);
    let mut random = Random::new(22);
    let (mut asked, mut seed, mut found, mut refuted) = (0, first, 0, 0);
    while asked < questions {
        seed += 1;
        let text = Generator::new(seed).condition(3);
        let question = match LanguageQuestion::new(subject.clone(), &text) {
            Ok(question) => question,
            // A generated question may be constant, quantify over no move, or bind a name again.
            Err(LanguageError {
                reason: Reason::Constant(_) | Reason::EmptySet | Reason::Taken(_), ..
            }) => continue,
            Err(error) => panic!("{text}: {error}"),
        };
        asked += 1;
        let predicate = Predicate::new(&Othello::<4>, &text).expect("the same question");
        let boards: Vec<Discs<u64>> = (0..samples).map(|_| position(random.below(POSITIONS))).collect();
        let native = predicate.holds(&Othello::<4>, &boards);
        for (&discs, holds) in boards.iter().zip(native) {
            let judged = judge(&naive, &text, &line(discs)).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(judged.answers, holds, "{text} on {}", line(discs));
        }
        // A quantifier is unrolled, which makes the search of every position slow: by hand only.
        let positions = match (is_whole, text.contains(" in ")) {
            (true, _) => POSITIONS,
            (false, true) => UNROLLED_POSITIONS,
            (false, false) => POSITIONS_OF_A_RUN,
        };
        let seen = exists(&predicate, positions);
        // The naive evaluator has judged what is found.
        let expected =
            match answer(&question, &Limits::default()).unwrap_or_else(|error| panic!("{text}: {error}")) {
                Answer::Found(_) => true,
                Answer::Refuted(_) => false,
                Answer::Undecided(reason) => panic!("{text}: {reason}"),
            };
        assert!(expected || !seen, "{text}: the solver refutes what the search finds");
        assert!(seen || !expected || !is_whole, "{text}: the solver finds what the search does not");
        // With symmetry breaking, which must not change the answer.
        let broken =
            LanguageQuestion::new(subject.clone(), &text).expect("the same").with_symmetry_breaking(true);
        let broken = answer(&broken, &Limits::default()).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(matches!(broken, Answer::Found(_)), expected, "{text} with symmetry breaking");
        if asked % 10 == 0
            && let Some(z3) = Z3::find()
        {
            let is_found =
                matches!(z3.answer(&Question::from(question).script()), SolverAnswer::Satisfiable(_));
            assert_eq!(is_found, expected, "{text} by z3");
        }
        found += usize::from(expected);
        refuted += usize::from(!expected);
    }
    assert!(found > 0 && refuted > 0, "{found} found, {refuted} refuted: a test of one answer only");
}

/// The number that `count othello over --board 4x4` prints from a decision diagram (`command_line.rs`).
#[test]
fn finished_games_are_as_many_as_the_decision_diagram_counts() {
    let over = Predicate::new(&Othello::<4>, "over").expect("a condition");
    let boards: Vec<Discs<u64>> = (0..POSITIONS).map(position).collect();
    let found = boards.chunks(1 << 14).flat_map(|chunk| over.holds(&Othello::<4>, chunk));
    assert_eq!(found.filter(|&holds| holds).count(), 111_822);
}

#[test]
fn extremes_are_those_of_every_position() {
    let subject = Arc::new(Subject::new(Othello::<4>));
    let naive = OthelloView::new(Size::Four);
    let mut random = Random::new(5);
    let mut generator = Generator::new(77);
    for _ in 0..8 {
        // Natively the value is found by bisection, the naive evaluator counts it.
        let text = format!("max {} where {} > 2", generator.number(1), generator.number(0));
        let Ok(asked) = LanguageQuestion::new(subject.clone(), &text) else { continue };
        for _ in 0..6 {
            let discs = position(random.below(POSITIONS));
            let judged = judge(&naive, &text, &line(discs)).expect("it can be judged");
            let read = |name: &str| {
                let word = if name == "own" { discs.own } else { discs.opp };
                Ok((0..16).map(|square| word >> square & 1 == 1).collect())
            };
            // Without a naive twin the rules themselves judge.
            match asked.read(&read) {
                Ok(witness) => assert_eq!((judged.answers, judged.value), (true, witness.value), "{text}"),
                Err(error) => assert!(!judged.answers, "{text}: {error}"),
            }
        }
    }
}
