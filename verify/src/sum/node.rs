//! The walk through the tree of a proof.

use super::block::{BlockSum, Counted};
use super::counts::{Best, Count, Counts, best_of};
use super::square::{Kind, Kinds, Square};
use std::rc::Rc;

/// The contents of a block that fit a node, and the largest of their values for each count.
#[derive(Debug)]
struct Fitting {
    contents: Vec<u32>,
    best: Best,
}

/// Assignments that agree on some squares.
#[derive(Clone, Debug)]
pub struct Node<'a> {
    sum: &'a BlockSum,
    allowed: Vec<Kinds>,
    /// By partition and block.
    fitting: Vec<Vec<Rc<Fitting>>>,
    /// No sum is larger; `None` if no assignment has the right number of things.
    bound: Option<u64>,
}

/// A square of a node that may hold more than one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenSquare(Square);

impl OpenSquare {
    /// The square.
    pub fn square(self) -> Square {
        self.0
    }
}

/// Says by which square a node is split.
pub trait Splitter {
    /// Why the walk cannot go on.
    type Error;

    /// The square by which this node is split: `first`, or another one that is open.
    ///
    /// # Errors
    /// If the walk cannot go on.
    fn split(&mut self, node: &Node<'_>, first: OpenSquare) -> Result<OpenSquare, Self::Error>;

    /// Takes an assignment whose sum is not below the number that is refuted.
    ///
    /// # Errors
    /// If the walk cannot go on.
    fn left(&mut self, held: Vec<Kind>) -> Result<(), Self::Error>;
}

/// The size of a tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TreeSize {
    /// The number of nodes.
    pub nodes: u64,
    /// The number of nodes that were split.
    pub splits: u64,
}

/// Walks through the tree of all assignments whose sum can be at least a number. Nodes whose bound is below it are not
/// split.
///
/// # Errors
/// The first error of the splitter.
pub fn walk<S: Splitter>(sum: &BlockSum, at_least: u64, splitter: &mut S) -> Result<TreeSize, S::Error> {
    let mut walked = TreeSize::default();
    visit(&Node::root(sum), at_least, splitter, &mut walked)?;
    Ok(walked)
}

/// The depth is at most the number of squares.
fn visit<S: Splitter>(
    node: &Node<'_>,
    at_least: u64,
    splitter: &mut S,
    walked: &mut TreeSize,
) -> Result<(), S::Error> {
    walked.nodes += 1;
    if node.bound.is_none_or(|bound| bound < at_least) {
        return Ok(());
    }
    let Some(first) = node.open_squares().next() else {
        return splitter.left(node.held());
    };
    let OpenSquare(square) = splitter.split(node, first)?;
    walked.splits += 1;
    for child in node.children(square) {
        visit(&child, at_least, splitter, walked)?;
    }
    Ok(())
}

impl<'a> Node<'a> {
    /// All assignments.
    fn root(sum: &'a BlockSum) -> Self {
        let fits = |block: &Counted, content: u32| {
            let mut held = block.squares.iter().enumerate();
            held.all(|(place, square)| sum.allowed[square.0].has(Counted::holds(content, place, sum.kinds())))
        };
        let fitting = |block: &Counted| {
            let contents = (0..block.values.len() as u32).filter(|&content| fits(block, content)).collect();
            Rc::new(Fitting::new(block, contents, &sum.counts))
        };
        let fitting: Vec<Vec<Rc<Fitting>>> =
            sum.partitions.iter().map(|partition| partition.blocks.iter().map(fitting).collect()).collect();
        let mut root = Self { sum, allowed: sum.allowed.clone(), fitting, bound: None };
        let none = vec![(Counts::NONE, 0)];
        let largest = |partition: usize| sum.counts.completed(&root.together(partition, usize::MAX), &none);
        root.bound = (0..root.fitting.len()).map(largest).sum();
        root
    }

    /// Whether a square can hold more than one kind.
    pub fn open(&self, square: Square) -> Option<OpenSquare> {
        let is_open = self.allowed.get(square.0).is_some_and(|kinds| kinds.len() > 1);
        is_open.then_some(OpenSquare(square))
    }

    /// The squares that can hold more than one kind, in order.
    pub fn open_squares(&self) -> impl Iterator<Item = OpenSquare> + '_ {
        (0..self.allowed.len()).filter_map(|square| self.open(Square(square)))
    }

    /// The sum that this node is about.
    pub fn sum(&self) -> &'a BlockSum {
        self.sum
    }

    /// An assignment of one partition, by square, that has the largest value of all that fit the node; the others may be larger
    /// in another partition. `None` if there is no such partition, or nothing fits.
    pub fn largest(&self, partition: usize) -> Option<Vec<Kind>> {
        let (blocks, fitting) = (&self.sum.partitions.get(partition)?.blocks, self.fitting.get(partition)?);
        let counts = &self.sum.counts;
        let mut before = vec![vec![(Counts::NONE, 0)]];
        for fitting in fitting {
            before.push(counts.combined(before.last()?, &fitting.best));
        }
        let mut held = vec![Kind(0); self.sum.squares()];
        let (mut count, mut value) = *before.pop()?.iter().find(|&&(count, _)| count == counts.all())?;
        for ((block, fitting), before) in blocks.iter().zip(fitting).zip(before).rev() {
            let fits = |&&(here, added): &&(Count, u64)| {
                let rest = before.iter().find(|&&(rest, _)| counts.are(rest, here, count));
                rest.is_some_and(|&(_, rest)| rest + added == value)
            };
            let &(here, added) = fitting.best.iter().find(fits)?;
            let has = |&&content: &&u32| {
                let content = content as usize;
                block.counts[content] == Some(here) && u64::from(block.values[content]) == added
            };
            let content = *fitting.contents.iter().find(has)?;
            for (place, square) in block.squares.iter().enumerate() {
                held[square.0] = Counted::holds(content, place, self.sum.kinds());
            }
            value -= added;
            count = before.iter().find(|&&(rest, _)| counts.are(rest, here, count))?.0;
        }
        Some(held)
    }

    /// What the squares hold, where none is open.
    fn held(&self) -> Vec<Kind> {
        self.allowed.iter().filter_map(|kinds| kinds.each().next()).collect()
    }

    /// The largest value for each count of the blocks of a partition without one of them.
    fn together(&self, partition: usize, without: usize) -> Best {
        let others = self.fitting[partition].iter().enumerate().filter(|&(block, _)| block != without);
        others.fold(vec![(Counts::NONE, 0)], |best, (_, fitting)| {
            self.sum.counts.combined(&best, &fitting.best)
        })
    }

    /// The nodes in which a square holds one kind each.
    fn children(&self, square: Square) -> Vec<Node<'a>> {
        let kinds = self.allowed[square.0];
        let mut children: Vec<Node<'a>> = kinds.each().map(|kind| self.with(square, kind)).collect();
        for (partition, divided) in self.sum.partitions.iter().enumerate() {
            let (at, place) = divided.places[square.0];
            let block = &divided.blocks[at];
            let rest = self.together(partition, at);
            let parts = self.fitting[partition][at].divided(place, self.sum.kinds());
            for (child, kind) in children.iter_mut().zip(kinds.each()) {
                let part = parts[usize::from(kind.0)].clone();
                let fitting = Fitting::new(block, part, &self.sum.counts);
                let largest = self.sum.counts.completed(&rest, &fitting.best);
                child.bound = child.bound.zip(largest).map(|(one, other)| one + other);
                child.fitting[partition][at] = Rc::new(fitting);
            }
        }
        children
    }

    /// A copy in which a square holds one kind, without the values of its partitions.
    fn with(&self, square: Square, kind: Kind) -> Self {
        let mut child = Self { bound: Some(0), ..self.clone() };
        child.allowed[square.0] = Kinds::only(kind);
        child
    }
}

impl Fitting {
    fn new(block: &Counted, contents: Vec<u32>, counts: &Counts) -> Self {
        let mut largest = vec![None; counts.len()];
        for &content in &contents {
            if let Some(Count(count)) = block.counts[content as usize] {
                let known = &mut largest[usize::from(count)];
                *known = (*known).max(Some(u64::from(block.values[content as usize])));
            }
        }
        Self { contents, best: best_of(&largest) }
    }

    /// The contents by the kind that one place holds.
    fn divided(&self, place: usize, kinds: usize) -> Vec<Vec<u32>> {
        let mut parts = vec![Vec::new(); kinds];
        for &content in &self.contents {
            parts[usize::from(Counted::holds(content, place, kinds).0)].push(content);
        }
        parts
    }
}
