//! Expressions of rules: constants that are bound, and one move, over the words of a board.

use super::{Constant, Expansion};
use crate::check::{condition_of, number_of, word_of_expression};
use crate::program::{Lowering, MoveEnd, Op, squares_of};
use crate::syntax::lexer::{shortened, tokens};
use crate::syntax::parser::Parser;
use crate::syntax::{Definitions, Node};
use crate::vocabulary::Vocabulary;
use encodings::board::{Direction, Layout, Mask};
use encodings::rules::StepKind;
use std::collections::HashMap;

/// A board of 5 files and 4 ranks.
fn vocabulary() -> Vocabulary {
    let layout = Layout::new(5, 4).unwrap();
    let names = ["own", "opp"];
    Vocabulary::of_words(layout, Mask::first(20), &names, vec![StepKind::placed("drop")])
}

fn read(text: &str) -> Node {
    Parser::new(tokens(text, 0).unwrap()).expression().unwrap()
}

/// Expands and writes an expression.
fn expanded(text: &str) -> String {
    let constants = HashMap::from([
        ("K".to_owned(), Constant::Number(3)),
        ("c".to_owned(), Constant::Number(2)),
        ("d".to_owned(), Constant::Direction(Direction::North)),
    ]);
    let definitions = Definitions::parse("let line(d, s) = repeat(K-1, s, S: d(S) & s) let hit = m.to & own");
    let (definitions, vocabulary) = (definitions.unwrap(), vocabulary());
    let expansion = Expansion {
        definitions: &definitions,
        vocabulary: &vocabulary,
        constants: &constants,
        bound: &["m"],
    };
    assert_eq!(expansion.number(&read("(max(W, H) - 1) / 2 * K")), Ok(6));
    assert_eq!(expansion.direction(&read("opposite(d)")), Ok(Direction::South));
    assert_eq!(expansion.directions(&read("orthogonals")).map(|found| found.len()), Some(4));
    assert!(expansion.direction(&read("own")).is_err() && expansion.number(&read("own")).is_err());
    expansion.node(&read(text)).map_or_else(|error| error.to_string(), |node| node.to_string())
}

#[test]
fn bound_numbers_and_directions_are_replaced() {
    for (text, expected) in [
        ("d(own) & opposite(d)(m.to)", "north(own) & south(m.to)"),
        ("any(line(d, opp))", "any(repeat(2, opp, S: north(S) & opp))"),
        ("file c | file e | files c..K", "file b | file e | (file b | file c)"),
        ("rank K + 1", "rank 4"),
        (
            "hit",
            "character 1: expected a parameter: let hit(m) = ..., found `m` in the definition, which the question binds outside of it",
        ),
    ] {
        assert_eq!(expanded(text), expected);
    }
}

#[test]
fn expressions_of_rules_share_a_program() {
    let vocabulary = vocabulary();
    let word = |text: &str| word_of_expression(&read(text), &vocabulary, Some("m"));
    let mut lowering = Lowering::of_words(&vocabulary);
    let own = lowering.word(&word("own ^ m.from | m.to & ~m.over").unwrap()).unwrap();
    let same = lowering.word(&word("own ^ m.from | m.to & ~m.over").unwrap()).unwrap();
    let drop = condition_of(&read("m.kind = drop and none(empty)"), &vocabulary, Some("m")).unwrap();
    let drop = lowering.bit(&drop).unwrap();
    let program = lowering.finish();
    assert!(own == same && drop < program.operations.len());
    let is_from = |op: &&Op| matches!(op, Op::ChosenEnd { chosen: 0, end: MoveEnd::From, .. });
    assert_eq!(program.operations.iter().filter(is_from).count(), 1);
    assert!(number_of(&read("count(own) - count(opp)"), &vocabulary, None).is_ok());
    for text in ["moves", "drop", "after(m).own", "m.to & over"] {
        assert!(word(text).is_err(), "{text}");
    }
}

#[test]
fn constant_words_are_squares() {
    let vocabulary = vocabulary();
    let squares = |text: &str| {
        squares_of(&word_of_expression(&read(text), &vocabulary, None).unwrap(), &vocabulary).unwrap()
    };
    assert_eq!(squares("rank 1 & ~file a"), Some(Mask::from_u64(0b11110)));
    assert_eq!(
        squares("closure({a1}, S: north(S)) ^ {a1}"),
        Some(Mask::from_u64(1 << 5 | 1 << 10 | 1 << 15))
    );
    assert_eq!(squares("board & own"), None);
}

#[test]
fn tokens_of_a_part_of_a_text_have_its_places() {
    let mut parser = Parser::new(tokens("d*2*n = north(own) when", 100).unwrap());
    assert_eq!(parser.constant("a direction").map(|node| node.to_string()), Ok("d * 2 * n".to_owned()));
    assert!(parser.takes_sign("=") && parser.expression().is_ok());
    assert_eq!((parser.at(), parser.word(), parser.is_at_end()), (119, Some("when"), false));
    assert_eq!(tokens("own ! opp", 100).unwrap_err().at, 105);
    assert_eq!(shortened("own"), "own");
}
