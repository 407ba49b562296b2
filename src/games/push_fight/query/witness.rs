//! A position of Push Fight that answers a question, as text with its claimed facts.

use super::moves::{Moves, PushAxis};
use crate::board::{PushFightBoard, on_board};
use crate::diagram;
use certamen_ask::listed::LineForm;
use certamen_ask::query::ReadWord;
use certamen_ask::read::read_word;
use certamen_ask::witness::{Witness, WitnessError};
use encodings::board::{Layout, Permutation};
use encodings::push_fight::board::Board;
use encodings::push_fight::rules::{self, Pieces, Side};
use encodings::push_fight::{Position, notation};
use encodings::statement::Statement;
use encodings::word::Word;
use serde::{Deserialize, Serialize};
use std::fmt;
use verify::push_fight as naive;

/// A position and its claimed facts. Readers count them again ([`PushFightWitness::recount`]).
///
/// # Examples
/// ```
/// use certamen_ask::witness::Witness;
/// use certamen_push_fight::board::PushFightBoard;
/// use certamen_push_fight::query::PushFightWitness;
/// let witness = PushFightWitness::of_position(PushFightBoard::FourByThree, "YO..xo".to_owned())?;
/// assert_eq!((witness.position(), witness.has_turn), ("YO..xo", true));
/// # Ok::<(), certamen_ask::witness::WitnessError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PushFightWitness {
    /// The board.
    pub board: PushFightBoard,
    /// The position, one character for each square in reading order; o and O are to move.
    pub position: String,
    /// Whether the player to move has a legal turn.
    pub has_turn: bool,
    /// A turn that wins, if the question is about one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winning_turn: Option<String>,
    /// The number of turns, if the question is about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turns: Option<TurnCount>,
}

/// The number of turns in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TurnCount {
    /// The moves that are allowed.
    pub moves: Moves,
    /// The direction of the pushes that are counted; `None` counts all turns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub along: Option<PushAxis>,
    /// The number of turns.
    pub turns: u32,
    /// The number of positions that legal turns lead to. A turn that wins leads to no position.
    pub successors: u32,
}

impl TurnCount {
    /// Counts by the naive game.
    fn of(position: &naive::Position, moves: Moves, along: Option<PushAxis>) -> Self {
        let turns = naive::count_turns(position, moves.into()).turns(along.map(Into::into));
        let successors = naive::successors(position).positions.len() as u32;
        Self { moves, along, turns, successors }
    }
}

impl fmt::Display for TurnCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.moves {
            Moves::Legal => "legal turns",
            Moves::Leaping => "turns with leaping",
            Moves::None => "turns without moves",
        };
        write!(f, "{} {kind}", self.turns)?;
        match self.along {
            Some(along) => write!(f, " that push along {along}"),
            None if self.moves == Moves::Legal => write!(f, ", to {} positions", self.successors),
            None => Ok(()),
        }
    }
}

impl PushFightWitness {
    /// The facts of a position, found by the naive game.
    ///
    /// # Errors
    /// [`WitnessError`] if the text is not a position.
    pub fn of_position(board: PushFightBoard, position: String) -> Result<Self, WitnessError> {
        let has_turn = naive::has_legal_turn(&parse(board, &position)?);
        Ok(Self { board, position, has_turn, winning_turn: None, turns: None })
    }

    /// The facts of a position and of a turn that wins there.
    ///
    /// # Errors
    /// [`WitnessError`] if the text is not a position, or the turn does not win.
    pub fn of_win(board: PushFightBoard, position: String, turn: String) -> Result<Self, WitnessError> {
        let witness = Self { winning_turn: Some(turn), ..Self::of_position(board, position)? };
        witness.recount()?;
        Ok(witness)
    }

    /// The facts of a position and the number of its turns.
    ///
    /// # Errors
    /// [`WitnessError`] if the text is not a position.
    pub fn of_turns(
        board: PushFightBoard,
        position: String,
        moves: Moves,
        along: Option<PushAxis>,
    ) -> Result<Self, WitnessError> {
        let turns = Some(TurnCount::of(&parse(board, &position)?, moves, along));
        Ok(Self { turns, ..Self::of_position(board, position)? })
    }

    /// Counts everything again with the naive game, and compares it with the claims. Questions are about positions with
    /// an anchor.
    ///
    /// # Errors
    /// [`WitnessError`] with the first claim that does not hold.
    pub fn recount(&self) -> Result<(), WitnessError> {
        let position = parse(self.board, &self.position)?;
        if naive::write_line(&position) != self.position {
            return Err(WitnessError::Position(format!("expected {}", naive::write_line(&position))));
        }
        if position.anchor().is_none() {
            return Err(WitnessError::Refused("the position has no anchor: no push yet".to_owned()));
        }
        if naive::has_legal_turn(&position) != self.has_turn {
            let claim = if self.has_turn { "a legal turn" } else { "no legal turn" };
            return Err(WitnessError::Refused(format!(
                "the witness claims {claim}; the naive game disagrees"
            )));
        }
        if let Some(claimed) = self.turns {
            let counted = TurnCount::of(&position, claimed.moves, claimed.along);
            for (what, claimed, counted) in [
                ("turns", claimed.turns, counted.turns),
                ("successors", claimed.successors, counted.successors),
            ] {
                if claimed != counted {
                    return Err(WitnessError::Claim { what, claimed, counted });
                }
            }
        }
        let Some(turn) = &self.winning_turn else { return Ok(()) };
        let refused = |reason: String| WitnessError::Refused(format!("the turn {turn}: {reason}"));
        let played: naive::Turn =
            turn.parse().map_err(|error: naive::TurnError| refused(error.to_string()))?;
        match naive::apply(&position, &played) {
            Ok(naive::Outcome::Wins) => Ok(()),
            Ok(naive::Outcome::Continues(_)) => Err(refused("it is legal and does not win".to_owned())),
            Err(illegal) => Err(refused(illegal.to_string())),
        }
    }

    /// Compares the board with the board of the question.
    pub(super) fn require_board(&self, expected: PushFightBoard) -> Result<(), WitnessError> {
        if self.board == expected {
            return Ok(());
        }
        Err(WitnessError::Board { found: self.board.to_string(), expected: expected.to_string() })
    }
}

fn parse(board: PushFightBoard, text: &str) -> Result<naive::Position, WitnessError> {
    naive::parse_position(&board.variant()?, text).map_err(|error| WitnessError::Position(error.to_string()))
}

impl Witness for PushFightWitness {
    fn position(&self) -> &str {
        &self.position
    }

    fn text(&self) -> String {
        diagram::of_witness(self)
    }

    fn svg(&self) -> String {
        diagram::svg_of_witness(self)
    }
}

impl fmt::Display for PushFightWitness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.winning_turn, self.turns) {
            (Some(turn), _) => write!(f, "{turn} wins"),
            (None, Some(count)) => count.fmt(f),
            (None, None) if self.has_turn => f.write_str("there is a legal turn"),
            (None, None) => f.write_str("no legal turn"),
        }
    }
}

/// The words of a position, by name, in the order of the letters `. o O x X Y`: the last two make up Y.
pub(super) const WORDS: [&str; 5] = ["own_movers", "own_pushers", "opp_movers", "opp_pushers", "anchor"];

/// A position of unknown words, required to be well formed. With symmetry breaking, of two positions that half a turn
/// of the board exchanges, only one whose set of occupied squares comes first satisfies the formula.
///
/// This is sound if half a turn leaves the question unchanged; it leaves the rules unchanged.
pub(super) fn any_position<S: Statement, B: Board>(
    statement: &mut S,
    symmetry_breaking: bool,
) -> Pieces<S::Word> {
    let [movers, pushers, opp_movers, opp_pushers, anchor] =
        WORDS.map(|name| statement.unknown_within(name, B::LAYOUT, &B::SQUARES));
    let pieces = Pieces {
        own: Side { pushers, movers },
        opp: Side { pushers: opp_pushers, movers: opp_movers },
        anchor,
    };
    statement.require(rules::well_formed::<B, S::Word>(pieces));
    if symmetry_breaking && let Some(half_turn) = half_turn(B::LAYOUT) {
        let occupied = pieces.occupied();
        statement.require(occupied.lex_le(occupied.permute(&half_turn)));
    }
    pieces
}

/// A position as a line, in the order of the index: `. o O x X Y`, c4 first.
pub(super) fn line_form(board: PushFightBoard) -> LineForm {
    LineForm {
        words: vec!["anchor", "opp_pushers", "opp_movers", "own_pushers", "own_movers"],
        letters: vec![('.', 0), ('o', 1), ('O', 2), ('x', 4), ('X', 8), ('Y', 24)],
        squares: on_board!(board, B => notation::reading_order::<B>().collect()),
        rows: None,
        flag: None,
    }
}

/// The line of the position after half a turn is the line backwards.
pub(super) fn images(line: &str) -> Vec<String> {
    vec![line.to_owned(), line.chars().rev().collect()]
}

/// Half a turn of a board: its first square becomes its last.
fn half_turn(layout: Layout) -> Option<Permutation> {
    let squares = layout.squares();
    Permutation::new(squares, |index| squares - 1 - index)
}

/// The position that a solver chose, as text.
pub(super) fn read_position(board: PushFightBoard, words: ReadWord<'_>) -> Result<String, WitnessError> {
    on_board!(board, B => read_position_on::<B>(words))
}

fn read_position_on<B: Board>(words: ReadWord<'_>) -> Result<String, WitnessError> {
    let mut found = [0; WORDS.len()];
    for (name, word) in WORDS.into_iter().zip(&mut found) {
        *word = read_word(name, words)?;
    }
    let [movers, pushers, opp_movers, opp_pushers, anchor] = found;
    let pieces = Pieces {
        own: Side { pushers, movers },
        opp: Side { pushers: opp_pushers, movers: opp_movers },
        anchor,
    };
    let position = Position::<B>::new(pieces).map_err(|error| WitnessError::Position(error.to_string()))?;
    Ok(notation::print(position))
}
