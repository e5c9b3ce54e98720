package io.github.hibernateidgen.internal.settings;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.worker.reservation.NoWorkerException;
import io.github.hibernateidgen.worker.reservation.ReservationFailure;
import io.github.hibernateidgen.worker.reservation.ReservationStoreException;
import java.util.Map;

/**
 * Names settings as the user's framework does, where a text is made. Adds the settings that help to a failure of the engine,
 * which knows no settings.
 *
 * @param prefix the prefix of the settings in the user's framework, such as {@code idgen.}
 * @param hasOwnStore whether worker numbers come from a store of the user's own, which ignores the settings of the table
 */
public record Remedies(String prefix, boolean hasOwnStore) {

    /** The start of the addresses of the pages. */
    public static final String DOCS = "https://github.com/hibernateidgen/hibernate-idgen/blob/main/docs/";

    /**
     * The property in which a framework gives the prefix of its settings, such as {@code idgen.}. It is no setting of a
     * user. The default is {@link IdgenSettings#PREFIX}.
     */
    public static final String NAMES = IdgenSettings.PREFIX + "names";

    static Remedies of(Map<String, Object> properties) {
        Object source = properties.get(IdgenSettings.WORKER_SOURCE);
        return new Remedies(
                String.valueOf(properties.getOrDefault(NAMES, IdgenSettings.PREFIX)),
                source != null && !source.toString().strip().equals("jdbc"));
    }

    /** Returns the name of a setting in the user's framework. */
    public String named(String setting) {
        return prefix + setting.substring(IdgenSettings.PREFIX.length());
    }

    /**
     * Returns an exception of startup, or of the first id, for the user. The remedy of a failure to reserve a number ends with
     * the settings that help.
     */
    public RuntimeException explained(RuntimeException failure) {
        if (failure instanceof IdgenConfigurationException wrong) {
            return wrong.withPrefix(prefix);
        }
        if (failure instanceof ReservationStoreException store) {
            return new ReservationStoreException(store.rule(), remedy(store), store.help(), store.isPermanent(), store);
        }
        return failure instanceof NoWorkerException none
                ? new NoWorkerException(none.rule(), remedy(none), none)
                : failure;
    }

    private String remedy(ReservationFailure failure) {
        String known = failure.remedy();
        String settings = settings(failure.help());
        return known.isEmpty() || settings.isEmpty() ? known + settings : known + "\n" + settings;
    }

    /** Returns the settings that help. A store of the user's own is not created and named by settings. */
    private String settings(ReservationFailure.Help help) {
        return switch (help) {
            case NUMBERS ->
                "The number of a killed process is free when its reservation ends ("
                        + named(IdgenSettings.WORKER_WINDOW) + "). A layout with more worker bits has more numbers ("
                        + named(IdgenSettings.SNOWFLAKE_LAYOUT) + "). Processes that write different tables may have a "
                        + named(IdgenSettings.WORKER_NAMESPACE) + " each.";
            case CLOCK -> "Synchronize the clocks of this machine and of the store, for example with NTP.";
            case TABLE ->
                hasOwnStore
                        ? "Or call createTable() of your JdbcReservationStore before Hibernate starts."
                        : "Or let this library create the table, with "
                                + named(IdgenSettings.WORKER_JDBC_SCHEMA_MANAGEMENT)
                                + "=create. If the table has another name, set "
                                + named(IdgenSettings.WORKER_JDBC_TABLE) + ".";
            case SCHEMA ->
                hasOwnStore
                        ? "Name it in the JdbcTable of your JdbcReservationStore."
                        : "Name it in " + named(IdgenSettings.WORKER_JDBC_TABLE) + ".";
            case WRITES -> "If this process makes no ids, set " + named(IdgenSettings.WORKER_CLAIM) + "=first-id.";
            case RIGHTS ->
                hasOwnStore
                        ? ""
                        : "Or reserve numbers in another table or store: " + named(IdgenSettings.WORKER_JDBC_TABLE)
                                + ", " + named(IdgenSettings.WORKER_SOURCE) + ".";
            case STORE ->
                "Check that the store of reservations can be reached and accepts the account"
                        + (hasOwnStore
                                ? "."
                                : ", or choose another store: " + named(IdgenSettings.WORKER_SOURCE) + ".");
        };
    }
}
