//! Whether two statements of rules are the same game: refuted on all positions, or a position that tells them apart.
//!
//! Idea: both are circuits over one unknown board and one unknown square. A formula says that something differs: whether and
//! how the game is over, whether the player to move has to pass, the moves of a kind, or the board after a pass or a move. What
//! both compute alike is the same node before a solver is asked. The board is any that either takes for a position, so that a
//! condition on positions in one of them hides nothing. A model is replayed in machine words.
//!
//! Cost: milliseconds for rules of which each part looks at few squares. Two ways to count the same squares have no refutation
//! that a solver would find on a board of more than some 20 squares.
//!
//! Does not show: that both take the same boards for positions, ends on boards that neither takes for one (a last move may
//! lead there), scores at the end, symmetries, or that either is the game that its author means. The refutation is checked
//! for the clauses; that they say what the rules say rests on the circuits.

use certamen_ask::solve::{AskError, ask_clauses};
use certamen_work::Limits;
use cnf_out::clausify::{Clausified, Encoding, clausify};
use cnf_out::dimacs;
use cnf_out::solver::{LratFormat, StopReason, Verdict};
use encodings::board::{Layout, Mask, Square};
use encodings::circuit::{Circuit, CircuitWord};
use encodings::rules::{
    NamedWords as _, Origin, Outcome, Players, Rules, SECOND, Step, StepKind, Stuck, print,
};
use encodings::statement::{CircuitStatement, Statement};
use encodings::word::{Bit, OneHot, WidestWord, Word};
use rustsat::types::Assignment;
use verify::{dimacs as read_back, lrat};

/// Whether two statements of rules are the same game.
#[derive(Clone, Debug)]
pub enum Sameness {
    /// They are, on all boards that either takes for a position: this refutation has been checked.
    Same(Refutation),
    /// They are not.
    Different(Difference),
    /// The solver was stopped.
    Undecided(StopReason),
}

/// A refutation that has been checked.
#[derive(Clone, Copy, Debug)]
pub struct Refutation {
    /// The number of variables of the formula.
    pub variables: u32,
    /// The number of clauses of the formula.
    pub clauses: usize,
    /// The steps of the proof.
    pub steps: lrat::Report,
}

/// Where two statements of rules differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The position, as the first one writes it.
    pub position: String,
    /// What differs there.
    pub subject: String,
    /// What the first one says.
    pub one: String,
    /// What the other one says.
    pub other: String,
}

/// Why rules were not compared.
#[derive(Debug, thiserror::Error)]
pub enum SameRulesError {
    /// They have other boards, words or players.
    #[error("the rules have different {0}: they are not compared")]
    Apart(&'static str),
    /// The solver failed, or its proof is not valid.
    #[error(transparent)]
    Solver(#[from] AskError),
    /// The board of the solver's model is one on which machine words show no difference.
    #[error("the solver's model is not a valid witness: the rules agree on the board {0}")]
    Replay(String),
}

/// What rules say about a board.
#[derive(Debug)]
pub struct Standing<W: Word> {
    is_position: W::Bit,
    outcome: Outcome<W::Bit>,
    passes: W::Bit,
    /// The board after a pass.
    passed: Vec<W>,
    /// The moves, none if the game is over.
    moves: Vec<(StepKind, W)>,
}

/// Rules over one kind of words, whatever their type. The words of a board are a list, in the order of their names.
pub trait RulesOver<W: Word> {
    /// What the rules say about a board.
    fn standing(&self, board: &[W]) -> Standing<W>;

    /// The board after a move, as the next player sees it.
    fn after(&self, board: &[W], kind: StepKind, at: OneHot<W>) -> Vec<W>;
}

impl<R: Rules, W: Word> RulesOver<W> for R {
    fn standing(&self, board: &[W]) -> Standing<W> {
        let board = listed(self, board);
        let (family, open) = (self.moves(board), self.outcome(board));
        let is_stuck = self.is_stuck(board, &family);
        let never = is_stuck.constant(false);
        let (outcome, passes, passed) = match self.when_stuck(board) {
            Stuck::Loses => (open.or_lost_if(is_stuck), never, board),
            Stuck::Wins => (open.or_won_if(is_stuck), never, board),
            Stuck::Draws => (open.or_drawn_if(is_stuck), never, board),
            Stuck::Passes(next) => (open, is_stuck & !open.over(), next),
        };
        let of_kind = |(kind, word): (_, W)| (kind, W::select(outcome.over(), word.without(word), word));
        Standing {
            is_position: self.well_formed(board),
            outcome,
            passes,
            passed: passed.words().collect(),
            moves: family.iter().map(of_kind).collect(),
        }
    }

    fn after(&self, board: &[W], kind: StepKind, at: OneHot<W>) -> Vec<W> {
        let next = self.next(listed(self, board), Step::new(kind, at, self.layout()));
        next.words().collect()
    }
}

fn listed<R: Rules, W: Word>(rules: &R, board: &[W]) -> R::Board<W> {
    let mut words = board.iter().copied();
    rules.build(|_| words.next().unwrap_or(board[0]))
}

/// Rules as circuits and in machine words.
pub trait AnyRules: for<'c> RulesOver<CircuitWord<'c>> + RulesOver<WidestWord> {
    /// The layout of the board, and who plays.
    fn shape(&self) -> (Layout, Players);

    /// The names of the words, and the squares that each can have.
    fn words(&self) -> Vec<(&'static str, Mask)>;

    /// The words at the start.
    fn beginning(&self) -> Vec<Mask>;

    /// A board as text.
    fn text(&self, board: &[WidestWord]) -> String;
}

impl<R: Rules> AnyRules for R {
    fn shape(&self) -> (Layout, Players) {
        (self.layout(), self.players())
    }

    fn words(&self) -> Vec<(&'static str, Mask)> {
        self.names().iter().map(|&name| (name, self.squares_of(name))).collect()
    }

    fn beginning(&self) -> Vec<Mask> {
        self.start().words().collect()
    }

    fn text(&self, board: &[WidestWord]) -> String {
        print(self, listed(self, board))
    }
}

/// Compares two statements of rules on all positions.
///
/// # Errors
/// [`SameRulesError`] if they cannot be compared, or an answer cannot be relied on.
pub fn compare(
    one: &dyn AnyRules,
    other: &dyn AnyRules,
    limits: &Limits,
) -> Result<Sameness, SameRulesError> {
    let pair = Pair::new(one, other)?;
    let beginning = pair.one.beginning();
    if beginning != pair.to_one(&pair.other.beginning()) {
        let [one, other] = [beginning, pair.to_one(&pair.other.beginning())].map(|words| {
            let board: Vec<_> = words.iter().map(|word| WidestWord::EMPTY.constant(word)).collect();
            pair.one.text(&board)
        });
        let subject = "the start".to_owned();
        return Ok(Sameness::Different(Difference { position: one.clone(), subject, one, other }));
    }
    let clausified = pair.clauses();
    let mut text = Vec::new();
    dimacs::write(&clausified, &[], &mut text).map_err(AskError::Proof)?;
    let read = read_back::read(text.as_slice()).map_err(AskError::Clauses)?;
    let run = ask_clauses(&clausified.cnf, Vec::new(), LratFormat::Binary, limits);
    match run.map_err(AskError::Solver)?.verdict {
        Verdict::Interrupted(reason) => Ok(Sameness::Undecided(reason)),
        Verdict::Satisfiable(model) => pair.replay(&clausified, &model).map(Sameness::Different),
        Verdict::Unsatisfiable(refuted) => {
            let steps = lrat::check(&read, refuted.proof.as_slice(), lrat::Format::Binary);
            let (variables, clauses) = (read.variables(), read.len());
            let steps = steps.map_err(AskError::Refuted)?;
            Ok(Sameness::Same(Refutation { variables, clauses, steps }))
        }
    }
}

/// Two statements of rules about boards with the same words.
struct Pair<'r> {
    one: &'r dyn AnyRules,
    other: &'r dyn AnyRules,
    layout: Layout,
    names: Vec<&'static str>,
    /// For each word of the first one, its place in the other one.
    places: Vec<usize>,
}

/// The moves of one kind in both, if both have it.
type KindPair<W> = [Option<(StepKind, W)>; 2];

impl<'r> Pair<'r> {
    fn new(one: &'r dyn AnyRules, other: &'r dyn AnyRules) -> Result<Self, SameRulesError> {
        let ((layout, players), (words, others)) = (one.shape(), (one.words(), other.words()));
        if layout != other.shape().0 {
            return Err(SameRulesError::Apart("boards"));
        }
        if players != other.shape().1 {
            return Err(SameRulesError::Apart("players"));
        }
        let place = |word: &(&str, Mask)| others.iter().position(|known| known == word);
        let places: Option<Vec<usize>> = words.iter().map(place).collect();
        let places = places.filter(|_| words.len() == others.len());
        let places = places.ok_or(SameRulesError::Apart("words"))?;
        Ok(Self { one, other, layout, names: words.iter().map(|&(name, _)| name).collect(), places })
    }

    /// Words in the order of the other one, in that of the first one.
    fn to_one<T: Clone>(&self, words: &[T]) -> Vec<T> {
        self.places.iter().map(|&place| words[place].clone()).collect()
    }

    /// Words in the order of the first one, in that of the other one.
    fn to_other<T: Clone>(&self, words: &[T]) -> Vec<T> {
        let mut order: Vec<(usize, &T)> = self.places.iter().copied().zip(words).collect();
        order.sort_by_key(|&(place, _)| place);
        order.into_iter().map(|(_, word)| word.clone()).collect()
    }

    /// The formula: on an unknown board, and for a move to an unknown square, something differs.
    fn clauses(&self) -> Clausified {
        let circuit = Circuit::new();
        let mut statement = CircuitStatement::new(&circuit);
        let words = self.one.words();
        let mut unknown =
            |(name, squares): &(&str, Mask)| statement.unknown_within(name, self.layout, squares);
        let board: Vec<CircuitWord<'_>> = words.iter().map(&mut unknown).collect();
        let at = statement.unknown_one_hot("at", self.layout, &Mask::first(self.layout.squares()));
        let boards = (&board[..], &self.to_other(&board)[..]);
        let (one, other) = (self.one.standing(boards.0), self.other.standing(boards.1));
        statement.require(one.is_position | other.is_position);
        let mut parts = vec![
            one.outcome.won ^ other.outcome.won,
            one.outcome.lost ^ other.outcome.lost,
            one.outcome.drawn ^ other.outcome.drawn,
            one.passes ^ other.passes,
        ];
        let passed = differ(one.passed.clone(), self.to_one(&other.passed));
        parts.extend(passed.map(|differs| differs & one.passes));
        for kind in paired(&one.moves, &other.moves) {
            match kind {
                [Some((kind, moves)), Some((partner, others))] => {
                    let after = RulesOver::after(self.one, boards.0, kind, at);
                    let expected = self.to_one(&RulesOver::after(self.other, boards.1, partner, at));
                    let is_move = (moves & at.word()).any();
                    parts.push(!moves.equals(others));
                    parts.extend(differ(after, expected).map(|differs| differs & is_move));
                }
                [one, other] => parts.extend(one.or(other).map(|(_, moves)| moves.any())),
            }
        }
        let differs = parts.into_iter().reduce(|any, part| any | part);
        if let Some(differs) = differs {
            statement.require(differs);
        }
        clausify(&statement.finish(), Encoding::default())
    }

    /// The difference on the board of a model, in machine words.
    fn replay(&self, clausified: &Clausified, model: &Assignment) -> Result<Difference, SameRulesError> {
        let word = |name: &&str| {
            let named = clausified.words.iter().find(|word| word.name == **name);
            let bits = named.iter().flat_map(|named| named.word.iter().enumerate());
            let set = bits.filter(|(_, bit)| bit.in_model(model));
            set.fold(WidestWord::EMPTY, |word, (square, _)| word | word.unit(square))
        };
        let board: Vec<WidestWord> = self.names.iter().map(word).collect();
        let position = self.one.text(&board);
        let Some((subject, one, other)) = self.difference(&board) else {
            return Err(SameRulesError::Replay(position));
        };
        Ok(Difference { position, subject, one, other })
    }

    /// The names of some squares.
    fn squares(&self, squares: impl Iterator<Item = Square>) -> String {
        let names: Vec<_> = squares.map(|square| self.layout.name(square).to_string()).collect();
        if names.is_empty() { "none".to_owned() } else { names.join(" ") }
    }

    /// A board as text, word by word if a square is in several words.
    fn drawn(&self, board: &[WidestWord]) -> String {
        let on = |word: WidestWord| self.layout.all().filter(move |square| word.bit(square.index()));
        let pieces = self.names.iter().zip(board).filter(|(name, _)| **name != SECOND);
        let total: usize = pieces.clone().map(|(_, &word)| on(word).count()).sum();
        let all = pieces.clone().fold(WidestWord::EMPTY, |all, (_, &word)| all | word);
        if total == on(all).count() {
            return self.one.text(board);
        }
        let words: Vec<_> =
            pieces.map(|(name, &word)| format!("{name} {}", self.squares(on(word)))).collect();
        words.join(", ")
    }

    /// What differs on a board, and what each says.
    fn difference(&self, board: &[WidestWord]) -> Option<(String, String, String)> {
        let on_other = self.to_other(board);
        let (one, other) = (self.one.standing(board), self.other.standing(&on_other));
        let results = apart("how the game stands".to_owned(), result(&one), result(&other));
        let passes = || {
            let passed = [one.passed.clone(), self.to_one(&other.passed)].map(|board| self.drawn(&board));
            let [passed, others] = passed;
            apart("the position after a pass".to_owned(), passed, others).filter(|_| one.passes)
        };
        let kinds = || paired(&one.moves, &other.moves);
        results
            .or_else(passes)
            .or_else(|| kinds().iter().find_map(|kind| self.difference_of_kind([board, &on_other[..]], kind)))
    }

    /// What differs in the moves of a kind, or in what they lead to.
    fn difference_of_kind(
        &self,
        [board, on_other]: [&[WidestWord]; 2],
        kind: &KindPair<WidestWord>,
    ) -> Option<(String, String, String)> {
        let name = kind.iter().flatten().next()?.0.name();
        let [moves, others] = kind.map(|kind| {
            let word = kind.map_or(WidestWord::EMPTY, |(_, moves)| moves);
            self.layout.all().filter(|square| word.bit(square.index())).collect::<Vec<Square>>()
        });
        let names = |moves: &[Square]| self.squares(moves.iter().copied());
        apart(format!("the moves `{name}`"), names(&moves), names(&others)).or_else(|| {
            let [(kind, _), (partner, _)] = [kind[0]?, kind[1]?];
            moves.iter().find_map(|&square| {
                let at = OneHot::from_square(square, WidestWord::EMPTY);
                let after = self.one.after(board, kind, at);
                let expected = self.to_one(&self.other.after(on_other, partner, at));
                let subject = format!("the position after `{name}` with {}", self.layout.name(square));
                apart(subject, self.drawn(&after), self.drawn(&expected))
            })
        })
    }
}

/// What differs, if these texts do.
fn apart(subject: String, one: String, other: String) -> Option<(String, String, String)> {
    (one != other).then_some((subject, one, other))
}

/// Whether boards differ; `None` if they have no words.
fn differ<W: Word>(board: Vec<W>, other: Vec<W>) -> Option<W::Bit> {
    let bits = board.into_iter().zip(other).map(|(word, other)| !word.equals(other));
    bits.reduce(|any, bit| any | bit)
}

/// How the game stands, in words.
fn result(standing: &Standing<WidestWord>) -> String {
    let Standing { outcome, passes, .. } = standing;
    let said = [(outcome.won, "won"), (outcome.lost, "lost"), (outcome.drawn, "drawn"), (*passes, "a pass")];
    said.iter().find(|(holds, _)| *holds).map_or("it goes on", |(_, said)| said).to_owned()
}

/// The kinds of moves of both, each with its partner: the one with the same origin and name, else with the same origin and
/// index.
fn paired<W: Word>(one: &[(StepKind, W)], other: &[(StepKind, W)]) -> Vec<KindPair<W>> {
    let mut others: Vec<Option<(StepKind, W)>> = other.iter().copied().map(Some).collect();
    let key = |kind: StepKind| -> (Origin, u8) { (kind.origin(), kind.index()) };
    let mut pairs: Vec<KindPair<W>> = Vec::new();
    for &(kind, word) in one {
        let known = |of: &dyn Fn(StepKind) -> bool| {
            others.iter().position(|other| other.is_some_and(|(other, _)| of(other)))
        };
        let named = known(&|other| other.origin() == kind.origin() && other.name() == kind.name());
        let partner = named.or_else(|| known(&|other| key(other) == key(kind)));
        let other = partner.and_then(|place| others[place].take());
        pairs.push([Some((kind, word)), other]);
    }
    pairs.extend(others.into_iter().flatten().map(|other| [None, Some(other)]));
    pairs
}
