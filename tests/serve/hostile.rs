//! Requests that want something else, damaged tables, and clients that go away.

use crate::server::{Server, encoded, tables};
use proptest::prelude::*;
use std::fs;
use std::time::{Duration, Instant};

#[test]
fn requests_of_others_are_refused() {
    let server = Server::of_tables();
    let with = |head: &str| server.send(&format!("{head}Connection: close\r\n\r\n"));
    let host = format!("Host: {}\r\n", server.place);
    assert_eq!(with("GET / HTTP/1.1\r\nHost: evil.example\r\n").status, 421);
    assert_eq!(with(&format!("GET / HTTP/1.1\r\n{host}Host: evil.example\r\n")).status, 421);
    assert!([400, 421].contains(&with("GET / HTTP/1.1\r\n").status));
    assert_eq!(with(&format!("POST / HTTP/1.1\r\n{host}Content-Length: 0\r\n")).status, 405);
    let foreign = "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\nSec-Fetch-Dest: image\r\n";
    assert_eq!(
        with(&format!("GET /api/v1/othello/ask?question=legal HTTP/1.1\r\n{host}{foreign}")).status,
        403
    );
    let visit = "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document\r\n";
    assert_eq!(with(&format!("GET / HTTP/1.1\r\n{host}{visit}")).status, 200);
    assert!([414, 431].contains(&with(&format!("GET /{} HTTP/1.1\r\n{host}", "x".repeat(20_000))).status));
    assert!(server.get("/").head.contains("content-security-policy: default-src 'none'"));
    assert!(!server.get("/api/v1/games").head.contains("access-control-allow-origin"));
}

#[test]
fn nothing_is_reflected_and_no_other_file_is_read() {
    let server = Server::of_tables();
    let script = "<script>alert(1)</script>\"'";
    for path in [
        format!("/ostle/position/{}", encoded(script)),
        format!("/ostle/position?at={}", encoded(script)),
        format!("/ostle/position?table={}", encoded(script)),
        format!("/ostle/record?record={}", encoded(script)),
        format!("/othello/record?record={}&board={}", encoded(script), encoded(script)),
        format!("/othello/questions?question={}", encoded(script)),
        format!("/write?from={}", encoded(script)),
        format!("/{}", encoded(script)),
        format!("/{}/puzzles", encoded(script)),
    ] {
        let answer = server.get(&path);
        assert!(!answer.body.contains("<script>alert"), "{path}: {}", answer.body);
    }
    for path in [
        "/..%2f..%2fetc%2fpasswd",
        "/ostle/..%2f..",
        "/../../etc/passwd",
        "/api/v1/certificates/..%2f..%2fetc/check",
        "/api/v1/profiles/..%2f..%2fetc",
        "/profiles/..%2fprofile-4x4",
    ] {
        let answer = server.get(path);
        assert!(
            [400, 404].contains(&answer.status) && !answer.body.contains("root:"),
            "{path}: {}",
            answer.status
        );
    }
}

#[test]
fn a_damaged_table_is_reported_and_the_rest_goes_on() {
    let place = tempfile::TempDir::new().expect("a directory");
    let copy = place.path().join("ostle-3x3");
    fs::create_dir(&copy).expect("a directory");
    for file in fs::read_dir(tables().join("ostle-3x3")).expect("files") {
        let file = file.expect("a file");
        fs::copy(file.path(), copy.join(file.file_name())).expect("copied");
    }
    let server = Server::start(&["--dir", &copy.to_string_lossy()]);
    assert_eq!(server.get("/api/v1/ostle/position?table=ostle-3x3").status, 200);
    for file in fs::read_dir(&copy).expect("files") {
        let path = file.expect("a file").path();
        if path.extension().is_some_and(|extension| extension == "table") {
            let mut bytes = fs::read(&path).expect("a table");
            let last = bytes.len() - 20;
            for byte in &mut bytes[last / 2..last] {
                *byte ^= 0x55;
            }
            fs::write(&path, bytes).expect("damaged");
        }
    }
    let page = server.get("/ostle/position?table=ostle-3x3");
    assert!(page.status == 200 && page.body.contains("The tables have no answer"), "{}", page.body);
    assert_eq!(server.get("/api/v1/ostle/position?table=ostle-3x3").status, 500);
    assert_eq!(server.get("/othello/position").status, 200);
}

/// There is one place for searches. It is free again as soon as the connection of a search is gone.
#[test]
fn a_search_ends_with_its_connection() {
    let server = Server::start(&["--searches", "1", "--time-limit", "600"]);
    let hard = "/api/v1/othello/ask?question=max+count(legal)";
    let (first, status) = server.stream(hard);
    assert_eq!(status, 200);
    let (_, refused) = server.stream("/api/v1/othello/ask?question=count(legal)+%3E%3D+3");
    assert_eq!(refused, 503);
    drop(first);
    let begun = Instant::now();
    loop {
        let (_second, status) = server.stream("/api/v1/othello/ask?question=count(legal)+%3E%3D+3");
        if status == 200 {
            break;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "the search goes on without its connection");
        std::thread::sleep(Duration::from_millis(100));
    }
}

#[test]
#[cfg(unix)]
fn a_request_to_stop_ends_the_server_and_its_searches() {
    let mut server = Server::start(&[]);
    let (_search, status) = server.stream("/api/v1/othello/ask?question=max+count(legal)");
    assert_eq!(status, 200);
    let process = rustix::process::Pid::from_child(&server.child);
    rustix::process::kill_process(process, rustix::process::Signal::TERM).expect("a signal");
    assert!(server.child.wait().expect("it ends").success());
}

/// Requests of any bytes: heads that are no heads, parts of addresses, escapes that end early.
#[test]
fn requests_of_any_bytes_break_nothing() {
    let server = Server::of_tables();
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig::with_cases(400));
    let part = prop_oneof![
        Just(b"%".to_vec()),
        Just(b"%2F".to_vec()),
        Just(b"%00%ff%C3".to_vec()),
        Just(b"/../".to_vec()),
        Just(b"?at=&at=%&board=+".to_vec()),
        Just(b"/api/v1/ostle/position/".to_vec()),
        Just(b"/api/v1/go/board?at=3x3!".to_vec()),
        Just(b"/othello/record?record=".to_vec()),
        Just(b" HTTP/1.1\r\n".to_vec()),
        Just(b"\r\nContent-Length: 99999999999999999999\r\n".to_vec()),
        Just(b"\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n".to_vec()),
        proptest::collection::vec(any::<u8>(), 0..40),
        "[0-9a-hXO./!:|<>&=+%-]{0,60}".prop_map(String::into_bytes),
    ];
    let requests = (any::<bool>(), proptest::collection::vec(part, 0..8));
    let answered = std::cell::Cell::new(0);
    let sent = runner.run(&requests, |(is_framed, parts)| {
        let middle = parts.concat();
        let host = format!(" HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", server.place);
        let framed = [b"GET /", &middle[..], host.as_bytes()].concat();
        let answer = server.send_bytes(if is_framed { &framed } else { &middle });
        let text = String::from_utf8_lossy(&answer);
        let status = text.strip_prefix("HTTP/1.").and_then(|rest| rest.get(2..5)?.parse::<u16>().ok());
        answered.set(answered.get() + usize::from(status.is_some()));
        // A connection may end without an answer; an answer is never a failure of the server.
        let is_fine = text.is_empty() || status.is_some_and(|status| status < 500);
        prop_assert!(is_fine, "{:?}: {text}", String::from_utf8_lossy(&framed));
        Ok(())
    });
    sent.expect("no request breaks the server");
    assert!(answered.get() > 150, "{}", answered.get());
    assert_eq!(server.get("/").status, 200);
}

#[test]
fn addresses_of_any_text_have_an_answer() {
    let server = Server::of_tables();
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig::with_cases(200));
    let texts = (0..12_usize, "[0-9a-hXO./!:|<>&\"' é-]{0,40}");
    let asked = runner.run(&texts, |(place, text)| {
        let text = encoded(&text);
        let path = match place {
            0 => format!("/ostle/position/{text}"),
            1 => format!("/othello/position/{text}?board={text}"),
            2 => format!("/api/v1/othello/board/{text}"),
            3 => format!("/api/v1/ostle/position/{text}?pieces={text}"),
            4 => format!("/push-fight/position?at={text}"),
            5 => format!("/go/record?record={text}"),
            6 => format!("/go/position/{text}"),
            7 => format!("/ostle/setup?at={text}"),
            8 => format!("/ostle/puzzle?at={text}&table=ostle-3x3"),
            9 => format!("/api/v1/push-fight/legal?at={text}"),
            10 => format!("/api/v1/ostle/puzzles?plies=0&table={text}"),
            11 => format!("/profiles/{text}"),
            _ => format!("/{text}?{text}={text}"),
        };
        let status = server.get(&path).status;
        prop_assert!([200, 400, 404].contains(&status), "{path}: {status}");
        Ok(())
    });
    asked.expect("every address has an answer");
}
