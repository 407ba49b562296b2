//! A profile for people: a table, a page with the records, and a plot.

use super::Scope;
use super::ends::UnreachedList;
use super::entry::{CheckedRefutation, ProfileEntry, Reason};
use super::page::{NOT_AMONG, NOT_REACHED, REFUTED};
use super::passes::NoPass;
use certamen_draw::svg::open;
use certamen_othello::query::{OthelloWitness, Reachability, ToMove};
use std::fmt::Write as _;

/// The width of one number of discs, and the height of one legal move, in user units.
const STEP: u32 = 12;
/// The margin for the axes.
const MARGIN: u32 = 40;

/// The table: a line for each number of discs, an interval if the answer is open, `-` if there is no position.
pub fn table(entries: &[ProfileEntry]) -> String {
    let mut text = String::from("discs");
    for row in rows(entries).take(1) {
        for entry in row {
            let _ = write!(text, "{:>8}", entry.to_move.to_string());
        }
    }
    text.push('\n');
    for row in rows(entries) {
        let _ = write!(text, "{:>5}", row[0].discs);
        for entry in row {
            let _ = write!(text, "{entry:>8}");
        }
        text.push('\n');
    }
    text
}

/// The page: the table, the plot, and the record and the refutation of each answer.
pub fn markdown(scope: Scope, entries: &[ProfileEntry]) -> String {
    let mut text = format!("{}\n\n![the plot](profile.svg)\n\n| discs |", title(scope));
    for to_move in scope.sides() {
        let _ = write!(text, " {} |", heading(*to_move));
    }
    text += "\n|---:|";
    text += &"---:|".repeat(scope.sides().len());
    text.push('\n');
    for row in rows(entries) {
        let _ = write!(text, "| {} |", row[0].discs);
        for entry in row {
            let _ = write!(text, " {entry} |");
        }
        text.push('\n');
    }
    text += "\n`a..b` is an interval still open, `-` means that there is no such position.\n\n\
             | discs | to move | most | record or position | no more, because |\n|---:|---|---:|---|---|\n";
    for entry in entries {
        let shown = |witness: &OthelloWitness| match &witness.record {
            // Records of all sources are written in one way.
            Some(record) => record.to_uppercase(),
            None => witness.board.clone(),
        };
        let record = entry.witness.as_ref().map(shown);
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

/// The first line of a page.
pub(super) fn title(scope: Scope) -> String {
    let positions = if scope.reachable { "reachable positions" } else { "any positions" };
    format!("# The largest number of legal moves in {positions} of Othello, {}", scope.board)
}

const fn heading(to_move: ToMove) -> &'static str {
    match to_move {
        ToMove::Black => "Black to move",
        ToMove::White => "White to move",
        ToMove::Either => "X to move",
    }
}

fn reason(entry: &ProfileEntry) -> String {
    let exhaustive = if entry.exhaustive { "; exhaustive search agrees" } else { "" };
    match &entry.shown_by {
        Reason::EmptySquares => format!("{} squares are empty{exhaustive}", entry.impossible - 1),
        Reason::Start => "it is the start".to_owned(),
        Reason::Page(reason) => format!("{reason}{exhaustive}"),
        Reason::Search => {
            format!("{}{NOT_AMONG}, which were searched natively, without a proof", entry.impossible)
        }
        Reason::Ends(ends) => {
            let (have, game) = match ends.positions {
                0 => ("no position has them, by".to_owned(), ""),
                1 => ("1 position has them, in".to_owned(), "; the native search finds no game to it"),
                many => (
                    format!("{many} positions have them, all in"),
                    "; the native search finds no game to any",
                ),
            };
            let (at_least, sha256) = (entry.impossible, &ends.sha256);
            format!("{at_least}{NOT_REACHED}{have} a list that is proved complete, SHA-256 {sha256}{game}")
        }
        Reason::Passes(shown) => format!("{}{NOT_REACHED}{}", entry.impossible, no_pass(entry.discs, shown)),
        Reason::Certificate(lemma) => format!(
            "{}{REFUTED}{} bytes in a certificate, SHA-256 {}{exhaustive}",
            entry.impossible, lemma.proof_bytes, lemma.proof_sha256
        ),
        Reason::Refutation(refuted) => format!(
            "{}{REFUTED}{} bytes, SHA-256 {}{exhaustive}",
            entry.impossible, refuted.proof_bytes, refuted.proof_sha256
        ),
    }
}

/// Why there is no place for the last pass.
fn no_pass(discs: u32, shown: &NoPass) -> String {
    let steps = |reach| if let Reachability::Window(window) = reach { window.steps } else { 0 };
    let mut text = format!(
        "somebody has to pass; games with the last pass at up to {} discs were searched natively, without a proof",
        shown.searched
    );
    for refuted in &shown.later {
        let CheckedRefutation { proof_bytes, proof_sha256, .. } = refuted;
        let at = discs - refuted.question.reach.map_or(0, steps);
        let _ =
            write!(text, "; at {at} discs by a checked proof of {proof_bytes} bytes, SHA-256 {proof_sha256}");
    }
    for UnreachedList { question, positions, sha256 } in &shown.lists {
        let at = match question.reach {
            None if !question.after_pass => "later".to_owned(),
            reach => format!("at {} discs", discs - reach.map_or(0, steps)),
        };
        let by = match positions {
            0 => "no position has them, by a list",
            _ => "the native search finds no game to any position of a list",
        };
        let _ = write!(text, "; {at} {by} that is proved complete, SHA-256 {sha256} ({positions} positions)");
    }
    text
}

/// The plot: for each side to move a line through the numbers reached, and bars where more may be possible.
pub fn svg(scope: Scope, entries: &[ProfileEntry]) -> String {
    let board = scope.board;
    let most = entries.iter().map(|entry| entry.impossible).filter(|_| !entries.is_empty());
    let most = most.max().unwrap_or(0).max(5);
    let (wide, high) = ((board.squares() - 4) * STEP, most * STEP);
    let (width, height) = (wide + 2 * MARGIN, high + 2 * MARGIN);
    let title = format!("The largest number of legal moves by the number of discs, {board}");
    let mut svg = open((width, height), 11, &title);
    let _ = writeln!(svg, "<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>");
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
    let mut legend = Vec::new();
    for ((&to_move, colour), shift) in scope.sides().iter().zip(["#111", "#d2691e"]).zip([0, 2]) {
        let side = entries.iter().filter(|entry| entry.to_move == to_move);
        line(&mut svg, side, colour, shift, bottom);
        legend.push(format!("<tspan fill=\"{colour}\">{}</tspan>", heading(to_move)));
    }
    let (middle, below, legend) = (width / 2, bottom + 32, legend.join(", "));
    let _ = writeln!(
        svg,
        "<text x=\"{middle}\" y=\"{below}\">discs</text>\n\
         <text x=\"{middle}\" y=\"20\">legal moves: {legend}</text>\n</svg>"
    );
    svg
}

fn line<'e>(
    svg: &mut String,
    side: impl Iterator<Item = &'e ProfileEntry>,
    colour: &str,
    shift: u32,
    bottom: u32,
) {
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
fn rows(entries: &[ProfileEntry]) -> impl Iterator<Item = &[ProfileEntry]> {
    entries.chunk_by(|one, other| one.discs == other.discs)
}
