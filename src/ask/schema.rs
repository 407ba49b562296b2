//! The schemas of questions and witnesses: open objects, whose members depend on the game.

use crate::objective::Objective;
use crate::question::{BoundedQuestion, ListedQuestion, Question};
use crate::solution::{Solution, VerifiedAnswer};
use crate::system::AnySystem;
use crate::witness::AnyWitness;
use certamen_work::schema::OpenMembers;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use std::borrow::Cow;

/// A question. Its other members are its parameters, which depend on the game.
#[derive(Debug, JsonSchema)]
#[schemars(rename = "Question")]
pub struct QuestionObject {
    /// The name of the question, such as `othello.mobility`, or of its game.
    pub query: String,
    /// The parameters.
    #[schemars(flatten)]
    pub parameters: OpenMembers,
}

/// A witness. Its other members depend on the game; most have a `position`.
#[derive(Debug, JsonSchema)]
#[schemars(rename = "Witness")]
pub struct WitnessObject {
    /// The game.
    pub game: String,
    /// What is claimed about the position.
    #[schemars(flatten)]
    pub claims: OpenMembers,
}

/// The schema of a type is that of another one.
macro_rules! as_schema_of {
    ($other:ty: $($name:ty),+) => {
        $(impl JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                <$other>::schema_name()
            }

            fn schema_id() -> Cow<'static, str> {
                <$other>::schema_id()
            }

            fn inline_schema() -> bool {
                <$other>::inline_schema()
            }

            fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                <$other>::json_schema(generator)
            }
        })+
    };
}
as_schema_of!(QuestionObject: Question, BoundedQuestion, ListedQuestion);
as_schema_of!(WitnessObject: AnyWitness, Solution, VerifiedAnswer);
as_schema_of!(OpenMembers: AnySystem);
as_schema_of!(String: Objective);
