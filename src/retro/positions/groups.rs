//! Finds the layers that are solved together, and the order of solving: the strongly connected components of the graph
//! of layers.
//!
//! Source: R. Tarjan, Depth-first search and linear graph algorithms (1972), without recursion. Each component is found
//! after those that it leads to. This is the order of solving, whatever the order of the layers.

use super::error::RetroError;
use super::numbered::NumberedGame;

/// Layers that are solved together, because moves lead from one to another and back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Its layers, in order.
    pub layers: Vec<u32>,
    /// The layers of other groups that moves lead to, in order.
    pub below: Vec<u32>,
    /// Its name.
    pub name: String,
    /// The number of numbers in its layers.
    pub size: u64,
}

/// The groups of a game, each after the groups below it.
pub(super) fn groups(game: &dyn NumberedGame) -> Result<Vec<Group>, RetroError> {
    validate(game)?;
    let mut search = ComponentSearch::new(game);
    for layer in 0..game.layers().len() as u32 {
        if search.order[layer as usize] == UNSEEN {
            search.visit(layer);
        }
    }
    let found = std::mem::take(&mut search.found);
    found.into_iter().map(|layers| group(game, layers)).collect()
}

/// Checks the names of the layers, and the layers that they lead to.
fn validate(game: &dyn NumberedGame) -> Result<(), RetroError> {
    let layers = game.layers();
    let mut names: Vec<&str> = layers.iter().map(|layer| layer.name.as_str()).collect();
    names.sort_unstable();
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    let is_name = |name: &str| {
        !name.is_empty() && name.len() <= 200 && !name.starts_with('.') && name.chars().all(is_plain)
    };
    let twice = names.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0]);
    if let Some(name) = twice.or_else(|| names.iter().copied().find(|name| !is_name(name))) {
        return Err(RetroError::Name(name.to_owned()));
    }
    for (number, layer) in (0..).zip(layers) {
        if let Some(&to) = game.leads_to(number).iter().find(|&&to| to as usize >= layers.len()) {
            return Err(RetroError::NoSuchLayer { layer: layer.name.clone(), to, count: layers.len() });
        }
    }
    Ok(())
}

fn group(game: &dyn NumberedGame, mut layers: Vec<u32>) -> Result<Group, RetroError> {
    layers.sort_unstable();
    let mut below: Vec<u32> = layers.iter().flat_map(|&layer| game.leads_to(layer)).copied().collect();
    below.sort_unstable();
    below.dedup();
    below.retain(|layer| layers.binary_search(layer).is_err());
    let name_of = |layer: u32| game.layers()[layer as usize].name.clone();
    let name = match layers.as_slice() {
        [one] => name_of(*one),
        [first, .., last] => format!("{}..{} ({} layers)", name_of(*first), name_of(*last), layers.len()),
        [] => String::new(),
    };
    let sizes = layers.iter().map(|&layer| game.layers()[layer as usize].size);
    let size = sizes.into_iter().try_fold(0u64, u64::checked_add);
    let size = size.ok_or_else(|| RetroError::Overflow(name.clone()))?;
    Ok(Group { layers, below, name, size })
}

const UNSEEN: u32 = u32::MAX;

struct ComponentSearch<'g> {
    game: &'g dyn NumberedGame,
    /// The order in which the layers were found.
    order: Vec<u32>,
    /// For each layer, the earliest layer that is known to be reachable from it and to lead to it.
    low: Vec<u32>,
    is_open: Vec<bool>,
    open: Vec<u32>,
    next: u32,
    found: Vec<Vec<u32>>,
}

impl<'g> ComponentSearch<'g> {
    fn new(game: &'g dyn NumberedGame) -> Self {
        let count = game.layers().len();
        Self {
            game,
            order: vec![UNSEEN; count],
            low: vec![0; count],
            is_open: vec![false; count],
            open: Vec::new(),
            next: 0,
            found: Vec::new(),
        }
    }

    fn enter(&mut self, layer: u32) {
        self.order[layer as usize] = self.next;
        self.low[layer as usize] = self.next;
        self.next += 1;
        self.open.push(layer);
        self.is_open[layer as usize] = true;
    }

    fn visit(&mut self, root: u32) {
        self.enter(root);
        // The layers on the current path, each with the number of its edges that have been followed.
        let mut way = vec![(root, 0)];
        while let Some((layer, followed)) = way.pop() {
            let at = layer as usize;
            if let Some(&to) = self.game.leads_to(layer).get(followed) {
                way.push((layer, followed + 1));
                if self.order[to as usize] == UNSEEN {
                    self.enter(to);
                    way.push((to, 0));
                } else if self.is_open[to as usize] {
                    self.low[at] = self.low[at].min(self.order[to as usize]);
                }
                continue;
            }
            if self.low[at] == self.order[at] {
                self.close(layer);
            }
            if let Some(&(before, _)) = way.last() {
                self.low[before as usize] = self.low[before as usize].min(self.low[at]);
            }
        }
    }

    /// Completes the component whose first layer is `root`.
    fn close(&mut self, root: u32) {
        let mut layers = Vec::new();
        while let Some(layer) = self.open.pop() {
            self.is_open[layer as usize] = false;
            layers.push(layer);
            if layer == root {
                break;
            }
        }
        self.found.push(layers);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::positions::{Game, LayerShape, Place, Solver, Turn};
    use encodings::rules::Ending;
    use proptest::prelude::*;

    /// A game with layers but without positions.
    struct Bare(Vec<LayerShape>, Vec<Vec<u32>>);

    impl Bare {
        fn new(leads_to: Vec<Vec<u32>>) -> Self {
            let shape = |layer| LayerShape { name: format!("l{layer}"), size: 1 };
            Self((0..leads_to.len()).map(shape).collect(), leads_to)
        }
    }

    impl Game for Bare {
        type Position = u32;
        fn subject(&self) -> String {
            "bare".to_owned()
        }
        fn layers(&self) -> &[LayerShape] {
            &self.0
        }
        fn leads_to(&self, layer: u32) -> &[u32] {
            &self.1[layer as usize]
        }
        fn position(&self, at: Place) -> Option<u32> {
            Some(at.layer)
        }
        fn place(&self, layer: &u32) -> Option<Place> {
            Some(Place { layer: *layer, rank: 0 })
        }
        fn turn(&self, _: &u32, _: &mut Vec<u32>) -> Turn {
            Turn::Over(Ending::Lost)
        }
    }

    proptest! {
        #[test]
        fn groups_are_what_reaches_each_other(edges in prop::collection::vec((0u32..9, 0u32..9), 0..20)) {
            let leads_to = |layer| edges.iter().filter(|edge| edge.0 == layer).map(|edge| edge.1).collect();
            let game = Bare::new((0..9).map(leads_to).collect());
            let mut reach = [[false; 9]; 9];
            (0..9).for_each(|layer| reach[layer][layer] = true);
            for &(from, to) in &edges {
                reach[from as usize][to as usize] = true;
            }
            for between in 0..9 {
                for from in 0..9 {
                    for to in 0..9 {
                        reach[from][to] |= reach[from][between] && reach[between][to];
                    }
                }
            }
            let groups = groups(&Solver::new(&game)).unwrap();
            prop_assert_eq!(groups.iter().map(|group| group.layers.len()).sum::<usize>(), 9);
            let mut solved: Vec<u32> = Vec::new();
            for group in groups {
                for &one in &group.layers {
                    let together = |&&other: &&u32| {
                        reach[one as usize][other as usize] && reach[other as usize][one as usize]
                    };
                    prop_assert_eq!((0..9).filter(|other| together(&other)).collect::<Vec<u32>>(), group.layers.clone());
                }
                prop_assert!(group.below.iter().all(|layer| solved.contains(layer)));
                solved.extend(group.layers);
            }
        }
    }

    #[test]
    fn bad_layers_are_refused() {
        let mut game = Bare::new(vec![vec![1], vec![2]]);
        let error = groups(&Solver::new(&game)).unwrap_err().to_string();
        assert_eq!(error, "layer l1 is said to lead to layer number 2, but there are 2");
        for name in ["l0", "", "a/b", "..", "two words"] {
            game = Bare::new(vec![vec![], vec![]]);
            game.0[1].name = name.to_owned();
            assert!(matches!(groups(&Solver::new(&game)), Err(RetroError::Name(found)) if found == name));
        }
        let mut game = Bare::new(vec![vec![1], vec![0]]);
        game.0.iter_mut().for_each(|layer| layer.size = u64::MAX);
        assert!(matches!(groups(&Solver::new(&game)), Err(RetroError::Overflow(_))));
    }
}
