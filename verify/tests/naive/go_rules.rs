//! Strings, captures, suicide and the ko rules of the naive game, on boards small enough to check by hand.

use verify::go::{
    Action, Board, Ending, Game, IllegalPlacement, Ko, Move, MoveListError, Point, Position, Reason, Rules,
    Size, SizeError, Stone, Suicide, first_without_liberties, is_legal, legal_points, parse_board, perft,
    place, replay, replay_record, string_at, strings, write_line,
};

/// Black captures at cb, and White may want to take back at bb.
const KO: &str = ".XO../XO.O./.XO..";

fn board(text: &str) -> Board {
    parse_board(text).unwrap_or_else(|error| panic!("{text:?}: {error}"))
}

fn point(text: &str) -> Point {
    text.parse().unwrap_or_else(|error| panic!("{text:?}: {error}"))
}

fn position(text: &str, mover: Stone) -> Position {
    Position { board: board(text), mover }
}

fn rules(suicide: Suicide, ko: Ko) -> Rules {
    Rules { suicide, ko, ending: Ending::TwoPasses }
}

/// The error of a record that cannot be played; `None` if it can.
fn complaint(start: &Position, rules: Rules, record: &str) -> Option<String> {
    replay_record(start, rules, record).err().map(|error| error.to_string())
}

#[test]
fn strings_and_liberties() {
    let board = board("XX./O.X/OOX");
    let found: Vec<(usize, usize)> =
        strings(&board).iter().map(|string| (string.points.len(), string.liberties.len())).collect();
    assert_eq!(found, [(2, 2), (3, 1), (2, 2)]);
    let white = string_at(&board, point("bc")).expect("a string");
    assert_eq!((white.stone, white.points), (Stone::White, vec![point("ab"), point("ac"), point("bc")]));
    assert_eq!(white.liberties, [point("bb")]);
    assert_eq!(string_at(&board, point("bb")), None);
    assert_eq!(string_at(&board, point("sa")), None);
}

#[test]
fn a_position_is_legal_if_each_string_has_a_liberty() {
    assert!(is_legal(&board("X./.O")));
    assert!(!is_legal(&board("XO/O.")));
    assert!(!is_legal(&board("X")));
    let dead = first_without_liberties(&board("XXO/OXX/O.O")).expect("a string without liberties");
    assert_eq!((dead.stone, dead.points), (Stone::White, vec![point("ca")]));
}

#[test]
fn strings_without_liberties_are_removed_the_opponents_first() {
    let placed =
        place(&board("XX./OOX/.OX"), Stone::White, point("ca"), Suicide::Forbidden).expect("a capture");
    assert_eq!(write_line(&placed.board), "..O/OO./.O.");
    assert_eq!((placed.captured, placed.lost), (["aa", "ba", "cb", "cc"].map(point).to_vec(), vec![]));
    // Two strings are captured at once.
    let placed = place(&board("X.X/OXO"), Stone::White, point("ba"), Suicide::Allowed).expect("a capture");
    assert_eq!(write_line(&placed.board), ".O./O.O");
}

#[test]
fn suicide_of_one_or_more_stones() {
    let two = board(".X./X.X");
    let alone = place(&two, Stone::White, point("aa"), Suicide::Allowed).expect("allowed");
    assert_eq!((alone.board, alone.lost), (two.clone(), vec![point("aa")]));
    assert_eq!(
        place(&two, Stone::White, point("aa"), Suicide::Forbidden),
        Err(IllegalPlacement::Suicide { point: point("aa"), stones: 1 })
    );
    let three = board("O.O/XXX/...");
    let gone = place(&three, Stone::White, point("ba"), Suicide::Allowed).expect("allowed");
    assert_eq!(write_line(&gone.board), ".../XXX/...");
    assert_eq!(gone.lost.len(), 3);
    assert_eq!(legal_points(&three, Stone::White, Suicide::Forbidden).len(), 3);
    assert_eq!(legal_points(&three, Stone::White, Suicide::Allowed).len(), 4);
}

#[test]
fn occupied_points_and_points_off_the_board() {
    let board = board("X./..");
    let refused =
        |at| place(&board, Stone::White, point(at), Suicide::Allowed).expect_err("refused").to_string();
    assert_eq!(refused("aa"), "aa is occupied by a stone of Black");
    assert_eq!(refused("ac"), "ac is off the 2x2 board");
}

#[test]
fn every_ko_rule_forbids_to_take_back_at_once() {
    let start = position(KO, Stone::Black);
    let said = |ko| complaint(&start, rules(Suicide::Forbidden, ko), "cb bb").expect("a complaint");
    assert_eq!(
        said(Ko::Simple),
        "ply 2, character 4 (line 1, column 4): White plays bb: ko, for the board would be as it was before the last move"
    );
    assert_eq!(
        said(Ko::Positional),
        "ply 2, character 4 (line 1, column 4): White plays bb: positional superko, for the board would be as it was \
         after ply 0"
    );
    assert_eq!(
        said(Ko::Situational),
        "ply 2, character 4 (line 1, column 4): White plays bb: situational superko, for the board would be as it was \
         after ply 0, with Black to move"
    );
}

#[test]
fn after_other_plies_only_superko_still_forbids_it() {
    let start = position(KO, Stone::Black);
    // White makes a threat that Black answers.
    for ko in [Ko::Simple, Ko::Positional, Ko::Situational] {
        assert_eq!(complaint(&start, rules(Suicide::Forbidden, ko), "cb ea ec bb"), None);
    }
    let open = |ko| Rules { suicide: Suicide::Forbidden, ko, ending: Ending::Open };
    assert_eq!(complaint(&start, open(Ko::Simple), "cb pass pass bb"), None);
    for ko in [Ko::Positional, Ko::Situational] {
        let said = complaint(&start, open(ko), "cb pass pass bb").expect("a complaint");
        assert!(said.starts_with("ply 4, ") && said.contains("as it was after ply 0"), "{said}");
    }
}

/// Variations of a record are played one after the other, from the same position.
#[test]
fn a_ply_that_was_taken_back_forbids_nothing() {
    let point = |text| Action::Place(point(text));
    for ko in [Ko::Simple, Ko::Positional, Ko::Situational] {
        let start = Position::start(Size::new(3, 3).expect("a size"));
        let mut game = Game::new(start, rules(Suicide::Forbidden, ko)).expect("a start");
        game.play(point("aa")).expect("legal");
        let before = game.clone();
        for reply in ["bb", "cc", "bb"] {
            assert_eq!(game.play(point(reply)), Ok(()), "{ko:?} {reply}");
            assert_eq!(game.take_back(), Some(point(reply)));
            assert_eq!(game, before);
        }
    }
    // A board that an earlier ply led to is still known after a later ply to it is taken back.
    let open = Rules { ending: Ending::Open, ..rules(Suicide::Forbidden, Ko::Simple) };
    let mut game = replay_record(&position(KO, Stone::Black), open, "cb pass pass bb").expect("legal");
    assert_eq!(game.take_back(), Some(point("bb")));
    let Action::Place(bb) = point("bb") else { unreachable!("a point") };
    assert!(matches!(game.ko_rules_of(bb), Ok([None, Some(_), Some(_)])));
}

/// What the three rules say, without being the rule of the game.
#[test]
fn each_ko_rule_has_an_opinion() {
    let open = Rules { ending: Ending::Open, ..rules(Suicide::Forbidden, Ko::Simple) };
    let opinions = |plies: &str| {
        let game = replay_record(&position(KO, Stone::Black), open, plies).expect("legal");
        game.ko_rules_of(point("bb")).expect("a stone can be placed").map(|reason| reason.is_some())
    };
    assert_eq!(opinions("cb"), [true, true, true]);
    assert_eq!(opinions("cb pass pass"), [false, true, true]);
    assert_eq!(opinions("cb ea ec"), [false, false, false]);
    let game = replay_record(&position(KO, Stone::Black), open, "cb").expect("legal");
    assert!(matches!(game.ko_rules_of(point("ba")), Err(Reason::Placement { .. })));
}

/// A suicide of one stone changes only the player to move.
#[test]
fn positional_and_situational_superko_differ() {
    let start = Position::start(Size::new(1, 3).expect("a size"));
    let said = complaint(&start, rules(Suicide::Allowed, Ko::Positional), "ba aa").expect("a complaint");
    assert!(said.ends_with("positional superko, for the board would be as it was after ply 1"), "{said}");
    assert_eq!(complaint(&start, rules(Suicide::Allowed, Ko::Situational), "ba aa"), None);
    assert_eq!(complaint(&start, rules(Suicide::Allowed, Ko::Simple), "ba aa"), None);
    // Simple ko compares moves: after a pass the board may stay the same.
    let open = Rules { ending: Ending::Open, ..rules(Suicide::Allowed, Ko::Simple) };
    assert_eq!(complaint(&start, open, "ba pass pass aa"), None);
    // Black passes, and a second suicide would repeat the position after the first.
    let said =
        complaint(&start, rules(Suicide::Allowed, Ko::Situational), "ba aa pass ca").expect("a complaint");
    assert!(said.contains("after ply 2, with Black to move"), "{said}");
    let said = complaint(&start, rules(Suicide::Forbidden, Ko::Situational), "ba aa").expect("a complaint");
    assert!(said.ends_with("White: aa is suicide of 1 stone"), "{said}");
}

#[test]
fn two_passes_end_the_game() {
    let start = Position::start(Size::new(2, 2).expect("a size"));
    let mut game = replay_record(&start, Rules::PAPER, "aa,pass, tt").expect("legal");
    assert!(game.is_over());
    assert_eq!(game.legal_actions(), []);
    assert_eq!(game.play(Action::Pass), Err(Reason::GameOver));
    assert_eq!(game.length(), 3);
    let open = Rules { ending: Ending::Open, ..Rules::PAPER };
    assert!(!replay_record(&start, open, "aa,pass,tt,pass").expect("legal").is_over());
}

#[test]
fn moves_name_their_player() {
    let start = Position::start(Size::new(2, 2).expect("a size"));
    let turn = |by, at| Move { by, action: Action::Place(point(at)) };
    let game =
        replay(&start, Rules::PAPER, &[turn(Stone::Black, "aa"), turn(Stone::White, "bb")]).expect("legal");
    assert_eq!(write_line(&game.position().board), "X./.O");
    let said = replay(&start, Rules::PAPER, &[turn(Stone::Black, "aa"), turn(Stone::Black, "bb")]);
    assert_eq!(
        said,
        Err(MoveListError::AtPly {
            ply: 2,
            reason: Reason::NotInTurn { by: Stone::Black, mover: Stone::White }
        })
    );
    assert_eq!(game.positions().count(), 3);
    assert_eq!(game.actions().map(|action| action.to_string()).collect::<Vec<_>>(), ["aa", "bb"]);
}

#[test]
fn no_game_starts_from_an_illegal_position() {
    let said = Game::new(position("XO/O.", Stone::Black), Rules::PAPER).expect_err("refused").to_string();
    assert_eq!(said, "the Black string at aa has no liberty");
}

/// On a board where nothing can be captured within two plies, they are counted by hand.
#[test]
fn perft_of_two_plies() {
    let game = Game::new(Position::start(Size::new(3, 4).expect("a size")), Rules::PAPER).expect("legal");
    assert_eq!((perft(&game, 0), perft(&game, 1)), (1, 13));
    assert_eq!(perft(&game, 2), 12 * (11 + 1) + 12 + 1);
}

#[test]
fn sizes_are_1x1_to_19x19() {
    assert_eq!(Size::new(19, 1).map(Size::area), Ok(19));
    assert_eq!(Size::new(0, 5), Err(SizeError { rows: 0, columns: 5 }));
    assert_eq!(
        Size::new(5, 20).map_err(|error| error.to_string()),
        Err("a board of 5x20 points: expected 1 to 19 rows and columns".to_owned())
    );
}
