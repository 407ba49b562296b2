//! The API gives what the command line gives, and is what its description says.

use crate::server::{Server, answer_of, encoded, tables};
use serde_json::Value;

/// Goes through games along plies that a rule of three chooses, so that good and bad ones occur.
fn some_positions(server: &Server, game: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut at = server.json(&format!("/api/v1/{game}/board?table={game}-{}", board_of(game)));
    for step in 0..12 {
        found.push(at["position"].as_str().expect("a position").to_owned());
        let plies = at["plies"].as_array().expect("plies");
        let next: Vec<&str> = plies.iter().filter_map(|ply| ply["position"].as_str()).collect();
        if next.is_empty() {
            break;
        }
        let next = encoded(next[(step * 3 + 1) % next.len()]);
        at = server.json(&format!("/api/v1/{game}/board/{next}"));
    }
    found
}

fn board_of(game: &str) -> &'static str {
    if game == "ostle" { "3x3" } else { "4x4" }
}

/// The same position for the command line: the forbidden move is a flag there.
fn probed(game: &str, position: &str) -> Value {
    let directory = tables().join(format!("{game}-{}", board_of(game)));
    let directory = directory.to_string_lossy();
    let mut arguments = vec!["retro", "probe", game, "--dir", &directory];
    let (board, forbidden) = position.split_once('!').unwrap_or((position, ""));
    let (board, is_white) = board.strip_suffix(":w").map_or((board, false), |board| (board, true));
    let swapped: String = board
        .chars()
        .map(|disc| match disc {
            'X' if is_white => 'O',
            'O' if is_white => 'X',
            disc => disc,
        })
        .collect();
    if game == "ostle" {
        arguments.extend(["--board", "3x3"]);
    }
    if !forbidden.is_empty() {
        arguments.extend(["--forbidden", forbidden]);
    }
    arguments.push(&swapped);
    answer_of(&arguments)
}

#[test]
fn positions_have_the_values_that_probe_gives() {
    let server = Server::of_tables();
    let mut forbidden = 0;
    for game in ["ostle", "othello"] {
        let positions = some_positions(&server, game);
        assert!(positions.len() > 5, "{positions:?}");
        for position in positions {
            forbidden += usize::from(position.contains('!'));
            let served = server.json(&format!("/api/v1/{game}/position/{}", encoded(&position)));
            assert_eq!(served, probed(game, &position), "{game} {position}");
            // The plies of the page are those of the tables.
            let board = server.json(&format!("/api/v1/{game}/board/{}", encoded(&position)));
            let names = |list: &Value, member: &str| {
                let mut names: Vec<String> =
                    list.as_array().expect("a list").iter().map(|one| one[member].to_string()).collect();
                names.sort();
                names
            };
            assert_eq!(names(&board["plies"], "name"), names(&served["moves"], "move"), "{position}");
        }
    }
    assert!(forbidden > 0, "no position with a forbidden move was met");
}

#[test]
fn records_are_replayed_as_by_the_command_line() {
    let server = Server::of_tables();
    for (query, arguments) in [
        ("/api/v1/othello/replay?record=F5D6C3", vec!["replay", "othello", "F5D6C3"]),
        ("/api/v1/ostle/replay?record=c1U,c3R", vec!["replay", "ostle", "c1U,c3R"]),
    ] {
        assert_eq!(server.json(query), answer_of(&arguments));
    }
    let illegal = server.json("/api/v1/othello/replay?record=A1");
    assert_eq!(illegal["legal"], false);
    let page = server.get("/othello/record?record=f5d6a1&board=8x8");
    assert!(page.status == 200 && page.body.contains("illegal: "), "{}", page.body);
}

#[test]
fn every_page_and_every_described_address_answers() {
    let server = Server::of_tables();
    for game in ["othello", "ostle", "push-fight", "go"] {
        for page in ["", "/record"] {
            let answer = server.get(&format!("/{game}{page}"));
            assert!(answer.status == 200 && answer.body.contains("</html>"), "/{game}{page}");
        }
    }
    for page in [
        "/",
        "/certificates",
        "/ostle/position",
        "/othello/position",
        "/push-fight/position",
        "/ostle/puzzles",
        "/ostle/longest",
        "/ostle/questions",
        "/othello/questions",
        "/style.css",
        "/explorer.js",
        "/icon.svg",
    ] {
        assert_eq!(server.get(page).status, 200, "{page}");
    }
    assert_eq!(server.get("/ostle/random").status, 303);
    assert_eq!(server.get("/nim").status, 404);
    let described = server.json("/api/v1/openapi.json");
    let paths = described["paths"].as_object().expect("paths");
    assert!(paths.len() > 10);
    for path in paths.keys() {
        let path = path
            .replace("{game}", "ostle")
            .replace("{position}", "020-112-300")
            .replace("{name}", "mobility-4x4");
        let given = "question=count(own)+>=+1&position=020-112-300&record=a1U";
        let (_, status) = server.stream(&format!("{path}?{given}").replace(">=", "%3E%3D"));
        // The search for games is an ability that this game does not have.
        let expected: &[u16] = if path.ends_with("reach") { &[200, 400] } else { &[200] };
        assert!(expected.contains(&status), "{path}: {status}");
    }
}

#[test]
fn longest_games_puzzles_and_certificates_are_streamed() {
    let server = Server::of_tables();
    let longest = server.send(&format!(
        "GET /api/v1/othello/longest HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n",
        server.place
    ));
    let directory = tables().join("othello-4x4");
    let known = answer_of(&["retro", "longest", "othello", "--dir", &directory.to_string_lossy()]);
    let plies = known["plies"].as_u64().or(known["value"]["plies"].as_u64());
    let plies = plies.unwrap_or_else(|| panic!("{known}"));
    assert!(longest.body.contains(&format!("the longest wins take {plies} plies")), "{}", longest.body);
    let checked = server.get("/api/v1/certificates/mobility-4x4/check");
    assert!(checked.body.contains("event: answer") && checked.body.contains("verified"), "{}", checked.body);
    let asked = server.get("/api/v1/othello/ask?board=4x4&question=max+count(legal)");
    assert!(asked.body.contains("\"verdict\":\"exact\""), "{}", asked.body);
    let wrong = server.get("/api/v1/othello/ask?question=max+kount");
    assert!(wrong.status == 400 && wrong.body.contains("kount"), "{}", wrong.body);
}
