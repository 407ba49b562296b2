//! LRAT.
