//! A question asked in every way, compared with the answers that the naive evaluator finds.

use super::boards::turn;
use super::settings::Asked;
use crate::support::random::Random;
use certamen::ask::enumerate::{Enumeration, Listing, NextAnswer};
use certamen::ask::listed::ListEntry;
use certamen::ask::question::{ListedQuestion, Question};
use certamen::ask::solve::{AskOutcome, ask_question, check_proof};
use certamen::games::registry;
use certamen::prove::certificate::list::{ClosingOutcome, ClosingPolicy, List, close};
use certamen::prove::exact_bound::{ClimbOutcome, climb};
use certamen::prove::strategy::{Effort, Job, PortfolioOutcome, Strategies, decide_by};
use certamen::work::{Limits, Stop};
use cnf_out::decision_diagram::{DiagramError, count};
use std::collections::BTreeSet;
use std::fmt::{Debug, Display};
use std::time::Duration;

/// The memory for a decision diagram, in bytes: a question takes a tenth of a second of it.
const MEMORY: u64 = 1 << 22;

type Compared = Result<(), String>;

fn text(error: impl Display) -> String {
    error.to_string()
}

fn same<T: PartialEq + Debug>(what: &str, found: &T, expected: &T) -> Compared {
    if found == expected { Ok(()) } else { Err(format!("{what}: {found:?}, naively {expected:?}")) }
}

/// Compares all answers to a question, and returns whether they were counted. Which of the dearer ways are tried depends on the
/// seed.
pub(super) fn compare(asked: &Asked, seed: u64) -> Result<bool, String> {
    let mut random = Random::new(!seed);
    if asked.has_number {
        return bound(asked).map(|()| false);
    }
    for breaks in [false, true] {
        solve(asked, &asked.question.with_symmetry_breaking(breaks))?;
    }
    if asked.is_of_games && random.below(4) == 0 {
        strategies(asked)?;
    }
    if !asked.is_exact {
        let listed = asked.question.listed().ok_or("it has no list")?;
        return same("a relaxation may be listed", &listed.require_list().is_ok(), &false).map(|()| false);
    }
    let formula = asked.question.formula();
    let words = asked.question.position(&formula);
    let is_counted = match count(&formula, Some(&words), MEMORY, &mut |_| true) {
        // Diagrams of games, and of some moves, are too large.
        Err(DiagramError::TooLarge(_)) => false,
        counted => {
            let counted = counted.map_err(text)?.ok_or("the count was stopped")?.solutions.to_string();
            same("count", &counted, &asked.answers.len().to_string())?;
            true
        }
    };
    let listed = asked.question.listed().ok_or("it has no list")?;
    let all: Vec<String> = asked.answers.iter().map(|(line, _)| line.clone()).collect();
    list(&listed, (Listing::All, &all), &mut random)?;
    let first = first_of_each_class(asked, &listed)?;
    list(&listed, (Listing::UpToSymmetry, &first), &mut random)?;
    Ok(is_counted)
}

/// Asks the solver, and checks its refutation.
fn solve(asked: &Asked, question: &Question) -> Compared {
    let outcome = ask_question(question, &Limits::default(), || Ok(Vec::new()), |_| {}).map_err(text)?;
    let is_found = match outcome {
        AskOutcome::Found(solution) => {
            let position = solution.witness().position();
            let is_answer = asked.answers.iter().any(|(line, _)| line == position);
            same(&format!("whether {position} is an answer"), &is_answer, &true)?;
            same("whether it is judged to be one", &solution.remark().is_none(), &asked.is_exact)?;
            true
        }
        AskOutcome::Refuted(refutation) => {
            check_proof(&refutation, refutation.proof.as_slice(), &Stop::new()).map_err(text)?;
            false
        }
        AskOutcome::Stopped(reason) => return Err(reason.to_string()),
    };
    same("whether it has an answer", &is_found, &!asked.answers.is_empty())
}

/// Asks each strategy alone.
fn strategies(asked: &Asked) -> Compared {
    let question = asked.question.with_symmetry_breaking(true);
    let job = Job::new(&question);
    for strategy in question.ability::<Strategies>().unwrap_or_default().0 {
        let name = strategy.name().to_owned();
        let effort = Effort { workers: 1, share: Duration::from_secs(600) };
        let is_found = match decide_by(&job, vec![strategy], effort, &|_| {}).map_err(text)?.decided {
            PortfolioOutcome::Found(..) => true,
            PortfolioOutcome::Refuted(_) => false,
            PortfolioOutcome::Undecided(_) => continue,
        };
        same(&format!("whether {name} finds an answer"), &is_found, &!asked.answers.is_empty())?;
    }
    Ok(())
}

/// Lists the answers, sometimes once more after one of them, and sometimes proves that there are no others.
fn list(
    question: &ListedQuestion,
    (listing, expected): (Listing, &[String]),
    random: &mut Random,
) -> Compared {
    let lines = |entries: &[ListEntry]| entries.iter().map(|entry| entry.line.clone()).collect::<Vec<_>>();
    let entries = entries(question, listing, None)?;
    same(&format!("{listing:?}"), &lines(&entries), &expected.to_vec())?;
    if !entries.is_empty() && random.below(8) == 0 {
        let place = random.below(entries.len());
        let after = self::entries(question, listing, Some(&expected[place]))?;
        // Another game may lead to the same position.
        same("the list after an answer", &lines(&after), &expected[place + 1..].to_vec())?;
    }
    if random.below(6) == 0 {
        let list = List { question, listing, entries: &entries };
        let ways = if random.below(2) == 0 { ClosingPolicy::AtOnce } else { ClosingPolicy::AlongGaps };
        let closed = close(list, ways, None, &registry(), &Limits::default(), |_| {}).map_err(text)?;
        let ClosingOutcome::Proved(proved) = closed else { return Err("the list is not closed".to_owned()) };
        same("the proved list", &proved.entries, &entries)?;
    }
    Ok(())
}

fn entries(
    question: &ListedQuestion,
    listing: Listing,
    after: Option<&str>,
) -> Result<Vec<ListEntry>, String> {
    let mut list = Enumeration::new(question, listing, after, &Limits::default()).map_err(text)?;
    let mut entries = Vec::new();
    loop {
        match list.next_position().map_err(text)? {
            NextAnswer::Position(entry, _) => entries.push(entry),
            NextAnswer::Complete => return Ok(entries),
            NextAnswer::Stopped => return Err("the list was stopped".to_owned()),
        }
    }
}

/// The first answer of each class under the symmetries that the list names. It is an error if one of them carries an answer to
/// a position that is none.
fn first_of_each_class(asked: &Asked, listed: &ListedQuestion) -> Result<Vec<String>, String> {
    let notation = asked.notation;
    let names = listed.symmetries().ok_or("its symmetries have no names")?;
    let turns: Vec<_> = names.split(", ").map(|name| (name, turn(notation.side, name))).collect();
    let all: BTreeSet<&str> = asked.answers.iter().map(|(line, _)| line.as_str()).collect();
    let mut first = Vec::new();
    for &line in &all {
        let mut class = BTreeSet::new();
        for (name, turn) in &turns {
            let image = notation.image(line, turn);
            if !all.contains(image.as_str()) {
                return Err(format!("{line} is an answer, {image} is none, but {name} is a symmetry"));
            }
            // Of positions, the one whose occupied squares come first; of games, the one whose line comes first.
            let cells = notation.cells(&image).into_iter();
            let occupied: Vec<bool> = cells.map(|cell| !asked.is_of_games && cell > 0).collect();
            class.insert((occupied, notation.rank(&image), image));
        }
        if class.pop_first().is_some_and(|(.., least)| least == line) {
            first.push(line.to_owned());
        }
    }
    first.sort_by_cached_key(|line| notation.rank(line));
    Ok(first)
}

/// Climbs to the exact bound, and checks the refutation of one more.
fn bound(asked: &Asked) -> Compared {
    let question = asked.question.bounded().ok_or("it has no bound")?.with_symmetry_breaking(true);
    let objective = question.objectives().first().copied().ok_or("it has no number")?;
    let fresh = || Ok(Vec::new());
    let climbed = climb(&question, objective, &Limits::default(), fresh, |_| {}).map_err(text)?;
    let ClimbOutcome::Closed(best, refutation) = climbed else { return Err("the bound is open".to_owned()) };
    check_proof(&refutation, refutation.proof.as_slice(), &Stop::new()).map_err(text)?;
    let mut found = None;
    if let Some(best) = &best {
        let measured = question.measure(objective, best).map_err(text)?;
        found = Some(question.extreme(objective, measured).value());
        let known = asked.answers.iter().find(|(line, _)| line == best.position());
        same("the value of the witness", &known.and_then(|(_, value)| *value), &found)?;
    }
    let values = asked.answers.iter().filter_map(|(_, value)| *value);
    let is_most = asked.command.contains("'max ");
    same("the bound", &found, &if is_most { values.max() } else { values.min() })
}
