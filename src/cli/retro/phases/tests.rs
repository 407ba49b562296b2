//! A made-up game by phases, as a campaign: chunks, windows and both ways have the tables of one run.

use super::super::chunks::{ChunkedGame, Chunks};
use super::outputs::Counts;
use super::work::PhaseWork;
use super::{name, stages, window_of};
use certamen_campaign::{
    Campaign, CampaignDirectory as Camp, Gathering, Plan, TaskDivision, TaskSelection, Work, Worker,
};
use certamen_retro::positions::{
    Direct, DirectTarget, Game, Kind, LayerShape, LocalValue, PhaseTimes, PhaseWay, Place, RetroError,
    SampleCounts, Solver, Turn, pieces,
};
use certamen_retro::subject::{AnyRetro, DividedGame, Monitor, NotatedGame, OpenPurpose, Options, Subject};
use certamen_work::{Failure, Limits, Session, Stop};
use clap::{ArgMatches, Command};
use encodings::rules::Ending;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use tempfile::TempDir;

/// Four windows of the least size.
const SIZE: u64 = 200_000;
/// A move to this number wins.
const WON: u64 = u64::MAX;

/// A game made from a list of moves. `None` is no position.
struct Graph {
    shapes: [LayerShape; 1],
    moves: Vec<Option<Vec<u64>>>,
    before: Vec<Vec<u64>>,
}

impl Graph {
    /// The same moves each time.
    fn new() -> Self {
        let mut chance = fastrand::Rng::with_seed(1);
        let is_there: Vec<bool> = (0..SIZE).map(|_| chance.u8(..) > 3).collect();
        let mut moves = Vec::new();
        for &is_there_now in &is_there {
            let to = |_| match chance.u64(0..SIZE + 300) {
                to if to < SIZE && is_there[to as usize] => to,
                _ => WON,
            };
            let to: Vec<u64> = (0..8).map(to).collect();
            let count = chance.usize(0..9);
            moves.push(is_there_now.then(|| to[..count].to_vec()));
        }
        let mut before = vec![Vec::new(); SIZE as usize];
        for (from, moves) in (0..).zip(&moves) {
            for &to in moves.iter().flatten().filter(|&&to| to != WON) {
                before[to as usize].push(from);
            }
        }
        let shapes = [LayerShape { name: "all".to_owned(), size: SIZE }];
        Self { shapes, moves, before }
    }
}

impl Game for Graph {
    type Position = u64;

    fn subject(&self) -> String {
        "a graph".to_owned()
    }

    fn layers(&self) -> &[LayerShape] {
        &self.shapes
    }

    fn leads_to(&self, _: u32) -> &[u32] {
        &[0]
    }

    fn position(&self, at: Place) -> Option<u64> {
        self.moves.get(at.rank as usize)?.as_ref().map(|_| at.rank)
    }

    fn place(&self, &rank: &u64) -> Option<Place> {
        (rank != WON).then_some(Place { layer: 0, rank })
    }

    fn turn(&self, position: &u64, next: &mut Vec<u64>) -> Turn {
        next.extend(self.moves.get(*position as usize).into_iter().flatten().flatten());
        if next.is_empty() { Turn::Over(Ending::Lost) } else { Turn::Moves }
    }
}

impl Direct for Graph {
    fn alone(&self, number: u64) -> LocalValue {
        match &self.moves[number as usize] {
            None => LocalValue::Nothing,
            Some(moves) if moves.is_empty() => LocalValue::Lost,
            Some(moves) if moves.contains(&WON) => LocalValue::Won,
            Some(_) => LocalValue::Open,
        }
    }

    fn each_move(&self, number: u64, mut give: impl FnMut(DirectTarget) -> ControlFlow<()>) {
        let next = |&to: &u64| if to == WON { DirectTarget::Won } else { DirectTarget::Number(to) };
        let _ = self.moves[number as usize].iter().flatten().try_for_each(|to| give(next(to)));
    }

    fn each_unmove(&self, number: u64, mut give: impl FnMut(u64)) {
        self.before[number as usize].iter().copied().for_each(&mut give);
    }
}

impl NotatedGame for Graph {
    fn start(&self) -> Option<u64> {
        None
    }

    fn parse(&self, text: &str) -> Result<u64, RetroError> {
        text.parse().map_err(|_| RetroError::Position(format!("{text}: expected a number")))
    }

    fn moves(&self, _: &u64, _: usize) -> Vec<(String, u64)> {
        Vec::new()
    }
}

struct Graphs;

impl Subject for Graphs {
    type Game = Graph;

    fn subject(&self) -> String {
        "a graph".to_owned()
    }

    fn game(&self, _: OpenPurpose<'_>) -> Result<Graph, RetroError> {
        Ok(Graph::new())
    }

    fn solver<'g>(&self, game: &'g Graph) -> Solver<'g, Graph> {
        Solver::new(game).with_numbers()
    }

    fn has_numbers(&self) -> bool {
        true
    }
}

fn divided() -> Box<dyn DividedGame> {
    let opening = OpenPurpose::Plan { capacity: u64::MAX.into(), stop: &Stop::new() };
    Box::new(Graphs).in_parts(opening).unwrap()
}

/// The graph as a campaign.
struct ByPhases {
    chunks: Chunks,
    window: u64,
    way: Option<PhaseWay>,
    tried: SampleCounts,
}

impl Campaign for ByPhases {
    fn verb(&self) -> &'static str {
        "build"
    }

    fn subject(&self) -> &'static str {
        "graph"
    }

    fn command(&self) -> Command {
        Command::new("graph")
    }

    fn plan(&self, _: &ArgMatches, _: &Session) -> Result<TaskDivision, Failure> {
        let times = PhaseTimes { alone: 1e-7, step: 1e-8 };
        let stages = stages(self.chunks, 1, 1 << 30, &self.tried, times);
        Ok(TaskDivision { text: "a graph".to_owned(), stages, ..TaskDivision::default() })
    }

    fn open(&self, _: &Camp) -> Result<Box<dyn Work>, Failure> {
        let (game, subject) = (divided(), "a graph".to_owned());
        let divided = ChunkedGame { game, chunks: self.chunks, memory: 1 << 30, window: self.window };
        let (counted, loaded) = Default::default();
        Ok(Box::new(PhaseWork { divided, subject, way: self.way, tried: self.tried, counted, loaded }))
    }
}

/// The files of a directory.
fn files(directory: &Path) -> BTreeMap<OsString, Vec<u8>> {
    let entries = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap());
    entries.map(|entry| (entry.file_name(), fs::read(entry.path()).unwrap())).collect()
}

/// Solves the graph by a campaign. Returns its tables, and the number of stages with outputs before un-moves and in all.
fn solved(campaign: &ByPhases) -> (BTreeMap<OsString, Vec<u8>>, [usize; 2]) {
    let directory = TempDir::new().unwrap();
    let planned = campaign.plan(&ArgMatches::default(), &Session::default()).unwrap();
    let plan = Plan::of(campaign.verb(), campaign.subject(), &planned).unwrap();
    let place = Camp::create(&directory.path().join("camp"), &plan, &planned.files).unwrap();
    let (work, stop) = (campaign.open(&place).unwrap(), Stop::new());
    let limits = Limits { stop: stop.clone(), ..Limits::default() };
    let worker = Worker { place: &place, work: &*work, jobs: 2, limits: &limits, again: false };
    let worked = worker.run(&TaskSelection::All, &mut |_| ()).unwrap();
    let gathering = Gathering { place: &place, work: &*work, stop: &stop };
    let tasks = gathering.tasks().unwrap();
    assert_eq!((worked.done, worked.lacks), (tasks.len(), None));
    assert!(gathering.defects(&tasks, |_| {}).unwrap().is_empty());
    let recheck = gathering.recheck(&tasks, "20%".parse().unwrap(), 5, |_| {}).unwrap();
    assert!(recheck.differ.is_empty(), "{recheck:?}");
    let gathered = gathering.result().unwrap();
    assert!(gathered.text.starts_with("a graph: 1 layers, 200000 numbers\n"), "{}", gathered.text);
    assert!(gathering.is_result().unwrap().is_some_and(|(_, is_same)| is_same));
    let begun = |stage: usize| place.is_begun(stage).unwrap();
    let all = (0..planned.stages.len()).filter(|&stage| begun(stage)).count();
    let back =
        (0..planned.stages.len()).filter(|&stage| name(stage).starts_with("back") && begun(stage)).count();
    (files(&place.result()), [back, all])
}

#[test]
fn chunks_windows_and_both_ways_have_the_tables_of_one_run() {
    let whole = TempDir::new().unwrap();
    let options = Options { checks: false, ..Options::default() };
    AnyRetro::build(&Graphs, whole.path(), &options, &mut Monitor::silent(&Stop::new())).unwrap();
    let expected = files(whole.path());
    let (tried, _) = divided().solver(Kind::Plies, 1 << 30).tried().unwrap();
    assert!(tried.numbers == 1000 && tried.open > 300 && tried.lost > 0, "{tried:?}");
    let of = |count: usize, window: u64, way: Option<PhaseWay>| {
        let (tables, stages) = solved(&ByPhases { chunks: Chunks { size: SIZE, count }, window, way, tried });
        assert!(tables == expected, "{count} {window} {way:?}");
        stages
    };
    let (forwards, backwards) = (Some(PhaseWay::Forwards), Some(PhaseWay::Backwards));
    let [back, all] = of(2, 1 << 18, forwards);
    assert!(back == 0 && all > 8, "{all}");
    assert_eq!(of(3, 1 << 16, forwards), [0, all]);
    let phases = all - 1;
    assert_eq!(of(1, 1 << 18, backwards), [phases, 2 * phases + 1]);
    assert_eq!(of(3, 1 << 16, backwards), [phases, 2 * phases + 1]);
    // The model takes both ways.
    let [back, _] = of(3, 1 << 17, None);
    assert!(0 < back && back < phases, "{back} of {phases}");
}

#[test]
fn windows_follow_from_the_memory_of_a_task() {
    let window = |size: u64, count: usize, memory: u64| window_of(Chunks { size, count }, memory);
    assert!(window(1_000_000, 4, 1 << 20).is_err());
    assert_eq!(window(1_000_000, 4, 1 << 30).unwrap(), 16 << 16);
    let least =
        (0..64).map(|more| (32 << 20) + (more << 14)).find(|&memory| window(1_000_000, 4, memory).is_ok());
    assert_eq!(window(1_000_000, 4, least.unwrap()).unwrap(), 1 << 16);
    // A bit for each number of three sets, and no more than the numbers need.
    let large = window(200_783_583_000, 1000, 8 << 30).unwrap();
    assert!((20_000_000_000..23_000_000_000).contains(&large), "{large}");
    assert_eq!(large % (1 << 16), 0);
}

#[test]
fn numbers_are_divided_into_chunks() {
    let numbers = Chunks { size: 1001, count: 7 };
    let chunks: Vec<_> = (0..7).map(|task| numbers.chunk(task)).collect();
    assert!(chunks.windows(2).all(|pair| pair[0].end == pair[1].start) && chunks[6].end == 1001);
    assert!((0..1001).all(|number| chunks[numbers.chunk_of(number)].contains(&number)));
    assert_eq!(pieces(0..1001, 400).collect::<Vec<_>>(), [0..400, 400..800, 800..1001]);
    assert_eq!((numbers.overlapping(&(142..144)), numbers.overlapping(&(0..1))), (0..2, 0..1));
    assert_eq!(
        (name(0), name(1), name(2), name(505)),
        ("plies-000".into(), "back-001".into(), "plies-001".into(), "back-253".into())
    );
}

#[test]
fn forged_counts_do_not_overflow() {
    let forged = [u8::MAX; 24];
    let counts = Counts::default().with(0, &forged).and_then(|counts| counts.with(1, &forged));
    assert_eq!(counts.map(Counts::all), Some(u64::MAX));
    assert_eq!(Counts::default().with(0, &forged[..23]), None);
}
