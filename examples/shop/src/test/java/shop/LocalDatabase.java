package shop;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** A PostgreSQL that starts with the tests, with the accounts and the database of the shop. */
class LocalDatabase {

    static String start() {
        try {
            EmbeddedPostgres server = EmbeddedPostgres.start();
            try (Connection connection = server.getPostgresDatabase().getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("create role shop_owner login password 'owner'");
                statement.execute("create role shop_app login password 'app'");
                statement.execute("create database shop owner shop_owner");
            }
            return "jdbc:postgresql://localhost:" + server.getPort() + "/shop";
        } catch (IOException | SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
