//! Strips: consecutive points of a border, and the effects of placing a point.
//!
//! A strip is a whole border, or one half of it. In a half, a libertyless string may continue in the other half: it is
//! *pending*. Strings do not cross, so the pending strings of a half are nested, and the k-th from the dividing line
//! (its *level*, from 0) continues as the k-th of the other half. So halves are written from the dividing line
//! outwards. The effect on the other half of placing a point in one half is an effect on levels.
//!
//! Placing follows Tromp and Farnebäck (2009), section 4.3. An empty point frees the strings beside it. A stone takes a
//! liberty from a neighbour and shares it, or joins the stones beside it. Covering the last visible stone of a string
//! without liberties is illegal.

use super::point::{Colour, Content, Label, Point};

/// Points of a border in order, with the pending strings among them.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Strip {
    points: Vec<Point>,
    /// A bit for each label whose string continues in the other half.
    pending: u32,
}

/// The effect on the strings that the other half shares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Effect {
    /// Nothing.
    None,
    /// The strings of these levels (one bit each) have a liberty.
    Free(u32),
    /// The strings of this level and the next are one.
    Join(u32),
    /// The string of this level is no longer visible here.
    Leave(u32),
}

impl Strip {
    /// A strip of points without pending strings; labels are renumbered.
    pub fn new(points: Vec<Point>) -> Self {
        Self::with_pending(points, 0)
    }

    /// A strip whose labels are renumbered.
    pub(super) fn with_pending(points: Vec<Point>, pending: u32) -> Self {
        let mut strip = Self { points, pending };
        strip.number();
        strip
    }

    /// The points.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// The first label that no point has.
    fn fresh_label(&self) -> Label {
        self.points.iter().filter_map(|point| point.label()).max().map_or(0, |label| label + 1)
    }

    /// Whether no string lacks a liberty.
    pub fn is_legal(&self) -> bool {
        self.points.iter().all(|point| point.label().is_none())
    }

    /// The number of libertyless strings.
    pub fn libertyless(&self) -> usize {
        usize::from(self.fresh_label())
    }

    /// Whether the string of this label continues in the other half.
    pub(super) fn is_pending(&self, label: Label) -> bool {
        self.pending >> label & 1 == 1
    }

    /// The label of the pending string of this level.
    pub(super) fn label_of(&self, level: u32) -> Option<Label> {
        let mut rest = self.pending;
        for _ in 0..level {
            rest &= rest.wrapping_sub(1);
        }
        (rest != 0).then(|| rest.trailing_zeros() as Label)
    }

    /// The level of a label, if its string is pending.
    pub(super) fn level_of(&self, label: Label) -> Option<u32> {
        self.is_pending(label).then(|| (self.pending & ((1 << label) - 1)).count_ones())
    }

    /// The colours of the pending strings, level by level.
    pub(super) fn pending_colours(&self) -> Vec<Colour> {
        let labels = (0..32).filter(|&label| self.is_pending(label));
        labels.filter_map(|label| self.colour_of(label)).collect()
    }

    fn colour_of(&self, label: Label) -> Option<Colour> {
        self.points.iter().find(|point| point.label() == Some(label)).and_then(|point| point.colour())
    }

    /// The colour of the first stone.
    pub fn first_colour(&self) -> Option<Colour> {
        self.points.iter().find_map(|point| point.colour())
    }

    /// The strip with colours exchanged.
    #[must_use]
    pub fn exchanged(&self) -> Self {
        let points = self.points.iter().map(|point| point.exchanged()).collect();
        Self { points, pending: self.pending }
    }

    /// The strip of its class whose first stone is white.
    #[must_use]
    pub fn class(self) -> Self {
        if self.first_colour() == Some(Colour::Black) { self.exchanged() } else { self }
    }

    /// Renumbers the labels in the order of first points.
    fn number(&mut self) {
        let mut numbers = [Label::MAX; 128];
        let mut next = 0;
        let mut pending = 0;
        for point in &mut self.points {
            if let Content::Libertyless(colour, label) = point.content() {
                let number = &mut numbers[usize::from(label)];
                if *number == Label::MAX {
                    *number = next;
                    // Only halves have pending strings, and halves have fewer than 32 labels.
                    if label < 32 && self.pending >> label & 1 == 1 {
                        pending |= 1 << next;
                    }
                    next += 1;
                }
                *point = Point::libertyless(colour, *number);
            }
        }
        self.pending = pending;
    }

    fn free(&mut self, label: Label) {
        for point in &mut self.points {
            if let Content::Libertyless(colour, found) = point.content()
                && found == label
            {
                *point = Point::free(colour);
            }
        }
    }

    fn join(&mut self, kept: Label, joined: Label) {
        for point in &mut self.points {
            if let Content::Libertyless(colour, found) = point.content()
                && found == joined
            {
                *point = Point::libertyless(colour, kept);
            }
        }
    }

    /// Replaces the old point `at`, which the new column covers, by the new one: empty, or a stone. `beside` is the
    /// point of the new column that was placed before it. `None` if that covers the last visible stone of a string
    /// without liberties.
    pub(super) fn place(
        &self,
        at: usize,
        beside: Option<usize>,
        stone: Option<Colour>,
    ) -> Option<(Self, Effect)> {
        let old = self.points[at];
        let beside = beside.map_or(Point::EDGE, |beside| self.points[beside]);
        let mut next = self.clone();
        let Some(colour) = stone else {
            let freed = next.free_beside([old, beside].into_iter().filter_map(Point::label));
            next.points[at] = Point::EMPTY;
            next.number();
            return Some((next, freed));
        };
        let mut effect = Effect::None;
        if let Content::Libertyless(covered, label) = old.content()
            && covered != colour
            && self.points.iter().filter(|point| point.label() == Some(label)).count() == 1
        {
            effect = Effect::Leave(self.level_of(label)?);
            // No shared string is affected otherwise, because the neighbour has no liberty to receive.
        }
        let own = [old, beside].into_iter().filter(|point| point.colour() == Some(colour));
        let mut labels: Vec<Label> = own.filter_map(Point::label).collect();
        labels.dedup();
        if old.offers_liberty(colour) || beside.offers_liberty(colour) {
            let freed = next.free_beside(labels.into_iter());
            next.points[at] = Point::free(colour);
            effect = if freed == Effect::None { effect } else { freed };
        } else if let [one, two] = labels[..] {
            let (one, two) = (one.min(two), one.max(two));
            if let (Some(outer), Some(_)) = (self.level_of(one), self.level_of(two)) {
                effect = Effect::Join(outer);
            }
            next.join(one, two);
            next.pending |= u32::from(self.is_pending(two)) << one;
            next.points[at] = Point::libertyless(colour, one);
        } else {
            let label = labels.first().copied().unwrap_or_else(|| self.fresh_label());
            next.points[at] = Point::libertyless(colour, label);
        }
        next.number();
        Some((next, effect))
    }

    /// Frees strings, and returns the effect on the other half.
    fn free_beside(&mut self, labels: impl Iterator<Item = Label>) -> Effect {
        let mut levels = 0;
        for label in labels {
            // A level refers to the strip before the change: labels keep their bits until they are renumbered.
            if let Some(level) = self.level_of(label) {
                levels |= 1 << level;
            }
            self.free(label);
        }
        if levels == 0 { Effect::None } else { Effect::Free(levels) }
    }

    /// The other half after the effect; `None` if it has no such level.
    pub(super) fn affected(&self, effect: Effect) -> Option<Self> {
        let mut next = self.clone();
        match effect {
            Effect::None => {}
            Effect::Free(levels) => {
                for level in (0..32).filter(|level| levels >> level & 1 == 1) {
                    next.free(self.label_of(level)?);
                }
            }
            Effect::Join(level) => next.join(self.label_of(level)?, self.label_of(level + 1)?),
            Effect::Leave(level) => next.pending &= !(1 << self.label_of(level)?),
        }
        next.number();
        Some(next)
    }

    /// Whether a kink is as in the definition of valid states (definition 3): if the last point of the new column can
    /// have its liberty or its connection only through the hidden point beside it, it counts as a neighbour of the
    /// first point of the old column. `upper` is that last point, `lower` the old one, `before` the point placed before
    /// `upper`.
    pub(super) fn is_valid_kink(&self, before: Option<usize>, upper: usize, lower: usize) -> bool {
        let (stone, lower) = (self.points[upper], self.points[lower]);
        let before = before.map(|before| self.points[before]);
        let is_adjacent = match stone.content() {
            Content::Libertyless(_, label) => {
                let others = self.points.iter().filter(|point| point.label() == Some(label)).count() > 1;
                (others || self.is_pending(label))
                    && before.is_none_or(|before| before.label() != Some(label))
            }
            Content::Free(colour) => before.is_none_or(|before| before.colour() == Some(colour.other())),
            Content::Edge | Content::Empty => false,
        };
        !is_adjacent || stone.may_neighbour(lower)
    }
}
