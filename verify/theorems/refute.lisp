; How a clause set is refuted, with no trust tag.
;
; FGL, ACL2's verified symbolic simulator, turns a goal into one literal of a graph of gates. It has to know whether
; that literal can be true. What is attached to it here prints the clauses of the literal in the log, waits for a
; proof in a file, and reads the proof with ACL2's verified checker of LRAT proofs. Who writes that file does not
; matter: a wrong proof is refused, and the goal stays unproved.
;
; A proof of ACL2's may not open a file for writing, nor start a program, without a trust tag. That is why clauses go
; through the log: the script `certify` takes them from there, calls a solver, and puts the proof where it is
; expected.

(in-package "FGL")

(include-book "centaur/fgl/clauseproc" :dir :system)
(include-book "centaur/fgl/def-fgl-thm" :dir :system)
(include-book "centaur/fgl/def-fgl-rewrite" :dir :system)
(include-book "centaur/fgl/primitives" :dir :system)
(include-book "centaur/fgl/add-primitives" :dir :system)
(include-book "centaur/fgl/bitops-primitives" :dir :system)
(include-book "centaur/fgl/check-primitives" :dir :system)
(include-book "centaur/fgl/bitops" :dir :system)
(include-book "centaur/fgl/rules" :dir :system)
(include-book "centaur/fgl/fancy-ev" :dir :system)
(include-book "centaur/fgl/sat-stub" :dir :system)
(include-book "centaur/aignet/cnf" :dir :system)
(include-book "centaur/satlink/lrat-interface" :dir :system)
(include-book "projects/sat/lrat/stobj-based/lrat-parser" :dir :system)
(include-book "projects/sat/lrat/stobj-based/soundness" :dir :system)

(local (include-book "std/io/base" :dir :system))
(local (include-book "std/lists/nth" :dir :system))
(local (include-book "std/lists/update-nth" :dir :system))
(local (in-theory (disable w nth update-nth)))

;; ---------------------------------------------------------------------------------------------------------------
;; The clauses, as text in the log

(define print-clauses (clauses)
  ; One clause a line; a long one takes several lines, since ACL2's printer breaks them.
  (if (atom clauses)
      nil
    (prog2$ (if (consp (car clauses))
                (acl2::cw "~x0~%" (cdar clauses))
              nil)
            (print-clauses (cdr clauses)))))

(define print-formula (name formula)
  (prog2$ (acl2::cw "~%clauses-of ~x0 ~x1~%" name (len formula))
          (prog2$ (print-clauses formula)
                  (acl2::cw "end-of-clauses ~x0~%" name))))

;; ---------------------------------------------------------------------------------------------------------------
;; The proof, from its file

(define file-exists ((name stringp) state)
  ; Opens and closes the file. Each attempt changes the state, so that two attempts may differ.
  :returns (mv yes new-state)
  :guard-hints (("goal" :in-theory (enable acl2::open-input-channel)))
  (b* (((mv channel state) (acl2::open-input-channel name :character state))
       ((unless channel) (mv nil state))
       (state (acl2::ec-call (acl2::close-input-channel channel state))))
    (mv t state))
  ///
  (defret w-state-of-<fn>
    (equal (w new-state) (w state))
    :hints (("goal" :in-theory (enable w acl2::open-input-channel acl2::close-input-channel
                                       acl2::get-global)))))

(define wait-for-file ((name stringp) (seconds natp) state)
  :returns (mv yes new-state)
  (b* (((mv yes state) (file-exists name state))
       ((when (or yes (zp seconds))) (mv yes state))
       (- (acl2::sleep 1)))
    (wait-for-file name (1- seconds) state))
  ///
  (defret w-state-of-<fn>
    (equal (w new-state) (w state))))

(define read-proof ((name stringp) (seconds natp) state)
  :returns (mv proof new-state)
  (b* (((mv yes state) (wait-for-file name seconds state))
       ((unless yes) (mv nil state)))
    (mv (lrat::lrat-read-file name state) state))
  ///
  (defret w-state-of-<fn>
    (equal (w new-state) (w state))))

;; ---------------------------------------------------------------------------------------------------------------
;; A formula is refuted by a checked proof

(define refute-formula ((formula satlink::lit-list-listp) (name stringp) (seconds natp) state)
  :returns (mv refuted new-state)
  (b* ((numbered (satlink::formula-to-lrat-formula formula 1))
       (- (print-formula name numbered))
       ((mv proof state) (read-proof (concatenate 'string name ".lrat") seconds state))
       (refuted (and (consp proof) (lrat::refutation-p$ proof numbered)))
       (- (acl2::cw (if refuted "proof-checked ~x0~%" "no-proof-of ~x0~%") name)))
    (mv refuted state))
  ///
  (defret w-state-of-<fn>
    (equal (w new-state) (w state)))

  (defret <fn>-is-sound
    (implies refuted
             (equal (satlink::eval-formula formula env) 0))
    :hints (("goal" :use ((:instance lrat::main-theorem-stobj-based
                           (proof (mv-nth 0 (read-proof (concatenate 'string name ".lrat") seconds state)))
                           (formula (satlink::formula-to-lrat-formula formula 1)))
                          (:instance lrat::satisfiable-suff
                           (assignment (satlink::env$-to-lrat-assignment
                                        (+ 1 (satlink::max-index-formula formula)) env))
                           (formula (satlink::formula-to-lrat-formula formula 1))))
             :in-theory (disable lrat::refutation-p$ lrat::main-theorem-stobj-based)))))

;; ---------------------------------------------------------------------------------------------------------------
;; A literal of a graph of gates is never true

(define refute-literal ((literal satlink::litp) (name stringp) (seconds natp) aignet state)
  :guard (aignet::fanin-litp literal aignet)
  :returns (mv refuted new-state)
  (b* (((acl2::local-stobjs aignet::sat-lits) (mv refuted aignet::sat-lits state))
       ((mv formula aignet::sat-lits) (aignet::aignet-one-lit->cnf literal aignet::sat-lits aignet))
       ((mv refuted state) (refute-formula formula name seconds state)))
    (mv refuted aignet::sat-lits state))
  ///
  (defret w-state-of-<fn>
    (equal (w new-state) (w state)))

  (local (defthm the-same-from-any-literals
           (implies (and (aignet::aignet-litp literal aignet)
                         (equal 1 (aignet::lit-eval literal inputs registers aignet)))
                    (not (mv-nth 0 (refute-formula (mv-nth 0 (aignet::aignet-one-lit->cnf literal nil aignet))
                                                   name seconds state))))
           :hints (("goal" :use ((:instance aignet::aignet-satisfying-assign-induces-cnf-satisfying-assign
                                  (aignet::lit literal) (aignet::aignet aignet)
                                  (aignet::sat-lits (aignet::create-sat-lits))
                                  (aignet::cnf-vals nil)
                                  (aignet::invals inputs) (aignet::regvals registers))
                                 (:instance refute-formula-is-sound
                                  (formula (mv-nth 0 (aignet::aignet-one-lit->cnf literal nil aignet)))
                                  (env (aignet::aignet->cnf-vals
                                        inputs registers nil
                                        (mv-nth 1 (aignet::aignet-one-lit->cnf literal nil aignet))
                                        aignet))))
                    :in-theory (disable refute-formula-is-sound
                                        aignet::aignet-satisfying-assign-induces-cnf-satisfying-assign)))))

  (defret <fn>-is-sound
    (implies (and refuted (aignet::aignet-litp literal aignet))
             (equal (aignet::lit-eval literal inputs registers aignet) 0))
    :hints (("goal" :use the-same-from-any-literals
             :in-theory (disable the-same-from-any-literals)))))

;; ---------------------------------------------------------------------------------------------------------------
;; The same as FGL asks it

(local
 (defthm refuted-literal-is-false
   (implies (and (mv-nth 0 (refute-literal (bfr->aignet-lit bfr (logicman->bfrstate logicman))
                                           name seconds (logicman->aignet logicman) state))
                 (lbfr-mode-is :aignet logicman)
                 (bfr-p bfr (logicman->bfrstate logicman)))
            (not (gobj-bfr-eval bfr env logicman)))
   :hints (("goal" :in-theory (e/d (gobj-bfr-eval bfr-eval) (refute-literal-is-sound))
            :use ((:instance refute-literal-is-sound
                   (literal (bfr->aignet-lit bfr (logicman->bfrstate logicman)))
                   (aignet (logicman->aignet logicman))
                   (inputs (alist-to-bitarr (aignet::num-ins (logicman->aignet logicman))
                                            (fgl-env->bfr-vals env) nil))
                   (registers nil)))))))

(make-event
 `(define check-by-proof (params (bfr interp-st-bfr-p) (interp-st interp-st-bfrs-ok) state)
    ; Params: the name of the clauses in the log and of the file, and how many seconds to wait for the file. What is
    ; known on the path to a literal is not used: the goals here are literals that are never true at all.
    :returns (mv status new-interp-st new-state)
    :guard-hints (("goal" :in-theory (enable interp-st-bfrs-ok)))
    (b* (((unless (and (bfr-mode-is :aignet (interp-st-bfr-mode))
                       (not (interp-st->errmsg interp-st))
                       (consp params) (stringp (car params)) (natp (cdr params))))
          (mv :failed interp-st state))
         ((when (eq bfr nil)) (mv :unsat interp-st state)))
      (stobj-let ((logicman (interp-st->logicman interp-st)))
                 (refuted state)
                 (b* ((literal (bfr->aignet-lit bfr (logicman->bfrstate))))
                   (stobj-let ((aignet (logicman->aignet logicman)))
                              (refuted state)
                              (refute-literal literal (car params) (cdr params) aignet state)
                              (mv refuted state)))
                 (mv (if refuted :unsat :failed) interp-st state)))
    ///
    (set-ignore-ok t)
    . ,*interp-st-sat-check-thms*))

(defattach interp-st-sat-check check-by-proof)

(def-fancy-ev-primitives refute-primitives)

(install-fgl-metafns refute)
