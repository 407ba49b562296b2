//! Certificates as hostile directories.

use super::certificate;
use crate::support::run::Place;
use crate::support::seal::seal;
use std::fs;

/// The proof of the certificate, as it is stored.
const PROOF: &str = "cert/refutation.lrat.zst";

#[track_caller]
fn refused(place: &Place, says: &[&str]) {
    let ran = place.run("-q check cert");
    let answer = ran.answers(1);
    assert!(answer.ends_with("\ns NOT VERIFIED\n") && answer.lines().count() == 2, "{answer}");
    for part in says {
        assert!(answer.contains(part), "`{part}` is not said: {answer}");
    }
    assert!(answer.len() < 4096, "{} bytes", answer.len());
}

/// A frame that decoders skip, with some bytes in it.
fn skippable() -> Vec<u8> {
    [&[0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0][..], b"more"].concat()
}

#[test]
fn a_proof_is_one_frame_and_nothing_else() {
    let place = certificate();
    let whole = fs::read(place.path().join(PROOF)).expect("a proof");
    let empty = zstd::encode_all(&b""[..], 1).expect("a frame");
    let behind = "continues after its empty clause";
    let cases = [
        ([&whole[..], &skippable()].concat(), behind),
        ([&whole[..], &empty].concat(), behind),
        ([&whole[..], &whole].concat(), behind),
        ([&whole[..], b"\0"].concat(), behind),
        ([&skippable()[..], &whole].concat(), "is not a frame of zstd"),
        ([&empty[..], &whole].concat(), "without the empty clause"),
        (zstd::decode_all(whole.as_slice()).expect("a proof"), "is not a frame of zstd"),
        (Vec::new(), "is not a frame of zstd"),
    ];
    for (bytes, says) in cases {
        place.write(PROOF, bytes);
        refused(&place, &["refutation.lrat.zst"]);
        seal(&place.path().join("cert"));
        refused(&place, &["refutation.lrat.zst", says]);
    }
    place.write(PROOF, whole);
    seal(&place.path().join("cert"));
    place.run("-q check cert").answers(0);
}

/// Sparse files: they take no room on the disk, but would take all memory of a program that reads them whole.
#[test]
fn the_sizes_of_files_are_bounded_before_they_are_read() {
    for (name, says) in [
        ("SHA256SUMS", "SHA256SUMS has more than"),
        ("certificate.json", "certificate.json"),
        ("refutation.cnf", "refutation.cnf"),
        ("witness.txt", "witness.txt"),
    ] {
        let place = certificate();
        let path = place.path().join("cert").join(name);
        let file = fs::OpenOptions::new().write(true).open(&path).expect("a file");
        file.set_len(3 << 30).expect("a sparse file");
        refused(&place, &[says]);
    }
}

#[test]
fn a_line_of_the_sums_is_not_echoed_whole() {
    let place = certificate();
    let sums = place.read("cert/SHA256SUMS");
    for more in
        ["x".repeat(200_000), "x".repeat(64) + "  \u{1b}[31m" + &"y".repeat(200_000), "x\n".repeat(1000)]
    {
        place.write("cert/SHA256SUMS", sums.clone() + &more);
        refused(&place, &["SHA256SUMS"]);
        assert!(!place.run("-q check cert").out().contains('\u{1b}'));
    }
    place.write("cert/SHA256SUMS", [sums.as_bytes(), b"\xff\n"].concat());
    refused(&place, &["SHA256SUMS is not UTF-8"]);
}

/// Opening a pipe that nobody writes to would never end.
#[cfg(unix)]
#[test]
fn a_pipe_is_not_a_file_of_a_certificate() {
    for name in ["certificate.json", "SHA256SUMS", "refutation.lrat.zst"] {
        let place = certificate();
        let path = place.path().join("cert").join(name);
        fs::remove_file(&path).expect("a file");
        assert!(std::process::Command::new("mkfifo").arg(&path).status().expect("mkfifo runs").success());
        refused(&place, &[name, "is not a plain file"]);
    }
}
