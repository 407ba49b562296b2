//! Turns of several parts, as a question sees them.

use crate::word::Word;

/// A turn of several parts that was chosen by its squares.
///
/// # Examples
/// ```
/// use encodings::push_fight::{Board, PushFight, notation};
/// use encodings::rules::Rules;
/// use encodings::word::OneHot;
///
/// type Small = PushFight<4, 3, 1, 1>;
/// let rules = Small::default();
/// let position = notation::parse::<Small>("YO..xo")?.pieces();
/// let b2 = OneHot::from_square(Small::LAYOUT.parse("b2")?, 0);
/// let turn = rules.play_turn(position, &[b2; 6]).ok_or("a turn has six squares")?;
/// assert!(!turn.legal, "a push goes to another square");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnPlayed<W: Word, B> {
    /// Whether it is legal. If not, the other fields have no meaning.
    pub legal: W::Bit,
    /// The square that it comes from.
    pub from: W,
    /// The square that it goes to.
    pub to: W,
    /// The position after it, as the next player sees it.
    pub after: B,
}
