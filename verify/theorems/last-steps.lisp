; The last steps of a game as a formula: sets of one square, shifts, and no game. What it says is proved for every board
; of N times N squares on which two things are true that board-4.lisp and the like have refuted: FITS-ALL, a step by
; shifts is a step of the rules, and BESIDE-FITS, two in line by shifts are two in line.
;
; There is a step for each disc that is placed. A pass belongs to the step before it.

(in-package "ACL2")

(include-book "shifts")
(include-book "counting")
(include-book "connected")
(local (include-book "centaur/bitops/ihsext-basics" :dir :system))
(local (include-book "centaur/bitops/equal-by-logbitp" :dir :system))
(local (include-book "arithmetic/top" :dir :system))

;; ---------------------------------------------------------------------------------------------------------------
;; Steps

(defun single-below (set s seen)
  ; There is exactly one square: of SET below S, or, if SEEN, above.
  (if (zp s)
      seen
    (let ((here (logbitp (1- s) set)))
      (and (not (and here seen))
           (single-below set (1- s) (or here seen))))))

(defun beside-two (set directions n)
  ; The squares that have two squares of SET in line beside them.
  (if (atom directions)
      0
    (let* ((one (moved set (first (car directions)) (second (car directions)) n))
           (two (moved one (first (car directions)) (second (car directions)) n)))
      (logior (logand one two)
              (beside-two set (cdr directions) n)))))

(defun allowed (move own opp n)
  ; MOVE is a set of one square, a legal move. What follows from that is said once more, because it helps a solver: the
  ; boards after it, and that the new disc closes a line of the player's discs.
  (let* ((turned (turned-set move own opp n))
         (next-own (logandc2 opp turned))
         (next-opp (logior own move turned)))
    (and (single-below move (* n n) nil)
         (equal (logandc2 move (legal-set own opp n)) 0)
         (not (equal turned 0))
         (equal (logand next-own next-opp) 0)
         (equal (logior next-own next-opp) (logior own opp move))
         (equal (logandc2 move (beside-two next-opp *ways* n)) 0))))

(defun leads-to (most tree moves passes own opp n)
  ; The moves, each with a pass behind it or not, lead to a position with MOST legal moves or more.
  (if (atom moves)
      (reaches most (total :legal tree own opp n most))
    (let* ((move (car moves))
           (pass (car passes))
           (turned (turned-set move own opp n))
           (next-own (logandc2 opp turned))
           (next-opp (logior own move turned)))
      (and (allowed move own opp n)
           (or (not pass) (equal (legal-set next-own next-opp n) 0))
           (leads-to most tree (cdr moves) (cdr passes)
                     (if pass next-opp next-own)
                     (if pass next-own next-opp)
                     n)))))

(defun grown (set rounds n)
  ; What can be occupied from the centre on, in so many rounds, inside SET.
  (if (zp rounds)
      (centre n)
    (let ((reached (grown set (1- rounds) n)))
      (logior reached
              (logand set (beside-two reached *ways* n))))))

(defun within (a b)
  (equal (logandc2 a b) 0))

(defun sets-p (sets n)
  (if (atom sets)
      (null sets)
    (and (unsigned-byte-p (* n n) (car sets))
         (sets-p (cdr sets) n))))

(defthm sets-are-lists
  (implies (sets-p sets n) (true-listp sets))
  :rule-classes nil)

(defthm one-of-sets-p
  (implies (and (sets-p sets n) (natp i) (< i (len sets)))
           (unsigned-byte-p (* n n) (nth i sets)))
  :hints (("goal" :in-theory (disable unsigned-byte-p)))
  :rule-classes nil)

;; ---------------------------------------------------------------------------------------------------------------
;; What a solver has to refute about one step

(defun step-fits (own opp s n)
  (let ((move (ash 1 s))
        (next (after-move s (cons own opp) n)))
    (and (unsigned-byte-p (* n n) move)
         (equal (turned-set move own opp n) (turned own opp s n))
         (allowed move own opp n)
         (boardp (car next) (cdr next) n)
         (centre-occupied (car next) (cdr next) n))))

(defun steps-fit-below (own opp s n)
  (or (zp s)
      (and (implies (legal own opp (1- s) n)
                    (step-fits own opp (1- s) n))
           (steps-fit-below own opp (1- s) n))))

(defun some-move-below (own opp s n)
  (and (not (zp s))
       (or (legal own opp (1- s) n)
           (some-move-below own opp (1- s) n))))

(defun fits (own opp n)
  (and (steps-fit-below own opp (* n n) n)
       (or (some-move-below own opp (* n n) n)
           (equal (legal-set own opp n) 0))))

(defun-sk fits-all (n)
  (forall (own opp)
          (implies (and (boardp own opp n) (centre-occupied own opp n))
                   (fits own opp n)))
  :rewrite :direct)

(defun beside-fits-below (set s n)
  (or (zp s)
      (and (implies (two-in-line set (column (1- s) n) (row (1- s) n) *directions* n)
                    (logbitp (1- s) (beside-two set *ways* n)))
           (beside-fits-below set (1- s) n))))

(defun-sk beside-fits (n)
  (forall set
          (implies (unsigned-byte-p (* n n) set)
                   (beside-fits-below set (* n n) n)))
  :rewrite :direct)

(defun start-fits (n)
  (and (boardp (car (start n)) (cdr (start n)) n)
       (may-move (start n) n)))

;; ---------------------------------------------------------------------------------------------------------------
;; The last steps of a game

(defun last-steps (k game moves passes)
  ; The game before its last K discs, these as sets in order, and the passes.
  (cond ((or (zp k) (atom game)) (list game moves passes))
        ((eq (car game) :pass)
         (last-steps (1- k) (cddr game) (cons (ash 1 (cadr game)) moves) (cons t passes)))
        (t
         (last-steps (1- k) (cdr game) (cons (ash 1 (car game)) moves) (cons nil passes)))))

(local (in-theory (disable legal after-move turned turned-set legal-set allowed boardp centre-occupied start (start)
                           fits-all beside-fits step-fits column row unsigned-byte-p ash)))

(local
 (defthm one-of-steps-fit
   (implies (and (steps-fit-below own opp s n) (natp s) (natp at) (< at s) (legal own opp at n))
            (step-fits own opp at n))))

(local
 (defthm some-move-is-a-legal-move
   (iff (some-move-below own opp s n)
        (consp (legal-moves-below own opp s n)))))

(local
 (defthm a-step-fits
   (implies (and (fits-all n) (boardp own opp n) (centre-occupied own opp n) (natp n)
                 (natp s) (< s (* n n)) (legal own opp s n))
            (step-fits own opp s n))
   :hints (("goal" :use ((:instance fits-all-necc))
            :in-theory (disable fits-all-necc steps-fit-below some-move-below)))))

(local
 (defthm no-move-is-no-bit
   (implies (and (fits-all n) (boardp (car position) (cdr position) n)
                 (centre-occupied (car position) (cdr position) n)
                 (not (may-move position n)))
            (equal (legal-set (car position) (cdr position) n) 0))
   :hints (("goal" :use ((:instance fits-all-necc (own (car position)) (opp (cdr position))))
            :in-theory (e/d (legal-moves) (fits-all-necc steps-fit-below some-move-below))))))

(local (in-theory (disable legal-moves)))

(local
 (defthm a-move-keeps
   (implies (step-fits (car position) (cdr position) s n)
            (and (boardp (car (after-move s position n)) (cdr (after-move s position n)) n)
                 (centre-occupied (car (after-move s position n)) (cdr (after-move s position n)) n)))
   :hints (("goal" :in-theory (enable step-fits after-move)))))

(local
 (defthm a-pass-keeps
   (implies (and (boardp own opp n) (centre-occupied own opp n))
            (and (boardp opp own n) (centre-occupied opp own n)))
   :hints (("goal" :in-theory (enable boardp centre-occupied)))))

(local
 (defthm start-is-a-board
   (implies (start-fits n)
            (and (boardp (car (start n)) (cdr (start n)) n)
                 (centre-occupied (car (start n)) (cdr (start n)) n)))
   :hints (("goal" :in-theory (enable centre-occupied centre)))))

(local (in-theory (disable start-fits)))

(local
 (defthm end-of-is-a-pair
   (implies (end-of game n) (consp (end-of game n)))
   :hints (("goal" :induct (end-of game n) :in-theory (e/d (after-move start) (may-move))))))

(defthm an-end-is-a-board
  (implies (and (fits-all n) (start-fits n) (natp n) (end-of game n))
           (and (boardp (car (end-of game n)) (cdr (end-of game n)) n)
                (centre-occupied (car (end-of game n)) (cdr (end-of game n)) n)))
  :hints (("goal" :induct (end-of game n) :in-theory (disable may-move))))

(local
 (defthm one-more-step
   (implies (and (step-fits (car position) (cdr position) s n)
                 (leads-to most tree moves passes
                           (car (after-move s position n)) (cdr (after-move s position n)) n))
            (leads-to most tree (cons (ash 1 s) moves) (cons nil passes) (car position) (cdr position) n))
   :hints (("goal" :in-theory (enable step-fits after-move)
            :expand ((leads-to most tree (cons (ash 1 s) moves) (cons nil passes) (car position) (cdr position) n))
            :do-not-induct t))))

(local
 (defthm one-more-step-and-pass
   (implies (and (step-fits (car position) (cdr position) s n)
                 (equal (legal-set (car (after-move s position n)) (cdr (after-move s position n)) n) 0)
                 (leads-to most tree moves passes
                           (cdr (after-move s position n)) (car (after-move s position n)) n))
            (leads-to most tree (cons (ash 1 s) moves) (cons t passes) (car position) (cdr position) n))
   :hints (("goal" :in-theory (enable step-fits after-move)
            :expand ((leads-to most tree (cons (ash 1 s) moves) (cons t passes) (car position) (cdr position) n))
            :do-not-induct t))))

(local
 (defthm bit-of-one
   (implies (and (natp i) (natp k))
            (iff (logbitp i (ash 1 k)) (equal i k)))
   :hints (("goal" :in-theory (enable bitops::logbitp-of-ash-split)))))

(local
 (defthm one-square-is-a-set
   (implies (and (natp s) (natp width) (< s width))
            (unsigned-byte-p width (ash 1 s)))
   :hints (("goal" :use ((:instance bitops::unsigned-byte-p-of-ash (n width) (x 1) (m s)))))))

(local
 (defthm a-pass-follows-a-move
   (implies (and (start-fits n) (end-of game n) (consp game) (equal (car game) :pass))
            (and (consp (cdr game))
                 (natp (cadr game))
                 (< (cadr game) (* n n))
                 (end-of (cddr game) n)
                 (legal (car (end-of (cddr game) n)) (cdr (end-of (cddr game) n)) (cadr game) n)
                 (equal (end-of (cdr game) n) (after-move (cadr game) (end-of (cddr game) n) n))
                 (end-of (cdr game) n)
                 (equal (car (end-of game n)) (cdr (end-of (cdr game) n)))
                 (equal (cdr (end-of game n)) (car (end-of (cdr game) n)))
                 (not (may-move (end-of (cdr game) n) n))))
   :hints (("goal" :expand ((end-of game n) (end-of (cdr game) n))
            :in-theory (e/d (start-fits) (end-of may-move)) :do-not-induct t))
   :rule-classes nil))

(local
 (defthm a-game-ends-with-steps
   (implies (and (fits-all n) (start-fits n) (natp n) (end-of game n)
                 (natp k) (<= k (len (placed game)))
                 (leads-to most tree moves passes (car (end-of game n)) (cdr (end-of game n)) n)
                 (sets-p moves n) (true-listp passes))
            (let* ((last (last-steps k game moves passes))
                   (before (end-of (first last) n)))
              (and before
                   (sets-p (second last) n)
                   (equal (len (second last)) (+ k (len moves)))
                   (true-listp (third last))
                   (equal (len (third last)) (+ k (len passes)))
                   (leads-to most tree (second last) (third last) (car before) (cdr before) n)
                   (equal (len (placed (first last))) (- (len (placed game)) k)))))
   :hints (("goal" :induct (last-steps k game moves passes)
            :in-theory (disable leads-to may-move end-of)
            :do-not-induct t)
           ("subgoal *1/2" :use a-pass-follows-a-move)
           ("subgoal *1/3" :expand ((end-of game n))))
   :rule-classes nil))

;; ---------------------------------------------------------------------------------------------------------------
;; What is occupied has grown from the centre

(local
 (defthm bits-of-a-part
   (implies (and (within a b) (natp i) (logbitp i a) (integerp a) (integerp b))
            (logbitp i b))
   :hints (("goal" :use ((:instance bitops::logbitp-of-logand (acl2::a i) (acl2::x a) (acl2::y (lognot b))))
            :in-theory (e/d (logandc2 bool->bit) (bitops::logbitp-of-logand))))))

(local
 (defthm disc-of-a-part
   (implies (and (within a b) (disc a x y n) (integerp a) (integerp b) (natp n) (integerp x) (integerp y))
            (disc b x y n))
   :hints (("goal" :in-theory (disable within)))))

(local
 (defun pairs-of-integers (directions)
   (or (atom directions)
       (and (integerp (first (car directions)))
            (integerp (second (car directions)))
            (pairs-of-integers (cdr directions))))))

(local
 (defthm two-in-line-of-a-part
   (implies (and (within a b) (two-in-line a x y directions n) (integerp a) (integerp b) (natp n)
                 (integerp x) (integerp y) (pairs-of-integers directions))
            (two-in-line b x y directions n))
   :hints (("goal" :induct (two-in-line a x y directions n) :in-theory (disable within disc)))))

(local
 (defthm one-of-beside-fits
   (implies (and (beside-fits-below set s n) (natp s) (natp at) (< at s)
                 (two-in-line set (column at n) (row at n) *directions* n))
            (logbitp at (beside-two set *ways* n)))
   :hints (("goal" :induct (beside-fits-below set s n) :in-theory (disable two-in-line beside-two)))))

(local
 (defthm one-more-square-is-grown
   (implies (and (within placed reached) (within (logior placed (ash 1 s)) all)
                 (logbitp s beside) (natp s)
                 (integerp placed) (integerp reached) (integerp all) (integerp beside))
            (within (logior placed (ash 1 s))
                    (logior reached (logand all beside))))
   :hints ((bitops::logbitp-reasoning))))

(local
 (defthm a-union-is-a-set
   (implies (and (unsigned-byte-p width a) (unsigned-byte-p width b))
            (unsigned-byte-p width (logior a b)))))

(local
 (defthm a-part-is-a-set
   (implies (and (unsigned-byte-p width a) (integerp b))
            (unsigned-byte-p width (logand a b)))
   :hints ((bitops::logbitp-reasoning))))

(local
 (defthm beside-two-is-an-integer
   (integerp (beside-two set directions n))
   :rule-classes :type-prescription))

(local
 (defthm grown-is-a-set
   (implies (and (unsigned-byte-p (* n n) set) (unsigned-byte-p (* n n) (centre n)))
            (unsigned-byte-p (* n n) (grown set rounds n)))
   :hints (("goal" :in-theory (disable centre beside-two)))))

(local
 (defthm centre-is-a-set
   (implies (start-fits n)
            (unsigned-byte-p (* n n) (centre n)))
   :hints (("goal" :in-theory (enable start-fits boardp centre)))))

(local
 (defthm grown-is-an-integer
   (integerp (grown set rounds n))
   :rule-classes :type-prescription))

(local
 (defthm within-itself
   (implies (integerp a) (within a a))
   :hints ((bitops::logbitp-reasoning))))

(local
 (defthm within-a-union
   (implies (and (within a b) (integerp a) (integerp b) (integerp c))
            (within a (logior b c)))
   :hints ((bitops::logbitp-reasoning))))

(local
 (defthm part-of-a-union
   (implies (and (within (logior a b) c) (integerp a) (integerp b) (integerp c))
            (within a c))
   :hints ((bitops::logbitp-reasoning))))

(local (in-theory (disable within centre beside-two two-in-line)))

(local
 (defthm the-centre-is-grown
   (within (centre n) (grown set rounds n))
   :hints (("goal" :induct (grown set rounds n)))))

(local
 (defthm connected-by-is-an-integer
   (implies (connected-by squares n) (integerp (connected-by squares n)))))

(local
 (defun both-shrink (squares rounds)
   (if (or (atom squares) (zp rounds)) (list squares rounds) (both-shrink (cdr squares) (1- rounds)))))

(local
 (encapsulate ()
   (local (include-book "ihs/quotient-remainder-lemmas" :dir :system))
   (defthm column-and-row-are-integers
     (implies (and (natp s) (natp n))
              (and (integerp (column s n)) (integerp (row s n))))
     :hints (("goal" :in-theory (enable column row))))))

(local
 (defthm a-placed-square-is-beside
   (implies (and (beside-fits n) (natp n) (within placed reached) (integerp placed)
                 (unsigned-byte-p (* n n) reached) (natp s) (< s (* n n))
                 (two-in-line placed (column s n) (row s n) *directions* n))
            (logbitp s (beside-two reached *ways* n)))
   :hints (("goal" :use ((:instance two-in-line-of-a-part
                          (a placed) (b reached) (x (column s n)) (y (row s n)) (directions *directions*))
                         (:instance beside-fits-necc (set reached))
                         (:instance one-of-beside-fits (set reached) (s (* n n)) (at s)))
            :in-theory (disable beside-fits-necc beside-fits-below two-in-line-of-a-part one-of-beside-fits)))))

(local
 (defthm parts-of-a-union
   (implies (and (within (logior a b) c) (integerp a) (integerp b) (integerp c))
            (and (within a c) (within b c)))
   :hints (("goal" :use (part-of-a-union (:instance part-of-a-union (a b) (b a)))
            :in-theory (disable part-of-a-union)))
   :rule-classes nil))

(defthm placed-squares-are-grown
  (implies (and (beside-fits n) (start-fits n) (natp n) (connected-by squares n)
                (unsigned-byte-p (* n n) all) (within (connected-by squares n) all)
                (natp rounds) (<= (len squares) rounds))
           (within (connected-by squares n) (grown all rounds n)))
  :hints (("goal" :induct (both-shrink squares rounds)
           :in-theory (disable beside-fits-below acl2::commutativity-of-logior))
          ("subgoal *1/2" :use ((:instance parts-of-a-union
                                 (a (connected-by (cdr squares) n)) (b (ash 1 (car squares))) (c all))))
          ("subgoal *1/1" :cases ((consp squares)) :expand ((len squares))))
  :rule-classes nil)

;; ---------------------------------------------------------------------------------------------------------------
;; Each disc takes one of the empty squares

(defun free-below (set s)
  ; How many squares below S are not in SET.
  (cond ((zp s) 0)
        ((logbitp (1- s) set) (free-below set (1- s)))
        (t (1+ (free-below set (1- s))))))

(local
 (defthm empty-squares-are-free
   (implies (and (integerp own) (integerp opp))
            (equal (number-of :empty (below s) own opp m)
                   (free-below (logior own opp) s)))
   :hints (("goal" :in-theory (enable bool->bit)))))

(local
 (defthm one-square-less-is-free
   (implies (and (natp at) (natp s) (integerp set) (not (logbitp at set)))
            (equal (free-below (logior set (ash 1 at)) s)
                   (if (< at s) (1- (free-below set s)) (free-below set s))))
   :hints (("goal" :induct (free-below set s) :in-theory (enable bool->bit)))))

(local
 (defthm placed-squares-are-not-free
   (implies (and (natp n) (connected-by squares n))
            (equal (free-below (connected-by squares n) (* n n))
                   (- (free-below (centre n) (* n n)) (len squares))))
   :hints (("goal" :induct (connected-by squares n)
            :in-theory (disable acl2::commutativity-of-logior)))))

(defthm empty-squares-of-an-end
  (implies (and (natp n) (end-of game n) (integerp (car (end-of game n))) (integerp (cdr (end-of game n))))
           (equal (number-of :empty (below (* n n)) (car (end-of game n)) (cdr (end-of game n)) m)
                  (- (free-below (centre n) (* n n)) (len (placed game)))))
  :hints (("goal" :use (a-game-connects-its-end
                        (:instance placed-squares-are-not-free (squares (placed game))))
           :in-theory (disable end-of below number-of placed-squares-are-not-free)))
  :rule-classes nil)

;; ---------------------------------------------------------------------------------------------------------------
;; All that is said of the last steps of a game

(defun window (most empty tree rounds moves passes own opp n)
  ; From this position, which has EMPTY empty squares or more and has grown from the centre in so many rounds, the moves
  ; lead to MOST legal moves or more.
  (and (boardp own opp n)
       (centre-occupied own opp n)
       (within (logior own opp) (grown (logior own opp) rounds n))
       (reaches empty (total :empty tree own opp n empty))
       (leads-to most tree moves passes own opp n)))

(local
 (defthm boards-are-integers
   (implies (boardp own opp n)
            (and (integerp own) (integerp opp) (unsigned-byte-p (* n n) (logior own opp))))
   :hints (("goal" :in-theory (enable boardp)))))

(local
 (defthm a-game-has-a-window
   (implies (and (fits-all n) (beside-fits n) (start-fits n) (natp n) (end-of game n)
                 (perm (fringe tree) (below (* n n)))
                 (posp most) (posp empty) (natp k) (natp rounds)
                 (<= k (len (placed game)))
                 (<= (- (len (placed game)) k) rounds)
                 (<= empty (- (+ k (free-below (centre n) (* n n))) (len (placed game))))
                 (leads-to most tree nil nil (car (end-of game n)) (cdr (end-of game n)) n))
            (let* ((last (last-steps k game nil nil))
                   (before (end-of (first last) n)))
              (and (window most empty tree rounds (second last) (third last) (car before) (cdr before) n)
                   (sets-p (second last) n)
                   (equal (len (second last)) k)
                   (true-listp (third last))
                   (equal (len (third last)) k))))
   :hints (("goal" :use ((:instance a-game-ends-with-steps (moves nil) (passes nil))
                         (:instance an-end-is-a-board (game (first (last-steps k game nil nil))))
                         (:instance a-game-connects-its-end (game (first (last-steps k game nil nil))))
                         (:instance empty-squares-of-an-end (game (first (last-steps k game nil nil))) (m n))
                         (:instance placed-squares-are-grown
                          (squares (placed (first (last-steps k game nil nil))))
                          (all (connected-by (placed (first (last-steps k game nil nil))) n)))
                         (:instance reaches-of-total
                          (kind :empty) (s (* n n)) (cap empty) (k empty)
                          (own (car (end-of (first (last-steps k game nil nil)) n)))
                          (opp (cdr (end-of (first (last-steps k game nil nil)) n)))))
            :in-theory (disable end-of last-steps leads-to reaches total perm fringe below number-of grown
                                connected-by placed free-below an-end-is-a-board)
            :do-not-induct t))
   :rule-classes nil))

(defthm reachable-positions-have-windows
  (implies (and (fits-all n) (beside-fits n) (start-fits n) (natp n)
                (perm (fringe tree) (below (* n n)))
                (posp most) (posp empty) (natp k) (natp rounds)
                (reachable own opp n)
                (<= most (len (legal-moves own opp n)))
                (<= empty (+ k (len (empty-squares own opp n))))
                (<= (+ k (len (empty-squares own opp n))) (free-below (centre n) (* n n)))
                (<= (- (free-below (centre n) (* n n)) (+ k (len (empty-squares own opp n)))) rounds))
           (let* ((last (last-steps k (reachable-witness own opp n) nil nil))
                  (before (end-of (first last) n)))
             (and (window most empty tree rounds (second last) (third last) (car before) (cdr before) n)
                  (sets-p (second last) n)
                  (equal (len (second last)) k)
                  (true-listp (third last))
                  (equal (len (third last)) k))))
  :hints (("goal" :use ((:instance a-game-has-a-window (game (reachable-witness own opp n)))
                        (:instance an-end-is-a-board (game (reachable-witness own opp n)))
                        (:instance empty-squares-of-an-end (game (reachable-witness own opp n)) (m 8))
                        (:instance reaches-of-total
                         (kind :legal) (s (* n n)) (cap most) (k most)))
           :in-theory (e/d (legal-moves)
                           (end-of last-steps window reaches total perm fringe below number-of grown
                            connected-by placed free-below an-end-is-a-board (centre)))
           :do-not-induct t))
  :rule-classes nil)

(defthm reachable-positions-are-boards
  (implies (and (fits-all n) (start-fits n) (natp n) (reachable own opp n))
           (and (boardp own opp n)
                (centre-occupied own opp n)))
  :hints (("goal" :use ((:instance an-end-is-a-board (game (reachable-witness own opp n))))
           :in-theory (disable end-of an-end-is-a-board)))
  :rule-classes nil)
