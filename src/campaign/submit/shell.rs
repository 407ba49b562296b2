//! Paths and words in scripts.

use super::Engine;
use crate::batch::Batch;
use crate::error::CampaignError;
use std::path::Path;

/// A path as text that fits on a line.
pub(super) fn line(path: &Path) -> Result<String, CampaignError> {
    match path.to_str() {
        Some(text) if !text.contains(char::is_control) => Ok(text.to_owned()),
        _ => Err(CampaignError::malformed(
            path,
            "a path with control characters or not in UTF-8 cannot be in a script",
        )),
    }
}

/// The directory of a campaign as text that names of logs of an engine can begin with.
pub(super) fn directory(path: &Path, engine: Engine) -> Result<String, CampaignError> {
    let text = line(path)?;
    let reason = match engine {
        Engine::Slurm if text.contains('\\') => "in a path with a backslash, Slurm gives logs no numbers",
        Engine::Hq if text.contains("%{") => "HyperQueue takes %{ in a path for the begin of a placeholder",
        _ => return Ok(text),
    };
    Err(CampaignError::malformed(path, format!("{reason}; move the campaign")))
}

/// A text as one word of a shell.
pub(super) fn word(text: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./:=@%+,".contains(letter);
    if !text.is_empty() && text.chars().all(is_plain) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}

/// Words of a shell, each with a space behind it.
pub(super) fn words(texts: &[String]) -> String {
    texts.iter().map(|text| word(text) + " ").collect()
}

/// The ranges of batches, ten on a line.
pub(super) fn ranges(batches: &[Batch], end_of_line: &str) -> String {
    let ranges: Vec<String> = batches.iter().map(|batch| format!("{}..{}", batch.first, batch.end)).collect();
    ranges.chunks(10).map(|line| line.join(" ")).collect::<Vec<_>>().join(end_of_line)
}

/// A text between quotation marks, as TOML and `#SBATCH` lines read it.
pub(super) fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// A time of whole minutes as hours, minutes and seconds.
pub(super) fn clock(seconds: u64) -> String {
    format!("{}:{:02}:00", seconds / 3600, seconds / 60 % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_a_shell_would_read_them_otherwise() {
        assert_eq!(word("/a/b-c_1.json"), "/a/b-c_1.json");
        assert_eq!(word("a b"), "'a b'");
        assert_eq!(word("it's"), r"'it'\''s'");
        assert_eq!(word(""), "''");
        assert_eq!(quoted(r#"a "b" \c"#), r#""a \"b\" \\c""#);
        assert_eq!(clock(90_060), "25:01:00");
        assert!(line(Path::new("a\nb")).is_err());
    }

    #[test]
    fn paths_that_an_engine_would_change_are_refused() {
        let cases = [
            ("/a b$'`#{}%", [true, true, true]),
            (r#"/a"b"#, [true, true, true]),
            (r"/a\b", [false, true, true]),
            ("/%{JOB_ID}", [true, false, true]),
            ("/a\rb", [false, false, false]),
        ];
        for (path, expected) in cases {
            let engines = [Engine::Slurm, Engine::Hq, Engine::Parallel];
            assert_eq!(engines.map(|engine| directory(Path::new(path), engine).is_ok()), expected, "{path}");
        }
    }
}
