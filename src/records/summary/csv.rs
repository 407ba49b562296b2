//! The summary as a table: one line for each number, so that any spreadsheet reads it.

use super::Summary;
use certamen_work::text::csv_cell;
use std::fmt::Write as _;

impl Summary {
    /// The summary as CSV, with the columns `what`, `key`, `value`, `file`, `place`. What is counted by ply has the
    /// number of the ply as its key.
    pub fn csv(&self) -> String {
        let mut text = "what,key,value,file,place\n".to_owned();
        let mut line = |what: &str, key: &str, value: &str| {
            let _ = writeln!(text, "{what},{},{value},,", csv_cell(key));
        };
        let totals = [
            ("games", self.games),
            ("legal", self.legal),
            ("illegal", self.illegal()),
            ("unreadable", self.unreadable),
            ("first wins", self.first_wins),
            ("second wins", self.second_wins),
            ("draws", self.draws),
            ("unfinished", self.unfinished),
            ("duplicates", self.duplicates),
            ("transpositions", self.transpositions),
        ];
        for (what, value) in totals {
            line(what, "", &value.to_string());
        }
        if self.remarked > 0 {
            line("read with a remark", "", &self.remarked.to_string());
        }
        for (reason, count) in &self.illegal {
            line("illegal by reason", reason, &count.to_string());
        }
        for (name, claims) in &self.claims {
            line("claims that agree", name, &claims.agree.to_string());
            line("claims that differ", name, &claims.differ.to_string());
            line("claims not checked", name, &claims.not_checked.to_string());
        }
        for (what, map) in [("games by plies", &self.lengths), ("games by passes", &self.passes)] {
            for (key, count) in map {
                line(what, &key.to_string(), &count.to_string());
            }
        }
        for (ply, found) in self.plies.iter().enumerate() {
            let mean = found.moves as f64 / found.games.max(1) as f64;
            line("games at ply", &ply.to_string(), &found.games.to_string());
            line("mean legal moves at ply", &ply.to_string(), &format!("{mean:.4}"));
        }
        for (ply, most) in
            self.plies.iter().enumerate().filter_map(|(ply, found)| Some((ply, found.most.as_ref()?)))
        {
            let place = most.place.to_string();
            let _ = writeln!(
                text,
                "most legal moves at ply,{ply},{},{},{place}",
                most.value,
                csv_cell(&most.file)
            );
        }
        text
    }
}
