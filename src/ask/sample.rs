//! A small question for examples and tests: is there a word of four squares with at least `k` set bits?
//!
//! It has every ability that a question can have, and its rules take twelve lines. It is not registered by default.

use crate::abilities::Abilities;
use crate::error::QuestionError;
use crate::flag::Flag;
use crate::kind::NamedQuery;
use crate::listed::{LineForm, ListEntry, Listed, Representative};
use crate::objective::Objective;
use crate::query::{Bounded, Query, ReadWord};
use crate::witness::{TextWitness, WitnessError, require_at_least};
use encodings::board::Layout;
use encodings::statement::Statement;
use serde::{Deserialize, Serialize};

/// "Is there a word of four squares with at least `at_least` set bits?"
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetBits {
    /// The least number of set bits.
    #[serde(default)]
    pub at_least: u32,
}

/// The objective: the number of set bits.
pub const BITS: Objective = Objective::new("bits", "set bits");

/// Two by two squares.
fn layout() -> Layout {
    Layout::new(2, 2).unwrap_or(Layout::BIT)
}

impl Query for SetBits {
    type Witness = TextWitness;
    const NAME: &'static str = "sample.bits";

    fn state<S: Statement>(&self, statement: &mut S) {
        let word = statement.unknown("word", layout());
        statement.require_at_least(layout(), word, self.at_least);
    }

    fn read(&self, words: ReadWord<'_>) -> Result<TextWitness, WitnessError> {
        let bits = words("word")?.into_iter().map(|bit| if bit { '1' } else { '0' });
        Ok(TextWitness::new(bits.collect::<String>()))
    }

    fn verify(&self, witness: &TextWitness) -> Result<(), WitnessError> {
        require_at_least("set bits", witness.position.matches('1').count() as u32, self.at_least)
    }

    fn validate(&self) -> Result<(), QuestionError> {
        match self.at_least {
            0..=5 => Ok(()),
            bits => Err(QuestionError::Limit(format!("{bits} set bits of four"))),
        }
    }

    fn abilities() -> Abilities<Self> {
        Abilities::none().optimised().listed()
    }
}

impl NamedQuery for SetBits {
    const ABOUT: &'static str = "Words of four squares by their set bits";
    const FLAGS: &'static [Flag] = &[Flag::number("at-least", "K", "At least this many set bits")];
}

impl Bounded for SetBits {
    fn bounds(&mut self) -> Vec<(Objective, &mut u32)> {
        vec![(BITS, &mut self.at_least)]
    }

    fn counted(&self) -> Vec<&'static str> {
        vec!["word"]
    }

    fn measure(&self, _: Objective, witness: &TextWitness) -> u32 {
        witness.position.matches('1').count() as u32
    }
}

impl Listed for SetBits {
    fn line_form(&self) -> LineForm {
        LineForm {
            words: vec!["word"],
            letters: vec![('0', 0), ('1', 1)],
            squares: (0..4).collect(),
            rows: None,
            flag: None,
        }
    }

    fn witness_of_entry(&self, entry: &ListEntry) -> Result<TextWitness, WitnessError> {
        Ok(TextWitness::new(entry.alone()?))
    }

    fn images(&self, line: &str) -> Vec<String> {
        self.line_form().images(line, 2, 2)
    }

    fn representative(&self) -> Representative {
        Representative::First
    }
}

crate::command_line!(SetBits);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::enumerate::{Enumeration, Listing, NextAnswer};
    use crate::question::{ListedQuestion, Question};
    use crate::registry::{Registry, RegistryError};
    use crate::solve::{Answer, answer};
    use certamen_work::limits::Limits;
    use serde_json::json;

    #[test]
    fn a_question_survives_json_by_the_registry() {
        let mut registry = Registry::new();
        registry.add_question::<SetBits>();
        let question = Question::from(SetBits { at_least: 3 });
        let json = serde_json::to_value(&question).unwrap();
        assert_eq!(json, json!({ "query": "sample.bits", "at_least": 3 }));
        assert_eq!(registry.question(json).unwrap(), question);
        for (value, expected) in [
            (
                json!({ "query": "sample.bit" }),
                "this is about the question sample.bit, which this program does not have",
            ),
            (json!({ "at_least": 3 }), "the question has no name"),
            (json!(["sample.bits"]), "the question has no name"),
            (json!({ "query": "sample.bits", "most": 3 }), "sample.bits: unknown field `most`"),
            (json!({ "query": "sample.bits", "at_least": 6 }), "sample.bits: 6 set bits of four"),
            (json!({ "query": "sample.bits", "at_least": -1 }), "sample.bits: invalid value"),
        ] {
            let error: RegistryError = registry.question(value.clone()).unwrap_err();
            assert!(error.to_string().starts_with(expected), "{value}: {error}");
        }
    }

    #[test]
    fn witnesses_survive_json_and_know_their_game() {
        let question = Question::from(SetBits { at_least: 2 });
        let witness = question.witness(json!({ "game": "sample", "position": "0110" })).unwrap();
        question.verify(witness.clone()).unwrap();
        assert_eq!(serde_json::to_value(&witness).unwrap(), json!({ "game": "sample", "position": "0110" }));
        for value in [
            json!({ "game": "other", "position": "0110" }),
            json!({ "position": "0110" }),
            json!({ "game": "sample", "position": "0110", "more": 1 }),
            json!("0110"),
        ] {
            assert!(question.witness(value.clone()).is_err(), "{value}");
        }
    }

    /// No clause mentions the bits of the word, so the solver gives them no value.
    #[test]
    fn a_question_that_everything_answers_has_a_witness() {
        let found = answer(&SetBits { at_least: 0 }, &Limits::default()).unwrap();
        assert_eq!(found, Answer::Found(TextWitness::new("0000")));
    }

    #[test]
    fn lists_are_in_order_and_complete() {
        let question = ListedQuestion::from(SetBits { at_least: 3 });
        let mut positions = Enumeration::new(&question, Listing::All, None, &Limits::default()).unwrap();
        let mut lines = Vec::new();
        while let NextAnswer::Position(entry, _) = positions.next_position().unwrap() {
            lines.push(entry.line);
        }
        assert_eq!(lines, ["0111", "1011", "1101", "1110", "1111"]);
    }
}
