//! The step of a claim as a statement: a ply that breaks what is claimed.

use super::GamesClaim;
use super::reply::{changed, grows};
use super::text::ClaimForm;
use crate::program::{Lowering, NotForced, possible, run};
use encodings::board::Symmetry;
use encodings::rules::{Ending, NamedWords as _, PlyStated, Position, Rules, Step, state_ply};
use encodings::statement::Statement;
use encodings::word::{OneHot, Word};

/// The bit of a statement.
type BitOf<S> = <<S as Statement>::Word as Word>::Bit;

impl<R: Rules> GamesClaim<R> {
    /// States the step.
    pub(super) fn state_step<S: Statement>(&self, statement: &mut S) {
        let ply = state_ply(statement, self.rules());
        // `new` has made the program once. Without it nothing would be refuted.
        let Some(held) = self.holds::<S>(&[ply.before, ply.after]) else { return };
        statement.require(held[0]);
        match self.text.form {
            ClaimForm::Never => statement.require(!held[1]),
            ClaimForm::Reply(symmetry) => self.state_no_reply(statement, &ply, symmetry),
        }
    }

    /// Whether each board has what is kept.
    pub(super) fn holds<S: Statement>(&self, boards: &[R::Board<S::Word>]) -> Option<Vec<BitOf<S>>> {
        let (vocabulary, rules) = (&self.kept.subject.vocabulary, self.rules());
        let (program, holds) = Lowering::predicate(&self.kept.meaning, vocabulary, rules, None).ok()?;
        let kinds = &vocabulary.kinds;
        let registers = run::<R, S::Word>(&program, rules, kinds, boards, &[], &mut NotForced);
        Some(registers.bits(holds).to_vec())
    }

    /// Whether a move has a reply that keeps the condition.
    pub(super) fn is_answered(
        &self,
        position: Position<R>,
        step: Step<R::Native>,
        symmetry: Symmetry,
    ) -> bool {
        let rules = self.rules();
        let after = position.after(rules, step);
        let of = |before: Position<R>, step: Step<R::Native>, after: Position<R>| {
            changed(rules, [before.board(), after.board()], step.from() | step.to())
        };
        let grows = |before: Position<R>, after: Position<R>| grows(rules, [before.board(), after.board()]);
        if self.loses && !grows(position, after) {
            return false;
        }
        match rules.outcome(after.board()).ending() {
            Some(Ending::Won) => return true,
            Some(Ending::Lost | Ending::Drawn) => return !self.loses,
            None => {}
        }
        let wanted = of(position, step, after).image(symmetry, rules.layout());
        after.steps(rules).any(|reply| {
            let next = after.after(rules, reply);
            let ending = rules.outcome(next.board()).ending();
            let is_good = !matches!(ending, Some(Ending::Won | Ending::Drawn)) && grows(after, next);
            let is_good = is_good || !self.loses;
            of(after, reply, next) == wanted && is_good && self.keeps(next)
        })
    }

    /// States that no reply to a move has the image of its squares and keeps the condition. Where the claim says that the
    /// start is lost, a game that ends well for the first player is as bad.
    pub(super) fn state_no_reply<S: Statement>(
        &self,
        statement: &mut S,
        ply: &PlyStated<S::Word, R::Board<S::Word>>,
        symmetry: Symmetry,
    ) {
        let (rules, layout) = (self.rules(), self.rules().layout());
        let wanted = changed(rules, [ply.before, ply.after], ply.ends).image(symmetry, layout);
        let ended = rules.outcome(ply.after);
        let like = ply.before.get(0);
        let is_bad = if self.loses {
            ended.lost | ended.drawn | !grows(rules, [ply.before, ply.after])
        } else {
            like.truth(false)
        };
        statement.require(is_bad | !ended.over());
        let family = rules.moves(ply.after);
        let squares = possible(rules, &self.kept.subject.vocabulary.kinds);
        let replies = family.iter().zip(squares).flat_map(|((kind, word), squares)| {
            let squares: Vec<usize> = squares.indices().collect();
            squares.into_iter().map(move |square| (kind, word.bit(square), square))
        });
        let replies = replies.map(|(kind, is_legal, square)| {
            let step = Step::new(kind, OneHot::assume(like.unit(square)), layout);
            (is_legal, step, rules.next(ply.after, step))
        });
        let (steps, boards): (Vec<_>, Vec<_>) =
            replies.map(|(is_legal, step, next)| ((is_legal, step), next)).unzip();
        let kept = if boards.is_empty() { None } else { self.holds::<S>(&boards) };
        for (((is_legal, step), next), keeps) in steps.into_iter().zip(&boards).zip(kept.unwrap_or_default())
        {
            let found = changed(rules, [ply.after, *next], step.from() | step.to());
            let end = rules.outcome(*next);
            let is_good = if self.loses {
                !(end.won | end.drawn) & grows(rules, [ply.after, *next])
            } else {
                like.truth(true)
            };
            statement.require(is_bad | !(is_legal & keeps & is_good & found.equals(wanted)));
        }
    }
}
