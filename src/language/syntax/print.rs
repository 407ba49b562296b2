//! Writes a tree as text, with only the parentheses that it needs.

use super::{
    Aim, Choice, Comparison, Extreme, Iteration, Join, KEYWORDS, Node, Part, Region, Sentence, direction_name,
};
use std::fmt::{self, Display, Formatter};

/// How strongly a part binds: a part is put into parentheses if its place needs a stronger binding.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    Expression,
    Disjunction,
    Conjunction,
    Comparison,
    Sum,
    Product,
    Union,
    Difference,
    Intersection,
    Unary,
    Primary,
}

impl Part {
    const fn binding(&self) -> Binding {
        match self {
            // These extend as far to the right as possible.
            Self::Implies(..)
            | Self::Quantified(..)
            | Self::Unique(..)
            | Self::Let(..)
            | Self::Union(..)
            | Self::If(_) => Binding::Expression,
            Self::Or(_) => Binding::Disjunction,
            Self::And(_) => Binding::Conjunction,
            Self::Not(_) | Self::Compare(..) => Binding::Comparison,
            Self::Sum(_) => Binding::Sum,
            Self::Product(_) => Binding::Product,
            Self::Words(Join::Either, _) => Binding::Union,
            Self::Words(Join::One, _) => Binding::Difference,
            Self::Words(Join::Both, _) => Binding::Intersection,
            Self::Complement(_) => Binding::Unary,
            _ => Binding::Primary,
        }
    }
}

/// A part in a place that needs this binding.
struct Operand<'n>(&'n Node, Binding);

impl Display for Operand<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self(node, needed) = self;
        if node.part.binding() < *needed { write!(f, "({node})") } else { write!(f, "{node}") }
    }
}

/// The number of a rank or a file, in parentheses if it has signs.
struct Line<'n>(&'n Node);

impl Display for Line<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self(node) = self;
        match &node.part {
            Part::Number(_) | Part::Call(..) => write!(f, "{node}"),
            Part::Name(name) if !KEYWORDS.contains(&name.as_str()) => write!(f, "{node}"),
            _ => write!(f, "({node})"),
        }
    }
}

impl Part {
    /// Whether the text ends with the number of a rank or a file, which would take in a sign that follows.
    fn ends_with_line(&self) -> bool {
        match self {
            Self::Rank(_) | Self::File(_) | Self::Lines(..) => true,
            Self::Complement(of) => of.part.ends_with_line(),
            Self::Words(_, parts) => parts.last().is_some_and(|part| part.part.ends_with_line()),
            Self::Product(factors) => factors.last().is_some_and(|(_, part)| part.part.ends_with_line()),
            _ => false,
        }
    }
}

/// Parts with one of two signs between them.
fn signed(
    f: &mut Formatter<'_>,
    parts: &[(bool, Node)],
    [first, second]: [&str; 2],
    needed: Binding,
) -> fmt::Result {
    for (place, (is_second, part)) in parts.iter().enumerate() {
        f.write_str(match (place, is_second) {
            (0, _) => "",
            (_, true) => second,
            (_, false) => first,
        })?;
        if place + 1 < parts.len() && part.part.ends_with_line() {
            write!(f, "({part})")?;
        } else {
            Operand(part, needed).fmt(f)?;
        }
    }
    Ok(())
}

/// Parts with a text between them.
fn joined(f: &mut Formatter<'_>, parts: &[Node], between: &str, needed: Binding) -> fmt::Result {
    for (place, part) in parts.iter().enumerate() {
        f.write_str(if place > 0 { between } else { "" })?;
        Operand(part, needed).fmt(f)?;
    }
    Ok(())
}

impl Display for Node {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.part {
            Part::Number(number) => number.fmt(f),
            Part::Truth(truth) => truth.fmt(f),
            Part::Name(name) => f.write_str(name),
            Part::Region(Region::Board) => f.write_str("board"),
            Part::Region(Region::Corners) => f.write_str("corners"),
            Part::Region(Region::Edges) => f.write_str("edges"),
            Part::Rank(rank) => write!(f, "rank {rank}"),
            Part::File(file) => write!(f, "file {file}"),
            Part::Set(squares) => {
                let names: Vec<&str> = squares.iter().map(|(_, name)| name.as_str()).collect();
                write!(f, "{{{}}}", names.join(" "))
            }
            Part::Count(of) => write!(f, "count({of})"),
            Part::Any(true, of) => write!(f, "any({of})"),
            Part::Any(false, of) => write!(f, "none({of})"),
            Part::Shift(direction, of) => write!(f, "{}({of})", direction_name(*direction)),
            Part::After(of) => write!(f, "after({of})"),
            Part::Call(name, of) => {
                write!(f, "{name}(")?;
                joined(f, of, ", ", Binding::Expression)?;
                f.write_str(")")
            }
            Part::Lines(of_ranks, from, None) => {
                write!(f, "{} {}", if *of_ranks { "rank" } else { "file" }, Line(from))
            }
            Part::Lines(of_ranks, from, Some(to)) => {
                write!(f, "{} {}..{}", if *of_ranks { "ranks" } else { "files" }, Line(from), Line(to))
            }
            Part::Toward(direction, of) => write!(f, "{direction}({of})"),
            Part::Directions(directions) => {
                let names: Vec<&str> =
                    directions.iter().map(|&direction| direction_name(direction)).collect();
                f.write_str(&names.join(" "))
            }
            Part::Field(of, _, name) => write!(f, "{}.{name}", Operand(of, Binding::Primary)),
            Part::Square(of, _, name) => write!(f, "{}[{name}]", Operand(of, Binding::Primary)),
            Part::Complement(of) => write!(f, "~{}", Operand(of, Binding::Unary)),
            Part::Words(Join::Both, parts) => joined(f, parts, " & ", Binding::Unary),
            Part::Words(Join::One, parts) => joined(f, parts, " ^ ", Binding::Intersection),
            Part::Words(Join::Either, parts) => joined(f, parts, " | ", Binding::Difference),
            Part::Sum(terms) => signed(f, terms, [" + ", " - "], Binding::Product),
            Part::Product(factors) => signed(f, factors, [" * ", " / "], Binding::Union),
            Part::Compare(comparison, left, right) => {
                write!(f, "{} {comparison} {}", Operand(left, Binding::Sum), Operand(right, Binding::Sum))
            }
            Part::Not(of) => write!(f, "not {}", Operand(of, Binding::Comparison)),
            Part::And(parts) => joined(f, parts, " and ", Binding::Comparison),
            Part::Or(parts) => joined(f, parts, " or ", Binding::Conjunction),
            Part::Implies(condition, then) => {
                write!(f, "{} => {then}", Operand(condition, Binding::Disjunction))
            }
            Part::Quantified(is_all, choice, body) => {
                write!(f, "{} {choice}: {body}", if *is_all { "all" } else { "some" })
            }
            Part::Unique(choice, body) => write!(f, "unique {choice}: {body}"),
            Part::Forced(of, plies) => {
                write!(f, "{} in {}", Operand(of, Binding::Primary), Line(plies))
            }
            Part::Let(name, value, body) => write!(f, "let {name} = {value}: {body}"),
            Part::Union(choice, body) => write!(f, "union {choice}: {body}"),
            Part::If(parts) => {
                let [condition, then, otherwise] = &**parts;
                write!(f, "if {condition} then {then} else {otherwise}")
            }
            Part::Iterate(iteration) => {
                let Iteration { accumulates, rounds, seed, variable, body } = &**iteration;
                match rounds {
                    None => write!(f, "closure({seed}, {variable}: {body})"),
                    Some(rounds) if *accumulates => {
                        write!(f, "closure({seed}, {variable}: {body}, at most {rounds})")
                    }
                    Some(rounds) => write!(f, "repeat({rounds}, {seed}, {variable}: {body})"),
                }
            }
        }
    }
}

impl Display for Comparison {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Equal => "=",
            Self::Unequal => "!=",
            Self::Less => "<",
            Self::AtMost => "<=",
            Self::More => ">",
            Self::AtLeast => ">=",
            Self::Subset => "subset",
        })
    }
}

impl Display for Choice {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} in {}", self.variable, Operand(&self.set, Binding::Union))
    }
}

impl Display for Extreme {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Maximum => "max",
            Self::Minimum => "min",
        })
    }
}

impl Display for Sentence {
    /// Writes the question in its unique form: with single blanks and only the parentheses that it needs.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.aim {
            Aim::Condition(condition) => write!(f, "{condition}")?,
            Aim::Extreme { extreme, number, condition } => {
                write!(f, "{extreme} {number}")?;
                if let Some(condition) = condition {
                    write!(f, " where {condition}")?;
                }
            }
        }
        match &self.choice {
            Some(choice) => write!(f, " for {choice}"),
            None => Ok(()),
        }
    }
}
