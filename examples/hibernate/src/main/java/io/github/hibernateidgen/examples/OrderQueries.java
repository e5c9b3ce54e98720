package io.github.hibernateidgen.examples;

import java.util.List;
import org.hibernate.Session;

/** Orders by the time they were made. Their ids ascend with time, so the primary key is the only index it takes. */
record OrderQueries<O extends Order>(Session session, Class<O> type) {

    /** The latest orders, the newest first. */
    List<O> latest(int size) {
        return session.createSelectionQuery("from %s o order by o.id desc".formatted(type.getName()), type)
                .setMaxResults(size)
                .list();
    }

    /** The next page, which goes on below the last id of the page before, however many pages came before. */
    List<O> before(Object id, int size) {
        return session.createSelectionQuery(
                        "from %s o where o.id < :id order by o.id desc".formatted(type.getName()), type)
                .setParameter("id", id)
                .setMaxResults(size)
                .list();
    }

    /** The orders of a span of time, the oldest first. */
    List<O> between(Object firstId, Object lastId) {
        return session.createSelectionQuery(
                        "from %s o where o.id between :first and :last order by o.id".formatted(type.getName()), type)
                .setParameter("first", firstId)
                .setParameter("last", lastId)
                .list();
    }
}
