//! Othello: the published facts, all positions of small boards, and random ones.

mod facts;
mod random;
mod small;
