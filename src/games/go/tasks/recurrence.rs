//! `certamen recurrence`

use super::progress::Progress;
use super::{Outcome, Session, file};
use crate::count::board::{Board, LONGEST};
use crate::count::run::{Settings, count};
use crate::count::valid;
use crate::recurrence::constants::Constants;
use crate::recurrence::growth::growth;
use crate::recurrence::minimal::minimal;
use crate::recurrence::plot::{self, Line};
use crate::recurrence::sampling::{self, estimate};
use anyhow::bail;
use clap::{Args, ValueEnum};
use num_bigint::BigUint;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::PathBuf;

/// Tell what follows from counts: recurrences, growth, constants, estimates.
///
/// With --height M: the shortest linear recurrence of L(M,n) in n, and a and lambda with L(M,n) near a lambda^n.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    certamen recurrence go.positions --height 5                  order 217\n  \
    certamen recurrence go.positions --height 3 --coefficients\n  \
    certamen recurrence go.positions --constants 9 --plot c.svg  L, B and A from squares to 9x9\n  \
    certamen recurrence go.positions --sample 29x29 --runs 2000")]
pub(super) struct Recurrence {
    /// What was counted: `game.noun`.
    #[arg(value_name = "QUERY")]
    query: RecurrenceQuery,
    #[command(flatten)]
    task: Task,
    /// With --height: find the integer coefficients as well.
    #[arg(long)]
    coefficients: bool,
    /// With --constants: draw how many digits are right, as SVG.
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// With --sample: how many independent runs.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(2..=100_000_000))]
    runs: u32,
    /// With --sample: where chance starts from.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

#[derive(Args, Debug)]
#[group(required = true, multiple = false)]
struct Task {
    /// The recurrence and the growth of boards of this height, 1 to 12.
    #[arg(long, value_name = "M", value_parser = clap::value_parser!(u32).range(1..=12))]
    height: Option<u32>,
    /// The constants of A B^(m+n) L^(mn), from exact counts of squares up to this side, 2 to 13.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=13))]
    constants: Option<u32>,
    /// An estimate of a board of any size to 120, with its standard error.
    #[arg(long, value_name = "MxN", value_parser = sides)]
    sample: Option<(usize, usize)>,
}

/// Of what there are recurrences.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum RecurrenceQuery {
    /// The legal positions of a Go board.
    #[value(name = "go.positions")]
    GoPositions,
}

/// What is given: the text and the object, or nothing if the work was ended.
type Found = Option<(String, Value)>;

impl Recurrence {
    pub(super) fn run(&self, session: &Session) -> anyhow::Result<Outcome> {
        let RecurrenceQuery::GoPositions = self.query;
        if self.coefficients && self.task.height.is_none() {
            bail!("--coefficients are those of a recurrence: give --height M");
        }
        if self.plot.is_some() && self.task.constants.is_none() {
            bail!("--plot draws how constants converge: give --constants N");
        }
        let progress = Progress::new(session);
        let found = match &self.task {
            Task { height: Some(height), .. } => self.recurrence(*height as usize, session, &progress)?,
            Task { constants: Some(most), .. } => self.constants(*most as usize, session, &progress)?,
            Task { sample: Some(sides), .. } => self.sample(*sides, session, &progress),
            Task { .. } => None,
        };
        drop(progress);
        let Some((text, object)) = found else {
            return session.interrupted();
        };
        session.answer(&text, &object)?;
        Ok(Outcome::Holds)
    }

    fn recurrence(&self, height: usize, session: &Session, progress: &Progress) -> anyhow::Result<Found> {
        progress.begin(format!("finding the growth of height {height}"));
        let Some(growth) = growth(height, &settings(session))? else { return Ok(None) };
        progress.begin(format!("finding the recurrence of height {height}"));
        let Some(minimal) = minimal(height, self.coefficients, &session.stop)? else { return Ok(None) };
        let (least, most) = (valid::classes(height, 0), valid::classes(height, height - 1));
        let (factor, base) = (growth.factor.rounded(20), growth.base.rounded(20));
        let (order, bound, primes) = (minimal.order, minimal.bound, minimal.primes.len());
        let mut text = format!(
            "height   {height}\nclasses  {least} valid at the start of a column, {most} before its last point\n\
             order    {order} modulo {primes} primes (at most {bound}: {} classes occur, up to reversal)\n\
             a        {factor}\nlambda   {base}\n",
            minimal.constructible
        );
        for (index, coefficient) in minimal.coefficients.iter().enumerate() {
            let _ = writeln!(text, "L({height},n) += {coefficient} L({height},n-{})", index + 1);
        }
        let coefficients: Vec<String> = minimal.coefficients.iter().map(ToString::to_string).collect();
        let object = json!({
            "query": "go.positions",
            "height": height,
            "valid_classes": { "least": least, "most": most },
            "constructible_classes": minimal.constructible,
            "order": order,
            "order_bound": bound,
            "primes": minimal.primes,
            "a": factor,
            "lambda": base,
            "columns": growth.columns,
            "coefficients": self.coefficients.then_some(coefficients),
        });
        Ok(Some((text, object)))
    }

    /// The table of constants, and the formula beside exact counts.
    fn constants(&self, most: usize, session: &Session, progress: &Progress) -> anyhow::Result<Found> {
        // L(n, n - 1) and L(n, n), from n = 2.
        let mut counts: Vec<[BigUint; 2]> = Vec::new();
        for side in 1..=most {
            progress.begin(format!("counting {side}x{side}"));
            let board = Board::new(side, side)?;
            let Some(counted) = count(board, &settings(session), &mut |_| ())? else { return Ok(None) };
            let mut last = counted.counts.into_iter().rev();
            let square = last.next().unwrap_or_default();
            counts.push([last.next().unwrap_or_default(), square]);
        }
        let found: Vec<Constants> = (1..)
            .zip(counts.windows(2))
            .map(|(size, pair)| Constants::new(size, &pair[0][1], &pair[1][0], &pair[1][1]))
            .collect();
        let mut text = String::from(" n  L                              B                    A\n");
        for row in &found {
            let (base, side, factor) = (row.base.rounded(25), row.side.rounded(18), row.factor.rounded(16));
            let _ = writeln!(text, "{:>2}  {base:<29}  {side:<19}  {factor}", row.size);
        }
        let Some(best) = found.last() else { return Ok(None) };
        text += "\n n  formula / L(n,n)\n";
        let mut accuracies = Vec::new();
        for (side, [_, square]) in (1..).zip(&counts) {
            let ratio = (&best.estimate(side, side) / &crate::recurrence::decimal::Decimal::whole(square))
                .rounded(18);
            let _ = writeln!(text, "{side:>2}  {ratio}");
            accuracies.push(json!({ "side": side, "ratio": ratio }));
        }
        let squares: Vec<BigUint> = counts.iter().map(|[_, square]| square.clone()).collect();
        let lines = plot::convergence(&found, &squares);
        if let Some(path) = &self.plot {
            file::write(path, plot::svg(&lines).as_bytes())?;
        }
        let digits = |line: &Line| -> Vec<Value> {
            line.points.iter().map(|(side, digits)| json!({ "n": side, "digits": digits })).collect()
        };
        let whole = best.estimate(LONGEST, LONGEST).rounded(0);
        let power = whole.len() - 1;
        let shown = format!("{}.{}e{power}", &whole[..1], &whole[1..12]);
        let _ = writeln!(text, "\n{LONGEST}x{LONGEST} by the formula: {shown}");
        let rows: Vec<Value> = found
            .iter()
            .map(|row| {
                json!({
                    "n": row.size,
                    "L": row.base.rounded(30),
                    "B": row.side.rounded(20),
                    "A": row.factor.rounded(20),
                })
            })
            .collect();
        let object = json!({
            "query": "go.positions",
            "constants": rows,
            "right_digits": { "L": digits(&lines[0]), "formula": digits(&lines[1]) },
            "formula_over_count": accuracies,
            "formula": { "board": format!("{LONGEST}x{LONGEST}"), "positions": shown },
        });
        Ok(Some((text, object)))
    }

    fn sample(&self, (rows, columns): (usize, usize), session: &Session, progress: &Progress) -> Found {
        progress.begin(format!("sampling {rows}x{columns}"));
        let (height, width) = (rows.min(columns), rows.max(columns));
        let found = estimate(height, width, self.runs as usize, self.seed, &session.stop)?;
        let (leading, error, power) = found.positions();
        let text = format!(
            "L({rows},{columns}) about {leading:.4} 10^{power}, standard error {error:.4} 10^{power}\n\
             a random position is legal with chance {:.5e}, standard error {:.1e}; {} runs\n",
            found.legal, found.standard_error, found.runs
        );
        let object = json!({
            "query": "go.positions",
            "board": format!("{rows}x{columns}"),
            "leading": leading,
            "standard_error": error,
            "power": power,
            "legal": found.legal,
            "legal_standard_error": found.standard_error,
            "runs": found.runs,
            "seed": self.seed,
        });
        Some((text, object))
    }
}

fn settings(session: &Session) -> Settings<'_> {
    Settings::in_memory(8 << 30, &session.stop)
}

/// Two sides of a board to be sampled.
fn sides(text: &str) -> Result<(usize, usize), String> {
    let form = || "expected two sides, as in 29x29".to_owned();
    let (rows, columns) = text.split_once('x').ok_or_else(form)?;
    let side = |text: &str| text.parse::<usize>().map_err(|_| form());
    let (rows, columns) = (side(rows)?, side(columns)?);
    let fits = |side| (1..=sampling::LONGEST).contains(&side);
    if fits(rows) && fits(columns) {
        Ok((rows, columns))
    } else {
        Err(format!("a side has 1 to {} points", sampling::LONGEST))
    }
}
