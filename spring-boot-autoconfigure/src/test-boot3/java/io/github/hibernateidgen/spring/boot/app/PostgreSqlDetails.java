package io.github.hibernateidgen.spring.boot.app;

import org.springframework.boot.autoconfigure.jdbc.JdbcConnectionDetails;

/** Where a PostgreSQL is, told as {@code @ServiceConnection} tells it. */
public record PostgreSqlDetails(String url) implements JdbcConnectionDetails {

    @Override
    public String getJdbcUrl() {
        return url;
    }

    @Override
    public String getUsername() {
        return "postgres";
    }

    @Override
    public String getPassword() {
        return "";
    }
}
