//! Kinds of questions: a question before its parameters are chosen.

use crate::error::QuestionError;
use crate::flag::{Flag, FlagValue, Given};
use crate::query::Query;
use crate::question::Question;
use crate::system::SystemKind;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::any::{Any, TypeId};
use std::marker::PhantomData;
use std::sync::Arc;

/// A kind of questions: its name, its flags, and how a question is made from flags or read from JSON.
///
/// Most kinds are made from a type by [`kind`]. Implement the trait yourself if questions depend on values that are
/// known only at run time, such as the boards of a game.
///
/// # Examples
/// ```
/// use certamen_ask::kind::kind;
/// use certamen_ask::sample::SetBits;
///
/// let kind = kind::<SetBits>();
/// assert_eq!((kind.name(), kind.flags()[0].name), ("sample.bits", "at-least"));
/// let question = kind.parse(serde_json::json!({ "at_least": 2 }))?;
/// assert_eq!(question.to_string(), "sample.bits --at-least 2");
/// assert!(kind.parse(serde_json::json!({ "at_most": 2 })).is_err());
/// # Ok::<(), certamen_ask::error::QuestionError>(())
/// ```
pub trait Kind: Send + Sync {
    /// The name, such as `othello.mobility`.
    fn name(&self) -> &str;

    /// A one-line description for lists and help.
    fn about(&self) -> &str;

    /// The flags that it takes.
    fn flags(&self) -> Vec<Flag>;

    /// Makes a question from flags.
    ///
    /// # Errors
    /// [`QuestionError`]
    fn ask(&self, given: &Given) -> Result<Question, QuestionError>;

    /// Makes a question from its parameters as JSON, without the name.
    ///
    /// # Errors
    /// [`QuestionError`]
    fn parse(&self, parameters: Value) -> Result<Question, QuestionError>;

    /// The abilities of the questions of this kind.
    fn abilities(&self) -> KindAbilities;

    /// Examples of commands without the program's name, each with a remark: `("prove GAME.NOUN --out cert", "...")`.
    fn examples(&self) -> &[(&str, &str)] {
        &[]
    }

    /// The same question as a transition system, if there is one.
    fn system(&self) -> Option<SystemKind> {
        None
    }

    /// The kind's ability of this type, if it has one. A crate above this one adds it
    /// ([`Abilities::offering`](crate::abilities::Abilities::offering)). [`ability`] is the typed form.
    fn offer(&self, _ability: TypeId) -> Option<Box<dyn Any>> {
        None
    }
}

/// A kind's ability of type `T`, if it has one.
pub fn ability<T: 'static>(kind: &dyn Kind) -> Option<T> {
    kind.offer(TypeId::of::<T>())?.downcast().ok().map(|ability| *ability)
}

/// Which abilities the questions of a kind have.
///
/// # Examples
/// ```
/// use certamen_ask::kind::KindAbilities;
/// use certamen_ask::sample::SetBits;
///
/// assert_eq!(KindAbilities::of::<SetBits>(), KindAbilities { bounded: true, optimised: true, listed: true });
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KindAbilities {
    /// They can be bounded.
    pub bounded: bool,
    /// The number that is bounded can be stated as a sum of bits, as optimisers need it.
    pub optimised: bool,
    /// All their answers can be listed.
    pub listed: bool,
}

impl KindAbilities {
    /// The abilities of a type of queries.
    pub fn of<Q: Query>() -> Self {
        let abilities = Q::abilities();
        Self {
            bounded: abilities.bounded.is_some(),
            optimised: abilities.is_optimised,
            listed: abilities.listed.is_some(),
        }
    }
}

/// A query with a name, under which the command line, maps and certificates refer to it.
///
/// # Examples
/// ```
/// use certamen_ask::flag::Given;
/// use certamen_ask::kind::{NamedQuery, kind};
/// use certamen_ask::sample::SetBits;
///
/// let kind = kind::<SetBits>();
/// assert_eq!(kind.name(), "sample.bits");
/// let question = kind.ask(&Given::new().with_number("at-least", 2))?;
/// assert_eq!(question.to_string(), "sample.bits --at-least 2");
/// # Ok::<(), certamen_ask::error::QuestionError>(())
/// ```
pub trait NamedQuery: Query + DeserializeOwned {
    /// A one-line description for lists and help.
    const ABOUT: &'static str;

    /// The flags that it takes.
    const FLAGS: &'static [Flag] = &[];

    /// Examples of commands, without the program's name, each with a remark.
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[];

    /// The command line of the question: its name, and those of its flags whose fields have a value, as serde writes them.
    /// [`command_line!`](crate::command_line!) makes it the query's `Display`.
    fn command_line(&self) -> String {
        let fields = serde_json::to_value(self).unwrap_or_default();
        let field = |flag: &Flag| match &fields[flag.name.replace('-', "_")] {
            Value::Null | Value::Bool(false) => String::new(),
            Value::Bool(true) => format!(" --{}", flag.name),
            Value::String(text) if matches!(flag.value, FlagValue::Positional(_)) => format!(" {text}"),
            Value::String(text) => format!(" --{} {text}", flag.name),
            value => format!(" --{} {value}", flag.name),
        };
        self.name().to_owned() + &Self::FLAGS.iter().map(field).collect::<String>()
    }

    /// Makes the query from flags, without symmetry breaking. By default, serde reads the fields from the flags
    /// ([`Given::parse`]).
    ///
    /// # Errors
    /// [`QuestionError`]
    fn from_flags(given: &Given) -> Result<Self, QuestionError> {
        given.parse()
    }

    /// The same question as a transition system, if there is one.
    fn system() -> Option<SystemKind> {
        None
    }
}

/// Implements `Display` for a query that implements [`NamedQuery`](crate::kind::NamedQuery), by its flags.
///
/// # Examples
/// ```
/// use certamen_ask::sample::SetBits;
///
/// // The type is followed by `certamen_ask::command_line!(SetBits);`.
/// assert_eq!(SetBits { at_least: 2 }.to_string(), "sample.bits --at-least 2");
/// ```
#[macro_export]
macro_rules! command_line {
    ($query:ty) => {
        impl ::std::fmt::Display for $query {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(&$crate::kind::NamedQuery::command_line(self))
            }
        }
    };
}

struct QueryKind<Q>(PhantomData<fn() -> Q>);

/// The kind of questions that is made from a type of queries.
pub fn kind<Q: NamedQuery>() -> Arc<dyn Kind> {
    Arc::new(QueryKind::<Q>(PhantomData))
}

/// Validates the parameters of a query.
fn validated<Q: Query>(query: Q) -> Result<Question, QuestionError> {
    query.validate()?;
    Ok(query.into())
}

impl<Q: NamedQuery> Kind for QueryKind<Q> {
    fn name(&self) -> &str {
        Q::NAME
    }

    fn about(&self) -> &str {
        Q::ABOUT
    }

    fn flags(&self) -> Vec<Flag> {
        Q::FLAGS.to_vec()
    }

    fn ask(&self, given: &Given) -> Result<Question, QuestionError> {
        validated(Q::from_flags(given)?)
    }

    fn parse(&self, parameters: Value) -> Result<Question, QuestionError> {
        validated(serde_json::from_value::<Q>(parameters)?)
    }

    fn abilities(&self) -> KindAbilities {
        KindAbilities::of::<Q>()
    }

    fn examples(&self) -> &[(&str, &str)] {
        Q::EXAMPLES
    }

    fn system(&self) -> Option<SystemKind> {
        Q::system()
    }

    fn offer(&self, ability: TypeId) -> Option<Box<dyn Any>> {
        Q::abilities().offer(ability)
    }
}
