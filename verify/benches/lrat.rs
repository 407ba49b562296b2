//! The throughput of the proof checker, in bytes of proof. It is compared with a plain checker, which is written as one
//! would write it first, and with the least work that reads the same bytes: adding up the numbers of a text, and adding
//! up the bytes.
//!
//! The proofs are generated with the shape of a solver's proofs: clauses of about ten literals that follow by about
//! twenty hints, most of which were added recently, and deletions that keep a window of them alive. In the wide proof,
//! that window and the formula exceed the caches.

#![allow(missing_docs, reason = "the macro of the bench harness makes public items")]

use std::collections::{HashMap, VecDeque};
use std::fmt::Write;
use std::hint::black_box;
use std::io::Cursor;
use std::sync::LazyLock;

use divan::Bencher;
use divan::counter::BytesCount;
use verify::dimacs::{self, Formula};
use verify::lrat::{self, Format};

fn main() {
    divan::main();
}

/// A formula with a refutation in both forms.
struct Case {
    formula: Formula,
    text: Vec<u8>,
    binary: Vec<u8>,
}

/// Fits the caches.
static NARROW: LazyLock<Case> = LazyLock::new(|| Case::new(2_000, 60_000, 5_000));

/// Does not.
static WIDE: LazyLock<Case> = LazyLock::new(|| Case::new(2_000_000, 600_000, 400_000));

/// Pseudo-random numbers, the same in every run (Marsaglia's xorshift).
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }
}

impl Case {
    /// The formula says that each variable implies the next one, that the first holds and that the last does not. A
    /// step says that one variable implies a later one, weakened by further literals. It follows from an earlier step
    /// of the window, whose conclusion it extends, and from implications of the formula.
    fn new(variables: u64, steps: u64, window: usize) -> Case {
        const HINTS: u64 = 20;
        let mut cnf = format!("p cnf {} {}\n1 0\n-{variables} 0\n", variables + 100, variables + 1);
        for variable in 1..variables {
            let _ = writeln!(cnf, "-{variable} {} 0", variable + 1);
        }
        let formula = dimacs::read(cnf.as_bytes()).expect("a formula");
        let mut proof = Forms::default();
        let mut dice = Dice(0x2545_f491_4f6c_dd1d);
        let mut live: VecDeque<(u64, Vec<i64>)> = VecDeque::new();
        let first = variables + 2;
        for id in first..first + steps {
            let earlier = live.get(dice.below(window as u64) as usize);
            let earlier = earlier.filter(|(_, clause)| clause[1].unsigned_abs() + HINTS < variables);
            let (mut clause, mut hints) = earlier.map_or_else(
                || (Case::trivial(&mut dice, variables - HINTS), Vec::new()),
                |(earlier, clause)| (clause.clone(), vec![*earlier as i64]),
            );
            // The implication from v has the id v + 2.
            hints.extend((clause[1]..).map(|variable| variable + 2).take(HINTS as usize));
            clause[1] += HINTS as i64;
            proof.add(id, &clause, &hints);
            live.push_back((id, clause));
            if live.len() > window
                && let Some((old, _)) = live.pop_front()
            {
                proof.delete(id, old);
            }
        }
        let all: Vec<i64> = std::iter::once(1).chain(3..=variables as i64 + 1).chain([2]).collect();
        proof.add(first + steps, &[], &all);
        Case { formula, text: proof.text.into_bytes(), binary: proof.binary }
    }

    /// A tautology: a variable below `bound` implies itself, weakened by eight literals.
    fn trivial(dice: &mut Dice, bound: u64) -> Vec<i64> {
        let from = 1 + dice.below(bound - 1) as i64;
        let last = bound as i64 + 20;
        let weakening = (0..8).map(|extra| last + 1 + extra * 12 + dice.below(12) as i64);
        [-from, from].into_iter().chain(weakening).collect()
    }
}

/// A proof under construction.
#[derive(Default)]
struct Forms {
    text: String,
    binary: Vec<u8>,
}

impl Forms {
    fn add(&mut self, id: u64, clause: &[i64], hints: &[i64]) {
        let _ = write!(self.text, "{id} ");
        self.binary.push(b'a');
        self.put(id as i64);
        self.list(clause);
        self.text.push(' ');
        self.list(hints);
        self.text.push('\n');
    }

    fn delete(&mut self, label: u64, id: u64) {
        let _ = write!(self.text, "{label} d ");
        self.binary.push(b'd');
        self.list(&[id as i64]);
        self.text.push('\n');
    }

    fn list(&mut self, numbers: &[i64]) {
        for &number in numbers {
            let _ = write!(self.text, "{number} ");
            self.put(number);
        }
        self.text.push('0');
        self.put(0);
    }

    fn put(&mut self, number: i64) {
        let mut rest = 2 * number.unsigned_abs() + u64::from(number < 0);
        while rest > 0x7f {
            self.binary.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        self.binary.push(rest as u8);
    }
}

fn check(bencher: Bencher, formula: &Formula, proof: &[u8], format: Format) {
    let check = || lrat::check(formula, Cursor::new(proof), format).expect("a proof");
    bencher.counter(BytesCount::of_slice(proof)).bench_local(check);
}

#[divan::bench]
fn narrow_text(bencher: Bencher) {
    check(bencher, &NARROW.formula, &NARROW.text, Format::Text);
}

#[divan::bench]
fn narrow_binary(bencher: Bencher) {
    check(bencher, &NARROW.formula, &NARROW.binary, Format::Binary);
}

#[divan::bench(sample_count = 5)]
fn wide_text(bencher: Bencher) {
    check(bencher, &WIDE.formula, &WIDE.text, Format::Text);
}

#[divan::bench(sample_count = 5)]
fn wide_binary(bencher: Bencher) {
    check(bencher, &WIDE.formula, &WIDE.binary, Format::Binary);
}

/// A plain checker of text: lines are split at blanks, clauses are in a hash map, values in a vector that is cleared
/// variable by variable. It knows no RAT, and reports nothing but whether the proof holds.
fn plain_check(formula: &Formula, text: &str) -> bool {
    let mut live: HashMap<u64, Vec<i32>> = (1..)
        .zip(formula.clauses().map(|clause| clause.iter().map(|literal| literal.get()).collect()))
        .collect();
    // The value of each variable: 0 for none, or the sign of its true literal.
    let mut values = vec![0; formula.variables() as usize + 1];
    for line in text.lines() {
        let mut words = line.split_ascii_whitespace();
        let Some(Ok(id)) = words.next().map(str::parse::<u64>) else { return false };
        let mut words = words.peekable();
        if words.next_if_eq(&"d").is_some() {
            let ids = words.map(str::parse::<u64>).take_while(|id| *id != Ok(0));
            if !ids.into_iter().all(|id| id.is_ok_and(|id| live.remove(&id).is_some())) {
                return false;
            }
            continue;
        }
        let clause: Vec<i32> =
            words.by_ref().map_while(|word| word.parse().ok()).take_while(|&literal| literal != 0).collect();
        let mut assigned: Vec<i32> = clause.iter().map(|literal| -literal).collect();
        for literal in &assigned {
            values[literal.unsigned_abs() as usize] = literal.signum();
        }
        let mut is_implied = false;
        for hint in words.map_while(|word| word.parse::<u64>().ok()).take_while(|&hint| hint != 0) {
            let Some(clause) = live.get(&hint) else { return false };
            let mut open =
                clause.iter().filter(|literal| values[literal.unsigned_abs() as usize] != -literal.signum());
            match (open.next(), open.next()) {
                (None, _) => is_implied = true,
                (Some(&unit), None) => {
                    values[unit.unsigned_abs() as usize] = unit.signum();
                    assigned.push(unit);
                }
                _ => return false,
            }
        }
        for literal in assigned {
            values[literal.unsigned_abs() as usize] = 0;
        }
        if !is_implied {
            return false;
        }
        if clause.is_empty() {
            return true;
        }
        live.insert(id, clause);
    }
    false
}

fn plain(bencher: Bencher, case: &Case) {
    let text = std::str::from_utf8(&case.text).expect("a text");
    let check = || assert!(plain_check(&case.formula, text), "a proof");
    bencher.counter(BytesCount::of_str(text)).bench_local(check);
}

#[divan::bench]
fn narrow_text_plain(bencher: Bencher) {
    plain(bencher, &NARROW);
}

#[divan::bench(sample_count = 5)]
fn wide_text_plain(bencher: Bencher) {
    plain(bencher, &WIDE);
}

/// Adds up the numbers of a text, byte by byte: the least work that reads it.
fn sum_of_numbers(text: &[u8]) -> u64 {
    let (mut sum, mut number) = (0_u64, 0_u64);
    for &byte in text {
        if byte.is_ascii_digit() {
            number = number * 10 + u64::from(byte - b'0');
        } else {
            sum = sum.wrapping_add(number);
            number = 0;
        }
    }
    sum
}

#[divan::bench]
fn baseline_sum_of_numbers(bencher: Bencher) {
    let text = NARROW.text.as_slice();
    bencher.counter(BytesCount::of_slice(text)).bench_local(|| sum_of_numbers(black_box(text)));
}

#[divan::bench]
fn baseline_sum_of_bytes(bencher: Bencher) {
    let binary = NARROW.binary.as_slice();
    let sum = || black_box(binary).iter().fold(0_u64, |sum, &byte| sum.wrapping_add(u64::from(byte)));
    bencher.counter(BytesCount::of_slice(binary)).bench_local(sum);
}
