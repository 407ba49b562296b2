//! Othello as a game: records, game trees and pictures.
//!
//! The naive rules judge records; the native rules count trees.

use crate::searched::symmetries;
use crate::twin::twins;
use crate::view::{follow, images, setup, view};
use crate::{NAME, OthelloSize, diagram, on_side};
use certamen_ask::flag::{Flag, Given};
use certamen_play::tree::{self, Tree};
use certamen_play::{
    Archives, Game, PerftCount, Picture, PlayError, PositionView, Purpose, ReachSearch, ReplayReport, Setup,
    Solvable, Table, Twins, ValueSolver,
};
use certamen_work::Stop;
use encodings::board::Grid;
use encodings::othello::position::{Position, PositionTextError};
use encodings::rules::Leaves;
use serde_json::{Value, json};
use verify::othello::{self as naive, Disc, Replay, Turn, write_line, write_transcript};
use verify::strategy::StrategyReferee;

/// The game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OthelloGame;

/// The board.
pub(crate) const BOARD: &[Flag] = &[Flag::text(
    "board",
    "BOARD",
    "The board: 4x4, 6x6 or 8x8 [default: the board of the position, or 8x8]",
)];

/// The side to move in pictures.
const MOVER: Flag = Flag::choice(
    "to-move",
    "TO_MOVE",
    &[("black", ""), ("white", "")],
    "The side to move; X is Black [default: Black]",
);

impl Game for OthelloGame {
    fn name(&self) -> &'static str {
        NAME
    }

    fn about(&self) -> &'static str {
        "Othello, 4x4 to 8x8: the most legal moves of any position and of reachable ones; profiles, lists, records"
    }

    fn boards(&self) -> Vec<String> {
        OthelloSize::ALL.iter().map(ToString::to_string).collect()
    }

    fn notation(&self) -> &'static str {
        "a character for each square, a1 b1 ... h8, or a line for each rank: X is the side to move (or Black), O the other, - empty"
    }

    fn record_form(&self) -> &'static str {
        "F5D6C3..., any case, blanks allowed; a forced pass may be left out or written PA or --"
    }

    fn flags(&self, purpose: Purpose) -> Vec<Flag> {
        match purpose {
            Purpose::Replay | Purpose::Perft => BOARD.to_vec(),
            Purpose::Show => [BOARD, &[MOVER]].concat(),
        }
    }

    /// Records start at the start of the game.
    fn takes_position(&self, purpose: Purpose) -> bool {
        purpose != Purpose::Replay
    }

    fn help(&self, purpose: Purpose) -> &'static str {
        match purpose {
            Purpose::Perft => "A pass is one ply; a game that has ended is one leaf at every greater depth.",
            Purpose::Replay | Purpose::Show => "",
        }
    }

    fn examples(&self, purpose: Purpose) -> &'static [(&'static str, &'static str)] {
        match purpose {
            Purpose::Replay => &[
                ("replay othello F5D6C3D3C4", ""),
                ("replay othello --file games.txt", "one record in each line, # for comments"),
                (
                    "replay othello --file WTH_1977.wtb --summary",
                    "also GGF, SGF, PGN, OBF; see docs/records.md",
                ),
                ("replay othello --file games.ggf --where 'count(legal) >= 25'", "search all positions"),
                ("convert othello WTH_1977.wtb --to ggf -o games.ggf", "verified before they are written"),
            ],
            Purpose::Perft => &[
                ("perft othello 10", "24571284, of which 228 are games that ended before"),
                ("perft othello 8 --board 4x4 --naive", "each position compared with the naive twin"),
            ],
            Purpose::Show => &[(
                "show othello ---------------------------OX------XO--------------------------- --format svg",
                "",
            )],
        }
    }

    fn solvable(&self) -> Option<&dyn Solvable> {
        Some(self)
    }

    fn value_solver(&self) -> Option<&dyn ValueSolver> {
        Some(self)
    }

    fn reach_search(&self) -> Option<&dyn ReachSearch> {
        Some(self)
    }

    fn archives(&self) -> Option<&dyn Archives> {
        Some(self)
    }

    fn table(&self, given: &Given) -> Result<Box<dyn Table>, PlayError> {
        Ok(Box::new(OthelloTable::named(given)?))
    }
}

/// The board that is named.
pub(crate) fn named_board(name: Option<&str>) -> Result<Option<OthelloSize>, PlayError> {
    let named = |name| {
        let other = "--board: othello is played on 4x4, 6x6 and 8x8 squares";
        OthelloSize::named(name).ok_or_else(|| PlayError::Flags(other.to_owned()))
    };
    name.map(named).transpose()
}

/// The board that is named, or 8x8.
pub(crate) fn board(given: &Given) -> Result<OthelloSize, PlayError> {
    Ok(named_board(given.text("board"))?.unwrap_or_default())
}

/// The board that is named, and who is to move in pictures.
pub(crate) struct OthelloTable {
    board: Option<OthelloSize>,
    mover: Disc,
}

impl OthelloTable {
    /// The table that flags choose.
    pub(crate) fn named(given: &Given) -> Result<Self, PlayError> {
        let board = named_board(given.text("board"))?;
        let mover = match given.text("to-move") {
            Some("white") => Disc::White,
            _ => Disc::Black,
        };
        Ok(Self { board, mover })
    }

    /// The board that has as many squares as a text, which must not be another one than is named; otherwise the one that
    /// is named, or the usual one.
    pub(crate) fn board_of(&self, text: Option<&str>) -> Result<OthelloSize, PlayError> {
        let squares = text.unwrap_or_default().chars().filter(|character| !character.is_ascii_whitespace());
        let squares = squares.count();
        let found = OthelloSize::ALL.into_iter().find(|board| board.squares() as usize == squares);
        if let Some(found) = found {
            PlayError::require_board(self.board, &found)?;
        }
        Ok(self.board.or(found).unwrap_or_default())
    }
}

impl Table for OthelloTable {
    fn perft(
        &self,
        position: Option<&str>,
        depth: u32,
        divide: bool,
        stop: &Stop,
    ) -> Result<PerftCount, PlayError> {
        on_side!(self.board_of(position)?, SIDE => Games::<SIDE>::count(position, depth, divide, stop))
    }

    fn replay(&self, position: Option<&str>, record: &str) -> Result<ReplayReport, PlayError> {
        if position.is_some() {
            return Err(PlayError::Flags(
                "--position: records of othello start from the start of the game".to_owned(),
            ));
        }
        Ok(match naive::replay(self.board.unwrap_or_default().into(), record) {
            Ok(replay) => ReplayReport {
                is_legal: true,
                diagram: diagram::text(&replay.position),
                verdict: describe(&replay),
                object: object(&replay),
            },
            Err(complaint) => ReplayReport::illegal(complaint),
        })
    }

    fn twins(&self, position: Option<&str>) -> Result<Option<Box<dyn Twins + '_>>, PlayError> {
        Ok(Some(twins(self.board_of(position)?)))
    }

    fn symmetries(&self) -> Vec<Vec<usize>> {
        on_side!(self.board.unwrap_or_default(), SIDE => symmetries::<SIDE>())
    }

    fn referee(&self) -> Option<Box<dyn StrategyReferee>> {
        Some(Box::new(naive::OthelloGame(self.board.unwrap_or_default().into())))
    }

    /// The text determines the size of the board.
    fn show(&self, position: &str) -> Result<Picture, PlayError> {
        let board = naive::parse_board(position).map_err(|error| PlayError::Position(error.to_string()))?;
        PlayError::require_board(self.board, &board.size().into())?;
        let position = naive::Position { board, mover: self.mover };
        let name = self.mover.to_string();
        let moves: Vec<String> = position.legal_moves().iter().map(ToString::to_string).collect();
        Ok(Picture {
            text: format!("{}{}\n", diagram::text(&position), diagram::caption(&position, &name)),
            svg: diagram::svg(&position, &name),
            object: json!({
                "board": write_line(&position.board), "to_move": name.to_lowercase(), "moves": moves,
                "mobility": moves.len(), "empties": position.board.empties(),
            }),
        })
    }

    /// A text without blanks determines the size of the board.
    fn view(&self, position: Option<&str>) -> Result<PositionView, PlayError> {
        view(self.board.unwrap_or_default(), position)
    }

    fn setup(&self, view: &PositionView) -> Option<Setup> {
        setup(view)
    }

    fn images(&self, view: &PositionView) -> Vec<String> {
        images(view)
    }

    /// The plies of a record need nothing between them, and a forced pass may be left out.
    fn follow(
        &self,
        position: Option<&str>,
        record: &str,
        most: usize,
    ) -> Result<Vec<PositionView>, PlayError> {
        follow(self.board.unwrap_or_default(), position, record, most)
    }
}

/// A legal record, described in one line.
fn describe(replay: &Replay) -> String {
    let position = &replay.position;
    let end = match position.turn() {
        Turn::Over => {
            let (black, white) = (position.board.count(Disc::Black), position.board.count(Disc::White));
            format!("game over, {black} black and {white} white discs")
        }
        _ => diagram::caption(position, &position.mover.to_string()),
    };
    let passes = match replay.passes() {
        0 => String::new(),
        1 => " (1 pass)".to_owned(),
        passes => format!(" ({passes} passes)"),
    };
    format!("legal: {} plies{passes}; {end}", replay.plies.len())
}

/// The same as JSON.
fn object(replay: &Replay) -> Value {
    let position = &replay.position;
    json!({
        "legal": true, "plies": replay.plies.len(), "passes": replay.passes(),
        "record": write_transcript(&replay.plies), "board": write_line(&position.board),
        "to_move": position.mover.to_string().to_lowercase(), "over": position.is_over(),
        "mobility": position.legal_moves().len(), "empties": position.board.empties(),
    })
}

/// The tree of games on a board.
struct Games<const SIDE: usize>;

impl<const SIDE: usize> Games<SIDE> {
    fn count(position: Option<&str>, depth: u32, divide: bool, stop: &Stop) -> Result<PerftCount, PlayError> {
        let root = match position {
            Some(text) => {
                text.parse().map_err(|error: PositionTextError| PlayError::Position(error.to_string()))?
            }
            None => Position::start(),
        };
        tree::perft(&Self, &root, depth, divide, stop)
    }
}

impl<const SIDE: usize> Tree for Games<SIDE> {
    type Node = Position<SIDE>;

    const TASK: u32 = 6;

    fn children(&self, position: &Position<SIDE>) -> Vec<Position<SIDE>> {
        position.successors().collect()
    }

    fn names(&self, position: &Position<SIDE>) -> Vec<String> {
        let plies = position.moves().map(|square| Grid::<SIDE, SIDE>::LAYOUT.name(square).to_string());
        let plies: Vec<String> = plies.collect();
        if plies.is_empty() { vec!["pass".to_owned()] } else { plies }
    }

    fn leaves(&self, position: &Position<SIDE>, depth: u32) -> Leaves {
        position.leaves(depth)
    }
}
