//! The parts below a part.

use super::{Choice, Iteration, Node, Part};

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
            | Self::Toward(one, other) => vec![one, other],
            Self::Quantified(_, choice, body) | Self::Union(choice, body) => vec![&choice.set, body],
        }
    }

    /// The same part with other parts below it, and other places.
    pub(crate) fn try_map<E>(
        &self,
        change: &mut dyn FnMut(&Node) -> Result<Node, E>,
        place: &dyn Fn(usize) -> usize,
    ) -> Result<Self, E> {
        let mut boxed = |node: &Node| change(node).map(Box::new);
        Ok(match self {
            Self::Number(_)
            | Self::Truth(_)
            | Self::Name(_)
            | Self::Region(_)
            | Self::Rank(_)
            | Self::Directions(_)
            | Self::File(_) => self.clone(),
            Self::Set(squares) => {
                Self::Set(squares.iter().map(|(at, name)| (place(*at), name.clone())).collect())
            }
            Self::Count(of) => Self::Count(boxed(of)?),
            Self::Any(any, of) => Self::Any(*any, boxed(of)?),
            Self::Shift(direction, of) => Self::Shift(*direction, boxed(of)?),
            Self::After(of) => Self::After(boxed(of)?),
            Self::Call(name, of) => Self::Call(name.clone(), each(of, change)?),
            Self::Lines(of_ranks, from, to) => {
                Self::Lines(*of_ranks, boxed(from)?, to.as_deref().map(boxed).transpose()?)
            }
            Self::Toward(direction, of) => Self::Toward(boxed(direction)?, boxed(of)?),
            Self::Field(of, at, name) => Self::Field(boxed(of)?, place(*at), name.clone()),
            Self::Square(of, at, name) => Self::Square(boxed(of)?, place(*at), name.clone()),
            Self::Complement(of) => Self::Complement(boxed(of)?),
            Self::Not(of) => Self::Not(boxed(of)?),
            Self::Words(join, parts) => Self::Words(*join, each(parts, change)?),
            Self::And(parts) => Self::And(each(parts, change)?),
            Self::Or(parts) => Self::Or(each(parts, change)?),
            Self::Sum(terms) => Self::Sum(each_signed(terms, change)?),
            Self::Product(factors) => Self::Product(each_signed(factors, change)?),
            Self::Compare(how, one, other) => Self::Compare(*how, boxed(one)?, boxed(other)?),
            Self::Implies(one, other) => Self::Implies(boxed(one)?, boxed(other)?),
            Self::Let(name, one, other) => Self::Let(name.clone(), boxed(one)?, boxed(other)?),
            Self::Quantified(is_all, choice, body) => {
                let choice = Choice { set: change(&choice.set)?, ..(**choice).clone() };
                Self::Quantified(*is_all, Box::new(choice), Box::new(change(body)?))
            }
            Self::Union(choice, body) => {
                let choice = Choice { set: change(&choice.set)?, ..(**choice).clone() };
                Self::Union(Box::new(choice), Box::new(change(body)?))
            }
            Self::If(parts) => {
                let [condition, then, otherwise] = &**parts;
                Self::If(Box::new([change(condition)?, change(then)?, change(otherwise)?]))
            }
            Self::Iterate(iteration) => {
                let Iteration { rounds, seed, body, variable, accumulates } = &**iteration;
                Self::Iterate(Box::new(Iteration {
                    accumulates: *accumulates,
                    rounds: rounds.as_ref().map(&mut *change).transpose()?,
                    seed: change(seed)?,
                    variable: variable.clone(),
                    body: change(body)?,
                }))
            }
        })
    }
}

fn each<E>(parts: &[Node], change: &mut dyn FnMut(&Node) -> Result<Node, E>) -> Result<Vec<Node>, E> {
    parts.iter().map(change).collect()
}

fn each_signed<E>(
    parts: &[(bool, Node)],
    change: &mut dyn FnMut(&Node) -> Result<Node, E>,
) -> Result<Vec<(bool, Node)>, E> {
    parts.iter().map(|(sign, part)| Ok((*sign, change(part)?))).collect()
}
