//! Game records: what is read, and how precise the errors are.

use verify::othello::{
    Board, Disc, Expected, Ply, Position, RECORD_LIMIT, Reason, RecordError, Replay, Size, Turn,
    is_reached_in_any_order, replay, replay_from, replay_in_any_order, write_transcript,
};

/// Black takes every disc with the ninth ply.
const WIPEOUT: &str = "E6F4E3F6G5D6E7F5C5";

/// On 4x4, after which Black has no move and White has b4 among others.
const BEFORE_PASS: &str = "B1C1D3A1";

fn accepted(size: Size, record: &str) -> Replay {
    replay(size, record).unwrap_or_else(|complaint| panic!("{record:?}: {complaint}"))
}

/// The number of the ply, the number of the character and the reason of an error about a ply.
fn refused(size: Size, record: &str) -> (usize, usize, Reason) {
    match replay(size, record) {
        Err(RecordError::AtPly { ply, place, reason }) => (ply, place.character, reason),
        other => panic!("{record:?}: {other:?}"),
    }
}

fn message(size: Size, record: &str) -> String {
    replay(size, record).expect_err("an illegal record").to_string()
}

#[test]
fn case_and_blanks_are_ignored() {
    let game = accepted(Size::Eight, "F5D6C3D3C4");
    for record in [
        "f5d6c3d3c4",
        "F5d6C3d3C4",
        " f5 d6 c3 d3 c4 ",
        "F5D6\nC3D3\r\nC4\n",
        "\tF5   D6 c3d3 C4",
        "F5-D6,c3; d3 C4-",
        "1. F5 2. D6 3...c3 d3 12.C4",
    ] {
        assert_eq!(accepted(Size::Eight, record), game, "{record:?}");
    }
    assert_eq!(write_transcript(&game.plies), "F5D6C3D3C4");
    assert_eq!(game.discs(), 9);
    assert_eq!(game.moves(), 5);
}

#[test]
fn the_empty_record_is_the_start() {
    for record in ["", " ", "\n\n"] {
        let game = accepted(Size::Six, record);
        assert_eq!(game.position, Position::start(Size::Six));
        assert!(game.plies.is_empty());
    }
}

#[test]
fn a_pass_may_be_left_out_or_marked() {
    let silent = accepted(Size::Four, &format!("{BEFORE_PASS}B4"));
    assert_eq!(silent.plies[4], Ply::Pass);
    assert_eq!((silent.moves(), silent.passes()), (5, 1));
    for mark in ["pa", "PA", "ps", "PS", "Ps", "pass", "PASS", "--", "@@", " pass ", "\n--\n"] {
        assert_eq!(accepted(Size::Four, &format!("{BEFORE_PASS}{mark}B4")), silent, "{mark:?}");
    }
}

#[test]
fn a_pass_at_the_end_is_inserted() {
    let silent = accepted(Size::Four, BEFORE_PASS);
    assert_eq!(silent.position.mover, Disc::White);
    assert_eq!(silent.plies.last(), Some(&Ply::Pass));
    assert_eq!(accepted(Size::Four, &format!("{BEFORE_PASS}PS")), silent);
}

#[test]
fn a_pass_must_be_due() {
    assert_eq!(refused(Size::Eight, "F5PA"), (2, 3, Reason::UnexpectedPass { mover: Disc::White, moves: 3 }));
    // The first mark is right, the second is one too many.
    let (ply, character, reason) = refused(Size::Four, &format!("{BEFORE_PASS}----"));
    assert_eq!((ply, character), (6, 11));
    assert!(matches!(reason, Reason::UnexpectedPass { mover: Disc::White, .. }));
    assert_eq!(
        message(Size::Eight, "pass"),
        "ply 1, character 1 (line 1, column 1): Black passes: unexpected pass, for there are 4 legal moves"
    );
}

#[test]
fn omitted_passes_count_as_plies() {
    // After the pass, White is to move: ply 6.
    let record = format!("{BEFORE_PASS}A1");
    let by = Disc::White;
    let square = "a1".parse().expect("a square");
    assert_eq!(refused(Size::Four, &record), (6, 9, Reason::Occupied { mover: Disc::White, square, by }));
}

#[test]
fn illegal_moves_are_named() {
    assert_eq!(
        message(Size::Eight, "F5D6D4"),
        "ply 3, character 5 (line 1, column 5): Black plays d4: the square is occupied by a disc of White"
    );
    assert_eq!(
        message(Size::Eight, "F5 D6\nA1"),
        "ply 3, character 7 (line 2, column 1): Black plays a1: the move flips nothing"
    );
    for (record, written) in
        [("F5i3", "i3"), ("F5A9", "a9"), ("F5A0", "a0"), ("F5D10", "d10"), ("F5p4", "p4"), ("F5D61", "d61")]
    {
        let (mover, written, size) = (Disc::White, written.to_owned(), Size::Eight);
        assert_eq!(refused(Size::Eight, record), (2, 3, Reason::OffBoard { mover, written, size }));
    }
    assert_eq!(
        message(Size::Four, "H8"),
        "ply 1, character 1 (line 1, column 1): Black plays h8: the square is off the 4x4 board"
    );
}

#[test]
fn nothing_follows_the_end() {
    let game = accepted(Size::Eight, WIPEOUT);
    assert_eq!(game.position.turn(), Turn::Over);
    assert_eq!(game.position.board.count(Disc::White), 0);
    assert_eq!(game.passes(), 0, "nobody is left to pass");
    for written in ["a1", "pa", "--"] {
        let reason = Reason::GameOver { written: written.to_owned() };
        assert_eq!(refused(Size::Eight, &format!("{WIPEOUT}{written}")), (10, 19, reason));
    }
    accepted(Size::Eight, &format!("{WIPEOUT} \n"));
}

#[test]
fn odd_lengths_are_truncated() {
    for record in ["F5D", "F5D\n", "F5 D "] {
        let expected = Expected::RankDigit;
        let (ply, _, reason) = refused(Size::Eight, record);
        assert_eq!((ply, reason), (2, Reason::Truncated { expected }), "{record:?}");
    }
    for record in ["F5P", "F5pas", "F5pas\n", "F5@"] {
        let expected = Expected::PassMark;
        let (ply, _, reason) = refused(Size::Eight, record);
        assert_eq!((ply, reason), (2, Reason::Truncated { expected }), "{record:?}");
    }
    assert_eq!(
        message(Size::Eight, "F5D"),
        "ply 2, character 4 (line 1, column 4): the record is truncated: it ends where the digit of a rank was expected"
    );
}

#[test]
fn unknown_characters_are_reported_with_their_place() {
    let cases = [
        ("F5D 6", 2, 4, ' ', Expected::RankDigit),
        ("F5DD6", 2, 4, 'D', Expected::RankDigit),
        ("F5pasx", 2, 6, 'x', Expected::PassMark),
        ("F5é6", 2, 3, 'é', Expected::Ply),
        ("F5D６", 2, 4, '６', Expected::RankDigit),
        ("F5\u{a0}D6", 2, 3, '\u{a0}', Expected::Ply),
        ("\u{feff}F5", 1, 1, '\u{feff}', Expected::Ply),
        ("F5\0", 2, 3, '\0', Expected::Ply),
    ];
    for (record, ply, character, found, expected) in cases {
        assert_eq!(
            refused(Size::Eight, record),
            (ply, character, Reason::Foreign { found, expected }),
            "{record:?}"
        );
    }
}

/// The plies before the error are legal, so the first error is the one that is reported.
#[test]
fn the_first_error_is_reported() {
    let (ply, _, reason) = refused(Size::Eight, "F5A1D");
    assert_eq!(ply, 2);
    assert!(matches!(reason, Reason::FlipsNothing { mover: Disc::White, .. }));
}

#[test]
fn long_texts_are_not_read() {
    let bytes = RECORD_LIMIT + 1;
    assert_eq!(replay(Size::Eight, &" ".repeat(bytes)), Err(RecordError::TooLong { bytes }));
    accepted(Size::Eight, &" ".repeat(RECORD_LIMIT));
}

#[test]
fn a_record_goes_on_from_a_position() {
    let middle = accepted(Size::Eight, "F5D6").position;
    let end = replay_from(&middle, "C3D3").expect("a legal record");
    assert_eq!(end.position, accepted(Size::Eight, "F5D6C3D3").position);
    assert_eq!(end.plies.len(), 2);
    match replay_from(&middle, "C3C3") {
        Err(RecordError::AtPly { ply: 2, .. }) => {}
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_record_in_any_order_names_the_colour_of_each_disc() {
    let board = replay_in_any_order(Size::Eight, "Xf5 xC3\n").expect("two placements");
    assert_eq!((board.count(Disc::Black), board.count(Disc::White)), (6, 0));
    assert_eq!(is_reached_in_any_order(&board, 100), Some(true));
    // White has no such two moves: f5 turns no black disc at the start.
    assert_eq!(is_reached_in_any_order(&board.recoloured(), 100), Some(false));
    assert_eq!(replay_in_any_order(Size::Four, ""), Ok(Board::start(Size::Four)));
    // A game by the rules is also a game in any order.
    let by_turns = accepted(Size::Eight, "F5D6C4").position.board;
    assert_eq!(replay_in_any_order(Size::Eight, "Xf5Od6Xc4"), Ok(by_turns.clone()));
    assert_eq!(is_reached_in_any_order(&by_turns, 1000), Some(true));
    assert_eq!(is_reached_in_any_order(&by_turns, 1), None);
}

#[test]
fn errors_in_records_without_turns_name_the_place() {
    let fault = |record: &str| match replay_in_any_order(Size::Four, record) {
        Err(RecordError::AtPly { ply, place, reason }) => (ply, place.character, reason.to_string()),
        other => panic!("{record:?}: {other:?}"),
    };
    assert_eq!(fault("Xb1 f5"), (2, 5, "found 'f', expected X or O, the colour of the next disc".to_owned()));
    assert_eq!(
        fault("Xb1Od"),
        (2, 4, "the record is truncated: it ends where a square such as d3 was expected".to_owned())
    );
    assert_eq!(
        fault("Xb1Ob2"),
        (2, 4, "White plays b2: the square is occupied by a disc of Black".to_owned())
    );
    assert_eq!(fault("Xe1"), (1, 1, "Black plays e1: the square is off the 4x4 board".to_owned()));
    assert_eq!(fault("Xb1Xa1"), (2, 4, "Black plays a1: the move flips nothing".to_owned()));
    let long = "X".repeat(RECORD_LIMIT + 1);
    assert_eq!(replay_in_any_order(Size::Four, &long), Err(RecordError::TooLong { bytes: long.len() }));
}
