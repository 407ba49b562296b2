//! The known answers of problems come out of their game files, by both readers; and no text makes the reader panic.

use super::{BddlFile, BddlProblem, game_name};
use crate::game_file::{AnyFileRules, FileError, GameFile};
use encodings::rules::{Ending, Phase, Position, Rules};
use proptest::prelude::*;
use std::collections::HashMap;
use std::fs::read_to_string;
use std::hash::Hash;
use std::path::{Path, PathBuf};
use verify::naive::{GameResult, Naive as _};

/// The problems of this repository, or a folder like it.
fn folder() -> PathBuf {
    let own = || concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/bddl").into();
    std::env::var_os("CERTAMEN_BDDL").unwrap_or_else(own).into()
}

/// The lines of answers: the problem, the plies, and whether Black wins within them.
fn answers() -> Vec<(String, u32, bool)> {
    let text = read_to_string(folder().join("answers.tsv")).expect("a list of answers");
    let answer = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        (fields[0].to_owned(), fields[1].parse().expect("plies"), fields[3] == "SAT")
    };
    text.lines().skip(1).map(answer).collect()
}

fn problem(path: &Path) -> BddlProblem {
    let domain = path.with_file_name("domain.ig");
    let text = |path: &Path| read_to_string(path).expect("as the list has it");
    let (of_domain, of_problem) = (text(&domain), text(path));
    let domain_file = BddlFile { path: &domain.to_string_lossy(), text: &of_domain };
    let problem_file = BddlFile { path: &path.to_string_lossy(), text: &of_problem };
    let problem = BddlProblem::parse(&game_name(&domain, path), domain_file, problem_file);
    problem.unwrap_or_else(|error| panic!("{error}"))
}

/// What a player can do: the game is over, and they have lost or not; or one of these positions follows.
enum Choice<P> {
    Over { is_lost: bool, is_won: bool },
    One(Vec<P>),
}

/// A search for wins of Black within a number of plies.
struct Search<P, F> {
    choice: F,
    /// For each position and player, the plies within which Black does not win, and within which he does.
    known: HashMap<(P, bool), [Option<u32>; 2]>,
}

impl<P: Clone + Eq + Hash, F: Fn(&P) -> Choice<P>> Search<P, F> {
    fn new(choice: F) -> Self {
        Self { choice, known: HashMap::new() }
    }

    fn black_wins(&mut self, position: &P, plies: u32, is_black: bool) -> bool {
        let key = (position.clone(), is_black);
        let [never, always] = self.known.get(&key).copied().unwrap_or_default();
        if never.is_some_and(|known| plies <= known) || always.is_some_and(|known| plies >= known) {
            return always.is_some_and(|known| plies >= known);
        }
        let wins = match (self.choice)(position) {
            Choice::Over { is_lost, is_won } => if is_black { is_won } else { is_lost },
            Choice::One(_) if plies == 0 => false,
            Choice::One(next) if is_black => next.iter().any(|next| self.black_wins(next, plies - 1, false)),
            Choice::One(next) => next.iter().all(|next| self.black_wins(next, plies - 1, true)),
        };
        self.known.entry(key).or_default()[usize::from(wins)] = Some(plies);
        wins
    }
}

fn by_the_first_reader<R: Rules>(rules: &R, plies: u32, black_is_first: bool) -> bool {
    let mut search = Search::new(|position: &Position<R>| match position.phase(rules) {
        Phase::Over(ending) => {
            Choice::Over { is_lost: ending == Ending::Lost, is_won: ending == Ending::Won }
        }
        Phase::Passes(next) => Choice::One(vec![next]),
        Phase::Moves(moves) => {
            Choice::One(moves.steps(rules.layout()).map(|step| position.after(rules, step)).collect())
        }
    });
    search.black_wins(&Position::start(rules), plies, black_is_first)
}

fn by_the_second_reader(text: &str, plies: u32, black_is_first: bool) -> bool {
    let file = verify::game_file::GameFile::parse(text).expect("a file that both readers read");
    let game = file.on(&file.boards()[0]).expect("its board");
    let mut search = Search::new(|position| match game.ended(position) {
        Some(result) => {
            Choice::Over { is_lost: result == GameResult::Lost, is_won: result == GameResult::Won }
        }
        None => Choice::One(game.plies(position).into_iter().map(|(_, next)| next).collect()),
    });
    search.black_wins(&game.start(), plies, black_is_first)
}

#[test]
fn the_known_answers_come_out() {
    let answers = answers();
    assert!(answers.len() >= 12, "the list is read");
    for (name, plies, expected) in answers {
        let problem = problem(&folder().join(&name));
        let text = problem.game_text();
        let file = GameFile::parse(&text).unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
        let rules = file.rules(&file.boards()[0]).unwrap_or_else(|error| panic!("{name}: {error}"));
        let begun = std::time::Instant::now();
        let found = match &rules {
            AnyFileRules::Narrow(rules) => by_the_first_reader(rules, plies, !problem.black_is_second),
            AnyFileRules::Wide(rules) => by_the_first_reader(rules, plies, !problem.black_is_second),
        };
        println!("{name}: {found} in {:?}", begun.elapsed());
        assert_eq!(found, expected, "{name}\n{text}");
        if std::env::var_os("CERTAMEN_BDDL").is_none() {
            let found = by_the_second_reader(&text, plies, !problem.black_is_second);
            assert_eq!(found, expected, "{name}, the second reader\n{text}");
        }
    }
}
