; Moves of a list: each is a kind and a square of the board. What is proved of a set of one square holds for each move.

(in-package "ACL2")

(include-book "sets")
(local (include-book "centaur/bitops/ihsext-basics" :dir :system))

(defun one-square (a)
  ; Exactly one square.
  (and (not (equal a 0))
       (equal (logand a (1- a)) 0)))

(defun of-squares-below (s board)
  ; Each square of the board below S, as a set, is a set of one square.
  (or (zp s)
      (and (or (not (logbitp (1- s) (third board)))
               (and (set-on (ash 1 (1- s)) board)
                    (one-square (ash 1 (1- s)))))
           (of-squares-below (1- s) board))))

(local
 (defthm square-of-squares-below
   (implies (and (of-squares-below n board) (natp s) (< s n) (integerp n) (logbitp s (third board)))
            (and (set-on (ash 1 s) board)
                 (one-square (ash 1 s))))
   :hints (("goal" :in-theory (disable set-on one-square ash logbitp)))))

(local
 (defthm bit-of-square-and-set
   (implies (natp s)
            (equal (logbitp s (logand (ash 1 s) a))
                   (logbitp s a)))
   :rule-classes nil))

(local
 (defthm square-in-set
   (implies (and (natp s) (logbitp s a))
            (not (equal (logand (ash 1 s) a) 0)))
   :hints (("goal" :use bit-of-square-and-set))))

(local
 (defthm member-of-squares-below
   (implies (member-equal s (squares-below n a board))
            (and (natp s) (< s (nfix n)) (logbitp s (third board)) (logbitp s a)))
   :hints (("goal" :in-theory (e/d (squares-below) (logbitp))))
   :rule-classes nil))

(local
 (defthm member-of-moves-to
   (implies (member-equal move (moves-to kind squares))
            (and (equal (car move) kind)
                 (member-equal (cdr move) squares)))
   :hints (("goal" :induct (moves-to kind squares) :in-theory (enable moves-to)))
   :rule-classes nil))

(defthm move-of-a-kind
  ; A move of a kind stands for a set of one square, which is among those of the kind.
  (implies (and (member-equal move (moves-to kind (squares-on a board)))
                (of-squares-below (board-size board) board))
           (and (equal (car move) kind)
                (set-on (ash 1 (cdr move)) board)
                (one-square (ash 1 (cdr move)))
                (not (equal (logand (ash 1 (cdr move)) a) 0))))
  :hints (("goal" :use ((:instance member-of-moves-to (squares (squares-on a board)))
                        (:instance member-of-squares-below (s (cdr move)) (n (board-size board)))
                        (:instance square-in-set (s (cdr move))))
           :in-theory (e/d (squares-on) (square-in-set set-on one-square of-squares-below logbitp ash squares-below moves-to board-size))))
  :rule-classes nil)

(defthm member-of-two-lists
  (iff (member-equal a (append x y))
       (or (member-equal a x) (member-equal a y))))

(defthm word-of-a-list
  (and (equal (nth 0 (cons a b)) a)
       (implies (posp n) (equal (nth n (cons a b)) (nth (1- n) b)))))

(deftheory playing
  ; What turns the refutations for sets of one square into a theorem about moves.
  (union-theories (theory 'minimal-theory)
                  '(member-of-two-lists word-of-a-list (of-squares-below) (board-size) (nth) (member-equal) (posp) (binary-+) car-cons cdr-cons
                    (equal) (not) (zp))))
