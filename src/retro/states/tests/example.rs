//! A small generated game for tests: layers of several blocks, groups, moves that can be taken back.
//!
//! Two moves of each position are pairings: one leads from a to b, and from b the move with the same number leads back
//! and is forbidden there. The other moves end the game, stay in the group, or lead to a layer below.

use super::super::forward::{Forward, ForwardMove};
use super::super::game::{
    Arrival, Departure, Destination, Forbidden, Game, Group, LayerShape, MoveList, Place,
};
use super::super::value::{MoveIndex, Value};
use std::collections::HashMap;

/// The number of moves that can be taken back.
const PAIRED: u8 = 2;

/// A state: a position and its forbidden move.
pub(in crate::states) type State = (Place, MoveIndex);

/// The game.
pub(in crate::states) struct Example {
    layers: Vec<LayerShape>,
    groups: Vec<Group>,
    moves: HashMap<Place, Vec<Destination>>,
    arrivals: HashMap<Place, Vec<(Arrival, MoveIndex)>>,
    /// A position of which a move that is not legal is said to win.
    stray: Option<Place>,
}

/// Pseudo-random numbers (splitmix64).
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % u64::from(limit)) as u32
    }
}

impl Example {
    /// The game of a seed: one layer, two layers that are solved together, and one more layer.
    pub(in crate::states) fn new(seed: u64, sizes: [u32; 4]) -> Self {
        let shape = |(number, size)| LayerShape { name: format!("layer{number}"), size };
        let group = |name: &str, layers: &[u8], below: &[u8]| Group {
            name: name.to_owned(),
            layers: layers.to_vec(),
            below: below.to_vec(),
        };
        let mut game = Self {
            layers: sizes.into_iter().enumerate().map(shape).collect(),
            groups: vec![
                group("low", &[0], &[]),
                group("middle", &[1, 2], &[0]),
                group("high", &[3], &[0, 1, 2]),
            ],
            moves: HashMap::new(),
            arrivals: HashMap::new(),
            stray: None,
        };
        let mut chance = Chance(seed);
        for group in game.groups.clone() {
            game.pair(&group, &mut chance);
            game.add(&group, &mut chance);
        }
        game.turn_round();
        game
    }

    /// The same with this number of moves at a place, each of which loses.
    pub(in crate::states) fn with_moves(mut self, at: Place, count: usize) -> Self {
        self.moves.insert(at, vec![Destination::Lost; count]);
        self.arrivals.clear();
        self.turn_round();
        self
    }

    /// The same with a move at a place that wins and is not legal.
    pub(in crate::states) fn with_stray_move(mut self, at: Place) -> Self {
        self.stray = Some(at);
        self
    }

    /// The same with a layer of this size, which is never looked at.
    pub(in crate::states) fn with_size(mut self, size: u32) -> Self {
        self.layers[3].size = size;
        self
    }

    /// The same with this number of moves at a place, each of which leads there again.
    pub(in crate::states) fn with_loops(mut self, at: Place, count: usize) -> Self {
        self.moves.insert(at, vec![Destination::Position { place: at, way_back: None }; count]);
        self.arrivals.clear();
        self.turn_round();
        self
    }

    /// The same game with empty layers added.
    pub(in crate::states) fn with_layers(mut self, count: usize) -> Self {
        self.layers.resize(count, LayerShape { name: "empty".to_owned(), size: 0 });
        self
    }

    fn positions(&self, layers: &[u8]) -> Vec<Place> {
        let of =
            |&layer: &u8| (0..self.layers[usize::from(layer)].size).map(move |rank| Place { layer, rank });
        layers.iter().flat_map(of).collect()
    }

    /// Pairs the positions of a group. If one is left over, this move loses there.
    fn pair(&mut self, group: &Group, chance: &mut Chance) {
        for index in 0..PAIRED {
            let mut free = self.positions(&group.layers);
            for last in (1..free.len()).rev() {
                free.swap(last, chance.below(last as u32 + 1) as usize);
            }
            let way_back = Some(MoveIndex::new(index));
            for pair in free.chunks(2) {
                let lead = |place| Destination::Position { place, way_back };
                match *pair {
                    [one, other] => {
                        self.moves.entry(one).or_default().push(lead(other));
                        self.moves.entry(other).or_default().push(lead(one));
                    }
                    _ => self.moves.entry(pair[0]).or_default().push(Destination::Lost),
                }
            }
        }
    }

    /// Adds up to three moves that cannot be taken back.
    fn add(&mut self, group: &Group, chance: &mut Chance) {
        let layers: Vec<u8> = group.layers.iter().chain(&group.below).copied().collect();
        for from in self.positions(&group.layers) {
            for _ in 0..chance.below(4) {
                let to = match chance.below(16) {
                    0 | 1 => Destination::Won,
                    2..5 => Destination::Lost,
                    _ => {
                        let layer = layers[chance.below(layers.len() as u32) as usize];
                        let rank = chance.below(self.layers[usize::from(layer)].size);
                        Destination::Position { place: Place { layer, rank }, way_back: None }
                    }
                };
                self.moves.entry(from).or_default().push(to);
            }
        }
    }

    fn turn_round(&mut self) {
        for (&from, moves) in &self.moves {
            for (by, &to) in (0..).map(MoveIndex::new).zip(moves) {
                if let Some((place, forbidden)) = state(to) {
                    self.arrivals.entry(place).or_default().push((Arrival { from, by }, forbidden));
                }
            }
        }
    }

    /// The moves of a position, each with its number.
    fn numbered(&self, at: Place) -> impl Iterator<Item = (MoveIndex, Destination)> {
        (0..).map(MoveIndex::new).zip(self.moves[&at].iter().copied())
    }

    /// Every state, reachable or not.
    pub(in crate::states) fn states(&self) -> Vec<State> {
        let with = |(&place, moves): (&Place, &Vec<Destination>)| {
            let numbers = (0..moves.len() as u8).map(MoveIndex::new).chain([MoveIndex::NONE]);
            numbers.map(move |forbidden| (place, forbidden)).collect::<Vec<State>>()
        };
        self.moves.iter().flat_map(with).collect()
    }

    /// The value of every state by definition, ply by ply.
    pub(in crate::states) fn defined(&self) -> HashMap<State, Value> {
        let mut known: HashMap<State, Value> = HashMap::new();
        for plies in 1..=Value::MOST_PLIES {
            let value = |state: &State| self.value_in(*state, plies, &known).map(|value| (*state, value));
            let unknown = self.states().into_iter().filter(|state| !known.contains_key(state));
            let new: Vec<(State, Value)> = unknown.filter_map(|state| value(&state)).collect();
            if new.is_empty() {
                break;
            }
            known.extend(new);
        }
        known
    }

    /// The value of a state, if it is decided in this number of plies; all values with fewer plies are known.
    fn value_in(&self, (at, forbidden): State, plies: u8, known: &HashMap<State, Value>) -> Option<Value> {
        let allowed = self.numbered(at).filter(|&(by, _)| by != forbidden);
        let values: Vec<Option<Value>> = allowed
            .map(|(_, to)| match to {
                Destination::Won => Some(Value::win(1)),
                Destination::Lost => Some(Value::loss(1)),
                Destination::Position { .. } => known.get(&state(to)?)?.before(),
            })
            .collect();
        if values.contains(&Some(Value::win(plies))) {
            return Some(Value::win(plies));
        }
        let is_lost = values.iter().all(|value| value.is_some_and(Value::is_loss));
        is_lost.then_some(Value::loss(plies))
    }

    /// The distance from the start of every reachable state.
    pub(in crate::states) fn reached(&self) -> HashMap<State, u8> {
        let mut reached = HashMap::from([((self.start(), MoveIndex::NONE), 0)]);
        let mut last = vec![(self.start(), MoveIndex::NONE)];
        for distance in 1.. {
            let mut next = Vec::new();
            for (at, forbidden) in last {
                let allowed = self.numbered(at).filter(|&(by, _)| by != forbidden);
                for to in allowed.filter_map(|(_, to)| state(to)) {
                    reached.entry(to).or_insert_with(|| {
                        next.push(to);
                        distance
                    });
                }
            }
            if next.is_empty() {
                break;
            }
            last = next;
        }
        reached
    }
}

/// The state after a move, if the game goes on.
fn state(to: Destination) -> Option<State> {
    match to {
        Destination::Position { place, way_back } => Some((place, way_back.unwrap_or(MoveIndex::NONE))),
        Destination::Won | Destination::Lost => None,
    }
}

impl Game for Example {
    fn subject(&self) -> String {
        "an example".to_owned()
    }

    fn layers(&self) -> &[LayerShape] {
        &self.layers
    }

    fn groups(&self) -> &[Group] {
        &self.groups
    }

    fn opening(&self, at: Place) -> MoveList {
        let mut opening = MoveList::default();
        for (by, to) in self.numbered(at) {
            opening.legal.insert(by);
            match to {
                Destination::Won => opening.won.insert(by),
                Destination::Lost => opening.lost.insert(by),
                Destination::Position { .. } => {}
            }
        }
        if self.stray == Some(at) {
            opening.won.insert(MoveIndex::new(30));
        }
        opening
    }

    fn arrivals(&self, to: Place, forbidden: Forbidden, from: u64, found: &mut Vec<Arrival>) {
        let is_asked = |there: MoveIndex| match forbidden {
            Forbidden::Whatever => true,
            Forbidden::AllBut(index) => there != index,
            Forbidden::Just(index) => there == index,
        };
        let all = self.arrivals.get(&to).into_iter().flatten();
        let asked = all.filter(|(arrival, there)| is_asked(*there) && from >> arrival.from.layer & 1 == 1);
        found.extend(asked.map(|&(arrival, _)| arrival));
    }

    fn departures(&self, from: Place, found: &mut Vec<Departure>) {
        found.extend(self.numbered(from).map(|(by, to)| Departure { by, to }));
    }

    fn forbids(&self, _: Place, to: Destination, reply: MoveIndex) -> bool {
        state(to).is_some_and(|(_, forbidden)| forbidden == reply)
    }
}

impl Forward for Example {
    fn start(&self) -> Place {
        Place { layer: 3, rank: 0 }
    }

    fn steps(&self, from: Place, into: u64, found: &mut Vec<ForwardMove>) {
        for (by, to) in self.numbered(from) {
            if let Some((to, forbidden)) = state(to)
                && into >> to.layer & 1 == 1
            {
                found.push(ForwardMove { by, to, forbidden });
            }
        }
    }
}
