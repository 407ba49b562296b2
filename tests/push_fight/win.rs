//! `push-fight.win --in 1` compared with the generator, and the queries of Push Fight in every format and read back.

use crate::cli::{answer, json};
use crate::support::asked::{question_of, witness};
use certamen::ask::query::Query;
use certamen::ask::question::Question;
use certamen::games::push_fight::board::PushFightBoard;
use certamen::games::push_fight::query::{GivenPosition, PushFightStuck, PushFightWin};
use certamen::games::push_fight::search::winning;
use encodings::push_fight::board::Board;
use encodings::push_fight::index::{Index, Indexes};
use encodings::push_fight::{Position, PushFight, Standard, notation};
use std::fs;

/// Whether the solver finds a winning turn, which the naive game has played.
fn is_won(text: &str) -> bool {
    let position: GivenPosition = text.parse().expect("a position");
    let board = position.board();
    let query = PushFightWin { board, turns: 1, symmetry_breaking: false, position: Some(position) };
    witness(query).inspect(|found| assert!(found.winning_turn.is_some(), "{query}")).is_some()
}

#[test]
fn a_position_is_won_at_once_where_the_generator_finds_a_turn() {
    let facts = include_str!("../data/push_fight.tsv").lines().filter(|line| !line.starts_with('#'));
    let mut met = [0, 0];
    for text in facts.filter_map(|line| line.split('\t').nth(1)).step_by(27) {
        let position: Position<Standard> = notation::parse(text).expect("a position");
        let expected = winning(position).is_some();
        assert_eq!(is_won(text), expected, "{text}");
        met[usize::from(expected)] += 1;
    }
    assert!(met.iter().all(|&times| times > 0), "{met:?}");
}

/// Every position of the two smaller boards, or one in a few.
#[test]
fn questions_about_positions_of_small_boards_are_answered() {
    fn compare<B: Board>(step: usize) -> [usize; 2] {
        let indexes = Indexes::<B>::new();
        let mut met = [0, 0];
        for index in (0..indexes.len()).step_by(step) {
            let Some(position) = indexes.position(Index(index)) else { continue };
            let expected = winning(position).is_some();
            assert_eq!(is_won(&notation::print(position)), expected, "{}", notation::print(position));
            met[usize::from(expected)] += 1;
        }
        met
    }
    for met in [compare::<PushFight<4, 3, 1, 1>>(7), compare::<PushFight<4, 4, 2, 1>>(1777)] {
        assert!(met.iter().all(|&times| times > 0), "{met:?}");
    }
    let question = ["solve", "push-fight.win", "--in", "1", "--position", "ox..OY"];
    let inferred = answer(&[&question[..], &["--no-symmetry-breaking"]].concat(), 10);
    let named = answer(&[&question[..], &["--no-symmetry-breaking", "--board", "4x3"]].concat(), 10);
    assert_eq!(inferred, named);
}

#[test]
fn every_format_is_written_and_an_answer_read_back() {
    let place = tempfile::tempdir().expect("a directory");
    let path = |name: &str| place.path().join(name).to_str().expect("UTF-8").to_owned();
    for query in [&["push-fight.stuck"][..], &["push-fight.win", "--in", "1"]] {
        let query = [query, &["--board", "4x4"]].concat();
        for format in ["dimacs", "smt2", "aag", "aig", "btor2"] {
            let file = path(format);
            let emit = [&["emit"], query.as_slice(), &["--format", format, "-o", &file]].concat();
            answer(&emit, 0);
            assert!(fs::metadata(&file).expect("a file").len() > 1000, "{emit:?}");
        }
        let (cnf, map, model) = (path("cnf"), path("map"), path("model"));
        answer(&[&["emit"], query.as_slice(), &["-o", &cnf, "--map", &map]].concat(), 0);
        let solved = answer(&[&["solve"], query.as_slice(), &["--no-symmetry-breaking"]].concat(), 10);
        fs::write(&model, solved).expect("written");
        let decoded = json(&["decode", "--map", &map, &model], 0);
        assert_eq!(decoded["witness"]["game"], "push-fight");
        assert_eq!(decoded["witness"]["has_turn"], query[0] == "push-fight.win");
        let drawn = answer(&["decode", "--map", &map, &model, "--format", "svg"], 0);
        assert!(drawn.starts_with("<svg"));
    }
}

#[test]
fn a_lost_position_is_refuted_with_a_proof() {
    let place = tempfile::tempdir().expect("a directory");
    let proof = place.path().join("proof.lrat");
    let proof = proof.to_str().expect("UTF-8");
    let lost = ".....OOxY....oxX.....oX..O";
    let solved = answer(&["solve", "push-fight.win", "--in", "1", "--position", lost, "--proof", proof], 20);
    assert!(solved.contains("s UNSATISFIABLE") && fs::metadata(proof).expect("a proof").len() > 0);
}

/// The content of a file is not trusted.
#[test]
fn questions_that_make_no_sense_are_refused() {
    let position = ".....OOxY....oxX.....oX..O".parse().expect("a position");
    let (board, symmetry_breaking) = (PushFightBoard::FourByFour, false);
    let on_another_board = PushFightWin { board, turns: 1, symmetry_breaking, position: Some(position) };
    let too_long = PushFightWin { board, turns: 2, symmetry_breaking, position: None };
    for query in [on_another_board, too_long] {
        assert!(query.validate().is_err(), "{query}");
    }
    for question in [
        Question::from(PushFightWin { board, turns: 1, symmetry_breaking: true, position: None }),
        PushFightStuck { board, symmetry_breaking: true }.into(),
    ] {
        let text = serde_json::to_string(&question).expect("JSON");
        assert_eq!(question_of(&text).expect("a question"), question);
        assert_eq!(question.validate(), Ok(()));
        let words = |_: &str| Ok(vec![true; 16]);
        assert!(question.interpret(&words).is_err(), "all squares hold everything");
    }
}
