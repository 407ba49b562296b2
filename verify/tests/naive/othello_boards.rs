//! Boards as text: what is read, what is written, and how precise the errors are.

use verify::othello::{
    BOARD_LIMIT, Board, BoardError, Disc, Size, SizeError, Square, parse_board, witness, write_grid,
    write_line,
};

fn accepted(text: &str) -> Board {
    parse_board(text).unwrap_or_else(|error| panic!("{text:?}: {error}"))
}

fn message(text: &str) -> String {
    parse_board(text).expect_err("not a board").to_string()
}

#[test]
fn the_start_in_both_forms() {
    let start = Board::start(Size::Four);
    assert_eq!(write_line(&start), "-----OX--XO-----");
    assert_eq!(start.to_string(), write_line(&start));
    assert_eq!(write_grid(&start), "  a b c d\n1 - - - -\n2 - O X -\n3 - X O -\n4 - - - -\n");
    for size in Size::ALL {
        let start = Board::start(size);
        assert_eq!((start.count(Disc::Black), start.count(Disc::White)), (2, 2));
        assert_eq!(accepted(&write_line(&start)), start);
        assert_eq!(accepted(&write_grid(&start)), start);
    }
}

#[test]
fn squares_count_row_by_row() {
    let mut line = "-".repeat(64);
    line.replace_range(1..2, "X");
    line.replace_range(8..9, "O");
    let board = accepted(&line);
    assert_eq!(board.disc("b1".parse().expect("a square")), Some(Disc::Black));
    assert_eq!(board.disc("A2".parse().expect("a square")), Some(Disc::White));
    assert_eq!(board.discs(), 2);
    assert_eq!(board.empties(), 62);
}

#[test]
fn every_spelling_of_the_cells_and_the_grid() {
    let start = Board::start(Size::Four);
    for text in [
        "....\n.ox.\n.xo.\n....",
        "__.. .w*. .bO_ --.-",
        "---- -OX- -XO- ----\n",
        "----/-OX-/-XO-/----",
        "  a b c d\r\n1 - - - -\r\n2 - O X -\r\n3 - X O -\r\n4 - - - -\r\n",
        "1 ---- 1\n2 -OX- 2\n3 -XO- 3\n4 ---- 4\nABCD",
        "\n\n____\n\n_WB_\n_xo_\n____\n\n",
        "abcd\n----\n-OX-\n-XO-\n----\nabcd",
    ] {
        assert_eq!(accepted(text), start, "{text:?}");
    }
}

#[test]
fn wrong_lengths_are_reported() {
    assert_eq!(parse_board(""), Err(BoardError::NoCells));
    assert_eq!(parse_board(" \n \n"), Err(BoardError::NoCells));
    assert_eq!(parse_board("abcd"), Err(BoardError::NoCells));
    assert_eq!(
        message(&"-".repeat(63)),
        "character 64 (line 1, column 64): the line ends after 63 cells, expected 16, 36 or 64"
    );
    assert_eq!(
        message("----\n----\n----"),
        "character 15 (line 3, column 5): the grid ends after 3 ranks, expected 4, 6 or 8"
    );
    assert_eq!(
        message("----\n---\n----\n----"),
        "character 9 (line 2, column 4): rank 2 has 3 cells, expected 4, for the grid has 4 ranks"
    );
    assert_eq!(
        message("----\n-----\n----\n----"),
        "character 10 (line 2, column 5): rank 2 has 5 cells, expected 4, for the grid has 4 ranks"
    );
    let bytes = BOARD_LIMIT + 1;
    assert_eq!(parse_board(&" ".repeat(bytes)), Err(BoardError::TooLong { bytes }));
}

#[test]
fn unknown_characters_are_reported_with_their_place() {
    for (text, character, found) in [
        ("----/-OZ-/-XO-/----", 8, 'Z'),
        ("----\n-Oé-\n-XO-\n----", 8, 'é'),
        ("-----OX--XO----1", 16, '1'),
        ("----\nabcd\n-OX-\n-XO-\n----", 6, 'a'),
        ("----\u{a0}-OX--XO-----", 5, '\u{a0}'),
        ("a\n----------------", 1, 'a'),
    ] {
        match parse_board(text) {
            Err(BoardError::Foreign { place, found: actual }) => {
                assert_eq!((place.character, actual), (character, found), "{text:?}");
            }
            other => panic!("{text:?}: {other:?}"),
        }
    }
}

#[test]
fn coordinates_must_be_right() {
    assert_eq!(
        message("1 ----\n3 -OX-\n3 -XO-\n4 ----"),
        "character 8 (line 2, column 1): found '3' among the coordinates, expected '2'"
    );
    assert_eq!(
        message("abdc\n----\n-OX-\n-XO-\n----"),
        "character 3 (line 1, column 3): found 'd' among the coordinates, expected 'c'"
    );
    assert_eq!(
        message("abcde\n----\n-OX-\n-XO-\n----"),
        "character 1 (line 1, column 1): a row of 5 file letters, expected 4"
    );
    for text in ["/----", "----//----", "----/-OX-/-XO-/----/", "/"] {
        assert!(matches!(parse_board(text), Err(BoardError::MissingRank { .. })), "{text:?}");
    }
    // There are more ranks than rank numbers.
    let ranks = (1..=10).map(|rank| format!("{} ----------", rank % 10)).collect::<Vec<_>>().join("\n");
    assert!(matches!(parse_board(&ranks), Err(BoardError::RankCount { found: 10, .. })));
}

#[test]
fn squares_and_sizes_are_checked() {
    for text in ["", "a", "a0", "a9", "i1", "a11", "1a", "é1", " a1", "a1 "] {
        assert!(text.parse::<Square>().is_err(), "{text:?}");
    }
    for (index, square) in Size::Eight.squares().enumerate() {
        assert_eq!(square.to_string().parse(), Ok(square));
        assert_eq!(square.to_string().to_uppercase().parse(), Ok(square));
        assert_eq!(Size::Eight.index(square), Some(index));
        assert_eq!(Square::new(square.file(), square.rank()), Some(square));
    }
    assert_eq!(Square::new(8, 0), None);
    assert_eq!(Square::new(0, usize::MAX), None);
    assert_eq!(Size::Four.square(16), None);
    assert_eq!(Size::Four.index("e1".parse().expect("a square")), None);
    for edge in [0, 5, 7, 10, usize::MAX] {
        assert_eq!(Size::new(edge), Err(SizeError { edge }));
    }
    let centre: Vec<String> = Size::Eight.centre().map(|square| square.to_string()).collect();
    assert_eq!(centre, ["d4", "e4", "d5", "e5"]);
}

#[test]
fn a_witness_is_counted_for_the_side_to_move() {
    let facts = witness("-----OX--XO-----").expect("a board");
    let moves: Vec<String> = facts.moves.iter().map(ToString::to_string).collect();
    assert_eq!(moves, ["b1", "a2", "d3", "c4"]);
    assert_eq!((facts.own, facts.opponent, facts.empties), (2, 2, 12));
    assert!(facts.centre_is_occupied());

    let facts = witness("XO---O----------").expect("a board");
    let missing: Vec<String> = facts.empty_centre.iter().map(ToString::to_string).collect();
    assert_eq!(missing, ["c2", "b3", "c3"]);
    assert!(!facts.centre_is_occupied());
}
