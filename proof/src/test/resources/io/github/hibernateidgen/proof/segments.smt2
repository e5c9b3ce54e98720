; Segments in Redis with settle as a transition system in SMT-LIB 2.6: any number of processes, fetches, failovers and sizes, and
; requests that are applied as often as anybody repeats them. docs/contributing/proof.md explains it. InductionTest proves that each
; transition keeps INV; ScheduleTest plays a schedule for each guard that issues a number twice without it.
;
; A content of the counter (sort C) is made by one run of a script. The contents form a tree: the history of the counter is the path
; from the root to its present content, and a failover goes back to an ancestor. A fetch (sort F) may be applied any number of times,
; and its numbers end at the value that it heard.
(set-option :auto_config false)
(set-option :smt.mbqi true)
(declare-sort State 0) (declare-sort C 0) (declare-sort F 0)

; ---- guards of the code: see reservation.smt2 ----------------------------------------------------------------------------------
(declare-const g.stamp Bool)     ; the look finds the run of the script that was heard, not another run of the same request
                                 ; RedisCounter.java: `mark = ARGV[4] .. stamp`
(declare-const g.mark Bool)      ; the look asks for the mark of the fetch, not for the value
                                 ; RedisSegmentSource.java: `if (left == null || !counter.removeMark(current.token, value, left)) {`
(declare-const g.wait Bool)      ; settle passes between the answer and the look
                                 ; RedisSegmentSource.java: `settling.await(heardAt);`
(declare-const g.sent Bool)      ; it passes before the look is sent
                                 ; RedisSegmentSource.java: `settling.await(heardAt);`
; ---- assumptions about the world: docs/stores/redis.md --------------------------------------------------------------------------
(declare-const g.script Bool)    ; a script adds to the value that it finds, in one step
(declare-const g.fresh Bool)     ; the look is answered by the server that has the counter
(declare-const g.fence Bool)     ; a failover keeps what is as old as the loss
(declare-const g.enough Bool)    ; settle is not less than the loss
(define-fun guards () Bool (and g.stamp g.mark g.wait g.sent g.script g.fresh g.fence g.enough))

; ---- contents: what never changes ----------------------------------------------------------------------------------------------
(declare-fun root () C) (declare-fun par (C) C) (declare-fun anc (C C) Bool)
(declare-fun val (C) Int) (declare-fun isAdd (C) Bool) (declare-fun by (C) F) (declare-fun size (F) Int)
(declare-const settle Int) (declare-const loss Int)
(define-fun bounded () Bool (and (<= 0 loss) (< 0 settle) (=> g.enough (<= loss settle))))
(assert bounded)
(assert (forall ((f F)) (! (< 0 (size f)) :pattern ((size f)))))
(assert (and (= (par root) root) (not (isAdd root)) (<= 0 (val root))))
(assert (forall ((c C)) (! (=> (distinct c root) (distinct (par c) c)) :pattern ((par c)))))
(assert (forall ((a C)) (! (anc a a) :pattern ((par a)))))
(assert (forall ((c C)) (! (anc (par c) c) :pattern ((par c)))))
(assert (forall ((a C) (c C)) (! (=> (anc a c) (or (= a c) (and (distinct c root) (anc a (par c))))) :pattern ((anc a c)))))
(assert (forall ((a C) (b C) (c C)) (! (=> (and (anc a b) (anc b c)) (anc a c)) :pattern ((anc a b) (anc b c)))))
(assert (forall ((a C) (b C)) (! (=> (and (anc a b) (anc b a)) (= a b)) :pattern ((anc a b) (anc b a)))))
(assert (forall ((a C) (b C) (c C)) (! (=> (and (anc a c) (anc b c)) (or (anc a b) (anc b a))) :pattern ((anc a c) (anc b c)))))

; ---- state ---------------------------------------------------------------------------------------------------------------------
(declare-fun now (State) Int) (declare-fun cur (State) C)
(declare-fun made (State C) Bool) (declare-fun at (State C) Int)          ; the runs of scripts, and when they ran
(declare-fun heard (State F) Bool) (declare-fun run (State F) C) (declare-fun heardAt (State F) Int)
(declare-fun looks (State F) Bool) (declare-fun sentAt (State F) Int)     ; the look was sent
(declare-fun found (State F) Bool)                                        ; the look has found what it asks for
(declare-fun issued (State F) Bool)
(define-fun inHist ((s State) (c C)) Bool (anc c (cur s)))
(define-fun stable ((s State) (c C)) Bool (and (made s c) (inHist s c) (<= (+ (at s c) loss) (now s))))

(define-fun sameNow ((s State) (t State)) Bool (= (now t) (now s)))
(define-fun sameCur ((s State) (t State)) Bool (= (cur t) (cur s)))
(define-fun sameMade ((s State) (t State)) Bool (and (forall ((c C)) (! (= (made t c) (made s c)) :pattern ((made t c))))
  (forall ((c C)) (! (= (at t c) (at s c)) :pattern ((at t c))))))
(define-fun sameHeard ((s State) (t State)) Bool (and (forall ((f F)) (! (= (heard t f) (heard s f)) :pattern ((heard t f))))
  (forall ((f F)) (! (= (run t f) (run s f)) :pattern ((run t f)))) (forall ((f F)) (! (= (heardAt t f) (heardAt s f)) :pattern ((heardAt t f))))))
(define-fun sameLooks ((s State) (t State)) Bool (and (forall ((f F)) (! (= (looks t f) (looks s f)) :pattern ((looks t f))))
  (forall ((f F)) (! (= (sentAt t f) (sentAt s f)) :pattern ((sentAt t f))))))
(define-fun sameFound ((s State) (t State)) Bool (forall ((f F)) (! (= (found t f) (found s f)) :pattern ((found t f)))))
(define-fun sameIssued ((s State) (t State)) Bool (forall ((f F)) (! (= (issued t f) (issued s f)) :pattern ((issued t f)))))

; ---- transitions of the world ----------------------------------------------------------------------------------------------------
(define-fun tTime ((s State) (t State)) Bool (and (<= (now s) (now t)) (sameCur s t) (sameMade s t) (sameHeard s t) (sameLooks s t) (sameFound s t) (sameIssued s t)))
(define-fun runs ((s State) (t State) (c C)) Bool (and (sameNow s t) (sameHeard s t) (sameLooks s t) (sameFound s t) (sameIssued s t)
  (distinct c root) (not (made s c)) (= (par c) (cur s)) (= (cur t) c)
  (forall ((d C)) (! (= (made t d) (or (made s d) (= d c))) :pattern ((made t d))))
  (forall ((d C)) (! (= (at t d) (ite (= d c) (now s) (at s d))) :pattern ((at t d))))))
; The request of f is applied: for the first time, or again by a driver, a proxy or a copy, at any time.
(define-fun tAdd ((s State) (t State) (c C) (f F)) Bool (and (runs s t c) (isAdd c) (= (by c) f)
  (ite g.script (= (val c) (+ (val (cur s)) (size f))) (<= 0 (val c)))))
; A write that adds nothing, such as the removal of a mark.
(define-fun tOther ((s State) (t State) (c C)) Bool (and (runs s t c) (not (isAdd c)) (= (val c) (val (cur s)))))
(define-fun tFailOver ((s State) (t State) (a C)) Bool (and (sameNow s t) (sameMade s t) (sameHeard s t) (sameLooks s t) (sameFound s t) (sameIssued s t)
  (inHist s a) (= (cur t) a) (=> g.fence (forall ((d C)) (! (=> (stable s d) (anc d a)) :pattern ((made s d)))))))

; ---- transitions of a process ----------------------------------------------------------------------------------------------------
; The answer of any run of the request is heard.
(define-fun tHear ((s State) (t State) (c C) (f F)) Bool (and (sameNow s t) (sameCur s t) (sameMade s t) (sameLooks s t) (sameFound s t) (sameIssued s t)
  (made s c) (isAdd c) (= (by c) f) (not (heard s f))
  (forall ((e F)) (! (= (heard t e) (or (heard s e) (= e f))) :pattern ((heard t e))))
  (forall ((e F)) (! (= (run t e) (ite (= e f) c (run s e))) :pattern ((run t e))))
  (forall ((e F)) (! (= (heardAt t e) (ite (= e f) (now s) (heardAt s e))) :pattern ((heardAt t e))))))
(define-fun tLook ((s State) (t State) (f F)) Bool (and (sameNow s t) (sameCur s t) (sameMade s t) (sameHeard s t) (sameFound s t) (sameIssued s t)
  (heard s f) (not (looks s f))
  (forall ((e F)) (! (= (looks t e) (or (looks s e) (= e f))) :pattern ((looks t e))))
  (forall ((e F)) (! (= (sentAt t e) (ite (= e f) (now s) (sentAt s e))) :pattern ((sentAt t e))))))
; The look is served, and finds in the counter what the run c has left.
(define-fun tFind ((s State) (t State) (f F) (c C)) Bool (and (sameNow s t) (sameCur s t) (sameMade s t) (sameHeard s t) (sameLooks s t) (sameIssued s t)
  (looks s f) (made s c) (=> g.fresh (inHist s c))
  (ite g.mark (and (isAdd c) (= (by c) f) (= (val c) (val (run s f))) (=> g.stamp (= c (run s f)))) (<= (val (run s f)) (val c)))
  (forall ((e F)) (! (= (found t e) (or (found s e) (= e f))) :pattern ((found t e))))))
(define-fun tIssue ((s State) (t State) (f F)) Bool (and (sameNow s t) (sameCur s t) (sameMade s t) (sameHeard s t) (sameLooks s t) (sameFound s t)
  (found s f) (=> g.wait (<= (+ (heardAt s f) settle) (ite g.sent (sentAt s f) (now s))))
  (forall ((e F)) (! (= (issued t e) (or (issued s e) (= e f))) :pattern ((issued t e))))))

; ---- the invariant -----------------------------------------------------------------------------------------------------------------
(define-fun iMade ((s State)) Bool (and (made s root) (made s (cur s))
  (forall ((c C)) (! (=> (made s c) (and (made s (par c)) (<= (at s c) (now s)))) :pattern ((made s c)) :pattern ((at s c))))
  (forall ((a C) (c C)) (! (=> (and (made s c) (anc a c)) (made s a)) :pattern ((made s c) (anc a c))))))
(define-fun iValues ((s State)) Bool (and
  (forall ((c C)) (! (=> (and (made s c) (isAdd c)) (= (val c) (+ (val (par c)) (size (by c))))) :pattern ((made s c))))
  (forall ((a C) (c C)) (! (=> (and (made s c) (anc a c)) (<= (val a) (val c))) :pattern ((made s c) (anc a c))))))
(define-fun iFetches ((s State)) Bool (and
  (forall ((f F)) (! (=> (heard s f) (and (made s (run s f)) (isAdd (run s f)) (= (by (run s f)) f) (<= (at s (run s f)) (heardAt s f)) (<= (heardAt s f) (now s))))
    :pattern ((heard s f)) :pattern ((run s f))))
  (forall ((f F)) (! (=> (looks s f) (and (heard s f) (<= (sentAt s f) (now s)))) :pattern ((looks s f))))
  (forall ((f F)) (! (=> (found s f) (and (looks s f) (=> (<= (+ (heardAt s f) settle) (sentAt s f)) (stable s (run s f))))) :pattern ((found s f))))
  (forall ((f F)) (! (=> (issued s f) (and (heard s f) (stable s (run s f)))) :pattern ((issued s f))))))
(define-fun INV ((s State)) Bool (and (iMade s) (iValues s) (iFetches s)))
; The numbers of two fetches, which end at the values that they heard, do not overlap.
(define-fun SAFE ((s State)) Bool (forall ((f F) (g F)) (! (=> (and (issued s f) (issued s g) (distinct f g))
  (or (<= (val (run s f)) (- (val (run s g)) (size g))) (<= (val (run s g)) (- (val (run s f)) (size f))))) :pattern ((issued s f) (issued s g)))))
(define-fun INIT ((s State)) Bool (and (= (cur s) root) (<= (at s root) (now s))
  (forall ((c C)) (! (= (made s c) (= c root)) :pattern ((made s c))))
  (forall ((f F)) (! (not (heard s f)) :pattern ((heard s f)))) (forall ((f F)) (! (not (looks s f)) :pattern ((looks s f))))
  (forall ((f F)) (! (not (found s f)) :pattern ((found s f)))) (forall ((f F)) (! (not (issued s f)) :pattern ((issued s f))))))
