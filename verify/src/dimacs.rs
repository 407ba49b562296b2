//! Strict DIMACS CNF.
