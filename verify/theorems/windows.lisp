; What is refuted of a board, written once for all boards: that the formulas of steps.lisp say what the rules say, and that
; no window of so many steps leads to so many legal moves. Two macros, for books that include refute.lisp.

(in-package "ACL2")

(include-book "last-steps")

(defthmd len-by-one
  (implies (and (syntaxp (quotep k)) (natp k))
           (equal (equal (len list) k)
                  (if (zp k)
                      (atom list)
                    (and (consp list) (equal (len (cdr list)) (1- k)))))))

(defun numbered (letter k)
  ; The variables M1 M2 ... MK.
  (if (zp k)
      nil
    (append (numbered letter (1- k))
            (list (intern-in-package-of-symbol
                   (concatenate 'string letter (coerce (explode-nonnegative-integer k 10 nil) 'string))
                   'numbered)))))

(defun elements (list i k)
  ; The terms (NTH 0 LIST) (NTH 1 LIST) ... (NTH K-1 LIST), if I is K.
  (if (zp i)
      nil
    (cons `(nth ,(- k i) ,list) (elements list (1- i) k))))

(defun bounded (variables squares)
  ; Each is a set of squares.
  (if (atom variables)
      nil
    (cons `(unsigned-byte-p ,squares ,(car variables)) (bounded (cdr variables) squares))))

(defun each-of-sets (i k n)
  ; The same of each element of a list of K sets, as uses of a theorem.
  (if (zp i)
      nil
    (cons `(:instance one-of-sets-p (sets moves) (n ,n) (i ,(- k i))) (each-of-sets (1- i) k n))))

(defmacro def-formulas-fit (name n steps beside)
  ; The theorem NAME: a step by shifts is a step of the rules, and likewise two in line. STEPS and BESIDE are the names of
  ; the clauses, each with the seconds to wait for a proof.
  `(encapsulate ()
     (local
      (fgl::def-fgl-thm refuted-of-fits
        (implies (and (boardp own opp ,n)
                      (centre-occupied own opp ,n))
                 (fits own opp ,n))
        :sat-config ',steps
        :rule-classes nil))
     (local
      (fgl::def-fgl-thm refuted-of-beside
        (implies (unsigned-byte-p ,(* n n) set)
                 (beside-fits-below set ,(* n n) ,n))
        :sat-config ',beside
        :rule-classes nil))
     (defthm ,name
       (and (fits-all ,n)
            (beside-fits ,n)
            (start-fits ,n))
       :hints (("goal" :use ((:instance refuted-of-fits
                              (own (mv-nth 0 (fits-all-witness ,n))) (opp (mv-nth 1 (fits-all-witness ,n))))
                             (:instance refuted-of-beside (set (beside-fits-witness ,n))))
                :in-theory (e/d (fits-all beside-fits) (fits boardp centre-occupied beside-fits-below))))
       :rule-classes nil)))

(defmacro def-bound-by-steps (name fit most least k n clauses)
  ; The theorem NAME: a reachable position with LEAST empty squares or more, and with K steps or more behind it, has fewer
  ; than MOST legal moves. No K steps lead to so many from a position with K more empty squares, whose discs grew from the
  ; centre. FIT is the theorem that DEF-FORMULAS-FIT made.
  (let* ((moves (numbered "M" k))
         (passes (numbered "P" k))
         (tree (quarters 0 0 (integer-length (1- n)) n))
         (rounds (- (* n n) (+ 4 k least)))
         (last `(last-steps ,k (reachable-witness own opp ,n) nil nil)))
    `(encapsulate ()
       (local
        (fgl::def-fgl-thm refuted-of-window
          (implies (and ,@(bounded moves (* n n)))
                   (not (window ,most ,(+ least k) ',tree ,rounds (list ,@moves) (list ,@passes) own opp ,n)))
          :sat-config ',clauses
          :rule-classes nil))
       (local
        (defthm elements-of-a-list
          (implies (and (true-listp list) (equal (len list) ,k))
                   (equal (list ,@(elements 'list k k)) list))
          :hints (("goal" :in-theory (e/d (len-by-one nth) (len)) :do-not-induct t))
          :rule-classes nil))
       (local
        (defthm no-window
          (implies (and (sets-p moves ,n) (equal (len moves) ,k)
                        (true-listp passes) (equal (len passes) ,k))
                   (not (window ,most ,(+ least k) ',tree ,rounds moves passes own opp ,n)))
          :hints (("goal" :use ((:instance refuted-of-window
                                 ,@(pairlis$ moves (pairlis$ (elements 'moves k k) nil))
                                 ,@(pairlis$ passes (pairlis$ (elements 'passes k k) nil)))
                                (:instance elements-of-a-list (list moves))
                                (:instance elements-of-a-list (list passes))
                                (:instance sets-are-lists (sets moves) (n ,n))
                                ,@(each-of-sets k k n))
                   :in-theory (disable window unsigned-byte-p nth len true-listp sets-p)
                   :do-not-induct t))
          :rule-classes nil))
       (defthm ,name
         (implies (and (reachable own opp ,n)
                       (<= ,least (len (empty-squares own opp ,n)))
                       (<= (len (empty-squares own opp ,n)) ,(- (* n n) (+ 4 k))))
                  (< (len (legal-moves own opp ,n)) ,most))
         :hints (("goal" :use (,fit
                               (:instance reachable-positions-have-windows
                                (most ,most) (empty ,(+ least k)) (tree ',tree) (rounds ,rounds) (k ,k) (n ,n))
                               (:instance no-window
                                (moves (second ,last))
                                (passes (third ,last))
                                (own (car (end-of (first ,last) ,n)))
                                (opp (cdr (end-of (first ,last) ,n)))))
                  :in-theory (disable window reachable legal-moves empty-squares end-of last-steps sets-p boardp
                                      centre-occupied fits-all beside-fits start-fits len true-listp)
                  :do-not-induct t))
         :rule-classes nil))))
