//! Strategies that have the right form and are wrong, and files that have not.

use super::*;

/// The owner of 0 wins by 1, whatever follows. By 2 the game may go round in a circle.
fn game() -> Listed {
    let plies = [(0, vec![1, 2]), (1, vec![3, 4]), (2, vec![0, 8]), (3, vec![5]), (4, vec![6, 7])];
    let (lost, won) = (GameResult::Lost, GameResult::Won);
    let ends = [(5, (lost, -2)), (6, (lost, -1)), (7, (won, 3)), (8, (GameResult::Drawn, 0))];
    Listed { plies: plies.into(), ends: ends.into(), ..Listed::default() }
}

const HEAD: &str = "certamen strategy 1\ngame test\nposition 00000\nowner mover\n";
const WINS: &str = "claim wins within 3\npositions 3\n\n00000\tto1\t3\n00003\tto5\t1\n00004\tto6\t1\n";
const KEEPS: &str = "claim keeps\npositions 1\n\n00000\tto2\n";
const HOLDS: &str = "claim holds 9\npositions 1\n\n00000\tto2\t9\n";

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Verified,
    File,
    Form,
    Refused,
    NotJudged,
    Stopped,
}

fn kind(verdict: &Result<Checked, StrategyError>) -> Kind {
    match verdict {
        Ok(_) => Kind::Verified,
        Err(StrategyError::File { .. }) => Kind::File,
        Err(StrategyError::Form { .. }) => Kind::Form,
        Err(StrategyError::Refused { .. }) => Kind::Refused,
        Err(StrategyError::NotJudged { .. }) => Kind::NotJudged,
        Err(StrategyError::Stopped) => Kind::Stopped,
    }
}

/// A strategy in which a part is replaced.
fn judged(body: &str, from: &str, to: &str) -> (Kind, String) {
    let text = HEAD.to_owned() + body;
    assert!(text.contains(from), "{from}");
    let verdict = verdict(&game(), &text.replacen(from, to, 1));
    (kind(&verdict), verdict.err().map(|error| error.to_string()).unwrap_or_default())
}

#[test]
fn a_part_that_is_wrong_is_refused() {
    for (body, from, to, reason) in [
        (WINS, "3\n\n00000\tto1\t3\n", "2\n\n", "no line for 00000, to which"),
        (WINS, "to5", "to9", "line 9: `to9` is not legal"),
        (WINS, "to5", "pass", "line 9: `pass` is not legal"),
        (WINS, "to6", "to7", "line 10: the end 00007 is not a win of the owner"),
        (WINS, "to1\t3", "to1\t2", "line 9: 1 plies left, but 00003 is reached with at most 0"),
        (WINS, "to1\t3", "to1\t1", "line 8: no ply is left in 00001, and the game goes on"),
        (WINS, "to1\t3", "to1\t4", "line 8: 4 plies left, but 00000 is reached with at most 3"),
        (WINS, "to6\t1", "to6\t0", "line 10: no ply is left"),
        (WINS, "to6\t1", "to6\t2", "line 10: 2 plies left, but 00004 is reached with at most 1"),
        (WINS, "to1\t3", "to2\t3", "line 8: 3 plies left, but 00000 is reached with at most 1"),
        (WINS, "within 3", "within 2", "line 8: 3 plies left, but 00000 is reached with at most 2"),
        (WINS, "3\n\n00000", "4\n\n00000\tto1\t3\n00000", "line 9: its position does not come after"),
        (
            WINS,
            "3\n\n00000\tto1\t3\n00003\tto5\t1\n",
            "3\n\n00003\tto5\t1\n00000\tto1\t3\n",
            "line 9: its position does",
        ),
        (WINS, "3\n\n", "4\n\n", "3 positions, not 4 as in the header"),
        (WINS, "3\n\n", "2\n\n", "line 10: a line more than the 2 of the header"),
        (
            WINS,
            "3\n\n00000\tto1\t3\n",
            "4\n\n00000\tto1\t3\n00002\tto8\t1\n",
            "line 9: the end 00008 is not a win",
        ),
        (
            WINS,
            "3\n\n00000\tto1\t3\n",
            "4\n\n00000\tto1\t3\n00001\tto3\t3\n",
            "the end 00005 is not a win of the owner",
        ),
        (WINS, "00004", "00005", "line 10: the game has ended there"),
        (WINS, "00004", "00009", "line 10: 00009: no position"),
        (WINS, "00004", "4", "line 10: 4: it is written 00004"),
        (WINS, "within 3", "within 3 score 2", "line 10: the end 00006 is not of the score"),
        (
            KEEPS,
            "keeps\npositions 1\n\n00000\tto2\n",
            "keeps\npositions 3\n\n00000\tto1\n00003\tto5\n00004\tto7\n",
            "line 10: the end 00007",
        ),
        (
            KEEPS,
            "1\n\n00000\tto2\n",
            "2\n\n00000\tto2\n00003\tto5\n",
            "line 9: the strategy never leads to this",
        ),
        (HOLDS, "\t9", "\t8", "line 8: holds 8 plies, but 00000 is reached with 9 to hold"),
        (
            HOLDS,
            "9\npositions 1\n\n00000\tto2\t9",
            "0\npositions 1\n\n00000\tto1\t2",
            "line 8: the strategy never leads to this",
        ),
        (HOLDS, "9\npositions 1\n\n00000\tto2\t9\n", "9\npositions 0\n\n", "no line for 00000"),
    ] {
        let (kind, found) = judged(body, from, to);
        assert!(kind == Kind::Refused && found.contains(reason), "{to:?}: {kind:?} {found}");
    }
    for (body, from, to) in [
        (WINS, "", ""),
        (KEEPS, "", ""),
        (HOLDS, "", ""),
        (WINS, "within 3", "within 3 score 1"),
        (WINS, "within 3", "within 4294967295"),
        (WINS, "1\ngame", "1\ngame"),
        (WINS, "3\n\n00000\tto1\t3\n00003\tto5\t1\n", "2\n\n00000\tto1\t3\n"),
        (HOLDS, "\t9", "\t4294967295"),
        (HOLDS, "to2\t9", "to1\t9"),
        (HOLDS, "9\npositions 1\n\n00000\tto2\t9\n", "0\npositions 0\n\n"),
        (HOLDS, "9\npositions 1\n\n00000\tto2\t9\n", "2\npositions 1\n\n00000\tto1\t2\n"),
    ] {
        assert_eq!(judged(body, from, to), (Kind::Verified, String::new()), "{to:?}");
    }
}

#[test]
fn each_image_is_judged_in_itself() {
    // Under the symmetry that swaps the last digits, 21 looks like 12 and 70 like 7, and both are worse.
    let text = HEAD.to_owned()
        + "claim wins within 3\nsymmetry 0 1 2 4 3\npositions 2\n\n00000\tto2\t3\n00012\tto5\t1\n";
    let (lost, won) = (GameResult::Lost, GameResult::Won);
    let judged = |replies: Vec<usize>, of_21: usize, end_70: GameResult| {
        let plies = [(0, vec![2]), (2, replies), (12, vec![5]), (21, vec![of_21])];
        let ends = [(5, (lost, 0)), (50, (won, 0)), (6, (won, 0)), (7, (won, 0)), (70, (end_70, 0))];
        verdict(&Listed { plies: plies.into(), ends: ends.into(), ..Listed::default() }, &text)
    };
    assert_eq!(judged(vec![12, 70], 5, won).expect("verified").images, 3);
    for (replies, of_21, end_70, reason) in [
        (vec![21], 6, won, "in its image 00021, no ply leads to an image of 00005"),
        (vec![21], 50, won, "the end 00050 is not a win of the owner"),
        (vec![12, 70], 5, lost, "the end 00070 is not a win of the owner"),
    ] {
        let verdict = judged(replies, of_21, end_70);
        assert!(matches!(&verdict, Err(StrategyError::Refused { .. })), "{verdict:?}");
        let found = verdict.err().map(|error| error.to_string()).unwrap_or_default();
        assert!(found.contains(reason), "{found}");
    }
    let other = text.replace("00012\tto5\t1", "00021\tto5\t1");
    let verdict = verdict(
        &Listed { plies: [(0, vec![2]), (2, vec![12]), (12, vec![5]), (21, vec![5])].into(), ..game() },
        &other,
    );
    assert!(verdict.is_err_and(|error| error.to_string().contains("not the smallest of its images")));
}

#[test]
fn another_header_is_refused() {
    let with =
        |from: &str, to: &str, body: &str| kind(&verdict(&game(), &(HEAD.replacen(from, to, 1) + body)));
    for (from, to) in
        [("00000", "00001"), ("00000", "00003"), ("00000", "00005"), ("00000", "0"), ("mover", "other")]
    {
        assert_eq!(with(from, to, WINS), Kind::Refused, "{to}");
    }
    assert_eq!(with("00000", "00001", "claim holds 9\npositions 1\n\n00000\tto2\t9\n"), Kind::Refused);
    // The other player wins in 5, since the mover has lost there; the mover has drawn in 8.
    let nothing = |claim: &str| format!("claim {claim}\npositions 0\n\n");
    let ended = |position: &str, owner: &str, claim: &str| {
        let head = HEAD.replace("00000", position).replace("mover", owner);
        kind(&verdict(&game(), &(head + &nothing(claim))))
    };
    assert_eq!(ended("00005", "other", "wins within 0"), Kind::Verified);
    assert_eq!(ended("00005", "mover", "wins within 0"), Kind::Refused);
    assert_eq!(ended("00005", "other", "wins within 0 score 2"), Kind::Verified);
    assert_eq!(ended("00005", "other", "wins within 0 score 3"), Kind::Refused);
    assert_eq!(ended("00005", "mover", "keeps"), Kind::Refused);
    assert_eq!(ended("00007", "mover", "wins within 0"), Kind::Verified);
    assert_eq!(ended("00008", "mover", "wins within 0"), Kind::Refused);
    assert_eq!(ended("00008", "mover", "keeps"), Kind::Verified);
    assert_eq!(ended("00008", "other", "holds 0"), Kind::Verified);
    // A puzzle has no other player.
    let puzzle = Listed { is_puzzle: true, ..game() };
    let text = HEAD.replace("mover", "other") + &nothing("holds 0");
    assert_eq!(kind(&verdict(&puzzle, &text)), Kind::Refused);
}

#[test]
fn what_is_not_a_strategy_is_not_judged() {
    let long = "0".repeat(1 << 16);
    for (body, from, to) in [
        (WINS, "strategy 1", "strategy 2"),
        (WINS, "game test\n", ""),
        (WINS, "position 00000", "position "),
        (WINS, "owner mover", "owner me"),
        (WINS, "claim wins within 3", "claim wins within -3"),
        (WINS, "claim wins within 3", "claim wins within 03"),
        (WINS, "claim wins within 3", "claim wins within 4294967296"),
        (WINS, "claim wins within 3", "claim wins within 3 score 99999999999999999999"),
        (WINS, "claim wins within 3", "claim wins"),
        (WINS, "claim", "rules 00\nclaim"),
        (WINS, "positions 3", "positions 4294967297"),
        (WINS, "positions 3", "positions three"),
        (WINS, "positions 3\n\n", "positions 3\n"),
        (WINS, "positions", "symmetry 0 1 x\npositions"),
        (WINS, "positions", &format!("symmetry {}\npositions", "1 ".repeat(1 << 16))),
        (WINS, "game test\n", &format!("game test\n{}", "flag a b\n".repeat(65))),
        (WINS, "to5\t1", "to5\t99999999999999999999"),
        (WINS, "to5\t1", "to5\t+1"),
        (WINS, "to5\t1", "to5\t01"),
        (WINS, "to5\t1", "to5\t1\t1"),
        (WINS, "to5\t1", "to5 1"),
        (WINS, "to5\t1", "to5\t1\r"),
        (WINS, "to5\t1", "\t1"),
        (WINS, "00003", ""),
        (WINS, "00003", &long),
        (WINS, "to6\t1\n", "to6\t1"),
        (WINS, "to6\t1\n", "to6\t1\n\n"),
        (KEEPS, "to2", "to2\t1"),
    ] {
        let (kind, found) = judged(body, from, to);
        assert_eq!(kind, Kind::Form, "{to:.80?}: {found}");
    }
    let text = HEAD.to_owned() + WINS;
    let with = |bytes: &[u8]| kind(&checked(&game(), bytes, 1 << 20));
    let whole = packed(&text, 4);
    assert_eq!(with(&whole), Kind::Verified);
    for wrong in [&b""[..], b"text", text.as_bytes(), b"\x1f\x8b\x08", &whole[..whole.len() - 1], &whole[1..]]
    {
        assert_eq!(with(wrong), Kind::File);
    }
    for (behind, expected) in [(&b"x"[..], Kind::File), (&[0; 3], Kind::File), (&[0; 4], Kind::Verified)] {
        assert_eq!(with(&[&whole, behind].concat()), expected, "{behind:?}");
    }
    assert_eq!(with(&stream(b"certamen strategy 1\ngame \xff\n")), Kind::Form);
    // Gigabytes in a megabyte, in the header and behind it.
    let zeros = stream("0".repeat(1 << 20).as_bytes()).repeat(1 << 12);
    assert_eq!(with(&zeros), Kind::Form);
    assert_eq!(with(&[whole, zeros].concat()), Kind::Form);
}

#[test]
fn a_limit_of_the_game_and_a_stop_are_no_judgements() {
    let text = HEAD.to_owned() + WINS;
    for position in [0, 1, 3, 4, 5, 6] {
        let mut game = Listed { unjudged: [position].into(), ..game() };
        if game.ends.remove(&position).is_some() {
            game.plies.insert(position, Vec::new());
        }
        let verdict = verdict(&game, &text);
        assert_eq!(kind(&verdict), Kind::NotJudged, "{position}: {verdict:?}");
    }
    let unread = HEAD.replace("00000", LIMIT) + WINS;
    assert_eq!(kind(&verdict(&game(), &unread)), Kind::NotJudged);
    let scoreless = HEAD.to_owned() + &WINS.replace("within 3", "within 3 score 1");
    let rules = "game one \"One.\"\nboard 1x1\nword own X\nplace stone = empty\nplay own = own | m.to\nwon if any(own)\n";
    let file = crate::game_file::GameFile::parse(rules).expect("a game").on("1x1").expect("a board");
    let scoreless = scoreless.replace("00000", "X").replace("positions 3", "positions 0");
    let scoreless = scoreless.split_inclusive("\n\n").next().expect("a header");
    assert_eq!(kind(&verdict(&file, scoreless)), Kind::NotJudged);
    for stopped_at in 0..2 {
        let mut asked = 0;
        let mut watch = |_| {
            asked += 1;
            asked <= stopped_at
        };
        let one = NonZero::new(1).expect("a thread");
        let verdict = check_within(&game(), Cursor::new(packed(&text, 9)), one, 0, &mut watch);
        assert_eq!(kind(&verdict), Kind::Stopped, "{stopped_at}");
    }
}
