//! The text of a tree reads back as the tree; other texts are refused with their place.

use super::{
    Aim, Choice, Comparison, DIRECTIONS, Extreme, Iteration, Join, Node, Part, Region, Sentence, SourceText,
    parse,
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
        let choice =
            (name(), inner.clone()).prop_map(|(variable, set)| Box::new(Choice { at: 0, variable, set }));
        let line = prop_oneof![
            (0u32..30).prop_map(Part::Number).prop_map(node),
            "[A-Z][a-z]".prop_map(Part::Name).prop_map(node),
            inner.clone(),
        ];
        let line = line.prop_map(Box::new);
        let lines = (any::<bool>(), line.clone(), line)
            .prop_map(|(of_ranks, from, to)| Part::Lines(of_ranks, from, Some(to)));
        let directions = prop::collection::vec((0..8usize).prop_map(|place| DIRECTIONS[place].1), 2..4);
        let directions = (name(), directions.prop_map(Part::Directions).prop_map(node))
            .prop_map(|(variable, set)| Box::new(Choice { at: 0, variable, set }));
        let factors = (inner.clone(), prop::collection::vec((any::<bool>(), inner.clone()), 1..3));
        let rounds = prop::option::of(inner.clone());
        let iteration = (any::<bool>(), rounds, inner.clone(), name(), inner.clone()).prop_map(
            |(accumulates, rounds, seed, variable, body)| {
                let rounds = if accumulates { rounds } else { rounds.or(Some(node(Part::Number(3)))) };
                Part::Iterate(Box::new(Iteration { accumulates, rounds, seed, variable, body }))
            },
        );
        let longer = prop_oneof![
            lines,
            (inner.clone(), boxed.clone()).prop_map(|(direction, of)| {
                Part::Toward(Box::new(node(Part::Call("opposite".to_owned(), vec![direction]))), of)
            }),
            factors.prop_map(|(first, others)| Part::Product([vec![(false, first)], others].concat())),
            (0..3, directions, boxed.clone()).prop_map(|(which, choice, body)| match which {
                0 => Part::Union(choice, body),
                _ => Part::Quantified(which == 1, choice, body),
            }),
            [inner.clone(), inner.clone(), inner.clone()].prop_map(|parts| Part::If(Box::new(parts))),
            iteration,
        ];
        let part = prop_oneof![
            longer,
            boxed.clone().prop_map(Part::Count),
            (any::<bool>(), boxed.clone()).prop_map(|(any, of)| Part::Any(any, of)),
            (0..8usize, boxed.clone()).prop_map(|(place, of)| Part::Shift(DIRECTIONS[place].1, of)),
            boxed.clone().prop_map(Part::After),
            (name(), prop::collection::vec(inner, 1..3)).prop_map(|(name, of)| Part::Call(name, of)),
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
            "{", "}", ":", ".", "..", "*", "/", ",", "ranks", "files", "closure", "repeat", "union", "if", "then",
            "else", "at", "most", "north", "opposite", "&", "|", "^", "~", "=", "=>", "<=", "m", "own", "3", "d3", "rank", "file", "after",
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
    for (text, expected) in [
        ("if own[a1] then 1", "character 18: expected `else`, found the end of the question"),
        ("if own[a1] else 1", "character 12: expected `then`, found `else`"),
        ("any(closure(own S: S))", "character 17: expected `,`, found `S`"),
        ("any(closure(own, S S))", "character 20: expected `:`, found `S`"),
        ("any(closure(own, north: S))", "character 18: expected a name for the word, found `north`"),
        ("any(closure(own, S: S, 3))", "character 24: expected `at`, found `3`"),
        ("any(closure(own, S: S, at 3))", "character 27: expected `most`, found `3`"),
        ("any(repeat(3, own))", "character 18: expected `,`, found `)`"),
        ("any(union in directions: own)", "character 11: expected a name for the direction, found `in`"),
        ("some d in north, legal: own", "character 18: expected the name of a direction, found `legal`"),
        (
            "union d in ortogonals: own",
            "character 12: expected orthogonals, diagonals, directions, or names such as north, east, found `ortogonals`; \
             did you mean `orthogonals`?",
        ),
        (
            "union d in legal: own",
            "character 12: expected orthogonals, diagonals, directions, or names such as north, east, found `legal`",
        ),
        (
            "some d in (north, east): own",
            "character 11: expected directions without parentheses, such as `in north, east`, found `(`",
        ),
        ("count(opp) == 0", "character 12: expected `=`, found `==`"),
        ("a && b", "character 3: expected `&` between squares, or `and` between conditions, found `&&`"),
        ("a || b", "character 3: expected `|` between squares, or `or` between conditions, found `||`"),
        (
            "some(own & opp)",
            "character 5: expected a name for the move, found `(`: for squares write any(...) or none(...)",
        ),
        ("union(own, opp)", "character 6: expected a name for the direction, found `(`: squares join by `|`"),
        ("any(ranks 1)", "character 12: expected `..`, found `)`"),
        ("any(rank or)", "character 10: expected the number of a rank, found `or`"),
        ("any(file 3 + &)", "character 14: expected the letter of a file, found `&`"),
        ("f(own, )", "character 8: expected a name, a number, `(`, `{` or `~`, found `)`"),
        (
            "count(own) > 2 *",
            "character 17: expected a name, a number, `(`, `{` or `~`, found the end of the question",
        ),
    ] {
        assert_eq!(refusal(text), expected);
    }
    let not = "character 1: expected `~` before squares, `not` before a condition, or `!=`, found `!`";
    assert_eq!(refusal("!a"), not);
    assert!(parse("a != b and some d in (north | east): a => b").is_ok());
    let statement = super::lexer::tokens("play own =", 0).map(super::parser::Parser::new);
    let ended = statement.and_then(|mut parser| {
        (0..3).for_each(|_| parser.skip());
        parser.expression()
    });
    assert!(ended.is_err_and(|error| error.to_string().ends_with("found the end of the line")));
    let foreign = super::lexer::tokens("a;", 40).map_err(|error| error.to_string());
    let expected = "character 42: a game file cannot have ';': expected ASCII letters, digits and signs";
    assert_eq!(foreign, Err(expected.to_owned()));
}

#[test]
fn longer_forms_are_said_in_words() {
    let said = |text: &str| match parse(text).expect(text).aim {
        Aim::Condition(condition) => super::phrase(&condition),
        Aim::Extreme { .. } => unreachable!("no number is asked for"),
    };
    assert_eq!(
        said("any(closure(own, S: north(S), at most 3))"),
        "something is in (`S` that begins with `own` and 3 times takes in `S` one step north)"
    );
    assert_eq!(
        said("if over then own[a1] else any(opp)"),
        "if `over`, then a1 is in `own`, else something is in `opp`"
    );
}

#[test]
fn large_texts_are_refused() {
    let deep = format!("{}own{}", "(".repeat(10_000), ")".repeat(10_000));
    assert!(refusal(&deep).ends_with("the text has 20003 bytes: at most 16384 are read"));
    let deep = format!("{}own{}", "(".repeat(5_000), ")".repeat(5_000));
    assert!(refusal(&deep).ends_with("nested more than 64 deep"));
    for deep in [
        "~",
        "not ",
        "count(",
        "some m in w: ",
        "true => ",
        "let x = ",
        "if ",
        "closure(",
        "union d in east:",
        "ranks ",
        "rank (",
        "f(x, ",
    ] {
        assert!(refusal(&deep.repeat(1_000)).ends_with("nested more than 64 deep"), "{deep}");
    }
    assert!(refusal(&format!("own{}", "[a1]".repeat(1_000))).ends_with("nested more than 64 deep"));
    // A chain is not deep.
    assert!(parse(&format!("any(own{})", " & own".repeat(2_000))).is_ok());
}

mod of_definitions {
    use crate::syntax::Definitions;
    use crate::vocabulary::Vocabulary;
    use encodings::board::{Layout, Mask};

    fn expanded(definitions: &str, question: &str) -> String {
        let definitions = Definitions::parse(definitions).expect(definitions);
        let layout = Layout::new(8, 8).expect("a board");
        let names = ["own", "opp"];
        let vocabulary = Vocabulary::of_words(layout, Mask::first(64), &names, Vec::new());
        definitions
            .question(question, &vocabulary)
            .map_or_else(|error| error.to_string(), |text| text.to_string())
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
    fn constants_and_directions_are_written_out_for_the_board() {
        let game = "let run(d, s) = closure(d(s) & opp, S: d(S) & opp)
                    let flips_at(m) = union d in directions: run(d, m.to) & run(opposite(d), own)
                    let four(d, s) = s & d(s) & d(d(s))
                    let more(a, b) = count(a) > count(b) + K
                    let K = H / 2 - 1";
        for (question, expected) in [
            (
                "some d in north, east: any(four(d, own))",
                "any(own & north(own) & north(north(own))) or any(own & east(own) & east(east(own)))",
            ),
            ("all d in diagonals: own[a1]", "own[a1] and own[a1] and own[a1] and own[a1]"),
            ("any(union d in orthogonals: d(own))", "any(north(own) | east(own) | south(own) | west(own))"),
            ("any(union d in south: opposite(d)(own))", "any(north(own))"),
            (
                "any(run(opposite(north), own))",
                "any(closure(south(own) & opp, S: south(S) & opp, at most 64))",
            ),
            ("more(own, opp)", "count(own) > count(opp) + (8 / 2 - 1)"),
            (
                "count(own) > 2*W - 7/2 and count(opp) < min(W, 3) + max(H, 9)",
                "count(own) > 16 - 3 and count(opp) < 3 + 9",
            ),
            ("count(own) > (1 - 4) / 2", "count(own) > 0 - 2"),
            ("any(rank H-1 | file W | files b..2 | ranks 3..2)", "any(rank 7 | file h | file b | {})"),
            ("any(ranks (H-1)..H & own)", "any((rank 7 | rank 8) & own)"),
            ("any(files c..e)", "any(file c | file d | file e)"),
            ("some a in legal: any(file a & a.to)", "some a in legal: any(file a & a.to)"),
            ("any(middle & own) and opp = none", "any({d4 e4 d5 e5} & own) and opp = {}"),
            (
                "own subset dark & rank 1",
                "own subset {a1 c1 e1 g1 b2 d2 f2 h2 a3 c3 e3 g3 b4 d4 f4 h4 a5 c5 e5 g5 \
              b6 d6 f6 h6 a7 c7 e7 g7 b8 d8 f8 h8} & rank 1",
            ),
            (
                "any(near(own, 2) & opp) and any(near(own, 0))",
                "any(repeat(2, own, S: S | north(S) | east(S) | south(S) | west(S)) & opp) and any(own)",
            ),
            ("any(repeat(K, own, S: north(S)))", "any(repeat(3, own, S: north(S)))"),
            ("let W = own: any(W)", "let W = own: any(W)"),
        ] {
            let expected = expected.replace("(8 / 2 - 1)", "(4 - 1)");
            assert_eq!(expanded(game, question), expected, "{question}");
            assert_eq!(expanded("", &expected), expected, "an expanded question is itself");
        }
        let turned = expanded(game, "some m in legal: flips_at(m) = flips(m)");
        let first = "some m in legal: closure(north(m.to) & opp, S: north(S) & opp, at most 64) & \
                     closure(south(own) & opp, S: south(S) & opp, at most 64) | ";
        assert!(turned.starts_with(first), "{turned}");
        // The names of the game come first.
        let own = "let near(a, b) = a & b let dark = own let directions = legal";
        let taken = "any(near(dark, opp)) and (some m in directions: any(m.to))";
        assert_eq!(expanded(own, taken), "any(own & opp) and (some m in legal: any(m.to))");
    }

    #[test]
    fn errors_of_constants_name_the_character() {
        for (question, expected) in [
            ("any(rank H+1)", "character 5: rank 9 is not on the board: it has ranks 1 to 8"),
            ("any(rank H-H)", "character 5: rank 0 is not on the board: it has ranks 1 to 8"),
            ("any(own & file W+1)", "character 11: file i is not on the board: it has files a to h"),
            ("any(file z)", "character 5: file z is not on the board: it has files a to h"),
            ("count(own) > W / (H - 8)", "character 19: expected a number other than 0 after `/`, found 0"),
            (
                "count(own) * 2 > 3",
                "character 1: expected a number that does not depend on the position, found `count(own)`",
            ),
            ("count(own) > 1000000 * 2", "character 14: a number above 1000000"),
            (
                "any(repeat(1025, own, S: S))",
                "character 12: expected a number of rounds from 0 to 1024, found 1025",
            ),
            (
                "any(closure(own, S: S, at most count(own)))",
                "character 32: expected a number that does not depend on the position, found `count(own)`",
            ),
            (
                "any(union d in own & opp: d(own))",
                "character 16: expected names of directions, found `own & opp`",
            ),
            ("some own in directions: any(own)", "character 6: `own` is already a name: choose another one"),
            ("any(opposite(own)(own))", "character 14: expected a direction such as north, found `own`"),
            (
                "any(near(own))",
                "character 5: expected `near(word, number)`, found `near(` with 1 between the parentheses",
            ),
            ("f(own)", "character 1: expected `f(a, b)`, found `f(` with 1 between the parentheses"),
            ("f = 3", "character 1: expected `f(a, b)`, found `f`"),
            (
                "any(union d in directions: union e in directions: union f in directions: union g in directions: \
              d(e(f(g(own)))))",
                "character 101: the question has more than 20000 parts",
            ),
        ] {
            let found = expanded("let f(a, b) = count(a & b)", question);
            assert_eq!(found, expected, "{question}");
        }
        assert_eq!(
            refusal("let f(a, a) = own"),
            "line 1, character 10: `a` is already a name: choose another one"
        );
    }

    #[test]
    fn unknown_names_are_answered_by_what_was_meant() {
        let defined = "let four(d, s) = s & d(s) let safe = own & corners";
        let known = "dark, light, middle, corners, edges, board, rank 1, file a";
        for (question, expected) in [
            ("any(own & lihgt)", "character 11: `lihgt` is unknown: did you mean `light`?".to_owned()),
            ("any(midle)", "character 5: `midle` is unknown: did you mean `middle`?".to_owned()),
            ("any(save)", "character 5: `save` is unknown: did you mean `safe`?".to_owned()),
            ("any(rank1)", "character 5: `rank1` is unknown: write `rank 1`".to_owned()),
            ("any(filec)", "character 5: `filec` is unknown: write `file c`".to_owned()),
            ("any(c3)", "character 5: `c3` is unknown: a square alone is written {c3}".to_owned()),
            ("any(near)", "character 5: `near` is unknown: write `near(..., 2)`".to_owned()),
            ("fuor(north, own)", "character 1: `fuor` is unknown: did you mean `four`?".to_owned()),
            ("cuont(own) > 3", "character 1: `cuont` is unknown: did you mean `count`?".to_owned()),
            (
                "line(opp, 4)",
                "character 1: `line` is unknown: there is north(...), near(..., 2), count(...), any(...), \
                 none(...), closure(..., S: ...)"
                    .to_owned(),
            ),
            (
                "any(stones)",
                format!("character 5: `stones` is unknown: there is own, opp, empty, occupied, {known}"),
            ),
            ("opp", "character 1: expected a condition, found a word: write any(opp)".to_owned()),
            (
                "own[a1] and opp",
                "character 13: expected a condition, found a word: squares join by `&`, or write any(opp)"
                    .to_owned(),
            ),
            (
                "opp or own[a1]",
                "character 1: expected a condition, found a word: squares join by `|`, or write any(opp)"
                    .to_owned(),
            ),
            (
                "not opp",
                "character 5: expected a condition, found a word: `~` is for squares, or write any(opp)"
                    .to_owned(),
            ),
            (
                "~own[a1]",
                "character 2: expected a word, found a condition: `not` is for conditions".to_owned(),
            ),
            (
                "any(own) & own[a1]",
                "character 1: expected a word, found a condition: conditions join by `and`".to_owned(),
            ),
        ] {
            let found = checked(defined, question);
            assert_eq!(found, expected, "{question}");
        }
        // The list stays short, whatever a game has.
        let vocabulary =
            Vocabulary::of_words(Layout::new(8, 8).expect("a board"), Mask::first(64), &[], Vec::new());
        let many = (0..400).map(|number| format!("w{number}(x)")).collect();
        let found =
            crate::check::unknown(&vocabulary, 0, "stones", crate::check::Wanted::Function, many).to_string();
        assert!(found.contains("w18(x), w19(x), ..., north(...)") && found.len() < 400, "{found}");
        let after =
            crate::check::unknown(&vocabulary, 0, "lihgt", crate::check::Wanted::OfPosition, Vec::new());
        assert_eq!(after.to_string(), "character 1: `lihgt` is unknown: there is empty, occupied");
    }

    /// The error of a question that is expanded and checked.
    fn checked(definitions: &str, question: &str) -> String {
        let definitions = Definitions::parse(definitions).expect(definitions);
        let layout = Layout::new(8, 8).expect("a board");
        let vocabulary = Vocabulary::of_words(layout, Mask::first(64), &["own", "opp"], Vec::new());
        let meaning = definitions
            .question(question, &vocabulary)
            .and_then(|sentence| crate::check::check(&sentence, &vocabulary));
        meaning.map(|_| ()).expect_err(question).to_string()
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
            "line 2, character 13: expected `)`, found the end of the definition"
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
