/**
 * The command line. {@link io.github.hibernateidgen.cli.Main} runs it; nothing here is for other code to call.
 */
@NullMarked
package io.github.hibernateidgen.cli;

import org.jspecify.annotations.NullMarked;
