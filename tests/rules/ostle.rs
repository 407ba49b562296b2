//! Ostle without the retrograde engine: the rules over machine words, the circuit, the un-moves, the formula of a win
//! and the naive game agree on positions of small boards and on random games on 5x5.
//!
//! `tests/mutants.sh ostle` runs these tests on wrong rules.

use crate::support::ostle::{Both, Circuits, board_after, read};
use crate::support::random::Random;
use encodings::board::Square;
use encodings::circuit::Circuit;
use encodings::ostle::notation;
use encodings::ostle::position::{Heading, Move, MoveOutcome, Position};
use encodings::ostle::rules::{Ostle, Pieces};
use encodings::ostle::unmove::{self, Unmove};
use encodings::ostle::variant::Variant;
use encodings::ostle::win::{SparedPosition, Win};
use encodings::rules::{self, Boards, Ending, Rules, Step, View};
use encodings::statement::{CircuitStatement, Statement};
use encodings::word::{OneHot, Word};
use std::collections::{BTreeMap, BTreeSet};
use verify::ostle::{self as naive, Outcome, State};

/// Compares the results for positions and their moves with the naive game; returns the number of moves.
fn compare<const SIDE: usize>(both: &Both<SIDE>, positions: &[naive::Position]) -> usize {
    let circuits = Circuits::new::<SIDE>(both.variant);
    let boards: Vec<Pieces<u32>> = positions.iter().map(|position| read(position.board())).collect();
    let mut moves = 0;
    for ((drawn, &pieces), said) in positions.iter().zip(&boards).zip(circuits.judge(&boards)) {
        let text = naive::write_line(drawn.board());
        assert_eq!(notation::print(pieces, Both::<SIDE>::LAYOUT), text);
        assert_eq!(notation::parse(&text, Both::<SIDE>::LAYOUT), Ok(pieces));
        let position = Position::<SIDE>::new(pieces, both.variant).expect("a position");
        assert!(Ostle::<SIDE>::well_formed(pieces, both.variant.pieces()), "{text}");
        assert!(!Ostle::<SIDE>::terminal(pieces, both.variant.lose_at()), "{text}");
        assert_eq!(both.rules.outcome(pieces).ending(), None, "{text}");

        let naively = naive::moves(drawn);
        let legal: Vec<Move> = naively.iter().map(|&played| Both::<SIDE>::named(played)).collect();
        let natively: BTreeSet<Move> = position.moves().collect();
        assert_eq!(natively, legal.iter().copied().collect(), "{text}");
        assert!(legal.iter().all(|&played| position.is_legal(played)), "{text}");
        let along = |heading| {
            let squares = legal.iter().filter(|played| played.heading == heading);
            squares.fold(0, |word, played| word | 1u64 << played.square.index())
        };
        let [up, down, left, right] = Heading::ALL.map(along);
        assert_eq!(said, [up, down, left, right, 1, 0], "{text}, by the circuit");
        same_steps(both, pieces, &naively, &text);

        let by_circuit = circuits.play(pieces, &legal);
        for ((&naively, &played), by_circuit) in naively.iter().zip(&legal).zip(by_circuit) {
            let outcome = State::new(drawn.clone()).play(naively).expect("a legal move");
            let after = read(&board_after(&outcome));
            assert_eq!(position.after(played), after, "{text} {naively}");
            assert_eq!(by_circuit, after, "{text} {naively}, by the circuit");
            same_outcome(both, position, played, &outcome, &text);
        }
        moves += naively.len();
    }
    moves
}

/// Compares the steps of the family with the naive moves, by name, and their results. No other step is legal.
fn same_steps<const SIDE: usize>(
    both: &Both<SIDE>,
    pieces: Pieces<u32>,
    naively: &[naive::Move],
    text: &str,
) {
    let rules = &both.rules;
    let at = rules::Position::new(rules, pieces).expect("a position");
    let named = |&played: &naive::Move| {
        let played = Both::<SIDE>::named(played);
        let compass = ["n", "s", "w", "e"][played.heading as usize];
        (Both::<SIDE>::LAYOUT.name(played.square).to_string() + compass, played)
    };
    let mut expected: BTreeMap<String, Move> = naively.iter().map(named).collect();
    let found = at.steps(rules).map(|step| rules::print_step(rules, step, View::Straight));
    assert!(found.collect::<BTreeSet<_>>().iter().eq(expected.keys()), "{text}");
    assert_eq!(at.perft(rules, 1), naively.len() as u64, "{text}");
    for (kind, _) in rules.moves(pieces).iter() {
        for square in Both::<SIDE>::LAYOUT.all() {
            let step = Step::new(kind, OneHot::from_square(square, 0), Both::<SIDE>::LAYOUT);
            let name = rules::print_step(rules, step, View::Straight);
            let played = expected.remove(&name);
            let next = at.play(rules, step).map(rules::Position::board);
            let after = played.map(|played| Position::<SIDE>::trusted(pieces).after(played));
            assert_eq!(next, after, "{text} {name}");
            // It goes to the next square, or off the board.
            let Some(heading) = played.map(|played| played.heading) else { continue };
            let (files, ranks) = heading.direction().delta();
            let (file, rank) = Both::<SIDE>::LAYOUT.coordinates(square);
            let next = file.checked_add_signed(files).zip(rank.checked_add_signed(ranks));
            let next = next.and_then(|(file, rank)| Both::<SIDE>::LAYOUT.at(file, rank));
            let word = |square: Option<Square>| square.map_or(0, |square| 1 << square.index());
            assert_eq!((step.from(), step.to()), (word(Some(square)), word(next)), "{text} {name}");
        }
    }
    assert!(expected.is_empty(), "{text}");
}

/// Compares the outcome of a move with the naive game: who has won, and which move rule 8 then forbids.
fn same_outcome<const SIDE: usize>(
    both: &Both<SIDE>,
    position: Position<SIDE>,
    played: Move,
    outcome: &Outcome<State>,
    text: &str,
) {
    let lose_at = both.variant.lose_at();
    let after = position.after(played);
    let next = match outcome {
        Outcome::Continues(_) => {
            MoveOutcome::Position(Position::new(after, both.variant).expect("a position"))
        }
        Outcome::Wins(_) => MoveOutcome::Won,
        Outcome::Loses(_) => MoveOutcome::Lost,
    };
    assert_eq!(position.play(played, lose_at), next, "{text} {played:?}");
    let over = !matches!(outcome, Outcome::Continues(_));
    assert_eq!(Ostle::<SIDE>::terminal(after, lose_at), over, "{text} {played:?}");
    // As the other player sees it.
    let ending = match outcome {
        Outcome::Continues(_) => None,
        Outcome::Wins(_) => Some(Ending::Lost),
        Outcome::Loses(_) => Some(Ending::Won),
    };
    assert_eq!(both.rules.outcome(after).ending(), ending, "{text} {played:?}");
    let successor = SparedPosition::new(position.pieces(), both.variant).successor::<SIDE>(after);
    assert_eq!(
        (successor.won, successor.lost),
        (next == MoveOutcome::Won, next == MoveOutcome::Lost),
        "{text} {played:?}"
    );
    if let Outcome::Continues(state) = outcome {
        let forbidden = state.forbidden().map(Both::<SIDE>::named);
        assert_eq!(position.way_back(played), forbidden, "{text} {played:?}");
        let wins = naive::moves(state.position())
            .iter()
            .any(|&reply| matches!(naive::apply(state.position(), reply), Ok(Outcome::Wins(_))));
        assert_eq!(successor.next.wins_at_once::<SIDE>(), wins, "{text} {played:?}");
    }
}

#[test]
fn all_implementations_agree_on_every_position_of_3x3() {
    let both = Both::<3>::new(2, 0);
    let all = both.all();
    assert_eq!(all.len(), 9 * (8 * (7 + 21) + 28 * (6 + 15)));
    compare(&both, &all);
    let both = Both::<3>::new(3, 1);
    let all: Vec<_> = both.all().into_iter().step_by(5).collect();
    compare(&both, &all);
}

#[test]
fn all_implementations_agree_on_positions_of_4x4() {
    let both = Both::<4>::new(2, 1);
    let some: Vec<_> = both.all().into_iter().step_by(31).collect();
    assert!(compare(&both, &some) > 20_000);
    // The first piece that falls ends the game.
    let both = Both::<4>::new(1, 0);
    compare(&both, &both.all());
}

/// Random games to their end, by the naive game with rule 8.
#[test]
fn all_implementations_agree_on_random_games_of_5x5() {
    let both = Both::<5>::new(5, 3);
    assert_eq!(both.variant, Variant::PUBLISHED);
    let start = both.naive.start().expect("a start");
    let own = Position::<5>::start(both.variant).expect("a start");
    assert_eq!(own.pieces(), read(start.board()));
    assert_eq!(rules::Position::start(&both.rules).board(), own.pieces());
    let mut random = Random::new(5);
    let mut met = Vec::new();
    let mut ended = 0;
    for _ in 0..12 {
        let mut state = State::new(start.clone());
        for _ in 0..60 {
            met.push(state.position().clone());
            let moves = state.legal_moves();
            let outcome = state.play(moves[random.below(moves.len())]).expect("a legal move");
            let Outcome::Continues(next) = outcome else {
                ended += 1;
                break;
            };
            state = next;
        }
    }
    assert!(ended > 3, "{ended}");
    compare(&both, &met);
}

/// The published counts, and those of small boards to depths at which games end.
#[test]
fn lines_of_play_are_counted_alike() {
    let table = include_str!("../../src/games/ostle/data/ostle.tsv")
        .lines()
        .filter_map(|line| line.strip_prefix("perft\t"));
    let start = Position::<5>::start(Variant::PUBLISHED).expect("a start");
    let mut lines = 0;
    for line in table {
        let mut fields = line.split('\t').map_while(|field| field.parse::<u64>().ok());
        let [depth, count] = [(); 2].map(|()| fields.next().expect("a number"));
        assert_eq!(start.perft(depth as u32, 3, None), count, "{line}");
        lines += 1;
    }
    assert_eq!(lines, 4);
    let both = Both::<3>::new(3, 1);
    let start = State::new(both.naive.start().expect("a start"));
    let own = Position::<3>::start(both.variant).expect("a start");
    for depth in 0..=5 {
        assert_eq!(own.perft(depth, 1, None), naive::perft(&start, depth), "3x3, {depth}");
    }
    let both = Both::<3>::new(1, 0);
    for position in both.all().into_iter().step_by(17) {
        let own = Position::<3>::new(read(position.board()), both.variant).expect("a position");
        let depth = 5;
        assert_eq!(own.perft(depth, 0, None), naive::perft(&State::new(position), depth), "{own:?}");
    }
}

/// Un-moves are the inverse of moves, which are compared with the naive game's.
#[test]
fn unmoves_are_the_inverse_of_moves() {
    let both = Both::<3>::new(2, 0);
    let mut forwards: BTreeMap<Pieces<u32>, Vec<Unmove>> = BTreeMap::new();
    for drawn in both.all() {
        let before = read(drawn.board());
        let state = State::new(drawn);
        for naively in state.legal_moves() {
            let outcome = state.play(naively).expect("a legal move");
            let way_back = match &outcome {
                Outcome::Continues(next) => next.forbidden().map(Both::<3>::named),
                _ => None,
            };
            let after = forwards.entry(read(&board_after(&outcome))).or_default();
            after.push(Unmove { before, played: Both::<3>::named(naively), way_back });
        }
    }
    for (after, mut expected) in forwards {
        let [own, opp] = [after.own, after.opp].map(u32::count_ones);
        let mut found = Vec::new();
        if own > 0 && opp > 0 {
            unmove::quiet::<3>(after, |unmove| found.push(unmove));
        }
        // The side that moved is now the opponent; each side had at most two pieces and at least one.
        unmove::falling::<3>(after, opp < 2 && own > 0, own < 2 && opp > 0, |unmove| found.push(unmove));
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected, "{after:?}");
    }
}

/// Compares the formula of a win within `plies` plies with the naive game, trying all choices of the first move;
/// returns the numbers of states that are not won and that are won.
fn wins_are_found<const SIDE: usize>(both: &Both<SIDE>, plies: u32, states: &[State]) -> [usize; 2] {
    let circuit = Circuit::new();
    let mut statement = CircuitStatement::new(&circuit);
    let words = ["own", "opp", "hole", "own_before", "opp_before", "hole_before"];
    let [own, opp, hole, a, b, c] = words.map(|name| statement.unknown(name, Both::<SIDE>::LAYOUT));
    let before = Pieces { own: a, opp: b, hole: c };
    let pieces = Pieces { own, opp, hole };
    let wins = Win::<_, SIDE>::within(&mut statement, pieces, Some(before), both.variant, plies).signal();
    let graph = circuit.graph();
    // One lane for each choice: a square of the board, and two bits for the heading.
    let choices = SIDE * SIDE * 4;
    let of_choice = |holds: &dyn Fn(usize) -> bool| {
        (0..choices).fold(0u64, |lanes, choice| lanes | u64::from(holds(choice)) << choice)
    };
    let chosen: Vec<u64> = (0..SIDE * SIDE)
        .map(|square| of_choice(&|choice| choice / 4 == square))
        .chain([of_choice(&|choice| choice & 1 == 1), of_choice(&|choice| choice & 2 == 2)])
        .collect();
    let mut found = [0; 2];
    for state in states {
        let pieces = read(state.position().board());
        // No position equals a board without a hole.
        let before = state.before().map(|before| read(before.board()));
        let before = before.unwrap_or(Pieces { own: 0, opp: 0, hole: 0 });
        let words = [pieces.own, pieces.opp, pieces.hole, before.own, before.opp, before.hole];
        let bits = words.iter().flat_map(|word| (0..SIDE * SIDE).map(move |square| word >> square & 1 == 1));
        let bits = bits.map(|bit| if bit { u64::MAX } else { 0 });
        let simulation = graph.simulate(&bits.chain(chosen.iter().copied()).collect::<Vec<_>>());
        let won = simulation.value(wins) & of_choice(&|_| true) != 0;
        assert_eq!(won, naive::wins_within(state, plies), "{state:?}");
        found[usize::from(won)] += 1;
    }
    found
}

#[test]
fn wins_within_three_plies_agree_with_trying_all_lines() {
    let both = Both::<3>::new(2, 1);
    let starts: Vec<State> = both.all().into_iter().step_by(11).map(State::new).collect();
    // Also states after a move, in which rule 8 forbids something.
    let after = starts.iter().step_by(4).flat_map(State::successors).filter_map(|outcome| match outcome {
        Outcome::Continues(state) => Some(state),
        _ => None,
    });
    let after: Vec<State> = after.step_by(3).collect();
    assert!(after.iter().filter(|state| state.forbidden().is_some()).count() > 50);
    let states = [starts, after].concat();
    for plies in 1..=3 {
        let found = wins_are_found(&both, plies, &states);
        assert!(found.iter().all(|&count| count > 20), "{plies}: {found:?}");
    }
    // Three pieces on each side, with two to spare or none. With none to spare, a move that loses a piece cannot win
    // later.
    for (lose_at, step) in [(0, 211), (2, 3)] {
        let both = Both::<3>::new(3, lose_at);
        let states: Vec<State> = both.all().into_iter().step_by(step).map(State::new).collect();
        wins_are_found(&both, 3, &states);
    }
}

/// Random words: few of them are positions.
#[test]
fn boards_are_well_formed_if_they_can_be_drawn() {
    let variant = Variant::new(3, 2, 0).expect("a variant");
    let circuits = Circuits::new::<3>(variant);
    let mut random = Random::new(18);
    let mut word = || (random.dense(3) & 0x1ff) as u32;
    let boards: Vec<_> = (0..6000).map(|_| Pieces { own: word(), opp: word(), hole: word() }).collect();
    let mut good = 0;
    for (&pieces, said) in boards.iter().zip(circuits.judge(&boards)) {
        let Pieces { own, opp, hole } = pieces;
        let count = |word: u32| (0..9).filter(|&square| word.bit(square)).count();
        let shared = (0..9)
            .any(|at| usize::from(own.bit(at)) + usize::from(opp.bit(at)) + usize::from(hole.bit(at)) > 1);
        let expected = !shared && count(hole) == 1 && count(own) <= 2 && count(opp) <= 2;
        assert_eq!(Ostle::<3>::well_formed(pieces, 2), expected, "{pieces:?}");
        assert_eq!(said[4] == 1, expected, "{pieces:?}, by the circuit");
        let playing = expected && count(own) > 0 && count(opp) > 0;
        assert_eq!(Position::<3>::new(pieces, variant).is_ok(), playing, "{pieces:?}");
        assert_eq!(said[5] == 1, count(own) == 0 || count(opp) == 0, "{pieces:?}, by the circuit");
        good += usize::from(playing);
    }
    assert!(good > 100, "{good}");
}

/// The image of a position has as many lines of play as the position.
#[test]
fn symmetries_change_nothing() {
    let both = Both::<4>::new(2, 0);
    let symmetries = both.rules.symmetries();
    assert_eq!(symmetries.len(), 7);
    for drawn in both.all().into_iter().step_by(2003) {
        let at = rules::Position::new(&both.rules, read(drawn.board())).expect("a position");
        let mut images = BTreeSet::new();
        for symmetry in symmetries {
            assert!(symmetry.permutation(both.rules.layout()).is_some(), "a symmetry of the board");
            let image = both.rules.image(at.board(), *symmetry);
            let turned = rules::Position::new(&both.rules, image).expect("a position");
            assert_eq!(turned.perft(&both.rules, 2), at.perft(&both.rules, 2), "{at:?} {symmetry:?}");
            images.insert(image);
        }
        let naively = naive::images(drawn.board());
        assert!(naively.iter().all(|board| read(board) == at.board() || images.contains(&read(board))));
    }
}
