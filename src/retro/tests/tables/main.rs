//! Tables of values: by ranges of numbers, and of games made of rules.

mod ranges;
mod ruled;
