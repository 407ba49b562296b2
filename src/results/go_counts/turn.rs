//! Turns: from the states of a border divided at one point to the states of the same border divided at the next.
//!
//! The window of one division and the rest of the other overlap in all points but one. Let x be the window's point
//! after the shared one. The window without its shared point is the other division's rest, and the other window is x
//! followed by this division's rest. All that the other window needs to know about this window is its [`Seam`]: x,
//! which string x belongs to, and whether the shared point's string continues beyond x.

use super::halves::{HalfId, Halves};
use super::phase::Phase;
use super::point::{Colour, Content, Point};
use super::strip::Strip;
use rustc_hash::FxHashMap;

/// The part of a window on which the other division's window depends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Seam {
    /// The point after the shared one.
    next: Point,
    /// The level of its string, if the rest has it too.
    level: Option<u32>,
    /// Whether the shared point's string has a point after the shared one.
    shared_goes_on: bool,
}

/// The places of windows in the other division.
#[derive(Debug)]
pub(super) struct Turn {
    /// For each window: the other division's rest, and the same with colours exchanged.
    rests: Vec<[HalfId; 2]>,
    /// For each window, the number of its seam within its group.
    seams: Vec<u8>,
    /// For each rest, the index of the first of its places.
    first_place: Vec<u32>,
    /// For each rest and each seam of its group, the place in the other division.
    places: Vec<TurnedPlace>,
}

/// The place of a rest in the other division, for one seam.
#[derive(Clone, Copy, Debug)]
pub(super) struct TurnedPlace {
    /// Whether colours are exchanged.
    pub(super) exchange: bool,
    /// The place of the other window in its row.
    pub(super) place: u32,
}

impl Seam {
    fn of(window: &Strip) -> Self {
        let points = window.points();
        let goes_on = |label| points[1..].iter().any(|point| point.label() == Some(label));
        Self {
            // The string's number in the window does not matter.
            next: match points[1].content() {
                Content::Libertyless(colour, _) => Point::libertyless(colour, 0),
                _ => points[1],
            },
            level: points[1].label().and_then(|label| window.level_of(label)),
            shared_goes_on: points[0].label().is_some_and(goes_on),
        }
    }

    /// The other division's window.
    fn join(self, rest: &Strip) -> Option<Strip> {
        const OWN: u8 = 31;
        let label = match self.level {
            Some(level) => rest.label_of(level)?,
            None => OWN,
        };
        let next = match self.next.content() {
            Content::Libertyless(colour, _) => Point::libertyless(colour, label),
            _ => self.next,
        };
        let points = [&[next], rest.points()].concat();
        let mut pending =
            (0..31).filter(|&label| rest.is_pending(label)).fold(0, |bits, label| bits | 1 << label);
        if let Some(shared) = rest.points()[0].label()
            && !self.shared_goes_on
        {
            pending &= !(1 << shared);
        }
        if next.label().is_some() {
            pending |= 1 << label;
        }
        Some(Strip::with_pending(points, pending))
    }
}

impl Seam {
    /// The place in the other division of the states of a rest and windows with this seam.
    fn place(self, rest: &Strip, windows: &Halves) -> Option<TurnedPlace> {
        let window = self.join(rest)?;
        let exchange = window.first_colour() == Some(Colour::Black);
        let window = windows.find(&window.class())?;
        Some(TurnedPlace { exchange, place: windows.place(window) })
    }
}

/// The other division's rest: the window without its shared point.
fn without_shared(window: &Strip) -> Strip {
    let points = window.points();
    let shared = points[0].label();
    let mut pending =
        (0..32).filter(|&label| window.is_pending(label)).fold(0, |bits, label| bits | 1 << label);
    // What the shared point's string is connected to is now all in the other half, so the string stays pending, even if
    // x belongs to it. A string of x alone becomes pending because x is shared.
    if let Some(label) = points[1].label() {
        pending |= 1 << label;
    }
    if let Some(label) = shared {
        pending |= 1 << label;
    }
    Strip::with_pending(points[1..].to_vec(), pending)
}

impl Turn {
    /// The turn to the states of a phase after `placed` points, from those of the other after `there` points.
    pub(super) fn new((phase, placed): (&Phase, usize), (other, there): (&Phase, usize)) -> Self {
        let windows = phase.windows(placed);
        let (mut rests, mut seams, mut by_group) = (Vec::new(), Vec::new(), Vec::new());
        for group in windows.groups() {
            let mut numbers = FxHashMap::default();
            let mut found = Vec::new();
            for window in group.clone() {
                let strip = windows.strip(window);
                let seam = Seam::of(strip);
                let number = *numbers.entry(seam).or_insert_with(|| {
                    found.push(seam);
                    found.len() - 1
                });
                seams.push(u8::try_from(number).expect("few seams"));
                rests.push(rests_of_both_colours(&other.rests, &without_shared(strip)));
            }
            by_group.push(found);
        }
        let mut turn = Self { rests, seams, first_place: vec![0], places: Vec::new() };
        for rest in 0..phase.rests.len() as HalfId {
            let (strip, seams) = (phase.rests.strip(rest), &by_group[phase.rests.group(rest)]);
            let place = |seam: &Seam| seam.place(strip, other.windows(there));
            turn.places.extend(seams.iter().map(|seam| place(seam).expect("each state has its place")));
            turn.first_place.push(turn.places.len() as u32);
        }
        turn
    }

    /// For each seam of the group of a rest, its place in the other division.
    #[inline(always)]
    pub(super) fn places(&self, rest: HalfId) -> &[TurnedPlace] {
        let rest = rest as usize;
        &self.places[self.first_place[rest] as usize..self.first_place[rest + 1] as usize]
    }

    /// The number of a window's seam.
    #[inline(always)]
    pub(super) fn seam(&self, window: HalfId) -> usize {
        usize::from(self.seams[window as usize])
    }

    /// The other division's rest; `None` if it has no row of these colours.
    #[inline(always)]
    pub(super) fn rest(&self, window: HalfId, exchange: bool) -> Option<HalfId> {
        let rest = self.rests[window as usize][usize::from(exchange)];
        (rest != NOWHERE).then_some(rest)
    }

    /// For each rest of the other division, the windows that lie in its row, and whether with colours exchanged.
    pub(super) fn by_rest(&self, rests: HalfId) -> Vec<Vec<(HalfId, bool)>> {
        let mut windows = vec![Vec::new(); rests as usize];
        for (window, pair) in self.rests.iter().enumerate() {
            for (rest, exchange) in pair.iter().zip([false, true]) {
                if let Some(windows) = windows.get_mut(*rest as usize) {
                    windows.push((window as HalfId, exchange));
                }
            }
        }
        windows
    }
}

/// A rest without a row of this colour in the other division, because a shared black stone is always exchanged.
const NOWHERE: HalfId = HalfId::MAX;

fn rests_of_both_colours(rests: &Halves, rest: &Strip) -> [HalfId; 2] {
    [rests.find(rest), rests.find(&rest.exchanged())].map(|half| half.unwrap_or(NOWHERE))
}
