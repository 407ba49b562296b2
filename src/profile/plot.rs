//! A profile for people: a table, a page with the records, and a plot.

use super::entry::{Entry, Shown};
use crate::query::{BoardSize, ToMove};
use std::fmt::Write as _;

/// The room of one number of discs, and that of one legal move, in user units.
const STEP: u32 = 12;
/// The margin that holds the axes.
const MARGIN: u32 = 40;

/// The table: a line for each number of discs, an interval where the answer is open, `-` where there is no position.
pub fn table(entries: &[Entry]) -> String {
    let mut text = String::from("discs   black   white\n");
    for [black, white] in rows(entries) {
        let _ = writeln!(text, "{:>5}{black:>8}{white:>8}", black.discs);
    }
    text
}

/// The page: the table, the plot, and the record and the refutation of each answer.
pub fn markdown(board: BoardSize, entries: &[Entry]) -> String {
    let mut text = format!(
        "# The largest number of legal moves in Othello positions that a game reaches, {board}\n\n\
         ![the plot](profile.svg)\n\n\
         | discs | Black to move | White to move |\n|---:|---:|---:|\n"
    );
    for [black, white] in rows(entries) {
        let _ = writeln!(text, "| {} | {black} | {white} |", black.discs);
    }
    text += "\n`a..b` is an interval still open, `-` means that there is no such position.\n\n\
             | discs | to move | most | record | no more, because |\n|---:|---|---:|---|---|\n";
    for entry in entries {
        let record = entry.witness.as_ref().and_then(|witness| witness.record.as_deref());
        let (discs, to_move) = (entry.discs, entry.to_move);
        let _ = writeln!(
            text,
            "| {discs} | {to_move} | {entry} | {} | {} |",
            record.unwrap_or_default(),
            reason(entry)
        );
    }
    text
}

fn reason(entry: &Entry) -> String {
    let exhaustive = if entry.exhaustive { "; exhaustive search agrees" } else { "" };
    match &entry.shown_by {
        Shown::EmptySquares => format!("{} squares are empty{exhaustive}", entry.impossible - 1),
        Shown::Start => "it is the start".to_owned(),
        Shown::Refutation(refuted) => format!(
            "{} refuted: proof of {} bytes, SHA-256 {}{exhaustive}",
            entry.impossible, refuted.proof_bytes, refuted.proof_sha256
        ),
    }
}

/// The plot: a line for each colour through what is reached, and a bar where more may be possible.
pub fn svg(board: BoardSize, entries: &[Entry]) -> String {
    let most = entries.iter().map(|entry| entry.impossible).filter(|_| !entries.is_empty());
    let most = most.max().unwrap_or(0).max(5);
    let (wide, high) = ((board.squares() - 4) * STEP, most * STEP);
    let (width, height) = (wide + 2 * MARGIN, high + 2 * MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"sans-serif\" font-size=\"11\" text-anchor=\"middle\">\n\
         <title>The largest number of legal moves by the number of discs, {board}</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"
    );
    let bottom = MARGIN + high;
    for discs in (4..=board.squares()).step_by(4) {
        let x = MARGIN + (discs - 4) * STEP;
        let _ = writeln!(svg, "<path d=\"M{x} {MARGIN}V{bottom}\" stroke=\"#ddd\"/>");
        let _ = writeln!(svg, "<text x=\"{x}\" y=\"{}\">{discs}</text>", bottom + 16);
    }
    for moves in (0..=most).step_by(5) {
        let y = bottom - moves * STEP;
        let _ = writeln!(svg, "<path d=\"M{MARGIN} {y}H{}\" stroke=\"#ddd\"/>", MARGIN + wide);
        let _ = writeln!(svg, "<text x=\"{}\" y=\"{}\">{moves}</text>", MARGIN - 14, y + 4);
    }
    for (to_move, colour, shift) in [(ToMove::Black, "#111", 0), (ToMove::White, "#d2691e", 2)] {
        let side = entries.iter().filter(|entry| entry.to_move == to_move);
        line(&mut svg, side, colour, shift, bottom);
    }
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"{}\">discs</text>\n<text x=\"{}\" y=\"20\">legal moves: \
         <tspan fill=\"#111\">Black to move</tspan>, <tspan fill=\"#d2691e\">White to move</tspan></text>\n</svg>",
        width / 2,
        bottom + 32,
        width / 2
    );
    svg
}

fn line<'e>(svg: &mut String, side: impl Iterator<Item = &'e Entry>, colour: &str, shift: u32, bottom: u32) {
    let mut points = String::new();
    for entry in side {
        let x = MARGIN + (entry.discs - 4) * STEP + shift;
        if let Some(witness) = &entry.witness {
            let y = bottom - witness.mobility * STEP;
            let _ = write!(points, "{x},{y} ");
            let _ = writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"3\" fill=\"{colour}\"/>");
        }
        if !entry.is_closed() {
            let low = entry.witness.as_ref().map_or(0, |witness| witness.mobility);
            let (from, to) = (bottom - low * STEP, bottom - (entry.impossible - 1) * STEP);
            let _ =
                writeln!(svg, "<path d=\"M{x} {from}V{to}\" stroke=\"{colour}\" stroke-dasharray=\"2 2\"/>");
        }
    }
    let _ = writeln!(svg, "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\"/>", points.trim_end());
}

/// The entries by number of discs, Black's first.
fn rows(entries: &[Entry]) -> impl Iterator<Item = &[Entry; 2]> {
    entries.as_chunks().0.iter()
}
