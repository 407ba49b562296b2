//! The built-in games. This file lists them, and no other file does.

#[cfg(feature = "cli")]
use crate::results;
use certamen_ask::kind::Kind;
use certamen_ask::registry::Registry;
#[cfg(feature = "cli")]
use certamen_cli::App;
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

/// A program that knows them, and computes the published results about them.
#[cfg(feature = "cli")]
pub fn app(name: &str) -> App {
    let commands = [othello::commands(), push_fight::commands(), results::commands()];
    let app = games().into_iter().fold(App::new(name), App::game);
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
