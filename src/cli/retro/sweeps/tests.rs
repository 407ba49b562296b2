//! How made-up layers are divided, and what heads of outputs say.

use super::layout::{Layout, Location, Task};
use super::outputs::{HEAD, Head, read_codes, write_codes};
use certamen_campaign::{Stage, TaskId};
use certamen_retro::positions::{
    DividedSolver, Game, Kind, LayerShape, Place, Solver, SweepCost, SweepResult, Turn,
};
use encodings::rules::Ending;
use std::collections::BTreeMap;
use std::io::Write as _;

/// Layers without moves.
struct Layers(Vec<LayerShape>, Vec<Vec<u32>>);

impl Layers {
    fn new(layers: &[(u64, &[u32])]) -> Self {
        let shape =
            |(number, &(size, _)): (usize, &(u64, &[u32]))| LayerShape { name: format!("l{number}"), size };
        let shapes = layers.iter().enumerate().map(shape).collect();
        Self(shapes, layers.iter().map(|(_, to)| to.to_vec()).collect())
    }

    fn divided(&self, memory: u64) -> DividedSolver<'_> {
        Solver::new(self).memory(memory).divided()
    }
}

impl Game for Layers {
    type Position = u64;

    fn subject(&self) -> String {
        "layers".to_owned()
    }

    fn layers(&self) -> &[LayerShape] {
        &self.0
    }

    fn leads_to(&self, layer: u32) -> &[u32] {
        &self.1[layer as usize]
    }

    fn position(&self, at: Place) -> Option<u64> {
        Some(at.rank)
    }

    fn place(&self, &rank: &u64) -> Option<Place> {
        Some(Place { layer: 0, rank })
    }

    fn turn(&self, _: &u64, _: &mut Vec<u64>) -> Turn {
        Turn::Over(Ending::Lost)
    }
}

/// Every task is there once, every number is in one place, and groups come after those that they need.
fn is_right(game: &Layers, layout: &Layout) {
    let stages = layout.stages(0);
    let mut seen: BTreeMap<usize, (usize, u64)> = BTreeMap::new();
    for (stage, (name, count)) in stages.iter().map(|stage| (&stage.name, stage.count())).enumerate() {
        let (level, step) = layout.step(stage);
        assert!(name.starts_with(&format!("level-{level:03}")), "{name}");
        assert_eq!(layout.stage(level, step), stage);
        assert_eq!(layout.task(TaskId { stage, index: count }), None, "{name}");
        for index in 0..count {
            let at = TaskId { stage, index };
            let (sweep, window) = match layout.task(at).expect("a task") {
                Task::Groups(groups) => {
                    let mut numbers = 0;
                    for &group in groups {
                        let below = layout.groups[group].below.iter();
                        assert!(below.map(|&layer| layer as usize).all(|layer| seen.contains_key(&layer)));
                        for &layer in &layout.groups[group].layers {
                            let (location, first) = layout.location(layer);
                            assert_eq!(location, Location::Task { at, before: numbers - first });
                            assert_eq!(seen.insert(layer as usize, (stage, numbers)), None);
                            numbers += game.0[layer as usize].size;
                        }
                    }
                    continue;
                }
                Task::Window { sweep, window } => (sweep, window),
            };
            assert_eq!((layout.task_of(sweep, window), sweep.level, sweep.step), (at, level, step));
            let (group, windows) = (layout.group(sweep), layout.windows(sweep));
            let range = windows.chunk(window);
            assert!(range.clone().all(|number| windows.chunk_of(number) == window), "{range:?}");
            assert_eq!(range.start, if window == 0 { 0 } else { windows.chunk(window - 1).end });
            assert_eq!(range.end == group.size, window + 1 == windows.count);
            if step == 0 {
                let below = group.below.iter();
                assert!(below.map(|&layer| layer as usize).all(|layer| seen.contains_key(&layer)));
            }
            if step == layout.rest() {
                assert_eq!(index, sweep.place);
                for &layer in &group.layers {
                    assert_eq!(layout.location(layer).0, Location::Sweeps(sweep.at(0)));
                    assert_eq!(seen.insert(layer as usize, (stage, 0)), None);
                }
            }
        }
    }
    assert_eq!(seen.len(), game.0.len());
}

#[test]
fn every_number_is_in_a_task() {
    let game = Layers::new(&[
        (5, &[]),
        (1000, &[0, 1]),
        (0, &[1]),
        (40, &[1]),
        (41, &[1, 5]),
        (700, &[4]),
        (3, &[3, 4, 6]),
        (977, &[0, 7]),
    ]);
    let mut splits = Vec::new();
    for tasks in [1, 2, 7, 100, 5000] {
        for memory in [1 << 12, 1 << 18, 1 << 30] {
            for most in [0, 3, 200] {
                let solver = game.divided(memory);
                let layout = Layout::new(&solver, tasks, most).expect("a division");
                is_right(&game, &layout);
                assert!(layout.sweeps <= usize::from(most));
                splits.push(layout.levels.iter().map(|level| level.divided.len()).sum::<usize>());
                let stages = layout.estimated(&solver.sweep_costs().expect("costs"), memory);
                assert!(stages.iter().all(|stage| stage.total_seconds().is_finite()));
                let shape = |stage: &Stage| (stage.name.clone(), stage.after.clone(), stage.count());
                assert!(stages.iter().map(shape).eq(layout.stages(0).iter().map(shape)));
            }
        }
    }
    assert!(splits.contains(&0) && splits.contains(&3), "{splits:?}");
}

#[test]
fn few_positions_are_expected_to_be_open_late() {
    let layers = Layers::new(&[(10, &[])]);
    for (kind, expected) in [
        (Kind::Plies, [1.0, 1.0, 0.5, 0.5, 0.5, 0.5, 0.25, 0.25, 0.125]),
        (Kind::Score, [1.0, 1.0, 0.5, 0.25, 0.125, 0.0625, 1.0 / 32.0, 1.0 / 64.0, 1.0 / 128.0]),
    ] {
        let solver = Solver::new(&layers).kind(kind).divided();
        let layout = Layout::new(&solver, 5, 200).expect("a division");
        let cost = SweepCost { waiting: 0.5, ..solver.sweep_costs().expect("costs").remove(0) };
        let open: Vec<f64> = (0..9).map(|step| layout.open(step, &cost)).collect();
        assert_eq!(open, expected, "{kind:?}");
        assert!(layout.open(200, &cost) < 1e-9);
    }
}

#[test]
fn a_game_of_many_levels_has_few_stages() {
    let to: Vec<[u32; 1]> = (0..3000u32).map(|layer| [layer.saturating_sub(1)]).collect();
    let layers: Vec<(u64, &[u32])> = to.iter().map(|to| (1, &to[..])).collect();
    let game = Layers::new(&layers);
    let layout = Layout::new(&game.divided(1 << 30), 1, 200).expect("a division");
    is_right(&game, &layout);
    assert!(layout.levels.len() < 300, "{}", layout.levels.len());
    // Levels that are divided cannot be joined.
    let layers: Vec<(u64, &[u32])> = to.iter().map(|to| (2, &to[..])).collect();
    let error = Layout::new(&Layers::new(&layers).divided(1 << 30), 2, 200).expect_err("too many stages");
    assert!(error.to_string().contains("3000 levels with 6000 tasks"), "{error}");
}

#[test]
fn heads_and_codes_are_read_back() {
    for next in [None, Some(0), Some(7), Some(u32::MAX)] {
        let swept = SweepResult { settled: 1, open: u64::MAX, next };
        let head = Head { swept, step: 3, codes: 9 };
        let mut bytes = Vec::new();
        head.write(&mut bytes).expect("bytes");
        assert_eq!((bytes.len(), Head::of(&bytes)), (HEAD, Some(head)));
        assert_eq!(Head::of(&bytes[..HEAD - 1]), None);
        // A number of plies that cannot be.
        bytes[22] = 1;
        assert_eq!(Head::of(&bytes), None);
    }
    let codes: Vec<u16> = (0..10_000u32).map(|number| (number * 77) as u16).collect();
    let mut file = tempfile::tempfile().expect("a file");
    file.write_all(&[7; HEAD]).expect("bytes");
    write_codes(&codes, &mut file).expect("codes");
    let mut found = vec![0; 5000];
    read_codes(&mut file, 4500, &mut found).expect("codes");
    assert_eq!(found, codes[4500..9500]);
    assert!(read_codes(&mut file, 5001, &mut found).is_err());
}
