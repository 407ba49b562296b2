; A player to move is lost if something holds before each move of his that each move breaks and some reply restores:
; by induction over games, for any game. A game ends since each ply takes an empty square.

(in-package "ACL2")

(include-book "games")

;; ---------------------------------------------------------------------------------------------------------------
;; Any game with replies, as far as its positions are concerned in which they are made

(encapsulate
  (((some-moves *) => *)        ; the legal moves of a position, as a list
   ((some-play * *) => *)       ; the position after a move, as the next player sees it
   ((some-end *) => *)          ; :lost or :won if the game is over, for the player who would move; or nil
   ((some-kept *) => *)         ; what the replies keep
   ((some-reply *) => *)        ; the reply to a move
   ((some-rest *) => *))        ; how many plies are left at most
  (local (defun some-moves (p) (declare (ignore p)) nil))
  (local (defun some-play (m p) (declare (ignore m)) p))
  (local (defun some-end (p) (declare (ignore p)) nil))
  (local (defun some-kept (p) (declare (ignore p)) nil))
  (local (defun some-reply (m) (declare (ignore m)) nil))
  (local (defun some-rest (p) (declare (ignore p)) 0))

  (defthm some-kept-positions-are-not-won
    (implies (and (some-kept p) (some-end p))
             (equal (some-end p) :lost)))

  (defthm some-rest-is-a-number
    (natp (some-rest p))
    :rule-classes :type-prescription)

  (defthm some-moves-have-replies
    (implies (and (some-kept p)
                  (not (some-end p))
                  (member-equal m (some-moves p)))
             (let* ((q (some-play m p)) (r (some-play (some-reply m) q)))
               (or (and (equal (some-end q) :won)
                        (< (some-rest q) (some-rest p)))
                   (and (not (some-end q))
                        (member-equal (some-reply m) (some-moves q))
                        (some-kept r)
                        (<= (+ 2 (some-rest r)) (some-rest p))))))
    :rule-classes nil))

;; ---------------------------------------------------------------------------------------------------------------
;; Who wins, within some plies. The books of a game have the same definitions for its rules.

(mutual-recursion
 (defun some-all-lose (plies moves position)
   ; After each of these moves the next player wins.
   (declare (xargs :measure (make-ord 1 (1+ (nfix plies)) (len moves))))
   (cond ((atom moves) t)
         ((zp plies) nil)
         (t (and (let* ((next (some-play (car moves) position)) (end (some-end next)))
                   (if end (equal end :won) (some-move-wins (1- plies) (some-moves next) next)))
                 (some-all-lose plies (cdr moves) position)))))
 (defun some-move-wins (plies moves position)
   ; After one of these moves the next player is lost.
   (declare (xargs :measure (make-ord 1 (1+ (nfix plies)) (len moves))))
   (cond ((atom moves) nil)
         ((zp plies) nil)
         (t (or (let* ((next (some-play (car moves) position)) (end (some-end next)))
                  (if end (equal end :lost) (some-all-lose (1- plies) (some-moves next) next)))
                (some-move-wins plies (cdr moves) position))))))

(defun some-lost (plies position)
  ; The player to move is lost, within some plies.
  (let ((end (some-end position)))
    (if end (equal end :lost) (some-all-lose plies (some-moves position) position))))

;; ---------------------------------------------------------------------------------------------------------------
;; The player to move is lost

(local
 (defthm one-move-is-enough
   (implies (and (member-equal m moves)
                 (not (zp n))
                 (some-lost (1- n) (some-play m q)))
            (some-move-wins n moves q))
   :hints (("goal" :induct (len moves)
            :expand ((some-move-wins n moves q))))
   :rule-classes nil))

(local
 (defthm moves-are-among-more
   (implies (subsetp-equal a (cdr b)) (subsetp-equal a b))))

(local
 (defthm moves-are-among-themselves
   (subsetp-equal moves moves)))

(local
 (defun game-of (n moves p)
   ; The induction: the moves one by one, and what follows the reply to each.
   (declare (xargs :measure (make-ord 1 (1+ (nfix n)) (len moves))))
   (if (or (atom moves) (zp n))
       (list n moves p)
     (let ((next (some-play (some-reply (car moves)) (some-play (car moves) p))))
       (list (game-of n (cdr moves) p)
             (game-of (- n 2) (some-moves next) next))))))

(local
 (defthm moves-of-kept-positions-lose
   (implies (and (some-kept p)
                 (not (some-end p))
                 (subsetp-equal moves (some-moves p))
                 (natp n)
                 (<= (some-rest p) n))
            (some-all-lose n moves p))
   :hints (("goal" :induct (game-of n moves p))
           (and stable-under-simplificationp
                '(:use ((:instance some-moves-have-replies (m (car moves)))
                        (:instance one-move-is-enough
                         (m (some-reply (car moves))) (n (1- n)) (q (some-play (car moves) p))
                         (moves (some-moves (some-play (car moves) p)))))
                  :expand ((some-all-lose n moves p)))))))

(defthm kept-positions-are-lost
  (implies (and (some-kept p)
                (natp n)
                (<= (some-rest p) n))
           (some-lost n p))
  :rule-classes nil)

;; ---------------------------------------------------------------------------------------------------------------
;; The move to a set of one square

(local (include-book "centaur/bitops/ihsext-basics" :dir :system))
(local (include-book "arithmetic/top" :dir :system))
(local (include-book "centaur/bitops/equal-by-logbitp" :dir :system))

(local
 (defthm lower-number-of-even
   (implies (and (posp a) (equal (logcar a) 0))
            (and (equal (logcar (1- a)) 1)
                 (equal (logcdr (1- a)) (1- (logcdr a)))))
   :hints (("goal" :use ((:instance bitops::logcons-destruct (x a)) (:instance bitops::logcar-of-logcons (b 1) (x (1- (logcdr a))))
                         (:instance bitops::logcdr-of-logcons (b 1) (x (1- (logcdr a)))))
            :in-theory (e/d (logcons) (bitops::logcons-destruct bitops::logcar-of-logcons bitops::logcdr-of-logcons))))))
(local
 (defthm half-is-less
   (implies (posp a) (and (natp (logcdr a)) (< (logcdr a) a)))
   :hints (("goal" :use ((:instance bitops::logcons-destruct (x a)))
            :in-theory (e/d (logcons) (bitops::logcons-destruct))))))
(local
 (defun halves (a)
   (declare (xargs :measure (nfix a)))
   (if (or (not (posp a)) (equal a 1)) a (halves (logcdr a)))))
(local
 (defthm one-square-is-a-power
   (implies (and (posp a) (equal (logand a (1- a)) 0))
            (and (posp (integer-length a))
                 (equal (ash 1 (1- (integer-length a))) a)))
   :hints (("goal" :induct (halves a) :in-theory (enable bitops::logand** bitops::integer-length** bitops::ash**)))
   :rule-classes nil))

(local (in-theory (enable squares-on size-on)))

(local
 (defthm squares-below-of-a-square
   (implies (and (natp n) (natp s))
            (equal (squares-below n (ash 1 s) board)
                   (if (and (< s n) (logbitp s (third board))) (list s) nil)))
   :hints (("goal" :in-theory (e/d (squares-below bitops::logbitp-of-ash-split) (ash logbitp))))))

(local
 (defthm square-among-squares-below
   (implies (and (natp s) (natp n))
            (iff (member-equal s (squares-below n a board))
                 (and (< s n) (logbitp s (third board)) (logbitp s a))))
   :hints (("goal" :in-theory (e/d (squares-below) (logbitp))))))

(local
 (defthm move-among-moves-to
   (iff (member-equal (cons kind s) (moves-to kind squares))
        (member-equal s squares))
   :hints (("goal" :in-theory (enable moves-to)))))

(local
 (defun both-less (s n a)
   (if (or (zp s) (zp n)) (list s n a) (both-less (1- s) (1- n) (logcdr a)))))

(local
 (defthm no-bits-above
   (implies (and (unsigned-byte-p n a) (natp s) (<= n s))
            (not (logbitp s a)))
   :hints (("goal" :induct (both-less s n a)
            :in-theory (e/d (bitops::logbitp** bitops::unsigned-byte-p**) (unsigned-byte-p logbitp))))))

(local
 (defthm bits-of-both
   (implies (and (natp s) (equal (logand a b) a) (logbitp s a))
            (logbitp s b))
   :hints (("goal" :use ((:instance bitops::logbitp-of-logand (acl2::a s) (acl2::x a) (acl2::y b)))
            :in-theory (disable bitops::logbitp-of-logand)))))

(local
 (defun along (s b)
   (if (zp s) b (along (1- s) (logcdr b)))))

(local
 (defthm bit-of-square-and
   (implies (natp s)
            (iff (equal (logand (ash 1 s) b) 0)
                 (not (logbitp s b))))
   :hints (("goal" :in-theory (e/d (bitops::ash** bitops::logand** bitops::logbitp** bitops::loghead**) (ash logbitp logand)) :induct (along s b)))))

(local
 (defthm square-on-board
   (implies (and (set-on (ash 1 s) board) (natp s))
            (and (< s (board-size board)) (natp (board-size board)) (logbitp s (third board))))
   :hints (("goal" :use ((:instance no-bits-above (n (board-size board)) (a (ash 1 s)))
                         (:instance bits-of-both (a (ash 1 s)) (b (third board))))
            :in-theory (e/d (bitops::logbitp-of-ash-split) (board-size ash logbitp no-bits-above bits-of-both))))))

(local
 (defthm move-to-this-square
   (implies (and (natp s) (set-on (ash 1 s) board) (not (equal (logand (ash 1 s) b) 0)))
            (let ((move (car (moves-to kind (squares-on (ash 1 s) board)))))
              (and (equal move (cons kind s))
                   (member-equal move (moves-to kind (squares-on b board))))))
   :hints (("goal" :use (square-on-board bit-of-square-and)
            :expand ((moves-to kind (list s)))
            :in-theory (disable board-size ash logbitp set-on square-on-board bit-of-square-and)))
   :rule-classes nil))

(defthm move-to-one-square
  ; A set of one square that is among those of a kind stands for a move of this kind.
  (implies (and (set-on a board)
                (one-square a)
                (not (equal (logand a b) 0)))
           (let ((move (car (moves-to kind (squares-on a board)))))
             (and (equal (car move) kind)
                  (equal (ash 1 (cdr move)) a)
                  (member-equal move (moves-to kind (squares-on b board))))))
  :hints (("goal" :use (one-square-is-a-power
                        (:instance move-to-this-square (s (1- (integer-length a)))))
           :in-theory (disable board-size ash logbitp squares-on moves-to)))
  :rule-classes nil)

;; ---------------------------------------------------------------------------------------------------------------
;; Fewer squares

(local
 (defthm fewer-squares-below
   (implies (and (equal (logand a b) a) (natp n))
            (<= (len (squares-below n a board)) (len (squares-below n b board))))
   :hints (("goal" :in-theory (e/d (squares-below) (logbitp))))
   :rule-classes :linear))

(local
 (defthm one-square-less
   (implies (and (equal (logand a b) a) (natp n) (natp s) (< s n)
                 (logbitp s (third board)) (logbitp s b) (not (logbitp s a)))
            (< (len (squares-below n a board)) (len (squares-below n b board))))
   :hints (("goal" :induct (squares-below n a board) :in-theory (e/d (squares-below) (logbitp))))
   :rule-classes nil))

(defthm fewer-squares
  ; A set of squares that has not all of another one has fewer.
  (implies (and (set-on a board) (set-on b board) (equal (logand a b) a) (not (equal a b)))
           (<= (+ 1 (size-on a board)) (size-on b board)))
  :hints (("goal" :use ((:instance one-square-less (n (board-size board)) (s (bitops::logbitp-mismatch a b)))
                        (:instance bits-of-both (s (bitops::logbitp-mismatch a b)) (a b) (b (third board)))
                        (:instance bits-of-both (s (bitops::logbitp-mismatch a b)))
                        (:instance no-bits-above (s (bitops::logbitp-mismatch a b)) (n (board-size board)) (a b))
                        (:instance bitops::logbitp-mismatch-correct (bitops::a a) (bitops::b b)))
           :in-theory (disable board-size logbitp bits-of-both no-bits-above)))
  :rule-classes nil)

;; ---------------------------------------------------------------------------------------------------------------
;; Why the search for a winner ends, in the books of a game

(defthm game-goes-on-for-fewer-plies
  (implies (not (zp plies))
           (o< (make-ord 1 (1+ (nfix (1- plies))) (len next))
               (make-ord 1 (1+ (nfix plies)) (len moves)))))

(defthm fewer-moves-are-left
  (implies (consp moves)
           (o< (make-ord 1 (1+ (nfix plies)) (len (cdr moves)))
               (make-ord 1 (1+ (nfix plies)) (len moves)))))

(defthm plies-and-moves-are-a-measure
  (o-p (make-ord 1 (1+ (nfix plies)) (len moves))))

(deftheory answering
  ; What turns the refutations for sets of one square into a theorem about replies to moves.
  (union-theories (theory 'playing)
                  '(game-goes-on-for-fewer-plies fewer-moves-are-left plies-and-moves-are-a-measure
                    (natp) (binary-+) (unary--) (<))))
