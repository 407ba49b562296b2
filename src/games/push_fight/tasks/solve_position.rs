//! `certamen solve-position`

use crate::decide::{TABLE, USUAL_TURNS, in_words, object, replayed_line};
use crate::play::{START, require_published};
use crate::search::solve::MAX_TURNS_AHEAD;
use crate::search::{SearchLimits, Solution, TurnValue, refutations, solve};
use anyhow::Context;
use certamen_work::amount::seconds;
use certamen_work::answer::{Answer, Outcome};
use certamen_work::failure::Failure;
use certamen_work::memory;
use certamen_work::session::Session;
use certamen_work::subject_command::Run;
use clap::Args;
use encodings::push_fight::{Position, Standard, notation};
use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// Say whether a position is won or lost, in how many turns, and by which line.
///
/// W3 is won by the third turn of the player to move. L2 is lost after that player's second turn. L0 has no legal turn.
/// The naive game replays the line before it is printed. That no other line is better depends on the search alone:
/// there is no proof.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    PROGRAM solve-position push-fight .oO..O..O.ox......X.X..Yx.       W2 and a line\n  \
    PROGRAM solve-position push-fight ......ooY..x..x...XO.O..XO --refutations\n\n\
    Exit codes: 0 decided, or not within the turns asked for; 2 bad usage or input; 3 stopped early.")]
pub(super) struct SolvePosition {
    /// The position: one character for each square, or the grid; or START.
    #[arg(value_name = "POSITION", allow_hyphen_values = true)]
    position: String,
    /// The board: 8x4, the published one.
    #[arg(long, value_name = "BOARD")]
    board: Option<String>,
    /// Look for wins and losses within this many turns of a player.
    #[arg(long, value_name = "K", default_value_t = USUAL_TURNS,
          value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_TURNS_AHEAD)))]
    max_turns: u32,
    /// Stop after this many seconds, undecided.
    #[arg(long, value_name = "S", value_parser = seconds)]
    time_limit: Option<Duration>,
    /// The memory of the table of positions [default: 256, or what the machine has].
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    memory: Option<u64>,
    /// For a lost position, also print a turn to each position that the player can reach, and the answer that wins.
    #[arg(long)]
    refutations: bool,
}

/// Turns with their winning answers.
type Answered = Vec<(String, String)>;

impl Run for SolvePosition {
    fn run(&self, session: &Session) -> Result<Outcome, Failure> {
        require_published(self.board.as_deref())?;
        let text = if self.position == certamen_play::START { START } else { &self.position };
        let position: Position<Standard> = notation::parse(text)?;
        let limits =
            SearchLimits { turns: self.max_turns, time: self.time_limit, memory: self.memory()? as usize };
        let start = Instant::now();
        let solution = solve(position, limits, &session.stop);
        let line = replayed_line(position, &solution).map_err(anyhow::Error::msg)?;
        session.note(&format!("{} positions, {:.2} s", solution.positions, start.elapsed().as_secs_f64()));
        let refuted = match solution.value {
            TurnValue::Loss(turns) if self.refutations => answers(position, turns, limits, session),
            _ => Some(Vec::new()),
        };
        let is_cut = refuted.is_none();
        self.answer(session, &solution, &line, &refuted.unwrap_or_default(), is_cut)
    }
}

impl SolvePosition {
    /// The number of bytes of the table. More than the machine has would kill the process and not only end the search.
    fn memory(&self) -> anyhow::Result<u64> {
        let asked = self.memory.map(|megabytes| megabytes << 20);
        memory::allowed(asked, TABLE).context("--memory")
    }

    fn answer(
        &self,
        session: &Session,
        solution: &Solution,
        line: &[String],
        refuted: &[(String, String)],
        is_cut: bool,
    ) -> Result<Outcome, Failure> {
        let reason = session.stop.or_time_limit();
        let mut text = in_words(solution, self.max_turns, solution.is_ended.then_some(reason)) + "\n";
        if !line.is_empty() {
            let _ = writeln!(text, "{}", line.join(" "));
        }
        for (turn, answer) in refuted {
            let _ = writeln!(text, "{turn} {answer}");
        }
        if is_cut {
            let _ = writeln!(text, "refutations not complete ({reason})");
        }
        let is_ended = solution.is_ended || is_cut;
        let ended = is_ended.then_some(reason);
        let object = object(&self.position, solution, line, refuted, ended);
        let outcome = if is_ended { Outcome::Undecided } else { Outcome::Holds };
        session.conclude(Answer::new(outcome, text, object))
    }
}

/// A turn to each position that can be reached, with an answer that wins; `None` at the time limit.
fn answers(
    position: Position<Standard>,
    turns: u32,
    limits: SearchLimits,
    session: &Session,
) -> Option<Answered> {
    let refuted = refutations(position, turns, limits, &session.stop)?;
    let names = refuted.into_iter();
    Some(names.map(|(turn, answer)| (turn.name::<Standard>(), answer.name::<Standard>())).collect())
}
