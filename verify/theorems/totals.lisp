; Comparisons of sums of sets' sizes for a solver: a totalizer of all squares of all sets, in quarters of the board.

(in-package "ACL2")

(include-book "refute")
(include-book "sets")
(include-book "unary")
(include-book "sorting/perm" :dir :system)
(local (include-book "arithmetic/top" :dir :system))
(local (include-book "centaur/bitops/ihsext-basics" :dir :system))

;; ---------------------------------------------------------------------------------------------------------------
;; The totalizer

(defun quarters (x y level board)
  ; The squares from X Y on, 2^LEVEL to each side, as a tree of quarters.
  (if (zp level)
      (let ((s (at x y board)))
        (if (and s (logbitp s (third board))) s nil))
    (let ((half (expt 2 (1- level))))
      (cons (cons (quarters x y (1- level) board)
                  (quarters (+ x half) y (1- level) board))
            (cons (quarters x (+ y half) (1- level) board)
                  (quarters (+ x half) (+ y half) (1- level) board))))))

(defun total-at (s sets cap)
  ; How many of the sets have square S, in unary, exact up to CAP.
  (if (atom sets)
      1
    (sum-of (one-if (logbitp s (car sets))) (total-at s (cdr sets) cap) 1 cap)))

(defun total (tree sets cap)
  ; How often the sets have squares of the tree.
  (cond ((null tree) 1)
        ((atom tree) (total-at tree sets cap))
        (t (sum-of (total (car tree) sets cap)
                   (total (cdr tree) sets cap)
                   (* (len sets) (len (fringe (car tree))))
                   cap))))

(defun complements (sets board)
  (if (atom sets)
      nil
    (cons (others-of (car sets) board) (complements (cdr sets) board))))

(defun counts-by-total (minus plus constant board)
  ; A square that a set of PLUS lacks counts on the other side.
  (let ((cap (+ 1 constant (* (len plus) (len (squares-on (third board) board))))))
    (and (posp cap)
         (not (reaches cap (total (quarters 0 0 5 board) (append minus (complements plus board)) cap))))))

;; ---------------------------------------------------------------------------------------------------------------
;; It counts

(defun number-at (s sets)
  (cond ((atom sets) 0)
        ((logbitp s (car sets)) (+ 1 (number-at s (cdr sets))))
        (t (number-at s (cdr sets)))))

(defun number-in (squares sets)
  (if (atom squares)
      0
    (+ (number-at (car squares) sets) (number-in (cdr squares) sets))))

(local (in-theory (disable logbitp)))

(local
 (defthm total-at-counts
   (implies (posp cap)
            (represents (total-at s sets cap) (number-at s sets) cap))
   :hints (("goal" :induct (len sets))
           ("subgoal *1/1" :use ((:instance sum-represents
                                  (a (one-if (logbitp s (car sets)))) (b (total-at s (cdr sets) cap)) (top 1)
                                  (m (if (logbitp s (car sets)) 1 0)) (p (number-at s (cdr sets)))))))))

(local
 (defthm number-in-two-lists
   (equal (number-in (append a b) sets)
          (+ (number-in a sets) (number-in b sets)))))

(local
 (defthm number-at-is-at-most-len
   (<= (number-at s sets) (len sets))
   :rule-classes :linear))

(local
 (defthm number-in-is-at-most-product
   (<= (number-in squares sets) (* (len sets) (len squares)))
   :hints (("goal" :induct (len squares)))
   :rule-classes :linear))

(local
 (defthm total-counts
   (implies (posp cap)
            (represents (total tree sets cap) (number-in (fringe tree) sets) cap))
   :hints (("goal" :induct (fringe tree))
           ("subgoal *1/3" :use ((:instance sum-represents
                                  (a (total (car tree) sets cap)) (top (* (len sets) (len (fringe (car tree)))))
                                  (b (total (cdr tree) sets cap))
                                  (m (number-in (fringe (car tree)) sets))
                                  (p (number-in (fringe (cdr tree)) sets))))))))

(local
 (defthm number-in-each-set
   (equal (number-in squares (cons a sets))
          (+ (number-in squares (list a)) (number-in squares sets)))
   :rule-classes nil))

(local
 (defthm number-in-no-set
   (implies (atom sets)
            (equal (number-in squares sets) 0))))

(local
 (defthm number-in-one-set
   (equal (number-in (squares-below s (third board) board) (list a))
          (len (squares-below s a board)))))

(local
 (defthm number-in-sets
   (equal (number-in (squares-on (third board) board) sets)
          (sizes-on sets board))
   :hints (("goal" :induct (len sets) :in-theory (enable squares-on size-on sizes-on))
           ("subgoal *1/1" :use ((:instance number-in-each-set
                                  (squares (squares-on (third board) board)) (a (car sets)) (sets (cdr sets))))))))

(local
 (defthm length-of-others
   (equal (len (squares-below s (others-of a board) board))
          (- (len (squares-below s (third board) board))
             (len (squares-below s a board))))))

(local
 (defthm size-of-others
   (equal (size-on (others-of a board) board)
          (- (len (squares-on (third board) board)) (size-on a board)))
   :hints (("goal" :in-theory (e/d (size-on squares-on) (others-of))))))

(local (in-theory (disable others-of)))

(local
 (defthm sizes-of-complements
   (equal (sizes-on (complements sets board) board)
          (- (* (len sets) (len (squares-on (third board) board)))
             (sizes-on sets board)))
   :hints (("goal" :in-theory (enable sizes-on)))))

(local
 (defthm sizes-of-two-lists
   (equal (sizes-on (append a b) board)
          (+ (sizes-on a board) (sizes-on b board)))
   :hints (("goal" :in-theory (enable sizes-on)))))

(local (defcong perm equal (number-in squares sets) 1))

(local
 (defthm number-in-tree
   (implies (perm (fringe tree) (squares-on (third board) board))
            (equal (number-in (fringe tree) sets)
                   (sizes-on sets board)))
   :hints (("goal" :use ((:instance perm-implies-equal-number-in-1
                          (squares (fringe tree)) (squares-equiv (squares-on (third board) board))))
            :in-theory (disable fringe perm)))))

(fgl::def-fgl-rewrite counts-by-total-of-sets
  ; That the tree has each square of the board once is checked for each board.
  (implies (and (perm (fringe (quarters 0 0 5 board)) (squares-on (third board) board))
                (integerp constant))
           (equal (counts-on minus plus constant board)
                  (counts-by-total minus plus constant board)))
  :hints (("goal" :use ((:instance total-counts
                         (tree (quarters 0 0 5 board))
                         (sets (append minus (complements plus board)))
                         (cap (+ 1 constant (* (len plus) (len (squares-on (third board) board)))))))
           :in-theory (disable total-counts total quarters fringe complements))))
