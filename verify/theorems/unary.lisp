; Numbers in unary for a solver: bit K of the natural number says that the number is at least K, so bit 0 is set. Two of
; them are added bit by bit (a totalizer: Bailleux and Boufkhad, 2003). That the sum is the sum is proved here, so nothing
; about it has to be believed.

(in-package "ACL2")

(include-book "ihs/basic-definitions" :dir :system)
(local (include-book "centaur/bitops/ihsext-basics" :dir :system))

(defun reaches (k unary)
  ; The number is at least K.
  (logbitp k unary))

(defun sum-up-to (j a b)
  ; Bit K is set if, for some I up to J, A is at least I and B is at least K - I.
  (if (zp j)
      b
    (logior (if (logbitp j a) (ash b j) 0)
            (sum-up-to (1- j) a b))))

(defun sum-of (a b top cap)
  ; Exact up to CAP. A is at most TOP.
  (loghead (+ 1 cap) (sum-up-to (min top cap) a b)))

(defun one-if (condition)
  (if condition 3 1))

(defun fringe (tree)
  ; The leaves of a tree of numbers to add.
  (cond ((null tree) nil)
        ((atom tree) (list tree))
        (t (append (fringe (car tree)) (fringe (cdr tree))))))

;; ---------------------------------------------------------------------------------------------------------------
;; What the bits mean

(defun-sk represents (unary m cap)
  (forall k (implies (and (natp k) (<= k cap))
                     (iff (logbitp k unary) (<= k m))))
  :rewrite :direct)

(in-theory (disable represents))
(local (in-theory (disable logbitp)))

(local
 (defthm reaches-of-sum-up-to
   (implies (and (represents a m cap) (represents b p cap)
                 (natp m) (natp p) (natp j) (natp k) (<= k cap) (natp cap) (<= j cap))
            (iff (logbitp k (sum-up-to j a b))
                 (<= (- k (min j m)) p)))
   :hints (("goal" :induct (sum-up-to j a b))
           ("subgoal *1/2" :cases ((<= j k))))))

(defthm sum-represents
  (implies (and (represents a m cap) (represents b p cap) (natp m) (natp p) (natp cap) (natp top)
                (or (<= m top) (<= cap top)))
           (represents (sum-of a b top cap) (+ m p) cap))
  :hints (("goal" :expand ((:free (b m) (represents (loghead (+ 1 cap) b) m cap))))))

(defthm zero-represents
  (represents 1 0 cap)
  :hints (("goal" :expand ((represents 1 0 cap)))))

(defthm one-if-represents
  (represents (one-if condition) (if condition 1 0) cap)
  :hints (("goal" :expand ((:free (unary m) (represents unary m cap))))))

(defthm reaches-of-number
  (implies (and (represents unary m cap) (natp k) (<= k cap))
           (iff (reaches k unary) (<= k m))))

(in-theory (disable sum-of one-if reaches))
