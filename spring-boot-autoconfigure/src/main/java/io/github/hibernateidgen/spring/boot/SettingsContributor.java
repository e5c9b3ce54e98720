package io.github.hibernateidgen.spring.boot;

import java.util.Map;

/** Contributes settings {@code hibernate.idgen.*}, which an entity manager factory gets unless it has them already. */
@FunctionalInterface
interface SettingsContributor {

    /**
     * Adds settings.
     *
     * @param settings those of one entity manager factory, added to so far
     */
    void addTo(Map<String, Object> settings);
}
