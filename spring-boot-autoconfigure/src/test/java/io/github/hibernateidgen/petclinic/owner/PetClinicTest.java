package io.github.hibernateidgen.petclinic.owner;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.petclinic.PetClinicApplication;
import jakarta.persistence.EntityManagerFactory;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

/** The whole application writes the texts that its slices write. */
@SpringBootTest(
        classes = PetClinicApplication.class,
        properties = {
            "spring.datasource.generate-unique-name=true",
            "spring.jpa.open-in-view=false",
            "idgen.worker.id=5",
            OwnerControllerTests.KEYS
        })
class PetClinicTest {

    @Autowired
    private Idgen idgen;

    @Autowired
    private OwnerRepository owners;

    private SessionFactory sessions;

    @Autowired
    void unwrap(EntityManagerFactory factory) {
        sessions = factory.unwrap(SessionFactory.class);
    }

    @Test
    void hasTheTextsOfItsSlices() {
        assertThat(idgen.text(OwnerControllerTests.GEORGE)).isEqualTo(OwnerControllerTests.GEORGES_ID);
    }

    @Test
    void storesEachKindOfId() {
        Owner owner = owners.save(new Owner());
        assertThat(owner.isNew()).isFalse();
        assertThat(owners.findById(owner.getId())).isPresent();
        PetType cat = new PetType();
        sessions.inTransaction(session -> session.persist(cat));
        assertThat(cat.getId().value().version()).isEqualTo(7);
        sessions.inSession(
                session -> assertThat(session.find(PetType.class, cat.getId())).isNotNull());
    }
}
