//! A browser, driven over the `WebDriver` protocol by chromedriver: as much of it as the tests need.

#![allow(clippy::disallowed_methods, reason = "a test may panic where the system has no thread to give")]

use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

pub(crate) struct Browser {
    driver: Child,
    port: u16,
    session: String,
    _profile: tempfile::TempDir,
}

/// The flags of a browser that asks nobody for anything.
const FLAGS: [&str; 8] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
];

impl Browser {
    /// A browser with a window of this width. `None` if chromedriver is not installed; with `CI` set, that is a failure.
    pub(crate) fn open(width: u32) -> Option<Self> {
        let started =
            Command::new("chromedriver").arg("--port=0").stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let Ok(mut driver) = started else {
            assert!(std::env::var_os("CI").is_none(), "chromedriver is missing: .ci/solvers installs it");
            eprintln!("chromedriver is missing: pages were not checked in a browser");
            return None;
        };
        let mut lines = BufReader::new(driver.stdout.take()?).lines();
        let port = lines.find_map(|line| {
            let line = line.ok()?;
            line.rsplit_once("started successfully on port ")?.1.trim_end_matches('.').parse().ok()
        })?;
        std::thread::spawn(move || lines.for_each(drop));
        let profile = tempfile::TempDir::new().ok()?;
        let mut arguments: Vec<String> = FLAGS.iter().map(|&flag| flag.to_owned()).collect();
        arguments.push(format!("--user-data-dir={}", profile.path().display()));
        arguments.push(format!("--window-size={width},900"));
        let wanted = json!({ "capabilities": { "alwaysMatch": {
            "browserName": "chrome", "goog:loggingPrefs": { "browser": "ALL", "performance": "ALL" },
            "goog:chromeOptions": { "binary": "/usr/bin/chromium", "args": arguments },
        } } });
        let mut browser = Self { driver, port, session: String::new(), _profile: profile };
        let session = browser.call("POST", "/session", &wanted);
        let id = session["sessionId"].as_str().unwrap_or_else(|| panic!("no session: {session}"));
        id.clone_into(&mut browser.session);
        // A window is not narrower than 500 px, a page is.
        let metrics = json!({ "cmd": "Emulation.setDeviceMetricsOverride", "params":
            { "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": false } });
        browser.post("/goog/cdp/execute", &metrics);
        Some(browser)
    }

    fn call(&self, method: &str, path: &str, body: &Value) -> Value {
        let body = if method == "GET" { String::new() } else { body.to_string() };
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("chromedriver");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a limit");
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
            self.port,
            body.len()
        )
        .expect("sent");
        let text = answer_to(&mut stream);
        let mut answer: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        answer["value"].take()
    }

    fn post(&self, path: &str, body: &Value) -> Value {
        let value = self.call("POST", &format!("/session/{}{path}", self.session), body);
        assert!(value.get("error").is_none(), "{path} {body}: {value}");
        value
    }

    pub(crate) fn visit(&self, address: &str) {
        self.post("/url", &json!({ "url": address }));
    }

    /// The value of an expression in the page.
    pub(crate) fn value(&self, expression: &str) -> Value {
        self.post("/execute/sync", &json!({ "script": format!("return {expression};"), "args": [] }))
    }

    /// Runs a script in the page.
    pub(crate) fn run(&self, script: &str) {
        self.post("/execute/sync", &json!({ "script": script, "args": [] }));
    }

    /// What a promise of the page comes to.
    pub(crate) fn promise(&self, expression: &str) -> Value {
        let script = format!(
            "const done = arguments[0]; ({expression}).then(done, (error) => done({{ failed: String(error) }}));"
        );
        self.post("/execute/async", &json!({ "script": script, "args": [] }))
    }

    /// Presses keys one after the other, on the element that has the focus.
    pub(crate) fn press(&self, keys: &[&str]) {
        let press = |key: &&str| {
            [json!({ "type": "keyDown", "value": key }), json!({ "type": "keyUp", "value": key })]
        };
        let actions: Vec<Value> = keys.iter().flat_map(press).collect();
        self.post("/actions", &json!({ "actions": [{ "type": "key", "id": "keys", "actions": actions }] }));
    }

    /// Waits until an expression of the page is true.
    pub(crate) fn wait(&self, expression: &str) {
        let begun = Instant::now();
        while self.value(expression) != json!(true) {
            let page = || self.value("document.body.innerText");
            assert!(begun.elapsed() < Duration::from_secs(30), "{expression}: {}", page());
            std::thread::sleep(Duration::from_millis(30));
        }
    }

    /// The id of the first element of a selector.
    fn element(&self, selector: &str) -> String {
        let found = self.post("/element", &json!({ "using": "css selector", "value": selector }));
        let id = found.as_object().and_then(|found| found.values().next()).and_then(Value::as_str);
        id.expect("an element").to_owned()
    }

    /// Clicks on the first element of a selector, as a user does.
    pub(crate) fn click(&self, selector: &str) {
        let id = self.element(selector);
        self.post(&format!("/element/{id}/click"), &json!({}));
    }

    /// Types into the first element of a selector.
    pub(crate) fn fill(&self, selector: &str, text: &str) {
        let id = self.element(selector);
        self.post(&format!("/element/{id}/clear"), &json!({}));
        self.post(&format!("/element/{id}/value"), &json!({ "text": text }));
    }

    pub(crate) fn back(&self) {
        self.post("/back", &json!({}));
    }

    /// What the console complains about.
    pub(crate) fn complaints(&self) -> Vec<Value> {
        let logged = self.post("/se/log", &json!({ "type": "browser" }));
        logged.as_array().cloned().unwrap_or_default()
    }

    /// The addresses that the browser asked for since the last call.
    pub(crate) fn asked(&self) -> Vec<String> {
        let logged = self.post("/se/log", &json!({ "type": "performance" }));
        let entries = logged.as_array().cloned().unwrap_or_default();
        let messages =
            entries.iter().filter_map(|entry| serde_json::from_str::<Value>(entry["message"].as_str()?).ok());
        let requests = messages.filter(|message| message["message"]["method"] == "Network.requestWillBeSent");
        requests
            .filter_map(|message| Some(message["message"]["params"]["request"]["url"].as_str()?.to_owned()))
            .collect()
    }
}

/// The body of an answer. The driver leaves the connection open, so its length says where it ends.
fn answer_to(stream: &mut TcpStream) -> String {
    let mut reader = BufReader::new(stream);
    let mut length = 0;
    loop {
        let mut line = String::new();
        let count = reader.read_line(&mut line).expect("a line of the head");
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().expect("a length");
        }
        if count == 0 || line.trim().is_empty() {
            break;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).expect("the body");
    String::from_utf8(body).expect("UTF-8")
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !self.session.is_empty() {
            let _ = TcpStream::connect(("127.0.0.1", self.port)).map(|mut stream| {
                let session = &self.session;
                let _ = write!(
                    stream,
                    "DELETE /session/{session} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
                );
                let _ = answer_to(&mut stream);
            });
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}
