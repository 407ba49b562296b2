//! Games over the positions that they reach: found by one breadth-first walk from the start or another position, and
//! numbered by a list.

use super::explore::stirred;
use super::graph::{KeptList, LayerGraph};
use super::numbers::Numbers;
use super::{Ruled, Sets, checked, name, position_of, sets_of, symmetries_of};
use crate::numbering::{FoundPositions, Key, MOST_WORDS, PositionList, SetSizes, sizes_of};
use crate::positions::{Game, LayerShape, Monitor, RetroError, SolverProgress, Store, Turn};
use certamen_work::stop::Stop;
use encodings::rules::{Boards, Position, Rules};
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::ops::Deref;

/// How a walk ended.
#[derive(Debug)]
pub enum Walk<H: Deref<Target: Rules + Sized>> {
    /// With every position that is reached.
    Complete(Box<Ruled<H>>),
    /// Because more than this limit are reached.
    TooMany(u64),
}

/// The number of positions that a thread takes at a time, and the number of those between two checks for a request to
/// stop.
const CHUNK: usize = 1 << 8;
const BATCH: usize = 1 << 13;
/// The number of positions after which games are played at random, to see whether the walk has a chance to end.
const TRIED: usize = 1 << 20;
/// The number of these games, and the most plies of each.
const GAMES: u64 = 1 << 16;
const PLIES: usize = 200;

/// What the moves of some positions lead to.
#[derive(Default)]
struct Reached {
    keys: Vec<u8>,
    /// The layers before and after a move.
    edges: BTreeSet<(SetSizes, SetSizes)>,
}

impl<H> Ruled<H>
where
    H: Deref + Sync,
    H::Target: Rules + Sized,
{
    /// The game over the positions that are reached from its start, if they are at most `limit` and at most
    /// [`MOST_LISTED`](crate::numbering::MOST_LISTED), and if what is known of them fits in `memory`. Positions that
    /// symmetries carry to each other are one.
    ///
    /// # Errors
    /// [`RetroError::Rules`] as [`Ruled::new`].
    pub fn walk(rules: H, limits: (u64, u64), monitor: &mut Monitor<'_>) -> Result<Walk<H>, RetroError> {
        Self::walk_from(rules, None, limits, monitor)
    }

    /// The same over the positions that are reached from a position, if one is given.
    pub(super) fn walk_from(
        rules: H,
        position: Option<Position<H::Target>>,
        (limit, memory): (u64, u64),
        monitor: &mut Monitor<'_>,
    ) -> Result<Walk<H>, RetroError> {
        let start = checked(&*rules, position)?;
        let list = PositionList::new(symmetries_of(&*rules)?, rules.words_of_pieces());
        let list = list.with_flag(rules.has_second());
        let (limit, stride) = (limit.min(list.limit(memory)), list.stride());
        let (mut found, mut edges) = (FoundPositions::new(&list), BTreeSet::new());
        found.insert(&list.key(start.all())[..stride]);
        let game = Self::numbered(rules, Numbers::List(list.clone()));
        let (mut from, mut plies, mut is_tried) = (0, 0, false);
        while from < found.len() {
            let to = found.len();
            monitor.report(SolverProgress::Distance { plies, positions: (to - from) as u64 });
            while from < to {
                let end = to.min(from + BATCH);
                let keys = &found.keys()[from * stride..end * stride];
                let parts = keys.par_chunks(CHUNK * stride).map(|keys| game.after(&list, keys));
                for Reached { keys, edges: more } in parts.collect::<Vec<_>>() {
                    keys.chunks_exact(stride).for_each(|key| found.insert(key));
                    edges.extend(more);
                    if found.len() as u64 > limit {
                        return Ok(Walk::TooMany(limit));
                    }
                }
                monitor.proceed()?;
                from = end;
                if found.len() > TRIED
                    && !std::mem::replace(&mut is_tried, true)
                    && game.exceeds(limit, &list, &start)
                {
                    return Ok(Walk::TooMany(limit));
                }
            }
            plies += 1;
        }
        if found.len() as u64 > limit {
            return Ok(Walk::TooMany(limit));
        }
        let rules = game.rules;
        let (list, layers) = found.into_list(list);
        let mut graph =
            LayerGraph { counts: Vec::new(), leads_to: vec![Vec::new(); layers.len()], list: None };
        let words = rules.names().len();
        let counts = |sizes: &SetSizes| sizes[..words].iter().map(|&size| u32::from(size)).collect();
        graph.counts.extend(layers.iter().map(counts));
        for (from, to) in &edges {
            if let (Some(from), Some(to)) = (list.layer(from), list.layer(to)) {
                graph.leads_to[from as usize].push(to);
            }
        }
        Ok(Walk::Complete(Box::new(Self::with_list(rules, graph, list))))
    }

    /// Whether more than `limit` positions are reached, as games played at random show; `false` if they do not tell.
    ///
    /// Idea: of `m` positions that are chosen in the same way out of at most `n`, whatever the choice prefers, about
    /// `m^2 / 2n` are expected to be equal to an earlier one, or more (the birthday problem: R. von Mises, 1939). If at some
    /// ply at most half as many are, there are more than `n`: with 96 expected, chance does this once in a million times.
    fn exceeds(&self, limit: u64, list: &PositionList, start: &Sets) -> bool {
        let start = list.key(start.all());
        let seed = |game: u64| (game + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut games: Vec<_> = (0..GAMES).map(|game| (seed(game), start)).collect();
        for _ in 0..PLIES {
            let played = games.into_par_iter().filter_map(|(chance, key)| {
                let (chance, reached) = (stirred(chance), self.after(list, &key[..list.stride()]).keys);
                let mut reached = reached.chunks_exact(list.stride());
                let chosen = (chance >> 16) % (reached.len() as u64).max(1);
                let mut key = [0; size_of::<Key>()];
                key[..list.stride()].copy_from_slice(reached.nth(chosen as usize)?);
                Some((chance, key))
            });
            games = played.collect();
            let count = games.len() as u64;
            let expected = count * count / (2 * limit.max(1));
            if expected < 96 {
                return false;
            }
            let mut keys: Vec<_> = games.iter().map(|(_, key)| *key).collect();
            keys.par_sort_unstable();
            keys.dedup();
            if 2 * (count - keys.len() as u64) <= expected {
                return true;
            }
        }
        false
    }

    /// What the moves of positions lead to, where the game can go on.
    fn after(&self, list: &PositionList, keys: &[u8]) -> Reached {
        let (mut reached, mut next) = (Reached::default(), Vec::new());
        let mut sets = [0; MOST_WORDS];
        let sets = &mut sets[..self.rules.names().len()];
        for key in keys.chunks_exact(list.stride()) {
            list.unpack(key, sets);
            let (from, position): (_, Position<H::Target>) = (sizes_of(sets), position_of(sets));
            if !self.rules.well_formed(position.board()) {
                continue;
            }
            next.clear();
            self.turn(&position, &mut next);
            for after in next.iter().filter(|after| self.rules.well_formed(after.board())) {
                let Some(sets) = sets_of(&*self.rules, after) else { continue };
                reached.edges.insert((from, sizes_of(sets.all())));
                reached.keys.extend(&list.key(sets.all())[..list.stride()]);
            }
        }
        reached
    }

    fn with_list(rules: H, graph: LayerGraph, list: PositionList) -> Self {
        let of =
            |(layer, counts): (u32, &Vec<u32>)| LayerShape { name: name(counts), size: list.size(layer) };
        let shapes = (0..).zip(&graph.counts).map(of).collect();
        Self { shapes, graph, ..Self::numbered(rules, Numbers::List(list)) }
    }

    /// Finds the positions of a list again, and compares them.
    pub(super) fn require_list_reached(&self, stop: &Stop) -> Result<(), RetroError> {
        let Numbers::List(list) = &self.numbers else { return Ok(()) };
        let found = Ruled::walk(&*self.rules, (u64::MAX, u64::MAX), &mut Monitor::silent(stop))?;
        let is_same = match &found {
            Walk::Complete(found) => {
                matches!(&found.numbers, Numbers::List(other) if other.to_bytes() == list.to_bytes())
            }
            Walk::TooMany(_) => false,
        };
        let name = self.rules.name();
        let wrong =
            || RetroError::Rules(format!("{name}: the positions of the list are not those that are reached"));
        is_same.then_some(()).ok_or_else(wrong)
    }

    /// Requires that the start has a number, without which values say nothing about the game.
    fn with_start(self) -> Result<Self, RetroError> {
        let start = Position::start(&*self.rules);
        let goes_on = self.turn(&start, &mut Vec::new()) == Turn::Moves;
        if goes_on && self.place(&start).is_none() {
            let name = self.rules.name();
            return Err(RetroError::Rules(format!("{name}: the start has no number in these tables")));
        }
        Ok(self)
    }

    /// Keeps the layers beside the tables, and the list of the positions if there is one.
    pub(super) fn keep(&mut self, store: &Store) -> Result<(), RetroError> {
        if let Numbers::List(list) = &self.numbers {
            let sizes = self.shapes.iter().map(|shape| shape.size).collect();
            self.graph.list = Some(KeptList { sizes, checksum: store.keep_list(&list.to_bytes())? });
        }
        store.keep_layers(&self.graph)
    }

    /// The game with layers that were kept beside its tables.
    pub(super) fn kept(rules: H, graph: LayerGraph, store: &Store) -> Result<Self, RetroError> {
        let Some(KeptList { sizes, checksum }) = &graph.list else {
            return Self::with_layers(rules, graph)?.with_start();
        };
        let bytes = store.list(*checksum)?;
        let words = checked(&*rules, None)?.all().len();
        let sizes_of = |counts: &Vec<u32>| {
            let mut sizes = SetSizes::default();
            sizes.iter_mut().zip(counts).for_each(|(size, &count)| *size = count.min(64) as u8);
            sizes
        };
        let layers: Vec<_> = graph.counts.iter().map(sizes_of).zip(sizes.iter().copied()).collect();
        let fits =
            graph.counts.iter().all(|counts| counts.len() == words) && sizes.len() == graph.counts.len();
        let list = if fits {
            let list = PositionList::new(symmetries_of(&*rules)?, rules.words_of_pieces());
            list.with_flag(rules.has_second()).read(&layers, &bytes)
        } else {
            Err("it has other layers".to_owned())
        };
        let list = list.map_err(|reason| store.damaged_list(reason))?;
        Self::with_list(rules, graph, list).with_start()
    }
}

#[cfg(test)]
mod tests;
