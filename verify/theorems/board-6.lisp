; On 6x6: the rules by shifts are the rules by squares and lines, for all boards; and a position with an occupied
; centre has at most 20 legal moves.

(in-package "ACL2")

(include-book "refute")
(include-book "shifts")
(include-book "counting")

;; ---------------------------------------------------------------------------------------------------------------
;; Two formulations of the rules

(local
 (fgl::def-fgl-thm refuted-of-legal
   (implies (boardp own opp 6)
            (legal-agrees-below (legal-set own opp 6) own opp 36 6))
   :sat-config '("same-6-legal" . 3600)
   :rule-classes nil))

(defthm legal-moves-by-shifts-on-6x6
  (implies (and (boardp own opp 6) (natp s) (< s 36))
           (iff (logbitp s (legal-set own opp 6))
                (legal own opp s 6)))
  :hints (("goal" :use (refuted-of-legal
                        (:instance legal-agrees-of-each (set (legal-set own opp 6)) (s 36) (n 6) (at s)))
           :in-theory (disable legal-agrees-below legal-agrees-of-each legal-set legal boardp)))
  :rule-classes nil)

(local
 (fgl::def-fgl-thm refuted-of-turned
   (implies (boardp own opp 6)
            (turned-agrees-below own opp 36 6))
   :sat-config '("same-6-turned" . 3600)
   :rule-classes nil))

(defthm turned-discs-by-shifts-on-6x6
  (implies (and (boardp own opp 6) (natp s) (< s 36)
                (legal own opp s 6))
           (equal (turned-set (ash 1 s) own opp 6)
                  (turned own opp s 6)))
  :hints (("goal" :use (refuted-of-turned
                        (:instance turned-agrees-of-each (s 36) (n 6) (at s)))
           :in-theory (disable turned-agrees-below turned-agrees-of-each turned-set turned legal boardp)))
  :rule-classes nil)

;; ---------------------------------------------------------------------------------------------------------------
;; Legal moves

(defconst *tree-6* (quarters 0 0 3 6))

(local
 (fgl::def-fgl-thm refuted-of-mobility
   (implies (and (boardp own opp 6)
                 (centre-occupied own opp 6))
            (not (reaches 21 (total :legal *tree-6* own opp 6 21))))
   :sat-config '("mobility-6" . 3600)
   :rule-classes nil))

(defthm at-most-20-legal-moves-on-6x6
  (implies (and (boardp own opp 6)
                (centre-occupied own opp 6))
           (<= (len (legal-moves own opp 6)) 20))
  :hints (("goal" :use (refuted-of-mobility
                        (:instance reaches-of-total
                         (kind :legal) (tree *tree-6*) (s 36) (n 6) (cap 21) (k 21)))
           :in-theory (disable boardp centre-occupied total reaches number-of reaches-of-total)))
  :rule-classes nil)

; By lines, X to move: ------ -OOXO- -XXXO- -OOXX- -OXOO- ------
(defthm some-position-has-20-legal-moves-on-6x6
  (let ((own 73458176) (opp 437847424))
    (and (boardp own opp 6)
         (centre-occupied own opp 6)
         (equal (len (legal-moves own opp 6)) 20)))
  :rule-classes nil)
