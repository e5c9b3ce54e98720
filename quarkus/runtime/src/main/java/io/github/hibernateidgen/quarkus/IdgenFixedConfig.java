package io.github.hibernateidgen.quarkus;

import io.quarkus.runtime.annotations.ConfigDocMapKey;
import io.quarkus.runtime.annotations.ConfigPhase;
import io.quarkus.runtime.annotations.ConfigRoot;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.util.Map;
import java.util.Optional;

/** What is decided when the application is built. */
@ConfigMapping(prefix = "quarkus.hibernate-idgen")
@ConfigRoot(phase = ConfigPhase.BUILD_AND_RUN_TIME_FIXED)
public interface IdgenFixedConfig {

    /** {@return health} */
    Health health();

    /** {@return meters} */
    Metrics metrics();

    /** {@return Snowflake ids} */
    Snowflake snowflake();

    /** Health. */
    interface Health {

        /**
         * Whether SmallRye Health, where the application has it, tells if ids can be made.
         *
         * @return whether it does
         */
        @WithDefault("true")
        boolean enabled();
    }

    /** Meters. */
    interface Metrics {

        /**
         * Whether the application's meters, where it has any, count ids and watch the reservation.
         *
         * @return whether they do
         */
        @WithDefault("true")
        boolean enabled();
    }

    /** Snowflake ids. */
    interface Snowflake {

        /**
         * Layouts by name.
         *
         * @return the layouts
         */
        @ConfigDocMapKey("layout-name")
        Map<String, Layout> layouts();

        /** A layout. */
        interface Layout {

            /**
             * Names and widths in bits, from high to low, such as {@code time:41, worker:10, sequence:12}.
             * A frequent setting.
             *
             * @return the fields
             */
            String fields();

            /**
             * Instant from which the time field counts, in ISO-8601. Without it 2024-01-01T00:00:00Z. A frequent setting.
             *
             * @return the epoch
             */
            Optional<String> epoch();

            /**
             * Length of a tick, {@code 1ms} to {@code 1s}. Without it {@code 1ms}. A frequent setting.
             *
             * @return the tick
             */
            Optional<String> tick();
        }
    }
}
