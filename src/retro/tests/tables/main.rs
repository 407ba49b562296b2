//! Games of the tests as the programs solve them: tables, ranges, lists and puzzles.

mod listed;
mod puzzle;
mod ranges;
mod ruled;
