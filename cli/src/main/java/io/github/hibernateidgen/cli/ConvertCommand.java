package io.github.hibernateidgen.cli;

import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.internal.notation.WrittenId;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "convert",
        description = "Writes ids as other text, or GUIDs in another order.",
        footer = {
            "",
            "TEXT of numbers: DECIMAL, PLAIN_DECIMAL, CROCKFORD_BASE32, READABLE, HEX.",
            "TEXT of GUIDs: GUID, TYPE_ID, ULID, HEX, NET_BYTES (.NET's ToByteArray).",
            "Examples: idgen convert --text crockford_base32 382770312745709588",
            "          idgen convert --from bytes --to sql_server < guids.txt"
        })
final class ConvertCommand extends ShellCommand {

    @Mixin
    private IdInput ids = new IdInput();

    @Option(names = "--text", paramLabel = "TEXT", description = "The text of the results.")
    private @Nullable Text text;

    @Option(names = "--layout", paramLabel = "LAYOUT", description = "For text READABLE. Default: standard.")
    private SnowflakeLayout layout = SnowflakeLayout.STANDARD;

    @Option(names = "--from", paramLabel = "ORDER", description = "The order of GUIDs: ${COMPLETION-CANDIDATES}.")
    private @Nullable GuidOrder from;

    @Option(names = "--from-format", paramLabel = "FORMAT", description = "Format of the GUIDs. Default: RFC_9562.")
    private GuidFormat fromFormat = GuidFormat.RFC_9562;

    @Option(names = "--to", paramLabel = "ORDER", description = "The order of the results. Default: the same.")
    private @Nullable GuidOrder to;

    @Option(names = "--to-format", paramLabel = "FORMAT", description = "Format of the results. Default: the same.")
    private @Nullable GuidFormat toFormat;

    @Override
    public Integer call() throws IOException {
        if (text == null && to == null && toFormat == null) {
            throw RejectedException.usage("no target is given; give --text, --to or --to-format");
        }
        if (from == null && (to != null || toFormat != null)) {
            throw RejectedException.usage(
                    "--to and --to-format need the order that the GUIDs were made for; give --from");
        }
        return ids.each(shell(), id -> {
            WrittenId written = IdReader.parse(id, List.of(layout));
            out().println(
                            written instanceof WrittenId.Guid guid
                                    ? (text == null ? Text.GUID : text).format(relaid(guid.guid()))
                                    : number(((WrittenId.Snowflake) written).id()));
        });
    }

    private String number(long id) {
        if (text == null || from != null) {
            throw new RejectedException(
                    "id [" + id + "] is a number, and orders and formats are for GUIDs; give --text alone");
        }
        return text.format(layout, id);
    }

    private UUID relaid(UUID guid) {
        return from == null
                ? guid
                : fromFormat.convert(from, guid, toFormat == null ? fromFormat : toFormat, to == null ? from : to);
    }
}
