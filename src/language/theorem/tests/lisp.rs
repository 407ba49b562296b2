//! A small Lisp that evaluates books of rules, with the operations on sets as the general book states them: square by square.

use std::collections::HashMap;

/// A form that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Atom(String),
    List(Vec<Form>),
}

/// A value: a set of squares (or a number), a symbol, or a list. `nil` is the empty list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Number(i128),
    Symbol(String),
    List(Vec<Value>),
}

/// A book that was read.
pub(super) struct Book {
    functions: HashMap<String, (Vec<String>, Form)>,
    files: i128,
    ranks: i128,
    squares: i128,
}

/// Reads all forms of a text.
pub(super) fn read(text: &str) -> Vec<Form> {
    let code: Vec<&str> = text.lines().filter(|line| !line.starts_with(';')).collect();
    let spaced = code.join(" ").replace('(', " ( ").replace(')', " ) ").replace('\'', " ' ");
    let mut tokens = spaced.split_whitespace();
    let mut forms = Vec::new();
    while let Some(form) = next(&mut tokens) {
        forms.push(form);
    }
    forms
}

fn next<'t>(tokens: &mut impl Iterator<Item = &'t str>) -> Option<Form> {
    match tokens.next()? {
        ")" => None,
        "(" => {
            let mut parts = Vec::new();
            while let Some(part) = next(tokens) {
                parts.push(part);
            }
            Some(Form::List(parts))
        }
        "'" => Some(Form::List(vec![Form::Atom("quote".to_owned()), next(tokens)?])),
        atom => Some(Form::Atom(atom.to_owned())),
    }
}

fn number(atom: &str) -> Option<i128> {
    match atom.strip_prefix("#x") {
        Some(digits) => i128::from_str_radix(digits, 16).ok(),
        None => atom.parse().ok(),
    }
}

fn truth(is_true: bool) -> Value {
    if is_true { Value::Symbol("t".to_owned()) } else { Value::List(Vec::new()) }
}

impl Value {
    pub(super) fn is_true(&self) -> bool {
        *self != Self::List(Vec::new())
    }

    pub(super) fn number(&self) -> i128 {
        match self {
            Self::Number(number) => *number,
            other => panic!("{other:?} is no number"),
        }
    }

    fn list(self) -> Vec<Self> {
        match self {
            Self::List(parts) => parts,
            other => panic!("{other:?} is no list"),
        }
    }
}

impl Book {
    /// The functions of a book, and its board.
    pub(super) fn new(text: &str) -> Self {
        let mut book = Self { functions: HashMap::new(), files: 0, ranks: 0, squares: 0 };
        for form in read(text) {
            let Form::List(parts) = form else { continue };
            match parts.as_slice() {
                [Form::Atom(word), Form::Atom(name), Form::List(parameters), .., body] if word == "defun" => {
                    let names = parameters.iter().map(|parameter| match parameter {
                        Form::Atom(name) => name.clone(),
                        Form::List(_) => panic!("a parameter is a name"),
                    });
                    book.functions.insert(name.clone(), (names.collect(), body.clone()));
                }
                [Form::Atom(word), _, board] if word == "defconst" => {
                    let board = book.value(board, &HashMap::new()).list();
                    let [files, ranks, squares] = board.iter().map(Value::number).collect::<Vec<_>>()[..]
                    else {
                        panic!("a board has three numbers")
                    };
                    (book.files, book.ranks, book.squares) = (files, ranks, squares);
                }
                _ => {}
            }
        }
        book
    }

    /// Calls a function of the book.
    pub(super) fn call(&self, name: &str, arguments: Vec<Value>) -> Value {
        let (names, body) = self.functions.get(name).unwrap_or_else(|| panic!("no function {name}"));
        assert_eq!(names.len(), arguments.len(), "{name}");
        self.value(body, &names.iter().cloned().zip(arguments).collect())
    }

    fn each_square(&self, is_in: impl Fn(i128, i128) -> bool) -> Value {
        let squares = (0..self.ranks).flat_map(|row| (0..self.files).map(move |column| (column, row)));
        let of_board = squares.filter(|(column, row)| self.squares >> (row * self.files + column) & 1 == 1);
        let found = of_board.filter(|&(column, row)| is_in(column, row));
        Value::Number(found.fold(0, |set, (column, row)| set | 1 << (row * self.files + column)))
    }

    fn has(&self, set: i128, column: i128, row: i128) -> bool {
        let is_on = (0..self.files).contains(&column) && (0..self.ranks).contains(&row);
        is_on && set >> (row * self.files + column) & 1 == 1
    }

    fn moved(&self, files: i128, ranks: i128, set: i128) -> Value {
        self.each_square(|column, row| self.has(set, column - files, row - ranks))
    }

    fn image(&self, symmetry: &str, set: i128) -> Value {
        let (last_file, last_rank) = (self.files - 1, self.ranks - 1);
        self.each_square(|column, row| {
            // The square whose image is this one.
            let (column, row) = match symmetry {
                ":mirror-files" => (last_file - column, row),
                ":mirror-ranks" => (column, last_rank - row),
                ":rotate-180" => (last_file - column, last_rank - row),
                ":transpose" => (row, column),
                other => panic!("{other} is not used by a file of the box"),
            };
            self.has(set, column, row)
        })
    }

    fn value(&self, form: &Form, names: &HashMap<String, Value>) -> Value {
        let parts = match form {
            Form::Atom(atom) => {
                let known = names.get(atom).cloned().or_else(|| number(atom).map(Value::Number));
                return known.unwrap_or_else(|| match atom.as_str() {
                    "nil" => truth(false),
                    _ => Value::Symbol(atom.clone()),
                });
            }
            Form::List(parts) => parts,
        };
        let [Form::Atom(function), rest @ ..] = parts.as_slice() else { panic!("{form:?} is no call") };
        let value = |form: &Form| self.value(form, names);
        match function.as_str() {
            "quote" => quoted(&rest[0]),
            "if" => value(&rest[if value(&rest[0]).is_true() { 1 } else { 2 }]),
            "and" => rest.iter().map(value).find(|part| !part.is_true()).unwrap_or_else(|| truth(true)),
            "or" => rest.iter().map(value).find(Value::is_true).unwrap_or_else(|| truth(false)),
            "cond" => self.condition(rest, names),
            "let*" => {
                let mut names = names.clone();
                let Form::List(bindings) = &rest[0] else { panic!("bindings are a list") };
                for binding in bindings {
                    let Form::List(pair) = binding else { panic!("a binding is a list") };
                    let Form::Atom(name) = &pair[0] else { panic!("a binding has a name") };
                    let bound = self.value(&pair[1], &names);
                    names.insert(name.clone(), bound);
                }
                self.value(&rest[1], &names)
            }
            function => self.apply(function, rest.iter().map(value).collect()),
        }
    }

    fn condition(&self, cases: &[Form], names: &HashMap<String, Value>) -> Value {
        for case in cases {
            let Form::List(parts) = case else { panic!("a case is a list") };
            let test = self.value(&parts[0], names);
            if test.is_true() {
                return parts.get(1).map_or(test, |then| self.value(then, names));
            }
        }
        truth(false)
    }

    fn apply(&self, function: &str, arguments: Vec<Value>) -> Value {
        let set = |place: usize| arguments[place].number();
        let fold = |join: fn(i128, i128) -> i128| {
            Value::Number(arguments.iter().map(Value::number).reduce(join).expect("an argument"))
        };
        let size =
            |sets: &Value| sets.clone().list().iter().map(|set| set.number().count_ones()).sum::<u32>();
        match function {
            "set-of" => Value::Number(arguments.iter().fold(0, |set, square| set | 1 << square.number())),
            "set-and" => fold(|one, other| one & other),
            "set-or" => fold(|one, other| one | other),
            "set-xor" => fold(|one, other| one ^ other),
            "set-not" => Value::Number(self.squares & !set(0)),
            "moved" => self.moved(set(0), set(1), set(2)),
            "north" => self.moved(0, 1, set(0)),
            "northeast" => self.moved(1, 1, set(0)),
            "east" => self.moved(1, 0, set(0)),
            "southeast" => self.moved(1, -1, set(0)),
            "south" => self.moved(0, -1, set(0)),
            "southwest" => self.moved(-1, -1, set(0)),
            "west" => self.moved(-1, 0, set(0)),
            "northwest" => self.moved(-1, 1, set(0)),
            "image" => match &arguments[0] {
                Value::Symbol(symmetry) => self.image(symmetry, set(1)),
                other => panic!("{other:?} is no symmetry"),
            },
            "has" => truth(set(0) >> set(1) & 1 == 1),
            "some-square" => truth(set(0) != 0),
            "set-equal" | "equal" => truth(arguments[0] == arguments[1]),
            "setp" => truth(set(0) & !self.squares == 0),
            "bitp" => truth(matches!(set(0), 0 | 1)),
            "iff" => truth(arguments[0].is_true() == arguments[1].is_true()),
            "not" => truth(!arguments[0].is_true()),
            "zp" => truth(set(0) <= 0),
            "1-" => Value::Number(set(0) - 1),
            "counts<=" => truth(i128::from(size(&arguments[0])) <= i128::from(size(&arguments[1])) + set(2)),
            "list" => Value::List(arguments),
            "nth" => arguments[1].clone().list()[set(0) as usize].clone(),
            _ => self.call(function, arguments),
        }
    }
}

fn quoted(form: &Form) -> Value {
    match form {
        Form::Atom(atom) => number(atom).map_or_else(|| Value::Symbol(atom.clone()), Value::Number),
        Form::List(parts) => Value::List(parts.iter().map(quoted).collect()),
    }
}
