//! The hashes of a directory, as a forger computes them again.

use certamen::ask::emission::sha256;
use std::fs;
use std::path::Path;

/// The file of hashes.
const SUMS: &str = "SHA256SUMS";

/// Writes the file of hashes of a certificate, in the form of the program.
pub(crate) fn seal(directory: &Path) {
    let entries = fs::read_dir(directory).expect("a directory");
    let names = entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8"));
    let mut names: Vec<String> = names.filter(|name| name != SUMS).collect();
    names.sort_unstable();
    let line = |name: String| {
        let bytes = fs::read(directory.join(&name)).expect("a file");
        format!("{}  {name}\n", sha256(&bytes))
    };
    let sums: String = names.into_iter().map(line).collect();
    fs::write(directory.join(SUMS), sums).expect("written");
}
