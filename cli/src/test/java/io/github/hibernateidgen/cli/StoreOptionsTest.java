package io.github.hibernateidgen.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.cli.Cli.Result;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The options that name a store, where its library or its server is missing. */
class StoreOptionsTest {

    /** As with {@code java -jar}: neither Lettuce nor Curator nor jetcd is in it. */
    @ParameterizedTest
    @CsvSource({
        "redis://:secret@127.0.0.1:1, store [redis://***@127.0.0.1:1], io.lettuce., io.lettuce:lettuce-core",
        "'zookeeper://127.0.0.1:1,127.0.0.1:2', 'store [zookeeper://127.0.0.1:1,127.0.0.1:2]', org.apache.curator.,"
                + " org.apache.curator:curator-framework",
        "etcd://127.0.0.1:1, store [etcd://127.0.0.1:1], io.etcd.jetcd., io.etcd:jetcd-core"
    })
    void namesTheLibraryThatAServerNeeds(String store, String named, String missing, String library) throws Exception {
        try (SeparateCli cli = new SeparateCli(SeparateCli.entries(
                name -> Stream.of("lettuce", "curator", "zookeeper", "jetcd").noneMatch(name::startsWith)))) {
            Result refused = cli.run("workers", "--store", store);
            assertThat(refused.exit()).as(refused.err()).isEqualTo(Exit.REJECTED);
            assertThat(refused.out()).isEmpty();
            assertThat(refused.err())
                    .startsWith(named + " needs class [" + missing)
                    .contains("add " + library + " and its dependencies", "java -cp 'hibernate-idgen-cli.jar:lib/*'")
                    .doesNotContain("secret");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "consul://db | store [consul://db] is not readable; write [[CATALOG.]SCHEMA.]TABLE, redis://HOST:PORT",
                "etcd:// | is not readable; write",
                "etcd://db | store [etcd://db] is not readable",
                "etcd://db:2379/shop | store [etcd://db:2379/shop] is not readable",
                "etcd://db:2379, | is not readable",
                "zookeeper:///idgen | store [zookeeper:///idgen] is not readable",
                "zookeeper://127.0.0.1:1/ | root path [/] is the top of ZooKeeper's tree",
                "zookeeper://127.0.0.1:1//a | empty node name",
                "redis+x://a:secret@db | store [redis+x://***@db] is not readable",
                "redis+x://a:se@cr/secret@db | store [redis+x://***@db] is not readable",
                "redis://:se%cret@db | store [redis://***@db] is not readable",
                "redis://:se[cret@db | store [redis://***@db] is not readable",
                "redis://:se cret@db | store [redis://***@db] is not readable",
                "redis://:se/cret@db | store [redis://***@db] is not readable",
                "redis://:se#cret@db#shop: | store [redis://***@db] is not readable",
                "redis:shop:secret@db | store [***@db] is not readable",
                "shop:secret@db | store [***@db] is not readable",
                "etcd://shop:secret@db:2379 | store [etcd://***@db:2379] is not readable",
                "zookeeper://shop:secret@db:2181 | store [zookeeper://***@db:2181] is not readable",
                "redis://a:secret@db:99999 | store [redis://***@db:99999] is not readable",
                "a.b.c.d | table name [a.b.c.d] has more than three parts; write catalog.schema.table, schema.table or table"
            })
    void refusesWhatIsNoStore(String store, String message) {
        Result refused = Cli.run("workers", "--url", "jdbc:h2:mem:none", "--store", store);
        assertThat(refused.exit()).as(refused.err()).isEqualTo(Exit.REJECTED);
        assertThat(refused.err())
                .contains(message)
                .doesNotContain("secret", "cret")
                .hasLineCount(1);
    }

    @Test
    void failsWithALineWhereNoServerAnswers() {
        Result failed = Cli.run("workers", "--store", "redis://:secret@127.0.0.1:1");
        assertThat(failed.exit()).isEqualTo(Exit.FAILED);
        assertThat(failed.err())
                .startsWith("Redis hashes idgen:worker:* could not be read: ")
                .hasLineCount(1);
    }

    @Test
    void failsWithALineWhereNoEtcdAnswers() {
        Cli.run("workers", "--store", "etcd://127.0.0.1:1"); // Loads gRPC, which may take longer than an answer may.
        Result failed = Cli.run("workers", "--store", "etcd://127.0.0.1:1");
        assertThat(failed.exit()).isEqualTo(Exit.FAILED);
        assertThat(failed.err())
                .startsWith("etcd keys /idgen/workers/* could not be read: ")
                .contains("127.0.0.1:1")
                .hasLineCount(1);
    }

    @Test
    void wantsADatabaseForRowsBesideAnotherStore() {
        assertThat(Cli.run(
                                "backfill",
                                "t",
                                "--id=i",
                                "--created=c",
                                "--key=k",
                                "--layout=short",
                                "--store",
                                "redis://127.0.0.1:1")
                        .err())
                .contains("no database is named; give --url");
    }
}
