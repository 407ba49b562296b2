//! The published facts of Push Fight that plain recursion can check.
//!
//! What it does not show: values of more than one turn, ties, and the counts over all positions.

use std::{fs, path::PathBuf};

use verify::push_fight::{
    Layout, Position, Value, Variant, can_have_been_pushed, has_legal_turn, has_winning_turn, index,
    parse_position, position_at, positions, value,
};

/// A line of the table: index, position and value.
struct Fact {
    index: u64,
    position: Position,
    value: String,
}

fn facts() -> Vec<Fact> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/data/push_fight_values.tsv");
    let table = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let lines = table.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let facts = lines.map(|line| match line.split('\t').collect::<Vec<_>>()[..] {
        [index, position, value] => Fact {
            index: index.parse().expect("an index"),
            position: parse_position(&Variant::full(), position).expect("a position"),
            value: value.to_owned(),
        },
        _ => panic!("not three fields: {line:?}"),
    });
    facts.collect()
}

#[test]
fn published_indexes() {
    let full = Variant::full();
    assert_eq!(positions(&full), Some(401_567_166_000));
    let facts = facts();
    assert_eq!(facts.len(), 644);
    for Fact { index: published, position, .. } in &facts {
        assert_eq!(index(position), Some(*published), "{position}");
        assert_eq!(position_at(&full, *published).as_ref(), Some(position));
    }
    let start = parse_position(&full, ".OX.....oxY....Oox.....OX.").expect("a position");
    assert_eq!(index(&start), Some(194_131_815_839));
    assert_eq!(
        position_at(&full, 0).map(|first| first.to_string()).as_deref(),
        Some("................ooOOOxxXXY")
    );
    assert_eq!(position_at(&full, 401_567_166_000), None);
}

#[test]
fn lost_and_won_at_once() {
    for Fact { position, value, .. } in facts() {
        assert_eq!(!has_legal_turn(&position), value == "L0", "{position}");
        assert_eq!(has_winning_turn(&position), value == "W1", "{position}");
    }
}

#[test]
fn values_of_one_turn() {
    let mut seen = 0;
    for Fact { position, value: published, .. } in facts() {
        let stride = match published.as_str() {
            "L1" => 4,
            "L0" | "W1" => 1,
            // Not decided within one turn.
            "T" | "W2" | "L2" => 8,
            _ => 40,
        };
        seen += 1;
        if seen % stride == 0 {
            let expected =
                if ["L0", "L1", "W1"].contains(&published.as_str()) { Some(published) } else { None };
            assert_eq!(value(&position, 1).as_ref().map(Value::to_string), expected, "{position}");
        }
    }
}

#[test]
fn values_are_the_same_after_half_a_turn_of_the_board() {
    for Fact { position, value: published, .. } in facts().into_iter().filter(|fact| fact.value == "W1") {
        let rotated = position.rotated().expect("the board is symmetric");
        assert_ne!(rotated, position);
        assert_eq!(rotated.rotated().as_ref(), Ok(&position));
        assert_eq!(value(&rotated, 1).as_ref().map(Value::to_string), Some(published));
    }
}

/// The repository maksverver/pushfight: in 172,416,263,040 of all positions, the anchored piece can have pushed. That
/// depends only on the squares beside the anchor, which are filled in every way here; the other pieces may stand
/// anywhere.
#[test]
fn positions_whose_anchored_piece_can_have_pushed() {
    let choose = |n: u64, k: u64| (0..k).fold(1, |ways, taken| ways * (n - taken) / (taken + 1));
    // Nine pieces besides the anchored one: two kinds of movers, the mover's pushers and two more of the opponent's.
    let arrangements = choose(9, 2) * choose(7, 3) * choose(4, 2);
    let full = Variant::full();
    let layout = Layout::full();
    let mut count = 0;
    for anchor in layout.squares() {
        let beside: Vec<_> =
            layout.squares().into_iter().filter(|square| distance(*square, anchor) == 1).collect();
        for filled in 0..1_u32 << beside.len() {
            let occupied: Vec<_> =
                (0..beside.len()).filter(|bit| filled >> bit & 1 == 1).map(|bit| beside[bit]).collect();
            let rest = 9 - occupied.len();
            let far = layout.squares().into_iter().filter(|square| distance(*square, anchor) > 1);
            let occupied: Vec<_> = occupied.into_iter().chain(far.take(rest)).collect();
            let mut others = "ooOOOxxXX".chars();
            let text: String = layout
                .squares()
                .into_iter()
                .map(|square| match square {
                    _ if square == anchor => 'Y',
                    _ if occupied.contains(&square) => others.next().expect("nine pieces"),
                    _ => '.',
                })
                .collect();
            if can_have_been_pushed(&parse_position(&full, &text).expect("a position")) {
                count += choose(25 - beside.len() as u64, rest as u64) * arrangements;
            }
        }
    }
    assert_eq!(count, 172_416_263_040);
}

/// The number of steps between two squares of an empty board without gaps.
fn distance(one: verify::push_fight::Square, other: verify::push_fight::Square) -> usize {
    one.column().abs_diff(other.column()) + one.row().abs_diff(other.row())
}
