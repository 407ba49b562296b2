//! `perft`

use crate::frame::game_verb::{GameCall, GameVerb};
use crate::frame::rules_check::{TwinDisagreement, no_twin};
use certamen_play::{PerftCount, PlayError, Purpose, RandomGames, Twins};
use certamen_work::schema::{AnswerSchema, JsonSchema, OrUndecided, of_answer};
use certamen_work::{Answer, Outcome, Session};
use clap::Args;
use serde::Serialize;
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

/// The answer as JSON.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
enum PerftAnswer {
    Counted {
        depth: u32,
        leaves: u64,
        /// The leaves that ended before the depth.
        ended: u64,
        /// The leaves after each first ply.
        divide: Vec<(String, u64)>,
        #[serde(skip_serializing_if = "Option::is_none")]
        naive: Option<NaiveAgreement>,
    },
    Disagreement {
        depth: u32,
        naive: TwinDisagreement,
    },
}

/// The naive twin agrees.
#[derive(Serialize, JsonSchema)]
struct NaiveAgreement {
    agrees: bool,
    positions: u64,
}

impl GameVerb for Perft {
    const NAME: &'static str = "perft";
    const SCHEMA: AnswerSchema = Some(of_answer::<OrUndecided<PerftAnswer>>);
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
                let text = format!("{differ}\n");
                let object = PerftAnswer::Disagreement { depth: self.depth, naive: (*differ).into() };
                return session.conclude(Answer::fails(text, object));
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
        if self.naive {
            let _ =
                writeln!(text, "the naive twin agrees on {positions} positions, their plies and outcomes");
        }
        let naive = self.naive.then_some(NaiveAgreement { agrees: true, positions });
        let object = PerftAnswer::Counted { depth: self.depth, leaves, ended, divide: divided, naive };
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
