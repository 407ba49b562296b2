; The discs of every reachable position can be placed one by one, each beside two in line: a move turns a disc, so two
; occupied squares in line lie beside its square. It holds on boards of any size.

(in-package "ACL2")

(include-book "rules")
(local (include-book "centaur/bitops/ihsext-basics" :dir :system))
(local (include-book "centaur/bitops/equal-by-logbitp" :dir :system))
(local (include-book "arithmetic/top" :dir :system))
(local (include-book "ihs/quotient-remainder-lemmas" :dir :system))

(defun two-in-line (set x y directions n)
  ; In one of the directions the next two squares are of SET.
  (and (consp directions)
       (let ((dx (first (car directions)))
             (dy (second (car directions))))
         (or (and (disc set (+ x dx) (+ y dy) n)
                  (disc set (+ x dx dx) (+ y dy dy) n))
             (two-in-line set x y (cdr directions) n)))))

(defun connected-by (squares n)
  ; The set of the centre and SQUARES, the last one placed first, if each was empty and beside two in line; or nil.
  (if (atom squares)
      (centre n)
    (let ((set (connected-by (cdr squares) n))
          (s (car squares)))
      (and set
           (natp s)
           (< s (* n n))
           (not (logbitp s set))
           (two-in-line set (column s n) (row s n) *directions* n)
           (logior set (ash 1 s))))))

(defun-sk connected (set n)
  (exists squares (equal (connected-by squares n) set)))

(defun placed (game)
  ; The moves of a game without the passes.
  (cond ((atom game) nil)
        ((eq (car game) :pass) (placed (cdr game)))
        (t (cons (car game) (placed (cdr game))))))

;; ---------------------------------------------------------------------------------------------------------------
;; A legal move is beside two in line

(local
 (defthm disc-of-either
   (implies (and (integerp a) (integerp b) (natp n) (integerp x) (integerp y))
            (iff (disc (logior a b) x y n)
                 (or (disc a x y n) (disc b x y n))))
   :hints (("goal" :in-theory (disable square)))))

(local
 (defthm a-line-begins-with-a-disc
   (implies (and (leads-to-own own opp x y dx dy n steps) (not (disc opp x y n)))
            (disc own x y n))
   :hints (("goal" :expand ((leads-to-own own opp x y dx dy n steps)) :do-not-induct t
            :in-theory (disable disc leads-to-own)))))

(local
 (defun pairs-of-integers (directions)
   (or (atom directions)
       (and (integerp (first (car directions)))
            (integerp (second (car directions)))
            (pairs-of-integers (cdr directions))))))

(local
 (defthm bracketing-is-beside-two
   (implies (and (brackets-somewhere own opp x y directions n) (integerp own) (integerp opp)
                 (natp n) (integerp x) (integerp y) (pairs-of-integers directions))
            (two-in-line (logior own opp) x y directions n))
   :hints (("goal" :induct (brackets-somewhere own opp x y directions n)
            :in-theory (disable disc leads-to-own)))))

;; ---------------------------------------------------------------------------------------------------------------
;; A move adds its square, and turning discs changes no square

(local
 (defthm bit-of-one
   (implies (and (natp i) (natp k))
            (iff (logbitp i (ash 1 k)) (equal i k)))
   :hints (("goal" :in-theory (enable bitops::logbitp-of-ash-split)))))

(local
 (defthm square-is-natural
   (implies (and (natp n) (integerp x) (integerp y) (on-board x y n))
            (natp (square x y n)))
   :rule-classes :type-prescription))

(local
 (defthm a-line-is-of-opposing-discs
   (implies (and (logbitp i (line-of opp x y dx dy n steps))
                 (natp i) (natp n) (integerp x) (integerp y) (integerp dx) (integerp dy) (integerp opp))
            (logbitp i opp))
   :hints (("goal" :induct (line-of opp x y dx dy n steps) :in-theory (disable square on-board)))))

(local
 (defthm line-of-is-natural
   (implies (natp n) (natp (line-of opp x y dx dy n steps)))
   :hints (("goal" :in-theory (disable square disc)))
   :rule-classes :type-prescription))

(local
 (defthm turned-by-is-natural
   (implies (natp n) (natp (turned-by own opp x y directions n)))
   :hints (("goal" :in-theory (disable brackets line-of)))
   :rule-classes :type-prescription))

(local
 (defthm turned-discs-are-opposing
   (implies (and (logbitp i (turned-by own opp x y directions n))
                 (natp i) (natp n) (integerp x) (integerp y) (integerp opp) (pairs-of-integers directions))
            (logbitp i opp))
   :hints (("goal" :induct (turned-by own opp x y directions n)
            :in-theory (disable brackets line-of)))))

(local
 (defthm turning-changes-no-square
   (implies (and (integerp own) (integerp opp) (natp turned)
                 (equal (logior opp turned) opp))
            (equal (logior (logandc2 opp turned) (logior own move turned))
                   (logior own opp move)))
   :hints ((bitops::logbitp-reasoning))))

(local
 (defthm turned-is-part-of-opp
   (implies (and (natp n) (integerp x) (integerp y) (integerp opp) (pairs-of-integers directions))
            (equal (logior opp (turned-by own opp x y directions n)) opp))
   :hints ((bitops::logbitp-reasoning))))

;; ---------------------------------------------------------------------------------------------------------------
;; The end of a game is connected by its moves

(local
 (defthm column-and-row-are-integers
   (implies (and (natp s) (natp n))
            (and (integerp (column s n)) (integerp (row s n))))))

(local (in-theory (disable column row)))

(local
 (defthm after-move-is-of-integers
   (and (integerp (car (after-move s position n)))
        (integerp (cdr (after-move s position n))))
   :hints (("goal" :in-theory (disable turned)))))

(local
 (defthm an-end-is-of-integers
   (implies (and (natp n) (end-of game n))
            (and (integerp (car (end-of game n)))
                 (integerp (cdr (end-of game n)))))
   :hints (("goal" :induct (end-of game n) :in-theory (disable after-move legal may-move)))))

(local
 (defthm after-move-occupies-one-more
   (implies (and (natp n) (natp s) (integerp (car position)) (integerp (cdr position)))
            (equal (logior (car (after-move s position n)) (cdr (after-move s position n)))
                   (logior (car position) (cdr position) (ash 1 s))))
   :hints (("goal" :use ((:instance turning-changes-no-square
                          (own (car position)) (opp (cdr position)) (move (ash 1 s))
                          (turned (turned-by (car position) (cdr position) (column s n) (row s n)
                                             *directions* n))))
            :in-theory (disable turned-by turning-changes-no-square)))))

(local
 (defthm legal-moves-are-beside-two
   (implies (and (legal own opp s n) (natp s) (natp n) (integerp own) (integerp opp))
            (and (not (logbitp s (logior own opp)))
                 (two-in-line (logior own opp) (column s n) (row s n) *directions* n)))
   :hints (("goal" :use ((:instance bracketing-is-beside-two
                          (x (column s n)) (y (row s n)) (directions *directions*)))
            :in-theory (disable brackets-somewhere two-in-line bracketing-is-beside-two)))))

(defthm a-game-connects-its-end
  (implies (and (natp n) (end-of game n))
           (equal (connected-by (placed game) n)
                  (logior (car (end-of game n)) (cdr (end-of game n)))))
  :hints (("goal" :induct (end-of game n)
           :in-theory (disable after-move legal may-move two-in-line start)))
  :rule-classes nil)

(defthm reachable-positions-are-connected
  (implies (and (natp n) (reachable own opp n))
           (connected (logior own opp) n))
  :hints (("goal" :use ((:instance a-game-connects-its-end (game (reachable-witness own opp n)))
                        (:instance connected-suff (set (logior own opp))
                         (squares (placed (reachable-witness own opp n)))))
           :in-theory (disable end-of connected connected-by)))
  :rule-classes nil)
