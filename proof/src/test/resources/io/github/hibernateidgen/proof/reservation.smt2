; The reservation of worker numbers as a transition system in SMT-LIB 2.6: any number of processes, numbers and writes, and
; times without a bound. docs/contributing/proof.md explains it. InductionTest proves that each transition keeps INV;
; ScheduleTest plays a schedule for each guard that issues a tick twice without it.
;
; A write (sort C) is identified by its token, so it has one expected content for ever: par. The contents of a row therefore form a
; tree. The history of a row is the path from the root to its present content, a failover goes back to an ancestor, and whether "a is
; in the history of c" (anc) needs no state. A run (sort R) is a claim or a late renewal, with its renewals in time and its release.
(set-option :auto_config false)
(set-option :smt.mbqi true)
(declare-sort State 0) (declare-sort W 0) (declare-sort C 0) (declare-sort P 0) (declare-sort R 0)

; ---- guards of the code ------------------------------------------------------------------------------------------------------
; Each guard names the statements that hold it, which have the comment "// guard: NAME" in the code. GuardsTest compares them.
(declare-const g.floor Bool)        ; ticks are not below the floor
  ; ReservedStates.java: `this.floor = reservation.floor() == Long.MIN_VALUE ? start : ticks.firstState(ticks.tick(reservation.floor() - 1) + 1);`
(declare-const g.end Bool)          ; ticks are below the settled end
  ; ReservedStates.java: `this.last = ticks.firstState(ticks.tick(reservation.reservedUntil())) - 1;`
(declare-const g.claimEnd Bool)     ; a claim does not reduce the end
  ; Candidates.java: `if (row.reservedUntil() <= now) {`
(declare-const g.claimFloor Bool)   ; a claim's floor is the old end
  ; Swap.java: `return new Swap(free, claimed, free == null ? 0 : free.reservedUntil());`
(declare-const g.gain Bool)         ; a renewal does not reduce the end
  ; ReservationLoop.java: `return send(held.renewal(tokens.get(), held.row().reservedUntil() + Math.max(0, gain)));`
(declare-const g.newToken Bool)     ; each write has a token of its own
  ; ReservationLoop.java: `return send(held.renewal(tokens.get(), held.row().reservedUntil() + Math.max(0, gain)));`
(declare-const g.late Bool)         ; a late renewal begins at the old end
  ; HeldSlot.java: `return now < row.reservedUntil() ? this : new HeldSlot(row, row.reservedUntil());`
(declare-const g.aged Bool)         ; past ticks are given up before a row counts, and before the next step
  ; ReservationLoop.java: `ReservationState before = state.at(now.millis());`
  ; ReservationLoop.java: `state = state.at(now.millis());`
  ; ReservationLoop.java: `state = state.at(now.millis());`
  ; ReservationLoop.java: `state = state.at(now.millis()).observed(now.nanos(), settle);`
(declare-const g.unanswered Bool)   ; only the answer to the unanswered write counts
  ; ReservationLoop.java: `if (!swap.equals(state.unanswered())) {`
  ; ReservationState.java: `return swap.equals(unanswered) ? new ReservationState(swap.held(), null, List.of(), heardAt, Math.max(settledEnd, swap.floor()), false) : this;`
(declare-const g.shown Bool)        ; a read confirms nothing
  ; ReservationState.java: `return new ReservationState(swap.held(), null, List.of(), confirmedAt, settledEnd, true);`
(declare-const g.look Bool)         ; settle passes before the look
  ; ReservationState.java: `return held != null && !shown && sentAt - confirmedAt >= settle ? new ReservationState(held, unanswered, earlier, confirmedAt, held.row().reservedUntil(), false) : this;`
(declare-const g.lookSent Bool)     ; the look counts from its sending
  ; ReservationLoop.java: `readAt = now.nanos();`
  ; ReservationLoop.java: `ReservationState observed = state.observed(readAt, settle);`
(declare-const g.release Bool)      ; a release keeps all issued ticks
  ; HeldSlot.java: `return swap(token, Math.max(floor, Math.min(issuedEnd, row.reservedUntil())));`
  ; ReservedWorkerSource.java: `end = Math.max(end, issuer.close());`
(declare-const g.closed Bool)       ; nothing is issued after the close
  ; Incarnation.java: `return getAndSet(CLOSED);`
(declare-const g.giveBack Bool)     ; a number that generators use fits each generator that is made
  ; ReservedWorkerSource.java: `issuer.requireFits(fitting);`
  ; ReservedWorkerSource.java: `boolean fits = reserved == null || (fitting != null && fitting.worker() == reserved.worker());`
(declare-const g.ownRow Bool)       ; an older row of one's own is not held
  ; ReservationState.java: `return held != null && rows.contains(held.row()) ? new ReservationState(held, null, held.hasEnded() ? List.of() : sent, confirmedAt, settledEnd, shown) : START;`
(declare-const g.reset Bool)        ; a loss forgets the settled end
  ; ReservationState.java: `return held != null && rows.contains(held.row()) ? new ReservationState(held, null, held.hasEnded() ? List.of() : sent, confirmedAt, settledEnd, shown) : START;`
(declare-const g.lost Bool)         ; after a loss nothing is published
  ; ReservationLoop.java: `lost(before.held());`
  ; ReservationLoop.java: `reservation = null;`
; ---- assumptions about the world: docs/deploy.md, decisions 0007, 0038 and 0047 ---------------------------------------------------
(declare-const g.cas Bool)          ; the store compares before it writes
(declare-const g.fresh Bool)        ; with settle, a read shows no row that was replaced before the read was sent
(declare-const g.ack Bool)          ; "applied" is answered for durable writes only
(declare-const g.fence Bool)        ; a failover keeps what has been durable for longer than the loss
(declare-const g.enough Bool)       ; settle is not less than the loss
(declare-const g.image Bool)        ; a copy of a process starts after all ends that its image knows
(declare-const g.imageCall Bool)    ; with settle, no image is made while a write may still arrive
(define-fun guards () Bool (and g.floor g.end g.claimEnd g.claimFloor g.gain g.newToken g.late g.aged g.unanswered g.shown g.look g.lookSent
  g.release g.closed g.giveBack g.ownRow g.reset g.lost g.cas g.fresh g.ack g.fence g.enough g.image g.imageCall))

; ---- writes: what never changes ----------------------------------------------------------------------------------------------
(declare-fun w (C) W) (declare-fun par (C) C) (declare-fun floor (C) Int) (declare-fun end (C) Int)
(declare-fun run (C) R) (declare-fun owner (R) P) (declare-fun root (W) C) (declare-fun anc (C C) Bool)
(declare-const settle Int) (declare-const loss Int)
(declare-const tau Int) (declare-const omega W)   ; one arbitrary tick of one arbitrary number
(define-fun isRoot ((c C)) Bool (= c (root (w c))))
(define-fun bounded () Bool (and (<= 0 settle) (<= 0 loss) (=> g.enough (<= loss settle))))
(assert bounded)
(assert (forall ((x W)) (! (and (= (w (root x)) x) (= (par (root x)) (root x)) (= (floor (root x)) 0) (= (end (root x)) 0)) :pattern ((root x)))))
(assert (forall ((c C)) (! (and (= (w (par c)) (w c)) (=> (not (isRoot c)) (distinct (par c) c))) :pattern ((par c)))))
(assert (forall ((a C)) (! (anc a a) :pattern ((w a)))))
(assert (forall ((c C)) (! (anc (par c) c) :pattern ((par c)))))
(assert (forall ((a C) (c C)) (! (=> (anc a c) (or (= a c) (and (not (isRoot c)) (anc a (par c))))) :pattern ((anc a c) (par c)))))
(assert (forall ((a C) (b C) (c C)) (! (=> (and (anc a b) (anc b c)) (anc a c)) :pattern ((anc a b) (anc b c)))))
(assert (forall ((a C) (b C)) (! (=> (and (anc a b) (anc b a)) (= a b)) :pattern ((anc a b) (anc b a)))))
(assert (forall ((a C) (b C) (c C)) (! (=> (and (anc a c) (anc b c)) (or (anc a b) (anc b a))) :pattern ((anc a c) (anc b c)))))
(assert (forall ((a C) (c C)) (! (=> (anc a c) (= (w a) (w c))) :pattern ((anc a c)))))

; ---- state -------------------------------------------------------------------------------------------------------------------
(declare-datatypes ((Proc 0)) (((proc (alive Bool)
  (has Bool) (held C) (hf Int)                 ; ReservationState.held: HeldSlot(row, floor)
  (hasUn Bool) (un C)                          ; ReservationState.unanswered
  (hasCh Bool) (ch C)                          ; ReservationLoop.chosen
  (confAt Int) (se Int) (shown Bool)           ; confirmedAt, settledEnd, shown
  (sc C)                                       ; ghost: the write whose end settledEnd is
  (look Int)                                   ; readAt
  (res Bool)                                   ; ReservationLoop.reservation != null
  (closed Bool) (deaf Bool) (past Int)))))     ; deaf: a copy that heard nothing yet; its clock is past all ends of its image: past
(declare-fun now (State) Int)
(declare-fun row (State W) C)
(declare-fun created (State C) Bool) (declare-fun sent (State C) Bool) (declare-fun resent (State C) Bool)
(declare-fun applied (State C) Bool) (declare-fun durable (State C) Bool) (declare-fun durAt (State C) Int)
(declare-fun acked (State C) Bool) (declare-fun lastRow (State C) Int)
(declare-fun pr (State P) Proc)
(declare-fun fit (State P W) Bool)
(declare-fun early (State P C) Bool)                                ; ReservationState.earlier
(declare-fun shut (State R) Bool) (declare-fun lim (State R) Int)   ; run r issues no more; the end of its last tick
(declare-fun can (State P R) Bool) (declare-fun by (State P R) C)   ; p may issue tau of omega in run r, by that write
(declare-fun inh (State P R) Bool)                                  ; what a copy has from its image
(declare-fun issued (State P R) Bool)

(define-fun min2 ((a Int) (b Int)) Int (ite (<= a b) a b))
(define-fun max2 ((a Int) (b Int)) Int (ite (<= a b) b a))
(define-fun bound ((s State) (a C)) Int (ite (shut s (run a)) (min2 (end a) (lim s (run a))) (end a)))
(define-fun inHist ((s State) (c C)) Bool (anc c (row s (w c))))
(define-fun stable ((s State) (c C)) Bool (and (inHist s c) (durable s c) (<= (+ (durAt s c) loss) (now s))))
(define-fun settled ((x Proc)) Bool (>= (max2 (se x) (hf x)) (end (held x))))
(define-fun fits ((s State) (p P)) Bool (or (res (pr s p)) (fit s p (w (held (pr s p))))))

; ---- frames ------------------------------------------------------------------------------------------------------------------
(define-fun sameRow ((s State) (t State)) Bool (forall ((x W)) (! (= (row t x) (row s x)) :pattern ((row t x)))))
(define-fun sameCreated ((s State) (t State)) Bool (forall ((c C)) (! (= (created t c) (created s c)) :pattern ((created t c)))))
(define-fun sameSent ((s State) (t State)) Bool (forall ((c C)) (! (= (sent t c) (sent s c)) :pattern ((sent t c)))))
(define-fun sameResent ((s State) (t State)) Bool (forall ((c C)) (! (= (resent t c) (resent s c)) :pattern ((resent t c)))))
(define-fun sameApplied ((s State) (t State)) Bool (and
  (forall ((c C)) (! (= (applied t c) (applied s c)) :pattern ((applied t c))))
  (forall ((c C)) (! (= (lastRow t c) (lastRow s c)) :pattern ((lastRow t c))))))
(define-fun sameDurable ((s State) (t State)) Bool (and
  (forall ((c C)) (! (= (durable t c) (durable s c)) :pattern ((durable t c))))
  (forall ((c C)) (! (= (durAt t c) (durAt s c)) :pattern ((durAt t c))))))
(define-fun sameAcked ((s State) (t State)) Bool (forall ((c C)) (! (= (acked t c) (acked s c)) :pattern ((acked t c)))))
(define-fun sameStore ((s State) (t State)) Bool (and (sameRow s t) (sameApplied s t) (sameDurable s t) (sameAcked s t)))
(define-fun sameProcs ((s State) (t State)) Bool (forall ((q P)) (! (= (pr t q) (pr s q)) :pattern ((pr t q)))))
(define-fun sameOthers ((s State) (t State) (p P)) Bool (forall ((q P)) (! (=> (distinct q p) (= (pr t q) (pr s q))) :pattern ((pr t q)))))
(define-fun sameEarly ((s State) (t State)) Bool (forall ((q P) (c C)) (! (= (early t q c) (early s q c)) :pattern ((early t q c)))))
(define-fun noEarly ((s State) (t State) (p P)) Bool (forall ((q P) (c C)) (! (= (early t q c) (and (distinct q p) (early s q c))) :pattern ((early t q c)))))
(define-fun sameFit ((s State) (t State)) Bool (forall ((q P) (x W)) (! (= (fit t q x) (fit s q x)) :pattern ((fit t q x)))))
(define-fun sameShut ((s State) (t State)) Bool (and
  (forall ((r R)) (! (= (shut t r) (shut s r)) :pattern ((shut t r)))) (forall ((r R)) (! (= (lim t r) (lim s r)) :pattern ((lim t r))))))
(define-fun sameCan ((s State) (t State)) Bool (and
  (forall ((q P) (r R)) (! (= (can t q r) (can s q r)) :pattern ((can t q r))))
  (forall ((q P) (r R)) (! (= (by t q r) (by s q r)) :pattern ((by t q r))))))
(define-fun sameInh ((s State) (t State)) Bool (forall ((q P) (r R)) (! (= (inh t q r) (inh s q r)) :pattern ((inh t q r)))))
(define-fun sameIssued ((s State) (t State)) Bool (forall ((q P) (r R)) (! (= (issued t q r) (issued s q r)) :pattern ((issued t q r)))))
(define-fun sameNow ((s State) (t State)) Bool (= (now t) (now s)))
(define-fun creates ((s State) (t State) (c C)) Bool (and (not (created s c)) (not (isRoot c))
  (forall ((d C)) (! (= (created t d) (or (created s d) (= d c))) :pattern ((created t d))))))
(define-fun sends ((s State) (t State) (c C)) Bool
  (forall ((d C)) (! (= (sent t d) (or (sent s d) (= d c))) :pattern ((sent t d)))))
(define-fun freshRun ((s State) (p P) (r R)) Bool (and (= (owner r) p)
  (forall ((d C)) (! (=> (created s d) (distinct (run d) r)) :pattern ((created s d)))) (not (shut s r))))

; What p publishes with the new knowledge x, if it does: the ticks [hf, se) of held's number.
(define-fun permits ((s State) (p P) (x Proc)) Bool (and (has x) (= (w (held x)) omega) (< (hf x) (se x))
  (=> g.floor (<= (hf x) tau)) (=> g.end (< tau (se x)))))
(define-fun publishes ((s State) (t State) (p P) (x Proc) (yes Bool)) Bool (and
  (forall ((q P) (r R)) (! (= (can t q r) (or (can s q r) (and yes (permits s p x) (= q p) (= r (run (held x)))))) :pattern ((can t q r))))
  (forall ((q P) (r R)) (! (= (by t q r) (ite (and yes (permits s p x) (= q p) (= r (run (held x))) (not (can s q r))) (sc x) (by s q r)))
     :pattern ((by t q r))))))

; ---- transitions of the world ------------------------------------------------------------------------------------------------
(define-fun tTime ((s State) (t State)) Bool (and (<= (now s) (now t)) (sameStore s t) (sameCreated s t) (sameSent s t) (sameResent s t)
  (sameProcs s t) (sameEarly s t) (sameFit s t) (sameShut s t) (sameCan s t) (sameInh s t) (sameIssued s t)))
(define-fun rest1 ((s State) (t State)) Bool (and (sameNow s t) (sameCreated s t) (sameSent s t) (sameResent s t) (sameProcs s t) (sameEarly s t) (sameFit s t)
  (sameShut s t) (sameCan s t) (sameInh s t) (sameIssued s t)))
; A request is served at any time after it was sent: with settle once for each time it was sent, without it at will.
(define-fun tApply ((s State) (t State) (c C)) Bool (and (rest1 s t) (sameDurable s t) (sameAcked s t)
  (sent s c) (or (not (applied s c)) (resent s c) (<= settle 0))
  (=> g.cas (= (row s (w c)) (par c)))
  (forall ((x W)) (! (= (row t x) (ite (= x (w c)) c (row s x))) :pattern ((row t x))))
  (forall ((d C)) (! (= (applied t d) (or (applied s d) (= d c))) :pattern ((applied t d))))
  (forall ((d C)) (! (= (lastRow t d) (ite (= d (row s (w c))) (now s) (lastRow s d))) :pattern ((lastRow t d))))))
; The replica has all up to c.
(define-fun tDurable ((s State) (t State) (c C)) Bool (and (rest1 s t) (sameRow s t) (sameApplied s t) (sameAcked s t) (inHist s c)
  (forall ((d C)) (! (= (durable t d) (or (durable s d) (anc d c))) :pattern ((durable t d))))
  (forall ((d C)) (! (= (durAt t d) (ite (and (not (durable s d)) (anc d c)) (now s) (durAt s d))) :pattern ((durAt t d))))))
; "Applied" is answered; the answer is heard at any time, or never.
(define-fun tAck ((s State) (t State) (c C)) Bool (and (rest1 s t) (sameRow s t) (sameApplied s t) (sameDurable s t)
  (inHist s c) (=> g.ack (durable s c))
  (forall ((d C)) (! (= (acked t d) (or (acked s d) (= d c))) :pattern ((acked t d))))))
; A failover: back to an ancestor; what was durable for longer than the loss is kept.
(define-fun tFailOver ((s State) (t State) (a C)) Bool (and (rest1 s t) (sameAcked s t) (inHist s a)
  (=> g.fence (forall ((d C)) (! (=> (and (= (w d) (w a)) (inHist s d) (durable s d) (<= (+ (durAt s d) loss) (now s))) (anc d a)) :pattern ((durable s d)))))
  (forall ((x W)) (! (= (row t x) (ite (= x (w a)) a (row s x))) :pattern ((row t x))))
  (forall ((d C)) (! (= (applied t d) (applied s d)) :pattern ((applied t d))))
  (forall ((d C)) (! (= (lastRow t d) (ite (= d (row s (w a))) (now s) (lastRow s d))) :pattern ((lastRow t d))))
  (forall ((d C)) (! (= (durable t d) (and (durable s d) (or (distinct (w d) (w a)) (anc d a)))) :pattern ((durable t d))))
  (forall ((d C)) (! (= (durAt t d) (durAt s d)) :pattern ((durAt t d))))))

; ---- transitions of a process --------------------------------------------------------------------------------------------------
(define-fun rest2 ((s State) (t State) (p P)) Bool (and (sameNow s t) (sameStore s t) (sameOthers s t p) (sameInh s t) (sameIssued s t)))
(define-fun rest3 ((s State) (t State) (p P)) Bool (and (rest2 s t p) (sameCreated s t) (sameSent s t) (sameResent s t) (sameFit s t) (sameShut s t)))
(define-fun noRuns ((s State) (p P)) Bool (forall ((c C)) (! (=> (and (created s c) (not (isRoot c))) (distinct (owner (run c)) p)) :pattern ((created s c)))))
(define-fun tStart ((s State) (t State) (p P)) Bool (and (rest3 s t p) (sameEarly s t) (sameCan s t) (not (alive (pr s p)))
  (= (pr t p) (proc true false (root omega) 0 false (root omega) false (root omega) (now s) (- 1) false (root omega) (now s) false false false 0))))
; A copy has not heard of its row yet, and its clock is past all ends of its image: what it does next, it does after the end.
(define-fun current ((x Proc)) Bool (=> (and g.aged (deaf x) (<= (end (held x)) (past x))) (= (hf x) (end (held x)))))
; ReservationState.at: by the process's clock, which may show anything, the end has passed.
(define-fun tAge ((s State) (t State) (p P)) Bool (and (rest3 s t p) (sameEarly s t) (sameCan s t) (alive (pr s p)) (has (pr s p))
  (= (pr t p) ((_ update-field hf) (pr s p) (end (held (pr s p)))))))
; ReservationLoop.choose: any row that was ever shown, free by a clock that may show anything.
(define-fun tChoose ((s State) (t State) (p P) (a C) (c C)) Bool (let ((x (pr s p))) (and
  (sameNow s t) (sameStore s t) (sameOthers s t p) (sameInh s t) (sameIssued s t) (sameSent s t) (sameResent s t) (sameEarly s t) (sameFit s t) (sameShut s t) (sameCan s t)
  (alive x) (not (has x)) (not (hasUn x)) (not (hasCh x)) (not (closed x)) (applied s a) (fit s p (w a))
  (creates s t c) (= (par c) a) (freshRun s p (run c))
  (ite g.claimFloor (= (floor c) (end a)) (<= 0 (floor c))) (=> g.claimEnd (< (end a) (end c))) (<= 0 (end c))
  (= (pr t p) ((_ update-field hasCh) ((_ update-field ch) x c) true)))))
(define-fun tSend ((s State) (t State) (p P)) Bool (let ((x (pr s p))) (and (rest2 s t p) (sameEarly s t) (sameCreated s t) (sameResent s t) (sameFit s t) (sameShut s t) (sameCan s t)
  (alive x) (hasCh x) (or (has x) (not (closed x))) (sends s t (ch x))
  (= (pr t p) ((_ update-field hasUn) ((_ update-field un) ((_ update-field hasCh) x false) (ch x)) true)))))
(define-fun tRenew ((s State) (t State) (p P) (c C)) Bool (let ((x (pr s p))) (and (rest2 s t p) (sameEarly s t) (sameResent s t) (sameFit s t) (sameShut s t) (sameCan s t)
  (alive x) (has x) (current x) (not (hasUn x)) (not (hasCh x)) (not (closed x)) (fits s p)
  (creates s t c) (sends s t c) (= (par c) (held x)) (=> g.gain (<= (end (held x)) (end c))) (<= (floor c) (end c))
  (ite (and g.late (= (hf x) (end (held x)))) (and (= (floor c) (hf x)) (freshRun s p (run c)))
                                              (and (= (floor c) (floor (held x))) (= (run c) (run (held x)))))
  (= (pr t p) ((_ update-field hasUn) ((_ update-field un) x c) true)))))
(define-fun tRelease ((s State) (t State) (p P) (c C)) Bool (let ((x (pr s p))) (and (rest2 s t p) (sameEarly s t) (sameResent s t) (sameFit s t) (sameShut s t) (sameCan s t)
  (alive x) (has x) (current x) (not (hasUn x)) (not (hasCh x)) (closed x)
  (creates s t c) (sends s t c) (= (par c) (held x)) (= (floor c) (hf x)) (= (run c) (run (held x)))
  (ite g.release (= (end c) (max2 (hf x) (min2 (lim s (run (held x))) (end (held x))))) (<= (hf x) (end c) (end (held x))))
  (distinct (end c) (end (held x)))
  (= (pr t p) ((_ update-field hasUn) ((_ update-field un) x c) true)))))
(define-fun tGiveBack ((s State) (t State) (p P) (c C)) Bool (let ((x (pr s p))) (and (rest2 s t p) (sameEarly s t) (sameResent s t) (sameFit s t) (sameCan s t)
  (alive x) (has x) (current x) (not (hasUn x)) (not (hasCh x)) (not (closed x)) (not (fit s p (w (held x))))
  (distinct (hf x) (end (held x)))
  (creates s t c) (sends s t c) (= (par c) (held x)) (= (floor c) (hf x)) (= (end c) (hf x)) (= (run c) (run (held x)))
  (forall ((r R)) (! (= (shut t r) (or (shut s r) (= r (run c)))) :pattern ((shut t r))))
  (forall ((r R)) (! (= (lim t r) (ite (= r (run c)) (ite (shut s r) (min2 (hf x) (lim s r)) (hf x)) (lim s r))) :pattern ((lim t r))))
  (= (pr t p) ((_ update-field hasUn) ((_ update-field un) x c) true)))))
(define-fun tForget ((s State) (t State) (p P)) Bool (let ((x (pr s p))) (and (rest3 s t p) (noEarly s t p) (sameCan s t) ; giveBack with keepsEnd
  (alive x) (has x) (not (hasUn x)) (not (hasCh x)) (not (closed x)) (not (fits s p)) (= (hf x) (end (held x)))
  (= (pr t p) ((_ update-field has) ((_ update-field se) ((_ update-field shown) x false) (- 1)) false)))))
(define-fun tUnfit ((s State) (t State) (p P) (y W)) Bool (and (sameNow s t) (sameStore s t) (sameEarly s t) (sameProcs s t) (sameInh s t) (sameIssued s t)
  (sameCreated s t) (sameSent s t) (sameResent s t) (sameShut s t) (sameCan s t)
  (=> g.giveBack (not (and (res (pr s p)) (= (w (held (pr s p))) y))))
  (forall ((q P) (x W)) (! (= (fit t q x) (and (fit s q x) (not (and (= q p) (= x y))))) :pattern ((fit t q x))))))
; "Applied" is heard.
(define-fun tHear ((s State) (t State) (p P) (c C) (aged Bool)) Bool (let ((x (pr s p))) (and (rest3 s t p) (noEarly s t p)
  (alive x) (acked s c) (ite g.unanswered (and (hasUn x) (= (un x) c)) (= (owner (run c)) p)) (=> (and (deaf x) g.aged (<= (end c) (past x))) aged)
  (let ((pub (and (not (closed x)) (or (res x) (fit s p (w c))))))
  (let ((zero (and pub (or (<= settle 0) (not g.look)))))
  (let ((y (proc true true c (ite aged (end c) (floor c)) false (un x) (hasCh x) (ch x) (now s)
      (ite zero (end c) (max2 (se x) (floor c))) false (ite zero c (sc x)) (look x)
      (ite pub (< (ite aged (end c) (floor c)) (ite zero (end c) (max2 (se x) (floor c)))) (res x)) (closed x) (and (deaf x) (closed x)) (past x))))
    (and (= (pr t p) y) (publishes s t p y pub)))))))) 
; A read is sent, and (below) answered with the row a of the number that p holds or has written.
(define-fun tLook ((s State) (t State) (p P)) Bool (and (rest3 s t p) (sameEarly s t) (sameCan s t) (alive (pr s p)) (= (pr t p) ((_ update-field look) (pr s p) (now s)))))
(define-fun shows ((s State) (p P) (a C)) Bool (and (alive (pr s p)) (not (hasCh (pr s p))) (applied s a)
  (=> (and g.fresh (< 0 settle)) (or (= a (row s (w a))) (>= (lastRow s a) (look (pr s p)))))))
(define-fun tSeenUpdate ((s State) (t State) (p P) (c C) (aged Bool)) Bool (let ((x (pr s p))) (and (rest3 s t p) (noEarly s t p)
  (or (and (hasUn x) (= (un x) c)) (early s p c)) (shows s p c) (=> (and (deaf x) g.aged (<= (end c) (past x))) aged)
  (let ((pub (and (not (closed x)) (or (res x) (fit s p (w c))))) (zero (not g.shown)))
  (let ((y (proc true true c (ite aged (end c) (floor c)) false (un x) (hasCh x) (ch x) (ite zero (now s) (confAt x))
      (ite (and zero (<= settle 0)) (end c) (se x)) (not zero) (ite (and zero (<= settle 0)) c (sc x)) (look x)
      (ite pub (< (ite aged (end c) (floor c)) (ite (and zero (<= settle 0)) (end c) (se x))) (res x)) (closed x) (and (deaf x) (closed x)) (past x))))
    (and (= (pr t p) y) (publishes s t p y pub)))))))
(define-fun tSeenHeld ((s State) (t State) (p P) (aged Bool) (keeps Bool) (repeats Bool)) Bool (let ((x (pr s p)))
  (and (sameNow s t) (sameStore s t) (sameOthers s t p) (sameInh s t) (sameIssued s t) (sameCreated s t) (sameSent s t) (sameFit s t) (sameShut s t)
  (has x) (shows s p (held x)) (=> (hasUn x) (distinct (held x) (un x))) (=> (and g.aged (deaf x) (<= (end (held x)) (past x))) aged)
  (forall ((q P) (c C)) (! (= (early t q c) (ite (= q p) (and keeps (or (early s p c) (and (hasUn x) (= c (un x))))) (early s q c))) :pattern ((early t q c))))
  (=> repeats (and (not g.newToken) (hasUn x) (not aged)))
  (forall ((d C)) (! (= (resent t d) (or (resent s d) (and repeats (= d (un x))))) :pattern ((resent t d))))
  ; the ticks that are past are given up first, and then nothing is left to settle
  (let ((z (and (not aged) (not (closed x)) (fits s p) (not (settled x)) (not (shown x))
      (>= (- (ite g.lookSent (look x) (now s)) (confAt x)) (ite g.look settle 0)))))
  (let ((y (proc true true (held x) (ite aged (end (held x)) (hf x)) false (un x) repeats (ite repeats (un x) (ch x)) (confAt x)
      (ite z (end (held x)) (se x)) (shown x) (ite z (held x) (sc x)) (look x)
      (ite z (< (hf x) (end (held x))) (res x)) (closed x) (deaf x) (past x))))
    (and (= (pr t p) y) (publishes s t p y z)))))))
(define-fun tSeenOther ((s State) (t State) (p P) (a C)) Bool (let ((x (pr s p))) (and (rest3 s t p) (noEarly s t p)
  (or (has x) (hasUn x)) (shows s p a) (=> (has x) (and (= (w a) (w (held x))) (distinct a (held x))))
  (=> (hasUn x) (and (= (w a) (w (un x))) (distinct a (un x))))
  (let ((own (and (not g.ownRow) (not (isRoot a)) (= (owner (run a)) (owner (run (ite (has x) (held x) (un x))))))))
  (let ((y (proc true own (ite own a (held x)) (ite own (floor a) (hf x)) false (un x) (hasCh x) (ch x) (confAt x)
      (ite g.reset (ite own (se x) (- 1)) (se x)) own (sc x) (look x) false (closed x) (and own (deaf x)) (past x))))
    (and (= (pr t p) y)
      (forall ((q P) (r R)) (! (= (can t q r) (or (can s q r) (and (not g.lost) (= q p) (inh s q r)))) :pattern ((can t q r))))
      (forall ((q P) (r R)) (! (= (by t q r) (by s q r)) :pattern ((by t q r)))))))))) 
; An id is made, by a thread that may have read its bounds at any time before.
(define-fun tIssue ((s State) (t State) (p P) (r R)) Bool (and (sameNow s t) (sameStore s t) (sameEarly s t) (sameProcs s t) (sameCreated s t) (sameSent s t) (sameResent s t)
  (sameFit s t) (sameShut s t) (sameCan s t) (sameInh s t)
  (can s p r) (=> g.closed (not (closed (pr s p))))
  (forall ((q P) (v R)) (! (= (issued t q v) (or (issued s q v) (and (= q p) (= v r)))) :pattern ((issued t q v))))))
; The generators are closed: shutdown, suspend. A resume is another life.
(define-fun tClose ((s State) (t State) (p P) (v Int)) Bool (let ((x (pr s p))) (and (rest2 s t p) (sameEarly s t) (sameCreated s t) (sameSent s t) (sameResent s t) (sameFit s t) (sameCan s t)
  (alive x) (not (closed x)) (= (pr t p) ((_ update-field closed) x true))
  (forall ((r R)) (! (=> (and (= (owner r) p) (issued s p r)) (< tau v)) :pattern ((issued s p r))))
  (forall ((r R)) (! (= (shut t r) (or (shut s r) (= (owner r) p))) :pattern ((shut t r))))
  (forall ((r R)) (! (= (lim t r) (ite (and (= (owner r) p) (not (shut s r))) v (lim s r))) :pattern ((lim t r)))))))
; A memory image of p is restored as q. Both may send what was on its way.
(define-fun tImage ((s State) (t State) (p P) (q P) (v Int)) Bool (let ((x (pr s p)))
  (and (sameNow s t) (sameStore s t) (sameOthers s t q) (sameIssued s t) (sameCreated s t) (sameSent s t) (sameFit s t) (sameShut s t) (sameCan s t)
  (alive x) (not (closed x)) (distinct p q) (not (alive (pr s q))) (noRuns s q)
  (=> (and g.imageCall (< 0 settle)) (and (not (hasCh x)) (not (hasUn x))))
  (=> (deaf x) (<= (past x) v)) (=> (has x) (<= (end (held x)) v)) (=> (hasUn x) (<= (end (un x)) v)) (=> (hasCh x) (<= (end (ch x)) v))
  (forall ((d C)) (! (=> (early s p d) (and (<= (end d) v) (=> g.imageCall (<= settle 0)))) :pattern ((early s p d))))
  (forall ((d C)) (! (= (resent t d) (or (resent s d) (and (hasCh x) (= d (ch x))) (and (hasUn x) (= d (un x))) (early s p d))) :pattern ((resent t d))))
  (forall ((u P) (y W)) (! (= (fit t u y) (fit s (ite (= u q) p u) y)) :pattern ((fit t u y))))
  (forall ((u P) (d C)) (! (= (early t u d) (early s (ite (= u q) p u) d)) :pattern ((early t u d))))
  (forall ((u P) (r R)) (! (= (inh t u r) (ite (= u q) (or (can s p r) (inh s p r)) (inh s u r))) :pattern ((inh t u r))))
  (= (pr t q) (ite g.image ((_ update-field past) ((_ update-field deaf) x true) v) x)))))

; ---- the invariant -----------------------------------------------------------------------------------------------------------
(define-fun SAFE ((s State)) Bool (forall ((p P) (q P) (r R) (v R))
  (! (=> (and (issued s p r) (issued s q v)) (and (= p q) (= r v))) :pattern ((issued s p r) (issued s q v)))))
(define-fun iTree ((s State)) Bool (and
  (forall ((x W)) (! (and (created s (root x)) (= (w (row s x)) x) (created s (row s x)) (applied s (row s x))) :pattern ((row s x))))
  (forall ((x W)) (! (and (created s (root x)) (applied s (root x))) :pattern ((root x))))
  (forall ((c C)) (! (=> (created s c) (created s (par c))) :pattern ((created s c))))
  (forall ((a C) (c C)) (! (=> (and (created s c) (anc a c)) (created s a)) :pattern ((created s c) (anc a c))))
  (forall ((c C)) (! (=> (sent s c) (created s c)) :pattern ((sent s c))))
  (forall ((c C)) (! (=> (applied s c) (and (created s c) (or (isRoot c) (sent s c)))) :pattern ((applied s c))))
  (forall ((c C)) (! (=> (inHist s c) (applied s c)) :pattern ((anc c (row s (w c))))))
  (forall ((c C)) (! (=> (and (resent s c) (< 0 settle)) false) :pattern ((resent s c))))))
(define-fun iWrites ((s State)) Bool (and
  (forall ((c C)) (! (=> (and (created s c) (not (isRoot c))) (and (<= 0 (floor c)) (<= (floor c) (end c))
     (ite (= (run c) (run (par c))) (= (floor c) (floor (par c))) (<= (end (par c)) (floor c))))) :pattern ((created s c))))
  (forall ((c C) (x W)) (! (=> (and (created s c) (not (isRoot c))) (distinct (run c) (run (root x)))) :pattern ((created s c) (root x))))
  (forall ((c C)) (! (=> (and (created s c) (not (isRoot c))) (alive (pr s (owner (run c))))) :pattern ((created s c))))
  (forall ((a C) (c C)) (! (=> (and (created s a) (created s c) (= (run a) (run c)) (not (isRoot a)) (not (isRoot c))) (and (= (floor a) (floor c)) (= (w a) (w c)))) :pattern ((created s a) (created s c))))))
(define-fun iK ((s State)) Bool (and
  (forall ((a C) (c C)) (! (=> (and (created s c) (anc a c) (distinct (run a) (run c))) (<= (bound s a) (floor c))) :pattern ((created s c) (anc a c))))
  (forall ((a C) (c C)) (! (=> (and (created s c) (anc a c)) (<= (bound s a) (end c))) :pattern ((created s c) (anc a c))))))
(define-fun iStore ((s State)) Bool (and
  (forall ((c C)) (! (=> (durable s c) (and (inHist s c) (<= (durAt s c) (now s)))) :pattern ((durable s c))))
  (forall ((c C)) (! (=> (acked s c) (and (applied s c) (<= (durAt s c) (now s)) (=> (not (durable s c))
      (and (< 0 loss) (not (inHist s c)) (< (lastRow s c) (+ (durAt s c) loss)))))) :pattern ((acked s c))))
  (forall ((c C)) (! (<= (lastRow s c) (now s)) :pattern ((lastRow s c))))))
(define-fun iProc ((s State)) Bool (forall ((p P)) (! (=> (alive (pr s p)) (let ((x (pr s p))) (and
  (<= (look x) (now s)) (<= (confAt x) (now s))
  (not (and (hasUn x) (hasCh x)))
  (=> (has x) (and (created s (held x)) (not (isRoot (held x))) (applied s (held x))))
  (=> (has x) (or (and (= (hf x) (floor (held x))) (or (= (owner (run (held x))) p) (and (deaf x) (<= (end (held x)) (past x))))) (= (hf x) (end (held x)))))
  (=> (hasUn x) (and (created s (un x)) (not (isRoot (un x))) (sent s (un x)) (or (and (deaf x) (<= (end (un x)) (past x))) (= (owner (run (un x))) p))))
  (=> (hasCh x) (and (created s (ch x)) (not (isRoot (ch x))) (or (and (deaf x) (<= (end (ch x)) (past x))) (= (owner (run (ch x))) p))))
  (=> (and (has x) (hasUn x)) (= (par (un x)) (held x)))
  (=> (and (has x) (hasCh x)) (= (par (ch x)) (held x)))
  (=> (and (has x) (hasUn x) (not (closed x)) (or (fits s p))) (<= (end (held x)) (end (un x))))
  (=> (and (has x) (hasCh x) (not (closed x)) (or (fits s p))) (<= (end (held x)) (end (ch x))))
  (=> (and (has x) (not (shown x))) (and (acked s (held x)) (<= (durAt s (held x)) (confAt x))))
  (=> (not (has x)) (and (< (se x) 0) (not (res x))))
  (=> (and (has x) (not (closed x)) (< (floor (held x)) (se x))) (and (stable s (sc x)) (= (w (sc x)) (w (held x))) (= (run (sc x)) (run (held x)))
      (= (floor (sc x)) (floor (held x))) (= (end (sc x)) (se x)) (created s (sc x)) (not (isRoot (sc x)))))
  (=> (and (has x) (not (closed x))) (and (<= (se x) (end (held x))) (=> (hasUn x) (<= (se x) (end (un x)))) (=> (hasCh x) (<= (se x) (end (ch x))))))
  (=> (res x) (and (has x) (or (closed x) (fit s p (w (held x))))))
  (=> (and (has x) (not (closed x)) (not (res x))) (and (<= (se x) (hf x)) (or (= (hf x) (end (held x))) (not (can s p (run (held x)))))))
  (=> (and (not (closed x)) (not (res x))) (and (=> (hasUn x) (not (can s p (run (un x))))) (=> (hasCh x) (not (can s p (run (ch x)))))))
  (=> (and (has x) (not (closed x)) (not (res x))) (and (=> (hasUn x) (<= (se x) (floor (un x)))) (=> (hasCh x) (<= (se x) (floor (ch x))))))
  (=> (and (has x) (not (closed x)) (can s p (run (held x)))) (< (floor (held x)) (se x)))
  (=> (and (hasUn x) (not (closed x)) (can s p (run (un x)))) (and (has x) (< (floor (un x)) (se x))))
  (=> (and (hasCh x) (not (closed x)) (can s p (run (ch x)))) (and (has x) (< (floor (ch x)) (se x))))
  ))) :pattern ((pr s p)))))
(define-fun iEarly ((s State)) Bool (forall ((p P) (c C)) (! (=> (early s p c) (let ((x (pr s p))) (and
  (alive x) (has x) (created s c) (not (isRoot c)) (sent s c) (= (par c) (held x)) (or (and (deaf x) (<= (end c) (past x))) (= (owner (run c)) p))
  (=> (and (not (closed x)) (fits s p)) (<= (end (held x)) (end c)))
  (=> (not (closed x)) (<= (se x) (end c)))
  (=> (and (not (closed x)) (not (res x))) (and (not (can s p (run c))) (<= (se x) (floor c))))
  (=> (and (not (closed x)) (can s p (run c))) (< (floor c) (se x)))
  ))) :pattern ((early s p c)))))
(define-fun iIds ((s State)) Bool (and
  (forall ((p P) (r R)) (! (=> (issued s p r) (can s p r)) :pattern ((issued s p r))))
  (forall ((p P) (r R)) (! (=> (can s p r) (and (= (owner r) p) (alive (pr s p)) (stable s (by s p r)) (created s (by s p r)) (not (isRoot (by s p r)))
     (= (run (by s p r)) r) (= (w (by s p r)) omega) (<= (floor (by s p r)) tau) (< tau (end (by s p r))))) :pattern ((can s p r))))
  (forall ((p P) (r R)) (! (=> (and (issued s p r) (shut s r)) (< tau (lim s r))) :pattern ((issued s p r))))
  (forall ((r R)) (! (=> (closed (pr s (owner r))) (shut s r)) :pattern ((shut s r))))
  (forall ((r R)) (! (=> (and (shut s r) (not (closed (pr s (owner r))))) (not (can s (owner r) r))) :pattern ((shut s r))))
  (forall ((c C)) (! (=> (and (created s c) (not (isRoot c)) (shut s (run c)) (not (closed (pr s (owner (run c)))))) (not (fit s (owner (run c)) (w c)))) :pattern ((created s c))))))
(define-fun INV ((s State)) Bool (and (iTree s) (iWrites s) (iK s) (iStore s) (iProc s) (iEarly s) (iIds s)))
(define-fun INIT ((s State)) Bool (and
  (forall ((x W)) (! (= (row s x) (root x)) :pattern ((row s x))))
  (forall ((c C)) (! (and (= (created s c) (isRoot c)) (= (applied s c) (isRoot c)) (not (sent s c)) (not (resent s c)) (= (durable s c) (isRoot c))
     (not (acked s c)) (= (lastRow s c) (now s)) (= (durAt s c) (now s))) :pattern ((created s c))))
  (forall ((p P)) (! (and (not (alive (pr s p))) (not (closed (pr s p)))) :pattern ((pr s p))))
  (forall ((p P) (c C)) (! (not (early s p c)) :pattern ((early s p c))))
  (forall ((p P) (r R)) (! (and (not (can s p r)) (not (issued s p r)) (not (inh s p r))) :pattern ((can s p r))))
  (forall ((p P) (r R)) (! (not (issued s p r)) :pattern ((issued s p r))))
  (forall ((r R)) (! (not (shut s r)) :pattern ((shut s r))))))
