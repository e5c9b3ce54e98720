package io.github.hibernateidgen.spring.boot;

import io.github.hibernateidgen.internal.IdgenIntegrator;
import io.github.hibernateidgen.internal.types.IdTypeBinder;
import io.github.hibernateidgen.internal.types.IdTypes;
import java.math.BigInteger;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/**
 * Registers the parts of this library that a native image needs: the generators and services that Hibernate creates by
 * reflection, the SQL scripts for the table of reservations, and the arrays of ids that Hibernate creates to load many
 * entities. Also registers a field of Spring's Lettuce connection factory that this library reads, and the methods of Spring
 * for GraphQL 2 that this library calls.
 *
 * <p>The library's own jar has hints as well, in a format that GraalVM reads from version 23 on.
 */
final class IdgenRuntimeHints implements RuntimeHintsRegistrar {

    private static final String FACTORY = "org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory";

    /** The types whose methods {@link GraphQlArguments} calls. */
    static final List<String> GRAPH_QL = List.of(
            "org.springframework.graphql.data.method.annotation.support.AnnotatedControllerConfigurer",
            "org.springframework.graphql.data.GraphQlArgumentBinder$Options");

    static final List<Class<?>> GENERATORS = List.copyOf(IdgenIntegrator.generators());

    static final List<Class<?>> SERVICES = List.of(IdgenIntegrator.class, IdTypeBinder.class, IdTypes.class);

    static final List<Class<?>> ARRAYS =
            List.of(Long[].class, BigInteger[].class, String[].class, UUID[].class, byte[][].class);

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        Stream.of(GENERATORS, SERVICES)
                .flatMap(List::stream)
                .forEach(type -> hints.reflection().registerType(type, MemberCategory.INVOKE_PUBLIC_CONSTRUCTORS));
        hints.reflection().registerTypeIfPresent(classLoader, FACTORY, factory -> factory.withField("configuration"));
        GRAPH_QL.forEach(type ->
                hints.reflection().registerTypeIfPresent(classLoader, type, MemberCategory.INVOKE_PUBLIC_METHODS));
        ARRAYS.forEach(array -> hints.reflection().registerType(array));
        hints.resources().registerPattern("io/github/hibernateidgen/worker/jdbc/*.sql");
        hints.resources().registerPattern("META-INF/services/org.hibernate.*");
    }
}
