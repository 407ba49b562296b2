//! The command line as a user meets it: what it answers, with which exit code, and what it leaves behind.

mod commands;
mod damaged;
mod ending;
mod ostle;
mod outputs;
mod records;
mod retro;
mod round_trip;
mod run;
mod sizes;
mod usage;
