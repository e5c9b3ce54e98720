package io.github.hibernateidgen.spring.boot.nosize;

import io.github.hibernateidgen.SegmentId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;

/** An application whose segments have no numbers. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class NoSizeApplication {

    /** The entity. */
    @Entity(name = "Empty")
    public static class Empty {

        @Id
        @SegmentId(size = 0)
        private Long id;
    }
}
