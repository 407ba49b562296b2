//! The naive games: their rules, texts and published facts, and the naive reader of questions.

mod game_file_details;
mod game_file_errors;
mod game_file_facts;
mod game_file_players;
mod go_facts;
mod go_rules;
mod go_texts;
mod language;
mod ostle_facts;
mod ostle_rules;
mod ostle_texts;
mod othello_boards;
mod othello_facts;
mod othello_properties;
mod othello_records;
mod othello_rules;
mod push_fight_facts;
mod push_fight_rules;
mod push_fight_texts;
