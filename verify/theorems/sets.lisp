; Sets of squares, square by square: the words in which the rules of a game file are printed.
;
; A board is a list of FILES, RANKS and SQUARES. The square in file X and rank Y, both counted from 0, has the number
; X + FILES * Y; a1 is 0. A set of squares is a natural number whose bits are its squares. SQUARES is the set of those
; that the board has, which are all unless the file says otherwise. The macros mean the board *BOARD* of the book that
; uses them.

(in-package "ACL2")

;; ---------------------------------------------------------------------------------------------------------------
;; Sets

(defun board-size (board)
  (* (first board) (second board)))

(defun set-of-list (squares)
  (if (atom squares)
      0
    (logior (ash 1 (car squares)) (set-of-list (cdr squares)))))

(defmacro set-of (&rest squares) `(set-of-list ',squares))
(defmacro square-set (s) `(ash 1 ,s))
(defmacro set-and (&rest sets) `(logand ,@sets))
(defmacro set-or (&rest sets) `(logior ,@sets))
(defmacro set-xor (&rest sets) `(logxor ,@sets))

(defun others-of (a board)
  ; The squares of the board that A lacks.
  (logand (third board) (lognot a)))

(defun set-on (a board)
  ; A natural number whose bits are squares of the board.
  (and (unsigned-byte-p (board-size board) a)
       (equal (logand a (third board)) a)))

(defmacro set-not (a) `(others-of ,a *board*))
(defmacro setp (a) `(set-on ,a *board*))
(defmacro has (a s) `(logbitp ,s ,a))
(defmacro some-square (a) `(not (equal ,a 0)))
(defmacro set-equal (a b) `(equal ,a ,b))

;; ---------------------------------------------------------------------------------------------------------------
;; Neighbours and images

(defun at (x y board)
  ; The square in file X and rank Y; nil beside the board.
  (if (and (<= 0 x) (< x (first board)) (<= 0 y) (< y (second board)))
      (+ x (* (first board) y))
    nil))

(defun source (way s board)
  ; The square that comes to square S on this way: a step (DX DY), or a symmetry by its name in game files. A quarter
  ; turn is a reflection of the files and then an exchange of files and ranks: it brings a1 to the upper left, a8 on 8x8.
  (let* ((x (mod s (first board)))
         (y (floor s (first board)))
         (right (- (1- (first board)) x))
         (top (- (1- (second board)) y)))
    (case way
      (:mirror-files (at right y board))
      (:mirror-ranks (at x top board))
      (:rotate-180 (at right top board))
      (:transpose (at y x board))
      (:anti-transpose (at top right board))
      (:rotate-90 (at top x board))
      (:rotate-270 (at y right board))
      (otherwise (at (- x (first way)) (- y (second way)) board)))))

(defun comes-from (way a s board)
  ; Is there a square in A that comes to square S?
  (let ((from (source way s board)))
    (and (logbitp s (third board))
         from
         (logbitp from a))))

(defun brought-below (s way a board)
  ; The squares below S to which squares of A come.
  (if (zp s)
      0
    (logior (if (comes-from way a (1- s) board) (ash 1 (1- s)) 0)
            (brought-below (1- s) way a board))))

(defun brought (way a board)
  (brought-below (board-size board) way a board))

(defmacro moved (dx dy a) `(brought '(,dx ,dy) ,a *board*))
(defmacro image (symmetry a) `(brought ,symmetry ,a *board*))

(defmacro north (a) `(moved 0 1 ,a))
(defmacro northeast (a) `(moved 1 1 ,a))
(defmacro east (a) `(moved 1 0 ,a))
(defmacro southeast (a) `(moved 1 -1 ,a))
(defmacro south (a) `(moved 0 -1 ,a))
(defmacro southwest (a) `(moved -1 -1 ,a))
(defmacro west (a) `(moved -1 0 ,a))
(defmacro northwest (a) `(moved -1 1 ,a))

;; ---------------------------------------------------------------------------------------------------------------
;; Numbers of squares

(defun squares-below (s a board)
  ; The squares of the board below S that are in A, as a list.
  (cond ((zp s) nil)
        ((and (logbitp (1- s) (third board))
              (logbitp (1- s) a))
         (cons (1- s) (squares-below (1- s) a board)))
        (t (squares-below (1- s) a board))))

(defun squares-on (a board)
  (squares-below (board-size board) a board))

(defun size-on (a board)
  (len (squares-on a board)))

(defun sizes-on (sets board)
  (if (atom sets)
      0
    (+ (size-on (car sets) board) (sizes-on (cdr sets) board))))

(defun counts-on (minus plus constant board)
  (<= (sizes-on minus board) (+ (sizes-on plus board) constant)))

(defmacro squares-in (a) `(squares-on ,a *board*))
(defmacro size (a) `(size-on ,a *board*))

(defmacro counts<= (minus plus constant)
  ; The sets of MINUS have at most as many squares together as those of PLUS and the constant.
  `(counts-on ,minus ,plus ,constant *board*))

;; ---------------------------------------------------------------------------------------------------------------
;; Moves: a kind and a square

(defun moves-to (kind squares)
  (if (atom squares)
      nil
    (cons (cons kind (car squares)) (moves-to kind (cdr squares)))))

(defmacro moves-of (kind a) `(moves-to ,kind (squares-in ,a)))

(local
 (defthm len-of-moves-to-list
   (equal (len (moves-to kind squares)) (len squares))))

(defthm len-of-moves-to
  (equal (len (moves-to kind (squares-on a board)))
         (size-on a board)))

(defthm len-of-moves
  (equal (len (append a b)) (+ (len a) (len b))))

(defthm sizes-of-sets
  ; What turns a comparison of lists of sets into one of sums.
  (equal (sizes-on (cons a sets) board)
         (+ (size-on a board) (sizes-on sets board))))

(defthm sizes-of-no-sets
  (equal (sizes-on nil board) 0))

(in-theory (disable size-on sizes-on squares-on moves-to))

(deftheory counting
  ; What turns a refutation, which compares lists of sets, into a theorem about numbers of moves.
  (union-theories (theory 'minimal-theory)
                  '(counts-on sizes-of-sets sizes-of-no-sets len-of-moves len-of-moves-to)))
