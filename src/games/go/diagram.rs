//! Go boards for people: X and O, or stones on lines; columns and rows have the letters of SGF, `aa` at the top left.

use certamen_draw::svg::{Caption, NARROWEST, open};
use std::fmt::Write as _;
use verify::go::{Board, Point, Size, Stone, first_without_liberties, strings};

/// The distance of two lines in user units.
pub(crate) const UNIT: usize = 32;
/// The margin for the coordinates.
const MARGIN: usize = 40;

/// A position as text.
pub fn text(board: &Board) -> String {
    let size = board.size();
    let mut text = String::from(" ");
    for letter in ('a'..).take(size.columns()) {
        let _ = write!(text, " {letter}");
    }
    for point in size.points() {
        if point.column() == 0 {
            let _ = write!(text, "\n{}", char::from(b'a' + point.row() as u8));
        }
        text.push_str(match board.stone(point) {
            Some(Stone::Black) => " X",
            Some(Stone::White) => " O",
            None => " .",
        });
    }
    text.push('\n');
    text
}

/// The facts of a position in one line, such as `Black 12 stones in 3 strings, White 1 stone in 1 string; legal`.
pub fn caption(board: &Board) -> String {
    let counted = |number: usize, what: &str| match number {
        1 => format!("1 {what}"),
        _ => format!("{number} {what}s"),
    };
    let all = strings(board);
    let side = |stone: Stone| {
        let strings = all.iter().filter(|string| string.stone == stone).count();
        format!("{stone} {} in {}", counted(board.count(stone), "stone"), counted(strings, "string"))
    };
    let judged = match first_without_liberties(board) {
        None => "legal".to_owned(),
        Some(string) => format!("not legal: {} at {} has no liberty", string.stone, string.points[0]),
    };
    format!("{}, {}; {judged}", side(Stone::Black), side(Stone::White))
}

/// A position as an SVG document with its caption.
pub fn svg(board: &Board) -> String {
    drawn(board, |_, _| {})
}

/// The same, with the number of liberties on each stone.
pub(crate) fn with_liberties(board: &Board) -> String {
    drawn(board, |svg, board| {
        for string in strings(board) {
            let fill = if string.stone == Stone::Black { "#f8f8f4" } else { "#111" };
            for (x, y) in string.points.iter().map(|&point| place(point)) {
                let count = string.liberties.len();
                let _ = writeln!(svg, "<text x=\"{x}\" y=\"{}\" fill=\"{fill}\">{count}</text>", y + 5);
            }
        }
    })
}

/// The place of a point in the picture.
pub(crate) fn place(point: Point) -> (usize, usize) {
    (MARGIN + point.column() * UNIT, MARGIN + point.row() * UNIT)
}

fn drawn(board: &Board, marked: impl FnOnce(&mut String, &Board)) -> String {
    let size = board.size();
    let (right, bottom) = (MARGIN + (size.columns() - 1) * UNIT, MARGIN + (size.rows() - 1) * UNIT);
    let width = (right + MARGIN).max(NARROWEST);
    let title = caption(board);
    let caption = Caption::new(&[&title], width);
    let mut svg = open((width, bottom + MARGIN + caption.height() + 8), 14, &title);
    let _ = writeln!(
        svg,
        "<rect width=\"{}\" height=\"{}\" fill=\"#dcb35c\"/>",
        right + MARGIN,
        bottom + MARGIN,
    );
    lines(&mut svg, size);
    for point in size.points() {
        let fill = match board.stone(point) {
            Some(Stone::Black) => "#111",
            Some(Stone::White) => "#f8f8f4",
            None => continue,
        };
        let (x, y) = place(point);
        let _ = writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"15\" fill=\"{fill}\" stroke=\"#222\"/>");
    }
    marked(&mut svg, board);
    caption.draw(&mut svg, bottom + MARGIN + 18);
    svg + "</svg>\n"
}

fn lines(svg: &mut String, size: Size) {
    let (right, bottom) = (MARGIN + (size.columns() - 1) * UNIT, MARGIN + (size.rows() - 1) * UNIT);
    for (column, letter) in (0..size.columns()).zip('a'..) {
        let x = MARGIN + column * UNIT;
        let _ = writeln!(svg, "<path d=\"M{x} {MARGIN}V{bottom}\" stroke=\"#222\"/>");
        let _ = writeln!(svg, "<text x=\"{x}\" y=\"{}\">{letter}</text>", MARGIN - 22);
    }
    for (row, letter) in (0..size.rows()).zip('a'..) {
        let y = MARGIN + row * UNIT;
        let _ = writeln!(svg, "<path d=\"M{MARGIN} {y}H{right}\" stroke=\"#222\"/>");
        let _ = writeln!(svg, "<text x=\"{}\" y=\"{}\">{letter}</text>", MARGIN - 28, y + 5);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use verify::go::parse_board;

    #[test]
    fn a_position_is_drawn_with_its_facts() {
        let board = parse_board("XX./OO.").expect("a board");
        assert_eq!(text(&board), "  a b c\na X X .\nb O O .\n");
        assert_eq!(caption(&board), "Black 2 stones in 1 string, White 2 stones in 1 string; legal");
        assert_eq!(svg(&board).matches("<circle").count(), 4);
        let dead = parse_board("XO/O.").expect("a board");
        assert!(caption(&dead).ends_with("; not legal: Black at aa has no liberty"));
    }
}
