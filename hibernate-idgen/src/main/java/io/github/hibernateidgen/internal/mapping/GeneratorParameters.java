package io.github.hibernateidgen.internal.mapping;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;

/**
 * The parameters of a {@code @GenericGenerator}. Hibernate adds many of its own, so an unknown parameter need not be a
 * mistake of the user, and is not refused.
 */
public final class GeneratorParameters {

    private static final String FIELD = "field.";

    private final MappedAttribute attribute;
    private final Properties parameters;

    GeneratorParameters(MappedAttribute attribute, Properties parameters) {
        this.attribute = attribute;
        this.parameters = parameters;
    }

    /**
     * Reads {@code layout}.
     *
     * @return the layout's name, or empty
     */
    public String layout() {
        return parameters.getProperty("layout", "");
    }

    /**
     * Reads {@code shardBy}.
     *
     * @return the attribute that the shard comes from, or empty
     */
    public String shardBy() {
        return parameters.getProperty("shardBy", "");
    }

    /**
     * Reads {@code prefix} and {@code sealed}.
     *
     * @return how an id is written outside of the database
     */
    public TextOptions text() {
        return new TextOptions(parameters.getProperty("prefix", ""), flag("sealed"));
    }

    /**
     * Reads {@code assignable}.
     *
     * @return whether values that are set are kept
     */
    public boolean assignable() {
        return flag("assignable");
    }

    private boolean flag(String name) {
        String text = parameters.getProperty(name, "false");
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw attribute.invalid(text, "parameter [" + name + "] is true or false");
        };
    }

    /**
     * Reads {@code field.NAME}.
     *
     * @return the numbers of the layout's entity fields
     */
    public Map<String, Long> fields() {
        Map<String, Long> fields = new HashMap<>();
        for (String name : parameters.stringPropertyNames()) {
            if (name.startsWith(FIELD)) {
                String text = parameters.getProperty(name);
                try {
                    fields.put(name.substring(FIELD.length()), Long.valueOf(text));
                } catch (NumberFormatException e) {
                    throw attribute.invalid(text, "parameter [" + name + "] must be a whole number");
                }
            }
        }
        return fields;
    }

    /**
     * Reads the name of a constant.
     *
     * @param <E> its type
     * @param name the parameter
     * @param byDefault the constant if the parameter is not given
     * @return the constant
     */
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
