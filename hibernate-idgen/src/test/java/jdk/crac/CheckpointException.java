package jdk.crac;

public class CheckpointException extends Exception {

    private static final long serialVersionUID = 1L;
}
