//! Claims about games of every length as theorems by induction over their moves.
//!
//! Idea: a solver refutes, for each kind of moves, that one of them leads from a position with what is kept to one without
//! it. The square of the move is an unknown set of one square, so that one refutation is about all squares. The general book
//! `games` says what that means for the moves of a list; the rest is induction.

use super::book::{BookWriter, SQUARE_OF_MOVE, StatementBook};
use super::expression::Loop;
use super::fact::TheoremError;
use super::form::{Form, function, list, of_kind};
use crate::game_file::{FileMeaning, WhenStuck};
use crate::meaning::Bit;

/// Writes that no game leads to a position with a condition; `kept` says what each ply keeps.
///
/// # Errors
/// [`TheoremError`]
pub(super) fn never_book(
    rules: &FileMeaning,
    loops: &[Loop],
    asked: &str,
    [condition, kept]: [&Bit; 2],
) -> Result<StatementBook, TheoremError> {
    let mut book = BookWriter::new(rules, loops);
    for (name, bit) in [("forbidden", condition), ("kept", kept)] {
        let body = book.expressions.bit(bit)?;
        let parameters = book.expressions.arguments();
        book.add(function(name, parameters, body));
    }
    book.each_move_is_played();
    let mut writer = NeverWriter { book, rules };
    writer.fits();
    writer.plies();
    writer.games();
    Ok(writer.book.finish(asked))
}

struct NeverWriter<'m> {
    book: BookWriter<'m>,
    rules: &'m FileMeaning,
}

impl NeverWriter<'_> {
    /// What holds in each position that games reach: it is well formed, or the game is over there.
    fn fits(&mut self) {
        let position = Form::atom("position");
        let is_position = self.book.of("positionp", &position);
        let may_be_over = !self.rules.endings.is_empty();
        self.book.fits(if may_be_over {
            Form::call("or", [is_position, self.book.of("outcome", &position)])
        } else {
            is_position
        });
    }

    /// Each ply keeps it.
    fn plies(&mut self) {
        let rules = self.rules;
        let fits = |position: Form| Form::call("fits", [position]);
        let position = Form::atom("position");
        let mut hints = String::new();
        for kind in &rules.moves {
            let name = kind.of.0.name();
            let (supposed, after) = (self.book.unknown_move(name), self.book.after_unknown_move(name));
            let lemma = of_kind("kept-by-", name, "");
            self.book.refuted(&lemma, Form::call("implies", [supposed, fits(after)]));
            hints.push_str(&self.book.instance(&lemma, SQUARE_OF_MOVE));
            hints.push_str(&self.book.move_of_kind(name));
        }
        if rules.stuck == WhenStuck::Passes {
            let none =
                ["can-move", "result"].map(|name| Form::call("not", [self.book.expressions.of_words(name)]));
            let here = fits(list(self.book.expressions.arguments()));
            let supposed = Form::call("and", [here].into_iter().chain(none));
            let after = self.book.expressions.of_words("after-a-pass");
            self.book.refuted("kept-by-a-pass", Form::call("implies", [supposed, fits(after)]));
            hints.push_str(&self.book.instance("kept-by-a-pass", ""));
        }
        let next = Form::call("play", [Form::atom("move"), position.clone()]);
        let supposed = Form::call("and", [fits(position), next.clone()]);
        let hints = format!(
            "(\"goal\" :use ({hints})\n:in-theory (union-theories (theory 'playing) '(play moves fits)))"
        );
        self.book.lemma("plies-keep", Form::call("implies", [supposed, fits(next)]), &hints);
    }

    /// Each game leads to a position with it.
    fn games(&mut self) {
        let end = Form::call("end-position", [Form::atom("game")]);
        self.book.theorem("start-fits", Form::call("fits", [Form::call("start-position", [])]), "");
        let hints = "(\"goal\" :induct (end-position game) :in-theory (union-theories (theory 'playing) '(end-position)))\n\
                     (\"subgoal *1/2\" :use ((:instance plies-keep (move (car game)) (position (end-position (cdr game))))))\n\
                     (\"subgoal *1/1\" :use start-fits)";
        let kept = Form::call("implies", [end.clone(), Form::call("fits", [end.clone()])]);
        self.book.lemma("games-keep", kept, hints);
        let never = Form::call("not", [self.book.of("forbidden", &end)]);
        let hints =
            "(\"goal\" :use games-keep :in-theory (union-theories (theory 'playing) '(fits kept forbidden)))";
        self.book.theorem("no-game-leads-there", Form::call("implies", [end, never]), hints);
    }
}
