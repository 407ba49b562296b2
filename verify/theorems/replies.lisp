; A player to move is lost if something holds before each move of his that each move breaks and some reply restores:
; by induction over games, for any game. A game ends if the replies always lower some number.

(in-package "ACL2")

(include-book "sets")
(include-book "std/basic/two-nats-measure" :dir :system)

;; ---------------------------------------------------------------------------------------------------------------
;; Any game with replies, as far as its positions are concerned in which they are made

(encapsulate
  (((some-moves *) => *)        ; the legal moves of a position, as a list
   ((some-next * *) => *)       ; the position after a move, as the next player sees it
   ((some-end *) => *)          ; :lost or :won if the game is over, for the player who would move; or nil
   ((some-kept *) => *)         ; what the replies keep
   ((some-reply * *) => *)      ; the reply to a move
   ((some-rest *) => *))        ; how many moves are left at most
  (local (defun some-moves (p) (declare (ignore p)) nil))
  (local (defun some-next (m p) (declare (ignore m)) p))
  (local (defun some-end (p) (declare (ignore p)) nil))
  (local (defun some-kept (p) (declare (ignore p)) nil))
  (local (defun some-reply (m p) (declare (ignore m p)) nil))
  (local (defun some-rest (p) (declare (ignore p)) 0))

  (defthm some-kept-positions-are-not-won
    (implies (and (some-kept p) (some-end p))
             (equal (some-end p) :lost)))

  (defthm some-rest-is-a-number
    (natp (some-rest p))
    :rule-classes :type-prescription)

  (defthm some-moves-have-replies
    (implies (and (some-kept p)
                  (not (some-end p))
                  (member-equal m (some-moves p)))
             (let ((q (some-next m p)))
               (and (not (some-end q))
                    (member-equal (some-reply m p) (some-moves q))
                    (some-kept (some-next (some-reply m p) q))
                    (< (some-rest (some-next (some-reply m p) q)) (some-rest p)))))))

;; ---------------------------------------------------------------------------------------------------------------
;; Who wins, within N plies

(mutual-recursion
 (defun some-all-lose (n moves p)
   ; After each of these moves the next player wins.
   (declare (xargs :measure (two-nats-measure n (len moves))))
   (if (atom moves)
       t
     (and (posp n)
          (let ((q (some-next (car moves) p)))
            (if (some-end q)
                (equal (some-end q) :won)
              (some-move-wins (1- n) (some-moves q) q)))
          (some-all-lose n (cdr moves) p))))
 (defun some-move-wins (n moves p)
   ; After one of these moves the next player is lost.
   (declare (xargs :measure (two-nats-measure n (len moves))))
   (if (or (atom moves) (not (posp n)))
       nil
     (or (let ((q (some-next (car moves) p)))
           (if (some-end q)
               (equal (some-end q) :lost)
             (some-all-lose (1- n) (some-moves q) q)))
         (some-move-wins n (cdr moves) p)))))

(defun some-lost (n p)
  ; The player to move is lost, within N plies.
  (if (some-end p)
      (equal (some-end p) :lost)
    (some-all-lose n (some-moves p) p)))

;; ---------------------------------------------------------------------------------------------------------------
;; The player to move is lost

(local
 (defthm one-move-is-enough
   (implies (and (member-equal m moves)
                 (posp n)
                 (some-lost (1- n) (some-next m q)))
            (some-move-wins n moves q))
   :hints (("goal" :induct (len moves)
            :expand ((some-move-wins n moves q))))))

(local
 (defthm moves-are-among-more
   (implies (subsetp-equal a (cdr b)) (subsetp-equal a b))))

(local
 (defthm moves-are-among-themselves
   (subsetp-equal moves moves)))

(local
 (defun game-of (n moves p)
   ; The induction: the moves one by one, and what follows the reply to each.
   (declare (xargs :measure (two-nats-measure n (len moves))))
   (if (or (atom moves) (not (natp n)) (< n 2))
       (list n moves p)
     (let ((next (some-next (some-reply (car moves) p) (some-next (car moves) p))))
       (list (game-of n (cdr moves) p)
             (game-of (- n 2) (some-moves next) next))))))

(local
 (defthm moves-of-kept-positions-lose
   (implies (and (some-kept p)
                 (not (some-end p))
                 (subsetp-equal moves (some-moves p))
                 (natp n)
                 (<= (* 2 (some-rest p)) n))
            (some-all-lose n moves p))
   :hints (("goal" :induct (game-of n moves p))
           (and stable-under-simplificationp
                '(:use ((:instance some-moves-have-replies (m (car moves)))
                        (:instance one-move-is-enough
                         (m (some-reply (car moves) p)) (n (1- n)) (q (some-next (car moves) p))
                         (moves (some-moves (some-next (car moves) p)))))
                  :expand ((some-all-lose n moves p))
                  :in-theory (disable some-moves-have-replies one-move-is-enough))))))

(defthm kept-positions-are-lost
  (implies (and (some-kept p)
                (natp n)
                (<= (* 2 (some-rest p)) n))
           (some-lost n p))
  :rule-classes nil)
