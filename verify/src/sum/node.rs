//! The walk through the tree of a proof.

use super::counts::{Best, Count, Counts, best_of};
use super::region::{Cell, Counted, Kind, Kinds, RegionSum};
use std::rc::Rc;

/// The contents of a region that fit a node, and the largest of their values for each count.
#[derive(Debug)]
struct Fitting {
    contents: Vec<u32>,
    best: Best,
}

/// Assignments that agree on some cells.
#[derive(Clone, Debug)]
pub struct Node<'a> {
    sum: &'a RegionSum,
    allowed: Vec<Kinds>,
    /// By cover and region.
    fitting: Vec<Vec<Rc<Fitting>>>,
    /// No sum is larger; `None` if no assignment has the right number of things.
    bound: Option<u64>,
}

/// A cell of a node that may hold more than one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenCell(Cell);

impl OpenCell {
    /// The cell.
    pub fn cell(self) -> Cell {
        self.0
    }
}

/// Says by which cell a node is split.
pub trait Splitter {
    /// Why the walk cannot go on.
    type Error;

    /// The cell by which this node is split: `first`, or another one that is open.
    ///
    /// # Errors
    /// If the walk cannot go on.
    fn split(&mut self, node: &Node<'_>, first: OpenCell) -> Result<OpenCell, Self::Error>;

    /// Takes an assignment whose sum is not below the number that is refuted.
    ///
    /// # Errors
    /// If the walk cannot go on.
    fn left(&mut self, held: Vec<Kind>) -> Result<(), Self::Error>;
}

/// The size of a tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Walked {
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
pub fn walk<S: Splitter>(sum: &RegionSum, at_least: u64, splitter: &mut S) -> Result<Walked, S::Error> {
    let mut walked = Walked::default();
    visit(&Node::root(sum), at_least, splitter, &mut walked)?;
    Ok(walked)
}

/// The depth is at most the number of cells.
fn visit<S: Splitter>(
    node: &Node<'_>,
    at_least: u64,
    splitter: &mut S,
    walked: &mut Walked,
) -> Result<(), S::Error> {
    walked.nodes += 1;
    if node.bound.is_none_or(|bound| bound < at_least) {
        return Ok(());
    }
    let Some(first) = node.open_cells().next() else {
        return splitter.left(node.held());
    };
    let OpenCell(cell) = splitter.split(node, first)?;
    walked.splits += 1;
    for child in node.children(cell) {
        visit(&child, at_least, splitter, walked)?;
    }
    Ok(())
}

impl<'a> Node<'a> {
    /// All assignments.
    fn root(sum: &'a RegionSum) -> Self {
        let fits = |region: &Counted, content: u32| {
            let mut held = region.cells.iter().enumerate();
            held.all(|(place, cell)| sum.allowed[cell.0].has(Counted::holds(content, place, sum.kinds())))
        };
        let fitting = |region: &Counted| {
            let contents = (0..region.values.len() as u32).filter(|&content| fits(region, content)).collect();
            Rc::new(Fitting::new(region, contents, &sum.counts))
        };
        let fitting: Vec<Vec<Rc<Fitting>>> =
            sum.covers.iter().map(|regions| regions.iter().map(fitting).collect()).collect();
        let mut root = Self { sum, allowed: sum.allowed.clone(), fitting, bound: None };
        let none = vec![(Counts::NONE, 0)];
        let largest = |cover: usize| sum.counts.completed(&root.together(cover, usize::MAX), &none);
        root.bound = (0..root.fitting.len()).map(largest).sum();
        root
    }

    /// Whether a cell can hold more than one kind.
    pub fn open(&self, cell: Cell) -> Option<OpenCell> {
        let is_open = self.allowed.get(cell.0).is_some_and(|kinds| kinds.len() > 1);
        is_open.then_some(OpenCell(cell))
    }

    /// The cells that can hold more than one kind, in order.
    pub fn open_cells(&self) -> impl Iterator<Item = OpenCell> + '_ {
        (0..self.allowed.len()).filter_map(|cell| self.open(Cell(cell)))
    }

    /// The sum that this node is about.
    pub fn sum(&self) -> &'a RegionSum {
        self.sum
    }

    /// An assignment of one cover, by cell, that has the largest value of all that fit the node; the others may be larger
    /// in another cover. `None` if there is no such cover, or nothing fits.
    pub fn largest(&self, cover: usize) -> Option<Vec<Kind>> {
        let (regions, fitting) = (self.sum.covers.get(cover)?, self.fitting.get(cover)?);
        let counts = &self.sum.counts;
        let mut before = vec![vec![(Counts::NONE, 0)]];
        for fitting in fitting {
            before.push(counts.combined(before.last()?, &fitting.best));
        }
        let mut held = vec![Kind(0); self.sum.cells()];
        let (mut count, mut value) = *before.pop()?.iter().find(|&&(count, _)| count == counts.all())?;
        for ((region, fitting), before) in regions.iter().zip(fitting).zip(before).rev() {
            let fits = |&&(here, added): &&(Count, u64)| {
                let rest = before.iter().find(|&&(rest, _)| counts.are(rest, here, count));
                rest.is_some_and(|&(_, rest)| rest + added == value)
            };
            let &(here, added) = fitting.best.iter().find(fits)?;
            let has = |&&content: &&u32| {
                let content = content as usize;
                region.counts[content] == Some(here) && u64::from(region.values[content]) == added
            };
            let content = *fitting.contents.iter().find(has)?;
            for (place, cell) in region.cells.iter().enumerate() {
                held[cell.0] = Counted::holds(content, place, self.sum.kinds());
            }
            value -= added;
            count = before.iter().find(|&&(rest, _)| counts.are(rest, here, count))?.0;
        }
        Some(held)
    }

    /// What the cells hold, where none is open.
    fn held(&self) -> Vec<Kind> {
        self.allowed.iter().flat_map(|kinds| kinds.each().next()).collect()
    }

    /// The largest value for each count of the regions of a cover without one of them.
    fn together(&self, cover: usize, without: usize) -> Best {
        let others = self.fitting[cover].iter().enumerate().filter(|&(region, _)| region != without);
        others.fold(vec![(Counts::NONE, 0)], |best, (_, fitting)| {
            self.sum.counts.combined(&best, &fitting.best)
        })
    }

    /// The nodes in which a cell holds one kind each.
    fn children(&self, cell: Cell) -> Vec<Node<'a>> {
        let kinds = self.allowed[cell.0];
        let mut children: Vec<Node<'a>> = kinds.each().map(|kind| self.with(cell, kind)).collect();
        for (cover, regions) in self.sum.covers.iter().enumerate() {
            let has = |region: &Counted| Some(region.cells.iter().position(|&held| held == cell)?);
            let found = regions.iter().enumerate().find_map(|(at, region)| Some((at, region, has(region)?)));
            // A cover has every cell.
            let Some((at, region, place)) = found else { continue };
            let rest = self.together(cover, at);
            let parts = self.fitting[cover][at].divided(place, self.sum.kinds());
            for (child, kind) in children.iter_mut().zip(kinds.each()) {
                let part = parts[usize::from(kind.0)].clone();
                let fitting = Fitting::new(region, part, &self.sum.counts);
                let largest = self.sum.counts.completed(&rest, &fitting.best);
                child.bound = child.bound.zip(largest).map(|(one, other)| one + other);
                child.fitting[cover][at] = Rc::new(fitting);
            }
        }
        children
    }

    /// A copy in which a cell holds one kind, without the values of its covers.
    fn with(&self, cell: Cell, kind: Kind) -> Self {
        let mut child = Self { bound: Some(0), ..self.clone() };
        child.allowed[cell.0] = Kinds::only(kind);
        child
    }
}

impl Fitting {
    fn new(region: &Counted, contents: Vec<u32>, counts: &Counts) -> Self {
        let mut largest = vec![None; counts.len()];
        for &content in &contents {
            if let Some(Count(count)) = region.counts[content as usize] {
                let known = &mut largest[usize::from(count)];
                *known = (*known).max(Some(u64::from(region.values[content as usize])));
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
