//! Boards as text: one character for each square, a1 first, X for the mover (or Black), O for the other, - for empty.

use super::rules::Discs;
use crate::board::Layout;
use crate::word::Word;

/// Why a text is not a board.
///
/// # Examples
/// ```
/// use encodings::board::Grid;
/// use encodings::othello::notation::parse;
///
/// let error = parse("XO?", Grid::<4, 4>::LAYOUT).map_err(|error| error.to_string());
/// assert_eq!(error, Err("character 3 of the board is `?`: expected X, O or -".to_owned()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    /// Not one character for each square.
    #[error("the board has {found} squares, expected {expected} ({layout})")]
    Length {
        /// The number of characters given.
        found: usize,
        /// The number of squares of the layout.
        expected: usize,
        /// The layout.
        layout: Layout,
    },
    /// A character that has no meaning here.
    #[error("character {place} of the board is `{found}`: expected X, O or -")]
    Foreign {
        /// Which character, counted from 1.
        place: usize,
        /// The character.
        found: char,
    },
}

/// Reads the discs of a board; blanks and newlines are skipped. Does not check that they form a position.
///
/// # Errors
/// [`NotationError`], which names the place.
pub fn parse(text: &str, layout: Layout) -> Result<Discs<u64>, NotationError> {
    let mut discs = Discs { own: 0u64, opp: 0u64 };
    let mut found = 0;
    for (place, character) in
        text.chars().enumerate().filter(|(_, character)| !character.is_ascii_whitespace())
    {
        let bit = 1u64.up(found);
        match character {
            'X' | 'x' => discs.own |= bit,
            'O' | 'o' => discs.opp |= bit,
            '-' | '.' => {}
            _ => return Err(NotationError::Foreign { place: place + 1, found: character }),
        }
        found += 1;
    }
    let expected = layout.squares();
    if found == expected { Ok(discs) } else { Err(NotationError::Length { found, expected, layout }) }
}

/// Writes the discs of a board on one line.
pub fn print(discs: Discs<u64>, layout: Layout) -> String {
    (0..layout.squares())
        .map(|index| match (discs.own.bit(index), discs.opp.bit(index)) {
            (true, _) => 'X',
            (_, true) => 'O',
            _ => '-',
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn boards_round_trip(own: u64, opp: u64) {
            let layout = Layout::new(8, 8).unwrap();
            let discs = Discs { own: own & !opp, opp };
            prop_assert_eq!(parse(&print(discs, layout), layout), Ok(discs));
        }

        #[test]
        fn any_text_is_answered(text in ".{0,80}") {
            let _ = parse(&text, Layout::new(8, 8).unwrap());
        }
    }

    #[test]
    fn complaints_name_the_place() {
        let layout = Layout::new(4, 4).unwrap();
        assert_eq!(parse("XO?", layout), Err(NotationError::Foreign { place: 3, found: '?' }));
        assert_eq!(parse("XO", layout), Err(NotationError::Length { found: 2, expected: 16, layout }));
    }
}
