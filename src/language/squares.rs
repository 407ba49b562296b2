//! Squares and sets of squares by their names: `d3`, `rank 3`, `file c`, `edges`.

use crate::error::{LanguageError, Reason};
use crate::syntax::Region;
use encodings::board::{Layout, Mask, Symmetry};

/// The square with a name.
pub(crate) fn square(layout: Layout, of_board: &Mask, at: usize, name: &str) -> Result<usize, LanguageError> {
    let square = layout.parse(name);
    let square = square.map_err(|error| LanguageError::new(at, Reason::OffBoard(error.to_string())))?;
    if !of_board.contains(square.index()) {
        let reason = format!("{} is not a square of this board", layout.name(square));
        return Err(LanguageError::new(at, Reason::OffBoard(reason)));
    }
    Ok(square.index())
}

/// The squares of a rank, counted from 1.
pub(crate) fn rank(layout: Layout, at: usize, rank: i64) -> Result<Mask, LanguageError> {
    let ranks = layout.ranks();
    let index = usize::try_from(rank - 1).ok().filter(|&index| index < ranks);
    let index = index.ok_or_else(|| {
        let reason = format!("rank {rank} is not on the board: it has ranks 1 to {ranks}");
        LanguageError::new(at, Reason::OffBoard(reason))
    })?;
    Ok(squares_where(layout, |_, rank| rank == index))
}

/// The squares of a file, lettered from a.
pub(crate) fn file(layout: Layout, at: usize, file: char) -> Result<Mask, LanguageError> {
    let index = (file as usize).wrapping_sub('a' as usize);
    letter(layout, at, index as i64 + 1)?;
    Ok(squares_where(layout, |file, _| file == index))
}

/// The letter of a file, counted from 1.
pub(crate) fn letter(layout: Layout, at: usize, file: i64) -> Result<char, LanguageError> {
    let letter = letter_of(file);
    letter.filter(|_| file <= layout.files() as i64).ok_or_else(|| {
        let named = letter.map_or_else(|| file.to_string(), String::from);
        let last = letter_of(layout.files() as i64).unwrap_or('z');
        let reason = format!("file {named} is not on the board: it has files a to {last}");
        LanguageError::new(at, Reason::OffBoard(reason))
    })
}

/// The letter for a number from 1 to 26.
fn letter_of(file: i64) -> Option<char> {
    let file = u8::try_from(file).ok().filter(|file| (1..=26).contains(file))?;
    Some(char::from(b'a' + file - 1))
}

/// The squares of a region.
pub(crate) fn region(layout: Layout, region: Region) -> Mask {
    let (last_file, last_rank) = (layout.files() - 1, layout.ranks() - 1);
    squares_where(layout, |file, rank| {
        let (is_at_side, is_at_end) = (file == 0 || file == last_file, rank == 0 || rank == last_rank);
        match region {
            Region::Board => true,
            Region::Corners => is_at_side && is_at_end,
            Region::Edges => is_at_side || is_at_end,
        }
    })
}

/// The squares whose file and rank, counted from 0, belong.
fn squares_where(layout: Layout, belongs: impl Fn(usize, usize) -> bool) -> Mask {
    layout.all().fold(Mask::EMPTY, |mask, square| {
        let (file, rank) = layout.coordinates(square);
        if belongs(file, rank) { mask.with(square.index()) } else { mask }
    })
}

/// The symmetry of a name: that of game files, without the hyphen before a number and with `_` for other hyphens.
pub(crate) fn image(name: &str) -> Option<Symmetry> {
    Symmetry::ALL.into_iter().skip(1).find(|symmetry| name_of_image(*symmetry) == name)
}

/// The name of a symmetry as a function.
pub(crate) fn name_of_image(symmetry: Symmetry) -> String {
    let name = symmetry.name();
    if name.ends_with(|letter: char| letter.is_ascii_digit()) {
        name.replace('-', "")
    } else {
        name.replace('-', "_")
    }
}
