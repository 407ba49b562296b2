//! Properties of the naive Othello: no text panics, written texts are read back, and the rules do not depend on colour
//! or orientation.

use proptest::prelude::*;

use verify::othello::{
    Board, Disc, Ply, Position, Reason, RecordError, Size, Square, Turn, apply, flips, legal_moves,
    parse_board, replay, witness, write_grid, write_line, write_transcript,
};

fn sizes() -> impl Strategy<Value = Size> {
    prop::sample::select(Size::ALL.to_vec())
}

fn boards() -> impl Strategy<Value = Board> {
    let cells = prop::collection::vec(prop::option::of(prop::bool::ANY), 64);
    (sizes(), cells).prop_map(|(size, cells)| {
        Board::from_fn(size, |square| {
            let black = size.index(square).and_then(|index| cells[index])?;
            Some(if black { Disc::Black } else { Disc::White })
        })
    })
}

/// A game of at most 70 plies whose moves are picked by random numbers.
fn games() -> impl Strategy<Value = (Size, Vec<Ply>, Position)> {
    (sizes(), prop::collection::vec(any::<prop::sample::Index>(), 0..70)).prop_map(|(size, picks)| {
        let mut position = Position::start(size);
        let mut plies = Vec::new();
        for pick in picks {
            position = match position.turn() {
                Turn::Over => break,
                Turn::Pass => {
                    plies.push(Ply::Pass);
                    position.pass().expect("a pass is due")
                }
                Turn::Move(moves) => {
                    let square = *pick.get(&moves);
                    plies.push(Ply::Move(square));
                    position.play(square).expect("a legal move")
                }
            };
        }
        if position.turn() == Turn::Pass {
            plies.push(Ply::Pass);
            position = position.pass().expect("a pass is due");
        }
        (size, plies, position)
    })
}

/// Texts that look like records, boards or neither.
fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[a-iA-I0-9pPsS@ \n-]{0,40}",
        "([a-h][1-8]|pa|ps|pass|--|@@| ){0,12}.?",
        "[XOxowWbB*._/ \r\n1-9a-h-]{0,90}",
        "([1-8 ]?[XO.-]{4,8}[1-8 ]?[\n/]){0,9}",
    ]
}

/// The board mirrored at the falling diagonal.
fn transposed(board: &Board) -> Board {
    Board::from_fn(board.size(), |square| board.disc(mirror(square)))
}

fn mirror(square: Square) -> Square {
    Square::new(square.rank(), square.file()).expect("a square")
}

proptest! {
    #[test]
    fn no_text_panics(size in sizes(), text in texts()) {
        let _ = text.parse::<Square>();
        if let Err(complaint) = replay(size, &text) {
            prop_assert!(!complaint.to_string().is_empty());
        }
        match (parse_board(&text), witness(&text)) {
            (Ok(board), Ok(facts)) => prop_assert_eq!(board.empties(), facts.empties),
            (Err(error), Err(same)) => prop_assert_eq!(error, same),
            (board, facts) => prop_assert!(false, "{:?} but {:?}", board, facts),
        }
    }

    /// The place of an error is in the text, or directly after it.
    #[test]
    fn places_are_in_the_text(size in sizes(), text in texts()) {
        if let Err(RecordError::AtPly { ply, place, .. }) = replay(size, &text) {
            prop_assert!(ply >= 1);
            prop_assert!((1..=text.chars().count() + 1).contains(&place.character));
            prop_assert!(place.line <= text.split('\n').count() && place.column <= place.character);
        }
    }

    #[test]
    fn boards_round_trip(board in boards()) {
        prop_assert_eq!(parse_board(&write_line(&board)), Ok(board.clone()));
        prop_assert_eq!(parse_board(&write_grid(&board)), Ok(board));
    }

    #[test]
    fn games_round_trip((size, plies, end) in games()) {
        let record = write_transcript(&plies);
        let game = replay(size, &record);
        prop_assert!(game.is_ok(), "{:?}", game);
        if let Ok(game) = game {
            prop_assert_eq!(&game.position, &end);
            prop_assert_eq!(&game.plies, &plies);
            prop_assert_eq!(game.discs(), 4 + game.moves());
            for other in [
                record.to_lowercase(),
                record.replace("PA", ""),
                record.replace("PA", "--"),
                record.replace("PA", " pass "),
                record.chars().enumerate().map(|(i, c)| if i % 2 == 0 { format!(" {c}") } else { c.into() }).collect(),
            ] {
                prop_assert_eq!(replay(size, &other), Ok(game.clone()), "{}", other);
            }
        }
    }

    /// A record with a square played twice is refused at the second time.
    #[test]
    fn a_square_is_played_once((size, plies, end) in games(), pick in any::<prop::sample::Index>()) {
        let played: Vec<Square> =
            plies.iter().filter_map(|ply| if let Ply::Move(square) = ply { Some(*square) } else { None }).collect();
        prop_assume!(!played.is_empty() && !end.is_over());
        let again = *pick.get(&played);
        let record = format!("{}{again}", write_transcript(&plies));
        match replay(size, &record) {
            Err(RecordError::AtPly { ply, place, reason: Reason::Occupied { square, .. } }) => {
                prop_assert_eq!((ply, square), (plies.len() + 1, again));
                prop_assert_eq!(place.character, 2 * plies.len() + 1);
            }
            other => prop_assert!(false, "{:?}", other),
        }
    }

    /// A move places one disc, flips only the opponent's discs, and leaves every other square unchanged.
    #[test]
    fn moves_change_what_they_flip(board in boards(), black in any::<bool>()) {
        let mover = if black { Disc::Black } else { Disc::White };
        for square in legal_moves(&board, mover) {
            let flipped = flips(&board, mover, square);
            let after = apply(&board, mover, square);
            let (Ok(flipped), Ok(after)) = (flipped, after) else { return Err(TestCaseError::fail("not legal")) };
            prop_assert_eq!(after.count(mover), board.count(mover) + 1 + flipped.len());
            prop_assert_eq!(after.discs(), board.discs() + 1);
            for here in board.size().squares() {
                let expected = if here == square {
                    (None, Some(mover))
                } else if flipped.contains(&here) {
                    (Some(mover.opponent()), Some(mover))
                } else {
                    (board.disc(here), board.disc(here))
                };
                prop_assert_eq!((board.disc(here), after.disc(here)), expected);
            }
        }
    }

    /// Turning the board or exchanging the colours does the same to the moves.
    #[test]
    fn the_rules_do_not_depend_on_colour_or_orientation(board in boards()) {
        let moves = legal_moves(&board, Disc::Black);
        prop_assert_eq!(&legal_moves(&board.recoloured(), Disc::White), &moves);
        let mut mirrored: Vec<Square> =
            legal_moves(&transposed(&board), Disc::Black).into_iter().map(mirror).collect();
        mirrored.sort_unstable();
        prop_assert_eq!(mirrored, moves);
    }
}
