package io.github.hibernateidgen.cli;

import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "open",
        description = "Prints the ids inside sealed texts.",
        footer = {
            "",
            "A text begins with its prefix, and names its key.",
            "Examples: idgen open --keys key.txt ord_a0sep7g4qm45r6s2y3f3qc4y1kd",
            "          idgen open --keys key.txt < texts.txt"
        })
final class OpenCommand extends ShellCommand {

    @Mixin
    private IdInput texts = new IdInput();

    @Mixin
    private KeyOptions keys = new KeyOptions();

    @Option(names = "--guids", description = "Accept GUIDs of every version.")
    private boolean anyGuid;

    @Override
    public Integer call() throws IOException {
        IdSealer sealer = new IdSealer(keys.require(shell()));
        return texts.each(
                shell(),
                text -> out().println(sealer.open(text, anyGuid, shell().clock().instant())));
    }
}
