//! Positions, moves and records of Ostle as text, and invariants of random play.

use proptest::prelude::*;
use verify::ostle::{
    IllegalMove, Move, Outcome, Owner, POSITION_LIMIT_BYTES, Position, RECORD_LIMIT, Shift, Size, State,
    Variant, all_positions, apply, moves, parse_position, replay, shift, write_line, write_record,
};

fn full() -> Variant {
    Variant::new(Size::new(5).expect("a size"), 5, 3).expect("a variant")
}

fn start() -> Position {
    full().start().expect("a start")
}

fn refused(text: &str) -> String {
    parse_position(full(), text).expect_err("not a position").to_string()
}

#[test]
fn positions_with_dashes_or_newlines() {
    assert_eq!(parse_position(full(), "22222\n00000\n 0 0 3 0 0\n\n00000\n11111\n"), Ok(start()));
    assert_eq!(parse_position(full(), "22222-00000-00300-00000-11111"), Ok(start()));
}

#[test]
fn errors_about_positions_name_place_or_count() {
    assert_eq!(
        refused("22222-00400"),
        "character 9 (line 1, column 9): found '4', expected 0 (empty), 1 (mover), 2 (opponent), 3 (hole), or '-' after a \
         rank"
    );
    assert_eq!(
        refused("22222-0000-00300"),
        "character 11 (line 1, column 11): rank 4 has 4 squares, expected 5"
    );
    assert_eq!(refused("222220"), "character 6 (line 1, column 6): rank 5 has 6 squares, expected 5");
    assert_eq!(
        refused("22222-00000"),
        "character 12 (line 1, column 12): the position ends after 2 ranks, expected 5"
    );
    assert_eq!(refused(""), "character 1 (line 1, column 1): the position ends after 0 ranks, expected 5");
    assert_eq!(refused("22222-00000-00000-00000-11111"), "not a position: 0 holes, expected one");
    assert_eq!(refused("22222-00000-00330-00000-11111"), "not a position: 2 holes, expected one");
    assert_eq!(
        refused("22222-00000-00300-00000-11100"),
        "not a position: the player to move has 3 pieces, expected 4 to 5"
    );
    assert_eq!(
        refused("22222-02000-00300-00000-11111"),
        "not a position: the opponent has 6 pieces, expected 4 to 5"
    );
    let long = "0".repeat(POSITION_LIMIT_BYTES + 1);
    assert_eq!(refused(&long), "a position text of 1025 bytes: at most 1024 are read");
}

#[test]
fn errors_about_records_name_ply_and_place() {
    let said = |record: &str| replay(&start(), record).expect_err("refused").to_string();
    assert_eq!(
        said("c3U,\n a9U"),
        "ply 2, character 7 (line 2, column 2): found \"a9U\", not a move: expected a square a1-e5 and a direction U, D, L \
         or R, such as e3L"
    );
    assert!(said("c3U,").starts_with("ply 2, character 5 (line 1, column 5): found \"\", not a move"));
    assert_eq!(
        said("c3U,a1U"),
        "ply 2, character 5 (line 1, column 5): a1U: the piece on a1 is the opponent's"
    );
    let long = "a".repeat(RECORD_LIMIT + 1);
    assert_eq!(said(&long), "a record of 65537 bytes: at most 65536 are read");
    assert_eq!(replay(&start(), " \n").expect("an empty record").moves, []);
}

#[test]
fn too_many_positions_are_not_listed() {
    let said = all_positions(full()).expect_err("too many").to_string();
    assert!(
        said.starts_with("5x5, 5 pieces a side, 3 left lose: ") && said.ends_with("at most 1000000 are"),
        "{said}"
    );
}

/// An unfinished game after at most 60 random plies: its moves and its last state.
fn games() -> impl Strategy<Value = (Vec<Move>, State)> {
    prop::collection::vec(any::<prop::sample::Index>(), 0..60).prop_map(|picks| {
        let mut state = State::new(start());
        let mut played = Vec::new();
        for pick in picks {
            let mv = *pick.get(&state.legal_moves());
            if let Ok(Outcome::Continues(next)) = state.play(mv) {
                played.push(mv);
                state = next;
            }
        }
        (played, state)
    })
}

proptest! {
    #[test]
    fn no_position_text_panics(text in "[0-3]{5}(-[0-3]{5}){4}|[0-4\\- \\n]{0,40}|.{0,40}") {
        if let Ok(position) = parse_position(full(), &text) {
            prop_assert_eq!(parse_position(full(), &write_line(position.board())), Ok(position));
        }
    }

    #[test]
    fn no_record_panics(record in "([a-f][0-6][UDLRX],){0,20}|.{0,60}") {
        let _ = replay(&start(), &record);
        if let Ok(mv) = record.parse::<Move>() {
            prop_assert_eq!(mv.to_string().to_lowercase(), record.to_lowercase());
        }
    }

    #[test]
    fn games_are_replayed((played, state) in games()) {
        let again = replay(&start(), &write_record(&played)).expect("legal");
        prop_assert_eq!(again.end, Outcome::Continues(state.clone()));
        prop_assert_eq!(parse_position(full(), &state.position().to_string()), Ok(state.position().clone()));
    }

    /// Theorems 4 to 6 of the paper, and the limits of what a move can change.
    #[test]
    fn moves_differ_unless_they_remove_a_piece((_, state) in games()) {
        let position = state.position();
        let shifts: Vec<(Move, Shift)> = moves(position)
            .into_iter()
            .map(|mv| (mv, shift(position.board(), mv).expect("a move")))
            .collect();
        for (index, (one, first)) in shifts.iter().enumerate() {
            prop_assert!(first.board != *position.board());
            for (other, second) in &shifts[..index] {
                if one.square != other.square || first.removed.is_none() || second.removed.is_none() {
                    prop_assert_ne!(&first.board, &second.board, "{} and {}", one, other);
                }
            }
        }
        let forbidden = shifts.iter().filter(|(mv, _)| state.play(*mv) == Err(IllegalMove::Repetition)).count();
        prop_assert!(forbidden <= 1);
        // Each side has at least four pieces, and each of the mover's has four moves.
        prop_assert!(state.legal_moves().len() >= 15);
    }

    /// The state is the same if it is made from its forbidden move.
    #[test]
    fn the_forbidden_move_makes_the_state((_, state) in games()) {
        match state.forbidden() {
            Some(mv) => prop_assert_eq!(State::with_forbidden(state.position().clone(), mv), Ok(state)),
            None => for mv in moves(state.position()) {
                if let (Ok(forbidden), Some(before)) = (State::with_forbidden(state.position().clone(), mv), state.before()) {
                    prop_assert_ne!(forbidden.before(), Some(before));
                }
            },
        }
    }

    #[test]
    fn pieces_only_become_fewer((_, state) in games()) {
        let position = state.position();
        for mv in moves(position) {
            let removed = shift(position.board(), mv).expect("a move").removed;
            if let Ok(Outcome::Continues(next)) = apply(position, mv) {
                let lost = |owner: Owner| position.pieces(owner) - next.pieces(owner.other());
                prop_assert_eq!(lost(Owner::Mover), usize::from(removed == Some(Owner::Mover)));
                prop_assert_eq!(lost(Owner::Opponent), usize::from(removed == Some(Owner::Opponent)));
            }
        }
    }
}
