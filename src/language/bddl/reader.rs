//! The reader of problems and domains.

use super::{Action, Atom, BddlError, BddlFile, BddlProblem, Content, Coordinate, Literal, Player};
use crate::game_file::FileError;

/// The greatest number of bytes of a file.
const FILE_LIMIT: usize = 65_536;
/// The greatest number of cells, files or ranks: a game file has at most 19x19.
const CELLS_LIMIT: i32 = 361;
const ACTIONS_LIMIT: usize = 256;
/// The greatest number of lines of a goal.
const GOAL_LIMIT: usize = 900;
/// The greatest number of literals of a precondition, an effect or a line.
const LITERALS_LIMIT: usize = 361;
/// The greatest depth of parentheses.
const DEPTH_LIMIT: usize = 8;

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
        let mut found = Self {
            name: name.to_owned(),
            file: problem.path.rsplit(['/', '\\']).next().unwrap_or_default().to_owned(),
            size: (0, 0),
            start: Vec::new(),
            depth: 0,
            goals: [Vec::new(), Vec::new()],
            black_is_second: false,
            actions: Vec::new(),
        };
        const NEEDED: [&str; 5] = ["boardsize", "init", "depth", "blackgoal", "whitegoal"];
        let mut seen = Vec::new();
        while let Some((at, section)) = reader.section()? {
            if seen.contains(&section) {
                return Err(reader.error(at, &format!("one section #{section}, not a second one")));
            }
            if seen.is_empty() && section != "boardsize" {
                return Err(reader.error(at, "#boardsize as the first section"));
            }
            match section.as_str() {
                "boardsize" => {
                    reader.size = reader.board_size()?;
                    found.size = reader.size;
                }
                "init" => found.start = reader.start()?,
                "depth" => found.depth = reader.number()?,
                "blackgoal" => found.goals[0] = reader.goal()?,
                "whitegoal" => found.goals[1] = reader.goal()?,
                "blackturn" => found.black_is_second = reader.one_of(&["first", "second"])? == 1,
                _ => {
                    return Err(
                        reader.error(at, "#boardsize, #init, #depth, #blackgoal, #whitegoal or #blackturn")
                    );
                }
            }
            seen.push(section);
        }
        if let Some(missing) = NEEDED.iter().find(|&&needed| !seen.iter().any(|known| known == needed)) {
            return Err(reader.error(reader.at, &format!("a section #{missing}")));
        }
        found.actions = Reader { size: found.size, ..Reader::new(domain)? }.actions()?;
        Ok(found)
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
    fn error(&self, at: usize, expected: &str) -> BddlError {
        let before = &self.letters[..at.min(self.letters.len())];
        let line = 1 + before.iter().filter(|&&letter| letter == '\n').count();
        let at = 1 + before.iter().rev().take_while(|&&letter| letter != '\n').count();
        let error = FileError::At { line, at, reason: format!("expected {expected}") };
        BddlError { file: self.path.to_owned(), error }
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

    /// Goes on to the next text of the line.
    fn blanks(&mut self) {
        self.text_of(|letter| letter != '\n' && letter.is_whitespace());
    }

    /// Goes on to the next text.
    fn space(&mut self) {
        self.text_of(char::is_whitespace);
    }

    fn takes(&mut self, sign: char) -> bool {
        self.space();
        let is_here = self.here() == Some(sign);
        self.at += usize::from(is_here);
        is_here
    }

    fn sign(&mut self, sign: char) -> Read<()> {
        if self.takes(sign) { Ok(()) } else { Err(self.error(self.at, &format!("`{sign}`"))) }
    }

    /// A word of letters, digits, hyphens and `_`, with its place.
    fn word(&mut self) -> (usize, String) {
        self.space();
        let at = self.at;
        (at, self.text_of(|letter| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_'))
    }

    fn one_of(&mut self, words: &[&str]) -> Read<usize> {
        let (at, word) = self.word();
        let known = words.iter().position(|known| *known == word);
        known.ok_or_else(|| self.error(at, &words.join(" or ")))
    }

    fn number(&mut self) -> Read<i32> {
        self.space();
        let (at, digits) = (self.at, self.text_of(|letter| letter.is_ascii_digit()));
        let number = digits.parse().ok().filter(|_| digits.len() <= 4);
        number.ok_or_else(|| self.error(at, "a number of at most four digits"))
    }

    /// Whether another section or the end follows.
    fn is_section_over(&mut self) -> bool {
        self.space();
        matches!(self.here(), None | Some('#'))
    }

    /// The name of the next section; `None` at the end of the file.
    fn section(&mut self) -> Read<Option<(usize, String)>> {
        self.space();
        if self.here().is_none() {
            return Ok(None);
        }
        self.sign('#')?;
        Ok(Some(self.word()))
    }

    fn board_size(&mut self) -> Read<(i32, i32)> {
        self.space();
        let at = self.at;
        let (files, ranks) = (self.number()?, self.number()?);
        if files < 1 || ranks < 1 || files * ranks > CELLS_LIMIT {
            return Err(self.error(at, &format!("a board of 1 to {CELLS_LIMIT} cells")));
        }
        Ok((files, ranks))
    }

    fn start(&mut self) -> Read<Vec<Atom>> {
        self.parameters = [false; 2];
        let mut found: Vec<Atom> = Vec::new();
        while !self.is_section_over() {
            let (at, atom) = (self.at, self.atom()?);
            let [Coordinate::Fixed(x), Coordinate::Fixed(y)] = atom.cell else { continue };
            if !(1..=self.size.0).contains(&x) || !(1..=self.size.1).contains(&y) {
                return Err(self.error(at, "a cell of the board"));
            }
            if found.iter().any(|known| known.cell == atom.cell) {
                return Err(self.error(at, "each cell once"));
            }
            found.push(atom);
        }
        Ok(found)
    }

    /// The lines of a goal; `False` is none.
    fn goal(&mut self) -> Read<Vec<Vec<Literal>>> {
        self.parameters = [true; 2];
        let mut lines = Vec::new();
        while !self.is_section_over() {
            if lines.len() == GOAL_LIMIT {
                return Err(self.error(self.at, &format!("at most {GOAL_LIMIT} lines of a goal")));
            }
            if self.letters[self.at..].starts_with(&['F', 'a', 'l', 's', 'e']) {
                self.at += "False".len();
                continue;
            }
            let is_end = |reader: &mut Self| {
                reader.blanks();
                matches!(reader.here(), None | Some('\n'))
            };
            lines.push(self.literals(is_end)?);
        }
        Ok(lines)
    }

    fn actions(mut self) -> Read<Vec<Action>> {
        let mut found: Vec<Action> = Vec::new();
        let mut seen = Vec::new();
        while let Some((at, section)) = self.section()? {
            let player = match section.as_str() {
                "blackactions" => Player::Black,
                "whiteactions" => Player::White,
                _ => return Err(self.error(at, "#blackactions or #whiteactions")),
            };
            if seen.contains(&player) {
                return Err(self.error(at, &format!("one section #{section}, not a second one")));
            }
            seen.push(player);
            while !self.is_section_over() {
                let (at, action) = self.action(player)?;
                let is_known = |known: &Action| known.player == player && known.name == action.name;
                if found.iter().any(is_known) {
                    return Err(self.error(at, "each name of an action once"));
                }
                if found.len() == ACTIONS_LIMIT {
                    return Err(self.error(at, &format!("at most {ACTIONS_LIMIT} actions")));
                }
                found.push(action);
            }
        }
        Ok(found)
    }

    /// An action with the place of its name.
    fn action(&mut self, player: Player) -> Read<(usize, Action)> {
        self.sign(':')?;
        self.one_of(&["action"])?;
        let (at, name) = self.word();
        if !name.starts_with(|letter: char| letter.is_ascii_alphabetic()) || name.len() > 64 {
            return Err(self.error(at, "a name of letters, digits and hyphens"));
        }
        self.part("parameters")?;
        self.parameters = [false; 2];
        while !self.takes(')') {
            if self.parameters != [false; 2] {
                self.sign(',')?;
            }
            self.sign('?')?;
            let at = self.at;
            let axis = self.one_of(&["x", "y"])?;
            if std::mem::replace(&mut self.parameters[axis], true) {
                return Err(self.error(at, "each parameter once"));
            }
        }
        self.part("precondition")?;
        let precondition = self.literals(|reader| reader.takes(')'))?;
        self.part("effect")?;
        let effect_at = self.at;
        let literals = self.literals(|reader| reader.takes(')'))?;
        let effect: Vec<Atom> = literals.iter().map(|literal| literal.atom).collect();
        let is_double =
            |(index, atom): (usize, &Atom)| effect[..index].iter().any(|known| known.cell == atom.cell);
        if effect.is_empty()
            || literals.iter().any(|literal| literal.is_negated)
            || effect.iter().enumerate().any(is_double)
        {
            return Err(self.error(effect_at, "an effect: what some cells hold, each once, without NOT"));
        }
        Ok((at, Action { player, name: name.replace('-', "_"), precondition, effect }))
    }

    /// `:NAME (`.
    fn part(&mut self, name: &str) -> Read<()> {
        self.sign(':')?;
        self.one_of(&[name])?;
        self.sign('(')
    }

    fn literals(&mut self, is_end: impl Fn(&mut Self) -> bool) -> Read<Vec<Literal>> {
        let mut found = Vec::new();
        while !is_end(self) {
            if found.len() == LITERALS_LIMIT {
                return Err(self.error(self.at, &format!("at most {LITERALS_LIMIT} atoms")));
            }
            found.push(self.literal(0)?);
        }
        Ok(found)
    }

    /// An atom, its negation, or one of them in parentheses.
    fn literal(&mut self, depth: usize) -> Read<Literal> {
        if depth > DEPTH_LIMIT {
            return Err(self.error(self.at, &format!("parentheses at most {DEPTH_LIMIT} deep")));
        }
        self.space();
        let negates = self.letters[self.at..].starts_with(&['N', 'O', 'T']);
        self.at += if negates { "NOT".len() } else { 0 };
        if negates || self.here() == Some('(') {
            self.sign('(')?;
            let literal = self.literal(depth + 1)?;
            self.sign(')')?;
            return Ok(Literal { is_negated: literal.is_negated != negates, ..literal });
        }
        Ok(Literal { atom: self.atom()?, is_negated: false })
    }

    fn atom(&mut self) -> Read<Atom> {
        let content = match self.one_of(&["open", "black", "white"])? {
            0 => Content::Open,
            1 => Content::Stone(Player::Black),
            _ => Content::Stone(Player::White),
        };
        self.sign('(')?;
        let x = self.coordinate(0)?;
        self.sign(',')?;
        let y = self.coordinate(1)?;
        self.sign(')')?;
        Ok(Atom { content, cell: [x, y] })
    }

    /// `?x`, `xmin`, `xmax` or a number, and perhaps what is added.
    fn coordinate(&mut self, axis: usize) -> Read<Coordinate> {
        let (name, most) = [("x", self.size.0), ("y", self.size.1)][axis];
        self.space();
        let at = self.at;
        let is_parameter = self.takes('?');
        let base = match self.text_of(|letter| letter.is_ascii_alphanumeric()) {
            word if is_parameter => (word == name && self.parameters[axis]).then_some(0),
            word if word == format!("{name}min") => Some(1),
            word if word == format!("{name}max") => Some(most),
            word => word.parse().ok().filter(|_| word.len() <= 4),
        };
        let Some(base) = base else {
            let parameter = if self.parameters[axis] { format!("?{name}, ") } else { String::new() };
            return Err(self.error(at, &format!("{parameter}{name}min, {name}max or a number")));
        };
        let added = match self.here() {
            Some('+') => 1,
            Some('-') => -1,
            _ => 0,
        };
        let mut sum: i32 = base;
        if added != 0 {
            self.at += 1;
            sum += added * self.number()?;
        }
        Ok(if is_parameter { Coordinate::Parameter(sum) } else { Coordinate::Fixed(sum) })
    }
}
