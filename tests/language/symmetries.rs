//! Only symmetries that leave a question unchanged are claimed.

use crate::generator::Generator;
use crate::support::random::Random;
use certamen::language::{LanguageQuestion, Predicate, Subject};
use encodings::board::{Grid, Symmetry};
use encodings::othello::rules::{Discs, Othello};
use encodings::rules::Boards;
use encodings::word::Word;
use std::sync::Arc;

fn random_boards(random: &mut Random) -> Vec<Discs<u64>> {
    let board = |random: &mut Random| {
        let (own, opp) = (random.dense(8) & 0xffff, random.dense(8) & 0xffff);
        let own = own | 0x0660 & !opp;
        Discs { own, opp: opp & !own }
    };
    (0..60).map(|_| board(random)).collect()
}

/// A board that a symmetry carries from one that meets the condition to one that does not, or the other way.
fn counterexample(predicate: &Predicate, symmetry: Symmetry, boards: &[Discs<u64>]) -> Option<Discs<u64>> {
    let permutation = symmetry.permutation(Grid::<4, 4>::LAYOUT).expect("4x4 is a square");
    let images: Vec<Discs<u64>> = boards
        .iter()
        .map(|&board| Othello::<4>::convert(board, |word: u64| word.permute(&permutation)))
        .collect();
    let (before, after) = (predicate.holds(&Othello::<4>, boards), predicate.holds(&Othello::<4>, &images));
    let differs = before.iter().zip(&after).position(|(before, after)| before != after);
    differs.map(|place| boards[place])
}

fn claimed(text: &str) -> Vec<Symmetry> {
    let asked = LanguageQuestion::new(Arc::new(Subject::new(Othello::<4>)), text).expect(text);
    asked.symmetries()
}

#[test]
fn claimed_symmetries_hold_on_samples() {
    let mut random = Random::new(4);
    let (mut checked, mut narrowed) = (0, 0);
    for seed in 0..150 {
        let text = Generator::new(1000 + seed).condition(2);
        let Ok(asked) = LanguageQuestion::new(Arc::new(Subject::new(Othello::<4>)), &text) else { continue };
        let predicate = Predicate::new(&Othello::<4>, &text).expect("the same question");
        let boards = random_boards(&mut random);
        for symmetry in asked.symmetries() {
            assert_eq!(counterexample(&predicate, symmetry, &boards), None, "{text}: {symmetry:?}");
            checked += 1;
        }
        narrowed += usize::from(asked.symmetries().len() < 8);
    }
    assert!(checked > 200 && narrowed > 20, "{checked} claims, {narrowed} questions with fewer than 8");
}

#[test]
fn longer_forms_keep_the_symmetries_that_they_have() {
    let boards = random_boards(&mut Random::new(57));
    for (text, expected) in [
        ("any(union d in directions: d(own) & opp & d(d(own)))", 8),
        ("some d in north, south: any(d(own) & opp)", 4),
        ("some d in north, northeast: any(d(own) & opp)", 1),
        ("count(near(own, 1)) > 9", 8),
        ("if over then own[a1] else any(opp & corners)", 2),
        ("count(if count(own) > 5 then own else opp & rank 2) > 3", 2),
        ("any(closure(own & file a, S: (north(S) | east(S) | south(S)) & own) & file d)", 2),
        ("count(repeat(2, own, S: north(S) | closure(S, T: east(T) & opp))) > 9", 1),
        ("all m in legal: any(closure(m.to, S: west(S) & opp | east(S) & opp))", 4),
    ] {
        let predicate = Predicate::new(&Othello::<4>, text).expect(text);
        let claimed = claimed(text);
        assert_eq!(claimed.len(), expected, "{text}");
        for symmetry in claimed {
            assert_eq!(counterexample(&predicate, symmetry, &boards), None, "{text}: {symmetry:?}");
        }
    }
}

#[test]
fn a_wrong_claim_would_be_found() {
    let mut random = Random::new(9);
    let boards = random_boards(&mut random);
    for text in ["own[a1]", "any(north(own) & legal)", "count(own & rank 1) >= 2"] {
        let predicate = Predicate::new(&Othello::<4>, text).expect(text);
        let claims = claimed(text);
        let others = Symmetry::ALL.into_iter().filter(|symmetry| !claims.contains(symmetry));
        for symmetry in others {
            assert!(counterexample(&predicate, symmetry, &boards).is_some(), "{text}: {symmetry:?}");
        }
    }
}

#[test]
fn symmetries_are_found_from_the_expression() {
    let mirrored = [Symmetry::IDENTITY, Symmetry::MIRROR_FILES];
    for (text, expected) in [
        ("count(legal) >= 3", Symmetry::ALL.to_vec()),
        ("any(own & corners) or none(edges & opp)", Symmetry::ALL.to_vec()),
        ("own[a1]", vec![Symmetry::IDENTITY, Symmetry::TRANSPOSE]),
        ("own[a2]", vec![Symmetry::IDENTITY]),
        ("own[a2] and own[d2]", mirrored.to_vec()),
        ("any(north(own) & opp)", mirrored.to_vec()),
        ("any(north(own) & opp) or any(south(own) & opp)", Symmetry::ALL[..4].to_vec()),
        ("some m in legal: some n in after(m).legal: n.to subset rank 1", mirrored.to_vec()),
        (
            "count(own & {a1 d4}) = count(own & {a4 d1})",
            vec![Symmetry::IDENTITY, Symmetry::HALF_TURN, Symmetry::TRANSPOSE, Symmetry::ALL[7]],
        ),
    ] {
        // What an equation of numbers says does not depend on its sides, which swap under the other four.
        let found = claimed(text);
        assert!(expected.iter().all(|symmetry| found.contains(symmetry)), "{text}: {found:?}");
        if !text.contains(" = ") {
            assert_eq!(found, expected, "{text}");
        }
    }
}
