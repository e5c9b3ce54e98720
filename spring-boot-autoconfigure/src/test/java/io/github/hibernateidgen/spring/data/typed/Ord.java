package io.github.hibernateidgen.spring.data.typed;

import io.github.hibernateidgen.SnowflakeId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.NamedQuery;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.Slice;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.JpaSpecificationExecutor;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.NoRepositoryBean;
import org.springframework.data.repository.query.Param;

/** Has a typed id, and refers to the typed id of another entity. */
@Entity
@NamedQuery(name = "Ord.named", query = "select o.id from Ord o order by o.id")
public class Ord {

    public record OrdId(Long value) {}

    /** Of a class that Spring Data fills. */
    public record Line(OrdId id, String name) {}

    /** An interface that Spring Data fills, with an id in each form. */
    public interface Row {
        OrdId getId();

        Unsorted.UnsortedId getOwner();

        Optional<OrdId> getNext();

        String getOrdName();
    }

    @Id
    @SnowflakeId
    private OrdId id;

    private Unsorted.UnsortedId owner;

    private Long number;

    private String name;

    protected Ord() {}

    public Ord(Unsorted.UnsortedId owner, Long number, String name) {
        this.owner = owner;
        this.number = number;
        this.name = name;
    }

    public OrdId getId() {
        return id;
    }

    public interface Repository extends JpaRepository<Ord, OrdId>, JpaSpecificationExecutor<Ord> {

        @Query("select o.id from Ord o order by o.id")
        List<OrdId> all();

        @Query("select o.id from Ord o")
        Set<OrdId> set();

        @Query("select o.id from Ord o order by o.id")
        OrdId[] array();

        @Query("select o.id from Ord o order by o.id")
        Stream<OrdId> stream();

        @Query("select o.id from Ord o")
        Page<OrdId> page(Pageable page);

        @Query("select o.id from Ord o")
        Slice<OrdId> slice(Pageable page);

        @Query("select max(o.id) from Ord o")
        OrdId greatest();

        @Query("select o.id from Ord o where o.name = :name")
        Optional<OrdId> byName(@Param("name") String name);

        @Query("select o.id from Ord o where o.name = ?1")
        OrdId nullable(String name);

        @Query("select distinct o.owner from Ord o")
        List<Unsorted.UnsortedId> owners();

        @Query("select o.id from #{#entityName} o where o.name = :#{#name.trim()}")
        List<OrdId> bySpel(@Param("name") String name);

        @Query("select o.id from #{#entityName} o where o.name = ?#{[0].trim()} and o.number = ?2")
        List<OrdId> byPositionOfSpel(String name, Long number);

        @Query("select o.id from Ord o where o.name like %:part%")
        List<OrdId> like(@Param("part") String part);

        @Query("select o.number from Ord o order by o.id")
        List<OrdId> ofNumbers();

        @Query("select o.id, o.name from Ord o order by o.id")
        List<Line> lines();

        List<OrdId> named();

        @Query(nativeQuery = true, value = "select id, owner, id next, name ord_name from ord order by id")
        List<Row> rows();

        @Query(nativeQuery = true, value = "select id, owner, id next, name ord_name from ord where name = ?1")
        Optional<Row> row(String name);

        @Query(nativeQuery = true, value = "select cast(null as bigint) id, owner, cast(null as bigint) next from ord")
        List<Row> emptyRows();

        @Query(nativeQuery = true, value = "select id from ord order by id")
        List<OrdId> nativeIds();

        @Query(nativeQuery = true, value = "select id, name from ord")
        List<Line> nativeLines();

        <T> List<T> findByNumber(Long number, Class<T> projection);
    }

    /** Its method cannot be served. Spring Boot 3 does not start with such a method. */
    @NoRepositoryBean
    public interface Derived extends JpaRepository<Ord, OrdId> {
        OrdId findByName(String name);
    }
}
