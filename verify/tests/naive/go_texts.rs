//! Boards, points and records of Go as text: what is read, what is written, and how precise the errors are.

use proptest::prelude::*;
use verify::go::{
    BOARD_LIMIT, Board, Game, Ko, Point, Position, RECORD_LIMIT, Rules, Size, Stone, is_legal, parse_board,
    replay_record, write_grid, write_line,
};

fn message(text: &str) -> String {
    parse_board(text).expect_err("not a board").to_string()
}

fn start(rows: usize, columns: usize) -> Position {
    Position::start(Size::new(rows, columns).expect("a size"))
}

fn refused(record: &str) -> String {
    replay_record(&start(9, 9), Rules::PAPER, record).expect_err("refused").to_string()
}

#[test]
fn boards_in_both_forms() {
    let board = parse_board(" . X O \n\n + # w\r\n").expect("a board");
    assert_eq!(board.size(), Size::new(2, 3).expect("a size"));
    assert_eq!(write_line(&board), ".XO/.XO");
    assert_eq!(board.to_string(), ".XO/.XO");
    assert_eq!(write_grid(&board), ".XO\n.XO\n");
    assert_eq!(board.recoloured().to_string(), ".OX/.OX");
    assert_eq!((board.count(Stone::Black), board.empties()), (2, 2));
}

#[test]
fn errors_about_boards_name_the_place() {
    assert_eq!(message(""), "no board: expected rows of '.', 'X' and 'O'");
    assert_eq!(message("\n \n"), message(""));
    assert_eq!(
        message("..\n.Z"),
        "character 5 (line 2, column 2): found 'Z', expected a cell: X * # B for Black, O W for White, . - _ + for empty"
    );
    assert_eq!(message("./"), "character 3 (line 1, column 3): expected the cells of a row beside '/'");
    assert_eq!(
        message("..X\n..\n"),
        "character 7 (line 2, column 3): row 2 has 2 cells, expected 3, as many as row 1"
    );
    assert_eq!(
        message("../..X"),
        "character 6 (line 1, column 6): row 2 has 3 cells, expected 2, as many as row 1"
    );
    assert_eq!(message(&".".repeat(20)), "character 20 (line 1, column 20): more than 19 columns");
    assert_eq!(message(&".\n".repeat(20)), "character 39 (line 20, column 1): more than 19 rows");
    assert_eq!(
        message(&" ".repeat(5000)),
        format!("a board text of 5000 bytes: at most {BOARD_LIMIT} are read")
    );
}

#[test]
fn errors_about_records_name_ply_and_place() {
    assert_eq!(
        refused("cc, dd,\nzz"),
        "ply 3, character 9 (line 2, column 1): not a point: expected two letters a-s, the column first, such as cd, \
         or pass"
    );
    assert_eq!(
        refused("cc cc"),
        "ply 2, character 4 (line 1, column 4): White: cc is occupied by a stone of Black"
    );
    assert_eq!(refused("ja"), "ply 1, character 1 (line 1, column 1): Black: ja is off the 9x9 board");
    let long = "a".repeat(RECORD_LIMIT + 1);
    assert_eq!(refused(&long), format!("a record of {} bytes: at most 65536 are read", RECORD_LIMIT + 1));
}

fn boards() -> impl Strategy<Value = Board> {
    let cells = prop::collection::vec(prop::option::of(prop::bool::ANY), 19 * 19);
    (1_usize..=19, 1_usize..=19, cells).prop_map(|(rows, columns, cells)| {
        let size = Size::new(rows, columns).expect("a size");
        Board::from_fn(size, |point| {
            let black = size.index(point).and_then(|index| cells[index])?;
            Some(if black { Stone::Black } else { Stone::White })
        })
    })
}

proptest! {
    #[test]
    fn no_board_text_panics(text in "[.XO/\n Zß]{0,60}|.{0,60}") {
        if let Ok(board) = parse_board(&text) {
            prop_assert_eq!(parse_board(&write_line(&board)), Ok(board));
        }
    }

    #[test]
    fn written_boards_are_read_back(board in boards()) {
        prop_assert_eq!(parse_board(&write_line(&board)), Ok(board.clone()));
        prop_assert_eq!(parse_board(&write_grid(&board)), Ok(board));
    }

    #[test]
    fn no_record_panics(record in "([a-t]{2}[ ,]){0,20}|.{0,60}") {
        let _ = replay_record(&start(5, 5), Rules::PAPER, &record);
    }

    #[test]
    fn points_are_read_as_they_are_written(column in 0_usize..19, row in 0_usize..19, text in ".{0,4}") {
        let point = Point::new(column, row).expect("on the board");
        prop_assert_eq!(point.to_string().parse::<Point>(), Ok(point));
        if let Ok(point) = text.parse::<Point>() {
            prop_assert_eq!(point.to_string(), text);
        }
    }

    /// Random play keeps positions legal, and under positional superko they are all different.
    #[test]
    fn games_stay_legal(picks in prop::collection::vec(any::<prop::sample::Index>(), 0..40), psk in any::<bool>()) {
        let ko = if psk { Ko::Positional } else { Ko::Simple };
        let mut game = Game::new(start(3, 3), Rules { ko, ..Rules::PAPER }).expect("legal");
        for pick in picks {
            let actions = game.legal_actions();
            if actions.is_empty() {
                break;
            }
            let before = game.position().clone();
            let action = *pick.get(&actions);
            prop_assert_eq!(game.play(action), Ok(()));
            prop_assert!(is_legal(&game.position().board));
            prop_assert_eq!(game.position().mover, before.mover.opponent());
        }
        let boards: Vec<&Board> = game.positions().map(|position| &position.board).collect();
        for (index, board) in boards.iter().enumerate() {
            let repeats = index > 0 && boards[..index].contains(board) && board != &boards[index - 1];
            prop_assert!(!psk || !repeats);
        }
        let written: Vec<String> = game.actions().map(|action| action.to_string()).collect();
        let again = replay_record(&start(3, 3), Rules { ko, ..Rules::PAPER }, &written.join(" "));
        prop_assert_eq!(again, Ok(game));
    }
}
