//! From tokens to a tree.

mod longer;

use super::lexer::{Kind, TextKind, Token, tokens_of};
use super::{
    Aim, Choice, Comparison, DIRECTIONS, Extreme, Join, KEYWORDS, Node, Part, Region, Sentence, SourceText,
};
use crate::error::{DEPTH_LIMIT, LanguageError, Reason};
pub(crate) use longer::is_letter;

/// Reads a question.
///
/// # Errors
/// [`LanguageError`] with the character and what was expected there.
///
/// # Examples
/// ```
/// use certamen_language::syntax::parse;
///
/// let question = parse("max  count(empty) where count(legal)>=33")?;
/// assert_eq!(question.to_string(), "max count(empty) where count(legal) >= 33");
/// # Ok::<(), certamen_language::LanguageError>(())
/// ```
pub fn parse(text: &str) -> Result<Sentence, LanguageError> {
    let mut parser = Parser::new(tokens_of(TextKind::Question, text, 0)?);
    let extreme = match parser.word() {
        Some("max") => Some(Extreme::Maximum),
        Some("min") => Some(Extreme::Minimum),
        _ => None,
    };
    let question = if let Some(extreme) = extreme {
        parser.extreme(extreme)?
    } else {
        let condition = parser.expression()?;
        let choice = parser.choice()?;
        Sentence { aim: Aim::Condition(condition), choice, written: SourceText::default() }
    };
    match parser.here() {
        Token { kind: Kind::End(_), .. } => Ok(question),
        Token { at, kind } => {
            let first = parser.tokens.first().map(|token| &token.kind);
            if let Some(Kind::Name(claim)) = first.filter(|_| *at > 0)
                && matches!(claim.as_str(), "never" | "reply")
            {
                let found = format!("`{claim}`: a claim about all games, which only `prove` takes");
                return Err(LanguageError::expected(0, "a question", found));
            }
            Err(LanguageError::expected(*at, "an operator or the end of the question", kind.named()))
        }
    }
}

/// A level of binary operators.
type Level = fn(&mut Parser) -> Result<Node, LanguageError>;

/// Reads tokens one after the other.
pub(crate) struct Parser {
    tokens: Vec<Token>,
    next: usize,
    depth: usize,
}

impl Parser {
    /// Of tokens, of which the last one is the end.
    pub(crate) const fn new(tokens: Vec<Token>) -> Self {
        Self { tokens, next: 0, depth: 0 }
    }

    pub(crate) fn is_at_end(&self) -> bool {
        matches!(self.here().kind, Kind::End(_))
    }

    pub(crate) fn here(&self) -> &Token {
        // The last token is the end, which nothing goes beyond.
        &self.tokens[self.next.min(self.tokens.len() - 1)]
    }

    pub(crate) fn at(&self) -> usize {
        self.here().at
    }

    /// The name or keyword that stands here.
    pub(crate) fn word(&self) -> Option<&str> {
        match &self.here().kind {
            Kind::Name(name) => Some(name),
            _ => None,
        }
    }

    pub(crate) fn is_sign(&self, sign: &str) -> bool {
        matches!(&self.here().kind, Kind::Sign(found) if *found == sign)
    }

    pub(crate) fn skip(&mut self) {
        self.next += 1;
    }

    pub(crate) fn takes_sign(&mut self, sign: &str) -> bool {
        let is_here = self.is_sign(sign);
        self.next += usize::from(is_here);
        is_here
    }

    pub(crate) fn takes_word(&mut self, word: &str) -> bool {
        let is_here = self.word() == Some(word);
        self.next += usize::from(is_here);
        is_here
    }

    pub(crate) fn refuse<T>(&self, expected: &str) -> Result<T, LanguageError> {
        Err(LanguageError::expected(self.at(), expected, self.here().kind.named()))
    }

    pub(crate) fn sign(&mut self, sign: &str) -> Result<(), LanguageError> {
        if self.takes_sign(sign) { Ok(()) } else { self.refuse(&format!("`{sign}`")) }
    }

    /// A word that has to stand here.
    fn keyword(&mut self, word: &str) -> Result<(), LanguageError> {
        if self.takes_word(word) { Ok(()) } else { self.refuse(&format!("`{word}`")) }
    }

    /// Reads something that nests.
    fn deeper<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, LanguageError>,
    ) -> Result<T, LanguageError> {
        self.depth += 1;
        if self.depth > DEPTH_LIMIT {
            return Err(LanguageError::new(self.at(), Reason::TooDeep));
        }
        let read = read(self);
        self.depth -= 1;
        read
    }

    fn extreme(&mut self, extreme: Extreme) -> Result<Sentence, LanguageError> {
        self.skip();
        let number = self.expression()?;
        let mut choice = self.choice()?;
        let condition = if self.takes_word("where") { Some(self.expression()?) } else { None };
        if choice.is_none() {
            choice = self.choice()?;
        }
        Ok(Sentence {
            aim: Aim::Extreme { extreme, number, condition },
            choice,
            written: SourceText::default(),
        })
    }

    /// `for m in W`, if it stands here.
    fn choice(&mut self) -> Result<Option<Choice>, LanguageError> {
        if self.takes_word("for") { self.bound(false).map(Some) } else { Ok(None) }
    }

    /// `m in W`, `d in north south`; `is_union`: of directions in any case.
    fn bound(&mut self, is_union: bool) -> Result<Choice, LanguageError> {
        let at = self.at();
        let what = if is_union { "a name for the direction" } else { "a name for the move" };
        if self.is_sign("(") {
            let instead =
                if is_union { "squares join by `|`" } else { "for squares write any(...) or none(...)" };
            return Err(LanguageError::expected(at, what, format!("`(`: {instead}")));
        }
        let variable = self.name(what)?;
        self.keyword("in")?;
        let set = match self.directions(is_union)? {
            Some(directions) => directions,
            None => self.deeper(|parser| parser.words(Join::Either))?,
        };
        Ok(Choice { at, variable, set })
    }

    /// A name that is no keyword.
    pub(crate) fn name(&mut self, what: &str) -> Result<String, LanguageError> {
        match self.word() {
            Some(name) if !KEYWORDS.contains(&name) => {
                let name = name.to_owned();
                self.skip();
                Ok(name)
            }
            _ => self.refuse(what),
        }
    }

    /// A name after a dot, which may be that of a direction.
    fn field(&mut self, what: &str) -> Result<String, LanguageError> {
        let direction = DIRECTIONS.into_iter().find(|(name, _)| self.word() == Some(*name));
        match direction {
            Some((name, _)) => {
                self.skip();
                Ok(name.to_owned())
            }
            None => self.name(what),
        }
    }

    pub(crate) fn expression(&mut self) -> Result<Node, LanguageError> {
        self.deeper(|parser| {
            let at = parser.at();
            let condition =
                parser.chain("or", Part::Or, |parser| parser.chain("and", Part::And, Self::negation))?;
            if !parser.takes_sign("=>") {
                return Ok(condition);
            }
            let then = parser.expression()?;
            Ok(Node::new(at, Part::Implies(Box::new(condition), Box::new(then))))
        })
    }

    /// Operands with a word between them.
    fn chain(
        &mut self,
        word: &str,
        join: fn(Vec<Node>) -> Part,
        level: Level,
    ) -> Result<Node, LanguageError> {
        let at = self.at();
        let first = level(self)?;
        if self.word() != Some(word) {
            return Ok(first);
        }
        let mut operands = vec![first];
        while self.takes_word(word) {
            operands.push(level(self)?);
        }
        Ok(Node::new(at, join(operands)))
    }

    fn negation(&mut self) -> Result<Node, LanguageError> {
        let at = self.at();
        match self.word() {
            Some("not") => {
                self.skip();
                let negated = self.deeper(Self::negation)?;
                Ok(Node::new(at, Part::Not(Box::new(negated))))
            }
            Some(quantifier @ ("some" | "all")) => {
                let is_all = quantifier == "all";
                self.skip();
                let (choice, body) = self.each(false)?;
                Ok(Node::new(at, Part::Quantified(is_all, choice, body)))
            }
            Some("unique") if self.begins_unique() => {
                self.skip();
                let (choice, body) = self.each(false)?;
                Ok(Node::new(at, Part::Unique(choice, body)))
            }
            Some("union") => {
                self.skip();
                let (choice, body) = self.each(true)?;
                Ok(Node::new(at, Part::Union(choice, body)))
            }
            Some("if") => {
                self.skip();
                let condition = self.expression()?;
                self.keyword("then")?;
                let then = self.expression()?;
                self.keyword("else")?;
                let otherwise = self.expression()?;
                Ok(Node::new(at, Part::If(Box::new([condition, then, otherwise]))))
            }
            Some("let") => {
                self.skip();
                let name = self.name("a name")?;
                self.sign("=")?;
                let value = self.expression()?;
                self.sign(":")?;
                let body = self.expression()?;
                Ok(Node::new(at, Part::Let(name, Box::new(value), Box::new(body))))
            }
            _ => self.comparison(),
        }
    }

    /// `m in W: A`
    fn each(&mut self, is_union: bool) -> Result<(Box<Choice>, Box<Node>), LanguageError> {
        let choice = self.bound(is_union)?;
        self.sign(":")?;
        Ok((Box::new(choice), Box::new(self.expression()?)))
    }

    fn comparison(&mut self) -> Result<Node, LanguageError> {
        let at = self.at();
        let left = self.sum()?;
        let Some(comparison) = self.takes_comparison() else { return Ok(left) };
        let right = self.sum()?;
        if self.takes_comparison().is_some() {
            self.next -= 1;
            return self.refuse("`and`, `or` or a parenthesis between two comparisons");
        }
        Ok(Node::new(at, Part::Compare(comparison, Box::new(left), Box::new(right))))
    }

    fn takes_comparison(&mut self) -> Option<Comparison> {
        const ALL: [(&str, Comparison); 7] = [
            ("=", Comparison::Equal),
            ("!=", Comparison::Unequal),
            ("<", Comparison::Less),
            ("<=", Comparison::AtMost),
            (">", Comparison::More),
            (">=", Comparison::AtLeast),
            ("subset", Comparison::Subset),
        ];
        let found = ALL.into_iter().find(|(sign, _)| self.is_sign(sign) || self.word() == Some(sign))?;
        self.skip();
        Some(found.1)
    }

    pub(crate) fn sum(&mut self) -> Result<Node, LanguageError> {
        let union = |parser: &mut Self| parser.words(Join::Either);
        let product = |parser: &mut Self| parser.signed(["*", "/"], Part::Product, &union);
        self.signed(["+", "-"], Part::Sum, &product)
    }

    /// Operands with one of two signs between them.
    fn signed(
        &mut self,
        signs: [&str; 2],
        join: fn(Vec<(bool, Node)>) -> Part,
        level: &dyn Fn(&mut Self) -> Result<Node, LanguageError>,
    ) -> Result<Node, LanguageError> {
        let at = self.at();
        let mut operands = vec![(false, level(self)?)];
        while let Some(place) = signs.iter().position(|sign| self.is_sign(sign)) {
            self.skip();
            operands.push((place == 1, level(self)?));
        }
        Ok(match operands.len() {
            1 => operands.remove(0).1,
            _ => Node::new(at, join(operands)),
        })
    }

    fn words(&mut self, join: Join) -> Result<Node, LanguageError> {
        let (sign, tighter) = match join {
            Join::Either => ("|", Some(Join::One)),
            Join::One => ("^", Some(Join::Both)),
            Join::Both => ("&", None),
        };
        let level = |parser: &mut Self| match tighter {
            Some(tighter) => parser.words(tighter),
            None => parser.complement(),
        };
        let at = self.at();
        let first = level(self)?;
        if !self.is_sign(sign) {
            return Ok(first);
        }
        let mut operands = vec![first];
        while self.takes_sign(sign) {
            operands.push(level(self)?);
        }
        Ok(Node::new(at, Part::Words(join, operands)))
    }

    fn complement(&mut self) -> Result<Node, LanguageError> {
        let at = self.at();
        if !self.takes_sign("~") {
            return self.postfix();
        }
        let of = self.deeper(Self::complement)?;
        Ok(Node::new(at, Part::Complement(Box::new(of))))
    }

    fn postfix(&mut self) -> Result<Node, LanguageError> {
        let at = self.at();
        let mut node = self.primary()?;
        let mut depth = self.depth;
        loop {
            let part = if self.takes_sign(".") {
                let place = self.at();
                let name =
                    self.field("a word of the position, or `from`, `to`, `over` or `kind` of a move")?;
                Part::Field(Box::new(node), place, name)
            } else if self.takes_sign("[") {
                let place = self.at();
                let square = self.name("a square such as d3")?;
                self.sign("]")?;
                Part::Square(Box::new(node), place, square)
            } else if self.begins_plies(&node) {
                self.skip();
                Part::Forced(Box::new(node), Box::new(self.factor("a number of plies")?))
            } else {
                return Ok(node);
            };
            depth += 1;
            if depth > DEPTH_LIMIT {
                return Err(LanguageError::new(self.at(), Reason::TooDeep));
            }
            node = Node::new(at, part);
        }
    }

    /// What stands between parentheses.
    fn argument(&mut self) -> Result<Box<Node>, LanguageError> {
        self.sign("(")?;
        let argument = self.expression()?;
        self.sign(")")?;
        Ok(Box::new(argument))
    }

    /// What stands between parentheses, with commas between.
    fn arguments(&mut self) -> Result<Vec<Node>, LanguageError> {
        self.sign("(")?;
        let mut arguments = vec![self.expression()?];
        while self.takes_sign(",") {
            arguments.push(self.expression()?);
        }
        self.sign(")")?;
        Ok(arguments)
    }

    fn primary(&mut self) -> Result<Node, LanguageError> {
        const EXPECTED: &str = "a name, a number, `(`, `{` or `~`";
        let at = self.at();
        let part = match self.here().kind.clone() {
            Kind::Number(number) => {
                self.skip();
                Part::Number(number)
            }
            Kind::Sign("(") => return self.argument().map(|inner| *inner),
            Kind::Sign("{") => self.set()?,
            Kind::Name(name) => self.named(&name)?,
            Kind::Sign(_) | Kind::End(_) => return self.refuse(EXPECTED),
        };
        Ok(Node::new(at, part))
    }

    fn named(&mut self, name: &str) -> Result<Part, LanguageError> {
        let direction = DIRECTIONS.into_iter().find(|(known, _)| *known == name);
        let region = match name {
            "board" => Some(Region::Board),
            "corners" => Some(Region::Corners),
            "edges" => Some(Region::Edges),
            _ => None,
        };
        let at = self.at();
        let is_number = matches!(name, "min" | "max")
            && self.tokens.get(self.next + 1).is_some_and(|next| next.kind == Kind::Sign("("));
        let is_keyword = KEYWORDS.contains(&name) && !is_number;
        if is_keyword
            && !matches!(
                name,
                "true"
                    | "false"
                    | "rank"
                    | "file"
                    | "count"
                    | "any"
                    | "none"
                    | "after"
                    | "closure"
                    | "repeat"
            )
        {
            if let Some(region) = region {
                self.skip();
                return Ok(Part::Region(region));
            }
            let Some((_, direction)) = direction else {
                return self.refuse("a name, a number, `(`, `{` or `~`");
            };
            self.skip();
            if !self.is_sign("(") {
                // A kind of moves may have the name of a direction.
                return Ok(Part::Name(name.to_owned()));
            }
            return Ok(Part::Shift(direction, self.argument()?));
        }
        let is_range = matches!(name, "ranks" | "files") && self.is_range();
        self.skip();
        Ok(match name {
            "true" | "false" => Part::Truth(name == "true"),
            "rank" | "file" => self.lines(name)?,
            "ranks" | "files" if is_range => self.lines(name)?,
            "count" => Part::Count(self.argument()?),
            "none" if !self.is_sign("(") => Part::Set(Vec::new()),
            "any" | "none" => Part::Any(name == "any", self.argument()?),
            "after" => Part::After(self.argument()?),
            "closure" | "repeat" => self.iteration(name == "closure")?,
            _ if !self.is_sign("(") => Part::Name(name.to_owned()),
            _ => {
                let call = Part::Call(name.to_owned(), self.arguments()?);
                if name == "opposite" && self.is_sign("(") {
                    return Ok(Part::Toward(Box::new(Node::new(at, call)), self.argument()?));
                }
                call
            }
        })
    }

    /// `{a1 h8}`; commas may stand between the squares.
    fn set(&mut self) -> Result<Part, LanguageError> {
        self.skip();
        let mut squares = Vec::new();
        while !self.takes_sign("}") {
            if !squares.is_empty() {
                self.takes_sign(",");
            }
            let at = self.at();
            squares.push((at, self.name("a square such as d3, or `}`")?));
        }
        Ok(Part::Set(squares))
    }
}
