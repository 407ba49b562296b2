//! A book with theorems, form by form.

use super::expression::{Expressions, Loop};
use super::form::{Form, function, list, of_kind, quoted};
use super::rules::of_position;
use crate::game_file::{FileMeaning, WhenStuck};
use std::fmt::Write as _;

/// How long ACL2 waits for a proof, in seconds.
const PATIENCE: u32 = 14_400;

/// The square of a move in the place of an unknown one, as hints name it.
pub(super) const SQUARE_OF_MOVE: &str = " (square (square-set (cdr move)))";

/// How each book begins. What a proof needs is local, so that a theorem cannot speak of it.
const PRELUDE: &str = "(in-package \"ACL2\")\n(include-book \"game\")\n(local (include-book \"refute\"))\n\
                       (local (include-book \"totals\"))\n(local (include-book \"games\"))\n(local (include-book \"replies\"))\n\
                       (set-ignore-ok t)\n(set-irrelevant-formals-ok t)\n";

/// A book that is complete.
pub(super) struct StatementBook {
    pub(super) text: String,
    /// The names of what it proves.
    pub(super) theorems: Vec<String>,
}

/// A book that grows.
pub(super) struct BookWriter<'m> {
    pub(super) expressions: Expressions<'m>,
    forms: Vec<Form>,
    theorems: Vec<String>,
    /// The loops of the rules.
    loops: &'m [Loop],
}

impl<'m> BookWriter<'m> {
    /// An empty book about rules, whose loops are written already.
    pub(super) fn new(rules: &'m FileMeaning, loops: &'m [Loop]) -> Self {
        let expressions = Expressions::new(rules, loops.len());
        Self { expressions, forms: Vec::new(), theorems: Vec::new(), loops }
    }

    /// The book about something that was asked.
    pub(super) fn finish(mut self, asked: &str) -> StatementBook {
        let new: Vec<Loop> = std::mem::take(&mut self.expressions.loops);
        self.settled(&new);
        let mut text = format!("; {asked}\n{PRELUDE}");
        for form in new.iter().map(|one| &one.definition).chain(&self.forms) {
            // Writing to a string cannot fail.
            let _ = write!(text, "\n{form}\n");
        }
        StatementBook { text, theorems: self.theorems }
    }

    pub(super) fn add(&mut self, form: Form) {
        self.forms.push(form);
    }

    /// A function of the words of a position.
    pub(super) fn of(&self, function: &str, position: &Form) -> Form {
        of_position(function, &[], self.expressions.words.len(), position)
    }

    /// What is supposed of an unknown move of a kind: the position fits, and `square` is one square of the kind's moves.
    pub(super) fn unknown_move(&self, kind: &str) -> Form {
        let moves = self.expressions.of_words(&of_kind("", kind, "-moves"));
        let fits = Form::call("fits", [list(self.expressions.arguments())]);
        Form::call("and", [fits].into_iter().chain(one_square_of(&Form::atom("square"), moves)))
    }

    /// The position after that move.
    pub(super) fn after_unknown_move(&self, kind: &str) -> Form {
        let square = [Form::atom("square")].into_iter();
        Form::call(&of_kind("after-", kind, ""), square.chain(self.expressions.arguments()))
    }

    /// A lemma about the words of a position as hints name it.
    pub(super) fn instance(&self, lemma: &str, square: &str) -> String {
        let words = self.expressions.words.iter().enumerate();
        let words = words.fold(String::new(), |mut hints, (index, word)| {
            // Writing to a string cannot fail.
            let _ = write!(hints, " ({word} (nth {index} position))");
            hints
        });
        format!("\n(:instance {lemma}{square}{words})")
    }

    /// The general lemma about the moves of a kind in a list, as hints name it.
    pub(super) fn move_of_kind(&self, kind: &str) -> String {
        let moves = self.of(&of_kind("", kind, "-moves"), &Form::atom("position"));
        format!("\n(:instance move-of-a-kind (kind {}) (a {moves}) (board *board*))", quoted(kind))
    }

    /// That each legal move leads to a position: without it a claim about games might be about none.
    pub(super) fn each_move_is_played(&mut self) {
        let (position, rules) = (Form::atom("position"), self.expressions.meaning);
        let (mut lemmas, mut functions) = (String::new(), String::from("play moves"));
        for kind in &rules.moves {
            let name = kind.of.0.name();
            lemmas.push_str(&self.move_of_kind(name));
            functions.extend([" ", &of_kind("after-", name, "")]);
        }
        if rules.stuck == WhenStuck::Passes {
            functions.push_str(" after-a-pass");
        }
        let moves = self.of("moves", &position);
        let is_move = Form::call("member-equal", [Form::atom("move"), moves]);
        let next = Form::call("play", [Form::atom("move"), position]);
        let hints = format!(
            "(\"goal\" :use ({lemmas})\n:in-theory (union-theories (theory 'playing) '({functions})))"
        );
        self.theorem("each-move-is-played", Form::call("implies", [is_move, next]), &hints);
    }

    /// Defines `fits`: the words are sets, the position is allowed, and it has what is kept.
    pub(super) fn fits(&mut self, is_allowed: Form) {
        let position = Form::atom("position");
        let pieces = self.expressions.words.len() - usize::from(self.expressions.meaning.has_second);
        let mut parts = Vec::new();
        for index in 0..self.expressions.words.len() {
            let word = Form::call("nth", [Form::atom(index), position.clone()]);
            parts.push(Form::call(if index < pieces { "setp" } else { "bitp" }, [word]));
        }
        parts.extend([is_allowed, self.of("kept", &position)]);
        self.add(function("fits", vec![position], Form::call("and", parts)));
    }

    /// A theorem that a solver's proof shows.
    pub(super) fn refuted(&mut self, name: &str, claim: Form) {
        let proof = Form::atom(format!("'(\"{name}\" . {PATIENCE})"));
        // How a game ended are names, which have no bits: a choice between them is kept as it is.
        let kept = [Form::atom(":make-ites"), Form::atom("t")];
        let parts = [Form::atom(name), claim, Form::atom(":sat-config"), proof].into_iter().chain(kept);
        let refuted = Form::call("fgl::def-fgl-thm", parts.chain(no_rule()));
        self.add(Form::call("local", [refuted]));
    }

    /// A theorem with the hints how it follows, if it needs any.
    pub(super) fn theorem(&mut self, name: &str, claim: Form, hints: &str) {
        self.add(theorem(name, claim, hints));
        self.theorems.push(name.to_owned());
    }

    /// A theorem on the way to another one.
    pub(super) fn lemma(&mut self, name: &str, claim: Form, hints: &str) {
        self.add(Form::call("local", [theorem(name, claim, hints)]));
    }

    /// Closures are long enough: one more round adds nothing.
    fn settled(&mut self, new: &[Loop]) {
        let position = self.expressions.of_words("positionp");
        let pairs = self.loops.iter().chain(new).flat_map(|one| &one.settles);
        let equal: Vec<Form> =
            pairs.map(|[one, other]| Form::call("equal", [one.clone(), other.clone()])).collect();
        if equal.is_empty() {
            return;
        }
        let claim = Form::call("implies", [position, Form::call("and", equal)]);
        self.refuted("settled", claim.clone());
        self.theorem("closures-end", claim, "(\"goal\" :by settled)");
    }
}

/// That a set is one square of some moves.
pub(super) fn one_square_of(set: &Form, moves: Form) -> [Form; 3] {
    let [is_set, is_one] = ["setp", "one-square"].map(|function| Form::call(function, [set.clone()]));
    [is_set, is_one, Form::call("some-square", [Form::call("set-and", [set.clone(), moves])])]
}

/// A theorem with hints.
fn theorem(name: &str, claim: Form, hints: &str) -> Form {
    let hints = (!hints.is_empty()).then(|| [Form::atom(":hints"), Form::atom(format!("({hints})"))]);
    let parts = [Form::atom(name), claim].into_iter().chain(hints.into_iter().flatten());
    Form::call("defthm", parts.chain(no_rule()))
}

/// That a theorem is used only where it is named.
fn no_rule() -> [Form; 2] {
    [Form::atom(":rule-classes"), Form::atom("nil")]
}
