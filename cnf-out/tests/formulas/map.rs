//! The sidecar map: a written map is read back, and any other text is refused with a reason and without a panic.

use cnf_out::clausify::{Encoding, clausify};
use cnf_out::map::{FORMAT, MapError, VERSION, VariableMap};
use encodings::board::{Grid, Layout, Mask};
use encodings::circuit::Circuit;
use encodings::statement::{CircuitStatement, Statement};
use encodings::word::Word;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::sync::LazyLock;

type Map = VariableMap<Value>;

/// A map with words of every kind: chosen, derived, partly constant, and a single bit.
static MAP: LazyLock<Map> = LazyLock::new(|| {
    let circuit = Circuit::new();
    let mut statement = CircuitStatement::new(&circuit);
    let layout = Grid::<4, 4>::LAYOUT;
    let own = statement.unknown("own", layout);
    let far = statement.unknown("far", Layout::new(2, 3).expect("a board"));
    let edge = own & own.constant(&Mask::first(4));
    statement.show("edge", layout, edge);
    statement.show("none", layout, own.constant(&Mask::first(16)));
    statement.require(far.any());
    let clausified = clausify(&statement.finish(), Encoding::default());
    VariableMap::new(json!({ "asked": [1, "two"] }), Encoding::default(), &clausified, "00".repeat(32))
});

fn text() -> String {
    MAP.to_text().expect("JSON")
}

fn parse(value: &Value) -> Result<Map, MapError> {
    Map::parse(value.to_string().as_bytes())
}

/// The map with one value replaced.
fn with(pointer: &str, value: Value) -> Result<Map, MapError> {
    let mut map = serde_json::to_value(&*MAP).expect("JSON");
    *map.pointer_mut(pointer).unwrap_or_else(|| panic!("nothing at {pointer}")) = value;
    parse(&map)
}

#[test]
fn a_written_map_is_read_back() {
    let read = Map::parse(text().as_bytes()).expect("a map");
    assert_eq!(read, *MAP);
    assert_eq!(read.to_text().expect("JSON"), text());
    assert!(text().ends_with("}\n"));
}

#[test]
fn words_are_read_by_name() {
    let odd = |variable: u32| Some(variable % 2 == 1);
    let own = MAP.read_word("own", odd).expect("a word");
    assert_eq!(own, (0..16).map(|square| square % 2 == 0).collect::<Vec<_>>());
    assert_eq!(MAP.read_word("none", |_| None).expect("constants need no values"), [true; 16]);
    let edge = MAP.read_word("edge", odd).expect("a word");
    assert_eq!(edge[..4], own[..4]);
    assert_eq!(edge[4..], [false; 12]);
    assert!(matches!(MAP.read_word("opp", odd), Err(MapError::MissingWord(name)) if name == "opp"));
    let unassigned = MAP.read_word("far", |variable| (variable != 18).then_some(true));
    assert!(matches!(unassigned, Err(MapError::Unassigned { variable: 18, bit }) if bit == "far[b1]"));
}

#[test]
fn other_formats_and_versions_are_refused_before_the_rest_is_read() {
    let reason = with("/version", json!(VERSION + 1)).expect_err("another version").to_string();
    assert!(reason.contains(FORMAT) && reason.contains(&format!("version {}", VERSION + 1)), "{reason}");
    assert!(matches!(with("/format", json!("something")), Err(MapError::Version { .. })));
    let foreign = parse(&json!({ "format": "certamen-map", "version": 9, "new": true }));
    assert!(matches!(foreign, Err(MapError::Version { version: 9, .. })));
}

#[test]
fn incomplete_words_are_refused() {
    for (pointer, value) in [
        ("/words/0/bits/own[a1]", json!(0)),
        ("/words/0/bits/own[a1]", json!(1_000_000)),
        ("/words/0/bits/own[a1]", json!(-1_000_000)),
        ("/words/0/bits/own[a1]", json!(i32::MIN)),
        ("/words/0/files", json!(5)),
        ("/words/0/files", json!(0)),
        ("/words/0/ranks", json!(u64::from(u32::MAX))),
        ("/words/0/name", json!("opp")),
        ("/words/0/bits", json!({})),
    ] {
        let refused = with(pointer, value.clone());
        assert!(matches!(refused, Err(MapError::Word { .. })), "{pointer} = {value}: {refused:?}");
    }
    for (pointer, value) in [
        ("/words/0/bits/own[a1]", json!(1.5)),
        ("/words/0/bits/own[a1]", json!("1")),
        ("/words/0/bits/own[a1]", json!(i64::from(i32::MAX) + 1)),
        ("/words/0/chosen", json!(1)),
        ("/words", json!({})),
        ("/cnf/variables", json!(-1)),
        ("/cnf", json!([])),
        ("/encoding/directions", json!("sideways")),
    ] {
        let refused = with(pointer, value.clone());
        assert!(matches!(refused, Err(MapError::Malformed(_))), "{pointer} = {value}: {refused:?}");
    }
}

#[test]
fn unknown_and_repeated_fields_are_refused() {
    let added = text().replacen("\"version\": 1,", "\"version\": 1, \"more\": 0,", 1);
    assert!(matches!(Map::parse(added.as_bytes()), Err(MapError::Malformed(_))));
    let repeated = text().replacen("\"version\": 1,", "\"version\": 1, \"version\": 1,", 1);
    assert!(matches!(Map::parse(repeated.as_bytes()), Err(MapError::Malformed(_))));
}

#[test]
fn every_truncation_is_refused() {
    let text = text();
    // Only the newline at the end may be missing.
    for end in 0..text.len() - 1 {
        assert!(Map::parse(&text.as_bytes()[..end]).is_err(), "cut at {end}");
    }
}

#[test]
fn deep_nesting_is_refused() {
    for deep in ["[".repeat(1 << 20), "{\"a\":".repeat(1 << 20)] {
        assert!(Map::parse(deep.as_bytes()).is_err());
        let inside = format!("{{\"format\":\"{FORMAT}\",\"version\":{VERSION},\"question\":{deep}");
        assert!(Map::parse(inside.as_bytes()).is_err());
    }
}

/// Follows a path into the value, and replaces the value there.
fn replace_at(value: &mut Value, path: &[usize], replacement: Value) {
    let children = match value {
        Value::Array(items) => items.len(),
        Value::Object(fields) => fields.len(),
        _ => 0,
    };
    match (path.split_first(), value) {
        (Some((&step, rest)), Value::Array(items)) if children > 0 => {
            replace_at(&mut items[step % children], rest, replacement);
        }
        (Some((&step, rest)), Value::Object(fields)) if children > 0 => {
            if let Some(child) = fields.values_mut().nth(step % children) {
                replace_at(child, rest, replacement);
            }
        }
        (_, place) => *place = replacement,
    }
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "\\PC{0,12}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            proptest::collection::hash_map("[a-z]{1,6}", inner, 0..4)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

/// Whether a map that was read is valid: literals are within the CNF's variables, and words have the size of their
/// boards.
fn stands(map: &Map) -> bool {
    map.words.iter().all(|word| {
        let bits = map.read_word(&word.name, |variable| {
            Some((1..=map.cnf.variables).contains(&variable)).filter(|&inside| inside)
        });
        bits.is_ok_and(|bits| bits.len() == word.files * word.ranks)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn altered_bytes_give_a_valid_map_or_an_error(changes in proptest::collection::vec((any::<usize>(), any::<u8>()), 1..8)) {
        let mut bytes = text().into_bytes();
        for (place, byte) in changes {
            let place = place % bytes.len();
            bytes[place] = byte;
        }
        if let Ok(map) = Map::parse(&bytes) {
            prop_assert!(stands(&map));
        }
    }

    #[test]
    fn altered_values_give_a_valid_map_or_an_error(path in proptest::collection::vec(any::<usize>(), 0..6), value in any_json()) {
        let mut map = serde_json::to_value(&*MAP).expect("JSON");
        replace_at(&mut map, &path, value);
        if let Ok(map) = parse(&map) {
            prop_assert!(stands(&map));
        }
    }

    #[test]
    fn reading_any_bytes_never_panics(bytes: Vec<u8>) {
        prop_assert!(Map::parse(&bytes).is_err());
    }
}
