package io.github.hibernateidgen.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StatefulSetOrdinalTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            orders-0                               | 0
            orders-3                               | 3
            orders-12                              | 12
            orders-1023                            | 1023
            orders-999999999                       | 999999999
            my-orders-db-7                         | 7
            a-1                                    | 1
            web2-4                                 | 4
            orders-3.orders.shop.svc.cluster.local | 3
            orders-3.                              | 3
            # looks like a hash of a Deployment, but is no suffix of five
            orders-5d4f8c7b9-2                     | 2
            orders-5d4f8c7b9-245678                | 245678
            # a suffix of a Deployment has no 0, 1 or 3
            orders-5d4f8c7b9-24013                 | 24013
            """)
    void readsTheOrdinalAtTheEndOfTheHostName(String hostname, long ordinal) {
        assertThat(StatefulSetOrdinal.of(hostname)).isEqualTo(ordinal);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "localhost",
                "orders",
                "orders-",
                "orders3",
                "-3",
                "3",
                "orders--3",
                "orders-03",
                "orders-00",
                "orders-3a",
                "orders-x",
                "orders-1000000000",
                "orders-\u0663",
                "orders.shop-3",
                "10.0.0.3",
                "orders-3 ",
                "orders-5d4f8c7b9-x2k4p"
            })
    void refusesAHostNameWithoutAnOrdinal(String hostname) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StatefulSetOrdinal.of(hostname))
                .withMessage("host name [" + hostname
                        + "] does not end in a StatefulSet ordinal such as orders-3; reserve"
                        + " a number instead");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "orders-5d4f8c7b9-24567",
                "orders-6b8f9d-99999",
                "my-orders-7c9fdb8b64-48592",
                "orders-5d4f8c7b9-24567.shop.svc"
            })
    void refusesADeploymentsPodWhoseRandomSuffixHappensToBeDigits(String hostname) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StatefulSetOrdinal.of(hostname))
                .withMessage("host name [" + hostname
                        + "] looks like a Deployment's pod, whose suffix is random and no ordinal; use a StatefulSet,"
                        + " or reserve a number instead");
    }
}
