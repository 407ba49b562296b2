//! A puzzle of one player against a plain search backwards from its goal, for all positions of its tables.

use certamen_retro::positions::{Game, Kind, Monitor, Place, Solver, Store, Value};
use certamen_retro::ruled::{Exploration, Ruled, RuledSubject, Walk};
use certamen_retro::subject::{AnyRetro, Options};
use certamen_work::stop::Stop;
use encodings::board;
use encodings::board::{Direction, Grid, Mask, Symmetry};
use encodings::rules::{Boards, Family, Outcome, Players, Rules, Step, StepKind};
use encodings::word::{Count, Word};
use std::collections::HashMap;
use std::fs;

board! { struct Lit { on } }

/// Lights Out (Tiger Electronics, 1995): a press switches a light and those beside it. Here only lights on a rim square
/// are pressed, so that some boards are stuck; all lights on is lost, and 15 are a draw.
#[derive(Debug)]
struct Lights;

type Board = Grid<4, 4>;
const RIM: u64 = 0b1111_1001_1001_1111;
const START: u64 = 0b0000_0110_0000_1001;

impl Boards for Lights {
    board!(Lit on Board as u16);

    fn name(&self) -> &'static str {
        "lights"
    }

    fn symmetries(&self) -> &[Symmetry] {
        Symmetry::besides_identity(self.layout())
    }

    fn well_formed<W: Word>(&self, board: Lit<W>) -> W::Bit {
        !(board.on & board.on.constant(&Mask::EMPTY)).any()
    }
}

impl Rules for Lights {
    fn players(&self) -> Players {
        Players::One
    }

    fn start(&self) -> Lit<Mask> {
        Lit { on: Mask::from_u64(START) }
    }

    fn moves<W: Word>(&self, Lit { on }: Lit<W>) -> Family<W> {
        Family::new().with(StepKind::placed("press"), on & on.constant(&Mask::from_u64(RIM)))
    }

    fn play<W: Word>(&self, Lit { on }: Lit<W>, step: Step<W>) -> Lit<W> {
        let beside = |direction| Board::shift(step.to(), direction);
        let along_files = beside(Direction::North) | beside(Direction::South);
        Lit { on: on ^ (step.to() | along_files | beside(Direction::East) | beside(Direction::West)) }
    }

    fn outcome<W: Word>(&self, Lit { on }: Lit<W>) -> Outcome<W::Bit> {
        let lights = on.popcount();
        Outcome::won_if(!on.any()).or_lost_if(lights.at_least(16)).or_drawn_if(lights.at_least(15))
    }
}

/// The least number of presses from each board from which the goal is reached.
fn plain() -> HashMap<u64, u16> {
    let press = |on: u64, square: u32| {
        let (file, bit) = (square % 4, 1u64 << square);
        let left = if file > 0 { bit >> 1 } else { 0 };
        let right = if file < 3 { bit << 1 } else { 0 };
        on ^ (bit | left | right | bit << 4 & 0xffff | bit >> 4)
    };
    let mut before: HashMap<u64, Vec<u64>> = HashMap::new();
    for on in 1..0xffff_u64 {
        let squares = (0..16).filter(|&square| on.count_ones() < 15 && on & RIM & 1 << square != 0);
        squares.for_each(|square| before.entry(press(on, square)).or_default().push(on));
    }
    let (mut known, mut last) = (HashMap::from([(0, 0)]), vec![0]);
    for presses in 1.. {
        let next: Vec<u64> = last.iter().filter_map(|on| before.get(on)).flatten().copied().collect();
        last = next;
        last.sort_unstable();
        last.dedup();
        last.retain(|on| !known.contains_key(on));
        known.extend(last.iter().map(|&on| (on, presses)));
        if last.is_empty() {
            break;
        }
    }
    known
}

fn numbered() -> Ruled<&'static Lights> {
    Ruled::explore(&Lights, Exploration::All, 1 << 30, &mut Monitor::silent(&Stop::new())).expect("layers")
}

#[test]
fn all_positions_are_solved_in_as_many_moves_as_by_a_plain_search() {
    let known = plain();
    let Walk::Complete(listed) =
        Ruled::walk(&Lights, (1 << 24, 1 << 30), &mut Monitor::silent(&Stop::new())).unwrap()
    else {
        panic!("few positions")
    };
    for (game, least) in [(numbered(), 1000), (*listed, 1)] {
        // With moves in memory, and with moves made again.
        let solved = Solver::new(&game).solve().unwrap();
        assert_eq!(Solver::new(&game).memory(1 << 17).solve().unwrap(), solved);
        let (mut met, mut unsolved) = (0, 0);
        for (layer, shape) in (0..).zip(game.layers()) {
            for at in (0..shape.size).map(|rank| Place { layer, rank }) {
                let Some(position) = game.position(at) else { continue };
                let on = (0..16).filter(|&square| position.board().on >> square & 1 == 1);
                let on = on.fold(0u64, |on, square| on | 1 << square);
                let expected = known.get(&on).map_or(Value::Draw, |&presses| Value::Win(presses));
                assert_eq!(solved.value(at), Some(expected), "{on:b}");
                met += 1;
                unsolved += u64::from(expected == Value::Draw);
            }
        }
        assert!(unsolved >= least && met - unsolved > 200, "{unsolved} of {met}");
    }
}

#[test]
fn tables_on_disk_are_the_same_and_an_audit_agrees() {
    let (here, stop, game) = (tempfile::TempDir::new().unwrap(), Stop::new(), numbered());
    let mut tables = Vec::new();
    for (name, memory) in [("memory", 1 << 30), ("again", 1 << 17), ("disk", 1)] {
        let store = Store::create(&here.path().join(name), &game.subject()).unwrap();
        let solver = Solver::new(&game).memory(memory);
        solver.build(&store, &mut Monitor::silent(&stop)).unwrap();
        let complete = store.complete(&game, Kind::Plies).unwrap();
        let audit = solver.audit(&complete, &mut Monitor::silent(&stop)).unwrap();
        assert!(audit.wrong == 0 && audit.positions > 1000, "{audit:?}");
        let bytes = |layer| fs::read(store.table_path(layer, Kind::Plies)).unwrap();
        tables.push(game.layers().iter().map(bytes).collect::<Vec<_>>());
    }
    assert!(tables[0] == tables[1] && tables[1] == tables[2]);
}

#[test]
fn answers_speak_of_moves_and_scores_are_refused() {
    let (here, stop, subject) = (tempfile::TempDir::new().unwrap(), Stop::new(), RuledSubject::new(&Lights));
    let built = subject.build(here.path(), &Options::default(), &mut Monitor::silent(&stop)).unwrap();
    let presses = plain()[&START];
    assert!(built.text.ends_with(&format!("start: solved in {presses} moves\n")), "{}", built.text);
    let probe = |text: &str| subject.probe(here.path(), Some(text)).unwrap();
    let text = |lights: &str| probe(lights).text.lines().nth(1).unwrap().to_owned();
    assert_eq!(text("..../..../..../...."), "at the goal");
    assert_eq!(text("XX../X.../..../...."), "solved in 1 move");
    assert_eq!(text("..../.X../..../...."), "no solution");
    assert_eq!(text("XXXX/XXXX/XXXX/XXXX"), "no solution");
    let one = probe("XX../X.../..../....").object;
    assert_eq!((&one["value"]["outcome"], &one["value"]["moves"]), (&"solved".into(), &1.into()));
    assert_eq!(one["moves"][0]["value"]["moves"], 1);
    let stats = subject.stats(here.path(), &mut Monitor::silent(&stop)).unwrap().text;
    assert!(stats.contains("no solution") && !stats.contains("lost"), "{stats}");
    let longest = subject.longest(here.path(), false, None, &mut Monitor::silent(&stop)).unwrap().text;
    assert!(longest.contains(" positions are solved in "), "{longest}");
    let score = Options { kind: Kind::Score, ..Options::default() };
    assert!(subject.build(here.path(), &score, &mut Monitor::silent(&stop)).is_err());
    let error =
        Solver::new(&numbered()).with_score_by(|_| 0).kind(Kind::Score).solve().unwrap_err().to_string();
    assert_eq!(error, "lights 4x4: a puzzle is solved by its moves: it has no scores");
}
