//! Othello solved backwards: its rules as they are, with the discs at the end as scores.
//!
//! 4x4 is solved in seconds. The larger boards have more positions than any memory.

use crate::play::{BOARD, OthelloGame, board};
use crate::searched::{difference, read, write};
use crate::{NAME, OthelloSize};
use certamen_ask::flag::{Flag, Given};
use certamen_play::ruled::by_solver;
use certamen_play::{PlayError, Solvable};
use certamen_retro::positions::Turn;
use certamen_retro::ruled::{RuledSettings, RuledSubject};
use certamen_retro::subject::{AnyRetro, CrossCheck, CrossCheckError};
use encodings::board::Grid;
use encodings::othello::notation;
use encodings::othello::rules::Othello;
use encodings::rules::{Ending, Position};
use std::cmp::Ordering;
use verify::othello as naive;

impl Solvable for OthelloGame {
    fn flags(&self) -> Vec<Flag> {
        BOARD.to_vec()
    }

    fn examples(&self) -> Vec<(String, String)> {
        let line = |verb: &str, rest: &str, remark: &str| {
            (format!("retro {verb} {NAME} {rest}--dir o4"), remark.to_owned())
        };
        vec![
            line("build", "--board 4x4 ", "White wins"),
            line("build", "--board 4x4 --score ", "White wins by 8 discs"),
            (format!("retro build {NAME} --board 6x6 --plan"), "what it would cost".to_owned()),
            line("probe", "START ", ""),
            line("probe", "-----XX--XO----- ", "X the side to move"),
            line("stats", "", ""),
            line("longest", "", ""),
            line("audit", "", ""),
            line("export", "--to npy -o o4.npy ", ""),
            (format!("retro distances {NAME} --board 4x4"), String::new()),
        ]
    }

    fn help(&self) -> &'static str {
        "A pass is a ply. The score is the number of discs of the side to move minus that of the other; empty squares do not count."
    }

    fn all(&self) -> Vec<Box<dyn AnyRetro>> {
        OthelloSize::ALL.map(on_board).into()
    }

    fn given_of(&self, subject: &str) -> Given {
        let board = OthelloSize::ALL.into_iter().find(|&board| on_board(board).subject() == subject);
        board.map_or_else(Given::new, |board| Given::new().with_text(BOARD[0].name, &board.to_string()))
    }

    fn solving(&self, given: &Given) -> Result<Box<dyn AnyRetro>, PlayError> {
        Ok(on_board(board(given)?))
    }
}

fn on_board(board: OthelloSize) -> Box<dyn AnyRetro> {
    match board {
        OthelloSize::Four => solving::<4>(),
        OthelloSize::Six => solving::<6>(),
        OthelloSize::Eight => solving::<8>(),
    }
}

fn solving<const SIDE: usize>() -> Box<dyn AnyRetro> {
    let rules: &'static Othello<SIDE> = &Othello;
    let settings = RuledSettings {
        score: Some(|_, position| difference(position.board())),
        read: |&rules, text| read(rules, text),
        write: |_, position| write(position),
        players: Some(["Black", "White"]),
        cross_check: Some(by_solver),
        puzzle: None,
    };
    Box::new(
        RuledSubject::new(rules)
            .with_settings(settings)
            .with_cross_check(|| -> Box<dyn CrossCheck<_>> { Box::new(NaiveMoves) }),
    )
}

/// The moves, passes and ends of the naive game. Positions pass as text.
struct NaiveMoves;

impl<const SIDE: usize> CrossCheck<Position<Othello<SIDE>>> for NaiveMoves {
    fn name(&self) -> &'static str {
        "the naive game"
    }

    fn turn(
        &mut self,
        position: &Position<Othello<SIDE>>,
        next: &mut Vec<Position<Othello<SIDE>>>,
    ) -> Result<Option<Turn>, CrossCheckError> {
        let layout = Grid::<SIDE, SIDE>::LAYOUT;
        let board = naive::parse_board(&notation::print(position.board(), layout));
        // A line has X for the player to move.
        let here = naive::Position { board: board?, mover: naive::Disc::Black };
        let after: Vec<naive::Position> = match here.turn() {
            naive::Turn::Move(squares) => {
                squares.into_iter().map(|square| here.play(square)).collect::<Result<_, _>>()?
            }
            naive::Turn::Pass => vec![here.pass()?],
            naive::Turn::Over => {
                let of = |mover| here.board.count(mover);
                return Ok(Some(Turn::Over(match of(here.mover).cmp(&of(here.mover.opponent())) {
                    Ordering::Less => Ending::Lost,
                    Ordering::Equal => Ending::Drawn,
                    Ordering::Greater => Ending::Won,
                })));
            }
        };
        for after in after {
            let text = naive::write_line(&after.board.seen_by(after.mover));
            let discs = notation::parse(&text, layout)?;
            next.push(Position::new(&Othello, discs)?);
        }
        Ok(Some(Turn::Moves))
    }
}
