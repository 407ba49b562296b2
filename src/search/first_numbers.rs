//! The first proof numbers of positions.
//!
//! Idea: a ply after which the opponent wins at once need not be searched. The threats of the opponent are the plies that would
//! win after the first ply that does not end the game; each other ply is refused if one of them still wins after it. A threat
//! that is overlooked costs a deeper search, not the answer. Games in which this refuses little are searched without it.
//!
//! What similar positions were worth is learnt while positions are decided, by logistic regression on the squares of each word
//! (as evaluation functions are learnt: M. Buro, 1995): the numbers of a position that looks won are smaller.

use crate::space::{Node, Space};
use crate::{Facts, SearchGame};
use encodings::rules::Players;

/// The number of plies that are told apart.
const CODES: usize = 1 << 12;
/// The most threats that are looked for.
const THREATS: usize = 4;
/// A ply that never ended a game is tried so often.
const TRIES: u32 = 100;
/// So many positions are looked at before it is judged whether threats are frequent, and then every so many.
const TRIAL: u32 = 1 << 12;
const SAMPLE: u32 = 64;
/// One threat in so many positions is enough.
const FREQUENT: u32 = 24;

/// The search for plies that win at once.
pub(crate) struct Threats<G: SearchGame> {
    /// For each ply, how often it was tried and how often it won.
    tried: Vec<(u32, u32)>,
    looked: u32,
    found: u32,
    plies: Vec<G::Ply>,
    none: Vec<G::Ply>,
}

impl<G: SearchGame> Threats<G> {
    pub(crate) fn new() -> Self {
        Self { tried: vec![(0, 0); CODES], looked: 0, found: 0, plies: Vec::new(), none: Vec::new() }
    }

    /// The plies with which the opponent would win at once, by their codes.
    pub(crate) fn of(
        &mut self,
        space: &Space<'_, G>,
        node: &Node<G::Position>,
        plies: &[G::Ply],
    ) -> Vec<usize> {
        self.looked = self.looked.wrapping_add(1);
        let is_rare = self.looked > TRIAL && self.found < self.looked / FREQUENT;
        if space.game.players() == Players::One || is_rare && !self.looked.is_multiple_of(SAMPLE) {
            return Vec::new();
        }
        let mut found = Vec::new();
        let mut replies = std::mem::take(&mut self.plies);
        for &ply in plies {
            let after = space.game.after(&node.position, ply);
            replies.clear();
            if space.game.plies(&after, &mut replies).is_some() {
                continue;
            }
            for &reply in &replies {
                let code = space.game.code(reply) % CODES;
                let (tried, won) = self.tried[code];
                if (won > 0 || tried < TRIES)
                    && found.len() < THREATS
                    && self.wins(space, &after, !node.attacks, reply)
                {
                    found.push(code);
                }
            }
            break;
        }
        self.plies = replies;
        if !found.is_empty() {
            self.found += if is_rare { SAMPLE } else { 1 };
        }
        found
    }

    /// Whether one of the threats wins after a ply.
    pub(crate) fn refuse(
        &mut self,
        space: &Space<'_, G>,
        node: &Node<G::Position>,
        ply: G::Ply,
        threats: &[usize],
    ) -> bool {
        let after = space.game.after(&node.position, ply);
        let mut replies = std::mem::take(&mut self.plies);
        replies.clear();
        let goes_on = space.game.plies(&after, &mut replies).is_none();
        let is_threat = |reply: &&G::Ply| threats.contains(&(space.game.code(**reply) % CODES));
        let refused = goes_on
            && replies.iter().filter(is_threat).any(|&reply| self.wins(space, &after, !node.attacks, reply));
        self.plies = replies;
        refused
    }

    /// Whether a ply wins at once for the player who makes it: the attacker reaches the goal, or the opponent ends the game.
    fn wins(&mut self, space: &Space<'_, G>, position: &G::Position, attacks: bool, ply: G::Ply) -> bool {
        let after = space.game.after(position, ply);
        self.none.clear();
        let ending = space.game.plies(&after, &mut self.none);
        let is_won =
            ending.is_some_and(|ending| space.at_end(&after, !attacks, ending).won.is_some() == attacks);
        let (tried, won) = &mut self.tried[space.game.code(ply) % CODES];
        (*tried, *won) = (tried.saturating_add(1), won.saturating_add(is_won.into()));
        is_won
    }
}

/// The step of learning, the factor of all numbers and the greatest exponent.
const STEP: f32 = 0.01;
const FACTOR: f32 = 32.0;
const GREATEST: f32 = 8.0;

/// What is learnt about positions.
pub(crate) struct Guess {
    /// For the attacker to move or not: a weight for each feature.
    weights: [Vec<f32>; 2],
    features: Vec<usize>,
}

impl Guess {
    pub(crate) const fn new() -> Self {
        Self { weights: [Vec::new(), Vec::new()], features: Vec::new() }
    }

    /// The logarithm of the odds that the player to move gets what it wants.
    fn odds<G: SearchGame>(&mut self, space: &Space<'_, G>, node: &Node<G::Position>) -> f32 {
        self.features.clear();
        // Feature 0 is the bias.
        self.features.push(0);
        space.game.features(&node.position, &mut self.features);
        let weights = &self.weights[usize::from(node.attacks)];
        let sum: f32 = self.features.iter().filter_map(|&feature| weights.get(feature)).sum();
        sum.clamp(-GREATEST, GREATEST)
    }

    /// The number for the goal of the player to move, and that for the other, given the number of its plies.
    pub(crate) fn numbers<G: SearchGame>(
        &mut self,
        space: &Space<'_, G>,
        node: &Node<G::Position>,
        plies: u32,
    ) -> (u32, u32) {
        let odds = self.odds(space, node);
        let number = |number: f32| (number.round() as u32).max(1);
        (number(FACTOR * (-odds).exp()), number(FACTOR * plies as f32 * odds.exp()))
    }

    /// A position was decided.
    pub(crate) fn learn<G: SearchGame>(
        &mut self,
        space: &Space<'_, G>,
        node: &Node<G::Position>,
        facts: Facts,
    ) {
        let odds = self.odds(space, node);
        let is_won = facts.won.is_some() == node.attacks;
        let change = STEP * (f32::from(u8::from(is_won)) - 1.0 / (1.0 + (-odds).exp()));
        let weights = &mut self.weights[usize::from(node.attacks)];
        for &feature in &self.features {
            if weights.len() <= feature {
                weights.resize(feature + 1, 0.0);
            }
            weights[feature] += change;
        }
    }
}
