; Counting for a solver: numbers in unary, which are added from quarters of the board to the whole. That it counts is
; proved here, so nothing about it has to be believed.

(in-package "ACL2")

(include-book "rules")
(include-book "unary")
(include-book "sorting/perm" :dir :system)

;; ---------------------------------------------------------------------------------------------------------------
;; Squares of a kind

(defun is-of (kind s own opp n)
  ; Square S is a legal move, or is empty.
  (if (equal kind :legal)
      (legal own opp s n)
    (not (or (logbitp s own) (logbitp s opp)))))

(defun number-of (kind squares own opp n)
  (cond ((atom squares) 0)
        ((is-of kind (car squares) own opp n)
         (+ 1 (number-of kind (cdr squares) own opp n)))
        (t (number-of kind (cdr squares) own opp n))))

;; ---------------------------------------------------------------------------------------------------------------
;; Trees of squares

(defun total (kind tree own opp n cap)
  ; How many squares of a tree are of the kind, in unary, exact up to CAP.
  (cond ((null tree) 1)
        ((atom tree) (one-if (is-of kind tree own opp n)))
        (t (sum-of (total kind (car tree) own opp n cap)
                   (total kind (cdr tree) own opp n cap)
                   (len (fringe (car tree)))
                   cap))))

(defun quarters (x y level n)
  ; The squares from X Y on, 2^LEVEL to each side, as a tree of quarters.
  (if (zp level)
      (if (on-board x y n) (square x y n) nil)
    (let ((half (expt 2 (1- level))))
      (cons (cons (quarters x y (1- level) n)
                  (quarters (+ x half) y (1- level) n))
            (cons (quarters x (+ y half) (1- level) n)
                  (quarters (+ x half) (+ y half) (1- level) n))))))

;; ---------------------------------------------------------------------------------------------------------------
;; It counts

(local (in-theory (disable is-of)))

(local
 (defthm number-of-append
   (equal (number-of kind (append a b) own opp n)
          (+ (number-of kind a own opp n) (number-of kind b own opp n)))))

(local
 (defthm number-is-at-most-len
   (<= (number-of kind squares own opp n) (len squares))
   :rule-classes :linear))

(defthm total-counts
  (implies (posp cap)
           (represents (total kind tree own opp n cap)
                       (number-of kind (fringe tree) own opp n)
                       cap))
  :hints (("goal" :induct (fringe tree))
          ("subgoal *1/3" :use ((:instance sum-represents
                                 (a (total kind (car tree) own opp n cap)) (top (len (fringe (car tree))))
                                 (b (total kind (cdr tree) own opp n cap))
                                 (m (number-of kind (fringe (car tree)) own opp n))
                                 (p (number-of kind (fringe (cdr tree)) own opp n)))))))

;; ---------------------------------------------------------------------------------------------------------------
;; The same of lists of squares

(defcong perm equal (number-of kind squares own opp n) 2)

(defun below (s)
  (if (zp s) nil (cons (1- s) (below (1- s)))))

(defthm len-of-legal-moves-below
  (equal (len (legal-moves-below own opp s n))
         (number-of :legal (below s) own opp n))
  :hints (("goal" :in-theory (e/d (is-of) (legal)))))

(defthm len-of-empty-squares-below
  ; The side of the board plays no part in it; 8 is what the theorems have.
  (equal (len (empty-squares-below own opp s))
         (number-of :empty (below s) own opp 8))
  :hints (("goal" :in-theory (e/d (is-of) (legal logbitp)))))

(defthm empty-squares-need-no-side
  (equal (number-of :empty squares own opp n)
         (number-of :empty squares own opp 8))
  :hints (("goal" :in-theory (e/d (is-of) (legal logbitp))))
  :rule-classes nil)

(defthm reaches-of-total
  ; What is used: the solver's number is the number of squares on the list.
  (implies (and (perm (fringe tree) (below s)) (posp cap) (natp k) (<= k cap))
           (iff (reaches k (total kind tree own opp n cap))
                (<= k (number-of kind (below s) own opp n))))
  :hints (("goal" :use ((:instance total-counts)) :in-theory (disable total-counts total))))

(defthm legal-moves-are-empty-squares
  (<= (number-of :legal squares own opp n) (number-of :empty squares own opp n))
  :hints (("goal" :in-theory (e/d (is-of legal) (brackets-somewhere logbitp column row))))
  :rule-classes nil)
