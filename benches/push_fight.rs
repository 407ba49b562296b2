//! The time to find values of Push Fight: for the positions of `tests/data/push_fight.tsv` that are decided within three
//! turns, and for ties to that depth, on one thread. Each time is the least processor time of several independent runs,
//! which depends little on the other work of the machine.
//!
//! Before that: the time for a turn and for an un-turn with the number of the position that it leads to, and for looking a
//! value up in a table on disk.
//!
//! `cargo bench --bench push_fight`

use certamen::games::push_fight::retro::{PushFightRetro, Setup};
use certamen::games::push_fight::search::turns::{each_number_after, each_number_before};
use certamen::games::push_fight::search::{SearchLimits, TurnValue, solve, winning};
use certamen::retro::positions::{Game, Monitor, Place, Solver, Store, Value};
use certamen::work::Stop;
use encodings::push_fight::board::Board;
use encodings::push_fight::number::{Number, Numbers};
use encodings::push_fight::{Position, PushFight, Standard, notation};
use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::Duration;

/// The published generator's processor time a position in milliseconds, on a machine of the same kind under load
/// (issue 6): one figure, or the least and the greatest of several positions.
const PUBLISHED: [(&str, &str); 6] =
    [("W1", "0.002"), ("L1", "1.4"), ("W2", "9"), ("L2", "33"), ("W3", "5 to 9700"), ("L3", "200 to 5000")];

/// The number of runs for each position.
const RUNS: u32 = 3;

fn main() {
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    pool.install(|| {
        println!("board  positions         turns   ns each      un-turns   ns each  positions: ns each");
        report_turns::<PushFight<5, 4, 3, 2>>("5x4");
        report_turns::<PushFight<6, 4, 3, 1>>("6x4");
        report_turns::<Standard>("8x4");
        report_lookups();
        println!("value  positions    least ms   median ms  95th percentile ms     most ms  published ms");
        for (value, published) in PUBLISHED {
            report(value, published);
        }
        report("T", "-");
    });
}

/// The number of values that are looked up.
const LOOKUPS: u64 = 1_000_000;

/// The time to look a value up in a table on disk that the system has in memory.
fn report_lookups() {
    let setup = Setup { files: 6, ranks: 3, pushers: 2, movers: 2 };
    let game = PushFightRetro::new(setup).expect("a board");
    let directory = tempfile::tempdir().expect("a directory");
    let store = Store::create(directory.path(), &game.subject()).expect("a store");
    let solver = Solver::new(&game).with_numbers().checks(false);
    solver.build(&store, &mut Monitor::silent(&Stop::new())).expect("a table");
    let (size, mut rank, mut wins) = (game.layers()[0].size, 0, 0u64);
    let start = processor_time();
    for _ in 0..LOOKUPS {
        rank = (rank * 25_214_903_917 + 11) % size;
        let value = store.value(&game, Place { layer: 0, rank }).expect("a value");
        wins += u64::from(matches!(value, Some(Value::Win(_))));
    }
    let each = processor_time().saturating_sub(start).as_nanos() as u64 / LOOKUPS;
    println!("a look-up in a table of {size} numbers on disk: {each} ns ({wins} of {LOOKUPS} are wins)");
}

/// The number of positions whose turns are made.
const SAMPLE: u64 = 20_000;

/// The times of a turn, of an un-turn, and of the position of a number.
fn report_turns<B: Board>(board: &str) {
    let numbers = Numbers::<B>::new();
    let sample = || (0..SAMPLE).map(|place| Number((numbers.len() / SAMPLE) * place + place % 97));
    let timed = |each: &dyn Fn(Position<B>) -> u64| {
        let run = |_| {
            let start = processor_time();
            let made: u64 = sample().filter_map(|number| numbers.position(number)).map(each).sum();
            (processor_time().saturating_sub(start).as_nanos() as f64, made)
        };
        (0..RUNS).map(run).min_by(|one, other| one.0.total_cmp(&other.0)).expect("a run")
    };
    let (alone, _) = timed(&|position| u64::from(black_box(position).pieces().anchor != 0));
    let (forwards, turns) = timed(&|position| {
        let (mut count, mut sum) = (0, 0);
        let _ = each_number_after(&numbers, position, |next| {
            count += 1;
            sum ^= next.map_or(0, |Number(number)| number);
            ControlFlow::Continue(())
        });
        black_box(sum);
        count
    });
    let (backwards, unturns) = timed(&|position| {
        let (mut count, mut sum) = (0, 0);
        each_number_before(&numbers, position, |Number(number)| {
            count += 1;
            sum ^= number;
        });
        black_box(sum);
        count
    });
    println!(
        "{board:5}  {SAMPLE:9}  {turns:12}  {:8.1}  {unturns:12}  {:8.1}  {:18.1}",
        forwards / turns as f64,
        backwards / unturns as f64,
        alone / SAMPLE as f64
    );
}

fn report(value: &str, published: &str) {
    let lines = include_str!("../tests/data/push_fight.tsv").lines();
    let mut times: Vec<f64> = lines
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split('\t').nth(1).filter(|_| line.ends_with(&format!("\t{value}"))))
        .map(|text| least(notation::parse(text).expect("a position"), value))
        .collect();
    times.sort_by(f64::total_cmp);
    let at = |share: usize| times[(times.len() * share / 100).min(times.len() - 1)] * 1e3;
    let [least, median, most_of_them, most] = [0, 50, 95, 100].map(at);
    let positions = times.len();
    println!(
        "{value:5}  {positions:9}  {least:10.4}  {median:10.4}  {most_of_them:18.4}  {most:10.4}  {published}"
    );
}

/// The least time of several runs, in seconds.
fn least(position: Position<Standard>, value: &str) -> f64 {
    let limits = SearchLimits { turns: 3, time: None, memory: 1 << 20 };
    let timed = |_| {
        let start = processor_time();
        if value == "W1" {
            for _ in 0..1000 {
                assert!(winning(black_box(position)).is_some());
            }
            return processor_time().saturating_sub(start).as_secs_f64() / 1e3;
        }
        let solved = solve(black_box(position), limits, &Stop::new());
        assert_eq!(solved.value == TurnValue::Open(3), value == "T");
        processor_time().saturating_sub(start).as_secs_f64()
    };
    (0..RUNS).map(timed).fold(f64::INFINITY, f64::min)
}

/// The processor time of this thread.
#[cfg(unix)]
fn processor_time() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}

/// The elapsed time, because other systems offer nothing better here.
#[cfg(not(unix))]
fn processor_time() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}
