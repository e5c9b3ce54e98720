package io.github.hibernateidgen.worker;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the ordinal that Kubernetes appends to the host names of a StatefulSet's pods.
 *
 * <p>Source: Kubernetes documentation, "StatefulSets", section "Pod Identity": {@code $(statefulset name)-$(ordinal)}.
 */
final class StatefulSetOrdinal {

    private static final Pattern ORDINAL = Pattern.compile(".*[^-]-(0|[1-9][0-9]{0,8})");

    /*
     * A Deployment names its pods <deployment>-<hash>-<suffix>. Hash and suffix come from an alphabet without vowels
     * and without 0, 1 and 3 (Kubernetes, apimachinery "util/rand"). A suffix of digits only would look like an
     * ordinal.
     */
    private static final Pattern DEPLOYMENT_POD =
            Pattern.compile(".+-[bcdfghjklmnpqrstvwxz2456789]{6,10}-[bcdfghjklmnpqrstvwxz2456789]{5}");

    private StatefulSetOrdinal() {}

    static long of(String hostname) {
        int domain = hostname.indexOf('.');
        String pod = domain < 0 ? hostname : hostname.substring(0, domain);
        Matcher ordinal = ORDINAL.matcher(pod);
        if (!ordinal.matches()) {
            throw new IllegalArgumentException("host name [" + hostname
                    + "] does not end in a StatefulSet ordinal such as orders-3; reserve a number instead");
        }
        if (DEPLOYMENT_POD.matcher(pod).matches()) {
            throw new IllegalArgumentException("host name [" + hostname
                    + "] looks like a Deployment's pod, whose suffix is random and no ordinal;"
                    + " use a StatefulSet, or reserve a number instead");
        }
        return Long.parseLong(ordinal.group(1));
    }
}
