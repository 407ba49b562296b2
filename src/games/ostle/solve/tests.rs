//! The engine on a small game, under both readings of rule 8.

use super::{Decision, OstleGame, Probe, Rule, check_line};
use certamen_retro::engine::audit::{audit, needed};
use certamen_retro::engine::{Game, Resident, Store, Tables, Value, solve};
use certamen_work::stop::Stop;
use encodings::ostle::position::Position;
use encodings::ostle::variant::Variant;
use std::time::Duration;

fn with_tables(rule: Rule, look: impl Fn(&Tables<'_, OstleGame<3>>)) {
    let game = OstleGame::<3>::new(Variant::new(3, 2, 0).unwrap(), rule);
    let directory = tempfile::tempdir().unwrap();
    let store = Store::create(directory.path(), &game).unwrap();
    for group in game.groups() {
        solve(&game, &store, group, Duration::from_secs(3600), &Stop::new(), &mut |_| ()).unwrap();
    }
    look(&Tables::open(&game, store).unwrap());
}

#[test]
fn tables_agree_with_their_moves() {
    for rule in [Rule::Literal, Rule::Paper] {
        with_tables(rule, |tables| {
            for (layer, shape) in tables.game.layers().iter().enumerate() {
                let layer = layer as u8;
                let resident =
                    Resident::load(tables, &needed(tables.game, layer), &Stop::new()).unwrap().unwrap();
                let audited = audit(&resident, layer, 0, &Stop::new(), &mut |_| ());
                assert_eq!(
                    (audited.positions, audited.wrong),
                    (u64::from(shape.size), 0),
                    "{rule} {}",
                    shape.name
                );
            }
        });
    }
}

/// The tables' lines of best play are legal in the naive game, and end as the tables say.
#[test]
fn lines_of_best_play_are_legal_and_end_as_the_tables_say() {
    for rule in [Rule::Literal, Rule::Paper] {
        with_tables(rule, |tables| {
            let game = tables.game;
            for (decision, value) in
                [(Decision::Won, Value::win as fn(u8) -> Value), (Decision::Lost, Value::loss)]
            {
                for layer in 0..game.layers().len() as u8 {
                    let longest = OstleGame::longest(tables, layer, decision, 1).unwrap();
                    for &(place, forbidden) in &longest.states {
                        let pieces = game.ranking().unrank(place).0;
                        let forbidden = forbidden.map(|index| OstleGame::<3>::play(pieces, index));
                        let (position, value) = (Position::trusted(pieces), value(longest.plies));
                        let line = tables.line(position, forbidden, 255).unwrap();
                        assert_eq!(check_line(game, position, forbidden, &line, value), Ok(()));
                    }
                }
            }
        });
    }
}
