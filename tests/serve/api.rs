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

/// Pages offer boards as a list, with the one that was chosen, and examples to click on; a certificate says what it claims
/// before it is checked.
#[test]
fn pages_offer_boards_examples_and_claims() {
    let server = Server::of_tables();
    for (page, parts) in [
        (
            "/othello/record?record=&board=6x6",
            &["<option>4x4</option><option selected>6x6</option>", "record?record=F5D6C3D3C4\""][..],
        ),
        ("/go/record", &["<option>9x9</option>", "record=ee+ef+pass&amp;board=9x9\""]),
        ("/push-fight/record", &["<option>8x4</option>", "record=d1-a2%2Cd3-c3%2Cc2-d2\""]),
        ("/othello/questions", &["<option>8x8</option>", "questions?question="]),
        ("/push-fight/questions", &["<option>4x3</option>", "questions?question="]),
        ("/ostle/questions", &["<option>3x3</option>", "questions?question="]),
        (
            "/go/questions",
            &["<option>5x5</option>", "max+count%28legal%29+where+count%28own%29+%3E%3D+3&amp;board=3x3\""],
        ),
        (
            "/certificates",
            &["Claims, not yet checked: the largest number of legal moves is 8: othello.mobility"],
        ),
    ] {
        let answer = server.get(page);
        assert_eq!(answer.status, 200, "{page}");
        for part in parts {
            assert!(answer.body.contains(part), "{page}: {part}: {}", answer.body);
        }
    }
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
        "/texts.js",
        "/setup.js",
        "/puzzle.js",
        "/write",
        "/write.js",
        "/go/position",
        "/ostle/setup",
        "/profiles",
        "/profiles/profile-4x4",
        "/campaigns/cubes-4x4",
        "/icon.svg",
    ] {
        assert_eq!(server.get(page).status, 200, "{page}");
    }
    assert_eq!(server.get("/ostle/random").status, 303);
    assert_eq!(server.get("/nim").status, 404);
    let described = server.json("/api/v1/openapi.json");
    let paths = described["paths"].as_object().expect("paths");
    for (path, _) in paths.iter().filter(|(_, methods)| methods.get("get").is_some()) {
        let names =
            [("profiles", "profile-4x4"), ("campaigns", "cubes-4x4"), ("certificates", "mobility-4x4")];
        let name = names.iter().find(|(part, _)| path.contains(part)).map_or("", |(_, name)| name);
        let path =
            path.replace("{game}", "ostle").replace("{position}", "020-112-300").replace("{name}", name);
        let given = "question=count(own)+>=+1&position=020-112-300&record=a1U";
        let (_, status) = server.stream(&format!("{path}?{given}").replace(">=", "%3E%3D"));
        // These searches are abilities that this game does not have.
        let expected = if path.ends_with("reach") || path.ends_with("decide") { 400 } else { 200 };
        assert_eq!(status, expected, "{path}");
    }
}

/// Each address that is described answers (above), and each that answers is described, with its parts.
#[test]
fn every_address_is_described() {
    let described: Value = serde_json::from_str(certamen::serve::OPENAPI).expect("JSON");
    let described = described["paths"].as_object().expect("paths");
    let mut known: Vec<&str> = described.keys().map(String::as_str).collect();
    let mut answering = certamen::serve::paths();
    known.sort_unstable();
    answering.sort_unstable();
    assert_eq!(known, answering);
    for (path, methods) in described {
        let method = methods.get("get").unwrap_or(&methods["post"]);
        let parameters = method["parameters"].as_array().expect("parameters");
        let in_path = parameters.iter().filter(|one| one["in"] == "path");
        let named: Vec<String> =
            in_path.map(|one| format!("{{{}}}", one["name"].as_str().expect("a name"))).collect();
        let parts: Vec<&str> = path.split('/').filter(|part| part.starts_with('{')).collect();
        assert_eq!(parts, named, "{path}");
    }
}

/// Symmetric positions have the same value.
#[test]
fn representatives_have_the_same_value() {
    let server = Server::of_tables();
    let mut others = 0;
    for game in ["ostle", "othello"] {
        for position in some_positions(&server, game) {
            let board = server.json(&format!("/api/v1/{game}/board/{}", encoded(&position)));
            let Some(representative) = board["representative"].as_str() else { continue };
            others += 1;
            let value = |text: &str| {
                let object = server.json(&format!("/api/v1/{game}/position/{}", encoded(text)));
                ["outcome", "plies", "score"].map(|member| object["value"][member].clone())
            };
            assert_eq!(value(&position), value(representative), "{position} {representative}");
            // A representative is its own.
            let again = server.json(&format!("/api/v1/{game}/board/{}", encoded(representative)));
            assert_eq!(again["representative"], Value::Null, "{representative}");
        }
    }
    assert!(others > 3, "{others}");
}

#[test]
fn puzzles_are_filtered() {
    let server = Server::of_tables();
    let found = |filter: &str| {
        let answer = server.get(&format!("/api/v1/ostle/puzzles?table=ostle-4x4{filter}")).body;
        let data = answer.split("event: answer").nth(1).and_then(|rest| rest.split("data: ").nth(1));
        let line = data.and_then(|data| data.lines().next()).unwrap_or_else(|| panic!("{answer}"));
        serde_json::from_str::<Value>(line).expect("JSON")["positions"].as_array().expect("a list").clone()
    };
    let place = tables().join("ostle-4x4");
    let place = place.to_string_lossy();
    let all = ["puzzles", "ostle", "--board", "4x4", "--pieces", "3", "--dir", &place];
    let known = answer_of(&all)["positions"].as_array().expect("a list").clone();
    assert_eq!(found("").len(), known.len());
    let plies = found("")[0]["value"]["plies"].as_u64().expect("a number");
    let chosen = found(&format!("&plies={plies}"));
    assert!(!chosen.is_empty() && chosen.len() < found("").len(), "{chosen:?}");
    assert!(chosen.iter().all(|one| one["value"]["plies"] == plies));
    // On this board, two moves win in each puzzle; the games of tests/toolkit have others.
    let single = known.iter().filter(|one| one["winning_moves"] == 1).count();
    assert_eq!(found("&single=1").len(), single);
    assert_eq!(server.get("/api/v1/ostle/puzzles?plies=many").status, 400);
}

#[test]
fn profiles_are_verified_again() {
    let server = Server::of_tables();
    let profile = server.json("/api/v1/profiles/profile-4x4");
    assert_eq!(profile["verified"], true, "{profile}");
    let classes = profile["classes"].as_array().expect("classes");
    assert!(profile["open"] == 0 && classes.len() == 17, "{profile}");
    assert_eq!(classes[8]["value"], 8);
    assert_eq!(server.get("/profiles/none").status, 404);
}

/// Without tables, a search decides; its line is one that the records know.
#[test]
fn values_are_searched_where_there_is_no_table() {
    let server = Server::of_tables();
    let won = encoded(".oO..O..O.ox......X.X..Yx.");
    let answer = server.get(&format!("/api/v1/push-fight/decide?position={won}&depth=2"));
    assert!(answer.body.contains("\"text\":\"W2\""), "{}", answer.body);
    assert!(
        answer.body.contains("event: progress") && answer.body.contains("\"steps\":["),
        "{}",
        answer.body
    );
    assert_eq!(server.get(&format!("/api/v1/push-fight/decide?position={won}&depth=0")).status, 400);
    assert_eq!(server.get("/api/v1/go/decide?position=x").status, 400);
    // White to move, who passes: the value is that of White.
    let answer = server.get("/api/v1/othello/decide?board=4x4&position=XXXXXXXXXXXXXXO-:w").body;
    assert!(answer.contains("lost within 2 plies"), "{answer}");
}

/// The page of a position says who is to move, and so does the search for a game that leads there.
#[test]
fn games_to_a_position_are_searched() {
    let server = Server::of_tables();
    for (position, verdict) in [
        ("-----OX--XO-----", "\"verdict\":\"reachable\""),
        ("-----OX--XO-----:w", "\"verdict\":\"not reachable\""),
        ("-----OX--XXX----:w", "\"verdict\":\"reachable\""),
        ("-----OX--XXX----", "\"verdict\":\"not reachable\""),
    ] {
        let answer = server.get(&format!("/api/v1/othello/reach?board=4x4&position={}", encoded(position)));
        assert!(answer.body.contains(verdict), "{position}: {}", answer.body);
    }
    let wrong = server.get("/api/v1/othello/reach?position=XO").body;
    assert!(wrong.contains("event: failure") && wrong.contains("expected"), "{wrong}");
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
    // What cannot be read is not judged.
    let foreign = server.get("/api/v1/certificates/of-another-program/check").body;
    assert!(
        foreign.contains("which this program does not have") && !foreign.contains("verified"),
        "{foreign}"
    );
    let asked = server.get("/api/v1/othello/ask?board=4x4&question=max+count(legal)");
    assert!(asked.body.contains("\"verdict\":\"exact\""), "{}", asked.body);
    let wrong = server.get("/api/v1/othello/ask?question=max+kount");
    assert!(wrong.status == 400 && wrong.body.contains("kount"), "{}", wrong.body);
}
