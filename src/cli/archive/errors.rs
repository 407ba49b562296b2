//! `--errors`: a table of what is wrong with records, a row for each error.

use certamen_records::{Agreement, ClaimCheck, Place, Record, Verdict};
use certamen_work::text::csv_cell;

/// The form of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ErrorForm {
    /// Comma-separated values.
    Csv,
}

/// The names of the columns.
pub(crate) const HEAD: &str = "file,game,place,ply,reason,claim\n";

/// The rows of a record: each ply that is not legal, each claim that differs, and remarks about how it was read.
pub(crate) fn of_record(file: &str, record: &Record, verdict: &Verdict) -> String {
    let row = |ply: usize, reason: &str, claim: &str| row(file, Some(record.place), ply, reason, claim);
    let remarks = record.remarks.iter().map(|remark| row(0, &remark.to_string(), ""));
    let illegal = verdict.illegal.iter().chain(&verdict.more_illegal);
    let illegal = illegal.map(|illegal| row(illegal.ply, &illegal.reason, ""));
    let differs = verdict.checks.iter().filter_map(|ClaimCheck { claim, agreement }| match agreement {
        Agreement::Differs(found) => {
            Some(row(0, &format!("found {found}"), &format!("{} {claim}", claim.name())))
        }
        Agreement::Agrees | Agreement::NotChecked(_) => None,
    });
    remarks.chain(illegal).chain(differs).collect()
}

/// The row of a record, or of the rest of a file, that cannot be read.
pub(crate) fn of_unreadable(file: &str, place: Option<Place>, reason: &str) -> String {
    row(file, place, 0, reason, "")
}

fn row(file: &str, place: Option<Place>, ply: usize, reason: &str, claim: &str) -> String {
    // A reason may begin with the place in the file, which says more than that of the record.
    let parts = reason.split_once(": ").filter(|(at, _)| at.starts_with("line ") && at.contains(", column "));
    let (at, reason) = match (parts, place) {
        (Some((at, reason)), _) => (at.to_owned(), reason),
        (None, Some(place)) => (place.to_string(), reason),
        (None, None) => (String::new(), reason),
    };
    let game = match place {
        Some(Place::Game(number)) => number.to_string(),
        Some(Place::Line(_)) | None => String::new(),
    };
    let ply = if ply == 0 { String::new() } else { ply.to_string() };
    let cells = [file, &game, &at, &ply, reason, claim].map(csv_cell);
    cells.join(",") + "\n"
}
