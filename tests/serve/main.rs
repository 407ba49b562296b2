//! The explorer as a child process: the API against the command line, hostile requests, a damaged table, searches that end
//! with their connection, and the pages in a browser.
//!
//! Run by `cargo test --features serve --test serve`. The browser's tests need chromium and chromedriver.

mod api;
mod browser;
mod hostile;
mod server;
mod webdriver;
