//! Squares as a letter and a digit, which the notations of several board games share.

/// The indices in `letters` and `digits` of the two characters of `text`. The letter may be in upper or lower case.
pub(crate) fn parse(text: &str, letters: &[char], digits: &[char]) -> Option<(usize, usize)> {
    let mut characters = text.chars();
    let (Some(letter), Some(digit), None) = (characters.next(), characters.next(), characters.next()) else {
        return None;
    };
    let file = letters.iter().position(|&file| file == letter.to_ascii_lowercase())?;
    Some((file, digits.iter().position(|&rank| rank == digit)?))
}
