//! Answers as lines: what it takes to list them in order, and to know one by its line.

use super::{Query, WitnessError};
use cnf_out::clausify::{Clausified, Value};
use rustsat::types::Lit;

/// How a position is a line: a letter for each square, which stands for the bits that some words have there.
#[derive(Clone, Debug)]
pub struct Line {
    /// The words that the solver chooses a position by, the most significant first.
    pub words: &'static [&'static str],
    /// The letters in their order with the bits that they stand for, the last word's the least significant. The first
    /// letter is a square's that is free.
    pub letters: &'static [(char, u8)],
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

/// A query whose answers can be listed. Lines are in the order of their letters.
pub trait Listed: Query {
    /// How an answer is a line.
    fn line_form(&self) -> Line;

    /// The position that a line shows, its facts counted by the naive game.
    ///
    /// # Errors
    /// [`WitnessError`] if the line is no position of the game.
    fn witness_of_line(&self, line: &str) -> Result<Self::Witness, WitnessError>;

    /// The lines of the symmetric positions, this one's among them; each answers the question if one does.
    fn images(&self, line: &str) -> Vec<String>;

    /// Whether no symmetric position with pieces on the same squares has an earlier line. Symmetry breaking asks for
    /// one whose occupied squares come first; this tells which of those that are left stands for its class.
    fn is_first_of_its_class(&self, line: &str) -> bool {
        let form = self.line_form();
        let own = form.bits(line);
        let is_free = |letter: char| Some(letter) == form.letters.first().map(|&(letter, _)| letter);
        let shape = |line: &str| line.chars().map(is_free).collect::<Vec<bool>>();
        let images = self.images(line).into_iter().filter(|image| shape(image) == shape(line));
        images.into_iter().all(|image| own <= form.bits(&image))
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

    /// The literals of the bits of a line. The solver chooses every one of them.
    pub fn literals(&self, clausified: &Clausified) -> Vec<Lit> {
        let word = |name: &&str| clausified.words.iter().find(|word| word.name == **name);
        let words: Vec<_> = self.words.iter().filter_map(word).collect();
        let bits =
            self.squares.iter().flat_map(|&square| words.iter().map(move |word| word.word.get(square)));
        let literal = |bit: Option<&Value>| match bit {
            Some(&Value::Literal(literal)) => Some(literal),
            _ => None,
        };
        bits.filter_map(literal).collect()
    }
}
