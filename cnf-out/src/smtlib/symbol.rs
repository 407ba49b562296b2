//! Names of words as SMT-LIB symbols.

use std::borrow::Cow;
use std::collections::HashSet;

/// The longest name that is written, in bytes; it keeps lines short.
pub const NAME_LIMIT: usize = 200;

/// Reserved words of the language, and the functions of the theories `Core` and `FixedSizeBitVectors` and of the logic
/// `QF_BV`. Bars do not turn the name of a function into another symbol: `|bvand|` is `bvand`.
const TAKEN: &str = "! _ as BINARY DECIMAL exists forall HEXADECIMAL let match NUMERAL par STRING \
     assert check-sat check-sat-assuming declare-const declare-datatype declare-datatypes declare-fun declare-sort \
     define-const define-fun define-fun-rec define-funs-rec define-sort echo exit get-assertions get-assignment \
     get-info get-model get-option get-proof get-unsat-assumptions get-unsat-core get-value pop push reset \
     reset-assertions set-info set-logic set-option \
     Bool true false not => and or xor = distinct ite \
     BitVec concat extract zero_extend sign_extend rotate_left rotate_right repeat \
     bvnot bvneg bvand bvor bvadd bvmul bvudiv bvurem bvshl bvlshr bvult bvnand bvnor bvxor bvxnor bvcomp bvsub \
     bvsdiv bvsrem bvsmod bvashr bvule bvugt bvuge bvslt bvsle bvsgt bvsge";

/// Why the name of a word cannot be an SMT-LIB symbol.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// The name is empty.
    #[error("a word has an empty name")]
    Empty,
    /// Too long.
    #[error("the name of a word has {0} bytes: at most {NAME_LIMIT} are written")]
    TooLong(usize),
    /// A character that no symbol may contain, not even between bars.
    #[error("the name `{}` cannot be quoted: it has the character {found:?}", name.escape_default())]
    Character {
        /// The name.
        name: String,
        /// The first such character.
        found: char,
    },
    /// A name that starts with `@` or `.`, which is reserved for solvers.
    #[error("the name `{0}` starts with `@` or `.`, which is reserved for solvers")]
    Reserved(String),
    /// A name that means something else in SMT-LIB.
    #[error("the name `{0}` means something else in SMT-LIB")]
    Taken(String),
    /// Two words with the same name.
    #[error("two words have the name `{0}`")]
    Duplicate(String),
}

/// A name as a symbol: unchanged if it is a simple symbol, else between bars.
///
/// # Errors
/// [`NameError`] if it cannot be quoted, or if it means something else in SMT-LIB.
pub fn quoted(name: &str) -> Result<Cow<'_, str>, NameError> {
    if name.is_empty() {
        return Err(NameError::Empty);
    }
    if name.len() > NAME_LIMIT {
        return Err(NameError::TooLong(name.len()));
    }
    let unfit = |c: char| matches!(c, '|' | '\\') || !(c == ' ' || c.is_ascii_graphic());
    if let Some(found) = name.chars().find(|&c| unfit(c)) {
        return Err(NameError::Character { name: name.to_owned(), found });
    }
    if name.starts_with(['@', '.']) {
        return Err(NameError::Reserved(name.to_owned()));
    }
    if TAKEN.split_ascii_whitespace().any(|word| word == name) {
        return Err(NameError::Taken(name.to_owned()));
    }
    let simple = !name.starts_with(|c: char| c.is_ascii_digit()) && name.bytes().all(is_simple);
    Ok(if simple { Cow::Borrowed(name) } else { Cow::Owned(format!("|{name}|")) })
}

/// Whether a symbol may have this byte without bars.
pub(super) fn is_simple(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"~!@$%^&*_-+=<>.?/".contains(&byte)
}

/// The symbols of several names, which must differ.
pub(super) fn symbols<'n>(names: impl Iterator<Item = &'n str>) -> Result<Vec<Cow<'n, str>>, NameError> {
    let mut seen = HashSet::new();
    names
        .map(|name| {
            let symbol = quoted(name)?;
            if seen.insert(name) { Ok(symbol) } else { Err(NameError::Duplicate(name.to_owned())) }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_quoted_where_they_must_be() {
        for simple in ["own", "t0", "a-b", "x.1", "_x", "bv5", "<=>"] {
            assert_eq!(quoted(simple).unwrap(), simple);
        }
        for name in ["own[a1]", "0", "1st", "a b", "a;b", "\"", "("] {
            assert_eq!(quoted(name).unwrap(), format!("|{name}|"));
        }
    }

    #[test]
    fn names_that_cannot_be_quoted_are_refused_with_a_reason() {
        assert_eq!(quoted(""), Err(NameError::Empty));
        assert_eq!(quoted(&"x".repeat(201)), Err(NameError::TooLong(201)));
        assert!(quoted(&"x".repeat(200)).is_ok());
        for (name, found) in [("a|b", '|'), ("a\\", '\\'), ("a\nb", '\n'), ("é", 'é'), ("\u{7f}", '\u{7f}')]
        {
            assert_eq!(quoted(name), Err(NameError::Character { name: name.to_owned(), found }));
        }
        for name in ["@x", ".x"] {
            assert_eq!(quoted(name), Err(NameError::Reserved(name.to_owned())));
        }
        for name in ["let", "_", "true", "bvand", "define-fun", "BitVec", "="] {
            assert_eq!(quoted(name), Err(NameError::Taken(name.to_owned())));
        }
        assert_eq!(symbols(["a", "b", "a"].into_iter()), Err(NameError::Duplicate("a".to_owned())));
    }
}
