//! Numbers of positions.
//!
//! Idea: positions with an anchor are the arrangements of the characters of their one-line form. They are numbered in
//! dictionary order, with the alphabet `. o O x X Y` (the repository maksverver/pushfight, "Number of positions").

use super::notation::{GLYPHS, glyph, piece_of};
use super::position::{Kind, Position, Variant};

/// The number of each character still to be arranged, in the order of [`GLYPHS`].
type Stock = [u64; GLYPHS.len()];

/// The characters of all positions of a variant.
fn stock(variant: &Variant) -> Stock {
    let movers = variant.pieces(Kind::Mover) as u64;
    let pushers = variant.pieces(Kind::Pusher) as u64;
    let empty = variant.layout().area() as u64 - 2 * (movers + pushers);
    [empty, movers, pushers, movers, pushers - 1, 1]
}

/// The number of arrangements of the stock; `None` if it exceeds 64 bits.
fn arrangements(stock: &Stock) -> Option<u64> {
    let mut ways: u64 = 1;
    let mut total: u64 = 0;
    for &number in stock {
        for taken in 1..=number {
            total += 1;
            // A product of consecutive binomial coefficients: each division is exact.
            ways = u64::try_from(u128::from(ways) * u128::from(total) / u128::from(taken)).ok()?;
        }
    }
    Some(ways)
}

/// The number of positions with an anchor; `None` if it exceeds 64 bits. It is 401,567,166,000 for the published game.
pub fn positions(variant: &Variant) -> Option<u64> {
    arrangements(&stock(variant))
}

/// The number of a position, from 0; `None` if it has no anchor or there are too many positions to number.
pub fn index(position: &Position) -> Option<u64> {
    position.anchor()?;
    let mut stock = stock(position.variant());
    let mut before: u64 = 0;
    for square in position.layout().squares() {
        let here = GLYPHS.iter().position(|&other| other == glyph(position, square))?;
        for smaller in 0..here {
            if stock[smaller] > 0 {
                stock[smaller] -= 1;
                before = before.checked_add(arrangements(&stock)?)?;
                stock[smaller] += 1;
            }
        }
        stock[here] = stock[here].checked_sub(1)?;
    }
    Some(before)
}

/// The position with number `index`; `None` from [`positions`] on.
pub fn position_at(variant: &Variant, index: u64) -> Option<Position> {
    let mut stock = stock(variant);
    if index >= arrangements(&stock)? {
        return None;
    }
    let mut rest = index;
    let mut cells = Vec::new();
    let mut anchor = None;
    for square in variant.layout().squares() {
        for kind in 0..GLYPHS.len() {
            if stock[kind] == 0 {
                continue;
            }
            stock[kind] -= 1;
            let ways = arrangements(&stock)?;
            if rest < ways {
                let (piece, anchored) = piece_of(GLYPHS[kind])?;
                cells.push(piece);
                anchor = if anchored { Some(square) } else { anchor };
                break;
            }
            rest -= ways;
            stock[kind] += 1;
        }
    }
    let mut cells = cells.into_iter();
    Position::new(variant, |_| cells.next().flatten(), anchor).ok()
}
