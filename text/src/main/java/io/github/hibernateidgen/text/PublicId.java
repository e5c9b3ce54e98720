package io.github.hibernateidgen.text;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Gives ids a text outside of the database: in JSON, in paths and parameters, in documents. The column and queries contain
 * the plain id.
 *
 * <pre>{@code
 * @PublicId(prefix = "ord_") record OrderId(long value) {}   // ord_0AKSEGW30SC00
 * }</pre>
 *
 * <p>On a class, the annotation makes the class a typed id, and applies wherever the class is used. A subclass inherits it. The class has a single
 * component of type {@code Long}, {@code long}, {@code Integer}, {@code int}, {@code BigInteger}, {@code String}, {@code
 * UUID} or {@code byte[]} of 16 bytes.
 *
 * <p>An attribute, a component of a record or a parameter that is such a value itself, rather than a typed id, has the
 * annotation at its own place. This also applies to collections of such values.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER, ElementType.RECORD_COMPONENT})
public @interface PublicId {

    /**
     * The first characters of each text.
     *
     * @return up to 32 letters, digits and {@code - . _ ~}, which need no escape in a URL; with {@link IdForm#TYPE_ID}
     *     lower-case letters, with {@code _} between them and at the end; empty, the default, for no prefix
     */
    String prefix() default "";

    /**
     * Whether the text is sealed: encrypted with a key of the application, so that it does not reveal when the row was made,
     * how many rows there are, or which id comes next. The same id has the same text under the same key.
     *
     * @return {@code true} to seal the text, which requires a {@link #prefix()} that no other class of ids has, because the
     *     prefix decides which ids a text opens as; {@code false}, the default, to write the plain id
     */
    boolean sealed() default false;

    /**
     * The form of the text after the prefix.
     *
     * @return {@link IdForm#AUTO}, the default, to derive the form from the type. Sealed text has a form of its own; a
     *     {@code String} whose text is sealed needs the form in which the {@code String} is written
     */
    IdForm form() default IdForm.AUTO;
}
