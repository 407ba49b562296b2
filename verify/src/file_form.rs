//! Names the form of a file by its first bytes, if it is one that the readers of this crate do not take.
//!
//! Idea: a reader that cannot read the beginning of a file asks here what the file is, so that its error names the
//! form in place of the first byte that has no meaning. Source: the magic numbers of each format; FRAT: S. Baek, M.
//! Carneiro, M. Heule, TACAS 2021. What it does not show: that the file is whole, or well-formed.

use std::fmt;

/// A form of files that is not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileForm {
    /// A file that has to be unpacked or converted first.
    Packed(&'static str, &'static str),
    /// A formula or a proof of another format.
    Other(&'static str),
}

/// Forms that hide their content, by their first bytes.
const PACKED: [(&[u8], FileForm); 12] = [
    (b"\x1f\x8b", packed("a gzip-compressed file")),
    (b"BZh", packed("a bzip2-compressed file")),
    (b"\xfd7zXZ\0", packed("an xz-compressed file")),
    (b"\x28\xb5\x2f\xfd", packed("a zstd-compressed file")),
    (b"\x04\x22\x4d\x18", packed("an lz4-compressed file")),
    (b"LZIP", packed("an lzip-compressed file")),
    (b"\x5d\0\0", packed("an lzma-compressed file")),
    (b"\x1f\x9d", packed("a file compressed by compress")),
    (b"PK\x03\x04", packed("a zip archive")),
    (b"7z\xbc\xaf\x27\x1c", packed("a 7z archive")),
    (b"\xff\xfe", FileForm::Packed("text in UTF-16", "convert it to UTF-8 first")),
    (b"\xfe\xff", FileForm::Packed("text in UTF-16", "convert it to UTF-8 first")),
];

/// Other formats of formulas and proofs, by their first bytes.
const OTHER: [(&[u8], FileForm); 7] = [
    (b"pseudo-Boolean proof", FileForm::Other("a VeriPB proof")),
    (b"p wcnf", FileForm::Other("a weighted CNF")),
    (b"p inccnf", FileForm::Other("an iCNF")),
    (b"* #variable=", FileForm::Other("an OPB file")),
    (b"aag ", FileForm::Other("an AIGER file")),
    (b"aig ", FileForm::Other("an AIGER file")),
    (b"(set-", FileForm::Other("an SMT-LIB script")),
];

const fn packed(form: &'static str) -> FileForm {
    FileForm::Packed(form, "unpack it first")
}

impl FileForm {
    /// The form of a file that begins with these bytes, if they have to be unpacked or converted before any reader
    /// takes them. No text begins in this way.
    pub fn packed(beginning: &[u8]) -> Option<FileForm> {
        find(&PACKED, beginning)
    }

    /// The form of a file that begins with these bytes, of which a reader of formulas or of proofs could not read the
    /// first step or line. Comments in front are skipped.
    pub fn detect(beginning: &[u8]) -> Option<FileForm> {
        let mut lines = beginning;
        while let (Some(b'c'), Some(end)) = (lines.first(), lines.iter().position(|&byte| byte == b'\n')) {
            lines = &lines[end + 1..];
        }
        // The first step is an original clause: its id follows, as text or as a binary number.
        let is_frat = matches!(lines, [b'o', id, ..] if !id.is_ascii_alphabetic());
        let frat = || is_frat.then_some(FileForm::Other("a FRAT proof"));
        FileForm::packed(beginning).or_else(|| find(&OTHER, lines)).or_else(frat)
    }
}

fn find(forms: &[(&[u8], FileForm)], beginning: &[u8]) -> Option<FileForm> {
    forms.iter().find(|(magic, _)| beginning.starts_with(magic)).map(|&(_, form)| form)
}

impl fmt::Display for FileForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FileForm::Packed(form, advice) => write!(f, "this is {form}: {advice}"),
            FileForm::Other(form) => write!(f, "this is {form}, which is not read"),
        }
    }
}
