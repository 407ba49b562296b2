//! `certamen reach`

use super::progress::Progress;
use super::{Game, Outcome, Session};
use crate::diagram::othello as diagram;
use crate::query::{BoardSize, ToMove};
use crate::retro::othello as native;
use anyhow::{Context, bail, ensure};
use clap::Args;
use encodings::board::Grid;
use encodings::othello::notation;
use encodings::othello::position::Player;
use serde_json::json;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};
use verify::othello::{self as naive, Disc, Position, Turn, write_line};

/// How much memory the layers may take.
const BUDGET: native::Budget = native::Budget(4 << 30);
/// The time between two lines that tell how far a search has got.
const INTERVAL: Duration = Duration::from_secs(10);

/// Say whether a game from the start reaches a position, with a record if one does.
///
/// The search goes backwards from the position until it meets all positions with a few discs. A record is replayed by
/// the naive game before it is believed; that there is none rests on the search alone, which leaves no proof.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    certamen reach othello ---------------------------XO------OOO--------------------------\n  \
    certamen reach othello ---------OOXOOO--OX--XX--X-XO-O--O-OXX---OX-XOO--OXO-O----------\n\n\
    Exit codes: 0 reachable, 1 not reachable, 2 bad usage or input, 3 undecided.")]
pub(super) struct Reach {
    /// The game.
    game: Game,
    /// The board, one character a square or a line a rank; as many squares as the board has.
    #[arg(value_name = "POSITION", allow_hyphen_values = true)]
    position: String,
    /// The side to move. With black and white X is Black; with either X is the side to move, of either colour.
    #[arg(long, value_enum, value_name = "SIDE", default_value = "either")]
    to_move: ToMove,
    /// End after this many seconds.
    #[arg(long, value_name = "S", value_parser = super::question::seconds)]
    time_limit: Option<Duration>,
    /// Compute all positions up to this many discs, for the search to meet: more of them take more memory.
    #[arg(long, value_name = "N", default_value_t = 13, value_parser = clap::value_parser!(u32).range(4..=16))]
    layers: u32,
}

/// What came of the search.
enum Found {
    Record(String),
    Nothing,
    Undecided(String),
}

impl Reach {
    pub(super) fn run(&self, session: &Session) -> anyhow::Result<Outcome> {
        ensure!(self.game == Game::Othello, "reach decides positions of othello");
        let board = naive::parse_board(&self.position).context("the position")?;
        if let Some(square) = board.size().centre().find(|&square| board.disc(square).is_none()) {
            bail!("the position: centre square {square} is empty, where every game has a disc");
        }
        let mover = if self.to_move == ToMove::White { Disc::White } else { Disc::Black };
        let asked = Position { board, mover };
        let found = match board_size(asked.board.size())? {
            BoardSize::Four => self.decide::<4>(session, &asked),
            BoardSize::Six => self.decide::<6>(session, &asked),
            BoardSize::Eight => self.decide::<8>(session, &asked),
        }?;
        self.answer(session, &asked, found)
    }

    fn decide<const SIDE: usize>(&self, session: &Session, asked: &Position) -> anyhow::Result<Found> {
        let line = write_line(&asked.board.seen_by(asked.mover));
        let discs = notation::parse(&line, Grid::<SIDE, SIDE>::LAYOUT).context("the position")?;
        let position = native::State::<SIDE> {
            position: encodings::othello::position::Position::new(discs).context("the position")?,
            mover: if asked.mover == Disc::White { Player::White } else { Player::Black },
        };
        let mover = (self.to_move != ToMove::Either).then_some(position.mover);
        let target = native::Target { position: position.position, mover };
        let mut teller = Teller::new(session, self.time_limit);
        // A layer beyond the position's own is never met.
        let layers = self.layers.min(position.discs());
        let reach = match native::Reach::<SIDE>::new(layers, BUDGET, &mut |progress| teller.watch(progress)) {
            Ok(reach) => reach,
            Err(native::LayerError::Interrupted { .. }) => return Ok(Found::Undecided(teller.reason())),
            Err(error) => return Err(error).context("--layers: choose fewer"),
        };
        let verdict = reach.decide(target, native::Limits::default(), &mut |progress| teller.watch(progress));
        Ok(match verdict.answer {
            native::Answer::Reachable(record) => Found::Record(record.to_string()),
            native::Answer::Unreachable => Found::Nothing,
            native::Answer::Undecided(_) => Found::Undecided(teller.reason()),
        })
    }

    fn answer(&self, session: &Session, asked: &Position, found: Found) -> anyhow::Result<Outcome> {
        let board = write_line(&asked.board);
        let to_move = self.to_move;
        match found {
            Found::Record(record) => {
                let position = self.replayed(asked, &record)?;
                let name = position.mover.to_string();
                let caption = diagram::caption(&position, &name);
                let text = format!("reachable\n{record}\n{}{caption}\n", diagram::text(&position));
                let moves: Vec<String> = position.legal_moves().iter().map(ToString::to_string).collect();
                let object = json!({
                    "verdict": "reachable", "record": record, "board": write_line(&position.board),
                    "to_move": name.to_lowercase(), "moves": moves, "mobility": moves.len(),
                    "empties": position.board.empties(),
                });
                session.answer(&text, &object)?;
                Ok(Outcome::Holds)
            }
            Found::Nothing => {
                let object = json!({ "verdict": "not reachable", "board": board, "to_move": to_move });
                session.answer("not reachable\n", &object)?;
                Ok(Outcome::DoesNotHold)
            }
            Found::Undecided(reason) => {
                let object = json!({
                    "verdict": "undecided", "reason": reason, "board": board, "to_move": to_move,
                });
                session.answer(&format!("undecided ({reason})\n"), &object)?;
                Ok(Outcome::Undecided)
            }
        }
    }

    /// Replays a record by the naive game and holds its end against the position asked for. A pass that is due in that
    /// position has not been made in what is returned.
    fn replayed(&self, asked: &Position, record: &str) -> anyhow::Result<Position> {
        let replay = naive::replay(asked.board.size(), record).context("the record that was found")?;
        let mut end = replay.position;
        let is_due = asked.turn() == Turn::Pass;
        if is_due {
            // The replay has made the pass; the position asked for is the one before.
            end.mover = end.mover.opponent();
        }
        let same_discs = end.board.seen_by(end.mover) == asked.board.seen_by(asked.mover);
        ensure!(
            same_discs && self.to_move.allows(end.mover),
            "the record that was found leads elsewhere: {record}"
        );
        Ok(end)
    }
}

fn board_size(size: naive::Size) -> anyhow::Result<BoardSize> {
    let sizes = [BoardSize::Four, BoardSize::Six, BoardSize::Eight];
    let found = sizes.into_iter().find(|board| board.side() == size.edge());
    found.with_context(|| format!("the position: no game on a {size} board"))
}

/// Tells of progress, and ends the work at a limit.
struct Teller<'s> {
    session: &'s Session,
    progress: Progress,
    deadline: Option<Instant>,
    layer: Option<u32>,
    told: Option<Instant>,
}

impl<'s> Teller<'s> {
    fn new(session: &'s Session, limit: Option<Duration>) -> Self {
        let deadline = limit.and_then(|limit| Instant::now().checked_add(limit));
        Self { session, progress: Progress::new(session), deadline, layer: None, told: None }
    }

    fn watch(&mut self, progress: native::Progress) -> ControlFlow<()> {
        match progress {
            native::Progress::Layer { discs, .. } if self.layer != Some(discs) => {
                self.layer = Some(discs);
                self.progress.begin(format!("positions with {discs} discs"));
            }
            native::Progress::Search { positions }
                if self.told.is_none_or(|told| told.elapsed() >= INTERVAL) =>
            {
                self.told = Some(Instant::now());
                self.progress.begin(format!("searching backwards: {positions} positions"));
            }
            _ => {}
        }
        let is_late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if is_late || self.session.stop.is_requested() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Why the work was ended.
    fn reason(&self) -> String {
        let reason = if self.session.stop.is_requested() { "stopped on request" } else { "time limit" };
        reason.to_owned()
    }
}
