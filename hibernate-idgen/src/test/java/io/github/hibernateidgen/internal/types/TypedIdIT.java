package io.github.hibernateidgen.internal.types;

import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.database.TestDatabase;
import io.github.hibernateidgen.testing.Hibernate;
import org.hibernate.cfg.AvailableSettings;
import org.junit.jupiter.api.Nested;

/** Ids of classes of their own on database servers. */
class TypedIdIT {

    @Nested
    class OnPostgreSql extends TypedIdContract {
        @Override
        Hibernate on(Class<?>... entities) {
            return server(TestDatabase.POSTGRESQL, entities);
        }
    }

    @Nested
    class OnMariaDb extends TypedIdContract {
        @Override
        Hibernate on(Class<?>... entities) {
            return server(TestDatabase.MARIADB, entities);
        }
    }

    private static Hibernate server(TestDatabase database, Class<?>... entities) {
        return Hibernate.on(database.orSkip().persistenceSettings(), entities)
                .with(AvailableSettings.HBM2DDL_AUTO, "create-drop")
                .with(IdgenSettings.WORKER_ID, 5);
    }
}
