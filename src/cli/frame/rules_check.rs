//! `games GAME --check`: the rules of a game against their naive twin, in games at random.

use certamen_ask::flag::Given;
use certamen_language::game_file::{Declaration, DeclarationVerdict};
use certamen_play::{Disagreement, Game, PlayError, Purpose, RandomGames, TwinGames, Twins};
use certamen_work::schema::JsonSchema;
use certamen_work::{Answer, Outcome, Session, Stop};
use clap::Args;
use serde::Serialize;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// What is checked.
#[derive(Args, Debug)]
pub(crate) struct RulesCheck {
    /// Check the rules of the game: play games at random by the rules and by the naive twin, and compare every
    /// position, its plies and its outcome. Exits 1 if they disagree.
    #[arg(long, requires = "game")]
    pub(crate) check: bool,
    /// Only this board of the game [default: each board]
    #[arg(long, value_name = "BOARD", requires = "game")]
    pub(crate) board: Option<String>,
    /// With --check: the number of games on each board [default: some hundred, fewer if they take more than ten seconds]
    #[arg(long, value_name = "N", requires = "check", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// With --check: the seed that repeats the games [default: another one each time]
    #[arg(long, value_name = "S", requires = "check")]
    seed: Option<u64>,
}

/// Why a game is not checked.
pub(crate) fn no_twin(game: &dyn Game) -> String {
    format!("{} has no naive twin: there is nothing to compare its rules with", game.name())
}

/// A disagreement as JSON.
#[derive(Serialize, JsonSchema)]
pub(crate) struct TwinDisagreement {
    agrees: bool,
    position: String,
    /// The ply that leads on from the position, if they disagree about it.
    ply: Option<String>,
    /// What they disagree about.
    subject: String,
    /// What the rules say.
    rules: String,
    /// What the naive twin says.
    naive_twin: String,
}

impl From<Disagreement> for TwinDisagreement {
    fn from(Disagreement { position, ply, subject, native, naive }: Disagreement) -> Self {
        Self { agrees: false, position, ply, subject: subject.to_string(), rules: native, naive_twin: naive }
    }
}

/// The answer as JSON.
#[derive(Serialize, JsonSchema)]
pub(crate) struct RulesReport<'a> {
    game: &'a str,
    agrees: bool,
    seed: u64,
    boards: Vec<BoardReport>,
}

/// What was compared on a board.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
enum BoardReport {
    Agrees {
        board: Option<String>,
        agrees: bool,
        games: u64,
        positions: u64,
        plies: u64,
        passes: u64,
        ended: u64,
    },
    Differs {
        board: Option<String>,
        #[serde(flatten)]
        differ: TwinDisagreement,
    },
}

impl RulesCheck {
    pub(crate) fn run(&self, game: &dyn Game, session: &Session) -> anyhow::Result<Outcome> {
        let has_boards = game.flags(Purpose::Perft).iter().any(|flag| flag.name == "board");
        let boards: Vec<Option<String>> = match &self.board {
            Some(board) if has_boards => vec![Some(board.clone())],
            Some(_) => anyhow::bail!("--board: {} has one board", game.name()),
            None if has_boards => game.checked_boards().into_iter().map(Some).collect(),
            None => vec![None],
        };
        let seed = self.seed.unwrap_or_else(|| u64::from(fastrand::u32(..)));
        match check_rules(game, &boards, self.games, seed, &session.stop) {
            Ok(answer) => session.conclude(answer),
            Err(PlayError::Stopped) => session.interrupted(),
            Err(error) => Err(error.into()),
        }
    }
}

/// Compares this number of games, or the usual number as far as it can be played in [`PATIENCE`]. The games are the same
/// whether they are played at once or one after the other.
fn games_at_random(
    twins: &dyn Twins,
    games: Option<u64>,
    seed: u64,
    stop: &Stop,
) -> Result<TwinGames, PlayError> {
    let (usual, begun, mut found) = (twins.usual(), Instant::now(), TwinGames::default());
    let wanted = games.unwrap_or(usual.games);
    while found.games < wanted && (games.is_some() || begun.elapsed() < PATIENCE) {
        // On a large board the first game shows how long they take.
        let batch = found.games.clamp(1, wanted - found.games);
        let batch = if games.is_some() { wanted } else { batch };
        let wanted = RandomGames { games: batch, seed: seed.wrapping_add(found.games), ..usual };
        found = found.with(twins.games(None, wanted, stop)?);
    }
    Ok(found)
}

/// The time after which no more games are begun if nobody says how many.
const PATIENCE: Duration = Duration::from_secs(10);

/// What a game declares on these boards, and whether its rules and the naive twin agree in games at random.
///
/// # Errors
/// [`PlayError`] if there is no such board or no naive twin, or [`PlayError::Stopped`].
pub fn check_rules(
    game: &dyn Game,
    boards: &[Option<String>],
    games: Option<u64>,
    seed: u64,
    stop: &Stop,
) -> Result<Answer, PlayError> {
    let (mut text, mut objects, mut agrees, mut limit) = (String::new(), Vec::new(), true, None);
    for board in boards {
        let given = board.iter().fold(Given::new(), |given, board| given.with_text("board", board));
        let table = game.table(&given)?;
        let name = board.as_deref().map_or_else(String::new, |board| format!(" {board}"));
        let declared = table.declarations();
        for Declaration { sentence, verdict } in &declared {
            let of = format!("{}{name}: {sentence}", game.name());
            let _ = match verdict {
                DeclarationVerdict::Proved => writeln!(text, "{of}: proved"),
                DeclarationVerdict::Undecided => {
                    writeln!(text, "{of}: undecided, so it is not relied on")
                }
                DeclarationVerdict::Refuted { position, played: None } => {
                    writeln!(text, "{of}: no, in {position}")
                }
                DeclarationVerdict::Refuted { position, played: Some(played) } => {
                    writeln!(text, "{of}: no, by {played} in {position}")
                }
            };
        }
        agrees &= !declared.iter().any(|one| matches!(one.verdict, DeclarationVerdict::Refuted { .. }));
        let twins = table.twins(None)?.ok_or_else(|| PlayError::Flags(no_twin(game)))?;
        match games_at_random(&*twins, games, seed, stop) {
            Ok(found) => {
                let (games, positions, passes, ended) =
                    (found.games, found.positions, found.passes, found.ended);
                let _ = writeln!(
                    text,
                    "{}{name}: the rules and the naive twin agree in {games} games, {positions} positions, \
                         {passes} passes, {ended} ends",
                    game.name()
                );
                let (board, plies) = (board.clone(), found.plies);
                objects.push(BoardReport::Agrees {
                    board,
                    agrees: true,
                    games,
                    positions,
                    plies,
                    passes,
                    ended,
                });
            }
            Err(PlayError::Twins(found)) => {
                let _ = writeln!(text, "{}{name}: {found}", game.name());
                let (board, differ) = (board.clone(), (*found).into());
                objects.push(BoardReport::Differs { board, differ });
                agrees = false;
            }
            // It must not hide what is wrong on another board.
            Err(error @ PlayError::Unjudged(_)) => {
                let _ = writeln!(text, "{}{name}: {error}", game.name());
                limit.get_or_insert(error);
            }
            Err(error) => return Err(error),
        }
    }
    if let (Some(limit), true) = (limit, agrees) {
        return Err(limit);
    }
    let _ = writeln!(text, "seed {seed}");
    let object = RulesReport { game: game.name(), agrees, seed, boards: objects };
    Ok(Answer::judged(agrees, text, object))
}
