//! Records of archives, followed quickly: every position of a game with its legal moves, as text.
//!
//! Idea: a board is a row of characters with a border around it, so that a walk along a line ends without a look at
//! coordinates. Before each ply and at the end, the follower looks in all eight directions from every empty square that
//! has a disc beside it, and shows the board with the legal squares marked. Nothing is allocated for a position.
//!
//! It decides the same as [`replay_from`](super::replay_from), which explains a record that is refused; a test compares
//! the two. It takes the place of that function where there are a hundred thousand games.
//!
//! Cost: 15 to 30 microseconds for a game of 60 plies.
//!
//! Does not show: that a record is a whole game, nor that its start position can be reached.

use super::board::{Board, Disc};
use super::record::separator;
use super::square::Size;

/// A square with a black disc, in the text of a position.
const BLACK: u8 = b'X';
/// A square with a white disc.
const WHITE: u8 = b'O';
/// An empty square.
const EMPTY: u8 = b'-';
/// An empty square on which the player to move can place a disc.
const LEGAL: u8 = b'+';
/// Beyond the board.
const BORDER: u8 = b'#';
/// The length of a row of the board with its border.
const ROW: usize = 10;
/// The number of cells: a power of two, so that a place among them costs no check.
const CELLS: usize = 128;

/// The steps to the eight neighbours of a square.
const AROUND: [isize; 8] = [-11, -10, -9, -1, 1, 9, 10, 11];

/// A position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FollowedPosition<'a> {
    /// A character for each square, a1 first: `X` black, `O` white, `+` empty and legal for the player to move, `-` empty
    /// and not legal.
    pub text: &'a [u8],
    /// The player to move: `X` or `O`.
    pub mover: char,
    /// The number of legal squares.
    pub legal: u16,
}

/// The end of a record that could be followed to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FollowedGame {
    /// The number of plies, with passes.
    pub plies: usize,
    /// The number of passes.
    pub passes: usize,
    /// Whether neither player can move.
    pub over: bool,
    /// The number of black discs at the end.
    pub black: u32,
    /// The number of white discs.
    pub white: u32,
}

/// Why a record cannot be followed beyond a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FollowError {
    /// The number of the ply, from 1, with passes.
    pub ply: usize,
    /// Whether the ply is legal, but the record says that the other player made it.
    pub wrong_player: bool,
}

/// Follows a record from a position.
///
/// `players` has a character for each ply as written, `X` or `O`, or is empty if the record does not say who played.
/// `see` is called for every position, before a pass and at the end as well.
///
/// # Errors
/// [`FollowError`] with the first ply that cannot be read or is not legal.
///
/// # Examples
/// ```
/// use verify::othello::{Board, Disc, Size, follow};
///
/// let mut legal = Vec::new();
/// let start = Board::start(Size::Eight);
/// let end = follow(&start, Disc::Black, "f5 d6", "XO", &mut |seen| legal.push(seen.legal)).map_err(|_| "legal")?;
/// assert_eq!((end.plies, legal), (2, vec![4, 3, 5]));
/// assert!(follow(&start, Disc::Black, "f5 d6", "XX", &mut |_| ()).is_err_and(|error| error.wrong_player));
/// # Ok::<(), &str>(())
/// ```
pub fn follow(
    start: &Board,
    to_move: Disc,
    moves: &str,
    players: &str,
    see: &mut dyn FnMut(FollowedPosition<'_>),
) -> Result<FollowedGame, FollowError> {
    let mut game = Follower::new(start, to_move);
    let (bytes, players) = (moves.as_bytes(), players.as_bytes());
    let (mut at, mut written) = (0, 0);
    game.look(see);
    while let Some(rest) = bytes.get(at..).filter(|rest| !rest.is_empty()) {
        let gap = separator(|at| rest.get(at).copied());
        if gap > 0 {
            at += gap;
            continue;
        }
        let illegal = |game: &Follower| FollowError { ply: game.plies + 1, wrong_player: false };
        let (mark, length) = mark(rest).ok_or(illegal(&game))?;
        at += length;
        let mover_before = game.mover;
        let was_due = game.legal == 0;
        if was_due && !game.pass(see) {
            return Err(illegal(&game));
        }
        let is_by = |player: u8| players.get(written).is_none_or(|&known| known == player);
        match mark {
            // A pass that is written is the one that was due.
            Mark::Pass if was_due && is_by(mover_before) => {}
            Mark::Pass if was_due => return Err(FollowError { ply: game.plies, wrong_player: true }),
            Mark::Square(file, rank) if game.is_legal(file, rank) => {
                if !is_by(game.mover) {
                    return Err(FollowError { ply: game.plies + 1, wrong_player: true });
                }
                game.place(file, rank);
                game.look(see);
            }
            Mark::Pass | Mark::Square(..) => return Err(illegal(&game)),
        }
        written += 1;
    }
    let over = game.legal == 0 && !game.pass(see);
    let count = |disc: u8| game.cells.iter().map(|&cell| u32::from(cell == disc)).sum();
    Ok(FollowedGame {
        plies: game.plies,
        passes: game.passes,
        over,
        black: count(BLACK),
        white: count(WHITE),
    })
}

/// A ply as written.
enum Mark {
    /// A file and a rank, from 0.
    Square(usize, usize),
    Pass,
}

/// The ply at the start of a text, and its length.
fn mark(rest: &[u8]) -> Option<(Mark, usize)> {
    let lower = |index: usize| rest.get(index).map(u8::to_ascii_lowercase);
    match (lower(0)?, lower(1)?, lower(2)) {
        // a10 is not a1, and on no board.
        (b'a'..=b'z', b'0'..=b'9', Some(b'0'..=b'9')) => Some((Mark::Square(ROW, ROW), 3)),
        (file @ b'a'..=b'z', rank @ b'0'..=b'9', _) => {
            // Rank 0 becomes a rank that no board has.
            Some((Mark::Square(usize::from(file - b'a'), usize::from(rank.wrapping_sub(b'1'))), 2))
        }
        (b'p', b'a', Some(b's')) => (lower(3) == Some(b's')).then_some((Mark::Pass, 4)),
        (b'p', b'a' | b's', _) | (b'-', b'-', _) | (b'@', b'@', _) => Some((Mark::Pass, 2)),
        _ => None,
    }
}

fn other(disc: u8) -> u8 {
    if disc == BLACK { WHITE } else { BLACK }
}

/// A board with a border, and the game so far.
#[derive(Clone)]
struct Follower {
    cells: [u8; CELLS],
    /// The empty squares with a disc beside them: only there can a disc be placed. Each has its place among the cells.
    open: [u8; 64],
    /// The number of them.
    count: usize,
    /// Whether a cell is, or has been, among them.
    near: [bool; CELLS],
    side: usize,
    mover: u8,
    /// The number of legal squares.
    legal: u16,
    plies: usize,
    passes: usize,
}

impl Follower {
    fn new(start: &Board, to_move: Disc) -> Follower {
        let size: Size = start.size();
        let mut cells = [BORDER; CELLS];
        for square in size.squares() {
            cells[place(square.file(), square.rank())] = match start.disc(square) {
                Some(Disc::Black) => BLACK,
                Some(Disc::White) => WHITE,
                None => EMPTY,
            };
        }
        let mover = if to_move == Disc::Black { BLACK } else { WHITE };
        let (near, open, side) = ([false; CELLS], [0; 64], size.edge());
        let mut game = Follower { cells, open, count: 0, near, side, mover, legal: 0, plies: 0, passes: 0 };
        for square in size.squares().filter(|&square| start.disc(square).is_some()) {
            game.open_near(place(square.file(), square.rank()));
        }
        game
    }

    /// The number of discs in one direction from a square that a disc of the mover there brackets.
    #[inline(always)]
    fn bracketed(&self, from: usize, step: isize) -> usize {
        let (own, opponent) = (self.mover, other(self.mover));
        let next = |at: usize| at.wrapping_add_signed(step) % CELLS;
        let mut at = next(from);
        let mut count = 0;
        while self.cells[at] == opponent {
            at = next(at);
            count += 1;
        }
        if self.cells[at] == own { count } else { 0 }
    }

    /// Adds the empty squares beside a disc to the open ones.
    fn open_near(&mut self, at: usize) {
        for step in AROUND {
            let beside = at.wrapping_add_signed(step) % CELLS;
            if self.cells[beside] == EMPTY && !self.near[beside] {
                self.near[beside] = true;
                self.open[self.count] = beside as u8;
                self.count += 1;
            }
        }
    }

    /// Takes a square on which a disc is placed from the open ones.
    fn close(&mut self, at: usize) {
        let open = &self.open[..self.count];
        if let Some(index) = open.iter().position(|&open| usize::from(open) == at) {
            self.count -= 1;
            self.open[index] = self.open[self.count];
        }
    }

    /// Whether a disc of the mover on an empty square brackets others. Most neighbours are no discs of the opponent, so
    /// the directions in which there is one are found first, without a jump for each.
    #[inline]
    fn brackets(&self, from: usize) -> bool {
        let opponent = other(self.mover);
        let mut around = 0_u32;
        for (index, &step) in AROUND.iter().enumerate() {
            let beside = from.wrapping_add_signed(step) % CELLS;
            around |= u32::from(self.cells[beside] == opponent) << index;
        }
        while around != 0 {
            let step = AROUND[around.trailing_zeros() as usize % AROUND.len()];
            if self.bracketed(from, step) > 0 {
                return true;
            }
            around &= around - 1;
        }
        false
    }

    /// Finds the legal squares and shows the position.
    fn look(&mut self, see: &mut dyn FnMut(FollowedPosition<'_>)) {
        let (mut text, side) = ([EMPTY; 64], self.side);
        for rank in 0..side {
            let from = place(0, rank);
            text[rank * side..][..side].copy_from_slice(&self.cells[from..][..side]);
        }
        self.legal = 0;
        for &open in &self.open[..self.count] {
            let from = usize::from(open);
            if self.brackets(from) {
                text[(from / ROW - 1) * side + from % ROW - 1] = LEGAL;
                self.legal += 1;
            }
        }
        see(FollowedPosition {
            text: &text[..side * side],
            mover: char::from(self.mover),
            legal: self.legal,
        });
    }

    fn is_legal(&self, file: usize, rank: usize) -> bool {
        if file >= self.side || rank >= self.side {
            return false;
        }
        let from = place(file, rank);
        self.cells[from] == EMPTY && self.brackets(from)
    }

    /// Places a disc on a legal square.
    fn place(&mut self, file: usize, rank: usize) {
        let from = place(file, rank);
        for step in AROUND {
            let mut at = from;
            for _ in 0..self.bracketed(from, step) {
                at = at.wrapping_add_signed(step);
                self.cells[at] = self.mover;
            }
        }
        self.cells[from] = self.mover;
        self.close(from);
        self.open_near(from);
        self.mover = other(self.mover);
        self.plies += 1;
    }

    /// Passes if the other player can move; returns whether that is so. The mover has no legal square.
    fn pass(&mut self, see: &mut dyn FnMut(FollowedPosition<'_>)) -> bool {
        let mut next = self.clone();
        next.mover = other(self.mover);
        next.look(&mut |_| ());
        if next.legal == 0 {
            return false;
        }
        self.mover = next.mover;
        self.plies += 1;
        self.passes += 1;
        self.look(see);
        true
    }
}

/// The place of a square among the cells.
fn place(file: usize, rank: usize) -> usize {
    (rank + 1) * ROW + file + 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::{Position, RecordError, legal_moves, parse_board, replay_from};
    use proptest::prelude::*;

    fn compare(start: &Board, to_move: Disc, moves: &str) {
        let position = Position { board: start.clone(), mover: to_move };
        let mut boards = Vec::new();
        let followed = follow(start, to_move, moves, "", &mut |seen| {
            let text = String::from_utf8(seen.text.to_vec()).unwrap();
            let board = parse_board(&text.replace('+', "-")).unwrap();
            let mover = if seen.mover == 'X' { Disc::Black } else { Disc::White };
            let legal = legal_moves(&board, mover);
            let marked = start.size().squares().zip(text.chars()).filter(|&(_, cell)| cell == '+');
            assert_eq!(marked.map(|(square, _)| square).collect::<Vec<_>>(), legal);
            assert_eq!(usize::from(seen.legal), legal.len());
            boards.push(board);
        });
        match (followed, replay_from(&position, moves)) {
            (Ok(followed), Ok(replay)) => {
                assert_eq!((followed.plies, followed.passes), (replay.plies.len(), replay.passes()));
                assert_eq!(followed.over, replay.position.is_over());
                assert_eq!(boards.last(), Some(&replay.position.board));
                assert_eq!(boards.len(), followed.plies + 1);
            }
            (Err(error), Err(RecordError::AtPly { ply, .. })) => assert_eq!(error.ply, ply, "{moves}"),
            (followed, replay) => panic!("{moves}: {followed:?} {replay:?}"),
        }
    }

    proptest! {
        /// Texts that are mostly squares, of which a few are legal.
        #[test]
        fn it_decides_as_the_slow_replay(text in "([a-h][1-8]|[c-f][3-6]|pass|PA|--|[ a-i9@p,;.1-]|1[.]){0,12}") {
            compare(&Board::start(Size::Eight), Disc::Black, &text);
        }

        /// Games of random moves, on boards of each size, with a mistake at the end.
        #[test]
        fn games_of_random_moves(size in 0..3_usize, choices in prop::collection::vec(0..64_usize, 0..70), tail in ".{0,3}") {
            let size = Size::ALL[size];
            let mut position = Position::start(size);
            let mut record = String::new();
            for choice in choices {
                match position.turn() {
                    crate::othello::Turn::Over => break,
                    crate::othello::Turn::Pass => {
                        if choice % 2 == 0 { record += "PA "; }
                        position = position.pass().unwrap();
                    }
                    crate::othello::Turn::Move(moves) => {
                        let square = moves[choice % moves.len()];
                        record += &square.to_string();
                        position = position.play(square).unwrap();
                    }
                }
            }
            compare(&Board::start(size), Disc::Black, &record);
            if tail.is_ascii() {
                compare(&Board::start(size), Disc::Black, &(record + &tail));
            }
        }
    }

    #[test]
    fn players_are_compared() {
        let start = Board::start(Size::Eight);
        let players = |players: &str| follow(&start, Disc::Black, "f5d6c3", players, &mut |_| ());
        assert!(players("XOX").is_ok() && players("X").is_ok());
        assert_eq!(players("XX"), Err(FollowError { ply: 2, wrong_player: true }));
    }
}
