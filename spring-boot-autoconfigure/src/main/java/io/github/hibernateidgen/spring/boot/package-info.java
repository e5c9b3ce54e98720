/** Spring Boot auto-configuration for hibernate-idgen. It has no features yet. */
@NullMarked
package io.github.hibernateidgen.spring.boot;

import org.jspecify.annotations.NullMarked;
