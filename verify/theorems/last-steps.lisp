; All that is said of the last steps of a game together, for boards of any size.

(in-package "ACL2")

(include-book "grown")
(local (include-book "centaur/bitops/ihsext-basics" :dir :system))
(local (include-book "arithmetic/top" :dir :system))

(defun window (most empty tree rounds moves passes own opp n)
  ; From this position, which has EMPTY empty squares or more and has grown from the centre in so many rounds, the moves
  ; lead to MOST legal moves or more.
  (and (boardp own opp n)
       (centre-occupied own opp n)
       (within (logior own opp) (grown (logior own opp) rounds n))
       (reaches empty (total :empty tree own opp n empty))
       (leads-to most tree moves passes own opp n)))

(local (in-theory (disable legal after-move turned turned-set legal-set allowed boardp centre-occupied start (start)
                           fits-all start-fits beside-fits step-fits within centre column row unsigned-byte-p ash)))

(local
 (defthm boards-are-integers
   (implies (boardp own opp n)
            (and (integerp own) (integerp opp) (unsigned-byte-p (* n n) (logior own opp))))
   :hints (("goal" :in-theory (enable boardp)))))

(local
 (defthm a-game-has-a-window
   (implies (and (fits-all n) (beside-fits n) (start-fits n) (natp n) (end-of game n)
                 (perm (fringe tree) (below (* n n)))
                 (posp most) (posp empty) (natp k) (natp rounds)
                 (<= k (len (placed game)))
                 (<= (- (len (placed game)) k) rounds)
                 (<= empty (- (+ k (free-below (centre n) (* n n))) (len (placed game))))
                 (leads-to most tree nil nil (car (end-of game n)) (cdr (end-of game n)) n))
            (let* ((last (last-steps k game nil nil))
                   (before (end-of (first last) n)))
              (and (window most empty tree rounds (second last) (third last) (car before) (cdr before) n)
                   (sets-p (second last) n)
                   (equal (len (second last)) k)
                   (true-listp (third last))
                   (equal (len (third last)) k))))
   :hints (("goal" :use ((:instance a-game-ends-with-steps (moves nil) (passes nil))
                         (:instance an-end-is-a-board (game (first (last-steps k game nil nil))))
                         (:instance a-game-connects-its-end (game (first (last-steps k game nil nil))))
                         (:instance empty-squares-of-an-end (game (first (last-steps k game nil nil))) (m n))
                         (:instance placed-squares-are-grown
                          (squares (placed (first (last-steps k game nil nil))))
                          (all (connected-by (placed (first (last-steps k game nil nil))) n)))
                         (:instance reaches-of-total
                          (kind :empty) (s (* n n)) (cap empty) (k empty)
                          (own (car (end-of (first (last-steps k game nil nil)) n)))
                          (opp (cdr (end-of (first (last-steps k game nil nil)) n)))))
            :in-theory (disable end-of last-steps leads-to reaches total perm fringe below number-of grown
                                connected-by placed free-below an-end-is-a-board)
            :do-not-induct t))
   :rule-classes nil))

(defthm reachable-positions-have-windows
  (implies (and (fits-all n) (beside-fits n) (start-fits n) (natp n)
                (perm (fringe tree) (below (* n n)))
                (posp most) (posp empty) (natp k) (natp rounds)
                (reachable own opp n)
                (<= most (len (legal-moves own opp n)))
                (<= empty (+ k (len (empty-squares own opp n))))
                (<= (+ k (len (empty-squares own opp n))) (free-below (centre n) (* n n)))
                (<= (- (free-below (centre n) (* n n)) (+ k (len (empty-squares own opp n)))) rounds))
           (let* ((last (last-steps k (reachable-witness own opp n) nil nil))
                  (before (end-of (first last) n)))
             (and (window most empty tree rounds (second last) (third last) (car before) (cdr before) n)
                  (sets-p (second last) n)
                  (equal (len (second last)) k)
                  (true-listp (third last))
                  (equal (len (third last)) k))))
  :hints (("goal" :use ((:instance a-game-has-a-window (game (reachable-witness own opp n)))
                        (:instance an-end-is-a-board (game (reachable-witness own opp n)))
                        (:instance empty-squares-of-an-end (game (reachable-witness own opp n)) (m 8))
                        (:instance reaches-of-total
                         (kind :legal) (s (* n n)) (cap most) (k most)))
           :in-theory (e/d (legal-moves)
                           (end-of last-steps window reaches total perm fringe below number-of grown
                            connected-by placed free-below an-end-is-a-board (centre)))
           :do-not-induct t))
  :rule-classes nil)

(defthm reachable-positions-are-boards
  (implies (and (fits-all n) (start-fits n) (natp n) (reachable own opp n))
           (and (boardp own opp n)
                (centre-occupied own opp n)))
  :hints (("goal" :use ((:instance an-end-is-a-board (game (reachable-witness own opp n))))
           :in-theory (disable end-of an-end-is-a-board)))
  :rule-classes nil)
