//! What `--repair` does: files that are damaged are removed, built anew, and named in the answer.

use anyhow::anyhow;
use certamen_retro::engine::TableError;
use certamen_work::progress::Progress;
use serde_json::{Value, json};
use std::fmt::Write as _;

/// What was damaged, if it is to be built anew.
#[derive(Debug)]
pub(super) struct Repairs {
    is_asked: bool,
    damaged: Vec<String>,
}

impl Repairs {
    pub(super) fn new(is_asked: bool) -> Self {
        Self { is_asked, damaged: Vec::new() }
    }

    /// Has what is damaged removed, where that was asked for. `false` if the work was stopped.
    pub(super) fn read(
        &mut self,
        progress: &Progress,
        repair: impl FnOnce() -> Result<Option<Vec<TableError>>, TableError>,
    ) -> Result<bool, TableError> {
        if !self.is_asked {
            return Ok(true);
        }
        let Some(damaged) = repair()? else { return Ok(false) };
        for damage in damaged {
            progress.report(&format!("{damage}: building it anew"));
            self.damaged.push(damage.to_string());
        }
        Ok(true)
    }

    /// What came of the work. Where a file is damaged, the error says how to have it built anew.
    pub(super) fn done<T>(&self, done: Result<T, TableError>) -> anyhow::Result<T> {
        done.map_err(|error| match error {
            TableError::Damaged { .. } if !self.is_asked => {
                anyhow!("{error}; --repair removes what is damaged and builds it anew")
            }
            error => error.into(),
        })
    }

    /// Names in an answer what was built anew.
    pub(super) fn tell(&self, text: &mut String, object: &mut Value) {
        if self.damaged.is_empty() {
            return;
        }
        for damage in &self.damaged {
            let _ = writeln!(text, "built anew: {damage}");
        }
        object["repaired"] = json!(self.damaged);
    }
}
