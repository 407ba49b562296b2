//! `SHA256SUMS`: the hashes of the files of a directory, in the format of `sha256sum`.

use super::SUMS;
use certamen_ask::emission::hexadecimal;
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// The largest number of files in a certificate.
const FILE_LIMIT: usize = 100_000;

/// The names of the plain files of a directory in order, the file of sums left out.
///
/// # Errors
/// If the directory cannot be read, or holds anything but plain files with UTF-8 names.
pub(super) fn file_names(directory: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        let name = entry.file_name().into_string();
        let name =
            name.map_err(|name| io::Error::other(format!("a file name is not UTF-8: {}", name.display())))?;
        if !entry.file_type()?.is_file() {
            return Err(io::Error::other(format!("`{name}` is not a plain file")));
        }
        if names.len() == FILE_LIMIT {
            return Err(io::Error::other(format!("more than {FILE_LIMIT} files")));
        }
        if name != SUMS {
            names.push(name);
        }
    }
    names.sort_unstable();
    Ok(names)
}

fn hash_file(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    let mut hasher = Sha256::new();
    let mut buffer = vec![0; 1 << 18];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(hexadecimal(&hasher.finalize())),
            count => hasher.update(&buffer[..count]),
        }
    }
}

/// The names that a file of sums lists, line by line.
pub(super) fn listed(sums: &str) -> impl Iterator<Item = &str> {
    sums.lines().map(name_of)
}

/// The name in a line of a file of sums: what stands behind 64 digits and two blanks.
fn name_of(line: &str) -> &str {
    line.get(66..).unwrap_or_default()
}

/// What the file of sums of a directory has to be.
///
/// # Errors
/// If a file cannot be read.
pub(super) fn sums_of(directory: &Path) -> io::Result<String> {
    sums_of_files(directory, file_names(directory)?)
}

fn sums_of_files(directory: &Path, names: Vec<String>) -> io::Result<String> {
    let mut text = String::new();
    for name in names {
        let hash = hash_file(&directory.join(&name))?;
        let _ = writeln!(text, "{hash}  {name}");
    }
    Ok(text)
}

/// The first difference between the sums that a directory should have and those that it has, in words.
pub(super) fn difference(directory: &Path) -> io::Result<Option<String>> {
    // First of all: what is not a plain file is not opened, for a pipe or a device may never end.
    let names = file_names(directory)?;
    let stated = match fs::read(directory.join(SUMS)) {
        Ok(stated) => stated,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Ok(Some(format!("{SUMS} is missing")));
        }
        Err(error) => return Err(error),
    };
    let actual = sums_of_files(directory, names)?;
    if stated == actual.as_bytes() {
        return Ok(None);
    }
    let stated = String::from_utf8_lossy(&stated);
    let (stated, actual): (Vec<&str>, Vec<&str>) = (stated.lines().collect(), actual.lines().collect());
    for line in &stated {
        let name = name_of(line);
        match actual.iter().find(|other| name_of(other) == name) {
            None => return Ok(Some(format!("`{name}` is listed in {SUMS} but is not there"))),
            Some(other) if other != line => return Ok(Some(format!("`{name}` was altered"))),
            Some(_) => {}
        }
    }
    let extra = actual.iter().find(|line| !stated.contains(line));
    Ok(Some(match extra {
        Some(line) => format!("`{}` is not listed in {SUMS}", name_of(line)),
        None => format!("{SUMS} was altered"),
    }))
}
