//! The summary for people.

use super::{Claims, Summary};
use certamen_work::text::escaped;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// A number of things in words.
fn counted(count: u64, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// Numbers with how often they occur.
fn distribution(map: &BTreeMap<usize, u64>) -> String {
    let parts: Vec<String> = map.iter().map(|(key, count)| format!("{key}: {count}")).collect();
    parts.join(", ")
}

impl Summary {
    /// The summary as text.
    pub fn text(&self) -> String {
        let mut text = format!("{}, {} legal", counted(self.games, "game"), self.legal);
        if self.illegal() > 0 {
            let _ = write!(text, ", {} illegal", self.illegal());
        }
        if self.unreadable > 0 {
            let _ = write!(text, ", {} unreadable", self.unreadable);
        }
        text.push('\n');
        if self.remarked > 0 {
            let _ = writeln!(text, "  read with a remark: {}", self.remarked);
        }
        for (reason, count) in &self.illegal {
            let _ = writeln!(text, "  illegal, {reason}: {count}");
        }
        let (first, second, draws) = (self.first_wins, self.second_wins, self.draws);
        let _ = writeln!(
            text,
            "results: the first player won {first}, the second {second}, draws {draws}, unfinished {}",
            self.unfinished
        );
        for (name, claims) in &self.claims {
            let Claims { agree, differ, not_checked } = *claims;
            let _ = if differ == 0 && not_checked == 0 {
                writeln!(text, "{name}: all {agree} agree")
            } else {
                writeln!(text, "{name}: {agree} agree, {differ} differ, {not_checked} not checked")
            };
        }
        let _ = writeln!(
            text,
            "equal games: {} with the same moves, {} more with the same last position",
            self.duplicates, self.transpositions
        );
        if self.not_searched > 0 {
            let _ = writeln!(text, "  not searched for equal ones: {}", self.not_searched);
        }
        if !self.lengths.is_empty() {
            let _ = writeln!(text, "games by plies: {}", distribution(&self.lengths));
            let _ = writeln!(text, "games by passes: {}", distribution(&self.passes));
        }
        self.moves_by_ply(&mut text);
        text
    }

    fn moves_by_ply(&self, text: &mut String) {
        let Some(most) = self.most_moves() else { return };
        let _ = writeln!(
            text,
            "most legal moves: {}, {}, {}, after {}",
            most.value,
            escaped(&most.file),
            most.place,
            counted(most.ply as u64, "plie").replace("1 plie", "1 ply")
        );
        let _ = writeln!(text, "{:>5} {:>8} {:>6} {:>5}  where", "ply", "games", "mean", "most");
        for (ply, found) in self.plies.iter().enumerate() {
            let Some(most) = &found.most else { continue };
            let mean = found.moves as f64 / found.games.max(1) as f64;
            let _ = writeln!(
                text,
                "{ply:>5} {:>8} {mean:>6.2} {:>5}  {}, {}",
                found.games,
                most.value,
                escaped(&most.file),
                most.place
            );
        }
    }
}
