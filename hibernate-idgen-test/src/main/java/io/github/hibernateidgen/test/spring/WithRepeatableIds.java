package io.github.hibernateidgen.test.spring;

import io.github.hibernateidgen.test.RepeatableIds;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes the ids of a test's application context repeatable: in {@code @DataJpaTest} and other slices, in
 * {@code @SpringBootTest}, and without Spring Boot.
 *
 * <pre>{@code
 * @DataJpaTest
 * @WithRepeatableIds
 * class OrderRepositoryTest {
 *     @Autowired RepeatableIds ids; // to set the clock
 * }
 * }</pre>
 *
 * <p>Each test begins with the same ids. The ids restart before the test's transaction and before {@code @Sql}. All entity
 * manager factories of the context make the same ids. If two factories write the same tables, put the {@link
 * RepeatableIds#settings settings} of ids with another {@linkplain RepeatableIds#withWorker worker number} in the JPA
 * properties of the second factory. This annotation does not replace settings that a factory has.
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface WithRepeatableIds {

    /**
     * The time of the clock at the start of each test.
     *
     * @return an instant in ISO-8601, from 1970 on
     */
    String at() default "2030-01-01T00:00:00Z";

    /**
     * The worker number.
     *
     * @return the number, from 0 to the highest number that the layouts in use hold
     */
    long worker() default 0;
}
