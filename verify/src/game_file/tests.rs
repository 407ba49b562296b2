//! Mutation test of the reader's own interpreter: each wrong meaning makes a known value wrong.
//!
//! Idea: an evaluator that takes `&` for `|` is the right evaluator of trees in which each `&` has become `|`, and a player
//! who forgets to turn the board is the right player of a game without a turn. So each mutant is a change of all trees or of
//! the whole game. It is noticed if a number of sequences, a result or a position is not the known one.

mod facts;

use super::Players;
use super::game::{FileGame, FileKind};
use super::statement::Stuck;
use super::symmetry::Symmetry;
use crate::language::MoveSquares;
use crate::language::reader::{Part, Quantifier, Reader, Tree};
use crate::language::scope::{Bound, Bounds, direction};
use crate::language::words::split;
use crate::naive::GameResult;
use facts::KNOWN;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A change of the interpreter, with what it makes wrong.
struct Mutant {
    wrong: String,
    change: Box<dyn Fn(&mut FileGame)>,
}

fn of_game(wrong: &str, change: impl Fn(&mut FileGame) + 'static) -> Mutant {
    Mutant { wrong: wrong.to_owned(), change: Box::new(change) }
}

/// A change of each part of each tree, the inner parts first.
fn of_parts(wrong: &str, change: impl Fn(&mut Part) + 'static) -> Mutant {
    of_game(wrong, move |game| {
        for tree in trees(game) {
            change_parts(Arc::make_mut(tree), &change);
        }
    })
}

fn change_parts(tree: &mut Tree, change: &impl Fn(&mut Part)) {
    for part in parts(&mut tree.part) {
        change_parts(part, change);
    }
    change(&mut tree.part);
}

fn trees(game: &mut FileGame) -> Vec<&mut Arc<Tree>> {
    let mut found: Vec<&mut Arc<Tree>> = Vec::new();
    found.extend(game.scope.definitions.values_mut().map(|definition| &mut definition.body));
    let ends = game.ends.iter_mut().chain(&mut game.last_ends).map(|(_, condition)| condition);
    found.extend(game.require.iter_mut().chain(ends).chain(&mut game.score).map(|one| &mut one.tree));
    for FileKind { targets, guard, effects, .. } in &mut game.kinds {
        let effects = effects.iter_mut().map(|(_, effect)| effect);
        found.extend(guard.iter_mut().chain([targets]).chain(effects).map(|one| &mut one.tree));
    }
    found
}

fn parts(part: &mut Part) -> Vec<&mut Tree> {
    match part {
        Part::Number(_) | Part::Name(_) | Part::Set(_) => Vec::new(),
        Part::Lines { first, last, .. } => {
            std::iter::once(first).chain(last).map(|line| &mut **line).collect()
        }
        Part::Call(_, parts) | Part::Directions(parts) => parts.iter_mut().collect(),
        Part::Moved(one, other) | Part::Forced(one, other) | Part::Let(_, one, other) => vec![one, other],
        Part::Quantified { set, body, .. } => vec![set, body],
        Part::Field(of, _) | Part::At(of, _) | Part::Not(of) | Part::Complement(of) => vec![of],
        Part::Chain(first, others) => {
            std::iter::once(&mut **first).chain(others.iter_mut().map(|(.., operand)| operand)).collect()
        }
        Part::If(parts) => parts.iter_mut().collect(),
        Part::Rounds { rounds, seed, body, .. } => {
            rounds.iter_mut().chain([seed, body]).map(|part| &mut **part).collect()
        }
    }
}

/// Operators that are taken for another one.
const OPERATORS: [(&str, &str); 19] = [
    ("&", "|"),
    ("|", "&"),
    ("|", "^"),
    ("^", "|"),
    ("=", "!="),
    ("!=", "="),
    ("<", "<="),
    ("<=", "<"),
    (">", ">="),
    (">=", ">"),
    ("+", "-"),
    ("-", "+"),
    ("*", "+"),
    ("/", "*"),
    ("and", "or"),
    ("or", "and"),
    ("=>", "and"),
    ("subset", "="),
    (">=", "="),
];

/// Names and functions that are taken for another one.
const NAMES: [(&str, &str); 19] = [
    ("any", "none"),
    ("min", "max"),
    ("max", "min"),
    ("second", "false"),
    ("true", "false"),
    ("false", "true"),
    ("empty", "board"),
    ("occupied", "board"),
    ("none", "board"),
    ("board", "occupied"),
    ("dark", "light"),
    ("light", "dark"),
    ("corners", "edges"),
    ("middle", "board"),
    ("W", "H"),
    ("H", "W"),
    ("directions", "diagonals"),
    ("orthogonals", "directions"),
    ("north", "northeast"),
];

fn named(part: &mut Part, name: &str, other: &str) {
    if let Part::Name(known) | Part::Call(known, _) = part
        && known == name
    {
        other.clone_into(known);
    }
}

fn take(tree: &mut Tree) -> Part {
    std::mem::replace(&mut tree.part, Part::Number(0))
}

/// `d(s)` becomes an expression in which `{d}` is the direction and `edge` is the word.
fn moved(part: &mut Part, by: &str) {
    let is_direction = |name: &str| name == "d" || name == "e" || direction(name).is_some();
    if let Part::Call(name, words) = part
        && is_direction(name)
    {
        let words_of_text = split(&by.replace("{d}", name)).expect("an expression");
        let body = Reader::new(&words_of_text).expression().expect("an expression");
        let word = Tree { at: 1, part: take(&mut words[0]) };
        *part = Part::Let("edge".to_owned(), Box::new(word), Box::new(body));
    }
}

fn mutants_of_operators() -> Vec<Mutant> {
    let operators = OPERATORS.map(|(operator, other)| {
        of_parts(&format!("{operator} is {other}"), move |part| {
            let Part::Chain(_, others) = part else { return };
            for (_, known, _) in others.iter_mut().filter(|(_, known, _)| known == operator) {
                other.clone_into(known);
            }
        })
    });
    let names = NAMES
        .map(|(name, other)| of_parts(&format!("{name} is {other}"), move |part| named(part, name, other)));
    operators.into_iter().chain(names).collect()
}

fn mutants_of_forms() -> Vec<Mutant> {
    vec![
        of_parts("`not` does nothing", |part| {
            if let Part::Not(of) = part {
                *part = take(of);
            }
        }),
        of_parts("`~` does nothing", |part| {
            if let Part::Complement(of) = part {
                *part = take(of);
            }
        }),
        of_parts("`opposite` does nothing", |part| {
            if let Part::Call(name, parts) = part
                && name == "opposite"
            {
                *part = take(&mut parts[0]);
            }
        }),
        of_parts("numbers are one more", |part| {
            if let Part::Number(number) = part {
                *number += 1;
            }
        }),
        of_parts("ranks are files", |part| {
            if let Part::Lines { is_rank, .. } = part {
                *is_rank = !*is_rank;
            }
        }),
        of_parts("of several ranks or files there is the first", |part| {
            if let Part::Lines { last, .. } = part {
                *last = None;
            }
        }),
        of_parts("`s[a1]` holds if a1 is not in s", |part| {
            if let Part::At(..) = part {
                let of = Tree { at: 1, part: std::mem::replace(part, Part::Number(0)) };
                *part = Part::Not(Box::new(of));
            }
        }),
        of_parts("`m.from` and `m.to` are exchanged", |part| field(part, &[("from", "to"), ("to", "from")])),
        of_parts("`m.over` is `m.to`", |part| field(part, &[("over", "to")])),
        of_parts("some is all", |part| quantified(part, Quantifier::Some, Quantifier::All)),
        of_parts("all is some", |part| quantified(part, Quantifier::All, Quantifier::Some)),
        of_parts("the first direction of a list is the only one", |part| {
            if let Part::Directions(list) = part {
                list.truncate(1);
            }
        }),
        of_parts("the branches of `if` are exchanged", |part| {
            if let Part::If(parts) = part {
                parts.swap(1, 2);
            }
        }),
        of_parts("a closure does not keep what it has", |part| {
            if let Part::Rounds { is_closure, rounds: None, .. } = part {
                *is_closure = false;
            }
        }),
        of_parts("a closure is one round", |part| {
            if let Part::Rounds { is_closure: true, rounds, .. } = part {
                *rounds = Some(Box::new(Tree { at: 1, part: Part::Number(1) }));
            }
        }),
        of_parts("a repetition is a closure", |part| {
            if let Part::Rounds { is_closure, .. } = part {
                *is_closure = true;
            }
        }),
        of_parts("there is one round too many", |part| more_rounds(part, "+")),
        of_parts("there is one round too few", |part| more_rounds(part, "-")),
        of_parts("`near` is one step further", |part| {
            if let Part::Call(name, parts) = part
                && name == "near"
                && let Part::Number(steps) = &mut parts[1].part
            {
                *steps += 1;
            }
        }),
        of_parts("what is moved over the edge stays", |part| {
            moved(part, "{d}(edge) | edge & ~opposite({d})(board)");
        }),
        of_parts("what is moved over the edge enters at the other one", |part| {
            moved(part, "{d}(edge) | repeat(min(W, H)-1, edge & ~opposite({d})(board), S: opposite({d})(S))");
        }),
        of_parts("what is moved stays as well", |part| moved(part, "{d}(edge) | edge")),
    ]
}

fn field(part: &mut Part, fields: &[(&str, &str)]) {
    if let Part::Field(_, name) = part
        && let Some((_, other)) = fields.iter().find(|(known, _)| name == known)
    {
        (*other).clone_into(name);
    }
}

fn quantified(part: &mut Part, from: Quantifier, to: Quantifier) {
    if let Part::Quantified { quantifier, .. } = part
        && *quantifier == from
    {
        *quantifier = to;
    }
}

fn more_rounds(part: &mut Part, operator: &str) {
    if let Part::Rounds { rounds: Some(rounds), .. } = part {
        let one = Tree { at: 1, part: Part::Number(1) };
        let first = Box::new(Tree { at: 1, part: take(rounds) });
        rounds.part = Part::Chain(first, vec![(1, operator.to_owned(), one)]);
    }
}

fn mutants_of_games() -> Vec<Mutant> {
    vec![
        of_game("`swap` does nothing", |game| game.swaps.clear()),
        of_game("`turn` does nothing", |game| game.turn = None),
        of_game("another symmetry turns the board", |game| {
            game.turn = game.turn.map(|_| Symmetry::MirrorFiles);
        }),
        of_game("who is stuck wins", |game| stuck(game, GameResult::Won)),
        of_game("who is stuck draws", |game| stuck(game, GameResult::Drawn)),
        of_game("nobody passes", |game| game.stuck = Stuck::Ends(GameResult::Lost)),
        of_game("everybody passes", |game| game.stuck = Stuck::Passes),
        of_game("no condition ends the game", |game| game.ends.clear()),
        of_game("the last condition decides", |game| game.ends.reverse()),
        of_game("won is lost", |game| results(game, GameResult::Won, GameResult::Lost)),
        of_game("lost is won", |game| results(game, GameResult::Lost, GameResult::Won)),
        of_game("drawn is lost", |game| results(game, GameResult::Drawn, GameResult::Lost)),
        of_game("nothing is judged at the end", |game| game.last_ends.clear()),
        of_game("the end is judged before", |game| game.ends.append(&mut game.last_ends)),
        of_game("`require` admits everything", |game| game.require.clear()),
        of_game("the first `require` counts", |game| game.require.truncate(1)),
        of_game("guards always hold", |game| game.kinds.iter_mut().for_each(|kind| kind.guard = None)),
        of_game("steps go back", |game| ways(game, |files, ranks| (-files, -ranks))),
        of_game("steps are of one square", |game| {
            ways(game, |files, ranks| (files.signum(), ranks.signum()));
        }),
        of_game("steps of one square go across", |game| ways(game, |files, ranks| (ranks, files))),
        of_game("no kind is written", |game| {
            game.kinds.iter_mut().for_each(|kind| kind.kind.is_written = false);
        }),
        of_game("each kind is written", |game| {
            game.kinds.iter_mut().for_each(|kind| kind.kind.is_written = true);
        }),
        of_game("the last kind is no kind", |game| drop(game.kinds.pop())),
        of_game("the first kind is tried last", |game| game.kinds.rotate_left(1)),
        of_game("all kinds have the effects of the first one", |game| {
            let effects = game.kinds[0].effects.clone();
            game.kinds.iter_mut().for_each(|kind| kind.effects.clone_from(&effects));
        }),
        of_game("only the first word changes", |game| {
            game.kinds.iter_mut().for_each(|kind| kind.effects.truncate(1));
        }),
        of_game("the kind of a move is the first one", |game| {
            let name = game.kinds[0].kind.name.clone();
            game.kinds.iter_mut().for_each(|kind| kind.kind.name.clone_from(&name));
        }),
        of_game("the board has no holes", |game| {
            let (files, ranks) = game.size;
            game.squares = (0..ranks).flat_map(|rank| (0..files).map(move |file| (file, rank))).collect();
        }),
        of_game("the start is the one of the next player", |game| game.start = game.passed(&game.start)),
        of_game("there is no score", |game| game.score = None),
        of_game("there is one player", |game| game.players = Players::One),
        of_game("there are two players", |game| game.players = Players::Two(None)),
        of_game("the letters are exchanged", |game| {
            let last = game.words.len() - 1;
            let letters = (game.words[0].1, game.words[last].1);
            (game.words[last].1, game.words[0].1) = letters;
        }),
        of_game("numbers of blocks and settings are one more", |game| {
            bounds(game, |bound| {
                if let Bound::Number(number) = bound {
                    *number += 1;
                }
            });
        }),
        of_game("directions of blocks are opposite", |game| {
            bounds(game, |bound| {
                if let Bound::Direction((files, ranks)) = bound {
                    (*files, *ranks) = (-*files, -*ranks);
                }
            });
        }),
    ]
}

fn stuck(game: &mut FileGame, result: GameResult) {
    if game.stuck != Stuck::Passes {
        game.stuck = Stuck::Ends(result);
    }
}

fn results(game: &mut FileGame, from: GameResult, to: GameResult) {
    for (result, _) in game.ends.iter_mut().chain(&mut game.last_ends) {
        if *result == from {
            *result = to;
        }
    }
}

fn ways(game: &mut FileGame, changed: fn(isize, isize) -> (isize, isize)) {
    for FileKind { kind, .. } in &mut game.kinds {
        if let MoveSquares::From(files, ranks) = kind.way {
            let (files, ranks) = changed(files, ranks);
            kind.way = MoveSquares::From(files, ranks);
        }
    }
}

fn bounds(game: &mut FileGame, change: fn(&mut Bound)) {
    let of_all = |bounds: &mut Bounds| bounds.iter_mut().for_each(|(_, bound)| change(bound));
    game.scope.definitions.values_mut().for_each(|definition| of_all(&mut definition.bounds));
    for FileKind { targets, effects, .. } in &mut game.kinds {
        of_all(&mut targets.bounds);
        for (_, effect) in effects {
            of_all(&mut effect.bounds);
        }
    }
}

#[test]
fn each_wrong_meaning_is_noticed() {
    let games = KNOWN.map(|facts| (facts.game(), facts));
    for (game, facts) in &games {
        assert!(!facts.differ(game), "{} as it is", facts.text);
    }
    let mutants = [mutants_of_operators(), mutants_of_forms(), mutants_of_games()].into_iter().flatten();
    let mut noticed = BTreeMap::new();
    let mut missed = Vec::new();
    for Mutant { wrong, change } in mutants {
        let by = games.iter().find(|(game, facts)| {
            let mut mutant = game.clone();
            change(&mut mutant);
            facts.differ(&mutant)
        });
        match by {
            Some((_, facts)) => *noticed.entry(facts.text).or_insert(0) += 1,
            None => missed.push(wrong),
        }
    }
    assert!(missed.is_empty(), "not noticed: {missed:#?}");
    assert!(noticed.len() >= 3 && noticed.values().sum::<usize>() >= 90, "{:?}", noticed.values());
}
