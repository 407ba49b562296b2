; On 8x8 the rules by shifts are the rules by squares and lines, for all boards.

(in-package "ACL2")

(include-book "refute")
(include-book "shifts")

(local
 (fgl::def-fgl-thm refuted-of-legal
   (implies (boardp own opp 8)
            (legal-agrees-below (legal-set own opp 8) own opp 64 8))
   :sat-config '("same-8-legal" . 3600)
   :rule-classes nil))

(defthm legal-moves-by-shifts-on-8x8
  (implies (and (boardp own opp 8) (natp s) (< s 64))
           (iff (logbitp s (legal-set own opp 8))
                (legal own opp s 8)))
  :hints (("goal" :use (refuted-of-legal
                        (:instance legal-agrees-of-each (set (legal-set own opp 8)) (s 64) (n 8) (at s)))
           :in-theory (disable legal-agrees-below legal-agrees-of-each legal-set legal boardp)))
  :rule-classes nil)

(local
 (fgl::def-fgl-thm refuted-of-turned
   (implies (boardp own opp 8)
            (turned-agrees-below own opp 64 8))
   :sat-config '("same-8-turned" . 3600)
   :rule-classes nil))

(defthm turned-discs-by-shifts-on-8x8
  (implies (and (boardp own opp 8) (natp s) (< s 64)
                (legal own opp s 8))
           (equal (turned-set (ash 1 s) own opp 8)
                  (turned own opp s 8)))
  :hints (("goal" :use (refuted-of-turned
                        (:instance turned-agrees-of-each (s 64) (n 8) (at s)))
           :in-theory (disable turned-agrees-below turned-agrees-of-each turned-set turned legal boardp)))
  :rule-classes nil)
