//! Both readers of questions on broken texts: neither panics, every error is one line, and what the one accepts the other
//! understands.

use certamen::language::syntax::{Definitions, parse};
use certamen::language::{LanguageQuestion, Subject};
use encodings::othello::rules::Othello;
use proptest::prelude::*;
use std::sync::Arc;
use verify::language::{Refusal, judge};
use verify::othello::{OthelloView, Size};

/// Questions of every form, to be broken.
const WHOLE: [&str; 12] = [
    "count(legal) >= 8 and not over",
    "max count(flips(m)) for m in legal & corners where own[a1]",
    "min count(occupied) - count(edges & own) where over => none(empty)",
    "all m in legal: some n in after(m).legal: count(flips(n)) > 1 or n.to subset edges",
    "let safe = own & corners: count(safe) = 2 or safe = {a1 d4}",
    "own ^ opp = occupied and ~own != opp | empty",
    "southwest(own) & rank 2 | file c subset board",
    "some m in moves: m.kind = legal and any(m.to) and none(m.from)",
    "won or lost or drawn = over",
    "(count(own) + 1 < count(opp)) = (count(opp) > count(own) + 1)",
    "any(their & ~legal)[a1]",
    "true and (false or over)",
];

/// What is put into them.
const PIECES: [&str; 40] = [
    "max", "min", "where", "for", "in", "some", "all", "let", "and", "or", "not", "count", "any", "none",
    "after", "(", ")", "[", "]", "{", "}", ":", ".", ",", "&", "|", "^", "~", "=", "=>", "<=", "!=", "own",
    "legal", "m", "d3", "3", "rank", "file", "subset",
];

const START: &str = "-----OX--XO-----";

/// Reads a text with both readers.
fn read(text: &str) -> Result<(), TestCaseError> {
    let naive = OthelloView::new(Size::Four);
    let parsed = parse(text);
    let subject = Arc::new(Subject::new(Othello::<4>));
    match (&parsed, LanguageQuestion::new(subject, text)) {
        (Err(error), _) => prop_assert_eq!(error.to_string().lines().count(), 1, "{:?}", text),
        (Ok(_), Err(error)) => prop_assert_eq!(error.to_string().lines().count(), 1, "{:?}", text),
        (Ok(parsed), Ok(_)) => {
            let judged = judge(&naive, &parsed.to_string(), START);
            let is_understood =
                !matches!(judged, Err(Refusal::Text { .. } | Refusal::Type { .. } | Refusal::Unknown { .. }));
            prop_assert!(is_understood, "{}: {:?}", parsed, judged);
        }
    }
    // The naive reader gets the text as it is, too.
    if let Err(error) = judge(&naive, text, START) {
        prop_assert_eq!(error.to_string().lines().count(), 1, "{:?}", text);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn mixtures_of_tokens(pieces in prop::collection::vec(prop::sample::select(PIECES.to_vec()), 0..24)) {
        read(&pieces.join(" "))?;
    }

    #[test]
    fn questions_with_something_put_in_or_left_out(
        which in 0..WHOLE.len(),
        at in any::<prop::sample::Index>(),
        length in 0..6usize,
        piece in prop::sample::select(PIECES.to_vec()),
        puts: bool,
    ) {
        let whole = WHOLE[which];
        let at = at.index(whole.len());
        let end = if puts { at } else { (at + length).min(whole.len()) };
        let piece = if puts { format!(" {piece} ") } else { String::new() };
        read(&format!("{}{piece}{}", &whole[..at], &whole[end..]))?;
    }

    #[test]
    fn questions_with_any_character_in_them(which in 0..WHOLE.len(), at in any::<prop::sample::Index>(), letter: char) {
        let (before, after) = WHOLE[which].split_at(at.index(WHOLE[which].len()));
        let text = format!("{before}{letter}{after}");
        read(&text)?;
        if let Err(error) = Definitions::parse(&format!("let x = own\nlet y(m) = {text}")) {
            prop_assert_eq!(error.to_string().lines().count(), 1);
        }
    }
}

#[test]
fn both_readers_refuse_what_is_too_deep_or_too_long() {
    for text in [
        "(".repeat(10_000),
        "~".repeat(10_000),
        "not ".repeat(10_000),
        "count(".repeat(10_000),
        "all m in ".repeat(10_000),
        "let x = ".repeat(10_000),
        format!("own{}", "[a1]".repeat(100_000)),
        format!("{}own", "own & ".repeat(1 << 19)),
        format!("own[d3]{}", '\0'),
        "\u{202e}own".to_owned(),
        "9".repeat(1 << 20),
    ] {
        let shown: String = text.chars().take(20).collect();
        assert!(parse(&text).is_err(), "{shown}");
        let naive = judge(&OthelloView::new(Size::Four), &text, START);
        assert!(naive.is_err(), "{shown}: {naive:?}");
    }
}
