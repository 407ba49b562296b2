//! How a game is divided: its groups of layers by levels, and what each task does.
//!
//! A level has the groups that only need groups of the levels below. Small groups are solved as they are, several in a task.
//! Others are divided into windows. The first stage of a level solves the small groups, and finds in the windows which
//! positions are over. A stage for each sweep follows, and one in which a single task ends what is left of a group.

use super::super::chunks::Chunks;
use certamen_campaign::{MOST_STAGES, MOST_TASKS, Stage, TaskId};
use certamen_retro::positions::{DividedSolver, Group, INTERVAL, Kind, SweepCost};
use certamen_work::Failure;
use std::collections::BTreeMap;

/// Levels of a task each are joined until a task has this part of all numbers, so that games with many levels have few
/// stages. They follow each other in any case.
const MERGED: u64 = 250;
/// The cost of a task that ends a group is that of this many sweeps.
const MOST_SWEEPS: usize = 40;
/// If a smaller part of its positions is expected to be open, a group is expected to be complete.
const LEAST_OPEN: f64 = 0.01;
/// How much longer a group takes that is solved as it is than one look at its numbers, and a window than they do.
const WHOLE: f64 = 1.75;
const SWEEP: f64 = 1.4;

/// A division.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub(super) groups: Vec<Group>,
    pub(super) levels: Vec<Level>,
    /// The number of stages for the sweeps of a level.
    pub(super) sweeps: usize,
    kind: Kind,
    /// Where the codes of each group are.
    locations: Vec<Location>,
    /// For each layer its group, and its first number there.
    layers: Vec<(usize, u64)>,
}

/// Groups that do not need each other, except those of its only task.
#[derive(Clone, Debug, Default)]
pub(super) struct Level {
    /// Its first stage.
    stage: usize,
    /// The groups that are solved as they are, task by task.
    bundles: Vec<Vec<usize>>,
    pub(super) divided: Vec<DividedGroup>,
}

/// A group that is divided into windows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DividedGroup {
    pub(super) group: usize,
    windows: Chunks,
    /// The first of them among those of its level.
    first: usize,
}

/// A sweep over a divided group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sweep {
    pub(super) level: usize,
    /// The place of the group among the divided ones of its level.
    pub(super) place: usize,
    /// Step 0 finds the positions that are over. After the last sweep, a step of a single window ends what is left.
    pub(super) step: usize,
}

/// Where the codes of a group are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Location {
    /// In the output of a task, behind this number of codes.
    Task { at: TaskId, before: u64 },
    /// In those of the sweeps over a divided group, of which this is the first.
    Sweeps(Sweep),
}

/// What a task does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Task<'l> {
    /// It solves groups.
    Groups(&'l [usize]),
    /// It looks at a window of a divided group.
    Window { sweep: Sweep, window: usize },
}

impl Sweep {
    /// Another sweep over the same group.
    pub(super) fn at(self, step: usize) -> Self {
        Self { step, ..self }
    }

    /// The sweep before it.
    pub(super) fn before(self) -> Option<Self> {
        self.step.checked_sub(1).map(|step| self.at(step))
    }
}

impl Layout {
    /// Divides a game into stages of at most about `tasks` tasks, of which `most` are for the sweeps of a level.
    pub(super) fn new(solver: &DividedSolver<'_>, tasks: u64, most: u16) -> Result<Self, Failure> {
        let groups = solver.groups()?;
        let mut layers = vec![(0, 0); solver.layers().len()];
        let mut depths: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        let mut depth_of: Vec<usize> = Vec::new();
        for (number, group) in groups.iter().enumerate() {
            let mut first = 0;
            for &layer in &group.layers {
                layers[layer as usize] = (number, first);
                first += solver.layers()[layer as usize].size;
            }
            let below = group.below.iter().map(|&layer| depth_of[layers[layer as usize].0] + 1);
            let depth = below.max().unwrap_or(0);
            depth_of.push(depth);
            depths.entry(depth).or_default().push(number);
        }
        let (kind, locations) = (solver.kind(), Vec::new());
        let mut layout = Self { locations, layers, levels: Vec::new(), sweeps: 0, kind, groups };
        let largest = depths.values().map(|level| layout.numbers(level)).max().unwrap_or(0);
        let chunk = largest.div_ceil(tasks.max(1)).clamp(1, solver.window());
        let all = sum(layout.groups.iter().map(|group| group.size));
        let together = [chunk, chunk.max(all / MERGED)].map(|numbers| numbers.min(solver.most_together()));
        for depth in depths.values() {
            layout.add(depth, (chunk, together), solver);
        }
        layout.number(usize::from(most))?;
        Ok(layout)
    }

    /// The number of numbers of some groups.
    fn numbers(&self, groups: &[usize]) -> u64 {
        sum(groups.iter().map(|&group| self.groups[group].size))
    }

    /// Adds the groups of a level.
    fn add(
        &mut self,
        depth: &[usize],
        (chunk, [in_task, in_levels]): (u64, [u64; 2]),
        solver: &DividedSolver<'_>,
    ) {
        let mut level = Level::default();
        for &group in depth {
            let size = self.groups[group].size;
            if size > chunk || !solver.fits(&self.groups[group]) {
                let windows = Chunks { size, count: size.div_ceil(chunk) as usize };
                level.divided.push(DividedGroup { group, windows, first: level.windows() });
                continue;
            }
            match level.bundles.last_mut() {
                Some(last) if self.numbers(last) + size <= in_task => last.push(group),
                _ => level.bundles.push(vec![group]),
            }
        }
        // Levels of one small task each are one task.
        if let (Some(Level { bundles: below, divided: others, .. }), [bundle], []) =
            (self.levels.last(), level.bundles.as_slice(), level.divided.as_slice())
            && let ([below], []) = (below.as_slice(), others.as_slice())
            && self.numbers(below) + self.numbers(bundle) <= in_levels
        {
            let joined = [below.as_slice(), bundle].concat();
            self.levels.pop();
            level.bundles = vec![joined];
        }
        self.levels.push(level);
    }

    /// Numbers the stages, and notes where the codes of each group will be.
    fn number(&mut self, most: usize) -> Result<(), Failure> {
        let sum = |of: fn(&Level) -> usize| self.levels.iter().map(of).sum::<usize>();
        let (levels, divided) = (self.levels.len(), sum(|level| usize::from(!level.divided.is_empty())));
        let (firsts, windows, lasts) =
            (sum(Level::tasks), sum(Level::windows), sum(|level| level.divided.len()));
        let stages = MOST_STAGES.checked_sub(levels + divided);
        let tasks = MOST_TASKS.checked_sub(firsts + lasts);
        let (Some(stages), Some(tasks)) = (stages, tasks) else {
            return Err(format!(
                "{levels} levels with {firsts} tasks: a campaign has at most {MOST_STAGES} stages and {MOST_TASKS} \
                 tasks; use fewer tasks"
            )
            .into());
        };
        self.sweeps = most.min(stages / divided.max(1)).min(tasks / windows.max(1));
        let mut stage = 0;
        let nowhere = Location::Task { at: TaskId { stage, index: 0 }, before: 0 };
        self.locations = vec![nowhere; self.groups.len()];
        for (number, level) in self.levels.iter_mut().enumerate() {
            level.stage = stage;
            for (index, bundle) in level.bundles.iter().enumerate() {
                let mut before = 0;
                for &group in bundle {
                    self.locations[group] = Location::Task { at: TaskId { stage, index }, before };
                    before += self.groups[group].size;
                }
            }
            for (place, one) in level.divided.iter().enumerate() {
                self.locations[one.group] = Location::Sweeps(Sweep { level: number, place, step: 0 });
            }
            stage += if level.divided.is_empty() { 1 } else { self.sweeps + 2 };
        }
        Ok(())
    }

    /// The step in which a single task ends what is left of a group.
    pub(super) fn rest(&self) -> usize {
        self.sweeps + 1
    }

    /// Where the codes of a layer are: those of its group, and its first number there.
    pub(super) fn location(&self, layer: u32) -> (Location, u64) {
        let (group, first) = self.layers[layer as usize];
        (self.locations[group], first)
    }

    /// The first sweeps over all divided groups.
    pub(super) fn first_sweeps(&self) -> impl Iterator<Item = Sweep> {
        self.locations.iter().filter_map(|location| match *location {
            Location::Sweeps(sweep) => Some(sweep),
            Location::Task { .. } => None,
        })
    }

    fn divided(&self, sweep: Sweep) -> &DividedGroup {
        &self.levels[sweep.level].divided[sweep.place]
    }

    /// The group of a sweep.
    pub(super) fn group(&self, sweep: Sweep) -> &Group {
        &self.groups[self.divided(sweep).group]
    }

    /// The windows of a sweep.
    pub(super) fn windows(&self, sweep: Sweep) -> Chunks {
        let windows = self.divided(sweep).windows;
        if sweep.step == self.rest() { Chunks { count: 1, ..windows } } else { windows }
    }

    /// The stage of a step of a level.
    pub(super) fn stage(&self, level: usize, step: usize) -> usize {
        self.levels[level].stage + step
    }

    /// The task of a window of a sweep.
    pub(super) fn task_of(&self, sweep: Sweep, window: usize) -> TaskId {
        let first = match sweep.step {
            0 => self.levels[sweep.level].bundles.len() + self.divided(sweep).first,
            step if step == self.rest() => sweep.place,
            _ => self.divided(sweep).first,
        };
        TaskId { stage: self.stage(sweep.level, sweep.step), index: first + window }
    }

    /// The level and step of a stage.
    pub(super) fn step(&self, stage: usize) -> (usize, usize) {
        let level = self.levels.partition_point(|level| level.stage <= stage).saturating_sub(1);
        (level, stage - self.levels[level].stage)
    }

    /// What a task does. `None` if there is no such task.
    pub(super) fn task(&self, at: TaskId) -> Option<Task<'_>> {
        let (number, step) = self.step(at.stage);
        let level = self.levels.get(number)?;
        if step == 0
            && let Some(bundle) = level.bundles.get(at.index)
        {
            return Some(Task::Groups(bundle));
        }
        let (place, window) = if step == self.rest() {
            (at.index, 0)
        } else {
            let window = at.index - if step == 0 { level.bundles.len() } else { 0 };
            let place = level.divided.partition_point(|one| one.first <= window).checked_sub(1)?;
            (place, window - level.divided[place].first)
        };
        let is_there = window < level.divided.get(place)?.windows.count;
        is_there.then_some(Task::Window { sweep: Sweep { level: number, place, step }, window })
    }

    /// The stages without costs, each with tasks of this memory.
    pub(super) fn stages(&self, memory: u64) -> Vec<Stage> {
        let mut stages: Vec<Stage> = Vec::new();
        let mut add = |name: String, count: usize| {
            let stage = Stage::new(&name, count, 0.0, memory);
            stages.push(match stages.last() {
                Some(before) => stage.after(&before.name),
                None => stage,
            });
        };
        for (number, level) in self.levels.iter().enumerate() {
            add(format!("level-{number:03}"), level.tasks());
            if !level.divided.is_empty() {
                for step in 1..=self.sweeps {
                    add(format!("level-{number:03}-sweep-{step:03}"), level.windows());
                }
                add(format!("level-{number:03}-rest"), level.divided.len());
            }
        }
        stages
    }

    /// The stages, if the groups cost this, each with tasks of this memory.
    pub(super) fn estimated(&self, costs: &[SweepCost], memory: u64) -> Vec<Stage> {
        let estimated = |(number, stage): (usize, Stage)| {
            let cost = |index| self.task(TaskId { stage: number, index }).map(|task| self.cost(task, costs));
            let seconds = (0..stage.count()).map(|index| cost(index).unwrap_or_default());
            self.moving(number, stage.with_costs(seconds), costs)
        };
        self.stages(memory).into_iter().enumerate().map(estimated).collect()
    }

    /// The stage with the bytes that its tasks move, and whether all its groups are likely to be complete before.
    fn moving(&self, number: usize, mut stage: Stage, costs: &[SweepCost]) -> Stage {
        let (level, step) = self.step(number);
        let Level { bundles, divided, .. } = &self.levels[level];
        let of_divided = sum(divided.iter().map(|one| one.windows.size));
        let whole = sum(bundles.iter().map(|bundle| self.numbers(bundle)));
        let own = of_divided.saturating_add(if step == 0 { whole } else { 0 });
        let each = own.saturating_mul(2) / stage.count().max(1) as u64;
        let is_rest = step == self.rest();
        let is_complete = |one: &DividedGroup| self.open(step, &costs[one.group]) < LEAST_OPEN;
        stage.estimate.is_unlikely = step > 0 && divided.iter().all(is_complete);
        stage.estimate.checkpoint = is_rest.then_some(INTERVAL.as_secs_f64());
        stage.moving(each, of_divided.saturating_mul(2), each)
    }

    /// The seconds of a task.
    fn cost(&self, task: Task<'_>, costs: &[SweepCost]) -> f64 {
        match task {
            Task::Groups(groups) => WHOLE * groups.iter().map(|&group| costs[group].seconds).sum::<f64>(),
            Task::Window { sweep, window } => {
                let (windows, group) = (self.windows(sweep), self.divided(sweep).group);
                let numbers = windows.chunk(window);
                let share = (numbers.end - numbers.start) as f64 / windows.size.max(1) as f64;
                let cost = &costs[group];
                let all = if sweep.step == 0 { cost.seconds } else { SWEEP * cost.moving_seconds };
                let last = if sweep.step == self.rest() { sweep.step + MOST_SWEEPS } else { sweep.step };
                share * all * (sweep.step..=last).map(|step| self.open(step, cost)).sum::<f64>()
            }
        }
    }

    /// The part of the positions of a group that is expected to be open before a step. A score waits only for the scores
    /// after the moves. Few positions get a value of two to five plies, and then half of them in two sweeps: so it was in two
    /// games (docs/notebook/campaigns.md).
    pub(super) fn open(&self, step: usize, cost: &SweepCost) -> f64 {
        match self.kind {
            _ if step < 2 => 1.0,
            Kind::Score => cost.waiting.powf((step - 1) as f64),
            Kind::Plies => cost.waiting * 0.5f64.powf((step.saturating_sub(4) / 2) as f64),
        }
    }
}

fn sum(sizes: impl Iterator<Item = u64>) -> u64 {
    sizes.fold(0, u64::saturating_add)
}

impl Level {
    /// The number of tasks of its first stage.
    fn tasks(&self) -> usize {
        self.bundles.len() + self.windows()
    }

    /// The number of windows of its divided groups.
    fn windows(&self) -> usize {
        self.divided.iter().map(|one| one.windows.count).sum()
    }
}
