//! Kinds of questions: what the registry knows of a question before it is asked.

use crate::flag::{Flag, Given};
use crate::query::Query;
use crate::question::Question;
use crate::system::SystemKind;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::any::{Any, TypeId};
use std::marker::PhantomData;
use std::sync::Arc;

/// A kind of questions: its name, its flags, and how one is made of them or read from JSON.
///
/// Most are made from a type by [`kind`]. A kind of its own serves where a question is about one of several values that
/// are known at run time only, such as the boards of a game.
pub trait Kind: Send + Sync {
    /// The name, such as `othello.mobility`.
    fn name(&self) -> &str;

    /// What is asked, in a line for lists and help.
    fn about(&self) -> &str;

    /// The flags that it takes.
    fn flags(&self) -> Vec<Flag>;

    /// The question that these flags ask.
    ///
    /// # Errors
    /// What is missing or wrong, in words.
    fn ask(&self, given: &Given) -> Result<Question, String>;

    /// The question with these parameters, as JSON has them without the name.
    ///
    /// # Errors
    /// What is wrong with them, in words.
    fn parse(&self, parameters: Value) -> Result<Question, String>;

    /// What questions of this kind can do.
    fn abilities(&self) -> Can;

    /// Examples of commands, without the program's name, each with a remark: `("prove GAME.NOUN --out cert", "...")`.
    fn examples(&self) -> &[(&str, &str)] {
        &[]
    }

    /// The same question as a transition system, if there is one.
    fn system(&self) -> Option<Arc<dyn SystemKind>> {
        None
    }

    /// The ability of this type that a room above this one asks for
    /// ([`Abilities::offering`](crate::abilities::Abilities::offering)). [`ability`] is the typed form.
    fn offer(&self, _ability: TypeId) -> Option<Box<dyn Any>> {
        None
    }
}

/// The ability of type `T` of a kind of questions, if it has it.
pub fn ability<T: 'static>(kind: &dyn Kind) -> Option<T> {
    kind.offer(TypeId::of::<T>())?.downcast().ok().map(|ability| *ability)
}

/// Which abilities the questions of a kind have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Can {
    /// To be bounded.
    pub bounded: bool,
    /// To have the number that is bounded stated as a sum of bits, for optimisers.
    pub optimised: bool,
    /// To have their answers listed.
    pub listed: bool,
}

impl Can {
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

/// A query that can be asked for by name: on the command line, in maps and in certificates.
///
/// # Examples
/// ```
/// use certamen_ask::flag::Given;
/// use certamen_ask::kind::{Posed, kind};
/// use certamen_ask::sample::SetBits;
///
/// let kind = kind::<SetBits>();
/// assert_eq!(kind.name(), "sample.bits");
/// let question = kind.ask(&Given::new().with_number("at-least", 2))?;
/// assert_eq!(question.to_string(), "sample.bits --at-least 2");
/// # Ok::<(), String>(())
/// ```
pub trait Posed: Query + DeserializeOwned {
    /// What is asked, in a line for lists and help.
    const ABOUT: &'static str;

    /// The flags that it takes.
    const FLAGS: &'static [Flag] = &[];

    /// Examples of commands, without the program's name, each with a remark.
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[];

    /// The query that these flags ask, without symmetry breaking. As it stands here, serde reads the fields from the
    /// flags ([`Given::parse`]).
    ///
    /// # Errors
    /// What is missing or wrong, in words.
    fn pose(given: &Given) -> Result<Self, String> {
        given.parse()
    }

    /// The same question as a transition system, if there is one.
    fn system() -> Option<Arc<dyn SystemKind>> {
        None
    }
}

struct Typed<Q>(PhantomData<fn() -> Q>);

/// The kind of questions that a type of queries is.
pub fn kind<Q: Posed>() -> Arc<dyn Kind> {
    Arc::new(Typed::<Q>(PhantomData))
}

/// Holds the parameters of a query against its board.
fn validated<Q: Query>(query: Q) -> Result<Question, String> {
    query.validate()?;
    Ok(query.into())
}

impl<Q: Posed> Kind for Typed<Q> {
    fn name(&self) -> &str {
        Q::NAME
    }

    fn about(&self) -> &str {
        Q::ABOUT
    }

    fn flags(&self) -> Vec<Flag> {
        Q::FLAGS.to_vec()
    }

    fn ask(&self, given: &Given) -> Result<Question, String> {
        validated(Q::pose(given)?)
    }

    fn parse(&self, parameters: Value) -> Result<Question, String> {
        validated(serde_json::from_value::<Q>(parameters).map_err(|error| error.to_string())?)
    }

    fn abilities(&self) -> Can {
        Can::of::<Q>()
    }

    fn examples(&self) -> &[(&str, &str)] {
        Q::EXAMPLES
    }

    fn system(&self) -> Option<Arc<dyn SystemKind>> {
        Q::system()
    }

    fn offer(&self, ability: TypeId) -> Option<Box<dyn Any>> {
        Q::abilities().offer(ability)
    }
}
