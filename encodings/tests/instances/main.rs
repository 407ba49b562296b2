//! The instances of the rules agree: machine words, circuits and terms, for each family of games.

mod breakthrough;
mod families;
mod go;
mod support;
mod words;
