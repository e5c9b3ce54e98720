package io.github.hibernateidgen.quarkus;

import io.quarkus.runtime.annotations.ConfigDocMapKey;
import io.quarkus.runtime.annotations.ConfigPhase;
import io.quarkus.runtime.annotations.ConfigRoot;
import io.smallrye.config.ConfigMapping;
import java.util.Map;
import java.util.Optional;

/** The settings that are fixed when the application is built. */
@ConfigMapping(prefix = "quarkus.hibernate-idgen")
@ConfigRoot(phase = ConfigPhase.BUILD_AND_RUN_TIME_FIXED)
public interface IdgenFixedConfig {

    /** {@return the settings of JSON} */
    Jackson jackson();

    /** {@return the settings of Snowflake ids} */
    Snowflake snowflake();

    /** JSON. */
    interface Jackson {

        /**
         * Whether numbers with {@code @SnowflakeId} are text in the JSON of Jackson, because JavaScript rounds them. By
         * default false, and an application with Quarkus REST and such numbers logs a warning.
         *
         * @return true for text, false for numbers
         */
        Optional<Boolean> snowflakeAsString();
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
             * Names and widths in bits, highest bits first, such as {@code time:41, worker:10, sequence:12}. A frequent
             * setting.
             *
             * @return the fields
             */
            String fields();

            /**
             * Instant from which the time field counts, in ISO-8601. By default 2024-01-01T00:00:00Z. A frequent setting.
             *
             * @return the epoch
             */
            Optional<String> epoch();

            /**
             * Length of a tick, {@code 1ms} to {@code 1s}. By default {@code 1ms}. A frequent setting.
             *
             * @return the tick
             */
            Optional<String> tick();
        }
    }
}
