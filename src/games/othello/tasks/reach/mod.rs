//! `certamen reach othello`

mod answer;
mod report;
mod watcher;

use crate::play::named_board;
use crate::query::ToMove;
use crate::query::language::of_size;
use crate::search as native;
use crate::{OthelloSize, on_side};
use anyhow::{Context, bail, ensure};
use certamen_language::GameQuestion;
use certamen_play::{PlayError, START, records};
use certamen_prove::strategy::Worth;
use certamen_prove::strategy::chosen::{ChosenStrategies, RaceOutcome, SearchVerdict};
use certamen_work::amount::seconds;
use certamen_work::answer::{Answer, Outcome};
use certamen_work::failure::Failure;
use certamen_work::file;
use certamen_work::limits::Limits;
use certamen_work::progress::Progress;
use certamen_work::schema::{AnswerSchema, of_answer};
use certamen_work::session::Session;
use certamen_work::subject_command::Run;
use clap::Args;
use encodings::othello::position;
use report::ReachReport;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;
use verify::othello::{self as naive, Disc, Position, Turn, write_line};
use watcher::Watcher;

/// The memory that the layers may take.
const BUDGET: native::Budget = native::Budget(4 << 30);
/// The greatest length of a file of positions in bytes: half a million positions of 8x8.
const FILE_LIMIT: u64 = 1 << 25;

/// Say whether a game from the start reaches a position, with a record if one does.
///
/// Without --strategy there are two ways at the same time. A search goes backwards from the position until it meets all
/// positions with a few discs. A solver has the strategies of the question whether a game leads there, as `solve --reachable`
/// has them. What decides first ends the other. The naive game replays a record before it is printed. A refutation has a
/// proof, which is checked; that the search finds no game depends on the search alone. With --file or --any-order there is
/// the search only.
///
/// With --any-order either player may place the next disc at any time. A position that no such game reaches is reached
/// by no game. This is meant for unreachable positions: a search that has to find a game may take long. A record then
/// has the colour of each disc.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    PROGRAM reach othello ---------------------------XO------OOO--------------------------\n  \
    PROGRAM reach othello ---------OOXOOO--OX--XX--X-XO-O--O-OXX---OX-XOO--OXO-O----------\n  \
    PROGRAM reach othello ---------OOXOOO--OX--XX--X-XO-O--O-OXX---OX-XOO--OXO-O---------- --proof no.lrat\n    \
    PROGRAM check --cnf no.last-steps-4.cnf --proof no.last-steps-4.lrat     that no game leads there, by clauses\n  \
    PROGRAM enumerate othello.mobility --at-least 34 --empties 34 --up-to-symmetry | grep -v : |\n    \
    PROGRAM reach othello --file - --any-order     none of them, in whatever order discs are placed\n\n\
    Exit codes: 0 reachable, 1 not reachable, 2 bad usage or input, 3 undecided. With --file: 0 all of them, 1 not all.")]
pub(super) struct Reach {
    /// The position, one character for each square or one line for each rank; its size follows from the number of squares.
    /// START is the start.
    #[arg(value_name = "POSITION", allow_hyphen_values = true, required_unless_present = "file")]
    position: Option<String>,
    /// The board: 4x4, 6x6 or 8x8 [default: the board of the position, or 8x8].
    #[arg(long, value_name = "BOARD")]
    board: Option<String>,
    /// Read positions from this file, one on each line, all of one size; blank lines and lines that begin with # are
    /// skipped.
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    file: Option<PathBuf>,
    /// The side to move. With black and white, X is Black; with either, X is the side to move and may be either colour.
    #[arg(long, value_enum, value_name = "SIDE", default_value = "either")]
    to_move: ToMove,
    /// Let either player place the next disc at any time.
    #[arg(long)]
    any_order: bool,
    /// End after this many seconds.
    #[arg(long, value_name = "S", value_parser = seconds)]
    time_limit: Option<Duration>,
    /// Compute all positions up to this number of discs, for the search to meet; more discs take more memory. Not used
    /// with --any-order.
    #[arg(long, value_name = "N", default_value_t = 13, value_parser = clap::value_parser!(u32).range(4..=16))]
    layers: u32,
    #[command(flatten)]
    strategies: ChosenStrategies,
}

/// The result of a search.
enum ReachAnswer {
    /// The record of a game, and the position to which it leads by the naive rules.
    Game(String, Position),
    Nothing,
    Undecided(String),
}

impl ReachAnswer {
    /// What the search says.
    fn said(&self) -> SearchVerdict {
        match self {
            Self::Game(..) => SearchVerdict::Answer,
            Self::Nothing => SearchVerdict::NoAnswer,
            Self::Undecided(reason) => SearchVerdict::Nothing(reason.clone()),
        }
    }
}

impl Run for Reach {
    const SCHEMA: AnswerSchema = Some(of_answer::<ReachReport<'_>>);

    fn run(&self, session: &Session) -> Result<Outcome, Failure> {
        Ok(match &self.file {
            Some(path) => self.run_file(session, path)?,
            None => self.run_one(session)?,
        })
    }
}

impl Reach {
    fn run_one(&self, session: &Session) -> anyhow::Result<Outcome> {
        let asked = self.asked(self.position.as_deref().unwrap_or_default())?;
        let progress = Progress::new(session);
        let limits = self.limits(session);
        let search = |limits: &Limits| {
            let mut found = None;
            let mut watcher = Watcher::new(&progress, limits);
            self.decide(&mut watcher, std::slice::from_ref(&asked), |_, answer| found = Some(answer))?;
            found.context("there is one position")
        };
        let chosen = if let Some(GameQuestion { question, worth }) = self.games_to(&asked)? {
            self.strategies.decide((&question, worth), &limits, &progress, search, ReachAnswer::said)?
        } else {
            self.strategies.require_search_alone(if self.any_order {
                "it does not go with --any-order: the formula is one of games by the rules"
            } else {
                "there is no formula of the games to this position"
            })?;
            RaceOutcome::Searched(search(&limits)?)
        };
        drop(progress);
        self.answer(session, &asked, chosen)
    }

    /// The question to a solver whether a game leads to a position. An answer does not say which colour is to move.
    fn games_to(&self, asked: &Position) -> anyhow::Result<Option<GameQuestion>> {
        if self.any_order {
            return Ok(None);
        }
        let line = write_line(&asked.board.seen_by(asked.mover));
        let formula = of_size(asked.board.size().into()).games_to(&line)?;
        Ok(formula.map(|formula| match self.to_move {
            ToMove::Either => formula,
            ToMove::Black | ToMove::White => GameQuestion { worth: Worth::Refutes, ..formula },
        }))
    }

    fn limits(&self, session: &Session) -> Limits {
        session.limits(None).within(self.time_limit)
    }

    fn run_file(&self, session: &Session, path: &Path) -> anyhow::Result<Outcome> {
        let text = file::read_text(path, FILE_LIMIT, &session.stop)?;
        let name = file::name_of(path);
        let mut asked: Vec<Position> = Vec::new();
        let mut lines = Vec::new();
        for (line, record) in records::lines(&text) {
            let position = self.asked(record).with_context(|| format!("{name}: line {line}"))?;
            if let Some(first) = asked.first().filter(|first| first.board.size() != position.board.size()) {
                bail!(
                    "{name}: line {line}: a {} board after a {} one",
                    position.board.size(),
                    first.board.size()
                );
            }
            asked.push(position);
            lines.push(line);
        }
        ensure!(!asked.is_empty(), "{name}: no position in it");
        let (mut report, mut objects) = (String::new(), Vec::new());
        let [mut reachable, mut unreachable, mut undecided] = [0; 3];
        self.strategies
            .require_search_alone("it does not go with --file: the formula is about one position")?;
        let progress = Progress::new(session);
        let mut watcher = Watcher::new(&progress, &self.limits(session));
        self.decide(&mut watcher, &asked, |index, found| {
            let mut one = self.report(&asked[index], &found);
            one.line = Some(lines[index]);
            objects.push(one);
            let (count, text) = match found {
                ReachAnswer::Game(record, _) => (&mut reachable, format!("reachable: {record}")),
                ReachAnswer::Nothing => (&mut unreachable, "not reachable".to_owned()),
                ReachAnswer::Undecided(reason) => (&mut undecided, format!("undecided ({reason})")),
            };
            *count += 1;
            let _ = writeln!(report, "line {}: {text}", lines[index]);
        })?;
        drop(progress);
        let _ = writeln!(report, "{reachable} reachable, {unreachable} not reachable, {undecided} undecided");
        let object = ReachReport::File {
            positions: objects,
            reachable,
            not_reachable: unreachable,
            undecided,
            any_order: self.any_order,
        };
        session.conclude(Answer::new(
            match (unreachable, undecided) {
                (0, 0) => Outcome::Holds,
                (_, 0) => Outcome::DoesNotHold,
                _ => Outcome::Undecided,
            },
            report,
            object,
        ))
    }

    /// The position of a text; if X may be either colour, it is Black here.
    fn asked(&self, text: &str) -> anyhow::Result<Position> {
        let named = named_board(self.board.as_deref())?;
        let board = if text == START {
            Position::start(named.unwrap_or_default().into()).board
        } else {
            naive::parse_board(text).context("the position")?
        };
        PlayError::require_board(named, &board.size().into())?;
        if let Some(square) = board.size().centre().find(|&square| board.disc(square).is_none()) {
            bail!("centre square {square} is empty, where every game has a disc");
        }
        let mover = if self.to_move == ToMove::White { Disc::White } else { Disc::Black };
        Ok(Position { board, mover })
    }

    /// Decides positions of one size, in order.
    fn decide(
        &self,
        watcher: &mut Watcher<'_>,
        asked: &[Position],
        mut report: impl FnMut(usize, ReachAnswer),
    ) -> anyhow::Result<()> {
        let Some(first) = asked.first() else { return Ok(()) };
        on_side!(OthelloSize::from(first.board.size()), SIDE => self.decide_on::<SIDE>(watcher, asked, &mut report))
    }

    fn decide_on<const SIDE: usize>(
        &self,
        watcher: &mut Watcher<'_>,
        asked: &[Position],
        report: &mut dyn FnMut(usize, ReachAnswer),
    ) -> anyhow::Result<()> {
        if self.any_order {
            let mut search = native::AnyOrder::<SIDE>::new(native::SearchLimits::default());
            for (index, asked) in asked.iter().enumerate() {
                report(index, self.decide_in_any_order(watcher, &mut search, asked)?);
            }
            return Ok(());
        }
        // A layer with more discs than the positions is never met.
        let most = asked.iter().map(|asked| asked.board.discs() as u32).max().unwrap_or_default();
        let layers = self.layers.min(most);
        let reach =
            match native::ForwardLayers::<SIDE>::new(layers, BUDGET, &mut |progress| watcher.watch(progress))
            {
                Ok(reach) => Some(reach),
                Err(native::LayerError::Interrupted { .. }) => None,
                Err(error) => return Err(error).context("--layers: choose fewer"),
            };
        for (index, asked) in asked.iter().enumerate() {
            report(
                index,
                match &reach {
                    Some(reach) => self.decide_by_rules(watcher, reach, asked)?,
                    None => ReachAnswer::Undecided(watcher.reason()),
                },
            );
        }
        Ok(())
    }

    fn decide_by_rules<const SIDE: usize>(
        &self,
        watcher: &mut Watcher<'_>,
        reach: &native::ForwardLayers<SIDE>,
        asked: &Position,
    ) -> anyhow::Result<ReachAnswer> {
        let mover = self.to_move.player();
        let target = native::Target { position: native_position(&asked.board.seen_by(asked.mover))?, mover };
        let verdict =
            reach.decide(target, native::SearchLimits::default(), &mut |progress| watcher.watch(progress));
        Ok(match verdict.answer {
            native::Answer::Reachable(record) => {
                let record = record.to_string();
                let end = self.replayed(asked, &record)?;
                ReachAnswer::Game(record, end)
            }
            native::Answer::Unreachable => ReachAnswer::Nothing,
            native::Answer::Undecided(_) => ReachAnswer::Undecided(watcher.reason()),
        })
    }

    /// The same without turns. The naive game replays a record.
    fn decide_in_any_order<const SIDE: usize>(
        &self,
        watcher: &mut Watcher<'_>,
        search: &mut native::AnyOrder<SIDE>,
        asked: &Position,
    ) -> anyhow::Result<ReachAnswer> {
        let boards = match self.to_move {
            ToMove::Either => {
                vec![(asked.board.clone(), Disc::Black), (asked.board.recoloured(), Disc::White)]
            }
            _ => vec![(asked.board.clone(), asked.mover)],
        };
        for (board, mover) in boards {
            match search.game(native_position(&board)?, &mut |progress| watcher.watch(progress)) {
                Ok(None) => {}
                Err(_) => return Ok(ReachAnswer::Undecided(watcher.reason())),
                Ok(Some(game)) => {
                    let record = game.to_string();
                    let end = naive::replay_in_any_order(board.size(), &record);
                    ensure!(
                        end.context("the record that was found")? == board,
                        "the record that was found leads elsewhere: {record}"
                    );
                    return Ok(ReachAnswer::Game(record, Position { board, mover }));
                }
            }
        }
        Ok(ReachAnswer::Nothing)
    }

    /// Replays a record with the naive game and compares its end with the given position. If a pass is due in that
    /// position, it has not been made in the result.
    fn replayed(&self, asked: &Position, record: &str) -> anyhow::Result<Position> {
        let replay = naive::replay(asked.board.size(), record).context("the record that was found")?;
        let mut end = replay.position;
        let is_due = asked.turn() == Turn::Pass;
        if is_due {
            // The replay has made the pass; the given position is the one before it.
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

/// A board for the native search; X's discs are the mover's.
fn native_position<const SIDE: usize>(board: &naive::Board) -> anyhow::Result<position::Position<SIDE>> {
    write_line(board).parse().context("the position")
}
