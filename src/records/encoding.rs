//! The encodings of texts: by their names, and what is taken if nothing names one.
//!
//! Names are those of the WHATWG's standard, and code pages as Windows and its programs write them: `cp936`, `MS932`.
//! Without a name, text is UTF-8, or Latin-1 (more exactly windows-1252) if it is not valid UTF-8: other text is hardly
//! ever valid UTF-8 by chance. That is a guess, so that it is remarked on.

use certamen_work::text::one_line;
pub use encoding_rs::Encoding;
use encoding_rs::{UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// Why a name is not that of an encoding that is read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EncodingError {
    /// No encoding has this name.
    #[error("`{0}` names no known encoding")]
    Unknown(String),
    /// UTF-16, which has no bytes of ASCII.
    #[error("`{0}` is UTF-16, which is not read: convert the file to UTF-8")]
    Utf16(String),
}

/// The code pages whose numbers are not among the names of the standard.
const PAGES: [(&str, &str); 11] = [
    ("932", "shift_jis"),
    ("936", "gbk"),
    ("949", "euc-kr"),
    ("950", "big5"),
    ("20932", "euc-jp"),
    ("51932", "euc-jp"),
    ("51949", "euc-kr"),
    ("54936", "gb18030"),
    ("65001", "utf-8"),
    ("1200", "utf-16le"),
    ("1201", "utf-16be"),
];

/// The encoding of this name.
///
/// # Errors
/// [`EncodingError`]
///
/// # Examples
/// ```
/// use certamen_records::encoding::encoding;
///
/// let names = ["cp936", "MS936", "cp932", "CP949", "windows-950", "Shift_JIS", "GB2312", "latin1", "utf8"];
/// let found = names.map(|name| encoding(name).map_or("?", |encoding| encoding.name()));
/// let expected = ["GBK", "GBK", "Shift_JIS", "EUC-KR", "Big5", "Shift_JIS", "GBK", "windows-1252", "UTF-8"];
/// assert_eq!(found, expected);
/// assert!(encoding("UTF-16").is_err() && encoding("klingon").is_err());
/// ```
pub fn encoding(name: &str) -> Result<&'static Encoding, EncodingError> {
    let lower = name.trim().to_ascii_lowercase().replace(' ', "-");
    let page = ["cp", "ms", "windows", "ibm", "x-cp"].iter().find_map(|prefix| lower.strip_prefix(prefix));
    let page = page.map(|page| page.trim_start_matches(['-', '_']));
    let known = PAGES.iter().find(|(number, _)| page == Some(number)).map(|(_, name)| *name);
    match Encoding::for_label(known.unwrap_or(&lower).as_bytes()) {
        Some(found) if found == UTF_16LE || found == UTF_16BE => Err(EncodingError::Utf16(one_line(name))),
        Some(found) => Ok(found),
        None => Err(EncodingError::Unknown(one_line(name))),
    }
}

/// The encoding of this name, for the command line.
///
/// # Errors
/// [`EncodingError`], as text.
pub fn parse(name: &str) -> Result<&'static Encoding, String> {
    encoding(name).map_err(|error| error.to_string())
}

/// Bytes as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodedText {
    /// The text.
    pub text: String,
    /// A remark: the byte of the text that it is about, and what it says.
    pub remark: Option<(usize, String)>,
}

/// The encoding that is taken for bytes that are not ASCII, if nothing names one.
pub(crate) fn guess(bytes: &[u8]) -> &'static Encoding {
    if std::str::from_utf8(bytes).is_ok() { UTF_8 } else { WINDOWS_1252 }
}

/// Decodes bytes whose encoding is named, or not. A byte that does not fit is replaced.
pub fn decode(bytes: &[u8], named: Option<&'static Encoding>) -> DecodedText {
    let encoding = named.unwrap_or_else(|| guess(bytes));
    let (text, is_odd) = encoding.decode_without_bom_handling(bytes);
    let text = text.into_owned();
    let first = |is_it: fn(char) -> bool| text.find(is_it).unwrap_or(0);
    let remark = match named {
        Some(_) if is_odd => Some((first(|c| c == '\u{fffd}'), replaced(encoding))),
        None if !bytes.is_ascii() => Some((first(|c| !c.is_ascii()), guessed(encoding))),
        _ => None,
    };
    DecodedText { text, remark }
}

pub(crate) fn replaced(encoding: &'static Encoding) -> String {
    format!("a byte that is not {} is replaced", encoding.name())
}

fn guessed(encoding: &'static Encoding) -> String {
    let name = if encoding == UTF_8 { "UTF-8" } else { "Latin-1" };
    format!("no encoding is named: read as {name}; --encoding NAME says what it is")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guesses_and_replacements_are_remarked_on() {
        let decoded = |bytes: &[u8], named: Option<&str>| {
            let DecodedText { text, remark } = decode(bytes, named.map(|name| encoding(name).unwrap()));
            (text, remark.map(|(at, _)| at))
        };
        assert_eq!(decoded(b"abc", None), ("abc".to_owned(), None));
        assert_eq!(decoded("a\u{e9}".as_bytes(), None), ("a\u{e9}".to_owned(), Some(1)));
        assert_eq!(decoded(b"ab\xe9", None), ("ab\u{e9}".to_owned(), Some(2)));
        assert_eq!(decoded(b"\x83\x5c]", Some("cp932")), ("\u{30bd}]".to_owned(), None));
        assert_eq!(decoded(b"a\xd0\xec]", Some("UTF-8")), ("a\u{fffd}\u{fffd}]".to_owned(), Some(1)));
    }
}
