package io.github.hibernateidgen.spring.boot.shop;

public record OrderId(long value) {}
