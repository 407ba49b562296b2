//! Push Fight for the retrograde engine: all positions with an anchor, or those that can follow a push, on boards small
//! enough.
//!
//! A move is a whole turn. Numbers are those of `encodings::push_fight::number`, one for each two positions that half a
//! turn of the board exchanges. Turns and turns back are made as numbers ([`Direct`]), so that none is stored and a table
//! has a byte for each number. A win in `t` turns of the player to move is one in `2t - 1` plies, a loss in `t` one in
//! `2t`. A turn that leaves the other player without a push wins in 1. `solve-position` finds such a win as one in 2, as
//! the phases of the public solution do, so that its numbers of turns can be greater; who wins is the same.

mod boards;

pub use boards::{Form, Setup};

use crate::board::NAME;
use crate::play::{PushFightGame, START};
use boards::AnyBoard;
use certamen_ask::error::QuestionError;
use certamen_ask::flag::{Flag, Given};
use certamen_play::{PlayError, Solvable};
use certamen_retro::positions::{
    Direct, DirectTarget, Game, LayerShape, LocalValue, Place, RetroError, Solver, Turn,
};
use certamen_retro::subject::{AnyRetro, CrossCheck, CrossCheckError, NotatedGame, OpenPurpose, Subject};
use encodings::push_fight::Pieces;
use encodings::rules::Ending;
use std::ops::ControlFlow;
use verify::push_fight as naive;

/// The game on a board.
#[derive(Debug)]
pub struct PushFightRetro {
    board: Box<dyn AnyBoard>,
    shapes: [LayerShape; 1],
}

/// What a turn leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnTarget {
    /// The other player has lost a piece, and with it the game.
    Lost,
    /// The game goes on.
    Position(Pieces<u32>),
}

impl PushFightRetro {
    /// The game on one of the boards of [`Setup::ALL`], with numbers for all positions that have an anchor.
    pub fn new(setup: Setup) -> Option<Self> {
        Self::in_form(setup, Form::All)
    }

    /// The same with numbers for the positions of a form. `None` also if the naive game does not have the board: there would
    /// be no second opinion.
    pub fn in_form(setup: Setup, form: Form) -> Option<Self> {
        let board = setup.open(form)?;
        board.variant()?;
        let size = board.len();
        Some(Self { board, shapes: [LayerShape { name: "positions".to_owned(), size }] })
    }
}

fn subject(setup: Setup, form: Form) -> String {
    let form = if form == Form::Minimized { ", minimized" } else { "" };
    format!("{NAME} {setup}{form}")
}

impl Game for PushFightRetro {
    type Position = TurnTarget;

    fn subject(&self) -> String {
        subject(self.board.setup(), self.board.form())
    }

    fn layers(&self) -> &[LayerShape] {
        &self.shapes
    }

    fn leads_to(&self, _: u32) -> &[u32] {
        &[0]
    }

    fn position(&self, at: Place) -> Option<TurnTarget> {
        self.board.position(at.rank).map(TurnTarget::Position)
    }

    fn place(&self, position: &TurnTarget) -> Option<Place> {
        match *position {
            TurnTarget::Lost => None,
            TurnTarget::Position(pieces) => Some(Place { layer: 0, rank: self.board.number(pieces)? }),
        }
    }

    fn turn(&self, position: &TurnTarget, next: &mut Vec<TurnTarget>) -> Turn {
        let TurnTarget::Position(pieces) = *position else { return Turn::Over(Ending::Lost) };
        if self.board.winning(pieces).is_some() {
            next.push(TurnTarget::Lost);
        }
        next.extend(self.board.successors(pieces).into_iter().map(TurnTarget::Position));
        // Who cannot push has lost.
        if next.is_empty() { Turn::Over(Ending::Lost) } else { Turn::Moves }
    }

    fn show(&self, position: &TurnTarget) -> String {
        match *position {
            TurnTarget::Lost => "a lost piece".to_owned(),
            TurnTarget::Position(pieces) => self.board.show(pieces),
        }
    }

    fn twins(&self, position: &TurnTarget) -> Vec<TurnTarget> {
        match *position {
            TurnTarget::Lost => Vec::new(),
            TurnTarget::Position(pieces) => vec![TurnTarget::Position(self.board.rotated(pieces))],
        }
    }
}

impl Direct for PushFightRetro {
    fn alone(&self, number: u64) -> LocalValue {
        self.board.alone(number)
    }

    fn each_move(&self, number: u64, mut give: impl FnMut(DirectTarget) -> ControlFlow<()>) {
        self.board.each_move(number, &mut give);
    }

    fn each_unmove(&self, number: u64, mut give: impl FnMut(u64)) {
        self.board.each_unmove(number, &mut give);
    }
}

impl NotatedGame for PushFightRetro {
    /// Players place their pieces as they like. On the published board there is the position where records begin.
    fn start(&self) -> Option<TurnTarget> {
        let setup = self.board.setup();
        let is_published = setup.board() == "8x4" && setup.is_default() && self.board.form() == Form::All;
        is_published.then(|| self.board.parse(START).ok().map(TurnTarget::Position)).flatten()
    }

    fn parse(&self, text: &str) -> Result<TurnTarget, RetroError> {
        let pieces = self.board.parse(text).map_err(RetroError::Position)?;
        let lacking = match self.board.number(pieces) {
            Some(_) => return Ok(TurnTarget::Position(pieces)),
            None if pieces.anchor == 0 => "it has no anchor: only positions after the first push are solved",
            None => "no push can have led there, so tables in the minimized form do not have it",
        };
        Err(RetroError::Position(lacking.to_owned()))
    }

    fn moves(&self, position: &TurnTarget, _: usize) -> Vec<(String, TurnTarget)> {
        let TurnTarget::Position(pieces) = *position else { return Vec::new() };
        let wins = self.board.winning(pieces).map(|turn| (turn, TurnTarget::Lost));
        let named = |next| Some((self.board.turn_between(pieces, next)?, TurnTarget::Position(next)));
        wins.into_iter().chain(self.board.successors(pieces).into_iter().filter_map(named)).collect()
    }
}

/// A board, as something that can be solved.
#[derive(Debug)]
struct BoardSubject(Setup, Form);

impl Subject for BoardSubject {
    type Game = PushFightRetro;

    fn subject(&self) -> String {
        subject(self.0, self.1)
    }

    fn game(&self, _: OpenPurpose<'_>) -> Result<PushFightRetro, RetroError> {
        let name = subject(self.0, self.1);
        let none = || RetroError::Rules(format!("{name}: its positions cannot be numbered"));
        PushFightRetro::in_form(self.0, self.1).ok_or_else(none)
    }

    fn solver<'g>(&self, game: &'g PushFightRetro) -> Solver<'g, PushFightRetro> {
        Solver::new(game).with_numbers()
    }

    fn has_numbers(&self) -> bool {
        true
    }

    fn cross_checks(&self) -> Vec<Box<dyn CrossCheck<TurnTarget> + '_>> {
        // Every board has a naive one; without it there would be no second opinion.
        let way = |board: Box<dyn AnyBoard>| -> Option<Box<dyn CrossCheck<TurnTarget>>> {
            let variant = board.variant()?;
            Some(Box::new(NaiveTurns { variant, board }))
        };
        self.0.open(self.1).and_then(way).into_iter().collect()
    }
}

/// The turns of the naive game. Positions pass as text.
struct NaiveTurns {
    variant: naive::Variant,
    board: Box<dyn AnyBoard>,
}

impl CrossCheck<TurnTarget> for NaiveTurns {
    fn name(&self) -> &'static str {
        "the naive game"
    }

    fn turn(
        &mut self,
        position: &TurnTarget,
        next: &mut Vec<TurnTarget>,
    ) -> Result<Option<Turn>, CrossCheckError> {
        let TurnTarget::Position(pieces) = *position else { return Ok(Some(Turn::Over(Ending::Lost))) };
        let drawn = naive::parse_position(&self.variant, &self.board.show(pieces));
        let naive::Successors { positions, wins } = naive::successors(&drawn?);
        let is_over = positions.is_empty() && !wins;
        next.extend(wins.then_some(TurnTarget::Lost));
        for after in &positions {
            next.push(TurnTarget::Position(self.board.parse(&naive::write_line(after))?));
        }
        Ok(Some(if is_over { Turn::Over(Ending::Lost) } else { Turn::Moves }))
    }
}

/// The forms of tables by name.
const FORMS: &[(&str, &str)] = &[
    ("all", "all positions with an anchor"),
    ("minimized", "those that can follow a push: every turn leads to one of them"),
];

/// The boards.
const FLAGS: &[Flag] = &[
    Flag::text("board", "BOARD", "The board: 4x3, 4x4, 5x4, 6x3, 6x4, 7x4, 8x3 or 8x4 [default: 8x4]"),
    Flag::number("pushers", "N", "Pushers of each player [default: what the board has]"),
    Flag::number("movers", "N", "Movers of each player [default: what the board has]"),
    Flag::choice("form", "FORM", FORMS, "The positions that tables have [default: all]"),
];

impl Solvable for PushFightGame {
    fn flags(&self) -> Vec<Flag> {
        FLAGS.to_vec()
    }

    fn examples(&self) -> Vec<(String, String)> {
        let line = |verb: &str, rest: &str| (format!("retro {verb} {NAME} {rest}--dir pf4"), String::new());
        let plan = (format!("retro build {NAME} --board 8x4 --plan"), "why it is not solved here".to_owned());
        vec![
            line("build", "--board 4x4 "),
            line("build", "--board 4x4 --pushers 1 --movers 1 "),
            line("build", "--board 4x4 --form minimized "),
            plan,
            line("probe", "OxO...o.YX "),
            line("stats", ""),
            line("longest", ""),
            line("audit", ""),
            line("export", "--to csv -o pf4.csv "),
            (format!("retro distances {NAME} --board 8x4 --plan"), "50 GB of marks".to_owned()),
        ]
    }

    fn help(&self) -> &'static str {
        "A ply is a whole turn. All positions with an anchor are solved, whether a push can have ended there or not; in the \
         minimized form only those in which one can."
    }

    fn all(&self) -> Vec<Box<dyn AnyRetro>> {
        let forms = [Form::All, Form::Minimized].into_iter();
        forms.flat_map(|form| Setup::ALL.iter().map(move |&setup| solving(setup, form))).collect()
    }

    fn solving(&self, given: &Given) -> Result<Box<dyn AnyRetro>, PlayError> {
        let setup = setup(given).map_err(|error| PlayError::Flags(error.to_string()))?;
        let form = if given.text("form") == Some("minimized") { Form::Minimized } else { Form::All };
        Ok(solving(setup, form))
    }
}

fn solving(setup: Setup, form: Form) -> Box<dyn AnyRetro> {
    Box::new(BoardSubject(setup, form))
}

/// The board and the pieces that flags ask for.
fn setup(given: &Given) -> Result<Setup, QuestionError> {
    let board = given.text("board").unwrap_or("8x4");
    let of_board = || Setup::ALL.iter().copied().filter(|setup| setup.board() == board);
    let Some(default) = of_board().next() else {
        let mut known: Vec<String> = Setup::ALL.iter().map(|setup| setup.board()).collect();
        known.dedup();
        return Err(QuestionError::value("board", board, format!("retro is about {}", known.join(", "))));
    };
    let number = |name: &str| given.number(name).map(|number| number as usize);
    let pushers = number("pushers").unwrap_or(default.pushers);
    let movers = number("movers").unwrap_or(default.movers);
    let found = of_board().find(|setup| (setup.pushers, setup.movers) == (pushers, movers));
    found.ok_or_else(|| {
        let known: Vec<String> =
            of_board().map(|setup| format!("{} and {}", setup.pushers, setup.movers)).collect();
        let reason = format!("pushers and movers of {board} can be {}", known.join(", "));
        QuestionError::value("pushers", format!("{pushers} --movers {movers}"), reason)
    })
}
