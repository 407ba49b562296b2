; On 4x4 no game reaches a position with more than 6 legal moves, though there are positions with 8. No solver takes part:
; ACL2 computes the positions, some 60 thousand, and checks that no move leads out of them.

(in-package "ACL2")

(include-book "whole-game")

(local
 ; ACL2 computes this.
 (defthm whole-game-of-4x4
   (whole-game 4 6)
   :rule-classes nil))

(defthm reachable-positions-have-at-most-6-legal-moves-on-4x4
  (implies (reachable own opp 4)
           (<= (len (legal-moves own opp 4)) 6))
  :hints (("goal" :use (whole-game-of-4x4
                        (:instance closed-sets-hold-ends
                         (set (found (list (start 4)) nil 1000000 4)) (n 4) (most 6)
                         (game (reachable-witness own opp 4)))
                        (:instance next-is-in-closed-set
                         (rest (found (list (start 4)) nil 1000000 4))
                         (set (found (list (start 4)) nil 1000000 4)) (n 4) (most 6)
                         (position (cons own opp))))
           :in-theory (disable found (found) (whole-game) closed next-positions end-of start (start)
                               legal-moves closed-sets-hold-ends next-is-in-closed-set)))
  :rule-classes nil)

; The last move first; squares row by row, 0 is a1 and 15 is d4.
(defthm a-game-reaches-6-legal-moves-on-4x4
  (let ((position (end-of '(7 0 1 4 13 11) 4)))
    (equal (len (legal-moves (car position) (cdr position) 4)) 6))
  :rule-classes nil)
