package io.github.hibernateidgen.spring.boot.shop;

import java.util.UUID;

public record CustomerId(UUID value) {}
