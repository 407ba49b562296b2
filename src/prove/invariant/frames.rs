//! The frames of clauses, and the obligations between them.

use super::ply::{Cube, Halt, PlySolver, Reply, Step, Target};
use super::system::{Literal, PlySystem, Search};
use certamen_ask::solve::{AskError, stop_reason};
use certamen_work::limits::Limits;
use rustsat::types::Lit;
use std::rc::Rc;

/// The plies from an obligation to a bad position.
struct Plies {
    first: Vec<Vec<bool>>,
    then: Option<Rc<Plies>>,
}

/// A cube of positions that has to be excluded from a frame.
struct Obligation {
    frame: usize,
    cube: Cube,
    plies: Rc<Plies>,
}

/// The words that choose each ply of a game.
type Game = Vec<Vec<Vec<bool>>>;

struct Frames<'s> {
    ply: PlySolver<'s>,
    /// For each frame, the literal that switches its clauses on, and the cubes that it excludes and the next one does not.
    frames: Vec<(Lit, Vec<Cube>)>,
}

/// Looks for an invariant.
///
/// # Errors
/// [`AskError`] if the solver fails.
pub fn search(system: &PlySystem, limits: &Limits) -> Result<Search, AskError> {
    let mut frames = Frames { ply: PlySolver::new(system, limits)?, frames: Vec::new() };
    match frames.run() {
        Ok(found) => Ok(found),
        Err(Halt::Limit) => Ok(Search::Stopped(stop_reason(limits))),
        Err(Halt::Error(error)) => Err(error),
    }
}

impl Frames<'_> {
    fn run(&mut self) -> Step<Search> {
        loop {
            let switch = self.ply.new_literal();
            self.frames.push((switch, Vec::new()));
            if let Some(frame) = self.push_clauses()? {
                let cubes = self.frames[frame..].iter().flat_map(|(_, cubes)| cubes);
                return Ok(Search::Invariant(cubes.map(|cube| self.clause(cube)).collect()));
            }
            let last = self.frames.len() - 1;
            while let Reply::Ply(inputs) = self.ask(last, None, Target::Bad)? {
                let cube = self.ply.widened(&inputs, Target::Bad);
                let plies = Rc::new(Plies { first: self.ply.chosen(&inputs), then: None });
                if let Some(game) = self.exclude(Obligation { frame: last, cube, plies })? {
                    return Ok(Search::Game(game));
                }
            }
        }
    }

    /// The clause that excludes a cube.
    fn clause(&self, cube: &Cube) -> Vec<Literal> {
        cube.iter().map(|&(bit, value)| (self.ply.bits[bit].place, !value)).collect()
    }

    /// Whether a ply leads from a frame, outside of a cube, to a target.
    fn ask(&mut self, frame: usize, outside: Option<&Cube>, target: Target<'_>) -> Step<Reply> {
        let switches = (frame > 0).then(|| self.frames[frame..].iter().map(|(switch, _)| *switch).collect());
        self.ply.ask(switches, outside, target)
    }

    /// Excludes a cube from its frame, and what leads to it from the frames before. Returns a game if there is one.
    fn exclude(&mut self, first: Obligation) -> Step<Option<Game>> {
        let last = self.frames.len() - 1;
        let mut open = vec![first];
        while let Some(place) = (0..open.len()).min_by_key(|&place| open[place].frame) {
            let Obligation { frame, cube, plies } = open.swap_remove(place);
            if self.ply.contains_start(&cube) {
                let all = std::iter::successors(Some(plies), |plies| plies.then.clone());
                return Ok(Some(all.map(|plies| plies.first.clone()).collect()));
            }
            let mut excluded_in = frame;
            if !self.is_excluded(frame, &cube) {
                match self.ask(frame - 1, Some(&cube), Target::Cube(&cube))? {
                    Reply::Ply(inputs) => {
                        let before = self.ply.widened(&inputs, Target::Cube(&cube));
                        let earlier = Plies { first: self.ply.chosen(&inputs), then: Some(plies.clone()) };
                        open.push(Obligation { frame, cube, plies });
                        open.push(Obligation { frame: frame - 1, cube: before, plies: Rc::new(earlier) });
                        continue;
                    }
                    Reply::None(core) => excluded_in = self.learn(frame, core, &cube)?,
                }
            }
            if excluded_in < last {
                open.push(Obligation { frame: excluded_in + 1, cube, plies });
            }
        }
        Ok(None)
    }

    /// Excludes a part of a cube from a frame, and from those after it as far as possible. Returns the last one.
    fn learn(&mut self, mut frame: usize, core: Cube, cube: &Cube) -> Step<usize> {
        let mut part = self.shortened(frame, self.ply.without_start(core, cube))?;
        while frame + 1 < self.frames.len()
            && let Reply::None(core) = self.ask(frame, Some(&part), Target::Cube(&part))?
        {
            part = self.ply.without_start(core, &part);
            frame += 1;
        }
        self.add_cube(frame, part)?;
        Ok(frame)
    }

    /// A part of a cube that one ply does not lead to either.
    fn shortened(&mut self, frame: usize, mut cube: Cube) -> Step<Cube> {
        for literal in cube.clone() {
            let shorter: Cube = cube.iter().copied().filter(|known| *known != literal).collect();
            if shorter.len() == cube.len() || self.ply.contains_start(&shorter) {
                continue;
            }
            if let Reply::None(core) = self.ask(frame - 1, Some(&shorter), Target::Cube(&shorter))? {
                cube = self.ply.without_start(core, &shorter);
            }
        }
        Ok(cube)
    }

    /// Moves each clause on that one ply keeps. Returns the first frame that is the same as the next one.
    fn push_clauses(&mut self) -> Step<Option<usize>> {
        for frame in 1..self.frames.len() - 1 {
            for cube in self.frames[frame].1.clone() {
                let is_there = self.frames[frame].1.contains(&cube);
                if is_there && let Reply::None(_) = self.ask(frame, None, Target::Cube(&cube))? {
                    self.add_cube(frame + 1, cube)?;
                }
            }
            if self.frames[frame].1.is_empty() {
                return Ok(Some(frame));
            }
        }
        Ok(None)
    }

    fn is_excluded(&self, frame: usize, cube: &Cube) -> bool {
        let contains = |known: &Cube| is_part(known, cube);
        self.frames[frame..].iter().any(|(_, cubes)| cubes.iter().any(contains))
    }

    /// Excludes a cube from a frame and those before it. What is a part of it there need not be excluded again.
    fn add_cube(&mut self, frame: usize, cube: Cube) -> Step<()> {
        self.ply.add_clause(self.frames[frame].0, &cube)?;
        let frames = self.frames[..=frame].iter_mut();
        frames.for_each(|(_, cubes)| cubes.retain(|known| !is_part(&cube, known)));
        self.frames[frame].1.push(cube);
        Ok(())
    }
}

/// Whether a cube has all literals of a part, and so is excluded with it.
fn is_part(part: &Cube, cube: &Cube) -> bool {
    part.iter().all(|literal| cube.binary_search(literal).is_ok())
}
