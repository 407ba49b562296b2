//! A plot of how fast the constants converge.

use super::constants::Constants;
use super::decimal::Decimal;
use certamen_draw::svg::open;
use num_bigint::BigUint;
use std::fmt::Write as _;

/// The length of one step of the board's side, and of one digit, in user units.
const SIDE: f64 = 40.0;
const DIGIT: f64 = 14.0;
/// The margin that holds the axes.
const MARGIN: f64 = 44.0;

/// The number of correct digits by the side of the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The name of the constant.
    pub name: &'static str,
    /// Pairs of the side and the number of digits.
    pub points: Vec<(usize, f64)>,
}

/// The correct digits of each L except the last, compared with the last; and those of the formula with the constants of
/// the last size, on square boards that were not used to compute it.
///
/// `squares` are the counts of 1x1, 2x2, ....
pub fn convergence(constants: &[Constants], squares: &[BigUint]) -> [Line; 2] {
    let Some((best, earlier)) = constants.split_last() else {
        return ["L", "formula"].map(|name| Line { name, points: Vec::new() });
    };
    let of_base = earlier.iter().map(|found| (found.size, found.base.right_digits(&best.base)));
    let of_formula = (1..best.size)
        .zip(squares)
        .map(|(side, count)| (side, best.estimate(side, side).right_digits(&Decimal::whole(count))));
    [
        Line { name: "L(n,n) L(n+1,n+1) / L(n,n+1)²", points: of_base.collect() },
        Line { name: "A B²ⁿ L^(n²) for L(n,n)", points: of_formula.collect() },
    ]
}

/// The lines in one plot.
pub fn svg(lines: &[Line]) -> String {
    let points = || lines.iter().flat_map(|line| &line.points).filter(|(_, digits)| digits.is_finite());
    let sides = points().map(|&(side, _)| side).max().unwrap_or(1);
    let most = points().map(|&(_, digits)| digits).fold(1.0, f64::max).ceil();
    let (wide, high) = (SIDE * sides as f64, DIGIT * most);
    let (width, height) = (wide + 2.0 * MARGIN, high + 2.0 * MARGIN);
    let bottom = MARGIN + high;
    let x = |side: usize| MARGIN + SIDE * side as f64;
    let y = |digits: f64| bottom - DIGIT * digits.max(0.0);
    let title = "Correct digits of the constants of Go positions, by the side n of the board";
    let mut svg = open((width, height), 11, title);
    let _ = writeln!(svg, "<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>");
    for side in 1..=sides {
        let _ = writeln!(svg, "<path d=\"M{} {MARGIN}V{bottom}\" stroke=\"#ddd\"/>", x(side));
        let _ = writeln!(svg, "<text x=\"{}\" y=\"{}\">{side}</text>", x(side), bottom + 16.0);
    }
    for digits in (0..=most as usize).step_by(2) {
        let at = y(digits as f64);
        let _ = writeln!(svg, "<path d=\"M{MARGIN} {at}H{}\" stroke=\"#ddd\"/>", MARGIN + wide);
        let _ = writeln!(svg, "<text x=\"{}\" y=\"{}\">{digits}</text>", MARGIN - 14.0, at + 4.0);
    }
    for (line, colour) in lines.iter().zip(["#111", "#d2691e"]) {
        let mut track = String::new();
        for &(side, digits) in line.points.iter().filter(|(_, digits)| digits.is_finite()) {
            let (x, y) = (x(side), y(digits));
            let _ = write!(track, "{x},{y:.1} ");
            let _ = writeln!(svg, "<circle cx=\"{x}\" cy=\"{y:.1}\" r=\"3\" fill=\"{colour}\"/>");
        }
        let track = track.trim_end();
        let _ = writeln!(svg, "<polyline points=\"{track}\" fill=\"none\" stroke=\"{colour}\"/>");
    }
    let names = lines.iter().zip(["#111", "#d2691e"]);
    let names: Vec<String> =
        names.map(|(line, colour)| format!("<tspan fill=\"{colour}\">{}</tspan>", line.name)).collect();
    let (middle, below) = (width / 2.0, bottom + 34.0);
    let _ = writeln!(
        svg,
        "<text x=\"{middle}\" y=\"{below}\">n</text>\n\
         <text x=\"{middle}\" y=\"20\">correct digits: {}</text>\n</svg>",
        names.join(", ")
    );
    svg
}
