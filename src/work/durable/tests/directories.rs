//! Directories with a manifest: creating, opening and refusing them.

use super::*;

/// The same manifest with a checksum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Counted {
    format: String,
    version: u32,
    count: u64,
}

impl Manifest for Counted {
    const FILE: &'static str = "count.json";
    const FORMAT: &'static str = "test-count";
    const VERSION: u32 = 1;
    const HOLDS: &'static str = "a count";
    const SEALED: bool = true;

    fn subject(&self) -> String {
        "the count".to_owned()
    }
}

fn counted(count: u64) -> Counted {
    Counted { format: Counted::FORMAT.to_owned(), version: Counted::VERSION, count }
}

#[test]
fn a_directory_is_made_written_and_opened_again() {
    let temporary = TempDir::new().unwrap();
    let path = temporary.path().join("deep/nim");
    assert!(open_solved(&path, Access::Read).unwrap_err().is_missing());
    let directory = open_solved(&path, Access::Write(Wait::No)).unwrap();
    directory.write("2.table", b"won").unwrap();
    let mut pending = directory.pending().unwrap();
    pending.write_all(b"lost").unwrap();
    pending.persist(&directory.file("1.table")).unwrap();
    directory.remove("2.table").unwrap();
    directory.remove("2.table").unwrap();
    assert_eq!(directory.names().unwrap(), ["1.table", Solved::FILE]);
    drop(directory);
    open_solved(&path, Access::Write(Wait::No)).unwrap();
    assert_eq!(
        fs::read_to_string(path.join(Solved::FILE)).unwrap(),
        "{\n  \"format\": \"test-solved\",\n  \"version\": 2,\n  \"subject\": \"nim\"\n}\n"
    );
}

#[test]
fn a_directory_with_unfinished_files_of_a_first_run_can_be_used() {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("values-0-0-0.bin"), "").unwrap();
    fs::write(directory.path().join(".certamen-half"), "").unwrap();
    open_solved(directory.path(), Access::Write(Wait::No)).unwrap();
    let other = TempDir::new().unwrap();
    fs::write(other.path().join("letter.txt"), "dear").unwrap();
    let error = open_solved(other.path(), Access::Write(Wait::No)).unwrap_err();
    assert!(error.to_string().ends_with("holds something else than a solved game"), "{error}");
    assert_eq!(names(other.path()), ["letter.txt"]);
}

#[test]
fn a_directory_of_something_else_is_refused_in_one_line() {
    let directory = TempDir::new().unwrap();
    let manifest = |format: &str, version: u32, subject: &str| {
        serde_json::to_string(&Solved { format: format.to_owned(), version, subject: subject.to_owned() })
            .unwrap()
    };
    let long = format!("{:2000}", "");
    for (text, says) in [
        (
            manifest("test-count", 2, "nim"),
            "has format test-count, not test-solved: it does not hold a solved game",
        ),
        (manifest("test-solved", 1, "nim"), "has version 1 of test-solved, this program reads 2"),
        (manifest("test-solved", 2, "chess"), "holds chess, not nim"),
        (manifest("test-solved", 2, "\u{1b}[31mchess\n"), "holds \u{fffd}[31mchess\u{fffd}, not nim"),
        (manifest("test-solved", 2, &"x".repeat(500)), "xxx..., not nim"),
        (manifest("test-solved", 2, "nim")[1..].to_owned(), "is damaged"),
        ("{}".to_owned(), "is damaged: missing field"),
        (String::new(), "is damaged"),
        (long, "has more than 1000 bytes"),
    ] {
        fs::write(directory.path().join(Solved::FILE), text).unwrap();
        for access in [Access::Read, Access::Write(Wait::No)] {
            let error = open_solved(directory.path(), access).unwrap_err().to_string();
            assert!(error.contains(says) && !error.contains('\n'), "{error}");
            assert!(error.starts_with(directory.path().to_str().unwrap()), "{error}");
        }
    }
}

#[test]
fn a_sealed_manifest_is_replaced_whole_and_accepted_whole() {
    let directory = TempDir::new().unwrap();
    let open = |access| Directory::open(directory.path(), counted(0), access, &Stop::new());
    let (writer, found) = open(Access::Write(Wait::No)).unwrap();
    assert_eq!(found.count, 0);
    writer.write_manifest(&counted(24_318_165)).unwrap();
    drop(writer);
    assert_eq!(open(Access::Read).unwrap().1.count, 24_318_165);
    let path = directory.path().join(Counted::FILE);
    let bytes = fs::read(&path).unwrap();
    for place in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[place] ^= 1;
        fs::write(&path, changed).unwrap();
        assert!(open(Access::Read).is_err(), "byte {place}");
    }
    // A manifest of an earlier version, which had no checksums.
    fs::write(&path, serde_json::to_vec(&counted(7)).unwrap()).unwrap();
    assert!(matches!(open(Access::Read), Err(WorkError::Unsealed { .. })));
}
