package io.github.hibernateidgen.concurrency;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Outcome;

/** The correct outcomes if two threads take two numbers each. The first two places belong to the first thread. */
@Outcome(
        id = {"0, 1, 2, 3", "0, 2, 1, 3", "0, 3, 1, 2", "1, 2, 0, 3", "1, 3, 0, 2", "2, 3, 0, 1"},
        expect = ACCEPTABLE,
        desc = "each number once, ascending in each thread")
@Outcome(expect = FORBIDDEN, desc = "a number twice, left out or out of order")
public class TwoByTwo {}
