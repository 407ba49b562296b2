//! Boards as grids: squares, directions, and shifts that never wrap around an edge.
//!
//! A square's index runs along the ranks: a1 = 0, b1 = 1, ..., then a2. [`Grid`] has the size in its type, so that edge
//! masks and distances are constants and the native instance of a rule compiles to hand-written code.

mod grid;
mod mask;
mod square;
mod symmetry;

pub use grid::{Direction, Grid};
pub use mask::Mask;
pub use square::{Layout, Square, SquareError};
pub use symmetry::{Permutation, Symmetry};
