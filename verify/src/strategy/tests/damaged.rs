//! Strategies that are damaged at random: refused, or still a strategy by another judgement.

use super::graphs::{Random, random_game, strongest};
use super::*;

/// A text with a byte, a line or a number that is another one.
pub(super) fn damaged(random: &mut Random, text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
    let (at, line) = (random.below(bytes.len()), 3 + random.below(lines.len() - 3));
    let other = 3 + random.below(lines.len() - 3);
    match random.below(9) {
        0 => bytes[at] = b"0123456789\t\nto"[random.below(14)],
        1 => bytes[at] ^= 1 << random.below(7),
        2 => drop(bytes.remove(at)),
        3 => bytes.insert(at, b"0123456789\t\n"[random.below(12)]),
        4 => bytes.truncate(at),
        kind => {
            match kind {
                5 => lines.swap(line, other),
                6 => lines[line] = lines[other].clone(),
                7 => drop(lines.remove(line)),
                _ => {
                    // Another ply or number in a line of the same form.
                    let mut parts: Vec<&str> = lines[line].split('\t').collect();
                    let others: Vec<&str> = lines[other].split('\t').collect();
                    let part = random.below(3);
                    if part < parts.len().min(others.len()) {
                        parts[part] = others[part];
                    }
                    lines[line] = parts.join("\t");
                }
            }
            if random.below(2) == 0 {
                let count = lines.iter().skip_while(|line| *line != "\n").count().saturating_sub(1);
                let place = lines.iter().position(|line| line.starts_with("positions "));
                if let Some(place) = place {
                    lines[place] = format!("positions {count}\n");
                }
            }
            bytes = lines.concat().into_bytes();
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Strategies of random games, of each kind.
fn strategies(random: &mut Random) -> Vec<(Listed, String)> {
    let mut found = Vec::new();
    while found.len() < 100 {
        let game = random_game(random, 40, None);
        let owner = if game.is_puzzle || random.below(2) == 0 { Owner::Mover } else { Owner::Other };
        let graph = Graph::new(&game, "00000", owner, &[]);
        let claims = strongest(&graph);
        let claim = claims.get(random.below(claims.len().max(1))).copied();
        let strategy = claim.and_then(|claim| Some((claim, graph.strategy(claim)?)));
        if let Some((claim, lines)) = strategy.filter(|(_, lines)| lines.len() > 3) {
            found.push((game, graph.text(claim, &lines)));
        }
    }
    found
}

#[test]
fn damaged_texts_are_refused_or_still_strategies() {
    let mut random = Random(9);
    let (mut verified, mut refused) = (0, 0);
    for (game, text) in strategies(&mut random) {
        for _ in 0..100 {
            let damaged = damaged(&mut random, &text);
            match verdict(&game, &damaged) {
                Ok(_) => {
                    assert!(is_shown(&game, &damaged), "{damaged}\n{game:?}");
                    verified += usize::from(damaged != text);
                }
                Err(StrategyError::Refused { .. }) => refused += 1,
                Err(_) => {}
            }
        }
    }
    assert!(verified > 20 && refused > 3000, "{verified} {refused}");
}

#[test]
fn damaged_files_are_not_verified() {
    let mut random = Random(17);
    for (game, text) in strategies(&mut random).into_iter().take(40) {
        let whole = packed(&text, 6);
        for _ in 0..50 {
            let mut bytes = whole.clone();
            let at = random.below(bytes.len());
            match random.below(3) {
                0 => bytes[at] ^= 1 << random.below(8),
                1 => drop(bytes.remove(at)),
                _ => bytes.truncate(at),
            }
            let verdict = checked(&game, &bytes, 1 << 20);
            assert!(verdict.is_err(), "{at} of {}", bytes.len());
        }
    }
}
