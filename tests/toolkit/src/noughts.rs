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
    type Board<W: Copy> = Marks<W>;
    type Native = u16;

    fn name(&self) -> &str {
        "noughts"
    }

    fn layout(&self) -> Layout {
        Board::LAYOUT
    }

    fn board_name(&self) -> String {
        if self.line_loses { "3x3-misere" } else { "3x3" }.to_owned()
    }

    fn symmetries(&self) -> &'static [Symmetry] {
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
    const ADDS_A_PIECE: bool = true;

    fn start(&self) -> Marks<Mask> {
        Marks { own: Mask::EMPTY, opp: Mask::EMPTY }
    }

    fn moves<W: Word>(&self, Marks { own, opp }: Marks<W>) -> Family<W> {
        Family::new().with(StepKind::placed("free"), Board::complement(own | opp))
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

impl Puzzling for Noughts {
    const ABOUT: &'static str = "one move of at least three wins, and not at once";

    fn is_puzzle(&self, _: Position<Self>, value: Value, moves: &[Judged]) -> bool {
        let wins = |judged: &&Judged| matches!(judged.value, Some(Value::Win(_)));
        moves.len() >= 3 && matches!(value, Value::Win(2..)) && moves.iter().filter(wins).count() == 1
    }
}

impl Naive for Noughts {
    /// Nine letters.
    type Position = Vec<char>;

    fn parse(&self, text: &str) -> Result<Vec<char>, String> {
        let squares: Vec<char> = text.chars().filter(|&letter| letter != '/').collect();
        let count = |letter: char| squares.iter().filter(|&&square| square == letter).count();
        match (squares.len(), count('O').checked_sub(count('X'))) {
            (9, Some(0 | 1)) => Ok(squares),
            _ => Err("expected nine squares with marks made in turn".to_owned()),
        }
    }

    fn print(&self, squares: &Vec<char>) -> String {
        squares.chunks(3).map(|rank| rank.iter().collect::<String>()).collect::<Vec<_>>().join("/")
    }

    fn ended(&self, squares: &Vec<char>) -> Option<Ended> {
        let lines = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
        if lines.iter().any(|line| line.iter().all(|&square| squares[square] == 'O')) {
            return Some(if self.line_loses { Ended::Won } else { Ended::Lost });
        }
        squares.iter().all(|&square| square != '.').then_some(Ended::Drawn)
    }

    fn plies(&self, squares: &Vec<char>) -> Vec<String> {
        let free = (0..9).filter(|&square| squares[square] == '.');
        free.map(|square| format!("{}{}", ["a", "b", "c"][square % 3], square / 3 + 1)).collect()
    }

    fn play(&self, squares: &Vec<char>, ply: &str) -> Result<Vec<char>, String> {
        let names = (0..9).map(|square| format!("{}{}", ["a", "b", "c"][square % 3], square / 3 + 1));
        let square = names.into_iter().position(|name| name == ply).ok_or("no such square")?;
        let mut next = squares.clone();
        next[square] = 'X';
        Ok(next.iter().map(|&mark| if mark == 'X' { 'O' } else if mark == 'O' { 'X' } else { mark }).collect())
    }
}
