//! Random questions about a game on a small board, well typed by construction.

use crate::support::random::Random;

/// What moves the squares of a word.
const DIRECTIONS: [&str; 7] = ["north", "northeast", "east", "southeast", "south", "west", "northwest"];
const IMAGES: [&str; 7] =
    ["mirror_files", "mirror_ranks", "rotate90", "rotate180", "rotate270", "transpose", "anti_transpose"];

/// The words of a game that questions are made of.
#[derive(Debug)]
pub(crate) struct Words {
    /// The squares along an edge.
    pub(crate) side: usize,
    /// Words of a position.
    pub(crate) of_position: &'static [&'static str],
    /// Those that occur more often.
    pub(crate) often: &'static [&'static str],
    /// Words of a move, with `@` for the move.
    pub(crate) of_move: &'static [&'static str],
    /// Sets of moves.
    pub(crate) sets: &'static [&'static str],
    /// The kinds of moves.
    pub(crate) kinds: &'static [&'static str],
}

/// Othello on 4x4.
pub(crate) const OTHELLO: Words = Words {
    side: 4,
    of_position: &["own", "opp", "empty", "occupied", "legal", "their"],
    often: &["own", "opp", "legal"],
    of_move: &["@.to", "flips(@)", "flips(@)"],
    sets: &["legal"],
    kinds: &["legal"],
};

/// Makes questions; each of at most some depth.
pub(crate) struct Generator {
    random: Random,
    words: &'static Words,
    /// The moves in scope.
    moves: usize,
}

impl Generator {
    pub(crate) fn new(seed: u64) -> Self {
        Self::about(&OTHELLO, seed)
    }

    pub(crate) fn about(words: &'static Words, seed: u64) -> Self {
        Self { random: Random::new(seed), words, moves: 0 }
    }

    /// A question: mostly a condition, sometimes about a move, with `and` and this condition.
    pub(crate) fn question(&mut self, only: Option<&str>, has_number: bool) -> String {
        let set = (self.random.below(4) == 0).then(|| self.set());
        let choice = set.map(|set| {
            self.moves = 1;
            format!(" for m0 in {set}")
        });
        let depth = 1 + self.random.below(3);
        let condition = match only {
            Some(only) => format!("{only} and ({})", self.condition(depth)),
            None => self.condition(depth),
        };
        let aim = if has_number {
            let (extreme, number) = (self.pick(&["max", "min"]), self.number(1));
            let is_whole = only.is_none() && self.random.below(2) == 0;
            let condition = if is_whole { String::new() } else { format!(" where {condition}") };
            format!("{extreme} {number}{condition}")
        } else {
            condition
        };
        self.moves = 0;
        aim + &choice.unwrap_or_default()
    }

    /// A set of moves.
    fn set(&mut self) -> String {
        let set = self.position() + &self.pick(self.words.sets);
        if self.random.below(2) == 0 { set } else { format!("{set} & ({})", self.word(1)) }
    }

    fn pick(&mut self, choices: &[&str]) -> String {
        choices[self.random.below(choices.len())].to_owned()
    }

    fn square(&mut self) -> String {
        let side = self.words.side;
        format!("{}{}", self.pick(&["a", "b", "c", "d"][..side]), 1 + self.random.below(side))
    }

    /// A position before a word: the board, or the one after a move in scope.
    fn position(&mut self) -> String {
        if self.moves > 0 && self.random.below(2) == 0 {
            return format!("after(m{}).", self.random.below(self.moves));
        }
        String::new()
    }

    pub(crate) fn word(&mut self, depth: usize) -> String {
        if depth == 0 || self.random.below(3) == 0 {
            return match self.random.below(if self.moves > 0 { 10 } else { 7 }) {
                0..4 => self.position() + &self.pick(self.words.of_position),
                4 => {
                    let last = format!("rank {}", self.words.side);
                    self.pick(&["board", "corners", "edges", "rank 2", "file c", &last])
                }
                5 => format!("{{{} {}}}", self.square(), self.square()),
                6 => self.pick(self.words.often),
                _ => {
                    self.pick(self.words.of_move).replace('@', &format!("m{}", self.random.below(self.moves)))
                }
            };
        }
        let one = self.word(depth - 1);
        match self.random.below(5) {
            0 => format!("~{}", self.word(0)),
            1 => {
                let changes = if self.random.below(4) == 0 { IMAGES } else { DIRECTIONS };
                let direction = self.pick(&changes);
                format!("{direction}({one})")
            }
            _ => {
                let sign = self.pick(&["&", "|", "^"]);
                format!("(({one}) {sign} ({}))", self.word(depth - 1))
            }
        }
    }

    pub(crate) fn number(&mut self, depth: usize) -> String {
        let mut number = match self.random.below(6) {
            0 => format!("count({})", self.set()),
            _ => format!("count({})", self.word(depth)),
        };
        for _ in 0..self.random.below(3) {
            let other = if self.random.below(3) == 0 {
                self.random.below(4).to_string()
            } else {
                format!("count({})", self.word(depth.min(1)))
            };
            number = format!("{number} {} {other}", self.pick(&["+", "-"]));
        }
        number
    }

    pub(crate) fn condition(&mut self, depth: usize) -> String {
        if self.moves > 0 && self.words.kinds.len() > 1 && self.random.below(6) == 0 {
            let number = self.random.below(self.moves);
            return format!("m{number}.kind {} {}", self.pick(&["=", "!="]), self.pick(self.words.kinds));
        }
        let choice = self.random.below(if depth == 0 { 5 } else { 10 });
        match choice {
            0 => {
                let comparison = self.pick(&["=", "!=", "<", "<=", ">", ">="]);
                format!("{} {comparison} {}", self.number(depth.min(1)), self.random.below(8))
            }
            1 => {
                let comparison = self.pick(&["<", ">=", ">"]);
                format!("{} {comparison} {}", self.number(1), self.number(0))
            }
            2 => format!("{}({})", self.pick(&["any", "none"]), self.word(depth.min(2))),
            3 => format!("({}) {} ({})", self.word(1), self.pick(&["subset", "=", "!="]), self.word(1)),
            4 => match self.random.below(2) {
                0 => format!("({})[{}]", self.word(1), self.square()),
                _ => self.position() + &self.pick(&["over", "won", "lost", "drawn"]),
            },
            5 => format!("not ({})", self.condition(depth - 1)),
            6 | 7 => {
                let join = self.pick(&["and", "or", "=>", "and"]);
                format!("({}) {join} ({})", self.condition(depth - 1), self.condition(depth - 1))
            }
            8 => {
                let word = self.word(1);
                format!("let x = {word}: count(x & own) <= count(x) and ({})", self.condition(depth - 1))
            }
            _ => {
                let set = self.set();
                let quantifier = self.pick(&["some", "all"]);
                let name = self.moves;
                self.moves += 1;
                let body = self.condition(depth - 1);
                self.moves -= 1;
                format!("({quantifier} m{name} in {set}: {body})")
            }
        }
    }
}
