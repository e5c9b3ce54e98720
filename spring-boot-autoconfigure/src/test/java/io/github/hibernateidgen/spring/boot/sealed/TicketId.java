package io.github.hibernateidgen.spring.boot.sealed;

public record TicketId(long value) {}
