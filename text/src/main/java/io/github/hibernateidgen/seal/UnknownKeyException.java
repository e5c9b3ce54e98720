package io.github.hibernateidgen.seal;

/** Thrown if a text was sealed with a key that is not set. */
public final class UnknownKeyException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    /** The key's name. */
    private final String key;

    UnknownKeyException(String key) {
        super("key [" + key + "] is not set; put the key back into the seal keys, if it was removed");
        this.key = key;
    }

    /** {@return the name of the key, as written in the text} */
    public String key() {
        return key;
    }
}
