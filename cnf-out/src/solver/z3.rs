//! Z3 as a library, for the same terms from which SMT-LIB texts are written. Behind the feature `z3`.
//!
//! Each term becomes one term of Z3, arguments first, so that terms that the text shares by names are shared here too.
//! One thread watches the time limit and the stop request, and interrupts the solver; both give
//! [`SolverAnswer::Unknown`].
//!
//! What it does not show: "unsatisfiable" is only Z3's claim, without a proof. A crash of the library is a crash of
//! this program, unlike a crash of a process of its own (`process`).

use crate::smtlib::{Model, SolverAnswer};
use encodings::board::Mask;
use encodings::statement::Script;
use encodings::term::{Node, Op, Sort, TermId};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use z3::ast::{BV, Bool};
use z3::{Context, SatResult, Solver};

/// The time between two checks for a stop.
const TICK: Duration = Duration::from_millis(20);

/// Why Z3 gave no usable answer.
#[derive(Debug, thiserror::Error)]
pub enum Z3Error {
    /// A term of a kind that no statement makes.
    #[error("term {0} takes arguments that it cannot take")]
    Term(usize),
    /// A model without a value for a word.
    #[error("Z3's model gives {0} no value")]
    Value(String),
    /// The system has no thread for the clock.
    #[error("cannot start the thread that watches the time")]
    Thread(#[source] std::io::Error),
}

/// The version of the library, such as `Z3 5.4.0.0`.
pub fn version() -> &'static str {
    z3::full_version()
}

/// A term of Z3.
#[derive(Clone, Debug)]
enum Ast {
    Bits(BV),
    Truth(Bool),
}

/// Asks Z3 for values of the words, until the time is over or `is_stopped` returns true.
///
/// # Errors
/// [`Z3Error`] if a model is incomplete, if no statement could have made the script, or if the system has no second
/// thread.
pub fn solve(
    script: &Script,
    time: Option<Duration>,
    is_stopped: &(dyn Fn() -> bool + Sync),
) -> Result<SolverAnswer, Z3Error> {
    let terms = translate(script)?;
    let solver = Solver::new_for_logic("QF_BV").unwrap_or_default();
    for requirement in &script.requirements {
        match &terms[requirement.index()] {
            Ast::Truth(truth) => solver.assert(truth),
            Ast::Bits(_) => return Err(Z3Error::Term(requirement.index())),
        }
    }
    match check(&solver, time, is_stopped).map_err(Z3Error::Thread)? {
        SatResult::Unsat => return Ok(SolverAnswer::Unsatisfiable),
        SatResult::Unknown => return Ok(SolverAnswer::Unknown),
        SatResult::Sat => {}
    }
    let model = solver.get_model().ok_or_else(|| Z3Error::Value("any word".to_owned()))?;
    let value = |word: &encodings::statement::Named<TermId>| {
        let bits = bits_of(&model, &terms[word.word.index()]);
        bits.map(|bits| (word.name.clone(), bits)).ok_or_else(|| Z3Error::Value(word.name.clone()))
    };
    Ok(SolverAnswer::Satisfiable(Model::new(script.words.iter().map(value).collect::<Result<_, _>>()?)))
}

/// Runs the solver while another thread watches the time and the stop request.
fn check(
    solver: &Solver,
    time: Option<Duration>,
    is_stopped: &(dyn Fn() -> bool + Sync),
) -> std::io::Result<SatResult> {
    let deadline = time.and_then(|time| Instant::now().checked_add(time));
    let context = Context::thread_local();
    let (handle, is_over) = (context.handle(), AtomicBool::new(false));
    thread::scope(|scope| {
        let (handle, is_over) = (&handle, &is_over);
        let watch = move || {
            while !is_over.load(Ordering::Relaxed) {
                // An interrupt before the solver has started is lost, so it is repeated.
                if is_stopped() || deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                    handle.interrupt();
                }
                thread::sleep(TICK);
            }
        };
        thread::Builder::new().spawn_scoped(scope, watch)?;
        let result = solver.check();
        is_over.store(true, Ordering::Relaxed);
        Ok(result)
    })
}

/// Every term, in the order of the script.
fn translate(script: &Script) -> Result<Vec<Ast>, Z3Error> {
    let mut terms: Vec<Ast> = Vec::with_capacity(script.nodes.len());
    for (index, node) in script.nodes.iter().enumerate() {
        let arguments: Vec<&Ast> = node.arguments.iter().map(|term| &terms[term.index()]).collect();
        let term = apply(node, &arguments).ok_or(Z3Error::Term(index))?;
        terms.push(term);
    }
    Ok(terms)
}

/// One term; `None` if an operator does not fit its arguments.
fn apply(node: &Node, arguments: &[&Ast]) -> Option<Ast> {
    let width = match node.sort {
        Sort::Bits(width) => width,
        Sort::Bool => 1,
    };
    Some(match (node.op, arguments) {
        (Op::Unknown(number), []) => Ast::Bits(BV::new_const(format!("u{number}"), width)),
        (Op::Constant(mask), []) => Ast::Bits(constant(&mask, width)?),
        (Op::Truth(value), []) => Ast::Truth(Bool::from_bool(value)),
        (Op::Up(by), [Ast::Bits(word)]) => Ast::Bits(word.bvshl(amount(by, width)?)),
        (Op::Down(by), [Ast::Bits(word)]) => Ast::Bits(word.bvlshr(amount(by, width)?)),
        (Op::And, [Ast::Bits(one), Ast::Bits(other)]) => Ast::Bits(one & other),
        (Op::Or, [Ast::Bits(one), Ast::Bits(other)]) => Ast::Bits(one | other),
        (Op::Xor, [Ast::Bits(one), Ast::Bits(other)]) => Ast::Bits(one ^ other),
        (Op::And, [Ast::Truth(one), Ast::Truth(other)]) => Ast::Truth(one & other),
        (Op::Or, [Ast::Truth(one), Ast::Truth(other)]) => Ast::Truth(one | other),
        (Op::Xor, [Ast::Truth(one), Ast::Truth(other)]) => Ast::Truth(one ^ other),
        (Op::Not, [Ast::Truth(truth)]) => Ast::Truth(!truth),
        (Op::Select, [Ast::Truth(condition), Ast::Bits(then), Ast::Bits(otherwise)]) => {
            Ast::Bits(condition.ite(then, otherwise))
        }
        (Op::Select, [Ast::Truth(condition), Ast::Truth(then), Ast::Truth(otherwise)]) => {
            Ast::Truth(condition.ite(then, otherwise))
        }
        (Op::Extract { high, low }, [Ast::Bits(word)]) => Ast::Bits(word.extract(high, low)),
        (Op::Concat, [Ast::Bits(high), Ast::Bits(low)]) => Ast::Bits(high.concat(low)),
        (Op::ZeroExtend(by), [Ast::Bits(word)]) => Ast::Bits(word.zero_ext(by)),
        (Op::Add, [Ast::Bits(one), Ast::Bits(other)]) => Ast::Bits(one.bvadd(other)),
        (Op::Equal, [Ast::Bits(one), Ast::Bits(other)]) => Ast::Truth(one.eq(other)),
        (Op::Equal, [Ast::Truth(one), Ast::Truth(other)]) => Ast::Truth(one.eq(other)),
        (Op::AtMost, [Ast::Bits(one), Ast::Bits(other)]) => Ast::Truth(one.bvule(other)),
        _ => return None,
    })
}

/// The amount of a shift. A shift by the width or more gives 0, which the amount of all ones expresses at any width.
fn amount(by: u32, width: u32) -> Option<BV> {
    if by >= width {
        return BV::from_bits(&vec![true; width as usize]);
    }
    Some(BV::from_u64(u64::from(by), width))
}

fn constant(mask: &Mask, width: u32) -> Option<BV> {
    BV::from_bits(&(0..width as usize).map(|index| mask.contains(index)).collect::<Vec<bool>>())
}

/// A word's value in a model, bit by bit; bits that the model leaves open are 0.
fn bits_of(model: &z3::Model, term: &Ast) -> Option<Vec<bool>> {
    let one = BV::from_u64(1, 1);
    match term {
        Ast::Truth(truth) => Some(vec![model.eval(truth, true)?.as_bool()?]),
        Ast::Bits(word) => {
            let value = model.eval(word, true)?;
            (0..word.get_size())
                .map(|index| model.eval(&value.extract(index, index).eq(&one), true)?.as_bool())
                .collect()
        }
    }
}
