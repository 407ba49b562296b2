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

/// Defines a square that is named by a letter and a digit, such as `d3`, with the reader of its name and its error.
/// Squares sort by the fields in the order in which they stand.
macro_rules! named_square {
    (
        $(#[$about:meta])* $Square:ident { $first:ident, $second:ident }
        $letter:ident: $letters:expr, $digit:ident: $digits:expr, $expected:literal
    ) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $Square {
            $first: u8,
            $second: u8,
        }

        impl $Square {
            /// The square with these coordinates, both from 0; `None` beyond the letters or the digits.
            pub fn new($letter: usize, $digit: usize) -> Option<$Square> {
                let inside = $letter < $letters.len() && $digit < $digits.len();
                inside.then_some($Square { $letter: $letter as u8, $digit: $digit as u8 })
            }

            /// The place of the letter: a = 0.
            pub fn $letter(self) -> usize {
                usize::from(self.$letter)
            }

            /// The place of the digit: 1 = 0.
            pub fn $digit(self) -> usize {
                usize::from(self.$digit)
            }
        }

        impl std::fmt::Display for $Square {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}{}", $letters[self.$letter()], $digits[self.$digit()])
            }
        }

        /// A text that does not name a square.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
        #[error($expected)]
        pub struct SquareError;

        impl std::str::FromStr for $Square {
            type Err = SquareError;

            /// Reads a letter, in upper or lower case, and a digit, with nothing before or after them.
            fn from_str(text: &str) -> Result<$Square, SquareError> {
                $crate::coordinates::parse(text, &$letters, &$digits)
                    .and_then(|(letter, digit)| $Square::new(letter, digit))
                    .ok_or(SquareError)
            }
        }
    };
}
pub(crate) use named_square;
