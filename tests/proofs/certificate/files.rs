//! One changed byte anywhere in a certificate makes its check fail, and so does any other change of its files.
//!
//! `forgeries` has changes whose author computes the hashes again.

use super::copy::{Copy, MANIFEST, SUMS};
use crate::support::random::Random;
use std::fs;
use std::io::{Seek, SeekFrom, Write};

/// Flips a bit at each of the positions in turn; the check must name the file.
fn assert_each_flip_is_seen(copy: &Copy, name: &str, positions: impl Iterator<Item = usize>) {
    let original = copy.read(name);
    let mut file = fs::OpenOptions::new().write(true).open(copy.path(name)).expect("a file");
    let mut put = |position: usize, byte: u8| {
        file.seek(SeekFrom::Start(position as u64)).expect("a place");
        file.write_all(&[byte]).expect("a byte");
    };
    for position in positions {
        put(position, original[position] ^ 1 << (position % 8));
        let refused = copy.check();
        let reason = refused.err().unwrap_or_else(|| panic!("byte {position} of {name} was changed unseen"));
        assert!(name == SUMS || reason.contains(name), "byte {position} of {name}: {reason}");
        put(position, original[position]);
    }
}

#[test]
fn every_byte_of_a_small_certificate_counts() {
    let copy = Copy::of_mobility("4x4");
    assert_eq!(copy.check(), Ok(()));
    for name in copy.names() {
        let length = copy.read(&name).len();
        assert!(length > 0);
        assert_each_flip_is_seen(&copy, &name, 0..length);
    }
    assert_eq!(copy.check(), Ok(()));
}

#[test]
fn sampled_bytes_of_a_larger_certificate_count() {
    let copy = Copy::of_mobility("6x6");
    let mut random = Random::new(6);
    for name in copy.names() {
        let length = copy.read(&name).len();
        let anywhere = (0..300).map(|_| random.below(length)).collect::<Vec<_>>();
        assert_each_flip_is_seen(&copy, &name, anywhere.into_iter().chain([0, length - 1]));
    }
    assert_eq!(copy.check(), Ok(()));
}

#[test]
fn truncated_files_are_refused() {
    let whole = Copy::of_mobility("4x4");
    for name in whole.names() {
        let length = whole.read(&name).len();
        for kept in [0, 1, length / 2, length - 1] {
            let copy = whole.again();
            copy.write(&name, &whole.read(&name)[..kept]);
            let reason = copy.check().expect_err("a truncated file");
            // If a line of the sums is missing, the check reports the file of that line.
            assert!(reason.contains(&name) || name == SUMS, "{name} cut to {kept}: {reason}");
        }
    }
}

#[test]
fn appended_bytes_are_refused() {
    let whole = Copy::of_mobility("4x4");
    for name in whole.names() {
        for more in ["\0", "\n", "0 0\n", "0123456789abcdef  more\n"] {
            let copy = whole.again();
            copy.write(&name, [whole.read(&name).as_slice(), more.as_bytes()].concat());
            assert!(copy.check().is_err(), "{more:?} behind {name}");
        }
    }
}

#[test]
fn missing_files_are_refused_by_name() {
    let whole = Copy::of_mobility("4x4");
    for name in whole.names() {
        let copy = whole.again();
        fs::remove_file(copy.path(&name)).expect("a file");
        copy.assert_refused(&[&name]);
    }
}

#[test]
fn exchanged_files_are_refused() {
    let whole = Copy::of_mobility("4x4");
    let names = whole.names();
    for (place, one) in names.iter().enumerate() {
        for other in &names[..place] {
            let copy = whole.again();
            let (first, second) = (copy.read(one), copy.read(other));
            copy.write(one, second);
            copy.write(other, first);
            assert!(copy.check().is_err(), "{one} and {other}");
        }
    }
}

#[test]
fn additional_files_are_refused_by_name() {
    let copy = Copy::of_mobility("4x4");
    copy.write("notes.txt", "");
    copy.assert_refused(&["notes.txt"]);
    copy.seal();
    copy.assert_refused(&["notes.txt"]);
}

#[test]
fn a_directory_among_the_files_is_refused_by_name() {
    let copy = Copy::of_mobility("4x4");
    fs::create_dir(copy.path("deeper")).expect("a directory");
    copy.assert_refused(&["deeper", "not a plain file"]);
}

#[cfg(unix)]
#[test]
fn a_link_is_refused_even_to_the_same_bytes() {
    let whole = Copy::of_mobility("4x4");
    for name in whole.names() {
        let copy = whole.again();
        fs::remove_file(copy.path(&name)).expect("a file");
        std::os::unix::fs::symlink(whole.path(&name), copy.path(&name)).expect("a link");
        copy.assert_refused(&[&name, "not a plain file"]);
    }
}

/// Reading a pipe without a writer would never end.
#[cfg(unix)]
#[test]
fn a_pipe_is_refused_without_waiting_for_it() {
    let whole = Copy::of_mobility("4x4");
    for name in whole.names() {
        let copy = whole.again();
        fs::remove_file(copy.path(&name)).expect("a file");
        let made = std::process::Command::new("mkfifo").arg(copy.path(&name)).status().expect("mkfifo runs");
        assert!(made.success());
        copy.assert_refused(&[&name, "not a plain file"]);
    }
}

#[test]
fn a_manifest_that_is_not_text_is_refused() {
    let whole = Copy::of_mobility("4x4");
    let manifest = whole.text(MANIFEST);
    let deep = "[".repeat(200_000);
    let repeated = manifest.replacen("\"version\": 2,", "\"version\": 2,\n  \"version\": 2,", 1);
    let blanks = manifest.replacen("\"version\": 2,", "\"version\":  2,", 1);
    let unknown = manifest.replacen("\"version\": 2,", "\"version\": 2,\n  \"more\": 1,", 1);
    let texts = ["", "{}", "null", "\u{feff}", &deep, &repeated, &blanks, &unknown];
    let texts = texts.map(str::as_bytes).into_iter().chain([b"\xff\xfe\x00".as_slice(), &[0; 64]]);
    for text in texts {
        let copy = whole.again();
        copy.write(MANIFEST, text);
        copy.seal();
        copy.assert_refused(&[MANIFEST]);
    }
}

#[test]
fn another_version_is_named() {
    let copy = Copy::of_mobility("4x4");
    copy.replace(MANIFEST, "\"version\": 2,", "\"version\": 1,");
    copy.seal();
    copy.assert_refused(&[MANIFEST, "version 1", "versions 2 and 3"]);
    copy.replace(MANIFEST, "\"version\": 1,", "\"version\": 2,");
    copy.replace(MANIFEST, "certamen-certificate", "certamen-certificates");
    copy.seal();
    copy.assert_refused(&[MANIFEST, "certamen-certificates"]);
}
