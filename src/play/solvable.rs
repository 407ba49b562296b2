//! The ability of a game to be solved backwards, as the verbs of `retro` use it.

use crate::game::PlayError;
use certamen_ask::flag::{Flag, Given};
use certamen_retro::subject::{AnyRetro, BuildParts, RangeVerb};
use certamen_work::schema::Schema;

/// A game that can be solved backwards into tables.
///
/// # Examples
/// ```
/// use certamen_ask::flag::Given;
/// use certamen_play::{Game, RuledGame};
/// use certamen_retro::subject::{Options, Verdict};
/// use certamen_work::Stop;
/// use encodings::othello::rules::Othello;
///
/// // Every game made of rules can be solved.
/// let game = RuledGame::new("Othello on 4x4").alone(Othello::<4>);
/// let solvable = game.solvable().ok_or("rules can be solved")?;
/// let plan = solvable.solving(&Given::new())?.plan(&Options::default(), &Stop::new())?;
/// assert!(plan.fits() && plan.groups.len() > 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Solvable: Send + Sync {
    /// The flags that choose a board and pieces.
    fn flags(&self) -> Vec<Flag>;

    /// Examples of commands, without the program's name, each with a remark: `retro build ...`.
    fn examples(&self) -> Vec<(String, String)>;

    /// A sentence or two about solving this game, for the help.
    fn help(&self) -> &'static str {
        ""
    }

    /// The same for the help of one verb, such as `retro build`.
    fn help_of(&self, _verb: &str) -> &'static str {
        self.help()
    }

    /// Flags that a verb has for this game alone. [`Solvable::solving`] gets their values too.
    fn flags_of(&self, _verb: &str) -> Vec<Flag> {
        Vec::new()
    }

    /// The schema of the answer of a verb, such as `retro build`, if this game gives another one than others do.
    fn schema_of(&self, _verb: &str) -> Option<Schema> {
        None
    }

    /// The flags of a verb that mean nothing for this game, and that are refused.
    fn lacks(&self, verb: &str) -> &'static [&'static str] {
        match verb {
            "retro distances" => &["checkpoint-every", "wait"],
            "retro audit" => &["wait"],
            _ => &[],
        }
    }

    /// The game with every combination of choices. A directory of tables says which one it belongs to.
    fn all(&self) -> Vec<Box<dyn AnyRetro>>;

    /// The game with all choices made, ready to be solved or probed.
    ///
    /// # Errors
    /// [`PlayError::Flags`]
    fn solving(&self, given: &Given) -> Result<Box<dyn AnyRetro>, PlayError>;

    /// The choice to which solved tables belong, by what they say of themselves.
    fn of_subject(&self, subject: &str) -> Option<Box<dyn AnyRetro>> {
        self.all().into_iter().find(|one| one.subject() == subject)
    }

    /// The flags that make a [`Table`](crate::Table) for the positions of a subject.
    fn given_of(&self, _subject: &str) -> Given {
        Given::new()
    }

    /// Whether one of the choices can be gone through by ranges of numbers.
    fn has_ranges(&self, what: RangeVerb) -> bool {
        self.all().iter().any(|one| one.has_ranges(what))
    }

    /// What at least one of the choices has. Flags and verbs without a meaning for the game are not offered.
    fn features(&self) -> SolvableFeatures {
        features(&self.all())
    }
}

/// What at least one of these choices has.
pub(crate) fn features(all: &[Box<dyn AnyRetro>]) -> SolvableFeatures {
    let mut variants: Vec<String> = all.iter().filter_map(|one| one.variant_of()).collect();
    let count = variants.len();
    variants.sort_unstable();
    variants.dedup();
    SolvableFeatures {
        scores: all.iter().any(|one| one.has_scores()),
        parts: all.iter().find_map(|one| one.parts()),
        variants: variants.len() < count,
        puzzle: all.iter().find_map(|one| one.puzzle()),
    }
}

/// What a solvable game has besides values of its positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SolvableFeatures {
    /// Scores at the end.
    pub scores: bool,
    /// How several machines solve it, if they can.
    pub parts: Option<BuildParts>,
    /// Two choices that are variants of each other, which have the same positions.
    pub variants: bool,
    /// Puzzles, with a description of what they are.
    pub puzzle: Option<&'static str>,
}
