//! What the text of the sources must keep to.

mod circles;
mod every_test_runs;
mod imports;
mod no_generic_file_names_a_game;
mod tokens;
