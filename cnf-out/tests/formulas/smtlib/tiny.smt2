; tiny
; of
; two
; lines
; 4x2 board, bit i is square i: a1 = bit 0, b1 = bit 1, ..., d1 = bit 3, a2 = bit 4, ..., d2 = bit 7: own, opp, |legal moves|
(set-info :smt-lib-version 2.6)
(set-option :produce-models true)
(set-logic QF_BV)
(declare-const own (_ BitVec 8))
(declare-const opp (_ BitVec 8))
(define-fun t0 () (_ BitVec 8) (bvand (bvshl own (_ bv1 8)) #xee))
(define-fun |legal moves| () (_ BitVec 8) (bvlshr t0 (_ bv4 8)))
(assert (not (not (= (bvand own opp) #x00))))
(assert (= t0 (bvor opp t0)))
(assert (and (= ((_ extract 3 3) t0) #b1) (= #b1 ((_ extract 3 3) opp))))
(check-sat)
(get-value (own opp |legal moves|))
