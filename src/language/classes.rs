//! A question in each class of positions: those in which a number has a certain value.

use crate::check::range_of;
use crate::question::domain::Domain;
use crate::question::{LanguageQuestion, VALUE};
use crate::subject::Subject;
use crate::syntax::{Aim, Comparison, Node, Part, Sentence, SourceText};
use certamen_ask::error::QuestionError;
use certamen_ask::query::Query as _;
use certamen_ask::question::{BoundedQuestion, Question};
use certamen_prove::classes::Class;
use encodings::rules::Rules;
use std::sync::Arc;

/// The greatest number of classes.
const CLASSES_LIMIT: i64 = 10_000;
/// The number of which each value is a length of games, where each step adds a piece.
const PIECES: &str = "count(occupied)";

/// The classes of a question by the values that a number can have.
pub(crate) fn classes<R: Rules>(
    subject: &Arc<Subject<R>>,
    text: &Sentence,
    by: &Sentence,
    among: Option<Domain>,
    of_games: bool,
) -> Result<Vec<Class>, QuestionError> {
    let Aim::Condition(number) = &by.aim else {
        return Err(QuestionError::flag("by", "expected a number such as count(occupied)"));
    };
    let (least, most) =
        range_of(number, &subject.vocabulary).map_err(|error| QuestionError::flag("by", error))?;
    if most - least >= CLASSES_LIMIT {
        let reason = format!("{} classes: at most {CLASSES_LIMIT} are asked about", most - least + 1);
        return Err(QuestionError::Limit(reason));
    }
    let Aim::Extreme { extreme, number: value, condition } = &text.aim else {
        return Err(QuestionError::refused("a condition has no bound; ask for max or min of a number"));
    };
    let is_of_pieces = by.to_string() == PIECES;
    if of_games && !(subject.rules().adds_a_piece() && is_of_pieces) {
        let reason = format!(
            "without a number of plies it applies to games in which each move adds a piece, by `{PIECES}`"
        );
        return Err(QuestionError::flag("reachable", reason));
    }
    let asked = LanguageQuestion::of_text(subject.clone(), text.clone()).map_err(QuestionError::refused)?;
    Question::from(asked.about(among)).require_exact()?;
    let counts = subject.counts();
    let (least, most) = if of_games { (i64::from(counts.start), most) } else { (least, most) };
    let class = |found: i64| {
        let (among, condition) = if of_games {
            (Some(Domain::Game { pieces: found as u32, any_order: false }), condition.clone())
        } else {
            let is_in = number.clone().compared(Comparison::Equal, found);
            let all = match condition {
                Some(condition) => Node::new(0, Part::And(vec![condition.clone(), is_in])),
                None => is_in,
            };
            (among, Some(all))
        };
        let aim = Aim::Extreme { extreme: *extreme, number: value.clone(), condition };
        let text = Sentence { aim, choice: text.choice.clone(), written: SourceText::default() };
        let asked = LanguageQuestion::of_text(subject.clone(), text).map_err(QuestionError::refused)?;
        let asked = asked.about(among);
        asked.validate()?;
        let question = BoundedQuestion::from(asked.with_symmetry_breaking(true));
        Ok(Class { value: found, question, objective: VALUE })
    };
    (least..=most).map(class).collect()
}
