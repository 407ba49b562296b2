//! The naive reader and evaluator of questions, on positions where the answers can be seen.

use verify::language::{Refusal, judge};
use verify::ostle::{self, Variant};
use verify::othello::{OthelloView, Size};

/// The start of 4x4: X has b3 and c2, O has b2 and c3.
const START: &str = "-----OX--XO-----";
/// X has the first rank.
const RANK: &str = "XXXX-OO--OO-----";

fn holds(line: &str, text: &str) -> bool {
    judge(&OthelloView::new(Size::Four), text, line).unwrap_or_else(|error| panic!("{text}: {error}")).answers
}

#[test]
fn each_rule_of_the_grammar_has_an_example() {
    for text in [
        "count(legal) = 4",
        "legal = {b1 a2 d3 c4}",
        "over => none(empty)",
        "won or not drawn",
        "not over and own[c2]",
        "all m in legal: count(flips(m)) = 1",
        "some m in legal: m.to subset rank 1",
        "let safe = own & corners: none(safe)",
        "count(own) >= count(opp) and count(own) <= count(opp)",
        "count(legal) - count(their) + 1 = 1",
        "own | opp = occupied",
        "own ^ opp = occupied",
        "(own | opp) & edges subset ~board",
        "~occupied = empty",
        "all m in legal: count(after(m).legal) = 3 and count(after(m).own) = 1 and count(after(m).opp) = 4",
        "some m in legal & {b1}: flips(m) = {b2} and none(m.from) and m.kind = legal",
        "north({b2}) = {b3} and northeast({b2}) = {c3} and east({d2}) = {} and south({b1}) = {}",
        "southwest({b2}) = {a1} and southeast({b2}) = {c1} and west({b2}) = {a2} and northwest({b2}) = {a3}",
        "rank 2 & file b = {b2}",
        "count(corners) = 4 and count(edges) = 12 and count(board) = 16",
        "true and not false",
        "any(own) and none(own & opp)",
    ] {
        assert!(holds(START, text), "{text}");
        assert!(!holds(START, &format!("not ({text})")), "not {text}");
    }
}

#[test]
fn operators_bind_as_the_page_says() {
    for text in [
        // `&` before `^` before `|`.
        "{a1} | {b1} & {} = {a1}",
        "{a1} ^ {a1} & {} = {a1}",
        "{a1} | {b1} ^ {b1} = {a1}",
        "~{a1} & {a1 b1} = {b1}",
        // `not` before `and` before `or` before `=>`, which binds to the right.
        "not false and true",
        "true or false and false",
        "false => false => false",
        "not 1 = 2",
        // Sums from the left.
        "5 - 2 - 1 = 2",
        "count({a1 b1} | {c1}) + 1 = 4",
        // Quantifiers reach to the end.
        "some m in legal: m.to subset rank 4 and m.to subset file c",
    ] {
        assert!(holds(START, text), "{text}");
    }
    assert!(!holds(START, "(true or false) and false"));
    assert!(!holds(START, "(false => false) => false"));
}

#[test]
fn forms_of_game_files_are_those_of_questions_too() {
    for text in [
        "if any(own) then count(own) = 2 else false",
        "count(if over then own else opp | own) = 4",
        "(if over then 1 else 2) = count(own)",
        "closure({a1}, S: east(S), at most 2) = {a1 b1 c1} and closure({a1}, S: east(S)) = rank 1",
        "closure(own, S: none, at most 0) = own",
        "repeat(2, {a1}, S: north(S)) = {a3} and repeat(0, own, S: none) = own",
        "(union d in directions: d({b2})) = near({b2}, 2) & ranks 1..3 & files a..c & ~{b2}",
        "(union d in north: d({a1})) = {a2}",
        "some d in north, east: d({a1}) = {b1}",
        "not (all d in orthogonals: any(d({a1}))) and all d in diagonals: any(d({b2}))",
        "union d in diagonals: opposite(d)({b2}) = none",
        "rank H-1 = rank 3 and file W = file d and file 2*2-1 = file c and ranks 3..2 = none",
        "W*H = 16 and 7/2 = 3 and (1-8)/2 = 0-4 and min(W, 3) = 3 and max(2, H) = 4",
        "dark & light = none and dark[a1] and count(middle) = 4 and dark | light = board",
        "all m in legal: none(m.over)",
    ] {
        let is_condition = !text.starts_with("union");
        let judged = judge(&OthelloView::new(Size::Four), text, START);
        assert_eq!(judged.is_ok_and(|judged| judged.answers), is_condition, "{text}");
    }
    for text in [
        "count(own) * 2 = 4",
        "1/0 = 1",
        "rank 5 = none",
        "any(union d in own: d(own))",
        "repeat(1025, own, S: S) = own",
        "min(1) = 1",
        "near(own) = own",
        "opposite(own) = own",
        "any(if true then own)",
        "if true then 1 else own",
    ] {
        assert!(judge(&OthelloView::new(Size::Four), text, START).is_err(), "{text}");
    }
}

#[test]
fn extremes_are_over_the_moves() {
    let judged = |text: &str| judge(&OthelloView::new(Size::Four), text, RANK).expect(text);
    let most = judged("max count(flips(m)) for m in legal");
    let least = judged("min count(flips(m)) for m in legal");
    assert!(most.answers && most.value > least.value, "{most:?} {least:?}");
    assert!(most.played.is_some());
    let none = judged("max count(flips(m)) for m in legal where count(flips(m)) > 9");
    assert_eq!((none.answers, none.value), (false, None));
    assert_eq!(judged("max count(own) - count(opp)").value, Some(0));
    assert!(judged("count(flips(m)) >= 1 for m in legal").answers);
}

#[test]
fn positions_in_which_ostle_is_over_have_no_moves() {
    let variant = Variant::new(ostle::Size::new(3).expect("3x3"), 3, 1).expect("a variant");
    let shown = ostle::OstleView::new(variant);
    let holds = |line: &str, text: &str| judge(&shown, text, line).expect(text).answers;
    assert!(holds("222-030-111", "count(moves) > 0 and not over and hole = {b2} and own = rank 1"));
    assert!(holds("222-030-001", "over and lost and none(moves) and count(occupied) = 5"));
    assert!(holds("002-030-111", "over and won and none(up)"));
    assert!(holds("222-030-111", "some m in moves: m.kind = down and none(m.to) and after(m).hole = {b2}"));
}

#[test]
fn questions_that_cannot_be_judged_are_refused() {
    let refusal = |text: &str| judge(&OthelloView::new(Size::Four), text, START).expect_err(text);
    assert_eq!(refusal("any(stable)"), Refusal::Unknown { name: "stable".to_owned() });
    assert!(matches!(refusal("own"), Refusal::Type { .. }));
    assert!(matches!(refusal("own[e1]"), Refusal::Value(_)));
    assert!(matches!(refusal("any(own"), Refusal::Text { at: 8, .. }));
    assert!(matches!(refusal("1 < 2 < 3"), Refusal::Text { .. }));
    assert!(matches!(refusal(&"(".repeat(5_000)), Refusal::Text { .. }));
    assert!(matches!(refusal(&format!("own{}", "[a1]".repeat(100_000))), Refusal::Text { .. }));
    // Deep texts that are read take a limited part of the stack.
    for (text, is_read) in [("not ", 190), ("if over then over else ", 190), ("not ", 1_700)]
        .map(|(text, times)| (text.repeat(times), times < 200))
    {
        let judged = judge(&OthelloView::new(Size::Four), &format!("{text}over"), START);
        assert_eq!(judged.is_ok(), is_read, "{}", text.len());
    }
    assert!(matches!(judge(&OthelloView::new(Size::Four), "over", "----"), Err(Refusal::Position(_))));
    assert!(matches!(
        judge(&OthelloView::new(Size::Four), "over", &"-".repeat(16)),
        Err(Refusal::Position(_))
    ));
}
