package io.github.hibernateidgen.internal;

import static io.github.hibernateidgen.IdgenSettings.WORKER_ID;
import static io.github.hibernateidgen.IdgenSettings.WORKER_SOURCE;

import io.github.hibernateidgen.IdgenConfigurationException;
import io.github.hibernateidgen.worker.WorkerSource;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/**
 * Where the worker number comes from, according to the settings.
 *
 * @param subject the setting to name where the number is refused
 * @param factory makes the source when the first Snowflake generator needs it, so that who uses GUIDs only never hears
 *     of worker numbers
 */
record WorkerSettings(String subject, Supplier<WorkerSource> factory) {

    private static final Logger LOG = Logger.getLogger("io.github.hibernateidgen");

    private static final String FIXED = "fixed";
    private static final String HOSTNAME = "hostname";

    static WorkerSettings read(SettingsReader reader) {
        return read(reader, WorkerSettings::thisHost);
    }

    static WorkerSettings read(SettingsReader reader, Supplier<String> thisHost) {
        Object source = reader.get(WORKER_SOURCE, FIXED);
        if (source instanceof WorkerSource object) {
            return without(reader, WORKER_SOURCE, () -> object);
        }
        return switch (source.toString().strip()) {
            case FIXED -> fixed(reader);
            case HOSTNAME -> without(reader, WORKER_SOURCE, () -> hostname(thisHost.get()));
            default ->
                throw new IdgenConfigurationException(
                        WORKER_SOURCE,
                        source,
                        "use " + FIXED + ", " + HOSTNAME + ", or an object of type " + WorkerSource.class.getName());
        };
    }

    WorkerSource source() {
        return factory.get();
    }

    private static WorkerSettings fixed(SettingsReader reader) {
        boolean unset = !reader.has(WORKER_ID);
        long number = reader.number(WORKER_ID, 0);
        WorkerSource source = reader.check(WORKER_ID, number, () -> WorkerSource.fixed(number));
        return new WorkerSettings(WORKER_ID, () -> {
            if (unset) {
                LOG.warnf(
                        "%s is not set: this process takes worker number 0. A second process that writes the same"
                                + " tables would take it too, and the two would make the same ids. Give each process a"
                                + " number of its own, or set %s=%s in a StatefulSet",
                        WORKER_ID, WORKER_SOURCE, HOSTNAME);
            }
            LOG.infof("worker number %d from %s", number, WORKER_ID);
            return source;
        });
    }

    /** A number that no source would use is a mistake. */
    private static WorkerSettings without(SettingsReader reader, String subject, Supplier<WorkerSource> factory) {
        if (reader.has(WORKER_ID)) {
            throw new IdgenConfigurationException(
                    WORKER_ID,
                    reader.text(WORKER_ID, ""),
                    "a fixed number goes with " + WORKER_SOURCE + "=" + FIXED + " only; remove one of the two");
        }
        return new WorkerSettings(subject, factory);
    }

    private static WorkerSource hostname(String hostname) {
        try {
            WorkerSource source = WorkerSource.hostname(hostname);
            LOG.infof("worker number %d from host name %s", source.reservation().worker(), hostname);
            return source;
        } catch (IllegalArgumentException e) {
            throw new IdgenConfigurationException(WORKER_SOURCE, HOSTNAME, String.valueOf(e.getMessage()), e);
        }
    }

    /** Kubernetes sets the variable to the pod's name; elsewhere the system is asked. */
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
