//! Strategies as files.
//!
//! ```text
//! certamen strategy 1
//! game GAME
//! flag NAME VALUE
//! rules SHA256
//! position TEXT
//! owner mover | other
//! claim wins within N | wins within N score S | holds N | keeps
//! symmetry 2 1 0
//! positions COUNT
//!
//! TEXT <tab> PLY <tab> NUMBER
//! ```
//! Each part of at most 65,536 lines is an xz stream of its own, so that a reader can begin at any of them; together they are
//! what `xzcat` reads.

use super::{Claim, Strategy};
use crate::{Goal, SearchError};
use certamen_work::WorkError;
use certamen_work::durable::Pending;
use lzma_rust2::{XzOptions, XzWriter};
use std::fmt::Write as _;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// The most lines of a stream.
const LINES: usize = 1 << 16;
/// The preset of the compression: the window holds a whole stream.
const PRESET: u32 = 6;

/// What the head of a file says besides the strategy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// The name of the game.
    pub game: String,
    /// The flags that choose the board, each with its value.
    pub flags: Vec<(String, String)>,
    /// The SHA-256 of the file of the rules, if they are in one.
    pub rules: Option<String>,
}

impl Strategy {
    /// Writes the strategy as compressed text. The file gets its name when it is complete.
    ///
    /// # Errors
    /// [`SearchError::Work`]
    pub fn write(&self, path: &Path, header: &Header) -> Result<(), SearchError> {
        let mut file = BufWriter::new(Pending::beside(path)?);
        self.stream(&mut file, header).map_err(WorkError::at(path))?;
        let file = file.into_inner().map_err(|error| WorkError::at(path)(error.into_error()))?;
        Ok(file.persist(path)?)
    }

    fn stream(&self, mut file: impl Write, header: &Header) -> io::Result<()> {
        let mut text = self.head(header);
        let mut count = text.lines().count();
        for line in &self.lines {
            if count == LINES {
                compress(&mut file, &text)?;
                (text, count) = (String::new(), 0);
            }
            // Writing into a string cannot fail.
            let _ = match line.number {
                Some(number) => writeln!(text, "{}\t{}\t{number}", line.position, line.ply),
                None => writeln!(text, "{}\t{}", line.position, line.ply),
            };
            count += 1;
        }
        compress(&mut file, &text)
    }

    fn head(&self, header: &Header) -> String {
        let mut text = format!("certamen strategy 1\ngame {}\n", header.game);
        let mut line = |line: String| text.extend([line.as_str(), "\n"]);
        header.flags.iter().for_each(|(name, value)| line(format!("flag {name} {value}")));
        header.rules.iter().for_each(|rules| line(format!("rules {rules}")));
        line(format!("position {}", self.position));
        line(format!("owner {}", if self.is_mover { "mover" } else { "other" }));
        line(match self.claim {
            Claim::Wins { plies, goal: Goal::Win } => format!("claim wins within {plies}"),
            Claim::Wins { plies, goal: Goal::Score(score) } => {
                format!("claim wins within {plies} score {score}")
            }
            Claim::Holds { plies } => format!("claim holds {plies}"),
            Claim::Keeps => "claim keeps".to_owned(),
        });
        for symmetry in &self.symmetries {
            let places: Vec<String> = symmetry.iter().map(ToString::to_string).collect();
            line(format!("symmetry {}", places.join(" ")));
        }
        line(format!("positions {}\n", self.lines.len()));
        text
    }
}

fn compress(file: &mut impl Write, text: &str) -> io::Result<()> {
    let mut encoder = XzWriter::new(file, XzOptions::with_preset(PRESET))?;
    encoder.write_all(text.as_bytes())?;
    encoder.finish()?;
    Ok(())
}
