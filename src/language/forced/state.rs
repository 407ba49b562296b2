//! The clauses of `won in K`, with the replies of a list.
//!
//! At a node of the chooser a move is unknown: it depends on the replies before it, and on nothing else, so that each list
//! of replies has one. The square and the kind of a reply are constants, which folds most of its circuit.

use super::replies::{Reply, ReplyTree, text};
use super::{Force, Goal, Player, Replies};
use crate::program::ended;
use crate::vocabulary::Vocabulary;
use encodings::board::Mask;
use encodings::rules::{NamedWords, Outcome, Rules, Step, StepKind, Stuck, either, layout_of_kinds};
use encodings::statement::Statement;
use encodings::word::{OneHot, Word};

type BitOf<S> = <<S as Statement>::Word as Word>::Bit;
type BoardOf<S, R> = <R as encodings::rules::Boards>::Board<<S as Statement>::Word>;

/// States the condition with a number in a position: the truth value follows from it. Without replies, not even the root,
/// it says nothing.
pub(crate) fn state_forced<S: Statement, R: Rules>(
    statement: &mut S,
    (rules, vocabulary): (&R, &Vocabulary),
    replies: &Replies,
    (number, force): (usize, Force),
    board: BoardOf<S, R>,
) -> BitOf<S> {
    let Some(tree) = replies.0.get(&number) else { return board_word::<S, R>(board).truth(true) };
    let mut stated = StatedTree { statement, rules, vocabulary };
    stated.succeeds(board, force, tree, &format!("forced-{number}"))
}

fn board_word<S: Statement, R: Rules>(board: BoardOf<S, R>) -> S::Word {
    board.get(0)
}

struct StatedTree<'a, S, R> {
    statement: &'a mut S,
    rules: &'a R,
    vocabulary: &'a Vocabulary,
}

impl<S: Statement, R: Rules> StatedTree<'_, S, R> {
    /// Whether the chooser succeeds against the replies of a tree. `name` tells the replies so far.
    fn succeeds(&mut self, board: BoardOf<S, R>, force: Force, tree: &ReplyTree, name: &str) -> BitOf<S> {
        let family = self.rules.moves(board);
        let outcome = ended(self.rules, board, &family);
        let (has_won, has_lost) = match force.chooser {
            Player::Mover => (outcome.won, outcome.lost),
            Player::Other => (outcome.lost, outcome.won),
        };
        if force.plies == 0 {
            return match force.goal {
                Goal::Win => has_won,
                Goal::Survive => !has_lost,
            };
        }
        let Outcome { won, lost, drawn } = outcome;
        let is_over = won | lost | drawn;
        let passes = match self.rules.when_stuck(board) {
            Stuck::Passes(passed) => Some((self.rules.is_stuck(board, &family), passed)),
            Stuck::Loses | Stuck::Wins | Stuck::Draws => None,
        };
        let kinds: Vec<(StepKind, S::Word)> = family.iter().collect();
        let goes_well = match force.chooser {
            Player::Mover => self.chosen(board, &kinds, passes, force, tree, name),
            Player::Other => self.replied(board, &kinds, passes, force, tree, name),
        };
        match force.goal {
            Goal::Win => has_won | !is_over & goes_well,
            Goal::Survive => !has_lost & (is_over | goes_well),
        }
    }

    /// The chooser plays an unknown move, or passes if that is due.
    fn chosen(
        &mut self,
        board: BoardOf<S, R>,
        kinds: &[(StepKind, S::Word)],
        passes: Option<(BitOf<S>, BoardOf<S, R>)>,
        force: Force,
        tree: &ReplyTree,
        name: &str,
    ) -> BitOf<S> {
        let (layout, squares) = (self.rules.layout(), self.rules.squares());
        let at = self.statement.unknown_one_hot(&format!("{name}-move"), layout, &squares);
        let like = at.word();
        let kind = (kinds.len() > 1).then(|| {
            let layout = layout_of_kinds(kinds.len());
            let name = format!("{name}-move-kind");
            self.statement.unknown_one_hot(&name, layout, &Mask::first(kinds.len())).word()
        });
        let (mut is_legal, mut after) = (like.truth(false), board);
        for (place, &(step, word)) in kinds.iter().enumerate() {
            let is_kind = kind.map_or(like.truth(true), |kind| kind.bit(place));
            is_legal = is_legal | is_kind & (like & word).any();
            let next = self.rules.next(board, Step::new(step, at, layout));
            after = if place == 0 { next } else { either::<R, _>(is_kind, next, after) };
        }
        let mut legal = is_legal;
        if let Some((is_stuck, passed)) = passes {
            after = either::<R, _>(is_stuck, passed, after);
            legal = legal | is_stuck;
        }
        legal & self.succeeds(after, force.after_ply(), tree, name)
    }

    /// The chooser succeeds after each reply of the tree that is legal.
    fn replied(
        &mut self,
        board: BoardOf<S, R>,
        kinds: &[(StepKind, S::Word)],
        passes: Option<(BitOf<S>, BoardOf<S, R>)>,
        force: Force,
        tree: &ReplyTree,
        name: &str,
    ) -> BitOf<S> {
        let like = board_word::<S, R>(board);
        let mut all = like.truth(true);
        for (&reply, replies) in &tree.0 {
            let (is_legal, after) = match reply {
                Reply::Pass => match passes {
                    Some(passes) => passes,
                    None => continue,
                },
                Reply::Step(kind, square) => {
                    let Some(&(step, word)) = kinds.get(kind) else { continue };
                    let at = OneHot::assume(like.unit(square));
                    (word.bit(square), self.rules.next(board, Step::new(step, at, self.rules.layout())))
                }
            };
            let name = format!("{name}/{}", text(reply, self.vocabulary));
            let succeeds = self.succeeds(after, force.after_ply(), replies, &name);
            all = all & (!is_legal | succeeds);
        }
        all
    }
}
