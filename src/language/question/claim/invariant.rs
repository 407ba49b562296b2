//! The search for an invariant: the ply as a system of bits, and the clauses that were found as a text.

use super::text::ClaimForm;
use super::{ClaimParts, GamesClaim};
use crate::error::{SIZE_LIMIT, TEXT_LIMIT};
use crate::question::domain::Domain;
use crate::question::record::Game;
use crate::syntax::{Comparison, Join, Node, Part};
use crate::vocabulary::Noun;
use crate::witness::LanguageWitness;
use certamen_ask::query::Query as _;
use certamen_ask::solve::AskError;
use certamen_ask::witness::{AnyWitness, WitnessError};
use certamen_prove::games_claim::Otherwise;
use certamen_prove::invariant::{AFTER, BAD, Literal, PlySystem, Search, search};
use certamen_work::limits::Limits;
use cnf_out::map::MapError;
use encodings::board::Layout;
use encodings::circuit::{Circuit, Signal};
use encodings::rules::{Passes, Rules, state_ply};
use encodings::statement::{CircuitStatement, Statement};
use std::collections::BTreeMap;

impl<R: Rules> GamesClaim<R> {
    /// What there is to do if the step was not refuted.
    pub(super) fn search(&self, limits: &Limits) -> Result<Otherwise, AskError> {
        match (self.text.form, &self.invariant) {
            (ClaimForm::Reply(_), _) if self.loses => {
                let parts = ClaimParts { loses: Some(false), ..self.parts() };
                let weaker = Self::new(self.kept.subject.clone(), parts);
                return Ok(weaker.map_or(Otherwise::Nothing, |weaker| Otherwise::Claim(weaker.into())));
            }
            (ClaimForm::Reply(_), _) | (ClaimForm::Never, Some(_)) => return Ok(Otherwise::Nothing),
            (ClaimForm::Never, None) => {}
        }
        match search(&self.system(), limits)? {
            Search::Stopped(reason) => Ok(Otherwise::Open(reason.to_string())),
            Search::Game(plies) => Ok(Otherwise::Game(self.game(&plies)?)),
            Search::Invariant(clauses) => Ok(self.with_invariant(&clauses)),
        }
    }

    /// One ply from a position that is not bad.
    fn system(&self) -> PlySystem {
        let (rules, circuit) = (self.rules(), Circuit::new());
        let mut statement = CircuitStatement::new(&circuit);
        let ply = state_ply(&mut statement, rules);
        // `new` has made the program once.
        let held = self.holds::<CircuitStatement<'_>>(&[ply.before, ply.after]);
        let held = held.unwrap_or_else(|| vec![circuit.bit(Signal::FALSE); 2]);
        statement.require(held[0]);
        for (name, word) in rules.named(ply.after) {
            statement.show(&format!("{AFTER}{name}"), rules.layout(), word);
        }
        statement.show(BAD, Layout::BIT, circuit.word(vec![(!held[1]).signal()]));
        let squares = rules.layout().squares();
        let start =
            rules.named(rules.start()).map(|(_, mask)| (0..squares).map(|at| mask.contains(at)).collect());
        PlySystem { formula: statement.finish(), start: start.collect() }
    }

    /// The game of these plies, up to the first position that is looked for.
    fn game(&self, plies: &[Vec<Vec<bool>>]) -> Result<AnyWitness, WitnessError> {
        let words = |name: &str| {
            let ply =
                name.strip_prefix("move[").and_then(|name| name.split(']').next()?.parse::<usize>().ok());
            let of_ply = ply.and_then(|ply| plies.get(ply.checked_sub(1)?));
            let word = of_ply.and_then(|words| words.get(usize::from(name.ends_with("-kind"))));
            let missing =
                || MapError::Word { word: name.to_owned(), reason: "the game has no such ply".to_owned() };
            word.cloned().ok_or_else(missing)
        };
        let subject = &*self.kept.subject;
        for count in 1..=plies.len() as u32 {
            let game = Game::new(subject, Passes::AsPlies).chosen(count, &words)?;
            if !self.keeps(game.position) {
                let line = subject.print(game.position.board());
                let asked = self.looked_for().about(Some(Domain::Plies(count)));
                let record = game.record();
                // An end of a game that `require` does not allow is no position of a question: it is replayed alone.
                let witness = if self.rules().well_formed(game.position.board()) {
                    asked.witness_of(&line, Some(&record))?
                } else {
                    asked.replayed(&line, &record)?;
                    LanguageWitness::of_game(line, record)
                };
                return Ok(asked.any_witness(&asked.complete(witness)));
            }
        }
        Err(WitnessError::Refused("the game that was found does not lead to such a position".to_owned()))
    }

    /// The claim with the clauses as its invariant.
    fn with_invariant(&self, clauses: &[Vec<Literal>]) -> Otherwise {
        let found = format!("an invariant of {} clauses was found", clauses.len());
        let Some(invariant) = self.conjunction(clauses) else {
            return Otherwise::Open(format!("{found}, but a word of the position has no name in questions"));
        };
        let is_long = invariant.to_string().len() > TEXT_LIMIT / 2 || invariant.size() > SIZE_LIMIT / 2;
        let parts = ClaimParts { invariant: Some(invariant), ..self.parts() };
        match Self::new(self.kept.subject.clone(), parts) {
            _ if is_long => Otherwise::Open(format!("{found}: too long for a question")),
            Ok(claim) => Otherwise::Claim(claim.into()),
            Err(error) => Otherwise::Open(format!("{found}: {error}")),
        }
    }

    /// Clauses as a condition: those of one literal together, word by word.
    fn conjunction(&self, clauses: &[Vec<Literal>]) -> Option<Node> {
        let mut alone: BTreeMap<(usize, bool), Vec<usize>> = BTreeMap::new();
        let mut parts = Vec::new();
        let mut sorted: Vec<&Vec<Literal>> = clauses.iter().collect();
        sorted.sort_unstable();
        for clause in sorted {
            match clause.as_slice() {
                &[((word, square), value)] if !self.is_condition(word) => {
                    alone.entry((word, value)).or_default().push(square);
                }
                literals => {
                    let literals =
                        literals.iter().map(|literal| self.literal(*literal)).collect::<Option<_>>()?;
                    parts.push(Node::joined(0, literals, Part::Or));
                }
            }
        }
        let alone = alone.into_iter().map(|((word, value), squares)| self.squares(word, value, &squares));
        let parts = alone.chain(parts.into_iter().map(Some)).collect::<Option<Vec<Node>>>()?;
        Some(Node::joined(0, parts, Part::And)).filter(|_| !clauses.is_empty())
    }

    /// Whether a word is the condition that says who moves.
    fn is_condition(&self, word: usize) -> bool {
        word >= self.rules().words_of_pieces()
    }

    /// The name of a word, if questions know it.
    fn name(&self, word: usize) -> Option<Node> {
        let name = *self.rules().names().get(word)?;
        let noun = self.kept.subject.vocabulary.noun(name);
        let is_known = noun == Some(Noun::Board(word)) || noun == Some(Noun::Second(word));
        is_known.then(|| Node::new(0, Part::Name(name.to_owned())))
    }

    fn literal(&self, ((word, square), value): Literal) -> Option<Node> {
        let name = self.name(word)?;
        let bit = if self.is_condition(word) {
            name
        } else {
            Node::new(0, Part::Square(Box::new(name), 0, self.square(square)?))
        };
        Some(if value { bit } else { Node::new(0, Part::Not(Box::new(bit))) })
    }

    fn square(&self, square: usize) -> Option<String> {
        let layout = self.rules().layout();
        Some(layout.name(layout.square(square)?).to_string())
    }

    /// That a word has all of these squares, or none of them.
    fn squares(&self, word: usize, has: bool, squares: &[usize]) -> Option<Node> {
        let names = squares.iter().map(|&square| Some((0, self.square(square)?)));
        let set = Node::new(0, Part::Set(names.collect::<Option<_>>()?));
        let name = self.name(word)?;
        Some(Node::new(
            0,
            if has {
                Part::Compare(Comparison::Subset, Box::new(set), Box::new(name))
            } else {
                Part::Any(false, Box::new(Node::new(0, Part::Words(Join::Both, vec![name, set]))))
            },
        ))
    }
}
