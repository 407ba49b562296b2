//! Files that are not records, or records in a format that is not read. They are known by their first bytes, and named
//! instead of being taken for lines of moves.

use crate::format::FileHead;

/// Beginnings of files, behind a byte order mark and blanks, and what they are.
const BEGINNINGS: [(&[u8], &str); 13] = [
    (b"{", "JSON"),
    (b"[{", "JSON"),
    (b"[[", "JSON"),
    (b"\\HS", "GIB"),
    (b"\\[GAME", "GIB"),
    (b"[Header]", "UGF"),
    (b"<", "XML or HTML"),
    (b"%PDF-", "PDF"),
    (b"7z\xbc\xaf\x27\x1c", "compressed by 7-Zip"),
    (b"Rar!", "compressed by RAR"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"SQLite format", "an SQLite database"),
];

/// What a file is, if it is known to be none of the formats that are read.
pub(crate) fn foreign(head: FileHead<'_>) -> Option<&'static str> {
    if is_utf16(head.bytes) {
        return Some("UTF-16 (convert it to UTF-8)");
    }
    let text = head.text();
    // `[ {` and `{ "` may have blanks between them.
    let joined: Vec<u8> = text.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).take(16).collect();
    let begins = |beginning: &[u8]| text.starts_with(beginning) || joined.starts_with(beginning);
    let known = BEGINNINGS.iter().find(|(beginning, _)| begins(beginning)).map(|(_, name)| *name);
    known.or_else(|| is_ngf(text).then_some("NGF"))
}

/// A byte order mark of UTF-16, or two characters of ASCII of two bytes each.
pub(crate) fn is_utf16(bytes: &[u8]) -> bool {
    let is_text = |byte: u8| byte.is_ascii_graphic() || byte.is_ascii_whitespace();
    match *bytes {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => true,
        [a, 0, b, 0, ..] | [0, a, 0, b, ..] => is_text(a) && is_text(b),
        _ => false,
    }
}

/// A head of eleven lines, of which the second is the size of the board, then the number of moves and lines like
/// `PMABBQQQQ`.
fn is_ngf(text: &[u8]) -> bool {
    let mut lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let is_size = lines.nth(1).is_some_and(|line| line == b"19" || line == b"13" || line == b"9");
    is_size
        && lines
            .any(|line| line.starts_with(b"PM") && line.iter().all(u8::is_ascii_alphabetic) && line.len() > 6)
}
