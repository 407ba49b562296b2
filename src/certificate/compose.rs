//! Whether the parts of a certificate, each of which stands, amount to its claim.

use super::Claim;
use crate::query::push_fight_turns::{Along, Moves};
use crate::query::{
    Bounded, BoundedQuestion, LastSteps, Objective, OthelloMobility, PushFightTurns, Query, Question, Reach,
    ToMove, WholeGame, Witness,
};
use verify::othello as naive;

type Witnessed = (Question, Witness);

/// Checks that the parts show the claim, and nothing is left over.
///
/// # Errors
/// What is missing or superfluous, in words.
pub(super) fn compose(claim: &Claim, witnesses: &[Witnessed], refuted: &[Question]) -> Result<(), String> {
    let Claim { question, objective, bound, reachable, at_most } = *claim;
    if !question.objectives().contains(&objective) {
        return Err(format!("the question has no bound on the number of {}", objective.noun()));
    }
    if question.bound(objective) != bound {
        return Err(format!("the bound is {bound}, the question asks for {}", question.bound(objective)));
    }
    let measures = |(_, witness): &Witnessed| BoundedQuestion::measure(objective, witness);
    if let Some(measured) = witnesses.iter().map(measures).find(|&measured| measured != bound) {
        return Err(format!("a witness has {measured} {}", objective.noun()));
    }
    if let Some(at_most) = at_most {
        let BoundedQuestion::PushFightTurns(query) = question else {
            return Err("an interval is claimed of push-fight.turns, and of nothing else".to_owned());
        };
        return if reachable {
            Err("an interval is claimed of any position".to_owned())
        } else {
            turns_between(query, at_most, witnesses, refuted)
        };
    }
    if reachable {
        let BoundedQuestion::OthelloMobility(query) = question else {
            return Err("what games reach is claimed of othello.mobility, and of nothing else".to_owned());
        };
        reachable_mobility(query, objective, witnesses, refuted)
    } else {
        any_position(question, objective, bound, witnesses, refuted)
    }
}

/// A witness of the claim's own question has exactly the bound, and the question with one more is refuted. More than
/// is asked for includes what is asked for, so that nothing above the bound is possible either.
fn any_position(
    question: BoundedQuestion,
    objective: Objective,
    bound: u32,
    witnesses: &[Witnessed],
    refuted: &[Question],
) -> Result<(), String> {
    if question.is_relaxed() {
        // A position that ends some last steps may not be reachable, and its witness does not even show the steps.
        return Err("last steps can be refuted; a bound on what has them is not a claim".to_owned());
    }
    let [(asked, _)] = witnesses else {
        return Err("there has to be one witness".to_owned());
    };
    if *asked != question.into() {
        return Err("the witness answers another question".to_owned());
    }
    let refuted: Vec<Question> = refuted.iter().map(|asked| asked.with_symmetry_breaking(false)).collect();
    if refuted != [question.with_bound(objective, bound + 1).into()] {
        return Err(format!("{} {} have to be refuted, and nothing else", bound + 1, objective.noun()));
    }
    Ok(())
}

/// A position that has the number of legal turns, and refuted questions from which it follows that none has more than
/// another.
fn turns_between(
    query: PushFightTurns,
    at_most: u32,
    witnesses: &[Witnessed],
    refuted: &[Question],
) -> Result<(), String> {
    if query.moves != Moves::Legal || query.along.is_some() {
        return Err("an interval is claimed of all legal turns".to_owned());
    }
    let [(asked, _)] = witnesses else {
        return Err("there has to be one witness".to_owned());
    };
    if *asked != query.into() {
        return Err("the witness answers another question".to_owned());
    }
    match most_turns(query, refuted) {
        Some(most) if most == at_most => Ok(()),
        Some(most) => Err(format!("what is refuted leaves {most} turns, not {at_most}")),
        None => Err("what is refuted does not bound the number of turns".to_owned()),
    }
}

/// How many legal turns a position can have if these questions have no answer: nothing if they do not tell, or if there
/// are more of them than are needed.
///
/// Every legal turn is one where pieces leap, and is an arrangement that two leaps lead to with a push. So a position
/// has no more turns than are possible with leaping, and no more than there are arrangements, times the pushes that a
/// position can have without moves: each arrangement is a position. What pushes along ranks and along files can be
/// bounded apart.
pub(super) fn most_turns(query: PushFightTurns, refuted: &[Question]) -> Option<u32> {
    let most = |asked: &Question, along: Option<Along>| {
        let Question::PushFightTurns(asked) = asked else { return None };
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

/// A record, or one for each player, and for every number of discs a reason why one more is impossible.
///
/// A position has as many empty squares as it has not discs, and no more legal moves than those. So a number of discs
/// is covered if too few squares are left, or by a refuted question that asks for no more than one above the bound,
/// for no more empty squares than there are, and of the way to the position for nothing that games of so many discs
/// lack.
fn reachable_mobility(
    query: OthelloMobility,
    objective: Objective,
    witnesses: &[Witnessed],
    refuted: &[Question],
) -> Result<(), String> {
    if objective != Objective::Mobility || query.empties > 0 || query.discs.is_some() || query.reach.is_some()
    {
        return Err("what is claimed of reachable positions is the number of legal moves, and nothing else"
            .to_owned());
    }
    let is_record = |(asked, witness): &Witnessed, to_move: ToMove| {
        let (Question::OthelloMobility(asked), Witness::Othello(witness)) = (asked, witness) else {
            return false;
        };
        let Some(Reach::Game(WholeGame { to_move: asked_to_move, any_order: false, .. })) = asked.reach
        else {
            return false;
        };
        asked.board == query.board && asked_to_move == to_move && to_move.allows(witness.mover())
    };
    let are_records = match witnesses {
        [one] => is_record(one, ToMove::Black) || is_record(one, ToMove::White),
        [black, white] => is_record(black, ToMove::Black) && is_record(white, ToMove::White),
        _ => false,
    };
    if !are_records {
        return Err("there has to be a record, or one for Black to move and one for White".to_owned());
    }
    // The start is no end of a game of any steps.
    let at_start = naive::Size::new(query.board.side())
        .map_err(|error| error.to_string())
        .map(|size| naive::Position::start(size).legal_moves().len())?;
    if at_start > query.at_least as usize {
        return Err(format!("the start has {at_start} legal moves"));
    }
    let one_more = OthelloMobility { at_least: query.at_least + 1, ..query };
    let uncovered = (5..=query.board.squares()).find(|&discs| {
        !is_trivial(one_more, discs) && !refuted.iter().any(|asked| covers(*asked, one_more, discs))
    });
    uncovered.map_or(Ok(()), |discs| Err(format!("nothing shows that {discs} discs do not allow more")))
}

/// Whether so many discs leave too few empty squares for what `query` asks for.
fn is_trivial(query: OthelloMobility, discs: u32) -> bool {
    query.board.squares() - discs < query.at_least
}

/// Whether a refuted question shows that no game reaches what `query` asks for with so many discs.
pub(crate) fn covers(refuted: Question, query: OthelloMobility, discs: u32) -> bool {
    let Question::OthelloMobility(refuted) = refuted else { return false };
    let empties = query.board.squares() - discs;
    let asks_no_more =
        refuted.board == query.board && refuted.at_least <= query.at_least && refuted.empties <= empties;
    let every_game_has_it = match refuted.reach {
        None => refuted.discs.is_none_or(|exactly| exactly == discs),
        Some(Reach::Game(WholeGame { discs: exactly, to_move, .. })) => {
            exactly == discs && to_move == ToMove::Either
        }
        Some(Reach::Window(LastSteps { steps, least, most, .. })) => {
            (least..=most).contains(&discs) && steps + 4 <= discs
        }
    };
    asks_no_more && every_game_has_it
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::PushFightBoard;

    fn asked(moves: Moves, along: Option<Along>, at_least: u32) -> Question {
        let board = PushFightBoard::Published;
        PushFightTurns { board, at_least, moves, along, symmetry_breaking: true }.into()
    }

    #[test]
    fn refutations_bound_the_turns_that_they_speak_of() {
        let board = PushFightBoard::Published;
        let (moves, along) = (Moves::Legal, None);
        let query = PushFightTurns { board, at_least: 12_214, moves, along, symmetry_breaking: false };
        let (ranks, files) = (Some(Along::Ranks), Some(Along::Files));
        let standing = asked(Moves::None, None, 10);
        assert_eq!(most_turns(query, &[standing]), Some(9 * 2193));
        assert_eq!(most_turns(query, &[asked(Moves::Leaping, None, 15_000)]), Some(14_999));
        let apart = [asked(Moves::None, ranks, 7), asked(Moves::Leaping, files, 5085)];
        assert_eq!(most_turns(query, &apart), Some(6 * 2193 + 5084));
        let loose: [&[Question]; 5] = [
            &[],
            &[asked(Moves::Leaping, files, 5085)],
            &[asked(Moves::Leaping, files, 5085), asked(Moves::Leaping, files, 5085)],
            &[standing, standing],
            &[asked(Moves::None, None, 0)],
        ];
        for refuted in loose {
            assert_eq!(most_turns(query, refuted), None, "{refuted:?}");
        }
        let smaller = PushFightTurns { board: PushFightBoard::FourByFour, ..query };
        assert_eq!(most_turns(smaller, &[standing]), None);
    }

    #[test]
    fn an_interval_is_what_is_refuted_leaves() {
        let board = PushFightBoard::FourByThree;
        let (moves, along) = (Moves::Legal, None);
        let query = PushFightTurns { board, at_least: 5, moves, along, symmetry_breaking: false };
        let witness = query.witness_of("oO.xY.".to_owned()).expect("a position");
        let refuted: [Question; 1] = [PushFightTurns { moves: Moves::None, at_least: 3, ..query }.into()];
        let most = 2 * query.arrangements();
        let witnesses: [Witnessed; 1] = [(query.into(), witness.into())];
        assert_eq!(turns_between(query, most, &witnesses, &refuted), Ok(()));
        let (shown, no_witness, no_proof): (&[Witnessed], &[Witnessed], &[Question]) = (&witnesses, &[], &[]);
        for (query, at_most, witnesses, refuted) in [
            (query, most - 1, shown, &refuted[..]),
            (query, most + 1, shown, &refuted[..]),
            (query, most, no_witness, &refuted[..]),
            (query, most, shown, no_proof),
            (PushFightTurns { at_least: 6, ..query }, most, shown, &refuted[..]),
            (PushFightTurns { along: Some(Along::Files), ..query }, most, shown, &refuted[..]),
        ] {
            assert!(turns_between(query, at_most, witnesses, refuted).is_err(), "{query} {at_most}");
        }
    }
}
