package io.github.hibernateidgen.cli;

import io.github.hibernateidgen.seal.SealKeys;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "seal",
        description = "Seals ids, as an application with the keys does.",
        footer = {
            "",
            "Commands: new-key prints a key for idgen.seal.keys.",
            "Examples: idgen seal new-key --name b > key.txt",
            "          idgen seal --prefix ord_ --keys key.txt 382770312745709588"
        })
final class SealCommand implements Callable<Integer> {

    private final Shell shell;

    @Mixin
    private IdInput ids = new IdInput();

    @Option(names = "--prefix", paramLabel = "PREFIX", description = "That of the annotation.")
    private @Nullable String prefix;

    @Mixin
    private KeyOptions keys = new KeyOptions();

    SealCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException {
        if (prefix == null || prefix.isEmpty()) {
            throw new RefusedException("a text is sealed for its prefix; give --prefix, that of the annotation");
        }
        String purpose = prefix;
        SealedTexts texts = new SealedTexts(keys.require(shell));
        return ids.each(shell, id -> shell.out().println(texts.seal(purpose, WrittenId.parse(id, KnownLayouts.all()))));
    }

    /** Makes a key. */
    @Command(
            name = "new-key",
            description = "Prints a key for idgen.seal.keys, as NAME:BASE64.",
            footer = {"", "Example: idgen seal new-key --name b > key.txt"})
    static final class NewKey implements Callable<Integer> {

        private static final List<Integer> SIZES = List.of(128, 256);

        private final Shell shell;

        @Option(names = "--name", paramLabel = "NAME", description = "1 to 4 of a-z 0-9. Default: ${DEFAULT-VALUE}.")
        private String name = "a";

        @Option(names = "--bits", paramLabel = "BITS", description = "128 or 256. Default: ${DEFAULT-VALUE}.")
        private int bits = 256;

        NewKey(Shell shell) {
            this.shell = shell;
        }

        @Override
        public Integer call() {
            if (!SIZES.contains(bits)) {
                throw new RefusedException("a key has no [" + bits + "] bits; give 128 or 256");
            }
            byte[] key = new byte[bits / Byte.SIZE];
            new SecureRandom().nextBytes(key);
            String text = name + ":" + Base64.getEncoder().encodeToString(key);
            SealKeys.parse(text); // Or the name is refused.
            shell.out().println(text);
            return Exit.DONE;
        }
    }
}
