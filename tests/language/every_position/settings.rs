//! Which questions are asked, and in which way.

use super::boards::{Domain, Notation};
use super::positions::{Among, Game, Passing};
use crate::generator::{Generator, OTHELLO, Words};
use crate::support::random::Random;
use certamen::ask::error::QuestionError;
use certamen::ask::flag::Given;
use certamen::ask::kind::Kind;
use certamen::ask::question::Question;
use certamen::games::registry;
use std::collections::HashMap;
use std::sync::Arc;
use verify::language::{Judgement, NaiveView, judge};
use verify::ostle::Variant;
use verify::{ostle, othello};

/// Ostle on 3x3.
const OSTLE: Words = Words {
    side: 3,
    of_position: &["own", "opp", "hole", "empty", "occupied", "up", "down", "left", "right"],
    often: &["own", "opp", "hole"],
    of_move: &["@.to", "@.from"],
    sets: &["moves", "moves", "up", "left"],
    kinds: &["up", "down", "left", "right"],
};

/// The greatest number of boards of a set, before the naive game refuses some.
const BOARDS: usize = 500;

/// A question with the answers that the naive evaluator finds.
pub(super) struct Asked {
    pub(super) question: Question,
    pub(super) notation: Notation,
    /// What is asked in the table: the game and the positions.
    pub(super) way: String,
    /// The same as a command.
    pub(super) command: String,
    /// Whether the largest or the smallest value is asked for.
    pub(super) has_number: bool,
    pub(super) is_exact: bool,
    /// Whether games lead to the positions.
    pub(super) is_of_games: bool,
    /// The positions that answer it, in the order of their lines, each with its value.
    pub(super) answers: Vec<(String, Option<i64>)>,
}

/// The games.
pub(super) struct Table {
    kinds: Vec<Arc<dyn Kind>>,
    othello: Game<othello::OthelloView>,
    ostle: Vec<Game<ostle::OstleView>>,
}

impl Table {
    pub(super) fn new() -> Self {
        let notation = Notation {
            side: 4,
            letters: &['-', 'O', 'X'],
            words: &["opp", "own"],
            from_the_top: false,
            between: "",
        };
        let othello = Game {
            naive: othello::OthelloView::new(othello::Size::Four),
            name: "othello",
            given: Given::new().with_text("board", "4x4"),
            notation,
            words: &OTHELLO,
            known: HashMap::new(),
        };
        let ostle = [(1, 0), (2, 0), (2, 1), (3, 0), (3, 1), (3, 2)].into_iter().map(ostle_of);
        Self { kinds: registry().kinds().to_vec(), othello, ostle: ostle.collect() }
    }

    /// The question of a seed.
    pub(super) fn ask(&mut self, seed: u64) -> Asked {
        let mut random = Random::new(seed);
        for attempt in 0.. {
            let (seed, kinds) = (random.word(), &self.kinds);
            let asked = if random.below(3) == 0 {
                let place = random.below(self.ostle.len());
                let pieces = [1, 2, 2, 3, 3, 3][place];
                let among = match random.below(10) {
                    0..5 => Among::Any,
                    5..8 => Among::Plies(random.below(4)),
                    // From all positions, of which there are too many with three pieces a side.
                    _ if pieces < 3 => Among::LastPlies { most: 5, plies: 1 + random.below(3 - pieces) },
                    _ => Among::Plies(4),
                };
                ask(kinds, &mut self.ostle[place], (among, 1 + 2 * pieces), &mut random, seed)
            } else {
                let among = othello_among(&mut random);
                ask(kinds, &mut self.othello, (among, 4), &mut random, seed)
            };
            match asked {
                Ok(asked) => return asked,
                Err(error) => assert!(attempt < 1_000 && is_void(&error), "{error}"),
            }
        }
        unreachable!("some question has a meaning")
    }
}

/// Whether a generated question says nothing: it is constant, quantifies over no move, or is too large.
fn is_void(error: &QuestionError) -> bool {
    let error = error.to_string();
    ["does not depend on the position", "no move can be in this set", "at most 5000", "is already a name"]
        .iter()
        .any(|reason| error.contains(reason))
}

fn ostle_of((pieces, lose_at): (u32, u32)) -> Game<ostle::OstleView> {
    let size = ostle::Size::new(3).expect("a size");
    let variant = Variant::new(size, pieces as usize, lose_at as usize).expect("a variant");
    let given = Given::new().with_text("board", "3x3");
    Game {
        naive: ostle::OstleView::new(variant),
        name: "ostle",
        given: given.with_number("pieces", pieces).with_number("lose-at", lose_at),
        notation: Notation {
            side: 3,
            letters: &['0', '1', '2', '3'],
            words: &["own", "opp", "hole"],
            from_the_top: true,
            between: "-",
        },
        words: &OSTLE,
        known: HashMap::new(),
    }
}

fn othello_among(random: &mut Random) -> Among {
    match random.below(20) {
        0..5 => Among::Any,
        5 => Among::Pieces(4, 4 + random.below(2)),
        6..8 => {
            let least = 4 + random.below(13);
            Among::Pieces(least, least + random.below(17 - least))
        }
        8..11 => Among::Plies(random.below(5)),
        11..14 => Among::Moves([0, 1, 2, 3, 3, 4][random.below(6)], Passing::AtOnce),
        14..16 => Among::Moves(random.below(4), Passing::Freely),
        16 => Among::Moves(random.below(5), Passing::Never),
        17..19 => {
            let (pieces, moves) = [(5, 1), (6, 1), (6, 2), (7, 2), (7, 3), (8, 4)][random.below(6)];
            Among::LastMoves { pieces, moves }
        }
        _ => Among::LastPlies { most: 5, plies: 1 + random.below(3) },
    }
}

/// A question about some positions of a game.
fn ask<S: NaiveView>(
    kinds: &[Arc<dyn Kind>],
    game: &mut Game<S>,
    (among, start): (Among, usize),
    random: &mut Random,
    seed: u64,
) -> Result<Asked, QuestionError> {
    // All positions are too many: the question names some of them.
    let mut only = None;
    let positions = match among {
        Among::Pieces(4, 4 | 5) | Among::Plies(_) | Among::Moves(..) | Among::LastMoves { .. } => {
            game.among(among).to_vec()
        }
        // A ply adds no more than a piece: those with no more pieces come from positions with no more.
        Among::LastPlies { most, .. } if game.name == "othello" => {
            only = Some(format!("count(occupied) <= {most}"));
            let ends = game.among(among);
            ends.iter().filter(|line| game.notation.pieces(line) <= most).cloned().collect()
        }
        Among::Any | Among::Pieces(..) | Among::LastPlies { .. } => {
            let (domain, mut positions) = loop {
                let domain = Domain::random(game.notation, BOARDS, random);
                let positions = game.positions(&domain);
                if !positions.is_empty() {
                    break (domain, positions);
                }
            };
            match among {
                Among::Pieces(least, most) => {
                    positions.retain(|line| (least..=most).contains(&game.notation.pieces(line)));
                }
                Among::LastPlies { .. } => {
                    let ends = game.among(among);
                    positions.retain(|line| ends.binary_search(line).is_ok());
                }
                _ => {}
            }
            only = Some(domain.text());
            positions
        }
    };
    let has_number = among.is_exact() && random.below(4) == 0;
    let text = Generator::about(game.words, seed).question(only.as_deref(), has_number);
    let given = among.given(game.given.clone().with_text("ask", &text), start, random);
    let kind = kinds.iter().find(|kind| kind.name() == game.name).expect("its questions");
    let question = kind.ask(&given)?;
    let mut answers = Vec::new();
    for line in &positions {
        let judged = judge(&game.naive, &text, line).unwrap_or_else(|error| panic!("{text}: {error}"));
        if let Judgement { answers: true, value, .. } = judged {
            answers.push((line.clone(), value));
        }
    }
    answers.sort_by_cached_key(|(line, _)| game.notation.rank(line));
    let flags = given.clone().without("ask");
    Ok(Asked {
        question,
        notation: game.notation,
        way: format!("{}, {}", game.name, among.name()),
        command: format!("{} '{text}'{flags}", game.name),
        has_number,
        is_exact: among.is_exact(),
        is_of_games: matches!(among, Among::Plies(_) | Among::Moves(..)),
        answers,
    })
}
