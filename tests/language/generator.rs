//! Random questions about Othello on 4x4, well typed by construction.

use crate::random::Random;

/// Makes questions; each of at most some depth.
pub(crate) struct Generator {
    random: Random,
    /// The moves in scope.
    moves: usize,
}

impl Generator {
    pub(crate) fn new(seed: u64) -> Self {
        Self { random: Random::new(seed), moves: 0 }
    }

    fn pick(&mut self, choices: &[&str]) -> String {
        choices[self.random.below(choices.len())].to_owned()
    }

    fn square(&mut self) -> String {
        format!("{}{}", self.pick(&["a", "b", "c", "d"]), 1 + self.random.below(4))
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
                0..4 => self.position() + &self.pick(&["own", "opp", "empty", "occupied", "legal", "their"]),
                4 => self.pick(&["board", "corners", "edges", "rank 2", "file c", "rank 4"]),
                5 => format!("{{{} {}}}", self.square(), self.square()),
                6 => self.pick(&["own", "opp", "legal"]),
                7 => format!("m{}.to", self.random.below(self.moves)),
                _ => format!("flips(m{})", self.random.below(self.moves)),
            };
        }
        let one = self.word(depth - 1);
        match self.random.below(5) {
            0 => format!("~{}", self.word(0)),
            1 => {
                let direction =
                    self.pick(&["north", "northeast", "east", "southeast", "south", "west", "northwest"]);
                format!("{direction}({one})")
            }
            _ => {
                let sign = self.pick(&["&", "|", "^"]);
                format!("(({one}) {sign} ({}))", self.word(depth - 1))
            }
        }
    }

    pub(crate) fn number(&mut self, depth: usize) -> String {
        let mut number = format!("count({})", self.word(depth));
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
                let set = format!("{}legal", self.position());
                let set = if self.random.below(2) == 0 { set } else { format!("{set} & ({})", self.word(1)) };
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
