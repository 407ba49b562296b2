//! The text of a tree reads back as the tree; other texts are refused with their place.

use super::{
    Aim, Choice, Comparison, DIRECTIONS, Extreme, Join, Node, Part, Region, Sentence, SourceText, parse,
};
use proptest::prelude::*;

fn node(part: Part) -> Node {
    Node::new(0, part)
}

fn name() -> impl Strategy<Value = String> {
    "[a-z_][a-z0-9_]{0,3}".prop_filter("no keyword", |name| !super::KEYWORDS.contains(&name.as_str()))
}

fn leaf() -> impl Strategy<Value = Part> {
    prop_oneof![
        (0u32..=1_000_000).prop_map(Part::Number),
        any::<bool>().prop_map(Part::Truth),
        name().prop_map(Part::Name),
        prop_oneof![Just(Region::Board), Just(Region::Corners), Just(Region::Edges)].prop_map(Part::Region),
        (0u32..30).prop_map(Part::Rank),
        proptest::char::range('a', 'z').prop_map(Part::File),
        prop::collection::vec(name().prop_map(|name| (0, name)), 0..4).prop_map(Part::Set),
    ]
}

fn tree() -> impl Strategy<Value = Node> {
    leaf().prop_map(node).prop_recursive(5, 60, 3, |inner| {
        let boxed = inner.clone().prop_map(Box::new);
        let some = prop::collection::vec(inner.clone(), 2..4);
        let join = prop_oneof![Just(Join::Both), Just(Join::One), Just(Join::Either)];
        let comparison = prop_oneof![
            Just(Comparison::Equal),
            Just(Comparison::Unequal),
            Just(Comparison::Less),
            Just(Comparison::AtMost),
            Just(Comparison::More),
            Just(Comparison::AtLeast),
            Just(Comparison::Subset),
        ];
        let terms = (inner.clone(), prop::collection::vec((any::<bool>(), inner.clone()), 1..3));
        let choice = (name(), inner).prop_map(|(variable, set)| Box::new(Choice { at: 0, variable, set }));
        let part = prop_oneof![
            boxed.clone().prop_map(Part::Count),
            (any::<bool>(), boxed.clone()).prop_map(|(any, of)| Part::Any(any, of)),
            (0..8usize, boxed.clone()).prop_map(|(place, of)| Part::Shift(DIRECTIONS[place].1, of)),
            boxed.clone().prop_map(Part::After),
            (name(), boxed.clone()).prop_map(|(name, of)| Part::Call(name, of)),
            (boxed.clone(), name()).prop_map(|(of, name)| Part::Field(of, 0, name)),
            (boxed.clone(), name()).prop_map(|(of, name)| Part::Square(of, 0, name)),
            boxed.clone().prop_map(Part::Complement),
            (join, some.clone()).prop_map(|(join, parts)| Part::Words(join, parts)),
            terms.prop_map(|(first, others)| Part::Sum([vec![(false, first)], others].concat())),
            (comparison, boxed.clone(), boxed.clone())
                .prop_map(|(how, one, two)| Part::Compare(how, one, two)),
            boxed.clone().prop_map(Part::Not),
            some.clone().prop_map(Part::And),
            some.prop_map(Part::Or),
            (boxed.clone(), boxed.clone()).prop_map(|(one, two)| Part::Implies(one, two)),
            (any::<bool>(), choice, boxed.clone())
                .prop_map(|(all, choice, body)| Part::Quantified(all, choice, body)),
            (name(), boxed.clone(), boxed).prop_map(|(name, value, body)| Part::Let(name, value, body)),
        ];
        part.prop_map(node)
    })
}

/// Places are no part of the meaning; those of names inside parts are removed.
fn placeless(text: &Sentence) -> String {
    let text = format!("{text:?}");
    let mut found = String::new();
    let mut rest = text.as_str();
    while let Some(at) = rest.find(|letter: char| letter.is_ascii_digit()) {
        found.push_str(&rest[..at]);
        let end = rest[at..].find(|letter: char| !letter.is_ascii_digit()).map_or(rest.len(), |end| at + end);
        let is_place = found.ends_with("at: ") || found.ends_with(", ") || found.ends_with('(');
        let is_number = found.ends_with("Number(") || found.ends_with("Rank(");
        found.push_str(if is_place && !is_number { "_" } else { &rest[at..end] });
        rest = &rest[end..];
    }
    found + rest
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn the_text_of_a_tree_reads_back(condition in tree(), number in tree(), is_extreme: bool, chooses: bool) {
        let aim = if is_extreme {
            Aim::Extreme { extreme: Extreme::Minimum, number, condition: Some(condition) }
        } else {
            Aim::Condition(condition)
        };
        let choice = chooses.then(|| Choice { at: 0, variable: "m".to_owned(), set: node(Part::Name("w".to_owned())) });
        let text = Sentence { aim, choice, written: SourceText::default() };
        let read = parse(&text.to_string());
        prop_assert_eq!(read.as_ref().map(placeless), Ok(placeless(&text)), "{}", text);
        prop_assert_eq!(read.map(|read| read.to_string()), Ok(text.to_string()));
    }

    #[test]
    fn no_text_panics(text in "(?s).{0,60}") {
        let _ = parse(&text);
    }

    #[test]
    fn no_mixture_of_tokens_panics(
        tokens in prop::collection::vec(prop::sample::select(vec![
            "max", "min", "where", "for", "in", "some", "all", "let", "and", "or", "not", "count", "(", ")", "[", "]",
            "{", "}", ":", ".", "&", "|", "^", "~", "=", "=>", "<=", "m", "own", "3", "d3", "rank", "file", "after",
        ]), 0..30)
    ) {
        let _ = parse(&tokens.join(" "));
    }
}

fn refusal(text: &str) -> String {
    parse(text).expect_err(text).to_string()
}

#[test]
fn errors_name_the_character_and_what_was_expected() {
    assert_eq!(
        refusal(""),
        "character 1: expected a name, a number, `(`, `{` or `~`, found the end of the question"
    );
    assert_eq!(refusal("count own"), "character 7: expected `(`, found `own`");
    assert_eq!(
        refusal("count(own) >= 3 4"),
        "character 17: expected an operator or the end of the question, found `4`"
    );
    assert_eq!(refusal("own[3]"), "character 5: expected a square such as d3, found `3`");
    assert_eq!(
        refusal("1 < 2 < 3"),
        "character 7: expected `and`, `or` or a parenthesis between two comparisons, found `<`"
    );
    assert_eq!(refusal("some in in moves: true"), "character 6: expected a name for the move, found `in`");
    assert_eq!(
        refusal("own\0"),
        "character 4: a question cannot have '\\0': expected ASCII letters, digits and signs"
    );
    assert_eq!(
        refusal("own = \u{f6}"),
        "character 7: a question cannot have 'ö': expected ASCII letters, digits and signs"
    );
    assert_eq!(refusal("count(own) >= 99999999999999999999"), "character 15: a number above 1000000");
    assert_eq!(refusal("a ! b"), "character 3: expected `!=`, found `!`");
}

#[test]
fn large_texts_are_refused() {
    let deep = format!("{}own{}", "(".repeat(10_000), ")".repeat(10_000));
    assert!(refusal(&deep).ends_with("the question has 20003 bytes: at most 16384 are read"));
    let deep = format!("{}own{}", "(".repeat(5_000), ")".repeat(5_000));
    assert!(refusal(&deep).ends_with("nested more than 64 deep"));
    for deep in ["~", "not ", "count(", "some m in w: ", "true => ", "let x = "] {
        assert!(refusal(&deep.repeat(1_000)).ends_with("nested more than 64 deep"), "{deep}");
    }
    assert!(refusal(&format!("own{}", "[a1]".repeat(1_000))).ends_with("nested more than 64 deep"));
    // A chain is not deep.
    assert!(parse(&format!("any(own{})", " & own".repeat(2_000))).is_ok());
}

mod of_definitions {
    use crate::syntax::Definitions;

    fn expanded(definitions: &str, question: &str) -> String {
        let definitions = Definitions::parse(definitions).expect(definitions);
        definitions.question(question).map_or_else(|error| error.to_string(), |text| text.to_string())
    }

    fn refusal(definitions: &str) -> String {
        Definitions::parse(definitions).expect_err(definitions).to_string()
    }

    #[test]
    fn names_are_replaced_with_parentheses_where_they_are_needed() {
        for (definitions, question, expected) in [
            ("let both = own | opp", "any(both & edges)", "any((own | opp) & edges)"),
            ("let more = count(own) - 1", "1 - more = 0", "1 - (count(own) - 1) = 0"),
            (
                "let room(m) = count(after(m).legal)",
                "max room(n) for n in legal",
                "max count(after(n).legal) for n in legal",
            ),
            ("let a = b let b = c let c = own", "any(a)", "any(own)"),
            ("let twice(w) = w & north(w)", "any(twice(own | opp))", "any((own | opp) & north(own | opp))"),
            ("# a remark with = and let\nlet a = own # another: \u{e4}\n", "any(a)", "any(own)"),
            ("let unused = own", "any(opp)", "any(opp)"),
            ("", "any(opp)", "any(opp)"),
            // The question's own names come before definitions.
            ("let m = own", "some m in legal: any(flips(m))", "some m in legal: any(flips(m))"),
        ] {
            assert_eq!(expanded(definitions, question), expected);
        }
    }

    #[test]
    fn bound_names_are_renamed_where_they_would_meet() {
        let stuck = "let stuck(m) = all n in after(m).legal: none(after(n).legal)";
        assert_eq!(
            expanded(stuck, "some n in legal: stuck(n)"),
            "some n in legal: all n_2 in after(n).legal: none(after(n_2).legal)"
        );
        let chosen = expanded("let free = any(flips(m))", "some m in legal: free");
        assert!(
            chosen.contains("expected a parameter: let free(m) = ..., found `m` in the definition"),
            "{chosen}"
        );
    }

    #[test]
    fn circles_and_other_mistakes_are_one_error_with_the_place() {
        assert_eq!(
            refusal("let a = own\nlet b = c | a\nlet c = ~d\nlet d = b & own"),
            "line 2, character 5: a definition refers to itself: b, c, d, b"
        );
        assert_eq!(refusal("let a = a"), "line 1, character 5: a definition refers to itself: a, a");
        assert_eq!(
            refusal("let a = own\nlet a = opp"),
            "line 2, character 5: `a` is already a name: choose another one"
        );
        assert_eq!(
            refusal("let a = own\n\nown & opp"),
            "line 3, character 1: expected `let` before a definition, or the end, found `own`"
        );
        assert_eq!(refusal("let count = own"), "line 1, character 5: expected a name, found `count`");
        assert_eq!(
            refusal("let a = own\nlet b = (own"),
            "line 2, character 13: expected `)`, found the end of the question"
        );
        assert_eq!(
            expanded("let room(m) = count(after(m).legal)", "room > 3"),
            "character 1: expected `room(m)`, found `room`"
        );
        assert_eq!(expanded("let a = own", "any(a(m))"), "character 5: expected `a`, found `a(`");
        let names: Vec<String> = (1..40).map(|n| format!("let x{n} = x{0} | x{0}", n - 1)).collect();
        let many = names.join(" ") + " let x0 = own";
        assert!(expanded(&many, "any(x39)").ends_with("more than 20000 parts"));
        let deep: Vec<String> = (1..90).map(|n| format!("let x{n} = ~x{}", n - 1)).collect();
        let deep = deep.join(" ") + " let x0 = own";
        assert!(expanded(&deep, "any(x89)").ends_with("nested more than 64 deep"));
    }
}
