//! The rules of Go and the naive game, stepped together, by the rules of trees: two passes end a game.

use super::rules::RuleFlags;
use certamen_play::twin_game::{Engine, EngineError, Opinion, PASS, RandomGames, faithful};
use certamen_play::{PlayError, TwinGame, TwinGames, TwinTree, Twins};
use certamen_work::Stop;
use encodings::go::position::{Line, NativeWord};
use encodings::go::{Board, Position, Stones, notation};
use encodings::word::{WidestWord, Word as _};
use std::marker::PhantomData;
use verify::go::{self as naive, Action, Size, Stone};

/// The games of a board.
pub(super) struct GoTwins {
    pub(super) board: Board,
    pub(super) size: Size,
    pub(super) rules: RuleFlags,
}

impl GoTwins {
    /// The smallest word that has room for the board, as trees are counted.
    fn on_words(&self) -> Box<dyn Twins + '_> {
        let naive = Some(TwinEngine { size: self.size, rules: self.rules.naive_of_trees() });
        let (board, rules) = (&self.board, self.rules);
        if board.points() <= 64 {
            Box::new(TwinGame::new(RulesEngine { board, rules, word: PhantomData::<fn() -> u64> }, naive))
        } else {
            Box::new(TwinGame::new(
                RulesEngine { board, rules, word: PhantomData::<fn() -> WidestWord> },
                naive,
            ))
        }
    }
}

impl Twins for GoTwins {
    fn usual(&self) -> RandomGames {
        self.on_words().usual()
    }

    fn compare(&self, position: Option<&str>) -> Result<(), PlayError> {
        self.on_words().compare(position)
    }

    fn tree(&self, position: Option<&str>, depth: u32, stop: &Stop) -> Result<TwinTree, PlayError> {
        self.on_words().tree(position, depth, stop)
    }

    fn games(
        &self,
        position: Option<&str>,
        wanted: RandomGames,
        stop: &Stop,
    ) -> Result<TwinGames, PlayError> {
        self.on_words().games(position, wanted, stop)
    }
}

/// The native rules.
struct RulesEngine<'b, W> {
    board: &'b Board,
    rules: RuleFlags,
    word: PhantomData<fn() -> W>,
}

/// The naive game.
struct TwinEngine {
    size: Size,
    rules: naive::Rules,
}

fn outcome(is_over: bool) -> Option<String> {
    is_over.then(|| "over after two passes".to_owned())
}

impl<'b, W: NativeWord + Send + Sync> Engine for RulesEngine<'b, W> {
    type State = Line<'b, W>;

    fn start(&self, text: Option<&str>) -> Result<Line<'b, W>, EngineError> {
        let mut stones = Stones { own: W::default(), opp: W::default() };
        if let Some(text) = text {
            let (_, wide) = notation::parse(text)?;
            for square in self.board.layout().all().map(encodings::board::Square::index) {
                let unit = |side: WidestWord, word: W| {
                    if side.bit(square) { word | word.unit(square) } else { word }
                };
                stones = Stones { own: unit(wide.own, stones.own), opp: unit(wide.opp, stones.opp) };
            }
        }
        let start = Position::new(self.board, stones)?;
        let (suicide, ko) = self.rules.of_trees();
        Ok(Line::new(start, suicide, ko))
    }

    fn opinion(&self, line: &Line<'b, W>) -> Result<Opinion, EngineError> {
        let stones = line.position().stones();
        let text = notation::print(self.board, stones);
        let plies = line.successors().map(|(point, _)| {
            point.map_or_else(|| PASS.to_owned(), |point| notation::print_point(self.board, point))
        });
        let text = faithful(text, !(stones.own & stones.opp).any());
        Ok(Opinion::new(text, plies.collect(), outcome(line.is_over())))
    }

    fn play(&self, line: &Line<'b, W>, ply: &str) -> Result<Line<'b, W>, EngineError> {
        let point = match ply {
            PASS => None,
            ply => Some(notation::parse_point(self.board.layout(), ply).ok_or("there is no such point")?),
        };
        let next = line.successors().find(|(found, _)| *found == point);
        next.map(|(_, next)| next).ok_or_else(|| "the ply is not legal".into())
    }
}

impl Engine for TwinEngine {
    type State = naive::Game;

    fn start(&self, text: Option<&str>) -> Result<naive::Game, EngineError> {
        let board = match text {
            Some(text) => naive::parse_board(text)?,
            None => naive::Board::empty(self.size),
        };
        let start = naive::Position { board, mover: Stone::Black };
        Ok(naive::Game::new(start, self.rules)?)
    }

    fn opinion(&self, game: &naive::Game) -> Result<Opinion, EngineError> {
        let naive::Position { board, mover } = game.position();
        let board = if *mover == Stone::Black { board.clone() } else { board.recoloured() };
        let plies = game.legal_actions().iter().map(ToString::to_string).collect();
        Ok(Opinion::new(naive::write_line(&board), plies, outcome(game.is_over())))
    }

    fn play(&self, game: &naive::Game, ply: &str) -> Result<naive::Game, EngineError> {
        let action = match ply {
            PASS => Action::Pass,
            ply => Action::Place(ply.parse()?),
        };
        let mut next = game.clone();
        next.play(action)?;
        Ok(next)
    }
}
