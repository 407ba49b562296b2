//! Converts answers of optimisers into answers of SAT solvers.
//!
//! `MaxSAT` and pseudo-Boolean solvers print `s OPTIMUM FOUND`, the values that they found on the way (`o`), and the
//! model as literals (`v 1 -2`), as named variables (`v x1 -x2`) or as one digit for each variable (`v 10`). The result
//! is in the form that `verify::model` reads. It has the same lines in the same order.
//!
//! What it does not show: that the optimum is optimal.

/// The line that claims an optimum.
const OPTIMUM: &[u8] = b"s OPTIMUM FOUND";

/// An answer in the form of the SAT competition. An answer that claims no optimum is returned unchanged.
pub fn as_model(answer: Vec<u8>) -> Vec<u8> {
    let lines = || answer.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii_end);
    if !lines().any(|line| line == OPTIMUM) {
        return answer;
    }
    let is_closed = lines().any(|line| line.starts_with(b"v") && line.ends_with(b" 0"));
    let last = lines().enumerate().filter(|(_, line)| line.starts_with(b"v ")).map(|(index, _)| index).last();
    let mut model = Vec::new();
    for (index, line) in lines().enumerate() {
        if index > 0 {
            model.push(b'\n');
        }
        match line {
            OPTIMUM => model.extend(b"s SATISFIABLE"),
            [b'o', b' ', ..] => model.extend([b"c ".as_slice(), line].concat()),
            [b'v', b' ', values @ ..] => {
                model.extend(b"v ");
                model.extend(literals(values));
                if Some(index) == last && !is_closed {
                    model.extend(b" 0");
                }
            }
            _ => model.extend(line),
        }
    }
    model
}

/// The values of a line as literals.
fn literals(values: &[u8]) -> Vec<u8> {
    let is_digits = values.len() > 1 && values.iter().all(|byte| matches!(byte, b'0' | b'1'));
    if is_digits {
        let literal =
            |(index, value): (usize, &u8)| format!("{}{}", if *value == b'1' { "" } else { "-" }, index + 1);
        return values.iter().enumerate().map(literal).collect::<Vec<_>>().join(" ").into_bytes();
    }
    // A variable is written as `x` and its number, with the minus sign before the `x`.
    values.iter().copied().filter(|&byte| byte != b'x').collect()
}

#[cfg(test)]
mod tests {
    use super::as_model;

    fn read(text: &str) -> String {
        String::from_utf8(as_model(text.into())).expect("ASCII")
    }

    #[test]
    fn each_notation_of_values_becomes_literals() {
        for values in ["v 1 -2 3", "v x1 -x2 x3", "v 101", "v 1 -2 3 0"] {
            assert_eq!(
                read(&format!("o 5\ns OPTIMUM FOUND\n{values}\n")),
                "c o 5\ns SATISFIABLE\nv 1 -2 3 0\n"
            );
        }
        assert_eq!(read("s OPTIMUM FOUND\nv x1\nv -x2"), "s SATISFIABLE\nv 1\nv -2 0");
    }

    #[test]
    fn answers_of_sat_solvers_are_not_changed() {
        for text in ["", "s SATISFIABLE\nv 1 0\n", "s UNSATISFIABLE\n", "o 5\ns UNKNOWN\n"] {
            assert_eq!(read(text), text);
        }
    }
}
