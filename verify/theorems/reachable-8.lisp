; Reachable positions: none has more than 34 legal moves, and two games reach 33, one for each player.

(in-package "ACL2")

(include-book "refute")
(include-book "mobility-8")
(local (include-book "centaur/bitops/ihsext-basics" :dir :system))

;; ---------------------------------------------------------------------------------------------------------------
;; What a move leaves as it is: no square holds two discs, and the centre is occupied

(defun keeps-below (own opp s n)
  ; A legal move to each square below S leads to such a position again.
  (or (zp s)
      (and (implies (legal own opp (1- s) n)
                    (let ((next (after-move (1- s) (cons own opp) n)))
                      (and (boardp (car next) (cdr next) n)
                           (centre-occupied (car next) (cdr next) n))))
           (keeps-below own opp (1- s) n))))

(local
 (fgl::def-fgl-thm refuted
   (implies (and (boardp own opp 8)
                 (centre-occupied own opp 8))
            (keeps-below own opp 64 8))
   :sat-config '("reachable-8" . 3600)
   :rule-classes nil))

(local
 (defthm keeps-of-each
   (implies (and (keeps-below own opp s n) (natp s) (natp at) (< at s)
                 (legal own opp at n))
            (let ((next (after-move at (cons own opp) n)))
              (and (boardp (car next) (cdr next) n)
                   (centre-occupied (car next) (cdr next) n))))
   :hints (("goal" :induct (keeps-below own opp s n)
            :in-theory (disable legal after-move boardp centre-occupied)))
   :rule-classes nil))

(local
 (defthm a-move-keeps
   (implies (and (consp position)
                 (boardp (car position) (cdr position) 8)
                 (centre-occupied (car position) (cdr position) 8)
                 (natp s) (< s 64)
                 (legal (car position) (cdr position) s 8))
            (let ((next (after-move s position 8)))
              (and (boardp (car next) (cdr next) 8)
                   (centre-occupied (car next) (cdr next) 8))))
   :hints (("goal" :use ((:instance refuted (own (car position)) (opp (cdr position)))
                         (:instance keeps-of-each (own (car position)) (opp (cdr position))
                          (s 64) (at s) (n 8)))
            :in-theory (disable legal after-move boardp centre-occupied keeps-below)))))

(local
 (defthm a-pass-keeps
   (implies (and (boardp (car position) (cdr position) 8)
                 (centre-occupied (car position) (cdr position) 8))
            (let ((next (after-pass position)))
              (and (boardp (car next) (cdr next) 8)
                   (centre-occupied (car next) (cdr next) 8))))
   :hints (("goal" :in-theory (disable logior logand binary-logior binary-logand unsigned-byte-p)))))

(local
 (defthm end-of-is-a-pair
   (implies (end-of game n) (consp (end-of game n)))
   :hints (("goal" :induct (end-of game n)
            :in-theory (disable legal may-move turned start (start))))))

(local
 (defthm an-end-is-a-board
   (implies (end-of game 8)
            (let ((position (end-of game 8)))
              (and (boardp (car position) (cdr position) 8)
                   (centre-occupied (car position) (cdr position) 8))))
   :hints (("goal" :induct (end-of game 8)
            :in-theory (disable legal after-move after-pass may-move boardp centre-occupied)))))

(defthm reachable-positions-are-boards-on-8x8
  (implies (reachable own opp 8)
           (and (boardp own opp 8)
                (centre-occupied own opp 8)))
  :hints (("goal" :use ((:instance an-end-is-a-board (game (reachable-witness own opp 8))))
           :in-theory (disable end-of boardp centre-occupied an-end-is-a-board)))
  :rule-classes nil)

(defthm reachable-positions-have-at-most-34-legal-moves-on-8x8
  (implies (reachable own opp 8)
           (<= (len (legal-moves own opp 8)) 34))
  :hints (("goal" :use (reachable-positions-are-boards-on-8x8 at-most-34-legal-moves-on-8x8)
           :in-theory (disable reachable legal-moves boardp centre-occupied)))
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
