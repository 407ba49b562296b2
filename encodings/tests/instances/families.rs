//! The built-in games as implementations of the traits: each against its own native engine, and its circuit and terms
//! against the native instance.

use crate::support::{circuit_agrees, random_boards, reached_boards, terms_agree};
use encodings::board::{Layout, Mask, Symmetry};
use encodings::go::{self, Board, Suicide, WithoutKo};
use encodings::ostle::{self, family::WithoutRule8, variant::Variant};
use encodings::othello::{self, rules::Othello};
use encodings::push_fight::{self, PushFight, Standard};
use encodings::rules::{Boards, Ending, NamedWords, Phase, Position, Rules, View, parse, print, print_step};
use encodings::word::{WidestWord, Word};
use proptest::prelude::*;

#[test]
fn othello_has_the_same_game_tree() {
    for depth in 0..=6 {
        let own = othello::position::Position::<8>::start().perft(depth);
        assert_eq!(Position::start(&Othello::<8>).perft(&Othello::<8>, depth), own, "8x8, {depth}");
    }
    // The whole game on 4x4 squares, with passes and ends of all kinds.
    for depth in 7..=14 {
        let own = othello::position::Position::<4>::start().perft(depth);
        assert_eq!(Position::start(&Othello::<4>).perft(&Othello::<4>, depth), own, "4x4, {depth}");
    }
}

#[test]
fn othello_ends_as_the_discs_say() {
    let rules = Othello::<4>;
    let ending = |text: &str| {
        let board = parse(&rules, text).expect("a board");
        Position::new(&rules, board).expect("a position").ending(&rules)
    };
    assert_eq!(ending("XXXX/XXXX/XXXX/XXXO"), Some(Ending::Won));
    assert_eq!(ending("OOOO/OOOO/OOOO/OOOX"), Some(Ending::Lost));
    assert_eq!(ending("OOOO/OOOO/XXXX/XXXX"), Some(Ending::Drawn));
    assert_eq!(ending("..../.OX./.XO./...."), None);
    let passing = parse(&rules, "OOX./OOX./OOX./OO..").expect("a board");
    let passing = Position::new(&rules, passing).expect("a position");
    assert!(matches!(passing.phase(&rules), Phase::Passes(next) if next.board() == passing.board().passed()));
}

/// Checks the claim of [`Rules::ends_only_when_stuck`]: a position with a step is not over.
fn ends_only_when_stuck<R: Rules>(rules: &R, boards: &[R::Board<R::Native>]) {
    assert!(rules.ends_only_when_stuck());
    for &board in boards.iter().filter(|&&board| rules.well_formed(board)) {
        assert!(rules.moves(board).total() == 0 || !rules.outcome(board).over());
    }
}

#[test]
fn othello_over_circuits_and_terms() {
    let mut boards = random_boards(&Othello::<4>, 2048);
    boards.extend(reached_boards(&Othello::<4>, 1024));
    circuit_agrees(&Othello::<4>, &boards);
    terms_agree(&Othello::<4>, &boards[..32]);
    ends_only_when_stuck(&Othello::<4>, &boards);
    circuit_agrees(&Othello::<6>, &random_boards(&Othello::<6>, 256));
}

/// The number of games without rule 8, by the move lists of the game's own native engine.
fn ostle_games<const SIDE: usize>(
    position: ostle::position::Position<SIDE>,
    depth: u32,
    lose_at: u32,
) -> u64 {
    use ostle::position::MoveOutcome;
    if depth == 0 {
        return 1;
    }
    let leaves = |played| match position.play(played, lose_at) {
        MoveOutcome::Position(next) => ostle_games(next, depth - 1, lose_at),
        MoveOutcome::Won | MoveOutcome::Lost => 1,
    };
    position.moves().map(leaves).sum()
}

fn ostle_agrees<const SIDE: usize>(variant: Variant, depth: u32) {
    let rules = WithoutRule8::<SIDE>::new(variant).expect("a board of this size");
    let own = ostle::position::Position::<SIDE>::start(variant).expect("a start");
    for depth in 0..=depth {
        let expected = ostle_games(own, depth, variant.lose_at());
        assert_eq!(Position::start(&rules).perft(&rules, depth), expected, "{variant}, {depth}");
    }
    // With one ply, rule 8 has nothing to forbid.
    assert_eq!(Position::start(&rules).perft(&rules, 1), own.perft(1, variant.lose_at(), None));
    circuit_agrees(&rules, &random_boards(&rules, 512));
    let reached = reached_boards(&rules, 1024);
    circuit_agrees(&rules, &reached);
    terms_agree(&rules, &reached[..16]);
}

#[test]
fn ostle_is_the_same_game_without_rule_8() {
    ostle_agrees::<5>(Variant::PUBLISHED, 4);
    ostle_agrees::<4>(Variant::new(4, 4, 2).expect("a variant"), 4);
    ostle_agrees::<3>(Variant::new(3, 3, 1).expect("a variant"), 5);
    assert!(WithoutRule8::<4>::new(Variant::PUBLISHED).is_none());
}

#[test]
fn ostle_has_names_for_what_leaves_the_board() {
    let rules = WithoutRule8::<5>::new(Variant::PUBLISHED).expect("the published board");
    let start = Position::start(&rules);
    assert_eq!(print(&rules, start.board()), "XXXXX/...../..#../...../OOOOO");
    let names: Vec<String> =
        start.steps(&rules).map(|step| print_step(&rules, step, View::Straight)).collect();
    assert_eq!(names.len(), 24);
    for name in ["a1n", "a1s", "a1w", "e1e", "c3n", "c3w"] {
        assert!(names.iter().any(|found| found == name), "{name}: {names:?}");
    }
}

/// The number of games of Go without ko in which a player passes only if there is no legal move.
fn go_games(position: go::Position<WidestWord>, suicide: Suicide, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut leaves = 0;
    for point in position.moves(suicide) {
        leaves += go_games(position.play(point, suicide).expect("a legal point"), suicide, depth - 1);
    }
    if leaves == 0 { go_games(position.pass(), suicide, depth - 1) } else { leaves }
}

#[test]
fn go_is_the_same_game_without_ko() {
    for (rows, columns, depth) in [(1, 3, 7), (2, 2, 7), (3, 3, 5)] {
        let board = Board::of_size(rows, columns).expect("a board");
        for suicide in [Suicide::Allowed, Suicide::Forbidden] {
            let rules = WithoutKo::new(board, suicide);
            let expected = go_games(go::Position::start(&board), suicide, depth);
            assert_eq!(Position::start(&rules).perft(&rules, depth), expected, "{rows}x{columns}");
            let mut boards = random_boards(&rules, 512);
            boards.extend(reached_boards(&rules, 256));
            circuit_agrees(&rules, &boards);
            terms_agree(&rules, &boards[..16]);
        }
    }
}

#[test]
fn push_fight_has_named_words_in_the_order_of_its_maps() {
    let game: PushFight<8, 4, 3, 2> = PushFight;
    assert_eq!(game.names(), ["own_movers", "own_pushers", "opp_movers", "opp_pushers", "anchor"]);
    let position = push_fight::notation::parse::<Standard>(".......oO...OOo.Y.X...Xx.x...").ok();
    assert!(position.is_none(), "not one character for each square");
    let board = push_fight::Pieces {
        own: push_fight::Side { pushers: 1u32, movers: 2 },
        opp: push_fight::Side { pushers: 4, movers: 8 },
        anchor: 4,
    };
    assert_eq!(board.words().collect::<Vec<_>>(), [2, 1, 8, 4, 4]);
    let named = |name| game.named(board).find(|of| of.0 == name).map_or(0, |of| of.1);
    assert_eq!(game.build(named), board);
    assert_eq!(PushFight::<8, 4, 3, 2>::convert(board, u64::from).opp.movers, 8);
    assert_eq!(print(&game, board), "OoYx..../......../......../........");
    assert_eq!(Boards::symmetries(&game), [Symmetry::HALF_TURN]);
}

#[test]
fn symmetries_are_those_of_the_layout() {
    let square = WithoutKo::new(Board::of_size(3, 3).expect("a board"), Suicide::Allowed);
    let oblong = WithoutKo::new(Board::of_size(3, 4).expect("a board"), Suicide::Allowed);
    assert_eq!(square.symmetries(), &Symmetry::ALL[1..]);
    assert_eq!(oblong.symmetries(), &Symmetry::ALL[1..4]);
}

/// Checks that each symmetry of a game maps positions to positions, and their steps to the steps of the image.
fn keeps_the_rules<R: Rules>(rules: &R, boards: &[R::Board<R::Native>]) {
    for symmetry in rules.symmetries() {
        let permutation = symmetry.permutation(rules.layout()).expect("a symmetry of the board");
        for &board in boards.iter().filter(|&&board| rules.well_formed(board)) {
            let image = R::convert(board, |word: R::Native| word.permute(&permutation));
            assert!(rules.well_formed(image));
            assert_eq!(rules.moves(board).total(), rules.moves(image).total(), "{symmetry:?}");
            assert_eq!(rules.outcome(board), rules.outcome(image), "{symmetry:?}");
        }
    }
}

#[test]
fn symmetries_keep_the_rules() {
    keeps_the_rules(&Othello::<4>, &random_boards(&Othello::<4>, 2048));
    let ostle =
        WithoutRule8::<3>::new(Variant::new(3, 3, 1).expect("a variant")).expect("a board of this size");
    keeps_the_rules(&ostle, &reached_boards(&ostle, 2048));
    let go = WithoutKo::new(Board::of_size(3, 4).expect("a board"), Suicide::Forbidden);
    keeps_the_rules(&go, &random_boards(&go, 2048));
}

#[test]
fn squares_and_directions_go_where_the_bits_go() {
    for layout in [Layout::new(4, 4), Layout::new(5, 3)].into_iter().flatten() {
        for symmetry in Symmetry::of(layout) {
            let permutation = symmetry.permutation(layout).expect("a symmetry of the board");
            for square in layout.all() {
                let image = (1u64 << square.index()).permute(&permutation);
                assert_eq!(image, 1 << symmetry.square(layout, square).index(), "{symmetry:?}");
                for direction in encodings::board::Direction::ALL {
                    let beside = layout.shift(1u64 << square.index(), direction).permute(&permutation);
                    assert_eq!(beside, layout.shift(image, symmetry.direction(direction)), "{symmetry:?}");
                }
            }
        }
    }
    let three = encodings::board::Grid::<3, 4>::LAYOUT;
    assert_eq!(0b110_001_000_111_u64.image(Symmetry::MIRROR_RANKS, three), 0b111_000_001_110);
}

proptest! {
    #[test]
    fn lines_round_trip(own: u64, opp: u64) {
        let own = own & !opp;
        let board = encodings::othello::rules::Discs { own, opp };
        prop_assert_eq!(parse(&Othello::<8>, &print(&Othello::<8>, board)), Ok(board));
    }

    #[test]
    fn any_text_is_answered(text in "[XO./]{0,24}|.{0,24}") {
        let _ = parse(&Othello::<4>, &text);
        let start = Position::start(&Othello::<4>);
        let _ = encodings::rules::parse_step(&Othello::<4>, start, View::Straight, &text);
    }
}

#[test]
fn masks_become_words() {
    let board = Othello::<8>::convert(Othello::<8>.start(), |mask: Mask| mask.len());
    assert_eq!((board.own, board.opp), (2, 2));
}
