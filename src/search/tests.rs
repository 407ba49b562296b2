//! The search on random graphs with cycles, against a fixpoint over all positions.

mod graph;

use crate::{
    Answer, Attacker, Claim, Engine, Facts, Goal, Header, Line, Question, Search, SearchError,
    SearchGame as _, Settings, Strategy, Value,
};
use certamen_work::Limits;
use encodings::rules::{Ending, Players};
use graph::{Graph, check};

fn search(graph: &Graph, memory: u64, engine: Engine, threads: usize) -> Search<Graph> {
    Search::new(graph.clone(), Settings { memory, threads, engine }).expect("memory")
}

/// Whether an answer to a question with this limit is true, if the goal is reached in this number of plies at least.
fn agrees(answer: Answer, truth: Option<u32>, within: Option<u32>) -> bool {
    match answer {
        Answer::Reached { plies } => {
            truth.is_some_and(|truth| truth <= plies) && within.is_none_or(|within| plies <= within)
        }
        Answer::Never => truth.is_none(),
        Answer::NotWithin { plies } => {
            within.is_some_and(|within| within <= plies) && truth.is_none_or(|truth| truth > plies)
        }
        Answer::Unknown(_) => false,
    }
}

/// Each position of a graph, both attackers: the answer agrees with the fixpoint, and its strategy shows it.
fn compare(graph: &Graph, goal: Goal, search: &mut Search<Graph>, within: Option<u32>) {
    let truth = graph.fixpoint(goal);
    for (at, truth) in truth.iter().enumerate() {
        for attacker in [Attacker::Mover, Attacker::Other] {
            if attacker == Attacker::Other && graph.players == Players::One {
                continue;
            }
            let plies = truth[usize::from(attacker == Attacker::Mover)];
            let question = Question { attacker, goal, within };
            let answer = search.decide(&at, question, &Limits::default(), &mut |_| ()).expect("an answer");
            let about = format!("{at} {question:?} {answer:?}, truth {plies:?}");
            assert!(agrees(answer, plies, within), "{about}");
            let can_be_shown =
                answer.is_reached() == Some(true) || goal == Goal::Win && graph.players == Players::Two;
            if can_be_shown {
                let strategy =
                    search.strategy(&at, question, answer, &Limits::default(), &mut |_| ()).expect(&about);
                check(graph, at, &strategy);
            }
        }
    }
}

#[test]
fn graphs_without_cycles_have_their_values() {
    for seed in 0..10 {
        for players in [Players::One, Players::Two] {
            let graph = Graph::random(seed, 60, false, players);
            for engine in [Engine::ProofNumber, Engine::DepthFirst] {
                for (memory, goal) in [(1 << 16, Goal::Win), (0, Goal::Win), (1 << 16, Goal::Score(1))] {
                    compare(&graph, goal, &mut search(&graph, memory, engine, 1), None);
                }
            }
        }
    }
}

#[test]
fn graphs_with_cycles_have_their_values() {
    for seed in 0..10 {
        for players in [Players::One, Players::Two] {
            let graph = Graph::random(seed, 60, true, players);
            for (memory, threads) in [(1 << 16, 1), (2048, 1), (1 << 16, 2)] {
                compare(&graph, Goal::Win, &mut search(&graph, memory, Engine::Auto, threads), None);
            }
        }
    }
    for (seed, engine) in (0..100).flat_map(|seed| [(seed, Engine::DepthFirst), (seed, Engine::Auto)]) {
        let small = Graph::random(seed, 12, true, Players::Two);
        compare(&small, Goal::Win, &mut search(&small, 1 << 16, engine, 1), None);
    }
}

/// One search has the facts of all goals.
#[test]
fn goals_are_told_apart() {
    for seed in 0..4 {
        let graph = Graph::random(seed, 60, false, Players::Two);
        let mut search = search(&graph, 1 << 16, Engine::Auto, 1);
        let truths: Vec<_> = (-3..=3).map(|score| (score, graph.fixpoint(Goal::Score(score)))).collect();
        for at in 0..60 {
            let reached = truths.iter().filter(|(_, truth)| truth[at][1].is_some());
            let best = reached.map(|&(score, _)| score).max().expect("a score");
            let found = search.score(&at, -3..=3, &Limits::default(), &mut |_| ()).expect("a score");
            assert_eq!(found, best..=best, "{at}");
        }
        for goal in [Goal::Win, Goal::Score(-2), Goal::Score(0), Goal::Score(2)] {
            compare(&graph, goal, &mut search, None);
        }
    }
}

#[test]
fn values_plies_and_lines_agree() {
    let (mut exact, mut lines) = (0, 0);
    for (seed, has_cycles, players) in (0..3).flat_map(|seed| {
        [(seed, true, Players::Two), (seed, false, Players::Two), (seed, true, Players::One)]
    }) {
        let graph = Graph::random(seed, 60, has_cycles, players);
        let truth = graph.fixpoint(Goal::Win);
        let is_puzzle = players == Players::One;
        // For the player to move, or for the one who is not.
        let agree = |value: Value, at: usize, before: u32, is_mover: bool, within| {
            let plies = |attacks: bool| truth[at][usize::from(attacks)].map(|plies| plies + before);
            agrees(value.won, plies(is_mover), within)
                && agrees(value.lost, plies(!is_mover).filter(|_| !is_puzzle), within)
        };
        for (at, within) in (0..60).flat_map(|at| [(at, None), (at, Some(1)), (at, Some(4)), (at, Some(5))]) {
            let mut search = search(&graph, 1 << 14, Engine::Auto, 1);
            let limits = Limits::default();
            let value = search.value(&at, within, &limits, &mut |_| ()).expect("a value");
            assert!(agree(value, at, 0, true, within), "{at} {within:?}: {value:?}");
            let line = search.line(&at, &value, within, &limits, &mut |_| ()).expect("a line");
            let won = [value.won, value.lost].into_iter().find(|answer| answer.is_reached() == Some(true));
            if let Some(Answer::Reached { plies }) = won {
                let end = line.iter().fold(at, |_, ply| ply.parse().expect("a position"));
                let is_mover = is_puzzle || line.len().is_multiple_of(2);
                let ending = graph.ends[end].expect("an end").0;
                assert_eq!(ending == Ending::Won, (value.won == Answer::Reached { plies }) == is_mover);
                assert_ne!(ending, Ending::Drawn);
                lines += 1;
                exact += usize::from(line.len() == plies as usize);
            }
            let moves = search.moves(&at, within, &limits, &mut |_| ()).expect("plies");
            assert_eq!(
                moves.iter().map(|ply| ply.ply.parse().unwrap()).collect::<Vec<usize>>(),
                graph.next[at]
            );
            for ply in moves {
                let next = graph.read(&ply.position).expect("a position");
                assert!(agree(ply.value, next, 1, is_puzzle, within), "{at} {within:?}: {ply:?}");
            }
        }
    }
    // What the table knows are bounds, which may be too large.
    assert!(
        lines > 500 && exact * 10 > lines * 8,
        "{exact} of {lines} lines are as long as their values say"
    );
}

/// A search that ends early says nothing that is wrong, and leaves nothing wrong in its table.
#[test]
fn searches_that_are_cut_know_nothing_wrong() {
    for (seed, engine) in (0..40).flat_map(|seed| [(seed, Engine::DepthFirst), (seed, Engine::Auto)]) {
        let graph = Graph::random(seed, 12, true, Players::Two);
        let truth = graph.fixpoint(Goal::Win);
        let mut search = search(&graph, 1 << 14, engine, 1);
        for (most, at) in (0..12).flat_map(|most| (0..12).map(move |at| (most, at))) {
            for (question, attacks) in [(Question::WON, 1), (Question::LOST, 0)] {
                let truth = truth[at][attacks];
                let answer = search.decide_among(&at, question, most, &Limits::default(), &mut |_| ());
                let is_true = match answer.expect("an answer") {
                    Answer::Unknown(Facts { won: None, safe }) => truth.is_none_or(|truth| safe <= truth),
                    answer => agrees(answer, truth, None),
                };
                assert!(is_true, "{seed} {engine:?} {at}, {most} positions: {truth:?}");
            }
        }
    }
}

#[test]
fn strategies_are_written_as_text() {
    let line = |position: &str, number| Line { position: position.into(), ply: "a1".into(), number };
    let won = Strategy {
        position: "XO.".to_owned(),
        is_mover: false,
        claim: Claim::Wins { plies: 7, goal: Goal::Score(-3) },
        lines: vec![line(".OX", Some(5)), line("X.O", Some(6))],
        symmetries: vec![vec![2, 1, 0]],
    };
    let held = Strategy { is_mover: true, claim: Claim::Holds { plies: 6 }, ..won.clone() };
    let kept = Strategy { claim: Claim::Keeps, lines: vec![line(".OX", None)], ..held.clone() };
    let header =
        Header { game: "row".into(), flags: vec![("board".into(), "3x1".into())], rules: Some("ab".into()) };
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("strategy");
    let head = "certamen strategy 1\ngame row\nflag board 3x1\nrules ab\nposition XO.\n";
    for (strategy, said) in [
        (
            won,
            "owner other\nclaim wins within 7 score -3\nsymmetry 2 1 0\npositions 2\n\n.OX\ta1\t5\nX.O\ta1\t6\n",
        ),
        (held, "owner mover\nclaim holds 6\nsymmetry 2 1 0\npositions 2\n\n.OX\ta1\t5\nX.O\ta1\t6\n"),
        (kept, "owner mover\nclaim keeps\nsymmetry 2 1 0\npositions 1\n\n.OX\ta1\n"),
    ] {
        strategy.write(&path, &header).expect("written");
        let file = certamen_work::durable::open(&path).expect("a file");
        let text = std::io::read_to_string(lzma_rust2::XzReader::new(file, true)).expect("text");
        assert_eq!(text, format!("{head}{said}"));
    }
}

#[test]
fn limits_are_exact() {
    for seed in 0..5 {
        for (has_cycles, players) in [(false, Players::Two), (true, Players::Two), (true, Players::One)] {
            let graph = Graph::random(seed, 60, has_cycles, players);
            for within in [0, 1, 2, 3, 4, 7, 10, 31] {
                // A small table forgets, which costs time exponentially.
                for memory in [if within < 8 { 256 } else { 4096 }, 1 << 16] {
                    compare(&graph, Goal::Win, &mut search(&graph, memory, Engine::Auto, 1), Some(within));
                }
            }
        }
    }
}

#[test]
fn a_search_is_continued_by_its_table_and_damage_is_noticed() {
    let graph = Graph::random(3, 60, false, Players::Two);
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("facts");
    let mut first = search(&graph, 1 << 14, Engine::Auto, 1);
    compare(&graph, Goal::Win, &mut first, None);
    first.save(&path, "graph 3").expect("saved");
    let mut second = search(&graph, 1 << 14, Engine::Auto, 1);
    second.load(&path, "graph 3").expect("loaded");
    let mut looked = 0;
    second
        .decide(&0, Question::WON, &Limits::default(), &mut |progress| looked += progress.positions)
        .expect("known");
    assert_eq!(looked, 0);
    compare(&graph, Goal::Win, &mut second, None);
    assert!(second.load(&path, "graph 4").is_err());
    assert!(search(&graph, 1 << 10, Engine::Auto, 1).load(&path, "graph 3").is_err());
    let bytes = std::fs::read(&path).expect("bytes");
    for at in (0..bytes.len()).step_by(97) {
        let mut other = bytes.clone();
        other[at] ^= 4;
        std::fs::write(&path, other).expect("written");
        assert!(second.load(&path, "graph 3").is_err(), "byte {at}");
    }
}

#[test]
fn limits_end_a_search_and_questions_without_meaning_are_refused() {
    let graph = Graph::random(3, 60, true, Players::One);
    let mut search = search(&graph, 1 << 14, Engine::Auto, 1);
    let limits = Limits::default();
    limits.stop.request();
    let ask = |search: &mut Search<Graph>, at, question, limits: &Limits| {
        search.decide(&at, question, limits, &mut |_| ())
    };
    // What is seen at once is said all the same.
    let mut unknown = (0..60).filter(|&at| {
        matches!(ask(&mut search, at, Question::WON, &limits), Ok(Answer::Unknown(facts)) if facts.won.is_none())
    });
    let at = unknown.next().expect("a position that needs a search");
    let limits = Limits::default();
    assert!(matches!(ask(&mut search, at, Question::LOST, &limits), Err(SearchError::NoOpponent)));
    let none = Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() };
    let game = Graph::random(3, 60, true, Players::Two);
    let mut both = Search::new(game, Settings { memory: 1 << 14, ..Settings::default() }).expect("memory");
    let values: Vec<_> =
        (0..60).map(|at| both.value(&at, None, &none, &mut |_| ()).expect("a value").is_decided()).collect();
    assert!(values.contains(&false), "no time is enough for every value");
    let scored = Question { goal: Goal::Score(4), ..Question::WON };
    let shown = both.strategy(&0, scored, Answer::Never, &limits, &mut |_| ());
    assert!(matches!(shown, Err(SearchError::OtherScore)), "the other player's win shows no score");
    let within = |plies| Question::WON.within(Some(plies));
    assert!(matches!(ask(&mut search, at, within(u32::MAX), &limits), Err(SearchError::Plies)));
    assert!(ask(&mut search, at, within(crate::Facts::MOST_PLIES), &limits).is_ok());
}
