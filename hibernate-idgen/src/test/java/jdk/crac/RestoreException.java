package jdk.crac;

public class RestoreException extends Exception {

    private static final long serialVersionUID = 1L;
}
