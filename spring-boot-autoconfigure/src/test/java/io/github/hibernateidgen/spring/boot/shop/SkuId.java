package io.github.hibernateidgen.spring.boot.shop;

import io.github.hibernateidgen.text.PublicId;

@PublicId
public record SkuId(Long value) {}
