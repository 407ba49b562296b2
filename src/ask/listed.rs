//! Answers as lines: what it takes to list them in order, and to know one by its line.

use crate::query::Query;
use crate::witness::WitnessError;
use cnf_out::clausify::{Clausified, Value};
use std::fmt;

/// How a position is a line: a letter for each square, which stands for the bits that some words have there.
#[derive(Clone, Debug)]
pub struct Line {
    /// The words of a position, the most significant first.
    pub words: Vec<&'static str>,
    /// The letters in their order with the bits that they stand for, the last word's the least significant. The first
    /// letter is a square's that is free.
    pub letters: Vec<(char, u8)>,
    /// The squares in the order of the letters.
    pub squares: Vec<usize>,
    /// What stands between rows of letters, where the notation has something there.
    pub rows: Option<Rows>,
}

/// Rows of letters in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rows {
    /// How many letters a row has.
    pub letters: usize,
    /// What stands between two rows.
    pub separator: char,
}

/// An answer in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The position.
    pub line: String,
    /// What shows that it is an answer, where the position alone does not: the game that leads there, or what wins.
    pub evidence: Option<String>,
}

impl From<&str> for Entry {
    /// The evidence is behind a space.
    fn from(text: &str) -> Self {
        match text.split_once(' ') {
            Some((line, evidence)) => Self { line: line.to_owned(), evidence: Some(evidence.to_owned()) },
            None => Self { line: text.to_owned(), evidence: None },
        }
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.line)?;
        self.evidence.as_ref().map_or(Ok(()), |evidence| write!(f, " {evidence}"))
    }
}

impl Entry {
    /// The line of an answer that needs no evidence.
    ///
    /// # Errors
    /// [`WitnessError::Evidence`] if there is some.
    pub fn alone(&self) -> Result<String, WitnessError> {
        match self.evidence {
            Some(_) => {
                Err(WitnessError::Evidence("the position says it all, and something stands behind it"))
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
            .ok_or(WitnessError::Evidence("nothing behind the position shows that it is an answer"))?;
        Ok((self.line.clone(), evidence))
    }
}

/// Which line of a class of symmetric positions stands for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Representative {
    /// Of those whose occupied squares come first the one whose line does: symmetry breaking asks for the squares.
    FirstSquares,
    /// The first: symmetry breaking, if there is any, is of another kind.
    First,
}

/// A query whose answers can be listed. Lines are in the order of their letters.
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
    /// How an answer is a line.
    fn line_form(&self) -> Line;

    /// What an answer needs behind its line.
    fn evidence<'w>(&self, _witness: &'w Self::Witness) -> Option<&'w str> {
        None
    }

    /// The answer that an entry shows, its facts counted by the naive game.
    ///
    /// # Errors
    /// [`WitnessError`] if the line is no position of the game, or the evidence does not fit it.
    fn witness_of_entry(&self, entry: &Entry) -> Result<Self::Witness, WitnessError>;

    /// The lines of the symmetric positions, this one's among them; each answers the question if one does.
    fn images(&self, line: &str) -> Vec<String>;

    /// Which line stands for its class.
    fn representative(&self) -> Representative {
        Representative::FirstSquares
    }

    /// Whether the line stands for its class.
    fn is_first_of_its_class(&self, line: &str) -> bool {
        let form = self.line_form();
        let own = form.bits(line);
        let is_free = |letter: char| Some(letter) == form.letters.first().map(|&(letter, _)| letter);
        let shape = |line: &str| line.chars().map(is_free).collect::<Vec<bool>>();
        let is_rival = |image: &String| match self.representative() {
            Representative::FirstSquares => shape(image) == shape(line),
            Representative::First => true,
        };
        self.images(line).iter().filter(|&image| is_rival(image)).all(|image| own <= form.bits(image))
    }
}

impl Line {
    /// The bits of a line, square by square; nothing for a text that is no line. Their order is that of the lines.
    pub fn bits(&self, line: &str) -> Option<Vec<bool>> {
        let letters = self.letters_of(line)?;
        let mut bits = Vec::with_capacity(letters.len() * self.words.len());
        for letter in letters {
            let &(_, code) = self.letters.iter().find(|&&(known, _)| known == letter)?;
            bits.extend((0..self.words.len()).rev().map(|place| code >> place & 1 == 1));
        }
        Some(bits)
    }

    /// The line with these bits; `?` stands where no letter has them.
    pub fn text(&self, bits: &[bool]) -> String {
        let letter = |bits: &[bool]| {
            let code = bits.iter().fold(0, |code, &bit| code << 1 | u8::from(bit));
            self.letters.iter().find(|&&(_, known)| known == code).map_or('?', |&(letter, _)| letter)
        };
        self.join(bits.chunks(self.words.len()).map(letter))
    }

    /// The lines of the images of a board under the symmetries of a rectangle, its own first: eight where it has as many
    /// ranks as files, else four. Nothing for a text that is no line.
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
            self.join(self.squares.iter().filter_map(|&square| cells.get(source(symmetry, square)).copied()))
        };
        symmetries.map(image).collect()
    }

    /// The letters of a line without what stands between rows; nothing for a text that is no line.
    fn letters_of(&self, line: &str) -> Option<Vec<char>> {
        let mut letters = Vec::with_capacity(self.squares.len());
        let mut characters = line.chars();
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

    /// Letters as a line.
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

    /// What a line looks like, for whoever has to write one.
    pub fn form(&self) -> String {
        let rows = self.rows.map(|rows| format!(", `{}` after every {}", rows.separator, rows.letters));
        format!("{} characters of {}{}", self.squares.len(), self.alphabet(), rows.unwrap_or_default())
    }

    /// The letters in words.
    fn alphabet(&self) -> String {
        let letters: Vec<String> = self.letters.iter().map(|(letter, _)| letter.to_string()).collect();
        letters.join(" ")
    }

    /// The values of the bits of a line.
    pub fn values(&self, clausified: &Clausified) -> Vec<Value> {
        let word = |name: &&str| clausified.words.iter().find(|word| word.name == **name);
        let words: Vec<_> = self.words.iter().filter_map(word).collect();
        let bits =
            self.squares.iter().flat_map(|&square| words.iter().map(move |word| word.word.get(square)));
        bits.flatten().copied().collect()
    }
}
