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
 *     @Autowired RepeatableIds ids; // its clock
 * }
 * }</pre>
 *
 * <p>Each test begins with the same ids, before its transaction and before {@code @Sql}. All entity manager factories of the
 * context are given the same, so two that write the same tables make the same ids: give one of them the settings of
 * {@link RepeatableIds#withWorker} of these ids in its JPA properties, where they stay.
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface WithRepeatableIds {

    /**
     * Where the clock stands as each test begins.
     *
     * @return an instant in ISO-8601, from 1970 on
     */
    String at() default "2030-01-01T00:00:00Z";

    /**
     * The worker number.
     *
     * @return from 0 to what the layouts in use hold
     */
    long worker() default 0;
}
