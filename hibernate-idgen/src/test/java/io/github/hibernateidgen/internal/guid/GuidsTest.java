package io.github.hibernateidgen.internal.guid;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.internal.settings.Settings;
import io.github.hibernateidgen.testing.Classes;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The GUID generators of a session factory. */
class GuidsTest {

    /** In advice for InnoDB. */
    @Test
    void formatsWithoutLanesAreNamedOnce() {
        Guids guids = new Guids(Settings.read(Map.of(), Classes::named));
        guids.generator(GuidFormat.RFC_9562, GuidOrder.BYTES);
        guids.generator(GuidFormat.RFC_9562, GuidOrder.MARIADB);
        guids.generator(GuidFormat.INNODB, GuidOrder.BYTES);
        assertThat(guids.withoutLanes()).containsExactly("RFC_9562");
    }
}
