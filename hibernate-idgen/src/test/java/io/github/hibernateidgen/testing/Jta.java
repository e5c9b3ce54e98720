package io.github.hibernateidgen.testing;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionPoolConfiguration.TransactionRequirement;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.narayana.NarayanaTransactionIntegration;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.UserTransaction;
import java.sql.SQLException;
import javax.transaction.xa.XAException;
import org.apache.geronimo.transaction.manager.TransactionManagerImpl;
import org.hibernate.engine.transaction.jta.platform.internal.AbstractJtaPlatform;

/** A transaction manager, as application servers have one: TomEE has this. It keeps no log. */
public final class Jta {

    private static final TransactionManagerImpl MANAGER;

    static {
        try {
            MANAGER = new TransactionManagerImpl();
        } catch (XAException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private Jta() {}

    public static TransactionManager manager() {
        return MANAGER;
    }

    /** A pool in those transactions, which refuses a connection that is asked for outside of them. */
    public static AgroalDataSource strictPool(String url) throws SQLException {
        return AgroalDataSource.from(new AgroalDataSourceConfigurationSupplier()
                .connectionPoolConfiguration(pool -> pool.maxSize(10)
                        .transactionIntegration(new NarayanaTransactionIntegration(MANAGER, MANAGER))
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
            return MANAGER;
        }
    }
}
