package io.github.hibernateidgen.examples;

import java.util.List;
import org.hibernate.Session;

/** Finds orders by the time they were made. Their ids ascend with time, so the queries need no index except the primary key. */
record OrderQueries<O extends Order>(Session session, Class<O> type) {

    /** Returns the latest orders, newest first. */
    List<O> latest(int size) {
        return session.createSelectionQuery("from %s o order by o.id desc".formatted(type.getName()), type)
                .setMaxResults(size)
                .list();
    }

    /** Returns the page after a page, given the last id of that page. Its cost does not depend on the number of earlier pages. */
    List<O> before(Object id, int size) {
        return session.createSelectionQuery(
                        "from %s o where o.id < :id order by o.id desc".formatted(type.getName()), type)
                .setParameter("id", id)
                .setMaxResults(size)
                .list();
    }

    /** Returns the orders of a span of time, oldest first. */
    List<O> between(Object firstId, Object lastId) {
        return session.createSelectionQuery(
                        "from %s o where o.id between :first and :last order by o.id".formatted(type.getName()), type)
                .setParameter("first", firstId)
                .setParameter("last", lastId)
                .list();
    }
}
