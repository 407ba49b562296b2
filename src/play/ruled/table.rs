//! Records, trees and pictures of a game made of rules.

use super::board_rules::BoardRules;
use super::engine::{RulesEngine, TwinEngine, position, words};
use super::walk::{WalkEnd, walk, words_of};
use crate::game::{Picture, PlayError, ReplayReport, Table};
use crate::setup::{Setup, Token};
use crate::tree::{PerftCount, Tree, perft};
use crate::twin_comparison::Twins;
use crate::twin_game::{Engine as _, Opinion, PASS, TwinGame};
use crate::view::{PlyOutcome, PlyView, PositionView};
use certamen_draw::svg::{UNIT, square_places};
use certamen_draw::{Diagram, Mark, Piece, Shape};
use certamen_language::game_file::Declaration;
use certamen_search::{RuledSearch, SearchGame as _};
use certamen_work::stop::Stop;
use encodings::board::{Square, Symmetry};
use encodings::rules::{Leaves, NamedWords, Phase, Position, Rules, SECOND, View, parse_step, print_step};
use encodings::word::{NativeWord, Word};
use serde_json::{Value, json};
use std::sync::Arc;
use verify::strategy::StrategyReferee;

/// A table for a game made of rules.
pub(super) struct RuledTable<R: Rules>(pub(super) Arc<BoardRules<R>>);

/// The deepest tree that is counted sequentially.
const TASK: u32 = 5;

/// The tree below a position.
struct PositionTree<'s, R: Rules>(&'s BoardRules<R>);

/// A position, and the side from which its plies are named.
struct Node<R: Rules> {
    words: Vec<R::Native>,
    view: View,
}

impl<R: Rules> Node<R> {
    fn new(position: Position<R>, view: View) -> Self {
        Self { words: words(position), view }
    }

    fn position(&self) -> Position<R> {
        position(&self.words)
    }
}

impl<R: Rules> Tree for PositionTree<'_, R> {
    type Node = Node<R>;
    const TASK: u32 = TASK;

    fn children(&self, node: &Node<R>) -> Vec<Node<R>> {
        let Self(BoardRules { rules, .. }) = self;
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
        let Self(BoardRules { rules, .. }) = self;
        let position = node.position();
        match position.phase(rules) {
            Phase::Over(_) => Vec::new(),
            Phase::Passes(_) => vec![PASS.to_owned()],
            Phase::Moves(_) => position.steps(rules).map(|step| print_step(rules, step, node.view)).collect(),
        }
    }

    fn leaves(&self, node: &Node<R>, depth: u32) -> Leaves {
        node.position().leaves(&self.0.rules, depth)
    }
}

impl<R: Rules> Table for RuledTable<R> {
    fn declarations(&self) -> Vec<Declaration> {
        (self.0.declarations)(&self.0.rules)
    }

    fn perft(
        &self,
        position: Option<&str>,
        depth: u32,
        divide: bool,
        stop: &Stop,
    ) -> Result<PerftCount, PlayError> {
        let root = self.position(position)?;
        self.judge(root)?;
        perft(&PositionTree(&self.0), &Node::new(root, View::Straight), depth, divide, stop)
    }

    fn replay(&self, position: Option<&str>, record: &str) -> Result<ReplayReport, PlayError> {
        Ok(report(&self.0, walk(&self.0, self.position(position)?, record, &mut |_| ())?))
    }

    fn twins(&self, _: Option<&str>) -> Result<Option<Box<dyn Twins + '_>>, PlayError> {
        let board_rules = &*self.0;
        let twin = board_rules.has_naive_twin().then_some(TwinEngine(board_rules));
        Ok(twin.map(|twin| Box::new(TwinGame::new(RulesEngine(board_rules), Some(twin))) as Box<dyn Twins>))
    }

    fn symmetries(&self) -> Vec<Vec<usize>> {
        RuledSearch::new(&self.0.rules, None).symmetries()
    }

    fn referee(&self) -> Option<Box<dyn StrategyReferee>> {
        self.0.referee.map(|referee| referee(self.0.clone()))
    }

    fn show(&self, position: &str) -> Result<Picture, PlayError> {
        let position = self.position(Some(position))?;
        Ok(self.shown(position, &self.judge(position)?))
    }

    fn view(&self, position: Option<&str>) -> Result<PositionView, PlayError> {
        let BoardRules { rules, .. } = &*self.0;
        let here = self.position(position)?;
        let line = self.0.print(here);
        let layout = rules.layout();
        let named = |word: R::Native| -> Vec<String> {
            let squares = layout.all().filter(|square| word.bit(square.index()));
            squares.map(|square| layout.name(square).to_string()).collect()
        };
        let ply_view = |name: String, squares: Vec<String>, after: Position<R>| {
            // Where the game is over, the rules need not allow the board, and then it cannot be read again.
            let is_over = || matches!(after.phase(rules), Phase::Over(_));
            let outcome = if !rules.well_formed(after.board()) && is_over() {
                let opinion = RulesEngine(&*self.0).opinion(&words(after));
                PlyOutcome::Ended(opinion.map_or_else(|error| error.to_string(), |opinion| caption(&opinion)))
            } else {
                PlyOutcome::Position(self.0.print(after))
            };
            PlyView::new(name, squares, outcome)
        };
        let plies = match here.phase(rules) {
            Phase::Over(_) => Vec::new(),
            Phase::Passes(next) => vec![ply_view(PASS.to_owned(), Vec::new(), next)],
            Phase::Moves(_) => {
                let ply = |step| {
                    let name = print_step(rules, step, View::Straight);
                    let (mut squares, to) = (named(step.from()), named(step.to()));
                    squares.extend(
                        to.into_iter().filter(|square| !squares.contains(square)).collect::<Vec<_>>(),
                    );
                    ply_view(name, squares, here.after(rules, step))
                };
                here.steps(rules).map(ply).collect()
            }
        };
        // This compares what each ply leads to.
        let opinion = self.judge(here)?;
        let ended = opinion.outcome.as_ref().map(|_| caption(&opinion));
        let (known_as, shown) = (line.clone(), self.shown(here, &opinion));
        let (squares, facts) = (square_places(layout), Vec::new());
        Ok(PositionView { position: line, known_as, shown, squares, plies, note: None, facts, ended })
    }

    fn setup(&self, view: &PositionView) -> Option<Setup> {
        let rules = &self.0.rules;
        let names = &rules.names()[..rules.words_of_pieces()];
        let piece = |(word, letter): (usize, char)| match names.get(word) {
            Some(name) => Token::new(letter, *name, piece(word, letter).svg(UNIT / 2, UNIT / 2)),
            None => Token::new(letter, "empty", ""),
        };
        let tokens = rules.letters().chars().enumerate().map(piece).collect();
        let layout = rules.layout();
        // A slash stands between ranks.
        let place = |square: Square| square.index() + square.index() / layout.files();
        Some(Setup::of_layout(view.position.clone(), layout, place, tokens))
    }

    fn images(&self, view: &PositionView) -> Vec<String> {
        let rules = &self.0.rules;
        let setup = self.setup(view);
        let group = Symmetry::group(rules.symmetries());
        setup.map(|setup| setup.images(rules.layout(), &group)).unwrap_or_default()
    }

    /// A record names its squares as its first position does, also if the board turns with the player to move.
    fn follow(
        &self,
        position: Option<&str>,
        record: &str,
        most: usize,
    ) -> Result<Vec<PositionView>, PlayError> {
        let BoardRules { rules, .. } = &*self.0;
        let mut here = self.position(position)?;
        let mut seen = vec![self.view(Some(&self.0.print(here)))?];
        for (_, ply) in words_of(record) {
            if seen.len() > most {
                break;
            }
            let view = View::after(seen.len() - 1);
            match (here.phase(rules), parse_step(rules, here, view, ply)) {
                (Phase::Passes(next), _) => {
                    here = next;
                    seen.push(self.view(Some(&self.0.print(here)))?);
                    if ply.eq_ignore_ascii_case(PASS) {
                        continue;
                    }
                    let Ok(step) = parse_step(rules, here, View::after(seen.len() - 1), ply) else { break };
                    here = here.after(rules, step);
                }
                (_, Ok(step)) => here = here.after(rules, step),
                (_, Err(_)) => break,
            }
            seen.push(self.view(Some(&self.0.print(here)))?);
        }
        Ok(seen)
    }
}

impl<R: Rules> RuledTable<R> {
    /// Reads a position. Without a text, it is the start.
    fn position(&self, text: Option<&str>) -> Result<Position<R>, PlayError> {
        match text {
            Some(text) => self.0.parse(text).map_err(|error| PlayError::Position(error.to_string())),
            None => Ok(Position::start(&self.0.rules)),
        }
    }

    fn shown(&self, position: Position<R>, opinion: &Opinion) -> Picture {
        let diagram = diagram(&self.0, position, &caption(opinion));
        let is_over = opinion.outcome.is_some();
        let moves = if is_over { Value::Null } else { json!(opinion.moves().collect::<Vec<_>>()) };
        let object = json!({
            "position": self.0.print(position), "mobility": opinion.mobility(), "moves": moves,
            "over": is_over,
        });
        Picture { text: diagram.text(), svg: diagram.svg(), object }
    }

    fn judge(&self, position: Position<R>) -> Result<Opinion, PlayError> {
        Ok(self.0.judge(position)?)
    }
}

/// The report on a record.
pub(super) fn report<R: Rules>(board_rules: &BoardRules<R>, walked: WalkEnd<R>) -> ReplayReport {
    let WalkEnd { plies, passes, end: position, opinion, complaint } = walked;
    if let Some(complaint) = complaint {
        return ReplayReport::illegal(complaint);
    }
    let line = board_rules.print(position);
    let end = match &opinion.outcome {
        Some(outcome) => format!("game over, {outcome} for the player to move"),
        None => line.clone(),
    };
    ReplayReport {
        is_legal: true,
        diagram: diagram(board_rules, position, &caption(&opinion)).text(),
        verdict: format!("legal: {plies} plies; {end}"),
        object: json!({
            "legal": true, "plies": plies, "passes": passes, "position": line,
            "over": opinion.outcome.is_some(),
        }),
    }
}

/// A position with the targets of the legal moves, seen by the player to move.
pub(super) fn diagram<R: Rules>(
    board_rules: &BoardRules<R>,
    position: Position<R>,
    caption: &str,
) -> Diagram {
    let rules = &board_rules.rules;
    let layout = rules.layout();
    let targets: Vec<Square> = position
        .steps(rules)
        .filter_map(|step| step.to().first().and_then(|index| layout.square(index)))
        .collect();
    let letters: Vec<char> = rules.letters().chars().collect();
    let mut lines = vec![caption.to_owned()];
    if rules.has_second() {
        let is_second = position.board().get(rules.words_of_pieces()).bit(0);
        lines.push(format!("the {} player to move", if is_second { SECOND } else { "first" }));
    }
    let mut diagram = Diagram::new(layout, lines);
    for square in layout.all() {
        let word =
            position.board().words().take(rules.words_of_pieces()).position(|word| word.bit(square.index()));
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
    match &opinion.outcome {
        Some(outcome) => format!("game over: {outcome} for the player to move"),
        None => match opinion.mobility() {
            1 => "1 legal move".to_owned(),
            moves => format!("{moves} legal moves"),
        },
    }
}
