//! Games with the mistakes that new implementations may have.

use super::super::{Direct, DirectTarget, Game, LayerShape, LocalValue, Place, Solver, Turn};
use encodings::rules::Ending;
use std::ops::ControlFlow;

/// A heap with one layer and a mistake.
struct Mistaken {
    shapes: [LayerShape; 1],
    number: fn(u64) -> u64,
    unmoves: fn(u64) -> Vec<u64>,
    twins: fn(u64) -> Vec<u64>,
}

impl Mistaken {
    fn new() -> Self {
        Self {
            shapes: [LayerShape { name: "heap".to_owned(), size: 20 }],
            number: |heap| heap,
            unmoves: |heap| (heap + 1..=(heap + 2).min(19)).collect(),
            twins: |_| Vec::new(),
        }
    }
}

impl Game for Mistaken {
    type Position = u64;
    fn subject(&self) -> String {
        "a heap".to_owned()
    }
    fn layers(&self) -> &[LayerShape] {
        &self.shapes
    }
    fn leads_to(&self, _: u32) -> &[u32] {
        &[0]
    }
    fn position(&self, at: Place) -> Option<u64> {
        Some(at.rank)
    }
    fn place(&self, heap: &u64) -> Option<Place> {
        Some(Place { layer: 0, rank: (self.number)(*heap) })
    }
    fn turn(&self, heap: &u64, next: &mut Vec<u64>) -> Turn {
        next.extend((1..=2.min(*heap)).map(|taken| heap - taken));
        if next.is_empty() { Turn::Over(Ending::Lost) } else { Turn::Moves }
    }
    fn twins(&self, heap: &u64) -> Vec<u64> {
        (self.twins)(*heap)
    }
}

impl Direct for Mistaken {
    fn alone(&self, heap: u64) -> LocalValue {
        if heap == 0 { LocalValue::Lost } else { LocalValue::Open }
    }
    fn each_move(&self, heap: u64, mut give: impl FnMut(DirectTarget) -> ControlFlow<()>) {
        let _ = (1..=2.min(heap)).try_for_each(|taken| give(DirectTarget::Number(heap - taken)));
    }
    fn each_unmove(&self, heap: u64, give: impl FnMut(u64)) {
        (self.unmoves)(heap).into_iter().for_each(give);
    }
}

#[test]
fn mistakes_of_a_game_are_found_on_samples() {
    let says = |game: &Mistaken| Solver::new(game).with_numbers().solve().unwrap_err().to_string();
    assert!(Solver::new(&Mistaken::new()).with_numbers().solve().is_ok());
    let wrong_number = Mistaken { number: |heap| if heap == 7 { 8 } else { heap }, ..Mistaken::new() };
    assert_eq!(
        says(&wrong_number),
        "7: it stands for number 7 of layer heap, but its number is number 8 of layer heap"
    );
    let missing = Mistaken { unmoves: |heap| vec![(heap + 1).min(19)], ..Mistaken::new() };
    assert_eq!(says(&missing), "2: its move to number 0 has no move backwards");
    let invented = Mistaken { unmoves: |heap| (heap + 1..=(heap + 3).min(19)).collect(), ..Mistaken::new() };
    assert_eq!(says(&invented), "0: a move backwards leads to number 3, but no move leads from there");
    let twins = Mistaken { twins: |heap| if heap == 5 { vec![6] } else { Vec::new() }, ..Mistaken::new() };
    assert_eq!(says(&twins), "6: it is taken for the same as 5, but its moves differ");
    assert!(Solver::new(&twins).with_numbers().checks(false).solve().is_ok());
}
