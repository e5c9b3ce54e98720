package io.github.hibernateidgen.snowflake;

/**
 * The place in the code that makes a generator. Two places are never equal, because the same line of code may make a
 * generator for each request.
 */
final class CallingCode {

    private final String place;

    private CallingCode(String place) {
        this.place = place;
    }

    /** Returns the place that calls the constructor of a generator, which calls this method. */
    static CallingCode find() {
        return new CallingCode(StackWalker.getInstance()
                .walk(frames -> frames.filter(frame -> !isOfGenerator(frame.getClassName()))
                        .findFirst()
                        .map(frame -> "at " + frame.toStackTraceElement())
                        .orElse("at an unknown place")));
    }

    private static boolean isOfGenerator(String type) {
        return type.equals(SnowflakeGenerator.class.getName()) || type.equals(CallingCode.class.getName());
    }

    @Override
    public String toString() {
        return place;
    }
}
