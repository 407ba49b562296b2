//! Squares as a letter and a digit: what the notations of the board games share.

/// The places in `letters` and `digits` of the two characters that `text` consists of, the letter in either case.
pub(crate) fn parse(text: &str, letters: &[char], digits: &[char]) -> Option<(usize, usize)> {
    let mut characters = text.chars();
    let (Some(letter), Some(digit), None) = (characters.next(), characters.next(), characters.next()) else {
        return None;
    };
    let file = letters.iter().position(|&file| file == letter.to_ascii_lowercase())?;
    Some((file, digits.iter().position(|&rank| rank == digit)?))
}
