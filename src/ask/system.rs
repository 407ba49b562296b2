//! Questions about games of any length, for model checkers: a transition system.
//!
//! A [`System`] states one move of a game and what is looked for; the run of a model checker is read back as the moves
//! that it chose, and replayed. [`AnySystem`] is one of any type. As JSON it has its parameters only: maps say beside it
//! that it is a transition system.

use crate::flag::Given;
use crate::question::subject_of;
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
use std::marker::PhantomData;
use std::sync::Arc;

/// A question about games of any length.
pub trait System: Clone + fmt::Debug + fmt::Display + PartialEq + Serialize + Send + Sync + 'static {
    /// What answers it.
    type Witness: Witness;

    /// The name of the question that it is a form of, such as `othello.mobility`.
    const NAME: &'static str;

    /// States the system to any sink.
    fn state<T: Transition>(&self, system: &mut T);

    /// Whether the parameters make sense.
    ///
    /// # Errors
    /// What is wrong, in words.
    fn validate(&self) -> Result<(), String>;

    /// The game of a run, given the word of the first input at each step. It is replayed and held against the question.
    ///
    /// # Errors
    /// [`WitnessError`] if the game does not end in what was asked for.
    fn interpret(&self, moves: &[Vec<bool>]) -> Result<Self::Witness, WitnessError>;
}

/// A system that can be asked for by name.
pub trait PosedSystem: System + DeserializeOwned {
    /// The system that these flags ask for.
    ///
    /// # Errors
    /// What is missing or wrong, in words.
    fn pose(given: &Given) -> Result<Self, String>;
}

/// A kind of systems: how one is made of flags or read from JSON.
pub trait SystemKind: Send + Sync {
    /// The system that these flags ask for.
    ///
    /// # Errors
    /// What is missing or wrong, in words.
    fn ask(&self, given: &Given) -> Result<AnySystem, String>;

    /// The system with these parameters.
    ///
    /// # Errors
    /// What is wrong with them, in words.
    fn parse(&self, parameters: Value) -> Result<AnySystem, String>;
}

/// A system of any type.
#[derive(Clone)]
pub struct AnySystem(Arc<dyn Erased>);

trait Erased: fmt::Debug + fmt::Display + Send + Sync {
    fn any(&self) -> &dyn Any;
    fn equals(&self, other: &dyn Any) -> bool;
    fn json(&self) -> &dyn erased_serde::Serialize;
    fn circuit(&self) -> TransitionCircuit;
    fn script(&self) -> TransitionScript;
    fn interpret(&self, moves: &[Vec<bool>]) -> Result<AnyWitness, WitnessError>;
}

impl<S: System> Erased for S {
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
        System::interpret(self, moves).map(|witness| AnyWitness::new(subject_of(S::NAME), witness))
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

    /// As [`System::interpret`].
    ///
    /// # Errors
    /// [`WitnessError`]
    pub fn interpret(&self, moves: &[Vec<bool>]) -> Result<AnyWitness, WitnessError> {
        self.0.interpret(moves)
    }
}

impl<S: System> From<S> for AnySystem {
    fn from(system: S) -> Self {
        Self(Arc::new(system))
    }
}

impl fmt::Display for AnySystem {
    /// As one would ask it on the command line.
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

struct Typed<S>(PhantomData<fn() -> S>);

/// The kind of systems that a type is.
pub fn system_kind<S: PosedSystem>() -> Arc<dyn SystemKind> {
    Arc::new(Typed::<S>(PhantomData))
}

impl<S: PosedSystem> SystemKind for Typed<S> {
    fn ask(&self, given: &Given) -> Result<AnySystem, String> {
        let system = S::pose(given)?;
        system.validate()?;
        Ok(system.into())
    }

    fn parse(&self, parameters: Value) -> Result<AnySystem, String> {
        let system: S = serde_json::from_value(parameters).map_err(|error| error.to_string())?;
        system.validate()?;
        Ok(system.into())
    }
}
