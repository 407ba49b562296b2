//! The numbers of legal positions of Go: the engine compared with the naive rules, board by board.

use certamen::results::go_counts::run::{Settings, count};
use certamen::work::Stop;
use encodings::go::BoardSides;
use verify::go::{Size, legal_boards};

#[test]
fn as_many_positions_as_the_naive_rules_find() {
    for (rows, columns) in [(1, 1), (1, 2), (1, 9), (9, 1), (2, 2), (2, 5), (3, 3), (3, 4), (4, 3), (5, 2)] {
        let stop = Stop::new();
        let settings = Settings::in_memory(1 << 26, &stop);
        let board = BoardSides::new(rows, columns).expect("a board");
        let counted = count(board, &settings, &mut |_| ()).expect("enough memory").expect("an answer");
        let legal = legal_boards(Size::new(rows, columns).expect("a size")).expect("a small board").len();
        assert_eq!(counted.counts.last(), Some(&legal.into()), "{board}");
    }
}
