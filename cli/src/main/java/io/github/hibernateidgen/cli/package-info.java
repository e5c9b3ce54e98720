/** The command line tool. {@link io.github.hibernateidgen.cli.Main} runs it. Other code must not call this package. */
@NullMarked
package io.github.hibernateidgen.cli;

import org.jspecify.annotations.NullMarked;
