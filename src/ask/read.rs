//! Reads words from a solver's choice.

use crate::query::ReadWord;
use crate::witness::WitnessError;
use encodings::rules::Boards;
use encodings::word::NativeWord as _;

/// Reads a word of at most 32 bits.
///
/// # Errors
/// [`WitnessError::Map`] if the word is missing.
pub fn read_word(name: &str, words: ReadWord<'_>) -> Result<u32, WitnessError> {
    let bits = words(name)?;
    Ok(bits.into_iter().take(32).enumerate().fold(0, |word, (index, bit)| word | u32::from(bit) << index))
}

/// Reads a board: each word under its name.
///
/// # Errors
/// [`WitnessError::Map`] if a word is missing.
pub fn read_board<R: Boards>(rules: &R, words: ReadWord<'_>) -> Result<R::Board<R::Native>, WitnessError> {
    let bits = rules.names().iter().map(|name| words(name)).collect::<Result<Vec<_>, _>>()?;
    let mut words = bits.into_iter().map(R::Native::of_bits);
    Ok(rules.build(|_| words.next().unwrap_or_default()))
}

/// Reads the words `own` and `opp` as a board of two colours, X and O, without row separators.
///
/// # Errors
/// [`WitnessError`] if a word is missing, or if a square is in both words.
pub fn read_colours(empty: char, words: ReadWord<'_>) -> Result<String, WitnessError> {
    let (own, opp) = (words("own")?, words("opp")?);
    let cell = |(square, pair): (usize, (&bool, &bool))| match pair {
        (true, true) => Err(WitnessError::Refused(format!("square number {} holds two discs", square + 1))),
        (true, false) => Ok('X'),
        (false, true) => Ok('O'),
        (false, false) => Ok(empty),
    };
    own.iter().zip(&opp).enumerate().map(cell).collect()
}
