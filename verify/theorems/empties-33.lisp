; A position with an occupied centre and 33 legal moves or more has at most 38 empty squares; there is one with 38.

(in-package "ACL2")

(include-book "refute")
(include-book "counting")

(defconst *tree* (quarters 0 0 3 8))

(local
 (fgl::def-fgl-thm refuted
   (implies (and (boardp own opp 8)
                 (centre-occupied own opp 8)
                 (reaches 33 (total :legal *tree* own opp 8 33)))
            (not (reaches 39 (total :empty *tree* own opp 8 39))))
   :sat-config '("empties-33" . 14400)
   :rule-classes nil))

(defthm with-33-legal-moves-at-most-38-empty-squares
  (implies (and (boardp own opp 8)
                (centre-occupied own opp 8)
                (<= 33 (len (legal-moves own opp 8))))
           (<= (len (empty-squares own opp 8)) 38))
  :hints (("goal" :use (refuted
                        (:instance reaches-of-total
                         (kind :legal) (tree *tree*) (s 64) (n 8) (cap 33) (k 33))
                        (:instance reaches-of-total
                         (kind :empty) (tree *tree*) (s 64) (n 8) (cap 39) (k 39)))
           :in-theory (disable boardp centre-occupied total reaches number-of reaches-of-total)))
  :rule-classes nil)

; By lines, X to move: -------- -OOOXOO- -XX--XO- -O-OX-X- --XXO-O- --OX-XO- --O-OXO- --------
(defthm some-position-with-33-legal-moves-has-38-empty-squares
  (let ((own 9051232604131328) (opp 23719008603762176))
    (and (boardp own opp 8)
         (centre-occupied own opp 8)
         (equal (len (legal-moves own opp 8)) 33)
         (equal (len (empty-squares own opp 8)) 38)))
  :rule-classes nil)
