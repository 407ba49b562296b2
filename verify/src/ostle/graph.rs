//! Solves small boards by the definition of a value, and measures distances from the start.
//!
//! Idea: all states are listed with the results of their moves. In round n, a state without a value is a win in n plies
//! if a move wins at once (n = 1) or leads to a loss in n - 1, and a loss in n plies if all moves lose, the longest in
//! n. States that never get a value are draws: endless repetition. Rule 8 is not handled here: states and their
//! successors come from the caller, as in `state` or `class`.
//!
//! Cost: every round visits every state without a value; all states are in memory.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use thiserror::Error;

use super::board::{Board, Cell, Owner};
use super::position::{Position, Variant};
use super::rules::Outcome;

/// The greatest number of positions that [`all_positions`] lists.
pub const POSITION_LIMIT: u64 = 1_000_000;

/// A game with too many positions to list them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("{variant}: {positions} positions are too many to list, at most {POSITION_LIMIT} are")]
pub struct TooManyPositions {
    /// The game.
    pub variant: Variant,
    /// The number of its positions.
    pub positions: u64,
}

/// All positions of unfinished games, reachable or not, from the fewest pieces to the most.
///
/// # Errors
/// [`TooManyPositions`] if there are more than [`POSITION_LIMIT`].
pub fn all_positions(variant: Variant) -> Result<Vec<Position>, TooManyPositions> {
    let counts = variant.lose_at() + 1..=variant.pieces();
    let sides: Vec<(usize, usize)> =
        counts.clone().flat_map(|own| counts.clone().map(move |other| (own, other))).collect();
    let area = variant.size().area() as u64;
    let fillings = |&(own, other): &(usize, usize)| {
        let (own, other) = (own as u64, other as u64);
        area * choose(area - 1, own) * choose(area - 1 - own, other)
    };
    let positions = sides.iter().map(fillings).sum();
    if positions > POSITION_LIMIT {
        return Err(TooManyPositions { variant, positions });
    }
    let mut found = Vec::new();
    for (own, other) in sides {
        let mut stock = vec![(Cell::Hole, 1), (Cell::Piece(Owner::Mover), own)];
        stock.push((Cell::Piece(Owner::Opponent), other));
        stock.push((Cell::Empty, variant.size().area() - 1 - own - other));
        fill(variant, &mut stock, &mut Vec::new(), &mut found);
    }
    Ok(found)
}

/// The number of ways to choose `k` things of `n`; `n` is at most 24 here.
fn choose(n: u64, k: u64) -> u64 {
    (0..k).fold(1, |ways, taken| ways * (n - taken) / (taken + 1))
}

/// Adds all positions whose first cells are `cells` and whose other cells use up the stock.
fn fill(variant: Variant, stock: &mut [(Cell, usize)], cells: &mut Vec<Cell>, found: &mut Vec<Position>) {
    if cells.len() == variant.size().area() {
        let mut cells = cells.iter().copied();
        let board = Board::from_fn(variant.size(), |_| cells.next().unwrap_or(Cell::Empty));
        found.extend(Position::new(variant, board).ok());
        return;
    }
    for kind in 0..stock.len() {
        if stock[kind].1 > 0 {
            stock[kind].1 -= 1;
            cells.push(stock[kind].0);
            fill(variant, stock, cells, found);
            cells.pop();
            stock[kind].1 += 1;
        }
    }
}

/// The value of a state for the player to move under best play. Plies are counted to the end of the game; the winner
/// minimizes and the loser maximizes them. The paper counts one less, up to the state in which a move wins at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// A win after this number of plies, which is at least 1.
    Win(u32),
    /// A loss after this number of plies, which is at least 1.
    Loss(u32),
    /// Neither can be forced.
    Draw,
}

/// The values of a set of states and of all states that can be reached from them.
#[derive(Debug, Clone)]
pub struct Solution<S> {
    numbers: HashMap<S, usize>,
    values: Vec<Value>,
}

impl<S: Eq + Hash> Solution<S> {
    /// The value of a state; `None` if it was not reached.
    pub fn value(&self, state: &S) -> Option<Value> {
        self.numbers.get(state).and_then(|&number| self.values.get(number).copied())
    }

    /// All states with their values, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = (&S, Value)> {
        self.numbers.iter().filter_map(|(state, &number)| Some((state, *self.values.get(number)?)))
    }

    /// The number of states.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there is no state at all.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }
}

/// The results of the moves of one state.
#[derive(Debug, Clone)]
struct Moves {
    wins: bool,
    loses: bool,
    /// The numbers of the states in which the game goes on.
    continues: Vec<usize>,
}

/// The values of the states `starts` and of all states that can be reached from them.
pub fn solve<S, F>(starts: impl IntoIterator<Item = S>, successors: F) -> Solution<S>
where
    S: Clone + Eq + Hash,
    F: Fn(&S) -> Vec<Outcome<S>>,
{
    let (numbers, graph) = explore(starts, successors);
    let mut values: Vec<Option<Value>> = vec![None; graph.len()];
    for plies in 1.. {
        let open = (0..graph.len()).filter(|&state| values[state].is_none());
        let judged: Vec<(usize, Value)> =
            open.filter_map(|state| Some((state, judge(&graph[state], &values, plies)?))).collect();
        // A value of n plies depends on one of n - 1, so the first empty round is the last.
        if judged.is_empty() {
            break;
        }
        for (state, value) in judged {
            values[state] = Some(value);
        }
    }
    Solution { numbers, values: values.into_iter().map(|value| value.unwrap_or(Value::Draw)).collect() }
}

/// Numbers all states that can be reached from `starts`, and lists the results of their moves.
fn explore<S, F>(starts: impl IntoIterator<Item = S>, successors: F) -> (HashMap<S, usize>, Vec<Moves>)
where
    S: Clone + Eq + Hash,
    F: Fn(&S) -> Vec<Outcome<S>>,
{
    let mut numbers: HashMap<S, usize> = HashMap::new();
    let mut queue: Vec<S> = Vec::new();
    let mut number_of = |state: S, queue: &mut Vec<S>| {
        let next = queue.len();
        *numbers.entry(state).or_insert_with_key(|state| {
            queue.push(state.clone());
            next
        })
    };
    for start in starts {
        number_of(start, &mut queue);
    }
    let mut graph: Vec<Moves> = Vec::new();
    while let Some(state) = queue.get(graph.len()).cloned() {
        let mut moves = Moves { wins: false, loses: false, continues: Vec::new() };
        for outcome in successors(&state) {
            match outcome {
                Outcome::Wins(_) => moves.wins = true,
                Outcome::Loses(_) => moves.loses = true,
                Outcome::Continues(next) => moves.continues.push(number_of(next, &mut queue)),
            }
        }
        graph.push(moves);
    }
    (numbers, graph)
}

/// The value of a state if it takes this number of plies, given all values of fewer plies.
fn judge(moves: &Moves, values: &[Option<Value>], plies: u32) -> Option<Value> {
    if plies == 1 && moves.wins {
        return Some(Value::Win(1));
    }
    let mut all_lose = true;
    // A move that loses at once takes one ply.
    let mut slowest = u32::from(moves.loses);
    for &next in &moves.continues {
        match values[next] {
            Some(Value::Loss(rest)) if rest + 1 == plies => return Some(Value::Win(plies)),
            Some(Value::Win(rest)) => slowest = slowest.max(rest + 1),
            _ => all_lose = false,
        }
    }
    (all_lose && slowest == plies).then_some(Value::Loss(plies))
}

/// The number of states at each distance from `start`, from 0 up to `depth` plies. Finished games are not counted.
pub fn layers<S, F>(start: S, successors: F, depth: u32) -> Vec<usize>
where
    S: Clone + Eq + Hash,
    F: Fn(&S) -> Vec<Outcome<S>>,
{
    let mut seen: HashSet<S> = HashSet::from([start.clone()]);
    let mut layer = vec![start];
    let mut sizes = vec![1];
    for _ in 0..depth {
        let mut next_layer = Vec::new();
        for outcome in layer.iter().flat_map(&successors) {
            if let Outcome::Continues(next) = outcome
                && seen.insert(next.clone())
            {
                next_layer.push(next);
            }
        }
        sizes.push(next_layer.len());
        layer = next_layer;
    }
    sizes
}
