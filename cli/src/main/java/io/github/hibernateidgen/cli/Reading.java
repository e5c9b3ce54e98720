package io.github.hibernateidgen.cli;

import java.time.Instant;
import java.util.Map;

/**
 * A possible meaning of an id. Immutable.
 *
 * @param kind for a number the name of its layout; for a GUID its format and order, or {@code ULID}, {@code version 1},
 *     {@code version 6}, {@code Hibernate TIME} or {@code NEWSEQUENTIALID}
 * @param instant when the id was made
 * @param parts the parts of the id, the instant first
 */
record Reading(String kind, Instant instant, Map<String, ?> parts) {}
