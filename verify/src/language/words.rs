//! Splits texts into names, numbers and signs.

use super::Refusal;

const RESERVED: [&str; 20] = [
    "max", "min", "where", "for", "in", "some", "all", "let", "and", "or", "not", "subset", "rank", "file",
    "if", "then", "else", "closure", "repeat", "union",
];

/// A name, a number, a sign or a quoted text, with the number of its first character.
#[derive(Clone, Debug)]
pub(crate) struct Word {
    pub(crate) at: usize,
    pub(crate) text: String,
}

/// Splits a text at blanks and signs.
pub(crate) fn split(text: &str) -> Result<Vec<Word>, Refusal> {
    let letters: Vec<char> = text.chars().collect();
    let mut words = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        let begun = at;
        if letters[at].is_ascii_whitespace() {
            at += 1;
            continue;
        }
        let Some(end) = word_end(&letters, at) else {
            let reason = format!("a question cannot have {:?}", letters[at]);
            return Err(Refusal::Text { at: begun + 1, reason });
        };
        words.push(Word { at: begun + 1, text: letters[begun..end].iter().collect() });
        at = end;
    }
    words.push(Word { at: letters.len() + 1, text: String::new() });
    Ok(words)
}

/// Where the name, number or sign ends that begins at a place; `None` if none does.
pub(crate) fn word_end(letters: &[char], at: usize) -> Option<usize> {
    let is_of_name = |letter: &char| letter.is_ascii_alphanumeric() || *letter == '_';
    let (letter, next) = (letters.get(at)?, letters.get(at + 1));
    if is_of_name(letter) {
        let length = letters[at..].iter().take_while(|letter| is_of_name(letter)).count();
        return Some(at + length);
    }
    let is_pair = match letter {
        '<' | '>' | '!' | '=' => next.is_some_and(|next| matches!(next, '=' | '>')),
        '.' => next == Some(&'.'),
        _ => false,
    };
    match letter {
        _ if is_pair => Some(at + 2),
        _ if "()[]{}:.,&|^~=<>+-*/".contains(*letter) => Some(at + 1),
        _ => None,
    }
}

/// Whether a word is a name, reserved or not.
pub(super) fn is_name(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
}

/// Whether a word can begin a constant.
pub(super) fn is_operand(word: &str) -> bool {
    let is_digit = word.starts_with(|first: char| first.is_ascii_digit());
    let is_open = matches!(word, "(" | "max" | "min");
    is_digit || is_open || is_name(word) && word != "when" && !RESERVED.contains(&word)
}

/// Whether a word has a meaning of its own everywhere.
pub(super) fn is_reserved(word: &str) -> bool {
    RESERVED.contains(&word)
}
