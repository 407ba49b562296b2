//! Strategies of small game files of different kinds.

use super::damaged::damaged;
use super::graphs::{Random, strongest};
use super::*;
use crate::game_file::{FileGame, GameFile};

/// Two stones in a row win; a full board is drawn. Mirrored files are the same.
const ROWS: &str = "game rows \"Three stones in a line win.\"\nboard 3x3\nword own X, opp O\nswap own opp\n\
    place stone = empty\nplay own = own | m.to\nlost if some d in north east northeast southeast : any(d(d(opp) & opp) & opp)\n\
    drawn if none(empty)\n";
/// Stones are turned; who cannot turn any passes; the difference counts.
const TURNS: &str = "game turns \"Turn what you enclose.\"\nboard 3x3\nword own X, opp O\nswap own opp\n\
    start own = {a1, b2}, opp = {b1, a2}\nlet run(d, s) = closure(d(s) & opp, S: d(S) & opp, at most W-2)\n\
    let flips(m) = union d in directions: run(d, m.to) & run(opposite(d), own)\n\
    place disc = empty & (union d in directions: d(run(d, own)))\n\
    play own = own | m.to | flips(m), opp = opp & ~flips(m)\nstuck passes\n\
    at the end won if count(own) > count(opp)\nat the end lost if count(own) < count(opp)\n\
    score count(own) - count(opp)\n";
/// One king each, which go round in circles; who stands on the far rank has won.
const KINGS: &str = "game kings \"Reach the far rank.\"\nboard 3x3\nword own X, opp O\nswap own opp\nturn mirror-ranks\n\
    symmetry mirror-files\nstart own = {a1}, opp = {c3}\nfor d in orthogonals:\n  step go_d d = d(own) & empty\n\
    play own = own ^ m.from | m.to\nlost if any(opp & {b1})\nstuck loses\n";
/// Hounds go up only; the second player's fox goes both ways.
const SIDES: &str = "game sides \"Hounds go up, the fox as it likes.\"\nboard 3x3\nword own X, opp O\nswap own opp\n\
    start own = {a1, c1}, opp = {b3}\nfor d in northwest northeast:\n  step up_d d = d(own) & empty\n\
    for d in southwest southeast:\n  step down_d d = d(own) & empty when second\nplay own = own ^ m.from | m.to\n\
    lost if second and any(own & rank 1)\nwon if second and any(own & rank 1)\nstuck loses\n";
/// Put out all lights.
const LIGHTS: &str = "game lights \"Put out all lights.\"\nplayers 1\nboard 3x2\nword light *\nsymmetry mirror-files\n\
    start light = board\nplace press = board\nplay light = light ^ near(m.to, 1)\nwon if none(light)\n";

fn game(text: &str) -> FileGame {
    let file = GameFile::parse(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let board = file.boards().remove(0);
    file.on(&board).expect("a board")
}

const MIRROR: [usize; 11] = [2, 1, 0, 3, 6, 5, 4, 7, 10, 9, 8];
const TRANSPOSED: [usize; 11] = [0, 4, 8, 3, 1, 5, 9, 7, 2, 6, 10];

/// The group of all symmetries of a board of 3x3.
fn square() -> Vec<Vec<usize>> {
    let after = |one: &[usize; 11], other: &[usize; 11]| -> [usize; 11] { other.map(|place| one[place]) };
    let turn = after(&MIRROR, &TRANSPOSED);
    let half = after(&turn, &turn);
    let images = [
        MIRROR,
        TRANSPOSED,
        turn,
        half,
        after(&half, &turn),
        after(&half, &MIRROR),
        after(&half, &TRANSPOSED),
    ];
    images.map(|image| image.to_vec()).to_vec()
}

#[test]
fn strategies_of_game_files_are_verified() {
    let mirror = vec![MIRROR.to_vec()];
    let half = vec![vec![2, 1, 0, 3, 6, 5, 4]];
    let games =
        [(ROWS, square()), (TURNS, vec![]), (KINGS, mirror.clone()), (SIDES, mirror.clone()), (LIGHTS, half)];
    let (mut met, mut passes) = (Vec::new(), 0);
    for (file, symmetries) in games {
        let game = game(file);
        let start = game.print(&game.start());
        for owner in [Owner::Mover, Owner::Other].into_iter().take(if game.is_puzzle() { 1 } else { 2 }) {
            let graph = Graph::new(&game, &start, owner, &symmetries);
            for claim in strongest(&graph) {
                if matches!(claim, Claim::Wins { score: Some(_), .. }) != (file == TURNS)
                    && claim != Claim::Keeps
                {
                    continue;
                }
                let lines = graph.strategy(claim).expect("a true claim");
                let text = graph.text(claim, &lines);
                let checked = verdict(&game, &text).unwrap_or_else(|error| panic!("{error}: {text}"));
                assert!(is_shown(&game, &text));
                met.push(format!("{owner} {claim}: {} {}", lines.len(), checked.images));
                passes +=
                    graph.nodes.iter().flat_map(|node| &node.plies).filter(|(ply, _)| ply == "pass").count();
            }
        }
    }
    assert_eq!(
        met,
        [
            "mover keeps: 49 323",
            "mover holds 9: 49 323",
            "other keeps: 118 871",
            "other holds 9: 118 871",
            "mover wins within 5 score -2: 3 3",
            "mover wins within 5 score 0: 3 3",
            "mover wins within 5 score 2: 3 3",
            "mover keeps: 3 3",
            "mover wins within 5: 6 12",
            "mover keeps: 6 12",
            "mover holds 9: 6 12",
            "other holds 4: 14 26",
            "mover holds 7: 7 13",
            "other wins within 8: 5 10",
            "other keeps: 5 10",
            "other holds 9: 5 10",
            "mover wins within 2: 2 3",
            "mover keeps: 3 4",
            "mover holds 9: 3 4",
        ]
    );
    assert!(passes > 0);
}

#[test]
fn a_false_symmetry_and_images_that_are_not_the_smallest_are_refused() {
    let is_refused = |game: &FileGame, text: &str| {
        let verdict = verdict(game, text);
        assert!(matches!(verdict, Err(StrategyError::Refused { .. })), "{verdict:?}: {text}");
    };
    let rows = game(ROWS);
    let graph = Graph::new(&rows, "O.X/.../...", Owner::Mover, &square());
    let text = graph.text(Claim::Keeps, &graph.strategy(Claim::Keeps).expect("a strategy"));
    assert!(verdict(&rows, &text).is_ok());
    let first = text.lines().find(|line| line.starts_with("symmetry")).expect("a symmetry").to_owned() + "\n";
    is_refused(&rows, &text.replacen(&first, "", 1));
    is_refused(&rows, &text.replacen(&first, &first.replace("2 1 0", "2 0 1"), 1));
    let longer = first.trim_end().to_owned() + " 11 12\n";
    let none: String = text.split_inclusive('\n').filter(|line| !line.starts_with("symmetry")).collect();
    is_refused(&rows, &none);
    is_refused(&rows, &none.replacen("positions", &(longer + "positions"), 1));
    // The board upside down is another position of this game, and so is one with another player to move.
    let kings = game(KINGS);
    let start = kings.print(&kings.start());
    let claim = Claim::Wins { within: 5, score: None };
    let graph = Graph::new(&kings, &start, Owner::Mover, &[]);
    let text = graph.text(claim, &graph.strategy(claim).expect("a strategy"));
    assert!(verdict(&kings, &text).is_ok());
    for symmetry in ["8 9 10 3 4 5 6 7 0 1 2", "10 9 8 7 6 5 4 3 2 1 0", "1 0 2 3 4 5 6 7 8 9 10"] {
        is_refused(&kings, &text.replacen("positions", &format!("symmetry {symmetry}\npositions"), 1));
    }
    // A position in the place of its mirror image.
    let graph = Graph::new(&kings, &start, Owner::Mover, &[MIRROR.to_vec()]);
    let mut lines = graph.strategy(claim).expect("a strategy");
    let group = Group::new(vec![MIRROR.to_vec()]).expect("a group");
    let other =
        |text: &str| group.images(text).expect("images").last().map(|image| image.clone().into_owned());
    let (place, image) = lines
        .keys()
        .find_map(|text| other(text).filter(|image| image != text).map(|image| (text.clone(), image)))
        .expect("a position that is not its own image");
    let (ply, number) = lines.remove(&place).expect("a line");
    let mirrored = |name: char| match name {
        'a' => 'c',
        'c' => 'a',
        other => other,
    };
    let name = ply.split('=').next().unwrap_or(&ply).chars().map(mirrored).collect();
    lines.insert(image, (name, number));
    is_refused(&kings, &graph.text(claim, &lines));
}

#[test]
fn damaged_strategies_with_images_are_refused_or_still_strategies() {
    let (mut random, mut verified, kings) = (Random(3), 0, game(KINGS));
    let graph = Graph::new(&kings, &kings.print(&kings.start()), Owner::Other, &[MIRROR.to_vec()]);
    for claim in strongest(&graph) {
        let text = graph.text(claim, &graph.strategy(claim).expect("a strategy"));
        for _ in 0..1000 {
            let damaged = damaged(&mut random, &text);
            if verdict(&kings, &damaged).is_ok() {
                assert!(is_shown(&kings, &damaged), "{damaged}");
                verified += 1;
            }
        }
    }
    assert!(verified > 0);
}
