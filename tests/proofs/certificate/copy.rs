//! A certificate to alter: made once by the program, copied for each test, and sealed again after a change.

use certamen::games::registry;
use certamen::prove::certificate;
use certamen::work::Stop;
use serde::{Serialize, Serializer};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// The file with the claim.
pub(crate) const MANIFEST: &str = "certificate.json";
/// The file of hashes.
pub(crate) const SUMS: &str = "SHA256SUMS";

/// The fields of a manifest in the order in which the program writes them.
const FIELDS: [&str; 39] = [
    "format",
    "version",
    "certamen",
    "claim",
    "parts",
    "part",
    "question",
    "query",
    "game",
    "board",
    "at_least",
    "mobility",
    "empties",
    "moves",
    "symmetry_breaking",
    "reach",
    "window",
    "steps",
    "least",
    "most",
    "objective",
    "bound",
    "reachable",
    "witness",
    "position",
    "has_turn",
    "turns",
    "successors",
    "diagram",
    "encoding",
    "directions",
    "cardinality",
    "cnf",
    "map",
    "proof",
    "solver",
    "discs",
    "to_move",
    "splits",
];

/// JSON with its fields in the program's order.
struct Ordered<'v>(&'v Value);

impl Serialize for Ordered<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Object(fields) => {
                let place = |name: &str| FIELDS.iter().position(|&field| field == name);
                let place = |name: &str| place(name).unwrap_or_else(|| panic!("where does {name} stand?"));
                let mut fields: Vec<(&String, &Value)> = fields.iter().collect();
                fields.sort_by_key(|(name, _)| place(name));
                serializer.collect_map(fields.into_iter().map(|(name, value)| (name, Ordered(value))))
            }
            Value::Array(values) => serializer.collect_seq(values.iter().map(Ordered)),
            value => value.serialize(serializer),
        }
    }
}

/// A temporary directory with a certificate in it.
#[derive(Debug)]
pub(crate) struct Copy {
    _home: TempDir,
    directory: PathBuf,
}

/// Runs the program; the arguments are separated by blanks.
pub(crate) fn run(arguments: &str, directory: &Path) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_certamen"));
    let output = command.arg("-q").args(arguments.split(' ')).current_dir(directory).output();
    let output = output.expect("the program runs");
    assert!(matches!(output.status.code(), Some(0 | 10 | 20)), "{arguments}: {output:?}");
}

impl Copy {
    /// A certificate of the largest number of legal moves on a board of this size.
    pub(crate) fn of_mobility(board: &str) -> Self {
        Self::proved(&format!("othello.mobility --board {board}"))
    }

    /// The certificate that `prove` makes.
    pub(crate) fn proved(question: &str) -> Self {
        let home = TempDir::new().expect("a directory");
        run(&format!("prove {question} --out certificate"), home.path());
        let directory = home.path().join("certificate");
        Self { _home: home, directory }
    }

    /// Another copy of this one.
    pub(crate) fn again(&self) -> Self {
        let home = TempDir::new().expect("a directory");
        let directory = home.path().join("certificate");
        std::fs::create_dir(&directory).expect("a directory");
        for name in self.names() {
            std::fs::copy(self.path(&name), directory.join(&name)).expect("a copy");
        }
        Self { _home: home, directory }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.directory.join(name)
    }

    /// The sorted names of its files.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.directory).expect("a directory");
        let name =
            |entry: std::io::Result<std::fs::DirEntry>| entry.expect("an entry").file_name().into_string();
        let mut names: Vec<String> = entries.map(|entry| name(entry).expect("UTF-8")).collect();
        names.sort_unstable();
        names
    }

    /// The name of the one file with this ending.
    pub(crate) fn name_of(&self, end: &str) -> String {
        let names = self.names();
        let mut found = names.iter().filter(|name| name.ends_with(end));
        let name = found.next().unwrap_or_else(|| panic!("no {end} among {names:?}")).clone();
        assert_eq!(found.next(), None, "a second {end}");
        name
    }

    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub(crate) fn text(&self, name: &str) -> String {
        String::from_utf8(self.read(name)).expect("UTF-8")
    }

    pub(crate) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        std::fs::write(self.path(name), bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
    }

    /// The bytes of a proof, decompressed.
    pub(crate) fn proof(&self, name: &str) -> Vec<u8> {
        zstd::decode_all(self.read(name).as_slice()).expect("a compressed proof")
    }

    /// Compresses a proof and writes it.
    pub(crate) fn write_proof(&self, name: &str, proof: &[u8]) {
        self.write(name, zstd::encode_all(proof, 1).expect("a compressed proof"));
    }

    /// Replaces a text that occurs exactly once.
    pub(crate) fn replace(&self, name: &str, from: &str, to: &str) {
        let text = self.text(name);
        assert_eq!(text.matches(from).count(), 1, "{from} in {name}:\n{text}");
        self.write(name, text.replace(from, to));
    }

    /// Changes the manifest's JSON, and writes it as the program does.
    pub(crate) fn edit(&self, change: impl FnOnce(&mut Value)) {
        let mut value = serde_json::from_str(&self.text(MANIFEST)).expect("JSON");
        change(&mut value);
        self.write(MANIFEST, serde_json::to_string_pretty(&Ordered(&value)).expect("JSON") + "\n");
    }

    /// Computes the hashes again, as a forger would.
    pub(crate) fn seal(&self) {
        crate::support::seal::seal(&self.directory);
    }

    /// Checks it; the error is the reason why it is refused.
    pub(crate) fn check(&self) -> Result<(), String> {
        let checked = certificate::check(&self.directory, &registry(), &Stop::new(), |_| {});
        checked.map(|_| ()).map_err(|error| error.to_string())
    }

    /// Asserts that it is refused, with a reason that contains all of these.
    pub(crate) fn assert_refused(&self, says: &[&str]) {
        let reason = self.check().expect_err("the certificate is refused");
        for part in says {
            assert!(reason.contains(part), "`{part}` is not said: {reason}");
        }
        assert!(!reason.contains('\n'), "one line: {reason}");
    }
}
