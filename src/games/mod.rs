//! The built-in games. This file lists them, and no other file does.

#[cfg(feature = "cli")]
use crate::results;
use certamen_ask::kind::Kind;
use certamen_ask::registry::Registry;
#[cfg(feature = "cli")]
use certamen_cli::{App, BoxedFile};
use certamen_play::Game;
use std::sync::Arc;

pub use certamen_go as go;
pub use certamen_ostle as ostle;
pub use certamen_othello as othello;
pub use certamen_push_fight as push_fight;

/// The games.
pub fn games() -> Vec<Arc<dyn Game>> {
    vec![othello::game(), ostle::game(), push_fight::game(), go::game()]
}

/// The questions about them.
pub fn kinds() -> Vec<Arc<dyn Kind>> {
    [othello::kinds(), ostle::kinds(), go::kinds(), push_fight::kinds()].concat()
}

/// A registry of these questions: what it takes to check certificates about them.
pub fn registry() -> Registry {
    let mut registry = Registry::new();
    for kind in kinds() {
        registry.add_kind(kind);
    }
    registry
}

/// The games that are text files; the rules of Othello are in Rust, and its file is for reading.
#[cfg(feature = "cli")]
const FILES: &[BoxedFile] = &[
    BoxedFile { name: "breakthrough", text: include_str!("files/breakthrough.game") },
    BoxedFile { name: "chomp", text: include_str!("files/chomp.game") },
    BoxedFile { name: "clobber", text: include_str!("files/clobber.game") },
    BoxedFile { name: "col", text: include_str!("files/col.game") },
    BoxedFile { name: "connect4", text: include_str!("files/connect4.game") },
    BoxedFile { name: "cram", text: include_str!("files/cram.game") },
    BoxedFile { name: "dodgem", text: include_str!("files/dodgem.game") },
    BoxedFile { name: "domineering", text: include_str!("files/domineering.game") },
    BoxedFile { name: "fox-and-hounds", text: include_str!("files/fox-and-hounds.game") },
    BoxedFile { name: "hex", text: include_str!("files/hex.game") },
    BoxedFile { name: "hexapawn", text: include_str!("files/hexapawn.game") },
    BoxedFile { name: "httt", text: include_str!("files/httt.game") },
    BoxedFile { name: "isolation", text: include_str!("files/isolation.game") },
    BoxedFile { name: "konane", text: include_str!("files/konane.game") },
    BoxedFile { name: "kono", text: include_str!("files/kono.game") },
    BoxedFile { name: "lights-out", text: include_str!("files/lights-out.game") },
    BoxedFile { name: "mnk", text: include_str!("files/mnk.game") },
    BoxedFile { name: "othello", text: include_str!("files/othello.game") },
    BoxedFile { name: "peg-solitaire", text: include_str!("files/peg-solitaire.game") },
    BoxedFile { name: "sliding-tiles", text: include_str!("files/sliding-tiles.game") },
    BoxedFile { name: "snort", text: include_str!("files/snort.game") },
    BoxedFile { name: "sokoban", text: include_str!("files/sokoban.game") },
    BoxedFile { name: "tic-tac-toe", text: include_str!("files/tic-tac-toe.game") },
];

/// A program that knows them, and computes the published results about them.
#[cfg(feature = "cli")]
pub fn app(name: &str) -> App {
    let commands = [push_fight::commands(), results::commands()];
    let app = games().into_iter().fold(App::new(name).game_files(FILES), App::game);
    let app = kinds().into_iter().fold(app, App::kind);
    let campaigns = results::campaigns();
    let app = campaigns.into_iter().fold(app, App::campaign);
    with_explorer(commands.into_iter().flatten().fold(app, App::subject_command))
}

#[cfg(feature = "serve")]
fn with_explorer(app: App) -> App {
    app.verb(certamen_serve::verb())
}

#[cfg(all(feature = "cli", not(feature = "serve")))]
fn with_explorer(app: App) -> App {
    app
}
