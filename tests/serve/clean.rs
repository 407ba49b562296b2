//! What every page has to satisfy in a browser: nothing complains, no other host is asked, nothing is wider than the
//! window, and axe-core finds no serious violation.

use crate::webdriver::Browser;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::OnceLock;

/// Where `.ci/axe` puts axe-core.
const AXE: &str = "target/axe/node_modules/axe-core/axe.min.js";
/// The violations that fail a test.
const SERIOUS: [&str; 2] = ["serious", "critical"];

/// The script of axe-core. `None` if it is not installed; with `CI` set, that is a failure.
fn axe() -> Option<&'static str> {
    static SCRIPT: OnceLock<Option<String>> = OnceLock::new();
    let read = || {
        let mut places = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().map(|place| place.join(AXE));
        let found = places.find_map(|path| std::fs::read_to_string(path).ok());
        if found.is_none() {
            assert!(std::env::var_os("CI").is_none(), "axe-core is missing: .ci/axe installs it");
            eprintln!("axe-core is missing: accessibility was not checked");
        }
        found
    };
    SCRIPT.get_or_init(read).as_deref()
}

/// The serious violations on the page.
pub(crate) fn violations(browser: &Browser) -> Vec<Value> {
    let Some(script) = axe() else { return Vec::new() };
    browser.run(script);
    let found = browser.promise("axe.run(document, { resultTypes: ['violations'] })");
    let found = found["violations"].as_array().cloned().unwrap_or_else(|| panic!("axe-core: {found}"));
    let is_serious = |one: &Value| SERIOUS.iter().any(|impact| one["impact"] == *impact);
    let shown = |one: Value| json!({ "id": one["id"], "help": one["help"], "at": one["nodes"][0]["html"] });
    found.into_iter().filter(is_serious).map(shown).collect()
}

/// Checks the page that is open, of the server at this place.
pub(crate) fn is_clean(browser: &Browser, place: &str) {
    let here = browser.value("location.href");
    assert_eq!(browser.complaints(), Vec::<Value>::new(), "{here}");
    let own = format!("http://{place}/");
    let others: Vec<String> = browser
        .asked()
        .into_iter()
        .filter(|url| !url.starts_with(&own) && !url.starts_with("data:") && !url.starts_with("chrome"))
        .collect();
    assert!(others.is_empty(), "{here}: {others:?}");
    let is_narrow = browser.value("document.documentElement.scrollWidth <= window.innerWidth");
    assert_eq!(is_narrow, json!(true), "{here}");
    assert_eq!(violations(browser), Vec::<Value>::new(), "{here}");
}
