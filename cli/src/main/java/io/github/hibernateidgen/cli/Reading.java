package io.github.hibernateidgen.cli;

import java.time.Instant;
import java.util.Map;

/**
 * A possible meaning of an id. Immutable.
 *
 * @param kind a layout's name, or the format and order of a GUID
 * @param instant when the id was made
 * @param parts the parts of the id, the instant first
 */
record Reading(String kind, Instant instant, Map<String, ?> parts) {}
