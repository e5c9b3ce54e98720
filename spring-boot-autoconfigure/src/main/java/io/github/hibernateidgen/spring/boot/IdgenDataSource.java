package io.github.hibernateidgen.spring.boot;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.beans.factory.annotation.Qualifier;

/**
 * Marks the {@link javax.sql.DataSource} bean on which the library reserves worker numbers and fetches segments, so that ids
 * continue while the application uses all connections of its own data source. The bean leads to the same database. A pool of
 * two connections is enough.
 *
 * <p>Without such a bean, the property {@code idgen.jdbc.connection} applies. Startup fails with two such beans, and with such a
 * bean beside the property.
 */
@Target({ElementType.METHOD, ElementType.TYPE, ElementType.PARAMETER, ElementType.FIELD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Qualifier
public @interface IdgenDataSource {}
