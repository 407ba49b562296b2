//! Files with a checksum: any changed byte is an error.

use super::super::*;
use serde::Deserialize;
use std::fs;
use tempfile::TempDir;

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Answer {
    count: String,
    residues: Vec<u64>,
}

fn answer() -> Answer {
    Answer { count: "24318165".to_owned(), residues: vec![3, 5] }
}

#[test]
fn a_sealed_file_is_accepted_only_whole() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("count.json");
    write_sealed(&path, &answer()).unwrap();
    assert_eq!(read_sealed::<Answer>(&path, 1000).unwrap(), answer());
    let bytes = fs::read(&path).unwrap();
    // Other programs can read it as JSON.
    let object: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
    assert_eq!(
        (object["count"].as_str(), object["sha256"].as_str().map(str::len)),
        (Some("24318165"), Some(64))
    );
    for place in 0..bytes.len() {
        for bit in 0..8 {
            let mut changed = bytes.clone();
            changed[place] ^= 1 << bit;
            assert!(sealed::unseal::<Answer>(&path, &changed).is_err(), "bit {bit} of byte {place}");
        }
        assert!(sealed::unseal::<Answer>(&path, &bytes[..place]).is_err(), "{place} bytes");
        let doubled = [&bytes[..=place], &bytes[place..]].concat();
        assert!(sealed::unseal::<Answer>(&path, &doubled).is_err(), "byte {place} twice");
    }
    for behind in [" ", "\n", "\0"] {
        assert!(sealed::unseal::<Answer>(&path, &[&bytes, behind.as_bytes()].concat()).is_err());
    }
    assert!(matches!(read_sealed::<Answer>(&path, 50), Err(WorkError::TooLong { limit: 50, .. })));
    assert!(read_sealed::<Answer>(&directory.path().join("missing"), 50).unwrap_err().is_missing());
}

#[test]
fn an_unsealed_file_says_what_to_do() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("count.json");
    write_json(&path, &answer()).unwrap();
    let error = read_sealed::<Answer>(&path, 1000).unwrap_err();
    assert!(matches!(error, WorkError::Unsealed { .. }));
    let text = error.to_string();
    assert!(text.contains("count.json has no checksum") && !text.contains('\n'), "{text}");
    for text in ["", "7", "[]", "{", "{\"sha256\":\"\"}"] {
        fs::write(&path, text).unwrap();
        assert!(matches!(read_sealed::<Answer>(&path, 1000), Err(WorkError::Damaged { .. })), "{text}");
    }
}

#[test]
fn only_objects_are_sealed() {
    let empty = serde_json::Map::<String, serde_json::Value>::new();
    let text = sealed::seal(&empty).unwrap();
    let path = Path::new("empty.json");
    assert_eq!(sealed::unseal::<serde_json::Map<_, _>>(path, text.as_bytes()).unwrap(), empty);
    for text in [sealed::seal(&7), sealed::seal(&[1]), sealed::seal(&"{}")] {
        assert!(text.is_err());
    }
}
