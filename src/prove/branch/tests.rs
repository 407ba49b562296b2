use super::*;
use crate::argument::ArgumentContext;
use crate::certificate::{Evidence, ProveOutcome, Refutation, check, prove};
use certamen_ask::abilities::Abilities;
use certamen_ask::error::QuestionError;
use certamen_ask::flag::Given;
use certamen_ask::kind::NamedQuery;
use certamen_ask::query::{Bounded, Query, ReadWord};
use certamen_ask::question::BoundedQuestion;
use certamen_ask::registry::Registry;
use certamen_ask::witness::{TextWitness, require_at_least};
use certamen_work::limits::Limits;
use certamen_work::stop::Stop;
use cnf_out::solver::StopReason;
use encodings::board::{Direction, Grid};
use encodings::statement::Statement;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;
use verify::sum::{Block, Square, Things};

type Board = Grid<4, 3>;

const STONES: usize = 5;
const PAIRS: Objective = Objective::new("pairs", "pairs");

/// "Can five stones on a board of 4x3 squares have this number of pairs of neighbours?" With sums, or with clauses.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Pairs<const SUMS: bool> {
    at_least: u32,
}

/// The number of pairs, square by square.
fn count(stones: &[bool]) -> u32 {
    let pair = |square: usize| {
        let right = square % 4 < 3 && stones[square + 1];
        let up = square < 8 && stones[square + 4];
        u32::from(stones[square] && right) + u32::from(stones[square] && up)
    };
    (0..12).map(pair).sum()
}

impl<const SUMS: bool> Query for Pairs<SUMS> {
    type Witness = TextWitness;
    const NAME: &'static str = if SUMS { "sample.pairs" } else { "sample.pairs-by-clauses" };

    fn state<S: Statement>(&self, statement: &mut S) {
        let stones = statement.unknown("stones", Board::LAYOUT);
        statement.require_at_least(Board::LAYOUT, stones, STONES as u32);
        statement.require_at_least(Board::LAYOUT, Board::complement(stones), 12 - STONES as u32);
        let [east, north] = [Direction::East, Direction::North].map(|way| Board::shift(stones, way) & stones);
        statement.require_total(Board::LAYOUT, east, &[north], self.at_least);
    }

    fn read(&self, words: ReadWord<'_>) -> Result<TextWitness, WitnessError> {
        let stones = words("stones")?.into_iter().map(|stone| if stone { 'o' } else { '.' });
        Ok(TextWitness::new(stones.collect::<String>()))
    }

    fn verify(&self, witness: &TextWitness) -> Result<(), WitnessError> {
        let stones: Vec<bool> = witness.position.chars().map(|letter| letter == 'o').collect();
        if stones.len() != 12 || stones.iter().filter(|&&stone| stone).count() != STONES {
            return Err(WitnessError::Position("expected five of twelve".to_owned()));
        }
        require_at_least("pairs", count(&stones), self.at_least)
    }

    fn abilities() -> Abilities<Self> {
        let abilities = Abilities::none().bounded();
        if SUMS { abilities.with::<SumAbility>(|_| Box::new(PairsOf { added: 0 })) } else { abilities }
    }
}

impl<const SUMS: bool> NamedQuery for Pairs<SUMS> {
    const ABOUT: &'static str = "Pairs of neighbours";

    fn from_flags(_: &Given) -> Result<Self, QuestionError> {
        Ok(Self { at_least: 0 })
    }
}

impl<const SUMS: bool> Bounded for Pairs<SUMS> {
    fn bounds(&mut self) -> Vec<(Objective, &mut u32)> {
        vec![(PAIRS, &mut self.at_least)]
    }

    fn measure(&self, _: Objective, witness: &TextWitness) -> u32 {
        count(&witness.position.chars().map(|letter| letter == 'o').collect::<Vec<bool>>())
    }
}

impl<const SUMS: bool> fmt::Display for Pairs<SUMS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} --at-least {}", Self::NAME, self.at_least)
    }
}

/// The sum, to which something can be added so that it is too large.
struct PairsOf {
    added: u32,
}

impl SumBound for PairsOf {
    fn objective(&self) -> Objective {
        PAIRS
    }

    fn sum(&self) -> Result<BlockSum, NoSumError> {
        let pairs = |held: &[Kind]| {
            held.windows(2).filter(|pair| pair == &[Kind(0), Kind(0)]).count() as u32 + self.added
        };
        let block = |squares: Vec<usize>| Block::new(squares.into_iter().map(Square).collect(), 2, pairs);
        let ranks = (0..3).map(|rank| block((4 * rank..4 * rank + 4).collect()));
        let files = (0..4).map(|file| block((0..3).map(|rank| 4 * rank + file).collect()));
        let names = (0..12).map(|square| square.to_string()).collect();
        let things = [STONES, 12 - STONES].map(Things::Exactly).to_vec();
        let sum = BlockSum::new(names, things, ranks.collect::<Result<_, _>>()?)?;
        Ok(sum.with_partition(files.collect::<Result<_, _>>()?)?)
    }

    fn count(&self, held: &[Kind]) -> Result<u32, WitnessError> {
        Ok(count(&held.iter().map(|&kind| kind == Kind(0)).collect::<Vec<bool>>()))
    }

    fn witness(&self, held: &[Kind]) -> Result<AnyWitness, WitnessError> {
        let letters: String = held.iter().map(|&kind| if kind == Kind(0) { 'o' } else { '.' }).collect();
        Ok(AnyWitness::new("sample", TextWitness::new(letters)))
    }
}

fn registry() -> Registry {
    let mut registry = Registry::new();
    registry.add_question::<Pairs<true>>();
    registry.add_question::<Pairs<false>>();
    registry
}

fn proved(question: &BoundedQuestion, limits: &Limits) -> (tempfile::TempDir, ProveOutcome) {
    let place = tempfile::tempdir().expect("a directory");
    let context = ArgumentContext {
        destination: &place.path().join("cert"),
        registry: &registry(),
        limits,
        watch: &mut |_| {},
        progress: &mut |_| {},
    };
    let proved = prove(question, PAIRS, context).expect("no error");
    (place, proved)
}

#[test]
fn sums_and_clauses_prove_the_same_bound() {
    let limits = Limits::default();
    let (place, by_sums) = proved(&Pairs::<true> { at_least: 0 }.into(), &limits);
    let (_, by_clauses) = proved(&Pairs::<false> { at_least: 0 }.into(), &limits);
    for proved in [by_sums, by_clauses] {
        let ProveOutcome::Exact(claim, witnesses) = proved else { panic!("{proved:?}") };
        // A square and one stone beside it.
        assert_eq!((claim.bound, witnesses.len()), (5, 1));
    }
    let certificate = place.path().join("cert");
    assert!(certificate.join("refutation.splits.txt").exists());
    let checked = check(&certificate, &registry(), &Stop::new(), |_| {}).expect("it checks");
    let [Refutation { question, by: Evidence::Splits { splits: 1.., .. } }] = &checked.refutations[..] else {
        panic!("{checked:?}")
    };
    assert_eq!(question.to_string(), "sample.pairs --at-least 6");
    assert_eq!(checked.proofs().count(), 0);
}

#[test]
fn what_nothing_reaches_is_impossible() {
    let (place, proved) = proved(&Pairs::<true> { at_least: 6 }.into(), &Limits::default());
    assert!(
        matches!(proved, ProveOutcome::Impossible(question) if question.to_string() == "sample.pairs --at-least 6")
    );
    assert!(!place.path().join("cert").exists());
}

#[test]
fn a_limit_ends_the_search() {
    let over = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    let (place, proved) = proved(&Pairs::<true> { at_least: 0 }.into(), &over);
    assert!(matches!(proved, ProveOutcome::Undecided(_, StopReason::TimeLimit)));
    assert!(!place.path().join("cert").exists());
}

/// If the sum is larger than the number, assignments are left, and are counted.
#[test]
fn a_sum_that_is_too_large_decides_as_well() {
    let (exact, larger) = (PairsOf { added: 0 }, PairsOf { added: 1 });
    for summed in [exact, larger] {
        let sum = summed.sum().expect("a sum");
        let search = |at_least| branch(&summed, &sum, at_least, &Limits::default()).expect("no error");
        for at_least in 0..=5 {
            let BranchOutcome::Found(witness) = search(at_least) else { panic!("{at_least}") };
            assert!(
                count(&witness.position().chars().map(|letter| letter == 'o').collect::<Vec<_>>())
                    >= at_least
            );
        }
        assert!(matches!(search(6), BranchOutcome::Refuted(_)));
    }
    let stop = Stop::new();
    stop.request();
    let stopped = Limits { stop, ..Limits::default() };
    let sum = PairsOf { added: 0 }.sum().expect("a sum");
    let branched = branch(&PairsOf { added: 0 }, &sum, 6, &stopped).expect("no error");
    assert!(matches!(branched, BranchOutcome::Stopped(StopReason::Callback)));
}
