//! "Wins within K plies, whatever the other player does", as a formula with quantifiers.
//!
//! Idea: the boards are unrolled from a given position. Each ply is a block of choices, the number of a square and of a kind of
//! step; the player who is to win chooses by "exists", the other one by "for all". Behind each ply the formula asks: has the
//! player won here, or does the game go on and the rest hold? An illegal choice loses for the player who made it. A pass that
//! is due takes any choice. Squares and kinds that a ply cannot have are left out of its numbers.
//!
//! Plies count as in a search for values: a pass is a ply, and a player without a move loses, wins or draws without one. The
//! plies of a puzzle are all those of its one player.
//!
//! Source: the encodings of games by I. Shaik and J. van de Pol (arXiv:2301.07345, 2303.16949), with the boards unrolled.
//!
//! Cost: each kind of step once for each ply, and the moves and the outcome of each board.

use super::{Family, NamedWords, Players, Position, Rules, StepKind, chosen_step, due_pass, either, ended};
use crate::board::Square;
use crate::circuit::{Circuit, CircuitBit, CircuitWord, Signal};
use crate::quantified::{Block, Choice, QuantifiedFormula, Quantifier};
use crate::word::{OneHot, Word};

/// A player, as a position sees the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The player to move.
    Mover,
    /// The other player.
    Other,
}

impl Side {
    /// The opponent of this player; also this player as the next one sees it.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Mover => Self::Other,
            Self::Other => Self::Mover,
        }
    }
}

/// The claim that a player wins within some plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ForcedWin {
    /// Who wins.
    pub winner: Side,
    /// Within how many plies of both players.
    pub plies: u32,
}

/// The greatest number of gates of a formula.
const MOST_GATES: usize = 1 << 24;

/// A formula would be too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the formula has more than {MOST_GATES} gates after {plies} plies")]
pub struct FormulaTooLarge {
    /// The number of plies that were stated by then.
    pub plies: u32,
}

/// What the formula says of a board before a ply.
struct Node<'c> {
    /// The player who is to win has won here.
    is_won: CircuitBit<'c>,
    goes_on: CircuitBit<'c>,
    /// The ply that was chosen is legal.
    is_legal: CircuitBit<'c>,
    is_winners: bool,
}

/// A ply: its choices, and the board after it.
struct PlyCircuit<'c, B> {
    squares: (Vec<Square>, CircuitWord<'c>),
    kinds: (Vec<StepKind>, CircuitWord<'c>),
    is_legal: CircuitBit<'c>,
    after: B,
}

/// States that a player wins from a position within some plies.
///
/// # Examples
/// ```
/// use encodings::othello::rules::Othello;
/// use encodings::quantified::Quantifier;
/// use encodings::rules::{ForcedWin, Position, Side, state_forced_win};
///
/// let rules = Othello::<4>;
/// let claim = ForcedWin { winner: Side::Mover, plies: 2 };
/// let formula = state_forced_win(&rules, Position::start(&rules), claim)?;
/// let blocks = &formula.blocks;
/// assert_eq!(blocks[0].choices[0].values, ["b1", "a2", "d3", "c4"]);
/// assert_eq!(blocks[1].quantifier, Quantifier::ForAll);
/// assert!(!formula.is_plain(), "the opponent has a choice");
/// # Ok::<(), encodings::rules::FormulaTooLarge>(())
/// ```
///
/// # Errors
/// [`FormulaTooLarge`]
pub fn state_forced_win<R: Rules>(
    rules: &R,
    from: Position<R>,
    claim: ForcedWin,
) -> Result<QuantifiedFormula, FormulaTooLarge> {
    let circuit = Circuit::new();
    let squares = rules.layout().squares();
    let constant =
        |word: R::Native| circuit.word((0..squares).map(|index| Signal::constant(word.bit(index))).collect());
    let mut board: R::Board<CircuitWord<'_>> = R::convert(from.board(), constant);
    let (mut nodes, mut blocks) = (Vec::new(), Vec::new());
    let is_winners =
        |ply: u32| rules.players() == Players::One || ply.is_multiple_of(2) == (claim.winner == Side::Mover);
    for ply in 0..claim.plies {
        let family = rules.moves(board);
        let outcome = ended(rules, board, &family);
        let passed = due_pass(rules, board, &family);
        let is_winners = is_winners(ply);
        let made = play(rules, &circuit, board, &family);
        let name = format!("move[{}]", ply + 1);
        let of_kinds = made.kinds.0.iter().map(|kind| kind.name().to_owned()).collect();
        let of_squares =
            made.squares.0.iter().map(|&square| rules.layout().name(square).to_string()).collect();
        let choices = vec![
            Choice { name: name.clone(), bits: made.squares.1.signals(), values: of_squares },
            Choice { name: format!("{name}-kind"), bits: made.kinds.1.signals(), values: of_kinds },
        ];
        let quantifier = if is_winners { Quantifier::Exists } else { Quantifier::ForAll };
        blocks.push(Block { quantifier, choices });
        let (is_legal, after) = match passed {
            Some((is_stuck, passed)) => {
                (made.is_legal | is_stuck, either::<R, _>(is_stuck, passed, made.after))
            }
            None => (made.is_legal, made.after),
        };
        nodes.push(Node {
            is_won: if is_winners { outcome.won } else { outcome.lost },
            goes_on: !outcome.over(),
            is_legal,
            is_winners,
        });
        board = after;
        if circuit.size() > MOST_GATES {
            return Err(FormulaTooLarge { plies: ply + 1 });
        }
    }
    let outcome = ended(rules, board, &rules.moves(board));
    let last = if is_winners(claim.plies) { outcome.won } else { outcome.lost };
    let asked = nodes.iter().rev().fold(last, |rest, node| {
        let rest = if node.is_winners { node.is_legal & rest } else { !node.is_legal | rest };
        node.is_won | node.goes_on & rest
    });
    Ok(QuantifiedFormula { asked: asked.signal(), graph: circuit.graph(), blocks })
}

/// A chosen ply.
fn play<'c, R: Rules>(
    rules: &R,
    circuit: &'c Circuit,
    board: R::Board<CircuitWord<'c>>,
    family: &Family<CircuitWord<'c>>,
) -> PlyCircuit<'c, R::Board<CircuitWord<'c>>> {
    let (layout, like) = (rules.layout(), board.get(0));
    let can_be = |word: &CircuitWord<'_>, square: Square| word.bit(square.index()).signal() != Signal::FALSE;
    let family: Vec<(StepKind, CircuitWord<'c>)> = family.iter().collect();
    let squares: Vec<Square> =
        layout.all().filter(|&square| family.iter().any(|(_, word)| can_be(word, square))).collect();
    let kinds: Vec<(StepKind, CircuitWord<'c>)> =
        family.into_iter().filter(|(_, word)| squares.iter().any(|&square| can_be(word, square))).collect();
    let (of_squares, is_square) = number(circuit, squares.len(), like);
    let (of_kinds, is_kind) = number(circuit, kinds.len(), like);
    let mut at = vec![Signal::FALSE; layout.squares()];
    for (square, is_square) in squares.iter().zip(is_square) {
        at[square.index()] = is_square.signal();
    }
    let at = OneHot::assume(circuit.word(at));
    let chosen = kinds.iter().zip(is_kind).map(|(&(kind, word), is_kind)| (kind, word, is_kind));
    let (is_legal, after) = chosen_step(rules, board, at, chosen);
    let kinds = (kinds.into_iter().map(|(kind, _)| kind).collect(), of_kinds);
    PlyCircuit { squares: (squares, of_squares), kinds, is_legal, after }
}

/// A number below `values` that is chosen, and for each value whether it is the one.
fn number<'c>(
    circuit: &'c Circuit,
    values: usize,
    like: CircuitWord<'c>,
) -> (CircuitWord<'c>, Vec<CircuitBit<'c>>) {
    let width = values.next_power_of_two().trailing_zeros() as usize;
    let bits = circuit.inputs(width);
    let highest_first = (0..width).rev().map(|index| bits.bit(index));
    let is_value = highest_first.fold(vec![like.truth(true)], |known, bit| {
        known.into_iter().flat_map(|prefix| [prefix & !bit, prefix & bit]).collect()
    });
    (bits, is_value.into_iter().take(values).collect())
}
