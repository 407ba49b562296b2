//! What people do on the pages, in a wide and in a narrow window: they set up positions, solve puzzles, search values, play
//! Go with ko, and look at profiles.

use crate::clean::is_clean;
use crate::server::{Server, encoded};
use crate::webdriver::Browser;
use serde_json::{Value, json};

/// A puzzle waits for the player.
const READY: &str = "(document.getElementById('said') || {}).textContent?.startsWith('Your turn') && \
                     document.getElementById('puzzle').getAttribute('aria-busy') === 'false'";

/// Both windows, one after the other.
pub(crate) fn in_both(look: fn(&Browser, &Server)) {
    for width in [1280, 360] {
        let server = Server::of_tables();
        let Some(browser) = Browser::open(width) else { return };
        look(&browser, &server);
    }
}

pub(crate) fn visit(browser: &Browser, server: &Server, path: &str) {
    browser.visit(&format!("http://{}{path}", server.place));
}

fn text_of(browser: &Browser, selector: &str) -> String {
    let found = browser.value(&format!("document.querySelector(\"{selector}\").textContent"));
    found.as_str().unwrap_or_default().to_owned()
}

#[test]
fn a_position_is_set_up_with_mouse_and_keyboard() {
    in_both(|browser, server| {
        visit(browser, server, "/ostle/setup?table=ostle-3x3");
        is_clean(browser, &server.place);
        browser.click("#clear");
        assert_eq!(browser.value("document.getElementById('at').value"), json!("000-000-000"));
        browser.wait("document.getElementById('valid').className === 'trouble'");
        let click = |square: &str| browser.click(&format!(".cell[data-square='{square}']"));
        browser.click(".palette input[value='2']");
        click("b3");
        click("c2");
        browser.click(".palette input[value='3']");
        click("a1");
        // The rest with the keyboard: from a1 up to a2, a letter, to the right, and Enter with another piece.
        browser.click(".palette input[value='1']");
        browser.run("document.querySelector(\".cell[data-square='a1']\").focus()");
        browser.press(&["\u{E013}", "1", "\u{E014}", "\u{E007}"]);
        assert_eq!(browser.value("document.getElementById('at').value"), json!("020-112-300"));
        assert_eq!(
            browser.value("document.querySelector(\".cell[data-square='b2']\").getAttribute('aria-label')"),
            json!("b2: piece of the side to move")
        );
        browser.wait("document.getElementById('valid').className === 'legal'");
        is_clean(browser, &server.place);
        browser.click("#editor .setup button:not([type])");
        browser.wait("!!document.querySelector('.verdict .value')");
        assert_eq!(text_of(browser, ".board code"), "020-112-300");
        // The text is another way, and the board follows it; so does the choice of who is to move.
        visit(browser, server, "/othello/setup?board=4x4");
        browser.run(
            "const ending = document.getElementById('ending'); ending.value = ':w'; \
             ending.dispatchEvent(new Event('change'))",
        );
        browser.wait("document.getElementById('valid').className === 'legal'");
        let text = browser.value("document.getElementById('at').value");
        assert!(text.as_str().is_some_and(|text| text.ends_with(":w")), "{text}");
        browser.fill("#at", "XOX-------------");
        browser.wait("document.querySelectorAll('.cell .token > *').length === 3");
        is_clean(browser, &server.place);
    });
}

/// The ply that the table calls best, or worst.
fn judged(server: &Server, position: &str, best: bool) -> String {
    let found = server.json(&format!("/api/v1/ostle/position/{}?table=ostle-4x4", encoded(position)));
    let moves = found["moves"].as_array().expect("moves");
    let one = if best { moves.first() } else { moves.last() };
    one.and_then(|one| one["move"].as_str()).expect("a move").to_owned()
}

/// The position behind a ply; `None` if the game is over there.
fn behind(server: &Server, position: &str, ply: &str) -> Option<String> {
    let board = server.json(&format!("/api/v1/ostle/board/{}?table=ostle-4x4", encoded(position)));
    let plies = board["plies"].as_array().expect("plies");
    let found = plies.iter().find(|one| one["name"] == ply).unwrap_or_else(|| panic!("{ply}: {board}"));
    found["position"].as_str().map(str::to_owned)
}

#[test]
fn a_puzzle_is_played_to_its_end() {
    in_both(|browser, server| {
        visit(browser, server, "/ostle/puzzles");
        is_clean(browser, &server.place);
        let form = "form.find[data-table='ostle-4x4']";
        browser.fill(&format!("{form} input[name=plies]"), "13");
        browser.click(&format!("{form} button"));
        browser.wait("document.querySelectorAll('.found a').length > 0");
        let start = text_of(browser, ".found a");
        browser.click(".found a");
        browser.wait(READY);
        is_clean(browser, &server.place);
        // A ply that throws the win away does not stand.
        let press = |name: &str| {
            browser.run(&format!(
                "[...document.querySelectorAll('#plies button')].find((one) => one.textContent === '{name}').click()"
            ));
        };
        press(&judged(server, &start, false));
        browser.wait("document.getElementById('said').classList.contains('trouble')");
        assert_eq!(browser.value("document.querySelectorAll('#played li').length"), json!(0));
        // The best plies, by clicks on the board; the table answers each.
        let mut here = start.clone();
        let mut plies = 0;
        loop {
            let best = judged(server, &here, true);
            click_ply(browser, server, &here, &best);
            plies += 1;
            let Some(next) = behind(server, &here, &best) else { break };
            plies += 1;
            browser.wait(&format!("document.querySelectorAll('#played li').length === {plies}"));
            let reply = text_of(browser, "#played li:last-child");
            here = behind(server, &next, &reply).expect("the table does not end the game with a loss");
            browser.wait(&format!(
                "document.getElementById('puzzle').dataset.at === '{here}' && \
                 document.getElementById('puzzle').getAttribute('aria-busy') === 'false'"
            ));
        }
        assert_eq!(plies, 13);
        browser.wait("document.getElementById('said').textContent === 'Solved.'");
        is_clean(browser, &server.place);
        // It is remembered; a puzzle whose solution was shown is not.
        visit(browser, server, "/ostle/puzzles");
        browser.click(&format!("{form} button"));
        browser.wait("document.querySelectorAll('.found a').length > 1");
        assert_eq!(browser.value("document.querySelectorAll('.found strong').length"), json!(1));
        browser.click(".found li:not(:has(strong)) a");
        browser.wait(READY);
        browser.click("#hint");
        browser.wait("document.getElementById('said').textContent.startsWith('Begin at')");
        browser.click("#hint");
        browser.wait("document.getElementById('said').textContent.startsWith('Play')");
        browser.click("#solution");
        browser.wait("document.getElementById('said').textContent === 'Done, with help.'");
        assert_eq!(browser.value("JSON.parse(localStorage.getItem('solved:ostle')).length"), json!(1));
        // A list of one's own.
        visit(browser, server, "/ostle/puzzles");
        browser.fill("#own-list", &start);
        browser.click("#own button");
        browser.wait("document.querySelectorAll('.found strong').length === 1");
        browser.click("#forget");
        browser.wait("document.querySelectorAll('.found strong').length === 0");
    });
}

/// Clicks on the squares of a ply, one after the other, until it is made.
fn click_ply(browser: &Browser, server: &Server, position: &str, name: &str) {
    let board = server.json(&format!("/api/v1/ostle/board/{}?table=ostle-4x4", encoded(position)));
    let plies = board["plies"].as_array().expect("plies");
    let ply = plies.iter().find(|one| one["name"] == name).expect("the ply");
    let before = browser.value("document.querySelectorAll('#played li').length");
    for square in ply["squares"].as_array().expect("squares").iter().filter_map(Value::as_str) {
        if browser.value("document.querySelectorAll('#played li').length") == before {
            browser.click(&format!(".board [data-square='{square}']"));
        }
    }
    // A ply off the board has one square, which other plies may share.
    if browser.value("document.querySelectorAll('#played li').length") == before {
        browser.run(&format!(
            "[...document.querySelectorAll('#plies button')].find((one) => one.textContent === '{name}').click()"
        ));
    }
}

#[test]
fn a_value_is_searched_and_a_long_search_is_stopped() {
    in_both(|browser, server| {
        visit(browser, server, &format!("/push-fight/position/{}", encoded(".oO..O..O.ox......X.X..Yx.")));
        is_clean(browser, &server.place);
        browser.click(".decide button");
        browser.wait("document.querySelectorAll('.steps li').length === 3");
        assert_eq!(text_of(browser, ".decide .result"), "W2");
        is_clean(browser, &server.place);
        browser.click(".steps a");
        browser.wait("!!document.querySelector('.decide form')");
        visit(browser, server, "/push-fight/position");
        browser.fill("#depth", "6");
        browser.click(".decide button");
        browser.wait("document.querySelector('.decide .answer').textContent.includes('turns ahead')");
        browser.click(".decide button");
        browser.wait("document.querySelector('.decide .answer').textContent === 'stopped'");
    });
}

#[test]
fn go_is_played_with_liberties_and_ko() {
    in_both(|browser, server| {
        visit(browser, server, "/go/position?board=5x5");
        is_clean(browser, &server.place);
        browser.click(".board [data-square='cc']");
        browser.wait("location.pathname.endsWith('/5x5!cc') && document.readyState === 'complete'");
        browser.click(".facts summary");
        assert_eq!(text_of(browser, ".facts li"), "Black cc: 4 liberties, cb bc dc cd");
        is_clean(browser, &server.place);
        visit(browser, server, &format!("/go/position/{}", encoded(".XO../XO.O./.XO..!cb")));
        assert!(text_of(browser, ".note").contains("forbidden by simple ko, positional superko"));
        assert_eq!(browser.value("!!document.querySelector(\"#plies li[data-squares='bb']\")"), json!(false));
        visit(browser, server, &format!("/go/position/{}", encoded(".XO../XO.O./.XO..!cb.pass.pass")));
        assert!(text_of(browser, "#plies li[data-squares='bb']").contains("forbidden by positional superko"));
        is_clean(browser, &server.place);
    });
}

#[test]
fn profiles_and_symmetric_positions_lead_to_boards() {
    in_both(|browser, server| {
        visit(browser, server, "/profiles");
        browser.click(".card a");
        browser.wait("document.querySelectorAll('table td a').length > 10");
        assert!(browser.value("document.querySelectorAll('.plot a').length").as_u64() > Some(10));
        is_clean(browser, &server.place);
        browser.run(
            "document.querySelector(\".plot a[aria-label='8: 8']\")\
             .dispatchEvent(new MouseEvent('click', { bubbles: true }))",
        );
        browser.wait(
            "location.pathname.startsWith('/othello/position/') && !!document.querySelector('.board svg')",
        );
        assert_eq!(browser.value("document.querySelectorAll('#plies a').length"), json!(8));
        // The first of the images of a position is linked.
        visit(browser, server, "/othello/position/X-----------OOOO?board=4x4");
        browser.wait("!!document.querySelector('.image a')");
        browser.click(".image a");
        browser.wait("document.readyState === 'complete' && !document.querySelector('.image a')");
        is_clean(browser, &server.place);
    });
}

/// A hover shows the discs that a ply turns over.
#[test]
fn flips_are_shown_before_a_ply() {
    in_both(|browser, server| {
        visit(browser, server, "/othello/position");
        browser.run("document.querySelector('#plies li').dispatchEvent(new MouseEvent('mouseenter'))");
        assert_eq!(browser.value("document.querySelectorAll('.flipped').length"), json!(1));
    });
}
