//! A game made of rules over words, in the language of questions.

use super::seat::{AnySeat, RulesOf, Seat};
use super::table::{caption, diagram};
use super::{BOARD, chosen};
use certamen_ask::flag::Given;
use certamen_language::{AnySubject, LanguageKind, Subject, Twin};
use encodings::rules::{Origin, Position, Rules, StepKind, print};
use std::sync::Arc;
use verify::language::{Judged, Kind, Lettered, Passing, Ply, Refusal, Way, judge, replay};
use verify::naive::Naive;

/// The questions about a game on these boards.
pub(super) fn kind(game: &str, seats: Vec<Arc<dyn AnySeat>>) -> LanguageKind {
    LanguageKind::new(game, vec![BOARD], move |given| Ok(chosen(&seats, given.text(BOARD.name))?.subject()))
}

/// A seat as a subject of questions.
pub(super) fn subject<R: Rules>(seat: &Arc<Seat<R>>) -> Box<dyn AnySubject> {
    Box::new(Arc::new(subject_of(seat)))
}

/// The same, with its rules.
pub(super) fn subject_of<R: Rules>(seat: &Arc<Seat<R>>) -> Subject<R> {
    let (drawn, judging) = (seat.clone(), seat.clone());
    let subject = Subject::shared(RulesOf(seat.clone()))
        .with_flags(Given::new().with_text(BOARD.name, &seat.rules.board_name()))
        .with_pictures(Arc::new(move |line| pictures(&drawn, line)));
    match seat.judge {
        Some(judge) => subject.with_twin(judge(judging)),
        None => subject,
    }
}

fn pictures<R: Rules>(seat: &Seat<R>, line: &str) -> Option<(String, String)> {
    let board = encodings::rules::parse(&seat.rules, line).ok()?;
    let position = Position::new(&seat.rules, board).ok()?;
    let caption = seat.judge(position).map_or_else(|error| error.to_string(), |opinion| caption(&opinion));
    let diagram = diagram(seat, position, &caption);
    Some((diagram.text(), diagram.svg()))
}

/// The naive twin of a seat.
struct SeatTwin<R>(Arc<Seat<R>>);

impl<R: Rules + Naive> Twin for SeatTwin<R> {
    /// A question may be about the positions after its moves: they are compared, too.
    fn judge(&self, text: &str, line: &str) -> Result<Judged, Refusal> {
        if let Ok(position) = self.0.parse(line) {
            self.0.judge(position).map_err(|error| Refusal::Position(error.to_string()))?;
        }
        judge(&lettered(&self.0.rules), text, line)
    }

    fn replay(&self, plies: &[Ply], passing: Passing, line: &str) -> Result<(), Refusal> {
        replay(&lettered(&self.0.rules), plies, passing, line)
    }
}

/// The naive twin of a seat.
pub(super) fn judging<R: Rules + Naive>(seat: Arc<Seat<R>>) -> Arc<dyn Twin> {
    Arc::new(SeatTwin(seat))
}

/// The naive twin as questions see it: its boards are letters, and the names of its plies say which squares they touch.
fn lettered<R: Rules + Naive>(rules: &R) -> Lettered<'_, R> {
    let layout = rules.layout();
    let words = rules.names().iter().map(|&name| name.to_owned()).zip(rules.letters().chars()).collect();
    let start = Position::start(rules).board();
    let kinds = rules.moves(start).iter().map(|(kind, _)| named(kind)).collect();
    let size = (layout.files(), layout.ranks());
    Lettered { game: rules, size, words, kinds, start: print(rules, start) }
}

/// How a kind of step is named.
fn named(kind: StepKind) -> Kind {
    let way = match kind.origin() {
        Origin::Placed => Way::Placed,
        Origin::From(direction) => {
            let (files, ranks) = direction.delta();
            Way::From(files, ranks)
        }
        Origin::Leaving(direction) => {
            let (files, ranks) = direction.delta();
            Way::Leaving(files, ranks, direction.letters())
        }
    };
    Kind { name: kind.name().to_owned(), way, is_written: kind.index() > 0 }
}
