; On small boards: no reachable position of 4x4 has 7 legal moves, and none of 6x6 has 20, though other positions do.

(in-package "ACL2")

(include-book "refute")
(include-book "windows")

;; ---------------------------------------------------------------------------------------------------------------
;; 4x4

; A second way to what reachable-4.lisp computes. A position with 7 legal moves would have 7 to 10 empty squares, so two to
; five steps lead to it from the centre, in any colours.

(defconst *tree-4* (quarters 0 0 2 4))

(local
 (def-formulas-fit formulas-fit-4 4 ("steps-4" . 3600) ("beside-4" . 3600)))

(local
 (def-bound-by-steps few-moves-after-two-steps formulas-fit-4 7 10 2 4 ("last-steps-4-2" . 3600)))

(local
 (def-bound-by-steps few-moves-after-three-steps formulas-fit-4 7 9 3 4 ("last-steps-4-3" . 3600)))

(local
 (def-bound-by-steps few-moves-after-four-steps formulas-fit-4 7 8 4 4 ("last-steps-4-4" . 3600)))

(local
 (def-bound-by-steps few-moves-after-five-steps formulas-fit-4 7 7 5 4 ("last-steps-4-5" . 3600)))

(local
 (fgl::def-fgl-thm refuted-of-empties-4
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
   :hints (("goal" :use (refuted-of-empties-4
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
  :hints (("goal" :use (formulas-fit-4
                        few-moves-after-two-steps
                        few-moves-after-three-steps
                        few-moves-after-four-steps
                        few-moves-after-five-steps
                        with-7-legal-moves-7-to-10-empty-squares
                        (:instance reachable-positions-are-boards (n 4)))
           :in-theory (disable reachable legal-moves empty-squares boardp centre-occupied fits-all start-fits)))
  :rule-classes nil)

;; ---------------------------------------------------------------------------------------------------------------
;; 6x6

; A position with 20 legal moves would have exactly 20 empty squares, so eight last steps lead to it from a position with 28,
; whose discs grew from the centre in four rounds.

(defconst *tree-6* (quarters 0 0 3 6))

(local
 (def-formulas-fit formulas-fit-6 6 ("steps-6" . 3600) ("beside-6" . 3600)))

(local
 (def-bound-by-steps few-moves-after-eight-steps formulas-fit-6 20 20 8 6 ("last-steps-6" . 3600)))

(local
 (fgl::def-fgl-thm refuted-of-empties-6
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
   :hints (("goal" :use (refuted-of-empties-6
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
  :hints (("goal" :use (formulas-fit-6
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
