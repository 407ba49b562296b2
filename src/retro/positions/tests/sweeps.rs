//! A game in parts has the values and tables of one run, whatever the windows.

use super::super::{
    CodeSource, DividedSolver, Game, Kind, Monitor, Place, RetroError, Solver, Store, SweepResult, pieces,
};
use super::tables::{contents, several};
use super::{Made, made};
use certamen_work::stop::Stop;
use encodings::rules::Ending;
use proptest::prelude::*;
use tempfile::TempDir;

/// The codes of all layers, in blocks of this size.
struct Layers(Vec<Vec<u16>>, u64);

impl CodeSource for Layers {
    fn block(&mut self, layer: u32, rank: u64, codes: &mut Vec<u16>) -> Result<u64, RetroError> {
        let (all, first) = (&self.0[layer as usize], rank - rank % self.1);
        codes.clear();
        codes.extend(all.iter().skip(first as usize).take(self.1 as usize));
        Ok(first)
    }
}

/// The codes of all layers, by sweeps over windows of this size.
fn swept(sweeps: &DividedSolver<'_>, window: u64) -> Result<Layers, RetroError> {
    let empty = sweeps.layers().iter().map(|shape| vec![0; shape.size as usize]).collect();
    let mut known = Layers(empty, 1 + window / 2);
    for group in sweeps.groups()? {
        let mut codes = vec![0; group.size as usize];
        let mut plies = None;
        loop {
            let (mut all, before) = (SweepResult::default(), codes.clone());
            for numbers in pieces(0..group.size, window).collect::<Vec<_>>().into_iter().rev() {
                let part = &mut codes[numbers.start as usize..numbers.end as usize];
                part.copy_from_slice(&before[numbers.start as usize..numbers.end as usize]);
                all = all.joined(sweeps.sweep(&group, numbers, part, plies, &mut known)?);
            }
            let mut rest = codes.as_slice();
            for &layer in &group.layers {
                let (own, others) = rest.split_at(known.0[layer as usize].len());
                known.0[layer as usize].copy_from_slice(own);
                rest = others;
            }
            match sweeps.next(plies, all) {
                Some(next) => plies = Some(next),
                None => break sweeps.require_scores(&group, all.open, &mut known)?,
            }
        }
    }
    Ok(known)
}

/// Compares the codes by sweeps, and by groups one after the other, with those of one run.
fn agrees<'g>(game: &'g Made, window: u64, of: impl Fn(&'g Made) -> Solver<'g, Made>) {
    let solved = of(game).solve().unwrap();
    let expected = |layer: usize, rank: usize| solved.code(Place { layer: layer as u32, rank: rank as u64 });
    let sweeps = of(game).divided();
    let mut found = swept(&sweeps, window).unwrap();
    let groups = sweeps.groups().unwrap();
    // The last groups together, after those that sweeps have solved.
    let (_, last) = groups.split_at(groups.len() / 2);
    let last: Vec<_> = last.iter().collect();
    let whole = sweeps.whole(&last, &mut found, &Stop::new()).unwrap();
    let layers = last.iter().flat_map(|group| &group.layers);
    for (&layer, codes) in layers.zip(&whole) {
        assert!(*codes == found.0[layer as usize], "layer {layer} of {game:?}");
    }
    for (layer, codes) in found.0.iter().enumerate() {
        assert!(codes.iter().enumerate().all(|(rank, &code)| code == expected(layer, rank)), "{game:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]
    #[test]
    fn sweeps_over_windows_have_the_values_of_one_run(game in made(), window in 1u64..20) {
        agrees(&game, window, Solver::new);
    }

    #[test]
    fn sweeps_have_the_best_scores_of_one_run(
        moves in prop::collection::vec(prop::collection::vec(any::<u16>(), 0..5), 30),
        scores in prop::collection::vec(-9i32..9, 30), window in 1u64..20,
    ) {
        let down = |(at, next): (usize, Vec<u16>)| {
            let next: Vec<usize> = if at == 0 { Vec::new() } else { next.iter().map(|&to| usize::from(to) % at).collect() };
            Some(if next.is_empty() { Err(Ending::Drawn) } else { Ok(next) })
        };
        let mut game = Made::new(&[7, 23], moves.into_iter().enumerate().map(down).collect());
        game.scores = scores;
        agrees(&game, window, |game| Solver::new(game).with_scores().kind(Kind::Score));
    }
}

#[test]
fn tables_that_are_written_have_the_bytes_of_one_run() {
    let game = several();
    let [whole, parts] = [TempDir::new().unwrap(), TempDir::new().unwrap()];
    let store = Store::create(whole.path(), "a game").unwrap();
    Solver::new(&game).build(&store, &mut Monitor::silent(&Stop::new())).unwrap();
    let sweeps = Solver::new(&game).divided();
    let mut codes = swept(&sweeps, 700).unwrap();
    drop(Store::create(parts.path(), "a game").unwrap());
    sweeps.write_tables(parts.path(), &mut codes, &Stop::new()).unwrap();
    assert!(contents(parts.path()) == contents(whole.path()));
    let stop = Stop::new();
    stop.request();
    let stopped = sweeps.write_tables(parts.path(), &mut codes, &stop);
    assert!(matches!(stopped, Err(RetroError::Stopped(_))), "{stopped:?}");
    let groups = sweeps.groups().unwrap();
    let stopped = sweeps.whole(&[&groups[0]], &mut codes, &stop);
    assert!(matches!(stopped, Err(RetroError::Stopped(_))), "{stopped:?}");
    // A source that has too little.
    codes.0[2].pop();
    assert!(matches!(sweeps.write_tables(parts.path(), &mut codes, &Stop::new()), Err(RetroError::Part)));
}

#[test]
fn the_end_of_a_group_on_disk_has_the_values_of_one_run() {
    let game = several();
    let solver = Solver::new(&game).divided();
    let expected = swept(&solver, 700).unwrap();
    let mut known = Layers(expected.0.clone(), 700);
    let groups = solver.groups().unwrap();
    for group in &groups {
        // The first sweep leaves the positions open whose moves have to be made.
        let mut first = vec![0; group.size as usize];
        let swept = solver.sweep(group, 0..group.size, &mut first, None, &mut known).unwrap();
        let all: Vec<u16> =
            group.layers.iter().flat_map(|&layer| expected.0[layer as usize].clone()).collect();
        let mut rest = first.as_slice();
        for &layer in &group.layers {
            let (own, others) = rest.split_at(expected.0[layer as usize].len());
            known.0[layer as usize] = own.to_vec();
            rest = others;
        }
        let directory = TempDir::new().unwrap();
        let plies = solver.next(None, swept);
        let mut end = |stop: &Stop| solver.finish(group, plies, &mut known, directory.path(), stop);
        // One that was stopped goes on from what it has written.
        let stop = Stop::new();
        stop.request();
        assert!(matches!(end(&stop), Err(RetroError::Stopped(_))));
        let open = end(&Stop::new()).unwrap();
        let mut found = Vec::new();
        let tell = |codes: &[u16]| {
            found.extend_from_slice(codes);
            Ok(())
        };
        solver.finished(group, directory.path(), tell).unwrap();
        assert!(found == all, "{}", group.name);
        // A position in which the game is over is a draw.
        let draws = all.iter().filter(|&&code| code == 0).count() as u64;
        assert_eq!((groups.len(), open), (1, draws - 1));
        known.0.clone_from(&expected.0);
    }
}

#[test]
fn what_a_kind_cannot_be_is_an_error() {
    let game = Made::new(&[3], vec![Some(Err(Ending::Lost)), Some(Ok(vec![2, 0])), Some(Ok(vec![1]))]);
    let of = || Solver::new(&game).kind(Kind::Score);
    assert!(matches!(of().divided().check(false), Err(RetroError::NoScores(_))));
    let sweeps = of().with_scores().divided();
    sweeps.check(true).unwrap();
    let Err(error) = swept(&sweeps, 2) else { panic!("positions repeat") };
    assert!(matches!(&error, RetroError::Cycle(position) if position == "position 1"), "{error}");
    assert_eq!(game.layers().len(), 1);
}

#[test]
fn scores_of_positions_that_repeat_are_refused() {
    let order = |turns: Vec<Option<Result<Vec<usize>, Ending>>>| {
        let game = Made::new(&[turns.len() as u64], turns);
        Solver::new(&game)
            .with_scores()
            .kind(Kind::Score)
            .require_order(&Stop::new())
            .map_err(|error| error.to_string())
    };
    let over = || Some(Err(Ending::Drawn));
    // A line of moves within the layer, against the order of its numbers, and a number without a position.
    assert_eq!(order(vec![over(), None, Some(Ok(vec![3])), Some(Ok(vec![4, 0])), Some(Ok(vec![0]))]), Ok(()));
    let error = order(vec![over(), Some(Ok(vec![2, 0])), Some(Ok(vec![1]))]).unwrap_err();
    assert!(error.contains("position 1"), "{error}");
    assert!(order(vec![Some(Ok(vec![0]))]).is_err());
}
