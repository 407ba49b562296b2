//! What the program claims and checks: proofs, certificates, questions in parts, campaigns, and lists of all answers.

mod campaigns;
mod certificate;
mod cubes;
mod enumerate;
mod external;
#[path = "../support"]
mod support {
    #[allow(dead_code, reason = "these tests need only some kinds of random numbers")]
    pub(crate) mod random;
    pub(crate) mod seal;
    #[allow(dead_code, reason = "other tests need the other tools")]
    pub(crate) mod tools;
}
