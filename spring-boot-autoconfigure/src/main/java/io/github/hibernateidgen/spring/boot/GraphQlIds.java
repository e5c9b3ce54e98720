package io.github.hibernateidgen.spring.boot;

import graphql.GraphQLContext;
import graphql.Scalars;
import graphql.execution.CoercedVariables;
import graphql.language.Value;
import graphql.schema.Coercing;
import graphql.schema.GraphQLScalarType;
import graphql.schema.idl.RuntimeWiring;
import graphql.schema.idl.ScalarWiringEnvironment;
import graphql.schema.idl.WiringFactory;
import io.github.hibernateidgen.text.PublicIds;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.graphql.execution.RuntimeWiringConfigurer;

/** Writes typed ids as text in fields of GraphQL's type {@code ID}, which otherwise writes them by {@code toString}. */
final class GraphQlIds implements RuntimeWiringConfigurer, WiringFactory, Coercing<Object, Object> {

    private final PublicIds texts;

    GraphQlIds(PublicIds texts) {
        this.texts = texts;
    }

    @Override
    public void configure(RuntimeWiring.Builder wiring) {}

    /** Adds a factory, because strict wiring rejects a second scalar with the name {@code ID}. */
    @Override
    public void configure(RuntimeWiring.Builder wiring, List<WiringFactory> factories) {
        factories.add(this);
    }

    @Override
    public boolean providesScalar(ScalarWiringEnvironment scalar) {
        return scalar.getScalarTypeDefinition().getName().equals(Scalars.GraphQLID.getName());
    }

    @Override
    public GraphQLScalarType getScalar(ScalarWiringEnvironment scalar) {
        return Scalars.GraphQLID.transform(id -> id.coercing(this));
    }

    @Override
    public @Nullable Object serialize(Object value, GraphQLContext context, Locale locale) {
        Object text = texts.find(value.getClass())
                .<Object>map(known -> known.write(value))
                .orElse(value);
        return Scalars.GraphQLID.getCoercing().serialize(text, context, locale);
    }

    @Override
    public @Nullable Object parseValue(Object input, GraphQLContext context, Locale locale) {
        return Scalars.GraphQLID.getCoercing().parseValue(input, context, locale);
    }

    @Override
    public @Nullable Object parseLiteral(
            Value<?> input, CoercedVariables variables, GraphQLContext context, Locale locale) {
        return Scalars.GraphQLID.getCoercing().parseLiteral(input, variables, context, locale);
    }

    @Override
    public Value<?> valueToLiteral(Object input, GraphQLContext context, Locale locale) {
        return Scalars.GraphQLID.getCoercing().valueToLiteral(input, context, locale);
    }
}
