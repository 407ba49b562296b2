//! Decides whether the parts of a certificate show the largest number of legal moves in reachable positions.

use crate::query::{LastSteps, MOBILITY, OthelloMobility, OthelloWitness, Reachability, ToMove, WholeGame};
use certamen_ask::question::Question;
use certamen_prove::argument::{Composer, CompositionError, uncovered};
use certamen_prove::certificate::{AnsweredQuestion, Claim};
use verify::othello as naive;

/// Composes the parts of a claim about reachable positions.
///
/// There must be a record, or one for each player, and for every number of discs a reason why one more legal move is
/// impossible. A position has no more legal moves than empty squares, and the number of empty squares follows from the
/// number of discs. So a number of discs is covered if too few squares are empty. It is also covered by a refuted
/// question that asks for one legal move above the bound, for no more empty squares than there are, and for nothing
/// about the way to the position that games with that number of discs lack. Each refutation is needed for some number.
#[derive(Clone, Copy, Debug)]
pub struct ReachableComposer {
    query: OthelloMobility,
}

impl ReachableComposer {
    /// The composer for claims about this question.
    pub const fn new(query: OthelloMobility) -> Self {
        Self { query }
    }
}

impl Composer for ReachableComposer {
    fn compose(
        &self,
        claim: &Claim,
        witnesses: &[AnsweredQuestion],
        refuted: &[Question],
    ) -> Result<(), CompositionError> {
        let query = self.query;
        let is_plain =
            query == OthelloMobility { at_least: query.at_least, ..OthelloMobility::any(query.board) };
        if claim.objective != MOBILITY || !is_plain {
            let only = "has to be about the number of legal moves, and nothing else";
            return Err(format!("a claim about reachable positions {only}").into());
        }
        if let Some((asked, _)) = witnesses.iter().find(|witnessed| !is_record(query, witnessed)) {
            return Err(format!("the witness answers {asked}, which is another question").into());
        }
        let is_record = |(asked, _): &AnsweredQuestion, to_move| is_record_of(asked, to_move);
        let are_records = match witnesses {
            [_] => true,
            [black, white] => is_record(black, ToMove::Black) && is_record(white, ToMove::White),
            _ => false,
        };
        if !are_records {
            return Err("there has to be a record, or one for Black to move and one for White".into());
        }
        // The start is not the end of a game with steps.
        let at_start = naive::Position::start(query.board.into()).legal_moves().len();
        if at_start > query.at_least as usize {
            return Err(format!("the start has {at_start} legal moves").into());
        }
        let one_more = OthelloMobility { at_least: query.at_least + 1, ..query };
        let shows = |one: &Question, discs| {
            let asked = one.downcast().filter(|asked: &&OthelloMobility| asked.at_least == one_more.at_least);
            asked.is_some_and(|&asked| covers(asked, one_more, discs))
        };
        let numbers = (5..=query.board.squares()).filter(|&discs| !is_trivial(one_more, discs));
        match uncovered(numbers, refuted, shows)? {
            Some(discs) => Err(CompositionError::Missing(format!("{discs} discs do not allow more"))),
            None => Ok(()),
        }
    }
}

/// Whether a witness is the record of a game that answers the question, with the player to move at the end.
fn is_record(query: OthelloMobility, (asked, witness): &AnsweredQuestion) -> bool {
    let Some(witness) = witness.downcast::<OthelloWitness>() else { return false };
    let to_move = match witness.mover() {
        naive::Disc::Black => ToMove::Black,
        naive::Disc::White => ToMove::White,
    };
    let game = WholeGame { discs: query.board.squares() - witness.empties, to_move, any_order: false };
    asked.downcast() == Some(&OthelloMobility { reach: Some(Reachability::Game(game)), ..query })
}

/// Whether a question is about games with this player to move at the end.
fn is_record_of(asked: &Question, by: ToMove) -> bool {
    let asked = asked.downcast::<OthelloMobility>();
    asked.is_some_and(
        |asked| matches!(asked.reach, Some(Reachability::Game(WholeGame { to_move, .. })) if to_move == by),
    )
}

/// Whether this number of discs leaves too few empty squares for `query`.
fn is_trivial(query: OthelloMobility, discs: u32) -> bool {
    query.board.squares() - discs < query.at_least
}

/// Whether a refuted question shows that no game satisfies `query` with this number of discs.
pub fn covers(refuted: OthelloMobility, query: OthelloMobility, discs: u32) -> bool {
    let empties = query.board.squares() - discs;
    let asks_no_more =
        refuted.board == query.board && refuted.at_least <= query.at_least && refuted.empties <= empties;
    let every_game_has_it = match refuted.reach {
        None => refuted.discs.is_none_or(|exactly| exactly == discs),
        Some(Reachability::Game(WholeGame { discs: exactly, to_move, .. })) => {
            exactly == discs && to_move == ToMove::Either
        }
        Some(Reachability::Window(LastSteps { steps, least, most, .. })) => {
            (least..=most).contains(&discs) && steps + 4 <= discs
        }
        // Games with passes are others.
        Some(Reachability::Alternating(_)) => false,
    };
    // Not every game has a pass.
    asks_no_more && every_game_has_it && !refuted.after_pass
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::OthelloSize;
    use crate::query::EMPTIES;
    use certamen_ask::sample::SetBits;
    use certamen_ask::witness::AnyWitness;

    /// A question whose refutation shows that no game on 4x4 reaches this number of legal moves.
    fn refuted(at_least: u32) -> Question {
        OthelloMobility { at_least, ..OthelloMobility::any(OthelloSize::Four) }.into()
    }

    fn claim(query: OthelloMobility) -> Claim {
        let bound = query.at_least;
        Claim { question: query.into(), objective: MOBILITY, bound, reachable: true }
    }

    fn witnessed(query: OthelloMobility, record: &str) -> AnsweredQuestion {
        let witness = OthelloWitness::of_game(OthelloSize::Four, record).unwrap();
        let to_move = match witness.mover() {
            naive::Disc::Black => ToMove::Black,
            naive::Disc::White => ToMove::White,
        };
        let game = WholeGame { discs: 16 - witness.empties, to_move, any_order: false };
        let asked = Question::from(OthelloMobility { reach: Some(Reachability::Game(game)), ..query });
        let answer = asked.verify(AnyWitness::from(witness)).unwrap();
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
        assert_eq!(
            covered(OthelloMobility { reach: Some(Reachability::Window(window)), ..query }),
            [7, 8, 9]
        );
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
}
