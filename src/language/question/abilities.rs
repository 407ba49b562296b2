//! The abilities of questions of the language: a number can be bounded, answers can be listed.

use super::LanguageQuestion;
use crate::program::COUNTED;
use crate::syntax::Extreme as Which;
use crate::witness::LanguageWitness;
use certamen_ask::listed::{LineForm, ListEntry, Listed, Representative};
use certamen_ask::objective::{Extreme, Objective};
use certamen_ask::query::Bounded;
use certamen_ask::witness::WitnessError;
use encodings::board::Symmetry;
use encodings::rules::Rules;

/// The symmetries that a question keeps and the rules have: an ability of questions of the language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetries {
    /// Those that leave the question unchanged, as it is written.
    pub of_question: Vec<&'static str>,
    /// Those of the rules; for questions about games, of their start as well.
    pub of_rules: Vec<&'static str>,
}

/// The number of a question.
pub(crate) const VALUE: Objective = Objective::new("value", "");

impl<R: Rules> Bounded for LanguageQuestion<R> {
    fn bounds(&mut self) -> Vec<(Objective, &mut u32)> {
        match self.meaning.aim {
            Some(_) => vec![(self.objective(), self.bound.get_or_insert(0))],
            None => Vec::new(),
        }
    }

    fn counted(&self) -> Vec<&'static str> {
        if self.name.is_some() {
            return self.subject.vocabulary.kinds.iter().map(|kind| kind.name()).collect();
        }
        let Ok(program) = self.program() else { return Vec::new() };
        let names = program.shown.iter().map(|(name, _)| *name);
        match &self.meaning.aim {
            Some((Which::Maximum, _)) => names.filter(|name| COUNTED.contains(name)).collect(),
            _ => Vec::new(),
        }
    }

    fn measure(&self, _: Objective, witness: &LanguageWitness) -> u32 {
        witness.mobility.unwrap_or_else(|| self.bound_of(witness.value.unwrap_or(0)))
    }

    fn extreme(&self, _: Objective, bound: u32) -> Extreme {
        let value = self.value_of(bound).unwrap_or(0);
        match self.meaning.aim {
            Some((Which::Minimum, _)) => Extreme::Minimum(value),
            _ => Extreme::Maximum(value),
        }
    }
}

impl<R: Rules> Listed for LanguageQuestion<R> {
    fn line_form(&self) -> LineForm {
        self.subject.line.clone()
    }

    /// The game that leads there.
    fn evidence<'w>(&self, witness: &'w LanguageWitness) -> Option<&'w str> {
        witness.record.as_deref().filter(|record| !record.is_empty())
    }

    fn witness_of_entry(&self, entry: &ListEntry) -> Result<LanguageWitness, WitnessError> {
        if let Some((_, plies)) = self.games() {
            let (line, record) = entry.with_game(plies)?;
            return self.witness_of(&line, Some(&record));
        }
        self.witness_of(&entry.alone()?, None)
    }

    fn images(&self, line: &str) -> Vec<String> {
        let subject = &self.subject;
        let Ok(position) = subject.parse(line) else { return vec![line.to_owned()] };
        let image = |symmetry: &Symmetry| subject.print(subject.rules().image(position.board(), *symmetry));
        Self::symmetries(self).iter().map(image).collect()
    }

    fn representative(&self) -> Representative {
        // A game may break symmetry by its first move.
        if self.is_of_games() { Representative::First } else { Representative::FirstSquares }
    }

    fn symmetries(&self) -> Option<String> {
        Some(self.both_symmetries().of_question.join(", "))
    }
}

impl<R: Rules> LanguageQuestion<R> {
    /// What its bound is on.
    fn objective(&self) -> Objective {
        self.name.as_ref().map_or(VALUE, |name| name.sentence.objective)
    }

    /// The symmetries by name.
    pub(super) fn both_symmetries(&self) -> Symmetries {
        let names = |symmetries: Vec<Symmetry>| symmetries.into_iter().map(name_of).collect();
        let of_rules = self.symmetries_among(&self.subject.symmetries());
        Symmetries { of_question: names(Self::symmetries(self)), of_rules: names(of_rules) }
    }
}

/// The name of a symmetry.
fn name_of(symmetry: Symmetry) -> &'static str {
    const NAMES: [&str; 8] = [
        "identity",
        "files mirrored",
        "ranks mirrored",
        "half turn",
        "files and ranks exchanged",
        "quarter turn",
        "quarter turn back",
        "files and ranks exchanged from the other corner",
    ];
    Symmetry::ALL.iter().position(|known| *known == symmetry).map_or("", |place| NAMES[place])
}
