//! Names of a file: kept for as long as the program runs, and shown in errors.

use std::sync::{Mutex, PoisonError};

/// The same name for as long as the program runs, stored once.
pub(super) fn lasting(name: &str) -> &'static str {
    static NAMES: Mutex<Vec<&'static str>> = Mutex::new(Vec::new());
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = names.iter().find(|known| **known == name) {
        return known;
    }
    let name: &'static str = name.to_owned().leak();
    names.push(name);
    name
}

/// A name that is not too long to be shown.
pub(super) fn shown(name: &str) -> String {
    name.chars().take(32).collect()
}
