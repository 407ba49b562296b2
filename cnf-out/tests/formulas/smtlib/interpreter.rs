//! A naive interpreter of the SMT-LIB that this project writes: a second opinion on its texts.
//!
//! Values are bits, lowest first. Every operator follows the standard, bit by bit or by numbers.

use std::collections::HashMap;

/// A value: a truth value, or bits.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Truth(bool),
    Bits(Vec<bool>),
}

/// An atom, or a list.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Expression {
    Atom(String),
    List(Vec<Expression>),
}

/// The result of a script for given unknowns.
#[derive(Debug, Default)]
pub(crate) struct Run {
    /// The sorts of what was declared, by name.
    pub(crate) declared: Vec<(String, usize)>,
    /// All values by name.
    pub(crate) values: HashMap<String, Value>,
    /// The value of each assertion.
    pub(crate) assertions: Vec<bool>,
    /// The names whose values the script asks for.
    pub(crate) asked: Vec<String>,
}

/// Runs a script; panics at the first thing that does not follow the standard.
pub(crate) fn run(text: &str, unknowns: &HashMap<String, Vec<bool>>) -> Run {
    let mut run = Run::default();
    for command in parse(text) {
        let Expression::List(parts) = command else { panic!("{command:?} is no command") };
        match (atom(&parts[0]), &parts[1..]) {
            ("set-info" | "set-option" | "set-logic", _) | ("check-sat", []) => {}
            ("declare-const", [name, sort]) => {
                let value = unknowns[atom(name)].clone();
                assert_eq!(width(sort), Some(value.len()), "the sort of {name:?}");
                run.declared.push((atom(name).to_owned(), value.len()));
                run.define(name, Value::Bits(value));
            }
            ("define-fun", [name, arguments, sort, body]) => {
                assert_eq!(arguments, &Expression::List(vec![]));
                let value = run.evaluate(body);
                assert_eq!(width(sort), value.width(), "the sort of {name:?}");
                run.define(name, value);
            }
            ("assert", [body]) => {
                let truth = run.evaluate(body).truth();
                run.assertions.push(truth);
            }
            ("get-value", [Expression::List(names)]) => {
                run.asked = names.iter().map(|name| atom(name).to_owned()).collect();
                assert!(run.asked.iter().all(|name| run.values.contains_key(name)));
            }
            (other, _) => panic!("command {other}"),
        }
    }
    run
}

impl Run {
    fn define(&mut self, name: &Expression, value: Value) {
        let before = self.values.insert(atom(name).to_owned(), value);
        assert!(before.is_none(), "{name:?} is defined twice");
    }

    fn evaluate(&self, expression: &Expression) -> Value {
        match expression {
            Expression::Atom(text) => match text.as_str() {
                "true" => Value::Truth(true),
                "false" => Value::Truth(false),
                _ if text.starts_with('#') => Value::Bits(literal(text)),
                _ => self.values.get(text).unwrap_or_else(|| panic!("{text} is unknown")).clone(),
            },
            Expression::List(parts) => match parts.as_slice() {
                [Expression::Atom(underscore), number, width] if underscore == "_" => {
                    let number: u128 = atom(number).strip_prefix("bv").unwrap().parse().unwrap();
                    let width: usize = atom(width).parse().unwrap();
                    assert!(width >= 128 || number < 1 << width);
                    Value::Bits((0..width).map(|bit| bit < 128 && number >> bit & 1 == 1).collect())
                }
                [Expression::List(indexed), argument] => {
                    let argument = self.evaluate(argument).bits();
                    let numbers: Vec<usize> =
                        indexed[2..].iter().map(|number| atom(number).parse().unwrap()).collect();
                    Value::Bits(match (atom(&indexed[0]), atom(&indexed[1]), numbers.as_slice()) {
                        ("_", "extract", &[high, low]) => argument[low..=high].to_vec(),
                        ("_", "zero_extend", &[by]) => {
                            argument.into_iter().chain(std::iter::repeat_n(false, by)).collect()
                        }
                        other => panic!("{other:?}"),
                    })
                }
                [operator, arguments @ ..] => apply(
                    atom(operator),
                    &arguments.iter().map(|part| self.evaluate(part)).collect::<Vec<_>>(),
                ),
                [] => panic!("an empty term"),
            },
        }
    }
}

impl Value {
    pub(crate) fn truth(&self) -> bool {
        let Self::Truth(value) = self else { panic!("{self:?} is no truth value") };
        *value
    }

    pub(crate) fn bits(&self) -> Vec<bool> {
        let Self::Bits(bits) = self else { panic!("{self:?} is no vector") };
        bits.clone()
    }

    fn width(&self) -> Option<usize> {
        match self {
            Self::Truth(_) => None,
            Self::Bits(bits) => Some(bits.len()),
        }
    }
}

fn apply(operator: &str, arguments: &[Value]) -> Value {
    match (operator, arguments) {
        ("not", [a]) => Value::Truth(!a.truth()),
        ("and", [a, b]) => Value::Truth(a.truth() && b.truth()),
        ("or", [a, b]) => Value::Truth(a.truth() || b.truth()),
        ("xor", [a, b]) => Value::Truth(a.truth() != b.truth()),
        ("ite", [condition, then, otherwise]) => {
            assert_eq!(then.width(), otherwise.width());
            if condition.truth() { then.clone() } else { otherwise.clone() }
        }
        ("=", [a, b]) => {
            assert_eq!(a.width(), b.width());
            Value::Truth(a == b)
        }
        ("bvule", [a, b]) => {
            let (a, b) = same_width(a, b);
            let differing = (0..a.len()).rev().find(|&bit| a[bit] != b[bit]);
            Value::Truth(differing.is_none_or(|bit| b[bit]))
        }
        ("concat", [high, low]) => Value::Bits([low.bits(), high.bits()].concat()),
        (_, [a, b]) => {
            let (a, b) = same_width(a, b);
            Value::Bits(vectors(operator, &a, &b))
        }
        _ => panic!("{operator} of {} arguments", arguments.len()),
    }
}

fn vectors(operator: &str, a: &[bool], b: &[bool]) -> Vec<bool> {
    let amount = || (0..b.len()).filter(|&bit| b[bit]).map(|bit| 1 << bit).sum::<usize>();
    let bitwise =
        |operation: fn(bool, bool) -> bool| a.iter().zip(b).map(|(&a, &b)| operation(a, b)).collect();
    match operator {
        "bvand" => bitwise(|a, b| a && b),
        "bvor" => bitwise(|a, b| a || b),
        "bvxor" => bitwise(|a, b| a != b),
        "bvshl" => (0..a.len()).map(|bit| bit.checked_sub(amount()).is_some_and(|from| a[from])).collect(),
        "bvlshr" => (0..a.len()).map(|bit| a.get(bit + amount()) == Some(&true)).collect(),
        "bvadd" => {
            let mut carry = false;
            a.iter()
                .zip(b)
                .map(|(&a, &b)| {
                    let sum = a ^ b ^ carry;
                    carry = a && b || carry && (a || b);
                    sum
                })
                .collect()
        }
        other => panic!("operator {other}"),
    }
}

fn same_width(a: &Value, b: &Value) -> (Vec<bool>, Vec<bool>) {
    let (a, b) = (a.bits(), b.bits());
    assert_eq!(a.len(), b.len());
    (a, b)
}

/// The width of a vector sort; `None` for `Bool`.
fn width(sort: &Expression) -> Option<usize> {
    match sort {
        Expression::Atom(name) if name == "Bool" => None,
        Expression::List(parts) => {
            assert_eq!((atom(&parts[0]), atom(&parts[1]), parts.len()), ("_", "BitVec", 3));
            Some(atom(&parts[2]).parse().unwrap())
        }
        Expression::Atom(other) => panic!("sort {other}"),
    }
}

fn literal(text: &str) -> Vec<bool> {
    let (radix, each) = if text.starts_with("#x") { (16, 4) } else { (2, 1) };
    assert!(text.starts_with("#x") || text.starts_with("#b"));
    let digits = text[2..].chars().rev().map(|digit| digit.to_digit(radix).unwrap());
    digits.flat_map(|digit| (0..each).map(move |bit| digit >> bit & 1 == 1)).collect()
}

fn atom(expression: &Expression) -> &str {
    let Expression::Atom(text) = expression else { panic!("{expression:?} is no atom") };
    text
}

/// All expressions of a text; symbols are without bars.
fn parse(text: &str) -> Vec<Expression> {
    let mut open: Vec<Vec<Expression>> = vec![vec![]];
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let length = match c {
            ';' => rest.find('\n').unwrap(),
            '|' => rest[1..].find('|').unwrap() + 2,
            '(' | ')' => 1,
            _ if c.is_whitespace() => 1,
            _ => rest.find(|c: char| c.is_whitespace() || "();|".contains(c)).unwrap_or(rest.len()),
        };
        let token = &rest[..length];
        rest = &rest[length..];
        match c {
            '(' => open.push(vec![]),
            ')' => {
                let list = open.pop().unwrap();
                open.last_mut().unwrap().push(Expression::List(list));
            }
            ';' => {}
            _ if c.is_whitespace() => {}
            _ => open.last_mut().unwrap().push(Expression::Atom(token.trim_matches('|').to_owned())),
        }
    }
    assert_eq!(open.len(), 1, "parentheses");
    open.remove(0)
}
