package io.github.hibernateidgen.cli;

import java.time.Instant;
import java.util.Map;

/**
 * One thing that an id could be. Immutable.
 *
 * @param kind a layout's name, or the format and order of a GUID
 * @param instant when it was made
 * @param parts what stands in it, the instant first
 */
record Reading(String kind, Instant instant, Map<String, ?> parts) {}
