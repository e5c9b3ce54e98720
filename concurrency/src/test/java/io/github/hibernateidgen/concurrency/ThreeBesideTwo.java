package io.github.hibernateidgen.concurrency;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Outcome;

/** What two threads may get where one takes a block of three, of which the first and the last are shown, and one two numbers. */
@Outcome(
        id = {"0, 2, 3, 4", "1, 3, 0, 4", "2, 4, 0, 1"},
        expect = ACCEPTABLE,
        desc = "each number once, and no other inside the block")
@Outcome(expect = FORBIDDEN, desc = "a number twice, left out, out of order or inside the block")
public class ThreeBesideTwo {}
