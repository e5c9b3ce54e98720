package io.github.hibernateidgen.rewrite;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.openrewrite.ExecutionContext;
import org.openrewrite.internal.ListUtils;
import org.openrewrite.java.JavaIsoVisitor;
import org.openrewrite.java.JavaParser;
import org.openrewrite.java.JavaTemplate;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.Space;
import org.openrewrite.java.tree.Statement;
import org.openrewrite.java.tree.TextComment;
import org.openrewrite.marker.Markers;

/** Asks the recipe to decide on all attributes of a class, and then makes the changes while it visits the class. */
final class IdVisitor extends JavaIsoVisitor<ExecutionContext> {

    private static final String COMMENT = " hibernate-idgen: ";

    /** Matches imports that may be needed only for an old annotation. */
    private static final String IMPORTS = "(jakarta\\.persistence|org\\.hibernate|io\\.hypersistence)\\..*";

    private final IdRecipe recipe;
    private final Project project;

    private final Map<UUID, String> replaced = new HashMap<>();
    private final Set<UUID> removed = new HashSet<>();
    private final Map<UUID, String> comments = new HashMap<>();

    IdVisitor(IdRecipe recipe, Project project) {
        this.recipe = recipe;
        this.project = project;
    }

    @Override
    public J.CompilationUnit visitCompilationUnit(J.CompilationUnit source, ExecutionContext context) {
        int before = replaced.size();
        J.CompilationUnit changed = super.visitCompilationUnit(source, context);
        if (replaced.size() > before) {
            for (IdAnnotation each : IdAnnotation.values()) {
                maybeAddImport(each.fullName());
            }
            // Imports with a star, and imports of types that the source still uses, stay.
            source.getImports().stream()
                    .map(J.Import::getTypeName)
                    .filter(name -> name.matches(IMPORTS))
                    .forEach(name -> maybeRemoveImport(name.replace('$', '.')));
        }
        return changed;
    }

    @Override
    public J.ClassDeclaration visitClassDeclaration(J.ClassDeclaration type, ExecutionContext context) {
        String owner = Project.owner(getCursor());
        for (Statement member : type.getBody().getStatements()) {
            IdAttribute.of(owner, member).ifPresent(attribute -> note(attribute, recipe.change(attribute, project)));
        }
        J.ClassDeclaration visited = super.visitClassDeclaration(type, context);
        return visited.withLeadingAnnotations(first(visited.getLeadingAnnotations()));
    }

    private void note(IdAttribute attribute, Change change) {
        if (change.comment() != null) {
            comments.put(attribute.member(), COMMENT + change.comment());
        }
        if (change.replaced() != null) {
            replaced.put(change.replaced().getId(), change.by());
            attribute.annotation(IdAttribute.GENERATED_VALUE).ifPresent(generated -> {
                removed.add(generated.getId()); // If this is the replaced annotation, the replacement has precedence.
                Members.of(generated)
                        .get("generator")
                        .ifPresent(name -> removed.addAll(project.unused(name, attribute.owner())));
            });
        }
    }

    @Override
    public Statement visitStatement(Statement statement, ExecutionContext context) {
        String comment = comments.get(statement.getId());
        return comment == null ? statement : statement.withPrefix(commented(statement.getPrefix(), comment));
    }

    @Override
    public J.VariableDeclarations visitVariableDeclarations(J.VariableDeclarations field, ExecutionContext context) {
        J.VariableDeclarations visited = super.visitVariableDeclarations(field, context);
        return visited.withLeadingAnnotations(first(visited.getLeadingAnnotations()));
    }

    @Override
    public J.MethodDeclaration visitMethodDeclaration(J.MethodDeclaration method, ExecutionContext context) {
        J.MethodDeclaration visited = super.visitMethodDeclaration(method, context);
        return visited.withLeadingAnnotations(first(visited.getLeadingAnnotations()));
    }

    @Override
    @SuppressWarnings("NullAway") // Null removes the annotation.
    public J.@Nullable Annotation visitAnnotation(J.Annotation annotation, ExecutionContext context) {
        String by = replaced.get(annotation.getId());
        if (by != null) {
            return JavaTemplate.builder(by)
                    .imports(IdAnnotation.PACKAGE + "*")
                    .javaParser(JavaParser.fromJavaVersion().dependsOn(IdAnnotation.sources()))
                    .build()
                    .apply(getCursor(), annotation.getCoordinates().replace());
        }
        return removed.contains(annotation.getId()) ? null : super.visitAnnotation(annotation, context);
    }

    /** Removes the white space in front of the first annotation, because the annotated element has that space already. */
    private static List<J.Annotation> first(List<J.Annotation> annotations) {
        return requireNonNull(ListUtils.mapFirst(annotations, annotation -> annotation.withPrefix(Space.EMPTY)));
    }

    private static Space commented(Space prefix, String comment) {
        boolean isThere = prefix.getComments().stream()
                .anyMatch(there ->
                        there instanceof TextComment text && text.getText().equals(comment));
        return isThere
                ? prefix
                : prefix.withComments(ListUtils.concat(
                        prefix.getComments(),
                        new TextComment(false, comment, "\n" + prefix.getIndent(), Markers.EMPTY)));
    }
}
