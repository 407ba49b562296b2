//! Campaigns: how far the stages are, the tasks in progress, the machines, and what failed. The script fetches the page anew
//! every few seconds; without it, the browser does when it is asked to.

use super::loaded::{blocking, campaign as look};
use super::{PageHeader, page, refused};
use crate::explorer::Explorer;
use crate::texts::campaigns as texts;
use axum::extract::{Path, State};
use axum::response::Response;
use certamen_campaign::{Overview, StageStatus, time};
use maud::{Markup, html};
use std::sync::Arc;

/// The seconds between two looks.
const REFRESH: u32 = 5;
/// The most stages that are listed.
const LISTED: usize = 200;

/// A campaign.
pub(super) async fn campaign(State(explorer): State<Arc<Explorer>>, Path(name): Path<String>) -> Response {
    let shared = explorer.clone();
    let found = blocking(move || look(&shared, &name));
    match found.await {
        Ok(seen) => page(&explorer, &PageHeader { title: &seen.campaign, game: None }, &shown(&seen)),
        Err(refusal) => refused(&explorer, None, &refusal),
    }
}

fn shown(seen: &Overview) -> Markup {
    let Overview { status, machines, failures, logs, .. } = seen;
    html! {
        div data-refresh=(REFRESH) {
            h1 { (seen.campaign) }
            p.verdict {
                @if !status.is_done() { (texts::UNDER_WAY) }
                @else if seen.is_gathered { (texts::GATHERED) }
                @else { (texts::DONE) }
            }
            (forecast(seen))
            h2 { (texts::STAGES) }
            (stages(&status.stages))
            @if seen.failed > 0 || !logs.is_empty() {
                h2 { (texts::FAILURES) }
                p { (seen.failed) (texts::FAILED) }
                ul.found {
                    @for failure in failures {
                        li {
                            strong { (failure.task) }
                            @if let Some(host) = &failure.host { " (" (host) ")" }
                            ": " (failure.reason)
                        }
                    }
                }
                @for log in logs {
                    h3 { code { "jobs/" (log.name) } }
                    pre.log tabindex="0" { @for line in &log.lines { (line) "\n" } }
                }
            }
            @if !seen.running.is_empty() {
                h2 { (texts::RUNNING) }
                (table(&texts::RUNNING_HEAD, &html! {
                    @for task in &seen.running {
                        tr {
                            th { (task.task) } td { (task.host) } td { (task.process) } td { (time(task.seconds)) }
                            td {
                                @match task.silent_seconds {
                                    None => (texts::ALIVE),
                                    Some(silent) => span.trouble { (texts::SILENT) (time(silent)) },
                                }
                            }
                        }
                    }
                }))
            }
            @if !machines.is_empty() {
                h2 { (texts::MACHINES) }
                p.hint { (texts::MACHINES_MEAN) }
                (table(&texts::MACHINES_HEAD, &html! {
                    @for machine in machines {
                        tr {
                            th { (machine.host) } td { (machine.certamen) } td { (machine.tasks) } td { (time(machine.seconds)) }
                        }
                    }
                }))
            }
            p.hint #refreshed { (texts::REFRESHED) (REFRESH) (texts::SECONDS) }
        }
    }
}

/// What the plan expects, and what was measured.
fn forecast(seen: &Overview) -> Markup {
    let status = &seen.status;
    let part = if seen.expected_seconds > 0.0 { seen.done_seconds / seen.expected_seconds } else { 0.0 };
    let percent = format!("{:.0} %", 100.0 * part.clamp(0.0, 1.0));
    html! {
        progress.meter max="1" value=(format!("{:.4}", part.clamp(0.0, 1.0))) aria-label=(texts::PROGRESS) { (percent) }
        dl.words {
            dt { (texts::PROGRESS) } dd { (percent) (texts::OF_EXPECTED) }
            dt { (texts::EXPECTED) } dd { (time(seen.expected_seconds)) (texts::OF_ONE) " (" (seen.model) ")" }
            @if let Some(factor) = status.factor {
                dt { (texts::MEASURED) } dd { (format!("{factor:.2}")) (texts::FACTOR) }
            }
            @if !status.is_done() {
                dt { (texts::LEFT) } dd { (time(status.seconds_left)) (texts::OF_ONE) }
                dt { (texts::END) }
                dd {
                    @match status.seconds_to_end {
                        Some(end) => { (texts::ABOUT) (time(end)) },
                        None => (texts::NOBODY),
                    }
                }
            }
        }
    }
}

fn stages(stages: &[StageStatus]) -> Markup {
    let known: Vec<&StageStatus> = stages.iter().filter(|stage| stage.tasks > 0 && !stage.is_open).collect();
    let open = stages.iter().filter(|stage| stage.is_open).count();
    html! {
        (table(&texts::STAGES_HEAD, &html! {
            @for stage in known.iter().take(LISTED) {
                tr {
                    th { (stage.name) } td { (stage.tasks) } td { (stage.done) } td { (stage.running) } td { (stage.left) }
                    td {
                        @if stage.expected_seconds > 0.0 { (format!("{:.2}", stage.measured_seconds / stage.expected_seconds)) }
                    }
                }
            }
        }))
        @if known.len() > LISTED { p.hint { (known.len() - LISTED) (texts::MORE) } }
        @if open > 0 { p.hint { (open) (texts::OPEN) } }
    }
}

/// A table with these heads, named after the first of them.
fn table(heads: &[&str], rows: &Markup) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label=[heads.first()] {
            table { thead { tr { @for head in heads { th { (head) } } } } tbody { (rows) } }
        }
    }
}
