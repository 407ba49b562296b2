//! Reads questions and the expressions of game files, by the precedence of operators.

use super::Refusal;
use super::words::{Word, is_name, is_operand, is_reserved, split};

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

/// A part of a text, with the number of the character at which it stands.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    pub(crate) at: usize,
    pub(crate) part: Part,
}

/// What a part of a text is.
#[derive(Clone, Debug)]
pub(crate) enum Part {
    Number(i64),
    Name(String),
    /// Names of squares.
    Set(Vec<String>),
    /// Ranks or files: the first and, if there are several, the last.
    Lines {
        is_rank: bool,
        first: Box<Tree>,
        last: Option<Box<Tree>>,
    },
    /// A function with its arguments.
    Call(String, Vec<Tree>),
    /// A direction and the word that is moved in it.
    Moved(Box<Tree>, Box<Tree>),
    Field(Box<Tree>, String),
    At(Box<Tree>, String),
    Not(Box<Tree>),
    Complement(Box<Tree>),
    /// Operands with the operator before each but the first, and its place.
    Chain(Box<Tree>, Vec<(usize, String, Tree)>),
    Quantified {
        quantifier: Quantifier,
        name: String,
        set: Box<Tree>,
        body: Box<Tree>,
    },
    /// Directions by name.
    Directions(Vec<Tree>),
    /// `won in K` or `lost in K`: what stands before `in`, and the number of plies.
    Forced(Box<Tree>, Box<Tree>),
    Let(String, Box<Tree>, Box<Tree>),
    /// A condition, and what holds with and without it.
    If(Box<[Tree; 3]>),
    /// `closure` or `repeat`.
    Rounds {
        is_closure: bool,
        rounds: Option<Box<Tree>>,
        seed: Box<Tree>,
        name: String,
        body: Box<Tree>,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Quantifier {
    Some,
    All,
    Unique,
    Union,
}

/// The binding of the operators, the loosest first.
const LEVELS: [&[&str]; 9] = [
    &["=>"],
    &["or"],
    &["and"],
    &["=", "!=", "<", "<=", ">", ">=", "subset"],
    &["+", "-"],
    &["*", "/"],
    &["|"],
    &["^"],
    &["&"],
];

/// The level of comparisons, on which `not`, `some`, `all`, `union`, `let` and `if` stand as well.
const COMPARISONS: usize = 3;
/// The level of sums and that of products.
const SUMS: usize = 4;
const PRODUCTS: usize = 5;
/// The level of unions, on which the set of a quantifier stands.
const UNIONS: usize = 6;
/// How deep a text nests at most.
const DEPTH: usize = 200;

/// Reads a question.
pub(super) fn read(text: &str) -> Result<Question, Refusal> {
    let words = split(text)?;
    let mut reader = Reader::new(&words);
    let is_most = reader.takes("max");
    let question = if is_most || reader.takes("min") {
        let number = reader.expression()?;
        let mut choice = reader.choice()?;
        let condition = if reader.takes("where") { Some(reader.expression()?) } else { None };
        if choice.is_none() {
            choice = reader.choice()?;
        }
        Question { aim: Aim::Extreme(is_most, number, condition), choice }
    } else {
        let condition = reader.expression()?;
        Question { aim: Aim::Condition(condition), choice: reader.choice()? }
    };
    reader.end()?;
    Ok(question)
}

/// Reads words one after the other. The last one is empty. Parts nest: the functions for their forms are not put into one
/// another, so that each takes only the stack that it needs.
pub(crate) struct Reader<'w> {
    words: &'w [Word],
    next: usize,
    depth: usize,
}

impl<'w> Reader<'w> {
    pub(crate) fn new(words: &'w [Word]) -> Reader<'w> {
        Reader { words, next: 0, depth: 0 }
    }

    pub(crate) fn here(&self) -> &'w str {
        self.ahead(0)
    }

    /// The word that comes after some others.
    pub(crate) fn ahead(&self, others: usize) -> &'w str {
        self.words.get(self.next + others).map_or("", |word| &word.text)
    }

    /// The character at which the next word stands.
    pub(crate) fn at(&self) -> usize {
        self.words.get(self.next).or(self.words.last()).map_or(1, |word| word.at)
    }

    pub(crate) fn refuse<T>(&self, reason: &str) -> Result<T, Refusal> {
        Err(Refusal::Text { at: self.at(), reason: reason.to_owned() })
    }

    /// The next word, whatever it is.
    pub(crate) fn word(&mut self) -> &'w str {
        let word = self.here();
        self.next += usize::from(!word.is_empty());
        word
    }

    pub(crate) fn takes(&mut self, word: &str) -> bool {
        let is_here = self.here() == word;
        self.next += usize::from(is_here);
        is_here
    }

    pub(crate) fn need(&mut self, word: &str) -> Result<(), Refusal> {
        if self.takes(word) { Ok(()) } else { self.refuse(&format!("expected `{word}`")) }
    }

    pub(crate) fn end(&self) -> Result<(), Refusal> {
        if self.here().is_empty() { Ok(()) } else { self.refuse("expected the end") }
    }

    pub(crate) fn name(&mut self) -> Result<String, Refusal> {
        let word = self.here();
        if !is_name(word) || is_reserved(word) {
            return self.refuse("expected a name");
        }
        self.next += 1;
        Ok(word.to_owned())
    }

    pub(crate) fn number(&mut self) -> Result<i64, Refusal> {
        match self.here().parse::<u32>() {
            Ok(number) => {
                self.next += 1;
                Ok(i64::from(number))
            }
            Err(_) => self.refuse("expected a number"),
        }
    }

    pub(crate) fn expression(&mut self) -> Result<Tree, Refusal> {
        self.level(0)
    }

    /// Numbers and names with `+`, `-`, `*` and `/` between them, as far as they go.
    pub(crate) fn constant(&mut self) -> Result<Tree, Refusal> {
        self.depth += 1;
        if self.depth > DEPTH {
            return self.refuse("nested too deep");
        }
        let read = self.sums(SUMS);
        self.depth -= 1;
        read
    }

    fn choice(&mut self) -> Result<Option<(String, Tree)>, Refusal> {
        if !self.takes("for") {
            return Ok(None);
        }
        let name = self.name()?;
        self.need("in")?;
        Ok(Some((name, self.level(UNIONS)?)))
    }

    /// Operands with operators of a level, or of one that binds tighter, between them.
    fn level(&mut self, loosest: usize) -> Result<Tree, Refusal> {
        self.depth += 1;
        if self.depth > DEPTH {
            return self.refuse("nested too deep");
        }
        let at = self.at();
        let prefixed = if loosest <= COMPARISONS { self.prefixed()? } else { None };
        let tightest = if prefixed.is_some() { COMPARISONS } else { LEVELS.len() };
        let mut tree = match prefixed {
            Some(part) => Tree { at, part },
            None => self.unary()?,
        };
        // The tree so far is the first operand of each level, from the tightest to the loosest.
        for level in (loosest..tightest).rev() {
            if LEVELS[level].contains(&self.here()) {
                tree = self.chain(level, tree)?;
            }
        }
        self.depth -= 1;
        Ok(tree)
    }

    /// The operators of a level and the operands after them; each operand is of the next level.
    #[inline(never)]
    fn chain(&mut self, level: usize, first: Tree) -> Result<Tree, Refusal> {
        let mut others = Vec::new();
        while LEVELS[level].contains(&self.here()) {
            let at = self.at();
            let operator = self.word().to_owned();
            if level == COMPARISONS && !others.is_empty() {
                return self.refuse("two comparisons without `and` between them");
            }
            // `=>` binds to the right: what follows is one operand.
            let operand = if level == 0 { self.level(0)? } else { self.level(level + 1)? };
            others.push((at, operator, operand));
        }
        Ok(chained(first, others))
    }

    /// The same for constants, whose operands are numbers, names and what is in parentheses.
    #[inline(never)]
    fn sums(&mut self, level: usize) -> Result<Tree, Refusal> {
        if level > PRODUCTS {
            return if is_operand(self.here()) { self.primary() } else { self.refuse("expected a number") };
        }
        let first = self.sums(level + 1)?;
        let mut others = Vec::new();
        while LEVELS[level].contains(&self.here()) {
            let at = self.at();
            let operator = self.word().to_owned();
            others.push((at, operator, self.sums(level + 1)?));
        }
        Ok(chained(first, others))
    }

    /// `not`, `some`, `all`, `unique`, `union`, `let` and `if`.
    #[inline(never)]
    fn prefixed(&mut self) -> Result<Option<Part>, Refusal> {
        if self.takes("not") {
            return Ok(Some(Part::Not(Box::new(self.level(COMPARISONS)?))));
        }
        if self.takes("let") {
            let name = self.name()?;
            self.need("=")?;
            let value = Box::new(self.level(0)?);
            self.need(":")?;
            return Ok(Some(Part::Let(name, value, Box::new(self.level(0)?))));
        }
        if self.takes("if") {
            let condition = self.level(0)?;
            self.need("then")?;
            let chosen = self.level(0)?;
            self.need("else")?;
            return Ok(Some(Part::If(Box::new([condition, chosen, self.level(0)?]))));
        }
        let quantifier = match self.here() {
            "some" => Quantifier::Some,
            "all" => Quantifier::All,
            "union" => Quantifier::Union,
            "unique" if is_name(self.ahead(1)) && self.ahead(2) == "in" => Quantifier::Unique,
            _ => return Ok(None),
        };
        self.word();
        let name = self.name()?;
        self.need("in")?;
        let set = match self.directions(if quantifier == Quantifier::Union { 1 } else { 2 }) {
            Some(directions) => directions,
            None => self.level(UNIONS)?,
        };
        self.need(":")?;
        let (set, body) = (Box::new(set), Box::new(self.level(0)?));
        Ok(Some(Part::Quantified { quantifier, name, set, body }))
    }

    /// Names of directions up to a colon, if there are at least so many.
    #[inline(never)]
    pub(crate) fn directions(&mut self, least: usize) -> Option<Tree> {
        let (at, begun) = (self.at(), self.next);
        let mut names = Vec::new();
        while is_name(self.here()) {
            names.push(Tree { at: self.at(), part: Part::Name(self.word().to_owned()) });
            self.takes(",");
        }
        let is_list = self.here() == ":" && names.len() >= least;
        if !is_list {
            self.next = begun;
        }
        is_list.then_some(Tree { at, part: Part::Directions(names) })
    }

    #[inline(never)]
    fn unary(&mut self) -> Result<Tree, Refusal> {
        let at = self.at();
        if self.takes("~") {
            let of = Box::new(self.level(LEVELS.len())?);
            return Ok(Tree { at, part: Part::Complement(of) });
        }
        let mut tree = self.primary()?;
        let mut parts = self.depth;
        loop {
            // Each part that follows nests the tree, though not the reader.
            parts += 1;
            if parts > DEPTH {
                return self.refuse("nested too deep");
            }
            let at = self.at();
            let part = if self.takes(".") {
                Part::Field(Box::new(tree), self.name()?)
            } else if self.takes("[") {
                let square = self.name()?;
                self.need("]")?;
                Part::At(Box::new(tree), square)
            } else if ends_a_game(&tree) && self.here() == "in" && is_operand(self.ahead(1)) {
                self.word();
                Part::Forced(Box::new(tree), Box::new(self.primary()?))
            } else {
                return Ok(tree);
            };
            tree = Tree { at, part };
        }
    }

    #[inline(never)]
    fn primary(&mut self) -> Result<Tree, Refusal> {
        let at = self.at();
        if self.takes("(") {
            let inner = self.level(0)?;
            self.need(")")?;
            return Ok(inner);
        }
        let part = match self.here() {
            "{" => {
                self.word();
                let mut names = Vec::new();
                while !self.takes("}") {
                    names.push(self.name()?);
                    self.takes(",");
                }
                Part::Set(names)
            }
            "rank" | "file" => {
                let is_rank = self.word() == "rank";
                Part::Lines { is_rank, first: Box::new(self.constant()?), last: None }
            }
            "ranks" | "files" if is_operand(self.ahead(1)) => {
                let is_rank = self.word() == "ranks";
                let first = Box::new(self.constant()?);
                self.need("..")?;
                Part::Lines { is_rank, first, last: Some(Box::new(self.constant()?)) }
            }
            "closure" | "repeat" => self.rounds()?,
            number if number.starts_with(|first: char| first.is_ascii_digit()) => {
                Part::Number(self.number()?)
            }
            _ => return self.named(at),
        };
        Ok(Tree { at, part })
    }

    /// A name, or a function with its arguments.
    #[inline(never)]
    fn named(&mut self, at: usize) -> Result<Tree, Refusal> {
        let is_extreme = matches!(self.here(), "max" | "min") && self.ahead(1) == "(";
        let name = if is_extreme { self.word().to_owned() } else { self.name()? };
        if !self.takes("(") {
            return Ok(Tree { at, part: Part::Name(name) });
        }
        let mut arguments = vec![self.level(0)?];
        while self.takes(",") {
            arguments.push(self.level(0)?);
        }
        self.need(")")?;
        let is_direction = name == "opposite";
        let call = Tree { at, part: Part::Call(name, arguments) };
        if !is_direction || !self.takes("(") {
            return Ok(call);
        }
        let of = Box::new(self.level(0)?);
        self.need(")")?;
        Ok(Tree { at, part: Part::Moved(Box::new(call), of) })
    }

    /// `closure(seed, S: E)`, `closure(seed, S: E, at most n)` and `repeat(n, seed, S: E)`.
    #[inline(never)]
    fn rounds(&mut self) -> Result<Part, Refusal> {
        let is_closure = self.word() == "closure";
        self.need("(")?;
        let mut rounds = None;
        if !is_closure {
            rounds = Some(Box::new(self.level(0)?));
            self.need(",")?;
        }
        let seed = Box::new(self.level(0)?);
        self.need(",")?;
        let name = self.name()?;
        self.need(":")?;
        let body = Box::new(self.level(0)?);
        if is_closure && self.takes(",") {
            self.need("at")?;
            self.need("most")?;
            rounds = Some(Box::new(self.level(0)?));
        }
        self.need(")")?;
        Ok(Part::Rounds { is_closure, rounds, seed, name, body })
    }
}

/// Whether a part is `won` or `lost`.
fn ends_a_game(tree: &Tree) -> bool {
    let (Part::Name(name) | Part::Field(_, name)) = &tree.part else { return false };
    name == "won" || name == "lost"
}

fn chained(first: Tree, others: Vec<(usize, String, Tree)>) -> Tree {
    if others.is_empty() {
        return first;
    }
    Tree { at: first.at, part: Part::Chain(Box::new(first), others) }
}
