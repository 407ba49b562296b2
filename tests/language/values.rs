//! The value of every position of small games in three ways that share no code: by search, by tables that are solved
//! backwards, and by a fixpoint over the naive game, which is written here.

use crate::same_rules::{OTHELLO, rules};
use certamen::language::game_file::FileRules;
use certamen::retro::positions::{Game as _, Kind, Monitor, Solver, Value};
use certamen::retro::ruled::{Exploration, Ruled, Walk};
use certamen::retro::subject::NotatedGame as _;
use certamen::search::{Answer, Question, RuledSearch, Search, SearchGame as _, Settings};
use certamen::work::{Limits, Stop};
use std::collections::HashMap;
use verify::game_file::{FileGame, GameFile};
use verify::naive::{GameResult, Naive};

/// A position of the naive game.
struct Naively {
    line: String,
    ended: Option<GameResult>,
    next: Vec<usize>,
    /// Whether the player to move wins or loses, and in how many plies; `None` if neither player can force a win.
    value: Option<(bool, u32)>,
    /// The best score; `None` if the game has none.
    score: Option<i64>,
}

/// All positions that are reached from the start of the naive game, with their values.
fn naively(game: &FileGame) -> Vec<Naively> {
    let mut numbers = HashMap::from([(game.print(&game.start()), 0)]);
    let (mut open, mut found) = (vec![game.start()], Vec::new());
    while let Some(position) = open.get(found.len()).cloned() {
        let (ended, plies) = game.judged_plies(&position).expect("a judgement");
        let pass = if ended.is_none() && plies.is_empty() { game.pass(&position) } else { None };
        let mut next = Vec::new();
        for after in plies.into_iter().map(|(_, after)| after).chain(pass) {
            let new = numbers.len();
            let number = *numbers.entry(game.print(&after)).or_insert(new);
            if number == new {
                open.push(after);
            }
            next.push(number);
        }
        let (line, score) = (game.print(&position), ended.and_then(|_| Naive::score(game, &position)));
        found.push(Naively { line, ended, next, value: None, score });
    }
    let players = if game.is_puzzle() { 1 } else { 2 };
    while step(&mut found, players) {}
    found
}

/// One more round: what follows from the values and scores of the next positions. Returns whether anything does.
fn step(positions: &mut [Naively], players: u32) -> bool {
    let judged = |at: &Naively| {
        let after = || at.next.iter().map(|&next| positions[next].value);
        let is_good = |wins: bool| wins == (players == 1);
        let value = match at.ended {
            Some(GameResult::Won) => Some((true, 0)),
            Some(GameResult::Lost) if players == 2 => Some((false, 0)),
            Some(_) => None,
            None => {
                let best = after().flatten().filter(|&(wins, _)| is_good(wins)).map(|(_, plies)| plies).min();
                let worst = || after().collect::<Option<Vec<_>>>()?.into_iter().map(|(_, plies)| plies).max();
                let lost = if players == 2 { worst() } else { None };
                best.map(|plies| (true, plies + 1)).or(lost.map(|plies| (false, plies + 1)))
            }
        };
        let scores = || at.next.iter().map(|&next| positions[next].score.map(|score| -score));
        let best = || scores().collect::<Option<Vec<_>>>()?.into_iter().max();
        (at.value.or(value), at.score.or_else(best))
    };
    let all: Vec<_> = positions.iter().map(judged).collect();
    let mut is_new = false;
    for (position, (value, score)) in positions.iter_mut().zip(all) {
        is_new |= (position.value, position.score) != (value, score);
        (position.value, position.score) = (value, score);
    }
    is_new
}

/// The questions whether a player wins, each with the least number of plies.
fn questions(at: &Naively, players: u32) -> Vec<(Question, Option<u32>)> {
    let least = |wanted| at.value.filter(|&(wins, _)| wins == wanted).map(|(_, plies)| plies);
    let both = [(Question::WON, least(true)), (Question::LOST, least(false))];
    both.into_iter().take(players as usize).collect()
}

/// Each answer of a search agrees. The first search is asked with limits alone, so that it has no other facts to go by.
fn compare_search(rules: &FileRules<u64>, positions: &[Naively], players: u32) {
    let settings = Settings { memory: 1 << 20, ..Settings::default() };
    let new = || Search::new(RuledSearch::new(rules, Some(FileRules::score)), settings).expect("memory");
    let (mut limited, mut search) = (new(), new());
    let limits = Limits::default();
    for at in positions {
        let line = &at.line;
        let Some(position) = search.game().read(line) else {
            assert!(at.ended.is_some(), "{line}");
            continue;
        };
        for (question, least) in questions(at, players) {
            for within in least.map_or(4..=5, |least| least.saturating_sub(1)..=least) {
                let question = question.within(Some(within));
                let answer = limited.decide(&position, question, &limits, &mut |_| ()).expect("an answer");
                let agrees = match answer {
                    Answer::Reached { plies } => least.is_some_and(|least| (least..=within).contains(&plies)),
                    Answer::NotWithin { plies } => plies >= within && least.is_none_or(|least| plies < least),
                    Answer::Never => least.is_none(),
                    Answer::Unknown(_) => false,
                };
                assert!(agrees, "{line}: {question:?} {answer:?}, not {least:?}");
            }
            let answer = search.decide(&position, question, &limits, &mut |_| ()).expect("an answer");
            let agrees = match answer {
                Answer::Reached { plies } => least.is_some_and(|least| plies >= least),
                Answer::Never => least.is_none(),
                _ => false,
            };
            assert!(agrees, "{line}: {question:?} {answer:?}, not {least:?}");
        }
        if let Some(score) = at.score {
            let found = search.score(&position, -99..=99, &limits, &mut |_| ()).expect("a score");
            assert_eq!((i64::from(*found.start()), i64::from(*found.end())), (score, score), "{line}");
        }
    }
}

/// Each value of a table agrees, and each score.
fn compare_table(game: &Ruled<&FileRules<u64>>, positions: &[Naively]) {
    let solver = || Solver::new(game).with_score_by(|&position| game.rules().score(position));
    let values = solver().solve().expect("values");
    let has_scores = positions[0].score.is_some();
    let scores = has_scores.then(|| solver().kind(Kind::Score).solve().expect("scores"));
    for at in positions {
        let place = game.parse(&at.line).ok().and_then(|position| game.place(&position));
        let Some(place) = place else {
            assert!(at.ended.is_some(), "{}", at.line);
            continue;
        };
        let plies = |plies: u32| u16::try_from(plies).expect("few plies");
        let value = match at.value {
            Some((true, number)) => Value::Win(plies(number)),
            Some((false, number)) => Value::Loss(plies(number)),
            None => Value::Draw,
        };
        assert_eq!(values.value(place), Some(value), "{}", at.line);
        let score = scores.as_ref().and_then(|scores| scores.score(place)).map(i64::from);
        assert_eq!(score, at.score, "{}", at.line);
    }
}

/// Compares all positions of a game that are reached from its start.
fn compare(text: &str, board: &str) -> Vec<Naively> {
    let naive = GameFile::parse(text).and_then(|file| file.on(board)).expect("a board");
    let positions = naively(&naive);
    let rules = rules(text, board);
    compare_search(&rules, &positions, if naive.is_puzzle() { 1 } else { 2 });
    let stop = Stop::new();
    let monitor = &mut Monitor::silent(&stop);
    let layered = Ruled::explore(&rules, Exploration::All, 1 << 30, monitor).expect("layers");
    compare_table(&layered, &positions);
    match Ruled::walk(&rules, (1 << 20, 1 << 30), monitor).expect("a list") {
        Walk::Complete(reached) => compare_table(&reached, &positions),
        Walk::TooMany(_) => panic!("{board}: the list is not complete"),
    }
    positions
}

/// The same for a game of the box; `count` is the number of positions that are reached.
fn compare_file(game: &str, board: &str, count: usize) {
    let path = format!("{}/src/games/files/{game}.game", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("a file of the box");
    assert_eq!(compare(&text, board).len(), count, "{game} {board}");
}

#[test]
fn games_with_captures_and_games_that_end_stuck() {
    compare_file("breakthrough", "2x4", 450);
    compare_file("clobber", "3x3", 761);
}

#[test]
fn games_with_different_sides() {
    compare_file("domineering", "3x4", 255);
    compare_file("fox-and-hounds", "4x4", 110);
}

#[test]
fn games_that_go_round() {
    compare_file("dodgem", "3x3", 1349);
}

#[test]
fn puzzles_that_go_round() {
    compare_file("sliding-tiles", "3x2", 360);
    compare_file("lights-out", "3x3", 512);
}

/// Othello on a smaller board.
#[test]
fn a_game_with_passes_and_scores() {
    let mut text = OTHELLO.to_owned();
    for (part, other) in [
        ("board 8x8, 4x4, 6x6", "board 4x3"),
        ("symmetry mirror-files mirror-ranks transpose\n", ""),
        ("own = middle & light", "own = file b & rank 1 | file c & rank 2"),
        ("opp = middle & dark", "opp = file b & rank 2 | file c & rank 1"),
        ("require middle subset occupied\n", ""),
    ] {
        assert!(text.contains(part), "{part}");
        text = text.replace(part, other);
    }
    let positions = compare(&text, "4x3");
    let mirrored = |line: &str| line.replace('X', "-").replace('O', "X").replace('-', "O");
    let passes = |at: &&Naively| at.next.len() == 1 && positions[at.next[0]].line == mirrored(&at.line);
    assert!(positions.iter().filter(passes).count() > 10, "passes of {}", positions.len());
    assert!(positions.iter().all(|at| at.score.is_some()));
}
