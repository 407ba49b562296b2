//! Records, trees and pictures of a game made of rules.

use super::seat::{Opinion, Seat};
use super::walk::{PASS, Walked, walk, words_of};
use crate::game::{PlayError, Replayed, Shown, Table};
use crate::setup::{Setup, Token};
use crate::sight::{After, Onward, Sight};
use crate::tree::{Counted, Tree, perft};
use certamen_draw::svg::{UNIT, spots};
use certamen_draw::{Diagram, Mark, Piece, Shape};
use certamen_work::stop::Stop;
use encodings::board::{Square, Symmetry};
use encodings::rules::{Ending, NamedWords, Phase, Position, Rules, View, parse_step, print_step};
use encodings::word::{NativeWord, Word};
use serde_json::{Value, json};
use std::sync::Arc;
use verify::naive::Ended;

/// A table for a game made of rules.
pub(super) struct SeatedTable<R>(pub(super) Arc<Seat<R>>);

/// The deepest tree that is counted sequentially.
const TASK: u32 = 5;

/// The tree below a position.
struct Below<'s, R>(&'s Seat<R>);

/// A position, and the side from which its plies are named. The words are stored separately, because boards of any word
/// cannot be guaranteed to be `Send`.
struct Node<R: Rules> {
    words: Vec<R::Native>,
    view: View,
}

impl<R: Rules> Node<R> {
    fn new(position: Position<R>, view: View) -> Self {
        Self { words: position.board().words().collect(), view }
    }

    fn position(&self) -> Position<R> {
        let mut words = self.words.iter().copied();
        Position::trusted(NamedWords::build(|_| words.next().unwrap_or_default()))
    }
}

impl<R: Rules> Tree for Below<'_, R> {
    type Node = Node<R>;
    const TASK: u32 = TASK;

    fn children(&self, node: &Node<R>) -> Vec<Node<R>> {
        let Self(Seat { rules, .. }) = self;
        let view = node.view.next();
        let position = node.position();
        match position.phase(rules) {
            Phase::Over(_) => Vec::new(),
            Phase::Passes(next) => vec![Node::new(next, view)],
            Phase::Moves(_) => {
                position.steps(rules).map(|step| Node::new(position.after(rules, step), view)).collect()
            }
        }
    }

    fn names(&self, node: &Node<R>) -> Vec<String> {
        let Self(Seat { rules, .. }) = self;
        let position = node.position();
        match position.phase(rules) {
            Phase::Over(_) => Vec::new(),
            Phase::Passes(_) => vec![PASS.to_owned()],
            Phase::Moves(_) => position.steps(rules).map(|step| print_step(rules, step, node.view)).collect(),
        }
    }

    fn leaves(&self, node: &Node<R>, depth: u32) -> u64 {
        node.position().perft(&self.0.rules, depth)
    }
}

impl<R: Rules> Table for SeatedTable<R> {
    fn perft(
        &self,
        position: Option<&str>,
        depth: u32,
        divide: bool,
        stop: &Stop,
    ) -> Result<Counted, PlayError> {
        let root = Node::new(self.position(position)?, View::Straight);
        perft(&Below(&self.0), &root, depth, divide, stop)
    }

    fn replay(&self, position: Option<&str>, record: &str) -> Result<Replayed, PlayError> {
        let Seat { rules, .. } = &*self.0;
        let start = self.position(position)?;
        let walked = walk(rules, start, record, &mut |position| self.judge(position).map(|_| ()))?;
        let Walked { plies, passes, end: position, complaint } = walked;
        if let Some(complaint) = complaint {
            return Ok(Replayed::illegal(complaint));
        }
        let line = self.0.print(position);
        let end = match position.ending(rules) {
            Some(ending) => format!("game over, {} for the player to move", ended(ending)),
            None => line.clone(),
        };
        Ok(Replayed {
            is_legal: true,
            diagram: self.diagram(position)?.text(),
            verdict: format!("legal: {plies} plies; {end}"),
            object: json!({
                "legal": true, "plies": plies, "passes": passes, "position": line,
                "over": position.ending(rules).is_some(),
            }),
        })
    }

    fn show(&self, position: &str) -> Result<Shown, PlayError> {
        let position = self.position(Some(position))?;
        let opinion = self.judge(position)?;
        let diagram = self.diagram(position)?;
        let moves = match &opinion {
            Opinion::Plies(names) => json!(names),
            Opinion::Ended(_) => Value::Null,
        };
        let object = json!({
            "position": self.0.print(position), "mobility": opinion.mobility(), "moves": moves,
            "over": matches!(opinion, Opinion::Ended(_)),
        });
        Ok(Shown { text: diagram.text(), svg: diagram.svg(), object })
    }

    fn sight(&self, position: Option<&str>) -> Result<Sight, PlayError> {
        let Seat { rules, .. } = &*self.0;
        let here = self.position(position)?;
        let line = self.0.print(here);
        let layout = rules.layout();
        let named = |word: R::Native| -> Vec<String> {
            let squares = layout.all().filter(|square| word.bit(square.index()));
            squares.map(|square| layout.name(square).to_string()).collect()
        };
        let onward = |name: String, squares: Vec<String>, after: Position<R>| {
            Onward::new(name, squares, After::Position(self.0.print(after)))
        };
        let plies = match here.phase(rules) {
            Phase::Over(_) => Vec::new(),
            Phase::Passes(next) => vec![onward(PASS.to_owned(), Vec::new(), next)],
            Phase::Moves(_) => {
                let ply = |step| {
                    let name = print_step(rules, step, View::Straight);
                    let (mut squares, to) = (named(step.from()), named(step.to()));
                    squares.extend(
                        to.into_iter().filter(|square| !squares.contains(square)).collect::<Vec<_>>(),
                    );
                    onward(name, squares, here.after(rules, step))
                };
                here.steps(rules).map(ply).collect()
            }
        };
        let ended =
            here.ending(rules).map(|ending| format!("game over: {} for the player to move", ended(ending)));
        let (known_as, shown) = (line.clone(), self.show(&line)?);
        let (spots, facts) = (spots(layout), Vec::new());
        Ok(Sight { position: line, known_as, shown, spots, plies, note: None, facts, ended })
    }

    fn setup(&self, sight: &Sight) -> Option<Setup> {
        let rules = &self.0.rules;
        let names = <R::Board<R::Native> as NamedWords>::NAMES;
        let piece = |(word, letter): (usize, char)| match names.get(word) {
            Some(name) => Token::new(letter, *name, piece(word, letter).svg(UNIT / 2, UNIT / 2)),
            None => Token::new(letter, "empty", ""),
        };
        let tokens = rules.letters().chars().enumerate().map(piece).collect();
        let layout = rules.layout();
        // A slash stands between ranks.
        let place = |square: Square| square.index() + square.index() / layout.files();
        Some(Setup::of_layout(sight.position.clone(), layout, place, tokens))
    }

    fn images(&self, sight: &Sight) -> Vec<String> {
        let rules = &self.0.rules;
        let setup = self.setup(sight);
        let group = Symmetry::group(rules.symmetries());
        setup.map(|setup| setup.images(rules.layout(), &group)).unwrap_or_default()
    }

    /// A record names its squares as its first position does, also if the board turns with the player to move.
    fn follow(&self, position: Option<&str>, record: &str, most: usize) -> Result<Vec<Sight>, PlayError> {
        let Seat { rules, .. } = &*self.0;
        let mut here = self.position(position)?;
        let mut seen = vec![self.sight(Some(&self.0.print(here)))?];
        for (_, ply) in words_of(record) {
            if seen.len() > most {
                break;
            }
            let view = View::after(seen.len() - 1);
            match (here.phase(rules), parse_step(rules, here, view, ply)) {
                (Phase::Passes(next), _) => {
                    here = next;
                    seen.push(self.sight(Some(&self.0.print(here)))?);
                    if ply.eq_ignore_ascii_case(PASS) {
                        continue;
                    }
                    let Ok(step) = parse_step(rules, here, View::after(seen.len() - 1), ply) else { break };
                    here = here.after(rules, step);
                }
                (_, Ok(step)) => here = here.after(rules, step),
                (_, Err(_)) => break,
            }
            seen.push(self.sight(Some(&self.0.print(here)))?);
        }
        Ok(seen)
    }
}

impl<R: Rules> SeatedTable<R> {
    /// Reads a position, compared with the naive twin. Without a text, it is the start.
    fn position(&self, text: Option<&str>) -> Result<Position<R>, PlayError> {
        match text {
            Some(text) => {
                let position = self.0.parse(text).map_err(|error| PlayError::Position(error.to_string()))?;
                self.judge(position)?;
                Ok(position)
            }
            None => Ok(Position::start(&self.0.rules)),
        }
    }

    fn judge(&self, position: Position<R>) -> Result<Opinion, PlayError> {
        self.0.judge(position).map_err(|error| PlayError::Disagreement(error.to_string()))
    }

    fn diagram(&self, position: Position<R>) -> Result<Diagram, PlayError> {
        let opinion = self.judge(position)?;
        Ok(diagram(&self.0, position, &caption(&opinion)))
    }
}

/// A position with the targets of the legal moves, seen by the player to move.
pub(super) fn diagram<R: Rules>(seat: &Seat<R>, position: Position<R>, caption: &str) -> Diagram {
    let rules = &seat.rules;
    let layout = rules.layout();
    let targets: Vec<Square> = position
        .steps(rules)
        .filter_map(|step| step.to().first().and_then(|index| layout.square(index)))
        .collect();
    let letters: Vec<char> = rules.letters().chars().collect();
    let mut diagram = Diagram::new(layout, vec![caption.to_owned()]);
    for square in layout.all() {
        let word = position.board().words().position(|word| word.bit(square.index()));
        let piece = word.map(|word| piece(word, letters.get(word).copied().unwrap_or('?')));
        diagram.set(
            square,
            match (piece, targets.contains(&square)) {
                (Some(piece), true) => Mark::Capture(piece),
                (Some(piece), false) => Mark::Piece(piece),
                (None, true) => Mark::Target,
                (None, false) => Mark::Empty,
            },
        );
    }
    diagram
}

/// A piece of a word, by its number.
const fn piece(word: usize, letter: char) -> Piece {
    let shape = match word {
        0 => Shape::Dark,
        1 => Shape::Light,
        _ => Shape::Block,
    };
    Piece { letter, shape }
}

/// The facts of a position in one line.
pub(super) fn caption(opinion: &Opinion) -> String {
    match opinion {
        Opinion::Ended(ended) => {
            let how = match ended {
                Ended::Won => "won",
                Ended::Lost => "lost",
                Ended::Drawn => "drawn",
            };
            format!("game over: {how} for the player to move")
        }
        Opinion::Plies(names) => moves_in_words(names.len() as u32),
    }
}

/// A number of legal moves as text.
pub(super) fn moves_in_words(moves: u32) -> String {
    match moves {
        1 => "1 legal move".to_owned(),
        moves => format!("{moves} legal moves"),
    }
}

const fn ended(ending: Ending) -> &'static str {
    match ending {
        Ending::Won => "won",
        Ending::Lost => "lost",
        Ending::Drawn => "drawn",
    }
}
