//! The naive rules by hand-made cases, one for each sentence of the printed rules.

use verify::othello::{
    Disc, IllegalMove, IllegalPass, Position, Size, Square, Turn, apply, flips, legal_moves, parse_board,
    perft, replay, write_line,
};

fn square(name: &str) -> Square {
    name.parse().expect("a square")
}

fn names(squares: &[Square]) -> Vec<String> {
    squares.iter().map(ToString::to_string).collect()
}

#[test]
fn black_begins_with_four_moves() {
    let start = Position::start(Size::Eight);
    assert_eq!(start.mover, Disc::Black);
    assert_eq!(names(&start.legal_moves()), ["d3", "c4", "f5", "e6"]);
    assert_eq!(names(&legal_moves(&start.board, Disc::White)), ["e3", "f4", "c5", "d6"]);
}

#[test]
fn all_eight_lines_flip_at_once() {
    // The new disc goes to d4, in the middle of eight lines of two white discs each.
    let board = parse_board(
        "X--X--X-
         -O-O-O--
         --OOO---
         XOO-OOX-
         --OOO---
         -O-O-O--
         X--X--X-
         --------",
    )
    .expect("a board");
    let flipped = flips(&board, Disc::Black, square("d4")).expect("a legal move");
    assert_eq!(flipped.len(), 16);
    let after = apply(&board, Disc::Black, square("d4")).expect("a legal move");
    assert_eq!(after.count(Disc::White), 0);
    assert_eq!(after.count(Disc::Black), board.discs() + 1);
}

#[test]
fn a_bracket_needs_its_own_disc_at_the_far_end() {
    // At the edge, at an empty square, next to an own disc: none of them flips.
    for line in ["-OOO------------", "-OO-------------", "-X--------------", "-O--X-----------"] {
        let board = parse_board(line).expect("a board");
        let square = square("a1");
        assert_eq!(
            flips(&board, Disc::Black, square),
            Err(IllegalMove::FlipsNothing { square, mover: Disc::Black }),
            "{line}"
        );
    }
}

#[test]
fn a_flip_stops_at_the_first_own_disc_and_starts_no_other() {
    // b1 is behind an own disc; d1 would bracket d2 after it flips.
    let board = parse_board("XOXO--/---O--/---X--/------/------/------").expect("a board");
    assert_eq!(flips(&board, Disc::Black, square("e1")), Ok(vec![square("d1")]));
    let after = apply(&board, Disc::Black, square("e1")).expect("a legal move");
    assert_eq!(after, parse_board("XOXXX-/---O--/---X--/------/------/------").expect("a board"));
}

#[test]
fn illegal_moves_give_their_reason() {
    let start = Position::start(Size::Four);
    let off = square("h8");
    assert_eq!(start.play(off), Err(IllegalMove::OffBoard { square: off, size: Size::Four }));
    let taken = square("b2");
    assert_eq!(start.play(taken), Err(IllegalMove::Occupied { square: taken, by: Disc::White }));
    let idle = square("a1");
    assert_eq!(start.play(idle), Err(IllegalMove::FlipsNothing { square: idle, mover: Disc::Black }));
    assert_eq!(start.pass(), Err(IllegalPass::MovesExist { mover: Disc::Black, moves: 4 }));
    assert_eq!(
        start.pass().expect_err("moves exist").to_string(),
        "Black may not pass: there are 4 legal moves"
    );
}

#[test]
fn a_player_without_a_move_passes_and_two_end_the_game() {
    // Only White can close the bracket.
    let board = parse_board("XO--------------").expect("a board");
    let white_stuck = Position { board: board.clone(), mover: Disc::White };
    assert_eq!(white_stuck.turn(), Turn::Pass);
    let black = white_stuck.pass().expect("a pass is due");
    assert_eq!((black.mover, &black.board), (Disc::Black, &board));
    let over = black.play(square("c1")).expect("a legal move");
    assert_eq!(write_line(&over.board), "XXX-------------");
    assert_eq!(over.turn(), Turn::Over);
    assert!(over.is_over());
    assert_eq!(over.pass(), Err(IllegalPass::GameOver));
}

#[test]
fn perft_counts_passes_as_plies_and_ended_games_as_one_line() {
    let board = parse_board("XO--------------").expect("a board");
    let stuck = Position { board, mover: Disc::White };
    for depth in [0, 1, 2, 3, 100, u32::MAX] {
        assert_eq!(perft(&stuck, depth), 1, "depth {depth}");
    }
    let over = replay(Size::Eight, "E6F4E3F6G5D6E7F5C5").expect("a legal record").position;
    assert_eq!(perft(&over, u32::MAX), 1);
    assert_eq!(perft(&Position::start(Size::Four), 2), 12);
}

#[test]
fn a_board_seen_by_the_mover_has_the_same_legal_moves() {
    let position = Position::start(Size::Eight).play(square("f5")).expect("a legal move");
    let seen = position.board.seen_by(position.mover);
    assert_eq!(legal_moves(&seen, Disc::Black), position.legal_moves());
    assert_eq!(seen.recoloured(), position.board);
    assert_eq!(position.board.seen_by(Disc::Black), position.board);
}
