//! Profiles: the exact bound of a question in each class of positions, as a table and as a plot.

use super::loaded::{Refusal, blocking};
use super::{PageHeader, page, refused};
use crate::address;
use crate::explorer::Explorer;
use crate::profiles::{Profile, read};
use crate::texts::profiles as texts;
use axum::extract::{Path, State};
use axum::response::Response;
use certamen_prove::classes::ClassEntry;
use maud::{Markup, PreEscaped, html};
use std::fmt::Write as _;
use std::sync::Arc;

/// The size of a plot and its margin, in user units.
const SIZE: (f64, f64) = (720.0, 280.0);
const MARGIN: f64 = 40.0;
/// About how many marks an axis has.
const MARKS: i64 = 8;

/// The profiles that are served.
pub(super) async fn list(State(explorer): State<Arc<Explorer>>) -> Response {
    let body = html! {
        h1 { (texts::TITLE) }
        @for kept in &explorer.profiles {
            section.card { h2 { a href={ "/profiles/" (kept.name) } { (kept.name) } } }
        }
        @if explorer.profiles.is_empty() { p { (crate::texts::work::NONE) code { "serve --dir" } "." } }
    };
    page(&explorer, &PageHeader { title: texts::TITLE, game: None }, &body)
}

/// A profile.
pub(super) async fn profile(State(explorer): State<Arc<Explorer>>, Path(name): Path<String>) -> Response {
    let shared = explorer.clone();
    let found = blocking(move || {
        let none = || Refusal::missing(texts::NO_SUCH);
        let kept = shared.profiles.iter().find(|kept| kept.name == name).ok_or_else(none)?;
        read(&shared, &kept.directory).map_err(Refusal::broken)
    });
    match found.await {
        Ok(profile) => {
            let Profile { stored, .. } = &profile;
            let body = html! {
                h1 { (stored.question) }
                p { (stored.by) }
                p.hint { (texts::MEANS) }
                @match &profile.wrong {
                    None => p.legal { (texts::VERIFIED) },
                    Some(reason) => p.trouble role="alert" { (texts::NOT_VERIFIED) (reason) },
                }
                (plot(&profile))
                (table(&profile))
            };
            page(&explorer, &PageHeader { title: &stored.question, game: None }, &body)
        }
        Err(refusal) => refused(&explorer, None, &refusal),
    }
}

/// The address of the witness of a class.
fn link(profile: &Profile, entry: &ClassEntry) -> Option<String> {
    let position = entry.witness.as_ref()?.get("position")?.as_str()?;
    Some(address::position(profile.game.as_deref()?, position, &profile.kept))
}

fn table(profile: &Profile) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label=(texts::TITLE) {
            table {
                thead {
                    tr { th { (profile.stored.by) } th { (texts::BEST) } th { (texts::STATE) } th { (texts::POSITION) } }
                }
                tbody {
                    @for entry in &profile.stored.entries {
                        tr id={ "class-" (entry.class) } {
                            th { (entry.class) }
                            td {
                                @match entry.value {
                                    Some(value) => { (value) }
                                    None if entry.is_closed() => { (texts::NOTHING) }
                                    None => {}
                                }
                            }
                            td { @if entry.is_closed() { (texts::EXACT) } @else { (texts::OPEN) } }
                            td {
                                @if let Some(link) = link(profile, entry) {
                                    a href=(link) aria-label={ (texts::BOARD) " " (entry.class) } { (texts::BOARD) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The smallest and the largest of some numbers.
fn range(numbers: impl Iterator<Item = i64>) -> Option<(i64, i64)> {
    numbers.fold(None, |range: Option<(i64, i64)>, number| {
        let (least, most) = range.unwrap_or((number, number));
        Some((least.min(number), most.max(number)))
    })
}

/// Each class as a point that leads to its board; a ring is a class that is still open.
fn plot(profile: &Profile) -> Markup {
    let entries = &profile.stored.entries;
    let known = entries.iter().filter_map(|entry| Some((entry, entry.value?)));
    let (Some(across), Some(up)) =
        (range(entries.iter().map(|entry| entry.class)), range(known.clone().map(|(_, value)| value)))
    else {
        return html! {};
    };
    let up = (up.0.min(0), up.1);
    let (width, height) = SIZE;
    let part = |number: i64, (least, most): (i64, i64)| {
        (number - least) as f64 / most.saturating_sub(least).max(1) as f64
    };
    let x = |class: i64| MARGIN + part(class, across) * (width - 2.0 * MARGIN);
    let y = |value: i64| height - MARGIN - part(value, up) * (height - 2.0 * MARGIN);
    let mut svg = format!(
        "<svg class=\"plot\" viewBox=\"0 0 {width} {height}\" role=\"group\" aria-label=\"{}\">",
        certamen_draw::svg::escaped(&profile.stored.by).replace('"', "&quot;")
    );
    let step = |(least, most): (i64, i64)| (most.saturating_sub(least) / MARKS).max(1) as usize;
    for class in (across.0..=across.1).step_by(step(across)) {
        let _ = write!(svg, "<text x=\"{:.1}\" y=\"{:.1}\">{class}</text>", x(class), height - MARGIN / 3.0);
    }
    for value in (up.0..=up.1).step_by(step(up)) {
        let at = y(value);
        let _ = write!(
            svg,
            "<path class=\"axis\" d=\"M{MARGIN} {at:.1}H{:.1}\"/><text x=\"{:.1}\" y=\"{:.1}\">{value}</text>",
            width - MARGIN,
            MARGIN / 2.0,
            at + 5.0
        );
    }
    for (entry, value) in known {
        let class = if entry.is_closed() { "point" } else { "point open" };
        let title = format!("{}: {value}", entry.class);
        let point = format!(
            "<circle class=\"{class}\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"5\"><title>{title}</title></circle>",
            x(entry.class),
            y(value)
        );
        let _ = match link(profile, entry) {
            Some(link) => {
                let link = certamen_draw::svg::escaped(&link).replace('"', "&quot;");
                write!(svg, "<a href=\"{link}\" aria-label=\"{title}\">{point}</a>")
            }
            None => write!(svg, "{point}"),
        };
    }
    svg.push_str("</svg>");
    PreEscaped(svg)
}
