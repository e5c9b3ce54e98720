package io.github.hibernateidgen.docs;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * A block of Java in a page, and the source that it becomes, line for line. It is the members of a class where it can be
 * parsed so, or else the statements of a method. Where members have a name that one before has, they are another
 * alternative, and another class begins. A body {@code { ... }} is left to the reader. Whole files, with a package, are left
 * out: {@code .ci/stranger} builds and runs them.
 */
record Sample(Path page, int line, String text) {

    private static final Pattern BLOCK = Pattern.compile("(?ms)^ *```java\\n(.*?)^ *```$");

    /** Java source in memory, whose line numbers are the page's. */
    static final class Source extends SimpleJavaFileObject {

        private final Sample sample;
        private final String text;

        Source(Sample sample, String text) {
            super(URI.create("string:///" + sample.page.getFileName() + "/" + sample.line + ".java"), Kind.SOURCE);
            this.sample = sample;
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }

        String place(long line) {
            return sample.page.getFileName() + ":" + line;
        }
    }

    static List<Sample> of(Path page) throws IOException {
        String text = Files.readString(page);
        return BLOCK.matcher(text)
                .results()
                .filter(block -> !block.group(1).startsWith("package "))
                .map(block -> new Sample(
                        page, (int) text.substring(0, block.start(1)).lines().count() + 1, block.group(1)))
                .toList();
    }

    /** All of them at once, with imports, which must stand on one line. */
    static List<Source> sources(List<Sample> samples, String imports) throws IOException {
        List<Source> asMembers =
                samples.stream().map(sample -> sample.members(imports)).toList();
        DiagnosticCollector<JavaFileObject> faults = new DiagnosticCollector<>();
        JavacTask task = (JavacTask) ToolProvider.getSystemJavaCompiler()
                .getTask(null, null, faults, List.of("-source", "17", "-Xlint:-options"), null, asMembers);
        Map<URI, CompilationUnitTree> units = new HashMap<>();
        task.parse().forEach(unit -> units.put(unit.getSourceFile().toUri(), unit));
        for (Diagnostic<? extends JavaFileObject> fault : faults.getDiagnostics()) {
            units.remove(fault.getSource().toUri());
        }
        List<Source> sources = new ArrayList<>();
        for (Source source : asMembers) {
            CompilationUnitTree unit = units.get(source.toUri());
            sources.add(
                    unit == null
                            ? source.sample.statements(imports)
                            : alternatives(source, unit, Trees.instance(task)));
        }
        return sources;
    }

    private Source members(String imports) {
        return new Source(this, head(imports) + type(1) + body() + "}");
    }

    private Source statements(String imports) {
        return new Source(this, head(imports) + type(1) + "void reads() throws Exception { " + body() + "}}");
    }

    private static Source alternatives(Source source, CompilationUnitTree unit, Trees trees) {
        StringBuilder split = new StringBuilder(source.text);
        Set<String> names = new HashSet<>();
        int classes = 1;
        int added = 0;
        for (Tree member : ((ClassTree) unit.getTypeDecls().get(0)).getMembers()) {
            if (!names.add(name(member))) {
                names = new HashSet<>(Set.of(name(member)));
                String next = "} " + source.sample.type(++classes);
                split.insert((int) trees.getSourcePositions().getStartPosition(unit, member) + added, next);
                added += next.length();
            }
        }
        return new Source(source.sample, split.toString());
    }

    private static String name(Tree member) {
        if (member instanceof ClassTree type) {
            return type.getSimpleName().toString();
        }
        return member instanceof MethodTree method
                ? method.getName() + "()"
                : ((VariableTree) member).getName().toString();
    }

    private String head(String imports) {
        return "package " + Sample.class.getPackageName() + "; " + imports + "\n".repeat(line - 1);
    }

    private String type(int alternative) {
        return "abstract class %s_%d_%d extends Shop { "
                .formatted(page.getFileName().toString().replaceAll("\\W", "_"), line, alternative);
    }

    private String body() {
        return text.replace("{ ... }", "{ throw null; }");
    }
}
