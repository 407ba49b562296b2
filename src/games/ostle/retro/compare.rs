//! `retro compare`

use super::report::{CompareReport, KindReport, PairReport};
use super::{OstleRetro, board, object_of, position_at, refused};
use crate::solve::comparison::{Comparison, Kind, Tally};
use crate::solve::{OstleGame, Rule};
use certamen_retro::positions::RetroError;
use certamen_retro::states::{Game, Store, Tables};
use certamen_retro::subject::{Monitor, plies_in_words};
use certamen_work::answer::Answer;
use std::fmt::Write as _;
use std::path::Path;

pub(super) const HELP: &str = "--rule is the reading of rule 8 of the tables in --dir, and --with has the tables of the other \
    reading. Positions are counted by their two values with no move forbidden. `differing` counts the positions for which the \
    readings disagree with no move or with some move forbidden, even if rule 8 never forbids that move there. For each kind \
    with such positions, the one with the fewest plies is shown.";

impl OstleRetro {
    pub(super) fn compare_on<const SIDE: usize>(
        &self,
        directory: &Path,
        with: &Path,
        monitor: &mut Monitor<'_>,
    ) -> Result<Answer, RetroError> {
        let rule = match self.rule {
            Rule::Literal => Rule::Paper,
            Rule::Paper => Rule::Literal,
        };
        let second = Self { rule, ..self.clone() };
        let layers = self.layers()?;
        for (directory, of) in [(directory, self), (with, &second)] {
            Store::require(directory, &of.name(), &layers)
                .map_err(|error| refused(format!("no solved game in {}: {error}", directory.display())))?;
        }
        let (game, other) = (self.game::<SIDE>(), second.game::<SIDE>());
        let layer = self.layer_of(&game);
        let tables = Tables::open(&game, Store::open(directory, &game)?)?.complete(layer)?;
        let others = Tables::open(&other, Store::open(with, &other)?)?.complete(layer)?;
        let mut all = Comparison::default();
        let name = |layer: u8| game.shape(layer).name.as_str();
        for &layer in tables.layers() {
            let doing = format!("comparing {}", name(layer));
            let (stop, mut watch) = (monitor.stop(), monitor.estimated(&doing));
            all = all.joined(&OstleGame::compare(&tables, &others, layer, stop, &mut watch)?);
        }
        let layers: Vec<&str> = tables.layers().iter().map(|&layer| name(layer)).collect();
        let text = describe(&game, rule, &layers, &all);
        let kinds = all.kinds.iter().map(|(kind, tally)| report(&game, *kind, tally)).collect();
        let object = CompareReport { one: &game.subject(), other: &other.subject(), layers, kinds };
        Ok(Answer::holds(text, object))
    }
}

fn describe<const SIDE: usize>(
    game: &OstleGame<SIDE>,
    other: Rule,
    layers: &[&str],
    all: &Comparison,
) -> String {
    let mut text = format!("layers {}\n", layers.join(" "));
    let columns = (game.rule().to_string(), other.to_string());
    let _ = writeln!(
        text,
        "{:<8} {:<8} {:<7} {:>13} {:>10}  e.g.",
        columns.0, columns.1, "plies", "positions", "differing"
    );
    for (&kind, tally) in &all.kinds {
        let columns =
            (kind.one.to_string(), kind.other.to_string(), plies_in_words(kind.plies).unwrap_or_default());
        let _ = write!(
            text,
            "{:<8} {:<8} {:<7} {:>13} {:>10}",
            columns.0, columns.1, columns.2, tally.positions, tally.differing
        );
        let case = tally.simplest;
        if case.differs {
            let _ = write!(text, "  {} {}, {}", board(position_at(game, case.place)), case.one, case.other);
        }
        text.push('\n');
    }
    text
}

fn report<const SIDE: usize>(game: &OstleGame<SIDE>, kind: Kind, tally: &Tally) -> KindReport {
    let case = tally.simplest;
    let simplest = case.differs.then(|| PairReport {
        position: board(position_at(game, case.place)),
        one: object_of(case.one),
        other: object_of(case.other),
    });
    KindReport {
        one: kind.one.to_string(),
        other: kind.other.to_string(),
        plies: plies_in_words(kind.plies),
        positions: tally.positions,
        differing: tally.differing,
        simplest,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::comparison::Case;
    use certamen_retro::states::{self, Place};
    use encodings::ostle::variant::Variant;
    use serde_json::{Value as Json, json};

    #[test]
    fn each_kind_is_shown_with_the_simplest_position_that_differs() {
        let game = OstleGame::<3>::new(Variant::new(3, 2, 1).unwrap(), Rule::Literal);
        let mut all = Comparison::default();
        for (rank, one, other, differs) in [
            (0, states::Value::win(3), states::Value::win(3), false),
            (1, states::Value::win(5), states::Value::win(3), true),
            (2, states::Value::DRAW, states::Value::loss(4), true),
        ] {
            let simplest = Case { place: Place { layer: 0, rank }, one, other, differs };
            let tally = Tally { positions: 7, differing: if differs { 7 } else { 0 }, simplest };
            all.kinds.insert(Kind::new(one, other), tally);
        }
        let position = |rank| board(position_at(&game, Place { layer: 0, rank }));
        let text = describe(&game, Rule::Paper, &["2v2", "3v2"], &all);
        let expected = format!(
            "layers 2v2 3v2\n\
             literal  paper    plies       positions  differing  e.g.\n\
             win      win      as many             7          0\n\
             win      win      more                7          7  {} win in 5, win in 3\n\
             draw     loss                         7          7  {} draw, loss in 4\n",
            position(1),
            position(2)
        );
        assert_eq!(text, expected);
        let kinds: Vec<Json> =
            all.kinds.iter().map(|(&kind, tally)| json!(report(&game, kind, tally))).collect();
        assert_eq!((&kinds[0]["plies"], &kinds[0]["simplest"]), (&json!("as many"), &Json::Null));
        assert_eq!(
            (&kinds[2]["plies"], &kinds[2]["simplest"]["position"]),
            (&Json::Null, &json!(position(2)))
        );
    }
}
