//! Push Fight as questions see it: pushes without a move before, whole turns, and also positions in which a piece has
//! fallen.

use super::layout::{Beside, Direction, Square};
use super::notation::{parse_position, write_line};
use super::position::{Kind, Piece, Position, Side, Variant};
use super::rules::{Pushed, move_piece, push, reachable};
use super::turn::{Step, Turn, has_legal_turn};
use crate::language::{self, Shows, Squares};
use crate::naive::Ended;
use std::collections::BTreeSet;

/// Push Fight on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
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

/// The legal pushes of a position, each with its direction.
fn pushes(position: &Position) -> Vec<(Step, Direction, Pushed)> {
    let mut found = Vec::new();
    for from in position.own() {
        for direction in Direction::ALL {
            if let Beside::Square(to) = position.layout().beside(from, direction)
                && let Ok(pushed) = push(position, from, to)
            {
                found.push((Step { from, to }, direction, pushed));
            }
        }
    }
    found
}

/// The position after a push, as the next player sees it.
fn pushed_board(position: &Position, step: Step, pushed: Pushed) -> Board {
    let gone = match pushed {
        Pushed::Continues(next) => return Board::Whole(next),
        Pushed::Wins(gone) => gone,
    };
    // The pieces from the pusher to the one that falls go one square further.
    let on = |from: Square, to: Square| {
        let (files, ranks) = (
            step.to.column() as i64 - step.from.column() as i64,
            step.to.row() as i64 - step.from.row() as i64,
        );
        let (over, up) = (to.column() as i64 - from.column() as i64, to.row() as i64 - from.row() as i64);
        let steps = over * files + up * ranks;
        (steps >= 0 && (over, up) == (steps * files, steps * ranks)).then_some(steps)
    };
    let length = on(step.from, gone).unwrap_or(0);
    let shifted = |square: Square| {
        let is_pushed = on(step.from, square).is_some_and(|place| place <= length);
        if !is_pushed {
            return Some(square);
        }
        let column = (square.column() + step.to.column()).checked_sub(step.from.column())?;
        let row = (square.row() + step.to.row()).checked_sub(step.from.row())?;
        Square::new(column, row)
    };
    let pieces = Board::Whole(position.clone()).pieces().into_iter();
    let pieces = pieces.filter(|&(square, _)| square != gone).filter_map(|(square, piece)| {
        Some((shifted(square)?, Piece { side: piece.side.other(), kind: piece.kind }))
    });
    Board::Fallen(Fallen { pieces: pieces.collect(), anchor: step.to })
}

/// The arrangements that up to two moves lead to, each once with the moves that lead there.
fn arrangements(position: &Position) -> Vec<(Vec<Step>, Position)> {
    let mut seen = BTreeSet::from([position.clone()]);
    let mut found = vec![(Vec::new(), position.clone())];
    let mut begun = 0;
    for _ in 0..2 {
        let end = found.len();
        for place in begun..end {
            let (moves, arranged) = found[place].clone();
            for from in arranged.own() {
                for to in reachable(&arranged, from) {
                    let Ok(moved) = move_piece(&arranged, from, to) else { continue };
                    if seen.insert(moved.clone()) {
                        let mut longer = moves.clone();
                        longer.push(Step { from, to });
                        found.push((longer, moved));
                    }
                }
            }
        }
        begun = end;
    }
    found
}

impl Shown {
    /// Push Fight on a board with its pieces.
    pub fn of(variant: Variant) -> Shown {
        Shown { variant }
    }
}

fn those(board: &Board, belongs: impl Fn(Piece) -> bool) -> Squares {
    board.pieces().into_iter().filter(|&(_, piece)| belongs(piece)).map(|(square, _)| at(square)).collect()
}

impl Shows for Shown {
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

    fn read(&self, line: &str) -> Result<Board, String> {
        let position = parse_position(&self.variant, line).map_err(|error| error.to_string())?;
        if write_line(&position) != line {
            return Err(format!("expected {}", write_line(&position)));
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
                    let wins = |pushed: &Pushed| matches!(pushed, Pushed::Wins(_));
                    let pushes = pushes(position).into_iter().filter(|(.., pushed)| wins(pushed));
                    pushes.map(|(step, ..)| at(step.from)).collect()
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
        let named = |(step, direction, _): (Step, Direction, Pushed)| language::Move {
            kind: kind(direction).to_owned(),
            at: at(step.from),
            from: Some(at(step.from)),
            to: Some(at(step.to)),
            name: step.to_string(),
        };
        pushes(position).into_iter().map(named).collect()
    }

    fn after(&self, board: &Board, played: &language::Move) -> Result<Board, String> {
        let Board::Whole(position) = board else { return Err("the game is over".to_owned()) };
        let found = pushes(position)
            .into_iter()
            .find(|(step, direction, _)| at(step.from) == played.at && kind(*direction) == played.kind);
        let (step, _, pushed) = found.ok_or("no such push")?;
        Ok(pushed_board(position, step, pushed))
    }

    /// The arrangement after up to two moves, and a push: a turn counts once, however the moves lead there.
    fn turns(&self, board: &Board) -> Option<Vec<language::Turn<Board>>> {
        let Board::Whole(position) = board else { return Some(Vec::new()) };
        let mut turns = Vec::new();
        for (moves, arranged) in arrangements(position) {
            for (step, _, pushed) in pushes(&arranged) {
                let name = Turn::new(moves.clone(), step).map(|turn| turn.to_string()).unwrap_or_default();
                let after = pushed_board(&arranged, step, pushed);
                turns.push(language::Turn { from: at(step.from), to: at(step.to), name, after });
            }
        }
        Some(turns)
    }

    fn start(&self) -> Result<Board, String> {
        Err("the players choose where their pieces start".to_owned())
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

    fn ended(&self, board: &Board) -> Option<Ended> {
        let position = match board {
            Board::Whole(position) => position,
            Board::Fallen(_) => return Some(Ended::Lost),
        };
        (!has_legal_turn(position)).then_some(Ended::Lost)
    }
}
