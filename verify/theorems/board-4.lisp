; On 4x4: the rules by shifts are the rules by squares and lines, for all boards; and a position with an occupied
; centre has at most 8 legal moves.

(in-package "ACL2")

(include-book "refute")
(include-book "shifts")
(include-book "counting")

;; ---------------------------------------------------------------------------------------------------------------
;; Two formulations of the rules

(local
 (fgl::def-fgl-thm refuted-of-legal
   (implies (boardp own opp 4)
            (legal-agrees-below (legal-set own opp 4) own opp 16 4))
   :sat-config '("same-4-legal" . 3600)
   :rule-classes nil))

(defthm legal-moves-by-shifts-on-4x4
  (implies (and (boardp own opp 4) (natp s) (< s 16))
           (iff (logbitp s (legal-set own opp 4))
                (legal own opp s 4)))
  :hints (("goal" :use (refuted-of-legal
                        (:instance legal-agrees-of-each (set (legal-set own opp 4)) (s 16) (n 4) (at s)))
           :in-theory (disable legal-agrees-below legal-agrees-of-each legal-set legal boardp)))
  :rule-classes nil)

(local
 (fgl::def-fgl-thm refuted-of-turned
   (implies (boardp own opp 4)
            (turned-agrees-below own opp 16 4))
   :sat-config '("same-4-turned" . 3600)
   :rule-classes nil))

(defthm turned-discs-by-shifts-on-4x4
  (implies (and (boardp own opp 4) (natp s) (< s 16)
                (legal own opp s 4))
           (equal (turned-set (ash 1 s) own opp 4)
                  (turned own opp s 4)))
  :hints (("goal" :use (refuted-of-turned
                        (:instance turned-agrees-of-each (s 16) (n 4) (at s)))
           :in-theory (disable turned-agrees-below turned-agrees-of-each turned-set turned legal boardp)))
  :rule-classes nil)

;; ---------------------------------------------------------------------------------------------------------------
;; Legal moves

(defconst *tree-4* (quarters 0 0 2 4))

(local
 (fgl::def-fgl-thm refuted-of-mobility
   (implies (and (boardp own opp 4)
                 (centre-occupied own opp 4))
            (not (reaches 9 (total :legal *tree-4* own opp 4 9))))
   :sat-config '("mobility-4" . 3600)
   :rule-classes nil))

(defthm at-most-8-legal-moves-on-4x4
  (implies (and (boardp own opp 4)
                (centre-occupied own opp 4))
           (<= (len (legal-moves own opp 4)) 8))
  :hints (("goal" :use (refuted-of-mobility
                        (:instance reaches-of-total
                         (kind :legal) (tree *tree-4*) (s 16) (n 4) (cap 9) (k 9)))
           :in-theory (disable boardp centre-occupied total reaches number-of reaches-of-total)))
  :rule-classes nil)

; By lines, X to move: ---- -XO- -OOX X-X-
(defthm some-position-has-8-legal-moves-on-4x4
  (let ((own 22560) (opp 1600))
    (and (boardp own opp 4)
         (centre-occupied own opp 4)
         (equal (len (legal-moves own opp 4)) 8)))
  :rule-classes nil)
