//! Symmetries of the game graph: reflections, rotations and the exchange of colours.
//!
//! Each maps moves to moves, and fixes the empty board. A square board has 16 of them including the exchange, other
//! boards have 8, and boards of one row have 4.

use super::graph::{GameGraph, Node};

/// The symmetries of a graph as permutations of its nodes, the identity first.
pub fn symmetries(graph: &GameGraph) -> Vec<Vec<Node>> {
    let grid = graph.grid();
    let columns = grid.columns();
    let rows = grid.points() / columns;
    let mut found: Vec<Vec<Node>> = Vec::new();
    for which in 0..16 {
        let [flips_rows, flips_columns, transposes, recolours] = [1, 2, 4, 8].map(|bit| which & bit != 0);
        if transposes && rows != columns {
            continue;
        }
        let map = |point: usize| {
            let (row, column) = (point / columns, point % columns);
            let row = if flips_rows { rows - 1 - row } else { row };
            let column = if flips_columns { columns - 1 - column } else { column };
            if transposes { column * columns + row } else { row * columns + column }
        };
        let image = |node: Node| {
            let mut position = graph.position(node);
            position.black = grid.image(position.black, map);
            position.white = grid.image(position.white, map);
            // An image of a legal position is legal.
            graph.node(if recolours { position.recoloured() } else { position }).unwrap_or(node)
        };
        let permutation: Vec<Node> = graph.nodes().map(image).collect();
        if !found.contains(&permutation) {
            found.push(permutation);
        }
    }
    found
}
