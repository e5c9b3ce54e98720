package io.github.hibernateidgen.examples.jakarta;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import jakarta.ejb.EJB;
import jakarta.ejb.embeddable.EJBContainer;
import java.io.File;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** A container that deploys a persistence unit, with a JTA data source, a transaction manager and a pool of its own. */
@TestInstance(Lifecycle.PER_CLASS)
class NotesTest {

    private EJBContainer container;

    @EJB
    private Notes notes;

    @BeforeAll
    void deploy() throws Exception {
        container = deploy(this, Map.of());
    }

    /** Deploys the example, with settings of its persistence unit beside those in persistence.xml, and injects into a test. */
    @SuppressWarnings("BanJNDI") // That is how the container is asked.
    static EJBContainer deploy(Object test, Map<String, String> more) throws Exception {
        Map<String, Object> settings = new HashMap<>();
        settings.put(EJBContainer.MODULES, new File("target/classes"));
        settings.put(EJBContainer.APP_NAME, "shop");
        settings.put("notesDatabase", "new://Resource?type=DataSource");
        settings.put("notesDatabase.JdbcDriver", "org.h2.Driver");
        settings.put("notesDatabase.JdbcUrl", "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        more.forEach((name, value) -> settings.put("notes." + name, value));
        EJBContainer started = EJBContainer.createEJBContainer(settings);
        started.getContext().bind("inject", test);
        return started;
    }

    @AfterAll
    void undeploy() {
        container.close();
    }

    @Test
    void idsAreMadeInTransactionsOfTheContainer() {
        Note note = notes.write("first");
        assertThat(note.getId()).isPositive();
        assertThat(note.getReference().version()).isEqualTo(7);
        assertThat(notes.all()).extracting(Note::getText).contains("first");
        assertThat(notes.workers())
                .singleElement()
                .isEqualTo(SnowflakeLayout.STANDARD.split(note.getId()).worker());
    }

    @Test
    void reservationIsNotRolledBackWithTheContainersTransaction() {
        assertThat(notes.writeInVain("lost").getId()).isPositive();
        assertThat(notes.all()).extracting(Note::getText).doesNotContain("lost");
        assertThat(notes.workers()).hasSize(1);
    }
}
