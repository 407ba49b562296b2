//! Moves, pushes, the end of the game and rule 8 of the naive Ostle, on positions that can be checked by hand.

use verify::ostle::{
    Board, Cell, ClassState, IllegalMove, Move, NotForbidden, Outcome, Owner, Position, Shift, Size, State,
    Variant, VariantError, apply, canonical, images, moves, parse_position, perft, replay, replay_from,
    shift, write_line, write_record,
};

fn full() -> Variant {
    variant(5, 5, 3)
}

fn variant(edge: usize, pieces: usize, lose_at: usize) -> Variant {
    Variant::new(Size::new(edge).expect("a size"), pieces, lose_at).expect("a variant")
}

fn position(text: &str) -> Position {
    parse_position(full(), text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn mv(text: &str) -> Move {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The board after a move of `text`, as the player who moved sees it, and the owner of the removed piece.
fn shifted(text: &str, written: &str) -> (String, Option<Owner>) {
    let Shift { board, removed } = shift(&position_board(text), mv(written)).expect("a move");
    (write_line(&board), removed)
}

#[test]
fn the_start_and_its_moves() {
    let start = full().start().expect("a start");
    assert_eq!(start.to_string(), "22222-00000-00300-00000-11111");
    let listed = moves(&start);
    assert_eq!(listed.len(), 24, "four moves of each piece and of the hole");
    assert_eq!(
        write_record(&listed[..9]),
        "a1U,a1D,a1L,a1R,b1U,b1D,b1L,b1R,c1U",
        "the paper's order: squares by name, then U, D, L, R"
    );
    assert!(listed.contains(&mv("c3R")));
    // The paper: a1D, a1L and a1R lead to the same position.
    for written in ["a1D", "a1L", "a1R"] {
        assert_eq!(
            shifted("22222-00000-00300-00000-11111", written),
            ("22222-00000-00300-00000-01111".to_owned(), Some(Owner::Mover))
        );
    }
    assert_eq!(variant(3, 3, 1).start().map(|start| start.to_string()).as_deref(), Some("222-030-111"));
    assert_eq!(
        variant(4, 3, 1).start().map(|start| start.to_string()).as_deref(),
        Some("2220-0000-0300-1110")
    );
    assert_eq!(variant(4, 5, 3).start(), None);
}

#[test]
fn pieces_push_what_is_in_line() {
    let text = "00000-12012-12013-01100-20221";
    assert_eq!(
        shifted(text, "a4R"),
        ("00000-01212-12013-01100-20221".to_owned(), None),
        "to an empty square"
    );
    assert_eq!(shifted(text, "d4R").1, Some(Owner::Opponent), "over the edge");
    assert_eq!(shifted(text, "d4R").0, "00000-12001-12013-01100-20221");
    assert_eq!(
        shifted(text, "d3R"),
        ("00000-12012-12003-01100-20221".to_owned(), Some(Owner::Mover)),
        "the hole"
    );
    assert_eq!(shifted(text, "e1L"), ("00000-12012-12013-01100-22210".to_owned(), None));
    assert_eq!(shifted(text, "a3U").0, "10000-12012-02013-01100-20221");
    assert_eq!(shifted(text, "b2U").0, "02000-12012-11013-00100-20221");
}

#[test]
fn the_hole_goes_to_empty_squares_only() {
    let text = "20222-10003-00001-11000-22110";
    assert_eq!(shifted(text, "e4L"), ("20222-10030-00001-11000-22110".to_owned(), None));
    let refused = |written| shift(&position_board(text), mv(written)).expect_err("refused");
    assert_eq!(refused("e4U"), IllegalMove::HoleBlocked { to: "e5".parse().expect("a square") });
    assert_eq!(refused("e4D").to_string(), "the hole may not go to e3, which is occupied");
    assert_eq!(refused("e4R").to_string(), "the hole on e4 may not leave the board");
    assert_eq!(refused("b4U").to_string(), "b4 is empty");
    assert_eq!(refused("a1U").to_string(), "the piece on a1 is the opponent's");
    let small = variant(3, 2, 0);
    let board = parse_position(small, "220-030-110").expect("a position");
    assert_eq!(shift(board.board(), mv("d1U")).expect_err("refused").to_string(), "d1 is off the 3x3 board");
}

#[test]
fn a_player_with_three_pieces_left_has_lost() {
    let text = "00002-20001-00300-02020-11100";
    let end = |written| apply(&position(text), mv(written)).expect("a move");
    assert_eq!(end("e4U").map(|_| ()), Outcome::Wins(position_board("00001-20000-00300-02020-11100")));
    assert_eq!(end("e4R").map(|_| ()), Outcome::Loses(position_board("00002-20000-00300-02020-11100")));
    let Outcome::Continues(next) = end("e4L") else { panic!("the game goes on") };
    assert_eq!(next.to_string(), "00001-10020-00300-01010-22200", "the next player sees his pieces as 1");
    // With five pieces to lose from, the same move does not end the game.
    let five = position("00002-20001-00300-02022-11101");
    assert!(matches!(apply(&five, mv("e4U")), Ok(Outcome::Continues(_))));
}

/// A board with any number of pieces.
fn position_board(text: &str) -> Board {
    let mut digits = text.chars().filter(|&character| character != '-');
    Board::from_fn(Size::new(5).expect("a size"), |_| match digits.next() {
        Some('1') => Cell::Piece(Owner::Mover),
        Some('2') => Cell::Piece(Owner::Opponent),
        Some('3') => Cell::Hole,
        _ => Cell::Empty,
    })
}

#[test]
fn rule_8_forbids_to_take_the_last_move_back() {
    let start = full().start().expect("a start");
    let said = |record| replay(&start, record).expect_err("refused").to_string();
    assert_eq!(
        said("c3U, c4D"),
        "ply 2, character 6 (line 1, column 6): c4D: the position would be the same as two plies before"
    );
    // Only two plies back count: the pieces may stand as they stood four plies ago.
    let game = replay(&start, "c3L,b3D,b2R,c2U").expect("legal");
    let Outcome::Continues(state) = game.end else { panic!("the game goes on") };
    assert_eq!(state.position(), &start);
    assert_eq!(state.forbidden(), Some(mv("c3D")));
    assert_eq!(state.legal_moves().len(), 23);
    assert_eq!(state.successors().len(), 23);
}

#[test]
fn a_forbidden_move_can_be_given() {
    let start = full().start().expect("a start");
    let state = State::with_forbidden(start.clone(), mv("c3D")).expect("the hole may have come from there");
    assert_eq!(state.forbidden(), Some(mv("c3D")));
    assert!(replay_from(&state, "c3D").is_err() && replay_from(&state, "c3U").is_ok());
    // A piece of the mover that goes forward does not undo a move that the opponent can have made.
    assert_eq!(State::with_forbidden(start.clone(), mv("a1U")), Err(NotForbidden::NotBack { mv: mv("a1U") }));
    assert_eq!(State::with_forbidden(start.clone(), mv("a1D")), Err(NotForbidden::NotBack { mv: mv("a1D") }));
    let said = State::with_forbidden(start, mv("a3D")).expect_err("refused").to_string();
    assert_eq!(said, "a3D cannot be the forbidden move: a3 is empty");
}

/// Issue 5: d2U gives a mirror image of the position two plies before, which only the published program forbids.
#[test]
fn the_published_program_also_forbids_mirror_images() {
    let start = position("10000-20000-21321-10020-00000");
    let game = replay(&start, "a5D").expect("legal");
    let Outcome::Continues(state) = game.end else { panic!("the game goes on") };
    let Ok(Outcome::Continues(next)) = state.play(mv("d2U")) else { panic!("allowed by the rule") };
    assert_ne!(next.position(), &start);
    assert_eq!(canonical(next.position()), canonical(&start));

    let class = ClassState::after(&start, state.position());
    let forbidden = class.forbidden().expect("a forbidden move");
    let Ok(Outcome::Continues(back)) = apply(class.position(), forbidden) else { panic!("the game goes on") };
    assert_eq!(canonical(&back), canonical(&start));
    assert_eq!(class.legal_moves().len() + 1, moves(class.position()).len());
}

#[test]
fn images_are_the_eight_symmetries() {
    let board = position_board("10000-20000-00000-00000-00003");
    let mut all: Vec<String> = images(&board).iter().map(write_line).collect();
    assert_eq!(all[0], write_line(&board));
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), 8);
    let start = full().start().expect("a start");
    let mut of_start = images(start.board());
    of_start.sort_unstable();
    of_start.dedup();
    assert_eq!(of_start.len(), 4);
    for image in of_start {
        assert_eq!(canonical(&Position::new(full(), image).expect("a position")), canonical(&start));
    }
}

#[test]
fn ended_games_count_once() {
    let state = State::new(parse_position(variant(3, 1, 0), "200-100-003").expect("a position"));
    // a2: U wins, D, R, L (loses); the hole: U, L.
    assert_eq!(state.legal_moves().len(), 6);
    assert_eq!(perft(&state, 1), 6);
    let goes_on: u64 = state
        .successors()
        .into_iter()
        .map(|outcome| match outcome {
            Outcome::Continues(next) => next.legal_moves().len() as u64,
            _ => 1,
        })
        .sum();
    assert_eq!(perft(&state, 2), goes_on);
}

#[test]
fn no_move_after_the_end() {
    let start = position("00002-20001-00300-02020-11100");
    let said = replay(&start, "e4U,a4U").expect_err("refused").to_string();
    assert_eq!(said, "ply 2, character 5 (line 1, column 5): a4U: the game is already over");
}

#[test]
fn variants_that_make_no_game() {
    let three = Size::new(3).expect("a size");
    assert_eq!(Variant::new(three, 4, 1), Err(VariantError::TooMany { pieces: 4, size: three }));
    assert_eq!(Variant::new(three, 2, 2), Err(VariantError::LostAtOnce { pieces: 2, lose_at: 2 }));
    assert_eq!(variant(3, 3, 1).to_string(), "3x3, 3 pieces a side, 1 left lose");
    assert!(Variant::new(three, usize::MAX, 0).is_err());
    assert!(Size::new(6).is_err() && Size::new(1).is_err());
}
