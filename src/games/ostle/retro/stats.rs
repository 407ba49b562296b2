//! `retro stats`

use super::OstleRetro;
use super::distances::{lacking, searched};
use super::figures::{Figure, ours, write_figures};
use super::report::{ClassReport, StatesByDistance, StatsReport};
use crate::solve::{Census, ClassSize, OstleGame, Ranking, published};
use certamen_retro::positions::RetroError;
use certamen_retro::states::{Game, MoveSelection, Store, audit};
use certamen_retro::subject::Monitor;
use certamen_work::answer::Answer;
use encodings::ostle::variant::Variant;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

pub(super) const HELP: &str = "The figures stand beside the published ones, tables 1, 2 and 3. Table 1 counts positions up to \
    symmetry by the square of the hole and the numbers of pieces. Table 2 counts the states that some move leads to and in \
    which no move wins at once, by the plies to a state in which one does. The published figures are for all layers, so they \
    are not shown for one layer. Table 3 counts states by their distance from the start, if `retro distances` has found them; \
    if it reaches all states, its sum is the number of states of all layers that some move leads to. A figure that differs \
    from the published one is followed by the difference.";

impl OstleRetro {
    pub(super) fn stats_on<const SIDE: usize>(
        &self,
        directory: &Path,
        monitor: &mut Monitor<'_>,
    ) -> Result<Answer, RetroError> {
        let game = self.solved::<SIDE>(directory, &self.layers()?)?;
        let store = Store::open(directory, &game)?;
        let (all, layers) = self.count(directory, &game, monitor)?;
        Self::counted(&game, &store, &all, &layers)
    }

    /// The answer, from the states of these layers.
    pub(super) fn counted<const SIDE: usize>(
        game: &OstleGame<SIDE>,
        store: &Store,
        all: &Census,
        layers: &[String],
    ) -> Result<Answer, RetroError> {
        let is_whole = layers.len() == game.layers().len();
        let classes = classes(game);
        let positions: Vec<Figure> = classes.iter().map(figure).collect();
        let states = states(all, is_whole && game.variant() == Variant::PUBLISHED);
        let counted = || positions.iter().chain(&states);
        let different = counted().filter(|figure| figure.differs()).count();
        let compared = counted().filter(|figure| figure.published.is_some()).count();

        let mut text = tables_1_and_2(&positions, layers, all, &states);
        let mut distances = Vec::new();
        for made in [MoveSelection::Allowed, MoveSelection::All] {
            let Some(figures) = searched(game, store, made)? else {
                if let Some(layer) = lacking(game, store, made) {
                    let _ = writeln!(
                        text,
                        "table 3 is left out, {made} moves made: layer {layer} has no distances"
                    );
                }
                continue;
            };
            let states = ours(&figures);
            let met: u64 = states.iter().sum();
            let _ = writeln!(text, "table 3: {met} states by the plies from the start, {made} moves made");
            write_figures(&mut text, "plies", &figures);
            distances.push(StatesByDistance { moves: made.to_string(), states });
        }
        if compared > 0 {
            let _ = writeln!(
                text,
                "{different} of {compared} figures of tables 1 and 2 differ from the published"
            );
        }
        Ok(Answer::holds(
            text,
            StatsReport {
                game: &game.subject(),
                classes,
                layers,
                states: all.states(),
                checkmate_positions: all.checkmate_positions,
                checkmate_states: all.checkmate_states,
                others: all.others(),
                drawn: all.drawn,
                plies: &all.decided,
                published: published_plies(&states),
                compared,
                different,
                distances,
            },
        ))
    }

    /// The states of the layers, and the names of these layers.
    fn count<const SIDE: usize>(
        &self,
        directory: &Path,
        game: &OstleGame<SIDE>,
        monitor: &mut Monitor<'_>,
    ) -> Result<(Census, Vec<String>), RetroError> {
        let tables = Self::tables(directory, game)?.complete(self.layer_of(game))?;
        let (mut all, mut layers) = (Census::default(), Vec::new());
        for &layer in tables.layers() {
            let shape = game.shape(layer);
            let doing = format!("counting the states of {}", shape.name);
            let (blocks, stop) = (0..audit::blocks(game, layer), monitor.stop());
            let census = OstleGame::census(&tables, layer, blocks, stop, &mut monitor.estimated(&doing))?;
            all = all.joined(&census);
            layers.push(shape.name.clone());
        }
        Ok((all, layers))
    }
}

fn tables_1_and_2(positions: &[Figure], layers: &[String], all: &Census, states: &[Figure]) -> String {
    let mut text = String::from("table 1: positions by the hole and the pieces\n");
    write_figures(&mut text, "class", positions);
    let (checkmate_positions, checkmate_states) = (all.checkmate_positions, all.checkmate_states);
    let _ = write!(
        text,
        "layers {}\n\
        states that some move leads to {}\n\
        positions where a move wins at once {checkmate_positions}, with {checkmate_states} of these states\n\
        table 2: other states {}, by the plies to such a position\n",
        layers.join(" "),
        all.states(),
        all.others()
    );
    write_figures(&mut text, "plies", states);
    text
}

/// A figure of table 1.
fn figure(class: &ClassReport) -> Figure {
    let name = format!("{} {}v{}", class.hole, class.own, class.opponent);
    Figure { name, ours: u64::from(class.positions), published: class.published }
}

/// Table 2.
fn states(all: &Census, is_comparable: bool) -> Vec<Figure> {
    let mut theirs = if is_comparable { published::states() } else { BTreeMap::new() };
    let ours = [(None, all.drawn)].into_iter().chain(all.decided.iter().map(|(&plies, &n)| (Some(plies), n)));
    let mut figures: BTreeMap<Option<u8>, (u64, Option<u64>)> = ours
        .map(|(plies, ours)| (plies, (ours, is_comparable.then(|| theirs.remove(&plies).unwrap_or(0)))))
        .collect();
    figures.extend(theirs.into_iter().map(|(plies, states)| (plies, (0, Some(states)))));
    let name = |plies: Option<u8>| plies.map_or_else(|| "inf".to_owned(), |plies| plies.to_string());
    let figure = |(plies, (ours, published))| Figure { name: name(plies), ours, published };
    figures.into_iter().map(figure).collect()
}

/// Table 1.
fn classes<const SIDE: usize>(game: &OstleGame<SIDE>) -> Vec<ClassReport> {
    let layout = Ranking::<SIDE>::layout();
    let object = |class: ClassSize| ClassReport {
        hole: layout.name(class.hole).to_string(),
        own: class.own,
        opponent: class.opp,
        positions: class.positions,
        published: published::positions(game.variant(), &class),
    };
    game.ranking().classes().map(object).collect()
}

fn published_plies(states: &[Figure]) -> BTreeMap<&str, u64> {
    states.iter().filter_map(|figure| Some((figure.name.as_str(), figure.published?))).collect()
}
