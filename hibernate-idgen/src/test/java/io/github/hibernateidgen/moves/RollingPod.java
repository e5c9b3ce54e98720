package io.github.hibernateidgen.moves;

import com.baomidou.mybatisplus.core.toolkit.Sequence;
import io.github.hibernateidgen.CombGuid;
import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.testing.Hibernate;
import io.hypersistence.tsid.TSID;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Table;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.hibernate.Session;
import org.hibernate.SessionFactory;

/**
 * One of the processes of an application that moves to other ids: three threads write owners and pets in units of work that
 * are held open, until the standard input ends. A pet belongs to the owner of its unit, or to one that any process wrote
 * shortly before. It has the owner's name, so that a reference to a wrong row is seen.
 *
 * <p>Each unit that was committed is a line of the file: {@code +}, and id and name of each row. A unit that failed is a line
 * with {@code -} and the error, and one that was the victim of a deadlock or of a lock's timeout, and so is to be repeated,
 * a line with {@code ~}.
 */
final class RollingPod {

    static final int THREADS = 3;

    /** What gives ids to rows that are assigned theirs. */
    private static LongSupplier assigned = () -> 0;

    static final int LARGEST_UNIT = 12;
    private static final SplittableRandom SEEDS =
            new SplittableRandom(ProcessHandle.current().pid());

    private final SessionFactory factory;
    private final Ids ids;
    private final String name;
    private final PrintWriter outcomes;
    private final long cycleMillis;
    private volatile boolean ended;

    /** What a pod's entities have for ids. */
    enum Ids {
        IDENTITY(IdentityOwner::new, IdentityPet::new),
        SNOWFLAKE(SnowflakeOwner::new, SnowflakePet::new),
        SEQUENCE(SequenceOwner::new, SequencePet::new),
        RANDOM_UUID(RandomOwner::new, RandomPet::new),
        COMB_GUID(CombOwner::new, CombPet::new),
        SEGMENT(SegmentOwner::new, SegmentPet::new),
        TSID(AssignedOwner::new, AssignedPet::new),
        MYBATIS(AssignedOwner::new, AssignedPet::new);

        private final Supplier<? extends Owner> owner;
        private final Supplier<? extends Pet> pet;

        Ids(Supplier<? extends Owner> owner, Supplier<? extends Pet> pet) {
            this.owner = owner;
            this.pet = pet;
        }
    }

    @MappedSuperclass
    abstract static class Owner {
        String name;

        /** When the row was made, for the search of owners to refer to. */
        @Column(name = "made_at")
        long madeAt;

        abstract Object id();
    }

    @MappedSuperclass
    abstract static class Pet {
        String name;

        @Column(name = "owner_name")
        String ownerName;

        abstract Object id();

        abstract void belongTo(Object owner);
    }

    private RollingPod(SessionFactory factory, Ids ids, String name, PrintWriter outcomes, long cycleMillis) {
        this.factory = factory;
        this.ids = ids;
        this.name = name;
        this.outcomes = outcomes;
        this.cycleMillis = cycleMillis;
    }

    /**
     * Runs until its input ends.
     *
     * @param arguments the kind of ids, the name of the process, the file for what was written, milliseconds from one unit of
     *     a thread to the next, and pairs of a setting and its value
     */
    public static void main(String[] arguments) throws Exception {
        Ids ids = Ids.valueOf(arguments[0]);
        // A number that no other process has.
        int node = Integer.getInteger("rolling.node");
        if (ids == Ids.TSID) {
            TSID.Factory tsids =
                    TSID.Factory.builder().withNodeBits(10).withNode(node).build();
            assigned = () -> tsids.generate().toLong();
        } else if (ids == Ids.MYBATIS) {
            assigned = new Sequence(node, 0)::nextId;
        }
        Map<String, Object> settings = new HashMap<>();
        for (int i = 4; i < arguments.length; i += 2) {
            settings.put(arguments[i], arguments[i + 1]);
        }
        try (FileChannel file = FileChannel.open(
                        Path.of(arguments[2]), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                SessionFactory factory = Hibernate.on(
                                settings,
                                ids.owner.get().getClass(),
                                ids.pet.get().getClass())
                        .start()) {
            PrintWriter outcomes = new PrintWriter(Channels.newWriter(file, StandardCharsets.UTF_8), true);
            new RollingPod(factory, ids, arguments[1], outcomes, Long.parseLong(arguments[3])).run();
        }
    }

    private void run() throws IOException, InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            String thread = name + "-" + i;
            threads.add(new Thread(() -> write(thread), thread));
        }
        threads.forEach(Thread::start);
        while (System.in.read() >= 0) {
            // Nothing is ever sent.
        }
        ended = true;
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private void write(String thread) {
        SplittableRandom random;
        synchronized (SEEDS) {
            random = SEEDS.split();
        }
        for (int unit = 0; !ended; unit++) {
            long begin = System.nanoTime();
            StringBuilder rows = new StringBuilder("+");
            String prefix = thread + "-" + unit;
            try {
                factory.inTransaction(session -> writeUnit(session, prefix, rows, random));
                say(rows.append(' ')
                        .append((System.nanoTime() - begin) / 1_000_000)
                        .toString());
            } catch (RuntimeException e) {
                say((isToBeRepeated(e) ? "~ " : "- ") + describe(e));
            }
            sleep(cycleMillis - (System.nanoTime() - begin) / 1_000_000);
        }
    }

    /** Ids are there before the first row of a unit is written, or, with IDENTITY, rows that others wait for. */
    private void writeUnit(Session session, String prefix, StringBuilder rows, SplittableRandom random) {
        List<Object[]> others = recent(session);
        Owner owner = ids.owner.get();
        owner.name = prefix;
        owner.madeAt = System.currentTimeMillis();
        session.persist(owner);
        List<Pet> pets = new ArrayList<>();
        int size = random.nextInt(1, LARGEST_UNIT);
        for (int i = 0; i < size; i++) {
            Pet pet = ids.pet.get();
            pet.name = prefix + "-" + i;
            if (i % 2 == 0 || others.isEmpty()) {
                pet.belongTo(owner);
                pet.ownerName = owner.name;
            } else {
                Object[] other = others.get(random.nextInt(others.size()));
                pet.belongTo(session.getReference(owner.getClass(), other[0]));
                pet.ownerName = (String) other[1];
            }
            session.persist(pet);
            pets.add(pet);
        }
        sleep(random.nextLong(cycleMillis / 4));
        session.flush();
        sleep(random.nextLong(cycleMillis / 4));
        rows.append(' ').append(owner.id()).append(' ').append(owner.name);
        pets.forEach(pet -> rows.append(' ').append(pet.id()).append(' ').append(pet.name));
    }

    private List<Object[]> recent(Session session) {
        return session.createSelectionQuery(
                        "select o.id, o.name from " + ids.owner.get().getClass().getName()
                                + " o order by o.madeAt desc",
                        Object[].class)
                .setMaxResults(20)
                .list();
    }

    private void say(String line) {
        outcomes.println(line);
    }

    private static boolean isToBeRepeated(Throwable error) {
        for (Throwable e = error; e != null; e = e.getCause()) {
            if (e instanceof SQLException sql
                    && ("40001".equals(sql.getSQLState())
                            || "40P01".equals(sql.getSQLState())
                            || sql.getErrorCode() == 1205
                            || sql.getErrorCode() == 1213)) {
                return true;
            }
        }
        return false;
    }

    private static String describe(Throwable error) {
        StringWriter text = new StringWriter();
        for (Throwable e = error; e != null; e = e.getCause()) {
            text.append(e.toString().replace('\n', ' '));
            if (e instanceof SQLException sql) {
                text.append(" [" + sql.getSQLState() + " " + sql.getErrorCode() + "]");
            }
            text.append(" | ");
        }
        return text.toString();
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(Math.max(0, millis));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Entity
    @Table(name = "owners")
    static class IdentityOwner extends Owner {
        @Id
        @GeneratedValue(strategy = GenerationType.IDENTITY)
        Long id;

        @Override
        Object id() {
            return id;
        }
    }

    @Entity
    @Table(name = "pets")
    static class IdentityPet extends Pet {
        @Id
        @GeneratedValue(strategy = GenerationType.IDENTITY)
        Long id;

        @ManyToOne
        @JoinColumn(name = "owner_id")
        IdentityOwner owner;

        @Override
        Object id() {
            return id;
        }

        @Override
        void belongTo(Object owner) {
            this.owner = (IdentityOwner) owner;
        }
    }

    @Entity
    @Table(name = "owners")
    static class SnowflakeOwner extends Owner {
        @Id
        @SnowflakeId
        Long id;

        @Override
        Object id() {
            return id;
        }
    }

    @Entity
    @Table(name = "pets")
    static class SnowflakePet extends Pet {
        @Id
        @SnowflakeId
        Long id;

        @ManyToOne
        @JoinColumn(name = "owner_id")
        SnowflakeOwner owner;

        @Override
        Object id() {
            return id;
        }

        @Override
        void belongTo(Object owner) {
            this.owner = (SnowflakeOwner) owner;
        }
    }

    @Entity
    @Table(name = "owners")
    static class SequenceOwner extends Owner {
        @Id
        @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "owners")
        @SequenceGenerator(name = "owners", sequenceName = "owners_seq", allocationSize = 50)
        Long id;

        @Override
        Object id() {
            return id;
        }
    }

    @Entity
    @Table(name = "pets")
    static class SequencePet extends Pet {
        @Id
        @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "pets")
        @SequenceGenerator(name = "pets", sequenceName = "pets_seq", allocationSize = 50)
        Long id;

        @ManyToOne
        @JoinColumn(name = "owner_id")
        SequenceOwner owner;

        @Override
        Object id() {
            return id;
        }

        @Override
        void belongTo(Object owner) {
            this.owner = (SequenceOwner) owner;
        }
    }

    @Entity
    @Table(name = "owners")
    static class RandomOwner extends Owner {
        @Id
        @GeneratedValue(strategy = GenerationType.UUID)
        UUID id;

        @Override
        Object id() {
            return id;
        }
    }

    @Entity
    @Table(name = "pets")
    static class RandomPet extends Pet {
        @Id
        @GeneratedValue(strategy = GenerationType.UUID)
        UUID id;

        @ManyToOne
        @JoinColumn(name = "owner_id")
        RandomOwner owner;

        @Override
        Object id() {
            return id;
        }

        @Override
        void belongTo(Object owner) {
            this.owner = (RandomOwner) owner;
        }
    }

    @Entity
    @Table(name = "owners")
    static class CombOwner extends Owner {
        @Id
        @CombGuid
        UUID id;

        @Override
        Object id() {
            return id;
        }
    }

    @Entity
    @Table(name = "pets")
    static class CombPet extends Pet {
        @Id
        @CombGuid
        UUID id;

        @ManyToOne
        @JoinColumn(name = "owner_id")
        CombOwner owner;

        @Override
        Object id() {
            return id;
        }

        @Override
        void belongTo(Object owner) {
            this.owner = (CombOwner) owner;
        }
    }

    @Entity
    @Table(name = "owners")
    static class AssignedOwner extends Owner {
        @Id
        Long id = assigned.getAsLong();

        @Override
        Object id() {
            return id;
        }
    }

    @Entity
    @Table(name = "pets")
    static class AssignedPet extends Pet {
        @Id
        Long id = assigned.getAsLong();

        @ManyToOne
        @JoinColumn(name = "owner_id")
        AssignedOwner owner;

        @Override
        Object id() {
            return id;
        }

        @Override
        void belongTo(Object owner) {
            this.owner = (AssignedOwner) owner;
        }
    }

    @Entity
    @Table(name = "owners")
    static class SegmentOwner extends Owner {
        @Id
        @SegmentId(sequence = "owners_seq", size = 50)
        Long id;

        @Override
        Object id() {
            return id;
        }
    }

    @Entity
    @Table(name = "pets")
    static class SegmentPet extends Pet {
        @Id
        @SegmentId(sequence = "pets_seq", size = 50)
        Long id;

        @ManyToOne
        @JoinColumn(name = "owner_id")
        SegmentOwner owner;

        @Override
        Object id() {
            return id;
        }

        @Override
        void belongTo(Object owner) {
            this.owner = (SegmentOwner) owner;
        }
    }
}
