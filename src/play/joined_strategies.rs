//! The value of a divided position, and its strategies, from those of the parts.
//!
//! Idea: the owner of a strategy needs one ply in each of its positions above the parts, and the strategies of the parts
//! that these lead to. Of two lines for one position the one with the smaller number stays: what it demands is met in its
//! own strategy, or by a smaller number. A set that is never left needs no numbers, and any line does; a win is such a
//! set. A walk from the position keeps the lines that are reached, and names the part whose strategy does not fit.
//!
//! What it does not show: that the rules of the search are those of the naive game, which checks the result.
//!
//! Cost: the lines of all parts that are needed are in memory at once.

use crate::division::{Division, PartValue, TextPly, best};
use crate::solved_part::{PartLine, SolvedPart};
use crate::value_solver::SolvedPosition;
use certamen_search::{Claim, Goal, Line, Strategy};
use encodings::rules::Ending;
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;

/// Why parts cannot be put together.
#[derive(Debug, thiserror::Error)]
pub enum UnionError {
    /// The strategy of a part does not show its value.
    #[error("part {part}: {reason}")]
    Wrong {
        /// The number of the part.
        part: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// A part cannot be read.
    #[error("a part cannot be read")]
    Unread(#[source] ReadError),
}

/// Why a part cannot be read.
pub type ReadError = Box<dyn Error + Send + Sync>;

/// Reads a part by its number.
pub type ReadPart<'r> = dyn FnMut(usize) -> Result<SolvedPart, ReadError> + 'r;

/// A strategy that is put together.
struct Union<'d> {
    division: &'d Division,
    is_win: bool,
    lines: BTreeMap<String, UnitedLine>,
}

struct UnitedLine {
    ply: String,
    /// The plies that are left; 0 in a set that is never left.
    number: u32,
    /// The part that it comes from, if it is not one of the plies above.
    part: Option<usize>,
    is_reached: bool,
}

/// A position of the owner that the strategy must have.
struct Demand {
    position: String,
    left: u32,
    /// The part that is wrong if the strategy does not have it.
    part: Option<usize>,
}

impl Division {
    /// The value of the position, with the strategies that show it, from the values of all parts.
    ///
    /// # Errors
    /// [`UnionError`]
    pub fn unite(&self, parts: &[PartValue], read: &mut ReadPart<'_>) -> Result<SolvedPosition, UnionError> {
        let values = self.values(parts);
        let root = self.game.root();
        let value = values.first().and_then(|layer| layer.get(root.as_str()));
        let value = value.copied().unwrap_or(PartValue::Unknown);
        let claims = match value {
            PartValue::Won(plies) => vec![(true, Some(plies))],
            PartValue::Lost(plies) => vec![(false, Some(plies))],
            PartValue::Drawn => vec![(true, None), (false, None)],
            PartValue::Unknown => Vec::new(),
        };
        let mut strategies = Vec::new();
        for (is_mover, plies) in claims {
            let mut union = Union { division: self, is_win: plies.is_some(), lines: BTreeMap::new() };
            union.collect(&root, &values, is_mover, read)?;
            union.walk(&root, is_mover, plies.unwrap_or(0))?;
            let goal = Goal::Win;
            strategies.push(Strategy {
                position: self.game.position.clone(),
                is_mover,
                claim: plies.map_or(Claim::Keeps, |plies| Claim::Wins { plies, goal }),
                lines: union.reached(),
                symmetries: self.game.symmetries.clone(),
            });
        }
        let (position, flags) = (self.game.position.clone(), self.game.flags.clone());
        let (value, line, plies) = (value.into(), Vec::new(), Vec::new());
        Ok(SolvedPosition {
            position,
            flags,
            value,
            line,
            plies,
            strategies,
            is_cut: false,
            unsaved: None,
            positions: 0,
        })
    }
}

impl Union<'_> {
    /// The lines of the plies above, and those of the parts that they lead to.
    fn collect(
        &mut self,
        root: &str,
        values: &[BTreeMap<&str, PartValue>],
        is_mover: bool,
        read: &mut ReadPart<'_>,
    ) -> Result<(), UnionError> {
        let mut here = BTreeSet::from([root]);
        let mut is_owner = is_mover;
        for (layer, below) in self.division.layers.iter().zip(&values[1..]) {
            let mut next = Vec::new();
            for position in here {
                let plies = layer.get(position).map(Vec::as_slice).unwrap_or_default();
                if !is_owner {
                    next.extend(plies);
                } else if let Some((ply, value)) = best(plies, below) {
                    next.push(ply);
                    let number = if let PartValue::Won(plies) = value { plies } else { 0 };
                    self.add((position.to_owned(), ply.name.clone(), Some(number)), None);
                }
            }
            let goes_on = next.into_iter().filter(|ply| ply.ending.is_none());
            (here, is_owner) = (goes_on.map(|ply| ply.after.as_str()).collect(), !is_owner);
        }
        for part in here.into_iter().filter_map(|position| self.division.part_of(position)) {
            let solved = read(part).map_err(UnionError::Unread)?;
            let [mover, other] = solved.strategies;
            for line in if is_owner { mover } else { other } {
                self.add(line, Some(part));
            }
        }
        Ok(())
    }

    fn add(&mut self, (position, ply, number): PartLine, part: Option<usize>) {
        let number = if self.is_win { number.unwrap_or(0) } else { 0 };
        if self.lines.get(&position).is_none_or(|known| number < known.number) {
            self.lines.insert(position, UnitedLine { ply, number, part, is_reached: false });
        }
    }

    /// Follows all lines from the position, and marks those that are reached.
    fn walk(&mut self, root: &str, is_mover: bool, plies: u32) -> Result<(), UnionError> {
        let mut open = Vec::new();
        if is_mover {
            open.push(Demand { position: root.to_owned(), left: plies, part: None });
        } else {
            self.replies(root, plies, None, &mut open)?;
        }
        while let Some(Demand { position, left, part }) = open.pop() {
            let Some(line) = self.lines.get_mut(&position) else {
                // A checker finds a ply that ends the game by itself.
                let plies = self.plies(&position, part)?;
                if left == 0 && self.is_win || !plies.iter().any(|ply| self.ends(ply)) {
                    return Err(wrong(part, format!("no line for {position}")));
                }
                continue;
            };
            let (number, name) = (line.number, line.ply.clone());
            if number > left {
                let reason = format!("{position} has {number} plies, and {left} are left");
                return Err(wrong(part.or(line.part), reason));
            }
            if std::mem::replace(&mut line.is_reached, true) {
                continue;
            }
            let part = line.part;
            let ply = self.plies(&position, part)?.into_iter().find(|ply| ply.name == name);
            let ply = ply.ok_or_else(|| wrong(part, format!("{name} is no ply of {position}")))?;
            let left = self.less(number, part, &position)?;
            match ply.ending {
                Some(ending) => {
                    self.require(ending.other(), part, &ply.after)?;
                    self.lines.remove(&position);
                }
                None => self.replies(&ply.after, left, part, &mut open)?,
            }
        }
        Ok(())
    }

    /// Whether a ply of the owner ends the game as the strategy claims.
    fn ends(&self, ply: &TextPly) -> bool {
        ply.ending.is_some_and(|ending| self.is_allowed(ending.other()))
    }

    /// Demands what each reply leads to. The opponent is to move.
    fn replies(
        &self,
        position: &str,
        left: u32,
        part: Option<usize>,
        open: &mut Vec<Demand>,
    ) -> Result<(), UnionError> {
        let part = part.or_else(|| self.division.part_of(position));
        let left = self.less(left, part, position)?;
        for TextPly { after: position, ending, .. } in self.plies(position, part)? {
            let part = part.or_else(|| self.division.part_of(&position));
            match ending {
                Some(ending) => self.require(ending, part, &position)?,
                None => open.push(Demand { position, left, part }),
            }
        }
        Ok(())
    }

    /// One ply less, in a strategy that counts them.
    fn less(&self, left: u32, part: Option<usize>, position: &str) -> Result<u32, UnionError> {
        let none_left = || wrong(part, format!("no ply is left in {position}"));
        if self.is_win { left.checked_sub(1).ok_or_else(none_left) } else { Ok(0) }
    }

    fn plies(&self, position: &str, part: Option<usize>) -> Result<Vec<TextPly>, UnionError> {
        self.division.game.plies(position).map_err(|error| wrong(part, error.to_string()))
    }

    /// Requires that an end, as the owner sees it, is what the strategy claims.
    fn require(&self, ending: Ending, part: Option<usize>, position: &str) -> Result<(), UnionError> {
        let reason = || format!("the end {position} is not what the strategy claims");
        if self.is_allowed(ending) { Ok(()) } else { Err(wrong(part, reason())) }
    }

    fn is_allowed(&self, ending: Ending) -> bool {
        if self.is_win { ending == Ending::Won } else { ending != Ending::Lost }
    }

    fn reached(self) -> Vec<Line> {
        let reached = self.lines.into_iter().filter(|(_, line)| line.is_reached);
        let number = |line: &UnitedLine| self.is_win.then_some(line.number);
        reached.map(|(position, line)| Line { number: number(&line), ply: line.ply, position }).collect()
    }
}

/// Lines of the plies above rest on the parts: if one of those does not fit, the first part stands for all.
fn wrong(part: Option<usize>, reason: impl Into<String>) -> UnionError {
    UnionError::Wrong { part: part.unwrap_or(0), reason: reason.into() }
}
