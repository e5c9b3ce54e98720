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
 * The layout of a TSID factory's ids: 41 bits of milliseconds, a node, and a counter.
 *
 * @param name the name of the layout in annotations and settings
 * @param nodeBits the width of the node in bits, from 1 to 20; node and counter have 22 bits together
 * @param epoch the instant from which the milliseconds count
 */
record TsidLayout(String name, int nodeBits, Instant epoch) {

    /** The layout of {@code @Tsid} without a factory, unless the system property {@code tsid.node.count} is set. */
    static final TsidLayout DEFAULT = new TsidLayout("tsid", 10, Instant.parse("2020-01-01T00:00:00Z"));

    private static final String FACTORY = "io.hypersistence.tsid.TSID$Factory";

    /** Returns the settings that declare the layout, without the prefix of their names. */
    Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        String prefix = "snowflake.layouts." + name + ".";
        settings.put(prefix + "fields", "time:41, worker:" + nodeBits + ", sequence:" + (22 - nodeBits));
        settings.put(prefix + "epoch", epoch.toString());
        return settings;
    }

    /** Returns the layout of a class that builds exactly one factory from literals; empty for all other classes. */
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
        // The node needs at least 1 bit, because this library allows at most 62 bits for time and sequence together.
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

    /** Returns the name of the layout: {@code order-tsid-factory} for the class {@code OrderTsidFactory}. */
    private static String name(String className) {
        return className.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
    }
}
