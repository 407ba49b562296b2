//! Decides whether the parts of a certificate show an interval for the number of legal turns.
//!
//! There are two upper bounds. First, every legal turn is also a turn with leaping. Second, every legal turn is a push
//! from an arrangement that two leaps lead to, and each arrangement is a position: so the number of turns is at most
//! the number of arrangements times the largest number of pushes without moves. Pushes along ranks and along files can
//! be bounded separately.

use crate::query::PushFightTurns;
use crate::query::turns::{Along, Moves};
use certamen_ask::question::Question;
use certamen_prove::argument::Composer;
use certamen_prove::certificate::{Claim, Witnessed};

/// Composes an interval: a position that has the number of legal turns, and refuted questions from which it follows
/// that no position has more than another number.
#[derive(Clone, Copy, Debug)]
pub struct TurnsComposer {
    query: PushFightTurns,
}

impl TurnsComposer {
    /// The composer of claims about this query.
    pub const fn of(query: PushFightTurns) -> Self {
        Self { query }
    }

    fn interval(self, at_most: u32, witnesses: &[Witnessed], refuted: &[Question]) -> Result<(), String> {
        let Self { query } = self;
        if query.moves != Moves::Legal || query.along.is_some() {
            return Err("an interval can be claimed only for all legal turns".to_owned());
        }
        let [(asked, _)] = witnesses else {
            return Err("there has to be one witness".to_owned());
        };
        if *asked != query.into() {
            return Err("the witness answers another question".to_owned());
        }
        match upper_bound(query, refuted) {
            Some(most) if most == at_most => Ok(()),
            Some(most) => Err(format!("the refuted questions leave {most} turns, not {at_most}")),
            None => Err("the refuted questions do not bound the number of turns".to_owned()),
        }
    }
}

impl Composer for TurnsComposer {
    fn compose(&self, claim: &Claim, witnesses: &[Witnessed], refuted: &[Question]) -> Result<(), String> {
        match claim.at_most {
            Some(at_most) if !claim.reachable => self.interval(at_most, witnesses, refuted),
            _ => Err("an interval can be claimed only for any position, reachable or not".to_owned()),
        }
    }
}

/// The largest number of legal turns that a position can have if these questions have no answer. `None` if they do not
/// bound it, or if there are more questions than are needed.
pub fn upper_bound(query: PushFightTurns, refuted: &[Question]) -> Option<u32> {
    let most = |asked: &Question, along: Option<Along>| {
        let asked: &PushFightTurns = asked.downcast()?;
        if asked.board != query.board || asked.along != along {
            return None;
        }
        let most = asked.at_least.checked_sub(1)?;
        match asked.moves {
            Moves::Legal | Moves::Leaping => Some(most),
            Moves::None => most.checked_mul(query.arrangements()),
        }
    };
    match refuted {
        [all] => most(all, None),
        [ranks, files] => most(ranks, Some(Along::Ranks))?.checked_add(most(files, Some(Along::Files))?),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NAME;
    use crate::query::PushFightBoard;
    use crate::query::turns::TURNS;
    use certamen_ask::witness::AnyWitness;

    fn asked(moves: Moves, along: Option<Along>, at_least: u32) -> Question {
        let board = PushFightBoard::Published;
        PushFightTurns { board, at_least, moves, along, symmetry_breaking: true }.into()
    }

    #[test]
    fn refutations_give_upper_bounds_for_their_turns() {
        let board = PushFightBoard::Published;
        let (moves, along) = (Moves::Legal, None);
        let query = PushFightTurns { board, at_least: 12_214, moves, along, symmetry_breaking: false };
        let (ranks, files) = (Some(Along::Ranks), Some(Along::Files));
        let standing = asked(Moves::None, None, 10);
        assert_eq!(upper_bound(query, std::slice::from_ref(&standing)), Some(9 * 2193));
        assert_eq!(upper_bound(query, &[asked(Moves::Leaping, None, 15_000)]), Some(14_999));
        let apart = [asked(Moves::None, ranks, 7), asked(Moves::Leaping, files, 5085)];
        assert_eq!(upper_bound(query, &apart), Some(6 * 2193 + 5084));
        let loose: [&[Question]; 5] = [
            &[],
            &[asked(Moves::Leaping, files, 5085)],
            &[asked(Moves::Leaping, files, 5085), asked(Moves::Leaping, files, 5085)],
            &[standing.clone(), standing.clone()],
            &[asked(Moves::None, None, 0)],
        ];
        for refuted in loose {
            assert_eq!(upper_bound(query, refuted), None, "{refuted:?}");
        }
        let smaller = PushFightTurns { board: PushFightBoard::FourByFour, ..query };
        assert_eq!(upper_bound(smaller, &[standing]), None);
    }

    #[test]
    fn an_interval_has_the_bounds_that_the_refutations_show() {
        let board = PushFightBoard::FourByThree;
        let (moves, along) = (Moves::Legal, None);
        let query = PushFightTurns { board, at_least: 5, moves, along, symmetry_breaking: false };
        let witness = query.witness_of("oO.xY.".to_owned()).expect("a position");
        let refuted: [Question; 1] = [PushFightTurns { moves: Moves::None, at_least: 3, ..query }.into()];
        let most = 2 * query.arrangements();
        let witnesses: [Witnessed; 1] = [(query.into(), AnyWitness::new(NAME, witness))];
        let composed = |query: PushFightTurns,
                        at_most: Option<u32>,
                        reachable: bool,
                        witnesses: &[Witnessed],
                        refuted: &[Question]| {
            let (question, bound) = (query.into(), query.at_least);
            let claim = Claim { question, objective: TURNS, bound, reachable, at_most };
            TurnsComposer::of(query).compose(&claim, witnesses, refuted)
        };
        assert_eq!(composed(query, Some(most), false, &witnesses, &refuted), Ok(()));
        let (shown, no_witness, no_proof): (&[Witnessed], &[Witnessed], &[Question]) = (&witnesses, &[], &[]);
        for (query, at_most, reachable, witnesses, refuted) in [
            (query, Some(most - 1), false, shown, &refuted[..]),
            (query, Some(most + 1), false, shown, &refuted[..]),
            (query, Some(most), false, no_witness, &refuted[..]),
            (query, Some(most), false, shown, no_proof),
            (query, Some(most), true, shown, &refuted[..]),
            (query, None, true, shown, &refuted[..]),
            (PushFightTurns { at_least: 6, ..query }, Some(most), false, shown, &refuted[..]),
            (PushFightTurns { along: Some(Along::Files), ..query }, Some(most), false, shown, &refuted[..]),
        ] {
            let claimed = composed(query, at_most, reachable, witnesses, refuted);
            assert!(claimed.is_err(), "{query} {at_most:?}");
        }
    }
}
