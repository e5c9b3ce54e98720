package io.github.hibernateidgen.spring.boot.shop;

import io.github.hibernateidgen.text.PublicId;

@PublicId(prefix = "ord_")
public record OrderId(long value) {}
