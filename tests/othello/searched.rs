//! Values of positions by search, against minimax, and strategies as files.

use certamen::search::{Engine, Header, Question, RuledSearch, Search, SearchGame as _, Settings};
use certamen::work::Limits;
use encodings::othello::rules::Othello;
use encodings::rules::{Ending, Phase, Position, Rules};
use std::io::Read as _;

/// The value of a position of rules by minimax: 1 if the player to move wins, -1 if it loses.
fn minimax<R: Rules>(rules: &R, position: Position<R>) -> i32 {
    match position.phase(rules) {
        Phase::Over(Ending::Won) => 1,
        Phase::Over(Ending::Lost) => -1,
        Phase::Over(Ending::Drawn) => 0,
        Phase::Passes(next) => -minimax(rules, next),
        Phase::Moves(_) => {
            let after = position.steps(rules).map(|step| -minimax(rules, position.after(rules, step)));
            after.max().unwrap_or(0)
        }
    }
}

#[test]
fn rules_have_their_values_their_scores_and_their_plies() {
    let rules = Othello::<4>;
    let score: fn(&Othello<4>, Position<Othello<4>>) -> i32 = |_, position| {
        let discs = position.board();
        discs.own.count_ones() as i32 - discs.opp.count_ones() as i32
    };
    let mut chance = fastrand::Rng::with_seed(1);
    let quiet = Limits::default();
    for engine in [Engine::Auto, Engine::ProofNumber, Engine::DepthFirst] {
        let settings = Settings { memory: 1 << 20, threads: 2, engine };
        let mut search = Search::new(RuledSearch::new(&rules, Some(score)), settings).expect("memory");
        for _ in 0..6 {
            // A position late in a game at random.
            let mut position = Position::start(&rules);
            for _ in 0..5 {
                let steps: Vec<_> = position.steps(&rules).collect();
                if let Some(&step) = chance.choice(&steps) {
                    position = position.after(&rules, step);
                }
            }
            let truth = minimax(&rules, position);
            let value = search.value(&position, None, &quiet, &mut |_| ()).expect("a value");
            let expected = [Ending::Lost, Ending::Drawn, Ending::Won][(truth + 1) as usize];
            assert_eq!(value.ending(), Some(expected), "{}", search.game().text(&position));
            let moves = search.moves(&position, None, &quiet, &mut |_| ()).expect("moves");
            let rank =
                |ending| [Ending::Lost, Ending::Drawn, Ending::Won].iter().position(|&one| one == ending);
            let best = moves.iter().filter_map(|ply| ply.value.ending().and_then(rank)).max();
            assert!(moves.is_empty() || best == rank(expected));
            let discs = search.score(&position, -16..=16, &quiet, &mut |_| ()).expect("a score");
            assert_eq!((discs.start(), discs.start().signum()), (discs.end(), truth), "{discs:?}");
            let line = search.line(&position, &value, None, &quiet, &mut |_| ()).expect("a line");
            assert!(expected == Ending::Drawn || line.len() >= moves.len().min(1));
        }
    }
}

#[test]
fn strategies_of_rules_are_written_with_the_smallest_image_of_each_position() {
    let rules = Othello::<4>;
    let mut search = Search::new(RuledSearch::new(&rules, None), Settings::default()).expect("memory");
    let start = Position::start(&rules);
    let answer = search.decide(&start, Question::LOST, &Limits::default(), &mut |_| ()).expect("an answer");
    assert_eq!(answer.is_reached(), Some(true), "the second player wins on 4x4");
    let strategy = search.strategy(&start, Question::LOST, answer, &Limits::default(), &mut |_| ());
    let strategy = strategy.expect("a strategy");
    assert_eq!(strategy.symmetries.len(), 7);
    for line in &strategy.lines {
        let text: Vec<char> = line.position.chars().collect();
        let image = |from: &Vec<usize>| from.iter().map(|&at| text[at]).collect::<String>();
        assert!(strategy.symmetries.iter().all(|from| line.position <= image(from)));
        let position = search.game().read(&line.position).expect("a position");
        let mut plies = Vec::new();
        search.game().plies(&position, &mut plies);
        assert!(plies.iter().any(|&ply| search.game().name(&position, ply) == line.ply));
    }
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("other.strategy.xz");
    let header = Header { game: "othello".to_owned(), ..Header::default() };
    strategy.write(&path, &header).expect("written");
    let mut text = String::new();
    let file = certamen::work::durable::open(&path).expect("a file");
    lzma_rust2::XzReader::new(file, true).read_to_string(&mut text).expect("a text");
    assert!(
        text.starts_with("certamen strategy 1\ngame othello\nposition ..../.OX./.XO./....\nowner other\n")
    );
    assert_eq!(text.lines().skip_while(|line| !line.is_empty()).count(), 1 + strategy.lines.len());
}
