//! Push Fight without the search engine: the rules over machine words, the circuit, the formulas on turns and the naive
//! game agree on all positions of the smallest board and on samples of larger boards, including the published one.
//!
//! `tests/mutants.sh push_fight` runs these tests on wrong rules.

mod positions;

use crate::support::lanes::Lanes;
use crate::support::push_fight::{naively, variant};
use crate::support::random::Random;
use encodings::board::{Direction, Mask};
use encodings::circuit::CircuitWord;
use encodings::push_fight::board::{Board, DIRECTIONS};
use encodings::push_fight::index::{Index, Indexes};
use encodings::push_fight::position::squares;
use encodings::push_fight::rules::{self, Move, Pieces, Push, Side, TurnWords};
use encodings::push_fight::turn::TurnPart;
use encodings::push_fight::{self as fast, Position, PushFight, Standard, TurnOutcome, notation};
use encodings::push_fight::{every_turn, leaping, stuck};
use encodings::rules::Boards;
use encodings::word::{OneHot, Word};
use positions::{at, drawn, every, hot, random};
use std::collections::BTreeSet;
use verify::push_fight::{self as naive, Moves, Outcome, PushOutcome};

/// 8 squares, 360 positions with an anchor.
type Smallest = PushFight<4, 3, 1, 1>;
/// 10 squares, with two pushers and one mover on each side.
type Small = PushFight<4, 4, 2, 1>;

/// A position as text that leads back to it: of two pieces on a square, a text would show only one.
fn text_of<B: Board>(position: Position<B>) -> String {
    let text = notation::print(position);
    assert_eq!(notation::parse(&text), Ok(position), "{position:?}");
    text
}

/// Compares the number and the image of a position with the naive game.
fn same_position<B: Board>(indexes: &Indexes<B>, position: Position<B>) {
    let drawn = naively(position);
    assert_eq!(naive::write_line(&drawn), notation::print(position));
    let index = indexes.index(position).map(|index| index.0);
    assert_eq!(index, naive::index(&drawn), "{position:?}");
    let turned = drawn.rotated().expect("a position");
    assert_eq!(notation::print(position.rotated()), naive::write_line(&turned));
    assert!(rules::well_formed::<B, u32>(position.pieces()), "{position:?}");
    let follows = naive::can_have_been_pushed(&drawn);
    assert_eq!(position.follows_a_push(), follows, "{position:?}");
    let minimized = indexes.minimized(position);
    assert_eq!(minimized.is_some(), follows, "{position:?}");
    assert_eq!(indexes.minimized(position.rotated()), minimized, "{position:?}");
}

/// Compares the moves from every square to every other with the naive game.
fn same_moves<B: Board>(position: Position<B>) {
    let drawn = naively(position);
    for from in drawn.layout().squares() {
        let reach: u32 =
            naive::reachable(&drawn, from).iter().fold(0, |word, &to| word | hot(at::<B>(to)).word());
        if drawn.piece(from).is_some() {
            assert_eq!(position.reach(at::<B>(from)), reach, "{position:?} {from}");
        }
        for to in drawn.layout().squares().into_iter().filter(|&to| to != from) {
            let step = Move { from: hot(at::<B>(from)), to: hot(at::<B>(to)) };
            let expected = naive::move_piece(&drawn, from, to).ok();
            let legal = rules::may_move::<B, u32>(position.pieces(), step);
            assert_eq!(legal, expected.is_some(), "{position:?} {from}-{to}");
            if let Some(expected) = expected {
                let moved = rules::moved(position.pieces(), step);
                let moved = Position::<B>::new(moved).expect("a position");
                assert_eq!(text_of(moved), naive::write_line(&expected), "{position:?} {from}-{to}");
            }
        }
        let stays = Move { from: hot(at::<B>(from)), to: hot(at::<B>(from)) };
        let own = drawn.own().contains(&from);
        assert_eq!(rules::may_move::<B, u32>(position.pieces(), stays), own, "{position:?} {from}");
    }
}

/// Compares the pushes from every square to every other with the naive game.
fn same_pushes<B: Board>(position: Position<B>) {
    let drawn = naively(position);
    let pieces = position.pieces();
    let (mut able, mut winning) = ([0u32; 4], [0u32; 4]);
    for from in drawn.layout().squares() {
        for to in drawn.layout().squares() {
            let case = || format!("{position:?} pushes {from}-{to}");
            let push = Push { from: hot(at::<B>(from)), to: hot(at::<B>(to)) };
            let pushed = rules::pushed::<B, u32>(pieces, push);
            let expected = naive::push(&drawn, from, to);
            assert_eq!(pushed.legal, expected.is_ok(), "{}", case());
            let step = TurnPart { from: at::<B>(from), to: at::<B>(to) };
            let played = position.play(&fast::Turn { moves: Vec::new(), push: step });
            let Ok(expected) = expected else {
                assert!(played.is_err(), "{}", case());
                continue;
            };
            let towards = |direction: &Direction| B::shift(push.from.word(), *direction) == push.to.word();
            let direction = DIRECTIONS.iter().position(towards).expect("a direction");
            able[direction] |= push.from.word();
            match expected {
                PushOutcome::Wins(_) => {
                    assert!(pushed.wins && played == Ok(TurnOutcome::Won), "{}", case());
                    winning[direction] |= push.from.word();
                }
                PushOutcome::Continues(next) => {
                    assert!(!pushed.wins, "{}", case());
                    let found = Position::<B>::new(pushed.next).expect("a position");
                    assert_eq!(text_of(found), naive::write_line(&next), "{}", case());
                    assert_eq!(played, Ok(TurnOutcome::Next(found)), "{}", case());
                }
            }
        }
    }
    for (direction, (able, winning)) in DIRECTIONS.into_iter().zip(able.into_iter().zip(winning)) {
        assert_eq!(rules::able::<B, u32>(pieces, direction), able, "{position:?} {direction:?}");
        assert_eq!(rules::able_to_win::<B, u32>(pieces, direction), winning, "{position:?} {direction:?}");
    }
    assert_eq!(rules::can_push::<B, u32>(pieces), able != [0; 4], "{position:?}");
    assert_eq!(rules::can_win::<B, u32>(pieces), winning != [0; 4], "{position:?}");
    assert_eq!(position.pushes().count() as u32, able.map(u32::count_ones).iter().sum::<u32>());
}

/// The results of all turns by the rules: positions as text, and whether one turn wins.
fn successors<B: Board>(position: Position<B>) -> (BTreeSet<String>, bool) {
    let mut arranged = BTreeSet::from([position.pieces()]);
    for _ in 0..2 {
        for pieces in arranged.clone() {
            for from in squares::<B>(pieces.own.all()) {
                for to in squares::<B>(rules::reach::<B, u32>(pieces, hot(from))) {
                    arranged.insert(rules::moved(pieces, Move { from: hot(from), to: hot(to) }));
                }
            }
        }
    }
    let (mut next, mut wins) = (BTreeSet::new(), false);
    for pieces in arranged {
        for (from, direction) in Position::<B>::assume(pieces).pushes() {
            let pushed = rules::pushed_along::<B, u32>(pieces, hot(from), direction);
            assert!(pushed.legal, "{position:?}");
            wins |= pushed.wins;
            if !pushed.wins {
                next.insert(notation::print(Position::<B>::new(pushed.next).expect("a position")));
            }
        }
    }
    (next, wins)
}

/// Compares the results of all turns, and the formula of a legal turn, with the naive game.
fn same_turns<B: Board>(position: Position<B>) {
    let drawn = naively(position);
    let expected = naive::successors(&drawn);
    let (next, wins) = successors(position);
    assert_eq!(next, expected.positions.iter().map(naive::write_line).collect(), "{position:?}");
    assert_eq!(wins, expected.wins, "{position:?}");
    let has_turn = expected.wins || !expected.positions.is_empty();
    assert!(has_turn || !stuck::has_short_turn::<B, u32>(position.pieces()), "{position:?}");
    if B::SQUARES.len() < 12 {
        assert_eq!(stuck::has_turn::<B, u32>(position.pieces()), has_turn, "{position:?}");
    }
}

/// Compares the numbers of turns along files and along ranks with the naive game.
fn same_counts<B: Board>(position: Position<B>, with_leaps: bool) {
    let drawn = naively(position);
    let along_files = [Direction::North, Direction::South];
    let along_ranks = [Direction::East, Direction::West];
    if B::SQUARES.len() < 12 {
        let expected = naive::count_turns(&drawn, Moves::Legal);
        let count = |directions| every_turn::turns::<B, u32>(position.pieces(), directions).value();
        let expected = [expected.along_files, expected.along_ranks].map(u64::from);
        assert_eq!([count(&along_files), count(&along_ranks)], expected, "{position:?}");
    }
    if with_leaps {
        let expected = naive::count_turns(&drawn, Moves::Leaping);
        let count = |directions| leaping::turns::<B, u32>(position.pieces(), directions).value();
        let expected = [expected.along_files, expected.along_ranks].map(u64::from);
        assert_eq!([count(&along_files), count(&along_ranks)], expected, "{position:?}, leaping");
    }
}

#[test]
fn all_implementations_agree_on_the_smallest_board() {
    let indexes = Indexes::<Smallest>::new();
    assert_eq!((indexes.len(), naive::positions(&variant::<Smallest>())), (360, Some(360)));
    for position in every::<Smallest>(1) {
        same_position(&indexes, position);
        same_moves(position);
        same_pushes(position);
        same_turns(position);
        same_counts(position, true);
    }
}

#[test]
fn all_implementations_agree_on_positions_of_4x4() {
    let indexes = Indexes::<Small>::new();
    for position in every::<Small>(7) {
        same_position(&indexes, position);
        same_pushes(position);
    }
    every::<Small>(61).for_each(same_moves);
    every::<Small>(101).for_each(same_turns);
    every::<Small>(307).for_each(|position| same_counts(position, true));
    every::<PushFight<4, 4, 1, 1>>(41).for_each(same_turns);
}

#[test]
fn all_implementations_agree_on_random_positions_of_larger_boards() {
    fn compare<B: Board>(positions: usize, turns: usize) {
        let indexes = Indexes::<B>::new();
        for position in random::<B>(positions, 0x5eed) {
            same_position(&indexes, position);
            same_moves(position);
            same_pushes(position);
        }
        random::<B>(turns, 0xf19).for_each(same_turns);
    }
    compare::<PushFight<6, 3, 1, 0>>(200, 40);
    compare::<PushFight<5, 4, 2, 2>>(200, 4);
    compare::<Standard>(400, 2);
}

/// The positions of the public solution: their indexes, whether the first turn wins, and whether there is a turn.
#[test]
fn the_published_positions_have_their_numbers_and_the_shortest_values() {
    let indexes = Indexes::<Standard>::new();
    let (mut won, mut lost, mut others) = (0, 0, 0);
    for line in include_str!("../../data/push_fight.tsv").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [index, text, value] = fields[..] else { panic!("three fields: {line}") };
        let index = Index(index.parse().expect("an index"));
        let position: Position<Standard> = notation::parse(text).expect("a position");
        assert_eq!(indexes.index(position), Some(index), "{line}");
        assert_eq!(indexes.position(index), Some(position), "{line}");
        same_position(&indexes, position);
        let may_push = stuck::has_short_turn::<Standard, u32>(position.pieces());
        assert_eq!(may_push, value != "L0", "{line}");
        assert_eq!(naive::has_legal_turn(&naively(position)), value != "L0", "{line}");
        let count = match value {
            "W1" => &mut won,
            "L0" => &mut lost,
            _ => &mut others,
        };
        *count += 1;
        // A position of this board has thousands of turns.
        if *count <= 10 {
            let (next, wins) = successors(position);
            assert_eq!((wins, next.is_empty()), (value == "W1", value == "L0"), "{line}");
        }
    }
    assert_eq!((won, lost, others), (40, 40, 564));
}

/// The words of a position and a turn.
type Words<W> = [W; 11];

/// The results of the rules for a position and a turn.
fn applied<B: Board, W: Word>(words: Words<W>) -> ([W::Bit; 6], [W; 5]) {
    let [a, b, c, d, anchor, from1, to1, from2, to2, from, to] = words;
    let pieces = Pieces { own: Side { pushers: a, movers: b }, opp: Side { pushers: c, movers: d }, anchor };
    let step = |from, to| Move { from: OneHot::assume(from), to: OneHot::assume(to) };
    let push = Push { from: OneHot::assume(from), to: OneHot::assume(to) };
    let turn = TurnWords { moves: [step(from1, to1), step(from2, to2)], push };
    let pushed = rules::apply::<B, W>(pieces, turn);
    let bits = [
        pushed.legal,
        pushed.wins,
        rules::well_formed::<B, W>(pieces),
        rules::follows_a_push::<B, W>(pieces),
        rules::can_push::<B, W>(pieces),
        rules::can_win::<B, W>(pieces),
    ];
    let next = pushed.next;
    (bits, [next.own.pushers, next.own.movers, next.opp.pushers, next.opp.movers, next.anchor])
}

/// Compares random turns of random positions in the circuit, over machine words and in the naive game.
fn circuit_agrees<B: Board>(positions: usize) {
    let circuit = Lanes::of(B::LAYOUT.squares(), |words| {
        let (bits, next) = applied::<B, _>(words);
        bits.map(|bit| vec![bit.signal()]).into_iter().chain(next.map(CircuitWord::signals)).collect()
    });
    let mut chance = Random::new(7);
    let cases: Vec<(Position<B>, Words<u32>)> =
        random::<B>(positions, 11).map(|position| (position, random_turn(position, &mut chance))).collect();
    let inputs: Vec<Words<u64>> = cases.iter().map(|(_, words)| words.map(u64::from)).collect();
    let [mut legal, mut won] = [0; 2];
    for ((position, words), found) in cases.iter().zip(circuit.run(&inputs)) {
        let said: [u64; 11] = found;
        let (bits, next) = applied::<B, u32>(*words);
        let turn = named::<B>(words);
        let outcome = naive::apply(&naively(*position), &turn);
        let played = position.play(&fast::Turn::parse::<B>(&turn.to_string()).expect("a turn"));
        assert_eq!(played.is_ok(), outcome.is_ok(), "{position:?} {turn}");
        assert_eq!(
            said[2..6],
            bits[2..].iter().map(|&bit| u64::from(bit)).collect::<Vec<_>>(),
            "{position:?}"
        );
        assert_eq!([said[0] == 1, bits[0]], [outcome.is_ok(); 2], "{position:?} {turn} {outcome:?}");
        let Ok(outcome) = outcome else { continue };
        legal += 1;
        let wins = outcome == Outcome::Wins;
        assert_eq!([said[1] == 1, bits[1]], [wins; 2], "{position:?} {turn}");
        won += usize::from(wins);
        if let Outcome::Continues(after) = outcome {
            assert_eq!(said[6..], next.map(u64::from), "{position:?} {turn}");
            let [a, b, c, d, anchor] = next;
            let [own, opp] = [Side { pushers: a, movers: b }, Side { pushers: c, movers: d }];
            let next = Position::<B>::new(Pieces { own, opp, anchor }).expect("a position");
            assert_eq!(text_of(next), naive::write_line(&after), "{position:?} {turn}");
            assert_eq!(played, Ok(TurnOutcome::Next(next)), "{position:?} {turn}");
        } else {
            assert_eq!(played, Ok(TurnOutcome::Won), "{position:?} {turn}");
        }
    }
    assert!(legal > positions / 40 && won > 0, "{legal} legal turns, {won} of them won");
}

/// The naive turn of these words, without moves that stay on their square.
fn named<B: Board>(words: &Words<u32>) -> naive::Turn {
    let name = |word: u32| {
        let square = squares::<B>(word).next().expect("a square");
        B::LAYOUT.name(square).to_string()
    };
    let moves = [[words[5], words[6]], [words[7], words[8]]].into_iter().filter(|[from, to]| from != to);
    let steps = moves.chain([[words[9], words[10]]]).map(|[from, to]| format!("{}-{}", name(from), name(to)));
    steps.collect::<Vec<_>>().join(",").parse().expect("a turn")
}

/// A random turn, biased towards legal ones.
fn random_turn<B: Board>(position: Position<B>, random: &mut Random) -> Words<u32> {
    let Pieces { own, opp, anchor } = position.pieces();
    let board = 0u32.constant(&B::SQUARES);
    let mut one_of = |word: u32| {
        let squares: Vec<usize> = Mask::from_u64(u64::from(word)).indices().collect();
        squares
            .get(random.below(squares.len().max(1)))
            .map_or(board & board.wrapping_neg(), |&index| 1 << index)
    };
    let free = board & !own.all() & !opp.all();
    let (from1, to1) = (one_of(own.all()), one_of(free));
    let to1 = if one_of(board) & opp.all() != 0 { from1 } else { to1 };
    // The square that the first move has left, or the square that it has reached.
    let (from2, to2) = (one_of(own.all() & !from1 | to1), one_of(free & !to1 | from1));
    let to2 = if one_of(board) & opp.all() != 0 { from2 } else { to2 };
    let from = one_of(own.pushers & !from1 & !from2 | own.pushers & to1 | own.pushers & to2);
    let to = one_of(B::beside(from) & board);
    [own.pushers, own.movers, opp.pushers, opp.movers, anchor, from1, to1, from2, to2, from, to]
}

#[test]
fn the_circuit_of_a_turn_agrees_with_the_naive_game() {
    circuit_agrees::<Smallest>(2000);
    circuit_agrees::<Small>(4000);
    circuit_agrees::<Standard>(2000);
}

/// Positions, the same with another anchor or two, and with a bit changed in one word or in two.
#[test]
fn boards_are_well_formed_if_they_are_positions() {
    let mut random = Random::new(26);
    let bits = Small::LAYOUT.squares();
    let [mut good, mut bad] = [0; 2];
    let mut judge = |pieces: Pieces<u32>| {
        let expected = drawn::<Small>(pieces).is_some();
        assert_eq!(rules::well_formed::<Small, u32>(pieces), expected, "{pieces:?}");
        let position = Position::<Small>::new(pieces);
        assert_eq!(position.is_ok() && pieces.anchor != 0, expected, "{pieces:?}");
        *if expected { &mut good } else { &mut bad } += 1;
    };
    for position in every::<Small>(19) {
        let pieces = position.pieces();
        judge(pieces);
        for index in 0..bits {
            judge(Pieces { anchor: 1 << index, ..pieces });
            judge(Pieces { anchor: pieces.anchor ^ 1 << index, ..pieces });
        }
        for _ in 0..8 {
            let (one, other, bit) = (random.below(5), random.below(5), 1u32 << random.below(bits));
            let mut place = 0..;
            judge(Small::convert(pieces, |word: u32| {
                let place = place.next();
                if place == Some(one) || place == Some(other) { word ^ bit } else { word }
            }));
        }
    }
    assert!(good > 1000 && bad > 1000, "{good} {bad}");
}

/// The turns of a position and of its image lead to the same number of positions.
#[test]
fn symmetries_change_nothing() {
    let game: Small = PushFight::<4, 4, 2, 1>;
    assert_eq!(game.symmetries().len(), 1);
    for position in every::<Small>(401) {
        for symmetry in game.symmetries() {
            assert!(symmetry.permutation(Small::LAYOUT).is_some(), "a symmetry");
            let image = game.image(position.pieces(), *symmetry);
            let turned = Position::<Small>::new(image).expect("a position");
            assert_eq!(turned, position.rotated());
            assert_eq!(successors(turned).0.len(), successors(position).0.len(), "{position:?}");
        }
    }
}
