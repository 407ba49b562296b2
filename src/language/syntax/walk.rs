//! The parts below a part.

use super::{Iteration, Node, Part};

impl Node {
    /// The number of parts, this one included.
    pub(crate) fn size(&self) -> usize {
        1 + self.part.children().into_iter().map(Self::size).sum::<usize>()
    }
}

impl Part {
    /// The parts directly below this one.
    pub(crate) fn children(&self) -> Vec<&Node> {
        match self {
            Self::Number(_)
            | Self::Truth(_)
            | Self::Name(_)
            | Self::Region(_)
            | Self::Rank(_)
            | Self::File(_)
            | Self::Directions(_)
            | Self::Set(_) => Vec::new(),
            Self::Count(of)
            | Self::Any(_, of)
            | Self::Shift(_, of)
            | Self::After(of)
            | Self::Field(of, ..)
            | Self::Square(of, ..)
            | Self::Complement(of)
            | Self::Not(of) => vec![of],
            Self::Words(_, parts) | Self::And(parts) | Self::Or(parts) | Self::Call(_, parts) => {
                parts.iter().collect()
            }
            Self::If(parts) => parts.iter().collect(),
            Self::Lines(_, from, to) => std::iter::once(&**from).chain(to.as_deref()).collect(),
            Self::Iterate(iteration) => {
                let Iteration { rounds, seed, body, .. } = &**iteration;
                rounds.iter().chain([seed, body]).collect()
            }
            Self::Sum(terms) | Self::Product(terms) => terms.iter().map(|(_, term)| term).collect(),
            Self::Compare(_, one, other)
            | Self::Implies(one, other)
            | Self::Let(_, one, other)
            | Self::Toward(one, other)
            | Self::Forced(one, other) => vec![one, other],
            Self::Quantified(_, choice, body) | Self::Unique(choice, body) | Self::Union(choice, body) => {
                vec![&choice.set, body]
            }
        }
    }

    /// The same part with other parts below it, and other places. Parts that bind a name, or that are written out, are not
    /// walked through: their names have a meaning of their own.
    pub(crate) fn try_map<E>(
        &self,
        change: &mut dyn FnMut(&Node) -> Result<Node, E>,
        place: &dyn Fn(usize) -> usize,
    ) -> Result<Self, E> {
        let mut boxed = |node: &Node| change(node).map(Box::new);
        Ok(match self {
            Self::Set(squares) => {
                Self::Set(squares.iter().map(|(at, name)| (place(*at), name.clone())).collect())
            }
            Self::Count(of) => Self::Count(boxed(of)?),
            Self::Any(any, of) => Self::Any(*any, boxed(of)?),
            Self::Shift(direction, of) => Self::Shift(*direction, boxed(of)?),
            Self::After(of) => Self::After(boxed(of)?),
            Self::Field(of, at, name) => Self::Field(boxed(of)?, place(*at), name.clone()),
            Self::Square(of, at, name) => Self::Square(boxed(of)?, place(*at), name.clone()),
            Self::Complement(of) => Self::Complement(boxed(of)?),
            Self::Not(of) => Self::Not(boxed(of)?),
            Self::Words(join, parts) => Self::Words(*join, each(parts, change)?),
            Self::And(parts) => Self::And(each(parts, change)?),
            Self::Or(parts) => Self::Or(each(parts, change)?),
            Self::Sum(terms) => {
                let term = |(is_subtracted, term): &(bool, Node)| Ok((*is_subtracted, change(term)?));
                Self::Sum(terms.iter().map(term).collect::<Result<_, E>>()?)
            }
            Self::Compare(how, one, other) => Self::Compare(*how, boxed(one)?, boxed(other)?),
            Self::Implies(one, other) => Self::Implies(boxed(one)?, boxed(other)?),
            Self::If(parts) => {
                let [condition, then, otherwise] = &**parts;
                Self::If(Box::new([change(condition)?, change(then)?, change(otherwise)?]))
            }
            other => other.clone(),
        })
    }
}

fn each<E>(parts: &[Node], change: &mut dyn FnMut(&Node) -> Result<Node, E>) -> Result<Vec<Node>, E> {
    parts.iter().map(change).collect()
}
