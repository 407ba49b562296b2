//! Goes through the lines of a strategy, by the naive game alone.

use super::StrategyError;
use super::demands::Demands;
use super::header::{Claim, Header};
use super::judge::{Judge, Line, Tally};
use super::lines::{Lines, StreamStart, Watch};
use super::lookup::{Lookup, WATCHED};
use crate::naive::Naive;
use std::cell::RefCell;
use std::io::{Read, Seek};
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// The memory for demands, in bytes.
const MEMORY: usize = 64 << 20;
/// The most lines that are looked at together.
const LINES: usize = 512;

/// A strategy that shows what it claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Its header.
    pub header: Header,
    /// The number of positions with all their images.
    pub images: u64,
    /// The number of plies and replies.
    pub plies: u64,
}

/// Checks a strategy by a naive game, with so many threads.
///
/// The caller sees to it that the game is that of the header, with its flags and its rules.
///
/// # Errors
/// [`StrategyError`], also if `watch` says that it is not to go on.
///
/// # Examples
/// ```
/// use std::io::{Cursor, Write as _};
/// use std::num::NonZero;
/// use verify::game_file::GameFile;
/// use verify::strategy::check;
///
/// let nim = "game nim \"Take a counter, or two neighbours.\"\n\
///     board 3x1\n\
///     word counter o\n\
///     start counter = board\n\
///     place one = counter\n\
///     place two = counter & west(counter)\n\
///     play one: counter = counter & ~m.to\n\
///     play two: counter = counter & ~(m.to | east(m.to))\n";
/// let game = GameFile::parse(nim)?.on("3x1")?;
/// let strategy = "certamen strategy 1\ngame nim\nflag board 3x1\nposition ooo\nowner mover\n\
///     claim wins within 3\nsymmetry 2 1 0\npositions 2\n\n..o\tc1\t1\nooo\tb1\t3\n";
/// let options = lzma_rust2::XzOptions::with_preset(6);
/// let mut packed = lzma_rust2::XzWriter::new(Vec::new(), options)?;
/// packed.write_all(strategy.as_bytes())?;
/// let checked = check(&game, Cursor::new(packed.finish()?), NonZero::<usize>::MIN, &mut |_| true)?;
/// assert_eq!((checked.header.positions, checked.images), (2, 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check<N: Naive + Sync>(
    game: &N,
    file: impl Read + Seek,
    threads: NonZero<usize>,
    watch: &mut Watch<'_>,
) -> Result<Checked, StrategyError> {
    check_within(game, file, threads, MEMORY, watch)
}

/// The same with so many bytes for demands.
pub(super) fn check_within<N: Naive + Sync>(
    game: &N,
    file: impl Read + Seek,
    threads: NonZero<usize>,
    memory: usize,
    watch: &mut Watch<'_>,
) -> Result<Checked, StrategyError> {
    let file = RefCell::new(file);
    let mut lines = Lines::from(&file, StreamStart::FIRST, 0);
    let header = Header::read(&mut lines)?;
    let lookup = Lookup::scan(&file, lines, &header, watch)?;
    let judge = Judge { game, header: &header };
    let demands = Demands::new(header.claim);
    let mut checker = Checker { judge, lookup, demands, images: 0, plies: 0, threads, memory, watch };
    checker.all()?;
    let (images, plies) = (checker.images, checker.plies);
    Ok(Checked { header, images, plies })
}

struct Checker<'c, 'w, N, F> {
    judge: Judge<'c, N>,
    lookup: Lookup<'c, F>,
    demands: Demands,
    images: u64,
    plies: u64,
    threads: NonZero<usize>,
    memory: usize,
    watch: &'c mut Watch<'w>,
}

impl<N: Naive + Sync, F: Read + Seek> Checker<'_, '_, N, F> {
    fn all(&mut self) -> Result<(), StrategyError> {
        let claim = self.judge.header.claim;
        let mut start = Tally::new(claim);
        self.judge.start(&mut start)?;
        self.take(&start);
        let mut lines = self.lookup.lines()?;
        let mut waiting: Vec<Line> = Vec::new();
        let mut done = 0;
        loop {
            while waiting.len() < LINES
                && let Some((entry, _)) = lines.entry(claim != Claim::Keeps)?
            {
                let (position, ply, left) = (entry.position.to_owned(), entry.ply.to_owned(), entry.left);
                waiting.push(Line { number: lines.number(), position, ply, left: left.unwrap_or(0) });
            }
            if waiting.is_empty() {
                break;
            }
            let (judge, part) = (&self.judge, Part::new(waiting.len(), self.memory / 4));
            let judged = self.on_threads(|| part.judge(judge, &waiting));
            for tally in first_error(judged)? {
                self.take(&tally);
            }
            done += part.taken() as u64;
            waiting.drain(..part.taken());
            self.go_on(done)?;
            if self.demands.bytes() > self.memory {
                self.demands.sort();
                if self.demands.bytes() > self.memory / 2 {
                    self.find(done)?;
                }
            }
        }
        self.demands.sort();
        self.find(done)?;
        self.lookup.require_all_reached()
    }

    fn take(&mut self, tally: &Tally) {
        self.demands.append(&tally.demands);
        self.images += tally.images;
        self.plies += tally.plies;
    }

    fn go_on(&mut self, done: u64) -> Result<(), StrategyError> {
        if (self.watch)(done) { Ok(()) } else { Err(StrategyError::Stopped) }
    }

    /// Looks for all demands, and judges those that are ends.
    fn find(&mut self, done: u64) -> Result<(), StrategyError> {
        let missing = self.lookup.find(&self.demands)?;
        for missing in missing.chunks(WATCHED as usize) {
            let (judge, demands, part) = (&self.judge, &self.demands, Part::new(missing.len(), 0));
            let judged = self.on_threads(|| {
                while let Some(index) = part.next() {
                    let demand = demands.get(missing[index]);
                    demand
                        .map_or(Ok(()), |demand| judge.missing(demand))
                        .map_err(|error| part.fail(index, error))?;
                }
                Ok(())
            });
            first_error(judged)?;
            self.go_on(done)?;
        }
        self.demands = Demands::new(self.judge.header.claim);
        Ok(())
    }

    /// What each thread answers. Where the system has no more threads, there are fewer.
    fn on_threads<T: Send>(&self, task: impl Fn() -> T + Sync) -> Vec<T> {
        let task = &task;
        thread::scope(|scope| {
            let others: Vec<_> = (1..self.threads.get())
                .map_while(|_| thread::Builder::new().spawn_scoped(scope, task).ok())
                .collect();
            let mut answers = vec![task()];
            for other in others {
                answers.push(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            }
            answers
        })
    }
}

/// A failure, and the number of what failed.
type Failed = (usize, StrategyError);

/// Things that several threads take in turn.
struct Part {
    next: AtomicUsize,
    length: usize,
    /// The memory for the demands of one thread, in bytes.
    memory: usize,
}

impl Part {
    fn new(length: usize, memory: usize) -> Part {
        Part { next: AtomicUsize::new(0), length, memory }
    }

    fn next(&self) -> Option<usize> {
        let index = self.next.fetch_add(1, Ordering::Relaxed);
        (index < self.length).then_some(index)
    }

    /// The number of those that have been taken.
    fn taken(&self) -> usize {
        self.next.load(Ordering::Relaxed).min(self.length)
    }

    /// Lets nobody take anything more.
    fn fail(&self, index: usize, error: StrategyError) -> Failed {
        self.next.fetch_max(self.length, Ordering::Relaxed);
        (index, error)
    }

    /// Judges lines until there are none or their demands take too much memory.
    fn judge<N: Naive>(&self, judge: &Judge<'_, N>, lines: &[Line]) -> Result<Tally, Failed> {
        let mut tally = Tally::new(judge.header.claim);
        while tally.demands.bytes() <= self.memory
            && let Some(index) = self.next()
        {
            judge.line(&lines[index], &mut tally).map_err(|error| self.fail(index, error))?;
        }
        Ok(tally)
    }
}

/// The answers, or the error of the first thing that failed: whatever comes before it has been taken and has not failed.
fn first_error<T>(answers: Vec<Result<T, Failed>>) -> Result<Vec<T>, StrategyError> {
    let mut first: Option<Failed> = None;
    let mut all = Vec::new();
    for answer in answers {
        match answer {
            Ok(answer) => all.push(answer),
            Err(failed) => {
                if first.as_ref().is_none_or(|(index, _)| failed.0 < *index) {
                    first = Some(failed);
                }
            }
        }
    }
    first.map_or(Ok(all), |(_, error)| Err(error))
}
