//! Moves, pushes, the railing, the anchor and the end of the game of the naive Push Fight.

use verify::push_fight::{
    Direction, IllegalMove, IllegalPush, IllegalTurn, Kind, Layout, LayoutError, Neighbour, Outcome,
    Position, PushOutcome, Side, Square, Turn, Variant, VariantError, apply, can_have_been_pushed,
    has_legal_turn, has_winning_turn, move_piece, parse_position, perft, push, reachable, replay, settings,
    successors, write_grid, write_line,
};

/// The position printed in the repository maksverver/pushfight.
const PRINTED: &str = ".OX.....oxY....Oox.....OX.";

fn position(text: &str) -> Position {
    parse_position(&Variant::full(), text).unwrap_or_else(|error| panic!("{text:?}: {error}"))
}

/// A position of a smaller game.
fn small(rows: &[(usize, usize)], movers: usize, pushers: usize, text: &str) -> Position {
    let layout = Layout::new(rows).expect("a layout");
    let variant = Variant::new(layout, movers, pushers).expect("a variant");
    parse_position(&variant, text).unwrap_or_else(|error| panic!("{text:?}: {error}"))
}

fn at(text: &str) -> Square {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn turn(text: &str) -> Turn {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn refused(position: &Position, text: &str) -> String {
    apply(position, &turn(text)).expect_err("refused").to_string()
}

#[test]
fn the_board_has_26_squares_a_railing_and_open_ends() {
    let board = Layout::full();
    assert_eq!(board.area(), 26);
    let names: Vec<String> = board.squares().iter().map(Square::to_string).collect();
    assert_eq!(names[..6].join(" "), "c4 d4 e4 f4 g4 a3");
    assert_eq!(names[20..].join(" "), "h2 b1 c1 d1 e1 f1");
    for missing in ["a4", "b4", "h4", "a1", "g1", "h1", "a5"] {
        assert!(!board.contains(at(missing)), "{missing}");
    }
    for column in ["c", "d", "e", "f", "g"] {
        assert_eq!(board.beside(at(&format!("{column}4")), Direction::Up), Neighbour::Railing);
    }
    for column in ["b", "c", "d", "e", "f"] {
        assert_eq!(board.beside(at(&format!("{column}1")), Direction::Down), Neighbour::Railing);
    }
    let open = [("a3", Direction::Up), ("b3", Direction::Up), ("h3", Direction::Up), ("a2", Direction::Down)];
    let more =
        [("g2", Direction::Down), ("h2", Direction::Down), ("a2", Direction::Left), ("h3", Direction::Right)];
    let ends = [
        ("b1", Direction::Left),
        ("f1", Direction::Right),
        ("c4", Direction::Left),
        ("g4", Direction::Right),
    ];
    for (square, direction) in [open, more, ends].concat() {
        assert_eq!(board.beside(at(square), direction), Neighbour::Open, "{square} {direction:?}");
    }
    assert_eq!(board.beside(at("b2"), Direction::Down), Neighbour::Square(at("b1")));
    assert_eq!(board.beside(at("d3"), Direction::Right), Neighbour::Square(at("e3")));
}

#[test]
fn the_printed_position_and_turn() {
    let start = position(PRINTED);
    assert_eq!(
        write_grid(&start),
        "  abcdefgh\n4   .OX..  4\n3 ...oxY.. 3\n2 ..Oox... 2\n1  ..OX.   1\n  abcdefgh\n"
    );
    assert_eq!(start.anchor(), Some(at("f3")));
    let Ok(Outcome::Continues(next)) = apply(&start, &turn("d1-a2,d3-c3,c2-d2")) else {
        panic!("the game goes on")
    };
    // d1 has gone to a2 and d3 to c3; c2 has pushed d2 and e2 to the right, and is anchored on d2.
    assert_eq!(write_line(&next), ".XO....x.oO..X..Yxo.....O.");
}

#[test]
fn the_printed_position_has_1454_successors() {
    let found = successors(&position(PRINTED));
    assert_eq!((found.positions.len(), found.wins), (1454, false));
    assert_eq!(perft(&position(PRINTED), 1), 1454);
    for next in found.positions.iter().take(100) {
        assert!(can_have_been_pushed(next), "{next}");
        assert!(next.anchor().is_some());
    }
}

#[test]
fn moves_go_over_free_squares() {
    let start = position(PRINTED);
    assert_eq!(reachable(&start, at("a1")), []);
    // From d1 to the left and up again; the line d4, d3, d2 and c2 blocks the way to the right.
    let mut free = reachable(&start, at("d1"));
    free.sort_unstable();
    let names: Vec<String> = free.iter().map(Square::to_string).collect();
    assert_eq!(names.join(" "), "a2 a3 b1 b2 b3 c1 c3 c4");
    assert_eq!(
        refused(&start, "d1-e3,c2-d2"),
        "move 1 (d1-e3): e3 is occupied: only the push, which ends the turn, goes to \
        an occupied square"
    );
    assert_eq!(
        refused(&start, "d1-g3,c2-d2"),
        "move 1 (d1-g3): no way over free squares leads from d1 to g3"
    );
    assert_eq!(refused(&start, "d1-c1,e1-f1,c2-d2"), "move 2 (e1-f1): the piece on e1 is the opponent's");
    assert_eq!(refused(&start, "c1-d1,c2-d2"), "move 1 (c1-d1): there is no piece on c1");
    assert_eq!(refused(&start, "d1-a1,c2-d2"), "move 1 (d1-a1): a1 is not on the board");
    assert_eq!(move_piece(&start, at("d1"), at("d1")), Err(IllegalMove::Occupied { to: at("d1") }));
}

#[test]
fn pushes_need_a_pusher_something_to_push_and_room() {
    let start = position(PRINTED);
    assert_eq!(refused(&start, "d3-e3"), "push d3-e3: the piece on d3 is a mover: only pushers push");
    assert_eq!(refused(&start, "c2-c1"), "push c2-c1: the push from c2 pushes no other piece");
    assert_eq!(refused(&start, "c2-e2"), "push c2-e2: e2 is not next to c2");
    assert_eq!(refused(&start, "e1-d1"), "push e1-d1: the piece on e1 is the opponent's");
    assert_eq!(refused(&start, "c1-d1"), "push c1-d1: there is no piece on c1");
    assert_eq!(refused(&start, "d4-d5"), "push d4-d5: d5 is not on the board");
    assert_eq!(refused(&start, "d1-d2"), "push d1-d2: the piece on d4 would be pushed past the railing");
    assert_eq!(refused(&start, "d4-d3"), "push d4-d3: the piece on d1 would be pushed past the railing");
    // d4 pushes e4 to f4.
    assert!(apply(&start, &turn("d4-e4")).is_ok());
}

#[test]
fn the_anchor_cannot_be_pushed() {
    // e3 and f3 are in line with a pusher on c3; f3 is anchored.
    let start = position(PRINTED);
    assert_eq!(refused(&start, "d3-c4,c2-c3,c3-d3"), "push c3-d3: the push from c3 pushes no other piece");
    assert_eq!(
        refused(&start, "c2-c3,c3-d3"),
        "push c3-d3: the piece on f3 is anchored and may not be pushed"
    );
}

#[test]
fn pushing_off_an_opposing_piece_wins_and_an_own_piece_is_illegal() {
    let board = [(0, 4), (0, 4)];
    let position = small(&board, 1, 1, "xO.o..X.");
    let Ok(Outcome::Wins) = apply(&position, &turn("b2-a2")) else { panic!("a win") };
    assert_eq!(push(&position, at("b2"), at("a2")), Ok(PushOutcome::Wins(at("a2"))));
    assert!(has_winning_turn(&position));
    let said = refused(&position, "b2-c2,c2-d2");
    assert_eq!(said, "push c2-d2: the piece on d2 is the player's own and would be pushed off the board");
    // The mover's pusher pushes a line that ends with the opponent's piece.
    let position = small(&board, 1, 1, ".Oox..X.");
    assert_eq!(apply(&position, &turn("b2-c2")), Ok(Outcome::Wins));
    let illegal = IllegalPush::Railing { at: at("b1") };
    let down = small(&board, 1, 1, ".Oo..xX.");
    assert_eq!(push(&down, at("b2"), at("b1")), Err(illegal));
}

#[test]
fn a_turn_hands_over_with_the_anchor_on_the_pusher() {
    let position = small(&[(0, 5)], 0, 1, ".OX..");
    let Ok(Outcome::Continues(next)) = apply(&position, &turn("b1-c1")) else { panic!("the game goes on") };
    assert_eq!((next.to_string().as_str(), next.anchor()), ("..YO.", Some(at("c1"))));
    // On one row with open ends, the anchored piece cannot be pushed back.
    let said = refused(&next, "d1-c1");
    assert_eq!(said, "push d1-c1: the piece on c1 is anchored and may not be pushed");
    assert!(!has_legal_turn(&next));
    assert_eq!(successors(&next).positions.len(), 0);
    assert!(can_have_been_pushed(&next));
    assert!(!can_have_been_pushed(&small(&[(0, 5)], 0, 1, "Y.O..")));
    assert!(can_have_been_pushed(&small(&[(0, 5)], 0, 1, "X.O..")));
}

#[test]
fn settings_are_positions_after_at_most_two_moves() {
    let position = small(&[(0, 3), (0, 3)], 1, 1, "O.xo.X");
    // The two pieces and two free squares: each piece alone reaches both free squares of its region.
    let all = settings(&position);
    assert!(all.contains(&position));
    for setting in &all {
        assert_eq!(setting.own().len(), 2);
        assert_eq!(setting.piece(at("c2")), position.piece(at("c2")));
    }
    // 4 squares for the pusher and 3 for the mover. Two moves reach all of these, except exchanging the two pieces.
    assert_eq!(all.len(), 11);
}

#[test]
fn records_are_replayed_and_errors_name_the_ply() {
    let start = position(PRINTED);
    let game = replay(&start, "d1-a2,d3-c3,c2-d2\n").expect("legal");
    assert_eq!(game.turns.len(), 1);
    let said = |record: &str| replay(&start, record).expect_err("refused").to_string();
    assert_eq!(
        said("d1-a2,d3-c3,c2-d2\n d4-e4"),
        "ply 2, character 20 (line 2, column 2): push d4-e4: the piece on d4 is the opponent's"
    );
    assert_eq!(
        said("d1a2"),
        "ply 1, character 1 (line 1, column 1): part 1 is not a step: expected two squares such as c2-d2"
    );
    assert_eq!(
        said("d1-a2,d3-c3,c2-d2,d2-d3"),
        "ply 1, character 1 (line 1, column 1): 4 parts: a turn has at most two moves and a push"
    );
    let won = small(&[(0, 4), (0, 4)], 1, 1, "xO.o..X.");
    assert_eq!(
        replay(&won, "b2-a2 a1-b1").expect_err("refused").to_string(),
        "ply 2, character 7 (line 1, column 7): the game is already over: a piece fell off the board"
    );
}

#[test]
fn boards_and_pieces_that_make_no_game() {
    assert_eq!(Layout::new(&[]), Err(LayoutError::Rows { rows: 0 }));
    assert!(
        Layout::new(&[(usize::MAX, 1)]).is_err()
            && Layout::new(&[(0, 0)]).is_err()
            && Layout::new(&[(1, 8)]).is_err()
    );
    let two = Layout::new(&[(0, 2)]).expect("a layout");
    assert_eq!(Variant::new(two.clone(), 1, 0), Err(VariantError::NoPushers));
    assert_eq!(
        Variant::new(two.clone(), 1, 1),
        Err(VariantError::TooMany { movers: 1, pushers: 1, squares: 2 })
    );
    assert!(Variant::new(two, usize::MAX, usize::MAX).is_err());
    let full = Variant::full();
    assert_eq!((full.pieces(Kind::Mover), full.pieces(Kind::Pusher)), (2, 3));
    let start = position(PRINTED);
    assert_eq!(start.own().len(), 5);
    assert_eq!(start.piece(at("f3")).map(|piece| piece.side), Some(Side::Opponent));
    assert!(matches!(
        apply(&start, &turn("d1-d2")),
        Err(IllegalTurn::Push { illegal: IllegalPush::Railing { .. }, .. })
    ));
}
