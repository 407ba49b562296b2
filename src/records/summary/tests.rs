use super::*;
use crate::record::Claim;
use crate::verdict::{ClaimCheck, IllegalRecord, Keys};
use serde_json::json;

fn summary() -> Summary {
    let mut summary = Summary::default();
    let mut add = |line, verdict| summary.add("a, b", &Record::new(Place::Line(line), ""), &verdict);
    let score = |agreement| vec![ClaimCheck { claim: Claim::Score(40, Some(24)), agreement }];
    let won = Verdict {
        plies: 2,
        over: true,
        score: Some((40, 24)),
        mobility: vec![4, 3, 0],
        keys: Some(Keys { moves: 1, end: 7 }),
        checks: score(Agreement::Agrees),
        ..Verdict::default()
    };
    add(1, won.clone());
    add(2, won.clone());
    add(3, Verdict { keys: Some(Keys { moves: 2, end: 7 }), mobility: vec![4, 5, 0], ..won.clone() });
    let reason = "ply 1: no".to_owned();
    let illegal = Some(IllegalRecord { ply: 1, kind: "flips nothing", reason });
    add(4, Verdict { illegal, checks: score(Agreement::NotChecked("illegal")), ..Verdict::default() });
    summary.add_unreadable();
    summary
}

#[test]
fn text_has_the_totals() {
    let text = summary().text();
    for line in [
        "4 games, 3 legal, 1 illegal, 1 unreadable\n",
        "  illegal, flips nothing: 1\n",
        "results: the first player won 3, the second 0, draws 0, unfinished 0\n",
        "final score: 3 agree, 0 differ, 1 not checked\n",
        "equal games: 1 with the same moves, 1 more with the same last position\n",
        "most legal moves: 5, a, b, line 3, after 1 ply\n",
    ] {
        assert!(text.contains(line), "{line}{text}");
    }
}

#[test]
fn tables_pictures_and_objects_have_the_same_numbers() {
    let summary = summary();
    let csv = summary.csv();
    assert!(csv.contains("most legal moves at ply,1,5,\"a, b\",line 3\n"), "{csv}");
    assert!(csv.contains("mean legal moves at ply,1,3.6667,,\n"), "{csv}");
    assert!(csv.lines().all(|line| line.matches(',').count() >= 4), "{csv}");
    let svg = summary.svg();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n") && svg.matches("<rect").count() == 3);
    let object = json!(summary.report());
    assert_eq!((&object["most_legal_moves"]["value"], &object["plies"][1]["moves"]), (&json!(5), &json!(11)));
    assert!(Summary::default().svg().starts_with("<svg "));
}
