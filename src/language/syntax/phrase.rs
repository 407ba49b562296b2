//! A part of a question in words.

use super::{Comparison, Iteration, Join, Node, Part, Region, direction_name};

/// What a part says, in words.
///
/// # Examples
/// ```
/// use certamen_language::syntax::{Aim, parse, phrase};
///
/// let question = parse("all m in legal: none(after(m).legal)")?;
/// let Aim::Condition(condition) = &question.aim else { unreachable!("it has no `max` or `min`") };
/// assert_eq!(phrase(condition), "for every move `m` of `legal`: nothing is in `legal` after `m`");
/// # Ok::<(), certamen_language::LanguageError>(())
/// ```
pub fn phrase(node: &Node) -> String {
    match &node.part {
        Part::Number(number) => number.to_string(),
        Part::Truth(true) => "always".to_owned(),
        Part::Truth(false) => "never".to_owned(),
        Part::Name(name) => format!("`{name}`"),
        Part::Region(Region::Board) => "the board".to_owned(),
        Part::Region(Region::Corners) => "the corners".to_owned(),
        Part::Region(Region::Edges) => "the edges".to_owned(),
        Part::Rank(rank) => format!("rank {rank}"),
        Part::File(file) => format!("file {file}"),
        Part::Set(squares) if squares.is_empty() => "no squares".to_owned(),
        Part::Set(squares) => {
            let names: Vec<&str> = squares.iter().map(|(_, name)| name.as_str()).collect();
            format!("the squares {}", names.join(" "))
        }
        Part::Count(of) => format!("the number in {}", inner(of)),
        Part::Any(true, of) => format!("something is in {}", inner(of)),
        Part::Any(false, of) => format!("nothing is in {}", inner(of)),
        Part::Shift(direction, of) => format!("{} one step {}", inner(of), direction_name(*direction)),
        Part::After(of) => format!("the position after {}", inner(of)),
        Part::Call(name, of) => format!("`{name}` of {}", joined(of, " and ")),
        // What an expanded question does not have is said as it is written.
        Part::Lines(..) | Part::Toward(..) | Part::Directions(_) | Part::Product(_) | Part::Union(..) => {
            format!("`{node}`")
        }
        Part::Field(of, _, name) => field(of, name),
        Part::Square(of, _, square) => format!("{square} is in {}", inner(of)),
        Part::Complement(of) => format!("the squares outside {}", inner(of)),
        Part::Words(join, parts) => {
            let between = match join {
                Join::Both => " that are also in ",
                Join::One => " or else (but not both) ",
                Join::Either => " together with ",
            };
            joined(parts, between)
        }
        Part::Sum(terms) => terms.iter().enumerate().fold(String::new(), |text, (place, (minus, term))| {
            let sign = match (place, minus) {
                (0, _) => "",
                (_, true) => " minus ",
                (_, false) => " plus ",
            };
            text + sign + &inner(term)
        }),
        Part::Compare(comparison, left, right) => {
            let is = match comparison {
                Comparison::Equal => "is",
                Comparison::Unequal => "is not",
                Comparison::Less => "is less than",
                Comparison::AtMost => "is at most",
                Comparison::More => "is more than",
                Comparison::AtLeast => "is at least",
                Comparison::Subset => "lies within",
            };
            format!("{} {is} {}", inner(left), inner(right))
        }
        Part::Not(of) => format!("it is not so that {}", inner(of)),
        Part::And(parts) => joined(parts, ", and "),
        Part::Or(parts) => joined(parts, ", or "),
        Part::Implies(condition, then) => format!("if {}, then {}", phrase(condition), phrase(then)),
        Part::Quantified(is_all, choice, body) => {
            let (move_, set) = (&choice.variable, phrase(&choice.set));
            if *is_all {
                format!("for every move `{move_}` of {set}: {}", phrase(body))
            } else {
                format!("there is a move `{move_}` of {set} with: {}", phrase(body))
            }
        }
        Part::Unique(choice, body) => {
            let (move_, set) = (&choice.variable, phrase(&choice.set));
            format!("there is exactly one move `{move_}` of {set} with: {}", phrase(body))
        }
        Part::Forced(of, plies) => forced(of, plies),
        Part::If(parts) => {
            let [condition, then, otherwise] = &**parts;
            format!("if {}, then {}, else {}", phrase(condition), inner(then), inner(otherwise))
        }
        Part::Iterate(iteration) => {
            let Iteration { accumulates, rounds, seed, variable, body } = &**iteration;
            let times = rounds.as_ref().map_or_else(String::new, phrase);
            let (seed, body) = (phrase(seed), phrase(body));
            if *accumulates {
                format!("`{variable}` that begins with {seed} and {times} times takes in {body}")
            } else {
                format!("`{variable}` that begins with {seed} and {times} times becomes {body}")
            }
        }
        Part::Let(name, value, body) => format!("with `{name}` for {}: {}", phrase(value), phrase(body)),
    }
}

/// `won in K` and `lost in K`.
fn forced(of: &Node, plies: &Node) -> String {
    let (name, after) = match &of.part {
        Part::Field(of, _, name) => match &of.part {
            Part::After(of) => (name.as_str(), format!(" after {}", inner(of))),
            _ => (name.as_str(), format!(" in {}", inner(of))),
        },
        Part::Name(name) => (name.as_str(), String::new()),
        _ => ("", String::new()),
    };
    let player = if name == "lost" { "the other player" } else { "the player to move" };
    format!("{player} can force a win within {} plies{after}", inner(plies))
}

fn field(of: &Node, name: &str) -> String {
    match (&of.part, name) {
        (Part::After(of), name) => format!("`{name}` after {}", inner(of)),
        (_, "from") => format!("the square that {} leaves", inner(of)),
        (_, "to") => format!("the square that {} enters", inner(of)),
        (_, "over") => format!("the squares that {} passes", inner(of)),
        (_, "kind") => format!("the kind of {}", inner(of)),
        (_, name) => format!("`{name}` of {}", inner(of)),
    }
}

/// A part within another one: in parentheses if it has operands itself.
fn inner(node: &Node) -> String {
    match node.part {
        Part::Words(..)
        | Part::And(_)
        | Part::Or(_)
        | Part::Implies(..)
        | Part::Quantified(..)
        | Part::Unique(..)
        | Part::If(_)
        | Part::Iterate(_)
        | Part::Let(..) => format!("({})", phrase(node)),
        _ => phrase(node),
    }
}

fn joined(parts: &[Node], between: &str) -> String {
    parts.iter().map(inner).collect::<Vec<_>>().join(between)
}
