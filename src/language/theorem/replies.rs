//! That the player to move at the start is lost, by replies, as a theorem.
//!
//! Idea: a solver refutes, for each kind of moves, that the reply to one of them is not legal or does not restore what is
//! kept. The square of the move is an unknown set of one square. The general book `replies` says by induction that the start
//! is lost then; here its functions get those of the game in their place. The theorem itself speaks of the legal moves and
//! results of `game.lisp` only, not of replies.
//!
//! Does not show: that the replies are right. ACL2 refuses those that are not.

use super::book::{BookWriter, SQUARE_OF_MOVE, StatementBook, one_square_of};
use super::expression::Loop;
use super::fact::TheoremError;
use super::form::{Form, function, joined, list, of_kind, quoted};
use super::rules::of_position;
use crate::game_file::FileMeaning;
use crate::meaning::Bit;
use encodings::board::{Mask, Symmetry};

/// The reply to the moves of a kind: a kind, and its square as a step from the image of the square of the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct KindReply {
    /// The kind of the reply, by its place in the file.
    pub(crate) by: usize,
    /// Files and ranks.
    pub(crate) step: (isize, isize),
}

/// The replies that show that the start is lost.
pub(crate) struct Replies<'s> {
    /// What they keep.
    pub(crate) kept: &'s Bit,
    pub(crate) symmetry: Symmetry,
    /// For each kind of moves, in the order of the file.
    pub(crate) of_kinds: Vec<KindReply>,
}

/// Who wins, as a search of all games: what the theorem says.
const SEARCH: &str = "\
(mutual-recursion
 (defun all-moves-lose (plies moves position)
   (declare (xargs :measure (make-ord 1 (1+ (nfix plies)) (len moves))
                   :hints ((\"goal\" :in-theory (theory 'answering)))))
   (cond ((atom moves) t)
         ((zp plies) nil)
         (t (and (let* ((next (play (car moves) position)) (end (result-at next)))
                   (if end (equal end :won) (a-move-wins (1- plies) (moves-at next) next)))
                 (all-moves-lose plies (cdr moves) position)))))
 (defun a-move-wins (plies moves position)
   (declare (xargs :measure (make-ord 1 (1+ (nfix plies)) (len moves))
                   :hints ((\"goal\" :in-theory (theory 'answering)))))
   (cond ((atom moves) nil)
         ((zp plies) nil)
         (t (or (let* ((next (play (car moves) position)) (end (result-at next)))
                  (if end (equal end :lost) (all-moves-lose (1- plies) (moves-at next) next)))
                (a-move-wins plies (cdr moves) position))))))";

const LOST: &str = "\
(defun lost (plies position)
  (let ((end (result-at position)))
    (if end (equal end :lost) (all-moves-lose plies (moves-at position) position))))";

const TAKES_SQUARES: &str = "\
(defun takes-squares (position next)
  (let ((before (empties position)) (after (empties next)))
    (and (setp before) (setp after) (set-equal (set-and after before) after) (not (set-equal after before)))))";

const ANSWERED: &str = "\
(defun answered (move position)
  (let* ((next (play move position)) (last (play (reply move) next)))
    (and (takes-squares position next)
         (if (result-at next)
             (equal (result-at next) :won)
           (and (member-equal (reply move) (moves-at next)) (fits last) (takes-squares next last))))))";

/// What the general book asks of a game, besides the replies.
const LEMMAS: &str = "\
(local (defthm fits-is-not-won
         (implies (and (fits position) (result-at position)) (equal (result-at position) :lost))
         :hints ((\"goal\" :in-theory (union-theories (theory 'answering) '(fits result-at result))))
         :rule-classes nil))

(local (defthm plies-left-are-fewer
         (implies (takes-squares position next) (<= (1+ (plies-left next)) (plies-left position)))
         :hints ((\"goal\" :use ((:instance fewer-squares (a (empties next)) (b (empties position)) (board *board*)))
:in-theory (union-theories (theory 'answering) '(plies-left takes-squares))))
         :rule-classes nil))";

/// Writes that the start is lost within some plies: as many as it has empty squares.
///
/// # Errors
/// [`TheoremError`]
pub(super) fn reply_book(
    rules: &FileMeaning,
    loops: &[Loop],
    asked: &str,
    Replies { kept, symmetry, of_kinds }: &Replies<'_>,
) -> Result<StatementBook, TheoremError> {
    let mut book = BookWriter::new(rules, loops);
    let kept = book.expressions.bit(kept)?;
    let occupied = rules.start[..rules.words.len() - usize::from(rules.has_second)]
        .iter()
        .fold(Mask::EMPTY, |all, mask| mask.union(&all));
    let plies = rules.squares.without(&occupied).len();
    book.each_move_is_played();
    let mut writer = ReplyWriter { book, rules, replies: of_kinds };
    writer.search();
    let parameters = writer.book.expressions.arguments();
    writer.remark("What the replies keep, in well-formed positions.");
    writer.book.add(function("kept", parameters, kept));
    writer.fits();
    writer.reply(*symmetry);
    writer.squares();
    for place in 0..of_kinds.len() {
        writer.refute(place);
        writer.has_a_reply(place);
    }
    writer.lost(plies);
    Ok(writer.book.finish(asked))
}

struct ReplyWriter<'m> {
    book: BookWriter<'m>,
    rules: &'m FileMeaning,
    replies: &'m [KindReply],
}

impl ReplyWriter<'_> {
    fn remark(&mut self, text: &str) {
        self.book.add(Form::atom(format!("; {text}")));
    }

    fn name(&self, place: usize) -> &'static str {
        self.rules.moves[place].of.0.name()
    }

    /// What the theorem says.
    fn search(&mut self) {
        let position = Form::atom("position");
        for (name, of) in [("moves-at", "moves"), ("result-at", "result")] {
            let body = self.book.of(of, &position);
            self.book.add(function(name, vec![position.clone()], body));
        }
        self.remark("After each of these moves, or after one of them: who then is to move wins, or is lost, within some plies.");
        self.book.add(Form::atom(SEARCH));
        self.remark("The player to move is lost, within some plies.");
        self.book.add(Form::atom(LOST));
    }

    /// What holds whenever the first player is to move. Where the game is over, he has lost.
    fn fits(&mut self) {
        let position = Form::atom("position");
        let is_position = self.book.of("positionp", &position);
        self.book.fits(if self.rules.endings.is_empty() {
            is_position
        } else {
            let outcome = self.book.of("outcome", &position);
            let is_lost = Form::call("equal", [outcome.clone(), Form::atom(":lost")]);
            Form::call("if", [outcome, is_lost, is_position])
        });
    }

    fn reply(&mut self, symmetry: Symmetry) {
        let square = Form::atom("square");
        let mut cases = Vec::new();
        for (place, reply) in self.replies.iter().enumerate() {
            let image = Form::call("image", [Form::atom(format!(":{}", symmetry.name())), square.clone()]);
            let (files, ranks) = reply.step;
            let body = match reply.step {
                (0, 0) => image,
                _ => Form::call("moved", [Form::atom(files), Form::atom(ranks), image]),
            };
            let to = of_kind("reply-to-", self.name(place), "");
            self.book.add(function(&to, vec![square.clone()], body));
            let [of, by] = [place, reply.by].map(|place| quoted(self.name(place)));
            let is_kind = Form::call("equal", [Form::call("car", [Form::atom("move")]), of]);
            let moves = Form::call("moves-of", [by, Form::call(&to, [square.clone()])]);
            cases.push(Form::List(vec![is_kind, Form::call("car", [moves])]));
        }
        cases.push(Form::atoms(["t", "nil"]));
        let of_move = Form::call("square-set", [Form::call("cdr", [Form::atom("move")])]);
        let bindings = Form::List(vec![Form::List(vec![square, of_move])]);
        let body = Form::call("let", [bindings, Form::call("cond", cases)]);
        self.remark("The reply to a move.");
        self.book.add(function("reply", vec![Form::atom("move")], body));
    }

    fn squares(&mut self) {
        let position = Form::atom("position");
        let pieces = self.rules.words.len() - usize::from(self.rules.has_second);
        let words =
            (0..pieces).map(|index| Form::call("nth", [Form::atom(index), position.clone()])).collect();
        let empties = Form::call("set-not", [joined("set-or", words)]);
        self.book.add(function("empties", vec![position.clone()], empties));
        let size = Form::call("size", [Form::call("empties", [position.clone()])]);
        self.book.add(function("plies-left", vec![position], size));
        self.remark("A ply takes squares and frees none.");
        self.book.add(Form::atom(TAKES_SQUARES));
        self.remark(
            "The reply to a move is legal and restores what is kept, unless the move has lost already.",
        );
        self.book.add(Form::atom(ANSWERED));
    }

    /// What is refuted of the moves of a kind: that the reply does not restore what is kept.
    fn refute(&mut self, place: usize) {
        let (name, by) = (self.name(place), self.name(self.replies[place].by));
        let [square, next, answer, last] = ["square", "next", "answer", "last"].map(Form::atom);
        let takes = |before: Form, after: &Form| Form::call("takes-squares", [before, after.clone()]);
        let after = self.book.after_unknown_move(name);
        let reply = Form::call(&of_kind("reply-to-", name, ""), [square]);
        let words = self.book.expressions.words.len();
        let answered = of_position(&of_kind("after-", by, ""), std::slice::from_ref(&answer), words, &next);
        let bindings = [(&next, after), (&answer, reply), (&last, answered)];
        let bindings = bindings.map(|(name, form)| Form::List(vec![name.clone(), form]));
        let mut good = Vec::from(one_square_of(&answer, self.book.of(&of_kind("", by, "-moves"), &next)));
        good.extend([Form::call("fits", [last.clone()]), takes(next.clone(), &last)]);
        let end = Form::call("result-at", [next.clone()]);
        let is_won = Form::call("equal", [end.clone(), Form::atom(":won")]);
        let is_answered = Form::call("if", [end, is_won, Form::call("and", good)]);
        let here = list(self.book.expressions.arguments());
        let claim = Form::call("and", [takes(here, &next), is_answered]);
        let claim = Form::call("let*", [Form::List(bindings.into()), claim]);
        let supposed = self.book.unknown_move(name);
        self.book.refuted(&of_kind("reply-to-", name, "-keeps"), Form::call("implies", [supposed, claim]));
    }

    /// What that says about moves of lists.
    fn has_a_reply(&mut self, place: usize) {
        let (name, by) = (self.name(place), self.name(self.replies[place].by));
        let (position, set) = (Form::atom("position"), "(square-set (cdr move))");
        let words = self.book.expressions.words.len();
        let after = of_position(&of_kind("after-", name, ""), &[Form::atom(set)], words, &position);
        let replies = self.book.of(&of_kind("", by, "-moves"), &after);
        let hints = format!(
            "(\"goal\" :use ({refuted}{moves}\n\
             (:instance move-to-one-square (kind {by}) (a ({reply} {set})) (b {replies}) (board *board*)))\n\
             :in-theory (union-theories (theory 'answering) '(answered play reply moves moves-at fits takes-squares empties)))",
            refuted = self.book.instance(&of_kind("reply-to-", name, "-keeps"), SQUARE_OF_MOVE),
            moves = self.book.move_of_kind(name),
            by = quoted(by),
            reply = of_kind("reply-to-", name, ""),
        );
        let moves = self.book.of(&of_kind("", name, "-moves"), &position);
        let moves = Form::call("moves-of", [quoted(name), moves]);
        let is_move = Form::call("member-equal", [Form::atom("move"), moves]);
        let supposed = Form::call("and", [Form::call("fits", [position]), is_move]);
        let claim = Form::call("implies", [supposed, Form::atom("(answered move position)")]);
        self.book.lemma(&of_kind("", name, "-has-a-reply"), claim, &hints);
    }

    /// All moves have replies, and what follows.
    fn lost(&mut self, plies: usize) {
        let lemmas: Vec<String> =
            (0..self.replies.len()).map(|place| of_kind("", self.name(place), "-has-a-reply")).collect();
        let claim = "(implies (and (fits position) (member-equal move (moves-at position))) (answered move position))";
        let hints = format!(
            "(\"goal\" :use ({}) :in-theory (union-theories (theory 'answering) '(moves moves-at)))",
            lemmas.join(" ")
        );
        self.book.theorem("each-move-has-a-reply", Form::atom(claim), &hints);
        self.book.add(Form::atom(LEMMAS));
        // The subgoals are what the general book supposes, the last one first: replies, numbers, ends, and the two searches.
        let hints = format!(
            "(\"goal\" :use ((:functional-instance (:instance kept-positions-are-lost (n {plies}) (p (start-position)))\n\
             (some-moves moves-at) (some-play play) (some-end result-at) (some-kept fits) (some-reply reply) (some-rest plies-left)\n\
             (some-all-lose all-moves-lose) (some-move-wins a-move-wins) (some-lost lost)))\n\
             :in-theory (union-theories (theory 'answering) '(lost (:type-prescription plies-left) (fits) (start-position) (plies-left))))\n\
             (\"subgoal 5\" :use ((:instance each-move-has-a-reply (move m) (position p))\n\
             (:instance plies-left-are-fewer (position p) (next (play m p)))\n\
             (:instance plies-left-are-fewer (position (play m p)) (next (play (reply m) (play m p)))))\n\
             :in-theory (union-theories (theory 'answering) '(answered (:type-prescription plies-left))))\n\
             (\"subgoal 4\" :in-theory (union-theories (theory 'answering) '(natp (:type-prescription plies-left))))\n\
             (\"subgoal 3\" :use ((:instance fits-is-not-won (position p))))\n\
             (\"subgoal 2\" :use all-moves-lose)\n(\"subgoal 1\" :use a-move-wins)"
        );
        let start = Form::call("start-position", []);
        self.book.theorem("start-is-lost", Form::call("lost", [Form::atom(plies), start]), &hints);
    }
}
