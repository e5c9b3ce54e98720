package io.github.hibernateidgen.docs;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toSet;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.LambdaExpressionTree.BodyKind;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * Reads the texts in the main code of the published modules that a user can meet: arguments of an exception's constructor or of
 * a method that returns an exception, arguments of a log call for warnings or errors, and each other literal. Left out are
 * annotations, lines that are logged at INFO and DEBUG, messages of {@code requireNonNull}, statements for databases, and
 * descriptions: of meters, of recipes, and of objects by {@code describe()} and {@code values()}.
 */
final class SourceTexts extends TreeScanner<Void, Void> {

    /**
     * A text with {@code …} for each part that is not known, and {@code ‹this|that›} for the branches of a condition.
     *
     * @param file the path of the source file
     * @param inPackage the name of the package
     * @param text the literals and constants in the order of the code
     * @param isThrown whether it is the message of an exception, a warning or an error
     */
    record Text(String file, String inPackage, String text, boolean isThrown) {}

    private static final Pattern FAILURE = Pattern.compile(".*(Exception|Error)");
    private static final Pattern LOUD = Pattern.compile("(warn|error|fatal)f?");
    private static final Set<String> QUIET = Set.of(
            "info", "infof", "debug", "debugf", "trace", "tracef", "description", "requireNonNull", "withPrefix");
    private static final Set<String> DESCRIPTIONS = Set.of("getDisplayName", "getDescription", "describe", "values");
    private static final Pattern METERS = Pattern.compile(".*Meter\\.java");
    private static final String HOLE = "…";
    private static final String FORMAT = "%[-.,\\d]*[a-z]";
    private static final Pattern LETTERS = Pattern.compile("\\p{L}{2}");
    private static final Pattern STATE_OF_SQL = Pattern.compile("[0-9A-Z]{5}");
    private static final Pattern STATEMENT = Pattern.compile(
            "(?is)[… ]*(select|insert into|update(?=\\s+(…|\\w+ set\\b))|alter|returning)\\b.*|.*\\bredis\\.p?call\\(.*|package .*");

    private final List<Text> texts = new ArrayList<>();
    private final Set<String> factories;

    /** The calls with a rule and a remedy: the name, the number of arguments, and the place of the remedy. */
    private final Set<String> remedies;

    private final Map<String, String> constants;
    private final Map<String, String> constantsOfUnit;
    private final CompilationUnitTree unit;
    private boolean isDescription;

    private SourceTexts(
            CompilationUnitTree unit, Set<String> factories, Set<String> remedies, Map<String, String> constants) {
        this.unit = unit;
        this.factories = factories;
        this.remedies = remedies;
        this.constants = constants;
        this.constantsOfUnit = constants(unit);
    }

    /** Returns the texts of each published module that has sources, by the module's folder. */
    static Map<String, List<Text>> ofPublishedModules() throws IOException {
        Map<String, List<Path>> files = new LinkedHashMap<>();
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
                    files.put(
                            module,
                            all.filter(path -> path.toString().endsWith(".java"))
                                    .sorted()
                                    .toList());
                }
            }
        }
        Map<String, List<Text>> byFile = of(
                        files.values().stream().flatMap(List::stream).toList())
                .stream()
                .collect(groupingBy(Text::file));
        Map<String, List<Text>> byModule = new LinkedHashMap<>();
        files.forEach((module, sources) -> byModule.put(
                module,
                sources.stream()
                        .flatMap(file -> byFile.getOrDefault(file.toString(), List.of()).stream())
                        .toList()));
        return byModule;
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
            Set<String> remedies =
                    units.stream().flatMap(unit -> remedies(unit).stream()).collect(toSet());
            Map<String, String> constants = new HashMap<>();
            units.forEach(unit -> constants.putAll(constants(unit)));
            return units.stream()
                    .flatMap(unit -> {
                        SourceTexts found = new SourceTexts(unit, factories, remedies, constants);
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

    private static Set<String> remedies(CompilationUnitTree unit) {
        Set<String> calls = new HashSet<>();
        new TreeScanner<Void, String>() {
            @Override
            public Void visitClass(ClassTree type, String outer) {
                return super.visitClass(type, type.getSimpleName().toString());
            }

            @Override
            public Void visitMethod(MethodTree method, String type) {
                String name = method.getName().toString().replace("<init>", type);
                for (int i = 1; i < method.getParameters().size(); i++) {
                    if (method.getParameters().get(i).getName().contentEquals("remedy")) {
                        calls.add(call(name, method.getParameters(), i));
                    }
                }
                return super.visitMethod(method, type);
            }
        }.scan(unit, "");
        return calls;
    }

    private static String call(String name, List<? extends Tree> arguments, int remedy) {
        return name + "/" + arguments.size() + "/" + remedy;
    }

    /** Returns the constants that are made of literals alone, each as {@code Class.NAME}. */
    private static Map<String, String> constants(CompilationUnitTree unit) {
        Map<String, String> constants = new HashMap<>();
        new TreeScanner<Void, String>() {
            @Override
            public Void visitClass(ClassTree type, String outer) {
                return super.visitClass(type, type.getSimpleName().toString());
            }

            @Override
            public Void visitVariable(VariableTree variable, String type) {
                Set<Modifier> modifiers = variable.getModifiers().getFlags();
                if (variable.getInitializer() != null
                        && modifiers.containsAll(Set.of(Modifier.STATIC, Modifier.FINAL))) {
                    String value = joined(variable.getInitializer());
                    if (value != null) {
                        constants.put(type + "." + variable.getName(), value);
                    }
                }
                return super.visitVariable(variable, type);
            }
        }.scan(unit, "");
        return constants;
    }

    private static @Nullable String joined(Tree tree) {
        if (tree instanceof BinaryTree both && both.getKind() == Tree.Kind.PLUS) {
            String left = joined(both.getLeftOperand());
            String right = joined(both.getRightOperand());
            return left == null || right == null ? null : left + right;
        }
        return tree instanceof LiteralTree literal && literal.getValue() instanceof String value ? value : null;
    }

    /** Returns the value of a constant of this file, or of a class that the code or a static import names; else null. */
    private @Nullable String constant(Tree tree) {
        if (tree instanceof MemberSelectTree member) {
            return constants.get(lastTwo(member.toString()));
        }
        if (!(tree instanceof IdentifierTree identifier)) {
            return null;
        }
        String name = "." + identifier.getName();
        Stream<String> ofUnit = constantsOfUnit.keySet().stream().filter(key -> key.endsWith(name));
        Stream<String> imported = unit.getImports().stream()
                .filter(ImportTree::isStatic)
                .map(line -> lastTwo(line.getQualifiedIdentifier().toString()))
                .filter(key -> key.endsWith(name) && constants.containsKey(key));
        return Stream.concat(ofUnit.sorted(), imported)
                .findFirst()
                .map(constants::get)
                .orElse(null);
    }

    private static String lastTwo(String name) {
        return name.replaceAll(".*\\.(?=[^.]+\\.[^.]+$)", "");
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
        String type = made.getIdentifier().toString();
        if (FAILURE.matcher(type).matches()) {
            add(type, made.getArguments(), true);
            return null;
        }
        return super.visitNewClass(made, none);
    }

    @Override
    public Void visitMethodInvocation(MethodInvocationTree call, Void none) {
        String method = call.getMethodSelect().toString().replaceAll("(?s).*\\.", "");
        boolean isOfException = (method.equals("super") || method.equals("this"))
                && unit.getSourceFile().getName().endsWith("Exception.java");
        if (isOfException) {
            String file = unit.getSourceFile().getName();
            add(file.replaceAll(".*/|\\.java", ""), call.getArguments(), true);
            return null;
        }
        if (!QUIET.contains(method) && (LOUD.matcher(method).matches() || factories.contains(method))) {
            add(method, call.getArguments(), true);
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
        add("", List.of(concatenation), false);
        return null;
    }

    @Override
    public Void visitLiteral(LiteralTree literal, Void none) {
        add("", List.of(literal), false);
        return null;
    }

    private void add(String name, List<? extends Tree> parts, boolean isThrown) {
        boolean isOfMeter = METERS.matcher(unit.getSourceFile().getName()).matches();
        if ((isDescription || isOfMeter) && !isThrown) {
            return;
        }
        List<String> found = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            String part = isNamed(parts.get(i)) ? HOLE : text(parts.get(i));
            if (remedies.contains(call(name, parts, i)) && !part.equals(HOLE) && !part.isEmpty()) {
                part = found.remove(i - 1) + "; " + part;
                found.add("");
            }
            found.add(part);
        }
        String text = found.stream()
                .filter(part -> !part.isEmpty())
                .filter(part ->
                        !part.equals(HOLE) && !STATE_OF_SQL.matcher(part).matches())
                .collect(joining(" " + HOLE + " "))
                .replaceAll("\\s+", " ")
                .replaceAll(HOLE + "( ?" + HOLE + ")+", HOLE)
                .strip();
        if (!STATEMENT.matcher(text).matches()) {
            texts.add(new Text(unit.getSourceFile().getName(), String.valueOf(unit.getPackageName()), text, isThrown));
        }
    }

    /** Returns the literals and constants below a tree. A plus joins them, and the rest is a hole. */
    private String text(Tree tree) {
        if (tree instanceof ParenthesizedTree inner) {
            return text(inner.getExpression());
        }
        if (tree instanceof BinaryTree both && both.getKind() == Tree.Kind.PLUS) {
            return text(both.getLeftOperand()) + text(both.getRightOperand());
        }
        if (tree instanceof LambdaExpressionTree lambda && lambda.getBodyKind() == BodyKind.EXPRESSION) {
            return text(lambda.getBody());
        }
        if (tree instanceof ConditionalExpressionTree choice) {
            return choice(text(choice.getTrueExpression()), text(choice.getFalseExpression()));
        }
        if (tree instanceof LiteralTree literal) {
            return literal.getValue() instanceof String value ? value.replaceAll(FORMAT, HOLE) : HOLE;
        }
        if (isNamed(tree)) {
            return text(((MethodInvocationTree) tree).getArguments().get(0));
        }
        String constant = constant(tree);
        return constant != null ? constant.replaceAll(FORMAT, HOLE) : HOLE + textsBelow(tree);
    }

    /** Returns whether a tree is the name of a setting in the user's framework. */
    private static boolean isNamed(Tree tree) {
        return tree instanceof MethodInvocationTree call
                && call.getArguments().size() == 1
                && call.getMethodSelect().toString().matches("(?s)(.*\\.)?named");
    }

    private static String choice(String left, String right) {
        if (left.equals(right)) {
            return left;
        }
        return "‹" + left + (left.isEmpty() || right.isEmpty() ? "" : "|") + right + "›";
    }

    private String textsBelow(Tree tree) {
        StringBuilder below = new StringBuilder();
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitBinary(BinaryTree both, Void none) {
                return both.getKind() == Tree.Kind.PLUS ? add(both) : super.visitBinary(both, none);
            }

            @Override
            public Void visitConditionalExpression(ConditionalExpressionTree choice, Void none) {
                return add(choice);
            }

            @Override
            public Void visitLiteral(LiteralTree literal, Void none) {
                return add(literal);
            }

            private Void add(Tree part) {
                String text = text(part);
                if (LETTERS.matcher(text).find()) {
                    below.append(text).append(HOLE);
                }
                return null;
            }
        }.scan(tree, null);
        return below.toString();
    }
}
