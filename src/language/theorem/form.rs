//! Forms of Lisp, and how they are laid out.

use encodings::board::Mask;
use std::fmt;

/// The widest line.
const WIDTH: usize = 110;

/// A form: a list of forms, or an atom. Text that is written as it stands, such as hints and remarks, is an atom, too.
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

/// A set of squares as a natural number.
pub(super) fn natural(mask: &Mask) -> Form {
    // Decimal digits, the last one first: each square doubles the number of those before it.
    let mut digits = vec![0_u8];
    for square in (0..Mask::CAPACITY).rev() {
        let mut carry = u8::from(mask.contains(square));
        for digit in &mut digits {
            let doubled = 2 * *digit + carry;
            (*digit, carry) = (doubled % 10, doubled / 10);
        }
        if carry > 0 {
            digits.push(carry);
        }
    }
    Form::atom(digits.iter().rev().map(|digit| char::from(b'0' + digit)).collect::<String>())
}

/// A name as a symbol. Lisp does not distinguish upper and lower case: behind a letter that was upper case stands a dash, which
/// names of files do not have.
pub(super) fn symbol(name: &str) -> String {
    let mut symbol = if name.starts_with('_') { "u--".to_owned() } else { String::new() };
    for letter in name.chars() {
        symbol.push(letter.to_ascii_lowercase());
        if letter.is_ascii_uppercase() {
            symbol.push('-');
        }
    }
    symbol
}

/// The name of a function of a kind of moves: `straight-moves`, `after-straight`.
pub(super) fn of_kind(before: &str, kind: &str, after: &str) -> String {
    format!("{before}{}{after}", symbol(kind))
}

/// A kind of moves as a value.
pub(super) fn quoted(kind: &str) -> Form {
    Form::atom(format!("'{}", symbol(kind)))
}

/// The definition of a function.
pub(super) fn function(name: &str, parameters: Vec<Form>, body: Form) -> Form {
    Form::call("defun", [Form::atom(name), Form::List(parameters), body])
}

/// A list of forms.
pub(super) fn list(forms: Vec<Form>) -> Form {
    if forms.is_empty() { Form::atom("nil") } else { Form::call("list", forms) }
}

/// Several arguments of a function that joins two or more; one stands for itself.
pub(super) fn joined(function: &str, mut parts: Vec<Form>) -> Form {
    match parts.len() {
        0 if function.starts_with("set") => Form::atom("0"),
        1 => parts.remove(0),
        _ => Form::call(function, parts),
    }
}
