package io.github.hibernateidgen.testing;

import com.arjuna.ats.internal.jta.transaction.arjunacore.TransactionSynchronizationRegistryImple;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionPoolConfiguration.TransactionRequirement;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.narayana.NarayanaTransactionIntegration;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.UserTransaction;
import java.sql.SQLException;
import org.hibernate.engine.transaction.jta.platform.internal.AbstractJtaPlatform;

/** A transaction manager, as an application server has one, which keeps its log in memory. */
public final class Jta {

    static {
        System.setProperty(
                "ObjectStoreEnvironmentBean.objectStoreType",
                "com.arjuna.ats.internal.arjuna.objectstore.VolatileStore");
        for (String other : new String[] {"communicationStore", "stateStore"}) {
            System.setProperty(
                    "ObjectStoreEnvironmentBean." + other + ".objectStoreType",
                    "com.arjuna.ats.internal.arjuna.objectstore.VolatileStore");
        }
    }

    private Jta() {}

    public static TransactionManager manager() {
        return com.arjuna.ats.jta.TransactionManager.transactionManager();
    }

    /** A pool in those transactions, which refuses a connection that is asked for outside of them. */
    public static AgroalDataSource strictPool(String url) throws SQLException {
        return AgroalDataSource.from(new AgroalDataSourceConfigurationSupplier()
                .connectionPoolConfiguration(pool -> pool.maxSize(10)
                        .transactionIntegration(new NarayanaTransactionIntegration(
                                manager(), new TransactionSynchronizationRegistryImple()))
                        .transactionRequirement(TransactionRequirement.STRICT)
                        .connectionFactoryConfiguration(factory -> factory.jdbcUrl(url))));
    }

    /** What tells Hibernate of the transaction manager. */
    public static final class Platform extends AbstractJtaPlatform {

        private static final long serialVersionUID = 1L;

        @Override
        protected TransactionManager locateTransactionManager() {
            return manager();
        }

        @Override
        protected UserTransaction locateUserTransaction() {
            return com.arjuna.ats.jta.UserTransaction.userTransaction();
        }
    }
}
