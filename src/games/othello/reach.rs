//! Whether games lead to positions: backwards from each, until the search meets all positions with a few discs.

use crate::play::{BOARD, OthelloGame, named_board};
use crate::query::ToMove;
use crate::query::language::of_size;
use crate::view::WHITE;
use crate::{OthelloSize, diagram, on_side, search as native};
use certamen_ask::flag::{Flag, Given};
use certamen_language::GameQuestion;
use certamen_play::reach_search::{NO_FORMULA, ReachFacts, ReachedEnd};
use certamen_play::{PlayError, ReachOutcome, ReachReport, ReachSearch, ReachWatcher};
use certamen_prove::strategy::Worth;
use encodings::othello::position::{self, PositionTextError};
use std::ops::ControlFlow;
use verify::othello::{self as naive, Disc, Position, Turn, write_line};

/// The memory that the layers may take.
const BUDGET: native::Budget = native::Budget(4 << 30);
/// The usual number of discs of the last layer, and the possible ones.
const LAYERS: (u32, std::ops::RangeInclusive<u32>) = (13, 4..=16);

/// The length of a placement in the record of a game in any order: a colour and a square.
const PLACEMENT: usize = 3;

const FLAGS: &[Flag] = &[
    Flag::choice(
        "to-move",
        "SIDE",
        &[("black", "Black"), ("white", "White"), ("either", "Either side")],
        "The side to move [default: either]. With black and white, X is Black; with either, X is the side to move and may \
         be either colour",
    ),
    Flag::switch("any-order", "Let either player place the next disc at any time"),
    Flag::number(
        "layers",
        "N",
        "Compute all positions up to this number of discs, for the search to meet [default: 13]; more discs take more \
         memory. Not used with --any-order",
    ),
];

/// The flags of a search.
struct Reach {
    board: Option<OthelloSize>,
    to_move: ToMove,
    any_order: bool,
    layers: u32,
}

impl ReachSearch for OthelloGame {
    fn flags(&self) -> Vec<Flag> {
        [BOARD, FLAGS].concat()
    }

    fn help(&self) -> &'static str {
        "The search goes backwards from the position until it meets all positions with a few discs.\n\n\
         With --any-order either player may place the next disc at any time, and there is the search only. A position that \
         no such game reaches is reached by no game. This is meant for unreachable positions: a search that has to find a \
         game may take long. A record then has the colour of each disc."
    }

    fn examples(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("reach othello ---------------------------XO------OOO--------------------------", ""),
            (
                "reach othello ---------OOXOOO--OX--XX--X-XO-O--O-OXX---OX-XOO--OXO-O---------- --proof no.lrat",
                "then check --cnf no.last-steps-4.cnf --proof no.last-steps-4.lrat: no game leads there",
            ),
            ("reach othello --file - --any-order", "each line of the input, as enumerate lists positions"),
        ]
    }

    fn board(&self, given: &Given, position: &str) -> Result<String, PlayError> {
        Ok(Reach::read(given)?.position(position)?.board.size().to_string())
    }

    fn of_view(&self, given: Given, position: &str) -> (Given, String) {
        let (text, mover) = match position.strip_suffix(WHITE) {
            Some(text) => (text, "white"),
            None => (position, "black"),
        };
        (given.with_text("to-move", mover), text.to_owned())
    }

    fn reach(
        &self,
        given: &Given,
        positions: &[String],
        watcher: &mut ReachWatcher<'_>,
    ) -> Result<Vec<ReachOutcome>, PlayError> {
        let reach = Reach::read(given)?;
        let positions = positions.iter().map(|text| reach.position(text)).collect::<Result<Vec<_>, _>>()?;
        let Some(first) = positions.first() else { return Ok(Vec::new()) };
        on_side!(OthelloSize::from(first.board.size()), SIDE => reach.decide::<SIDE>(&positions, watcher))
    }

    fn report(&self, given: &Given, position: &str, outcome: ReachOutcome) -> Result<ReachReport, PlayError> {
        let reach = Reach::read(given)?;
        reach.report(&reach.position(position)?, outcome)
    }

    /// An answer does not say which colour is to move.
    fn games_to(
        &self,
        given: &Given,
        position: &str,
    ) -> Result<Result<GameQuestion, &'static str>, PlayError> {
        let reach = Reach::read(given)?;
        let asked = reach.position(position)?;
        if reach.any_order {
            return Ok(Err("it does not go with --any-order: the formula is one of games by the rules"));
        }
        let line = write_line(&asked.board.seen_by(asked.mover));
        let formula = of_size(asked.board.size().into()).games_to(&line)?.ok_or(NO_FORMULA);
        Ok(formula.map(|formula| match reach.to_move {
            ToMove::Either => formula,
            ToMove::Black | ToMove::White => GameQuestion { worth: Worth::Refutes, ..formula },
        }))
    }
}

impl Reach {
    fn read(given: &Given) -> Result<Self, PlayError> {
        let (usual, possible) = LAYERS;
        let layers = given.number("layers").unwrap_or(usual);
        if !possible.contains(&layers) {
            return Err(PlayError::Flags(format!("--layers {layers}: it is not in {possible:?}")));
        }
        let (board, to_move) = (named_board(given.text("board"))?, given.parsed("to-move")?);
        let any_order = given.has("any-order");
        Ok(Self { board, to_move: to_move.unwrap_or_default(), any_order, layers })
    }

    /// The position of a text; if X may be either colour, it is Black here.
    fn position(&self, text: &str) -> Result<Position, PlayError> {
        let board = naive::parse_board(text).map_err(|error| PlayError::Position(error.to_string()))?;
        PlayError::require_board(self.board, &board.size().into())?;
        if let Some(square) = board.size().centre().find(|&square| board.disc(square).is_none()) {
            let why = format!("centre square {square} is empty, where every game has a disc");
            return Err(PlayError::Search(why));
        }
        let mover = if self.to_move == ToMove::White { Disc::White } else { Disc::Black };
        Ok(Position { board, mover })
    }

    /// Decides positions of one size, in order.
    fn decide<const SIDE: usize>(
        &self,
        positions: &[Position],
        watcher: &mut ReachWatcher<'_>,
    ) -> Result<Vec<ReachOutcome>, PlayError> {
        let limits = native::SearchLimits::default();
        if self.any_order {
            let mut search = native::AnyOrder::<SIDE>::new(limits);
            return positions.iter().map(|asked| self.in_any_order(watcher, &mut search, asked)).collect();
        }
        // A layer with more discs than the positions is never met.
        let most = positions.iter().map(|asked| asked.board.discs() as u32).max().unwrap_or_default();
        let layers = self.layers.min(most);
        let reach = match native::ForwardLayers::<SIDE>::new(layers, BUDGET, &mut |at| watch(watcher, at)) {
            Ok(reach) => Some(reach),
            Err(native::LayerError::Interrupted { .. }) => None,
            Err(error) => return Err(PlayError::Search(format!("--layers: choose fewer: {error}"))),
        };
        let decide = |asked: &Position| {
            let position = native_position(&asked.board.seen_by(asked.mover))?;
            let target = native::Target { position, mover: self.to_move.player() };
            let answer =
                reach.as_ref().map(|reach| reach.decide(target, limits, &mut |at| watch(watcher, at)).answer);
            Ok(match answer {
                Some(native::Answer::Reachable(record)) => game(record.to_string()),
                Some(native::Answer::Unreachable) => ReachOutcome::Nowhere { positions: None },
                Some(native::Answer::Undecided(_)) | None => watcher.undecided(),
            })
        };
        positions.iter().map(decide).collect()
    }

    /// The same without turns.
    fn in_any_order<const SIDE: usize>(
        &self,
        watcher: &mut ReachWatcher<'_>,
        search: &mut native::AnyOrder<SIDE>,
        asked: &Position,
    ) -> Result<ReachOutcome, PlayError> {
        for (board, _) in self.ends(asked) {
            match search.game(native_position(&board)?, &mut |at| watch(watcher, at)) {
                Ok(None) => {}
                Ok(Some(record)) => return Ok(game(record.to_string())),
                Err(_) => return Ok(watcher.undecided()),
            }
        }
        Ok(ReachOutcome::Nowhere { positions: None })
    }

    /// The ends of games in any order to a position: the boards with the player to move.
    fn ends(&self, asked: &Position) -> Vec<(naive::Board, Disc)> {
        let mut ends = vec![(asked.board.clone(), asked.mover)];
        if self.to_move == ToMove::Either {
            ends.push((asked.board.recoloured(), Disc::White));
        }
        ends
    }

    /// An outcome with its position. The naive game replays a record.
    fn report(&self, asked: &Position, outcome: ReachOutcome) -> Result<ReachReport, PlayError> {
        let any_order = self.any_order;
        let ReachOutcome::Game { record, .. } = outcome else {
            let (board, to_move) = (write_line(&asked.board), self.to_move.to_string());
            let facts = Some(ReachFacts { any_order, board, to_move, end: None });
            return Ok(ReachReport { outcome, facts });
        };
        let (record, plies, end) = if any_order {
            let board =
                naive::replay_in_any_order(asked.board.size(), &record).map_err(|error| refused(&error))?;
            let end = self.ends(asked).into_iter().find(|(end, _)| *end == board);
            let (board, mover) = end.ok_or_else(|| elsewhere(&record))?;
            (record.clone(), record.len() / PLACEMENT, Position { board, mover })
        } else {
            self.replayed(asked, &record)?
        };
        let mover = end.mover.to_string();
        let moves: Vec<String> = end.legal_moves().iter().map(ToString::to_string).collect();
        let facts = ReachFacts {
            any_order,
            board: write_line(&end.board),
            to_move: mover.to_lowercase(),
            end: Some(ReachedEnd {
                mobility: moves.len(),
                moves,
                empties: end.board.empties(),
                diagram: format!("{}{}\n", diagram::text(&end), diagram::caption(&end, &mover)),
            }),
        };
        Ok(ReachReport { outcome: ReachOutcome::Game { record, plies }, facts: Some(facts) })
    }

    /// Replays a record with the naive game and compares its end with the given position. If a pass is due in that
    /// position, it has not been made in the result.
    fn replayed(&self, asked: &Position, record: &str) -> Result<(String, usize, Position), PlayError> {
        let record = record.replace("pass", "").replace(' ', "").to_uppercase();
        let replay = naive::replay(asked.board.size(), &record).map_err(|error| refused(&error))?;
        let (mut end, mut plies) = (replay.position, replay.plies.len());
        if asked.turn() == Turn::Pass {
            // The replay has made the pass; the given position is the one before it.
            end.mover = end.mover.opponent();
            plies -= 1;
        }
        let same_discs = end.board.seen_by(end.mover) == asked.board.seen_by(asked.mover);
        if same_discs && self.to_move.allows(end.mover) {
            Ok((record, plies, end))
        } else {
            Err(elsewhere(&record))
        }
    }
}

/// A game that was found. Its plies are counted when it is replayed.
fn game(record: String) -> ReachOutcome {
    ReachOutcome::Game { plies: 0, record }
}

fn refused(error: &dyn std::error::Error) -> PlayError {
    PlayError::Search(format!("the record that was found: {error}"))
}

fn elsewhere(record: &str) -> PlayError {
    PlayError::Search(format!("the record that was found leads elsewhere: {record}"))
}

/// Passes on the progress of a search.
fn watch(watcher: &mut ReachWatcher<'_>, at: native::SearchProgress) -> ControlFlow<()> {
    match at {
        native::SearchProgress::Layer { discs, .. } => {
            watcher.watch(discs, || format!("positions with {discs} discs"))
        }
        native::SearchProgress::Search { positions } => {
            watcher.watch(0, || format!("searching backwards: {positions} positions"))
        }
    }
}

/// A board for the native search; X's discs are the mover's.
fn native_position<const SIDE: usize>(board: &naive::Board) -> Result<position::Position<SIDE>, PlayError> {
    let read = write_line(board).parse();
    read.map_err(|error: PositionTextError| PlayError::Position(error.to_string()))
}
