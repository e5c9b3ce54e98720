package io.github.hibernateidgen.rewrite;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.openrewrite.java.JavaIsoVisitor;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.TypeUtils;

/**
 * The layout of the ids that a factory of TSIDs makes: 41 bits of milliseconds, a node, and a counter.
 *
 * @param name what the layout is called in annotations and settings
 * @param nodeBits the width of the node, from 1 to 20; node and counter have 22 bits together
 * @param epoch where the milliseconds begin
 */
record TsidLayout(String name, int nodeBits, Instant epoch) {

    /** What {@code @Tsid} alone makes, unless the system property {@code tsid.node.count} is set. */
    static final TsidLayout DEFAULT = new TsidLayout("tsid", 10, Instant.parse("2020-01-01T00:00:00Z"));

    private static final String FACTORY = "io.hypersistence.tsid.TSID$Factory";

    /** The settings that declare the layout, without what is in front of their names. */
    Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        String prefix = "snowflake.layouts." + name + ".";
        settings.put(prefix + "fields", "time:41, worker:" + nodeBits + ", sequence:" + (22 - nodeBits));
        settings.put(prefix + "epoch", epoch.toString());
        return settings;
    }

    /** The layout of a class that builds one factory, from literals; empty for every other class. */
    static Optional<TsidLayout> of(J.ClassDeclaration type) {
        List<J.MethodInvocation> calls = new ArrayList<>();
        new JavaIsoVisitor<List<J.MethodInvocation>>() {
            @Override
            public J.MethodInvocation visitMethodInvocation(J.MethodInvocation call, List<J.MethodInvocation> found) {
                found.add(call);
                return super.visitMethodInvocation(call, found);
            }
        }.visit(type.getBody(), calls);
        long factories = calls.stream()
                .filter(call -> TypeUtils.isOfClassType(call.getType(), FACTORY))
                .count();
        return factories == 1 ? of(type.getSimpleName(), calls) : Optional.empty();
    }

    private static Optional<TsidLayout> of(String className, List<J.MethodInvocation> calls) {
        int bits = DEFAULT.nodeBits;
        Instant epoch = DEFAULT.epoch;
        try {
            for (J.MethodInvocation call : calls) {
                switch (call.getSimpleName()) {
                    case "newInstance256" -> bits = 8;
                    case "newInstance4096" -> bits = 12;
                    case "withNodeBits" -> bits = Integer.parseInt(literal(call));
                    case "withCustomEpoch" ->
                        epoch = instant(call.getArguments().get(0));
                    default -> {}
                }
            }
        } catch (IllegalArgumentException | DateTimeException e) {
            return Optional.empty();
        }
        // The counter must leave a bit to the node: our time and sequence have 62 bits together.
        return bits < 1 || bits > 20 ? Optional.empty() : Optional.of(new TsidLayout(name(className), bits, epoch));
    }

    private static Instant instant(Expression value) {
        boolean isInstant = TypeUtils.isOfClassType(value.getType(), "java.time.Instant");
        return switch (isInstant && value instanceof J.MethodInvocation call ? call.getSimpleName() : "") {
            case "parse" -> Instant.parse(literal(value));
            case "ofEpochMilli" -> Instant.ofEpochMilli(Long.parseLong(literal(value)));
            case "ofEpochSecond" -> Instant.ofEpochSecond(Long.parseLong(literal(value)));
            default -> throw new IllegalArgumentException("an epoch that is no literal: " + value);
        };
    }

    private static String literal(Expression value) {
        if (value instanceof J.MethodInvocation call
                && call.getArguments().size() == 1
                && call.getArguments().get(0) instanceof J.Literal literal
                && literal.getValue() != null) {
            return literal.getValue().toString();
        }
        throw new IllegalArgumentException("no literal: " + value);
    }

    /** {@code OrderTsidFactory} is {@code order-tsid-factory}. */
    private static String name(String className) {
        return className.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
    }
}
