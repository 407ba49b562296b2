//! Has a solver check sampled entries of a table. The question: "does one of these positions have an entry that its
//! moves do not justify?"
//!
//! Idea: the solver chooses a position of the sample and a move. The circuit of the rules gives the position after the
//! move. A list of constants has the table's values of that position, and says whether the only best move there is the
//! forbidden one. The entry is justified if three things hold. No move is better than the best value. No move except
//! the first witness is better than the second value. Two named moves, the witnesses, have these two values. A move to
//! a position that is not in the list also answers the question, so the list need not be trusted.
//!
//! What a refutation shows: the entries of the sample agree with the table's entries of the positions that the moves of
//! the circuit lead to. What it does not show: that those entries are right (an audit of the whole table shows this),
//! and that the positions have the right numbers.

use super::game::{OstleGame, Rule};
use super::probe::Probe;
use certamen_retro::states::{Entry, MoveIndex, Place, TableError, Tables, Value};
use cnf_out::clausify::{self, Clausified, Encoding, clausify};
use cnf_out::dimacs;
use cnf_out::solver::{LratFormat, Refuter, SolverError, Verdict};
use encodings::board::{Grid, Layout, Mask};
use encodings::circuit::Circuit;
use encodings::ostle::position::{Heading, Move, MoveOutcome, Position};
use encodings::ostle::rules::{Ostle, Pieces};
use encodings::statement::{CircuitStatement, Statement};
use encodings::word::{OneHot, Word};
use rustsat::types::Assignment;
use std::collections::{BTreeMap, btree_map};
use std::io;
use verify::lrat;

/// The largest number of positions in a sample: the size of the largest layout with rows of 16.
pub const MOST: usize = 16 * 16;

/// The number of bits of a number that orders values.
const MERIT_BITS: usize = 10;

/// Why a solver could not check a sample.
#[derive(Debug, thiserror::Error)]
pub enum RefuteError {
    /// The tables cannot be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The solver failed.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// The solver stopped without an answer.
    #[error("the solver stopped without an answer")]
    Stopped,
    /// The clauses could not be read back.
    #[error("the clauses: {0}")]
    Clauses(#[from] io::Error),
    /// The checker did not accept the proof.
    #[error("the proof was not accepted: {0}")]
    Proof(String),
}

/// The result for a sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer<const SIDE: usize> {
    /// All entries are justified: the refutation was checked.
    Justified {
        /// The number of clauses.
        clauses: usize,
        /// The number of steps of the proof.
        steps: u64,
    },
    /// The entry of this position is not justified, because of this move.
    Unjustified {
        /// The position.
        position: Position<SIDE>,
        /// The move.
        played: Move,
    },
}

/// A position of the sample.
#[derive(Clone, Copy, Debug)]
struct SampledPosition<const SIDE: usize> {
    position: Position<SIDE>,
    entry: Entry,
    /// Moves with the best and the second best value.
    witnesses: [Move; 2],
    /// The number of the first witness.
    first: MoveIndex,
}

/// A position to which a move leads.
#[derive(Clone, Debug)]
struct Successor {
    pieces: Pieces<u32>,
    /// The value of a move to this position, unless the move forbids the only best move here.
    value: Value,
    /// The value if the move forbids the only best move here.
    otherwise: Value,
    /// The positions from which a move to this position forbids the only best move here.
    forbidding: Vec<Pieces<u32>>,
}

/// Entries of a table, with everything that a solver needs to know about other entries.
#[derive(Clone, Debug)]
pub struct Sample<const SIDE: usize> {
    sampled: Vec<SampledPosition<SIDE>>,
    successors: Vec<Successor>,
    lose_at: u32,
}

impl<const SIDE: usize> Sample<SIDE> {
    /// A sample with the entries of these positions, at most [`MOST`].
    ///
    /// # Errors
    /// [`TableError`] if a layer that is needed is not built or damaged.
    pub fn new(tables: &Tables<'_, OstleGame<SIDE>>, places: &[Place]) -> Result<Self, TableError> {
        let lose_at = tables.game.variant().lose_at();
        let (mut sampled, mut successors) = (Vec::new(), BTreeMap::new());
        for &place in &places[..places.len().min(MOST)] {
            let position = Position::trusted(tables.game.ranking().unrank(place).0);
            let entry = tables.entry(place)?;
            let judged = tables.judge(position, None)?;
            for judged in &judged {
                if let MoveOutcome::Position(next) = judged.next {
                    let pieces = next.pieces();
                    if let btree_map::Entry::Vacant(unknown) = successors.entry(pieces) {
                        unknown.insert(successor(tables, next)?);
                    }
                }
            }
            // A position has at least three moves.
            let second = judged.get(1).map_or(judged[0].played, |judged| judged.played);
            let witnesses = [judged[0].played, second];
            let first = tables.game.locate(position, witnesses[0]).1;
            sampled.push(SampledPosition { position, entry, witnesses, first });
        }
        Ok(Self { sampled, successors: successors.into_values().collect(), lose_at })
    }

    /// The number of positions that the moves of the sample lead to.
    pub fn successors(&self) -> usize {
        self.successors.len()
    }

    /// Replaces an entry of the sample by another one.
    #[cfg(test)]
    fn forge(&mut self, number: usize, entry: Entry) {
        self.sampled[number].entry = entry;
    }

    /// Asks a solver, and has its refutation checked.
    ///
    /// # Errors
    /// [`RefuteError`]
    pub fn ask(&self) -> Result<Answer<SIDE>, RefuteError> {
        // If there is an only best move, it has to be the first witness.
        let misnamed = self.sampled.iter().find(|sampled| {
            let Entry { best, second, only } = sampled.entry;
            only != if best == second { MoveIndex::NONE } else { sampled.first }
        });
        if let Some(&SampledPosition { position, witnesses, .. }) = misnamed {
            return Ok(Answer::Unjustified { position, played: witnesses[0] });
        }
        let circuit = Circuit::new();
        let mut statement = CircuitStatement::new(&circuit);
        self.state(&mut statement);
        let clausified = clausify(&statement.finish(), Encoding::default());
        let mut text = Vec::new();
        dimacs::write(&clausified, &[], &mut text)?;
        let read = verify::dimacs::read(text.as_slice()).map_err(io::Error::other)?;
        let mut refuter = Refuter::new(clausified.cnf.len(), LratFormat::Binary, Vec::new())?;
        refuter.add_cnf(&clausified.cnf)?;
        match refuter.solve()?.verdict {
            Verdict::Interrupted(_) => Err(RefuteError::Stopped),
            Verdict::Unsatisfiable(refuted) => {
                let report = lrat::check(&read, refuted.proof.as_slice(), lrat::Format::Binary);
                let report = report.map_err(|error| RefuteError::Proof(error.to_string()))?;
                Ok(Answer::Justified { clauses: clausified.cnf.len(), steps: report.additions })
            }
            Verdict::Satisfiable(model) => Ok(self.found(&clausified, &model)),
        }
    }

    /// The position and the move that a solver chose.
    fn found(&self, clausified: &Clausified, model: &Assignment) -> Answer<SIDE> {
        let chosen = |name: &str| {
            let named = clausified.words.iter().find(|word| word.name == name);
            let holds = |value: &clausify::BitValue| value.in_model(model);
            named.and_then(|named| named.word.iter().position(holds)).unwrap_or_default()
        };
        let position = self.sampled[chosen("chosen").min(self.sampled.len() - 1)].position;
        let square = Position::<SIDE>::LAYOUT.square(chosen("from"));
        let square = square.unwrap_or(self.sampled[0].witnesses[0].square);
        Answer::Unjustified {
            position,
            played: Move { square, heading: Heading::ALL[chosen("heading") & 3] },
        }
    }

    /// States that some position of the sample has an entry that is not justified.
    fn state<S: Statement>(&self, statement: &mut S) {
        let layout = Grid::<SIDE, SIDE>::LAYOUT;
        let row = |squares| Layout::new(16, squares).unwrap_or(layout);
        let chosen = statement.unknown_one_hot("chosen", row(16), &Mask::first(self.sampled.len())).word();
        let from = statement.unknown_one_hot("from", layout, &Mask::first(layout.squares()));
        let headings = row(1);
        let heading = statement.unknown_one_hot("heading", headings, &Mask::first(4)).word();
        let merit = statement.unknown_within("merit", headings, &Mask::first(MERIT_BITS));

        let board = |bits: u32| from.word().constant(&Mask::from_u64(u64::from(bits)));
        let number = |value: Value| merit.constant(&merit_mask(value));
        let pick = |of: &dyn Fn(&SampledPosition<SIDE>) -> S::Word, zero: S::Word| {
            let each = self.sampled.iter().enumerate();
            each.fold(zero, |all, (place, sampled)| {
                all | S::Word::select(chosen.bit(place), of(sampled), zero)
            })
        };
        let nothing = board(0);
        let before = Pieces {
            own: pick(&|sampled| board(sampled.position.pieces().own), nothing),
            opp: pick(&|sampled| board(sampled.position.pieces().opp), nothing),
            hole: pick(&|sampled| board(sampled.position.pieces().hole), nothing),
        };
        let zero = merit.constant(&Mask::EMPTY);
        let best = pick(&|sampled| number(sampled.entry.best), zero);
        let second = pick(&|sampled| number(sampled.entry.second), zero);

        let after = play::<S, SIDE>(statement, before, from, heading);
        let is_won = Ostle::<SIDE>::lost(after.own, self.lose_at);
        let is_lost = Ostle::<SIDE>::lost(after.opp, self.lose_at);
        let mut value = S::Word::select(is_won, number(Value::win(1)), zero)
            | S::Word::select(is_lost, number(Value::loss(1)), zero);
        let mut listed = is_won | is_lost;
        for successor in &self.successors {
            let constant = |pieces: Pieces<u32>| Pieces {
                own: board(pieces.own),
                opp: board(pieces.opp),
                hole: board(pieces.hole),
            };
            let is_it = after.same(constant(successor.pieces));
            let forbids = successor.forbidding.iter().map(|&from| before.same(constant(from)));
            let here = forbids.reduce(|any, next| any | next).map_or(number(successor.value), |forbids| {
                S::Word::select(forbids, number(successor.otherwise), number(successor.value))
            });
            value = value | S::Word::select(is_it, here, zero);
            listed = listed | is_it;
        }
        statement.require(merit.equals(value));

        let is_witness = |which: usize| {
            let mut each = self.sampled.iter().enumerate().map(|(place, sampled)| {
                let witness = sampled.witnesses[which];
                chosen.bit(place)
                    & from.word().bit(witness.square.index())
                    & heading.bit(witness.heading as usize)
            });
            // A sample has at least one position.
            let first = each.next().unwrap_or_else(|| chosen.any());
            each.fold(first, |any, next| any | next)
        };
        let (first, other) = (is_witness(0), is_witness(1));
        let not_best = first & !merit.equals(best);
        let not_second = other & !merit.equals(second);
        let too_good = !merit.lex_le(best) | !first & !merit.lex_le(second);
        statement.require(!listed | not_best | not_second | too_good);
    }
}

/// The position after the chosen move. The move has to be legal.
fn play<S: Statement, const SIDE: usize>(
    statement: &mut S,
    before: Pieces<S::Word>,
    from: OneHot<S::Word>,
    heading: S::Word,
) -> Pieces<S::Word> {
    let nothing = from.word().constant(&Mask::EMPTY);
    let mut after = Pieces { own: nothing, opp: nothing, hole: nothing };
    let mut legal = nothing;
    for way in Heading::ALL {
        let is_it = heading.bit(way as usize);
        let then = Ostle::<SIDE>::apply(before, from, way.direction());
        let add = |all, word| all | S::Word::select(is_it, word, nothing);
        after = Pieces {
            own: add(after.own, then.own),
            opp: add(after.opp, then.opp),
            hole: add(after.hole, then.hole),
        };
        legal = add(legal, Ostle::<SIDE>::legal(before, way.direction()));
    }
    statement.require((legal & from.word()).any());
    after
}

/// The table's values of a position that a move leads to.
fn successor<const SIDE: usize>(
    tables: &Tables<'_, OstleGame<SIDE>>,
    position: Position<SIDE>,
) -> Result<Successor, TableError> {
    let game = tables.game;
    let place = game.ranking().rank(position.pieces()).place;
    let entry = tables.entry(place)?;
    // No table holds a value greater than the last but one, so the value before it exists.
    let before = |value: Value| value.before().unwrap_or(value);
    let forbidding = match entry.only {
        MoveIndex::NONE => Vec::new(),
        only => {
            let stands = Position::<SIDE>::trusted(game.ranking().unrank(place).0);
            match stands.play(OstleGame::<SIDE>::play(stands.pieces(), only), game.variant().lose_at()) {
                MoveOutcome::Won | MoveOutcome::Lost => Vec::new(),
                MoveOutcome::Position(leads_to) => images_beside(game, stands, position, leads_to),
            }
        }
    };
    Ok(Successor {
        pieces: position.pieces(),
        value: before(entry.best),
        otherwise: before(entry.second),
        forbidding,
    })
}

/// The positions from which a move to `position` forbids the move from `stands`, an image of `position`, to `leads_to`.
fn images_beside<const SIDE: usize>(
    game: &OstleGame<SIDE>,
    stands: Position<SIDE>,
    position: Position<SIDE>,
    leads_to: Position<SIDE>,
) -> Vec<Pieces<u32>> {
    let image = |of: Position<SIDE>, which| {
        let word = |word| game.ranking().images().word(which, word);
        let pieces = of.pieces();
        Pieces { own: word(pieces.own), opp: word(pieces.opp), hole: word(pieces.hole) }
    };
    let counts = |&which: &u8| game.rule() == Rule::Paper || image(stands, which) == position.pieces();
    let mut images: Vec<Pieces<u32>> = (0..8).filter(counts).map(|which| image(leads_to, which)).collect();
    images.sort_unstable();
    images.dedup();
    images
}

/// A number that orders values: the better the value, the greater the number. The most significant bit comes first.
fn merit_mask(value: Value) -> Mask {
    let number = (512 + value.merit()) as usize;
    (0..MERIT_BITS).filter(|bit| number >> (MERIT_BITS - 1 - bit) & 1 == 1).fold(Mask::EMPTY, Mask::with)
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_retro::states::{Game, Monitor, Store, solve};
    use certamen_work::stop::Stop;
    use encodings::ostle::variant::Variant;
    use std::time::Duration;
    use tempfile::TempDir;

    /// Solves a small game and has a solver check samples of the last layer.
    fn with_samples(rule: Rule, look: impl Fn(Sample<3>, &Tables<'_, OstleGame<3>>)) {
        let game = OstleGame::<3>::new(Variant::new(3, 2, 0).unwrap(), rule);
        let directory = TempDir::new().unwrap();
        let store = Store::create(directory.path(), &game).unwrap();
        for group in game.groups() {
            solve(&game, &store, group, Duration::from_secs(3600), &mut Monitor::silent(&Stop::new()))
                .unwrap();
        }
        let tables = Tables::open(&game, store).unwrap();
        let size = game.layers()[3].size;
        let places: Vec<Place> = (0..24).map(|part| Place { layer: 3, rank: part * (size / 24) }).collect();
        look(Sample::new(&tables, &places).unwrap(), &tables);
    }

    #[test]
    fn entries_of_solved_games_are_confirmed_by_a_solver() {
        for rule in [Rule::Literal, Rule::Paper] {
            with_samples(rule, |sample, _| {
                assert!(matches!(sample.ask().unwrap(), Answer::Justified { .. }), "{rule}");
            });
        }
    }

    #[test]
    fn forged_entries_are_refuted_by_a_solver() {
        with_samples(Rule::Literal, |sample, tables| {
            for number in [0, 7, 23] {
                let position = sample.sampled[number].position;
                let SampledPosition { entry, first, .. } = sample.sampled[number];
                let forged = [
                    Entry { best: Value::DRAW, second: Value::DRAW, only: MoveIndex::NONE },
                    Entry { best: Value::win(77), second: entry.second, only: first },
                    Entry { best: entry.best, second: Value::loss(1), only: first },
                    Entry { best: entry.best, second: Value::DRAW, only: MoveIndex::NONE },
                    Entry { only: if entry.only == first { MoveIndex::NONE } else { first }, ..entry },
                ];
                for forged in forged.into_iter().filter(|&forged| forged != entry) {
                    let mut sample = sample.clone();
                    sample.forge(number, forged);
                    let Answer::Unjustified { position: found, played } = sample.ask().unwrap() else {
                        panic!("{forged:?} was not noticed")
                    };
                    assert_eq!(found, position);
                    assert!(
                        tables.judge(position, None).unwrap().iter().any(|judged| judged.played == played)
                    );
                }
            }
        });
    }

    #[test]
    fn a_missing_successor_is_found() {
        with_samples(Rule::Literal, |mut sample, _| {
            sample.successors.remove(5);
            assert!(matches!(sample.ask().unwrap(), Answer::Unjustified { .. }));
        });
    }
}
