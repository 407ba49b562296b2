; On 4x4 no reachable position has 7 legal moves, by last steps: a second way to what reachable-4.lisp computes. Such a
; position would have 7 to 10 empty squares, so two to five steps lead to it from the centre, in any colours.

(in-package "ACL2")

(include-book "refute")
(include-book "windows")

(defconst *tree-4* (quarters 0 0 2 4))

(local
 (def-formulas-fit formulas-fit 4 ("steps-4" . 3600) ("beside-4" . 3600)))

(local
 (def-bound-by-steps few-moves-after-two-steps formulas-fit 7 10 2 4 ("last-steps-4-2" . 3600)))

(local
 (def-bound-by-steps few-moves-after-three-steps formulas-fit 7 9 3 4 ("last-steps-4-3" . 3600)))

(local
 (def-bound-by-steps few-moves-after-four-steps formulas-fit 7 8 4 4 ("last-steps-4-4" . 3600)))

(local
 (def-bound-by-steps few-moves-after-five-steps formulas-fit 7 7 5 4 ("last-steps-4-5" . 3600)))

(local
 (fgl::def-fgl-thm refuted-of-empties
   (implies (and (boardp own opp 4)
                 (centre-occupied own opp 4)
                 (reaches 7 (total :legal *tree-4* own opp 4 7)))
            (not (reaches 11 (total :empty *tree-4* own opp 4 11))))
   :sat-config '("empties-4" . 3600)
   :rule-classes nil))

(local
 (defthm with-7-legal-moves-7-to-10-empty-squares
   (implies (and (boardp own opp 4)
                 (centre-occupied own opp 4)
                 (<= 7 (len (legal-moves own opp 4))))
            (and (<= 7 (len (empty-squares own opp 4)))
                 (<= (len (empty-squares own opp 4)) 10)))
   :hints (("goal" :use (refuted-of-empties
                         (:instance legal-moves-are-empty-squares (squares (below 16)) (n 4))
                         (:instance empty-squares-need-no-side (squares (below 16)) (n 4))
                         (:instance reaches-of-total
                          (kind :legal) (tree *tree-4*) (s 16) (n 4) (cap 7) (k 7))
                         (:instance reaches-of-total
                          (kind :empty) (tree *tree-4*) (s 16) (n 4) (cap 11) (k 11)))
            :in-theory (disable boardp centre-occupied total reaches number-of reaches-of-total)))
   :rule-classes nil))

(defthm no-reachable-position-has-7-legal-moves-on-4x4
  (implies (reachable own opp 4)
           (< (len (legal-moves own opp 4)) 7))
  :hints (("goal" :use (formulas-fit
                        few-moves-after-two-steps
                        few-moves-after-three-steps
                        few-moves-after-four-steps
                        few-moves-after-five-steps
                        with-7-legal-moves-7-to-10-empty-squares
                        (:instance reachable-positions-are-boards (n 4)))
           :in-theory (disable reachable legal-moves empty-squares boardp centre-occupied fits-all start-fits)))
  :rule-classes nil)
