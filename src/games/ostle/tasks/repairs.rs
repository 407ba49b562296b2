//! `--repair`: damaged files are removed and built again, and the answer names them.

use anyhow::anyhow;
use certamen_retro::engine::TableError;
use certamen_work::progress::Progress;
use serde_json::{Value, json};
use std::fmt::Write as _;

/// The damaged files, if they are to be built again.
#[derive(Debug)]
pub(super) struct Repairs {
    is_asked: bool,
    damaged: Vec<String>,
}

impl Repairs {
    pub(super) fn new(is_asked: bool) -> Self {
        Self { is_asked, damaged: Vec::new() }
    }

    /// Removes damaged files if `--repair` was given. `false` if the work was stopped.
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

    /// The result of the work. If a file is damaged, the error says how to build it again.
    pub(super) fn done<T>(&self, done: Result<T, TableError>) -> anyhow::Result<T> {
        done.map_err(|error| match error {
            TableError::Damaged { .. } if !self.is_asked => {
                anyhow!("{error}; --repair removes what is damaged and builds it anew")
            }
            error => error.into(),
        })
    }

    /// Names in the answer the files that were built again.
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
