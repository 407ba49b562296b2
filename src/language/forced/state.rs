//! The clauses of `won in K`, with the replies of a list.
//!
//! At a node of the chooser a move is unknown: it depends on the replies before it, and on nothing else, so that each list
//! of replies has one. The square and the kind of a reply are constants, which folds most of its circuit.

use super::replies::{Reply, ReplyTree, text};
use super::{Force, Goal, Replies};
use crate::vocabulary::Vocabulary;
use encodings::board::Mask;
use encodings::rules::{
    NamedWords, Outcome, Rules, Side, Step, StepKind, chosen_step, due_pass, either, ended, layout_of_kinds,
};
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
    let mut clauses = ReplyClauses { statement, rules, vocabulary };
    clauses.succeeds(board, force, tree, &format!("forced-{number}"))
}

fn board_word<S: Statement, R: Rules>(board: BoardOf<S, R>) -> S::Word {
    board.get(0)
}

struct ReplyClauses<'a, S, R> {
    statement: &'a mut S,
    rules: &'a R,
    vocabulary: &'a Vocabulary,
}

/// A position of the tree with its moves.
struct ReplyNode<'t, B, W: Word> {
    board: B,
    kinds: Vec<(StepKind, W)>,
    /// Whether a pass is due, and the board after it.
    passes: Option<(W::Bit, B)>,
    /// What has to be achieved after a ply.
    after: Force,
    tree: &'t ReplyTree,
    /// The replies so far.
    name: &'t str,
}

impl<S: Statement, R: Rules> ReplyClauses<'_, S, R> {
    /// Whether the chooser succeeds against the replies of a tree. `name` tells the replies so far.
    fn succeeds(&mut self, board: BoardOf<S, R>, force: Force, tree: &ReplyTree, name: &str) -> BitOf<S> {
        let family = self.rules.moves(board);
        let outcome = ended(self.rules, board, &family);
        let (has_won, has_lost) = match force.chooser {
            Side::Mover => (outcome.won, outcome.lost),
            Side::Other => (outcome.lost, outcome.won),
        };
        if force.plies == 0 {
            return match force.goal {
                Goal::Win => has_won,
                Goal::Survive => !has_lost,
            };
        }
        let Outcome { won, lost, drawn } = outcome;
        let is_over = won | lost | drawn;
        let passes = due_pass(self.rules, board, &family);
        let node =
            ReplyNode { board, kinds: family.iter().collect(), passes, after: force.after_ply(), tree, name };
        let goes_well = match force.chooser {
            Side::Mover => self.chosen(&node),
            Side::Other => self.replied(&node),
        };
        match force.goal {
            Goal::Win => has_won | !is_over & goes_well,
            Goal::Survive => !has_lost & (is_over | goes_well),
        }
    }

    /// The chooser plays an unknown move, or passes if that is due.
    fn chosen(&mut self, node: &ReplyNode<'_, BoardOf<S, R>, S::Word>) -> BitOf<S> {
        let ReplyNode { board, kinds, passes, after, tree, name } = node;
        let (layout, squares) = (self.rules.layout(), self.rules.squares());
        let at = self.statement.unknown_one_hot(&format!("{name}-move"), layout, &squares);
        let like = at.word();
        let kind = (kinds.len() > 1).then(|| {
            let layout = layout_of_kinds(kinds.len());
            let name = format!("{name}-move-kind");
            self.statement.unknown_one_hot(&name, layout, &Mask::first(kinds.len())).word()
        });
        let is_kind = |place| kind.map_or(like.truth(true), |kind| kind.bit(place));
        let chosen = kinds.iter().enumerate().map(|(place, &(step, word))| (step, word, is_kind(place)));
        let (mut is_legal, mut next) = chosen_step(self.rules, *board, at, chosen);
        if let Some((is_stuck, passed)) = *passes {
            next = either::<R, _>(is_stuck, passed, next);
            is_legal = is_legal | is_stuck;
        }
        is_legal & self.succeeds(next, *after, tree, name)
    }

    /// The chooser succeeds after each reply of the tree that is legal.
    fn replied(&mut self, node: &ReplyNode<'_, BoardOf<S, R>, S::Word>) -> BitOf<S> {
        let ReplyNode { board, kinds, passes, after, tree, name } = node;
        let like = board_word::<S, R>(*board);
        let mut all = like.truth(true);
        for (&reply, replies) in &tree.0 {
            let (is_legal, next) = match reply {
                Reply::Pass => match *passes {
                    Some(passes) => passes,
                    None => continue,
                },
                Reply::Step(kind, square) => {
                    let Some(&(step, word)) = kinds.get(kind) else { continue };
                    let at = OneHot::assume(like.unit(square));
                    (word.bit(square), self.rules.next(*board, Step::new(step, at, self.rules.layout())))
                }
            };
            let name = format!("{name}/{}", text(reply, self.vocabulary));
            let succeeds = self.succeeds(next, *after, replies, &name);
            all = all & (!is_legal | succeeds);
        }
        all
    }
}
