package io.github.hibernateidgen.rewrite;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import java.util.ArrayList;
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
import org.openrewrite.java.tree.Comment;
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

    /** The comments of annotations that were removed from a declaration or replaced, by the id of the declaration. */
    private final Map<UUID, List<Comment>> kept = new HashMap<>();

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
        decide(type, Project.owner(getCursor()), getCursor().firstEnclosing(J.CompilationUnit.class) != null);
        J.ClassDeclaration visited = super.visitClassDeclaration(type, context);
        J.ClassDeclaration changed =
                visited.withLeadingAnnotations(first(type.getLeadingAnnotations(), visited.getLeadingAnnotations()));
        return changed.withPrefix(withKept(changed));
    }

    /** Asks the recipe about the members of a class, the components of a record, and the parameters of constructors. */
    private void decide(J.ClassDeclaration type, String owner, boolean isJava) {
        new JavaIsoVisitor<Integer>() {
            @Override
            public J.ClassDeclaration visitClassDeclaration(J.ClassDeclaration any, Integer context) {
                return any.isScope(type) ? super.visitClassDeclaration(any, context) : any;
            }

            @Override
            public J.VariableDeclarations visitVariableDeclarations(J.VariableDeclarations field, Integer context) {
                decide(field);
                return field;
            }

            @Override
            public J.MethodDeclaration visitMethodDeclaration(J.MethodDeclaration method, Integer context) {
                decide(method);
                // Kotlin declares attributes as parameters.
                method.getParameters().forEach(parameter -> visit(parameter, context));
                return method;
            }

            private void decide(Statement member) {
                IdAttribute.of(owner, member).ifPresent(attribute -> {
                    Change change = recipe.change(attribute, project);
                    note(attribute, isJava || change.equals(Change.NONE) ? change : Change.notJava());
                });
            }
        }.visit(type, 0);
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
        J.VariableDeclarations changed =
                visited.withLeadingAnnotations(first(field.getLeadingAnnotations(), visited.getLeadingAnnotations()));
        return changed.withPrefix(withKept(changed));
    }

    @Override
    public J.MethodDeclaration visitMethodDeclaration(J.MethodDeclaration method, ExecutionContext context) {
        J.MethodDeclaration visited = super.visitMethodDeclaration(method, context);
        J.MethodDeclaration changed =
                visited.withLeadingAnnotations(first(method.getLeadingAnnotations(), visited.getLeadingAnnotations()));
        return changed.withPrefix(withKept(changed));
    }

    @Override
    public J.AnnotatedType visitAnnotatedType(J.AnnotatedType type, ExecutionContext context) {
        J.AnnotatedType visited = super.visitAnnotatedType(type, context);
        return visited.withAnnotations(first(type.getAnnotations(), visited.getAnnotations()));
    }

    @Override
    @SuppressWarnings("NullAway") // Null removes the annotation.
    public J.@Nullable Annotation visitAnnotation(J.Annotation annotation, ExecutionContext context) {
        if (isRemoved(annotation)) {
            keep(comments(annotation));
            return null;
        }
        String by = replaced.get(annotation.getId());
        if (by == null) {
            return super.visitAnnotation(annotation, context);
        }
        keep(comments(annotation.withPrefix(Space.EMPTY)));
        return parsed(by).withPrefix(annotation.getPrefix());
    }

    /** Returns an annotation in the tree of a small class. A JavaTemplate cannot replace annotations behind modifiers. */
    private static J.Annotation parsed(String annotation) {
        String source = "import " + IdAnnotation.PACKAGE + "*; class Holder { " + annotation + " Object held; }";
        J.CompilationUnit parsed = (J.CompilationUnit) JavaParser.fromJavaVersion()
                .dependsOn(IdAnnotation.sources())
                .build()
                .parse(source)
                .findFirst()
                .orElseThrow();
        Statement field = parsed.getClasses().get(0).getBody().getStatements().get(0);
        return ((J.VariableDeclarations) field).getLeadingAnnotations().get(0);
    }

    private static List<Comment> comments(J tree) {
        List<Comment> comments = new ArrayList<>();
        new JavaIsoVisitor<List<Comment>>() {
            @Override
            public Space visitSpace(@Nullable Space space, Space.Location location, List<Comment> found) {
                found.addAll(space == null ? List.of() : space.getComments());
                return super.visitSpace(space, location, found);
            }
        }.visit(tree, comments);
        return comments;
    }

    /** Keeps comments for the front of the declaration around the cursor. */
    private void keep(List<Comment> comments) {
        getCursor()
                .getPathAsStream(around -> around instanceof J.VariableDeclarations
                        || around instanceof J.MethodDeclaration
                        || around instanceof J.ClassDeclaration)
                .map(J.class::cast)
                .findFirst()
                .ifPresent(declaration -> kept.computeIfAbsent(declaration.getId(), id -> new ArrayList<>())
                        .addAll(comments));
    }

    private Space withKept(J declaration) {
        Space prefix = declaration.getPrefix();
        List<Comment> comments = requireNonNullElse(kept.remove(declaration.getId()), List.<Comment>of());
        return prefix.withComments(ListUtils.concatAll(
                prefix.getComments(),
                ListUtils.map(comments, comment -> comment.withSuffix("\n" + prefix.getIndent()))));
    }

    private boolean isRemoved(J.Annotation annotation) {
        return removed.contains(annotation.getId()) && !replaced.containsKey(annotation.getId());
    }

    /**
     * Puts the first annotation in the place of an annotation that was removed in front of it. Keeps the comments between
     * them.
     */
    private List<J.Annotation> first(List<J.Annotation> before, List<J.Annotation> after) {
        return before.isEmpty() || !isRemoved(before.get(0))
                ? after
                : requireNonNull(ListUtils.mapFirst(after, annotation -> {
                    keep(annotation.getPrefix().getComments());
                    return annotation.withPrefix(before.get(0).getPrefix().withComments(List.of()));
                }));
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
