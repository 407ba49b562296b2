//! The engine on a small game, under both readings of rule 8.

use certamen::games::ostle::solve::{Decision, OstleGame, Probe, Rule, check_line};
use certamen::retro::states::audit::{audit, needed};
use certamen::retro::states::{
    Departure, Destination, Game, Monitor, MoveList, Place, Resident, Store, Tables, Value, solve,
};
use certamen::work::stop::Stop;
use encodings::ostle::position::Position;
use encodings::ostle::variant::Variant;
use std::time::Duration;

fn with_tables(rule: Rule, look: impl Fn(&Tables<'_, OstleGame<3>>)) {
    let game = OstleGame::<3>::new(Variant::new(3, 2, 0).expect("as the test has it"), rule);
    let directory = tempfile::tempdir().expect("as the test has it");
    let store = Store::create(directory.path(), &game).expect("as the test has it");
    for group in game.groups() {
        solve(&game, &store, group, Duration::from_secs(3600), &mut Monitor::silent(&Stop::new()))
            .expect("as the test has it");
    }
    look(&Tables::open(&game, store).expect("as the test has it"));
}

/// Compares the moves that end the game at once with what every move leads to, for every `step`th position.
fn compare_openings<const SIDE: usize>(variant: Variant, step: usize) {
    let game = OstleGame::<SIDE>::new(variant, Rule::Literal);
    let (mut won, mut lost, mut departures) = (0, 0, Vec::new());
    for (layer, shape) in game.layers().iter().enumerate() {
        for rank in (0..shape.size).step_by(step) {
            let at = Place { layer: layer as u8, rank };
            departures.clear();
            game.departures(at, &mut departures);
            let to = |wanted| {
                let is_it = |departure: &&Departure| departure.to == wanted;
                departures.iter().filter(is_it).map(|departure| departure.by).collect()
            };
            let stands = Position::<SIDE>::trusted(game.ranking().unrank(at).0);
            let expected = MoveList {
                legal: stands.moves().map(|played| game.locate(stands, played).1).collect(),
                won: to(Destination::Won),
                lost: to(Destination::Lost),
            };
            assert_eq!(game.opening(at), expected, "{} {rank}", shape.name);
            won += expected.won.count();
            lost += expected.lost.count();
        }
    }
    assert!(won > 50 && lost > 50, "{won} won, {lost} lost");
}

#[test]
fn openings_are_what_moves_lead_to() {
    compare_openings::<3>(Variant::new(3, 2, 0).unwrap(), 1);
    compare_openings::<3>(Variant::new(3, 3, 1).unwrap(), 1);
    compare_openings::<4>(Variant::new(4, 3, 2).unwrap(), 7);
    compare_openings::<5>(Variant::PUBLISHED, 200_003);
}

#[test]
fn the_names_of_layers_are_known_before_positions_are_numbered() {
    for (pieces, lose_at) in [(2, 1), (3, 0), (3, 1)] {
        let variant = Variant::new(3, pieces, lose_at).unwrap();
        let mut names = OstleGame::<3>::layer_names(variant);
        let game = OstleGame::<3>::new(variant, Rule::Literal);
        let mut layers: Vec<String> = game.layers().iter().map(|layer| layer.name.clone()).collect();
        names.sort_unstable();
        layers.sort_unstable();
        assert_eq!(names, layers);
    }
}

#[test]
fn tables_agree_with_their_moves() {
    for rule in [Rule::Literal, Rule::Paper] {
        with_tables(rule, |tables| {
            for (layer, shape) in tables.game.layers().iter().enumerate() {
                let layer = layer as u8;
                let resident = Resident::load(tables, &needed(tables.game, layer), &Stop::new()).unwrap();
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
            let (game, complete) = (tables.game, tables.clone().complete(None).unwrap());
            for (decision, value) in
                [(Decision::Won, Value::win as fn(u8) -> Value), (Decision::Lost, Value::loss)]
            {
                for layer in 0..game.layers().len() as u8 {
                    let longest = OstleGame::longest(&complete, layer, decision, 1).unwrap();
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
