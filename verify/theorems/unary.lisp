; Numbers in unary for a solver: a list of bits, the first of which says that the number is at least 1, the next that it
; is at least 2. They are added pair by pair (a totalizer: Bailleux and Boufkhad, 2003). That the sum is the sum is
; proved here, so nothing about it has to be believed.

(in-package "ACL2")

(defun reaches (k unary)
  ; The number is at least K.
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

(defun sum-of (a b cap)
  ; Exact up to CAP.
  (sums 1 (min cap (+ (len a) (len b))) a b))

;; ---------------------------------------------------------------------------------------------------------------
;; What a list of bits means

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

(defthm len-of-sum
  (implies (natp cap)
           (equal (len (sum-of a b cap)) (min cap (+ (len a) (len b))))))

(defthm sum-represents
  (implies (and (represents a m cap) (represents b p cap) (natp m) (natp p) (posp cap)
                (or (<= m (len a)) (equal (len a) cap))
                (or (<= p (len b)) (equal (len b) cap))
                (<= (len a) cap) (<= (len b) cap))
           (represents (sum-of a b cap) (+ m p) cap))
  :hints (("goal" :expand ((:free (top m) (represents (sums 1 top a b) m cap)))
           :do-not-induct t
           :in-theory (disable sum-reaches sums reaches))))

(local
 (defthm reaches-of-leaves
   (and (iff (reaches k nil) (zp k))
        (iff (reaches k '(nil)) (zp k))
        (iff (reaches k '(t)) (or (zp k) (equal k 1))))
   :hints (("goal" :expand ((:free (k) (reaches k nil)) (reaches k '(nil)) (reaches k '(t)))))))

(defthm bits-represent
  (and (represents nil 0 cap)
       (represents '(nil) 0 cap)
       (represents '(t) 1 cap))
  :hints (("goal" :expand ((:free (unary m) (represents unary m cap))))))

(in-theory (disable sum-of reaches))
