//! The time of the explorer's answers: percentiles of position pages, with the tables dropped from memory before each request
//! and with the tables in memory; then 500 requests a second for a minute over four connections, with the memory of the
//! server before and after.
//!
//! `cargo bench --features serve --bench explorer`, with `-- --dir DIR --game GAME` for tables that exist. Without them, it
//! builds those of Ostle on 4x4 with three pieces, which are small: whatever the cost of the disk, it is not seen there.

use serde_json::Value;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The connections.
const CONNECTIONS: u32 = 4;
/// The requests in a second, over all connections.
const RATE: u32 = 500;
/// The positions that are asked in turn.
const POSITIONS: usize = 400;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if !arguments.iter().any(|argument| argument == "--bench") {
        return;
    }
    let given = |name: &str| {
        let place = arguments.iter().position(|argument| argument == name)?;
        arguments.get(place + 1).cloned()
    };
    let scratch = tempfile::tempdir().expect("a directory");
    let directory = given("--dir").unwrap_or_else(|| {
        let directory = scratch.path().join("tables").display().to_string();
        let flags =
            ["--quiet", "retro", "build", "ostle", "--board", "4x4", "--pieces", "3", "--dir", &directory];
        assert!(program().args(flags).stdout(Stdio::null()).status().expect("it runs").success());
        directory
    });
    let game = given("--game").unwrap_or_else(|| "ostle".to_owned());
    let seconds = given("--seconds").and_then(|text| text.parse().ok()).unwrap_or(60);
    let server = Server::of(&directory);
    let mut line = Line::to(&server.place).expect("a connection");
    let positions: Vec<String> = (0..POSITIONS).map(|_| line.random(&game)).collect();
    for page in ["/api/v1/{game}/position/{}", "/{game}/position/{}"] {
        let page = page.replace("{game}", &game);
        // A server of its own, so that nothing is remembered from the answers before.
        let other = Server::of(&directory);
        let mut line = Line::to(&other.place).expect("a connection");
        // The second pass reads what the first one dropped, so only the third is warm.
        for (state, is_cold) in [("cold", true), ("after the cold ones", false), ("warm", false)] {
            let times = positions.iter().map(|position| {
                if is_cold {
                    forget(&directory);
                }
                let begun = Instant::now();
                line.get(&page.replace("{}", position)).expect("an answer");
                begun.elapsed()
            });
            report(&format!("{page}, {state}"), times.collect());
        }
    }
    let before = server.memory();
    let (times, refused) = hold(&server.place, &game, &positions, seconds);
    report(&format!("{RATE} requests a second for {seconds} s"), times);
    println!("refused or late: {refused}; memory in MiB: {before} before, {} after", server.memory());
}

/// Drops the pages of all tables from memory: `dd` that copies nothing calls `posix_fadvise` on the whole file.
fn forget(directory: &str) {
    for entry in std::fs::read_dir(directory).expect("a directory") {
        let input = format!("if={}", entry.expect("an entry").path().display());
        let status =
            Command::new("dd").args([&input, "iflag=nocache", "count=0"]).stderr(Stdio::null()).status();
        assert!(status.expect("dd").success(), "{input}");
    }
}

/// Asks at a steady rate over all connections. A request that could not be sent within a second of its time counts as late.
fn hold(place: &str, game: &str, positions: &[String], seconds: u32) -> (Vec<Duration>, usize) {
    let begun = Instant::now();
    let each = |number: u32| {
        let mut line = Line::to(place).expect("a connection");
        let (mut times, mut refused) = (Vec::new(), 0);
        for request in (number..RATE * seconds).step_by(CONNECTIONS as usize) {
            let due = begun + Duration::from_secs(1) * request / RATE;
            thread::sleep(due.saturating_duration_since(Instant::now()));
            let position = &positions[request as usize % positions.len()];
            let sent = Instant::now();
            let is_answered = line.get(&format!("/api/v1/{game}/position/{position}")).is_ok();
            times.push(sent.elapsed());
            refused +=
                usize::from(!is_answered || sent.saturating_duration_since(due) > Duration::from_secs(1));
        }
        (times, refused)
    };
    let mut all = (Vec::new(), 0);
    thread::scope(|scope| {
        let spawn =
            |number| thread::Builder::new().spawn_scoped(scope, move || each(number)).expect("a thread");
        let working: Vec<_> = (0..CONNECTIONS).map(spawn).collect();
        for one in working {
            let (times, refused) = one.join().expect("it ends");
            all.0.extend(times);
            all.1 += refused;
        }
    });
    all
}

fn report(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |part: usize| times.get((times.len() * part / 1000).min(times.len().saturating_sub(1)));
    let shown = |part: usize| at(part).map_or(0.0, |time| time.as_secs_f64() * 1e3);
    let [half, most, nearly, last] = [500, 950, 990, 1000].map(shown);
    println!(
        "{what}: {} answers, ms: median {half:.2}, 95% {most:.2}, 99% {nearly:.2}, longest {last:.2}",
        times.len()
    );
}

fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_certamen"))
}

struct Server {
    child: Child,
    place: String,
}

impl Server {
    fn of(directory: &str) -> Self {
        let arguments = ["serve", "--port", "0", "--json", "--quiet", "--dir", directory];
        let mut child = program().args(arguments).stdout(Stdio::piped()).spawn().expect("it starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("an output")).read_line(&mut line).expect("a line");
        let address: Value = serde_json::from_str(&line).expect("JSON");
        let address = address["address"].as_str().expect("an address");
        let place = address.trim_start_matches("http://").trim_end_matches('/').to_owned();
        Self { child, place }
    }

    /// The resident memory in MiB; 0 where the system does not say.
    fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kibibytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
        kibibytes.unwrap_or(0) / 1024
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A connection that stays open.
struct Line {
    place: String,
    stream: BufReader<TcpStream>,
}

impl Line {
    fn to(place: &str) -> io::Result<Self> {
        let stream = TcpStream::connect(place)?;
        stream.set_nodelay(true)?;
        Ok(Self { place: place.to_owned(), stream: BufReader::new(stream) })
    }

    /// The body of an answer with status 200.
    fn get(&mut self, path: &str) -> io::Result<Vec<u8>> {
        let head = format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", self.place);
        self.stream.get_mut().write_all(head.as_bytes())?;
        let (mut length, mut status) = (0, String::new());
        loop {
            let mut line = String::new();
            self.stream.read_line(&mut line)?;
            if status.is_empty() {
                line.clone_into(&mut status);
            }
            if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().map_err(io::Error::other)?;
            }
            if line.trim().is_empty() {
                break;
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body)?;
        if status.starts_with("HTTP/1.1 200") { Ok(body) } else { Err(io::Error::other(status)) }
    }

    fn random(&mut self, game: &str) -> String {
        let body = self.get(&format!("/api/v1/{game}/random")).expect("an answer");
        let found: Value = serde_json::from_slice(&body).expect("JSON");
        found["position"].as_str().expect("a position").replace('/', "%2F")
    }
}
