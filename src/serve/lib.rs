//! The explorer: `serve` shows solved games, records, questions and certificates in a browser, and gives the same as JSON.
//!
//! No file here names a game. A page knows a game by [`certamen_play::Game`]: its tables, views of positions, and
//! the directories of solved tables that [`Game::atlas`](certamen_play::Game::atlas) opens.
//!
//! - `verb`: the command, its flags. `server`: connections, their limits, and the end on Ctrl-C.
//!   `stdio`: the API for the program that starts this one.
//! - `guard`: what every request has to satisfy, and the headers of every answer.
//! - `explorer`: games, tables, certificates, profiles and campaigns that are served. `address`: positions and flags in
//!   addresses.
//!   `page_request`: what an address asks for. `profiles`: profiles, with their witnesses verified again. `campaigns`: how far
//!   campaigns are, looked at now and then.
//! - `api`: the answers as JSON. `pages`: the same for people. `job`: long work, sent part by part, that ends when its
//!   connection does. `streamed_work`: the kinds of such work.
//! - `requested_game`: games whose text comes with the request.
//! - `texts`: every text of the pages and of the script.
//!
//! A browser needs no other host: styles and the script are served from here. What is not shown: who asks. There are no
//! accounts, so that an address other than 127.0.0.1 shows everything to everybody who reaches it.

mod address;
mod api;
mod campaigns;
mod explorer;
mod guard;
mod job;
mod options;
mod page_request;
mod pages;
mod profiles;
mod recent_games;
mod requested_game;
mod server;
mod stdio;
mod streamed_work;
mod texts;
mod verb;

pub use api::{OPENAPI, paths};
pub use verb::verb;
