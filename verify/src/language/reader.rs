//! Reads questions, by the precedence of operators.

use super::Refusal;

/// What a question asks for.
pub(super) struct Question {
    pub(super) aim: Aim,
    /// The name of the move that the question is about, and its set.
    pub(super) choice: Option<(String, Tree)>,
}

pub(super) enum Aim {
    Condition(Tree),
    /// Whether the largest value is asked for, the number, and the condition.
    Extreme(bool, Tree, Option<Tree>),
}

/// A part of a question.
pub(super) enum Tree {
    Number(i64),
    Name(String),
    /// Names of squares.
    Set(Vec<String>),
    Rank(usize),
    File(char),
    /// A function with its argument.
    Call(String, Box<Tree>),
    Field(Box<Tree>, String),
    At(Box<Tree>, String),
    Not(Box<Tree>),
    Complement(Box<Tree>),
    /// Operands with the operator before each but the first.
    Chain(Box<Tree>, Vec<(String, Tree)>),
    Quantified {
        is_all: bool,
        name: String,
        set: Box<Tree>,
        body: Box<Tree>,
    },
    Let(String, Box<Tree>, Box<Tree>),
}

/// The binding of the operators, the loosest first.
const LEVELS: [&[&str]; 8] = [
    &["=>"],
    &["or"],
    &["and"],
    &["=", "!=", "<", "<=", ">", ">=", "subset"],
    &["+", "-"],
    &["|"],
    &["^"],
    &["&"],
];

/// The level of comparisons, on which `not`, `some`, `all` and `let` stand as well.
const COMPARISONS: usize = 3;
/// The level of unions, on which the set of a quantifier stands.
const UNIONS: usize = 5;
/// How deep a question nests at most.
const DEPTH: usize = 200;

const RESERVED: [&str; 14] =
    ["max", "min", "where", "for", "in", "some", "all", "let", "and", "or", "not", "subset", "rank", "file"];

/// Reads a question.
pub(super) fn read(text: &str) -> Result<Question, Refusal> {
    let mut reader = Reader { words: split(text)?, next: 0, depth: 0 };
    let is_most = reader.takes("max");
    let question = if is_most || reader.takes("min") {
        let number = reader.level(0)?;
        let mut choice = reader.choice()?;
        let condition = if reader.takes("where") { Some(reader.level(0)?) } else { None };
        if choice.is_none() {
            choice = reader.choice()?;
        }
        Question { aim: Aim::Extreme(is_most, number, condition), choice }
    } else {
        let condition = reader.level(0)?;
        Question { aim: Aim::Condition(condition), choice: reader.choice()? }
    };
    if reader.here().is_empty() { Ok(question) } else { reader.refuse("expected the end") }
}

/// Splits a text at blanks and signs; each word with the number of its first character.
fn split(text: &str) -> Result<Vec<(usize, String)>, Refusal> {
    let letters: Vec<char> = text.chars().collect();
    let mut words: Vec<(usize, String)> = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        let begun = at;
        let letter = letters[at];
        at += 1;
        if letter.is_ascii_whitespace() {
            continue;
        }
        if letter.is_ascii_alphanumeric() || letter == '_' {
            while at < letters.len() && (letters[at].is_ascii_alphanumeric() || letters[at] == '_') {
                at += 1;
            }
        } else if matches!(letter, '<' | '>' | '!' | '=')
            && letters.get(at).is_some_and(|next| matches!(next, '=' | '>'))
        {
            at += 1;
        } else if !"()[]{}:.,&|^~=<>+-".contains(letter) {
            return Err(Refusal::Text {
                at: begun + 1,
                reason: format!("a question cannot have {letter:?}"),
            });
        }
        words.push((begun + 1, letters[begun..at].iter().collect()));
    }
    words.push((letters.len() + 1, String::new()));
    Ok(words)
}

struct Reader {
    words: Vec<(usize, String)>,
    next: usize,
    depth: usize,
}

impl Reader {
    fn here(&self) -> &str {
        self.words.get(self.next).map_or("", |(_, word)| word)
    }

    fn refuse<T>(&self, reason: &str) -> Result<T, Refusal> {
        let at = self.words.get(self.next).or(self.words.last()).map_or(1, |(at, _)| *at);
        Err(Refusal::Text { at, reason: reason.to_owned() })
    }

    fn takes(&mut self, word: &str) -> bool {
        let is_here = self.here() == word;
        self.next += usize::from(is_here);
        is_here
    }

    fn need(&mut self, word: &str) -> Result<(), Refusal> {
        if self.takes(word) { Ok(()) } else { self.refuse(&format!("expected `{word}`")) }
    }

    fn name(&mut self) -> Result<String, Refusal> {
        let word = self.here().to_owned();
        if !word.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
            || RESERVED.contains(&&*word)
        {
            return self.refuse("expected a name");
        }
        self.next += 1;
        Ok(word)
    }

    fn choice(&mut self) -> Result<Option<(String, Tree)>, Refusal> {
        if !self.takes("for") {
            return Ok(None);
        }
        let name = self.name()?;
        self.need("in")?;
        Ok(Some((name, self.level(UNIONS)?)))
    }

    /// Operands with operators of a level between them; each operand is of the next level.
    fn level(&mut self, level: usize) -> Result<Tree, Refusal> {
        self.depth += 1;
        if self.depth > DEPTH * LEVELS.len() {
            return self.refuse("nested too deep");
        }
        let read = self.operands(level);
        self.depth -= 1;
        read
    }

    fn operands(&mut self, level: usize) -> Result<Tree, Refusal> {
        if level == LEVELS.len() {
            return self.unary();
        }
        if level == COMPARISONS
            && let Some(tree) = self.prefixed()?
        {
            return Ok(tree);
        }
        let first = self.level(level + 1)?;
        let mut others = Vec::new();
        while LEVELS[level].contains(&self.here()) {
            let operator = self.here().to_owned();
            self.next += 1;
            if level == COMPARISONS && !others.is_empty() {
                return self.refuse("two comparisons without `and` between them");
            }
            // `=>` binds to the right: what follows is one operand.
            let operand = if level == 0 { self.level(0)? } else { self.level(level + 1)? };
            others.push((operator, operand));
        }
        Ok(if others.is_empty() { first } else { Tree::Chain(Box::new(first), others) })
    }

    /// `not`, `some`, `all` and `let`.
    fn prefixed(&mut self) -> Result<Option<Tree>, Refusal> {
        if self.takes("not") {
            return Ok(Some(Tree::Not(Box::new(self.level(COMPARISONS)?))));
        }
        if self.takes("let") {
            let name = self.name()?;
            self.need("=")?;
            let value = Box::new(self.level(0)?);
            self.need(":")?;
            return Ok(Some(Tree::Let(name, value, Box::new(self.level(0)?))));
        }
        let is_all = self.takes("all");
        if !is_all && !self.takes("some") {
            return Ok(None);
        }
        let name = self.name()?;
        self.need("in")?;
        let set = Box::new(self.level(UNIONS)?);
        self.need(":")?;
        Ok(Some(Tree::Quantified { is_all, name, set, body: Box::new(self.level(0)?) }))
    }

    fn unary(&mut self) -> Result<Tree, Refusal> {
        if self.takes("~") {
            return Ok(Tree::Complement(Box::new(self.level(LEVELS.len())?)));
        }
        let mut tree = self.primary()?;
        let mut parts = self.depth / LEVELS.len();
        loop {
            // Each part that follows nests the tree, though not the reader.
            parts += 1;
            if parts > DEPTH {
                return self.refuse("nested too deep");
            }
            if self.takes(".") {
                tree = Tree::Field(Box::new(tree), self.name()?);
            } else if self.takes("[") {
                let square = self.name()?;
                self.need("]")?;
                tree = Tree::At(Box::new(tree), square);
            } else {
                return Ok(tree);
            }
        }
    }

    fn primary(&mut self) -> Result<Tree, Refusal> {
        if self.takes("(") {
            let inner = self.level(0)?;
            self.need(")")?;
            return Ok(inner);
        }
        if self.takes("{") {
            let mut names = Vec::new();
            while !self.takes("}") {
                names.push(self.name()?);
                self.takes(",");
            }
            return Ok(Tree::Set(names));
        }
        if self.takes("rank") {
            let rank = self.number()?;
            return Ok(Tree::Rank(rank as usize));
        }
        if self.takes("file") {
            let file = self.name()?;
            let mut letters = file.chars();
            return match (letters.next(), letters.next()) {
                (Some(file), None) => Ok(Tree::File(file)),
                _ => self.refuse("expected the letter of a file"),
            };
        }
        if self.here().starts_with(|first: char| first.is_ascii_digit()) {
            return Ok(Tree::Number(self.number()?));
        }
        let name = self.name()?;
        if !self.takes("(") {
            return Ok(Tree::Name(name));
        }
        let argument = Box::new(self.level(0)?);
        self.need(")")?;
        Ok(Tree::Call(name, argument))
    }

    fn number(&mut self) -> Result<i64, Refusal> {
        match self.here().parse::<u32>() {
            Ok(number) => {
                self.next += 1;
                Ok(i64::from(number))
            }
            Err(_) => self.refuse("expected a number"),
        }
    }
}
