//! Questions about games of any length, for model checkers: transition systems.
//!
//! A [`System`] states one move of a game and the target. The run that a model checker finds is read back as the moves
//! that it chose, and the moves are replayed. [`AnySystem`] is a system of any type. Its JSON has the parameters only;
//! a map says separately that the question is a transition system.

use crate::error::QuestionError;
use crate::flag::Given;
use crate::question::subject_of;
use crate::solution::VerifiedAnswer;
use crate::witness::{AnyWitness, Witness, WitnessError};
use encodings::circuit::Circuit;
use encodings::term::Terms;
use encodings::transition::{
    CircuitTransition, TermTransition, Transition, TransitionCircuit, TransitionScript,
};
use serde::de::DeserializeOwned;
use serde::{Serialize, Serializer};
use serde_json::Value;
use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// A question about games of any length: a transition system with a target.
///
/// # Examples
/// ```
/// use certamen_ask::error::QuestionError;
/// use certamen_ask::flag::Given;
/// use certamen_ask::system::{NamedSystem, System, SystemKind};
/// use certamen_ask::witness::{TextWitness, WitnessError};
/// use encodings::board::{Grid, Mask};
/// use encodings::transition::Transition;
/// use encodings::word::Word;
/// use serde::{Deserialize, Serialize};
///
/// /// A token goes along four squares whenever the input says so: does it get to square `to`?
/// #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
/// #[serde(deny_unknown_fields)]
/// struct Walk {
///     to: usize,
/// }
///
/// impl System for Walk {
///     type Witness = TextWitness;
///     const NAME: &'static str = "sample.walk";
///
///     fn state<T: Transition>(&self, system: &mut T) {
///         let token = system.state("token", Grid::<4, 1>::LAYOUT, &Mask::first(1));
///         let goes = system.input("goes", Grid::<4, 1>::LAYOUT);
///         system.next(&token, T::Word::select(goes.any(), token.word.up(1), token.word));
///         system.bad(token.word.bit(self.to));
///     }
///
///     fn validate(&self) -> Result<(), QuestionError> {
///         if self.to < 4 { Ok(()) } else { Err(QuestionError::value("to", self.to, "there are four squares")) }
///     }
///
///     fn interpret(&self, moves: &[Vec<bool>]) -> Result<TextWitness, WitnessError> {
///         // What is chosen in the last step does not matter: the token is there.
///         let steps = moves.iter().rev().skip(1).filter(|goes| goes.contains(&true)).count();
///         if steps == self.to { Ok(TextWitness::new(steps.to_string())) } else { Err(WitnessError::Game) }
///     }
/// }
///
/// impl NamedSystem for Walk {
///     fn from_flags(given: &Given) -> Result<Self, QuestionError> {
///         given.parse()
///     }
/// }
/// # impl std::fmt::Display for Walk {
/// #     fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { write!(f, "sample.walk --to {}", self.to) }
/// # }
///
/// let walk = SystemKind::of::<Walk>().ask(&Given::new().with_number("to", 2))?;
/// assert_eq!(walk.circuit().states[0].current.name, "token");
/// let (stays, goes) = (vec![false; 4], vec![true; 4]);
/// assert_eq!(walk.interpret(&[goes.clone(), stays.clone(), goes, stays])?.position(), "2");
/// assert!(SystemKind::of::<Walk>().parse(serde_json::json!({ "to": 4 })).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait System: Clone + fmt::Debug + fmt::Display + PartialEq + Serialize + Send + Sync + 'static {
    /// The type of its answers.
    type Witness: Witness;

    /// The name of the question in fixed size that this system generalises, such as `othello.mobility`.
    const NAME: &'static str;

    /// The name. Override it if values of the type have different names.
    fn name(&self) -> &str {
        Self::NAME
    }

    /// States the system to any sink.
    fn state<T: Transition>(&self, system: &mut T);

    /// Validates the parameters.
    ///
    /// # Errors
    /// [`QuestionError`]
    fn validate(&self) -> Result<(), QuestionError>;

    /// The game of a run, given the bits of all inputs at each step, one input after the other. The game is replayed and
    /// verified against the question.
    ///
    /// # Errors
    /// [`WitnessError`] if the game does not reach the target.
    fn interpret(&self, moves: &[Vec<bool>]) -> Result<Self::Witness, WitnessError>;
}

/// A system that can be named.
pub trait NamedSystem: System + DeserializeOwned {
    /// Makes the system from flags.
    ///
    /// # Errors
    /// [`QuestionError`]
    fn from_flags(given: &Given) -> Result<Self, QuestionError>;
}

/// A system of any type.
#[derive(Clone)]
pub struct AnySystem(Arc<dyn ErasedSystem>);

trait ErasedSystem: fmt::Debug + fmt::Display + Send + Sync {
    fn any(&self) -> &dyn Any;
    fn equals(&self, other: &dyn Any) -> bool;
    fn json(&self) -> &dyn erased_serde::Serialize;
    fn circuit(&self) -> TransitionCircuit;
    fn script(&self) -> TransitionScript;
    fn interpret(&self, moves: &[Vec<bool>]) -> Result<AnyWitness, WitnessError>;
}

impl<S: System> ErasedSystem for S {
    fn any(&self) -> &dyn Any {
        self
    }

    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<S>() == Some(self)
    }

    fn json(&self) -> &dyn erased_serde::Serialize {
        self
    }

    fn circuit(&self) -> TransitionCircuit {
        let circuit = Circuit::new();
        let mut system = CircuitTransition::new(&circuit);
        self.state(&mut system);
        system.finish()
    }

    fn script(&self) -> TransitionScript {
        let terms = Terms::new();
        let mut system = TermTransition::new(&terms);
        self.state(&mut system);
        system.finish()
    }

    fn interpret(&self, moves: &[Vec<bool>]) -> Result<AnyWitness, WitnessError> {
        System::interpret(self, moves).map(|witness| AnyWitness::new(subject_of(self.name()), witness))
    }
}

impl AnySystem {
    /// The system as a circuit.
    pub fn circuit(&self) -> TransitionCircuit {
        self.0.circuit()
    }

    /// The system as word-level terms.
    pub fn script(&self) -> TransitionScript {
        self.0.script()
    }

    /// Like [`System::interpret`].
    ///
    /// # Errors
    /// [`WitnessError`]
    pub fn interpret(&self, moves: &[Vec<bool>]) -> Result<VerifiedAnswer, WitnessError> {
        self.0.interpret(moves).map(VerifiedAnswer::of_system)
    }
}

impl<S: System> From<S> for AnySystem {
    fn from(system: S) -> Self {
        Self(Arc::new(system))
    }
}

impl fmt::Display for AnySystem {
    /// Writes the system as a command line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for AnySystem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl PartialEq for AnySystem {
    fn eq(&self, other: &Self) -> bool {
        self.0.equals(other.0.any())
    }
}

impl Serialize for AnySystem {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        erased_serde::serialize(self.0.json(), serializer)
    }
}

/// How a system is made from flags.
type SystemFromFlags = dyn Fn(&Given) -> Result<AnySystem, QuestionError> + Send + Sync;
/// How a system is read from JSON.
type SystemFromJson = dyn Fn(Value) -> Result<AnySystem, QuestionError> + Send + Sync;

/// A kind of systems: how a system is made from flags or read from JSON.
#[derive(Clone)]
pub struct SystemKind {
    ask: Arc<SystemFromFlags>,
    parse: Arc<SystemFromJson>,
}

impl SystemKind {
    /// The kind with these ways to make a system.
    pub fn new(
        ask: impl Fn(&Given) -> Result<AnySystem, QuestionError> + Send + Sync + 'static,
        parse: impl Fn(Value) -> Result<AnySystem, QuestionError> + Send + Sync + 'static,
    ) -> Self {
        Self { ask: Arc::new(ask), parse: Arc::new(parse) }
    }

    /// The kind of a type of systems.
    pub fn of<S: NamedSystem>() -> Self {
        fn valid<S: System>(system: S) -> Result<AnySystem, QuestionError> {
            system.validate()?;
            Ok(system.into())
        }
        Self::new(
            |given| valid(S::from_flags(given)?),
            |parameters| valid(serde_json::from_value::<S>(parameters)?),
        )
    }

    /// Makes the system from flags.
    ///
    /// # Errors
    /// [`QuestionError`]
    pub fn ask(&self, given: &Given) -> Result<AnySystem, QuestionError> {
        (self.ask)(given)
    }

    /// Makes the system from its parameters as JSON.
    ///
    /// # Errors
    /// [`QuestionError`]
    pub fn parse(&self, parameters: Value) -> Result<AnySystem, QuestionError> {
        (self.parse)(parameters)
    }
}

impl fmt::Debug for SystemKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SystemKind").finish_non_exhaustive()
    }
}
