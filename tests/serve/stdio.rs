//! The API on standard input and output: the answers of the server, lines that are no requests, parts, and the end.

use crate::server::{Server, answer_of, certamen, tables};
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Lines, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

const COL: &str = "game col \"No stone beside an own stone.\"\nboard 3x3\nword own X, opp O\nswap own opp\n\
                   place stone = empty & ~near(own, 1)\nplay own = own | m.to\n";

/// A program that answers on its output.
struct Conversation {
    child: Child,
    input: Option<ChildStdin>,
    output: Option<Lines<BufReader<ChildStdout>>>,
}

impl Conversation {
    fn start(arguments: &[&str]) -> Self {
        let mut command = certamen();
        command.args(["serve", "--stdio", "--quiet"]).args(arguments);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
        let output = child.stdout.take().map(|output| BufReader::new(output).lines());
        Self { input: child.stdin.take(), output, child }
    }

    fn say(&mut self, line: impl AsRef<[u8]>) {
        let input = self.input.as_mut().expect("an input");
        input.write_all(&[line.as_ref(), b"\n"].concat()).expect("written");
    }

    fn hear(&mut self) -> Value {
        let output = self.output.as_mut().expect("an output");
        let line = output.next().expect("an answer").expect("a line");
        serde_json::from_str(&line).expect("JSON")
    }

    /// The body of the answer to a request.
    fn ask(&mut self, request: &Value) -> Value {
        self.say(request.to_string());
        let mut answer = self.hear();
        assert_eq!((&answer["status"], &answer["last"]), (&json!(200), &json!(true)), "{request}: {answer}");
        answer["body"].take()
    }

    /// The code with which it ends when its input does.
    fn end(mut self) -> Option<i32> {
        drop(self.input.take());
        self.child.wait().expect("it ends").code()
    }
}

impl Drop for Conversation {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn answers_are_those_of_the_server() {
    let place = tables().to_string_lossy();
    let (server, mut conversation) = (Server::of_tables(), Conversation::start(&["--dir", &place]));
    for (path, query, address) in [
        ("/api/v1/games", json!({}), "/api/v1/games"),
        ("/api/v1/openapi.json", json!({}), "/api/v1/openapi.json"),
        (
            "/api/v1/othello/board",
            json!({ "at": "-----OX- -XO-----", "board": "4x4" }),
            "/api/v1/othello/board?at=-----OX-+-XO-----&board=4x4",
        ),
        ("/api/v1/othello/board", json!({ "at": "a&b=%2F" }), "/api/v1/othello/board?at=a%26b%3D%252F"),
        (
            "/api/v1/ostle/position",
            json!({ "at": "020-112-300", "table": "ostle-3x3" }),
            "/api/v1/ostle/position/020-112-300?table=ostle-3x3",
        ),
        ("/api/v1/othello/replay", json!({ "record": "F5 D6" }), "/api/v1/othello/replay?record=F5+D6"),
    ] {
        conversation.say(json!({ "id": address, "path": path, "query": query }).to_string());
        let (heard, served) = (conversation.hear(), server.get(address));
        assert_eq!(heard["id"], address);
        assert_eq!(heard["status"], served.status, "{heard}");
        assert_eq!(heard["body"], serde_json::from_str::<Value>(&served.body).expect("JSON"), "{address}");
    }
    let picture = conversation.ask(&json!({ "path": "/api/v1/othello/board.svg" }));
    assert_eq!(picture, server.get("/api/v1/othello/board.svg").body);
    let sent = conversation.ask(&json!({ "path": "/api/v1/board", "body": COL }));
    assert_eq!((&sent["game"]["name"], sent["plies"].as_array().map(Vec::len)), (&json!("col"), Some(9)));
    assert_eq!(conversation.end(), Some(0));
}

#[test]
fn what_is_no_request_is_answered_with_its_line() {
    let mut conversation = Conversation::start(&[]);
    let long = format!("{{\"path\": \"{}\"}}", "x".repeat(1 << 20));
    for (line, reason) in [
        (&b""[..], "line 1: expected a JSON object"),
        (b"{\"id\": 1, \"path\": }", "line 2, column 19: expected value"),
        (b"[1, \"/\", {}, null]", "line 3: expected a JSON object"),
        (b"{\"path\": \"/\", \"method\": \"GET\"}", "line 4, column 22: unknown field `method`"),
        (b"{\"id\": 5}", "line 5, column 9: missing field `path`"),
        (b"{\"path\": \"\xff\"}", "line 6, column "),
        (b"{\"path\": \"/\", \"query\": {\"depth\": 3}}", "line 7, column 34: invalid type: integer `3`"),
        ("[".repeat(100_000).as_bytes(), "line 8: expected a JSON object"),
        (long.as_bytes(), "line 9: more than 1048576 bytes"),
    ] {
        conversation.say(line);
        let answer = conversation.hear();
        assert_eq!((&answer["id"], &answer["status"]), (&Value::Null, &json!(400)), "{reason}");
        let error = answer["body"]["error"].as_str().expect("an error");
        assert!(error.starts_with(reason), "{reason}: {error}");
    }
    let text = "x".repeat((64 << 10) + 1);
    for (request, status, reason) in [
        (json!({ "path": "a b" }), 400, "path: "),
        (
            json!({ "path": "/api/v1/othello/board", "query": { "borad": "4x4" } }),
            400,
            "`borad` is no name of a query here; did you mean `board`?",
        ),
        (json!({ "path": "/api/v1/games", "query": { "rule": "paper" } }), 400, "`rule` is no name"),
        (json!({ "path": "/api/v1/nothing" }), 404, "Not Found"),
        (json!({ "path": "/api/v1/nim/board" }), 404, "no such game"),
        (json!({ "path": "/api/v1/board" }), 405, "Method Not Allowed"),
        (json!({ "path": "/api/v1/board", "body": text }), 413, "a game file has at most"),
        (json!({ "path": "/api/v1/othello/board", "query": { "at": "?" } }), 400, "the position: "),
        (json!({ "path": "/api/v1/othello/board?board=4x4" }), 400, "path: names and their values"),
        (json!({ "path": "/api/v1/othello/board#x" }), 400, "path: names and their values"),
    ] {
        conversation.say(request.to_string());
        let answer = conversation.hear();
        assert_eq!((&answer["status"], &answer["last"]), (&json!(status), &json!(true)), "{answer}");
        let error = answer["body"]["error"].as_str().expect("an error");
        assert!(error.starts_with(reason), "{reason}: {error}");
    }
    for id in ["18446744073709551616", "-0.10e+400", "[1, {\"a\": 2}]", "\"\\u0041\""] {
        conversation.say(format!("{{\"id\": {id}, \"path\": \"/api/v1/nothing\"}}"));
        let answer =
            conversation.output.as_mut().expect("an output").next().expect("an answer").expect("a line");
        assert!(answer.starts_with(&format!("{{\"id\":{id},\"status\":404,")), "{answer}");
    }
    // The last line needs no end.
    let input = conversation.input.as_mut().expect("an input");
    input.write_all(b"{\"id\": [7], \"path\": \"/api/v1/chomp/board\"}").expect("written");
    drop(conversation.input.take());
    assert_eq!(conversation.hear()["id"], json!([7]));
    assert_eq!(conversation.end(), Some(0));
}

/// `require` of Chomp does not hold where its last square is taken, so that board is no position to ask about.
#[test]
fn a_ply_to_a_board_that_the_rules_do_not_allow_is_the_end() {
    let mut conversation = Conversation::start(&[]);
    let start = conversation.ask(&json!({ "path": "/api/v1/chomp/board" }));
    let (last, others) = start["plies"].as_array().expect("plies").split_first().expect("a ply");
    assert_eq!((&last["name"], &last["position"]), (&json!("a1"), &Value::Null));
    assert_eq!(last["ended"], "game over: won for the player to move");
    for ply in others {
        let after = json!({ "path": "/api/v1/chomp/board", "query": { "at": ply["position"] } });
        assert_eq!(conversation.ask(&after)["position"], ply["position"]);
    }
}

/// A search is answered part by part; a short request need not wait for it, and Ctrl-C ends both.
#[test]
fn a_short_request_need_not_wait_for_a_long_one() {
    let mut conversation = Conversation::start(&["--searches", "1", "--time-limit", "600"]);
    let ask = |id: &str, question: &str, board: &str| json!({ "id": id, "path": "/api/v1/othello/ask", "query": { "question": question, "board": board } });
    conversation.say(ask("short", "max count(legal)", "4x4").to_string());
    let mut parts = Vec::new();
    while parts.last().is_none_or(|part: &Value| part["last"] == false) {
        parts.push(conversation.hear());
    }
    let last = parts.pop().expect("an answer");
    assert!(!parts.is_empty() && parts.iter().all(|part| part["event"] == "progress"), "{parts:?}");
    assert_eq!((&last["event"], &last["body"]["value"]), (&json!("answer"), &json!(8)));
    conversation.say(ask("long", "max count(flips(m)) + count(legal) for m in legal", "8x8").to_string());
    assert_eq!(conversation.hear()["event"], "progress");
    conversation.say(ask("busy", "count(legal) >= 1", "4x4").to_string());
    conversation.say(json!({ "id": "board", "path": "/api/v1/othello/board" }).to_string());
    let mut waiting = vec!["busy", "board"];
    while !waiting.is_empty() {
        let answer = conversation.hear();
        let status = if answer["id"] == "busy" { 503 } else { 200 };
        assert_eq!(answer["status"], status, "{answer}");
        assert!(answer["id"] != "long" || answer["last"] == false, "the long one has ended: {answer}");
        waiting.retain(|id| answer["id"] != **id);
    }
    #[cfg(unix)]
    {
        use rustix::process::{Pid, Signal, kill_process};
        let pid = Pid::from_raw(conversation.child.id().cast_signed()).expect("a process");
        kill_process(pid, Signal::INT).expect("sent");
        assert_eq!(conversation.child.wait().expect("it ends").code(), Some(0));
    }
}

/// Ctrl-C ends it also while answers wait for a reader, before and after the end of the input.
#[cfg(unix)]
#[test]
fn nobody_needs_to_read_for_it_to_end() {
    use rustix::process::{Pid, Signal, kill_process};
    for input_ends in [false, true] {
        let mut conversation = Conversation::start(&[]);
        let request = json!({ "path": "/api/v1/openapi.json" });
        conversation.ask(&request);
        let mut input = conversation.input.take().expect("an input");
        // More than the pipe holds and more than are worked on at the same time; the rest is not read.
        let writing = move || {
            let requests = if input_ends { 20 } else { 4000 };
            (0..requests).all(|_| writeln!(input, "{request}").is_ok())
        };
        let writer = std::thread::Builder::new().spawn(writing).expect("a thread");
        std::thread::sleep(std::time::Duration::from_millis(500));
        let pid = Pid::from_raw(conversation.child.id().cast_signed()).expect("a process");
        kill_process(pid, Signal::INT).expect("sent");
        assert_eq!(conversation.child.wait().expect("it ends").code(), Some(0), "{input_ends}");
        assert_eq!(writer.join().expect("it ends"), input_ends);
    }
}

#[test]
fn games_of_files_are_served_and_a_lost_reader_is_the_end() {
    let place = tempfile::TempDir::new().expect("a directory");
    let file = place.path().join("my.game");
    let text =
        answer_of(&["games", "konane", "--text"])["text"].to_string().replace("game konane", "game mine");
    std::fs::write(&file, serde_json::from_str::<String>(&text).expect("a text")).expect("written");
    let mut conversation = Conversation::start(&[&file.to_string_lossy()]);
    let mine = conversation.ask(&json!({ "path": "/api/v1/mine/board", "query": { "board": "4x4" } }));
    let known = conversation.ask(&json!({ "path": "/api/v1/konane/board", "query": { "board": "4x4" } }));
    assert_eq!(mine, known);
    let refused = certamen().args(["serve", "--stdio", "othelo"]).output().expect("it runs");
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("othelo: neither a game file"));
    drop(conversation.output.take());
    conversation.say(json!({ "path": "/api/v1/games" }).to_string());
    assert_eq!(conversation.child.wait().expect("it ends").code(), Some(0));
}

/// A game against a strategy: its owner plays the first ply of the list, the opponent any one.
#[test]
fn strategies_can_be_played_against() {
    let place = tempfile::tempdir().expect("a directory");
    let directory = place.path().join("win");
    let out = directory.to_str().expect("a path");
    let solved = answer_of(&["solve-position", "breakthrough", "--board", "3x4", "--out", out]);
    assert_eq!(solved["verdict"], "lost");
    for choice in 0..6 {
        let mut conversation = Conversation::start(&["--dir", out]);
        let board = json!({ "path": "/api/v1/breakthrough/board", "query": { "board": "3x4" } });
        let mut position = conversation.ask(&board)["position"].take();
        let mut left = solved["plies"].as_u64().expect("a number of plies");
        for ply in 0.. {
            let query = json!({ "at": position, "table": "win", "board": "3x4" });
            let found = conversation.ask(&json!({ "path": "/api/v1/breakthrough/position", "query": query }));
            let is_owner = ply % 2 == 1;
            let outcome = if is_owner { "win" } else { "loss" };
            assert_eq!(found["value"]["outcome"], outcome, "{found}");
            let plies = found["value"]["plies"].as_u64().expect("plies");
            assert!(plies <= left, "{found}, at most {left}");
            let moves = found["moves"].as_array().expect("moves");
            let chosen = &moves[if is_owner { 0 } else { (choice + ply) % moves.len() }]["move"];
            let seen = conversation.ask(&json!({ "path": "/api/v1/breakthrough/board", "query": query }));
            let seen = seen["plies"].as_array().expect("plies").iter().find(|one| one["name"] == *chosen);
            let next = &seen.expect("the ply is one of the board")["position"];
            if next.is_null() {
                assert!(is_owner, "the owner ends the game");
                break;
            }
            (position, left) = (next.clone(), plies - 1);
        }
        assert_eq!(conversation.end(), Some(0));
    }
    // Strategies for other rules are refused.
    std::fs::write(directory.join("rules.game"), "game breakthrough").expect("written");
    let answer =
        certamen().args(["serve", "--stdio", "--dir", out]).stdin(Stdio::null()).output().expect("it runs");
    assert_ne!(answer.status.code(), Some(0), "{answer:?}");
}
