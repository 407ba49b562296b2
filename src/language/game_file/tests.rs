//! Mutation test of compiled files: each single wrong instruction makes the rules differ from the second reader.
//!
//! Idea: in the programs of three files each instruction is changed to a similar one, and games at random are compared
//! with the naive game ply by ply, positions included.

use super::program::{Instruction, Operation, Program};
use super::rules::{Definition, FileRules};
use super::{AnyFileRules, GameFile};
use encodings::board::Mask;
use encodings::rules::{Ending, Phase, Position, View, print, print_step};
use verify::naive::{GameResult, Naive};

const GAMES: u64 = 60;
const PLIES: usize = 40;

/// The files, each with a board and the number of changes that no position shows: the fox alone goes up, so that what becomes
/// of the hounds then, five instructions in two directions, is never used.
const FILES: [(&str, &str, usize); 3] = [
    (include_str!("../../games/files/breakthrough.game"), "3x4", 0),
    (include_str!("../../games/files/konane.game"), "4x4", 0),
    (include_str!("../../games/files/fox-and-hounds.game"), "6x6", 10),
];

/// A similar operation with the same type.
fn changed(operation: &Operation) -> Option<Operation> {
    Some(match *operation {
        Operation::And(one, other) => Operation::Or(one, other),
        Operation::Or(one, other) | Operation::Xor(one, other) | Operation::Without(one, other) => {
            Operation::And(one, other)
        }
        Operation::Within(word, mask) => Operation::Within(word, without_first(&mask)?),
        Operation::Constant(mask) if !mask.is_empty() => Operation::Constant(Mask::EMPTY),
        Operation::Shift { of, by, within } => Operation::Shift { of, by: -by, within },
        Operation::ShiftWithout { of, by, within, .. } => Operation::Shift { of, by, within },
        Operation::Run { of, through, within, by, rounds } => {
            Operation::Run { of, through, within, by: -by, rounds }
        }
        Operation::Select { condition, then, otherwise } => {
            Operation::Select { condition, then: otherwise, otherwise: then }
        }
        Operation::From | Operation::Over => Operation::To,
        Operation::To => Operation::From,
        Operation::Any(word) => Operation::AtLeast([word].into(), 2),
        Operation::AtLeast(ref words, bound) => Operation::AtLeast(words.clone(), bound + 1),
        Operation::Fewer(one, other) => Operation::Fewer(other, one),
        Operation::Not(bit) => Operation::Both(bit, bit),
        Operation::Both(one, other) => Operation::Either(one, other),
        Operation::Either(one, other) | Operation::Same(one, other) => Operation::Both(one, other),
        Operation::Truth(truth) => Operation::Truth(!truth),
        Operation::Behind { of, through, ref lines } => {
            Operation::Behind { of: through, through: of, lines: lines.clone() }
        }
        Operation::Between { start, ends, through, ref lines } => {
            Operation::Between { start, ends: through, through: ends, lines: lines.clone() }
        }
        Operation::Constant(_) | Operation::Square(..) | Operation::Equal(..) | Operation::Repeat(_) => {
            return None;
        }
    })
}

fn without_first(mask: &Mask) -> Option<Mask> {
    mask.indices().next().map(|first| mask.without(&Mask::EMPTY.with(first)))
}

/// The program with each of its instructions changed, one at a time.
fn mutants(program: &Program) -> Vec<(Operation, Program)> {
    let of = |(place, instruction): (usize, &Instruction)| {
        let mut mutant = program.clone();
        mutant.instructions[place].operation = changed(&instruction.operation)?;
        Some((instruction.operation.clone(), mutant))
    };
    program.instructions.iter().enumerate().filter_map(of).collect()
}

/// The definitions with one instruction changed, in moves, in effects and in ends.
fn all_mutants(definition: &Definition) -> Vec<(Operation, Definition)> {
    let mut all = Vec::new();
    for (operation, program) in mutants(&definition.moves.program) {
        let mut mutant = definition.clone();
        mutant.moves.program = program;
        all.push((operation, mutant));
    }
    for (place, effect) in definition.effects.iter().enumerate() {
        for (operation, program) in mutants(&effect.program) {
            let mut mutant = definition.clone();
            mutant.effects[place].program = program;
            all.push((operation, mutant));
        }
    }
    for (operation, program) in mutants(&definition.endings.program) {
        let mut mutant = definition.clone();
        mutant.endings.program = program;
        all.push((operation, mutant));
    }
    all
}

/// Whether games at random show that the rules and their second reader differ.
fn is_noticed(rules: &FileRules<u64>) -> bool {
    let mut chance = 0x9e37_79b9_7f4a_7c15_u64;
    (0..GAMES).any(|_| {
        let mut position = Position::start(rules);
        for _ in 0..PLIES {
            let next = match compared(rules, position) {
                Err(()) => return true,
                Ok(next) if next.is_empty() => return false,
                Ok(next) => next,
            };
            chance ^= chance << 13;
            chance ^= chance >> 7;
            chance ^= chance << 17;
            position = next[(chance >> 16) as usize % next.len()];
        }
        false
    })
}

/// The positions after the plies of a position, if both readers have the same ones.
fn compared(
    rules: &FileRules<u64>,
    position: Position<FileRules<u64>>,
) -> Result<Vec<Position<FileRules<u64>>>, ()> {
    let naive = rules.twin.parse(&print(rules, position.board())).map_err(|_| ())?;
    let ended = Naive::ended(&rules.twin, &naive);
    let family = match position.phase(rules) {
        Phase::Over(ending) => {
            let result = match ending {
                Ending::Won => GameResult::Won,
                Ending::Lost => GameResult::Lost,
                Ending::Drawn => GameResult::Drawn,
            };
            return if ended == Some(result) { Ok(Vec::new()) } else { Err(()) };
        }
        Phase::Moves(family) if ended.is_none() => family,
        Phase::Moves(_) | Phase::Passes(_) => return Err(()),
    };
    let steps = family.steps(rules.definition.layout);
    let mut own: Vec<_> =
        steps.map(|step| (print_step(rules, step, View::Straight), position.after(rules, step))).collect();
    own.sort_by(|one, other| one.0.cmp(&other.0));
    let named = own.iter().map(|(name, after)| (name.clone(), print(rules, after.board())));
    let plies = rules.twin.plies(&naive).into_iter();
    let mut other: Vec<_> = plies.map(|(name, after)| (name, rules.twin.print(&after))).collect();
    other.sort();
    if named.eq(other) { Ok(own.into_iter().map(|(_, after)| after).collect()) } else { Err(()) }
}

#[test]
fn each_wrong_instruction_is_noticed() {
    let mut noticed = 0;
    for (text, board, unused) in FILES {
        let file = GameFile::parse(text).unwrap();
        let AnyFileRules::Narrow(rules) = file.rules(board).unwrap() else { panic!("a small board") };
        assert!(!is_noticed(&rules), "{}: the rules as they are", file.name());
        let mut missed = Vec::new();
        for (operation, definition) in all_mutants(&rules.definition) {
            if is_noticed(&FileRules::new(definition, rules.twin.clone())) {
                noticed += 1;
            } else {
                missed.push(operation);
            }
        }
        assert_eq!(missed.len(), unused, "{}: not noticed: {missed:#?}", file.name());
    }
    assert!(noticed >= 100, "only {noticed} changes");
}
