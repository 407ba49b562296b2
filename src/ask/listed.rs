//! Answers as lines of text: how they are ordered, and how a line is read back.

use crate::query::Query;
use crate::witness::WitnessError;
use cnf_out::clausify::{BitValue, Clausified};
use encodings::rules::{Rules, SECOND};
use std::fmt;

/// How a position is written as a line: one letter for each square. The letter stands for the bits that the words have
/// at that square.
///
/// # Examples
/// ```
/// use certamen_ask::listed::{LineForm, Rows};
///
/// let words = vec!["own", "opp"];
/// let letters = vec![('.', 0b00), ('O', 0b01), ('X', 0b10)];
/// let rows = Some(Rows { letters: 2, separator: '/' });
/// let form = LineForm { words, letters, squares: (0..4).collect(), rows, flag: None };
/// assert_eq!(form.form(), "4 characters of . O X, `/` after every 2");
/// let bits = form.bits("X./.O").ok_or("no line")?;
/// assert_eq!(bits, [true, false, false, false, false, false, false, true]);
/// assert_eq!(form.text(&bits), "X./.O");
/// assert!(form.images("X./.O", 2, 2).contains(&".X/O.".to_owned()));
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineForm {
    /// The words of a position, the most significant first.
    pub words: Vec<&'static str>,
    /// The letters in their order, each with its bits. The last word has the least significant bit. The first letter
    /// stands for a free square.
    pub letters: Vec<(char, u32)>,
    /// The squares in the order of the letters.
    pub squares: Vec<usize>,
    /// The separator between rows of letters, if the notation has one.
    pub rows: Option<Rows>,
    /// A word of one bit, if positions have one: its name follows the letters after a space if the bit is set.
    pub flag: Option<&'static str>,
}

/// Rows of letters in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rows {
    /// The number of letters in a row.
    pub letters: usize,
    /// The character between two rows.
    pub separator: char,
}

/// An answer in a list.
///
/// # Examples
/// ```
/// use certamen_ask::listed::ListEntry;
///
/// let entry = ListEntry::from("-X---XX--XO----- b1");
/// assert_eq!(entry.evidence.as_deref(), Some("b1"));
/// assert!(entry.alone().is_err() && ListEntry::from("XX..").alone().is_ok());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListEntry {
    /// The position as a line.
    pub line: String,
    /// What else is needed to show that the position is an answer: the game that leads there, or the moves that win.
    pub evidence: Option<String>,
}

impl From<&str> for ListEntry {
    /// The evidence is separated from the line by a space. The player to move belongs to the line.
    fn from(text: &str) -> Self {
        let mut words = text.splitn(3, ' ');
        let mut line = words.next().unwrap_or_default().len();
        if words.next() == Some(SECOND) {
            line += 1 + SECOND.len();
        }
        let evidence = text.get(line + 1..).map(str::to_owned);
        Self { line: text[..line].to_owned(), evidence }
    }
}

impl fmt::Display for ListEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.line)?;
        self.evidence.as_ref().map_or(Ok(()), |evidence| write!(f, " {evidence}"))
    }
}

impl ListEntry {
    /// The line of an answer that needs no evidence.
    ///
    /// # Errors
    /// [`WitnessError::Evidence`] if there is some.
    pub fn alone(&self) -> Result<String, WitnessError> {
        match self.evidence {
            Some(_) => {
                Err(WitnessError::Evidence("the position alone is the answer, and something follows it"))
            }
            None => Ok(self.line.clone()),
        }
    }

    /// The line and the evidence.
    ///
    /// # Errors
    /// [`WitnessError::Evidence`] if there is no evidence.
    pub fn with_evidence(&self) -> Result<(String, String), WitnessError> {
        let evidence = self.evidence.clone();
        let evidence = evidence
            .ok_or(WitnessError::Evidence("nothing after the position shows that it is an answer"))?;
        Ok((self.line.clone(), evidence))
    }

    /// The line and the game of this number of moves that leads there. A game without moves is not written.
    ///
    /// # Errors
    /// As [`ListEntry::with_evidence`].
    pub fn with_game(&self, moves: u32) -> Result<(String, String), WitnessError> {
        if moves == 0 && self.evidence.is_none() {
            return Ok((self.line.clone(), String::new()));
        }
        self.with_evidence()
    }
}

/// Which position represents its class of symmetric positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Representative {
    /// The position whose occupied squares come first; among several such positions, the one whose line comes first.
    /// Use this where symmetry breaking compares occupied squares. It then has to leave an image of every answer, among
    /// those that [`Listed::images`] gives: the certificate of a list relies on that.
    FirstSquares,
    /// The position whose line comes first. Use this where symmetry breaking is of another kind, or where there is
    /// none.
    First,
    /// The position whose line comes first, too, where symmetry breaking of another kind leaves an image of every answer, among
    /// those that [`Listed::images`] gives: the certificate of a list relies on that.
    FirstImage,
}

/// A query whose answers can be listed. Lines are ordered by their letters.
///
/// # Examples
/// ```
/// use certamen_ask::listed::Listed;
/// use certamen_ask::sample::SetBits;
///
/// let question = SetBits { at_least: 1 };
/// assert_eq!(question.line_form().form(), "4 characters of 0 1");
/// assert!(question.images("1000").contains(&"0001".to_owned()));
/// ```
pub trait Listed: Query {
    /// How an answer is written as a line.
    fn line_form(&self) -> LineForm;

    /// The evidence that is written after the line, if an answer needs any.
    fn evidence<'w>(&self, _witness: &'w Self::Witness) -> Option<&'w str> {
        None
    }

    /// The answer that an entry describes. The naive game counts its facts.
    ///
    /// # Errors
    /// [`WitnessError`] if the line is no position of the game, or the evidence does not fit it.
    fn witness_of_entry(&self, entry: &ListEntry) -> Result<Self::Witness, WitnessError>;

    /// The lines of all symmetric positions, including this one. If one of them answers the question, all of them do.
    fn images(&self, line: &str) -> Vec<String>;

    /// Which line represents its class.
    fn representative(&self) -> Representative {
        Representative::FirstSquares
    }

    /// Whether a relaxation has a list: of all that satisfies its formula. Every answer is in it, but not all that is in it has
    /// to be an answer.
    fn lists_more(&self) -> bool {
        false
    }

    /// The names of the symmetries that [`Listed::images`] applies, where they depend on the question.
    fn symmetries(&self) -> Option<String> {
        None
    }

    /// The line that represents the class of a line, `None` for an invalid line.
    fn first_of_its_class(&self, line: &str) -> Option<String> {
        let form = self.line_form();
        let rank = |image: &String| {
            let shape = match self.representative() {
                Representative::FirstSquares => form.occupied(image),
                Representative::First | Representative::FirstImage => None,
            };
            (shape, form.bits(image))
        };
        form.bits(line)?;
        self.images(line).into_iter().min_by_key(rank)
    }

    /// Whether this line represents its class. If symmetry breaking compares occupied squares, the line has to satisfy it
    /// already.
    fn is_first_of_its_class(&self, line: &str) -> bool {
        let form = self.line_form();
        let own = form.bits(line);
        let shape = form.occupied(line);
        let is_rival = |image: &String| match self.representative() {
            Representative::FirstSquares => form.occupied(image) == shape,
            Representative::First | Representative::FirstImage => true,
        };
        self.images(line).iter().filter(|&image| is_rival(image)).all(|image| own <= form.bits(image))
    }
}

impl LineForm {
    /// The form of a game's boards, by the letters of its rules.
    pub fn of_rules<R: Rules>(rules: &R) -> Self {
        let layout = rules.layout();
        let mut words = rules.names().to_vec();
        let flag = if rules.has_second() { words.pop() } else { None };
        let mut letters: Vec<char> = rules.letters().chars().collect();
        let empty = letters.pop().unwrap_or('.');
        // The bit of the first word is the most significant one.
        let bits = (0..words.len()).rev().map(|place| 1u32 << place);
        let mut coded: Vec<(char, u32)> = letters.into_iter().zip(bits).collect();
        coded.push((empty, 0));
        coded.reverse();
        let squares = (0..layout.squares()).collect();
        Self {
            words,
            letters: coded,
            squares,
            rows: Some(Rows { letters: layout.files(), separator: '/' }),
            flag,
        }
    }

    /// The bits of a line, square by square, `None` for an invalid line. Bits compare as their lines do.
    pub fn bits(&self, line: &str) -> Option<Vec<bool>> {
        let letters = self.letters_of(line)?;
        let mut bits = Vec::with_capacity(letters.len() * self.words.len() + 1);
        for letter in letters {
            let &(_, code) = self.letters.iter().find(|&&(known, _)| known == letter)?;
            bits.extend((0..self.words.len()).rev().map(|place| code >> place & 1 == 1));
        }
        bits.extend(self.flag.map(|_| self.flag_of(line).1));
        Some(bits)
    }

    /// Which squares of a line are occupied, in the order of the squares. `None` if the line has another length.
    pub fn occupied(&self, line: &str) -> Option<Vec<bool>> {
        let free = self.letters.first().map(|&(letter, _)| letter);
        let letters = self.letters_of(line)?.into_iter().map(|letter| Some(letter) != free);
        let mut squares: Vec<(usize, bool)> = self.squares.iter().copied().zip(letters).collect();
        squares.sort_unstable();
        Some(squares.into_iter().map(|(_, is_occupied)| is_occupied).collect())
    }

    /// The words with the bits of a line, square by square.
    pub fn words_of(&self, bits: &[bool]) -> Vec<(&'static str, Vec<bool>)> {
        let squares = self.squares.iter().max().map_or(0, |last| last + 1);
        let word = |(place, &name): (usize, &&'static str)| {
            let mut word = vec![false; squares];
            let own = bits.iter().skip(place).step_by(self.words.len());
            for (&square, &bit) in self.squares.iter().zip(own) {
                word[square] = bit;
            }
            (name, word)
        };
        let flag = self.flag.map(|flag| (flag, vec![bits.last() == Some(&true)]));
        self.words.iter().enumerate().map(word).chain(flag).collect()
    }

    /// The line with these bits, with `?` where no letter has the bits of a square.
    pub fn text(&self, bits: &[bool]) -> String {
        let letter = |bits: &[bool]| {
            let code = bits.iter().fold(0, |code, &bit| code << 1 | u32::from(bit));
            self.letters.iter().find(|&&(_, known)| known == code).map_or('?', |&(letter, _)| letter)
        };
        let (bits, flag) = bits.split_at(bits.len() - usize::from(self.flag.is_some()));
        self.flagged(self.join(bits.chunks(self.words.len()).map(letter)), flag == [true])
    }

    /// A line with the name of the flag behind it, if it is set.
    fn flagged(&self, line: String, is_set: bool) -> String {
        match self.flag.filter(|_| is_set) {
            Some(flag) => format!("{line} {flag}"),
            None => line,
        }
    }

    /// A line without the name of the flag, and whether it has it.
    fn flag_of<'l>(&self, line: &'l str) -> (&'l str, bool) {
        let letters =
            self.flag.and_then(|flag| line.strip_suffix(flag)).and_then(|line| line.strip_suffix(' '));
        (letters.unwrap_or(line), letters.is_some())
    }

    /// The lines of the images of a board under the symmetries of a rectangle, the board itself first: eight images for
    /// a square board, else four. Empty for an invalid line.
    pub fn images(&self, line: &str, files: usize, ranks: usize) -> Vec<String> {
        let Some(letters) = self.letters_of(line) else { return Vec::new() };
        let mut cells = vec!['?'; files * ranks];
        for (&square, letter) in self.squares.iter().zip(letters) {
            if let Some(cell) = cells.get_mut(square) {
                *cell = letter;
            }
        }
        let source = |symmetry: u8, square: usize| {
            let (mut rank, mut file) = (square / files, square % files);
            if symmetry & 1 != 0 {
                rank = ranks - 1 - rank;
            }
            if symmetry & 2 != 0 {
                file = files - 1 - file;
            }
            if symmetry & 4 != 0 {
                (rank, file) = (file, rank);
            }
            rank * files + file
        };
        let symmetries = if files == ranks { 0..8 } else { 0..4 };
        let image = |symmetry| {
            let letters =
                self.squares.iter().filter_map(|&square| cells.get(source(symmetry, square)).copied());
            self.flagged(self.join(letters), self.flag_of(line).1)
        };
        symmetries.map(image).collect()
    }

    /// The letters of a line without separators, `None` for an invalid line.
    fn letters_of(&self, line: &str) -> Option<Vec<char>> {
        let mut letters = Vec::with_capacity(self.squares.len());
        let mut characters = self.flag_of(line).0.chars();
        for place in 0..self.squares.len() {
            if let Some(Rows { letters, separator }) = self.rows
                && place > 0
                && place.is_multiple_of(letters)
            {
                characters.next().filter(|&found| found == separator)?;
            }
            letters.push(characters.next()?);
        }
        characters.next().is_none().then_some(letters)
    }

    /// Writes letters as a line.
    fn join(&self, letters: impl Iterator<Item = char>) -> String {
        let mut line = String::with_capacity(2 * self.squares.len());
        for (place, letter) in letters.enumerate() {
            if let Some(Rows { letters, separator }) = self.rows
                && place > 0
                && place.is_multiple_of(letters)
            {
                line.push(separator);
            }
            line.push(letter);
        }
        line
    }

    /// Describes the form of a line to people who write one.
    pub fn form(&self) -> String {
        let rows = self.rows.map(|rows| format!(", `{}` after every {}", rows.separator, rows.letters));
        let flag = self.flag.map(|flag| format!(", ` {flag}` behind if the second player is to move"));
        let (rows, flag) = (rows.unwrap_or_default(), flag.unwrap_or_default());
        format!("{} characters of {}{rows}{flag}", self.squares.len(), self.alphabet())
    }

    /// The letters, listed for people.
    fn alphabet(&self) -> String {
        let letters: Vec<String> = self.letters.iter().map(|(letter, _)| letter.to_string()).collect();
        letters.join(" ")
    }

    /// The values of the bits of a line.
    pub fn values(&self, clausified: &Clausified) -> Vec<BitValue> {
        let word = |name: &&str| clausified.words.iter().find(|word| word.name == **name);
        let words: Vec<_> = self.words.iter().filter_map(word).collect();
        let bits =
            self.squares.iter().flat_map(|&square| words.iter().map(move |word| word.word.get(square)));
        let flag = self.flag.as_ref().and_then(word).and_then(|word| word.word.first());
        bits.flatten().chain(flag).copied().collect()
    }
}
