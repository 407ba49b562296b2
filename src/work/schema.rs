//! JSON Schemas of answers and files, made from their types.
//!
//! An object has no members but those of its type. Only what depends on a game, such as a witness, is open, and its schema
//! says so.

use crate::answer::Undecided;
use schemars::generate::SchemaSettings;
pub use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};

/// A function that makes the schema of an answer, if the answer has one.
pub type AnswerSchema = Option<fn() -> Schema>;

/// One of two answers.
#[derive(Debug, JsonSchema)]
#[schemars(untagged)]
pub enum Either<T, U> {
    /// The first.
    One(T),
    /// The second.
    Other(U),
}

/// An answer, or that a request to stop ended the work.
pub type OrUndecided<T> = Either<T, Undecided>;

/// The members of an open object that depend on the game.
pub type OpenMembers = Map<String, Value>;

/// The members that a [`Session`](crate::Session) may add to an answer.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct SessionMembers {
    /// False if the game has no naive twin, so nothing else has confirmed the answer.
    second_opinion: Option<bool>,
    /// What the program remarked on.
    remarks: Option<Vec<String>>,
}

/// The schema of an answer, in the draft 2020-12, with the members that a session may add.
///
/// # Examples
/// ```
/// use certamen_work::schema::{JsonSchema, of_answer};
/// use serde::Serialize;
///
/// #[derive(Serialize, JsonSchema)]
/// struct Count {
///     count: u64,
/// }
///
/// let schema = of_answer::<Count>();
/// assert_eq!(schema.get("required"), Some(&serde_json::json!(["count"])));
/// assert_eq!(schema.get("additionalProperties"), Some(&false.into()));
/// assert!(schema.pointer("/properties/second_opinion").is_some());
/// ```
pub fn of_answer<T: JsonSchema>() -> Schema {
    let mut schema = generated::<T>();
    let members = generated::<SessionMembers>().remove("properties").unwrap_or_default();
    let mut root = std::mem::take(schema.ensure_object());
    let mut definitions = root.remove("$defs").unwrap_or_else(|| json!({}));
    add(&members, &mut root, &mut definitions);
    root.insert("$defs".to_owned(), definitions);
    closed(root)
}

/// The schema of a file.
pub fn of_file<T: JsonSchema>() -> Schema {
    closed(std::mem::take(generated::<T>().ensure_object()))
}

fn generated<T: JsonSchema>() -> Schema {
    SchemaSettings::draft2020_12().for_serialize().into_generator().into_root_schema_for::<T>()
}

/// Adds members to each object that the answer may be.
fn add(members: &Value, schema: &mut Map<String, Value>, definitions: &mut Value) {
    if let (Some(Value::Object(known)), Value::Object(members)) = (schema.get_mut("properties"), members) {
        known.extend(members.clone());
        return;
    }
    for key in ["anyOf", "oneOf"] {
        let choices = schema.get_mut(key).and_then(Value::as_array_mut).into_iter().flatten();
        choices.filter_map(Value::as_object_mut).for_each(|choice| add(members, choice, definitions));
    }
    let name = schema.get("$ref").and_then(Value::as_str).and_then(|name| name.strip_prefix("#/$defs/"));
    if let Some(name) = name
        && let Some(Value::Object(mut named)) = definitions.get_mut(name).map(Value::take)
    {
        add(members, &mut named, definitions);
        definitions[name] = Value::Object(named);
    }
}

/// The schema in which objects have no other members, unless it says so.
fn closed(mut schema: Map<String, Value>) -> Schema {
    close(&mut schema, false);
    schema.into()
}

/// Closes an object, unless it is a part of another one.
fn close(schema: &mut Map<String, Value>, is_part: bool) {
    const CHOICES: [&str; 3] = ["allOf", "anyOf", "oneOf"];
    let has_members = schema.contains_key("properties");
    let has_parts = has_members && CHOICES.iter().any(|&key| schema.contains_key(key));
    if has_members && !is_part && !schema.contains_key("additionalProperties") {
        let key = if has_parts { "unevaluatedProperties" } else { "additionalProperties" };
        schema.insert(key.to_owned(), false.into());
    }
    for (key, below) in schema.iter_mut() {
        let is_choice = CHOICES.contains(&key.as_str());
        let each: Vec<&mut Value> = match below {
            Value::Array(choices) if is_choice => choices.iter_mut().collect(),
            Value::Object(named) if ["properties", "$defs"].contains(&key.as_str()) => {
                named.values_mut().collect()
            }
            one @ Value::Object(_) => vec![one],
            _ => continue,
        };
        for one in each.into_iter().filter_map(Value::as_object_mut) {
            close(one, is_choice && (is_part || has_parts));
        }
    }
}
