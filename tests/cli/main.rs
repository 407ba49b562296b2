//! The command line as users see it: its answers, exit codes and files.

mod archives;
mod commands;
mod damaged;
mod directories;
mod ending;
mod lost_tables;
mod ostle;
mod outputs;
mod records;
mod resources;
mod retro;
mod round_trip;
mod run;
mod sizes;
mod small_things;
mod strategies;
mod usage;
