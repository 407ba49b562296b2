//! Reads the statements of a game file.

use super::lines::Line;
use super::players::Players;
use super::symmetry::Symmetry;
use crate::language::SIDE;
use crate::language::reader::{Part, Reader, Tree};
use crate::language::scope::Fault;
use crate::naive::GameResult;
use std::sync::Arc;

/// A statement with the number of the character at which it begins.
#[derive(Clone, Debug)]
pub(super) struct Statement {
    pub(super) at: usize,
    pub(super) what: What,
}

impl Statement {
    /// How many names and expressions it has, about.
    pub(super) fn parts(&self) -> usize {
        1 + match &self.what {
            What::Play { kinds, effects } => kinds.len() + effects.len(),
            What::Let { parameters, .. } => parameters.len(),
            _ => 0,
        }
    }
}

/// A name that the file gives to something, or uses, with its place.
#[derive(Clone, Debug)]
pub(super) struct Named {
    pub(super) at: usize,
    pub(super) name: String,
}

/// What a statement says.
#[derive(Clone, Debug)]
pub(super) enum What {
    Format,
    Game(String),
    Players(Players),
    Boards(Vec<(usize, usize)>),
    Squares(Arc<Tree>),
    Number(Setting),
    Words(Vec<(Named, char)>),
    Swap(Named, Named),
    Turn(Symmetry),
    Symmetries,
    Start(Vec<(Named, Arc<Tree>)>),
    Require(Arc<Tree>),
    Let { name: Named, parameters: Vec<String>, body: Arc<Tree> },
    Kind { name: Named, path: Path, targets: Arc<Tree>, guard: Option<Arc<Tree>> },
    Play { kinds: Vec<Named>, effects: Vec<(Named, Arc<Tree>)> },
    End { result: GameResult, condition: Arc<Tree>, is_last: bool },
    Stuck(Stuck),
    Score(Arc<Tree>),
    For { name: Named, range: Range, body: Vec<Statement> },
}

/// A number that a user can set, and its range on a board.
#[derive(Clone, Debug)]
pub(super) struct Setting {
    pub(super) at: usize,
    pub(super) name: Named,
    pub(super) default: Arc<Tree>,
    pub(super) least: Arc<Tree>,
    pub(super) most: Arc<Tree>,
}

/// How a kind of moves goes. A step has a direction and factors of its length.
#[derive(Clone, Debug)]
pub(super) enum Path {
    Place,
    Step(Named, Vec<Arc<Tree>>),
    Leave(Named),
}

/// What follows if there is no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stuck {
    Ends(GameResult),
    Passes,
}

/// The values of the name of a block.
#[derive(Clone, Debug)]
pub(super) enum Range {
    Directions(Arc<Tree>),
    Numbers(Arc<Tree>, Arc<Tree>),
}

/// The most blocks in each other.
const BLOCKS_LIMIT: usize = 4;

/// Words of expressions that are no names of words, numbers, kinds and definitions.
const RESERVED: [&str; 9] = ["true", "false", "second", "board", "corners", "edges", "count", "any", "after"];

/// Reads the statements that are indented deeper than the block that holds them.
pub(super) fn block(
    lines: &[Line],
    next: &mut usize,
    outer: Option<usize>,
    blocks: usize,
) -> Result<Vec<Statement>, Fault> {
    let mut statements = Vec::new();
    while let Some(line) = lines.get(*next)
        && outer.is_none_or(|outer| line.indent > outer)
    {
        *next += 1;
        let mut reader = Reader::new(&line.words);
        let at = reader.at();
        let mut what = statement(&mut reader)?;
        reader.end()?;
        if let What::For { body, .. } = &mut what {
            if blocks == BLOCKS_LIMIT {
                return Err(Fault::new(at, format!("at most {BLOCKS_LIMIT} blocks in each other")));
            }
            *body = block(lines, next, Some(line.indent), blocks + 1)?;
            if body.is_empty() {
                return Err(Fault::new(reader.at(), "expected lines that are indented deeper than `for`"));
            }
        }
        statements.push(Statement { at, what });
    }
    Ok(statements)
}

fn statement(reader: &mut Reader) -> Result<What, Fault> {
    let at = reader.at();
    Ok(match reader.word() {
        "format" => {
            if reader.here() != "1" {
                reader.refuse("expected `1`: only this format is known")?;
            }
            reader.word();
            What::Format
        }
        "game" => game(reader)?,
        "players" => What::Players(players(reader)?),
        "board" => What::Boards(list(reader, board)?),
        "squares" => What::Squares(expression(reader)?),
        "number" => What::Number(setting(reader)?),
        "word" => What::Words(list(reader, word)?),
        "swap" => What::Swap(named(reader)?, named(reader)?),
        "turn" => What::Turn(symmetry(reader)?),
        "symmetry" => {
            symmetry(reader)?;
            while !reader.here().is_empty() {
                symmetry(reader)?;
            }
            What::Symmetries
        }
        "start" => What::Start(list(reader, assigned)?),
        "require" => What::Require(expression(reader)?),
        "let" => definition(reader)?,
        "place" => {
            let name = declared(reader)?;
            kind(reader, name, Path::Place)?
        }
        "step" => {
            let (name, direction) = (declared(reader)?, named(reader)?);
            let mut factors = Vec::new();
            while reader.takes("*") {
                factors.push(Arc::new(factor(reader)?));
            }
            kind(reader, name, Path::Step(direction, factors))?
        }
        "leave" => {
            let (name, direction) = (declared(reader)?, named(reader)?);
            kind(reader, name, Path::Leave(direction))?
        }
        "play" => play(reader)?,
        "won" => ended(reader, GameResult::Won, false)?,
        "lost" => ended(reader, GameResult::Lost, false)?,
        "drawn" => ended(reader, GameResult::Drawn, false)?,
        "at" => {
            reader.need("the")?;
            reader.need("end")?;
            match reader.word() {
                "won" => ended(reader, GameResult::Won, true)?,
                "lost" => ended(reader, GameResult::Lost, true)?,
                "drawn" => ended(reader, GameResult::Drawn, true)?,
                _ => return Err(Fault::new(at, "expected `at the end won`, `lost` or `drawn`")),
            }
        }
        "stuck" => What::Stuck(stuck(reader)?),
        "score" => What::Score(expression(reader)?),
        "for" => for_block(reader)?,
        _ => return Err(Fault::new(at, "expected a statement, such as `game`, `board`, `word` or `step`")),
    })
}

fn expression(reader: &mut Reader) -> Result<Arc<Tree>, Fault> {
    Ok(Arc::new(reader.expression()?))
}

/// One or more parts with commas between them.
fn list<T>(reader: &mut Reader, part: fn(&mut Reader) -> Result<T, Fault>) -> Result<Vec<T>, Fault> {
    let mut parts = vec![part(reader)?];
    while reader.takes(",") {
        parts.push(part(reader)?);
    }
    Ok(parts)
}

/// A name that is used.
fn named(reader: &mut Reader) -> Result<Named, Fault> {
    let at = reader.at();
    Ok(Named { at, name: reader.name()? })
}

/// A name that is given.
fn declared(reader: &mut Reader) -> Result<Named, Fault> {
    let found = named(reader)?;
    if RESERVED.contains(&found.name.as_str()) || found.name == "none" {
        return Err(Fault::new(found.at, format!("`{}` has a meaning of its own", found.name)));
    }
    Ok(found)
}

/// A name with hyphens: words and hyphens without blanks.
fn hyphenated(reader: &mut Reader) -> String {
    let mut end = reader.at();
    let mut name = String::new();
    while reader.at() == end && reader.here().starts_with(|c: char| c.is_ascii_alphanumeric() || c == '-') {
        let word = reader.word();
        end += word.len();
        name.push_str(word);
    }
    name
}

fn game(reader: &mut Reader) -> Result<What, Fault> {
    let at = reader.at();
    let name = hyphenated(reader);
    let is_of_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if name.is_empty() || !name.chars().all(is_of_name) {
        return Err(Fault::new(at, "expected a name of small letters, digits and hyphens"));
    }
    if !reader.here().starts_with('"') {
        reader.refuse("expected a text in quotation marks")?;
    }
    reader.word();
    Ok(What::Game(name))
}

fn players(reader: &mut Reader) -> Result<Players, Fault> {
    if reader.takes("1") {
        return Ok(Players::One);
    }
    let first = player(reader)?;
    let at = reader.at();
    let second = player(reader)?;
    if first == second {
        return Err(Fault::new(at, format!("`{second}` stands twice")));
    }
    Ok(Players::Two(Some([first, second])))
}

fn player(reader: &mut Reader) -> Result<String, Fault> {
    let name = reader.here();
    let begins = name.starts_with(|first: char| first.is_ascii_alphabetic());
    if !begins || !name.chars().all(|letter| letter.is_ascii_alphanumeric()) {
        reader.refuse("expected `1`, or two names of letters and digits")?;
    }
    Ok(reader.word().to_owned())
}

fn board(reader: &mut Reader) -> Result<(usize, usize), Fault> {
    let at = reader.at();
    let size = size(reader.word());
    size.ok_or_else(|| Fault::new(at, format!("expected files x ranks up to {SIDE}x{SIDE}, such as `8x8`")))
}

/// The numbers of files and ranks of a board.
pub(super) fn size(text: &str) -> Option<(usize, usize)> {
    let (files, ranks) = text.split_once('x')?;
    let number = |text: &str| {
        let is_written = text.chars().all(|c| c.is_ascii_digit()) && !text.starts_with('0');
        text.parse().ok().filter(|number| is_written && (1..=SIDE).contains(number))
    };
    Some((number(files)?, number(ranks)?))
}

fn setting(reader: &mut Reader) -> Result<Setting, Fault> {
    let name = declared(reader)?;
    let at = reader.at();
    reader.need("=")?;
    let default = Arc::new(reader.constant()?);
    let (mut least, mut most) = (default.clone(), default.clone());
    if reader.takes("in") {
        least = Arc::new(reader.constant()?);
        reader.need("..")?;
        most = Arc::new(reader.constant()?);
    }
    Ok(Setting { at, name, default, least, most })
}

fn word(reader: &mut Reader) -> Result<(Named, char), Fault> {
    let name = declared(reader)?;
    let at = reader.at();
    let letter = reader.word().chars().next();
    let is_letter = |letter: &char| letter.is_ascii_graphic() && !matches!(letter, '.' | '/');
    let letter = letter.filter(is_letter);
    Ok((name, letter.ok_or_else(|| Fault::new(at, "expected a letter of ASCII, but not `.` or `/`"))?))
}

fn symmetry(reader: &mut Reader) -> Result<Symmetry, Fault> {
    let at = reader.at();
    let found = Symmetry::parse(&hyphenated(reader));
    found.ok_or_else(|| {
        Fault::new(at, "expected a symmetry, such as `mirror-ranks`, `rotate-180` or `transpose`")
    })
}

fn assigned(reader: &mut Reader) -> Result<(Named, Arc<Tree>), Fault> {
    let word = named(reader)?;
    reader.need("=")?;
    Ok((word, expression(reader)?))
}

fn definition(reader: &mut Reader) -> Result<What, Fault> {
    let name = declared(reader)?;
    let mut parameters: Vec<String> = Vec::new();
    if reader.takes("(") {
        for parameter in list(reader, declared)? {
            if parameters.contains(&parameter.name) {
                return Err(Fault::new(parameter.at, format!("`{}` stands twice", parameter.name)));
            }
            parameters.push(parameter.name);
        }
        reader.need(")")?;
    }
    reader.need("=")?;
    Ok(What::Let { name, parameters, body: expression(reader)? })
}

/// A factor of the length of a step.
fn factor(reader: &mut Reader) -> Result<Tree, Fault> {
    let at = reader.at();
    let part = match reader.here() {
        "(" => {
            reader.word();
            let inner = reader.constant()?;
            reader.need(")")?;
            return Ok(inner);
        }
        word if word.starts_with(|c: char| c.is_ascii_digit()) => Part::Number(reader.number()?),
        _ => Part::Name(reader.name()?),
    };
    Ok(Tree { at, part })
}

fn kind(reader: &mut Reader, name: Named, path: Path) -> Result<What, Fault> {
    reader.need("=")?;
    let targets = expression(reader)?;
    let guard = if reader.takes("when") { Some(expression(reader)?) } else { None };
    Ok(What::Kind { name, path, targets, guard })
}

fn play(reader: &mut Reader) -> Result<What, Fault> {
    let mut kinds = Vec::new();
    if reader.ahead(1) != "=" {
        while !reader.takes(":") {
            if !kinds.is_empty() && reader.ahead(1) == "=" {
                reader.refuse("expected `:` after the kinds")?;
            }
            kinds.push(named(reader)?);
        }
    }
    Ok(What::Play { kinds, effects: list(reader, assigned)? })
}

fn ended(reader: &mut Reader, result: GameResult, is_last: bool) -> Result<What, Fault> {
    reader.need("if")?;
    Ok(What::End { result, condition: expression(reader)?, is_last })
}

fn stuck(reader: &mut Reader) -> Result<Stuck, Fault> {
    let at = reader.at();
    Ok(match reader.word() {
        "loses" => Stuck::Ends(GameResult::Lost),
        "wins" => Stuck::Ends(GameResult::Won),
        "draws" => Stuck::Ends(GameResult::Drawn),
        "passes" => Stuck::Passes,
        _ => return Err(Fault::new(at, "expected `loses`, `wins`, `draws` or `passes`")),
    })
}

fn for_block(reader: &mut Reader) -> Result<What, Fault> {
    let name = declared(reader)?;
    reader.need("in")?;
    let range = if let Some(directions) = reader.directions(1) {
        Range::Directions(Arc::new(directions))
    } else {
        let first = Arc::new(reader.constant()?);
        reader.need("..")?;
        Range::Numbers(first, Arc::new(reader.constant()?))
    };
    reader.need(":")?;
    Ok(What::For { name, range, body: Vec::new() })
}
