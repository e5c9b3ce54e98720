package io.github.hibernateidgen.concurrency;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Outcome;

/**
 * The correct outcomes if a thread takes a block of three numbers and another thread takes two numbers. Only the first and
 * the last number of the block are shown.
 */
@Outcome(
        id = {"0, 2, 3, 4", "1, 3, 0, 4", "2, 4, 0, 1"},
        expect = ACCEPTABLE,
        desc = "each number once, and no other inside the block")
@Outcome(expect = FORBIDDEN, desc = "a number twice, left out, out of order or inside the block")
public class ThreeBesideTwo {}
