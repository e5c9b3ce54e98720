package io.github.hibernateidgen.internal.types;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.CombGuid;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.testing.Hibernate;
import jakarta.persistence.Cacheable;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.hibernate.SessionFactory;
import org.hibernate.annotations.Cache;
import org.hibernate.annotations.CacheConcurrencyStrategy;
import org.hibernate.boot.spi.SessionFactoryOptions;
import org.hibernate.cache.cfg.spi.DomainDataRegionBuildingContext;
import org.hibernate.cache.cfg.spi.DomainDataRegionConfig;
import org.hibernate.cache.spi.support.DomainDataStorageAccess;
import org.hibernate.cache.spi.support.RegionFactoryTemplate;
import org.hibernate.cache.spi.support.StorageAccess;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.junit.jupiter.api.Test;

/**
 * Ids of classes of their own in the second-level cache. It keeps bytes, as one outside of the process does, but for results
 * of queries, in which Hibernate puts values as they are.
 */
class TypedIdCacheTest {

    record StockId(long value) {}

    record DepotId(UUID value) {}

    @Entity(name = "Depot")
    @Cacheable
    @Cache(usage = CacheConcurrencyStrategy.READ_WRITE)
    static class Depot {
        @Id
        @CombGuid
        DepotId id;
    }

    @Entity(name = "Stock")
    @Cacheable
    @Cache(usage = CacheConcurrencyStrategy.READ_WRITE)
    static class Stock {
        @Id
        @SnowflakeId
        StockId id;

        @ManyToOne
        Depot depot;

        DepotId before;

        @ElementCollection
        @Cache(usage = CacheConcurrencyStrategy.READ_WRITE)
        Set<DepotId> later = new HashSet<>();
    }

    @Test
    void isHit() {
        try (SessionFactory factory = Hibernate.onH2(Depot.class, Stock.class)
                .with(AvailableSettings.CACHE_REGION_FACTORY, new Regions())
                .with(AvailableSettings.USE_SECOND_LEVEL_CACHE, true)
                .with(AvailableSettings.USE_QUERY_CACHE, true)
                .start()) {
            Depot depot = new Depot();
            Stock stock = new Stock();
            stock.depot = depot;
            factory.inTransaction(session -> {
                session.persist(depot);
                stock.before = depot.id;
                stock.later.add(depot.id);
                session.persist(stock);
            });
            read(factory, stock, depot);
            long statements = Hibernate.statements(factory);
            read(factory, stock, depot);
            assertThat(Hibernate.statements(factory)).isEqualTo(statements);
            assertThat(factory.getStatistics().getSecondLevelCacheHitCount()).isPositive();
            assertThat(factory.getStatistics().getQueryCacheHitCount()).isEqualTo(2);
        }
    }

    private static void read(SessionFactory factory, Stock stock, Depot depot) {
        factory.inTransaction(session -> {
            Stock found = session.find(Stock.class, stock.id);
            assertThat(found.id).isEqualTo(stock.id);
            assertThat(found.depot.id).isEqualTo(depot.id);
            assertThat(found.before).isEqualTo(depot.id);
            assertThat(found.later).containsExactly(depot.id);
            assertThat(session.createSelectionQuery("from Stock s where s.id = :id", Stock.class)
                            .setParameter("id", stock.id)
                            .setCacheable(true)
                            .getSingleResult())
                    .isSameAs(found);
            assertThat(session.createSelectionQuery("select s.before from Stock s where s.before = :id", DepotId.class)
                            .setParameter("id", depot.id)
                            .setCacheable(true)
                            .getSingleResult())
                    .isEqualTo(depot.id);
        });
    }

    private static final class Regions extends RegionFactoryTemplate {

        private static final long serialVersionUID = 1L;

        @Override
        protected DomainDataStorageAccess createDomainDataStorageAccess(
                DomainDataRegionConfig region, DomainDataRegionBuildingContext context) {
            return Storage.ofBytes();
        }

        @Override
        protected StorageAccess createQueryResultsRegionStorageAccess(String name, SessionFactoryImplementor factory) {
            return Storage.ofObjects();
        }

        @Override
        protected StorageAccess createTimestampsRegionStorageAccess(String name, SessionFactoryImplementor factory) {
            return Storage.ofObjects();
        }

        @Override
        protected void prepareForUse(SessionFactoryOptions options, Map<String, Object> settings) {}

        @Override
        protected void releaseFromUse() {}
    }

    private record Storage(UnaryOperator<Object> writing, UnaryOperator<Object> reading, Map<Object, Object> entries)
            implements DomainDataStorageAccess {

        static Storage ofBytes() {
            return new Storage(Storage::bytes, Storage::object, new ConcurrentHashMap<>());
        }

        static Storage ofObjects() {
            return new Storage(UnaryOperator.identity(), UnaryOperator.identity(), new ConcurrentHashMap<>());
        }

        @Override
        public Object getFromCache(Object key, SharedSessionContractImplementor session) {
            Object entry = entries.get(writing.apply(key));
            return entry == null ? null : reading.apply(entry);
        }

        @Override
        public void putIntoCache(Object key, Object value, SharedSessionContractImplementor session) {
            entries.put(writing.apply(key), writing.apply(value));
        }

        @Override
        public boolean contains(Object key) {
            return entries.containsKey(writing.apply(key));
        }

        @Override
        public void evictData() {
            entries.clear();
        }

        @Override
        public void evictData(Object key) {
            entries.remove(writing.apply(key));
        }

        @Override
        public void release() {}

        private static Object bytes(Object value) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                out.writeObject(value);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return ByteBuffer.wrap(bytes.toByteArray());
        }

        private static Object object(Object bytes) {
            try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(((ByteBuffer) bytes).array()))) {
                return in.readObject();
            } catch (IOException | ClassNotFoundException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
