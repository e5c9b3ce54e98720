package io.github.hibernateidgen.spring.boot.shop;

import io.github.hibernateidgen.text.PublicId;
import java.util.UUID;

@PublicId(prefix = "cus_")
public record CustomerId(UUID value) {}
