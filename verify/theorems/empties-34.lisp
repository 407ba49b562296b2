; A position with an occupied centre and 34 legal moves or more has at most 37 empty squares; there is one with 37.

(in-package "ACL2")

(include-book "refute")
(include-book "counting")

(defconst *tree* (quarters 0 0 3 8))

(local
 (fgl::def-fgl-thm refuted
   (implies (and (boardp own opp 8)
                 (centre-occupied own opp 8)
                 (reaches 34 (total :legal *tree* own opp 8 34)))
            (not (reaches 38 (total :empty *tree* own opp 8 38))))
   :sat-config '("empties-34" . 14400)
   :rule-classes nil))

(defthm with-34-legal-moves-at-most-37-empty-squares
  (implies (and (boardp own opp 8)
                (centre-occupied own opp 8)
                (<= 34 (len (legal-moves own opp 8))))
           (<= (len (empty-squares own opp 8)) 37))
  :hints (("goal" :use (refuted
                        (:instance reaches-of-total
                         (kind :legal) (tree *tree*) (s 64) (n 8) (cap 34) (k 34))
                        (:instance reaches-of-total
                         (kind :empty) (tree *tree*) (s 64) (n 8) (cap 38) (k 38)))
           :in-theory (disable boardp centre-occupied total reaches number-of reaches-of-total)))
  :rule-classes nil)

; By lines, X to move: -------- --O-OXO- -OOX-XO- --XXO-O- -O-OX-X- -XX--XO- -OOOXOO- --------
(defthm some-position-with-34-legal-moves-has-37-empty-squares
  (let ((own 4545724870565888) (opp 31032660478809088))
    (and (boardp own opp 8)
         (centre-occupied own opp 8)
         (equal (len (legal-moves own opp 8)) 34)
         (equal (len (empty-squares own opp 8)) 37)))
  :rule-classes nil)

(defthm with-34-legal-moves-at-least-34-empty-squares
  ; So such a position has 27 to 30 discs.
  (implies (<= 34 (len (legal-moves own opp 8)))
           (<= 34 (len (empty-squares own opp 8))))
  :hints (("goal" :use ((:instance legal-moves-are-empty-squares (squares (below 64)) (n 8)))
           :in-theory (disable number-of)))
  :rule-classes nil)
