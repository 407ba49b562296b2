//! The tokens of Rust source, as far as paths and imports need them.

/// A token; literals, comments and lifetimes are dropped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    Word(String),
    /// `::`
    Path,
    Mark(char),
}

/// The tokens of a file.
pub(crate) fn tokens(source: &str) -> Vec<Token> {
    let characters: Vec<char> = source.chars().collect();
    let (mut at, mut found) = (0, Vec::new());
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    while let Some(&here) = characters.get(at) {
        let next = characters.get(at + 1).copied();
        if here == '/' && next == Some('/') {
            while characters.get(at).is_some_and(|&character| character != '\n') {
                at += 1;
            }
        } else if here == 'r' && matches!(next, Some('"' | '#')) && raw_end(&characters, at).is_some() {
            at = raw_end(&characters, at).unwrap_or(characters.len());
        } else if here == '"' {
            at += 1;
            while characters.get(at).is_some_and(|&character| character != '"') {
                at += if characters[at] == '\\' { 2 } else { 1 };
            }
            at += 1;
        } else if here == '\'' && next == Some('\\') {
            at += 3;
            while characters.get(at).is_some_and(|&character| character != '\'') {
                at += 1;
            }
            at += 1;
        } else if here == '\'' && characters.get(at + 2) == Some(&'\'') {
            at += 3;
        } else if here == '\'' {
            at += 1;
            while characters.get(at).is_some_and(|&character| is_word(character)) {
                at += 1;
            }
        } else if is_word(here) {
            let begun = at;
            while characters.get(at).is_some_and(|&character| is_word(character)) {
                at += 1;
            }
            found.push(Token::Word(characters[begun..at].iter().collect()));
        } else if here == ':' && next == Some(':') {
            found.push(Token::Path);
            at += 2;
        } else {
            if !here.is_whitespace() {
                found.push(Token::Mark(here));
            }
            at += 1;
        }
    }
    found
}

/// The place behind a raw string; `None` if there is none.
fn raw_end(characters: &[char], at: usize) -> Option<usize> {
    let hashes = characters[at + 1..].iter().take_while(|&&character| character == '#').count();
    let begins = at + 1 + hashes;
    if characters.get(begins) != Some(&'"') {
        return None;
    }
    let is_end = |&place: &usize| {
        characters[place] == '"'
            && characters[place + 1..].iter().take(hashes).filter(|&&character| character == '#').count()
                == hashes
    };
    (begins + 1..characters.len()).find(is_end).map(|place| place + 1 + hashes)
}
