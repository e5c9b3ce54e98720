package io.github.hibernateidgen.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Types;
import java.time.LocalDate;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;

class TimeColumnTest {

    /** As PostgreSQL's driver, which gives a date for a date only. */
    @Test
    void readsADateAsTheStartOfItsDay() throws SQLException {
        ResultSetMetaData columns =
                proxy(ResultSetMetaData.class, (method, asked) -> method.equals("getColumnType") ? Types.DATE : "date");
        ResultSet row = proxy(ResultSet.class, (method, asked) -> {
            if (asked[1] != LocalDate.class) {
                throw new SQLFeatureNotSupportedException("conversion to " + asked[1] + " from date");
            }
            return LocalDate.of(2025, 3, 30);
        });
        TimeColumn times = TimeColumn.of(columns, 1, ZoneId.of("Europe/Berlin"), "made_on");
        assertThat(times.read(row, 1)).isEqualTo("2025-03-29T23:00:00Z");
    }

    private interface Answer {
        Object to(String method, Object[] asked) throws SQLException;
    }

    private static <T> T proxy(Class<T> type, Answer answer) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (self, method, asked) -> answer.to(method.getName(), asked)));
    }
}
