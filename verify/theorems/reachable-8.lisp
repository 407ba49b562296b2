; Reachable positions: none has 34 legal moves, and two games reach 33, one for each player.

(in-package "ACL2")

(include-book "refute")
(include-book "windows")
(include-book "empties-34")

(local
 (def-formulas-fit formulas-fit 8 ("steps-8" . 7200) ("beside-8" . 7200)))

(defthm reachable-positions-are-boards-on-8x8
  (implies (reachable own opp 8)
           (and (boardp own opp 8)
                (centre-occupied own opp 8)))
  :hints (("goal" :use (formulas-fit (:instance reachable-positions-are-boards (n 8)))
           :in-theory (disable reachable boardp centre-occupied fits-all start-fits)))
  :rule-classes nil)

;; ---------------------------------------------------------------------------------------------------------------
;; A position with 34 legal moves would have 34 to 37 empty squares, so eight last steps would lead to it from a position
;; with 42 empty squares or more, whose discs grew from the centre in 18 rounds.

(local
 (def-bound-by-steps few-moves-after-eight-steps formulas-fit 34 34 8 8 ("last-steps-8" . 14400)))

(defthm no-reachable-position-has-34-legal-moves-on-8x8
  (implies (reachable own opp 8)
           (< (len (legal-moves own opp 8)) 34))
  :hints (("goal" :use (few-moves-after-eight-steps
                        with-34-legal-moves-at-most-37-empty-squares
                        with-34-legal-moves-at-least-34-empty-squares
                        reachable-positions-are-boards-on-8x8)
           :in-theory (disable reachable legal-moves empty-squares boardp centre-occupied)))
  :rule-classes nil)

;; ---------------------------------------------------------------------------------------------------------------
;; Two games that reach 33, the last move first. Squares are numbers, row by row: 0 is a1, 63 is h8.

(defconst *game-of-black*
  '(13 20 9 51 50 25 33 43 54 18 17 21 49 53 52 44 38 26 22 29 37 42 11 45 34 19))

(defconst *game-of-white*
  '(14 2 9 23 11 10 18 13 12 42 30 38 49 41 33 21 50 46 54 20 52 43 44 34 19 45 37))

(defthm a-game-reaches-33-legal-moves-of-black
  (let ((position (end-of *game-of-black* 8)))
    (and (equal (len *game-of-black*) 26)
         (not (member :pass *game-of-black*))
         (equal (len (legal-moves (car position) (cdr position) 8)) 33)))
  :rule-classes nil)

(defthm a-game-reaches-33-legal-moves-of-white
  (let ((position (end-of *game-of-white* 8)))
    (and (equal (len *game-of-white*) 27)
         (not (member :pass *game-of-white*))
         (equal (len (legal-moves (car position) (cdr position) 8)) 33)))
  :rule-classes nil)
