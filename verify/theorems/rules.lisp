; The rules of Othello, from the printed ones, by squares and lines: slow and plain.
;
; A board has N times N squares. The square in column X and row Y, both counted from 0, has the number X + N * Y; on
; 8x8, a1 is 0, h1 is 7 and h8 is 63. A set of squares is a natural number whose bits are its squares. A position is
; two such sets: OWN, the discs of the player to move, and OPP, those of the other one.

(in-package "ACL2")

(defun on-board (x y n)
  (and (<= 0 x) (< x n) (<= 0 y) (< y n)))

(defun square (x y n)
  (+ x (* n y)))

(defun disc (set x y n)
  ; Is there a disc of SET on column X, row Y?
  (and (on-board x y n)
       (logbitp (square x y n) set)))

;; ---------------------------------------------------------------------------------------------------------------
;; Lines

(defconst *directions*
  '((1 0) (1 1) (0 1) (-1 1) (-1 0) (-1 -1) (0 -1) (1 -1)))

(defun leads-to-own (own opp x y dx dy n steps)
  ; From X Y on there are only opposing discs (perhaps none), and then one's own. No line has more than N squares,
  ; so STEPS starts with N.
  (declare (xargs :measure (nfix steps)))
  (cond ((zp steps) nil)
        ((disc own x y n) t)
        ((disc opp x y n) (leads-to-own own opp (+ x dx) (+ y dy) dx dy n (1- steps)))
        (t nil)))

(defun brackets (own opp x y dx dy n)
  ; A disc on X Y has, in this direction, an opposing disc beside it, behind which a line leads to one's own.
  (and (disc opp (+ x dx) (+ y dy) n)
       (leads-to-own own opp (+ x dx dx) (+ y dy dy) dx dy n n)))

(defun brackets-somewhere (own opp x y directions n)
  (and (consp directions)
       (or (brackets own opp x y (first (car directions)) (second (car directions)) n)
           (brackets-somewhere own opp x y (cdr directions) n))))

;; ---------------------------------------------------------------------------------------------------------------
;; Moves

(defun column (s n) (mod s n))
(defun row (s n) (floor s n))

(defun legal (own opp s n)
  ; The player of OWN may put a disc on square S: it is empty, and something is bracketed.
  (and (not (logbitp s own))
       (not (logbitp s opp))
       (brackets-somewhere own opp (column s n) (row s n) *directions* n)))

(defun legal-moves-below (own opp s n)
  ; The squares below S where OWN may move, as a list.
  (cond ((zp s) nil)
        ((legal own opp (1- s) n) (cons (1- s) (legal-moves-below own opp (1- s) n)))
        (t (legal-moves-below own opp (1- s) n))))

(defun legal-moves (own opp n)
  (legal-moves-below own opp (* n n) n))

(defun line-of (opp x y dx dy n steps)
  ; The opposing discs from X Y on.
  (declare (xargs :measure (nfix steps)))
  (cond ((zp steps) 0)
        ((disc opp x y n)
         (logior (ash 1 (square x y n))
                 (line-of opp (+ x dx) (+ y dy) dx dy n (1- steps))))
        (t 0)))

(defun turned-by (own opp x y directions n)
  ; The discs that a disc on X Y turns.
  (cond ((atom directions) 0)
        ((brackets own opp x y (first (car directions)) (second (car directions)) n)
         (logior (line-of opp
                          (+ x (first (car directions))) (+ y (second (car directions)))
                          (first (car directions)) (second (car directions)) n n)
                 (turned-by own opp x y (cdr directions) n)))
        (t (turned-by own opp x y (cdr directions) n))))

(defun turned (own opp s n)
  (turned-by own opp (column s n) (row s n) *directions* n))

;; ---------------------------------------------------------------------------------------------------------------
;; Games. A position is (OWN . OPP); after a move it is the other player's turn, so the two change places.

(defun after-move (s position n)
  (let* ((own (car position))
         (opp (cdr position))
         (turned (turned own opp s n)))
    (cons (logandc2 opp turned)
          (logior own (ash 1 s) turned))))

(defun after-pass (position)
  (cons (cdr position) (car position)))

(defun may-move (position n)
  (consp (legal-moves (car position) (cdr position) n)))

(defun start (n)
  ; Black, who moves first, has e4 and d5; White has d4 and e5. On other boards the four centre squares likewise.
  (let ((low (1- (floor n 2)))
        (high (floor n 2)))
    (cons (logior (ash 1 (square high low n)) (ash 1 (square low high n)))
          (logior (ash 1 (square low low n)) (ash 1 (square high high n))))))

(defun end-of (game n)
  ; A game is the list of its moves, the last one first: squares, and :PASS. Nil if it breaks the rules. A player with
  ; a legal move must move; one without passes, unless the other one has none either: then the game is over.
  (if (atom game)
      (start n)
    (let ((position (end-of (cdr game) n))
          (move (car game)))
      (cond ((null position) nil)
            ((eq move :pass)
             (if (and (not (may-move position n))
                      (may-move (after-pass position) n))
                 (after-pass position)
               nil))
            ((and (natp move)
                  (< move (* n n))
                  (legal (car position) (cdr position) move n))
             (after-move move position n))
            (t nil)))))

(defun-sk reachable (own opp n)
  ; Some game ends in this position.
  (exists game (equal (end-of game n) (cons own opp))))

;; ---------------------------------------------------------------------------------------------------------------
;; What is said of positions

(defun boardp (own opp n)
  ; No square holds two discs, and there is none beside the board.
  (and (unsigned-byte-p (* n n) own)
       (unsigned-byte-p (* n n) opp)
       (equal (logand own opp) 0)))

(defun centre (n)
  (logior (car (start n)) (cdr (start n))))

(defun centre-occupied (own opp n)
  (equal (logand (centre n) (logior own opp)) (centre n)))

(defun empty-squares-below (own opp s)
  (cond ((zp s) nil)
        ((or (logbitp (1- s) own) (logbitp (1- s) opp)) (empty-squares-below own opp (1- s)))
        (t (cons (1- s) (empty-squares-below own opp (1- s))))))

(defun empty-squares (own opp n)
  (empty-squares-below own opp (* n n)))
