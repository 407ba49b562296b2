//! All positions with a given number of discs, computed forwards from the start.
//!
//! Idea: a layer is made from the one before by playing every legal move in every class and keeping each class once.
//! Classes are distributed over shards by numbers that no symmetry changes (how many discs lie on the squares of one
//! kind). So a shard is a set by itself, shards are processed in parallel, and a successor's shard is known before its
//! canonical form.
//!
//! Cost: 16 bytes for each class, and half as much again while a layer is made. The layers of 8x8 grow about sevenfold
//! with each disc; with 16 discs there are 137,642,076 classes, 2.2 GB. On one core of a busy machine the layer with 15
//! discs took ten seconds more than the one before, the one with 16 took 80, and 3.1 GB in all.
//!
//! What it does not show: anything about unreachable positions, and no game values.

use super::census::{ByPlayer, Census};
use super::class::{Class, Routes};
use super::progress::{SearchProgress, Watch};
use super::shape::from_centre;
use super::sieve::Sieve;
use super::state::{State, outcomes};
use encodings::othello::position::Player;
use encodings::othello::rules::Discs;
use rayon::prelude::*;

/// The number of shards of a layer.
const SHARDS: usize = 64;
/// The number of classes that are expanded between two checks of the memory.
const BLOCK: usize = 1 << 18;
/// The number of classes that a task expands.
const TASK: usize = 1 << 13;

/// Why a layer was not made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LayerError {
    /// It would not fit into the allowed memory.
    #[error("the positions with {discs} discs take more than the {bytes} bytes allowed")]
    Memory {
        /// The number of discs in the layer.
        discs: u32,
        /// The memory allowed.
        bytes: usize,
    },
    /// The caller's watch asked to stop.
    #[error("stopped while the positions with {discs} discs were being made")]
    Interrupted {
        /// The number of discs in the layer.
        discs: u32,
    },
}

/// The memory that layers may take, in bytes: the layer being made and the one from which it is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget(pub usize);

/// All classes of positions with one number of discs.
#[derive(Clone, Debug)]
pub struct Layer<const SIDE: usize> {
    discs: u32,
    shards: Vec<Vec<Class<SIDE>>>,
    passes: ByPlayer<u64>,
}

/// The squares of each kind that symmetry cannot distinguish, for the three kinds next to the centre of the board.
const fn kinds(side: usize) -> [u64; 3] {
    let mut kinds = [0; 3];
    let mut index = 0;
    while index < side * side {
        let (file, rank) = from_centre(side, index);
        if file <= 1 && rank <= 1 {
            kinds[file + rank] |= 1 << index;
        }
        index += 1;
    }
    kinds
}

/// The shard of a position: the same for all its images.
#[inline(always)]
fn shard<const SIDE: usize>(discs: Discs<u64>) -> usize {
    let kinds = const { kinds(SIDE) };
    let occupied = discs.occupied();
    let count = |squares: u64| u64::from(squares.count_ones());
    let number = count(discs.own)
        | count(discs.own & kinds[0]) << 6
        | count(discs.own & kinds[1]) << 12
        | count(discs.own & kinds[2]) << 18
        | count(occupied & kinds[1]) << 24
        | count(occupied & kinds[2]) << 30;
    (number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 48) as usize % SHARDS
}

/// The shards that are being made.
struct ShardBuilder<const SIDE: usize> {
    reached: Vec<Sieve<SIDE>>,
    /// The classes after a pass.
    passed: Vec<Sieve<SIDE>>,
}

/// The results of one task, by shard.
struct Batch<const SIDE: usize> {
    reached: Vec<Vec<Class<SIDE>>>,
    passed: Vec<Vec<Class<SIDE>>>,
}

impl<const SIDE: usize> ShardBuilder<SIDE> {
    fn new() -> Self {
        let sieves = || (0..SHARDS).map(|_| Sieve::new()).collect();
        Self { reached: sieves(), passed: sieves() }
    }

    fn bytes(&self) -> usize {
        self.reached.iter().chain(&self.passed).map(Sieve::bytes).sum()
    }

    /// The successors of some classes.
    fn expand(classes: &[Class<SIDE>]) -> Batch<SIDE> {
        let mut batch = Batch { reached: vec![Vec::new(); SHARDS], passed: vec![Vec::new(); SHARDS] };
        for class in classes {
            let (routes, turned) = (class.routes(), class.routes().other_mover());
            for (_, outcome) in outcomes::<SIDE>(class.discs()) {
                let shard = shard::<SIDE>(outcome.discs);
                let next = Class::of(outcome.discs, if outcome.passed { routes } else { turned });
                batch.reached[shard].push(next);
                if outcome.passed {
                    batch.passed[shard].push(next);
                }
            }
        }
        batch
    }

    fn absorb(&mut self, classes: &[Class<SIDE>]) {
        let batches: Vec<Batch<SIDE>> = classes.par_chunks(TASK).map(Self::expand).collect();
        self.reached.par_iter_mut().zip(&mut self.passed).enumerate().for_each(|(i, (reached, passed))| {
            for batch in &batches {
                reached.extend(&batch.reached[i]);
                passed.extend(&batch.passed[i]);
            }
        });
    }

    fn finish(self, discs: u32) -> Layer<SIDE> {
        let passed: Vec<Vec<Class<SIDE>>> = self.passed.into_par_iter().map(Sieve::finish).collect();
        // The colour that passed is not the one to move now.
        let passes = |player: Player| {
            let met = |class: &&Class<SIDE>| class.routes().has_mover(player.other());
            passed.iter().flatten().filter(met).count() as u64
        };
        Layer {
            discs,
            shards: self.reached.into_par_iter().map(Sieve::finish).collect(),
            passes: ByPlayer::from_fn(passes),
        }
    }
}

impl<const SIDE: usize> Layer<SIDE> {
    /// The start.
    pub fn start() -> Self {
        let state = State::<SIDE>::start();
        let discs = state.position.discs();
        let mut shards = vec![Vec::new(); SHARDS];
        shards[shard::<SIDE>(discs)].push(Class::of(discs, Routes::mover(state.mover)));
        Self { discs: state.discs(), shards, passes: ByPlayer::default() }
    }

    /// These classes, which have this number of discs.
    pub fn of(discs: u32, classes: impl IntoIterator<Item = Class<SIDE>>) -> Self {
        let mut builder = ShardBuilder::new();
        for class in classes {
            builder.reached[shard::<SIDE>(class.discs())].extend(&[class]);
        }
        builder.finish(discs)
    }

    /// The number of discs.
    pub fn discs(&self) -> u32 {
        self.discs
    }

    /// The number of classes.
    pub fn len(&self) -> usize {
        self.shards.iter().map(Vec::len).sum()
    }

    /// Whether there is no position: no game has this many discs.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All classes.
    pub fn classes(&self) -> impl Iterator<Item = Class<SIDE>> {
        self.shards.iter().flatten().copied()
    }

    /// Up to `most` classes of one shard that follow the first `done` classes; none if there are no more.
    pub fn block(&self, done: u64, most: usize) -> Option<&[Class<SIDE>]> {
        let mut done = usize::try_from(done).ok()?;
        for shard in &self.shards {
            if let Some(rest) = shard.get(done..).filter(|rest| !rest.is_empty()) {
                return Some(&rest[..rest.len().min(most)]);
            }
            done -= shard.len();
        }
        None
    }

    /// A number that depends on every class and on their order. What is kept of work on a layer names the layer by it.
    pub fn fingerprint(&self) -> u64 {
        let join = |sum: u64, class: &Class<SIDE>| {
            (sum.rotate_left(7) ^ class.hash() ^ u64::from(class.routes().bits()))
                .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        };
        self.shards.iter().flatten().fold(u64::from(self.discs), join)
    }

    /// The memory taken, in bytes.
    pub fn bytes(&self) -> usize {
        self.shards.iter().map(|shard| shard.capacity() * size_of::<Class<SIDE>>()).sum()
    }

    /// The routes of exactly this position, not of an image of it.
    pub fn routes(&self, discs: Discs<u64>) -> Routes {
        let class = Class::<SIDE>::of(discs, Routes::EITHER);
        let Some(members) = self.shards.get(shard::<SIDE>(discs)) else { return Routes::NONE };
        let Ok(place) = members.binary_search_by_key(&class.key(), |member| member.key()) else {
            return Routes::NONE;
        };
        let routes = members[place].routes();
        // If the routes have moved to the mirrored start, the position is a mirror image of the member.
        if class.routes().and(Routes::EITHER).is_none() { routes.mirrored() } else { routes }
    }

    /// Whether a game reaches this state. A state in which a pass is due is in no layer.
    pub fn contains(&self, state: State<SIDE>) -> bool {
        state.discs() == self.discs
            && !self.routes(state.position.discs()).and(Routes::mover(state.mover)).is_none()
    }

    /// The layer with one more disc.
    ///
    /// # Errors
    /// [`LayerError`] if the memory does not suffice, or the watch asks to stop.
    pub fn next(&self, budget: Budget, watch: &mut Watch) -> Result<Self, LayerError> {
        let (discs, total) = (self.discs + 1, self.len() as u64);
        let mut builder = ShardBuilder::new();
        let mut done = 0;
        for block in self.shards.iter().flat_map(|shard| shard.chunks(BLOCK)) {
            builder.absorb(block);
            done += block.len() as u64;
            if self.bytes() + builder.bytes() > budget.0 {
                return Err(LayerError::Memory { discs, bytes: budget.0 });
            }
            if watch(SearchProgress::Layer { discs, done, total }).is_break() {
                return Err(LayerError::Interrupted { discs });
            }
        }
        Ok(builder.finish(discs))
    }

    /// The content of the layer.
    pub fn census(&self) -> Census<SIDE> {
        let tasks = self.shards.par_iter().flat_map(|shard| shard.par_chunks(TASK));
        let count = |classes: &[Class<SIDE>]| {
            classes.iter().fold(Census::empty(self.discs), |census, &class| census.with(class))
        };
        let mut census = tasks.map(count).reduce(|| Census::empty(self.discs), |a, b| a.joined(&b));
        census.sides.black.passes = self.passes.black;
        census.sides.white.passes = self.passes.white;
        census
    }
}

/// The layers from the start to the one that backward searches meet.
#[derive(Clone, Debug)]
pub struct ForwardLayers<const SIDE: usize> {
    layers: Vec<Layer<SIDE>>,
}

impl<const SIDE: usize> ForwardLayers<SIDE> {
    /// Computes the layers up to the one with `discs` discs, or to the last one that has a position.
    ///
    /// # Errors
    /// [`LayerError`] if the memory does not suffice for all of them together, or the watch asks to stop.
    pub fn new(discs: u32, budget: Budget, watch: &mut Watch) -> Result<Self, LayerError> {
        let mut layers = vec![Layer::start()];
        let mut held = layers[0].bytes();
        while let Some(last) = layers.last().filter(|last| last.discs() < discs) {
            // The budget of a step includes the layer from which it starts; the layers below that are stored as well.
            let next = last.next(Budget((budget.0 + last.bytes()).saturating_sub(held)), watch)?;
            if next.is_empty() {
                break;
            }
            held += next.bytes();
            layers.push(next);
        }
        Ok(Self { layers })
    }

    /// The layers, from the start on.
    pub fn layers(&self) -> &[Layer<SIDE>] {
        &self.layers
    }

    /// The layer with this number of discs, if it is stored.
    pub fn layer(&self, discs: u32) -> Option<&Layer<SIDE>> {
        discs.checked_sub(self.layers[0].discs()).and_then(|place| self.layers.get(place as usize))
    }
}
