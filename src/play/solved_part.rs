//! A solved part of a division as a file: its value as JSON on the first line, and behind it the strategies that show it, as
//! compressed JSON. Of those the winner has one, and both players if the value is a draw.

use crate::division::PartValue;
use crate::value_solver::SolvedPosition;
use certamen_search::{Claim, Facts};
use certamen_work::compression::Compression;
use std::io::{self, BufRead, Read as _, Write};

/// The longest first line, in bytes.
const VALUE_LIMIT: u64 = 1 << 10;

/// A line of a strategy: the position, the ply, and the number of plies, if the strategy counts them.
pub type PartLine = (String, String, Option<u32>);

/// A solved part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolvedPart {
    /// Its value.
    pub value: PartValue,
    /// For each player, first the one to move, the lines; empty if that player does not show the value.
    pub strategies: [Vec<PartLine>; 2],
}

impl From<SolvedPosition> for SolvedPart {
    /// The value is what the strategies show: a search can find another number of plies.
    fn from(solved: SolvedPosition) -> Self {
        let claims: Vec<_> = solved.strategies.iter().map(|one| (one.claim, one.is_mover)).collect();
        let value = match claims.as_slice() {
            [(Claim::Wins { plies, .. }, true)] => PartValue::Won(*plies),
            [(Claim::Wins { plies, .. }, false)] => PartValue::Lost(*plies),
            [(Claim::Keeps, _), (Claim::Keeps, _)] => PartValue::Drawn,
            _ => PartValue::Unknown,
        };
        let mut strategies = [Vec::new(), Vec::new()];
        for strategy in solved.strategies.into_iter().filter(|_| value != PartValue::Unknown) {
            let lines = strategy.lines.into_iter().map(|line| (line.position, line.ply, line.number));
            strategies[usize::from(!strategy.is_mover)] = lines.collect();
        }
        Self { value, strategies }
    }
}

impl SolvedPart {
    /// Writes the part.
    ///
    /// # Errors
    /// Those of the output.
    pub fn write(&self, output: &mut dyn Write) -> io::Result<()> {
        serde_json::to_writer(&mut *output, &self.value)?;
        output.write_all(b"\n")?;
        let text = serde_json::to_vec(&self.strategies)?;
        Compression::Xz.write(&mut text.as_slice(), text.len() as u64, output)
    }

    /// Reads the value of a part, and nothing behind it.
    ///
    /// # Errors
    /// Those of the input; [`io::ErrorKind::InvalidData`] if it is no part.
    pub fn read_value(input: &mut impl BufRead) -> io::Result<PartValue> {
        let mut line = String::new();
        input.by_ref().take(VALUE_LIMIT).read_line(&mut line)?;
        match serde_json::from_str(&line)? {
            PartValue::Won(plies) | PartValue::Lost(plies) if plies > Facts::MOST_PLIES => {
                Err(io::Error::new(io::ErrorKind::InvalidData, "more plies than can be asked about"))
            }
            value => Ok(value),
        }
    }

    /// Reads a part.
    ///
    /// # Errors
    /// Those of the input and of its compression; [`io::ErrorKind::InvalidData`] if it is no part.
    pub fn read(mut input: impl BufRead + Send + 'static) -> io::Result<Self> {
        let value = Self::read_value(&mut input)?;
        Ok(Self { value, strategies: serde_json::from_reader(Compression::Xz.reader(input)?)? })
    }
}
