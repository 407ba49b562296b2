//! The explorer with games that are not built in: no line of it names them.
//!
//! Needs chromium, chromedriver and axe-core, as tests/serve does.

#[path = "../../serve/clean.rs"]
mod clean;
#[allow(dead_code, reason = "shared with the tests of the games in the box")]
#[path = "../../serve/webdriver.rs"]
mod webdriver;

use clean::is_clean;
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use webdriver::Browser;

struct Server {
    child: Child,
    place: String,
}

impl Server {
    fn of(directory: &str) -> Self {
        let arguments = ["serve", "--port", "0", "--json", "--quiet", "--dir", directory];
        let mut child = Command::new(env!("CARGO_BIN_EXE_toolkit"))
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("an output")).read_line(&mut line).expect("a line");
        let address: Value = serde_json::from_str(&line).expect("JSON");
        let address = address["address"].as_str().expect("an address");
        let place = address.trim_start_matches("http://").trim_end_matches('/').to_owned();
        Self { child, place }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn games_of_a_stranger_have_every_page() {
    let place = tempfile::tempdir().expect("a directory");
    let tables = place.path().join("noughts").display().to_string();
    let built = Command::new(env!("CARGO_BIN_EXE_toolkit"))
        .args(["--quiet", "retro", "build", "noughts", "--dir", &tables])
        .stdout(Stdio::null())
        .status();
    assert!(built.expect("it runs").success());
    let server = Server::of(&tables);
    for width in [1280, 360] {
        let Some(browser) = Browser::open(width) else { return };
        let visit = |path: &str| browser.visit(&format!("http://{}{path}", server.place));
        for page in [
            "/",
            "/noughts",
            "/noughts/position",
            "/noughts/setup",
            "/noughts/record?record=b2,a1",
            "/noughts/questions",
            "/noughts/puzzles",
            "/noughts/longest",
            "/clobber/position",
            "/clobber/setup",
        ] {
            visit(page);
            is_clean(&browser, &server.place);
        }
        // A game to its end by clicks, with best plies.
        visit("/noughts/position");
        let mut plies = 0;
        while browser.value("document.querySelectorAll('#plies a').length") != json!(0) {
            let before = browser.value("location.pathname");
            let square = browser.value("document.querySelector('#plies li').dataset.squares");
            browser.click(&format!(".board [data-square='{}']", square.as_str().expect("a square")));
            browser.wait(&format!("location.pathname !== {before} && document.readyState === 'complete'"));
            plies += 1;
        }
        assert_eq!(plies, 9);
        assert!(
            browser.value("document.querySelector('.ended').textContent.includes('drawn')") == json!(true)
        );
        // A position is set up by clicks.
        visit("/noughts/setup");
        browser.click(".palette input[value='O']");
        browser.click(".cell[data-square='b2']");
        browser.wait("document.getElementById('valid').className === 'legal'");
        browser.click("#editor .setup button:not([type])");
        browser.wait("document.querySelectorAll('#plies a').length === 8");
        is_clean(&browser, &server.place);
        // A puzzle is solved by the plies that the table calls best.
        visit("/noughts/puzzles");
        browser.click("form.find button");
        browser.wait("document.querySelectorAll('.found a').length > 0");
        // In each of them one move wins, so that this filter leaves out none, and a wrong number of plies all.
        let count = browser.value("document.querySelectorAll('.found a').length");
        browser.click("form.find [name=single]");
        browser.click("form.find button");
        browser.wait(&format!("document.querySelectorAll('.found a').length === {count}"));
        browser.fill("form.find [name=plies]", "8");
        browser.click("form.find button");
        browser
            .wait("document.querySelectorAll('.found').length === 1 && !document.querySelector('.found a')");
        browser.fill("form.find [name=plies]", "3");
        browser.click("form.find button");
        browser.wait("!!document.querySelector('.found a')");
        browser.click(".found a");
        browser.wait(
            "(document.getElementById('said') || {}).textContent?.startsWith('Your turn') && \
             document.getElementById('puzzle').getAttribute('aria-busy') === 'false'",
        );
        browser.click("#solution");
        browser.wait("document.getElementById('said').textContent === 'Done, with help.'");
        is_clean(&browser, &server.place);
    }
}
