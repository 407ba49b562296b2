//! The bytes of proofs, and writers that fail.

use std::io::{self, ErrorKind, Write};

use super::formulas::{clause, cnf, pigeons};
use crate::solver::{LratFormat, Refuter, SolverError, Verdict, lrat_writer::LratWriter};

fn written(format: LratFormat) -> Vec<u8> {
    let mut writer = LratWriter::new(Vec::new(), format, 4);
    writer.delete(1);
    writer.add(5, &[-2, 300], &[3, 2]).expect("a step");
    writer.delete(200);
    writer.delete(3);
    writer.add(6, &[], &[5]).expect("a step");
    writer.delete(6);
    let (bytes, count) = writer.finish().expect("a proof");
    assert_eq!(count, bytes.len() as u64);
    bytes
}

#[test]
fn steps_as_text() {
    let expected = "4 d 1 0\n5 -2 300 0 3 2 0\n5 d 200 3 0\n6 0 5 0\n";
    assert_eq!(String::from_utf8(written(LratFormat::Text)), Ok(expected.to_owned()));
}

#[test]
fn steps_as_bytes() {
    let deletion = [b'd', 2, 0];
    let addition = [b'a', 10, 5, 0xd8, 0x04, 0, 6, 4, 0];
    let deletions = [b'd', 0x90, 0x03, 6, 0];
    let empty = [b'a', 12, 0, 10, 0];
    assert_eq!(written(LratFormat::Binary), [&deletion[..], &addition, &deletions, &empty].concat());
}

#[test]
fn the_greatest_numbers() {
    let id = (1 << 62) - 1;
    for (format, expected) in [
        (LratFormat::Text, b"4611686018427387903 2147483647 -2147483647 0 1 0\n".to_vec()),
        (
            LratFormat::Binary,
            [
                &[b'a', 0xfe][..],
                &[0xff; 7],
                &[0x7f],
                &[0xfe, 0xff, 0xff, 0xff, 0x0f],
                &[0xff, 0xff, 0xff, 0xff, 0x0f],
                &[0, 2, 0],
            ]
            .concat(),
        ),
    ] {
        let mut writer = LratWriter::new(Vec::new(), format, 4);
        writer.add(id, &[i32::MAX, -i32::MAX], &[1]).expect("a step");
        assert_eq!(writer.finish().expect("a proof").0, expected, "{format:?}");
    }
}

/// A disk with `room` bytes left.
struct Disk {
    room: usize,
    flushes: bool,
}

impl Write for Disk {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.room == 0 && !bytes.is_empty() {
            return Err(ErrorKind::StorageFull.into());
        }
        let written = bytes.len().min(self.room);
        self.room -= written;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.flushes { Ok(()) } else { Err(ErrorKind::StorageFull.into()) }
    }
}

fn refute(clauses: &[Vec<i32>], format: LratFormat, disk: Disk) -> Result<Verdict<Disk>, SolverError> {
    let mut refuter = Refuter::new(clauses.len(), format, disk)?;
    refuter.add_cnf(&cnf(clauses))?;
    refuter.solve().map(|run| run.verdict)
}

fn assert_full(result: Result<Verdict<Disk>, SolverError>) {
    match result {
        Err(SolverError::ProofWrite(error)) => assert_eq!(error.kind(), ErrorKind::StorageFull),
        Err(error) => panic!("{error}"),
        Ok(_) => panic!("an answer without a proof"),
    }
}

#[test]
fn a_full_disk_is_no_answer() {
    let clauses = pigeons(8, 7);
    for format in [LratFormat::Text, LratFormat::Binary] {
        let plenty = Disk { room: usize::MAX, flushes: true };
        let Ok(Verdict::Unsatisfiable(refuted)) = refute(&clauses, format, plenty) else {
            panic!("{format:?}")
        };
        let bytes = refuted.bytes as usize;
        assert!(bytes > 1 << 17, "{bytes} bytes: the buffer is emptied during the search");
        for room in [0, 1, 1000, 1 << 16, (1 << 16) + 100, bytes / 2, bytes - 1] {
            assert_full(refute(&clauses, format, Disk { room, flushes: true }));
        }
        assert!(refute(&clauses, format, Disk { room: bytes, flushes: true }).is_ok());
        assert_full(refute(&clauses, format, Disk { room: bytes, flushes: false }));
    }
}

/// A proof that cannot be completed ends the search; otherwise this would take minutes.
#[test]
fn a_full_disk_ends_the_search() {
    assert_full(refute(&pigeons(12, 11), LratFormat::Text, Disk { room: 1 << 18, flushes: true }));
}

/// Input clauses that are shortened become proof steps too.
#[test]
fn a_disk_that_is_full_before_the_search() {
    let clauses = 100_000;
    let disk = Disk { room: 0, flushes: true };
    let mut refuter = Refuter::new(clauses, LratFormat::Text, disk).expect("a refuter");
    refuter.add_clause(&clause(&[1])).expect("a unit makes no step");
    let shortened = clause(&[-1, 2, 3]);
    let error = (1..clauses).find_map(|_| refuter.add_clause(&shortened).err());
    assert!(matches!(error, Some(SolverError::ProofWrite(_))), "{error:?}");
    // The error was reported, and there is still no answer.
    assert!(refuter.solve().is_err());
}
