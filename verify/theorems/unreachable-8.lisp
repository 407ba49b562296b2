; On 8x8 no reachable position has 34 legal moves. Such a position would have 34 to 37 empty squares, so eight last steps
; lead to it from a position with 42 empty squares or more, whose discs grew from the centre in 18 rounds.

(in-package "ACL2")

(include-book "refute")
(include-book "windows")
(include-book "empties-34")

(local
 (def-formulas-fit formulas-fit 8 ("steps-8" . 7200) ("beside-8" . 7200)))

(local
 (def-bound-by-steps few-moves-after-eight-steps formulas-fit 34 34 8 8 ("last-steps-8" . 14400)))

(defthm no-reachable-position-has-34-legal-moves-on-8x8
  (implies (reachable own opp 8)
           (< (len (legal-moves own opp 8)) 34))
  :hints (("goal" :use (formulas-fit
                        few-moves-after-eight-steps
                        with-34-legal-moves-at-most-37-empty-squares
                        with-34-legal-moves-at-least-34-empty-squares
                        (:instance reachable-positions-are-boards (n 8)))
           :in-theory (disable reachable legal-moves empty-squares boardp centre-occupied fits-all start-fits)))
  :rule-classes nil)
