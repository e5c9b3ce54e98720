package io.github.hibernateidgen;

import static java.util.stream.Collectors.toSet;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Reads the texts in the main code of the published modules that a user can meet: what an exception is made with, by its
 * constructor or by a method that returns one, what is logged as a warning or an error, and each other literal. Left out are
 * annotations, lines that are logged at INFO and DEBUG, messages of {@code requireNonNull}, statements for databases, and
 * descriptions: of meters, of recipes, and of objects by {@code describe()} and {@code values()}.
 */
final class SourceTexts extends TreeScanner<Void, Void> {

    /**
     * A text with {@code …} for each part that is not a literal.
     *
     * @param place module, file and line
     * @param text the literals in the order of the code; those of all branches of a condition
     * @param isThrown whether it is the message of an exception, a warning or an error
     */
    record Text(String place, String text, boolean isThrown) {}

    private static final Pattern FAILURE = Pattern.compile(".*(Exception|Error)");
    private static final Pattern LOUD = Pattern.compile("(warn|error|fatal)f?");
    private static final Set<String> QUIET =
            Set.of("info", "infof", "debug", "debugf", "trace", "tracef", "description", "requireNonNull");
    private static final Set<String> DESCRIPTIONS = Set.of("getDisplayName", "getDescription", "describe", "values");
    private static final Pattern METERS = Pattern.compile(".*Meter\\.java");
    private static final Pattern STATEMENT = Pattern.compile(
            "(?is)[… ]*(select|insert into|update(?=\\s+…)|alter|returning)\\b.*|.*\\bredis\\.call\\(.*|package .*");

    private final List<Text> texts = new ArrayList<>();
    private final Set<String> factories;
    private final CompilationUnitTree unit;
    private final Trees trees;
    private boolean isDescription;

    private SourceTexts(CompilationUnitTree unit, Trees trees, Set<String> factories) {
        this.unit = unit;
        this.trees = trees;
        this.factories = factories;
    }

    static List<Text> ofPublishedModules() throws IOException {
        List<Path> files = new ArrayList<>();
        String published = Files.readString(Path.of("..", ".ci", "published"));
        String modules = published
                .lines()
                .filter(line -> line.startsWith("echo "))
                .findFirst()
                .orElseThrow();
        for (String module : modules.substring("echo ".length()).split(",")) {
            Path sources = Path.of("..", module, "src", "main", "java");
            if (Files.exists(sources)) {
                try (Stream<Path> all = Files.walk(sources)) {
                    all.filter(path -> path.toString().endsWith(".java"))
                            .sorted()
                            .forEach(files::add);
                }
            }
        }
        return of(files);
    }

    static List<Text> of(List<Path> files) throws IOException {
        try (StandardJavaFileManager manager =
                ToolProvider.getSystemJavaCompiler().getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask) ToolProvider.getSystemJavaCompiler()
                    .getTask(
                            null,
                            manager,
                            null,
                            List.of("-proc:none"),
                            null,
                            manager.getJavaFileObjectsFromPaths(files));
            List<CompilationUnitTree> units = new ArrayList<>();
            task.parse().forEach(units::add);
            Set<String> factories =
                    units.stream().flatMap(unit -> factories(unit).stream()).collect(toSet());
            return units.stream()
                    .flatMap(unit -> {
                        SourceTexts found = new SourceTexts(unit, Trees.instance(task), factories);
                        found.scan(unit, null);
                        return found.texts.stream();
                    })
                    .toList();
        }
    }

    private static Set<String> factories(CompilationUnitTree unit) {
        Set<String> names = new HashSet<>();
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitMethod(MethodTree method, Void none) {
                Tree type = method.getReturnType();
                if (type != null && FAILURE.matcher(type.toString()).matches()) {
                    names.add(method.getName().toString());
                }
                return super.visitMethod(method, none);
            }
        }.scan(unit, null);
        return names;
    }

    @Override
    public Void visitAnnotation(AnnotationTree annotation, Void none) {
        return null;
    }

    @Override
    public Void visitMethod(MethodTree method, Void none) {
        isDescription = DESCRIPTIONS.contains(method.getName().toString());
        super.visitMethod(method, none);
        isDescription = false;
        return null;
    }

    @Override
    public Void visitNewClass(NewClassTree made, Void none) {
        if (FAILURE.matcher(made.getIdentifier().toString()).matches()) {
            add(made, made.getArguments(), true);
            return null;
        }
        return super.visitNewClass(made, none);
    }

    @Override
    public Void visitMethodInvocation(MethodInvocationTree call, Void none) {
        String method = call.getMethodSelect().toString().replaceAll("(?s).*\\.", "");
        boolean isSuper =
                method.equals("super") && unit.getSourceFile().getName().endsWith("Exception.java");
        if (isSuper || LOUD.matcher(method).matches() || factories.contains(method)) {
            add(call, call.getArguments(), true);
            return null;
        }
        boolean isRecipe =
                method.equals("super") && unit.getSourceFile().getName().contains("/rewrite/");
        return isRecipe || isQuiet(method, call) ? null : super.visitMethodInvocation(call, none);
    }

    private static boolean isQuiet(String method, MethodInvocationTree call) {
        return QUIET.contains(method)
                || call.getArguments().stream()
                        .anyMatch(argument -> argument instanceof IdentifierTree level
                                && level.getName().contentEquals("INFO"));
    }

    @Override
    public Void visitBinary(BinaryTree concatenation, Void none) {
        if (concatenation.getKind() != Tree.Kind.PLUS) {
            return super.visitBinary(concatenation, none);
        }
        add(concatenation, List.of(concatenation), false);
        return null;
    }

    @Override
    public Void visitLiteral(LiteralTree literal, Void none) {
        add(literal, List.of(literal), false);
        return null;
    }

    private void add(Tree tree, List<? extends Tree> parts, boolean isThrown) {
        boolean isOfMeter = METERS.matcher(unit.getSourceFile().getName()).matches();
        if ((isDescription || isOfMeter) && !isThrown) {
            return;
        }
        StringBuilder text = new StringBuilder();
        parts.forEach(part -> {
            literals(part, text);
            text.append(" … ");
        });
        if (!STATEMENT.matcher(text).matches()) {
            long line =
                    unit.getLineMap().getLineNumber(trees.getSourcePositions().getStartPosition(unit, tree));
            texts.add(new Text(unit.getSourceFile().getName() + ":" + line, text.toString(), isThrown));
        }
    }

    /** Appends the literals below a tree. Those that a plus joins directly become one, and all else is a hole. */
    private static void literals(Tree tree, StringBuilder text) {
        if (tree instanceof BinaryTree both && both.getKind() == Tree.Kind.PLUS) {
            literals(both.getLeftOperand(), text);
            literals(both.getRightOperand(), text);
        } else if (tree instanceof LiteralTree literal && literal.getValue() instanceof String value) {
            text.append(value.replaceAll("%[-.,\\d]*[a-z]", "…"));
        } else {
            text.append(" … ");
            new TreeScanner<Void, Void>() {
                @Override
                public Void visitBinary(BinaryTree both, Void none) {
                    literals(both.getLeftOperand(), text);
                    literals(both.getRightOperand(), text);
                    text.append(" … ");
                    return null;
                }

                @Override
                public Void visitLiteral(LiteralTree literal, Void none) {
                    literals(literal, text);
                    text.append(" … ");
                    return null;
                }
            }.scan(tree instanceof LiteralTree ? null : tree, null);
            text.append(" … ");
        }
    }
}
