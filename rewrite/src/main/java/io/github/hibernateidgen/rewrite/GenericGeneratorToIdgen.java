package io.github.hibernateidgen.rewrite;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.openrewrite.Option;
import org.openrewrite.java.tree.J;

/**
 * Replaces {@code @GeneratedValue(generator = ...)} and the {@code @GenericGenerator} of that name by an annotation of this
 * library. Hibernate's generators of UUIDs become {@code @CombGuid}, and its sequences {@code @SegmentId}. The generators
 * {@code identity}, {@code increment} and {@code native} become {@code @SnowflakeId}. A generator class of the application
 * becomes {@code @SnowflakeId} if an option names the class. A second option names the layout.
 */
public final class GenericGeneratorToIdgen extends IdRecipe {

    static final String GENERIC_GENERATOR = "org.hibernate.annotations.GenericGenerator";

    private static final String HIBERNATES = "org\\.hibernate\\.id\\.";

    private static final String GUIDS =
            "uuid2|guid|" + HIBERNATES + "(UUIDGenerator|GUIDGenerator|uuid\\.UuidGenerator)";

    /** Generators that write UUIDs as 32 characters without hyphens. */
    private static final String HEX = "uuid|uuid\\.hex|" + HIBERNATES + "UUIDHexGenerator";

    private static final String SEQUENCES = "(enhanced-)?sequence|" + HIBERNATES + "enhanced\\.SequenceStyleGenerator";

    private static final String NUMBERS =
            "identity|increment|native|" + HIBERNATES + "(Identity|Increment|Native)Generator";

    /**
     * Hibernate's optimizers and the corresponding optimizers of {@code @SegmentId}. Empty text means the default
     * optimizer.
     */
    private static final Map<String, String> OPTIMIZERS =
            Map.of("", "", "pooled", "POOLED", "pooled-lo", "POOLED_LO", "pooled-lotl", "POOLED_LO");

    private static final String PARAMETERS = "parameters.";

    private static final Set<String> UNDERSTOOD = Set.of(
            "name",
            "type",
            "strategy",
            PARAMETERS + "sequence_name",
            PARAMETERS + "schema",
            PARAMETERS + "increment_size",
            PARAMETERS + "initial_value",
            PARAMETERS + "optimizer");

    @Option(
            displayName = "Generator",
            description = "The full name of a generator class of the application that makes Snowflake ids.",
            example = "com.acme.SnowflakeIdGenerator",
            required = false)
    private final @Nullable String generator;

    @Option(
            displayName = "Layout",
            description = "The layout, declared in the settings, with the bits and the epoch of that generator.",
            example = "own",
            required = false)
    private final @Nullable String layout;

    /**
     * Creates the recipe.
     *
     * @param generator the full name of a generator class of the application that makes Snowflake ids, or {@code null} if
     *     there is none
     * @param layout the name of the layout with the same bits and epoch as that class, or {@code null} for the default
     *     layout
     */
    public GenericGeneratorToIdgen(@Nullable String generator, @Nullable String layout) {
        super(
                "Replace `@GenericGenerator` by annotations of hibernate-idgen",
                "Replaces `@GeneratedValue` with a `@GenericGenerator` by `@CombGuid`, `@SegmentId` or `@SnowflakeId`.");
        this.generator = generator;
        this.layout = layout;
    }

    @Override
    Change change(IdAttribute attribute, Project project) {
        Optional<String> own = generator == null ? Optional.empty() : attribute.applicationsGenerator();
        if (own.isPresent()) {
            return Change.comment("@" + own.get() + " chooses the generator of these ids; replace it yourself");
        }
        return attribute
                .annotation(IdAttribute.GENERATED_VALUE)
                .map(generated -> change(attribute, generated, Members.of(generated), project))
                .orElse(Change.NONE);
    }

    private Change change(IdAttribute attribute, J.Annotation generated, Members members, Project project) {
        boolean isBeside = attribute.annotation(GENERIC_GENERATOR).isPresent();
        Optional<String> missing = project.missing(members);
        if (missing.isPresent()) {
            // With the strategy SEQUENCE, the name is the name of a sequence.
            return isBeside || members.strategy().equals("AUTO") ? Change.unknownGenerator(missing.get()) : Change.NONE;
        }
        Optional<String> name = members.generator();
        List<Project.Generator> all =
                name.map(text -> project.generators(text, attribute.owner())).orElse(List.of()).stream()
                        .filter(each -> each.annotation().equals(GENERIC_GENERATOR))
                        .toList();
        if (all.isEmpty()) {
            return isBeside
                    ? Change.unknownGenerator("@GeneratedValue does not name the generator beside it")
                    : Change.NONE;
        }
        return all.size() > 1
                ? Change.comment("there are several generators [" + name.orElse("") + "]; keep one")
                : change(attribute, generated, all.get(0).members());
    }

    private Change change(IdAttribute attribute, J.Annotation generated, Members members) {
        String strategy = members.get("type").or(() -> members.get("strategy")).orElse("[not a literal]");
        if (strategy.matches(GUIDS)) {
            Change change = IdAnnotation.COMB_GUID.replace(attribute, generated, List.of());
            String own = PARAMETERS + "uuid_gen_strategy_class"; // For example the class of Hibernate's style TIME.
            return members.has(own) && !members.get(own).orElse("").endsWith(".StandardRandomStrategy")
                    ? change.withOldIdsAbove("a strategy with a time")
                    : change;
        }
        if (strategy.matches(HEX)) {
            return hex(attribute, generated);
        }
        if (strategy.matches(SEQUENCES)) {
            return segment(attribute, generated, members);
        }
        boolean isOwn = strategy.equals(generator);
        if (!isOwn && !strategy.matches(NUMBERS)) {
            return Change.comment("this recipe does not know generator " + strategy + "; if it makes Snowflake ids, "
                    + "declare their layout, and name both in the options of the recipe");
        }
        return IdAnnotation.SNOWFLAKE_ID.replace(attribute, generated, layout(isOwn && layout != null ? layout : ""));
    }

    private static Change hex(IdAttribute attribute, J.Annotation generated) {
        return attribute
                .annotation("jakarta.persistence.Column")
                .flatMap(column -> Members.of(column).get("length"))
                .filter(length -> length.matches("3[2-5]"))
                .map(length -> IdAnnotation.COMB_GUID.replace(attribute, generated, List.of()))
                .map(change -> change.withOldIdsAbove("UUIDHexGenerator"))
                .orElseGet(() -> Change.comment(
                        "these ids have 32 characters, and @CombGuid writes 36 unless the length of the column "
                                + "is 32; state @Column(length = 32), and run the recipe again"));
    }

    private static Change segment(IdAttribute attribute, J.Annotation generated, Members members) {
        Optional<String> sequence = members.get(PARAMETERS + "sequence_name");
        Optional<String> size = members.get(PARAMETERS + "increment_size");
        String optimizer = members.get(PARAMETERS + "optimizer").orElse("");
        boolean isSingle = optimizer.equals("none") && size.orElse("").equals("1");
        Optional<String> problem = members.unreadable(UNDERSTOOD)
                .or(() -> sequence.isEmpty() ? Optional.of("sequence_name") : Optional.empty())
                .or(() -> OPTIMIZERS.containsKey(optimizer) || isSingle ? Optional.empty() : Optional.of("optimizer"));
        if (problem.isPresent() && IdAnnotation.SEGMENT_ID.serves(attribute)) {
            return Change.comment("the parameter " + problem.get().replace(PARAMETERS, "")
                    + " of the generator is missing, not a literal, or has no equal "
                    + "member in @SegmentId; write @SegmentId yourself");
        }
        List<String> segment =
                segment(members.get(PARAMETERS + "schema"), sequence, size, members.get(PARAMETERS + "initial_value"));
        String reading = OPTIMIZERS.getOrDefault(optimizer, "");
        if (!reading.isEmpty()) {
            segment.add("optimizer = SegmentId.Optimizer." + reading);
        }
        return IdAnnotation.SEGMENT_ID.replace(attribute, generated, segment);
    }
}
