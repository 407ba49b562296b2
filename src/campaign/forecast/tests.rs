use super::play::Run;
use super::*;
use proptest::prelude::*;

/// No luck: every task takes its expected time.
fn exact(workers: usize) -> Conditions {
    Conditions {
        workers,
        failures: 0.0,
        spread: 0.0,
        stragglers: 0.0,
        overhead: 0.0,
        start: 0.0,
        ..Conditions::default()
    }
}

fn wall_of(stages: &[Stage], conditions: &Conditions) -> f64 {
    Run::play(stages, conditions, 1).unwrap().wall
}

fn stage(name: &str, count: usize, seconds: f64) -> Stage {
    Stage::new(name, count, seconds, 0)
}

#[track_caller]
fn about(found: f64, expected: f64) {
    assert!((found - expected).abs() <= 1e-6 * expected.max(1.0), "{found}, not {expected}");
}

#[test]
fn workers_share_equal_tasks() {
    let plan = [stage("a", 10, 3.0)];
    for (workers, expected) in [(1, 30.0), (2, 15.0), (3, 12.0), (9, 6.0), (10, 3.0), (1000, 3.0)] {
        about(wall_of(&plan, &exact(workers)), expected);
    }
    // The overhead of a task, and a batch of three tasks whose process starts in 2 s.
    about(wall_of(&plan, &Conditions { overhead: 0.5, ..exact(1) }), 35.0);
    about(wall_of(&plan, &Conditions { batch_seconds: Some(9.0), start: 2.0, ..exact(1) }), 36.0);
}

#[test]
fn many_stages_without_tasks_in_a_row_end_at_once() {
    let mut plan = vec![stage("0", 1, 2.0)];
    plan.extend(
        (1..100_000).map(|number| stage(&number.to_string(), 0, 1.0).after(&(number - 1).to_string())),
    );
    about(wall_of(&plan, &exact(1)), 2.0);
}

#[test]
fn a_stage_waits_for_those_that_it_needs() {
    let plan = [
        stage("a", 3, 2.0),
        stage("b", 1, 5.0),
        stage("c", 2, 1.0).after("a").after("b"),
        stage("d", 0, 1.0).after("c"),
    ];
    about(wall_of(&plan, &exact(1)), 13.0);
    about(wall_of(&plan, &exact(4)), 6.0);
    let forecast = Forecast::new(&plan, &exact(4), |_| false, &Stop::new()).unwrap();
    about(forecast.wall_seconds.median, 6.0);
    about(forecast.processor_seconds.median, 13.0);
    about(forecast.utilisation, 13.0 / 24.0);
    assert_eq!(
        forecast.critical,
        Some(CriticalStage { stage: "b".to_owned(), seconds: 5.0, share: 5.0 / 6.0 })
    );
}

#[test]
fn a_stage_that_is_not_expected_costs_what_starting_it_costs() {
    let mut plan = [stage("a", 2, 1.0), stage("b", 4, 50.0).after("a"), stage("c", 2, 1.0).after("b")];
    plan[1].estimate.is_unlikely = true;
    about(wall_of(&plan, &exact(1)), 4.0);
    // Three batches of all tasks of a stage.
    about(wall_of(&plan, &Conditions { batch_seconds: Some(1e6), start: 2.0, ..exact(1) }), 4.0 + 6.0);
}

#[test]
fn a_full_disk_bounds_the_time() {
    // 8 tasks move 100 bytes each through a disk of 10 bytes a second: 80 s, and the first or last computes beside it.
    let plan = [stage("a", 8, 1.0).moving(60, 0, 40)];
    let disk = Conditions { disk: 10, ..exact(8) };
    let run = Run::play(&plan, &disk, 1).unwrap();
    about(run.wall, 48.0 + 1.0 + 32.0);
    assert_eq!((run.read, run.written), (480.0, 320.0));
    // One after the other, each has the disk for itself.
    about(wall_of(&plan, &Conditions { workers: 1, ..disk.clone() }), 88.0);
    // What a process shares is read by each worker once, and by each batch.
    let shared = [stage("a", 8, 1.0).moving(0, 50, 0)];
    about(wall_of(&shared, &Conditions { workers: 2, ..disk.clone() }), 10.0 + 4.0);
    about(wall_of(&shared, &Conditions { workers: 1, batch_seconds: Some(2.0), ..disk }), 4.0 * 5.0 + 8.0);
}

#[test]
fn workers_share_processors() {
    let plan = [stage("a", 8, 3.0)];
    about(wall_of(&plan, &Conditions { processors: Some(2), ..exact(8) }), 12.0);
    about(wall_of(&plan, &Conditions { processors: Some(2), ..exact(2) }), 12.0);
    about(wall_of(&plan, &Conditions { processors: Some(16), ..exact(8) }), 3.0);
    // Three tasks on two processors, then none is left to fill the second one.
    about(wall_of(&[stage("a", 3, 2.0)], &Conditions { processors: Some(2), ..exact(3) }), 3.0);
    let threaded = [Stage { threads: 4, ..stage("a", 2, 3.0) }];
    about(wall_of(&threaded, &Conditions { processors: Some(4), ..exact(2) }), 6.0);
}

#[test]
fn failures_cost_what_is_expected() {
    // A task of length L with failures at rate r takes (exp(rL) - 1) / r on average, if it begins anew.
    let plan = [stage("a", 20_000, 1.0)];
    let often = Conditions { failures: 3600.0, ..exact(1) };
    let expected = (1f64.exp() - 1.0) * 20_000.0;
    let run = Run::play(&plan, &often, 1).unwrap();
    assert!((run.wall / expected - 1.0).abs() < 0.05, "{} of {expected}", run.wall);
    about(run.wall - run.lost, 20_000.0);
    assert!((run.failures as f64 / expected - 1.0).abs() < 0.05);
    // With checkpoints of a length c, only that since the last one: L / c times as much for c.
    let kept = [stage("a", 20_000, 1.0).with_checkpoints(0.25)];
    let expected = (0.25f64.exp() - 1.0) * 4.0 * 20_000.0;
    assert!((wall_of(&kept, &often) / expected - 1.0).abs() < 0.05);
    let never = Run::play(&[stage("long", 1, 100.0)], &often, 1).unwrap_err();
    assert_eq!(never, ForecastError::NeverEnds("long".to_owned()));
}

#[test]
fn costs_have_their_mean_and_spread() {
    let plan = [stage("a", 50_000, 1.0)];
    let mean = wall_of(&plan, &Conditions { spread: 0.5, ..exact(1) }) / 50_000.0;
    assert!((mean - 1.0).abs() < 0.02, "{mean}");
    let mean = wall_of(&plan, &Conditions { stragglers: 0.1, slower: 5.0, ..exact(1) }) / 50_000.0;
    assert!((mean - 1.4).abs() < 0.02, "{mean}");
    // The spread of the plan takes the place of the usual one.
    let known = [stage("a", 50, 1.0).with_spread(Some(0.0))];
    about(wall_of(&known, &Conditions { spread: 0.5, ..exact(1) }), 50.0);
    assert_eq!(spread(&[1.0]), None);
    about(spread(&[1.0, std::f64::consts::E]).unwrap(), 0.5f64.sqrt());
    about(spread(&[1.0, std::f64::consts::E.powi(9)]).unwrap(), 1.0);
}

#[test]
fn the_same_seed_gives_the_same_forecast() {
    let plan = [stage("a", 30, 1.0).moving(1 << 20, 0, 1 << 20)];
    let of = |seed: u64| {
        Forecast::new(
            &plan,
            &Conditions { workers: 4, seed, ..Conditions::default() },
            |_| true,
            &Stop::new(),
        )
        .unwrap()
    };
    let one = of(1);
    assert_eq!(one, of(1));
    assert_ne!(one.wall_seconds, of(2).wall_seconds);
    let stop = Stop::new();
    stop.request();
    assert_eq!(Forecast::new(&plan, &exact(1), |_| true, &stop), Err(ForecastError::Stopped));
    let Quantiles { median, low, high } = one.wall_seconds;
    assert!(low < median && median < high && one.runs == RUNS);
}

#[test]
fn the_best_size_fills_the_workers_and_is_no_smaller() {
    // 4 tasks leave 12 of 16 workers idle; more than 16 are no better.
    let plan = [stage("a", 4, 60.0)];
    let sizes =
        |conditions: &Conditions| Forecast::new(&plan, conditions, |tasks| tasks != 8, &Stop::new()).unwrap();
    let forecast = sizes(&exact(16));
    assert_eq!(forecast.best, Some(SizeForecast { tasks: 16, seconds: 15.0 }));
    assert_eq!(forecast.sizes.iter().map(|size| size.tasks).collect::<Vec<_>>(), [1, 2, 4, 16, 32, 64]);
    // With an overhead of a minute, dividing does not pay for one worker.
    assert_eq!(sizes(&Conditions { overhead: 60.0, ..exact(1) }).best.unwrap().tasks, 1);
}

proptest! {
    #[test]
    fn a_run_lies_between_its_bounds(
        counts in prop::collection::vec((1usize..20, 0.0f64..10.0, any::<bool>()), 1..6),
        workers in 1usize..12, spread in 0.0f64..1.0, failures in 0.0f64..100.0, seed: u64,
    ) {
        let mut plan: Vec<Stage> = Vec::new();
        for (number, &(count, seconds, follows)) in counts.iter().enumerate() {
            let next = stage(&format!("s{number}"), count, seconds);
            plan.push(match plan.last() {
                Some(before) if follows => next.after(&before.name.clone()),
                _ => next,
            });
        }
        let lucky = Conditions { failures, spread, ..exact(workers) };
        let run = Run::play(&plan, &lucky, seed).unwrap();
        // All work is done, and by the workers.
        prop_assert!(run.wall * workers as f64 >= run.processor - 1e-6);
        prop_assert!((run.busy - run.processor).abs() <= 1e-6 * run.busy.max(1.0));
        for (stage, span) in plan.iter().zip(&run.stages) {
            for before in &stage.after {
                let before = plan.iter().position(|known| known.name == *before).unwrap();
                prop_assert!(span.start >= run.stages[before].end);
            }
            prop_assert!(span.start <= span.end && span.end <= run.wall);
        }
        // Without luck: the longest chain of tasks is a lower bound, and no list schedule is twice as long as the best.
        let run = Run::play(&plan, &exact(workers), seed).unwrap();
        let mut chains = Vec::<f64>::new();
        for stage in &plan {
            let before = if stage.after.is_empty() { 0.0 } else { *chains.last().unwrap() };
            chains.push(before + stage.tasks[0].seconds);
        }
        let chain = chains.iter().copied().fold(0.0, f64::max);
        let all: f64 = plan.iter().map(Stage::total_seconds).sum();
        let bound = (all / workers as f64).max(chain);
        prop_assert!(run.wall >= bound - 1e-6 && run.wall <= all / workers as f64 + chain + 1e-6);
    }
}
