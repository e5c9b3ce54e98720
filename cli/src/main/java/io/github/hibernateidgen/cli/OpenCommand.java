package io.github.hibernateidgen.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "open",
        description = "Prints the ids that sealed texts have inside.",
        footer = {
            "",
            "A text begins with its prefix, and names its key.",
            "Examples: idgen open --keys key.txt ord_a7egdkwkdaajram8y0gtae3qjqq",
            "          idgen open --keys key.txt -f texts.txt"
        })
final class OpenCommand implements Callable<Integer> {

    private final Shell shell;

    @Mixin
    private IdInput texts = new IdInput();

    @Mixin
    private KeyOptions keys = new KeyOptions();

    @Option(names = "--guids", description = "What is no number is a GUID, of whatever version.")
    private boolean anyGuid;

    OpenCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException {
        SealedTexts sealed = new SealedTexts(keys.require(shell));
        return texts.each(shell, text -> {
            WrittenId id = sealed.open(text, anyGuid, shell.clock().instant());
            shell.out()
                    .println(
                            id instanceof WrittenId.Guid guid
                                    ? guid.guid().toString()
                                    : Long.toString(((WrittenId.Snowflake) id).id()));
        });
    }
}
