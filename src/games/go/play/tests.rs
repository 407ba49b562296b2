use super::*;
use certamen_play::RecordStatus;

fn table(given: &Given) -> Box<dyn Table> {
    Go.table(given).unwrap()
}

fn replay_file(
    given: &Given,
    name: &str,
    mut text: &[u8],
) -> Result<(&'static str, Vec<RecordReport>), PlayError> {
    let extension = name.rsplit_once('.').map(|(_, extension)| extension);
    let mut file = RecordFile { name, extension, reader: &mut text };
    let mut reports = Vec::new();
    let list = table(given).replay_file(None, &mut file, &Stop::new(), &mut |report| reports.push(report))?;
    Ok((list, reports))
}

#[test]
fn trees_have_the_leaves_that_the_rules_give() {
    // After a stone there are 360 points and the pass, after a pass all points and the pass.
    let whole = table(&Given::new());
    assert_eq!(whole.perft(None, 2, false, &Stop::new()).unwrap().leaves, 130_683);
    let divided = whole.perft(Some(".X/XX"), 1, true, &Stop::new()).unwrap();
    assert_eq!(divided.divided, [("aa".to_owned(), 1), ("pass".to_owned(), 1)]);
    let forbidden = table(&Given::new().with_text("suicide", "forbidden"));
    assert_eq!(forbidden.perft(Some(".X/XX"), 1, false, &Stop::new()).unwrap().leaves, 1);
    let stop = Stop::new();
    stop.request();
    assert_eq!(whole.perft(None, 3, false, &stop), Err(PlayError::Stopped));
}

#[test]
fn finished_games_are_counted_as_in_the_naive_game() {
    let small = table(&Given::new().with_text("board", "1x2"));
    let start = naive::Position::start(naive::Size::new(1, 2).unwrap());
    let game = naive::Game::new(start, naive::Rules::PAPER).unwrap();
    for depth in 0..7 {
        for divide in [false, true] {
            let counted = small.perft(None, depth, divide, &Stop::new()).unwrap();
            assert_eq!(counted.leaves, naive::perft(&game, depth), "{depth}");
        }
    }
}

#[test]
fn positions_of_trees_are_checked() {
    let refusal = |given: &Given, position| {
        table(given).perft(Some(position), 1, false, &Stop::new()).unwrap_err().to_string()
    };
    assert!(refusal(&Given::new(), "XO/O.").contains("no liberty"));
    assert!(refusal(&Given::new(), "X./O").contains("row 2"));
    let named = Given::new().with_text("board", "2x2");
    assert_eq!(refusal(&named, "./."), "--board 2x2: the position is on 2x1");
}

#[test]
fn boards_and_rules_are_checked() {
    let refusal = |name, text| Go.table(&Given::new().with_text(name, text)).err().unwrap().to_string();
    assert_eq!(refusal("board", "20x20"), "--board 20x20: a side has 1 to 19 points");
    assert_eq!(refusal("board", "9"), "--board 9: expected two sides, as in 9x9");
    assert!(refusal("ko", "none").starts_with("--ko none: "));
}

#[test]
fn records_are_judged() {
    let small = table(&Given::new().with_text("board", "2x2"));
    let replayed = small.replay(None, "aa,ba,pass,ab").unwrap();
    assert!(
        replayed.is_legal && replayed.verdict.starts_with("legal: 4 plies; Black to move; Black 0 stones"),
        "{replayed:?}"
    );
    assert_eq!((replayed.object["board"].as_str(), replayed.diagram.lines().count()), (Some(".O/O."), 3));
    let replayed = small.replay(None, "aa,aa").unwrap();
    assert!(!replayed.is_legal && replayed.verdict.starts_with("illegal: ply 2"), "{replayed:?}");
    assert!(replayed.diagram.is_empty());
    assert!(small.replay(Some("../.."), "aa").is_err());
}

#[test]
fn files_are_sgf_or_lines() {
    let single = b"(;SZ[4]AB[ba][ab][bc]AW[ca][db][cc]PL[B];B[cb]\n;W[bb];B[cb])";
    let (list, reports) = replay_file(&Given::new(), "ko.sgf", single).unwrap();
    assert_eq!((list, reports.len()), ("games", 1));
    let text = &reports[0].text;
    assert!(text.starts_with("  a b c d\na . X O ."), "{text}");
    assert!(
        text.contains("\ngame 1 (line 1, column 2): illegal: 4x4, 2 moves on the main line\n  line 2, "),
        "{text}"
    );
    let (_, reports) = replay_file(&Given::new(), "-", b" (;SZ[3];B[bb])(;SZ[3];B[bb])").unwrap();
    assert_eq!(reports.len(), 2);
    assert!(
        reports.iter().all(|report| report.status == RecordStatus::Legal && report.text.starts_with("game "))
    );
    let nine = Given::new().with_text("board", "9x9");
    let (list, reports) = replay_file(&nine, "lines", b"\xef\xbb\xbf# a comment\naa\n\naa ab\n").unwrap();
    assert_eq!((list, reports.len()), ("records", 2));
    assert!(reports[1].text.starts_with("line 4: legal: 2 plies"), "{reports:?}");
}

#[test]
fn files_that_hold_no_record_are_refused() {
    let refusal = |given: &Given, name, text| replay_file(given, name, text).unwrap_err().to_string();
    assert_eq!(refusal(&Given::new(), "empty", b"# nothing\n"), "empty: no record in it");
    assert!(refusal(&Given::new(), "empty.sgf", b"").starts_with("empty.sgf: line 1, column 1: no game"));
    let (_, reports) = replay_file(&Given::new(), "odd.sgf", b"(;CA[martian])(;SZ[3];B[bb])").unwrap();
    assert_eq!([reports[0].status, reports[1].status], [RecordStatus::Unreadable, RecordStatus::Legal]);
    assert!(reports[0].text.starts_with("odd.sgf: game 1: unreadable: line 1, column 1: "), "{reports:?}");
    let named = Given::new().with_text("board", "9x9");
    assert_eq!(refusal(&named, "a.sgf", b"(;)"), "--board: the SGF file determines the size of the board");
}

#[test]
fn pictures_say_what_is_wrong() {
    let shown = table(&Given::new()).show("XO/O.").unwrap();
    assert!(
        shown.text.ends_with("; not legal: Black at aa has no liberty\n") && shown.svg.starts_with("<svg")
    );
    assert_eq!(shown.object["legal"], false);
    assert_eq!(shown.object["strings"][0]["liberties"], json!([]));
    let refusal = table(&Given::new()).show("X./O").unwrap_err().to_string();
    assert!(refusal.starts_with("the position: ") && refusal.contains("row 2"), "{refusal}");
}
