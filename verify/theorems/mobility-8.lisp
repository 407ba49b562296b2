; On 8x8 a position with an occupied centre has at most 34 legal moves, and there is one with 34.

(in-package "ACL2")

(include-book "refute")
(include-book "counting")

(defconst *tree-8* (quarters 0 0 3 8))

(local
 (fgl::def-fgl-thm refuted
   (implies (and (boardp own opp 8)
                 (centre-occupied own opp 8))
            (not (reaches 35 (total :legal *tree-8* own opp 8 35))))
   :sat-config '("mobility-8" . 3600)
   :rule-classes nil))

(defthm at-most-34-legal-moves-on-8x8
  (implies (and (boardp own opp 8)
                (centre-occupied own opp 8))
           (<= (len (legal-moves own opp 8)) 34))
  :hints (("goal" :use (refuted
                        (:instance reaches-of-total
                         (kind :legal) (tree *tree-8*) (s 64) (n 8) (cap 35) (k 35)))
           :in-theory (disable boardp centre-occupied total reaches number-of reaches-of-total)))
  :rule-classes nil)

; By lines, X to move: -------- -OO-OXO- -OX-OXOX -OXXO-O- -O-OX-X- -XX--XO- -OOOXOO- --------
(defthm some-position-has-34-legal-moves-on-8x8
  (let ((own 4545724878692352) (opp 31032660513150464))
    (and (boardp own opp 8)
         (centre-occupied own opp 8)
         (equal (len (legal-moves own opp 8)) 34)))
  :rule-classes nil)
