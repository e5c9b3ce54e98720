package io.github.hibernateidgen.examples.kotlin

import io.github.hibernateidgen.CombGuid
import io.github.hibernateidgen.SegmentId
import io.github.hibernateidgen.SnowflakeId
import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.hibernate.Hibernate
import org.hibernate.Session
import org.hibernate.SessionFactory
import org.hibernate.cfg.Configuration
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Test
import java.util.UUID

/** The annotations on properties of Kotlin. */
class OrdersTest {

    private val factory: SessionFactory = Configuration()
        .addAnnotatedClasses(
            PurchaseOrder::class.java,
            OrderLine::class.java,
            Receipt::class.java,
            Parcel::class.java,
            Ticket::class.java,
            Badge::class.java,
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

    @Test
    fun `annotations stand on the field, without a use-site target too`() {
        for ((entity, annotation) in listOf(
            PurchaseOrder::class.java to SnowflakeId::class.java,
            OrderLine::class.java to SnowflakeId::class.java,
            Receipt::class.java to CombGuid::class.java,
            Parcel::class.java to SnowflakeId::class.java,
        )) {
            assertThat(entity.getDeclaredField("id").isAnnotationPresent(annotation)).`as`("%s", entity).isTrue()
            assertThat(entity.getDeclaredMethod("getId").isAnnotationPresent(annotation)).`as`("%s", entity).isFalse()
        }
        assertThat(Ticket::class.java.getDeclaredMethod("getId").isAnnotationPresent(SegmentId::class.java)).isTrue()
    }

    @Test
    fun `nullable id is there when persist returns`() {
        val order = PurchaseOrder("Ada")
        inTransaction {
            it.persist(order)
            assertThat(order.id).isPositive()
        }
        assertThat(inTransaction { it.find(PurchaseOrder::class.java, order.id) }.customer).isEqualTo("Ada")
    }

    @Test
    fun `id of 0 counts as unset, and lazy associations are proxies`() {
        val line = OrderLine(persisted(PurchaseOrder("Ada")))
        persisted(line)
        assertThat(line.id).isPositive()
        inTransaction {
            val order = it.find(OrderLine::class.java, line.id).order
            assertThat(Hibernate.isInitialized(order)).isFalse()
            assertThat(order.customer).isEqualTo("Ada")
        }
    }

    @Test
    fun `data class whose id never changes is filled too`() {
        val receipt = persisted(Receipt("paid"))
        assertThat(receipt.id?.version()).isEqualTo(7)
        assertThat(inTransaction { it.find(Receipt::class.java, receipt.id) }).isEqualTo(receipt)
    }

    @Test
    fun `use-site targets for field and getter work`() {
        assertThat(persisted(Parcel()).id).hasSize(13)
        assertThat(persisted(Ticket()).id).isPositive()
    }

    @Test
    fun `id that is set from the start is refused`() {
        assertThatThrownBy { persisted(Badge()) }.hasMessageContaining("Badge")
    }
}
