package io.github.hibernateidgen.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.hibernateidgen.CombGuid;
import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.testing.Jta;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.transaction.Synchronization;
import java.lang.ref.WeakReference;
import java.lang.reflect.Field;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.BiFunction;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.StatelessSession;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.generator.BeforeExecutionGenerator;
import org.hibernate.generator.EventType;
import org.hibernate.resource.transaction.spi.TransactionCoordinator;
import org.hibernate.resource.transaction.spi.TransactionObserver;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A unit of work has a lane, from its first id to the end of its own transaction. */
@Timeout(120)
class SessionLanesTest {

    @Entity(name = "Entry")
    static class Entry {
        @Id
        @SnowflakeId(layout = "innodb")
        Long id;

        @CombGuid(format = GuidFormat.INNODB)
        UUID guid;
    }

    @Entity(name = "Plain")
    static class Plain {
        @Id
        @SnowflakeId
        Long id;
    }

    private static SessionFactory factory;

    private final List<AutoCloseable> open = new ArrayList<>();

    @BeforeAll
    static void start() {
        factory = Hibernate.onH2(Entry.class, Plain.class)
                .with(AvailableSettings.POOL_SIZE, 40)
                .start();
    }

    @AfterAll
    static void stop() {
        factory.close();
    }

    /** Ends what a test has left, so that the next one finds all lanes free. */
    @AfterEach
    void end() throws Exception {
        for (AutoCloseable session : open) {
            if (session instanceof Session stateful && stateful.isOpen()) {
                if (!stateful.getTransaction().isActive()) {
                    stateful.clear();
                    stateful.beginTransaction();
                }
                stateful.getTransaction().rollback();
            }
            session.close();
        }
    }

    private Session begin() {
        Session session = opened();
        session.beginTransaction();
        return session;
    }

    private Session opened() {
        Session session = factory.openSession();
        open.add(session);
        return session;
    }

    private static long lane(Session session) {
        Entry entry = new Entry();
        session.persist(entry);
        return lane(entry.id);
    }

    private static long lane(long id) {
        return SnowflakeLayout.INNODB.split(id).lane();
    }

    private static long laneOfThread() {
        return Thread.currentThread().getId() & 15;
    }

    @Test
    void sessionsTakeTheLowestFreeLaneAndGiveItBack() {
        Session first = begin();
        Session second = begin();
        Session third = begin();
        assertThat(lane(first)).isZero();
        assertThat(lane(second)).isOne();
        assertThat(lane(third)).isEqualTo(2);
        assertThat(lane(first)).as("keeps it").isZero();
        assertThat(lane(third)).as("keeps it").isEqualTo(2);
        second.getTransaction().commit();
        first.getTransaction().rollback();
        assertThat(lane(begin())).isZero();
        assertThat(lane(begin())).isOne();
        assertThat(lane(begin())).isEqualTo(3);
        assertThat(lane(third)).as("keeps it").isEqualTo(2);
    }

    @Test
    void eachUnitOfOneSessionTakesALaneAnew() {
        Session other = begin();
        assertThat(lane(other)).isZero();
        Session session = begin();
        assertThat(lane(session)).isOne();
        session.getTransaction().commit();
        other.getTransaction().commit();
        for (int unit = 0; unit < 100; unit++) {
            session.beginTransaction();
            assertThat(lane(session)).isZero();
            session.getTransaction().commit();
        }
        assertThat(observers(session)).as("it holds none of its past units").isZero();
    }

    /** As where entities are persisted before the transaction begins, in a conversation. */
    @Test
    void aUnitMayBeginBeforeItsTransaction() {
        Session session = opened();
        assertThat(lane(session)).isZero();
        session.beginTransaction();
        assertThat(lane(begin())).isOne();
        assertThat(lane(session)).isZero();
        session.getTransaction().commit();
        assertThat(lane(begin())).isZero();
    }

    @Test
    void idsOfAUnitAscendInOneLaneOnWhicheverThreads() throws Exception {
        Session session = begin();
        assertThat(lane(begin())).isZero();
        ExecutorService threads = Executors.newFixedThreadPool(5);
        long last = 0;
        try {
            for (int i = 0; i < 1_000; i++) {
                Entry entry = new Entry();
                threads.submit(() -> session.persist(entry)).get();
                assertThat(entry.id).isGreaterThan(last);
                assertThat(lane(entry.id)).isOne();
                last = entry.id;
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void guidsAreOfTheSessionsLaneToo() {
        Session first = begin();
        Session second = begin();
        List<Entry> entries = new ArrayList<>();
        for (Session session : List.of(first, second, first, second)) {
            Entry entry = new Entry();
            session.persist(entry);
            session.flush();
            entries.add(entry);
        }
        List<Long> lanes = entries.stream()
                .map(entry -> entry.guid.getMostSignificantBits() >>> 16 & 0xFFFF)
                .toList();
        assertThat(lanes.get(0)).isEqualTo(lanes.get(2));
        assertThat(lanes.get(1)).isEqualTo(lanes.get(3));
    }

    @Test
    void statelessSessionsHaveLanes() {
        Session other = begin();
        assertThat(lane(other)).isZero();
        try (StatelessSession session = factory.openStatelessSession()) {
            for (int unit = 0; unit < 3; unit++) {
                session.beginTransaction();
                for (long id : Hibernate.nextIds(factory, session, Entry.class, 3)) {
                    assertThat(lane(id)).isOne();
                }
                session.getTransaction().commit();
            }
        }
        assertThat(lane(begin())).isOne();
    }

    @Test
    void sessionsThatShareATransactionShareALane() {
        Session parent = begin();
        Session child = parent.sessionWithOptions().connection().openSession();
        open.add(0, child::close);
        assertThat(lane(child)).isZero();
        assertThat(lane(parent)).isZero();
        assertThat(lane(begin())).isOne();
        parent.getTransaction().commit();
        assertThat(lane(begin())).isZero();
        assertThat(lane(begin())).isEqualTo(2);
    }

    /** Hibernate iterates over the transaction's synchronizations meanwhile. */
    @Test
    void theFirstIdMayBeTakenWhileTheTransactionEnds() {
        Session session = begin();
        Entry before = new Entry();
        Entry after = new Entry();
        for (int i = 0; i < 2; i++) {
            boolean isFirst = i == 0;
            session.getTransaction().registerSynchronization(new Synchronization() {
                @Override
                public void beforeCompletion() {
                    if (isFirst) {
                        session.persist(before);
                        session.flush();
                    }
                }

                @Override
                public void afterCompletion(int status) {
                    if (isFirst) {
                        session.persist(after);
                    }
                }
            });
        }
        session.getTransaction().commit();
        assertThat(lane(before.id)).isZero();
        assertThat(lane(after.id)).isZero();
        assertThat(lane(begin())).as("free").isZero();
    }

    @Test
    void aUnitThatNeverEndsCostsOthersNoMoreThanASharedLane() {
        List<Session> endless = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            Session session = opened();
            assertThat(lane(session)).as("in slot %s", i).isEqualTo(i % 16);
            endless.add(session);
        }
        for (int i = 0; i < 3; i++) {
            Session late = begin();
            assertThat(lane(late)).isEqualTo(laneOfThread());
            late.getTransaction().commit();
        }
        endless.get(37).beginTransaction();
        endless.get(37).getTransaction().rollback();
        assertThat(lane(begin())).isEqualTo(37 % 16);
        assertThat(lane(endless.get(3))).isEqualTo(3);
    }

    /** Its lane changed when another unit ended, and with each thread, so its ids did not ascend. */
    @Test
    void aUnitThatSharesALaneKeepsTheLaneUntilItsTransactionEnds() throws Exception {
        List<Session> units = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            // More units than connections: a unit takes ids before its transaction begins.
            units.add(opened());
            lane(units.get(i));
        }
        int shared = 300;
        List<Session> late = new ArrayList<>();
        List<Long> lanes = new ArrayList<>();
        for (int i = 0; i < shared; i++) {
            Session session = opened();
            late.add(session);
            lanes.add(onAnotherThread(() -> lane(session)));
        }
        assertThat(Set.copyOf(lanes)).as("of the threads").hasSizeGreaterThan(1);
        for (int i = 0; i < 32; i++) {
            units.get(i).beginTransaction();
            units.get(i).getTransaction().rollback();
            for (int j = i; j < shared; j += 32) {
                Session session = late.get(j);
                assertThat(lane(session)).isEqualTo(lanes.get(j));
                assertThat(onAnotherThread(() -> lane(session))).isEqualTo(lanes.get(j));
            }
        }
        for (int i = 0; i < shared; i++) {
            Session session = late.get(i);
            session.clear();
            session.beginTransaction();
            assertThat(lane(session)).isEqualTo(lanes.get(i));
            session.getTransaction().rollback();
            assertThat(observers(session)).isZero();
        }
        assertThat(lane(late.get(0))).as("a unit anew").isZero();
    }

    private static long onAnotherThread(Callable<Long> work) throws Exception {
        FutureTask<Long> task = new FutureTask<>(work);
        Thread thread = new Thread(task);
        thread.start();
        thread.join();
        return task.get();
    }

    /** Or the sessions of units that share a lane would be found in an ever longer list. */
    @Test
    void endedUnitsThatSharedALaneAreForgotten() throws Exception {
        for (int i = 0; i < 64; i++) {
            lane(opened());
        }
        List<WeakReference<Session>> ended = new ArrayList<>();
        Session overlapping = begin();
        lane(overlapping);
        for (int i = 0; i < 1_000; i++) {
            Session next = factory.openSession();
            next.beginTransaction();
            lane(next);
            overlapping.getTransaction().rollback();
            ended.add(new WeakReference<>(overlapping));
            overlapping.close();
            overlapping = next;
        }
        assertThat(sharing()).as("about the last unit of each list").isLessThan(400);
        overlapping.getTransaction().rollback();
        overlapping.close();
    }

    /** The holders in all lists. */
    private static int sharing() throws Exception {
        Engines engines = (Engines) field(Idgen.of(factory), "engines");
        AtomicReferenceArray<?> lists = (AtomicReferenceArray<?>) field(engines.lanes(), "sharing");
        int count = 0;
        for (int i = 0; i < lists.length(); i++) {
            for (Object holder = lists.get(i); holder != null; holder = field(holder, "next")) {
                count++;
            }
        }
        return count;
    }

    private static Object field(Object owner, String name) throws Exception {
        Field field = owner.getClass().getDeclaredField(name);
        field.setAccessible(true);
        return field.get(owner);
    }

    @Test
    void sessionsThatAreThrownAwayAreForgotten() throws Exception {
        List<WeakReference<Session>> thrown = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            thrown.add(throwAway());
        }
        for (WeakReference<Session> session : thrown) {
            while (!session.refersTo(null)) {
                System.gc();
                Thread.sleep(10);
            }
        }
        assertThat(lane(begin())).isZero();
    }

    private static WeakReference<Session> throwAway() {
        Session session = factory.openSession();
        lane(session);
        return new WeakReference<>(session);
    }

    @Test
    void idsWithoutASessionAreOfTheThreadsLane() {
        assertThat(lane(Idgen.of(factory).next(Entry.class, Long.class))).isEqualTo(laneOfThread());
    }

    /** An id reads its session's own coordinator, which a unit asks for its end once; other layouts ask nothing. */
    @Test
    void aUnitAsksItsSessionOnceAndOtherLayoutsDoNot() {
        List<String> asked = new ArrayList<>();
        AtomicReference<TransactionObserver> observer = new AtomicReference<>();
        TransactionCoordinator coordinator = proxy(TransactionCoordinator.class, (method, arguments) -> {
            asked.add(method);
            observer.set((TransactionObserver) arguments[0]);
            return null;
        });
        SharedSessionContractImplementor session =
                proxy(SharedSessionContractImplementor.class, (method, arguments) -> {
                    asked.add(method);
                    return coordinator;
                });
        generate(Plain.class, session);
        assertThat(asked).isEmpty();
        for (int i = 0; i < 10; i++) {
            assertThat(lane((Long) generate(Entry.class, session))).isZero();
        }
        assertThat(asked).startsWith("getTransactionCoordinator", "addObserver").hasSize(11);
        assertThat(asked.subList(2, 11)).containsOnly("getTransactionCoordinator");
        asked.clear();
        TransactionObserver added = observer.get();
        added.afterCompletion(true, false);
        assertThat(asked).containsExactly("removeObserver");
        assertThat(observer).hasValue(added);
        assertThat(lane(begin())).isZero();
    }

    private static <T> T proxy(Class<T> type, BiFunction<String, Object[], Object> answer) {
        return type.cast(Proxy.newProxyInstance(
                SessionLanesTest.class.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> answer.apply(method.getName(), arguments)));
    }

    private static Object generate(Class<?> entity, SharedSessionContractImplementor session) {
        var generator = factory.unwrap(SessionFactoryImplementor.class)
                .getMappingMetamodel()
                .getEntityDescriptor(entity.getName())
                .getGenerator();
        return ((BeforeExecutionGenerator) generator).generate(session, null, null, EventType.INSERT);
    }

    @Test
    void unitsOfOverlappingThreadsShareNoLane() throws Exception {
        unitsThatOverlap(Executors.newFixedThreadPool(16));
    }

    @Test
    void unitsOfOverlappingVirtualThreadsShareNoLane() throws Exception {
        assumeTrue(Runtime.version().feature() >= 21, "needs virtual threads, of Java 21");
        unitsThatOverlap((ExecutorService)
                Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null));
    }

    /** Sixteen at a time, each of ten rows. */
    private static void unitsThatOverlap(ExecutorService threads) throws Exception {
        Set<Long> all = new HashSet<>();
        try {
            for (int round = 0; round < 20; round++) {
                CyclicBarrier together = new CyclicBarrier(16);
                List<Future<List<Long>>> units = new ArrayList<>();
                for (int unit = 0; unit < 16; unit++) {
                    units.add(threads.submit(() -> {
                        List<Long> ids = new ArrayList<>();
                        factory.inTransaction(session -> {
                            for (int i = 0; i < 10; i++) {
                                Entry entry = new Entry();
                                session.persist(entry);
                                ids.add(entry.id);
                                if (i == 0) {
                                    await(together);
                                }
                            }
                        });
                        return ids;
                    }));
                }
                Set<Long> lanes = new HashSet<>();
                for (Future<List<Long>> unit : units) {
                    List<Long> ids = unit.get();
                    assertThat(ids).isSorted();
                    Set<Long> lane = new HashSet<>();
                    ids.forEach(id -> lane.add(lane(id)));
                    assertThat(lane).hasSize(1);
                    lanes.addAll(lane);
                    all.addAll(ids);
                }
                assertThat(lanes).hasSize(16);
            }
        } finally {
            threads.shutdown();
        }
        assertThat(all).hasSize(20 * 16 * 10);
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void underJtaATransactionEndsTheUnit() throws Exception {
        try (SessionFactory managed = Hibernate.onH2(Entry.class)
                .with(AvailableSettings.JTA_PLATFORM, new Jta.Platform())
                .with(AvailableSettings.TRANSACTION_COORDINATOR_STRATEGY, "jta")
                .start()) {
            for (int round = 0; round < 3; round++) {
                Jta.manager().begin();
                Session first = managed.openSession();
                Session second = managed.openSession();
                assertThat(lane(first)).isZero();
                assertThat(lane(second)).isOne();
                var suspended = Jta.manager().suspend();
                Jta.manager().begin();
                Session inner = managed.openSession();
                assertThat(lane(inner)).isEqualTo(2);
                Jta.manager().rollback();
                Jta.manager().begin();
                assertThat(lane(inner)).as("the inner one has ended").isEqualTo(2);
                Jta.manager().commit();
                Jta.manager().resume(suspended);
                assertThat(lane(first)).isZero();
                if (round == 1) {
                    Jta.manager().rollback();
                } else {
                    Jta.manager().commit();
                }
                inner.close();
                first.close();
                second.close();
            }
        }
    }

    private static int observers(Session session) {
        try {
            Object coordinator =
                    session.unwrap(SharedSessionContractImplementor.class).getTransactionCoordinator();
            var observers = coordinator.getClass().getDeclaredField("observers");
            observers.setAccessible(true);
            List<?> known = (List<?>) observers.get(coordinator);
            return known == null ? 0 : known.size();
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}
