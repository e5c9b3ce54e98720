package io.github.hibernateidgen.internal.factory;

import org.hibernate.boot.model.relational.AuxiliaryDatabaseObject;
import org.hibernate.boot.model.relational.Database;
import org.hibernate.boot.model.relational.SqlStringGenerationContext;
import org.hibernate.dialect.Dialect;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a {@link Mapping} in the {@code Database} that identifies it, so that both are forgotten together. A weak map from one to
 * the other would keep them as long as the service registry, because the bindings of a mapping hold its {@code Database}.
 * Hibernate's schema tools see an object that applies to no dialect and has no SQL.
 */
final class MappingInDatabase implements AuxiliaryDatabaseObject {

    private static final long serialVersionUID = 1L;

    private static final String[] NO_SQL = {};

    private transient @Nullable Mapping mapping;

    private MappingInDatabase() {}

    /** Returns the place for the mapping of a {@code Database}, and makes it first if there is none. */
    static MappingInDatabase of(Database database) {
        for (AuxiliaryDatabaseObject object : database.getAuxiliaryDatabaseObjects()) {
            if (object instanceof MappingInDatabase known) {
                return known;
            }
        }
        MappingInDatabase made = new MappingInDatabase();
        database.addAuxiliaryDatabaseObject(made);
        return made;
    }

    @Nullable
    Mapping get() {
        return mapping;
    }

    void set(@Nullable Mapping kept) {
        mapping = kept;
    }

    @Override
    public boolean appliesToDialect(Dialect dialect) {
        return false;
    }

    @Override
    public boolean beforeTablesOnCreation() {
        return false;
    }

    @Override
    public String[] sqlCreateStrings(SqlStringGenerationContext context) {
        return NO_SQL;
    }

    @Override
    public String[] sqlDropStrings(SqlStringGenerationContext context) {
        return NO_SQL;
    }

    @Override
    public String getExportIdentifier() {
        return "hibernate-idgen mapping";
    }
}
