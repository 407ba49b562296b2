//! Positions that need an odd number of passes, sorted by when the last pass happened.
//!
//! Idea: somebody has passed. If the last pass came with few discs, native search knows all games ([`EarlyPasses`]). If it came
//! later, few steps follow it, and that is a strong constraint: before the first of them one player had no legal move, and soon
//! after that somebody is to have many. For each number of steps a solver refutes it, or no game leads to any of a complete
//! list of their ends ([`Ends`]).
//!
//! What it does not show: of the games whose last pass came early, and of those to listed ends, there is no proof, and the
//! page says so.

use super::census::KEPT;
use super::close::checked;
use super::early::{EarlyPasses, KnownMobility};
use super::ends::{Ends, UnreachedList, WayBack};
use super::entry::{CheckedRefutation, ProfileEntry, Reason};
use super::store::Store;
use super::{Notice, ProfileError, Scope, Watch, seen};
use certamen_ask::solve::{AskOutcome, Event, ask_question};
use certamen_othello::query::{LastSteps, OthelloMobility, OthelloWitness, Reachability};
use certamen_othello::search::by_turns;
use certamen_work::Limits;
use serde::{Deserialize, Deserializer, Serialize};
use std::time::Duration;

/// Why no game leads to a number of legal moves: there is no place for its last pass.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoPass {
    /// All games whose last pass comes with at most this number of discs were searched natively.
    pub searched: u32,
    /// Later passes, each with the question that names the number of steps after it.
    pub later: Vec<CheckedRefutation>,
    /// The complete lists of ends of later passes, to none of which a game leads.
    #[serde(alias = "ends", deserialize_with = "lists")]
    pub lists: Vec<UnreachedList>,
}

/// Reads lists. Earlier versions had one list or none.
fn lists<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<UnreachedList>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Lists {
        Many(Vec<UnreachedList>),
        One(Option<UnreachedList>),
    }
    Ok(match Lists::deserialize(deserializer)? {
        Lists::Many(lists) => lists,
        Lists::One(list) => list.into_iter().collect(),
    })
}

/// Whether the side to move of an entry needs a pass.
pub(super) fn is_odd(entry: &ProfileEntry) -> bool {
    entry.to_move.player().is_some_and(|player| player != by_turns(entry.discs))
}

/// How long a solver refutes later passes for one entry, if there is no time limit.
const PATIENCE: Duration = Duration::from_secs(60);

/// What a search for records and reasons by the place of the last pass works with.
#[derive(Clone, Copy)]
pub(super) struct Request<'a> {
    pub(super) scope: Scope,
    /// Passes with up to this number of discs are searched.
    pub(super) searched: u32,
    /// Lists, some of positions right after a pass or some steps after it.
    pub(super) ends: &'a [Ends],
    pub(super) store: &'a Store,
    pub(super) limits: &'a Limits,
}

/// Narrows the open entries whose side to move needs a pass and about whose numbers of discs the profile asks.
///
/// # Errors
/// [`ProfileError`]; what was found before is kept.
pub(super) fn narrow(
    asked: Request<'_>,
    entries: &mut [ProfileEntry],
    is_asked: impl Fn(u32) -> bool,
    watch: &mut Watch<'_>,
) -> Result<(), ProfileError> {
    let Request { scope, searched, store, limits, .. } = asked;
    // With fewer discs, exhaustive search of all positions has the answer.
    let is_searched = |discs: u32| discs >= KEPT.min(searched) && is_asked(discs);
    let needs_it = |entry: &ProfileEntry| is_odd(entry) && !entry.is_closed() && is_searched(entry.discs);
    let mobility = |entry: &ProfileEntry| entry.witness.as_ref().map(|witness| witness.mobility);
    let known: KnownMobility =
        entries.iter().filter(|entry| needs_it(entry)).map(|entry| (entry.discs, mobility(entry))).collect();
    if known.is_empty() {
        return Ok(());
    }
    let mut seen = |stage, progress| seen(stage, progress, limits, watch);
    let Some(early) = EarlyPasses::of(scope.board, searched, &known, store, &mut seen)? else {
        return Ok(());
    };
    if let Some(discs) = early.too_many {
        watch(Notice::TooMany { discs });
    }
    let by_passes = PassClosing { asked, early: &early };
    for entry in entries.iter_mut().filter(|entry| needs_it(entry)) {
        if by_passes.narrow(entry, watch)? {
            store.write(entry)?;
        }
    }
    Ok(())
}

/// What is needed to close an entry by the place of its last pass.
struct PassClosing<'a> {
    asked: Request<'a>,
    early: &'a EarlyPasses,
}

/// Which places of the last pass are left.
enum Places {
    None(NoPass),
    /// A game with many legal moves has one.
    Game(OthelloWitness),
    Open,
}

impl PassClosing<'_> {
    /// Takes the record of the early passes; then rules out one more legal move than is known, if that is not reached after a
    /// later pass either. Returns whether the entry changed.
    fn narrow(&self, entry: &mut ProfileEntry, watch: &mut Watch<'_>) -> Result<bool, ProfileError> {
        let Some(record) = self.early.get(entry) else { return Ok(false) };
        let mut is_changed = match record {
            Some(record) => entry.take(self.asked.scope, record)?,
            None => false,
        };
        // Without later passes and without a record there is no position at all, not even one without a legal move.
        let fewest = u32::from(entry.discs > self.asked.searched);
        let limits = self.asked.limits.within(Some(self.asked.limits.time.unwrap_or(PATIENCE)));
        while !limits.is_over() {
            let at_least = entry.next().max(fewest);
            if at_least >= entry.impossible {
                break;
            }
            match self.places(entry, at_least, &limits, watch)? {
                Places::None(shown) => entry.rule_out(at_least, Reason::Passes(Box::new(shown)))?,
                Places::Game(witness) => _ = entry.take(self.asked.scope, &witness)?,
                Places::Open => break,
            }
            is_changed = true;
        }
        Ok(is_changed)
    }

    /// Looks for a place of the last pass beyond the early ones.
    fn places(
        &self,
        entry: &ProfileEntry,
        at_least: u32,
        limits: &Limits,
        watch: &mut Watch<'_>,
    ) -> Result<Places, ProfileError> {
        let searched = self.asked.searched;
        let mut shown = NoPass { searched, later: Vec::new(), lists: Vec::new() };
        let steps = 0..entry.discs.saturating_sub(searched);
        // A list is there or not, and few steps are decided soon.
        for steps in steps {
            if let Some((reached, not_reached)) = self.listed(entry, at_least, steps)? {
                match reached {
                    // A list of any positions serves for all numbers of steps.
                    WayBack::Nothing if shown.lists.contains(&not_reached) => {}
                    WayBack::Nothing => shown.lists.push(not_reached),
                    WayBack::Undecided => return Ok(Places::Open),
                    WayBack::Record(record) => {
                        return Ok(Places::Game(OthelloWitness::of_game(self.asked.scope.board, &record)?));
                    }
                }
            } else if let Some(refuted) =
                self.refuted(self.after_pass(entry, at_least, steps), limits, watch)?
            {
                shown.later.push(refuted);
            } else {
                return Ok(Places::Open);
            }
        }
        Ok(Places::None(shown))
    }

    /// Searches back from the positions of the shortest list that has all ends of these steps after a pass, if there is one.
    fn listed(
        &self,
        entry: &ProfileEntry,
        at_least: u32,
        steps: u32,
    ) -> Result<Option<(WayBack, UnreachedList)>, ProfileError> {
        let asked = self.after_pass(entry, at_least, steps);
        let lists = self.asked.ends.iter().filter(|ends| ends.has_all_of(&asked));
        lists
            .min_by_key(|ends| ends.positions())
            .map(|ends| ends.reached_from(entry, at_least, &self.asked.limits.stop))
            .transpose()
    }

    /// Asks a solver to refute a question about steps after a pass. `None` if there is a model, or no answer.
    fn refuted(
        &self,
        question: OthelloMobility,
        limits: &Limits,
        watch: &mut Watch<'_>,
    ) -> Result<Option<CheckedRefutation>, ProfileError> {
        let proof = self.asked.store.scratch()?;
        let mut tell = |event: Event<'_>| watch(Notice::Event(event));
        let asked = ask_question(&question.into(), limits, || proof.reopen_empty(), &mut tell)?;
        let AskOutcome::Refuted(refutation) = asked else { return Ok(None) };
        checked(question, &refutation, proof.path(), self.asked.store, &limits.stop)
    }

    /// The question about positions of an entry with this number of steps after the last pass.
    fn after_pass(&self, entry: &ProfileEntry, at_least: u32, steps: u32) -> OthelloMobility {
        let discs = entry.discs;
        let window = LastSteps { steps, least: discs, most: discs, any_order: false };
        let (reach, discs) =
            if steps > 0 { (Some(Reachability::Window(window)), None) } else { (None, Some(discs)) };
        let any = OthelloMobility::any(self.asked.scope.board);
        OthelloMobility { at_least, discs, reach, symmetry_breaking: true, after_pass: true, ..any }
    }
}

#[cfg(test)]
mod tests {
    use super::super::early::tests::{ALL, SCOPE, store};
    use super::*;
    use certamen_othello::OthelloSize;
    use certamen_othello::query::ToMove;
    use certamen_othello::search::{Budget, Layer, unwatched};
    use certamen_work::Stop;

    fn early(store: &Store, searched: u32) -> EarlyPasses {
        let known = ALL.map(|discs| (discs, None)).collect();
        let room = (7, Budget(1 << 30));
        EarlyPasses::on::<4>(SCOPE.board, room, searched, &known, store, &mut |_, at| unwatched(at))
            .unwrap()
            .unwrap()
    }

    /// The largest mobility for the side that needs a pass, by the layers; `None` if there is no position.
    fn truth() -> Vec<(ProfileEntry, Option<u32>)> {
        let mut layer = Layer::<4>::start();
        let mut all = Vec::new();
        while layer.discs() < *ALL.end() {
            layer = layer.next(Budget(1 << 30), &mut unwatched).unwrap();
            let player = by_turns(layer.discs()).other();
            let census = layer.census();
            let side = census.sides.of(player);
            let most = (side.positions > 0).then_some(side.mobility);
            all.push((ProfileEntry::new(SCOPE, layer.discs(), ToMove::from(player)), most));
        }
        all.retain(|(entry, _)| ALL.contains(&entry.discs));
        all
    }

    #[test]
    fn what_is_ruled_out_is_not_reached() {
        let limits = Limits::default();
        let (mut closed, mut refuted) = (0, 0);
        for searched in [8, 10, 13, 16] {
            let directory = tempfile::tempdir().unwrap();
            let store = store(&directory);
            let early = early(&store, searched);
            let by_passes = PassClosing {
                asked: Request { scope: SCOPE, searched, ends: &[], store: &store, limits: &limits },
                early: &early,
            };
            for (mut entry, most) in truth() {
                by_passes.narrow(&mut entry, &mut |_| {}).unwrap();
                for steps in 1..=3 {
                    let at_least = most.unwrap_or(0) + 1;
                    let question = by_passes.after_pass(&entry, at_least, steps);
                    let later = by_passes.refuted(question, &limits, &mut |_| {}).unwrap();
                    refuted += u32::from(later.is_some_and(|later| later.question == question));
                }
                let record = entry.witness.as_ref().map(|witness| witness.mobility);
                assert!(record <= most && entry.impossible > most.unwrap_or(0), "{searched}: {entry:?}");
                let Reason::Passes(shown) = &entry.shown_by else { continue };
                assert_eq!(entry.impossible, most.unwrap_or(0) + 1, "{searched}: {entry:?}");
                assert_eq!(shown.later.len() as u32, entry.discs.saturating_sub(searched));
                closed += 1;
            }
        }
        assert!(closed > 5 && refuted > 0, "{closed} and {refuted}");
    }

    #[test]
    fn a_search_that_is_stopped_rules_out_nothing() {
        let directory = tempfile::tempdir().unwrap();
        let store = store(&directory);
        let stop = Stop::new();
        stop.request();
        let limits = Limits { stop, ..Limits::default() };
        let asked = Request { scope: SCOPE, searched: 9, ends: &[], store: &store, limits: &limits };
        let begun: Vec<ProfileEntry> = truth().into_iter().map(|(entry, _)| entry).collect();
        let mut entries = begun.clone();
        narrow(asked, &mut entries, |_| true, &mut |_| {}).unwrap();
        assert_eq!(entries, begun);
    }

    /// With six discs nobody can have passed, on any board.
    #[test]
    fn no_position_is_no_legal_move() {
        let directory = tempfile::tempdir().unwrap();
        let store = store(&directory);
        let limits = Limits::default();
        for searched in [5, 6, 9] {
            let asked = Request { scope: SCOPE, searched, ends: &[], store: &store, limits: &limits };
            let mut entries = vec![ProfileEntry::new(SCOPE, 6, ToMove::White)];
            narrow(asked, &mut entries, |_| true, &mut |_| {}).unwrap();
            let is_none = entries[0].impossible == 0 && matches!(entries[0].shown_by, Reason::Passes(_));
            assert_eq!(is_none, searched == 6, "{entries:?}");
        }
    }

    #[test]
    fn entries_of_earlier_versions_have_one_list_or_none() {
        let list = UnreachedList {
            question: OthelloMobility::any(OthelloSize::Four),
            positions: 3,
            sha256: "00".repeat(32),
        };
        let one = serde_json::to_string(&list).unwrap();
        for (lists, count) in [("null".to_owned(), 0), (one.clone(), 1), (format!("[{one},{one}]"), 2)] {
            let text = format!(r#"{{"searched":8,"later":[],"ends":{lists}}}"#);
            let read: NoPass = serde_json::from_str(&text).unwrap();
            assert_eq!(read.lists, vec![list.clone(); count], "{text}");
            let written = serde_json::to_string(&read).unwrap();
            assert_eq!(serde_json::from_str::<NoPass>(&written).unwrap(), read);
        }
        assert!(serde_json::from_str::<NoPass>(r#"{"searched":8,"later":[],"lists":7}"#).is_err());
    }

    #[test]
    fn a_side_needs_a_pass_if_turns_alone_do_not_give_it_the_move() {
        let needs = |discs, side| is_odd(&ProfileEntry::new(SCOPE, discs, side));
        assert!(!needs(6, ToMove::Black) && needs(6, ToMove::White) && needs(7, ToMove::Black));
        assert!(!needs(7, ToMove::White) && !needs(7, ToMove::Either));
    }
}
