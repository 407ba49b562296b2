//! `push-fight.win --in 1`: is some position of Push Fight, or the given one, won at once?
//!
//! The solver also chooses the turn: two moves, each of which may stay on its square, and a push, in the form of
//! `rules::apply`. So UNSAT for a given position proves that none of its turns wins.

use super::witness::{WORDS, any_position, images, line_form, read_position};
use super::{BOARD, PushFightWitness};
use crate::board::{PushFightBoard, on_board};
use crate::play::START;
use certamen_ask::abilities::Abilities;
use certamen_ask::error::QuestionError;
use certamen_ask::flag::{Flag, Given};
use certamen_ask::kind::NamedQuery;
use certamen_ask::listed::{LineForm, ListEntry, Listed};
use certamen_ask::query::{Query, ReadWord};
use certamen_ask::read::read_word;
use certamen_ask::witness::{WitnessError, require_given};
use encodings::board::{Mask, Square};
use encodings::push_fight::board::Board;
use encodings::push_fight::notation::NotationError;
use encodings::push_fight::rules::{self, Move, Pieces, Push, TurnWords};
use encodings::push_fight::{self as native, Position, notation};
use encodings::statement::Statement;
use encodings::word::Word;
use serde::{Deserialize, Serialize};
use std::fmt;

const IN: Flag = Flag::number("in", "K", "A win within this many turns: 1");
const POSITION: Flag = Flag::text(
    "position",
    "POSITION",
    "Ask about this position, or START; it also determines the board [default: any position]",
);

/// The question.
///
/// # Examples
/// ```
/// use certamen_push_fight::board::PushFightBoard;
/// use certamen_push_fight::query::PushFightWin;
/// let board = PushFightBoard::FourByThree;
/// let query = PushFightWin { board, turns: 1, symmetry_breaking: false, position: None };
/// assert_eq!(query.to_string(), "push-fight.win --board 4x3 --in 1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PushFightWin {
    /// The board.
    pub board: PushFightBoard,
    /// The number of turns of the player to move, which must be one.
    pub turns: u32,
    /// Whether the formula breaks the symmetry: of two positions that half a turn of the board exchanges, one satisfies
    /// it. Ignored if a position is given.
    pub symmetry_breaking: bool,
    /// The position, of the same board; `None` for any position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<GivenPosition>,
}

/// A position of one of the boards, in its notation. The number of squares determines the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct GivenPosition {
    board: PushFightBoard,
    pieces: Pieces<u32>,
}

impl GivenPosition {
    /// Reads a position of a board.
    ///
    /// # Errors
    /// [`NotationError`]
    pub fn parse(board: PushFightBoard, text: &str) -> Result<Self, NotationError> {
        let pieces = on_board!(board, B => notation::parse::<B>(text).map(Position::pieces))?;
        Ok(Self { board, pieces })
    }

    /// Its board.
    pub const fn board(self) -> PushFightBoard {
        self.board
    }
}

impl std::str::FromStr for GivenPosition {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let is_of_another =
            |read: &Result<Self, NotationError>| matches!(read, Err(NotationError::Length { .. }));
        let mut read = PushFightBoard::ALL.into_iter().map(|board| Self::parse(board, text));
        read.find(|read| !is_of_another(read)).unwrap_or_else(|| Self::parse(PushFightBoard::Published, text))
    }
}

impl TryFrom<String> for GivenPosition {
    type Error = NotationError;

    fn try_from(text: String) -> Result<Self, NotationError> {
        text.parse()
    }
}

impl From<GivenPosition> for String {
    fn from(position: GivenPosition) -> Self {
        position.to_string()
    }
}

impl fmt::Display for GivenPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        on_board!(self.board, B => f.write_str(&notation::print(Position::<B>::assume(self.pieces))))
    }
}

/// The words of a turn: from and to of two moves and of the push.
const TURN: [&str; 6] = ["from1", "to1", "from2", "to2", "push_from", "push_to"];

impl PushFightWin {
    fn state_on<S: Statement, B: Board>(self, statement: &mut S) {
        let pieces = any_position::<S, B>(statement, self.symmetry_breaking && self.position.is_none());
        if let Some(given) = self.position {
            for (word, given) in words(pieces).into_iter().zip(words(given.pieces)) {
                statement.require(word.equals(word.constant(&Mask::from_u64(u64::from(given)))));
            }
        }
        let [from1, to1, from2, to2, from, to] =
            TURN.map(|name| statement.unknown_one_hot(name, B::LAYOUT, &B::SQUARES));
        let turn = TurnWords {
            moves: [Move { from: from1, to: to1 }, Move { from: from2, to: to2 }],
            push: Push { from, to },
        };
        let pushed = rules::apply::<B, S::Word>(pieces, turn);
        statement.require(pushed.legal);
        statement.require(pushed.wins);
    }
}

/// The words of a position, in the order of [`WORDS`].
fn words<W: Word>(Pieces { own, opp, anchor }: Pieces<W>) -> [W; WORDS.len()] {
    [own.movers, own.pushers, opp.movers, opp.pushers, anchor]
}

/// The turn that a solver chose, without moves that stay on their square.
fn read_turn<B: Board>(words: ReadWord<'_>) -> Result<String, WitnessError> {
    let mut squares: Vec<Square> = Vec::new();
    for name in TURN {
        let word = read_word(name, words)?;
        let square = B::LAYOUT.square(word.trailing_zeros() as usize).filter(|_| word.is_power_of_two());
        squares.push(square.ok_or_else(|| WitnessError::Refused(format!("{name} is not one square")))?);
    }
    let mut steps = squares.chunks(2).map(|step| native::TurnPart { from: step[0], to: step[1] });
    let push = steps.next_back().ok_or_else(|| WitnessError::Refused("there is no push".to_owned()))?;
    let moves = steps.filter(|step| step.from != step.to).collect();
    Ok(native::Turn { moves, push }.name::<B>())
}

impl Query for PushFightWin {
    type Witness = PushFightWitness;

    const NAME: &'static str = "push-fight.win";

    fn state<S: Statement>(&self, statement: &mut S) {
        on_board!(self.board, B => self.state_on::<S, B>(statement));
    }

    fn validate(&self) -> Result<(), QuestionError> {
        if self.turns != 1 {
            let what = format!("a win in {}: only wins in 1 are stated as a formula", self.turns);
            return Err(QuestionError::Limit(what));
        }
        match self.position {
            Some(position) if position.board != self.board => {
                Err(format!("a position of the board {}, and the board {}", position.board, self.board)
                    .into())
            }
            Some(position) if position.pieces.anchor == 0 => {
                Err(QuestionError::refused("the position has no anchor: no push yet"))
            }
            _ => Ok(()),
        }
    }

    fn with_symmetry_breaking(self, breaks: bool) -> Self {
        Self { symmetry_breaking: breaks, ..self }
    }

    fn position(&self) -> &'static [&'static str] {
        &WORDS
    }

    fn read(&self, words: ReadWord<'_>) -> Result<PushFightWitness, WitnessError> {
        let turn = on_board!(self.board, B => read_turn::<B>(words))?;
        PushFightWitness::of_win(self.board, read_position(self.board, words)?, turn)
    }

    fn verify(&self, witness: &PushFightWitness) -> Result<(), WitnessError> {
        witness.require_board(self.board)?;
        witness.recount()?;
        if witness.winning_turn.is_none() {
            return Err(WitnessError::Refused("the question asks for a turn that wins".to_owned()));
        }
        require_given(self.position, &witness.position)
    }

    fn abilities() -> Abilities<Self> {
        Abilities::none().listed()
    }
}

impl NamedQuery for PushFightWin {
    const ABOUT: &'static str = "Positions of Push Fight that are won at once";
    const FLAGS: &'static [Flag] = &[BOARD, IN, POSITION];
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("enumerate push-fight.win --board 4x3 --in 1", ""),
        ("count push-fight.win --board 4x3 --in 1", ""),
    ];

    fn from_flags(given: &Given) -> Result<Self, QuestionError> {
        let name = given.text(BOARD.name);
        let mut board = PushFightBoard::given(name, Self::NAME)?;
        let turns = given.number(IN.name);
        let turns = turns.ok_or(QuestionError::Missing { question: Self::NAME, flag: "in 1" })?;
        let read = |text| match text {
            certamen_play::START if board == PushFightBoard::Published => GivenPosition::parse(board, START),
            _ if name.is_some() => GivenPosition::parse(board, text),
            _ => text.parse(),
        };
        let position = given.text(POSITION.name).map(read).transpose();
        let position: Option<GivenPosition> =
            position.map_err(|error: NotationError| QuestionError::refused(error))?;
        if let Some(position) = position {
            board = position.board;
        }
        Ok(Self { board, turns, symmetry_breaking: false, position })
    }
}

impl Listed for PushFightWin {
    fn line_form(&self) -> LineForm {
        line_form(self.board)
    }

    /// The turn that wins.
    fn evidence<'w>(&self, witness: &'w PushFightWitness) -> Option<&'w str> {
        witness.winning_turn.as_deref()
    }

    fn witness_of_entry(&self, entry: &ListEntry) -> Result<PushFightWitness, WitnessError> {
        let (line, turn) = entry.with_evidence()?;
        PushFightWitness::of_win(self.board, line, turn)
    }

    /// A given position is its only image.
    fn images(&self, line: &str) -> Vec<String> {
        if self.position.is_some() { vec![line.to_owned()] } else { images(line) }
    }
}

impl fmt::Display for PushFightWin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} --board {} --in {}", Self::NAME, self.board, self.turns)?;
        if let Some(position) = self.position {
            write!(f, " --position {position}")?;
        }
        if self.symmetry_breaking { f.write_str(" --symmetry-breaking") } else { Ok(()) }
    }
}
