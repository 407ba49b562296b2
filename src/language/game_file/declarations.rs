//! What a game file declares, proved by a solver: what its positions satisfy, its symmetries, its closures.
//!
//! Idea: each declaration is one circuit over an unknown position, or a position and a move; the solver looks for one that
//! breaks it, which is shown. What is not proved within [`CONFLICTS`] is not relied on: a number of conflicts, so that
//! every machine relies on the same.
//!
//! Cost: often none, since equal circuits are one; else a call of the solver.

use super::program::{Program, Values, WordAt};
use super::rules::{Definition, FileBoard, FileRules};
use cnf_out::clausify::{Clausified, Encoding, clausify};
use cnf_out::solver::Cadical;
use encodings::board::{Mask, Symmetry};
use encodings::circuit::{Circuit, CircuitBit, CircuitWord};
use encodings::rules::{
    Boards, Family, NamedWords, Origin, Rules, Step, StepKind, Stuck, View, print, print_step, unknown_board,
};
use encodings::statement::{CircuitStatement, Statement};
use encodings::word::{Bit, Count, NativeWord, OneHot, Word};
use rustsat::solvers::{LimitConflicts, Solve, SolverResult};
use rustsat::types::{Assignment, Var};

/// How many conflicts the proof of a declaration may take: about two seconds.
const CONFLICTS: u32 = 20_000;

/// The name of the square of a move in a formula.
const AT: &str = "at";

/// Something that a file declares, and whether it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// What is declared, as a sentence.
    pub sentence: String,
    /// Whether it holds.
    pub verdict: DeclarationVerdict,
}

/// Whether a declaration holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeclarationVerdict {
    /// No position breaks it.
    Proved,
    /// This position breaks it, with the move if it is about moves.
    Refuted {
        /// The position.
        position: String,
        /// The move.
        played: Option<String>,
    },
    /// The solver came to no end, so that the declaration is not used.
    Undecided,
}

type FileBoardOf<'c, N> = <FileRules<N> as Boards>::Board<CircuitWord<'c>>;

impl<N: NativeWord> FileRules<N> {
    /// The declarations of the file, each with a proof or with what breaks it.
    pub fn declarations(&self) -> Vec<Declaration> {
        let mut found = Vec::new();
        let mut add = |sentence: String, verdict| found.push(Declaration { sentence, verdict });
        for kind in kinds(self) {
            let name = kind.name();
            add(format!("`{name}` leads to positions of the game"), keeps_positions(self, kind));
        }
        if let Some(verdict) = passes_keep_positions(self) {
            add("a pass leads to a position of the game".to_owned(), verdict);
        }
        for &symmetry in &self.definition.symmetries {
            add(format!("{} is a symmetry of the rules", symmetry.name()), symmetry_verdict(self, symmetry));
        }
        let closures = [
            ("moves", closures_of_moves(self)),
            ("`play`", closures_of_play(self)),
            ("ends and scores", closures_of_ends(self)),
        ];
        for (place, verdict) in closures.into_iter().filter_map(|(place, of)| Some((place, of?))) {
            add(format!("closures in {place} are long enough"), verdict);
        }
        found
    }
}

/// Whether each ply of a position leads to a position, or ends the game.
pub(super) fn keep_positions<N: NativeWord>(rules: &FileRules<N>) -> bool {
    let passes = passes_keep_positions(rules).unwrap_or(DeclarationVerdict::Proved);
    let moves = kinds(rules).into_iter().map(|kind| keeps_positions(rules, kind));
    std::iter::once(passes).chain(moves).all(|verdict| verdict == DeclarationVerdict::Proved)
}

/// Whether each move of the rules adds one piece and takes none away, in all positions that games reach.
pub(super) fn adds_a_piece<N: NativeWord>(rules: &FileRules<N>) -> bool {
    let kinds = kinds(rules);
    let adds = |kind: &StepKind| {
        decided(rules, Some(*kind), |statement| {
            let (board, step) = position_and_move(statement, rules, *kind);
            let (before, after) = (rules.occupied(board), rules.occupied(rules.play(board, step)));
            let added = after.without(before).popcount();
            let adds_one = added.at_least(1) & !added.at_least(2) & !before.without(after).any();
            !adds_one
        })
    };
    kinds.iter().all(|kind| kind.origin() == Origin::Placed)
        && rules.keeps_positions()
        && kinds.iter().all(|kind| adds(kind) == DeclarationVerdict::Proved)
}

/// The declared symmetries that are proved, as far as the turn of the board carries them to each other.
pub(super) fn proved_symmetries<N: NativeWord>(rules: &FileRules<N>) -> Vec<Symmetry> {
    let declared = rules.definition.symmetries.iter().copied();
    let mut proved: Vec<Symmetry> = declared
        .filter(|&symmetry| symmetry_verdict(rules, symmetry) == DeclarationVerdict::Proved)
        .collect();
    let Some(turn) = rules.definition.turn else { return proved };
    // The next player sees the image of a position as the image of what they would see, by another symmetry.
    loop {
        let group = Symmetry::group(&proved);
        let before = proved.len();
        proved.retain(|&symmetry| group.contains(&turn.then(symmetry).then(turn)));
        if proved.len() == before {
            return proved;
        }
    }
}

/// Whether a position is well formed, or the game is over in it.
fn is_position<'c, N: NativeWord>(rules: &FileRules<N>, board: FileBoardOf<'c, N>) -> CircuitBit<'c> {
    rules.well_formed(board) | rules.outcome(board).over()
}

fn keeps_positions<N: NativeWord>(rules: &FileRules<N>, kind: StepKind) -> DeclarationVerdict {
    decided(rules, Some(kind), |statement| {
        let (board, step) = position_and_move(statement, rules, kind);
        let next = rules.next(board, step);
        compare_counts(statement, rules, board, next);
        !is_position(rules, next)
    })
}

/// Adds what solvers do not find in adders: of a word that gains no square, or one while it loses one, the number of squares
/// does not grow, and likewise it does not fall. Words are compared with those after a pass, which have changed places.
fn compare_counts<'c, N: NativeWord>(
    statement: &mut CircuitStatement<'c>,
    rules: &FileRules<N>,
    before: FileBoardOf<'c, N>,
    after: FileBoardOf<'c, N>,
) {
    // A turn of the board changes no number.
    let aligned = rules.turn().map_or(after, |turn| rules.image(after, turn));
    for ((word, squares), earlier) in after.words().zip(aligned.words()).zip(rules.passed(before).words()) {
        let (gained, lost) = (squares.without(earlier), earlier.without(squares));
        let is_no_more = |gained: CircuitWord<'c>, lost: CircuitWord<'c>| {
            !gained.any() | (lost.any() & !gained.popcount().at_least(2))
        };
        let (count, count_before) = (word.popcount(), earlier.popcount());
        statement.require(!(is_no_more(gained, lost) & count_before.less_than(count)));
        statement.require(!(is_no_more(lost, gained) & count.less_than(count_before)));
    }
}

/// `None` if the rules have no passes.
fn passes_keep_positions<N: NativeWord>(rules: &FileRules<N>) -> Option<DeclarationVerdict> {
    if !rules.passes() {
        return None;
    }
    Some(decided(rules, None, |statement| {
        let board = unknown_board(statement, rules);
        let moves = rules.moves(board).any(board.get(0));
        let Stuck::Passes(next) = rules.when_stuck(board) else { return moves.constant(false) };
        compare_counts(statement, rules, board, next);
        !moves & !rules.outcome(board).over() & !is_position(rules, next)
    }))
}

/// Whether closures are long enough; `None` if there are none.
fn closures_of_moves<N: NativeWord>(rules: &FileRules<N>) -> Option<DeclarationVerdict> {
    let program = &rules.definition.moves.program;
    program.has_closures().then(|| {
        decided(rules, None, |statement| !program.settles(unknown_board(statement, rules).slice(), None))
    })
}

fn closures_of_play<N: NativeWord>(rules: &FileRules<N>) -> Option<DeclarationVerdict> {
    let effects = kinds(rules).into_iter().zip(&rules.definition.effects);
    all(effects.filter(|(_, effect)| effect.program.has_closures()).map(|(kind, effect)| {
        decided(rules, Some(kind), |statement| {
            let (board, step) = position_and_move(statement, rules, kind);
            !effect.program.settles(board.slice(), Some(&step))
        })
    }))
}

/// Those in positions and after moves: where the game is over, `require` need not hold.
fn closures_of_ends<N: NativeWord>(rules: &FileRules<N>) -> Option<DeclarationVerdict> {
    let Definition { endings, at_the_end, score, .. } = &rules.definition;
    let programs = [&endings.program, &at_the_end.program].into_iter();
    let mut programs: Vec<&Program> = programs.chain(score.as_ref().map(|score| &score.program)).collect();
    programs.retain(|program| program.has_closures());
    if programs.is_empty() {
        return None;
    }
    let in_positions = std::iter::once_with(|| {
        decided(rules, None, |statement| unsettled(&programs, unknown_board(statement, rules)))
    });
    let after_moves = kinds(rules).into_iter().map(|kind| {
        decided(rules, Some(kind), |statement| {
            let (board, step) = position_and_move(statement, rules, kind);
            unsettled(&programs, rules.next(board, step))
        })
    });
    all(in_positions.chain(after_moves))
}

fn unsettled<'c>(programs: &[&Program], board: FileBoard<CircuitWord<'c>>) -> CircuitBit<'c> {
    let never = board.get(0).truth(false);
    programs.iter().fold(never, |any, program| any | !program.settles(board.slice(), None))
}

/// The first verdict that is no proof, or else the proof; `None` if there are no verdicts.
fn all(verdicts: impl Iterator<Item = DeclarationVerdict>) -> Option<DeclarationVerdict> {
    verdicts.fold(None, |all, verdict| match all {
        None | Some(DeclarationVerdict::Proved) => Some(verdict),
        broken => broken,
    })
}

fn symmetry_verdict<N: NativeWord>(rules: &FileRules<N>, symmetry: Symmetry) -> DeclarationVerdict {
    let kinds = kinds(rules);
    let layout = rules.layout();
    let of_positions = decided(rules, None, |statement| {
        let board = unknown_board(statement, rules);
        let carried = rules.image(board, symmetry);
        let (outcome, other) = (rules.outcome(board), rules.outcome(carried));
        let differs = (outcome.won ^ other.won) | (outcome.lost ^ other.lost) | (outcome.drawn ^ other.drawn);
        let (family, other) = (rules.moves(board), rules.moves(carried));
        let moves = kinds.iter().fold(differs, |differs, &kind| {
            let image = image(&kinds, kind, symmetry);
            match (word(&family, Some(kind)), word(&other, image)) {
                (Some(word), Some(other)) => differs | !word.image(symmetry, layout).equals(other),
                _ => differs.constant(true),
            }
        });
        moves | !rules.well_formed(carried) | scores_differ(rules, board, carried)
    });
    if of_positions != DeclarationVerdict::Proved {
        return of_positions;
    }
    let of_moves = |&kind: &StepKind| {
        decided(rules, Some(kind), |statement| {
            let (board, step) = position_and_move(statement, rules, kind);
            let never = step.at().word().truth(false);
            let Some(image) = image(&kinds, kind, symmetry) else { return !never };
            let at = OneHot::assume(step.at().word().image(symmetry, layout));
            let after = rules.image(rules.play(board, step), symmetry);
            let other = rules.play(rules.image(board, symmetry), Step::new(image, at, layout));
            after.words().zip(other.words()).fold(never, |differs, (one, other)| differs | !one.equals(other))
        })
    };
    all(kinds.iter().map(of_moves)).unwrap_or(DeclarationVerdict::Proved)
}

/// Whether two boards have different scores: the sum of what counts for one and against the other is compared.
fn scores_differ<'c, N: NativeWord>(
    rules: &FileRules<N>,
    board: FileBoardOf<'c, N>,
    other: FileBoardOf<'c, N>,
) -> CircuitBit<'c> {
    let never = board.get(0).truth(false);
    let Some(score) = &rules.definition.score else { return never };
    let words = |board: FileBoardOf<'c, N>| {
        let of = |values: &Values<'_, CircuitWord<'c>>, words: &[WordAt]| -> Vec<CircuitWord<'c>> {
            words.iter().map(|&at| values.word(at)).collect()
        };
        score.program.run(board.slice(), None, |values| (of(values, &score.plus), of(values, &score.minus)))
    };
    let ((plus, minus), (other_plus, other_minus)) = (words(board), words(other));
    let (left, right) = ([plus, other_minus].concat(), [other_plus, minus].concat());
    let (Some((first, others)), Some((second, rest))) = (left.split_first(), right.split_first()) else {
        return never;
    };
    let most = (left.len() * rules.layout().squares()) as u32;
    (1..=most).fold(never, |differs, bound| {
        differs | (first.total_at_least(others, bound) ^ second.total_at_least(rest, bound))
    })
}

/// The kind that a symmetry makes of a kind: the one of that shape and index.
fn image(kinds: &[StepKind], kind: StepKind, symmetry: Symmetry) -> Option<StepKind> {
    let origin = match kind.origin() {
        Origin::Placed => Origin::Placed,
        Origin::From(path) => Origin::From(path.image(symmetry)),
        Origin::Leaving(direction) => Origin::Leaving(symmetry.direction(direction)),
    };
    kinds.iter().copied().find(|known| known.origin() == origin && known.index() == kind.index())
}

fn kinds<N: NativeWord>(rules: &FileRules<N>) -> Vec<StepKind> {
    rules.definition.moves.kinds.iter().map(|&(kind, _)| kind).collect()
}

fn word<W: Word>(family: &Family<W>, wanted: Option<StepKind>) -> Option<W> {
    family.iter().find(|(kind, _)| Some(*kind) == wanted).map(|(_, word)| word)
}

/// An unknown position in which the game goes on, and an unknown move of a kind.
fn position_and_move<'c, N: NativeWord>(
    statement: &mut CircuitStatement<'c>,
    rules: &FileRules<N>,
    kind: StepKind,
) -> (FileBoardOf<'c, N>, Step<CircuitWord<'c>>) {
    let board = unknown_board(statement, rules);
    let layout = rules.layout();
    let at = statement.unknown_one_hot(AT, layout, &Mask::first(layout.squares()));
    if let Some(legal) = word(&rules.moves(board), Some(kind)) {
        statement.require(!at.word().without(legal).any());
    }
    statement.require(!rules.outcome(board).over());
    (board, Step::new(kind, at, layout))
}

/// Looks for a position, and a move of a kind, that meets a condition and so breaks a declaration.
fn decided<N: NativeWord>(
    rules: &FileRules<N>,
    kind: Option<StepKind>,
    breaks: impl for<'c> FnOnce(&mut CircuitStatement<'c>) -> CircuitBit<'c>,
) -> DeclarationVerdict {
    let circuit = Circuit::new();
    let mut statement = CircuitStatement::new(&circuit);
    let condition = breaks(&mut statement);
    statement.require(condition);
    let clausified = clausify(&statement.finish(), Encoding::default());
    let mut solver = Cadical::new();
    // The embedded solver refuses no limit.
    let _ = solver.limit_conflicts(Some(CONFLICTS));
    for clause in &clausified.cnf {
        // The embedded solver refuses no clause.
        let _ = solver.add_clause_ref(clause);
    }
    match solver.solve() {
        Ok(SolverResult::Unsat) => DeclarationVerdict::Proved,
        Ok(SolverResult::Sat) => {
            let model = solver.solution(Var::new(clausified.variables.saturating_sub(1)));
            model.map_or(DeclarationVerdict::Undecided, |model| shown(rules, kind, &clausified, &model))
        }
        _ => DeclarationVerdict::Undecided,
    }
}

fn shown<N: NativeWord>(
    rules: &FileRules<N>,
    kind: Option<StepKind>,
    clausified: &Clausified,
    model: &Assignment,
) -> DeclarationVerdict {
    let word = |name: &str| {
        let known = clausified.words.iter().find(|known| known.name == name);
        let bits = known.map(|known| known.word.iter().map(|bit| bit.in_model(model)).collect::<Vec<_>>());
        N::of_bits(bits.unwrap_or_default())
    };
    let position = print(rules, rules.build(&word));
    let played = kind.map(|kind| {
        print_step(rules, Step::new(kind, OneHot::assume(word(AT)), rules.layout()), View::Straight)
    });
    DeclarationVerdict::Refuted { position, played }
}

#[cfg(test)]
mod tests;
