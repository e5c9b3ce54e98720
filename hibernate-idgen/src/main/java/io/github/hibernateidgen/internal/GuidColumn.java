package io.github.hibernateidgen.internal;

import io.github.hibernateidgen.guid.GuidOrder;
import java.util.Set;
import org.hibernate.dialect.Dialect;
import org.hibernate.dialect.MySQLDialect;
import org.hibernate.dialect.SQLServerDialect;
import org.hibernate.type.SqlTypes;

/**
 * How one column compares GUIDs. It depends on the column, not the database alone: on one SQL Server a
 * {@code uniqueidentifier} and a {@code char(36)} compare differently.
 *
 * @param family the database's family
 * @param type the column's type
 */
record GuidColumn(Family family, ColumnType type) {

    /** Databases that compare their own GUID type in an order of their own. */
    enum Family {
        SQL_SERVER("uniqueidentifier", GuidOrder.SQL_SERVER) {
            @Override
            boolean includes(Dialect dialect) {
                return dialect instanceof SQLServerDialect;
            }
        },
        /** MySQL has no type {@code uuid}: where its dialect meets one, the server is a MariaDB. */
        MARIADB("uuid", GuidOrder.MARIADB) {
            @Override
            boolean includes(Dialect dialect) {
                return dialect instanceof MySQLDialect;
            }
        },
        OTHER("uuid", GuidOrder.BYTES) {
            @Override
            boolean includes(Dialect dialect) {
                return true;
            }
        };

        private final String nativeType;
        private final GuidOrder nativeOrder;

        Family(String nativeType, GuidOrder nativeOrder) {
            this.nativeType = nativeType;
            this.nativeOrder = nativeOrder;
        }

        abstract boolean includes(Dialect dialect);

        static Family of(Dialect dialect) {
            for (Family family : values()) {
                if (family.includes(dialect)) {
                    return family;
                }
            }
            return OTHER;
        }
    }

    /** Types that hold a GUID as text or bytes; a name that is neither these nor native may be a user's own type. */
    private static final Set<String> PLAIN = Set.of(
            "char",
            "character",
            "nchar",
            "varchar",
            "nvarchar",
            "varchar2",
            "nvarchar2",
            "text",
            "clob",
            "national",
            "binary",
            "varbinary",
            "raw",
            "bytea",
            "blob",
            "tinyblob",
            "bit");

    static GuidColumn of(MappedAttribute attribute) {
        return new GuidColumn(Family.of(attribute.dialect()), ColumnType.of(attribute.column()));
    }

    GuidOrder order() {
        return isNative() ? family.nativeOrder : GuidOrder.BYTES;
    }

    /** Whether the column has the database's own type for GUIDs, which stores 16 bytes however they are written. */
    boolean isNative() {
        return type.name().equals(family.nativeType) || (!PLAIN.contains(type.name()) && type.isCode(SqlTypes.UUID));
    }

    /** Whether Hibernate sends a UUID as SQL Server's own type to a column of bytes: the server converts its first eight. */
    boolean reordersUuids() {
        return family == Family.SQL_SERVER && type.name().endsWith("binary") && type.isCode(SqlTypes.UUID);
    }

    @Override
    public String toString() {
        return isNative() ? family.nativeType : type.toString();
    }
}
