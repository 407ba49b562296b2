; What a game occupies: it has grown from the centre by shifts, if BESIDE-FITS holds, which is refuted for each board; and each
; disc takes one of the empty squares.

(in-package "ACL2")

(include-book "steps")
(local (include-book "centaur/bitops/ihsext-basics" :dir :system))
(local (include-book "centaur/bitops/equal-by-logbitp" :dir :system))
(local (include-book "arithmetic/top" :dir :system))

(defun grown (set rounds n)
  ; What can be occupied from the centre on, in so many rounds, inside SET.
  (if (zp rounds)
      (centre n)
    (let ((reached (grown set (1- rounds) n)))
      (logior reached
              (logand set (beside-two reached *ways* n))))))

(defun within (a b)
  ; The set A is part of B.
  (equal (logandc2 a b) 0))

(defun beside-fits-below (set s n)
  ; Each square below S that is beside two in line is so by shifts.
  (or (zp s)
      (and (implies (two-in-line set (column (1- s) n) (row (1- s) n) *directions* n)
                    (logbitp (1- s) (beside-two set *ways* n)))
           (beside-fits-below set (1- s) n))))

(defun-sk beside-fits (n)
  (forall set
          (implies (unsigned-byte-p (* n n) set)
                   (beside-fits-below set (* n n) n)))
  :rewrite :direct)

(local (in-theory (disable legal after-move turned turned-set legal-set allowed boardp centre-occupied start (start)
                           fits-all start-fits beside-fits step-fits column row unsigned-byte-p ash)))

(local
 (defthm bit-of-one
   (implies (and (natp i) (natp k))
            (iff (logbitp i (ash 1 k)) (equal i k)))
   :hints (("goal" :in-theory (enable bitops::logbitp-of-ash-split)))))

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

(defthm within-itself
  (implies (integerp a) (within a a))
  :hints ((bitops::logbitp-reasoning)))

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
