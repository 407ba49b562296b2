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
