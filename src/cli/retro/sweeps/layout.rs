//! How a game is divided: its groups of layers by levels, and what each task does.
//!
//! A level has the groups that only need groups of the levels below. Small groups are solved as they are, several in a task.
//! Others are divided into windows. The first stage of a level solves the small groups, and finds in the windows which
//! positions are over. A stage for each sweep follows, and one in which a single task ends what is left of a group.

use certamen_campaign::{Stage, TaskGroup};
use certamen_retro::positions::{Group, GroupCost, Sweeps};
use certamen_work::Failure;
use std::ops::Range;

/// The greatest number of stages, and of tasks, of a campaign.
const MOST_STAGES: usize = 1000;
const MOST_TASKS: usize = 1_000_000;
/// Levels of a task each are joined until a task has this part of all numbers, so that games with many levels have few
/// stages. They follow each other in any case.
const MERGED: u64 = 250;
/// After so many halvings a group is expected to be complete.
const MOST_HALVINGS: u32 = 10;
/// How much longer a group takes that is solved as it is than the moves of its positions, and a window than they do.
const WHOLE: f64 = 2.0;
const SWEEP: f64 = 1.5;

/// A division.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub(super) groups: Vec<Group>,
    pub(super) levels: Vec<Level>,
    /// The number of stages for the sweeps of a level.
    pub(super) sweeps: usize,
    homes: Vec<Home>,
    /// For each layer its group, and its first number there.
    layers: Vec<(usize, u64)>,
}

/// Groups that do not need each other, except those of its only task.
#[derive(Clone, Debug, Default)]
pub(super) struct Level {
    /// Its first stage.
    stage: usize,
    /// The groups that are solved as they are, task by task.
    pub(super) bundles: Vec<Vec<usize>>,
    pub(super) split: Vec<Split>,
}

/// A group that is divided into windows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Split {
    pub(super) group: usize,
    size: u64,
    /// The number of its windows.
    pub(super) windows: usize,
    /// The first of them among those of its level.
    first: usize,
}

/// Where the codes of a group are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Home {
    /// In the output of a task of a stage, behind this number of codes.
    Bundle { stage: usize, task: usize, before: u64 },
    /// In those of the windows of this divided group of a level.
    Split { level: usize, split: usize },
}

/// What a task does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Task<'l> {
    /// It solves groups.
    Groups(&'l [usize]),
    /// It looks at a window of a divided group of a level: step 0 finds the positions that are over.
    Window { level: usize, split: usize, window: usize, step: usize },
    /// It ends the sweeps of a divided group of a level.
    Rest { level: usize, split: usize },
}

impl Split {
    /// The numbers of a window.
    pub(super) fn window(self, window: usize) -> Range<u64> {
        let at = |window: usize| (u128::from(self.size) * window as u128 / self.windows as u128) as u64;
        at(window)..at(window + 1)
    }

    /// The window of a number of the group.
    pub(super) fn window_of(self, index: u64) -> usize {
        let guess = (u128::from(index) * self.windows as u128 / u128::from(self.size.max(1))) as usize;
        // Windows begin at numbers that are rounded down.
        if guess + 1 < self.windows && index >= self.window(guess).end { guess + 1 } else { guess }
    }
}

impl Layout {
    /// Divides a game into stages of at most about `tasks` tasks, of which `most` are for the sweeps of a level.
    pub(super) fn new(sweeps: &Sweeps<'_>, tasks: u64, most: u16) -> Result<Self, Failure> {
        let groups = sweeps.groups()?;
        let mut layers = vec![(0, 0); sweeps.layers().len()];
        let mut depths: Vec<Vec<usize>> = Vec::new();
        let mut depth_of: Vec<usize> = Vec::new();
        for (number, group) in groups.iter().enumerate() {
            let mut first = 0;
            for &layer in &group.layers {
                layers[layer as usize] = (number, first);
                first += sweeps.layers()[layer as usize].size;
            }
            let below = group.below.iter().map(|&layer| depth_of[layers[layer as usize].0] + 1);
            let depth = below.max().unwrap_or(0);
            depth_of.push(depth);
            depths.resize_with(depths.len().max(depth + 1), Vec::new);
            depths[depth].push(number);
        }
        let size = |&number: &usize| groups[number].size;
        let largest =
            depths.iter().map(|level| level.iter().map(size).fold(0, u64::saturating_add)).max().unwrap_or(0);
        let chunk = largest.div_ceil(tasks.max(1)).clamp(1, sweeps.window());
        let all = groups.iter().map(|group| group.size).fold(0, u64::saturating_add);
        let together = [chunk, chunk.max(all / MERGED)].map(|numbers| numbers.min(sweeps.most_together()));
        let mut layout = Self { homes: Vec::new(), layers, levels: Vec::new(), sweeps: 0, groups };
        for depth in depths {
            layout.add(&depth, (chunk, together), sweeps);
        }
        layout.number(usize::from(most))?;
        Ok(layout)
    }

    /// Adds the groups of a level.
    fn add(&mut self, depth: &[usize], (chunk, [in_task, in_levels]): (u64, [u64; 2]), sweeps: &Sweeps<'_>) {
        let groups = &self.groups;
        let sum =
            |bundle: &[usize]| bundle.iter().map(|&number| groups[number].size).fold(0, u64::saturating_add);
        let is_whole = |number: &&usize| groups[**number].size <= chunk && sweeps.fits(&groups[**number]);
        let (whole, split): (Vec<&usize>, Vec<&usize>) = depth.iter().partition(is_whole);
        let mut level = Level::default();
        for &number in whole {
            match level.bundles.last_mut() {
                Some(last) if sum(last) + groups[number].size <= in_task => last.push(number),
                _ => level.bundles.push(vec![number]),
            }
        }
        for &number in split {
            let size = groups[number].size;
            let first = level.split.last().map_or(0, |last| last.first + last.windows);
            let windows = size.div_ceil(chunk) as usize;
            level.split.push(Split { group: number, size, windows, first });
        }
        // Levels of one small task each are one task.
        if let (Some(Level { bundles: below, split: others, .. }), [bundle], []) =
            (self.levels.last_mut(), level.bundles.as_slice(), level.split.as_slice())
            && let ([below], []) = (below.as_mut_slice(), others.as_slice())
            && sum(below) + sum(bundle) <= in_levels
        {
            below.extend(bundle);
            return;
        }
        self.levels.push(level);
    }

    /// Numbers the stages, and notes where the codes of each group will be.
    fn number(&mut self, most: usize) -> Result<(), Failure> {
        let split = self.levels.iter().filter(|level| !level.split.is_empty()).count();
        let firsts: usize = self.levels.iter().map(Level::firsts).sum();
        let rests: usize = self.levels.iter().map(|level| level.split.len()).sum();
        let windows: usize = self.levels.iter().map(Level::windows).sum();
        let stages = MOST_STAGES.checked_sub(self.levels.len() + split);
        let tasks = MOST_TASKS.checked_sub(firsts + rests);
        let (Some(stages), Some(tasks)) = (stages, tasks) else {
            let levels = self.levels.len();
            return Err(format!(
                "{levels} levels with {firsts} tasks: a campaign has at most {MOST_STAGES} stages and {MOST_TASKS} \
                 tasks; use fewer tasks"
            )
            .into());
        };
        self.sweeps = most.min(stages / split.max(1)).min(tasks / windows.max(1));
        let mut stage = 0;
        self.homes = vec![Home::Split { level: 0, split: 0 }; self.groups.len()];
        for (number, level) in self.levels.iter_mut().enumerate() {
            level.stage = stage;
            for (task, bundle) in level.bundles.iter().enumerate() {
                let mut before = 0;
                for &group in bundle {
                    self.homes[group] = Home::Bundle { stage, task, before };
                    before += self.groups[group].size;
                }
            }
            for (split, one) in level.split.iter().enumerate() {
                self.homes[one.group] = Home::Split { level: number, split };
            }
            stage += if level.split.is_empty() { 1 } else { self.sweeps + 2 };
        }
        Ok(())
    }

    /// The step in which a single task ends what is left.
    pub(super) fn rest(&self) -> usize {
        self.sweeps + 1
    }

    /// Where the codes of a layer are: those of its group, and its first number there.
    pub(super) fn home(&self, layer: u32) -> (Home, u64) {
        let (group, first) = self.layers[layer as usize];
        (self.homes[group], first)
    }

    pub(super) fn split(&self, level: usize, split: usize) -> Split {
        self.levels[level].split[split]
    }

    /// The stage of a step of a level.
    pub(super) fn stage(&self, level: usize, step: usize) -> usize {
        self.levels[level].stage + step
    }

    /// The stage and task of a window in a step.
    pub(super) fn task_of(&self, level: usize, split: usize, window: usize, step: usize) -> (usize, usize) {
        let before = if step == 0 { self.levels[level].bundles.len() } else { 0 };
        (self.stage(level, step), before + self.split(level, split).first + window)
    }

    /// The level and step of a stage.
    pub(super) fn step(&self, stage: usize) -> (usize, usize) {
        let level = self.levels.partition_point(|level| level.stage <= stage).saturating_sub(1);
        (level, stage - self.levels[level].stage)
    }

    /// What a task does. `None` if there is no such task.
    pub(super) fn task(&self, stage: usize, index: usize) -> Option<Task<'_>> {
        let (number, step) = self.step(stage);
        let level = self.levels.get(number)?;
        if step == self.rest() && !level.split.is_empty() {
            return (index < level.split.len()).then_some(Task::Rest { level: number, split: index });
        }
        if step == 0
            && let Some(bundle) = level.bundles.get(index)
        {
            return Some(Task::Groups(bundle));
        }
        let window = index - if step == 0 { level.bundles.len() } else { 0 };
        let split = level.split.partition_point(|split| split.first <= window).checked_sub(1)?;
        let window = window - level.split[split].first;
        let is_there = window < level.split[split].windows;
        is_there.then_some(Task::Window { level: number, split, window, step })
    }

    /// The names of the stages and the number of tasks of each.
    pub(super) fn shape(&self) -> Vec<(String, usize)> {
        let mut shape = Vec::new();
        for (number, level) in self.levels.iter().enumerate() {
            shape.push((format!("level-{number:03}"), level.firsts()));
            if !level.split.is_empty() {
                let sweep = |step| (format!("level-{number:03}-sweep-{step:03}"), level.windows());
                shape.extend((1..=self.sweeps).map(sweep));
                shape.push((format!("level-{number:03}-rest"), level.split.len()));
            }
        }
        shape
    }

    /// The stages, if the positions of each group cost this, each within this memory.
    pub(super) fn stages(&self, costs: &[GroupCost], memory: u64) -> Vec<Stage> {
        let mut stages: Vec<Stage> = Vec::new();
        for (number, (name, count)) in self.shape().into_iter().enumerate() {
            let mut stage = Stage::new(&name, count, 0.0, memory);
            stage.tasks.clear();
            for index in 0..count {
                let cost = self.task(number, index).map_or(0.0, |task| self.cost(task, costs));
                let rounded = format!("{cost:.1e}").parse().unwrap_or(cost);
                match stage.tasks.last_mut() {
                    Some(TaskGroup { count, seconds }) if seconds.total_cmp(&rounded).is_eq() => *count += 1,
                    _ => stage.tasks.push(TaskGroup { count: 1, seconds: rounded }),
                }
            }
            stage.after.extend(stages.last().map(|before| before.name.clone()));
            stages.push(self.moving(number, stage));
        }
        stages
    }

    /// The stage with the bytes that its tasks move, and whether all its groups are likely to be complete before.
    fn moving(&self, number: usize, mut stage: Stage) -> Stage {
        let (level, step) = self.step(number);
        let Level { bundles, split, .. } = &self.levels[level];
        let of_split = split.iter().map(|split| split.size).fold(0, u64::saturating_add);
        let whole =
            bundles.iter().flatten().map(|&group| self.groups[group].size).fold(0, u64::saturating_add);
        let own = of_split.saturating_add(if step == 0 { whole } else { 0 });
        let each = own.saturating_mul(2) / stage.count().max(1) as u64;
        stage.estimate.is_unlikely = step == self.rest() && step > 0 || halvings(step) >= MOST_HALVINGS;
        stage.moving(each, of_split.saturating_mul(2), each)
    }

    /// The seconds of a task. Later sweeps are taken to look at half as many positions after each two, and a group to be
    /// complete before a single task has to end it.
    fn cost(&self, task: Task<'_>, costs: &[GroupCost]) -> f64 {
        match task {
            Task::Groups(groups) => WHOLE * groups.iter().map(|&group| costs[group].seconds).sum::<f64>(),
            Task::Window { level, split, window, step } => {
                let (one, numbers) = (self.split(level, split), self.split(level, split).window(window));
                let share = (numbers.end - numbers.start) as f64 / one.size.max(1) as f64;
                let factor = if step == 0 { 1.0 } else { SWEEP };
                factor * share * costs[one.group].seconds / f64::from(1u32 << halvings(step).min(20))
            }
            Task::Rest { .. } => 0.0,
        }
    }
}

/// How often the open positions are taken to be halved before a step.
fn halvings(step: usize) -> u32 {
    (step / 2) as u32
}

impl Level {
    fn windows(&self) -> usize {
        self.split.iter().map(|split| split.windows).sum()
    }

    /// The tasks of its first stage.
    fn firsts(&self) -> usize {
        self.bundles.len() + self.windows()
    }
}
