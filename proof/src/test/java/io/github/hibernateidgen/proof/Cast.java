package io.github.hibernateidgen.proof;

import io.github.hibernateidgen.proof.World.State;
import java.util.List;
import java.util.Map;

/** The elements of a small world for the schedules of one model. */
interface Cast {

    /** Returns the elements of each sort. */
    Map<String, List<String>> sorts();

    /** Returns the constants that the numbers in the first line of a schedule stand for. */
    Map<String, Object> constants(List<Long> numbers);

    /** Sets what never changes, given the words that describe each write of the schedule. */
    void fix(State rigid, Map<String, List<String>> writes);

    /** Sets the first state, as INIT describes it. */
    void begin(State first);

    /** Returns the steps that one word of a schedule stands for. */
    List<String> expand(List<String> words);
}
