//! Games as formulas: from the start, ply by ply, whatever the game.
//!
//! Idea: each ply has an unknown square and, where there are several kinds of steps, an unknown kind; the boards follow
//! from them by the rules. [`state_game`] unrolls a known number of plies, [`state_play`] states one step of a game of
//! any length.
//!
//! Cost: a ply has every kind of step once, and the moves of a board once or twice.

use super::{Boards, Family, NamedWords, Outcome, Rules, Step, StepKind, Stuck};
use crate::board::{Layout, Mask, Symmetry};
use crate::statement::Statement;
use crate::transition::Transition;
use crate::word::{OneHot, Word};

/// When a player passes, and whether that is a ply.
///
/// # Examples
/// ```
/// use encodings::circuit::Circuit;
/// use encodings::othello::rules::Othello;
/// use encodings::rules::{Passes, state_game};
/// use encodings::statement::CircuitStatement;
///
/// let circuit = Circuit::new();
/// let mut statement = CircuitStatement::new(&circuit);
/// state_game(&mut statement, &Othello::<4>, 2, Passes::AsPlies);
/// let names: Vec<String> = statement.finish().words.into_iter().map(|word| word.name).collect();
/// assert_eq!(names, ["move[1]", "move[2]"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passes {
    /// A pass that is due is a ply.
    AsPlies,
    /// A pass that is due is made together with the step before it.
    AtOnce,
    /// A player may pass before each step and at the end, whether it is due or not: more games than the rules allow.
    Freely,
    /// Nobody passes, and no pass is due at the end: fewer games than the rules allow.
    Never,
}

/// States that the unknown plies `move[1]`, `move[2]`, ... are a game from the start, and returns its last position. The
/// game is not over before its last ply.
///
/// Where there are several kinds of steps, `move[1]-kind` has the kind. With [`Passes::Freely`], `pass[1]` says whether
/// the player passes before the first step.
pub fn state_game<S: Statement, R: Rules>(
    statement: &mut S,
    rules: &R,
    plies: usize,
    passes: Passes,
) -> R::Board<S::Word> {
    state_plies(statement, rules, None, plies, passes)
}

/// States that the unknown plies `move[1]`, `move[2]`, ... are the last of a game, and returns its last position. The
/// position before them may be any well-formed one, with the words `before-NAME`: so every game of enough plies ends with
/// such plies, while they may belong to no game.
///
/// With `pieces`, the position before has exactly this number of them.
///
/// # Examples
/// ```
/// use encodings::circuit::Circuit;
/// use encodings::othello::rules::Othello;
/// use encodings::rules::{Passes, state_last_plies};
/// use encodings::statement::CircuitStatement;
///
/// let circuit = Circuit::new();
/// let mut statement = CircuitStatement::new(&circuit);
/// state_last_plies(&mut statement, &Othello::<4>, Some(7), 1, Passes::AtOnce);
/// let names: Vec<String> = statement.finish().words.into_iter().map(|word| word.name).collect();
/// assert_eq!(names, ["before-own", "before-opp", "move[1]"]);
/// ```
pub fn state_last_plies<S: Statement, R: Rules>(
    statement: &mut S,
    rules: &R,
    pieces: Option<u32>,
    plies: usize,
    passes: Passes,
) -> R::Board<S::Word> {
    let layout = rules.layout();
    let squares = rules.squares();
    let before = unknown_before(statement, rules);
    if let Some(pieces) = pieces {
        let occupied = rules.occupied(before);
        let all = occupied.constant(&squares);
        statement.require_at_least(layout, occupied, pieces);
        statement.require_at_least(layout, occupied ^ all, (squares.len() as u32).saturating_sub(pieces));
    }
    state_plies(statement, rules, Some(before), plies, passes)
}

/// A well-formed position with the words `before-NAME`.
fn unknown_before<S: Statement, R: Rules>(statement: &mut S, rules: &R) -> R::Board<S::Word> {
    let layout = rules.layout();
    let before = rules
        .build(|name| statement.unknown_within(&format!("before-{name}"), layout, &rules.squares_of(name)));
    statement.require(rules.well_formed(before));
    before
}

/// One ply that a solver chooses.
#[derive(Clone, Copy, Debug)]
pub struct PlyStated<W, B> {
    /// The position before it.
    pub before: B,
    /// The position after it, as the next player sees it.
    pub after: B,
    /// The squares that the step comes from and goes to, as the player who makes it sees them.
    pub ends: W,
}

/// States one ply of a game from any well-formed position in which the rules have not ended the game. The words of that
/// position are `before-NAME`, those of the ply `move[1]` and, where there are several kinds of steps, `move[1]-kind`. A pass
/// that is due is a ply.
///
/// # Examples
/// ```
/// use encodings::circuit::Circuit;
/// use encodings::othello::rules::Othello;
/// use encodings::rules::state_ply;
/// use encodings::statement::{CircuitStatement, Statement};
/// use encodings::word::Word;
///
/// let circuit = Circuit::new();
/// let mut statement = CircuitStatement::new(&circuit);
/// let ply = state_ply(&mut statement, &Othello::<4>);
/// statement.require(ply.before.own.without(ply.after.opp).any());
/// let names: Vec<String> = statement.finish().words.into_iter().map(|word| word.name).collect();
/// assert_eq!(names, ["before-own", "before-opp", "move[1]"]);
/// ```
pub fn state_ply<S: Statement, R: Rules>(
    statement: &mut S,
    rules: &R,
) -> PlyStated<S::Word, R::Board<S::Word>> {
    let before = unknown_before(statement, rules);
    let at = statement.unknown_one_hot("move[1]", rules.layout(), &rules.squares());
    let (after, kinds) = after_ply(statement, rules, before, at, (1, Passes::AsPlies));
    let (nothing, board) = (at.word().constant(&Mask::EMPTY), at.word().constant(&rules.squares()));
    let ends = kinds.into_iter().fold(nothing, |ends, (kind, is_kind)| {
        let step = Step::new(kind, at, rules.layout());
        ends | S::Word::select(is_kind, (step.from() | step.to()) & board, nothing)
    });
    PlyStated { before, after, ends }
}

/// States plies after a position, or from the start.
fn state_plies<S: Statement, R: Rules>(
    statement: &mut S,
    rules: &R,
    before: Option<R::Board<S::Word>>,
    plies: usize,
    passes: Passes,
) -> R::Board<S::Word> {
    let layout = rules.layout();
    let mut board = before;
    for ply in 1..=plies {
        let at = statement.unknown_one_hot(&format!("move[{ply}]"), layout, &rules.squares());
        let before = board.unwrap_or_else(|| start(rules, at.word()));
        let before = if passes == Passes::Freely { freely(statement, rules, before, ply) } else { before };
        board = Some(after_ply(statement, rules, before, at, (ply, passes)).0);
    }
    let end = match board {
        Some(board) => board,
        None => start(rules, statement.unknown_within("start", layout, &Mask::EMPTY)),
    };
    match passes {
        Passes::Freely => freely(statement, rules, end, plies + 1),
        Passes::Never => {
            if let Stuck::Passes(passed) = rules.when_stuck(end) {
                let like = end.get(0);
                statement.require(rules.moves(end).any(like) | !rules.moves(passed).any(like));
            }
            end
        }
        Passes::AsPlies | Passes::AtOnce => end,
    }
}

/// The position at the start, in words of the kind and width of `like`.
fn start<R: Rules, W: Word>(rules: &R, like: W) -> R::Board<W> {
    R::convert(rules.start(), |mask: Mask| like.constant(&mask))
}

/// Kinds of steps, each with whether a step has it.
type KindBits<W> = Vec<(StepKind, <W as Word>::Bit)>;

/// A layout with a square for each of some kinds of steps.
pub fn layout_of_kinds(kinds: usize) -> Layout {
    let layout = Layout::new(kinds, 1).or_else(|| Layout::new(19, kinds.div_ceil(19)));
    layout.unwrap_or(Layout::BIT)
}

/// The position after one more ply, and the kinds of steps, each with whether the step has it.
fn after_ply<S: Statement, R: Rules>(
    statement: &mut S,
    rules: &R,
    before: R::Board<S::Word>,
    at: OneHot<S::Word>,
    (ply, passes): (usize, Passes),
) -> (R::Board<S::Word>, KindBits<S::Word>) {
    let family = rules.moves(before);
    let like = at.word();
    let kinds: Vec<(StepKind, S::Word)> = family.iter().collect();
    let is_kind: Vec<<S::Word as Word>::Bit> = if kinds.len() > 1 {
        let layout = layout_of_kinds(kinds.len());
        let name = format!("move[{ply}]-kind");
        let word = statement.unknown_one_hot(&name, layout, &Mask::first(kinds.len())).word();
        (0..kinds.len()).map(|index| word.bit(index)).collect()
    } else {
        vec![like.truth(true)]
    };
    let mut is_legal = like.truth(false);
    let mut after = before;
    for ((kind, word), &is_kind) in kinds.iter().zip(&is_kind) {
        is_legal = is_legal | is_kind & (like & *word).any();
        after = either::<R, _>(is_kind, rules.next(before, Step::new(*kind, at, rules.layout())), after);
    }
    let is_over = rules.outcome(before).over();
    let after = match (rules.when_stuck(before), passes) {
        (Stuck::Passes(passed), Passes::AsPlies) => {
            let is_stuck = !family.any(like);
            statement.require(is_legal | is_stuck);
            statement.require(!is_over);
            either::<R, _>(is_stuck, passed, after)
        }
        (_, Passes::AtOnce) => {
            statement.require(is_legal);
            if !rules.ends_only_when_stuck() {
                statement.require(!is_over);
            }
            with_due_pass(rules, after)
        }
        _ => {
            statement.require(is_legal);
            if !rules.ends_only_when_stuck() && passes != Passes::Freely {
                statement.require(!is_over);
            }
            after
        }
    };
    (after, kinds.into_iter().map(|(kind, _)| kind).zip(is_kind).collect())
}

/// The position that is passed on if the solver chooses so.
fn freely<S: Statement, R: Rules>(
    statement: &mut S,
    rules: &R,
    board: R::Board<S::Word>,
    ply: usize,
) -> R::Board<S::Word> {
    match rules.when_stuck(board) {
        Stuck::Passes(passed) => {
            either::<R, _>(statement.unknown_bit(&format!("pass[{ply}]")), passed, board)
        }
        Stuck::Loses | Stuck::Wins | Stuck::Draws => board,
    }
}

/// The same position, passed on if the player to move has no step and the other player has one.
fn with_due_pass<R: Rules, W: Word>(rules: &R, board: R::Board<W>) -> R::Board<W> {
    match rules.when_stuck(board) {
        Stuck::Passes(passed) => {
            let like = board.get(0);
            let is_due = !rules.moves(board).any(like) & rules.moves(passed).any(like);
            either::<R, _>(is_due, passed, board)
        }
        Stuck::Loses | Stuck::Wins | Stuck::Draws => board,
    }
}

/// One board if the condition holds, else another one.
///
/// # Examples
/// ```
/// use encodings::othello::rules::{Discs, Othello};
/// use encodings::rules::either;
///
/// let (one, other) = (Discs { own: 1u64, opp: 2 }, Discs { own: 4, opp: 8 });
/// assert_eq!(either::<Othello<4>, u64>(false, one, other).own, 4);
/// ```
pub fn either<R: Boards, W: Word>(
    condition: W::Bit,
    then: R::Board<W>,
    otherwise: R::Board<W>,
) -> R::Board<W> {
    NamedWords::build(then.count(), |index| W::select(condition, then.get(index), otherwise.get(index)))
}

/// A step of one of several kinds at a square: whether it is legal, and the board after it. Of each kind the word of its
/// steps is given, and whether it is chosen. If none is, the step is illegal, and the board does not matter.
pub fn chosen_step<R: Rules, W: Word>(
    rules: &R,
    board: R::Board<W>,
    at: OneHot<W>,
    kinds: impl IntoIterator<Item = (StepKind, W, W::Bit)>,
) -> (W::Bit, R::Board<W>) {
    let (mut is_legal, mut after) = (at.word().truth(false), board);
    for (place, (kind, word, is_kind)) in kinds.into_iter().enumerate() {
        is_legal = is_legal | is_kind & (at.word() & word).any();
        let next = rules.next(board, Step::new(kind, at, rules.layout()));
        after = if place == 0 { next } else { either::<R, _>(is_kind, next, after) };
    }
    (is_legal, after)
}

/// How the game has ended, including because the player to move cannot move.
pub fn ended<R: Rules, W: Word>(rules: &R, board: R::Board<W>, family: &Family<W>) -> Outcome<W::Bit> {
    let outcome = rules.outcome(board);
    let is_stuck = rules.is_stuck(board, family);
    match rules.stuck(board) {
        Stuck::Loses => outcome.or_lost_if(is_stuck),
        Stuck::Wins => outcome.or_won_if(is_stuck),
        Stuck::Draws => outcome.or_drawn_if(is_stuck),
        Stuck::Passes(_) => outcome,
    }
}

/// Whether a pass is due if the game goes on, and the board after it. `None` in games without passes.
pub fn due_pass<R: Rules, W: Word>(
    rules: &R,
    board: R::Board<W>,
    family: &Family<W>,
) -> Option<(W::Bit, R::Board<W>)> {
    match rules.when_stuck(board) {
        Stuck::Passes(passed) => Some((rules.is_stuck(board, family), passed)),
        Stuck::Loses | Stuck::Wins | Stuck::Draws => None,
    }
}

/// States a game of any length as a transition system, and returns the position before the step.
///
/// The words of state are those of the board. The input `move` (where there are several kinds of steps, `move-` and the
/// name of each kind) is a word; if all inputs together have one square, and it is a legal step, that step is played,
/// and a pass that is then due is made with it. Otherwise the position stays.
///
/// # Examples
/// ```
/// use encodings::circuit::Circuit;
/// use encodings::othello::rules::Othello;
/// use encodings::rules::state_play;
/// use encodings::transition::{CircuitTransition, Transition};
/// use encodings::word::Word;
///
/// let circuit = Circuit::new();
/// let mut system = CircuitTransition::new(&circuit);
/// let board = state_play(&mut system, &Othello::<4>);
/// system.bad(!board.opp.any());
/// assert_eq!(system.finish().states.len(), 2);
/// ```
pub fn state_play<T: Transition, R: Rules>(system: &mut T, rules: &R) -> R::Board<T::Word> {
    let (layout, start) = (rules.layout(), rules.start());
    let states: Vec<_> = rules.named(start).map(|(name, word)| system.state(name, layout, &word)).collect();
    let board: R::Board<T::Word> = NamedWords::build(states.len(), |index| states[index].word);
    let steps: Vec<(StepKind, T::Word)> = rules.moves(board).iter().collect();
    let name = |kind: StepKind| {
        if steps.len() == 1 { "move".to_owned() } else { format!("move-{}", kind.name()) }
    };
    let inputs: Vec<T::Word> = steps.iter().map(|&(kind, _)| system.input(&name(kind), layout)).collect();
    let goes_on = !rules.outcome(board).over();
    let mut next = board;
    for (place, &(kind, word)) in steps.iter().enumerate() {
        let chosen = inputs[place];
        let others = inputs.iter().enumerate().filter(|(other, _)| *other != place);
        let is_alone = others.fold(chosen.is_one_hot(), |alone, (_, other)| alone & !other.any());
        let is_legal = is_alone & (chosen & word).any() & goes_on;
        let played = rules.next(board, Step::new(kind, OneHot::assume(chosen), layout));
        next = either::<R, _>(is_legal, with_due_pass(rules, played), next);
    }
    for (index, state) in states.iter().enumerate() {
        system.next(state, next.get(index));
    }
    board
}

/// Those of some symmetries that carry games from the start to games from the start: they fix the position at the
/// start, and the next player sees the board turned in the same way.
///
/// # Examples
/// ```
/// use encodings::board::Symmetry;
/// use encodings::othello::rules::Othello;
/// use encodings::rules::of_games;
///
/// assert_eq!(of_games(&Othello::<8>, &Symmetry::ALL).len(), 4);
/// ```
pub fn of_games<R: Rules>(rules: &R, symmetries: &[Symmetry]) -> Vec<Symmetry> {
    let (layout, start) = (rules.layout(), rules.start());
    let carried = |symmetry: &Symmetry, mask: &Mask| {
        let squares = layout.all().filter(|square| mask.contains(square.index()));
        squares.fold(Mask::EMPTY, |found, square| found.with(symmetry.square(layout, square).index()))
    };
    let is_of_games = |symmetry: &&Symmetry| {
        start.words().all(|mask| carried(symmetry, &mask) == mask)
            && rules.turn().is_none_or(|turn| turn.then(**symmetry) == symmetry.then(turn))
    };
    symmetries.iter().filter(is_of_games).copied().collect()
}
