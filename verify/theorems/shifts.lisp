; The same rules by shifts of whole sets of squares, as fast programs have them. That they are the same is proved, for
; all boards, in board-4.lisp, board-6.lisp and same-8.lisp.

(in-package "ACL2")

(include-book "rules")

;; A set is moved in a direction, and loses the discs that would leave the board at the left or right edge, for they
;; would come in again at the other one.

(defconst *ways*
  ; Written a second time, so that a mistake is not in both.
  '((-1 -1) (0 -1) (1 -1) (-1 0) (1 0) (-1 1) (0 1) (1 1)))

(defun column-set (x n rows)
  ; Column X.
  (if (zp rows)
      0
    (logior (ash 1 (square x (1- rows) n)) (column-set x n (1- rows)))))

(defun all-squares (n)
  (1- (ash 1 (* n n))))

(defun moved (set dx dy n)
  (let ((stays (cond ((equal dx 1) (logandc2 set (column-set (1- n) n n)))
                     ((equal dx -1) (logandc2 set (column-set 0 n n)))
                     (t set))))
    (logand (all-squares n) (ash stays (+ dx (* n dy))))))

(defun filled (from through dx dy n steps)
  ; The squares of THROUGH that a line inside THROUGH joins to FROM, in this direction.
  (declare (xargs :measure (nfix steps)))
  (if (zp steps)
      0
    (let ((next (logand through (moved from dx dy n))))
      (logior next (filled next through dx dy n (1- steps))))))

(defun legal-by (own opp directions n)
  ; The squares behind a line of OPP that begins beside a disc of OWN.
  (if (atom directions)
      0
    (let ((dx (first (car directions)))
          (dy (second (car directions))))
      (logior (moved (filled own opp dx dy n (- n 2)) dx dy n)
              (legal-by own opp (cdr directions) n)))))

(defun legal-set (own opp n)
  (logandc2 (legal-by own opp *ways* n) (logior own opp)))

(defun turned-set-by (move own opp directions n)
  ; MOVE is a set of one square. A line of OPP is turned if it joins the move to a disc of OWN.
  (if (atom directions)
      0
    (let* ((dx (first (car directions)))
           (dy (second (car directions)))
           (line (filled move opp dx dy n (- n 2)))
           (back (filled own opp (- dx) (- dy) n (- n 2))))
      (logior (logand line back)
              (turned-set-by move own opp (cdr directions) n)))))

(defun turned-set (move own opp n)
  (turned-set-by move own opp *ways* n))

;; ---------------------------------------------------------------------------------------------------------------
;; What it means that the two are the same, square by square

(defun legal-agrees-below (set own opp s n)
  ; SET says of each square below S whether a move there is legal.
  (or (zp s)
      (and (iff (logbitp (1- s) set) (legal own opp (1- s) n))
           (legal-agrees-below set own opp (1- s) n))))

(defun turned-agrees-below (own opp s n)
  ; A legal move to each square below S turns the same discs.
  (or (zp s)
      (and (implies (legal own opp (1- s) n)
                    (equal (turned-set (ash 1 (1- s)) own opp n)
                           (turned own opp (1- s) n)))
           (turned-agrees-below own opp (1- s) n))))

(defthmd legal-agrees-of-each
  (implies (and (legal-agrees-below set own opp s n) (natp s) (natp at) (< at s))
           (iff (logbitp at set) (legal own opp at n)))
  :hints (("goal" :induct (legal-agrees-below set own opp s n) :in-theory (disable legal logbitp))))

(defthmd turned-agrees-of-each
  (implies (and (turned-agrees-below own opp s n) (natp s) (natp at) (< at s)
                (legal own opp at n))
           (equal (turned-set (ash 1 at) own opp n)
                  (turned own opp at n)))
  :hints (("goal" :induct (turned-agrees-below own opp s n) :in-theory (disable legal turned turned-set ash))))
