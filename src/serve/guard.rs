//! The conditions that every request is checked for first, and the headers of every answer.
//!
//! - The Host header names this server: a page of another site whose name leads to this address (DNS rebinding) is
//!   refused.
//! - Other sites may link to pages, and do nothing else: a browser says so in Sec-Fetch-Site.
//! - Addresses and bodies have a limit, and an answer has to begin in time.
//!
//! It does not show that a request comes from a browser: other programs may send any header.

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

/// The longest address of a request, in bytes.
const ADDRESS_LIMIT: usize = 16 << 10;
/// The time in which an answer has to begin.
const ANSWER_TIME: Duration = Duration::from_secs(60);

/// The content security policy: only what this server sends is run, shown or fetched.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// The names by which this server may be asked.
pub(crate) struct Guard {
    names: Vec<String>,
    /// Whether any IP address is a name of this server.
    takes_addresses: bool,
    cors: bool,
}

impl Guard {
    pub(crate) fn new(bound: SocketAddr, hosts: &[String], cors: bool) -> Self {
        let own = ["localhost".to_owned(), "127.0.0.1".to_owned(), "[::1]".to_owned()];
        let given = hosts.iter().map(|name| name.to_lowercase());
        let mut names: Vec<String> = own.into_iter().chain(given).collect();
        match bound {
            SocketAddr::V4(bound) => names.push(bound.ip().to_string()),
            SocketAddr::V6(bound) => names.push(format!("[{}]", bound.ip())),
        }
        Self { names, takes_addresses: bound.ip().is_unspecified(), cors }
    }

    fn knows(&self, host: &str) -> bool {
        let name = match host.rsplit_once(':') {
            Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
            _ => host,
        };
        let name = name.to_ascii_lowercase();
        let is_address = || name.trim_matches(['[', ']']).parse::<std::net::IpAddr>().is_ok();
        self.names.contains(&name) || self.takes_addresses && is_address()
    }

    fn refusal(&self, request: &Request) -> Option<(StatusCode, &'static str)> {
        let headers = request.headers();
        let mut hosts = headers.get_all(header::HOST).iter();
        let host = hosts.next().and_then(|host| host.to_str().ok());
        if !host.is_some_and(|host| self.knows(host)) || hosts.next().is_some() {
            return Some((
                StatusCode::MISDIRECTED_REQUEST,
                "this server has another name: see `serve --host`",
            ));
        }
        let sends_text = request.method() == Method::POST;
        if !(sends_text && is_api(request) || matches!(*request.method(), Method::GET | Method::HEAD)) {
            return Some((StatusCode::METHOD_NOT_ALLOWED, "only GET, and POST of a game to the API"));
        }
        if request.uri().to_string().len() > ADDRESS_LIMIT {
            return Some((StatusCode::URI_TOO_LONG, "the address is too long"));
        }
        let says = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        let is_foreign = matches!(says("sec-fetch-site"), Some("cross-site" | "same-site"));
        let is_visit =
            says("sec-fetch-mode") == Some("navigate") && says("sec-fetch-dest") == Some("document");
        if is_foreign && !(is_visit && !sends_text || self.cors) {
            return Some((StatusCode::FORBIDDEN, "a page of another site may only link to this one"));
        }
        None
    }
}

fn is_api(request: &Request) -> bool {
    request.uri().path().starts_with("/api/")
}

/// Refuses a request, or passes it on; and completes the answer.
pub(crate) async fn check(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let is_api = is_api(&request);
    let mut response = if let Some((status, reason)) = guard.refusal(&request) {
        (status, format!("{reason}\n")).into_response()
    } else {
        let (parts, body) = request.into_parts();
        // Only the text of a game is read.
        let body = if parts.method == Method::POST { body } else { Body::empty() };
        let answer = next.run(Request::from_parts(parts, body));
        match tokio::time::timeout(ANSWER_TIME, answer).await {
            Ok(response) => response,
            Err(_) => (StatusCode::SERVICE_UNAVAILABLE, "it took too long\n").into_response(),
        }
    };
    complete(response.headers_mut(), guard.cors && is_api);
    response
}

fn complete(headers: &mut HeaderMap, cors: bool) {
    let fixed = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if cors {
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    } else {
        let own = HeaderValue::from_static("same-origin");
        headers.insert(HeaderName::from_static("cross-origin-resource-policy"), own);
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_names_of_this_server_are_known() {
        let guard = Guard::new("127.0.0.1:80".parse().unwrap(), &["Board.example".to_owned()], false);
        for host in
            ["127.0.0.1", "127.0.0.1:8123", "localhost:1", "LOCALHOST", "[::1]:5", "[::1]", "board.example"]
        {
            assert!(guard.knows(host), "{host}");
        }
        for host in
            ["", "evil.example", "127.0.0.1.evil.example", "10.0.0.1", "localhost:x", "[::2]", "a:b:c", ":"]
        {
            assert!(!guard.knows(host), "{host}");
        }
        let everywhere = Guard::new("0.0.0.0:80".parse().unwrap(), &[], false);
        assert!(
            everywhere.knows("10.0.0.1:80")
                && everywhere.knows("[fe80::1]:80")
                && !everywhere.knows("a.b:80")
        );
    }
}
