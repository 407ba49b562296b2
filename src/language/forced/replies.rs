//! The replies that the clauses of a question have.

use super::Force;
use crate::question::record::PASS;
use crate::vocabulary::Vocabulary;
use encodings::rules::Side;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The greatest number of replies of a question.
pub(crate) const REPLIES_LIMIT: usize = 4_000;

/// A reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Reply {
    Pass,
    /// A move, by the index of its kind and of its square.
    Step(usize, usize),
}

/// The replies after some plies, each with those that follow it. What the chooser plays between is not said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ReplyTree(pub(super) BTreeMap<Reply, ReplyTree>);

impl ReplyTree {
    fn size(&self) -> usize {
        1 + self.0.values().map(Self::size).sum::<usize>()
    }
}

/// For each `won in` of a program that is stated, by its number, the replies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Replies(pub(super) BTreeMap<usize, ReplyTree>);

/// The same as JSON has them: `{"0": {"up@c3": {"left@b2": {}}}}`. So every reply comes after those before it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct StoredReplies(BTreeMap<usize, StoredTree>);

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
struct StoredTree(BTreeMap<String, StoredTree>);

/// Why a list of replies is not one of the question.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum RepliesError {
    /// Too many.
    #[error("more than {REPLIES_LIMIT} replies are needed: ask for fewer plies or a smaller board")]
    Many,
    /// Of a condition that the question does not have.
    #[error("replies: the question has no `won in` with the number {0}")]
    Number(usize),
    /// Not a reply of the game.
    #[error("replies: `{0}` is neither `pass` nor a kind of moves and a square, as in `kind@a1`")]
    Reply(String),
    /// After the last ply.
    #[error("replies: `{0}` comes after the last ply")]
    Late(String),
}

impl StoredReplies {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Reads the replies of a question whose program has these conditions.
    ///
    /// # Errors
    /// [`RepliesError`]
    pub(crate) fn replies(&self, forces: &[Force], vocabulary: &Vocabulary) -> Result<Replies, RepliesError> {
        let mut reader = Reader { vocabulary, size: 0 };
        let mut replies = BTreeMap::new();
        for (&number, stored) in &self.0 {
            let force = forces.get(number).ok_or(RepliesError::Number(number))?;
            replies.insert(number, reader.tree(stored, *force)?);
        }
        Ok(Replies(replies))
    }
}

struct Reader<'v> {
    vocabulary: &'v Vocabulary,
    size: usize,
}

impl Reader<'_> {
    fn tree(&mut self, stored: &StoredTree, force: Force) -> Result<ReplyTree, RepliesError> {
        self.size += 1;
        if self.size > REPLIES_LIMIT {
            return Err(RepliesError::Many);
        }
        // The ply before a reply is the chooser's, unless the other player begins.
        let before = u32::from(force.chooser == Side::Mover);
        let mut replies = BTreeMap::new();
        for (text, stored) in &stored.0 {
            let reply =
                self.reply(text).ok_or_else(|| RepliesError::Reply(text.chars().take(40).collect()))?;
            if force.plies <= before {
                return Err(RepliesError::Late(text.chars().take(40).collect()));
            }
            let left = Force { chooser: Side::Mover, plies: force.plies - before - 1, ..force };
            replies.insert(reply, self.tree(stored, left)?);
        }
        Ok(ReplyTree(replies))
    }

    fn reply(&self, text: &str) -> Option<Reply> {
        if text == PASS {
            return Some(Reply::Pass);
        }
        let (kind, square) = text.split_once('@')?;
        let kind = self.vocabulary.kinds.iter().position(|known| known.name() == kind)?;
        let square = self.vocabulary.layout.parse(square).ok()?.index();
        self.vocabulary.squares.contains(square).then_some(Reply::Step(kind, square))
    }
}

impl Replies {
    /// How many there are.
    pub(crate) fn size(&self) -> usize {
        self.0.values().map(ReplyTree::size).sum()
    }

    /// The replies as JSON has them.
    pub(crate) fn stored(&self, vocabulary: &Vocabulary) -> StoredReplies {
        StoredReplies(self.0.iter().map(|(&number, tree)| (number, stored(tree, vocabulary))).collect())
    }
}

fn stored(tree: &ReplyTree, vocabulary: &Vocabulary) -> StoredTree {
    let of = |(reply, tree): (&Reply, &ReplyTree)| (text(*reply, vocabulary), stored(tree, vocabulary));
    StoredTree(tree.0.iter().map(of).collect())
}

/// A reply as text.
pub(super) fn text(reply: Reply, vocabulary: &Vocabulary) -> String {
    let Reply::Step(kind, square) = reply else { return PASS.to_owned() };
    let kind = vocabulary.kinds.get(kind).map_or("", |kind| kind.name());
    let square = vocabulary.layout.square(square).map(|square| vocabulary.layout.name(square).to_string());
    format!("{kind}@{}", square.unwrap_or_default())
}
