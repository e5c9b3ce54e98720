package io.github.hibernateidgen.internal.settings;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.worker.reservation.ClockSkewException;
import io.github.hibernateidgen.worker.reservation.NoWorkerException;
import io.github.hibernateidgen.worker.reservation.ReservationStoreException;
import io.github.hibernateidgen.worker.reservation.WorkersTakenException;
import java.util.Map;

/**
 * Names settings in messages as the user's framework does: in exceptions by {@link #explained}, in log lines by {@link
 * #named}. Adds the settings that help to a failure of the engine, which knows no settings.
 *
 * @param prefix the prefix of the settings in the user's framework, such as {@code idgen.}
 */
public record Remedies(String prefix) {

    /** The start of the addresses of the pages. */
    public static final String DOCS = "https://github.com/hibernateidgen/hibernate-idgen/blob/main/docs/";

    /**
     * The property in which a framework gives the prefix of its settings, such as {@code idgen.}. It is no setting of a
     * user. The default is {@link IdgenSettings#PREFIX}.
     */
    public static final String NAMES = IdgenSettings.PREFIX + "names";

    static Remedies of(Map<String, Object> properties) {
        return new Remedies(String.valueOf(properties.getOrDefault(NAMES, IdgenSettings.PREFIX)));
    }

    /** Returns a text in which settings have the names of the user's framework in place of Hibernate's names. */
    public String named(String text) {
        return text.replace(IdgenSettings.PREFIX, prefix);
    }

    /** Returns an exception of startup, or of the first id, for the user. A failure to reserve a number gets the settings that help at its end. */
    public RuntimeException explained(RuntimeException failure) {
        if (failure instanceof IdgenConfigurationException wrong) {
            return explained(wrong);
        }
        String message = failure.getMessage() + "\n" + named(of(failure));
        if (failure instanceof ReservationStoreException store) {
            return store.isPermanent()
                    ? ReservationStoreException.permanent(message, store)
                    : new ReservationStoreException(message, store);
        }
        return failure instanceof NoWorkerException ? new NoWorkerException(message, failure) : failure;
    }

    private IdgenConfigurationException explained(IdgenConfigurationException wrong) {
        String message = String.valueOf(wrong.getMessage());
        String problem = message.substring((wrong.subject() + " [" + wrong.value() + "]: ").length());
        IdgenConfigurationException explained = new IdgenConfigurationException(
                named(wrong.subject()), named(wrong.value()), named(problem), wrong.getCause());
        explained.setStackTrace(wrong.getStackTrace());
        return explained;
    }

    /**
     * Returns the settings that help if no worker number could be reserved, by the names that they have in Hibernate. The
     * engine's message tells the cause: its exceptions have no field for it. {@code RemediesTest} reads real messages.
     */
    public static String of(Throwable failure) {
        if (failure instanceof WorkersTakenException || failure.getCause() instanceof WorkersTakenException) {
            return "Stop a process that you no longer need, or wait until the reservation of a killed process ends"
                    + " (hibernate.idgen.worker.window). If there are more processes than numbers, use a layout with more"
                    + " worker bits (hibernate.idgen.snowflake.layout). Processes that write different tables may have a"
                    + " hibernate.idgen.worker.namespace each.";
        }
        if (failure instanceof ClockSkewException || failure.getCause() instanceof ClockSkewException) {
            return "Synchronize the clocks of this machine and of the store, for example with NTP.";
        }
        String message = String.valueOf(failure.getMessage());
        if (message.contains("create it with\n")) {
            return "Or let this library create the table, with hibernate.idgen.worker.jdbc.schema-management=create. If the"
                    + " table has another name, set hibernate.idgen.worker.jdbc.table.";
        }
        if (message.contains("name the table with its schema")) {
            return "Name it in hibernate.idgen.worker.jdbc.table.";
        }
        if (message.contains("read-only")) {
            return "If this process makes no ids, set hibernate.idgen.worker.claim=first-id.";
        }
        return message.contains("grant select")
                ? "Or reserve numbers in another table or store: hibernate.idgen.worker.jdbc.table,"
                        + " hibernate.idgen.worker.source."
                : "Check that the store of reservations can be reached and accepts the account, or choose another"
                        + " store:"
                        + " hibernate.idgen.worker.source.";
    }
}
