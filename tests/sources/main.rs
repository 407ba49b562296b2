//! What the text of the sources must keep to.

mod no_generic_file_names_a_game;
