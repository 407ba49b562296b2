//! Profiles as they lie in directories, with their witnesses verified again.

use crate::explorer::{Explorer, flags};
use certamen_ask::flag::{FlagValue, Given};
use certamen_ask::kind::ability;
use certamen_prove::classes::{ClassifierAbility, QuestionParts, StoredProfile};
use std::path::Path;

/// A profile that was read.
pub(crate) struct Profile {
    pub(crate) stored: StoredProfile,
    /// The game on whose pages the witnesses are boards.
    pub(crate) game: Option<String>,
    /// The flags of the game, for links.
    pub(crate) kept: Vec<(String, String)>,
    /// Why the witnesses are not what the profile says. `None` if they are.
    pub(crate) wrong: Option<String>,
}

/// Reads the profile of a directory, and verifies its witnesses.
///
/// # Errors
/// The reason why it cannot be read.
pub(crate) fn read(explorer: &Explorer, directory: &Path) -> Result<Profile, String> {
    let stored = StoredProfile::read(directory).map_err(|error| error.to_string())?;
    let parts = stored.parts();
    let game = parts.as_ref().and_then(|parts| explorer.game(parts.name));
    let pairs = parts.map(|parts| parts.flags).unwrap_or_default();
    let known = game.as_ref().map(|game| flags(&**game)).unwrap_or_default();
    let is_known = |name: &String| known.iter().any(|flag| flag.name == name);
    let kept = pairs.into_iter().filter(|(name, _)| is_known(name)).collect();
    let game = game.map(|game| game.name().to_owned());
    let wrong = verified(explorer, &stored).err();
    Ok(Profile { stored, game, kept, wrong })
}

fn verified(explorer: &Explorer, stored: &StoredProfile) -> Result<(), String> {
    let QuestionParts { name, text, flags } = stored.parts().ok_or("the question cannot be read")?;
    let kind = explorer.registry.kind(name).map_err(|error| error.to_string())?;
    let mut given = Given::new().with_text("ask", text);
    for (name, value) in flags {
        let flag = kind.flags().into_iter().find(|flag| flag.name == name);
        let flag = flag.ok_or_else(|| format!("--{name}: there is no such flag"))?;
        given = match flag.value {
            FlagValue::Switch => given.with_switch(flag.name),
            FlagValue::Number(_) => given
                .with_number(flag.name, value.parse().map_err(|_| format!("--{name}: expected a number"))?),
            _ => given.with_text(flag.name, &value),
        };
    }
    let classifier = ability::<ClassifierAbility>(&**kind).ok_or("this question has no classes")?;
    let classes = classifier.classes(&given, &stored.by).map_err(|error| error.to_string())?;
    stored.verify(&classes)
}
