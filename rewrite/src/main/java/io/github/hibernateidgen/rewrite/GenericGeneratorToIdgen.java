package io.github.hibernateidgen.rewrite;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.openrewrite.Option;
import org.openrewrite.java.tree.J;

/**
 * Puts an annotation of this library in place of {@code @GeneratedValue(generator = ...)} and the {@code @GenericGenerator}
 * of that name: {@code @CombGuid} for Hibernate's generators of UUIDs, {@code @SegmentId} for its sequences,
 * {@code @SnowflakeId} for {@code identity}, {@code increment} and {@code native}, and for a generator of the application,
 * whose layout it is told.
 */
public final class GenericGeneratorToIdgen extends IdRecipe {

    static final String GENERIC_GENERATOR = "org.hibernate.annotations.GenericGenerator";

    private static final Set<String> GUIDS = Set.of(
            "uuid2",
            "guid",
            "org.hibernate.id.UUIDGenerator",
            "org.hibernate.id.GUIDGenerator",
            "org.hibernate.id.uuid.UuidGenerator");

    /** These write 32 characters without hyphens. */
    private static final Set<String> HEX = Set.of("uuid", "uuid.hex", "org.hibernate.id.UUIDHexGenerator");

    private static final Set<String> SEQUENCES =
            Set.of("sequence", "enhanced-sequence", "org.hibernate.id.enhanced.SequenceStyleGenerator");

    private static final Set<String> NUMBERS = Set.of(
            "identity",
            "increment",
            "native",
            "org.hibernate.id.IdentityGenerator",
            "org.hibernate.id.IncrementGenerator",
            "org.hibernate.id.NativeGenerator");

    /** The optimizers of Hibernate that take numbers as {@code @SegmentId} does; an empty one is its own choice. */
    private static final Map<String, String> OPTIMIZERS =
            Map.of("", "", "pooled", "POOLED", "pooled-lo", "POOLED_LO", "pooled-lotl", "POOLED_LO");

    private static final Set<String> UNDERSTOOD =
            Set.of("sequence_name", "schema", "increment_size", "initial_value", "optimizer");

    @Option(
            displayName = "Generator",
            description = "The full name of a generator class of the application that makes Snowflake ids.",
            example = "com.acme.SnowflakeIdGenerator",
            required = false)
    private final @Nullable String generator;

    @Option(
            displayName = "Layout",
            description = "The layout with the bits and the epoch of that generator, which the settings declare.",
            example = "own",
            required = false)
    private final @Nullable String layout;

    /**
     * Makes the recipe.
     *
     * @param generator the full name of a generator class of the application, or {@code null} where there is none
     * @param layout the name of the layout that makes ids as that class does, or {@code null} for the default layout
     */
    public GenericGeneratorToIdgen(@Nullable String generator, @Nullable String layout) {
        super(
                "Replace `@GenericGenerator` by annotations of hibernate-idgen",
                "Puts `@CombGuid`, `@SegmentId` or `@SnowflakeId` in place of `@GeneratedValue` with a `@GenericGenerator`.");
        this.generator = generator;
        this.layout = layout;
    }

    @Override
    Change change(IdAttribute attribute, Project project) {
        Optional<J.Annotation> generated = attribute.annotation(IdAttribute.GENERATED_VALUE);
        Optional<String> name =
                generated.flatMap(annotation -> Members.of(annotation).get("generator"));
        List<Project.Generator> all =
                name.map(text -> project.generators(text, attribute.owner())).orElse(List.of()).stream()
                        .filter(each -> each.annotation().equals(GENERIC_GENERATOR))
                        .toList();
        if (generated.isEmpty() || all.isEmpty()) {
            return Change.NONE;
        }
        if (all.size() > 1) {
            return Change.comment("there are several generators [" + name.orElse("") + "]; keep one");
        }
        return change(attribute, generated.get(), all.get(0)).without(name);
    }

    private Change change(IdAttribute attribute, J.Annotation generated, Project.Generator definition) {
        Members members = definition.members();
        String strategy = members.get("type").or(() -> members.get("strategy")).orElse("?");
        if (GUIDS.contains(strategy) || HEX.contains(strategy)) {
            return guid(attribute, generated, HEX.contains(strategy));
        }
        if (SEQUENCES.contains(strategy)) {
            return segment(attribute, generated, definition.parameters());
        }
        if (!NUMBERS.contains(strategy) && !strategy.equals(generator)) {
            return Change.comment(
                    "generator " + strategy + " is none that this recipe knows; if it makes Snowflake ids, "
                            + "declare their layout, and name both in the options of the recipe");
        }
        String named = strategy.equals(generator) && layout != null ? layout : "";
        return snowflakeId(attribute, generated, named);
    }

    private static Change guid(IdAttribute attribute, J.Annotation generated, boolean hex) {
        boolean short32 = attribute
                .annotation("jakarta.persistence.Column")
                .flatMap(column -> Members.of(column).get("length"))
                .filter(length -> length.matches("3[2-5]"))
                .isPresent();
        return hex && !short32
                ? Change.comment(
                        "these ids have 32 characters, and @CombGuid writes 36 where the length of the column is "
                                + "not 32; state @Column(length = 32), and run the recipe again")
                : combGuid(attribute, generated);
    }

    private static Change segment(IdAttribute attribute, J.Annotation generated, Members parameters) {
        if (!SequenceSource.TYPES.contains(attribute.type())) {
            return wrongType(attribute, "@SegmentId", "a Long");
        }
        Optional<String> unreadable = parameters.unreadable(UNDERSTOOD);
        if (unreadable.isPresent()) {
            return parameter(unreadable.get());
        }
        if (parameters.get("sequence_name").isEmpty()) {
            return parameter("sequence_name");
        }
        String optimizer = parameters.get("optimizer").orElse("");
        boolean single = parameters.get("increment_size").orElse("").equals("1");
        if (!OPTIMIZERS.containsKey(optimizer) && !(optimizer.equals("none") && single)) {
            return parameter("optimizer");
        }
        SegmentAnnotation segment = new SegmentAnnotation()
                .sequence(parameters.get("schema"), parameters.get("sequence_name"))
                .size(parameters.get("increment_size"))
                .initial(parameters.get("initial_value"))
                .optimizer(OPTIMIZERS.getOrDefault(optimizer, ""));
        return Change.replace(generated, segment.source());
    }

    private static Change parameter(String name) {
        return Change.comment("the parameter " + name + " of the generator is missing, no literal, or nothing that "
                + "@SegmentId has a member for; write @SegmentId yourself");
    }
}
