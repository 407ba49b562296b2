; The last steps of a game as a formula of sets of squares, by shifts. That every game of enough steps ends with such steps is
; proved here for boards of N times N squares, if FITS-ALL holds: a step by shifts is a step of the rules. That is refuted
; for each board by a solver.
;
; There is a step for each disc that is placed. A pass belongs to the step before it.

(in-package "ACL2")

(include-book "shifts")
(include-book "counting")
(include-book "connected")
(local (include-book "centaur/bitops/ihsext-basics" :dir :system))
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

(defun sets-p (sets n)
  ; A list of sets of squares.
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
;; What a solver has to decide about one step

(defun step-fits (own opp s n)
  ; A legal move to square S, if it is one, is a step of the formula, and leads to a position on a board.
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
  ; There is a legal move to a square below S.
  (and (not (zp s))
       (or (legal own opp (1- s) n)
           (some-move-below own opp (1- s) n))))

(defun fits (own opp n)
  ; Legal moves are steps, and if there is none, none is found by shifts: then the formula allows a pass.
  (and (steps-fit-below own opp (* n n) n)
       (or (some-move-below own opp (* n n) n)
           (equal (legal-set own opp n) 0))))

(defun-sk fits-all (n)
  (forall (own opp)
          (implies (and (boardp own opp n) (centre-occupied own opp n))
                   (fits own opp n)))
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
                           fits-all step-fits column row unsigned-byte-p ash)))

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
  :rule-classes nil)
