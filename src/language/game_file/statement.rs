//! The statements of a game file.

use super::error::FileError;
use super::lines::{Line, Source};
use super::names::lasting;
use super::rules::{FilePlayers, WhenStuck};
use crate::error::LanguageError;
use crate::expansion::is_set_of_directions;
use crate::syntax::lexer::{Kind, shortened, tokens};
use crate::syntax::parser::Parser;
use crate::syntax::{Definition, KEYWORDS, Node, Part};
use encodings::board::{Layout, Symmetry};
use encodings::rules::Ending;

/// The greatest number of loops within each other.
const BLOCKS_LIMIT: usize = 4;

/// A statement with its place in the text.
#[derive(Clone, Debug)]
pub(super) struct Statement {
    pub(super) at: usize,
    pub(super) form: Form,
}

#[derive(Clone, Debug)]
pub(super) enum Form {
    Format,
    Game {
        name: String,
        about: String,
    },
    Boards(Vec<Layout>),
    Squares(Node),
    /// Its default, its least and its greatest value.
    Number {
        name: String,
        range: [Node; 3],
    },
    Words(Vec<(usize, String, char)>),
    Swap([(usize, String); 2]),
    Turn(Symmetry),
    Symmetries(Vec<Symmetry>),
    Start(Vec<Assignment>),
    Require(Node),
    Define(Definition),
    Moves(MovesForm),
    Play {
        kinds: Vec<(usize, String)>,
        effects: Vec<Assignment>,
    },
    Ends(Ending, Node),
    AtTheEnd(Ending, Node),
    Stuck(WhenStuck),
    Players(FilePlayers),
    Score(Node),
    For {
        name: String,
        values: LoopValues,
        body: Vec<Statement>,
    },
}

/// `WORD = E`.
#[derive(Clone, Debug)]
pub(super) struct Assignment {
    pub(super) at: usize,
    pub(super) word: String,
    pub(super) value: Node,
}

/// `place KIND = E when C` and its like.
#[derive(Clone, Debug)]
pub(super) struct MovesForm {
    pub(super) way: Way,
    pub(super) kind: String,
    pub(super) squares: Node,
    pub(super) when: Option<Node>,
}

/// How the squares of moves are meant.
#[derive(Clone, Debug)]
pub(super) enum Way {
    Place,
    /// A direction, perhaps times numbers.
    Step(Node),
    Leave(Node),
}

/// What a loop goes through.
#[derive(Clone, Debug)]
pub(super) enum LoopValues {
    Directions(Node),
    Numbers(Node, Node),
}

/// Reads all statements.
///
/// # Errors
/// [`FileError`] with the place.
pub(super) fn statements(source: &Source) -> Result<Vec<Statement>, FileError> {
    let lines = source.lines();
    let mut rest = lines.as_slice();
    let mut found = Vec::new();
    while let Some(line) = rest.first() {
        if line.indent > lines[0].indent {
            return Err(source.error(line.start, "a statement at the left margin"));
        }
        found.push(statement(source, &mut rest, 0)?);
    }
    Ok(found)
}

fn statement(source: &Source, rest: &mut &[Line], depth: usize) -> Result<Statement, FileError> {
    let Some((&line, others)) = rest.split_first() else {
        return Err(FileError::limit("a file without statements".to_owned()));
    };
    *rest = others;
    let text = source.text(line);
    let form = if text.starts_with("for ") {
        if depth == BLOCKS_LIMIT {
            return Err(source.error(line.start, &format!("at most {BLOCKS_LIMIT} loops within each other")));
        }
        let (name, values) = read(source, line, &text, heading)?;
        let mut body = Vec::new();
        while rest.first().is_some_and(|inner| inner.indent > line.indent) {
            body.push(statement(source, rest, depth + 1)?);
        }
        if body.is_empty() {
            return Err(source.error(line.end, "statements that are indented deeper than `for`"));
        }
        Form::For { name, values, body }
    } else if let Some(rest) = text.strip_prefix("game ") {
        game(rest).ok_or_else(|| source.error(line.start + 5, "a name and a text: game NAME \"TEXT\""))?
    } else if let Some(rest) = text.strip_prefix("word ") {
        words(source, line.start + 5, rest)?
    } else {
        read(source, line, &text, form)?
    };
    Ok(Statement { at: line.start, form })
}

/// Reads a statement to its end; places in errors become those of the file.
fn read<T>(
    source: &Source,
    line: Line,
    text: &str,
    form: impl FnOnce(&mut Parser) -> Result<T, LanguageError>,
) -> Result<T, FileError> {
    let read = tokens(text, line.start).map(Parser::new).and_then(|mut parser| {
        let form = form(&mut parser)?;
        if parser.is_at_end() { Ok(form) } else { parser.refuse("the end of the statement") }
    });
    read.map_err(|error| source.language_error(&error))
}

/// `NAME "TEXT"`.
fn game(rest: &str) -> Option<Form> {
    let (name, about) = rest.trim().split_once(char::is_whitespace)?;
    let about = about.trim().strip_prefix('"')?.strip_suffix('"')?;
    let is_name = name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-');
    let is_text = !about.contains(['"', '\n']) && !about.chars().any(char::is_control);
    (is_name && is_text).then(|| Form::Game { name: name.to_owned(), about: about.to_owned() })
}

/// `own X, opp O`.
fn words(source: &Source, start: usize, rest: &str) -> Result<Form, FileError> {
    let mut found = Vec::new();
    let mut at = start;
    for item in rest.split(',') {
        let place = at + item.chars().take_while(|letter| letter.is_whitespace()).count();
        let mut parts = item.split_whitespace();
        let (Some(name), Some(letter), None) = (parts.next(), parts.next(), parts.next()) else {
            return Err(source.error(place, "a word and its letter, such as `own X`"));
        };
        let mut letters = letter.chars();
        let (Some(letter), None) = (letters.next(), letters.next()) else {
            return Err(source.error(place, "one letter for a word"));
        };
        if !letter.is_ascii_graphic() || letter == '.' || letter == '/' {
            return Err(source.error(place, "a letter that is not `.` or `/`"));
        }
        if !is_name(name) {
            return Err(source.error(place, "a name for a word: letters, digits and `_`"));
        }
        found.push((place, name.to_owned(), letter));
        at += item.chars().count() + 1;
    }
    Ok(Form::Words(found))
}

/// Whether a text is a name that files may use.
pub(super) fn is_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
        && !KEYWORDS.contains(&name)
}

/// `for NAME in VALUES:`.
fn heading(parser: &mut Parser) -> Result<(String, LoopValues), LanguageError> {
    parser.takes_word("for");
    let name = parser.name("a name for the values of the loop")?;
    if !parser.takes_word("in") {
        return parser.refuse("`in`");
    }
    let at = parser.at();
    let values = if let Some(directions) = parser.directions(true)? {
        LoopValues::Directions(directions)
    } else if let Some(set) = parser.word().filter(|word| is_set_of_directions(word)).map(str::to_owned) {
        parser.skip();
        LoopValues::Directions(Node::new(at, Part::Name(set)))
    } else {
        let first = parser.sum()?;
        parser.sign("..")?;
        LoopValues::Numbers(first, parser.sum()?)
    };
    parser.sign(":")?;
    Ok((name, values))
}

/// The other statements.
fn form(parser: &mut Parser) -> Result<Form, LanguageError> {
    const EXPECTED: &str = "a statement: game, board, squares, number, word, swap, turn, symmetry, start, require, let, \
                            for, place, step, leave, play, won, lost, drawn, stuck, at the end, score, players";
    if parser.word() == Some("let") {
        parser.skip();
        return Ok(Form::Define(parser.definition()?));
    }
    let Some(word) = parser.word().map(str::to_owned) else { return parser.refuse(EXPECTED) };
    let at = parser.at();
    parser.skip();
    match word.as_str() {
        "format" => {
            if number(parser)? == 1 {
                Ok(Form::Format)
            } else {
                parser.refuse("format 1")
            }
        }
        "board" => boards(parser),
        "squares" => Ok(Form::Squares(parser.expression()?)),
        "number" => setting(parser),
        "swap" => {
            let one = (parser.at(), parser.name("a word")?);
            let other = (parser.at(), parser.name("a second word")?);
            Ok(Form::Swap([one, other]))
        }
        "turn" => Ok(Form::Turn(symmetry(parser)?)),
        "symmetry" => {
            let mut found = vec![symmetry(parser)?];
            while !parser.is_at_end() {
                found.push(symmetry(parser)?);
            }
            Ok(Form::Symmetries(found))
        }
        "start" => Ok(Form::Start(assignments(parser)?)),
        "require" => Ok(Form::Require(parser.expression()?)),
        "place" => moves(parser, Way::Place),
        "step" | "leave" => {
            let kind = parser.name("a name for the moves")?;
            let direction = parser.sum()?;
            let way = if word == "step" { Way::Step(direction) } else { Way::Leave(direction) };
            targets(parser, way, kind)
        }
        "play" => play(parser),
        "won" | "lost" | "drawn" => {
            let condition = condition(parser)?;
            Ok(Form::Ends(ending(&word), condition))
        }
        "stuck" => stuck(parser),
        "at" => {
            for word in ["the", "end"] {
                if !parser.takes_word(word) {
                    return parser.refuse("`at the end`");
                }
            }
            let Some(word) = parser.word().map(str::to_owned) else {
                return parser.refuse("won, lost or drawn");
            };
            if !matches!(word.as_str(), "won" | "lost" | "drawn") {
                return parser.refuse("won, lost or drawn");
            }
            parser.skip();
            Ok(Form::AtTheEnd(ending(&word), condition(parser)?))
        }
        "players" => players(parser),
        "score" => Ok(Form::Score(parser.expression()?)),
        word => Err(LanguageError::expected(at, EXPECTED, format!("`{}`", shortened(word)))),
    }
}

fn ending(word: &str) -> Ending {
    match word {
        "won" => Ending::Won,
        "lost" => Ending::Lost,
        _ => Ending::Drawn,
    }
}

/// `if C`.
fn condition(parser: &mut Parser) -> Result<Node, LanguageError> {
    if parser.takes_word("if") { parser.expression() } else { parser.refuse("`if`") }
}

/// `4x4, 5x5`.
fn boards(parser: &mut Parser) -> Result<Form, LanguageError> {
    let mut found: Vec<Layout> = Vec::new();
    loop {
        let at = parser.at();
        let files = number(parser)?;
        let ranks =
            parser.word().and_then(|word| word.strip_prefix('x')).and_then(|ranks| ranks.parse().ok());
        let layout = ranks.and_then(|ranks| Layout::new(files as usize, ranks));
        let Some(layout) = layout.filter(|layout| !found.contains(layout)) else {
            return Err(LanguageError::expected(
                at,
                "a board such as 8x8, files x ranks, each 1 to 19, and each board once",
                "another one",
            ));
        };
        parser.skip();
        found.push(layout);
        if !parser.takes_sign(",") {
            return Ok(Form::Boards(found));
        }
    }
}

/// `K = 3 in 2..6`.
fn setting(parser: &mut Parser) -> Result<Form, LanguageError> {
    let name = parser.name("a name for the number")?;
    parser.sign("=")?;
    let default = parser.sum()?;
    if !parser.takes_word("in") {
        return Ok(Form::Number { name, range: [default.clone(), default.clone(), default] });
    }
    let least = parser.sum()?;
    parser.sign("..")?;
    let most = parser.sum()?;
    Ok(Form::Number { name, range: [default, least, most] })
}

fn symmetry(parser: &mut Parser) -> Result<Symmetry, LanguageError> {
    let at = parser.at();
    let name = hyphenated(parser);
    let others = || Symmetry::ALL.into_iter().filter(|&symmetry| symmetry != Symmetry::IDENTITY);
    others().find(|symmetry| symmetry.name() == name).ok_or_else(|| {
        let names: Vec<&str> = others().map(Symmetry::name).collect();
        LanguageError::expected(at, format!("one of {}", names.join(", ")), format!("`{name}`"))
    })
}

/// `A = E, B = E`.
fn assignments(parser: &mut Parser) -> Result<Vec<Assignment>, LanguageError> {
    let first = (parser.at(), parser.name("a word")?);
    assignments_after(parser, first)
}

fn assignments_after(parser: &mut Parser, first: (usize, String)) -> Result<Vec<Assignment>, LanguageError> {
    let mut found: Vec<Assignment> = Vec::new();
    let (mut at, mut word) = first;
    loop {
        if found.iter().any(|known| known.word == word) {
            return Err(LanguageError::expected(at, "each word once", format!("`{word}` again")));
        }
        parser.sign("=")?;
        found.push(Assignment { at, word, value: parser.expression()? });
        if !parser.takes_sign(",") {
            return Ok(found);
        }
        (at, word) = (parser.at(), parser.name("a word")?);
    }
}

fn moves(parser: &mut Parser, way: Way) -> Result<Form, LanguageError> {
    let kind = parser.name("a name for the moves")?;
    targets(parser, way, kind)
}

/// `= E when C`.
fn targets(parser: &mut Parser, way: Way, kind: String) -> Result<Form, LanguageError> {
    parser.sign("=")?;
    let squares = parser.expression()?;
    let when = if parser.takes_word("when") { Some(parser.expression()?) } else { None };
    Ok(Form::Moves(MovesForm { way, kind, squares, when }))
}

/// `KIND ...: A = E, B = E`.
fn play(parser: &mut Parser) -> Result<Form, LanguageError> {
    let mut names = vec![(parser.at(), parser.name("a kind of moves or a word")?)];
    while !parser.is_sign(":") && !parser.is_sign("=") {
        names.push((parser.at(), parser.name("a kind of moves, or `:`")?));
    }
    if parser.takes_sign(":") {
        return Ok(Form::Play { kinds: names, effects: assignments(parser)? });
    }
    // Without kinds, the name is that of the first word.
    if names.len() > 1 {
        return parser.refuse("`:` after kinds of moves");
    }
    let effects = assignments_after(parser, names.remove(0))?;
    Ok(Form::Play { kinds: Vec::new(), effects })
}

/// `1`, or the names of two players.
fn players(parser: &mut Parser) -> Result<Form, LanguageError> {
    if matches!(parser.here().kind, Kind::Number(1)) {
        parser.skip();
        return Ok(Form::Players(FilePlayers::One));
    }
    let first = lasting(&parser.name("1, or the names of two players")?);
    let at = parser.at();
    let second = lasting(&parser.name("the name of the second player")?);
    if first == second {
        return Err(LanguageError::expected(at, "another name for the second player", "the same name"));
    }
    Ok(Form::Players(FilePlayers::Two(Some([first, second]))))
}

fn stuck(parser: &mut Parser) -> Result<Form, LanguageError> {
    let all = [
        ("loses", WhenStuck::Loses),
        ("wins", WhenStuck::Wins),
        ("draws", WhenStuck::Draws),
        ("passes", WhenStuck::Passes),
    ];
    match all.into_iter().find(|(word, _)| parser.takes_word(word)) {
        Some((_, stuck)) => Ok(Form::Stuck(stuck)),
        None => parser.refuse("loses, wins, draws or passes"),
    }
}

fn number(parser: &mut Parser) -> Result<u32, LanguageError> {
    let Kind::Number(number) = parser.here().kind else { return parser.refuse("a number") };
    parser.skip();
    Ok(number)
}

/// Names, numbers and hyphens without blanks between them.
fn hyphenated(parser: &mut Parser) -> String {
    let mut text = String::new();
    let mut end = parser.at();
    while parser.at() == end {
        let part = match &parser.here().kind {
            Kind::Name(name) => name.clone(),
            Kind::Number(number) => number.to_string(),
            Kind::Sign("-") => "-".to_owned(),
            _ => break,
        };
        end += part.len();
        text += &part;
        parser.skip();
    }
    text
}
