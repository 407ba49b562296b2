//! Campaigns while they run: the page says what `status` says, its directory stays as it is, and what others wrote into it is
//! shown as text.

use crate::server::{Answer, Server, answer_of, campaign, certamen};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use tempfile::TempDir;

/// A campaign in a place of its own, and a server of it.
fn served() -> (TempDir, PathBuf, Server) {
    let place = TempDir::new().expect("a directory");
    let camp = place.path().join("camp");
    campaign(&camp.to_string_lossy());
    let server = Server::start(&["--dir", &camp.to_string_lossy()]);
    (place, camp, server)
}

/// All names below a directory, with bytes and times.
fn files(root: &Path) -> BTreeMap<PathBuf, (Vec<u8>, SystemTime)> {
    let (mut files, mut open) = (BTreeMap::new(), vec![root.to_owned()]);
    while let Some(path) = open.pop() {
        let time = fs::metadata(&path).expect("a file").modified().expect("a time");
        let mut bytes = Vec::new();
        if path.is_dir() {
            open.extend(
                fs::read_dir(&path).expect("a directory").map(|entry| entry.expect("an entry").path()),
            );
        } else {
            bytes = fs::read(&path).expect("a file");
        }
        files.insert(path, (bytes, time));
    }
    files
}

/// Waits until the server looks again, and returns what it sees then.
fn wait_for(server: &Server, is_seen: impl Fn(&Answer) -> bool) -> Answer {
    let path = "/api/v1/campaigns/camp";
    for _ in 0..600 {
        let answer = server.get(path);
        if is_seen(&answer) {
            return answer;
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    panic!("it is not seen: {}", server.get(path).body);
}

#[test]
fn the_page_says_what_status_says_and_leaves_the_directory_as_it_is() {
    let (_place, camp, server) = served();
    // So that `status` itself has written what it writes.
    let status = |code: i32| -> Value {
        let output = certamen().args(["--json", "status"]).arg(&camp).output().expect("it runs");
        assert_eq!(output.status.code(), Some(code));
        serde_json::from_slice(&output.stdout).expect("JSON")
    };
    status(3);
    let before = files(&camp);
    let seen = server.json("/api/v1/campaigns/camp");
    for name in ["/campaigns/camp", "/", "/api/v1/campaigns/camp"] {
        assert_eq!(server.get(name).status, 200, "{name}");
    }
    assert_eq!(files(&camp), before, "names, bytes and times stay as they are");
    let known = status(3);
    for (member, value) in known.as_object().expect("an object") {
        assert_eq!(seen[member], *value, "{member}");
    }
    let machine = &seen["machines"][0];
    assert_eq!((&machine["tasks"], &machine["certamen"]), (&1.into(), &env!("CARGO_PKG_VERSION").into()));
    assert_eq!((&seen["failed"], &seen["is_gathered"]), (&0.into(), &false.into()));
    assert!(
        seen["campaign"].as_str().is_some_and(|text| text.starts_with("cube othello.mobility ")),
        "{seen}"
    );
    // The rest is done, and the page sees it.
    answer_of(&["work", &camp.to_string_lossy()]);
    answer_of(&["gather", &camp.to_string_lossy()]);
    wait_for(&server, |answer| answer.body.contains("\"is_gathered\":true"));
    let page = server.get("/campaigns/camp").body;
    assert!(page.contains("All tasks are done, and there is a result"), "{page}");
}

#[test]
fn what_others_wrote_is_text() {
    let (_place, camp, server) = served();
    let script = "<script>alert(1)</script>";
    let record = |number: u32, phase: &str, more: &str| {
        let text = format!(
            r#"{{"host":"{script}","process":1,"beat":1,"seconds":1e300,"certamen":"{script}","phase":"{phase}"{more}}}"#
        );
        fs::write(camp.join(format!("runs/solve-00000{number}.json")), text).expect("a record");
    };
    record(0, "done", "");
    record(1, "failed", &format!(r#","error":"{script}\u001b[2J\n""#));
    let check = fs::read_to_string(camp.join("runs/solve-000001.json")).expect("a record");
    fs::write(camp.join("runs/check-000001.json"), check.replace("failed", "running")).expect("a record");
    fs::write(camp.join("out/check/000000"), script).expect("an output");
    fs::write(camp.join(format!("jobs/hq-{}.log", "<b>")), format!("{script}\n\u{1b}[31m\u{0}{script}"))
        .expect("a log");
    fs::write(camp.join("jobs/slurm-x.log"), vec![0xff_u8; 100_000]).expect("a log");
    let page = server.get("/campaigns/camp");
    assert_eq!(page.status, 200);
    assert!(!page.body.contains("<script>alert") && !page.body.contains('\u{1b}'), "{}", page.body);
    assert_eq!(page.body.matches("&lt;script&gt;alert").count(), 7, "{}", page.body);
    let seen = server.json("/api/v1/campaigns/camp");
    assert_eq!((&seen["failed"], &seen["stages"][0]["done"]), (&2.into(), &1.into()), "{seen}");
    assert_eq!(seen["failures"][0]["reason"], format!("{script}\\u{{1b}}[2J"));
}

#[test]
fn a_campaign_that_loses_files_is_shown_as_it_is() {
    let (_place, camp, server) = served();
    assert_eq!(server.json("/api/v1/campaigns/camp")["stages"][0]["done"], 1);
    for name in ["out", "runs", "jobs", "looks", "input"] {
        fs::remove_dir_all(camp.join(name)).expect("a directory");
    }
    wait_for(&server, |answer| answer.status == 200 && answer.body.contains("\"done\":0"));
    let plan = fs::read(camp.join("plan.json")).expect("a plan");
    fs::write(camp.join("plan.json"), &plan[..plan.len() / 2]).expect("a plan");
    let answer = wait_for(&server, |answer| answer.status == 500);
    assert!(answer.body.contains("plan.json"), "{}", answer.body);
    fs::remove_dir_all(&camp).expect("a directory");
    let page = server.get("/campaigns/camp");
    assert!(page.status == 500 && page.body.contains("This cannot be shown"), "{}", page.body);
    fs::create_dir(&camp).expect("a directory");
    fs::write(camp.join("plan.json"), plan).expect("a plan");
    wait_for(&server, |answer| answer.status == 200);
    assert_eq!(server.get("/campaigns/other").status, 404);
    assert_eq!(server.get("/api/v1/campaigns/..%2fcamp").status, 404);
}
