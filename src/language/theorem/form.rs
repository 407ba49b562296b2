//! Forms of Lisp, and how they are laid out.

use encodings::board::Mask;
use std::fmt;

/// The widest line.
const WIDTH: usize = 110;

/// A form: an atom, or a list of forms.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Form {
    Atom(String),
    List(Vec<Form>),
}

impl Form {
    pub(super) fn atom(text: impl fmt::Display) -> Self {
        Self::Atom(text.to_string())
    }

    /// A function with its arguments.
    pub(super) fn call(function: &str, arguments: impl IntoIterator<Item = Self>) -> Self {
        Self::List(std::iter::once(Self::atom(function)).chain(arguments).collect())
    }

    /// A list of atoms.
    pub(super) fn atoms<T: fmt::Display>(atoms: impl IntoIterator<Item = T>) -> Self {
        Self::List(atoms.into_iter().map(Self::atom).collect())
    }

    /// Whether a form stands anywhere in this one.
    pub(super) fn has(&self, wanted: &Self) -> bool {
        self == wanted || matches!(self, Self::List(parts) if parts.iter().any(|part| part.has(wanted)))
    }

    fn width(&self) -> usize {
        match self {
            Self::Atom(text) => text.chars().count(),
            Self::List(parts) => parts.iter().map(|part| part.width() + 1).sum::<usize>().max(1) + 1,
        }
    }

    /// Writes the form from a column on; a list that does not fit into its line has an argument in each.
    fn write(&self, column: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = match self {
            Self::List(parts) if !parts.is_empty() => parts,
            Self::List(_) => return f.write_str("()"),
            Self::Atom(text) => return f.write_str(text),
        };
        let fits = column + self.width() <= WIDTH;
        f.write_str("(")?;
        // What a definition is called stays beside it, and so does the first argument of a short function.
        let (head, indent) = match &parts[0] {
            _ if fits => (parts.len(), 0),
            Self::Atom(word)
                if matches!(word.as_str(), "defun" | "defthm" | "defconst" | "fgl::def-fgl-thm") =>
            {
                (if word == "defun" { 3 } else { 2 }, column + 2)
            }
            Self::Atom(word) if matches!(word.as_str(), "let" | "let*" | "local") => (2, column + 2),
            Self::Atom(word) => (2, column + word.len() + 2),
            Self::List(_) => (1, column + 1),
        };
        let mut at = column + 1;
        for (place, part) in parts.iter().enumerate() {
            let is_value =
                place > 0 && matches!(&parts[place - 1], Self::Atom(word) if word.starts_with(':'));
            if place >= head && !is_value {
                write!(f, "\n{:indent$}", "")?;
                at = indent;
            } else if place > 0 {
                f.write_str(" ")?;
                at += 1;
            }
            part.write(at, f)?;
            at += part.width();
        }
        f.write_str(")")
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(0, f)
    }
}

/// A set of squares as a natural number, in hexadecimal digits.
pub(super) fn natural(mask: &Mask) -> Form {
    let digit =
        |place: usize| (0..4).map(|bit| u32::from(mask.contains(4 * place + bit)) << bit).sum::<u32>();
    let last = (0..Mask::CAPACITY.div_ceil(4)).rev().find(|&place| digit(place) != 0).unwrap_or(0);
    let digits: String = (0..=last).rev().filter_map(|place| char::from_digit(digit(place), 16)).collect();
    Form::atom(format!("#x{digits}"))
}
