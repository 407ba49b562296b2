//! Paths in scripts.

use crate::error::CampaignError;
use std::path::Path;

/// A path as text that fits on a line.
pub(super) fn line(path: &Path) -> Result<String, CampaignError> {
    match path.to_str() {
        Some(text) if !text.contains(char::is_control) => Ok(text.to_owned()),
        _ => Err(CampaignError::malformed(
            path,
            "a path with control characters or not in UTF-8 cannot be in a script",
        )),
    }
}

/// A text as one word of a shell.
pub(super) fn word(text: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./:=@%+,".contains(letter);
    if !text.is_empty() && text.chars().all(is_plain) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}

/// A text as a basic string of TOML.
pub(super) fn toml(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// A time of whole minutes as hours, minutes and seconds.
pub(super) fn clock(seconds: u64) -> String {
    format!("{}:{:02}:00", seconds / 3600, seconds / 60 % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_a_shell_would_read_them_otherwise() {
        assert_eq!(word("/a/b-c_1.json"), "/a/b-c_1.json");
        assert_eq!(word("a b"), "'a b'");
        assert_eq!(word("it's"), r"'it'\''s'");
        assert_eq!(word(""), "''");
        assert_eq!(toml(r#"a "b" \c"#), r#""a \"b\" \\c""#);
        assert_eq!(clock(90_060), "25:01:00");
        assert!(line(Path::new("a\nb")).is_err());
    }
}
