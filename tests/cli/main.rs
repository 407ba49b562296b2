//! The command line as users see it: its answers, exit codes and files.

mod archives;
mod archives_mutated;
mod commands;
mod damaged;
mod directories;
mod ending;
mod families;
mod formats;
mod game_file_twins;
mod game_files;
mod hostile_input;
mod lost_tables;
mod ostle;
mod outputs;
mod processor;
mod records;
mod resources;
mod retro;
mod round_trip;
mod schema;
mod sizes;
mod small_things;
mod strategies;
#[path = "../support"]
mod support {
    pub(crate) mod run;
    pub(crate) mod seal;
    #[allow(dead_code, reason = "other tests need the engines")]
    pub(crate) mod tools;
}
mod theorems;
mod usage;
mod values;
