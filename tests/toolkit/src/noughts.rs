//! Noughts and crosses, with a naive twin, puzzles, and a variant in which a line loses.

use certamen::prelude::*;

board! {
    /// The marks of the player to move, and those of the other player.
    pub struct Marks { own, opp }
}

/// The player who makes a line has won, or has lost.
pub struct Noughts {
    pub line_loses: bool,
    /// Whether the rules are wrong: who has made a mark makes the next one as well.
    pub is_wrong: bool,
}

type Board = Grid<3, 3>;

/// Whether three marks stand in a line.
fn has_line<W: Word>(word: W) -> W::Bit {
    let lines = [Direction::East, Direction::North, Direction::NorthEast, Direction::NorthWest];
    let three = lines.map(|direction| {
        let second = word & Board::shift(word, direction);
        (second & Board::shift(second, direction)).any()
    });
    three[0] | three[1] | three[2] | three[3]
}

impl Boards for Noughts {
    board!(Marks on Board as u16);

    fn name(&self) -> &str {
        "noughts"
    }

    fn board_name(&self) -> String {
        if self.line_loses { "3x3-misere" } else { "3x3" }.to_owned()
    }

    fn symmetries(&self) -> &[Symmetry] {
        &[Symmetry::MIRROR_FILES, Symmetry::MIRROR_RANKS]
    }

    /// Players make marks in turn, and the game ends with a line.
    fn well_formed<W: Word>(&self, Marks { own, opp }: Marks<W>) -> W::Bit {
        let (fewer, more) = (own.popcount(), opp.popcount());
        let in_turn = (0..=4).map(|n| fewer.is(n) & (more.is(n) | more.is(n + 1)));
        let in_turn = in_turn.reduce(|one, other| one | other);
        let apart = !(own & opp).any() & !has_line(own);
        in_turn.map_or(apart, |in_turn| apart & in_turn)
    }
}

impl Rules for Noughts {
    fn adds_a_piece(&self) -> bool {
        true
    }

    fn start(&self) -> Marks<Mask> {
        Marks { own: Mask::EMPTY, opp: Mask::EMPTY }
    }

    fn moves<W: Word>(&self, marks: Marks<W>) -> Family<W> {
        Family::new().with(StepKind::placed("free"), self.empty(marks))
    }

    fn play<W: Word>(&self, Marks { own, opp }: Marks<W>, step: Step<W>) -> Marks<W> {
        let marked = own | step.to();
        if self.is_wrong { Marks { own: marked, opp } } else { Marks { own: opp, opp: marked } }
    }

    fn stuck<W: Word>(&self, _: Marks<W>) -> Stuck<Marks<W>> {
        Stuck::Draws
    }

    fn outcome<W: Word>(&self, Marks { opp, .. }: Marks<W>) -> Outcome<W::Bit> {
        let line = has_line(opp);
        if self.line_loses { Outcome::won_if(line) } else { Outcome::lost_if(line) }
    }
}

impl PuzzleRules for Noughts {
    const ABOUT: &'static str = "one move of at least three wins, and not at once";

    fn is_puzzle(&self, _: Position<Self>, value: Value, moves: &[RatedMove]) -> bool {
        let wins = |judged: &&RatedMove| matches!(judged.value, Some(Value::Win(_)));
        moves.len() >= 3 && matches!(value, Value::Win(2..)) && moves.iter().filter(wins).count() == 1
    }
}

impl Naive for Noughts {
    /// The letters of the squares, rank by rank.
    type Position = Vec<Vec<char>>;

    fn parse(&self, text: &str) -> Result<Self::Position, NaiveError> {
        let squares = naive::squares(text, 3, 3)?;
        let count = |letter: char| squares.iter().flatten().filter(|&&square| square == letter).count();
        match count('O').checked_sub(count('X')) {
            Some(0 | 1) => Ok(squares),
            _ => Err("expected nine squares with marks made in turn".into()),
        }
    }

    fn print(&self, squares: &Self::Position) -> String {
        naive::line(squares)
    }

    fn ended(&self, squares: &Self::Position) -> Option<GameResult> {
        let lines = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
        if lines.iter().any(|line| line.iter().all(|&square| squares[square / 3][square % 3] == 'O')) {
            return Some(if self.line_loses { GameResult::Won } else { GameResult::Lost });
        }
        squares.iter().flatten().all(|&square| square != '.').then_some(GameResult::Drawn)
    }

    fn plies(&self, squares: &Self::Position) -> Vec<(String, Self::Position)> {
        let places = (0..9).map(|square| (square % 3, square / 3));
        let free = places.filter(|&(file, rank)| squares[rank][file] == '.');
        let play = |(file, rank): (usize, usize)| {
            let mut next = squares.clone();
            next[rank][file] = 'X';
            naive::exchange(&mut next, 'X', 'O');
            (naive::square(file, rank), next)
        };
        free.map(play).collect()
    }
}
