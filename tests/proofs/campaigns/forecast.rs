//! Forecasts of plans, with and without the plan.

use super::Place;
use serde_json::Value;

/// A count whose costs come from the number of states, and not from measurements.
const COUNT: &str = "plan count go.positions --board 16x16";

#[test]
fn a_forecast_writes_no_plan_unless_it_is_asked_for() {
    let place = Place::new();
    let (code, paper) = place.run(&format!("{COUNT} --simulate 3 --seed 5"));
    assert_eq!(code, Some(0), "{paper}");
    assert!(paper.contains("median and 5 to 95 % of 20 runs (--seed 5)\nwall time  "), "{paper}");
    assert!(paper.ends_with("7 tasks, on paper: --out writes the plan\n"), "{paper}");
    assert!(place.files("").is_empty());
    let (code, written) = place.run(&format!("{COUNT} --simulate 3 --seed 5 --out forecast"));
    assert_eq!(
        (code, written),
        (Some(0), paper.replace(", on paper: --out writes the plan", " in forecast"))
    );
    assert_eq!(place.run(&format!("{COUNT} --out plain")).0, Some(0));
    assert!(place.files("forecast") == place.files("plain"), "a forecast changes the plan");
    let (_, other) = place.run(&format!("{COUNT} --simulate 3 --seed 6"));
    assert_ne!(other.replace("--seed 6", "--seed 5"), paper);
}

#[test]
fn a_forecast_lies_between_its_bounds() {
    let place = Place::new();
    let of = |flags: &str| -> Value {
        let (code, text) = place.run(&format!("{COUNT} --json --simulate {flags}"));
        assert_eq!(code, Some(0), "{text}");
        serde_json::from_str(&text).expect("an object")
    };
    let number = |of: &Value, path: &str| of.pointer(path).and_then(Value::as_f64).expect("a number");
    let (one, ten) = (of("1 --failures 0"), of("10 --failures 0"));
    let [alone, shared] = [&one, &ten].map(|answer| number(answer, "/forecast/wall_seconds/median"));
    let processor = number(&one, "/forecast/processor_seconds/median");
    assert!((alone - processor).abs() < 1.0, "{alone} and {processor}");
    // Seven tasks for ten workers: a little more than the longest of them.
    let task = number(&one, "/stages/0/tasks/0/seconds");
    assert!(shared > task && shared < 2.0 * task, "{shared} of {task}");
    assert!(number(&ten, "/forecast/utilisation") < 0.7);
    assert_eq!(ten["forecast"]["critical"]["stage"], "residues");
    assert_eq!((&ten["plan"], &ten["tasks"]), (&Value::Null, &Value::from(7)));
    // Two processors for all of them are no faster than two workers.
    let crowded = number(&of("10 --processors 2 --failures 0"), "/forecast/wall_seconds/median");
    assert!(crowded > processor / 2.0 - 1.0 && crowded < alone);
    // What fails often goes on from its checkpoints of ten minutes.
    let failing = of("1 --failures 6");
    let (failures, lost) =
        (number(&failing, "/forecast/failures"), number(&failing, "/forecast/lost_seconds"));
    assert!(failures > 20.0 && lost > 60.0 * failures && lost < 600.0 * failures, "{failures}, {lost}");
}

#[test]
fn what_cannot_be_forecast_is_refused() {
    let place = Place::new();
    for (flags, says) in [
        ("", "--out <DIR>"),
        ("--seed 3 --out camp", "--simulate <N>"),
        ("--simulate 0", "--simulate"),
        ("--simulate 2 --failures=-1", "--failures"),
        ("--simulate 2 --failures nan", "expected a number of failures an hour"),
        (
            "--simulate 2 --failures 3600 --out camp",
            "stage residues: with so many failures its tasks do not end",
        ),
        ("--simulate 2 --disk 0", "--disk"),
    ] {
        let (code, text) = place.run(format!("{COUNT} {flags}").trim());
        assert!(code == Some(2) && text.contains(says), "{flags}: {code:?} {text}");
        assert!(place.files("").is_empty(), "{flags}");
    }
}
