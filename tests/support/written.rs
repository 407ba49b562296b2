//! Writes a question with the commands, and reads an answer back with them.

use super::run::Place;
use serde_json::Value;

/// Writes a question in these formats, has it solved, and reads the answer back by the map: as JSON and as a picture.
pub(crate) fn written_and_read_back(question: &str, formats: &[&str]) -> (Value, String) {
    let place = Place::new();
    for format in formats {
        place.run(&format!("emit {question} --format {format} -o m.{format}")).answers(0);
        assert!(place.read(&format!("m.{format}")).len() > 1000, "{format}");
    }
    place.run(&format!("emit {question} -o m.cnf --map m.json")).answers(0);
    let solved = place.run(&format!("solve {question} --no-symmetry-breaking"));
    let decoded = place.run_with("decode --map m.json - --json", solved.answers(10)).json(0);
    let drawn = place.run_with("decode --map m.json - --format svg", solved.answers(10));
    assert!(drawn.answers(0).starts_with("<svg"));
    (decoded, drawn.answers(0).to_owned())
}
