package io.github.hibernateidgen.spring.boot.shop;

public record SkuId(Long value) {}
