//! emit | solve | decode: the board is read back, and assignments that are not models of the CNF are refused.

use crate::support::run::{Place, Ran};
use serde_json::Value;

/// A question with its CNF, its map, and an answer.
struct Asked {
    place: Place,
    answer: String,
}

impl Asked {
    fn new(flags: &str) -> Self {
        let place = Place::new();
        let question = format!("othello.mobility {flags}");
        place.run(&format!("emit {question} -o m.cnf --map m.json")).answers(0);
        let answer = place.run(&format!("solve {question}")).answers(10).to_owned();
        Self { place, answer }
    }

    fn decode(&self, answer: impl Into<Vec<u8>>) -> Ran {
        self.place.run_with("decode --map m.json", answer)
    }

    /// Decodes the answer with a given map.
    fn decode_by(&self, map: impl AsRef<[u8]>) -> Ran {
        self.place.write("other.json", map);
        self.place.run_with("decode --map other.json -", self.answer.clone())
    }

    fn map(&self) -> Value {
        serde_json::from_str(&self.place.read("m.json")).expect("JSON")
    }

    /// The variable of a square of a word.
    fn variable(&self, word: usize, bit: &str) -> i64 {
        self.map()["words"][word]["bits"][bit].as_i64().unwrap_or_else(|| panic!("no {bit}"))
    }

    /// The answer with some literals negated.
    fn negated(&self, variables: &[i64]) -> String {
        let negate = |word: &str| match word.parse::<i64>() {
            Ok(literal) if variables.contains(&literal.abs()) => (-literal).to_string(),
            _ => word.to_owned(),
        };
        let line = |line: &str| match line.strip_prefix("v ") {
            Some(values) => {
                values.split(' ').map(negate).fold("v".to_owned(), |line, value| line + " " + &value)
            }
            None => line.to_owned(),
        };
        self.answer.lines().map(|text| line(text) + "\n").collect()
    }
}

#[test]
fn boards_are_read_back() {
    for (flags, moves) in [
        ("--board 4x4 --at-least 8", 8),
        ("--board 6x6 --at-least 19", 19),
        ("--at-least 20", 20),
        ("--at-least 20 --empties 30", 20),
    ] {
        let asked = Asked::new(flags);
        asked.place.write("answer", &asked.answer);
        for ran in [asked.decode(asked.answer.clone()), asked.place.run("decode --map m.json answer")] {
            assert!(ran.answers(0).contains("X to move: "), "{}", ran.out());
        }
        let object = asked.place.run("decode --map m.json answer --json").json(0);
        assert!(object["witness"]["mobility"].as_u64() >= Some(moves), "{object}");
        let picture = asked.place.run("decode --map m.json answer --format svg");
        assert!(picture.answers(0).starts_with("<svg "));
    }
}

#[test]
fn both_forms_of_the_question_have_their_answers() {
    let place = Place::new();
    let question = "othello.mobility --board 4x4 --at-least 8";
    place.run(&format!("emit {question} -o m.cnf --map m.json")).answers(0);
    let answer = place.run(&format!("solve {question}"));
    place.run_with("decode --map m.json", answer.answers(10)).answers(0);
    // With symmetry breaking the CNF has more variables, so the answer belongs to another CNF.
    let broken = place.run(&format!("solve {question} --symmetry-breaking"));
    place.run_with("decode --map m.json", broken.answers(10)).refused(&["standard input", "out of range"]);
}

#[test]
fn a_model_that_misses_a_clause_is_no_model() {
    let asked = Asked::new("--board 4x4 --at-least 8");
    // No disc on a centre square; discs of both players on one square.
    let centre = [asked.variable(0, "own[b2]"), asked.variable(1, "opp[b2]")];
    for variables in [&centre[..1], &centre[1..], &centre] {
        let ran = asked.decode(asked.negated(variables));
        assert!(ran.answers(1).contains("is not satisfied"), "{}", ran.out());
        assert_eq!(ran.out().lines().count(), 1);
    }
    // The values of the first variables are removed.
    let first = asked.answer.find("\nv ").expect("values") + 1;
    let second = first + asked.answer[first..].find('\n').expect("a line") + 1;
    let ran = asked.decode(asked.answer[..first].to_owned() + &asked.answer[second..]);
    assert!(ran.answers(1).contains("have no value"), "{}", ran.out());
    let object = asked.place.run_with("decode --map m.json --json", asked.negated(&centre)).json(1);
    assert_eq!(object["witness"], Value::Null);
}

#[test]
fn models_of_other_formulas_are_refused() {
    let small = Asked::new("--board 4x4 --at-least 8");
    let large = Asked::new("--board 6x6 --at-least 8");
    small.decode(large.answer.clone()).refused(&["out of range"]);
    assert!(large.decode(small.answer.clone()).answers(1).contains("is not satisfied"));
}

#[test]
fn answers_without_a_model_decode_to_no_board() {
    let asked = Asked::new("--board 4x4 --at-least 8");
    for (answer, says) in [("s UNSATISFIABLE\n", "no proof"), ("c late\ns UNKNOWN\n", "UNKNOWN")] {
        assert!(asked.decode(answer).answers(1).contains(says));
    }
}

#[test]
fn answers_that_cannot_be_read_are_refused_with_the_line() {
    let asked = Asked::new("--board 4x4 --at-least 8");
    let answer = &asked.answer;
    let cut = &answer[..answer.len() - 4];
    let doubled = format!("{answer}v 1 0\n");
    let twice = format!("{answer}s SATISFIABLE\n");
    let contradiction = "s SATISFIABLE\nv 1 -1 0\n";
    for text in [
        "",
        "v 1 0\n",
        "hello\n",
        "s MAYBE\n",
        "s SATISFIABLE\n",
        "s SATISFIABLE\nv one 0\n",
        cut,
        &doubled,
        &twice,
        contradiction,
    ] {
        asked.decode(text).refused(&["standard input: line "]);
    }
    for bytes in [b"c \xff\ns UNKNOWN\n".as_slice(), b"s SATISFIABLE\nv 1 \xff 0\n", &[0; 100]] {
        asked.decode(bytes).refused(&["standard input: line "]);
    }
    asked.place.run("decode --map m.json nowhere").refused(&["nowhere"]);
    asked.place.run("decode --map m.json .").refused(&["cannot read ."]);
}

#[test]
fn maps_that_are_damaged_are_refused() {
    let asked = Asked::new("--board 4x4 --at-least 8");
    let map = asked.place.read("m.json");
    for cut in [0, 1, map.len() / 2, map.len() - 3] {
        asked.decode_by(&map[..cut]).refused(&["other.json", "not a map"]);
    }
    asked.decode_by([0xff; 32]).refused(&["other.json", "not a map"]);
    asked
        .decode_by(map.replacen("\"version\": 1", "\"version\": 2", 1))
        .refused(&["other.json", "version 2"]);
    asked.decode_by(map.replacen("certamen-map", "other-map", 1)).refused(&["other.json", "other-map"]);
    asked.decode_by(map.replacen("\"own[a1]\": 1,", "\"own[a1]\": 9999,", 1)).refused(&["own[a1]", "9999"]);
    asked.place.run("decode --map nowhere -").refused(&["nowhere"]);
    asked.place.run("decode --map . -").refused(&["cannot read ."]);
}

/// Readable maps that this program did not write for their question.
#[test]
fn maps_that_are_altered_are_refused() {
    let asked = Asked::new("--board 4x4 --at-least 8");
    let map = asked.place.read("m.json");
    for (from, to) in [
        ("\"own[a1]\": 1,", "\"own[a1]\": 2,"),
        ("\"own[a1]\": 1,", "\"own[a1]\": -1,"),
        ("\"own[a1]\": 1,", "\"own[a1]\": true,"),
        ("\"at_least\": 8", "\"at_least\": 7"),
        ("\"symmetry_breaking\": false", "\"symmetry_breaking\": true"),
        ("\"board\": \"4x4\"", "\"board\": \"6x6\""),
        ("\"directions\": \"needed\"", "\"directions\": \"both\""),
        ("\"cardinality\": \"count-false\"", "\"cardinality\": \"adder\""),
        ("\"chosen\": true", "\"chosen\": false"),
        ("\"sha256\": \"", "\"sha256\": \"0"),
    ] {
        assert!(map.contains(from), "{from}");
        asked.decode_by(map.replacen(from, to, 1)).refused(&["other.json", "not the map"]);
    }
    for (from, to) in
        [("\"at_least\": 8", "\"at_least\": 4294967295"), ("\"empties\": 0", "\"empties\": 4294967295")]
    {
        assert!(map.contains(from), "{from}");
        asked.decode_by(map.replacen(from, to, 1)).refused(&["other.json", "on 16 squares"]);
    }
}
