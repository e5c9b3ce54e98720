package io.github.hibernateidgen.cli;

import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.guid.GuidGenerator;
import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeLimits;
import io.github.hibernateidgen.worker.WorkerSource;
import io.github.hibernateidgen.worker.reservation.ReservedWorkerSource;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "generate",
        description = "Makes Snowflake ids of a worker number, or GUIDs.",
        footer = {
            "",
            "With --url, a worker number is reserved there until the command ends. With",
            "--worker, make sure that no other process has the number.",
            "Examples: idgen generate 10 --url jdbc:postgresql://db/orders --user app",
            "          idgen generate 1000 --order sql_server"
        })
final class GenerateCommand extends ShellCommand {

    /** The number of ids in a block. Ids are made and printed in blocks, so a long list is never in memory as a whole. */
    private static final int BLOCK = 1000;

    @Parameters(arity = "0..1", paramLabel = "N", description = "How many. Default: ${DEFAULT-VALUE}.")
    private long count = 1;

    @Option(names = "--layout", paramLabel = "LAYOUT", description = "Layout of Snowflake ids. Default: standard.")
    private SnowflakeLayout layout = SnowflakeLayout.STANDARD;

    @Option(names = "--worker", paramLabel = "N", description = "A worker number that no other process has.")
    private @Nullable Long worker;

    @Mixin
    private StoreOptions store = new StoreOptions();

    @Option(names = "--field", paramLabel = "NAME=N", description = "Value of an entity field, for all ids.")
    private Map<String, Long> fields = Map.of();

    @Option(names = "--order", description = "Order of GUIDs: ${COMPLETION-CANDIDATES}.")
    private @Nullable GuidOrder order;

    @Option(names = "--format", description = "Format of GUIDs. Default: RFC_9562.")
    private GuidFormat format = GuidFormat.RFC_9562;

    @Option(names = "--text", paramLabel = "TEXT", description = "As in convert.")
    private @Nullable Text text;

    @Override
    public Integer call() throws SQLException {
        if (count < 0) {
            throw RejectedException.usage("count [" + count + "] is negative; give 0 or more");
        }
        List<String> given = new ArrayList<>(store.isGiven() ? List.of("--url") : List.of());
        given.addAll(worker == null ? List.of() : List.of("--worker"));
        given.addAll(order == null ? List.of() : List.of("--order"));
        if (given.size() != 1) {
            throw RejectedException.usage(
                    (given.isEmpty() ? "no kind of id is chosen" : String.join(" and ", given) + " exclude each other")
                            + "; give one of --url or a --store on a server (a worker number is reserved),"
                            + " --worker (a number of your own) and --order (GUIDs)");
        }
        if (order != null) {
            guids(order);
        } else if (worker != null) {
            snowflakes(WorkerSource.fixed(worker));
        } else {
            try (OwnedStore owned = store.store();
                    ReservedWorkerSource source =
                            new ReservedWorkerSource(owned.store(), store.terms(), shell().clock(), Quiet.LOGGER)) {
                snowflakes(source);
            }
        }
        return Exit.DONE;
    }

    private void guids(GuidOrder given) {
        JdbcGuidColumn.requireFit(format, given);
        Text form = text == null ? Text.GUID : text;
        GuidGenerator generator = new GuidGenerator(format, given, shell().clock());
        for (long done = 0; done < count; done++) {
            out().println(form.format(generator.nextGuid()));
        }
    }

    private void snowflakes(WorkerSource source) {
        Text form = text == null ? Text.PLAIN_DECIMAL : text;
        SnowflakeGenerator generator = new SnowflakeGenerator(
                        layout, source, SnowflakeLimits.of(layout), shell().clock())
                .withEntityFields(fields);
        for (long left = count; left > 0; left -= BLOCK) {
            for (long id : generator.nextIds((int) Math.min(BLOCK, left))) {
                out().println(form.format(layout, id));
            }
        }
    }
}
