//! The reader of problems and domains.

use super::{Action, Atom, BddlError, BddlFile, BddlProblem, Coordinate, Player};
use crate::game_file::FileError;

/// The greatest number of bytes of a file.
const FILE_LIMIT: usize = 65_536;
/// The greatest number of cells: a game file has at most 19x19.
const CELLS_LIMIT: i32 = 361;
/// The greatest number of atoms of a precondition, an effect or a line.
const ATOMS_LIMIT: usize = 361;

/// A text with the place that is read next.
struct Reader<'t> {
    path: &'t str,
    letters: Vec<char>,
    at: usize,
    size: (i32, i32),
    /// Whether coordinates can be parameters, for each axis.
    parameters: [bool; 2],
}

type Read<T> = Result<T, BddlError>;

impl BddlProblem {
    /// Reads a problem and its domain.
    ///
    /// # Errors
    /// [`BddlError`] with the file and the place.
    pub fn parse(name: &str, domain: BddlFile<'_>, problem: BddlFile<'_>) -> Result<Self, BddlError> {
        let mut reader = Reader::new(problem)?;
        reader.after("#boardsize", Reader::board_size)?;
        let start = reader.after("#init", Reader::start)?;
        let depth = reader.after("#depth", Reader::number)?;
        let goals = [reader.after("#blackgoal", Reader::goal)?, reader.after("#whitegoal", Reader::goal)?];
        let turn = |reader: &mut Reader<'_>| reader.one_of(&["first", "second"]);
        let black_is_second = !reader.is_at_end() && reader.after("#blackturn", turn)? == 1;
        reader.end()?;
        let size = reader.size;
        let mut reader = Reader { size, ..Reader::new(domain)? };
        let mut actions = reader.after("#blackactions", |reader| reader.actions(Player::Black))?;
        actions.extend(reader.after("#whiteactions", |reader| reader.actions(Player::White))?);
        reader.end()?;
        let file = problem.path.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
        Ok(Self { name: name.to_owned(), file, size, start, depth, goals, black_is_second, actions })
    }
}

impl<'t> Reader<'t> {
    fn new(file: BddlFile<'t>) -> Read<Self> {
        let BddlFile { path, text } = file;
        if text.len() > FILE_LIMIT {
            let reason = format!("a file of {} bytes: at most {FILE_LIMIT}", text.len());
            return Err(BddlError { file: path.to_owned(), error: FileError::Whole(reason) });
        }
        let mut is_remark = false;
        let visible = |letter| {
            is_remark = letter != '\n' && (is_remark || letter == '%');
            if is_remark { ' ' } else { letter }
        };
        let letters = text.trim_start_matches('\u{feff}').chars().map(visible).collect();
        Ok(Self { path, letters, at: 0, size: (0, 0), parameters: [false; 2] })
    }

    /// The error that something else stands at a place.
    fn refuse<T>(&self, at: usize, expected: &str) -> Read<T> {
        let before = &self.letters[..at];
        let line = 1 + before.iter().filter(|&&letter| letter == '\n').count();
        let at = 1 + before.iter().rev().take_while(|&&letter| letter != '\n').count();
        let error = FileError::At { line, at, reason: format!("expected {expected}") };
        Err(BddlError { file: self.path.to_owned(), error })
    }

    fn here(&self) -> Option<char> {
        self.letters.get(self.at).copied()
    }

    /// What is read while it is of a kind.
    fn text_of(&mut self, is_part: impl Fn(char) -> bool) -> String {
        let text: String = self.letters[self.at..].iter().take_while(|&&letter| is_part(letter)).collect();
        self.at += text.chars().count();
        text
    }

    /// Goes on to the next text.
    fn space(&mut self) {
        self.text_of(char::is_whitespace);
    }

    fn is_at_end(&mut self) -> bool {
        self.space();
        self.here().is_none()
    }

    fn end(&mut self) -> Read<()> {
        if self.is_at_end() { Ok(()) } else { self.refuse(self.at, "the end of the file") }
    }

    /// Whether another section or the end follows.
    fn is_section_over(&mut self) -> bool {
        self.is_at_end() || self.here() == Some('#')
    }

    fn takes(&mut self, text: &str) -> bool {
        self.space();
        let is_here = text.chars().eq(self.letters[self.at..].iter().copied().take(text.len()));
        self.at += if is_here { text.len() } else { 0 };
        is_here
    }

    fn sign(&mut self, sign: &str) -> Read<()> {
        if self.takes(sign) { Ok(()) } else { self.refuse(self.at, &format!("`{sign}`")) }
    }

    /// A word with its place.
    fn word(&mut self) -> (usize, String) {
        self.space();
        let at = self.at;
        (at, self.text_of(|letter| letter.is_ascii_alphanumeric() || "-_#:".contains(letter)))
    }

    fn one_of(&mut self, words: &[&str]) -> Read<usize> {
        let (at, word) = self.word();
        let known = words.iter().position(|known| *known == word);
        known.map_or_else(|| self.refuse(at, &words.join(" or ")), Ok)
    }

    /// Reads what follows a word.
    fn after<T>(&mut self, word: &str, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        self.one_of(&[word])?;
        read(self)
    }

    fn number(&mut self) -> Read<i32> {
        self.space();
        let (at, digits) = (self.at, self.text_of(|letter| letter.is_ascii_digit()));
        let number = digits.parse().ok().filter(|_| digits.len() <= 4);
        number.map_or_else(|| self.refuse(at, "a number of at most four digits"), Ok)
    }

    fn board_size(&mut self) -> Read<()> {
        self.space();
        let at = self.at;
        self.size = (self.number()?, self.number()?);
        let is_board = self.size.0 > 0 && self.size.1 > 0 && self.size.0 * self.size.1 <= CELLS_LIMIT;
        if is_board { Ok(()) } else { self.refuse(at, &format!("a board of 1 to {CELLS_LIMIT} cells")) }
    }

    fn start(&mut self) -> Read<Vec<(Player, i32, i32)>> {
        let mut found: Vec<(Player, i32, i32)> = Vec::new();
        while !self.is_section_over() {
            let (at, atom) = (self.at, self.atom()?);
            let ([Coordinate::Fixed(x), Coordinate::Fixed(y)], Some(player)) = (atom.cell, atom.stone) else {
                return self.refuse(at, "a stone");
            };
            let is_on_board = (1..=self.size.0).contains(&x) && (1..=self.size.1).contains(&y);
            if !is_on_board || found.iter().any(|known| (known.1, known.2) == (x, y)) {
                return self.refuse(at, "a cell of the board, each once");
            }
            found.push((player, x, y));
        }
        Ok(found)
    }

    /// The lines of a goal; `False` is none.
    fn goal(&mut self) -> Read<Vec<Vec<Atom>>> {
        self.parameters = [true; 2];
        let mut lines = Vec::new();
        while !self.is_section_over() {
            let at = self.at;
            if !self.takes("False") {
                let line = self.atoms(|reader| {
                    reader.text_of(|letter| letter != '\n' && letter.is_whitespace());
                    matches!(reader.here(), None | Some('\n'))
                })?;
                self.require_alike(at, &line)?;
                lines.push(line);
            }
        }
        Ok(lines)
    }

    fn actions(&mut self, player: Player) -> Read<Vec<Action>> {
        let mut found: Vec<Action> = Vec::new();
        while !self.is_section_over() {
            self.one_of(&[":action"])?;
            let (at, name) = self.word();
            let name = name.replace('-', "_");
            let is_name = name.starts_with(|letter: char| letter.is_ascii_alphabetic());
            if !is_name || name.contains(['#', ':']) || found.iter().any(|known| known.name == name) {
                return self.refuse(at, "a name of letters, digits and hyphens, each once");
            }
            self.after(":parameters", Self::read_parameters)?;
            let precondition = self.after(":precondition", Self::part)?;
            self.space();
            let at = self.at;
            let effect = self.after(":effect", Self::part)?;
            let is_wrong = |(index, atom): (usize, &Atom)| {
                atom.is_negated || effect[..index].iter().any(|known| known.cell == atom.cell)
            };
            if effect.is_empty() || effect.iter().enumerate().any(is_wrong) {
                return self.refuse(at, "an effect: what cells hold, each once, without NOT");
            }
            self.require_alike(at, &[precondition.as_slice(), &effect].concat())?;
            found.push(Action { player, name, precondition, effect });
        }
        Ok(found)
    }

    fn read_parameters(&mut self) -> Read<()> {
        self.sign("(")?;
        self.parameters[0] = self.takes("?x");
        self.parameters[1] = (!self.parameters[0] || self.takes(",")) && self.takes("?y");
        self.sign(")")
    }

    /// The atoms of a part of an action.
    fn part(&mut self) -> Read<Vec<Atom>> {
        self.sign("(")?;
        self.atoms(|reader| reader.takes(")"))
    }

    fn atoms(&mut self, is_end: impl Fn(&mut Self) -> bool) -> Read<Vec<Atom>> {
        let mut found = Vec::new();
        while !is_end(self) {
            if found.len() == ATOMS_LIMIT {
                return self.refuse(self.at, &format!("at most {ATOMS_LIMIT} atoms"));
            }
            found.push(self.literal()?);
        }
        Ok(found)
    }

    /// What a game file can say: on each axis, all cells have the parameter, or none has.
    fn require_alike(&self, at: usize, atoms: &[Atom]) -> Read<()> {
        let is_fixed = |atom: &Atom| atom.cell.map(|coordinate| matches!(coordinate, Coordinate::Fixed(_)));
        if atoms.iter().all(|atom| is_fixed(atom) == is_fixed(&atoms[0])) {
            return Ok(());
        }
        self.refuse(at, "atoms that are alike: ?x in all or in none, and so ?y")
    }

    /// An atom, its negation, or one of them in parentheses.
    fn literal(&mut self) -> Read<Atom> {
        let (mut depth, mut is_negated) = (0, false);
        loop {
            let negates = self.takes("NOT");
            if !negates && self.here() != Some('(') {
                break;
            }
            self.sign("(")?;
            (depth, is_negated) = (depth + 1, is_negated != negates);
        }
        let atom = self.atom()?;
        for _ in 0..depth {
            self.sign(")")?;
        }
        Ok(Atom { is_negated, ..atom })
    }

    fn atom(&mut self) -> Read<Atom> {
        let stones = [None, Some(Player::Black), Some(Player::White)];
        let stone = stones[self.one_of(&["open", "black", "white"])?];
        self.sign("(")?;
        let x = self.coordinate(0)?;
        self.sign(",")?;
        let y = self.coordinate(1)?;
        self.sign(")")?;
        Ok(Atom { stone, cell: [x, y], is_negated: false })
    }

    /// `?x`, `xmin`, `xmax` or a number, and perhaps what is added.
    fn coordinate(&mut self, axis: usize) -> Read<Coordinate> {
        let (name, most) = [("x", self.size.0), ("y", self.size.1)][axis];
        let is_parameter = self.parameters[axis] && self.takes(&format!("?{name}"));
        let base = match () {
            () if is_parameter => 0,
            () if self.takes(&format!("{name}min")) => 1,
            () if self.takes(&format!("{name}max")) => most,
            () if self.here().is_some_and(|letter| letter.is_ascii_digit()) => self.number()?,
            () => {
                let parameter = if self.parameters[axis] { format!("?{name}, ") } else { String::new() };
                return self.refuse(self.at, &format!("{parameter}{name}min, {name}max or a number"));
            }
        };
        let added = match () {
            () if self.takes("+") => self.number()?,
            () if self.takes("-") => -self.number()?,
            () => 0,
        };
        let sum = base + added;
        Ok(if is_parameter { Coordinate::Parameter(sum) } else { Coordinate::Fixed(sum) })
    }
}
