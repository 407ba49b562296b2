//! The time to find values of Push Fight: for the positions of `tests/data/push_fight.tsv` that are decided within three
//! turns, and for ties to that depth, on one thread. Each time is the least processor time of several independent runs,
//! which depends little on the other work of the machine.
//!
//! `cargo bench --bench push_fight`

use certamen::games::push_fight::search::{SearchLimits, TurnValue, solve, winning};
use certamen::work::Stop;
use encodings::push_fight::{Position, Standard, notation};
use std::hint::black_box;
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
        println!("value  positions    least ms   median ms  95th percentile ms     most ms  published ms");
        for (value, published) in PUBLISHED {
            report(value, published);
        }
        report("T", "-");
    });
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
