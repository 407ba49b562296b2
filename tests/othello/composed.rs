//! Which records and refutations show the largest number of legal moves in reachable positions.

use certamen::ask::question::Question;
use certamen::ask::sample::SetBits;
use certamen::ask::witness::AnyWitness;
use certamen::games::othello::OthelloSize;
use certamen::games::othello::query::{
    EMPTIES, LastSteps, MOBILITY, OthelloMobility, OthelloWitness, Reachability, ToMove, WholeGame,
};
use certamen::games::othello::reachable::{ReachableComposer, covers};
use certamen::prove::argument::{Composer as _, CompositionError};
use certamen::prove::certificate::{AnsweredQuestion, Claim};
use verify::othello as naive;

/// A question whose refutation shows that no game on 4x4 reaches this number of legal moves.
fn refuted(at_least: u32) -> Question {
    OthelloMobility { at_least, ..OthelloMobility::any(OthelloSize::Four) }.into()
}

fn claim(query: OthelloMobility) -> Claim {
    let bound = query.at_least;
    Claim { question: query.into(), objective: MOBILITY, bound, reachable: true }
}

fn witnessed(query: OthelloMobility, record: &str) -> AnsweredQuestion {
    let witness = OthelloWitness::of_game(OthelloSize::Four, record).expect("a record");
    let to_move = match witness.mover() {
        naive::Disc::Black => ToMove::Black,
        naive::Disc::White => ToMove::White,
    };
    let game = WholeGame { discs: 16 - witness.empties, to_move, any_order: false };
    let asked = Question::from(OthelloMobility { reach: Some(Reachability::Game(game)), ..query });
    let answer = asked.verify(AnyWitness::from(witness)).expect("an answer");
    (asked, answer)
}

#[test]
fn a_record_and_refutations_for_all_numbers_of_discs_suffice() {
    let query = OthelloMobility { at_least: 4, ..OthelloMobility::any(OthelloSize::Four) };
    let (one, compose) = (
        witnessed(query, "C4D2A1B4D1A2"),
        |query, claim, witnesses: &[AnsweredQuestion], refuted: &[Question]| {
            ReachableComposer::new(query).compose(&claim, witnesses, refuted)
        },
    );
    assert_eq!(compose(query, claim(query), std::slice::from_ref(&one), &[refuted(5)]), Ok(()));
    assert!(compose(query, claim(query), &[], &[refuted(5)]).is_err());
    assert!(compose(query, claim(query), &[one.clone(), one.clone()], &[refuted(5)]).is_err());
    assert!(compose(query, claim(query), std::slice::from_ref(&one), &[refuted(6)]).is_err());
    assert!(compose(query, claim(query), std::slice::from_ref(&one), &[]).is_err());
    let nine = OthelloMobility { at_least: 5, discs: Some(9), ..query }.into();
    for superfluous in [refuted(5), refuted(3), nine, SetBits { at_least: 5 }.into()] {
        let parts = [refuted(5), superfluous];
        let composed = compose(query, claim(query), std::slice::from_ref(&one), &parts);
        assert!(matches!(composed, Err(CompositionError::Superfluous(_))));
    }
    let lower = witnessed(OthelloMobility { at_least: 3, ..query }, "C4D2A1B4D1A2");
    let composed = compose(query, claim(query), &[lower], &[refuted(5)]);
    assert!(matches!(composed, Err(CompositionError::Mismatch(_))));
    let empties = Claim { objective: EMPTIES, ..claim(query) };
    assert!(compose(query, empties, std::slice::from_ref(&one), &[refuted(5)]).is_err());
    let after_pass = OthelloMobility { after_pass: true, ..query };
    assert!(compose(after_pass, claim(after_pass), std::slice::from_ref(&one), &[refuted(5)]).is_err());
    let fewer = OthelloMobility { at_least: 3, ..query };
    assert!(compose(fewer, claim(fewer), &[one], &[refuted(4)]).is_err());
}

#[test]
fn a_refutation_covers_only_its_own_positions() {
    let query = OthelloMobility { at_least: 5, ..OthelloMobility::any(OthelloSize::Four) };
    let covered = |asked: OthelloMobility| -> Vec<u32> {
        (5..=16).filter(|&discs| covers(asked, query, discs)).collect()
    };
    let game = |discs, to_move| Some(Reachability::Game(WholeGame { discs, to_move, any_order: true }));
    let window = LastSteps { steps: 3, least: 6, most: 9, any_order: false };
    assert_eq!(covered(OthelloMobility { discs: Some(9), ..query }), [9]);
    assert_eq!(covered(OthelloMobility { reach: game(8, ToMove::Either), ..query }), [8]);
    assert_eq!(covered(OthelloMobility { reach: Some(Reachability::Window(window)), ..query }), [7, 8, 9]);
    assert_eq!(covered(OthelloMobility { empties: 9, ..query }), [5, 6, 7]);
    for asked in [
        OthelloMobility { reach: game(8, ToMove::Black), ..query },
        OthelloMobility { at_least: 6, ..query },
        OthelloMobility { after_pass: true, ..query },
        OthelloMobility { board: OthelloSize::Six, ..query },
    ] {
        assert_eq!(covered(asked), [0; 0], "{asked}");
    }
}
