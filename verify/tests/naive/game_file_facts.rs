//! Game files: numbers of sequences of plies, results of whole games, and random games that others have played.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use verify::game_file::{FileGame, FilePosition, GameFile};
use verify::language::{self, Move, judge};
use verify::naive::{GameResult, Naive};

/// How many positions are looked at for one number.
const POSITIONS_LIMIT: u64 = 700;

pub(crate) fn data(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/games").join(name);
    fs::read_to_string(path).expect(name)
}

/// A file with its boards replaced by one.
pub(crate) fn file_on(name: &str, board: &str) -> FileGame {
    text_on(&data(&format!("{name}.game")), board)
}

pub(crate) fn text_on(of_boards: &str, board: &str) -> FileGame {
    let size = board.split(',').next().expect("a size");
    let one = format!("board {size}");
    let mut text = String::new();
    for line in of_boards.lines() {
        let line = if line.starts_with("board ") { &one } else { line };
        text = text
            + line
            + "
";
    }
    let file = GameFile::parse(&text).unwrap_or_else(|error| panic!("{text}\n{error}"));
    file.on(board).unwrap_or_else(|error| panic!("{text}\n{error}"))
}

fn moves_of(game: &FileGame, position: &FilePosition) -> Vec<Move> {
    language::NaiveView::moves(game, position)
}

/// The rows of a table of facts.
fn rows(name: &str) -> Vec<Vec<String>> {
    let text = data(name);
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    rows.map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

pub(crate) fn sequences(game: &FileGame, position: &FilePosition, plies: u32) -> u64 {
    if game.ended(position).is_some() {
        return 0;
    }
    let moves = moves_of(game, position);
    if moves.is_empty() {
        let passed = game.pass(position).expect("a pass is due");
        return if plies == 1 { 1 } else { sequences(game, &passed, plies - 1) };
    }
    if plies == 1 {
        return moves.len() as u64;
    }
    let after =
        moves.iter().map(|played| language::NaiveView::after(game, position, played).expect("it is legal"));
    after.map(|next| sequences(game, &next, plies - 1)).sum()
}

#[test]
fn numbers_of_sequences_are_the_known_ones() {
    for row in rows("perft.tsv") {
        let game = file_on(&row[0], &row[1]);
        let mut before = 1;
        for (index, number) in row[2].split(' ').enumerate() {
            if before > POSITIONS_LIMIT {
                break;
            }
            before = number.parse().expect("a number");
            assert_eq!(sequences(&game, &game.start(), index as u32 + 1), before, "{row:?} {index}");
        }
    }
}

/// Of a win that takes no ply; each ply to a win or loss takes one off.
pub(crate) const WON: i32 = 1000;

/// The value of a position for the player to move: [`WON`] less the plies that a win takes, the negative of a loss, 0 of a
/// draw.
pub(crate) fn value(
    game: &FileGame,
    position: &FilePosition,
    known: &mut BTreeMap<FilePosition, i32>,
) -> i32 {
    if let Some(&value) = known.get(position) {
        return value;
    }
    let found = match game.ended(position) {
        Some(GameResult::Won) => WON,
        Some(GameResult::Drawn) => 0,
        Some(GameResult::Lost) => -WON,
        None => {
            let plies = game.plies(position).into_iter().map(|(_, next)| next);
            let next: Vec<_> = plies.chain(game.pass(position)).collect();
            let values = next.iter().map(|next| -value(game, next, known));
            values.map(|value| value - value.signum()).max().expect("a ply or a pass")
        }
    };
    known.insert(position.clone(), found);
    found
}

#[test]
fn results_and_numbers_of_positions_are_the_known_ones() {
    // Boards that turn merge positions of the two players: there the number is not that of the table of facts.
    for (name, board, result, positions) in [
        ("breakthrough", "2x4", -1, Some(450)),
        ("tic-tac-toe", "3x3", 0, Some(5478)),
        ("domineering", "2x2", 1, None),
        ("domineering", "3x3", 1, None),
        ("hex", "2x2", 1, Some(32)),
        ("clobber", "2x2", 1, Some(11)),
        ("clobber", "3x2", -1, Some(57)),
        ("clobber", "3x3", 1, Some(761)),
        ("clobber", "4x2", 1, Some(329)),
        ("konane", "4x4", -1, Some(3863)),
    ] {
        let game = file_on(name, board);
        let mut known = BTreeMap::new();
        assert_eq!(value(&game, &game.start(), &mut known).signum(), result, "{name} {board}");
        assert!(
            positions.is_none_or(|positions| known.len() == positions),
            "{name} {board}: {}",
            known.len()
        );
        for position in known.keys() {
            assert_eq!(game.parse(&game.print(position)).as_ref(), Ok(position), "{name} {board}");
        }
    }
}

/// A square as the player of a ply sees it.
fn seen(game: &str, ply: usize, square: &str) -> String {
    let (file, rank) = (square.as_bytes()[0] - b'a', square.as_bytes()[1] - b'1');
    let (file, rank) = match game {
        // In the record the first player goes down.
        "breakthrough" if ply.is_multiple_of(2) => (file, 7 - rank),
        "hex" if !ply.is_multiple_of(2) => (rank, file),
        _ => (file, rank),
    };
    verify::naive::square(usize::from(file), usize::from(rank))
}

#[test]
fn random_games_are_legal_and_end_as_they_did() {
    for row in rows("playthroughs.tsv") {
        let name = row[0].split(' ').next().expect("a name");
        let game = if row[0].ends_with("misere") {
            let text = data("tic-tac-toe.game").replace("lost if", "won if");
            GameFile::parse(&text).and_then(|file| file.on("3x3")).expect("misere")
        } else {
            file_on(name, &row[1])
        };
        let stated: BTreeMap<usize, usize> = row[3]
            .split(' ')
            .map(|state| state.split_once(':').expect("a state"))
            .map(|(plies, moves)| (plies.parse().expect("plies"), moves.parse().expect("moves")))
            .collect();
        let mut position = game.start();
        let plies: Vec<&str> = row[2].split(' ').collect();
        for (index, ply) in plies.iter().enumerate() {
            assert_eq!(game.ended(&position), None, "{name} {index}");
            if let Some(number) = stated.get(&index) {
                assert_eq!(moves_of(&game, &position).len(), *number, "{name} {index}");
            }
            let ply: String = ply.split('-').map(|square| seen(name, index, square)).collect();
            position = game.play(&position, &ply).unwrap_or_else(|error| panic!("{name} {index}: {error}"));
        }
        let is_first = plies.len().is_multiple_of(2);
        let wins =
            if (row[4] == "first player wins") == is_first { GameResult::Won } else { GameResult::Lost };
        assert_eq!(game.ended(&position), Some(wins), "{name}");
    }
}

#[test]
fn moves_and_positions_are_written_as_in_the_game() {
    let konane = file_on("konane", "6x4");
    assert_eq!(konane.print(&konane.start()), "OXOXOX/XOXOXO/OXOXOX/XOXOXO");
    let mut position = konane.start();
    for ply in ["f1", "f2=answer"] {
        position = konane.play(&position, ply).unwrap_or_else(|error| panic!("{ply}: {error}"));
    }
    let hops: Vec<_> =
        moves_of(&konane, &position).iter().map(|hop| (hop.name.clone(), hop.over())).collect();
    assert!(hops.contains(&("d1f1".to_owned(), [(4, 0)].into_iter().collect())), "{hops:?}");
    assert!(
        judge(&konane, "some m in hop_east_1: m.from = {d1} and m.over = {e1}", &konane.print(&position))
            .is_ok_and(|judged| judged.answers)
    );
    // A move with its kind is read where the kind need not be written.
    assert!(konane.play(&position, "d1f1=hop_east_1").is_ok());
    assert!(konane.play(&position, "d1f1=hop_west_1").is_err());

    let cross = file_on("peg-solitaire-english", "7x7");
    assert_eq!(cross.print(&cross.start()), "..ooo../..ooo../ooooooo/ooo.ooo/ooooooo/..ooo../..ooo..");
    assert!(cross.parse("o.ooo../..ooo../ooooooo/ooo.ooo/ooooooo/..ooo../..ooo..").is_err());
    assert!(
        judge(&cross, "~peg = {d4} and count(board) = 33", &cross.print(&cross.start()))
            .is_ok_and(|j| j.answers)
    );

    let breakthrough = file_on("breakthrough", "4x4");
    let broken = "..../X.../..../X..O";
    assert!(breakthrough.parse(broken).is_err(), "`require` does not hold");
    let over = "O..X/..../..../X...";
    assert!(breakthrough.parse(over).is_ok(), "the game is over");
    assert!(
        language::NaiveView::read(&breakthrough, over).is_err(),
        "a question is not about such a position"
    );
}

#[test]
fn settings_choose_the_rules() {
    let file = GameFile::parse(&data("tic-tac-toe.game")).expect("a file");
    assert_eq!((file.name(), file.boards().join(" ")), ("tic-tac-toe", "3x3 4x3 4x4 5x5".to_owned()));
    assert_eq!(file.on("4x4,K=3").expect("the default").board(), "4x4");
    let four = file.on("4x4,K=4").expect("a setting");
    assert_eq!(four.board(), "4x4,K=4");
    let three_in_line = "XXX./OO../..../....";
    let after = |game: &FileGame| {
        game.ended(
            &game
                .parse(&three_in_line.replace(['X'], "x").replace('O', "X").replace('x', "O"))
                .expect("a position"),
        )
    };
    assert_eq!(after(&four), None);
    assert_eq!(after(&file.on("4x4").expect("a board")), Some(GameResult::Lost));
    for refused in ["6x6", "", "4x4,K=7", "4x4,K=3,K=3", "4x4,L=3", "4x4,K=03", "4x4,", "4x4,K"] {
        let error = file.on(refused).expect_err(refused).to_string();
        assert!(error.starts_with("line 2, character 1: "), "{error}");
    }
}

#[test]
fn othello_has_passes_flips_and_a_score() {
    let othello = file_on("reversi", "4x4");
    let start = othello.print(&othello.start());
    assert_eq!(start, "..../.OX./.XO./....");
    assert!(judge(&othello, "all m in disc: count(flips(m)) = 1", &start).is_ok_and(|judged| judged.answers));
    let passing = othello.parse("XO../..../..../....").expect("a position");
    assert_eq!(othello.plies(&passing).len(), 1);
    let passing = othello.parse("OX../..../..../....").expect("a position");
    assert_eq!((othello.ended(&passing), othello.plies(&passing).len()), (None, 0));
    assert!(othello.pass(&passing).is_some() && othello.play(&passing, "pass").is_ok());
    let over = othello.parse("XX.O/..../..../....").expect("a position");
    assert_eq!((othello.ended(&over), othello.score(&over)), (Some(GameResult::Won), Ok(Some(1))));
    assert_eq!(othello.pass(&over), None);
}
