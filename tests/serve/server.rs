//! A server on a free port, the tables of small boards, and requests to it.

use serde_json::Value;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

/// A server that ends with this value.
pub(crate) struct Server {
    pub(crate) child: Child,
    /// `127.0.0.1:PORT`
    pub(crate) place: String,
}

/// An answer.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

pub(crate) fn certamen() -> Command {
    Command::new(env!("CARGO_BIN_EXE_certamen"))
}

/// Runs a command and returns its answer as JSON.
pub(crate) fn answer_of(arguments: &[&str]) -> Value {
    let output = certamen().arg("--json").arg("--quiet").args(arguments).output().expect("it runs");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// A directory with the tables of two small games and a certificate, made once for all tests.
pub(crate) fn tables() -> &'static Path {
    static TABLES: OnceLock<PathBuf> = OnceLock::new();
    TABLES.get_or_init(|| {
        let place = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("serve");
        let _ = std::fs::remove_dir_all(&place);
        std::fs::create_dir_all(&place).expect("a directory");
        let within = |name: &str| place.join(name).to_string_lossy().into_owned();
        answer_of(&["retro", "build", "ostle", "--board", "3x3", "--dir", &within("ostle-3x3")]);
        answer_of(&["retro", "build", "othello", "--board", "4x4", "--dir", &within("othello-4x4")]);
        // The smallest board that has puzzles.
        let puzzles = ["--board", "4x4", "--pieces", "3", "--dir", &within("ostle-4x4")];
        answer_of(&[&["retro", "build", "ostle"][..], &puzzles].concat());
        answer_of(&["prove", "othello.mobility", "--board", "4x4", "--out", &within("mobility-4x4")]);
        foreign_certificate(&place);
        let question = ["max count(legal)", "--board", "4x4", "--by", "count(occupied)"];
        answer_of(&[&["profile", "othello"][..], &question, &["--out", &within("profile-4x4")]].concat());
        campaign(&within("cubes-4x4"));
        place
    })
}

/// A certificate of a question that this program does not have, with its seals right.
fn foreign_certificate(place: &Path) {
    let (from, to) = (place.join("mobility-4x4"), place.join("of-another-program"));
    std::fs::create_dir(&to).expect("a directory");
    for entry in std::fs::read_dir(from).expect("files") {
        let entry = entry.expect("a file");
        std::fs::copy(entry.path(), to.join(entry.file_name())).expect("a copy");
    }
    let manifest = to.join("certificate.json");
    let text = std::fs::read_to_string(&manifest).expect("text");
    std::fs::write(manifest, text.replace("othello.mobility", "othello.mobilities")).expect("a file");
    crate::support::seal::seal(&to);
}

/// A campaign of two cubes, of which one is solved.
pub(crate) fn campaign(directory: &str) {
    let question = ["othello.mobility", "--board", "4x4", "--at-least", "9", "--symmetry-breaking"];
    answer_of(&[&["plan", "cube"][..], &question, &["--count", "2", "--out", directory]].concat());
    answer_of(&["work", directory, "--task", "0"]);
}

impl Server {
    pub(crate) fn start(arguments: &[&str]) -> Self {
        let mut child = certamen()
            .args(["serve", "--port", "0", "--json", "--quiet"])
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut line = String::new();
        let out = child.stdout.take().expect("an output");
        BufReader::new(out).read_line(&mut line).expect("a line");
        let address: Value = serde_json::from_str(&line).expect("JSON");
        let address = address["address"].as_str().expect("an address");
        let place = address.trim_start_matches("http://").trim_end_matches('/').to_owned();
        Self { child, place }
    }

    /// A server of [`tables`].
    pub(crate) fn of_tables() -> Self {
        Self::start(&["--searches", "16", "--dir", &tables().to_string_lossy()])
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.send(&format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.place))
    }

    pub(crate) fn json(&self, path: &str) -> Value {
        let Answer { status, body, .. } = self.get(path);
        assert_eq!(status, 200, "{path}: {body}");
        serde_json::from_str(&body).expect("JSON")
    }

    /// Sends the text of a game.
    pub(crate) fn post(&self, path: &str, body: &[u8]) -> Answer {
        let (place, length) = (&self.place, body.len());
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: {place}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n"
        );
        self.answer(&[head.as_bytes(), body].concat())
    }

    /// Sends a text as it is, and reads to the end of the connection.
    pub(crate) fn send(&self, text: &str) -> Answer {
        self.answer(text.as_bytes())
    }

    fn answer(&self, sent: &[u8]) -> Answer {
        let mut stream = self.connect();
        stream.write_all(sent).expect("sent");
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        Answer { status, head: head.to_lowercase(), body: body.to_owned() }
    }

    /// Sends any bytes, and returns what comes back until the connection ends.
    pub(crate) fn send_bytes(&self, bytes: &[u8]) -> Vec<u8> {
        let mut stream = self.connect();
        // The server may close the connection before everything is sent.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        // A head that is not complete gets no answer before its time is over.
        stream.set_read_timeout(Some(Duration::from_millis(300))).expect("a limit");
        if stream.read_to_end(&mut answer).is_err() {
            let _ = stream.shutdown(std::net::Shutdown::Write);
            let _ = stream.read_to_end(&mut answer);
        }
        answer
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.place).expect("a connection");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a limit");
        stream
    }

    /// Begins a stream, and returns it after the first part has come, with its status.
    pub(crate) fn stream(&self, path: &str) -> (TcpStream, u16) {
        let mut stream = self.connect();
        let head = format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", self.place);
        stream.write_all(head.as_bytes()).expect("sent");
        let mut bytes = [0; 4096];
        let count = stream.read(&mut bytes).expect("a part");
        let text = String::from_utf8_lossy(&bytes[..count]).into_owned();
        (stream, text.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A text as one part of a path.
pub(crate) fn encoded(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.!~".contains(&byte);
    text.bytes()
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}
