package io.github.hibernateidgen.testing;

import javax.sql.DataSource;
import org.hibernate.engine.jdbc.connections.spi.AbstractDataSourceBasedMultiTenantConnectionProviderImpl;

/** One database for all tenants, and another for what belongs to none. */
public final class Tenants extends AbstractDataSourceBasedMultiTenantConnectionProviderImpl<Object> {

    private static final long serialVersionUID = 1L;

    private final transient DataSource any;
    private final transient DataSource tenants;

    public Tenants(DataSource any, DataSource tenants) {
        this.any = any;
        this.tenants = tenants;
    }

    @Override
    protected DataSource selectAnyDataSource() {
        return any;
    }

    @Override
    protected DataSource selectDataSource(Object tenant) {
        return tenants;
    }
}
