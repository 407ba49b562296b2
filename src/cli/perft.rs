//! `perft`

use crate::game_verb::{GameCall, GameVerb};
use crate::rules_check::{disagreement, no_twin};
use certamen_play::{PerftCount, PlayError, Purpose, RandomGames, Twins};
use certamen_work::{Answer, Outcome, Session};
use clap::Args;
use serde_json::json;
use std::fmt::Write as _;
use std::time::Instant;

/// Deeper trees than this have more leaves than can be counted.
const DEPTH_LIMIT: i64 = 60;

/// Count the leaves of the game tree at a depth, natively and on all cores.
///
/// A game that has ended is one leaf at every greater depth, unless the help of the game says otherwise; a second line
/// says how many of the leaves ended before the depth, if there are such. The help of a game says what a ply is. A few
/// games at random are compared with the naive twin, if there is one; with --naive, the whole tree is.
#[derive(Args, Debug)]
pub(crate) struct Perft {
    /// The depth in plies.
    #[arg(value_parser = clap::value_parser!(u32).range(..=DEPTH_LIMIT))]
    depth: u32,
    /// Also print the number of leaves after each first ply.
    #[arg(long)]
    divide: bool,
    /// Compare the rules with the naive twin over the whole tree: each position, its plies, its outcome, and the
    /// leaves. Exits 1 if they disagree.
    #[arg(long)]
    naive: bool,
}

/// The games at random that are compared with the naive twin before a tree is counted.
const SAMPLE: u64 = 4;

impl GameVerb for Perft {
    const NAME: &'static str = "perft";
    const PURPOSE: Purpose = Purpose::Perft;

    fn run(
        &self,
        GameCall { game, given, position }: GameCall<'_>,
        session: &Session,
    ) -> anyhow::Result<Outcome> {
        let table = game.table(given)?;
        let begun = Instant::now();
        let twins = table.twins(position)?;
        if self.naive && twins.is_none() {
            anyhow::bail!("--naive: {}", no_twin(game));
        }
        let counted = table.perft(position, self.depth, self.divide, &session.stop).and_then(|counted| {
            let compared =
                twins.map(|twins| self.compare(&*twins, position, &counted, session)).transpose()?;
            Ok((counted, compared.unwrap_or_default()))
        });
        let (PerftCount { divided, leaves, ended }, positions) = match counted {
            Err(PlayError::Stopped) => return session.interrupted(),
            Err(PlayError::Twins(differ)) if self.naive => {
                let object = json!({ "depth": self.depth, "naive": disagreement(&differ) });
                return session.conclude(Answer::fails(format!("{differ}\n"), object));
            }
            counted => counted?,
        };
        let mut text = String::new();
        for (ply, leaves) in &divided {
            let _ = writeln!(text, "{ply} {leaves}");
        }
        let _ = writeln!(text, "{leaves}");
        if ended > 0 {
            let _ = writeln!(text, "ended {ended}");
        }
        session.note(&format!("{:.2} s", begun.elapsed().as_secs_f64()));
        let mut object = json!({ "depth": self.depth, "leaves": leaves, "ended": ended, "divide": divided });
        if self.naive {
            let _ =
                writeln!(text, "the naive twin agrees on {positions} positions, their plies and outcomes");
            object["naive"] = json!({ "agrees": true, "positions": positions });
        }
        session.conclude(Answer::holds(text, object))
    }
}

impl Perft {
    /// Compares the tree, or games at random in it; returns the number of positions.
    fn compare(
        &self,
        twins: &dyn Twins,
        position: Option<&str>,
        counted: &PerftCount,
        session: &Session,
    ) -> Result<u64, PlayError> {
        if self.naive {
            let tree = twins.tree(position, self.depth, &session.stop)?;
            tree.compare(counted, position)?;
            return Ok(tree.positions);
        }
        let games = RandomGames { games: SAMPLE, plies: self.depth.min(twins.usual().plies), seed: 0 };
        Ok(twins.games(position, games, &session.stop)?.positions)
    }
}
