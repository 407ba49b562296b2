//! Clauses are added and deleted: compares the store with a map of the standard library.

use std::collections::BTreeMap;

use proptest::prelude::*;

use crate::lrat::code::Code;
use crate::lrat::places::Places;
use crate::lrat::store::Store;

#[test]
fn live_clauses_survive_collections() {
    let mut store = Store::default();
    let mut model = BTreeMap::new();
    // Every third clause stays for a while, every fiftieth for ever: most clauses are deleted.
    for id in 1..200_000_u64 {
        let clause: Vec<Code> = (0..id % 9).map(|literal| Code((id * 9 + literal) as u32)).collect();
        store.insert(id, &clause);
        model.insert(id, clause);
        let deleted = if id.is_multiple_of(3) { id.checked_sub(3000) } else { Some(id - 1) };
        let deleted = deleted.filter(|&deleted| deleted % 50 != 0);
        if let Some(deleted) = deleted {
            let was_live = store.mark(deleted, 0).is_some();
            store.bury();
            assert_eq!(was_live, model.remove(&deleted).is_some(), "{deleted}");
        }
    }
    assert_eq!(store.len(), model.len());
    assert_eq!(store.literals(), model.values().map(Vec::len).sum::<usize>());
    let all: BTreeMap<u64, Vec<Code>> =
        store.iter().map(|(id, clause)| (id, clause.codes().collect())).collect();
    assert_eq!(all, model);
    for (&id, clause) in &model {
        let found = store.get(id).map(|found| found.codes().collect::<Vec<_>>());
        assert_eq!(found.as_ref(), Some(clause), "{id}");
    }
    assert!(store.get(199).is_none());
    let living = store.literals() + 3 * store.len();
    assert!(store.words() < 4 * living + (1 << 18), "{} words for {living}", store.words());
}

proptest! {
    #[test]
    fn places_are_a_map(changes in proptest::collection::vec((1..400_u64, 0..3_u8, any::<bool>()), 0..3000)) {
        let mut places = Places::default();
        let mut model = BTreeMap::new();
        for (turn, (id, kind, far)) in changes.into_iter().enumerate() {
            // Ids near each other, and distant ids with the same slots.
            let id = if far { id << 40 } else { id };
            if kind == 0 {
                prop_assert_eq!(places.remove(id), model.remove(&id));
            } else {
                places.set(id, turn);
                model.insert(id, turn);
            }
            prop_assert_eq!(places.len(), model.len());
        }
        for id in (1..400).flat_map(|id| [id, id << 40]) {
            prop_assert_eq!(places.get(id), model.get(&id).copied());
        }
    }
}
