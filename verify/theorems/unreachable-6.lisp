; On 6x6 no reachable position has 20 legal moves, though positions have 20. One with 20 would have exactly 20 empty squares,
; so eight last steps lead to it from a position with 28, whose discs grew from the centre in four rounds.

(in-package "ACL2")

(include-book "refute")
(include-book "windows")

(defconst *tree-6* (quarters 0 0 3 6))

(local
 (def-formulas-fit formulas-fit 6 ("steps-6" . 3600) ("beside-6" . 3600)))

(local
 (def-bound-by-steps few-moves-after-eight-steps formulas-fit 20 20 8 6 ("last-steps-6" . 3600)))

(local
 (fgl::def-fgl-thm refuted-of-empties
   (implies (and (boardp own opp 6)
                 (centre-occupied own opp 6)
                 (reaches 20 (total :legal *tree-6* own opp 6 20)))
            (not (reaches 21 (total :empty *tree-6* own opp 6 21))))
   :sat-config '("empties-6" . 3600)
   :rule-classes nil))

(local
 (defthm with-20-legal-moves-20-empty-squares
   (implies (and (boardp own opp 6)
                 (centre-occupied own opp 6)
                 (<= 20 (len (legal-moves own opp 6))))
            (equal (len (empty-squares own opp 6)) 20))
   :hints (("goal" :use (refuted-of-empties
                         (:instance legal-moves-are-empty-squares (squares (below 36)) (n 6))
                         (:instance empty-squares-need-no-side (squares (below 36)) (n 6))
                         (:instance reaches-of-total
                          (kind :legal) (tree *tree-6*) (s 36) (n 6) (cap 20) (k 20))
                         (:instance reaches-of-total
                          (kind :empty) (tree *tree-6*) (s 36) (n 6) (cap 21) (k 21)))
            :in-theory (disable boardp centre-occupied total reaches number-of reaches-of-total)))
   :rule-classes nil))

(defthm no-reachable-position-has-20-legal-moves-on-6x6
  (implies (reachable own opp 6)
           (< (len (legal-moves own opp 6)) 20))
  :hints (("goal" :use (formulas-fit
                        few-moves-after-eight-steps
                        with-20-legal-moves-20-empty-squares
                        (:instance reachable-positions-are-boards (n 6)))
           :in-theory (disable reachable legal-moves empty-squares boardp centre-occupied fits-all start-fits)))
  :rule-classes nil)

; The last move first; squares row by row, 0 is a1 and 35 is f6.
(defthm a-game-reaches-19-legal-moves-on-6x6
  (let ((position (end-of '(28 8 27 12 7 19 10 16 25 22 9 13) 6)))
    (equal (len (legal-moves (car position) (cdr position) 6)) 19))
  :rule-classes nil)
