//! Games whose text is sent: what is wrong with one, and where; its board, its plies, questions and the check; and the page
//! on which one is written.

use crate::clean::is_clean;
use crate::play::{in_both, visit};
use crate::server::{Server, answer_of};
use serde_json::{Value, json};
use std::time::Duration;

const COL: &str = "game col \"No stone beside an own stone.\"\nboard 3x3, 4x3\nword own X, opp O\nswap own opp\n\
                   place stone = empty & ~near(own, 1)\nplay own = own | m.to\n";

fn read(server: &Server, query: &str, text: &str) -> Value {
    let answer = server.post(&format!("/api/v1/board{query}"), text.as_bytes());
    assert_eq!(answer.status, 200, "{query}: {}", answer.body);
    serde_json::from_str(&answer.body).expect("JSON")
}

#[test]
fn a_text_is_shown_as_the_game_that_it_states() {
    let server = Server::start(&[]);
    let text = answer_of(&["games", "konane", "--text"]);
    let text = text["text"].as_str().expect("a text");
    let mut at = String::new();
    for plies in 0..3 {
        let sent = read(&server, &format!("?board=4x4&at={at}"), text);
        let known = server.json(&format!("/api/v1/konane/board?board=4x4&at={at}"));
        for member in ["position", "svg", "squares", "plies", "ended"] {
            assert_eq!(sent[member], known[member], "{member} after {plies} plies");
        }
        at = sent["plies"][0]["position"].as_str().expect("a position").replace('/', "%2F");
    }
    let col = read(&server, "", COL);
    assert_eq!((&col["game"]["name"], &col["game"]["boards"]), (&json!("col"), &json!(["3x3", "4x3"])));
    assert_eq!(col["perft"].as_array().expect("counts")[..2], [json!(9), json!(72)]);
    assert!(col["words"].as_array().is_some_and(|words| words.contains(&json!("own"))));
    assert_eq!(read(&server, "?board=4x3", COL)["plies"].as_array().map(Vec::len), Some(12));
}

#[test]
fn a_text_that_is_no_game_is_answered_with_the_place() {
    let server = Server::start(&[]);
    let wrong = read(&server, "", &COL.replace("~near(own", "~naer(own"));
    assert_eq!((&wrong["line"], &wrong["character"]), (&json!(5), &json!(24)), "{wrong}");
    assert!(wrong["error"].as_str().is_some_and(|error| error.starts_with("line 5, character 24: `naer`")));
    let many = "game many \"\"\nboard 16x16\nword own X, opp O\nplace one = empty\nplace two = empty\nplay own = own | m.to\n";
    for (query, text, reason) in [
        ("", "", "no statement `game`"),
        ("?board=9x9", COL, "no board `9x9`"),
        ("?at=XX", COL, "the position"),
        ("", &*COL.replace("board", "start opp = {a1}, own = {a1}\nboard"), "the start"),
        ("", many, "512 moves"),
        ("", &*"(".repeat(60_000), "line 1"),
    ] {
        let error = read(&server, query, text)["error"].take();
        assert!(error.as_str().is_some_and(|error| error.contains(reason)), "{reason}: {error}");
    }
}

#[test]
fn only_texts_of_this_size_from_this_site_are_read() {
    let server = Server::start(&[]);
    let longest = format!("{COL}#{}", "x".repeat((64 << 10) - COL.len() - 1));
    assert_eq!(read(&server, "", &longest)["game"]["name"], "col");
    let status = |path: &str, body: &[u8]| server.post(path, body).status;
    for path in ["/api/v1/board", "/api/v1/ask?question=own", "/api/v1/check"] {
        assert_eq!(status(path, format!("{longest}x").as_bytes()), 413, "{path}");
        assert_eq!(status(path, b"game \xff"), 400, "{path}");
        assert_eq!(server.get(path).status, 405, "{path}");
    }
    assert_eq!(status("/api/v1/games", b""), 405);
    assert_eq!(status("/write", b""), 405);
    let form = "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document\r\n";
    let head =
        format!("POST /api/v1/board HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{form}", server.place);
    assert_eq!(server.send(&format!("{head}Content-Length: 0\r\n\r\n")).status, 403);
}

#[test]
fn questions_and_the_check_are_streamed() {
    let server = Server::start(&[]);
    let post = |path: &str, text: &str| server.post(path, text.as_bytes()).body;
    let best = post("/api/v1/ask?question=max+count(moves)&board=4x3", COL);
    assert!(
        best.contains("event: answer") && best.contains("\"value\":12") && best.contains("<svg"),
        "{best}"
    );
    let wrong = post("/api/v1/ask?question=max+kount(moves)", COL);
    assert!(wrong.contains("event: failure") && wrong.contains("kount"), "{wrong}");
    let wrong = post("/api/v1/ask?question=max+count(moves)", "game");
    assert!(wrong.contains("event: failure") && wrong.contains("line 1, character"), "{wrong}");
    let checked = post("/api/v1/check?board=3x3", COL);
    assert!(checked.contains("event: answer") && checked.contains("\"agrees\":true"), "{checked}");
    assert!(checked.contains("3x3") && !checked.contains("4x3"), "{checked}");
}

/// There is one place, so that a text is read when the search has gone.
#[test]
fn a_text_is_read_when_there_is_a_place() {
    let server = Server::start(&["--searches", "1", "--time-limit", "600"]);
    let (search, status) = server.stream("/api/v1/othello/ask?question=max+count(legal)");
    assert_eq!(status, 200);
    std::thread::scope(|scope| {
        let waiting =
            std::thread::Builder::new().spawn_scoped(scope, || read(&server, "", COL)).expect("a thread");
        std::thread::sleep(Duration::from_millis(500));
        assert!(!waiting.is_finished());
        drop(search);
        assert_eq!(waiting.join().expect("an answer")["game"]["name"], "col");
    });
}

#[test]
fn a_game_is_written_mended_and_played() {
    in_both(|browser, server| {
        let is_read = "document.getElementById('said').className === 'legal'";
        let played = |plies: u32| format!("document.querySelectorAll('#played li').length === {plies}");
        visit(browser, server, "/");
        browser.wait(
            "document.querySelector('.start').complete && document.querySelector('.start').naturalWidth > 0",
        );
        visit(browser, server, "/write?from=konane");
        browser.wait(is_read);
        assert_eq!(browser.value("document.querySelectorAll('#on option').length"), json!(5));
        is_clean(browser, &server.place);
        // A letter too much, at the end of the text; the place is chosen, and the letter taken away.
        browser.run(
            "const text = document.getElementById('text'); text.focus(); \
             text.setSelectionRange(text.value.length, text.value.length)",
        );
        browser.press(&["x"]);
        browser.wait("!document.getElementById('mistake').hidden");
        assert_eq!(browser.value("document.querySelector('#mistake mark').textContent"), json!("x"));
        assert_eq!(
            browser.value("document.getElementById('text').getAttribute('aria-invalid')"),
            json!("true")
        );
        is_clean(browser, &server.place);
        browser.click("#to-mistake");
        browser.press(&["\u{E003}"]);
        browser.wait(is_read);
        // A ply by a click on the board, one from the list, and one taken back.
        browser.click(".board .spot");
        browser.wait(&played(1));
        browser.click("#plies button");
        browser.wait(&played(2));
        browser.click("#back");
        browser.wait(&played(1));
        // Rules without such a position begin at the start.
        browser.run(
            "const text = document.getElementById('text'); text.value = text.value.replace('board 4x4,', 'board'); \
             text.dispatchEvent(new Event('input'))",
        );
        browser.wait(&played(0));
        assert_eq!(browser.value("document.getElementById('on').value"), json!("5x4"));
        browser.fill("#question", "count(moves) >= 2");
        browser.click("#ask button");
        browser.wait("!!document.querySelector('.answer img')");
        browser.click("#check button");
        browser.wait("document.getElementById('check').nextElementSibling.textContent.includes('agree')");
        is_clean(browser, &server.place);
        browser.run(
            "document.getElementById('save').addEventListener('click', (event) => event.preventDefault())",
        );
        browser.click("#save");
        assert_eq!(browser.value("document.getElementById('save').download"), json!("konane.game"));
        assert_eq!(browser.value("document.getElementById('save').href.startsWith('blob:')"), json!(true));
    });
}
