package io.github.hibernateidgen.internal.mapping;

import io.github.hibernateidgen.internal.text.Spelling;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import org.hibernate.id.IdentifierGenerator;
import org.hibernate.id.OptimizableGenerator;
import org.hibernate.id.PersistentIdentifierGenerator;

/** The parameters of a {@code @GenericGenerator}, among which are some that Hibernate adds. */
public final class GeneratorParameters {

    /** Stands for the parameters {@code field.NAME} among the names of a generator's parameters. */
    public static final String ANY_FIELD = "field.NAME";

    private static final String FIELD = "field.";

    /**
     * The parameters that Hibernate 6.6 to 8.0 adds, and those that its generators of sequences and tables share. It also
     * adds settings of its own. Others that it may add later have underscores in their names, too.
     */
    private static final Set<String> OF_HIBERNATE = Set.of(
            IdentifierGenerator.CONTRIBUTOR_NAME,
            IdentifierGenerator.ENTITY_NAME,
            IdentifierGenerator.GENERATOR_NAME,
            IdentifierGenerator.JPA_ENTITY_NAME,
            OptimizableGenerator.IMPLICIT_NAME_BASE,
            OptimizableGenerator.INCREMENT_PARAM,
            OptimizableGenerator.INITIAL_PARAM,
            PersistentIdentifierGenerator.CATALOG,
            PersistentIdentifierGenerator.OPTIONS,
            PersistentIdentifierGenerator.PK,
            PersistentIdentifierGenerator.SCHEMA,
            PersistentIdentifierGenerator.TABLE,
            PersistentIdentifierGenerator.TABLES);

    private final MappedAttribute attribute;
    private final Properties parameters;

    GeneratorParameters(MappedAttribute attribute, Properties parameters) {
        this.attribute = attribute;
        this.parameters = parameters;
    }

    /** Refuses a parameter that nothing reads, which is most likely misspelt. */
    void requireKnown(Set<String> names) {
        for (String given : new TreeSet<>(parameters.stringPropertyNames())) {
            Set<String> known = new TreeSet<>(names);
            if (known.remove(ANY_FIELD) && given.contains(".")) {
                known.add(FIELD + given.substring(given.indexOf('.') + 1));
            }
            boolean isMisspelt = !known.contains(given)
                    && !OF_HIBERNATE.contains(given)
                    && !given.startsWith("hibernate.")
                    && (!given.contains("_") || Spelling.nearest(given, known).isPresent());
            if (isMisspelt) {
                throw attribute.invalid(
                        given,
                        "no parameter has this name" + Spelling.hint(given, known) + " of this generator are "
                                + new TreeSet<>(names));
            }
        }
    }

    /**
     * Reads text.
     *
     * @return the text, or empty
     */
    public String text(String name) {
        return parameters.getProperty(name, "");
    }

    /** Reads {@code prefix}, {@code sealed} and {@code assignable}. */
    public ValueOptions options() {
        return new ValueOptions(text("prefix"), flag("sealed"), flag("assignable"));
    }

    private boolean flag(String name) {
        String text = parameters.getProperty(name, "false");
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw attribute.invalid(text, "parameter [" + name + "] is true or false");
        };
    }

    int number(String name, int byDefault) {
        String text = parameters.getProperty(name, Integer.toString(byDefault));
        try {
            return Integer.parseInt(text.strip());
        } catch (NumberFormatException e) {
            throw notWhole(name, text);
        }
    }

    /** Reads {@code field.NAME}: the numbers of the layout's entity fields. */
    public Map<String, Long> fields() {
        Map<String, Long> fields = new HashMap<>();
        for (String name : parameters.stringPropertyNames()) {
            if (name.startsWith(FIELD)) {
                String text = parameters.getProperty(name);
                try {
                    fields.put(name.substring(FIELD.length()), Long.valueOf(text));
                } catch (NumberFormatException e) {
                    throw notWhole(name, text);
                }
            }
        }
        return fields;
    }

    private RuntimeException notWhole(String name, String text) {
        return attribute.invalid(text, "parameter [" + name + "] must be a whole number");
    }

    /** Reads the name of a constant. */
    public <E extends Enum<E>> E constant(String name, E byDefault) {
        E[] constants = byDefault.getDeclaringClass().getEnumConstants();
        String text = parameters.getProperty(name, byDefault.name());
        return Arrays.stream(constants)
                .filter(constant -> constant.name().equals(text))
                .findFirst()
                .orElseThrow(() -> attribute.invalid(
                        text, "parameter [" + name + "] must be one of " + Arrays.toString(constants)));
    }
}
