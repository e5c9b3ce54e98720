package io.github.hibernateidgen.rewrite;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.openrewrite.ExecutionContext;
import org.openrewrite.internal.ListUtils;
import org.openrewrite.java.JavaIsoVisitor;
import org.openrewrite.java.JavaParser;
import org.openrewrite.java.JavaTemplate;
import org.openrewrite.java.tree.Comment;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.Space;
import org.openrewrite.java.tree.Statement;
import org.openrewrite.java.tree.TextComment;
import org.openrewrite.marker.Markers;

/** Decides on all attributes of a class, and then makes the changes while it visits the class. */
final class IdVisitor extends JavaIsoVisitor<ExecutionContext> {

    private static final String COMMENT = " hibernate-idgen: ";

    /** What the annotations look like to the parser of the new source; the jar may be absent where a recipe runs. */
    private static final String[] ANNOTATIONS = {
        "package io.github.hibernateidgen; public @interface SnowflakeId { String layout() default \"\"; }",
        "package io.github.hibernateidgen; public @interface CombGuid {}",
        "package io.github.hibernateidgen; public @interface SegmentId { String sequence() default \"\";"
                + " int size() default 50; int initial() default 1; Optimizer optimizer() default Optimizer.AUTO;"
                + " enum Optimizer { AUTO, POOLED, POOLED_LO } }"
    };

    private static final List<String> OURS = List.of("SnowflakeId", "CombGuid", "SegmentId");

    /** What is imported for the old annotations alone, unless the source uses it elsewhere, too. */
    private static final Pattern IMPORTS = Pattern.compile("jakarta\\.persistence\\.(GeneratedValue|GenerationType|"
            + "SequenceGenerator)|org\\.hibernate\\.annotations\\.(GenericGenerator|Parameter|UuidGenerator(\\$Style)?)"
            + "|org\\.hibernate\\.id\\..*|io\\.hypersistence\\.utils\\.hibernate\\.id\\.Tsid");

    private final IdRecipe recipe;
    private final Project project;

    private final Map<UUID, String> replaced = new HashMap<>();
    private final Set<UUID> removed = new HashSet<>();
    private final Map<UUID, String> comments = new HashMap<>();
    private final Set<String> unusedGenerators = new HashSet<>();

    IdVisitor(IdRecipe recipe, Project project) {
        this.recipe = recipe;
        this.project = project;
    }

    @Override
    public J.CompilationUnit visitCompilationUnit(J.CompilationUnit source, ExecutionContext context) {
        int before = replaced.size();
        J.CompilationUnit changed = super.visitCompilationUnit(source, context);
        if (replaced.size() > before) {
            OURS.forEach(name -> maybeAddImport("io.github.hibernateidgen." + name));
            // An import with a star stays one.
            source.getImports().stream()
                    .map(J.Import::getTypeName)
                    .filter(name -> IMPORTS.matcher(name).matches())
                    .map(name -> name.replace('$', '.'))
                    .forEach(this::maybeRemoveImport);
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
            change.removed().ifPresent(annotation -> removed.add(annotation.getId()));
            change.generator()
                    .filter(name -> project.isUsedOnce(name, attribute.owner()))
                    .ifPresent(name -> unusedGenerators.add(attribute.owner() + ' ' + name));
        }
    }

    @Override
    public J.VariableDeclarations visitVariableDeclarations(J.VariableDeclarations field, ExecutionContext context) {
        J.VariableDeclarations visited = super.visitVariableDeclarations(field, context);
        return visited.withLeadingAnnotations(first(visited.getLeadingAnnotations()))
                .withPrefix(commented(visited.getPrefix(), comments.get(field.getId())));
    }

    @Override
    public J.MethodDeclaration visitMethodDeclaration(J.MethodDeclaration method, ExecutionContext context) {
        J.MethodDeclaration visited = super.visitMethodDeclaration(method, context);
        return visited.withLeadingAnnotations(first(visited.getLeadingAnnotations()))
                .withPrefix(commented(visited.getPrefix(), comments.get(method.getId())));
    }

    @Override
    @SuppressWarnings("NullAway") // An annotation for which a visitor returns null is removed.
    public J.@Nullable Annotation visitAnnotation(J.Annotation annotation, ExecutionContext context) {
        String by = replaced.get(annotation.getId());
        if (by != null) {
            return JavaTemplate.builder(by)
                    .imports("io.github.hibernateidgen.*")
                    .javaParser(JavaParser.fromJavaVersion().dependsOn(ANNOTATIONS))
                    .build()
                    .apply(getCursor(), annotation.getCoordinates().replace());
        }
        if (removed.contains(annotation.getId()) || isUnused(annotation)) {
            return null;
        }
        return super.visitAnnotation(annotation, context);
    }

    private boolean isUnused(J.Annotation annotation) {
        return Project.isGenerator(annotation)
                && Members.of(annotation)
                        .get("name")
                        .filter(name -> unusedGenerators.contains(Project.owner(getCursor()) + ' ' + name))
                        .isPresent();
    }

    /** The white space in front of the first annotation belongs to what it annotates. */
    private static List<J.Annotation> first(List<J.Annotation> annotations) {
        return requireNonNull(ListUtils.mapFirst(annotations, annotation -> annotation.withPrefix(Space.EMPTY)));
    }

    private static Space commented(Space prefix, @Nullable String comment) {
        if (comment == null || prefix.getComments().stream().anyMatch(there -> isComment(there, comment))) {
            return prefix;
        }
        String suffix = "\n" + prefix.getIndent();
        return prefix.withComments(
                ListUtils.concat(prefix.getComments(), new TextComment(false, comment, suffix, Markers.EMPTY)));
    }

    private static boolean isComment(Comment there, String comment) {
        return there instanceof TextComment text && text.getText().equals(comment);
    }
}
