//! Strategies of small games, made by a naive search of their whole graph.

mod damaged;
mod files;
mod forged;
mod graphs;

use super::check::{Checked, check_within};
use super::header::{Claim, Owner};
use super::symmetry::Group;
use super::{StrategyError, read_header};
use crate::naive::{GameResult, Naive, NaiveError};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::{Cursor, Write};
use std::num::NonZero;

/// How a game has ended for the owner of a strategy.
#[derive(Clone, Copy, Debug)]
struct End {
    result: GameResult,
    score: Option<i64>,
}

impl End {
    /// Whether it is the goal of the player who attacks.
    fn is_goal(self, claim: Claim) -> bool {
        match claim {
            Claim::Wins { score: None, .. } => self.result == GameResult::Won,
            Claim::Wins { score: Some(least), .. } => self.score.is_some_and(|score| score >= least),
            Claim::Holds { .. } | Claim::Keeps => self.result == GameResult::Lost,
        }
    }
}

#[derive(Debug)]
struct Node {
    text: String,
    is_owner: bool,
    end: Option<End>,
    plies: Vec<(String, usize)>,
}

/// A position and all that it and its images lead to.
struct Graph {
    owner: Owner,
    is_puzzle: bool,
    symmetries: Vec<Vec<usize>>,
    group: Group,
    numbers: HashMap<(String, bool), usize>,
    nodes: Vec<Node>,
}

/// The lines of a strategy: for each position the ply and the number.
type Lines = BTreeMap<String, (String, u32)>;

impl Graph {
    fn new<N: Naive>(game: &N, position: &str, owner: Owner, symmetries: &[Vec<usize>]) -> Graph {
        let group = Group::new(symmetries.to_vec()).expect("a group");
        let (numbers, nodes, symmetries) = (HashMap::new(), Vec::new(), symmetries.to_vec());
        let mut graph = Graph { owner, is_puzzle: game.is_puzzle(), symmetries, group, numbers, nodes };
        graph.number(position.to_owned(), owner == Owner::Mover);
        let mut done = 0;
        while done < graph.nodes.len() {
            graph.look_at(game, done);
            done += 1;
        }
        graph
    }

    fn number(&mut self, text: String, is_owner: bool) -> usize {
        let known = self.numbers.len();
        let number = *self.numbers.entry((text.clone(), is_owner)).or_insert(known);
        if number == known {
            self.nodes.push(Node { text, is_owner, end: None, plies: Vec::new() });
        }
        number
    }

    fn look_at<N: Naive>(&mut self, game: &N, number: usize) {
        let (text, is_owner) = (self.nodes[number].text.clone(), self.nodes[number].is_owner);
        for image in self.group.images(&text).expect("images") {
            self.number(image.into_owned(), is_owner);
        }
        let position = game.parse(&text).expect("a position");
        let (result, mut plies) = game.judged_plies(&position).expect("a judgement");
        let next_is_owner = self.is_puzzle || !is_owner;
        self.nodes[number].end = result.map(|result| {
            let turned = [(GameResult::Won, GameResult::Lost), (GameResult::Lost, GameResult::Won)];
            let of_other = turned.iter().find(|(one, _)| *one == result).map_or(result, |(_, other)| *other);
            let score = game.score(&position);
            if is_owner { End { result, score } } else { End { result: of_other, score: score.map(|s| -s) } }
        });
        if result.is_none() && plies.is_empty() {
            plies.push(("pass".to_owned(), game.pass(&position).expect("a pass")));
        }
        for (name, next) in plies {
            let next = self.number(game.print(&next), next_is_owner);
            self.nodes[number].plies.push((name, next));
        }
    }

    /// For each node, within how many plies the attacker reaches the goal of the claim at best.
    fn times(&self, claim: Claim) -> Vec<Option<u32>> {
        let attacks = matches!(claim, Claim::Wins { .. });
        let goal = |node: &Node| node.end.is_some_and(|end| end.is_goal(claim)).then_some(0);
        let mut times: Vec<Option<u32>> = self.nodes.iter().map(goal).collect();
        for round in 1.. {
            let decided = |node: &Node| {
                let mut next = node.plies.iter().map(|&(_, next)| times[next].is_some());
                !node.plies.is_empty()
                    && if node.is_owner == attacks { next.any(|is| is) } else { next.all(|is| is) }
            };
            let new: Vec<usize> =
                (0..times.len()).filter(|&at| times[at].is_none() && decided(&self.nodes[at])).collect();
            if new.is_empty() {
                break;
            }
            for at in new {
                times[at] = Some(round);
            }
        }
        times
    }

    /// A strategy that shows the claim; `None` if it is false.
    fn strategy(&self, claim: Claim) -> Option<Lines> {
        let times = self.times(claim);
        let never = u32::MAX;
        let time = |at: usize| times[at].unwrap_or(never);
        let is_true = match claim {
            Claim::Wins { within, .. } => time(0) <= within,
            Claim::Holds { plies } => time(0) > plies,
            Claim::Keeps => time(0) == never,
        };
        let mut lines = Lines::new();
        // The number of plies that are needed there; enough for the others.
        let mut ahead = vec![(0, if let Claim::Holds { plies } = claim { plies } else { never })];
        while let Some((at, left)) = ahead.pop().filter(|_| is_true) {
            let node = &self.nodes[at];
            if node.end.is_some() || left == 0 {
                continue;
            }
            if !node.is_owner {
                ahead.extend(node.plies.iter().map(|&(_, next)| (next, left - 1)));
                continue;
            }
            let text = self.group.smallest(node.text.clone()).expect("an image");
            let at = self.numbers[&(text.clone(), true)];
            let best = |(_, next): &&(String, usize)| match claim {
                Claim::Wins { .. } => time(*next),
                _ => never - time(*next),
            };
            let (ply, next) = self.nodes[at].plies.iter().min_by_key(best).expect("a ply");
            let number = match claim {
                Claim::Wins { .. } => time(at),
                Claim::Holds { plies } => plies.min(time(at) - 1),
                Claim::Keeps => never,
            };
            if lines.insert(text, (ply.clone(), number)).is_none() {
                ahead.push((*next, number - 1));
            }
        }
        is_true.then_some(lines)
    }

    /// The text of a strategy.
    fn text(&self, claim: Claim, lines: &Lines) -> String {
        let mut text = vec!["certamen strategy 1\ngame test".to_owned()];
        text.push(format!("position {}", self.nodes[0].text));
        text.push(format!("owner {}\nclaim {claim}", self.owner));
        for symmetry in &self.symmetries {
            let places: Vec<String> = symmetry.iter().map(ToString::to_string).collect();
            text.push(format!("symmetry {}", places.join(" ")));
        }
        text.push(format!("positions {}\n", lines.len()));
        for (position, (ply, number)) in lines {
            let is_kept = claim == Claim::Keeps;
            let number = if is_kept { String::new() } else { format!("\t{number}") };
            text.push(format!("{position}\t{ply}{number}"));
        }
        text.join("\n") + "\n"
    }
}

/// A text as xz streams of so many lines.
fn packed(text: &str, lines: usize) -> Vec<u8> {
    let mut packed = Vec::new();
    for part in text.split_inclusive('\n').collect::<Vec<_>>().chunks(lines) {
        packed.extend(stream(part.concat().as_bytes()));
    }
    packed
}

fn stream(bytes: &[u8]) -> Vec<u8> {
    let mut options = lzma_rust2::XzOptions::with_preset(0);
    options.lzma_options.dict_size = 1 << 16;
    let mut writer = lzma_rust2::XzWriter::new(Vec::new(), options).expect("a header");
    writer.write_all(bytes).expect("a text");
    writer.finish().expect("a stream")
}

fn checked<N: Naive + Sync>(game: &N, packed: &[u8], memory: usize) -> Result<Checked, StrategyError> {
    let threads = NonZero::new(1 + packed.len() % 2).expect("a thread");
    check_within(game, Cursor::new(packed), threads, memory, &mut |_| true)
}

/// What the checker says about a text.
fn verdict<N: Naive + Sync>(game: &N, text: &str) -> Result<Checked, StrategyError> {
    checked(game, &packed(text, 7), 1 << 20)
}

/// A text that [`Listed`] does not judge.
const LIMIT: &str = "limit";

/// A game whose positions and plies are listed.
#[derive(Clone, Debug, Default)]
struct Listed {
    is_puzzle: bool,
    /// Positions that the game does not judge.
    unjudged: HashSet<usize>,
    ends: HashMap<usize, (GameResult, i64)>,
    plies: HashMap<usize, Vec<usize>>,
    passes: HashMap<usize, usize>,
}

impl Naive for Listed {
    type Position = usize;

    fn parse(&self, text: &str) -> Result<usize, NaiveError> {
        if text == LIMIT {
            return Err(NaiveError::NotJudged("too long".to_owned()));
        }
        let number = text.parse().map_err(|_| "no number")?;
        let is_known = self.ends.contains_key(&number) || self.plies.contains_key(&number);
        if is_known || self.passes.contains_key(&number) { Ok(number) } else { Err("no position".into()) }
    }

    fn print(&self, position: &usize) -> String {
        format!("{position:05}")
    }

    fn ended(&self, position: &usize) -> Option<GameResult> {
        self.ends.get(position).map(|(result, _)| *result)
    }

    fn plies(&self, position: &usize) -> Vec<(String, usize)> {
        let plies = self.plies.get(position).into_iter().flatten();
        plies.map(|&next| (format!("to{next}"), next)).collect()
    }

    fn pass(&self, position: &usize) -> Option<usize> {
        self.passes.get(position).copied()
    }

    fn refusal(&self, position: &usize) -> Option<String> {
        self.unjudged.contains(position).then(|| "too large".to_owned())
    }

    fn is_puzzle(&self) -> bool {
        self.is_puzzle
    }

    fn score(&self, position: &usize) -> Option<i64> {
        self.ends.get(position).map(|(_, score)| *score)
    }
}

/// Judges a text by following its plies from the start, with a count of plies and without its numbers: whether what it
/// claims is shown, if its lines are those of a strategy.
fn is_shown<N: Naive>(game: &N, text: &str) -> bool {
    let Ok(header) = read_header(Cursor::new(stream(text.as_bytes()))) else { return false };
    let Some((_, body)) = text.split_once("\n\n") else { return false };
    let lines: HashMap<&str, &str> = body
        .lines()
        .filter_map(|line| line.split_once('\t'))
        .map(|(p, rest)| (p, rest.split('\t').next().unwrap_or(rest)))
        .collect();
    let left = match header.claim {
        Claim::Wins { within, .. } => Some(within),
        Claim::Holds { plies } => Some(plies),
        Claim::Keeps => None,
    };
    let mut walk = Walk { game, claim: header.claim, group: header.group, lines, seen: HashSet::new() };
    walk.shows(&header.position, header.owner == Owner::Mover, left)
}

struct Walk<'w, N> {
    game: &'w N,
    claim: Claim,
    group: Group,
    lines: HashMap<&'w str, &'w str>,
    /// What has been found to be shown, or is being looked at.
    seen: HashSet<(String, bool, Option<u32>)>,
}

impl<N: Naive> Walk<'_, N> {
    fn shows(&mut self, text: &str, is_owner: bool, left: Option<u32>) -> bool {
        if !self.seen.insert((text.to_owned(), is_owner, left)) {
            return true;
        }
        let Ok(position) = self.game.parse(text) else { return false };
        let Ok((result, mut plies)) = self.game.judged_plies(&position) else { return false };
        let sign = if is_owner { 1 } else { -1 };
        if let Some(result) = result {
            let for_owner = match result {
                GameResult::Won => sign,
                GameResult::Lost => -sign,
                GameResult::Drawn => 0,
            };
            return match self.claim {
                Claim::Wins { score: None, .. } => for_owner == 1,
                Claim::Wins { score: Some(least), .. } => {
                    self.game.score(&position).is_some_and(|score| sign * score >= least)
                }
                Claim::Holds { .. } | Claim::Keeps => for_owner != -1,
            };
        }
        if left == Some(0) {
            return matches!(self.claim, Claim::Holds { .. });
        }
        if plies.is_empty() {
            plies.extend(self.game.pass(&position).map(|next| ("pass".to_owned(), next)));
        }
        let left = left.map(|left| left - 1);
        let next_is_owner = self.game.is_puzzle() || !is_owner;
        if is_owner {
            let Some(next) = self.chosen(text, &plies) else {
                // Without a line, a ply that ends the game.
                plies.retain(|(_, next)| self.game.judged_end(next).is_ok_and(|end| end.is_some()));
                return plies.iter().any(|(_, next)| self.shows(&self.game.print(next), next_is_owner, left));
            };
            plies.retain(|(_, other)| self.game.print(other) == next);
            plies.truncate(1);
        }
        plies.iter().all(|(_, next)| self.shows(&self.game.print(next), next_is_owner, left))
            && !plies.is_empty()
    }

    /// What the owner's ply leads to.
    fn chosen(&self, text: &str, plies: &[(String, N::Position)]) -> Option<String> {
        let smallest = self.group.smallest(text.to_owned())?;
        let ply = *self.lines.get(smallest.as_str())?;
        if smallest == text {
            return plies.iter().find(|(name, _)| name == ply).map(|(_, next)| self.game.print(next));
        }
        let position = self.game.parse(&smallest).ok()?;
        let next =
            if ply == "pass" { self.game.pass(&position)? } else { self.game.play(&position, ply).ok()? };
        let wanted = self.group.smallest(self.game.print(&next));
        let mut all = plies.iter().map(|(_, next)| self.game.print(next));
        all.find(|next| self.group.smallest(next.clone()) == wanted)
    }
}
