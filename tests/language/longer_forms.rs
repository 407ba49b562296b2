//! `if`, `closure`, `repeat`, directions and constants: against sets of squares that are made square by square, by the solver,
//! and against words that the rules show.

use crate::support::random::Random;
use certamen::ask::query::Query;
use certamen::ask::solve::{Answer, answer};
use certamen::language::{LanguageError, LanguageQuestion, Predicate, Reason, Subject};
use certamen::work::Limits;
use encodings::othello::rules::{Discs, Othello};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Squares of 4x4 as file and rank.
type Squares = BTreeSet<(i32, i32)>;

fn squares(word: u64) -> Squares {
    (0..16).filter(|square| word >> square & 1 == 1).map(|square| (square % 4, square / 4)).collect()
}

fn board() -> Squares {
    squares(0xffff)
}

/// The squares that lie so many files and ranks away.
fn moved(from: &Squares, (files, ranks): (i32, i32)) -> Squares {
    let to: Squares = from.iter().map(|(file, rank)| (file + files, rank + ranks)).collect();
    to.intersection(&board()).copied().collect()
}

fn beside(of: &Squares) -> Squares {
    [(0, 1), (1, 0), (0, -1), (-1, 0)].into_iter().flat_map(|step| moved(of, step)).collect()
}

fn joined(one: &Squares, other: &Squares) -> Squares {
    one | other
}

fn closure(seed: &Squares, rounds: usize, grow: impl Fn(&Squares) -> Squares) -> Squares {
    (0..rounds).fold(seed.clone(), |now, _| joined(&now, &grow(&now)))
}

const EAST: (i32, i32) = (1, 0);
const WEST: (i32, i32) = (-1, 0);
const NORTH: (i32, i32) = (0, 1);
const SOUTH: (i32, i32) = (0, -1);

/// A question, and its meaning square by square.
type Case = (&'static str, fn(&Squares, &Squares) -> bool);

const CASES: [Case; 15] = [
    ("count(closure({a1} & own, S: (north(S) | east(S) | south(S) | west(S)) & own)) >= 3", |own, _| {
        closure(&(own & &Squares::from([(0, 0)])), 16, |now| &beside(now) & own).len() >= 3
    }),
    ("count(closure(own & file a, S: east(S), at most 2)) >= 5", |own, _| {
        let seed = own.iter().copied().filter(|(file, _)| *file == 0).collect();
        closure(&seed, 2, |now| moved(now, EAST)).len() >= 5
    }),
    ("closure(own & {a1 b1}, S: northeast(S) & ~opp) = {a1 b2 c3 d4}", |own, opp| {
        let seed = own & &Squares::from([(0, 0), (1, 0)]);
        let found = closure(&seed, 16, |now| &moved(now, (1, 1)) - opp);
        found == Squares::from([(0, 0), (1, 1), (2, 2), (3, 3)])
    }),
    ("count(closure({a1} & own, S: ~east(S) & north(own))) > 4", |own, _| {
        let seed = own & &Squares::from([(0, 0)]);
        closure(&seed, 16, |now| &(&board() - &moved(now, EAST)) & &moved(own, NORTH)).len() > 4
    }),
    ("count(closure(own, S: north(S ^ opp) & east(~S))) >= 9", |own, opp| {
        let grow = |now: &Squares| &moved(&(now ^ opp), NORTH) & &moved(&(&board() - now), EAST);
        closure(own, 16, grow).len() >= 9
    }),
    ("any(repeat(2, own, S: east(S) & ~opp))", |own, opp| {
        let hop = |now: &Squares| &moved(now, EAST) - opp;
        !hop(&hop(own)).is_empty()
    }),
    ("count(repeat(W, own, S: ~south(S))) < 7", |own, _| {
        (0..4).fold(own.clone(), |now, _| &board() - &moved(&now, SOUTH)).len() < 7
    }),
    ("count(closure(own, S: closure(S & edges, T: east(T) & opp) | west(S) & opp)) >= 10", |own, opp| {
        let is_edge = |&(file, rank): &(i32, i32)| file % 3 == 0 || rank % 3 == 0;
        let inner = |now: &Squares| {
            let seed = now.iter().copied().filter(is_edge).collect();
            joined(&closure(&seed, 16, |now| &moved(now, EAST) & opp), &(&moved(now, WEST) & opp))
        };
        closure(own, 16, inner).len() >= 10
    }),
    ("if own[a1] then any(opp & corners) else count(own) > 7", |own, opp| {
        let corners = Squares::from([(0, 0), (0, 3), (3, 0), (3, 3)]);
        if own.contains(&(0, 0)) { !opp.is_disjoint(&corners) } else { own.len() > 7 }
    }),
    ("count(if own[b2] then own else north(opp)) >= 5", |own, opp| {
        if own.contains(&(1, 1)) { own.len() >= 5 } else { moved(opp, NORTH).len() >= 5 }
    }),
    ("(if own[b2] then count(own) + 20 else 3 - count(opp)) - 1 <= 2 - count(opp) + 22", |own, opp| {
        let (own_count, opp_count) = (own.len() as i32, opp.len() as i32);
        let number = if own.contains(&(1, 1)) { own_count + 20 } else { 3 - opp_count };
        number - 1 < 25 - opp_count
    }),
    ("count(near(own & corners, 2)) > 6", |own, _| {
        let corners = Squares::from([(0, 0), (0, 3), (3, 0), (3, 3)]);
        closure(&(own & &corners), 2, beside).len() > 6
    }),
    ("some d in diagonals: any(d(own) & opp & d(opp))", |own, opp| {
        [(1, 1), (1, -1), (-1, 1), (-1, -1)]
            .into_iter()
            .any(|step| !(&(&moved(own, step) & opp) & &moved(opp, step)).is_empty())
    }),
    ("all d in north, east: none(d(own) & {d4 a4} & opp)", |own, opp| {
        let corners = &Squares::from([(3, 3), (0, 3)]) & opp;
        [NORTH, EAST].into_iter().all(|step| moved(own, step).is_disjoint(&corners))
    }),
    ("count(dark & own) > count(light & own) + 2 and middle subset own | rank H/2", |own, _| {
        let dark = own.iter().filter(|(file, rank)| (file + rank) % 2 == 0).count();
        let middle = (1..3).flat_map(|file| (1..3).map(move |rank| (file, rank)));
        dark > own.len() - dark + 2 && middle.into_iter().all(|of| own.contains(&of) || of.1 == 1)
    }),
];

fn random_boards() -> Vec<Discs<u64>> {
    let mut random = Random::new(57);
    let board = |_| {
        let (own, opp) = (random.dense(8) & 0xffff, random.dense(8) & 0xffff);
        let own = own | 0x0660 & !opp;
        Discs { own, opp: opp & !own }
    };
    (0..400).map(board).collect()
}

/// The words of a line such as `..../.XO./.OX./....`.
fn read(line: &str) -> (Squares, Squares) {
    let letters: Vec<char> = line.chars().filter(|letter| *letter != '/').collect();
    let word = |letter| (0..16).filter(|&square| letters[square] == letter).map(|square| 1 << square).sum();
    (squares(word('X')), squares(word('O')))
}

#[test]
fn longer_forms_mean_what_they_say_square_by_square() {
    let boards = random_boards();
    let subject = Arc::new(Subject::new(Othello::<4>));
    for (text, meaning) in CASES {
        let native = Predicate::new(&Othello::<4>, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let native = native.holds(&Othello::<4>, &boards);
        for (discs, holds) in boards.iter().zip(&native) {
            assert_eq!(*holds, meaning(&squares(discs.own), &squares(discs.opp)), "{text} on {discs:?}");
        }
        for symmetry_breaking in [false, true] {
            let asked = LanguageQuestion::new(subject.clone(), text).expect("the same question");
            let asked = asked.with_symmetry_breaking(symmetry_breaking);
            match answer(&asked, &Limits::default()).unwrap_or_else(|error| panic!("{text}: {error}")) {
                Answer::Found(found) => {
                    let (own, opp) = read(&found.position);
                    assert!(meaning(&own, &opp), "{text}: {}", found.position);
                }
                Answer::Refuted(_) => assert!(!native.contains(&true), "{text} is refuted"),
                Answer::Undecided(reason) => panic!("{text}: {reason}"),
            }
        }
    }
}

/// Othello's words, from the definitions that a file of rules would have.
#[test]
fn rays_in_both_directions_are_those_of_the_rules() {
    let run = "closure(d(own) & opp, S: d(S) & opp)";
    let legal = format!("(empty & (union d in directions: d({run}))) != legal");
    let flips =
        "closure(d(m.to) & opp, S: d(S) & opp) & closure(opposite(d)(own) & opp, S: opposite(d)(S) & opp)";
    let flips = format!("some m in legal: (union d in directions: {flips}) != flips(m)");
    for text in [&legal, &flips, &"some m in legal: any(m.over)".to_owned()] {
        let holds = Predicate::new(&Othello::<4>, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert!(!holds.holds(&Othello::<4>, &random_boards()).contains(&true), "{text}");
        let asked = LanguageQuestion::new(Arc::new(Subject::new(Othello::<4>)), text).expect("the same");
        assert!(matches!(answer(&asked, &Limits::default()), Ok(Answer::Refuted(_))), "{text}");
    }
}

#[test]
fn rounds_in_rounds_are_refused_before_they_fill_the_memory() {
    for text in [
        "any(repeat(1024, own, S: repeat(1024, S, T: north(T) & own | T)))",
        "any(repeat(1024, own, A: repeat(1024, A, B: repeat(1024, B, C: ~C))))",
        "any(closure(own, A: closure(A, B: closure(B, C: closure(C, D: ~D & opp | north(C) & B) | A))))",
    ] {
        let refused = Predicate::new(&Othello::<8>, text).expect_err(text);
        assert!(matches!(refused, LanguageError { reason: Reason::TooLarge, .. }), "{text}: {refused}");
    }
    // A word that does not change any more ends its rounds.
    let nested = "any(repeat(1024, own, A: repeat(1024, A, B: repeat(1024, opp, C: own & opp))))";
    assert!(Predicate::new(&Othello::<8>, nested).is_ok());
}

/// The examples of docs/language.md.
#[test]
fn the_examples_of_the_page_are_questions() {
    let page = include_str!("../../docs/language.md");
    let (_, section) = page.split_once("## Longer forms").expect("the section");
    let examples = section.split("```").nth(1).expect("a block of examples");
    assert!(examples.lines().count() > 8);
    for line in examples.lines().filter(|line| !line.is_empty()) {
        LanguageQuestion::new(Arc::new(Subject::new(Othello::<8>)), line)
            .unwrap_or_else(|error| panic!("{line}: {error}"));
    }
}
