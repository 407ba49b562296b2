//! The explorer as a child process: the API against the command line, hostile requests, a damaged table, searches that end
//! with their connection, campaigns while they run, the API without a server, and the pages in a browser.
//!
//! Run by `cargo test --test serve`. The browser's tests need chromium, chromedriver and axe-core, which
//! `.ci/solvers` and `.ci/axe` install.

mod api;
mod browser;
mod campaigns;
mod clean;
mod hostile;
mod play;
mod server;
mod stdio;
#[path = "../support"]
mod support {
    pub(crate) mod seal;
}
mod webdriver;
mod write;
