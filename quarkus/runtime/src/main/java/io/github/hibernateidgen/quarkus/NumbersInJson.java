package io.github.hibernateidgen.quarkus;

import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.internal.settings.Remedies;
import io.github.hibernateidgen.text.PublicId;
import io.quarkus.hibernate.orm.runtime.JPAConfig;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.metamodel.Attribute;
import java.lang.reflect.AnnotatedElement;
import java.math.BigInteger;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Warns once, when the application starts, if Snowflake ids are numbers in its JSON, because JavaScript rounds them. Does not
 * warn if the build sets {@code jackson.snowflake-as-string}.
 */
@Singleton
public class NumbersInJson {

    private static final System.Logger LOG = System.getLogger("io.github.hibernateidgen");

    private static final String SETTING = IdgenSettingsMap.PREFIX + IdgenSettingsMap.SNOWFLAKE_AS_STRING;

    /** JavaScript's numbers hold integers of this many bits. */
    private static final int EXACT_BITS = 53;

    private static final Set<Class<?>> NUMBERS = Set.of(Long.class, long.class, BigInteger.class);

    /** Called by Quarkus. */
    public NumbersInJson() {}

    void warn(@Observes StartupEvent start, JPAConfig units) {
        units.getPersistenceUnits().stream()
                .map(name -> units.getEntityManagerFactory(name, false))
                .filter(NumbersInJson::isWide)
                .flatMap(NumbersInJson::numbers)
                .sorted()
                .findFirst()
                .ifPresent(path -> LOG.log(
                        System.Logger.Level.WARNING,
                        path
                                + " and other Snowflake ids are numbers in JSON, and JavaScript reads 384304096326418439 as"
                                + " 384304096326418400. Build with " + SETTING
                                + "=true to write them as text; then a Long that"
                                + " refers to such an id, such as customerId, stays a number unless it has @SnowflakeId in"
                                + " a DTO, and === between the two is false. Build with false to keep numbers, for clients"
                                + " that are not JavaScript. Typed ids are text always: "
                                + Remedies.DOCS + "javascript.md"));
    }

    private static boolean isWide(EntityManagerFactory factory) {
        return Idgen.find(factory).stream()
                .flatMap(idgen -> idgen.snowflakeGenerators().stream())
                .anyMatch(generator -> generator.layout().width() > EXACT_BITS);
    }

    /** Returns the attributes of type {@code Long} or {@code BigInteger} whose Snowflake ids have no text form. */
    private static Stream<String> numbers(EntityManagerFactory factory) {
        return factory.getMetamodel().getManagedTypes().stream()
                .flatMap(type -> type.getAttributes().stream())
                .filter(NumbersInJson::isNumber)
                .map(attribute ->
                        attribute.getDeclaringType().getJavaType().getSimpleName() + "." + attribute.getName());
    }

    private static boolean isNumber(Attribute<?, ?> attribute) {
        return attribute.getJavaMember() instanceof AnnotatedElement member
                && member.isAnnotationPresent(SnowflakeId.class)
                && !member.isAnnotationPresent(PublicId.class)
                && NUMBERS.contains(attribute.getJavaType());
    }
}
