/** Spring Boot auto-configuration for hibernate-idgen: settings, beans, failure analysis and hints for native images. */
@NullMarked
package io.github.hibernateidgen.spring.boot;

import org.jspecify.annotations.NullMarked;
