//! Push Fight as questions see it: pushes without a move before, whole turns, and also positions in which a piece has
//! fallen.

use super::layout::{Direction, Neighbour, Square};
use super::notation::{parse_position, write_line};
use super::position::{Kind, Piece, Position, Side, Variant};
use super::rules::PushOutcome;
use super::turn::{LegalPush, Turn, arrangements, has_legal_turn, pushes};
use crate::language::{self, NaiveView, Squares};
use crate::naive::{GameResult, NaiveError};

/// Push Fight on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PushFightView {
    variant: Variant,
}

/// A position, or one in which a piece has fallen off the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Board {
    /// All pieces are on the board.
    Whole(Position),
    /// The push that took a piece off the board, seen by the player who lost it.
    Fallen(Fallen),
}

/// The pieces after a push that took one of them off the board, as the player who lost it sees them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fallen {
    pieces: Vec<(Square, Piece)>,
    anchor: Square,
}

impl Board {
    fn pieces(&self) -> Vec<(Square, Piece)> {
        match self {
            Board::Whole(position) => {
                let squares = position.layout().squares().into_iter();
                squares.filter_map(|square| Some((square, position.piece(square)?))).collect()
            }
            Board::Fallen(fallen) => fallen.pieces.clone(),
        }
    }

    fn anchor(&self) -> Option<Square> {
        match self {
            Board::Whole(position) => position.anchor(),
            Board::Fallen(fallen) => Some(fallen.anchor),
        }
    }
}

/// The name of a kind of push.
const fn kind(direction: Direction) -> &'static str {
    match direction {
        Direction::Up => "up",
        Direction::Down => "down",
        Direction::Left => "left",
        Direction::Right => "right",
    }
}

fn at(square: Square) -> language::Square {
    (square.column(), square.row())
}

/// The position after a legal push, as the next player sees it.
fn after_push(position: &Position, LegalPush { step, direction, pushed }: LegalPush) -> Board {
    let gone = match pushed {
        PushOutcome::Continues(next) => return Board::Whole(next),
        PushOutcome::Wins(gone) => gone,
    };
    let beside = |square| match position.layout().beside(square, direction) {
        Neighbour::Square(next) => Some(next),
        Neighbour::Railing | Neighbour::Open => None,
    };
    // From the pusher to the piece that falls; each goes one square further.
    let mut line = vec![step.from];
    while let Some(&last) = line.last().filter(|&&last| last != gone) {
        line.extend(beside(last));
    }
    let pieces = Board::Whole(position.clone()).pieces().into_iter().filter_map(|(square, piece)| {
        let square = if line.contains(&square) { beside(square)? } else { square };
        Some((square, Piece { side: piece.side.other(), kind: piece.kind }))
    });
    Board::Fallen(Fallen { pieces: pieces.collect(), anchor: step.to })
}

impl PushFightView {
    /// Push Fight on a board with its pieces.
    pub fn new(variant: Variant) -> PushFightView {
        PushFightView { variant }
    }
}

fn those(board: &Board, belongs: impl Fn(Piece) -> bool) -> Squares {
    board.pieces().into_iter().filter(|&(_, piece)| belongs(piece)).map(|(square, _)| at(square)).collect()
}

impl NaiveView for PushFightView {
    type Position = Board;

    fn size(&self) -> (usize, usize) {
        let squares = self.variant.layout().squares();
        let columns = squares.iter().map(|square| square.column() + 1).max().unwrap_or(0);
        let rows = squares.iter().map(|square| square.row() + 1).max().unwrap_or(0);
        (columns, rows)
    }

    fn squares(&self) -> Squares {
        self.variant.layout().squares().into_iter().map(at).collect()
    }

    fn kinds(&self) -> Vec<String> {
        Direction::ALL.iter().map(|&direction| kind(direction).to_owned()).collect()
    }

    fn read(&self, line: &str) -> Result<Board, NaiveError> {
        let position = parse_position(&self.variant, line).map_err(|error| error.to_string())?;
        if write_line(&position) != line {
            return Err(format!("expected {}", write_line(&position)).into());
        }
        Ok(Board::Whole(position))
    }

    fn word(&self, board: &Board, name: &str) -> Option<Squares> {
        let of = |side: Side, kind: Kind| those(board, |piece| piece == Piece { side, kind });
        Some(match name {
            "own" => those(board, |piece| piece.side == Side::Own),
            "opp" => those(board, |piece| piece.side == Side::Opponent),
            "own_movers" => of(Side::Own, Kind::Mover),
            "own_pushers" => of(Side::Own, Kind::Pusher),
            "opp_movers" => of(Side::Opponent, Kind::Mover),
            "opp_pushers" => of(Side::Opponent, Kind::Pusher),
            "anchor" => board.anchor().map(at).into_iter().collect(),
            "winning" => match board {
                Board::Fallen(_) => Squares::new(),
                Board::Whole(position) => {
                    let pushes = pushes(position).into_iter();
                    let wins = pushes.filter(|legal| matches!(legal.pushed, PushOutcome::Wins(_)));
                    wins.map(|legal| at(legal.step.from)).collect()
                }
            },
            _ => return None,
        })
    }

    fn occupied(&self, board: &Board) -> Squares {
        those(board, |_| true)
    }

    /// The pushes without a move before.
    fn moves(&self, board: &Board) -> Vec<language::Move> {
        let Board::Whole(position) = board else { return Vec::new() };
        let named = |LegalPush { step, direction, .. }: LegalPush| language::Move {
            kind: kind(direction).to_owned(),
            at: at(step.from),
            from: Some(at(step.from)),
            to: Some(at(step.to)),
            name: step.to_string(),
        };
        pushes(position).into_iter().map(named).collect()
    }

    fn after(&self, board: &Board, played: &language::Move) -> Result<Board, NaiveError> {
        let illegal = || NaiveError::Illegal(played.name.clone());
        let Board::Whole(position) = board else { return Err(illegal()) };
        let is_it =
            |legal: &LegalPush| at(legal.step.from) == played.at && kind(legal.direction) == played.kind;
        let found = pushes(position).into_iter().find(is_it).ok_or_else(illegal)?;
        Ok(after_push(position, found))
    }

    /// The arrangement after up to two moves, and a push: a turn counts once, however the moves lead there.
    fn turns(&self, board: &Board) -> Option<Vec<language::Turn<Board>>> {
        let Board::Whole(position) = board else { return Some(Vec::new()) };
        let mut turns = Vec::new();
        for (moves, arranged) in arrangements(position) {
            for legal in pushes(&arranged) {
                let step = legal.step;
                let name = Turn::new(moves.clone(), step).map(|turn| turn.to_string()).unwrap_or_default();
                let after = after_push(&arranged, legal);
                turns.push(language::Turn { from: at(step.from), to: at(step.to), name, after });
            }
        }
        Some(turns)
    }

    fn start(&self) -> Result<Board, NaiveError> {
        Err(NaiveError::NotJudged("the players choose where their pieces start".to_owned()))
    }

    fn pass(&self, _: &Board) -> Option<Board> {
        None
    }

    fn print(&self, board: &Board) -> String {
        match board {
            Board::Whole(position) => write_line(position),
            Board::Fallen(_) => "a piece has fallen".to_owned(),
        }
    }

    fn ended(&self, board: &Board) -> Option<GameResult> {
        let position = match board {
            Board::Whole(position) => position,
            Board::Fallen(_) => return Some(GameResult::Lost),
        };
        (!has_legal_turn(position)).then_some(GameResult::Lost)
    }
}
