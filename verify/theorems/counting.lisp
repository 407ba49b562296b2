; Counting for a solver: a number as a list of its bits in unary, which is added from quarters of the board to the whole
; (a totalizer: Bailleux and Boufkhad, 2003). That it counts is proved here, so nothing about it has to be believed.

(in-package "ACL2")

(include-book "rules")
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
;; Numbers in unary

(defun reaches (k unary)
  ; The number is at least K. The first element of UNARY says that it is at least 1, the next that it is at least 2.
  (cond ((zp k) t)
        ((atom unary) nil)
        ((equal k 1) (if (car unary) t nil))
        (t (reaches (1- k) (cdr unary)))))

(defun sum-reaches (k i a b)
  ; For some J up to I, A is at least J and B is at least K - J.
  (if (zp i)
      (reaches k b)
    (or (and (reaches i a) (reaches (- k i) b))
        (sum-reaches k (1- i) a b))))

(defun sums (k top a b)
  (declare (xargs :measure (nfix (- (+ 1 (nfix top)) (nfix k)))))
  (if (or (not (natp k)) (not (natp top)) (< top k))
      nil
    (cons (sum-reaches k (min k (len a)) a b)
          (sums (1+ k) top a b))))

(defun total (kind tree own opp n cap)
  ; How many squares of a tree are of the kind, in unary, exact up to CAP.
  (cond ((null tree) nil)
        ((atom tree) (list (is-of kind tree own opp n)))
        (t (let ((a (total kind (car tree) own opp n cap))
                 (b (total kind (cdr tree) own opp n cap)))
             (sums 1 (min cap (+ (len a) (len b))) a b)))))

(defun fringe (tree)
  (cond ((null tree) nil)
        ((atom tree) (list tree))
        (t (append (fringe (car tree)) (fringe (cdr tree))))))

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

(defun-sk represents (unary m cap)
  (forall k (implies (and (natp k) (<= k cap))
                     (iff (reaches k unary) (<= k m))))
  :rewrite :direct)

(in-theory (disable represents))

(local
 (defthm sum-reaches-of-numbers
   (implies (and (represents a m cap) (represents b p cap)
                 (natp m) (natp p) (natp i) (natp k) (<= i k) (<= k cap) (natp cap))
            (iff (sum-reaches k i a b)
                 (<= (- k (min i m)) p)))
   :hints (("goal" :induct (sum-reaches k i a b) :in-theory (disable reaches)))))

(local
 (defun both (j k top)
   (declare (xargs :measure (nfix j)))
   (if (or (zp j) (< top k)) (list j k top) (both (1- j) (1+ k) top))))

(local
 (defthm reaches-of-sums
   (implies (and (natp j) (posp k) (natp top))
            (iff (reaches j (sums k top a b))
                 (or (zp j)
                     (and (<= (+ k j -1) top)
                          (sum-reaches (+ k j -1) (min (+ k j -1) (len a)) a b)))))
   :hints (("goal" :induct (both j k top) :in-theory (disable sum-reaches)
            :expand ((sums k top a b) (:free (x y) (reaches j (cons x y))))))))

(local
 (defthm len-of-sums
   (implies (and (posp k) (natp top))
            (equal (len (sums k top a b)) (nfix (- (+ 1 top) k))))))

(local
 (defthm length-of-two-lists
   (equal (len (append a b)) (+ (len a) (len b)))))

(local
 (defthm len-of-total
   (implies (posp cap)
            (equal (len (total kind tree own opp n cap))
                   (min cap (len (fringe tree)))))
   :hints (("goal" :induct (fringe tree) :in-theory (disable sums)))))

(local
 (defthm number-of-append
   (equal (number-of kind (append a b) own opp n)
          (+ (number-of kind a own opp n) (number-of kind b own opp n)))))

(local
 (defthm number-is-at-most-len
   (<= (number-of kind squares own opp n) (len squares))
   :rule-classes :linear))

(local
 (defthm sums-represent
   (implies (and (represents a m cap) (represents b p cap) (natp m) (natp p) (posp cap) (natp top)
                 (or (<= m (len a)) (equal (len a) cap))
                 (or (<= p (len b)) (equal (len b) cap))
                 (or (and (equal top cap) (<= cap (+ (len a) (len b))))
                     (and (<= top cap) (equal top (+ (len a) (len b))))))
            (represents (sums 1 top a b) (+ m p) cap))
   :hints (("goal" :expand ((:free (top m) (represents (sums 1 top a b) m cap)))
            :do-not-induct t
            :in-theory (disable sum-reaches sums reaches)))))

(local
 (defthm reaches-of-leaves
   (and (iff (reaches k nil) (zp k))
        (iff (reaches k '(nil)) (zp k))
        (iff (reaches k '(t)) (or (zp k) (equal k 1))))
   :hints (("goal" :expand ((:free (k) (reaches k nil)) (reaches k '(nil)) (reaches k '(t)))))))

(local
 (defthm leaves-represent
   (and (represents nil 0 cap)
        (represents '(nil) 0 cap)
        (represents '(t) 1 cap))
   :hints (("goal" :expand ((:free (unary m) (represents unary m cap)))))))

(defthm total-counts
  (implies (posp cap)
           (represents (total kind tree own opp n cap)
                       (number-of kind (fringe tree) own opp n)
                       cap))
  :hints (("goal" :induct (fringe tree) :in-theory (disable sums))))

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
  :hints (("goal" :use ((:instance total-counts)) :in-theory (disable total-counts total reaches))))

(defthm legal-moves-are-empty-squares
  (<= (number-of :legal squares own opp n) (number-of :empty squares own opp n))
  :hints (("goal" :in-theory (e/d (is-of legal) (brackets-somewhere logbitp column row))))
  :rule-classes nil)
