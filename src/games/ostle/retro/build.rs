//! `retro build`

use super::repairs::Repairs;
use super::report::{BuildReport, LayerSize};
use super::{OstleRetro, REPAIR};
use certamen_retro::positions::RetroError;
use certamen_retro::states::{self, Game, Group, Store};
use certamen_retro::subject::{Monitor, Options};
use certamen_work::answer::Answer;
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

pub(super) const HELP: &str = "A layer is named by the numbers of pieces, the mover's first. It needs the layers with fewer \
    pieces, which are built first. The checksums of existing tables are compared. On 5x5 with five pieces, 4v4 takes 1 GB of \
    memory and 0.5 GB on disk, all layers 8 GB and 8.3 GB; a checkpoint is written every 1200 seconds.";

/// The time between two checkpoints. One of 5v5 has six gigabytes.
pub(super) const INTERVAL: Duration = Duration::from_secs(1200);

impl OstleRetro {
    pub(super) fn build_on<const SIDE: usize>(
        &self,
        directory: &Path,
        options: &Options,
        monitor: &mut Monitor<'_>,
    ) -> Result<Answer, RetroError> {
        self.layers()?;
        let store = Store::create_after(directory, &self.name(), options.wait, monitor.stop())?;
        let game = self.game::<SIDE>();
        let interval = options.checkpoint_every.unwrap_or(INTERVAL);
        let mut repairs = Repairs::new(self.asked.has(REPAIR.name));
        let (mut text, mut layers) = (String::new(), Vec::new());
        let groups = wanted(&game, self.layer_of(&game));
        let stop = monitor.stop();
        let repair = |group: &Group| states::repair(&game, &store, group, stop);
        let work =
            |group: &Group, monitor: &mut Monitor<'_>| states::solve(&game, &store, group, interval, monitor);
        if let Some(stopped) = repairs.each(groups.iter().copied(), "solved", monitor, repair, work)? {
            return Ok(stopped);
        }
        for &layer in groups.iter().flat_map(|group| &group.layers) {
            let shape = game.shape(layer);
            let _ = writeln!(text, "{} {} positions", shape.name, shape.size);
            layers.push(LayerSize { layer: &shape.name, positions: shape.size });
        }
        let (game, repaired) = (&*game.subject(), repairs.tell(&mut text));
        Ok(Answer::holds(text, BuildReport { verdict: "solved", game, layers, repaired }))
    }
}

/// The group of a layer after the groups that it needs, or all groups.
fn wanted(game: &impl Game, layer: Option<u8>) -> Vec<&Group> {
    let groups = game.groups();
    let Some(layer) = layer else { return groups.iter().collect() };
    let mut needed = vec![layer];
    let mut chosen = Vec::new();
    for group in groups.iter().rev() {
        if group.layers.iter().any(|layer| needed.contains(layer)) {
            needed.extend(&group.below);
            chosen.push(group);
        }
    }
    chosen.reverse();
    chosen
}
