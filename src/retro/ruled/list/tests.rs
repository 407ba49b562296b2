use super::*;
use crate::positions::{Kind, Place, Solver, Turn};
use encodings::board;
use encodings::board::{Direction, Grid, Mask, Symmetry};
use encodings::rules::{Boards, Family, Outcome, Step, StepKind};
use encodings::word::Word;

board! { struct Stones { own, opp } }

/// A stone is placed beside one of the opponent's, beginning with two of each in the middle. Who cannot has lost.
struct Beside<const SIDE: usize>;

impl<const SIDE: usize> Boards for Beside<SIDE> {
    board!(Stones on Grid<SIDE, SIDE>);

    fn name(&self) -> &'static str {
        "beside"
    }

    fn symmetries(&self) -> &[Symmetry] {
        Symmetry::besides_identity(self.layout())
    }

    fn well_formed<W: Word>(&self, at: Stones<W>) -> W::Bit {
        !(at.own & at.opp).any()
    }
}

impl<const SIDE: usize> Rules for Beside<SIDE> {
    fn start(&self) -> Stones<Mask> {
        let low = SIDE / 2 - 1;
        let at = |file: usize, rank: usize| file + rank * SIDE;
        let own = Mask::EMPTY.with(at(low, low)).with(at(low + 1, low + 1));
        Stones { own, opp: Mask::EMPTY.with(at(low + 1, low)).with(at(low, low + 1)) }
    }

    fn moves<W: Word>(&self, at: Stones<W>) -> Family<W> {
        let beside = |direction| Grid::<SIDE, SIDE>::shift(at.opp, direction);
        let along_files = beside(Direction::North) | beside(Direction::South);
        let squares = along_files | beside(Direction::East) | beside(Direction::West);
        Family::new().with(StepKind::placed("place"), self.empty(at) & squares)
    }

    fn play<W: Word>(&self, at: Stones<W>, step: Step<W>) -> Stones<W> {
        Stones { own: at.opp, opp: at.own | step.to() }
    }

    fn outcome<W: Word>(&self, at: Stones<W>) -> Outcome<W::Bit> {
        Outcome::open(at.own.any())
    }
}

type Small = Ruled<&'static Beside<4>>;

/// The game over a list with these keys.
fn with_keys(game: &Small, keys: &[Vec<u8>]) -> Small {
    let Numbers::List(list) = &game.numbers else { panic!("a list") };
    let list = PositionList::new(list.symmetries().clone(), 2);
    let mut found = FoundPositions::new(&list);
    for key in keys {
        found.insert(key);
    }
    let (list, layers) = found.into_list(list);
    assert_eq!(layers.len(), game.shapes.len());
    Ruled::with_list(game.rules, game.graph.clone(), list)
}

#[test]
fn a_position_that_is_missing_is_found_and_one_too_many_changes_nothing() {
    let stop = Stop::new();
    let Walk::Complete(game) =
        Ruled::walk(&Beside::<4>, (1 << 24, 1 << 30), &mut Monitor::silent(&stop)).unwrap()
    else {
        panic!("few positions")
    };
    let game = *game;
    let Numbers::List(list) = &game.numbers else { panic!("a list") };
    let key_of = |layer, rank| {
        let mut sets = [0; 2];
        list.sets(layer, rank, &mut sets);
        list.key(&sets)[..list.stride()].to_vec()
    };
    let places = |game: &Small| -> Vec<Place> {
        let of = |layer: u32| (0..game.numbers.size(layer)).map(move |rank| Place { layer, rank });
        (0..game.shapes.len() as u32).flat_map(of).collect()
    };
    let all = places(&game);
    let keys: Vec<Vec<u8>> = all.iter().map(|at| key_of(at.layer, at.rank)).collect();
    let solved = Solver::new(&game).solve().unwrap();

    // In a file, both are a list like any other.
    let directory = tempfile::TempDir::new().unwrap();
    let store = Store::create(directory.path(), &game.subject()).unwrap();
    let start = game.place(&Position::start(game.rules)).unwrap();
    let goes_on = |at: &Place| {
        let position = game.position(*at).unwrap();
        *at != start && game.turn(&position, &mut Vec::new()) == Turn::Moves
    };
    let missing = all.iter().rposition(goes_on).unwrap();
    let fewer = [&keys[..missing], &keys[missing + 1..]].concat();
    let mut short = with_keys(&game, &fewer);
    let error = Solver::new(&short).checks(false).solve().unwrap_err();
    assert!(matches!(error, RetroError::NotNumbered { .. }), "{error}");
    short.keep(&store).unwrap();
    let short = Ruled::kept(game.rules, store.layers().unwrap().unwrap(), &store).unwrap();
    assert_eq!(places(&short).len(), keys.len() - 1);

    // Without the start values say nothing about the game.
    let start = all.iter().position(|at| *at == start).unwrap();
    let mut others = keys.clone();
    others[start] = list.key(&[0b11, 0b1100])[..list.stride()].to_vec();
    let mut headless = with_keys(&game, &others);
    headless.keep(&store).unwrap();
    let error = Ruled::kept(game.rules, store.layers().unwrap().unwrap(), &store).unwrap_err();
    assert!(error.to_string().contains("the start has no number"), "{error}");

    // Stones on two ranks only, which no game has, with no free square beside one of the opponent's.
    let mut more = keys.clone();
    more.push(list.key(&[0xf0, 0x0f])[..list.stride()].to_vec());
    let mut long = with_keys(&game, &more);
    long.keep(&store).unwrap();
    assert_eq!(places(&long).len(), keys.len() + 1);
    assert!(game.require_list_reached(&stop).is_ok());
    assert!(long.require_list_reached(&stop).is_err() && short.require_list_reached(&stop).is_err());
    let values = Solver::new(&long).solve().unwrap();
    for &at in &all {
        let same = long.place(&game.position(at).unwrap()).unwrap();
        assert_eq!(values.value(same), solved.value(at));
    }
    Solver::new(&long).build(&store, &mut Monitor::silent(&stop)).unwrap();

    // Tables of a list with another list under them: it is another list, or an audit finds what it lacks.
    store.keep_list(&list.to_bytes()).unwrap();
    let error = Ruled::kept(game.rules, store.layers().unwrap().unwrap(), &store).unwrap_err();
    assert!(error.to_string().contains("not the list that the layers were made for"), "{error}");
    let mut other = more;
    other.remove(missing);
    other.push(list.key(&[0x0344, 0x0033])[..list.stride()].to_vec());
    let other = with_keys(&game, &other);
    let complete = store.complete(&other, Kind::Plies);
    let audit =
        complete.and_then(|complete| Solver::new(&other).audit(&complete, &mut Monitor::silent(&stop)));
    assert!(audit.is_err() || audit.is_ok_and(|audit| audit.wrong > 0));
}

#[test]
fn games_at_random_tell_that_a_list_is_too_long() {
    let exceeds = |limit| {
        let rules = &Beside::<8>;
        let list = PositionList::new(symmetries_of(rules).unwrap(), 2);
        let game = Ruled::numbered(rules, Numbers::List(list));
        let Numbers::List(list) = &game.numbers else { panic!("a list") };
        game.exceeds(limit, list, &checked(rules, None).unwrap())
    };
    assert!(exceeds(1 << 24));
    // So many games do not tell more than this.
    assert!(!exceeds(1 << 25));
    let small = Ruled::numbered(
        &Beside::<4>,
        Numbers::List(PositionList::new(symmetries_of(&Beside::<4>).unwrap(), 2)),
    );
    let Numbers::List(list) = &small.numbers else { panic!("a list") };
    assert!(!small.exceeds(1 << 24, list, &checked(&Beside::<4>, None).unwrap()));
}

#[test]
fn keys_have_the_sets_of_every_number_of_words() {
    use encodings::board::Layout;
    for (files, ranks, words) in [(1, 1, 1), (3, 3, 2), (5, 4, 3), (8, 8, 7), (8, 8, 16), (1, 1, 0)] {
        let symmetries = crate::numbering::Symmetries::new(Layout::new(files, ranks).unwrap(), &[]).unwrap();
        let (board, list) = (symmetries.board(), PositionList::new(symmetries, words));
        let sets: Vec<u64> = (0..words).map(|word| board & 0x8000_2000_1000_0801 << word).collect();
        let disjoint =
            sets.iter().enumerate().map(|(word, set)| sets[..word].iter().fold(*set, |set, one| set & !one));
        let (disjoint, mut back): (Vec<u64>, _) = (disjoint.collect(), vec![0; words]);
        list.unpack(&list.key(&disjoint)[..list.stride()], &mut back);
        assert_eq!(back, disjoint);
    }
}

#[test]
fn bytes_that_are_no_list_are_refused() {
    let rules = Beside::<4>;
    let list = || PositionList::new(symmetries_of(&rules).unwrap(), 2);
    let layers = |size| [(sizes_of(&[3, 12]), size)];
    let read = |size, bytes: &[u8]| list().read(&layers(size), bytes).map(|list| list.to_bytes());
    let mut keys = [[3, 12], [3, 48]].map(|sets| list().key(&sets)[..4].to_vec());
    keys.sort_unstable();
    let mut found = FoundPositions::new(&list());
    for key in &keys {
        found.insert(key);
    }
    let two = found.into_list(list()).0.to_bytes();
    assert_eq!(read(2, &two), Ok(two.clone()));
    assert_eq!(read(0, &[]), Ok(Vec::new()));
    let refused = |size, bytes: &[u8], says: &str| assert_eq!(read(size, bytes), Err(says.to_owned()));
    refused(1, &two, "bytes follow its last position");
    refused(3, &two, "it ends too early");
    refused(2, &two[..two.len() - 1], "it ends too early");
    refused(1, &[5, 1, 2, 3, 4], "a key is longer than the board");
    let backwards = [&[0], &keys[1][..], &[0], &keys[0][..]].concat();
    refused(2, &backwards, "its positions are not in order");
    refused(1, &[0, 1, 2, 3, 4], "a key is not that of a position of its layer");
    let image = [&[0], &[0, 0xc0, 0, 0x30][..]].concat();
    refused(1, &image, "a key is not that of a position of its layer");
    refused(u64::MAX, &two, "it ends too early");
}
