//! Removed files, and pipes, directories, devices and circles of links in their places: each command that reads the
//! directory refuses it or gives the right answer, and none waits for ever.

use crate::Tried;
use crate::damage::Patient;
use crate::place::Place;
use crate::subjects::Prepared;
use fastrand::Rng;
use rustix::fs::{CWD, Mode, mkfifoat};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

/// What stands in the place of a file.
#[derive(Clone, Copy, Debug)]
enum Instead {
    Pipe,
    Directory,
    Device,
    Circle,
}

const INSTEAD: [Instead; 4] = [Instead::Pipe, Instead::Directory, Instead::Device, Instead::Circle];

impl Instead {
    fn make(self, path: &Path) {
        match self {
            Self::Pipe => mkfifoat(CWD, path, Mode::RUSR | Mode::WUSR).map_err(Into::into),
            Self::Directory => fs::create_dir(path),
            Self::Device => symlink("/dev/zero", path),
            Self::Circle => symlink(path, path),
        }
        .expect("room");
    }
}

pub(crate) fn trial(random: &mut Rng, place: &Place, prepared: &Prepared) -> Tried {
    let patient = Patient::choose(random, prepared)?;
    let Some(file) = patient.file(random) else { return Ok(1) };
    // Whether distances were searched is not part of a solved game: without them its statistics have one table less.
    if file.extension().is_some_and(|extension| extension == "distances") {
        return Ok(1);
    }
    let what = format!("{} removed", file.display());
    patient.expose(place, &what, |directory| fs::remove_file(directory.join(file)).expect("a file"))?;
    Ok(1)
}

pub(crate) fn replaced(random: &mut Rng, place: &Place, prepared: &Prepared) -> Tried {
    let patient = Patient::choose(random, prepared)?;
    let Some(file) = patient.file(random) else { return Ok(1) };
    let instead = INSTEAD[random.usize(..INSTEAD.len())];
    let what = format!("{instead:?} in place of {}", file.display());
    patient.expose(place, &what, |directory| {
        let path = directory.join(file);
        fs::remove_file(&path).expect("a file");
        instead.make(&path);
    })?;
    Ok(1)
}
