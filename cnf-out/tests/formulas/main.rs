//! What is written about a formula: clauses, DIMACS, the map of variables, and SMT-LIB.

mod clausify;
mod dimacs;
mod map;
mod smtlib;
