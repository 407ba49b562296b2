//! The most strings of a legal position: each number by a position that the naive game counts, the next one refuted with a
//! proof that is checked.

use crate::miter::{Outcome, stated};
use crate::support::draw;
use certamen::query::GoStrings;
use encodings::go::{Board, Stones};
use verify::go::{Size, Stone, is_legal, legal_boards, strings};

/// The most strings, by asking for one more each time.
fn most(rows: usize, columns: usize) -> u32 {
    let sides = format!("{rows}x{columns}").parse().expect("a board");
    let board = Board::of_size(rows, columns).expect("a board");
    for at_least in 1.. {
        let outcome = stated(|statement| {
            GoStrings { board: sides, at_least }.state(statement);
            board.points()
        });
        match outcome {
            Outcome::Differ(model) => {
                let stones = Stones { own: model.word("own"), opp: model.word("opp") };
                let drawn = draw(&board, stones, Stone::Black);
                assert!(is_legal(&drawn) && strings(&drawn).len() >= at_least as usize, "{drawn}");
            }
            Outcome::Equal(refutation) => {
                println!("{rows}x{columns}: {}, {refutation:?}", at_least - 1);
                return at_least - 1;
            }
            // Hashing sees by itself that no stone of a board of one point has a liberty.
            Outcome::SameNodes => {
                assert_eq!(board.points(), 1);
                return at_least - 1;
            }
        }
    }
    unreachable!("a board has only so many points")
}

#[test]
fn the_most_strings_of_small_boards_are_certified() {
    for (rows, columns) in [(1, 1), (1, 2), (1, 7), (2, 2), (2, 3), (3, 3)] {
        let boards = legal_boards(Size::new(rows, columns).expect("a size")).expect("a small board");
        let expected = boards.iter().map(|board| strings(board).len()).max().expect("the empty board");
        assert_eq!(most(rows, columns) as usize, expected, "{rows}x{columns}");
    }
    // As the decision diagram has it: `certamen count go.strings --board 4x4 --at-least K`.
    let by_diagram = |at_least| crate::solutions::by_diagram(4, 4, at_least);
    let found = most(4, 4);
    assert!(by_diagram(found) != "0" && by_diagram(found + 1) == "0", "{found}");
}
