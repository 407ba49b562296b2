//! A record played by the native rules: every position of it, without text.

use encodings::board::Layout;
use encodings::othello::rules::{Discs, Othello};
use encodings::word::OneHot;

/// The discs of a position and the legal squares of its mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LinePosition {
    /// As the mover sees them.
    pub(super) discs: Discs<u64>,
    pub(super) legal: u64,
    /// Whether Black is to move.
    pub(super) black: bool,
}

/// A ply as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// A file and a rank, from 0; they may be off the board.
    Square(u8, u8),
    Pass,
}

/// The plies of a text.
#[derive(Clone, Debug)]
pub(super) struct Tokens<'t>(&'t [u8]);

impl<'t> Tokens<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self(text.as_bytes())
    }
}

/// The text behind what separates plies, if it begins with that: a blank, a comma, a semicolon, a single dash, or a number
/// with its dots.
#[inline]
fn behind_separator(text: &[u8]) -> Option<&[u8]> {
    match text {
        [b'-', b'-', ..] => None,
        [b' ' | b'\t' | b'\n' | b'\r' | 0x0c | b',' | b';' | b'-', rest @ ..] => Some(rest),
        [b'0'..=b'9', ..] => {
            let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
            let dots = text.iter().skip(digits).take_while(|&&byte| byte == b'.').count();
            if dots > 0 { text.get(digits + dots..) } else { None }
        }
        _ => None,
    }
}

impl Iterator for Tokens<'_> {
    /// `None` within for a text that is not a ply; it ends the iteration.
    type Item = Option<Token>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        while let Some(rest) = behind_separator(self.0) {
            self.0 = rest;
        }
        let (token, rest) = match *self.0 {
            [] => return None,
            [letter, b'0'..=b'9', b'0'..=b'9', ref rest @ ..] if letter.is_ascii_alphabetic() => {
                (Some(Token::Square(u8::MAX, u8::MAX)), rest)
            }
            [letter, digit @ b'0'..=b'9', ref rest @ ..] if letter.is_ascii_alphabetic() => {
                let file = letter.to_ascii_lowercase() - b'a';
                (Some(Token::Square(file, digit.wrapping_sub(b'1'))), rest)
            }
            [b'p' | b'P', b'a' | b'A', b's' | b'S', b's' | b'S', ref rest @ ..] => (Some(Token::Pass), rest),
            [b'p' | b'P', b'a' | b'A', b's' | b'S', ..] => (None, &[][..]),
            [b'p' | b'P', b'a' | b'A' | b's' | b'S', ref rest @ ..]
            | [b'-', b'-', ref rest @ ..]
            | [b'@', b'@', ref rest @ ..] => (Some(Token::Pass), rest),
            _ => (None, &[][..]),
        };
        self.0 = rest;
        Some(token)
    }
}

/// Where a record stops being legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LineError {
    /// The ply, from 1, with passes.
    pub(super) ply: usize,
    pub(super) wrong_player: bool,
}

/// A record played through, as far as it is legal.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// The positions, before passes and at the end as well.
    pub(super) positions: Vec<LinePosition>,
    /// The plies between them; `None` for a pass.
    pub(super) plies: Vec<Option<u8>>,
    /// For each ply as it is written, the index of its ply.
    pub(super) written: Vec<u8>,
    pub(super) fault: Option<LineError>,
    /// Whether neither player can move at the end.
    pub(super) over: bool,
}

impl Line {
    /// Plays a record. `players` says for each written ply whether Black played it, if the record says so.
    pub(super) fn play<const SIDE: usize>(
        start: Discs<u64>,
        black: bool,
        moves: &str,
        players: &[bool],
    ) -> Self {
        let legal = Othello::<SIDE>::legal(start);
        let mut line = Self {
            positions: Vec::with_capacity(66),
            plies: Vec::with_capacity(66),
            written: Vec::with_capacity(66),
            fault: None,
            over: false,
        };
        line.positions.push(LinePosition { discs: start, legal, black });
        line.fault = line.run::<SIDE>(moves, players).err();
        if line.fault.is_none() {
            line.over = line.last().legal == 0 && !line.pass::<SIDE>();
        }
        line
    }

    fn run<const SIDE: usize>(&mut self, moves: &str, players: &[bool]) -> Result<(), LineError> {
        for (number, token) in Tokens::new(moves).enumerate() {
            let illegal = |line: &Self| LineError { ply: line.plies.len() + 1, wrong_player: false };
            let token = token.ok_or(illegal(self))?;
            let before = self.last();
            let was_due = before.legal == 0;
            if was_due && !self.pass::<SIDE>() {
                return Err(illegal(self));
            }
            let is_by = |black: bool| players.get(number).is_none_or(|&known| known == black);
            match token {
                Token::Pass if !was_due => return Err(illegal(self)),
                Token::Pass if !is_by(before.black) => {
                    return Err(LineError { ply: self.plies.len(), wrong_player: true });
                }
                Token::Pass => {}
                Token::Square(file, rank) => {
                    let (file, rank) = (usize::from(file), usize::from(rank));
                    let here = self.last();
                    let index = rank * SIDE + file;
                    if file >= SIDE || rank >= SIDE || here.legal >> index & 1 == 0 {
                        return Err(illegal(self));
                    }
                    if !is_by(here.black) {
                        return Err(LineError { ply: self.plies.len() + 1, wrong_player: true });
                    }
                    self.place::<SIDE>(here, index);
                }
            }
            self.written.push(self.plies.len() as u8 - 1);
        }
        Ok(())
    }

    /// The last position.
    pub(super) fn last(&self) -> LinePosition {
        self.positions.last().copied().unwrap_or(LinePosition {
            discs: Discs { own: 0, opp: 0 },
            legal: 0,
            black: true,
        })
    }

    fn place<const SIDE: usize>(&mut self, here: LinePosition, index: usize) {
        let Some(square) = Layout::new(8, 8).and_then(|widest| widest.square(index)) else { return };
        let discs = Othello::<SIDE>::apply(here.discs, OneHot::from_square(square, 0u64));
        self.plies.push(Some(index as u8));
        self.positions.push(LinePosition { discs, legal: Othello::<SIDE>::legal(discs), black: !here.black });
    }

    /// Passes if the other player can move; returns whether that is so.
    fn pass<const SIDE: usize>(&mut self) -> bool {
        let here = self.last();
        let discs = here.discs.passed();
        let legal = Othello::<SIDE>::legal(discs);
        if legal != 0 {
            self.plies.push(None);
            self.positions.push(LinePosition { discs, legal, black: !here.black });
        }
        legal != 0
    }

    /// The numbers of black and white discs at the end.
    pub(super) fn discs(&self) -> (i32, i32) {
        let LinePosition { discs, black, .. } = self.last();
        let (own, opp) = (discs.own.count_ones() as i32, discs.opp.count_ones() as i32);
        if black { (own, opp) } else { (opp, own) }
    }

    /// The scores at the end if the game is over: discs, and the empty squares for the winner, or half of them for each
    /// in a draw.
    pub(super) fn score<const SIDE: usize>(&self) -> Option<(i32, i32)> {
        let (black, white) = self.discs();
        let empty = (SIDE * SIDE) as i32 - black - white;
        self.over.then(|| match black.cmp(&white) {
            std::cmp::Ordering::Greater => (black + empty, white),
            std::cmp::Ordering::Less => (black, white + empty),
            std::cmp::Ordering::Equal => (black + empty / 2, white + empty / 2),
        })
    }

    /// The number of passes.
    pub(super) fn passes(&self) -> usize {
        self.plies.iter().filter(|ply| ply.is_none()).count()
    }
}

/// The name of a square.
pub(super) fn name(side: usize, index: u8) -> [char; 2] {
    let (file, rank) = (usize::from(index) % side, usize::from(index) / side);
    [char::from(b'a' + file as u8), char::from(b'1' + rank as u8)]
}

/// The moves of a game without its passes: `f5 d6 c3`.
pub(super) fn squares_only(side: usize, plies: &[Option<u8>]) -> String {
    let mut text = String::with_capacity(plies.len() * 3);
    for &index in plies.iter().flatten() {
        if !text.is_empty() {
            text.push(' ');
        }
        text.extend(name(side, index));
    }
    text
}
