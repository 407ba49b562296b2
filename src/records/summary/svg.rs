//! The summary as a picture: for each ply, the greatest and the mean number of legal moves.

use super::Summary;
use certamen_draw::svg::{escaped, lines_of_text, open};
use std::fmt::Write as _;

/// The width of a ply, and the height of a legal move, in user units.
const STEP: usize = 12;
/// The margin for the axes and the lines of text.
const MARGIN: usize = 60;
/// The largest number of plies, and of legal moves, that are drawn.
const MOST: usize = 400;

impl Summary {
    /// The summary as an SVG document.
    pub fn svg(&self) -> String {
        let text = self.text();
        let facts: Vec<&str> =
            text.lines().take_while(|line| !line.trim_start().starts_with("ply ")).collect();
        let plies = self.plies.get(..MOST).unwrap_or(&self.plies);
        let Some(most) = self.most_moves() else { return lines_of_text(&facts) };
        let (columns, rows) = (plies.len(), usize::from(most.value).min(MOST));
        let (bottom, width) = (MARGIN + rows * STEP, 2 * MARGIN + columns * STEP);
        let mut svg = open((width, bottom + MARGIN), 12, &escaped(facts.first().unwrap_or(&"")));
        for row in (0..=rows).step_by(5) {
            let y = bottom - row * STEP;
            let _ = writeln!(svg, "<text x=\"{}\" y=\"{}\">{row}</text>", MARGIN / 2, y + 4);
            let right = width - MARGIN;
            let _ =
                writeln!(svg, "<line x1=\"{MARGIN}\" y1=\"{y}\" x2=\"{right}\" y2=\"{y}\" stroke=\"#ddd\"/>");
        }
        let mut mean = String::new();
        for (ply, found) in plies.iter().enumerate() {
            let x = MARGIN + ply * STEP;
            let height = found.most.as_ref().map_or(0, |most| usize::from(most.value)).min(MOST) * STEP;
            let _ = writeln!(
                svg,
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{height}\" fill=\"#9bc\"/>",
                x + 1,
                bottom - height,
                STEP - 2
            );
            let average = found.moves as f64 / found.games.max(1) as f64;
            let y = bottom as f64 - average.min(MOST as f64) * STEP as f64;
            let _ = write!(mean, "{},{y:.1} ", x + STEP / 2);
            if ply % 10 == 0 {
                let _ = writeln!(svg, "<text x=\"{}\" y=\"{}\">{ply}</text>", x + STEP / 2, bottom + 16);
            }
        }
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"#b30\" stroke-width=\"2\"/>",
            mean.trim_end()
        );
        let caption = "legal moves by ply: the most (bars) and the mean (line)";
        let _ = writeln!(svg, "<text x=\"{}\" y=\"{}\">{caption}</text>", width / 2, bottom + 36);
        let title = escaped(facts.first().unwrap_or(&""));
        let _ = writeln!(svg, "<text x=\"{}\" y=\"{}\">{title}</text>", width / 2, MARGIN / 2);
        svg + "</svg>\n"
    }
}
