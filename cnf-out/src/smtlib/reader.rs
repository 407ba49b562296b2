//! The grammar of answers.

use super::answer::{ExpectedWord, Model, SolverAnswer};
use super::answer_error::{AnswerError, AnswerPlace, Problem, SIZE_LIMIT};
use super::cursor::{Cursor, Token, shortened};

/// Reads a solver's output for a script that asks for the values of these words.
///
/// After `sat` come the values, `((own #x0f) (opp #b00110000) ...)`, or a model, `((define-fun own () (_ BitVec 8) ...)
/// ...)`, with or without the word `model`. A value is `#x...`, `#b...` or `(_ bvN W)`. A list of values has each word
/// once; a model has each chosen word once, and its other definitions are skipped. After `unsat` and `unknown` one
/// `(error "...")` is allowed, because scripts ask for values whatever the verdict. Values after `unknown` belong to an
/// unfinished search and are dropped. An error before the verdict is an error here too, because Z3 then continues with
/// only a part of the script.
///
/// ```
/// use cnf_out::smtlib::{ExpectedWord, SolverAnswer, parse_values};
///
/// let own = ExpectedWord { name: "own", width: 4, chosen: true };
/// let SolverAnswer::Satisfiable(model) = parse_values(b"sat\n((own #x8))\n", &[own])? else { panic!() };
/// assert_eq!(model.word("own"), Some([false, false, false, true].as_slice()));
/// # Ok::<(), cnf_out::smtlib::AnswerError>(())
/// ```
///
/// # Errors
/// [`AnswerError`], with the position and the reason.
pub fn parse_values(text: &[u8], words: &[ExpectedWord<'_>]) -> Result<SolverAnswer, AnswerError> {
    if text.len() > SIZE_LIMIT {
        return Err(AnswerError::TooLong(text.len()));
    }
    Reader::new(text, words).answer()
}

/// The two ways in which solvers list values.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// `((own #x0f) ...)`
    Values,
    /// `((define-fun own () (_ BitVec 8) #x0f) ...)`
    Definitions,
}

pub(super) struct Reader<'t, 'w> {
    cursor: Cursor<'t>,
    words: &'w [ExpectedWord<'w>],
    values: Vec<Option<Vec<bool>>>,
}

impl<'t, 'w> Reader<'t, 'w> {
    pub(super) fn new(text: &'t [u8], words: &'w [ExpectedWord<'w>]) -> Self {
        Self { cursor: Cursor::new(text), words, values: vec![None; words.len()] }
    }

    pub(super) fn answer(mut self) -> Result<SolverAnswer, AnswerError> {
        self.refuse_report()?;
        let (token, place) = self.cursor.next()?;
        let answer = match token {
            Token::Plain("sat") => {
                self.refuse_report()?;
                SolverAnswer::Satisfiable(self.model()?)
            }
            Token::Plain("unsat") => {
                self.report()?;
                SolverAnswer::Unsatisfiable
            }
            Token::Plain("unknown" | "timeout") => {
                if self.report()?.is_none() && self.cursor.peek()?.0 != Token::End {
                    self.model()?;
                }
                SolverAnswer::Unknown
            }
            _ => return Err(Problem::unexpected("`sat`, `unsat` or `unknown`", token).at(place)),
        };
        self.expect(Token::End, "the end of the answer")?;
        Ok(answer)
    }

    /// The solver's message in `(error "...")`, if that comes next.
    fn report(&mut self) -> Result<Option<(String, AnswerPlace)>, AnswerError> {
        let mut ahead = self.cursor.clone();
        let (open, place) = ahead.next()?;
        if open != Token::Open || ahead.next()?.0 != Token::Plain("error") {
            return Ok(None);
        }
        self.cursor = ahead;
        let message = match self.cursor.next()? {
            (Token::Text(text), _) => shortened(&text.replace("\"\"", "\"")),
            (token, place) => return Err(Problem::unexpected("a string", token).at(place)),
        };
        self.expect(Token::Close, "`)`")?;
        Ok(Some((message, place)))
    }

    fn refuse_report(&mut self) -> Result<(), AnswerError> {
        match self.report()? {
            Some((message, place)) => Err(Problem::Solver(message).at(place)),
            None => Ok(()),
        }
    }

    fn model(&mut self) -> Result<Model, AnswerError> {
        if self.words.is_empty() && self.cursor.peek()?.0 == Token::End {
            return Ok(Model::default());
        }
        self.expect(Token::Open, "a list of values")?;
        let mut form = None;
        if self.cursor.peek()?.0 == Token::Plain("model") {
            self.cursor.next()?;
            form = Some(Form::Definitions);
        }
        loop {
            match self.cursor.next()? {
                (Token::Open, _) => form = Some(self.entry(form)?),
                (Token::Close, place) => return self.finish(form, place),
                (token, place) => return Err(Problem::unexpected("`(` or `)`", token).at(place)),
            }
        }
    }

    /// Checks that every word has a value, except for words that a model may leave out.
    fn finish(&mut self, form: Option<Form>, end: AnswerPlace) -> Result<Model, AnswerError> {
        let mut words = Vec::with_capacity(self.words.len());
        for (word, value) in self.words.iter().zip(&mut self.values) {
            match value.take() {
                Some(bits) => words.push((word.name.to_owned(), bits)),
                None if form == Some(Form::Definitions) && !word.chosen => {}
                None => return Err(Problem::Missing(word.name.to_owned()).at(end)),
            }
        }
        Ok(Model { words })
    }

    /// Reads the rest of an entry after its opening parenthesis. It must have the same form as the entries before it.
    fn entry(&mut self, form: Option<Form>) -> Result<Form, AnswerError> {
        let (token, place) = self.cursor.next()?;
        let found = if token == Token::Plain("define-fun") { Form::Definitions } else { Form::Values };
        match form.unwrap_or(found) {
            Form::Definitions if found == Form::Values => {
                return Err(Problem::unexpected("`define-fun`", token).at(place));
            }
            Form::Values if found == Form::Definitions => {
                return Err(Problem::unexpected("the name of a word", token).at(place));
            }
            Form::Values => {
                let name = symbol(token, place)?;
                let Some(slot) = self.slot(name, place)? else {
                    return Err(Problem::UnknownName(shortened(name)).at(place));
                };
                self.value(slot)?;
            }
            Form::Definitions => self.definition()?,
        }
        Ok(found)
    }

    /// Reads `own () (_ BitVec 8) #x0f)`, or the definition of a word that is not chosen.
    fn definition(&mut self) -> Result<(), AnswerError> {
        let (token, place) = self.cursor.next()?;
        let name = symbol(token, place)?;
        let Some(slot) = self.slot(name, place)?.filter(|&slot| self.words[slot].chosen) else {
            return self.skip_entry();
        };
        self.expect(Token::Open, "`()`")?;
        self.expect(Token::Close, "`)`")?;
        self.expect(Token::Open, "a sort")?;
        self.expect(Token::Plain("_"), "`_`")?;
        self.expect(Token::Plain("BitVec"), "`BitVec`")?;
        let (width, place) = self.number()?;
        self.check_width(slot, width, place)?;
        self.expect(Token::Close, "`)`")?;
        self.value(slot)
    }

    /// Skips to the parenthesis that closes the entry.
    fn skip_entry(&mut self) -> Result<(), AnswerError> {
        let mut depth = 1_usize;
        while depth > 0 {
            match self.cursor.next()? {
                (Token::Open, _) => depth += 1,
                (Token::Close, _) => depth -= 1,
                (Token::End, place) => return Err(Problem::unexpected("`)`", Token::End).at(place)),
                _ => {}
            }
        }
        Ok(())
    }

    /// The index of an expected word; `None` for another name. The word must not have a value yet.
    fn slot(&self, name: &str, place: AnswerPlace) -> Result<Option<usize>, AnswerError> {
        let slot = self.words.iter().position(|word| word.name == name);
        if slot.is_some_and(|slot| self.values[slot].is_some()) {
            return Err(Problem::Duplicate(name.to_owned()).at(place));
        }
        Ok(slot)
    }

    /// Reads a word's value and the end of its entry.
    fn value(&mut self, slot: usize) -> Result<(), AnswerError> {
        let (token, place) = self.cursor.next()?;
        let bits = match token {
            Token::Plain(text) => {
                literal(text).ok_or_else(|| Problem::unexpected("a bit vector", token).at(place))?
            }
            Token::Open => self.decimal(slot)?,
            _ => return Err(Problem::unexpected("a bit vector", token).at(place)),
        };
        self.check_width(slot, bits.len(), place)?;
        self.values[slot] = Some(bits);
        self.expect(Token::Close, "`)`")
    }

    /// Reads the rest of `(_ bvN W)`.
    fn decimal(&mut self, slot: usize) -> Result<Vec<bool>, AnswerError> {
        self.expect(Token::Plain("_"), "`_`")?;
        let (token, start) = self.cursor.next()?;
        let digits = match token {
            Token::Plain(text) => text.strip_prefix("bv").filter(|digits| is_numeral(digits)),
            _ => None,
        };
        let digits = digits.ok_or_else(|| Problem::unexpected("`bv` and a number", token).at(start))?;
        let (width, place) = self.number()?;
        self.check_width(slot, width, place)?;
        self.expect(Token::Close, "`)`")?;
        binary(digits, width).ok_or_else(|| Problem::Overflow(width).at(start))
    }

    fn number(&mut self) -> Result<(usize, AnswerPlace), AnswerError> {
        let (token, place) = self.cursor.next()?;
        let number = match token {
            Token::Plain(text) if is_numeral(text) => text.parse().ok(),
            _ => None,
        };
        number.map(|number| (number, place)).ok_or_else(|| Problem::unexpected("a width", token).at(place))
    }

    fn check_width(&self, slot: usize, found: usize, place: AnswerPlace) -> Result<(), AnswerError> {
        let ExpectedWord { name, width, .. } = self.words[slot];
        if found == width {
            return Ok(());
        }
        Err(Problem::Width { name: name.to_owned(), found, width }.at(place))
    }

    fn expect(&mut self, expected: Token<'_>, description: &'static str) -> Result<(), AnswerError> {
        let (token, place) = self.cursor.next()?;
        if token == expected { Ok(()) } else { Err(Problem::unexpected(description, token).at(place)) }
    }
}

fn symbol(token: Token<'_>, place: AnswerPlace) -> Result<&str, AnswerError> {
    match token {
        Token::Barred(text) => Ok(text),
        Token::Plain(text)
            if !text.starts_with(|c: char| c.is_ascii_digit()) && !text.contains(['#', ':']) =>
        {
            Ok(text)
        }
        _ => Err(Problem::unexpected("the name of a word", token).at(place)),
    }
}

/// Whether these are digits without a leading zero.
fn is_numeral(text: &str) -> bool {
    !text.is_empty()
        && text.bytes().all(|byte| byte.is_ascii_digit())
        && (text == "0" || !text.starts_with('0'))
}

/// The bits of `#x...` or `#b...`, lowest first.
fn literal(text: &str) -> Option<Vec<bool>> {
    let (digits, each) = match text.split_at_checked(2)? {
        ("#x", digits) => (digits, 4),
        ("#b", digits) => (digits, 1),
        _ => return None,
    };
    let mut bits = Vec::with_capacity(digits.len() * each);
    for digit in digits.chars().rev() {
        let value = digit.to_digit(1 << each)?;
        bits.extend((0..each).map(|bit| value >> bit & 1 == 1));
    }
    (!bits.is_empty()).then_some(bits)
}

/// A decimal number as `width` bits, lowest first; `None` if it does not fit.
fn binary(digits: &str, width: usize) -> Option<Vec<bool>> {
    let mut bits = vec![false; width];
    for digit in digits.chars() {
        let mut carry = digit.to_digit(10)?;
        for bit in &mut bits {
            let value = u32::from(*bit) * 10 + carry;
            *bit = value & 1 == 1;
            carry = value >> 1;
        }
        if carry > 0 {
            return None;
        }
    }
    Some(bits)
}
