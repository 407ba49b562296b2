//! Computed figures beside the published ones.

use std::fmt::Write as _;

/// A computed figure and, if there is one, the published figure.
pub(super) struct Figure {
    pub(super) name: String,
    pub(super) ours: u64,
    pub(super) published: Option<u64>,
}

impl Figure {
    /// Whether there is a published figure that differs.
    pub(super) fn differs(&self) -> bool {
        self.published.is_some_and(|published| published != self.ours)
    }
}

/// The computed figures.
pub(super) fn ours(figures: &[Figure]) -> Vec<u64> {
    figures.iter().map(|figure| figure.ours).collect()
}

/// Writes figures in columns: computed, published, and the difference if there is one.
pub(super) fn write_figures(text: &mut String, what: &str, figures: &[Figure]) {
    let has_published = figures.iter().any(|figure| figure.published.is_some());
    if has_published {
        let _ = writeln!(text, "  {what:<8} {:>13} {:>13}", "here", "published");
    }
    for figure in figures {
        let _ = write!(text, "  {:<8} {:>13}", figure.name, figure.ours);
        if let Some(published) = figure.published {
            let _ = write!(text, " {published:>13}");
        }
        if figure.differs() {
            let difference = i128::from(figure.ours) - i128::from(figure.published.unwrap_or(0));
            let _ = write!(text, " {difference:>+12}");
        }
        text.push('\n');
    }
}
