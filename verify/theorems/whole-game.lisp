; All positions that games reach, as a set that is computed. That none is missing is not believed but checked: the start
; is among them, and so is whatever one move or pass makes of them.
;
; These functions are a book of their own because ACL2 compiles them when it has certified the book.

(in-package "ACL2")

(include-book "rules")

;; ---------------------------------------------------------------------------------------------------------------
;; One move or pass

(defun after-moves (moves position n)
  (if (atom moves)
      nil
    (cons (after-move (car moves) position n)
          (after-moves (cdr moves) position n))))

(defun next-positions (position n)
  (let ((moves (legal-moves (car position) (cdr position) n)))
    (cond ((consp moves) (after-moves moves position n))
          ((may-move (after-pass position) n) (list (after-pass position)))
          (t nil))))

;; ---------------------------------------------------------------------------------------------------------------
;; Sets of positions: lists of pairs, so that ACL2 finds a position by its hash

(defun all-in (positions set)
  (or (atom positions)
      (and (hons-get (car positions) set)
           (all-in (cdr positions) set))))

(defun few-moves (position n most)
  (<= (len (legal-moves (car position) (cdr position) n)) most))

(defun closed (rest set n most)
  ; No move leads out of the set, and no position of it has more than so many.
  (cond ((atom rest) t)
        ((atom (car rest)) (closed (cdr rest) set n most))
        (t (and (all-in (next-positions (caar rest) n) set)
                (few-moves (caar rest) n most)
                (closed (cdr rest) set n most)))))

(defun found (todo set fuel n)
  ; The positions that games reach from TODO, with those of SET. What it returns is checked, so nothing is proved of it.
  (declare (xargs :measure (nfix fuel)))
  (cond ((or (zp fuel) (atom todo)) set)
        ((hons-get (car todo) set) (found (cdr todo) set (1- fuel) n))
        (t (found (append (next-positions (car todo) n) (cdr todo))
                  (hons-acons (car todo) t set)
                  (1- fuel) n))))

(defun holds-all (set n most)
  (and (hons-get (start n) set)
       (closed set set n most)))

;; ---------------------------------------------------------------------------------------------------------------
;; A set that holds the start and is closed holds the end of every game

(local (in-theory (disable legal after-move after-pass start (start) legal-moves)))

(defthm next-is-in-closed-set
  (implies (and (closed rest set n most) (hons-assoc-equal position rest))
           (and (all-in (next-positions position n) set)
                (few-moves position n most)))
  :hints (("goal" :induct (closed rest set n most) :in-theory (disable next-positions few-moves))))

(local
 (defthm one-of-all-in
   (implies (and (all-in positions set) (member-equal position positions))
            (hons-assoc-equal position set))))

(local
 (defthm member-of-after-moves
   (implies (member-equal s moves)
            (member-equal (after-move s position n) (after-moves moves position n)))))

(local
 (defthm member-of-legal-moves-below
   (implies (and (natp at) (natp s) (< at s) (legal own opp at n))
            (member-equal at (legal-moves-below own opp s n)))))

(local
 (defthm member-of-legal-moves
   (implies (and (natp at) (< at (* n n)) (natp n) (legal own opp at n))
            (member-equal at (legal-moves own opp n)))
   :hints (("goal" :in-theory (enable legal-moves)))))

(local
 (defthm a-move-is-next
   (implies (and (natp s) (< s (* n n)) (natp n) (legal (car position) (cdr position) s n))
            (member-equal (after-move s position n) (next-positions position n)))
   :hints (("goal" :use ((:instance member-of-legal-moves
                          (at s) (own (car position)) (opp (cdr position))))
            :in-theory (disable member-of-legal-moves)))))

(local
 (defthm a-pass-is-next
   (implies (and (not (may-move position n)) (may-move (after-pass position) n))
            (member-equal (after-pass position) (next-positions position n)))))

(defthm closed-sets-hold-ends
  (implies (and (holds-all set n most) (natp n) (end-of game n))
           (hons-assoc-equal (end-of game n) set))
  :hints (("goal" :induct (end-of game n) :in-theory (disable closed next-positions may-move all-in))
          (and stable-under-simplificationp
               '(:use ((:instance next-is-in-closed-set (rest set) (position (end-of (cdr game) n)))
                       (:instance one-of-all-in (position (end-of game n))
                        (positions (next-positions (end-of (cdr game) n) n))))))))

(defun whole-game (n most)
  (holds-all (found (list (start n)) nil 1000000 n) n most))
