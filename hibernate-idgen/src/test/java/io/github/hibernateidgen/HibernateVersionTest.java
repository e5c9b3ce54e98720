package io.github.hibernateidgen;

import static org.assertj.core.api.Assertions.assertThat;

import org.hibernate.Version;
import org.junit.jupiter.api.Test;

/** The tests run on the Hibernate that the build says they run on. */
class HibernateVersionTest {

    @Test
    void hibernateIsTheOneThatTheBuildNames() {
        assertThat(Version.getVersionString()).isEqualTo(System.getProperty("idgen.test.hibernate.version"));
    }
}
