//! The pages in a browser, on a wide and on a narrow window.

use crate::clean::is_clean;
use crate::server::Server;
use crate::webdriver::Browser;
use serde_json::json;

fn tour(width: u32) {
    let server = Server::of_tables();
    let Some(browser) = Browser::open(width) else { return };
    let at = |path: &str| format!("http://{}{path}", server.place);
    for page in [
        "/",
        "/othello",
        "/ostle",
        "/push-fight",
        "/go",
        "/go/position",
        "/go/position?board=5x5",
        "/ostle/setup",
        "/push-fight/setup",
        "/othello/record?record=f5d6c3",
        "/profiles",
        "/profiles/profile-4x4",
        "/campaigns/cubes-4x4",
        "/othello/position",
        "/push-fight/position",
        "/ostle/position",
        "/ostle/puzzles",
        "/ostle/longest",
        "/othello/questions",
        "/certificates",
        "/write",
    ] {
        browser.visit(&at(page));
        is_clean(&browser, &server.place);
    }
    // A game on the smallest solved board, to its end, by clicks on the board: the best ply each time.
    browser.visit(&at("/othello/position?table=othello-4x4"));
    let mut plies = 0;
    while browser.value("document.querySelectorAll('#plies a').length") != json!(0) {
        let before = browser.value("location.pathname");
        let square = browser.value("document.querySelector('#plies li').dataset.squares");
        match square.as_str() {
            Some("") | None => browser.click("#plies li a"),
            Some(square) => browser.click(&format!(".board [data-square='{square}']")),
        }
        browser.wait(&format!("location.pathname !== {before} && document.readyState === 'complete'"));
        plies += 1;
        assert!(plies < 40);
    }
    assert!(plies > 8, "{plies}");
    assert_eq!(
        browser.value("document.querySelector('.ended').textContent.startsWith('game over')"),
        json!(true)
    );
    let end = browser.value("location.pathname");
    browser.back();
    browser.wait(&format!("location.pathname !== {end} && document.querySelectorAll('#plies a').length > 0"));
    is_clean(&browser, &server.place);
    // Set up a position by text, and a wrong one.
    browser.visit(&at("/ostle/position?table=ostle-3x3"));
    browser.fill("#at", "020-112-300");
    browser.click("form.setup button");
    // The page before has a verdict too: a page that is left while it loads would come up over the next one.
    browser.wait("document.querySelector('.board code')?.textContent === '020-112-300'");
    browser.wait("document.readyState === 'complete' && !!document.querySelector('.verdict .value')");
    browser.visit(&at("/ostle/position?at=nonsense"));
    browser.wait("!!document.querySelector('.trouble')?.textContent.startsWith('the position')");
    browser.complaints();
    // A record with an illegal ply.
    browser.visit(&at("/othello/record"));
    browser.fill("#record", "f5d6a1");
    browser.click("form.setup button");
    browser.wait("!!document.querySelector('.verdict.trouble')");
    assert_eq!(browser.value("document.querySelectorAll('.boards li').length"), json!(3));
    is_clean(&browser, &server.place);
    // A question, a wrong one, and a long one that is stopped.
    browser.visit(&at("/othello/questions"));
    browser.fill("#question", "count(legal) >= 20");
    browser.click("form.ask button");
    browser.wait("!!document.querySelector('.answer img')");
    browser.fill("#question", "kount(legal)");
    browser.click("form.ask button");
    browser.wait("document.querySelector('.answer').textContent.includes('kount')");
    browser.complaints();
    browser.fill("#question", "max count(legal)");
    browser.click("form.ask button");
    browser.wait("document.querySelector('.answer').textContent.includes('s')");
    browser.click("form.ask button");
    browser.wait("document.querySelector('.answer').textContent === 'stopped'");
    // A campaign is looked at again after some seconds, without a script of its own in the part that is new.
    browser.visit(&at("/campaigns/cubes-4x4"));
    browser.click("h1");
    browser.run("document.querySelector('h1').textContent = 'old'");
    browser.wait("document.querySelector('h1').textContent.startsWith('cube othello.mobility')");
    is_clean(&browser, &server.place);
    // A certificate is checked.
    browser.visit(&at("/certificates"));
    browser.click("button.search");
    browser.wait("!!document.querySelector('.answer img')");
    is_clean(&browser, &server.place);
}

#[test]
fn the_pages_work_in_a_wide_window() {
    tour(1280);
}

#[test]
fn the_pages_work_in_a_narrow_window() {
    tour(360);
}
