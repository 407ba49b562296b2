//! Positions and flags in addresses: the address of a page is its position.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// What stays as it is in a part of a path. A slash of a position is encoded, so that a position is one part.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'!').remove(b'~');

/// The query part of an address, as pairs.
pub(crate) fn pairs(query: Option<&str>) -> Vec<(String, String)> {
    let pairs = form_urlencoded::parse(query.unwrap_or_default().as_bytes());
    pairs.map(|(name, value)| (name.into_owned(), value.into_owned())).collect()
}

/// The value of a name, without blanks around it. `None` if it is empty.
pub(crate) fn value<'q>(query: &'q [(String, String)], name: &str) -> Option<&'q str> {
    let found = query.iter().find(|(known, _)| known == name).map(|(_, value)| value.trim());
    found.filter(|value| !value.is_empty())
}

/// The query part with these pairs, with `?`, or nothing.
pub(crate) fn query(pairs: &[(String, String)]) -> String {
    if pairs.is_empty() {
        return String::new();
    }
    let mut text = form_urlencoded::Serializer::new("?".to_owned());
    text.extend_pairs(pairs);
    text.finish().replacen("?&", "?", 1)
}

/// The address of a position below a game. A position of one or two dots would mean another folder, so that it goes into
/// the query.
pub(crate) fn position(game: &str, position: &str, kept: &[(String, String)]) -> String {
    if position.is_empty() || position.len() <= 2 && position.bytes().all(|byte| byte == b'.') {
        let mut pairs = vec![("at".to_owned(), position.to_owned())];
        pairs.extend_from_slice(kept);
        return format!("/{game}/position{}", query(&pairs));
    }
    format!("/{game}/position/{}{}", utf8_percent_encode(position, PLAIN), query(kept))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_one_part_of_the_path() {
        let kept = [("board".to_owned(), "3x3 & <b>".to_owned())];
        assert_eq!(position("g", "../..", &[]), "/g/position/..%2F..");
        assert_eq!(position("g", "20-1!a1U", &[]), "/g/position/20-1!a1U");
        assert_eq!(position("g", "..", &kept), "/g/position?at=..&board=3x3+%26+%3Cb%3E");
        assert_eq!(
            pairs(Some("a=1&b=%2F+x")),
            [("a".to_owned(), "1".to_owned()), ("b".to_owned(), "/ x".to_owned())]
        );
    }
}
