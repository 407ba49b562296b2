//! The rules of a game file on one board as functions of Lisp, statement by statement.

use super::expression::{Expressions, Loop};
use super::fact::TheoremError;
use super::form::{Form, function, joined, list, natural, of_kind, quoted};
use crate::game_file::{FileMeaning, GameFile, Stated, WhenStuck};
use crate::meaning::{Bit, Word};
use encodings::rules::{Ending, Origin, StepKind};
use std::fmt::Write as _;

/// The rules as functions.
pub(super) struct RulesBook {
    /// The text of the book.
    pub(super) text: String,
    /// The loops of its functions.
    pub(super) loops: Vec<Loop>,
}

/// A book that grows.
struct RulesWriter<'m> {
    file: &'m GameFile,
    expressions: Expressions<'m>,
    /// The functions, each with what stands in the file.
    functions: Vec<(String, Form)>,
}

/// Writes the rules.
///
/// # Errors
/// [`TheoremError`]
pub(super) fn rules_book(file: &GameFile, meaning: &FileMeaning) -> Result<RulesBook, TheoremError> {
    let expressions = Expressions::new(meaning, 0);
    let mut writer = RulesWriter { file, expressions, functions: Vec::new() };
    writer.position()?;
    writer.endings()?;
    writer.moves()?;
    for place in 0..meaning.moves.len() {
        writer.effect(place)?;
    }
    writer.result()?;
    writer.games();
    Ok(writer.finish())
}

/// A function of other arguments and of the words of a position, which are taken from their list.
pub(super) fn of_position(function: &str, before: &[Form], words: usize, position: &Form) -> Form {
    let nth = |index: usize| Form::call("nth", [Form::atom(index), position.clone()]);
    Form::call(function, before.iter().cloned().chain((0..words).map(nth)))
}

impl RulesWriter<'_> {
    fn finish(self) -> RulesBook {
        let Self { file, expressions: Expressions { meaning, loops, words, .. }, functions } = self;
        let layout = meaning.layout;
        let (files, ranks) = (layout.files(), layout.ranks());
        let board = Form::List(vec![Form::atom(files), Form::atom(ranks), natural(&meaning.squares)]);
        let mut text = format!(
            "; {} on {layout}: the rules as the file states them, with its statements above each function.\n\
             ; A set of squares is a natural number: square s, in column s mod {files} and row s div {files}, both from 0, is \
             its bit s.\n; A position is the sets {}, as the player to move sees it.\n\
             (in-package \"ACL2\")\n(include-book \"sets\")\n(set-ignore-ok t)\n(set-irrelevant-formals-ok t)\n\n(defconst *board* '{board})\n",
            file.name(),
            words.join(", "),
        );
        for Loop { definition, .. } in &loops {
            // Writing to a string cannot fail.
            let _ = write!(text, "\n{definition}\n");
        }
        for (statement, function) in &functions {
            text.push('\n');
            statement.lines().for_each(|line| text.extend(["; ", line, "\n"]));
            let _ = writeln!(text, "{function}");
        }
        RulesBook { text, loops }
    }

    /// Adds a function of the words, and perhaps of a square before them.
    fn define(&mut self, statement: &str, name: &str, square: Option<&str>, body: Form) {
        let parameters = square.map(Form::atom).into_iter().chain(self.expressions.arguments());
        self.add(statement, name, parameters.collect(), body);
    }

    /// The statements of some parts of the rules.
    fn statements<T>(&self, parts: &[Stated<T>]) -> String {
        let mut found: Vec<String> = Vec::new();
        for part in parts {
            let statement = self.file.statement(part.at);
            if !found.contains(&statement) {
                found.push(statement);
            }
        }
        found.join("\n")
    }

    fn position(&mut self) -> Result<(), TheoremError> {
        let meaning = self.expressions.meaning;
        let words = self.expressions.arguments();
        let (pieces, second) = words.split_at(words.len() - usize::from(meaning.has_second));
        let mut parts: Vec<Form> = pieces.iter().map(|word| Form::call("setp", [word.clone()])).collect();
        parts.extend(second.iter().map(|second| Form::call("bitp", [second.clone()])));
        for (place, one) in pieces.iter().enumerate() {
            for other in &pieces[place + 1..] {
                let both = Form::call("set-and", [one.clone(), other.clone()]);
                parts.push(Form::call("not", [Form::call("some-square", [both])]));
            }
        }
        for required in &meaning.require {
            parts.push(self.expressions.bit(&required.of)?);
        }
        let statement = format!("No square has two pieces.\n{}", self.statements(&meaning.require));
        self.define(&statement, "positionp", None, joined("and", parts));
        Ok(())
    }

    fn conditions(
        &mut self,
        conditions: &[Stated<(Ending, Bit)>],
        otherwise: &str,
    ) -> Result<Form, TheoremError> {
        let mut cases = Vec::new();
        for Stated { of: (ending, bit), .. } in conditions {
            let ending = match ending {
                Ending::Won => ":won",
                Ending::Lost => ":lost",
                Ending::Drawn => ":drawn",
            };
            cases.push(Form::List(vec![self.expressions.bit(bit)?, Form::atom(ending)]));
        }
        cases.push(Form::atoms(["t", otherwise]));
        Ok(Form::call("cond", cases))
    }

    fn endings(&mut self) -> Result<(), TheoremError> {
        let meaning = self.expressions.meaning;
        if !meaning.endings.is_empty() {
            let body = self.conditions(&meaning.endings, "nil")?;
            self.define(&self.statements(&meaning.endings), "outcome", None, body);
        }
        Ok(())
    }

    fn moves(&mut self) -> Result<(), TheoremError> {
        let meaning = self.expressions.meaning;
        let mut lists = Vec::new();
        let mut some = Vec::new();
        for kind in &meaning.moves {
            let (name, word) = (kind.of.0.name(), &kind.of.1);
            let moves = of_kind("", name, "-moves");
            let body = self.expressions.word(word)?;
            let statement = self.statements(std::slice::from_ref(kind));
            let mut squares = self.expressions.of_words(&moves);
            if meaning.endings.is_empty() {
                self.define(&statement, &moves, None, body);
            } else {
                let every = of_kind("", name, "-squares");
                self.define(&statement, &every, None, body);
                squares = self.expressions.of_words(&every);
                let is_over = self.expressions.of_words("outcome");
                let body = Form::call("if", [is_over, Form::atom("0"), squares.clone()]);
                self.define("", &moves, None, body);
            }
            lists.push(Form::call("moves-of", [quoted(name), self.expressions.of_words(&moves)]));
            some.push(Form::call("some-square", [squares]));
        }
        self.define("All moves: a list of kinds and squares.", "moves", None, joined("append", lists));
        let can = "Whether there is a move, if the game is not over.";
        self.define(can, "can-move", None, joined("or", some));
        Ok(())
    }

    /// What a kind of moves does: the words as the next player sees them.
    fn effect(&mut self, place: usize) -> Result<(), TheoremError> {
        let meaning = self.expressions.meaning;
        let (kind, effect) = (meaning.moves[place].of.0, &meaning.effects[place]);
        self.expressions.move_kind = Some(place);
        let words = self.next_words(&effect.of);
        self.expressions.move_kind = None;
        let bindings = Self::squares_of_move(kind);
        let words = words?;
        let bindings = bindings.into_iter().filter(|(name, _)| words.has(&Form::atom(name)));
        let bindings = bindings.map(|(name, form)| Form::List(vec![Form::atom(name), form]));
        let body = Form::call("let*", [Form::List(bindings.collect()), words]);
        let name = of_kind("after-", kind.name(), "");
        self.define(&self.statements(std::slice::from_ref(effect)), &name, Some("square"), body);
        Ok(())
    }

    /// A list of the words as the next player sees them.
    fn next_words(&mut self, words: &[Word]) -> Result<Form, TheoremError> {
        let meaning = self.expressions.meaning;
        let mut forms = self.expressions.all_words(&meaning.for_next_player(words.to_vec()))?;
        let pieces = forms.len() - usize::from(meaning.has_second);
        if let Some(turn) = meaning.turn {
            for form in &mut forms[..pieces] {
                *form = Form::call("image", [Form::atom(format!(":{}", turn.name())), form.clone()]);
            }
        }
        Ok(list(forms))
    }

    /// The squares that a move of a kind goes to, comes from and passes. `square` is that of its word: the squares are found by
    /// steps back, which no hole ends.
    fn squares_of_move(kind: StepKind) -> [(&'static str, Form); 3] {
        let (square, nothing) = (Form::atom("square"), Form::atom("0"));
        let back = |(files, ranks): (isize, isize), steps: isize| {
            let by = [-files * steps, -ranks * steps].map(Form::atom);
            Form::call("moved", by.into_iter().chain([square.clone()]))
        };
        let [to, from, over] = match kind.origin() {
            Origin::Placed => [square.clone(), nothing.clone(), nothing],
            Origin::From(path) => {
                let (delta, distance) = (path.direction().delta(), isize::from(path.distance()));
                let over = (1..distance).map(|steps| back(delta, steps)).collect();
                [square.clone(), back(delta, distance), joined("set-or", over)]
            }
            Origin::Leaving(direction) => [back(direction.delta(), -1), square.clone(), nothing],
        };
        [("to", to), ("from", from), ("over", over)]
    }

    /// How the game has ended, including because the player to move cannot move.
    fn result(&mut self) -> Result<(), TheoremError> {
        let meaning = self.expressions.meaning;
        let stuck = match meaning.stuck {
            WhenStuck::Loses => Form::atom(":lost"),
            WhenStuck::Wins => Form::atom(":won"),
            WhenStuck::Draws => Form::atom(":drawn"),
            WhenStuck::Passes => {
                let unchanged: Vec<Word> =
                    (0..meaning.effects[0].of.len()).map(|index| Word::Board(None, index)).collect();
                let passed = self.next_words(&unchanged)?;
                self.define("A pass.", "after-a-pass", None, passed);
                let at_the_end = self.conditions(&meaning.at_the_end, ":drawn")?;
                let passed = self.expressions.of_words("after-a-pass");
                let moves = of_position("can-move", &[], meaning.words.len(), &passed);
                Form::call("if", [moves, Form::atom("nil"), at_the_end])
            }
        };
        let moves = self.expressions.of_words("can-move");
        let stuck = Form::call("if", [moves, Form::atom("nil"), stuck]);
        let body = if meaning.endings.is_empty() {
            stuck
        } else {
            Form::call("or", [self.expressions.of_words("outcome"), stuck])
        };
        let mut statement = "How the game has ended, also because there is no move: ".to_owned();
        statement.push_str(match meaning.stuck {
            WhenStuck::Loses => "stuck loses",
            WhenStuck::Wins => "stuck wins",
            WhenStuck::Draws => "stuck draws",
            WhenStuck::Passes => "stuck passes",
        });
        statement.extend(["\n", self.statements(&meaning.at_the_end).as_str()]);
        self.define(&statement, "result", None, body);
        Ok(())
    }

    /// Games: the position after a move, and that after the moves of a game. A position is the list of its words.
    fn games(&mut self) {
        let Expressions { meaning, .. } = self.expressions;
        let words = meaning.words.len();
        let start = list(meaning.start.iter().map(|mask| self.expressions.constant(mask)).collect());
        self.add("The position at the start.", "start-position", Vec::new(), start);
        let [chosen, position, game] = ["move", "position", "game"].map(Form::atom);
        let call = |function: &str, of: &Form| Form::call(function, [of.clone()]);
        let mut cases: Vec<Form> = Vec::new();
        let square = Form::call("square-set", [call("cdr", &chosen)]);
        for kind in &meaning.moves {
            let name = kind.of.0.name();
            let is_kind = Form::call("equal", [call("car", &chosen), quoted(name)]);
            let after =
                of_position(&of_kind("after-", name, ""), std::slice::from_ref(&square), words, &position);
            cases.push(Form::List(vec![is_kind, after]));
        }
        cases.push(Form::atoms(["t", "nil"]));
        let moves = of_position("moves", &[], words, &position);
        let is_legal = Form::call("not", [Form::call("member-equal", [chosen.clone(), moves])]);
        let mut plies = vec![Form::List(vec![is_legal, Form::atom("nil")])];
        plies.extend(cases);
        let mut statement = "The position after a legal move; nil if it is not legal.".to_owned();
        if meaning.stuck == WhenStuck::Passes {
            statement.push_str(" Without a move a player passes, until the game is over.");
            let can_move = of_position("can-move", &[], words, &position);
            let over = of_position("result", &[], words, &position);
            let is_pass = Form::call("equal", [chosen.clone(), Form::atom(":pass")]);
            let none = [can_move, over].map(|one| Form::call("not", [one]));
            let passes = Form::call("and", [is_pass].into_iter().chain(none));
            plies.insert(0, Form::List(vec![passes, of_position("after-a-pass", &[], words, &position)]));
        }
        self.add(&statement, "play", vec![chosen, position.clone()], Form::call("cond", plies));
        let end = Form::call("end-position", [call("cdr", &game)]);
        let after = Form::call("play", [call("car", &game), position.clone()]);
        let after = Form::call("if", [position.clone(), after, Form::atom("nil")]);
        let after = Form::call("let", [Form::List(vec![Form::List(vec![position, end])]), after]);
        let body = Form::call("if", [call("atom", &game), Form::call("start-position", []), after]);
        let statement = "The position after a game, which is the list of its moves, the last one first; nil if a move is not legal.";
        self.add(statement, "end-position", vec![game], body);
    }

    /// Adds a function of other things than the words.
    fn add(&mut self, statement: &str, name: &str, parameters: Vec<Form>, body: Form) {
        self.functions.push((statement.to_owned(), function(name, parameters, body)));
    }
}
