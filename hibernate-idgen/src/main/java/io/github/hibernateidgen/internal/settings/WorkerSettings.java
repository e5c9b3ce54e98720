package io.github.hibernateidgen.internal.settings;

import static io.github.hibernateidgen.config.IdgenSettings.WORKER_ID;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_SOURCE;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.worker.WorkerSource;
import io.github.hibernateidgen.worker.jdbc.JdbcReservationStore;
import io.github.hibernateidgen.worker.jdbc.JdbcTable;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jboss.logging.Logger;

/**
 * The settings that say where the worker number comes from.
 *
 * @param subject the setting that an error names if the number is refused
 * @param table the table in the database of the entities that numbers are reserved in
 * @param factory makes the source when the first Snowflake generator needs it, so applications that only use GUIDs need no
 *     worker number
 */
public record WorkerSettings(
        String subject,
        boolean claimsAtStart,
        Optional<JdbcTable> table,
        boolean inSchemaTooling,
        Function<EntityDatabase, OwnedSource> factory) {

    private static final Logger LOG = Logger.getLogger("io.github.hibernateidgen");

    /** Four numbers up to 255 at the end of a host name without its domain, as machines in clouds have it. */
    private static final Pattern ADDRESS = Pattern.compile(
            "(?:[^.]*[^0-9.])?(?:(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])-){3}(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])(?:\\.|$)");

    private static final String FIXED = "fixed";
    private static final String HOSTNAME = "hostname";
    private static final String JDBC = "jdbc";
    private static final List<String> WORDS = List.of(JDBC, FIXED, HOSTNAME);
    private static final List<Class<?>> TYPES = List.of(WorkerSource.class, ReservationStore.class);

    /** Returns the table if Hibernate's schema tools manage it. */
    public Optional<JdbcTable> schemaTable() {
        return inSchemaTooling ? table : Optional.empty();
    }

    static WorkerSettings of(RepeatableSources sources) {
        return of(RepeatableSources.SETTING, true, entities -> OwnedSource.of(sources.workers(), () -> {}));
    }

    static WorkerSettings read(SettingsReader reader, InstantSource clock) {
        return read(reader, clock, WorkerSettings::thisHost);
    }

    static WorkerSettings read(SettingsReader reader, InstantSource clock, Supplier<String> thisHost) {
        WorkerSettings chosen = choose(reader, clock, thisHost);
        if (reader.has(WORKER_ID) && !chosen.subject.equals(WORKER_ID)) {
            throw new IdgenConfigurationException(
                    WORKER_ID,
                    reader.text(WORKER_ID, ""),
                    "a fixed number goes with " + WORKER_SOURCE + "=" + FIXED + " only; remove one of the two");
        }
        return chosen;
    }

    private static WorkerSettings choose(SettingsReader reader, InstantSource clock, Supplier<String> thisHost) {
        ReservationSettings reservation = ReservationSettings.read(reader, clock);
        JdbcStoreSettings jdbc = JdbcStoreSettings.read(reader);
        if (reader.isEmpty()) {
            return inTable(reservation, jdbc);
        }
        Object source = reader.get(WORKER_SOURCE, reader.has(WORKER_ID) ? FIXED : JDBC);
        boolean atStart = reservation.claimsAtStart();
        return switch (source instanceof String word ? word.strip() : "") {
            case FIXED -> of(WORKER_ID, atStart, fixed(reader));
            case HOSTNAME -> of(WORKER_SOURCE, atStart, entities -> OwnedSource.of(hostname(thisHost.get()), () -> {}));
            case JDBC -> inTable(reservation, jdbc);
            default -> {
                Strategy strategy = Strategy.read(reader, WORKER_SOURCE, WORDS, TYPES);
                yield of(WORKER_SOURCE, atStart, entities -> made(strategy.make(), reservation));
            }
        };
    }

    private static OwnedSource made(Strategy.Made made, ReservationSettings reservation) {
        if (made.object() instanceof WorkerSource source) {
            return OwnedSource.of(source, made.close());
        }
        ReservationStore store = (ReservationStore) made.object();
        return reservation.in(
                store,
                () -> store instanceof JdbcReservationStore jdbc
                        ? JdbcStoreSettings.lateWrites(jdbc, reservation.terms().settle())
                        : Optional.empty(),
                made.close());
    }

    private static WorkerSettings inTable(ReservationSettings reservation, JdbcStoreSettings jdbc) {
        return new WorkerSettings(
                WORKER_SOURCE,
                reservation.claimsAtStart(),
                Optional.of(jdbc.table()),
                jdbc.inSchemaTooling(),
                entities -> jdbc.reserve(reservation, entities));
    }

    private static WorkerSettings of(
            String subject, boolean claimsAtStart, Function<EntityDatabase, OwnedSource> factory) {
        return new WorkerSettings(subject, claimsAtStart, Optional.empty(), false, factory);
    }

    private static Function<EntityDatabase, OwnedSource> fixed(SettingsReader reader) {
        if (!reader.has(WORKER_ID)) {
            throw new IdgenConfigurationException(
                    WORKER_SOURCE,
                    FIXED,
                    "goes with " + WORKER_ID
                            + ", which is not set; give each process a number of its own there, or use " + JDBC
                            + " to have one reserved");
        }
        long number = reader.number(WORKER_ID, 0);
        WorkerSource source = reader.check(WORKER_ID, number, () -> WorkerSource.fixed(number));
        return entities -> {
            LOG.infof("worker number %d from %s", number, WORKER_ID);
            return OwnedSource.of(source, () -> {});
        };
    }

    private static WorkerSource hostname(String hostname) {
        try {
            WorkerSource source = WorkerSource.hostname(hostname);
            long number = source.reservation().worker();
            LOG.infof("worker number %d from host name %s", number, hostname);
            if (ADDRESS.matcher(hostname).lookingAt()) {
                LOG.warnf(
                        "host name [%s] looks like an IP address, so worker number [%d] is no ordinal of a StatefulSet, and"
                                + " other hosts can have it too. Two of them would make the same ids; set " + WORKER_ID
                                + " from the label apps.kubernetes.io/pod-index, or use " + WORKER_SOURCE + "=" + JDBC,
                        hostname,
                        number);
            }
            return source;
        } catch (IllegalArgumentException e) {
            throw new IdgenConfigurationException(WORKER_SOURCE, HOSTNAME, String.valueOf(e.getMessage()), e);
        }
    }

    /** Returns the host name: the variable that Kubernetes sets to the pod's name, or else the system's answer. */
    private static String thisHost() {
        String variable = System.getenv("HOSTNAME");
        if (variable != null && !variable.isBlank()) {
            return variable;
        }
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            throw new IdgenConfigurationException(
                    WORKER_SOURCE, HOSTNAME, "this machine's host name can't be found; set a fixed worker number", e);
        }
    }
}
