//! `SHA256SUMS`: the hashes of the files of a directory, in the format of `sha256sum`.

use super::SUMS;
use crate::proof;
use certamen_ask::emission::hexadecimal;
use certamen_work::durable;
use certamen_work::parallel::in_order;
use certamen_work::stop::Stop;
use certamen_work::{WorkError, text::escaped};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Read};
use std::path::Path;

/// The largest number of files in a certificate.
const FILE_LIMIT: usize = 100_000;
/// The largest file other than a proof, in bytes. Such files are read into memory, or made there anew.
const SIZE_LIMIT: u64 = 1 << 30;
/// The largest proof, in bytes. Proofs are read piece by piece.
const PROOF_LIMIT: u64 = 1 << 40;
/// `SHA256SUMS` may be longer, by at most this number of bytes, than the sums of the files that exist. This leaves room
/// to report which listed files are missing.
const SURPLUS: u64 = 1 << 20;
/// The number of characters of a line of the file of sums before the name.
const DIGITS: usize = 64 + 2;

/// The names of the regular files of a directory in order, without `SHA256SUMS`.
///
/// # Errors
/// An error if the directory cannot be read, or if it contains anything but regular files with UTF-8 names without
/// control characters.
pub(super) fn file_names(directory: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        let name = entry.file_name().into_string();
        let name =
            name.map_err(|name| io::Error::other(format!("a file name is not UTF-8: {}", name.display())))?;
        // In `SHA256SUMS`, a name ends at the end of its line.
        if name.contains(char::is_control) {
            return Err(io::Error::other(format!(
                "`{}` is not a file name that a certificate may have",
                quoted(&name)
            )));
        }
        if !entry.file_type()?.is_file() {
            return Err(io::Error::other(format!("`{}` is not a plain file", quoted(&name))));
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

/// The hash of a regular file within the size limits. It is read piece by piece, until a request to stop.
fn hash_file(path: &Path, stop: &Stop) -> io::Result<String> {
    let mut file = durable::open(path).map_err(io::Error::other)?;
    let is_proof = path.to_string_lossy().ends_with(proof::ENDING);
    let limit = if is_proof { PROOF_LIMIT } else { SIZE_LIMIT };
    if file.metadata()?.len() > limit {
        return Err(io::Error::other(WorkError::TooLong { path: path.to_owned(), limit }));
    }
    let mut hasher = Sha256::new();
    let mut buffer = vec![0; 1 << 18];
    loop {
        stop.proceed()?;
        match file.read(&mut buffer)? {
            0 => return Ok(hexadecimal(&hasher.finalize())),
            count => hasher.update(&buffer[..count]),
        }
    }
}

/// The names that the text of `SHA256SUMS` lists, line by line.
pub(super) fn listed(sums: &str) -> impl Iterator<Item = &str> {
    sums.lines().map(name_of)
}

/// The name in a line of `SHA256SUMS`: the text after 64 digits and two spaces.
fn name_of(line: &str) -> &str {
    line.get(DIGITS..).unwrap_or_default()
}

/// The expected contents of `SHA256SUMS` for a directory.
///
/// # Errors
/// An error if a file cannot be read.
pub(super) fn sums_of(directory: &Path) -> io::Result<String> {
    sums_of_files(directory, file_names(directory)?, &Stop::new())
}

fn sums_of_files(directory: &Path, names: Vec<String>, stop: &Stop) -> io::Result<String> {
    let hashes = in_order(names.len(), |index| hash_file(&directory.join(&names[index]), stop))?;
    let mut text = String::new();
    for (hash, name) in hashes.iter().zip(names) {
        let _ = writeln!(text, "{hash}  {name}");
    }
    Ok(text)
}

/// The text of `SHA256SUMS` in a directory with these files. The inner error says in words what is wrong with it.
fn stated(directory: &Path, names: &[String]) -> io::Result<Result<String, String>> {
    let expected: u64 = names.iter().map(|name| (DIGITS + name.len() + 1) as u64).sum();
    match durable::read(&directory.join(SUMS), expected + SURPLUS) {
        Ok(stated) => Ok(String::from_utf8(stated).map_err(|_| format!("{SUMS} is not UTF-8"))),
        Err(error) if error.is_missing() => Ok(Err(format!("{SUMS} is missing"))),
        Err(WorkError::TooLong { limit, .. }) => {
            Ok(Err(format!("{SUMS} has more than {limit} bytes, for {} files", names.len())))
        }
        Err(WorkError::NotAFile { .. }) => Ok(Err(format!("{SUMS} is not a plain file"))),
        Err(WorkError::Io { source, .. }) => Err(source),
        Err(error) => Err(io::Error::other(error)),
    }
}

/// The first difference between the actual sums of a directory and those that it lists, in words.
pub(super) fn difference(directory: &Path, stop: &Stop) -> io::Result<Option<String>> {
    // This comes first because files that are not regular must not be opened: reading a pipe or a device may never end.
    let names = file_names(directory)?;
    let stated = match stated(directory, &names)? {
        Ok(stated) => stated,
        Err(wrong) => return Ok(Some(wrong)),
    };
    let actual = sums_of_files(directory, names, stop)?;
    if stated == actual {
        return Ok(None);
    }
    let by_name = |text: &str| -> BTreeMap<String, String> {
        text.lines().map(|line| (name_of(line).to_owned(), line.to_owned())).collect()
    };
    let (is, says) = (by_name(&actual), by_name(&stated));
    for line in stated.lines() {
        let name = name_of(line);
        match is.get(name) {
            None => return Ok(Some(format!("`{}` is listed in {SUMS} but is not there", quoted(name)))),
            Some(other) if other != line => return Ok(Some(format!("`{}` was altered", quoted(name)))),
            Some(_) => {}
        }
    }
    let extra = is.keys().find(|name| !says.contains_key(*name));
    Ok(Some(match extra {
        Some(name) => format!("`{}` is not listed in {SUMS}", quoted(name)),
        None => format!("{SUMS} was altered"),
    }))
}

/// A name that comes from an untrusted file, quoted for a message.
fn quoted(name: &str) -> String {
    escaped(&name.chars().take(255).collect::<String>()).into_owned()
}
