//! Any naive game, as questions see it: the words of a board are letters, the squares of a move are in its name.

use super::{Move, NaiveView, Square, Squares, square};
use crate::naive::{GameResult, Naive, NaiveError};

/// How a kind of move is named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    /// Its name.
    pub name: String,
    /// What its squares are.
    pub way: MoveSquares,
    /// Whether the name of the kind is written after its moves, as in `a7a8=queen`.
    pub is_written: bool,
}

/// How the squares of the moves of a kind are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveSquares {
    /// The square on which something is placed: `d3`.
    Placed,
    /// The square that is entered by a step, of one square or several, over this many files and ranks: `a2a3`, `e3c3`.
    From(isize, isize),
    /// The square that is left by a step of this many files and ranks, named by these letters: `a2n`.
    Leaving(isize, isize, &'static str),
}

/// A naive game with what questions need to know about its texts.
#[derive(Clone, Debug)]
pub struct LetteredGame<'g, N> {
    /// The game.
    pub game: &'g N,
    /// The numbers of files and ranks.
    pub size: (usize, usize),
    /// The squares of the board; all of the rectangle, unless it has holes.
    pub squares: Squares,
    /// The words of the board, each with its letter.
    pub words: Vec<(String, char)>,
    /// The kinds of moves.
    pub kinds: Vec<Kind>,
    /// The position at the start.
    pub start: String,
}

impl<N: Naive> LetteredGame<'_, N> {
    fn those(&self, position: &N::Position, belongs: impl Fn(char) -> bool) -> Squares {
        let line = self.game.print(position);
        let ranks = line.split('/').enumerate();
        let squares = ranks.flat_map(|(rank, letters)| {
            letters.chars().enumerate().map(move |(file, letter)| ((file, rank), letter))
        });
        // Behind the board may stand who is to move.
        let found = squares.filter(|(square, letter)| belongs(*letter) && self.squares.contains(square));
        found.map(|(square, _)| square).collect()
    }

    /// The move of a name.
    fn read_move(&self, name: &str) -> Option<Move> {
        let (squares, written) = match name.split_once('=') {
            Some((squares, written)) => (squares, Some(written)),
            None => (name, None),
        };
        self.kinds.iter().find_map(|kind| {
            let is_named = match written {
                Some(written) => kind.is_written && kind.name == written,
                None => !kind.is_written,
            };
            let (at, from, to) = kind.way.squares(squares, self.size).filter(|_| is_named)?;
            Some(Move { kind: kind.name.clone(), at, from, to, name: name.to_owned() })
        })
    }
}

impl MoveSquares {
    /// The square of the word, the square that is left, and the square that is entered.
    fn squares(
        self,
        name: &str,
        (files, ranks): (usize, usize),
    ) -> Option<(Square, Option<Square>, Option<Square>)> {
        let stepped = |(file, rank): Square, over: isize, up: isize| {
            let (file, rank) = (file.checked_add_signed(over)?, rank.checked_add_signed(up)?);
            (file < files && rank < ranks).then_some((file, rank))
        };
        match self {
            Self::Placed => square(name).map(|at| (at, None, Some(at))),
            Self::From(over, up) => {
                let second = name.char_indices().skip(1).find(|(_, letter)| letter.is_ascii_lowercase())?.0;
                let (from, to) = (square(&name[..second])?, square(&name[second..])?);
                (stepped(from, over, up) == Some(to)).then_some((to, Some(from), Some(to)))
            }
            Self::Leaving(over, up, compass) => {
                let from = square(name.strip_suffix(compass)?)?;
                Some((from, Some(from), stepped(from, over, up)))
            }
        }
    }
}

impl<N: Naive> NaiveView for LetteredGame<'_, N> {
    type Position = N::Position;

    fn size(&self) -> (usize, usize) {
        self.size
    }

    fn squares(&self) -> Squares {
        self.squares
    }

    fn kinds(&self) -> Vec<String> {
        self.kinds.iter().map(|kind| kind.name.clone()).collect()
    }

    fn read(&self, line: &str) -> Result<N::Position, NaiveError> {
        self.game.parse(line)
    }

    fn word(&self, position: &N::Position, name: &str) -> Option<Squares> {
        if let Some((_, wanted)) = self.words.iter().find(|(known, _)| known == name) {
            return Some(self.those(position, |letter| letter == *wanted));
        }
        let squares = self.game.word(position, name)?;
        Some(squares.iter().filter_map(|name| square(name)).collect())
    }

    fn condition(&self, position: &N::Position, name: &str) -> Option<bool> {
        self.game.condition(position, name)
    }

    fn occupied(&self, position: &N::Position) -> Squares {
        self.those(position, |letter| self.words.iter().any(|(_, known)| *known == letter))
    }

    /// A move whose name fits no kind is left out: a comparison with the rules then shows different numbers of moves.
    fn moves(&self, position: &N::Position) -> Vec<Move> {
        if self.game.ended(position).is_some() {
            return Vec::new();
        }
        self.game.plies(position).iter().filter_map(|(name, _)| self.read_move(name)).collect()
    }

    fn refusal(&self, position: &N::Position) -> Option<String> {
        self.game.refusal(position)
    }

    fn word_of_move(&self, position: &N::Position, name: &str, played: &Move) -> Option<Squares> {
        let squares = self.game.word_of_ply(position, &played.name, name)?;
        Some(squares.iter().filter_map(|name| square(name)).collect())
    }

    fn after(&self, position: &N::Position, played: &Move) -> Result<N::Position, NaiveError> {
        self.game.play(position, &played.name)
    }

    fn start(&self) -> Result<N::Position, NaiveError> {
        self.game.parse(&self.start)
    }

    fn pass(&self, position: &N::Position) -> Option<N::Position> {
        self.game.pass(position)
    }

    fn print(&self, position: &N::Position) -> String {
        self.game.print(position)
    }

    fn ended(&self, position: &N::Position) -> Option<GameResult> {
        self.game.ended(position)
    }
}
