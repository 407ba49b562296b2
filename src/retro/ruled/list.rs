//! Games over the positions that they reach: found by one breadth-first walk from the start, and numbered by a list.

use super::explore::stirred;
use super::{LayerGraph, Ruled, checked, name, position_of, sets_of, symmetries_of};
use crate::numbering::{FoundPositions, Key, MOST_WORDS, Numbering, PositionList, SetSizes, sizes_of};
use crate::positions::{Game, LayerShape, RetroError, Store, Turn};
use certamen_work::stop::Stop;
use encodings::rules::{Boards, Position, Rules};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::ops::Deref;

/// How positions are numbered.
#[derive(Debug)]
pub(super) enum Numbers {
    /// All arrangements of the pieces of a layer.
    Combinations(Numbering),
    /// The positions that are reached.
    List(PositionList),
}

impl Numbers {
    pub(super) fn size(&self, layer: u32) -> u64 {
        match self {
            Self::Combinations(numbering) => numbering.size(layer),
            Self::List(list) => list.size(layer),
        }
    }

    /// The layer and the number of disjoint sets. `None` if they have none.
    pub(super) fn place(&self, sets: &[u64]) -> Option<(u32, u64)> {
        match self {
            Self::Combinations(numbering) => numbering.place(sets),
            Self::List(list) => list.place(sets),
        }
    }

    /// Finds the sets of a number. Returns `false` if the number is a gap.
    pub(super) fn sets(&self, layer: u32, number: u64, sets: &mut [u64]) -> bool {
        match self {
            Self::Combinations(numbering) => numbering.sets(layer, number, sets),
            Self::List(list) => {
                list.sets(layer, number, sets);
                true
            }
        }
    }

    /// The images of sets under all symmetries except the identity.
    pub(super) fn images<'s>(&'s self, sets: &'s [u64]) -> impl Iterator<Item = Vec<u64>> + 's {
        match self {
            Self::Combinations(numbering) => numbering.symmetries(),
            Self::List(list) => list.symmetries(),
        }
        .images(sets)
    }
}

/// What the file of the layers says about a list of positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct KeptList {
    /// The number of positions in each layer.
    sizes: Vec<u64>,
    /// The checksum of the list.
    checksum: u32,
}

/// How a walk ended.
#[derive(Debug)]
pub enum Walk<H: Deref<Target: Rules + Sized>> {
    /// With every position that is reached.
    Complete(Box<Ruled<H>>),
    /// Because more than this limit are reached.
    TooMany(u64),
    /// By a request to stop.
    Stopped,
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
    /// symmetries carry to each other are one. `watch` gets the plies from the start and the number of positions at this distance.
    ///
    /// # Errors
    /// [`RetroError::Rules`] as [`Ruled::new`].
    pub fn walk(
        rules: H,
        (limit, memory): (u64, u64),
        stop: &Stop,
        watch: &mut dyn FnMut(usize, u64),
    ) -> Result<Walk<H>, RetroError> {
        let start = checked(&*rules)?;
        let list = PositionList::new(symmetries_of(&*rules)?, rules.words_of_pieces());
        let list = list.with_flag(rules.has_second());
        let (limit, stride) = (limit.min(list.limit(memory)), list.stride());
        let (mut found, mut edges) = (FoundPositions::new(&list), BTreeSet::new());
        found.insert(&list.key(start.all())[..stride]);
        let game = Self::numbered(rules, Numbers::List(list));
        let Numbers::List(list) = &game.numbers else { return Ok(Walk::Stopped) };
        let (mut from, mut plies, mut is_tried) = (0, 0, false);
        while from < found.len() {
            let to = found.len();
            watch(plies, (to - from) as u64);
            while from < to {
                let end = to.min(from + BATCH);
                let keys = &found.keys()[from * stride..end * stride];
                let parts = keys.par_chunks(CHUNK * stride).map(|keys| game.after(list, keys));
                for Reached { keys, edges: more } in parts.collect::<Vec<_>>() {
                    keys.chunks_exact(stride).for_each(|key| found.insert(key));
                    edges.extend(more);
                    if found.len() as u64 > limit {
                        return Ok(Walk::TooMany(limit));
                    }
                }
                if stop.is_requested() {
                    return Ok(Walk::Stopped);
                }
                from = end;
                if found.len() > TRIED && !std::mem::replace(&mut is_tried, true) && game.exceeds(limit, list)
                {
                    return Ok(Walk::TooMany(limit));
                }
            }
            plies += 1;
        }
        if found.len() as u64 > limit {
            return Ok(Walk::TooMany(limit));
        }
        let Self { rules, numbers: Numbers::List(list), .. } = game else { return Ok(Walk::Stopped) };
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
    fn exceeds(&self, limit: u64, list: &PositionList) -> bool {
        let Some(start) = sets_of(&*self.rules, &Position::start(&*self.rules)) else { return false };
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
        let found = Ruled::walk(&*self.rules, (u64::MAX, u64::MAX), stop, &mut |_, _| ())?;
        let is_same = match &found {
            Walk::Complete(found) => {
                matches!(&found.numbers, Numbers::List(other) if other.to_bytes() == list.to_bytes())
            }
            Walk::TooMany(_) => false,
            Walk::Stopped => true,
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
        let words = checked(&*rules)?.all().len();
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
mod tests {
    use super::*;
    use crate::positions::{Kind, Place, Solver, Turn};
    use encodings::othello::rules::Othello;

    type Small = Ruled<&'static Othello<4>>;

    /// The game over a list with these keys.
    fn with_keys(game: &Small, keys: &[Vec<u8>]) -> Small {
        let Numbers::List(list) = &game.numbers else { panic!("a list") };
        let list = PositionList::new(list.symmetries().clone(), 2);
        let mut found = FoundPositions::new(&list);
        for key in keys {
            found.insert(key);
        }
        let (list, layers) = found.into_list(list);
        assert_eq!(layers.len(), game.shapes.len());
        Ruled::with_list(game.rules, game.graph.clone(), list)
    }

    #[test]
    fn a_position_that_is_missing_is_found_and_one_too_many_changes_nothing() {
        let stop = Stop::new();
        let Walk::Complete(game) =
            Ruled::walk(&Othello::<4>, (1 << 24, 1 << 30), &stop, &mut |_, _| ()).unwrap()
        else {
            panic!("few positions")
        };
        let game = *game;
        let Numbers::List(list) = &game.numbers else { panic!("a list") };
        let key_of = |layer, rank| {
            let mut sets = [0; 2];
            list.sets(layer, rank, &mut sets);
            list.key(&sets)[..list.stride()].to_vec()
        };
        let places = |game: &Small| -> Vec<Place> {
            let of = |layer: u32| (0..game.numbers.size(layer)).map(move |rank| Place { layer, rank });
            (0..game.shapes.len() as u32).flat_map(of).collect()
        };
        let all = places(&game);
        let keys: Vec<Vec<u8>> = all.iter().map(|at| key_of(at.layer, at.rank)).collect();
        let solved = Solver::new(&game).solve().unwrap();

        // In a file, both are a list like any other.
        let directory = tempfile::TempDir::new().unwrap();
        let store = Store::create(directory.path(), &game.subject()).unwrap();
        let start = game.place(&Position::start(game.rules)).unwrap();
        let goes_on = |at: &Place| {
            let position = game.position(*at).unwrap();
            *at != start && game.turn(&position, &mut Vec::new()) == Turn::Moves
        };
        let missing = all.iter().rposition(goes_on).unwrap();
        let fewer = [&keys[..missing], &keys[missing + 1..]].concat();
        let mut short = with_keys(&game, &fewer);
        let error = Solver::new(&short).checks(false).solve().unwrap_err();
        assert!(matches!(error, RetroError::NotNumbered { .. }), "{error}");
        short.keep(&store).unwrap();
        let short = Ruled::kept(game.rules, store.layers().unwrap().unwrap(), &store).unwrap();
        assert_eq!(places(&short).len(), keys.len() - 1);

        // Without the start values say nothing about the game.
        let start = all.iter().position(|at| *at == start).unwrap();
        let mut others = keys.clone();
        others[start] = list.key(&[0b11, 0b1100])[..list.stride()].to_vec();
        let mut headless = with_keys(&game, &others);
        headless.keep(&store).unwrap();
        let error = Ruled::kept(game.rules, store.layers().unwrap().unwrap(), &store).unwrap_err();
        assert!(error.to_string().contains("the start has no number"), "{error}");

        // Four discs in the corners, which no game has.
        let mut more = keys.clone();
        more.push(list.key(&[1 << 12 | 1 << 3, 1 | 1 << 15])[..list.stride()].to_vec());
        let mut long = with_keys(&game, &more);
        long.keep(&store).unwrap();
        assert_eq!(places(&long).len(), keys.len() + 1);
        assert!(game.require_list_reached(&stop).is_ok());
        assert!(long.require_list_reached(&stop).is_err() && short.require_list_reached(&stop).is_err());
        let values = Solver::new(&long).solve().unwrap();
        for &at in &all {
            let same = long.place(&game.position(at).unwrap()).unwrap();
            assert_eq!(values.value(same), solved.value(at));
        }
        Solver::new(&long).build(&store, &stop, &mut |_| ()).unwrap();

        // Tables of a list with another list under them: it is another list, or an audit finds what it lacks.
        store.keep_list(&list.to_bytes()).unwrap();
        let error = Ruled::kept(game.rules, store.layers().unwrap().unwrap(), &store).unwrap_err();
        assert!(error.to_string().contains("not the list that the layers were made for"), "{error}");
        let mut other = more;
        other.remove(missing);
        other.push(list.key(&[1 << 12 | 1 << 15, 1 | 1 << 3])[..list.stride()].to_vec());
        let other = with_keys(&game, &other);
        let complete = store.complete(&other, Kind::Plies);
        let audit = complete.and_then(|complete| Solver::new(&other).audit(&complete, &stop, &mut |_, _| ()));
        assert!(audit.is_err() || audit.is_ok_and(|audit| audit.wrong > 0));
    }

    #[test]
    fn games_at_random_tell_that_a_list_is_too_long() {
        let exceeds = |limit| {
            let rules = &Othello::<8>;
            let list = PositionList::new(symmetries_of(rules).unwrap(), 2);
            let game = Ruled::numbered(rules, Numbers::List(list));
            let Numbers::List(list) = &game.numbers else { panic!("a list") };
            game.exceeds(limit, list)
        };
        assert!(exceeds(1 << 24));
        // So many games do not tell more than this.
        assert!(!exceeds(1 << 25));
        let small = Ruled::numbered(
            &Othello::<4>,
            Numbers::List(PositionList::new(symmetries_of(&Othello::<4>).unwrap(), 2)),
        );
        let Numbers::List(list) = &small.numbers else { panic!("a list") };
        assert!(!small.exceeds(1 << 24, list));
    }

    #[test]
    fn keys_have_the_sets_of_every_number_of_words() {
        use encodings::board::Layout;
        for (files, ranks, words) in [(1, 1, 1), (3, 3, 2), (5, 4, 3), (8, 8, 7), (8, 8, 16), (1, 1, 0)] {
            let symmetries =
                crate::numbering::Symmetries::new(Layout::new(files, ranks).unwrap(), &[]).unwrap();
            let (board, list) = (symmetries.board(), PositionList::new(symmetries, words));
            let sets: Vec<u64> = (0..words).map(|word| board & 0x8000_2000_1000_0801 << word).collect();
            let disjoint = sets
                .iter()
                .enumerate()
                .map(|(word, set)| sets[..word].iter().fold(*set, |set, one| set & !one));
            let (disjoint, mut back): (Vec<u64>, _) = (disjoint.collect(), vec![0; words]);
            list.unpack(&list.key(&disjoint)[..list.stride()], &mut back);
            assert_eq!(back, disjoint);
        }
    }

    #[test]
    fn bytes_that_are_no_list_are_refused() {
        let rules = Othello::<4>;
        let list = || PositionList::new(symmetries_of(&rules).unwrap(), 2);
        let layers = |size| [(sizes_of(&[3, 12]), size)];
        let read = |size, bytes: &[u8]| list().read(&layers(size), bytes).map(|list| list.to_bytes());
        let mut keys = [[3, 12], [3, 48]].map(|sets| list().key(&sets)[..4].to_vec());
        keys.sort_unstable();
        let mut found = FoundPositions::new(&list());
        for key in &keys {
            found.insert(key);
        }
        let two = found.into_list(list()).0.to_bytes();
        assert_eq!(read(2, &two), Ok(two.clone()));
        assert_eq!(read(0, &[]), Ok(Vec::new()));
        let refused = |size, bytes: &[u8], says: &str| assert_eq!(read(size, bytes), Err(says.to_owned()));
        refused(1, &two, "bytes follow its last position");
        refused(3, &two, "it ends too early");
        refused(2, &two[..two.len() - 1], "it ends too early");
        refused(1, &[5, 1, 2, 3, 4], "a key is longer than the board");
        let backwards = [&[0], &keys[1][..], &[0], &keys[0][..]].concat();
        refused(2, &backwards, "its positions are not in order");
        refused(1, &[0, 1, 2, 3, 4], "a key is not that of a position of its layer");
        let image = [&[0], &[0, 0xc0, 0, 0x30][..]].concat();
        refused(1, &image, "a key is not that of a position of its layer");
        refused(u64::MAX, &two, "it ends too early");
    }
}
