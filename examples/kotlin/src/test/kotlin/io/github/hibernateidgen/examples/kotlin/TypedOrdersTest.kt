package io.github.hibernateidgen.examples.kotlin

import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.hibernate.Hibernate
import org.hibernate.Session
import org.hibernate.SessionFactory
import org.hibernate.cfg.Configuration
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Test
import java.util.UUID

/** Ids of Kotlin's data and value classes. */
class TypedOrdersTest {

    private val factory: SessionFactory = Configuration()
        .addAnnotatedClasses(
            Customer::class.java,
            Shipment::class.java,
            Invoice::class.java,
            InvoiceLine::class.java,
        )
        .setProperty("hibernate.connection.url", "jdbc:h2:mem:${UUID.randomUUID()}")
        .setProperty("hibernate.hbm2ddl.auto", "create-drop")
        .buildSessionFactory()

    @AfterEach
    fun close() = factory.close()

    private fun <T> inTransaction(work: (Session) -> T): T =
        factory.fromTransaction { session -> work(session) }

    private fun <T> persisted(entity: T): T {
        inTransaction { it.persist(entity) }
        return entity
    }

    private fun columnType(table: String): Any = inTransaction {
        it.createNativeQuery(
            "select data_type from information_schema.columns where lower(table_name) = '$table' and lower(column_name) = 'id'",
            String::class.java,
        ).singleResult
    }

    @Test
    fun `data class`() {
        val shipment = persisted(Shipment(persisted(Customer("Ada"))))
        assertThat(shipment.id!!.value).isPositive()
        assertThat(columnType("shipment")).isEqualTo("BIGINT")
        inTransaction {
            val found = it.find(Shipment::class.java, shipment.id)
            assertThat(found.id).isEqualTo(shipment.id)
            assertThat(Hibernate.isInitialized(found.customer)).isFalse()
            assertThat(found.customer.name).isEqualTo("Ada")
            assertThat(
                it.createQuery("from Shipment where id in :ids", Shipment::class.java)
                    .setParameter("ids", listOf(shipment.id)).resultList,
            ).containsExactly(found)
        }
    }

    @Test
    fun `nullable value class over a primitive`() {
        val shipment = persisted(Shipment(persisted(Customer("Ada"))))
        val first = persisted(Invoice(shipment.id))
        val second = persisted(Invoice(null))
        assertThat(second.id!!.value).isGreaterThan(first.id!!.value)
        assertThat(columnType("invoice")).isEqualTo("BIGINT")
        inTransaction {
            assertThat(it.find(Invoice::class.java, first.id).shipment).isEqualTo(shipment.id)
            assertThat(it.find(Invoice::class.java, second.id).shipment).isNull()
        }
        assertThatThrownBy { inTransaction { it.find(Invoice::class.java, first.id!!.value) } }
            .isInstanceOf(IllegalArgumentException::class.java)
    }

    /** Hibernate sees the UUID, and so must be given one. */
    @Test
    fun `nullable value class over an object`() {
        val customer = persisted(Customer("Ada"))
        assertThat(customer.id!!.value.version()).isEqualTo(7)
        assertThat(columnType("customer")).isEqualTo("UUID")
        assertThat(inTransaction { it.find(Customer::class.java, customer.id!!.value) }.name).isEqualTo("Ada")
        assertThatThrownBy { inTransaction { it.find(Customer::class.java, customer.id) } }
            .isInstanceOf(IllegalArgumentException::class.java)
    }

    @Test
    fun `value class that is not nullable`() {
        val line = persisted(InvoiceLine())
        assertThat(line.id.value).isPositive()
        assertThat(inTransaction { it.find(InvoiceLine::class.java, line.id.value) }.id).isEqualTo(line.id)
    }
}
