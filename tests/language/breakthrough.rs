//! The example game of a stranger, solved backwards: every position has the value that plain negamax over its naive
//! twin gives it. And its rules with mistakes, which each verb notices, because the naive twin is right.

use crate::own_game::Breakthrough;
use certamen::ask::flag::Given;
use certamen::ask::solve::{Event, ask_question};
use certamen::play::{Game as _, PlayError, RandomGames, ReachWatcher, RuledGame, TableJudge};
use certamen::records::{Judge as _, Place as RecordPlace, Record};
use certamen::retro::positions::{Game, Place, Solver, Value};
use certamen::retro::ruled::{Exploration, Ruled};
use certamen::retro::subject::{Monitor, Options};
use certamen::work::answer::Outcome;
use certamen::work::limits::Limits;
use certamen::work::stop::Stop;
use cnf_out::clausify::{Encoding, clausify};
use encodings::circuit::Circuit;
use encodings::ostle::family::WithoutRule8;
use encodings::ostle::variant::Variant;
use encodings::othello::rules::Othello;
use encodings::rules::{Ending, Position, Rules, parse, print, require_least, require_steps, unknown_board};
use encodings::statement::{CircuitStatement, Statement as _};
use mistakes::{MISTAKES, Mistake, Pass, Passing, Wrong};
use serde_json::json;
use std::collections::HashMap;
use verify::naive::{GameResult, Naive};

/// The value of a position by trying all plies, as text. No position of this game comes again.
fn negamax<N: Naive<Position = Vec<Vec<char>>>>(
    game: &N,
    squares: &N::Position,
    known: &mut HashMap<N::Position, Value>,
) -> Value {
    if let Some(&value) = known.get(squares) {
        return value;
    }
    let value = match game.ended(squares) {
        Some(GameResult::Lost) => Value::of(Ending::Lost),
        Some(GameResult::Won) => Value::of(Ending::Won),
        Some(GameResult::Drawn) => Value::Draw,
        None => {
            let plies = game.plies(squares).into_iter();
            let values = plies.map(|(_, next)| negamax(game, &next, known).before());
            let values = values.map(|value| value.expect("few plies"));
            // Who has no ply has lost.
            values.max_by_key(|value| value.merit()).unwrap_or(Value::Loss(0))
        }
    };
    known.insert(squares.clone(), value);
    value
}

/// Compares every position, and gives the value of the start and the number of positions.
fn compared<const N: usize>() -> (Value, usize) {
    let rules = &Breakthrough::<N>;
    let game = Ruled::explore(rules, Exploration::All, 1 << 32, &mut Monitor::silent(&Stop::new()));
    let game = game.expect("layers");
    let solved = Solver::new(&game).solve().expect("solved");
    let mut known = HashMap::new();
    let mut positions = 0;
    for (layer, shape) in (0..).zip(game.layers()) {
        for rank in 0..shape.size {
            let at = Place { layer, rank };
            let Some(position) = game.position(at) else {
                assert_eq!(solved.value(at), None);
                continue;
            };
            positions += 1;
            let text = print(rules, position.board());
            let squares = Naive::parse(rules, &text).expect("a position");
            assert_eq!(solved.value(at), Some(negamax(rules, &squares, &mut known)), "{text}");
        }
    }
    let start = game.place(&Position::start(rules)).expect("it has a number");
    (solved.value(start).expect("solved"), positions)
}

#[test]
fn the_start_of_3x3_is_won_in_5() {
    let (start, positions) = compared::<3>();
    assert_eq!(start, Value::Win(5));
    assert!(positions > 100, "{positions}");
}

#[test]
#[ignore = "the naive twin takes minutes for its 819,301 positions"]
fn the_start_of_4x4_is_lost_in_14() {
    assert_eq!(compared::<4>(), (Value::Loss(14), 819_301));
}

/// Mistakes in the rules.
mod mistakes {
    use crate::own_game::{Breakthrough, Pawns};
    use certamen::prelude::*;
    use encodings::othello::rules::{Discs, Othello};
    use verify::othello::{OthelloGame, Size};

    /// A mistake of Breakthrough.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(crate) enum Mistake {
        CapturedPawnStays,
        MoverMovesAgain,
        PawnStaysBehind,
        PawnVanishes,
        WinnerLoses,
        NobodyWins,
    }

    pub(crate) const MISTAKES: [Mistake; 6] = [
        Mistake::CapturedPawnStays,
        Mistake::MoverMovesAgain,
        Mistake::PawnStaysBehind,
        Mistake::PawnVanishes,
        Mistake::WinnerLoses,
        Mistake::NobodyWins,
    ];

    /// Breakthrough with a mistake, or without.
    pub(crate) struct Wrong<const N: usize>(pub(crate) Option<Mistake>);

    impl<const N: usize> Boards for Wrong<N> {
        board!(Pawns on Grid<N, N>);

        fn name(&self) -> &'static str {
            "wrong"
        }

        fn well_formed<W: Word>(&self, board: Pawns<W>) -> W::Bit {
            Breakthrough::<N>.well_formed(board)
        }
    }

    impl<const N: usize> Rules for Wrong<N> {
        fn start(&self) -> Pawns<Mask> {
            Breakthrough::<N>.start()
        }

        fn turn(&self) -> Option<Symmetry> {
            Breakthrough::<N>.turn()
        }

        fn moves<W: Word>(&self, board: Pawns<W>) -> Family<W> {
            Breakthrough::<N>.moves(board)
        }

        fn play<W: Word>(&self, board: Pawns<W>, step: Step<W>) -> Pawns<W> {
            let right = Rules::play(&Breakthrough::<N>, board, step);
            match self.0 {
                Some(Mistake::CapturedPawnStays) => Pawns { own: board.opp, ..right },
                Some(Mistake::MoverMovesAgain) => Pawns { own: right.opp, opp: right.own },
                Some(Mistake::PawnStaysBehind) => Pawns { opp: right.opp | board.own, ..right },
                Some(Mistake::PawnVanishes) => Pawns { opp: right.opp & board.own, ..right },
                Some(Mistake::WinnerLoses | Mistake::NobodyWins) | None => right,
            }
        }

        fn outcome<W: Word>(&self, board: Pawns<W>) -> Outcome<W::Bit> {
            let right = Breakthrough::<N>.outcome(board);
            match self.0 {
                Some(Mistake::WinnerLoses) => Outcome::won_if(right.lost),
                Some(Mistake::NobodyWins) => Outcome::open(board.own.any()),
                _ => right,
            }
        }
    }

    impl<const N: usize> Naive for Wrong<N> {
        type Position = Vec<Vec<char>>;

        fn parse(&self, text: &str) -> Result<Self::Position, NaiveError> {
            Naive::parse(&Breakthrough::<N>, text)
        }

        fn print(&self, squares: &Self::Position) -> String {
            Naive::print(&Breakthrough::<N>, squares)
        }

        fn ended(&self, squares: &Self::Position) -> Option<GameResult> {
            Breakthrough::<N>.ended(squares)
        }

        fn plies(&self, squares: &Self::Position) -> Vec<(String, Self::Position)> {
            Breakthrough::<N>.plies(squares)
        }
    }

    /// What becomes of a pass.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(crate) enum Pass {
        HandsOver,
        HandsNothingOver,
        Loses,
    }

    /// Othello on 4x4, as a stranger may write it.
    pub(crate) struct Passing(pub(crate) Pass);

    impl Boards for Passing {
        board!(Discs on Grid<4, 4>);

        fn name(&self) -> &'static str {
            "passing"
        }

        fn well_formed<W: Word>(&self, board: Discs<W>) -> W::Bit {
            Boards::well_formed(&Othello::<4>, board)
        }
    }

    impl Rules for Passing {
        fn start(&self) -> Discs<Mask> {
            Rules::start(&Othello::<4>)
        }

        fn moves<W: Word>(&self, board: Discs<W>) -> Family<W> {
            Rules::moves(&Othello::<4>, board)
        }

        fn play<W: Word>(&self, board: Discs<W>, step: Step<W>) -> Discs<W> {
            Rules::play(&Othello::<4>, board, step)
        }

        fn outcome<W: Word>(&self, board: Discs<W>) -> Outcome<W::Bit> {
            Rules::outcome(&Othello::<4>, board)
        }

        fn stuck<W: Word>(&self, board: Discs<W>) -> Stuck<Discs<W>> {
            match self.0 {
                Pass::HandsOver => Stuck::Passes(board.passed()),
                Pass::HandsNothingOver => Stuck::Passes(board),
                Pass::Loses => Stuck::Loses,
            }
        }
    }

    /// The naive game of the same board.
    const GAME: OthelloGame = OthelloGame(Size::Four);

    impl Naive for Passing {
        type Position = verify::othello::Board;

        fn parse(&self, text: &str) -> Result<Self::Position, NaiveError> {
            GAME.parse(&text.replace('/', "").replace('.', "-"))
        }

        fn print(&self, board: &Self::Position) -> String {
            let line = GAME.print(board).replace('-', ".");
            line.as_bytes().chunks(4).map(String::from_utf8_lossy).collect::<Vec<_>>().join("/")
        }

        fn ended(&self, board: &Self::Position) -> Option<GameResult> {
            GAME.ended(board)
        }

        fn plies(&self, board: &Self::Position) -> Vec<(String, Self::Position)> {
            GAME.plies(board)
        }

        fn pass(&self, board: &Self::Position) -> Option<Self::Position> {
            GAME.pass(board)
        }
    }
}

/// What notices that rules and twin disagree, and what does not.
struct Heard {
    noticed: Vec<&'static str>,
    missed: Vec<&'static str>,
}

/// A question that only this position answers.
fn question_of(position: &str) -> String {
    let ranks = position.split('/').enumerate();
    let squares = ranks.flat_map(|(rank, letters)| {
        letters.char_indices().map(move |(file, letter)| {
            let word = match letter {
                'X' => "own",
                'O' => "opp",
                _ => "empty",
            };
            format!("{word}[{}{}]", char::from(b'a' + file as u8), rank + 1)
        })
    });
    squares.collect::<Vec<_>>().join(" and ")
}

/// Tries everything in which a position of the rules meets the naive twin. The record begins at the position.
fn heard<R: Rules + Naive>(make: impl Fn() -> R, position: &str, record: &str) -> Heard
where
    R::Position: Send + Sync,
{
    let game = RuledGame::new("with a mistake or without").twinned(make());
    let (given, stop) = (Given::new(), Stop::new());
    let table = game.table(&given).expect("a table");
    let twins = table.twins(None).expect("a board").expect("a twin");
    let at = Some(position);
    let games = RandomGames { games: 40, plies: 60, seed: 1 };
    let rules = make();
    let board = parse(&rules, position).expect("a board");
    let mobility = Position::<R>::trusted(board).steps(&rules).count() as u32;
    let most = game.mobility().ask(&Given::new().with_number("at-least", mobility)).expect("a question");
    let witness = json!({ "game": most.subject(), "position": position, "mobility": mobility });
    let witness = most.witness(witness).expect("a witness");
    let asked = Given::new().with_text("ask", &question_of(position));
    let question = game.questions().ask(&asked).expect("a question");
    let answer = ask_question(&question, &Limits::default(), || Ok(std::io::sink()), |_: Event<'_>| {});
    let search =
        game.record_search().expect("it is searched").search(&given, at, "any(own)").expect("a condition");
    let archive = TableJudge::new(game.table(&given).expect("a table"), at);
    let verdict = archive.judge(&Record::new(RecordPlace::Game(1), record));
    let all = [
        ("replay", differs(&table.replay(at, record))),
        ("show", differs(&table.show(position))),
        ("the explorer", differs(&table.view(at))),
        ("the explorer's records", differs(&table.follow(at, record, 9))),
        ("perft", differs(&table.perft(at, 1, false, &stop))),
        ("perft --naive", differs(&twins.tree(at, 2, &stop))),
        ("games --check", differs(&twins.games(None, games, &stop))),
        ("replay --where", differs(&search.hits(record))),
        ("archives, convert", verdict.disagreement().is_some()),
        ("mobility", most.solution(witness).is_err()),
        ("questions", answer.is_err()),
    ];
    let of = |wanted: bool| all.iter().filter(|(_, is)| *is == wanted).map(|&(name, _)| name).collect();
    Heard { noticed: of(true), missed: of(false) }
}

/// `GAME.mobility` is stated by these parts in this order, so that emitted clauses stay as they are.
#[test]
fn the_number_of_moves_is_stated_part_by_part() {
    fn compared<R: Rules>(make: impl Fn() -> R) {
        let (rules, kind) = (make(), RuledGame::new("any game").alone(make()).mobility());
        for (at_least, breaks) in [(0, false), (1, true), (5, false), (7, true)] {
            let circuit = Circuit::new();
            let mut statement = CircuitStatement::new(&circuit);
            let board = unknown_board(&mut statement, &rules);
            statement.require(!rules.outcome(board).over());
            if breaks {
                require_least(&mut statement, &rules, board);
            }
            require_steps(&mut statement, &rules, board, at_least);
            for (kind, word) in rules.moves(board).iter() {
                statement.show(kind.name(), rules.layout(), word);
            }
            let question = kind.ask(&Given::new().with_number("at-least", at_least)).expect("a question");
            let stated = question.with_symmetry_breaking(breaks).formula();
            let [stated, expected] = [stated, statement.finish()].map(|formula| {
                let names: Vec<String> = formula.words.iter().map(|word| word.name.clone()).collect();
                (clausify(&formula, Encoding::default()), names)
            });
            assert_eq!(stated.1, expected.1, "{question}");
            assert_eq!(stated.0.cnf, expected.0.cnf, "{question}");
        }
    }
    compared(|| Breakthrough::<4>);
    compared(|| Passing(Pass::HandsOver));
    compared(|| Othello::<4>);
    let ostle = Variant::new(3, 2, 1).expect("a variant");
    compared(|| WithoutRule8::<3>::new(ostle).expect("a game on 3x3 squares"));
}

fn differs<T>(found: &Result<T, PlayError>) -> bool {
    match found {
        Err(PlayError::Twins(differ)) => differ.to_string().ends_with("one of them is wrong"),
        _ => false,
    }
}

/// A pawn captures, and another one reaches the goal.
const LATE: &str = "..../..../XX../O.O.";
/// The player to move has no move, the other one has.
const PASS_IS_DUE: &str = ".XXX/XXXX/XXXX/XXXO";

#[test]
fn every_verb_notices_a_wrong_move_or_outcome() {
    for mistake in MISTAKES {
        let heard = heard(|| Wrong::<4>(Some(mistake)), LATE, "b3c4");
        assert!(heard.missed.is_empty(), "{mistake:?}: {:?}", heard.missed);
    }
    for pass in [Pass::HandsNothingOver, Pass::Loses] {
        let heard = heard(|| Passing(pass), PASS_IS_DUE, "pass a1");
        assert!(heard.missed.is_empty(), "{pass:?}: {:?}", heard.missed);
    }
    let right = heard(|| Wrong::<4>(None), LATE, "b3c4");
    assert!(right.noticed.is_empty(), "{:?}", right.noticed);
    let right = heard(|| Passing(Pass::HandsOver), PASS_IS_DUE, "pass a1");
    assert!(right.noticed.is_empty(), "{:?}", right.noticed);
}

/// A captured pawn that stays is on a square with the one that captured it, and a text shows only one of them.
#[test]
fn a_disagreement_names_the_position_the_ply_and_both_results() {
    let game = RuledGame::new("a captured pawn stays").twinned(Wrong::<4>(Some(Mistake::CapturedPawnStays)));
    let table = game.table(&Given::new()).expect("a table");
    let Err(PlayError::Twins(differ)) = table.replay(None, "a2b3") else { panic!("it is not noticed") };
    assert_eq!(
        differ.to_string(),
        "XXXX/XXXX/OOOO/OOOO after a2b3: position: the rules say XXXX/XOXX/.OOO/OOOO (two things on a square, or one off \
         the board), the naive twin says XXXX/XOXX/.OOO/OOOO: one of them is wrong"
    );
}

/// Tables that are built from wrong rules agree with themselves; the sample of positions does not.
#[test]
fn an_audit_notices_wrong_moves() {
    let stop = Stop::new();
    let mut missed = Vec::new();
    for mistake in MISTAKES.into_iter().map(Some).chain([None]) {
        let game = RuledGame::new("with a mistake or without").twinned(Wrong::<3>(mistake));
        let retro = game.solvable().expect("it is solved").solving(&Given::new()).expect("a board");
        let place = tempfile::tempdir().expect("a directory");
        let options = Options { checks: false, ..Options::default() };
        let built = retro.build(place.path(), &options, &mut Monitor::silent(&stop));
        let audited =
            built.and_then(|_| retro.audit(place.path(), &options, 500, &mut Monitor::silent(&stop)));
        let is_wrong = audited.map_or(true, |answer| answer.outcome != Outcome::Holds);
        if is_wrong != mistake.is_some() {
            missed.push(mistake);
        }
    }
    assert!(missed.is_empty(), "{missed:?}");
}

#[test]
fn a_game_to_a_position_is_compared_ply_by_ply() {
    let reached = |mistake| {
        let rules = Wrong::<4>(mistake);
        let start = Position::start(&rules);
        let step = start.steps(&rules).next().expect("a step");
        let target = print(&rules, start.after(&rules, step).board());
        let game = RuledGame::new("with a mistake or without").twinned(rules);
        let (limits, mut tell) = (Limits::default(), |_| {});
        let mut watcher = ReachWatcher::new(&limits, &mut tell);
        game.reach_search().expect("it is searched").reach(&Given::new(), &[target], &mut watcher)
    };
    assert!(reached(None).is_ok());
    assert!(differs(&reached(Some(Mistake::PawnVanishes))));
}
