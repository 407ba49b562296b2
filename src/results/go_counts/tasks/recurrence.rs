//! `certamen recurrence go.positions`

use crate::recurrence::constants::Constants;
use crate::recurrence::decimal::Decimal;
use crate::recurrence::growth::{Growth, growth};
use crate::recurrence::minimal::{Minimal, minimal};
use crate::recurrence::plot::{self, Line};
use crate::recurrence::sampling::{self, estimate};
use crate::run::{Settings, count};
use crate::valid;
use anyhow::bail;
use certamen_work::answer::{Answer, Outcome};
use certamen_work::failure::Failure;
use certamen_work::file;
use certamen_work::progress::Progress;
use certamen_work::session::Session;
use certamen_work::subject_command::Run;
use clap::Args;
use encodings::go::{BoardSides, LONGEST};
use num_bigint::BigUint;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::PathBuf;

/// Derive results from the counts of legal positions: recurrences, growth, constants, estimates.
///
/// With --height M: the shortest linear recurrence of L(M,n) in n, and a and lambda with L(M,n) near a lambda^n.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    PROGRAM recurrence go.positions --height 5                  order 217\n  \
    PROGRAM recurrence go.positions --height 3 --coefficients\n  \
    PROGRAM recurrence go.positions --constants 9 --plot c.svg  L, B and A from squares to 9x9\n  \
    PROGRAM recurrence go.positions --sample 29x29 --runs 2000")]
pub(super) struct Recurrence {
    #[command(flatten)]
    target: Target,
    /// With --height: find the integer coefficients as well.
    #[arg(long)]
    coefficients: bool,
    /// With --constants: draw the number of correct digits as SVG.
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// With --sample: the number of independent runs.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(2..=100_000_000))]
    runs: u32,
    /// With --sample: the seed of the random numbers.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

#[derive(Args, Debug)]
#[group(required = true, multiple = false)]
struct Target {
    /// The recurrence and the growth of boards of this height, 1 to 12.
    #[arg(long, value_name = "M", value_parser = clap::value_parser!(u32).range(1..=12))]
    height: Option<u32>,
    /// The constants of A B^(m+n) L^(mn), from exact counts of square boards up to this side, 2 to 13.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=13))]
    constants: Option<u32>,
    /// An estimate for a board of any size up to 120, with its standard error.
    #[arg(long, value_name = "MxN", value_parser = sides)]
    sample: Option<(usize, usize)>,
}

impl Run for Recurrence {
    fn run(&self, session: &Session) -> Result<Outcome, Failure> {
        session.conclude(self.found(session)?.unwrap_or_else(Answer::interrupted))
    }
}

impl Recurrence {
    fn found(&self, session: &Session) -> anyhow::Result<Option<Answer>> {
        if self.coefficients && self.target.height.is_none() {
            bail!("--coefficients are those of a recurrence: give --height M");
        }
        if self.plot.is_some() && self.target.constants.is_none() {
            bail!("--plot draws how constants converge: give --constants N");
        }
        let progress = Progress::new(session);
        match self.target {
            Target { height: Some(height), .. } => self.recurrence(height as usize, session, &progress),
            Target { constants: Some(most), .. } => self.constants(most as usize, session, &progress),
            Target { sample: Some(sides), .. } => Ok(self.sample(sides, session, &progress)),
            // The group is required.
            Target { .. } => Ok(None),
        }
    }

    fn recurrence(
        &self,
        height: usize,
        session: &Session,
        progress: &Progress,
    ) -> anyhow::Result<Option<Answer>> {
        progress.begin(format!("finding the growth of height {height}"));
        let Some(growth) = growth(height, &settings(session))? else { return Ok(None) };
        progress.begin(format!("finding the recurrence of height {height}"));
        let Some(minimal) = minimal(height, self.coefficients, &session.stop)? else { return Ok(None) };
        let classes = (valid::classes(height, 0), valid::classes(height, height - 1));
        let text = recurrence_text(classes, &growth, &minimal);
        let coefficients: Vec<String> = minimal.coefficients.iter().map(ToString::to_string).collect();
        let object = json!({
            "query": "go.positions",
            "height": height,
            "valid_classes": { "least": classes.0, "most": classes.1 },
            "constructible_classes": minimal.constructible,
            "order": minimal.order,
            "order_bound": minimal.bound,
            "primes": minimal.primes,
            "a": growth.factor.rounded(20),
            "lambda": growth.base.rounded(20),
            "columns": growth.columns,
            "coefficients": self.coefficients.then_some(coefficients),
        });
        Ok(Some(Answer::holds(text, object)))
    }

    /// The table of constants, and the formula's values beside exact counts.
    fn constants(
        &self,
        most: usize,
        session: &Session,
        progress: &Progress,
    ) -> anyhow::Result<Option<Answer>> {
        let Some(counts) = counts_to(most, session, progress)? else { return Ok(None) };
        let found: Vec<Constants> = (1..)
            .zip(counts.windows(2))
            .map(|(size, pair)| Constants::new(size, &pair[0].square, &pair[1].longer, &pair[1].square))
            .collect();
        let Some(best) = found.last() else { return Ok(None) };
        let squares: Vec<BigUint> = counts.into_iter().map(|count| count.square).collect();
        let ratio = |(side, square)| (&best.estimate(side, side) / &Decimal::whole(square)).rounded(18);
        let ratios: Vec<String> = (1..).zip(&squares).map(ratio).collect();
        let lines = plot::convergence(&found, &squares);
        if let Some(path) = &self.plot {
            file::write(path, plot::svg(&lines).as_bytes(), &session.stop)?;
        }
        let whole = best.estimate(LONGEST, LONGEST).rounded(0);
        let longest = format!("{}.{}e{}", &whole[..1], &whole[1..12], whole.len() - 1);
        let text = constants_text(&found, &ratios, &longest);
        Ok(Some(Answer::holds(text, constants_object(&found, &ratios, &lines, &longest))))
    }

    fn sample(
        &self,
        (rows, columns): (usize, usize),
        session: &Session,
        progress: &Progress,
    ) -> Option<Answer> {
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
        Some(Answer::holds(text, object))
    }
}

fn recurrence_text((least, most): (u64, u64), growth: &Growth, minimal: &Minimal) -> String {
    let Minimal { height, order, bound, constructible, .. } = minimal;
    let mut text = format!(
        "height   {height}\nclasses  {least} valid at the start of a column, {most} before its last point\n\
         order    {order} modulo {} primes (at most {bound}: {constructible} classes occur, up to reversal)\n\
         a        {}\nlambda   {}\n",
        minimal.primes.len(),
        growth.factor.rounded(20),
        growth.base.rounded(20)
    );
    for (index, coefficient) in minimal.coefficients.iter().enumerate() {
        let _ = writeln!(text, "L({height},n) += {coefficient} L({height},n-{})", index + 1);
    }
    text
}

/// Exact counts of the boards of a side.
struct Counts {
    /// L(n, n - 1); 0 for n = 1.
    longer: BigUint,
    /// L(n, n).
    square: BigUint,
}

/// The counts for sides from 1; `None` if it was stopped.
fn counts_to(most: usize, session: &Session, progress: &Progress) -> anyhow::Result<Option<Vec<Counts>>> {
    let mut counts = Vec::with_capacity(most);
    for side in 1..=most {
        progress.begin(format!("counting {side}x{side}"));
        let board = BoardSides::new(side, side)?;
        let Some(counted) = count(board, &settings(session), &mut |_| ())? else { return Ok(None) };
        let mut last = counted.counts.into_iter().rev();
        let square = last.next().unwrap_or_default();
        counts.push(Counts { longer: last.next().unwrap_or_default(), square });
    }
    Ok(Some(counts))
}

fn constants_text(found: &[Constants], ratios: &[String], longest: &str) -> String {
    let mut text = String::from(" n  L                              B                    A\n");
    for row in found {
        let (base, side, factor) = (row.base.rounded(25), row.side.rounded(18), row.factor.rounded(16));
        let _ = writeln!(text, "{:>2}  {base:<29}  {side:<19}  {factor}", row.size);
    }
    text += "\n n  formula / L(n,n)\n";
    for (side, ratio) in (1..).zip(ratios) {
        let _ = writeln!(text, "{side:>2}  {ratio}");
    }
    let _ = writeln!(text, "\n{LONGEST}x{LONGEST} by the formula: {longest}");
    text
}

fn constants_object(found: &[Constants], ratios: &[String], lines: &[Line; 2], longest: &str) -> Value {
    let row = |row: &Constants| {
        json!({
            "n": row.size,
            "L": row.base.rounded(30),
            "B": row.side.rounded(20),
            "A": row.factor.rounded(20),
        })
    };
    let ratio = |(side, ratio): (usize, &String)| json!({ "side": side, "ratio": ratio });
    let digits = |line: &Line| -> Vec<Value> {
        line.points.iter().map(|(side, digits)| json!({ "n": side, "digits": digits })).collect()
    };
    json!({
        "query": "go.positions",
        "constants": found.iter().map(row).collect::<Vec<_>>(),
        "right_digits": { "L": digits(&lines[0]), "formula": digits(&lines[1]) },
        "formula_over_count": (1..).zip(ratios).map(ratio).collect::<Vec<_>>(),
        "formula": { "board": format!("{LONGEST}x{LONGEST}"), "positions": longest },
    })
}

fn settings(session: &Session) -> Settings<'_> {
    Settings::in_memory(8 << 30, &session.stop)
}

/// The two sides of a board to be sampled.
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
