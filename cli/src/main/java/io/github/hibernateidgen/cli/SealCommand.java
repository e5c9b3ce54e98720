package io.github.hibernateidgen.cli;

import io.github.hibernateidgen.internal.notation.WrittenId;
import io.github.hibernateidgen.internal.text.GivenText;
import io.github.hibernateidgen.seal.SealKeys;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "seal",
        description = "Seals ids, as an application with the keys does.",
        footer = {
            "",
            "An id may begin with the prefix. Commands: new-key prints a key.",
            "Examples: idgen seal new-key --name b > key.txt",
            "          idgen seal --prefix ord_ --keys key.txt 382770312745709588"
        })
final class SealCommand extends ShellCommand {

    private static final Pattern PREFIX = Pattern.compile("[-._~0-9A-Za-z]{1,32}");
    private static final int KEY_BYTES = 32;

    @Mixin
    private IdInput ids = new IdInput();

    @Option(names = "--prefix", paramLabel = "PREFIX", description = "The prefix in the annotation.")
    private String prefix = "";

    @Mixin
    private KeyOptions keys = new KeyOptions();

    @Override
    public Integer call() throws IOException {
        if (!PREFIX.matcher(prefix).matches()) {
            throw RejectedException.usage("prefix [" + GivenText.shown(prefix)
                    + "] is not a valid prefix: a prefix has 1 to 32 letters, digits, '-', '.', '_' and '~'; give the"
                    + " prefix of the annotation with --prefix");
        }
        IdSealer sealer = new IdSealer(keys.require(shell()));
        return ids.each(shell(), text -> out().println(sealer.seal(prefix, id(text))));
    }

    /**
     * Reads an id without a prefix or with the given prefix. Rejects an id with another prefix, because the id belongs to
     * another entity. Rejects a text that is an id as a whole, and a different id after the prefix is removed.
     */
    private WrittenId id(String text) {
        Optional<WrittenId> whole = IdReader.find(text, KnownLayouts.all());
        Optional<WrittenId> behind = text.startsWith(prefix)
                ? IdReader.find(text.substring(prefix.length()), KnownLayouts.all())
                : Optional.empty();
        if (whole.isPresent() && behind.isPresent() && !whole.equals(behind)) {
            throw new RejectedException("text [" + GivenText.shown(text) + "] could be the id [" + whole.get()
                    + "], or prefix [" + prefix + "] followed by the id [" + behind.get()
                    + "]; give the id without the prefix, or in another form");
        }
        return whole.or(() -> behind)
                .orElseThrow(() -> new RejectedException("text [" + GivenText.shown(text) + "] is neither an id nor"
                        + " prefix ["
                        + prefix + "] followed by an id; give ids with or without this prefix"));
    }

    @Command(
            name = "new-key",
            description = "Prints a key for idgen.seal.keys, as NAME:BASE64.",
            footer = {"", "Example: idgen seal new-key --name b > key.txt"})
    int newKey(
            @Option(names = "--name", description = "1 to 4 of a-z 0-9. Default: a.", defaultValue = "a") String name) {
        byte[] key = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(key);
        String text = name + ":" + Base64.getEncoder().encodeToString(key);
        SealKeys.parse(text); // Throws if the name is not valid.
        out().println(text);
        return Exit.DONE;
    }
}
