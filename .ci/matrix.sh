# Shared by .ci/hibernate-matrix and .ci/boot-matrix: runs the tests of one module on several versions of a library, against
# one compiled jar. The caller sources this file and defines run_tests. That function runs the tests on the version in its
# argument, with the Maven arguments in on_the_jar.
#
# The jar is built only once, against the version that the build compiles with. The script compares the SHA-256 of the jar
# after each run. Each run must have executed unit tests and integration tests, on that jar and on exactly one version of
# the library.
set -uo pipefail

digest() {
    if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d ' ' -f 1
}

# Adds up an attribute of all test suites. The arguments are the attribute and the reports.
total() {
    local attribute=$1
    shift
    cat "$@" /dev/null | sed -n "s|^<testsuite .* $attribute=\"\([0-9]*\)\".*|\1|p" | awk '{ n += $1 } END { print n + 0 }'
}

# Prints the value of a system property that a report recorded.
property() {
    sed -n "s|.*<property name=\"$2\" value=\"\([^\"]*\)\".*|\1|p" "$1"
}

# Prints the names of failed tests. The arguments are the reports.
failed_tests() {
    awk '/<testcase /{ test = $0 } /<(failure|error)[ >]/{ print test }' "$@" |
        sed 's|.* name="\([^"]*\)".* classname="\([^"]*\)".*|\2.\1|; s|.* classname="\([^"]*\)".* name="\([^"]*\)".*|\1.\2|' | sort -u
}

# Prints the errors of a class path; prints nothing if the class path is correct.
wrong_class_path() {
    local entries=$1 library=$2 expected=$3 found twice
    found=$(grep -o "/$library-[0-9][^/]*\.jar$" <<<"$entries" | tr -d / | tr '\n' ' ')
    if [ "$found" != "$library-$expected.jar " ]; then
        echo "expected $library-$expected.jar alone, found [${found% }]"
    fi
    if ! grep -qF "/$jar" <<<"$entries"; then echo "the jar is not on the class path"; fi
    if grep -q '/target/classes/*$' <<<"$entries"; then echo "target/classes is on the class path"; fi
    # In the local repository, the last two folders of a path are an artifact and its version. Several files of the same
    # version are for several platforms.
    twice=$(sed -n 's|/[^/]*\.jar$||p' <<<"$entries" | sort -u | sed 's|/[^/]*$||' | uniq -d | sed 's|.*/||' | tr '\n' ' ')
    if [ -n "$twice" ]; then echo "more than one version of ${twice% }"; fi
}

# matrix FAMILY LIBRARY COMPILED [VERSION...]: without versions, runs the tests on the version of each profile
# FAMILY-VERSION in $module's pom.xml. The argument `others` means all versions but the version that the build compiles with
# and tests.
matrix() {
    local family=$1 library=$2 compiled=$3 known version candidate jar before failed=0 table
    shift 3
    mapfile -t known < <(sed -n "s|.*<id>$family-\([0-9.]*\)</id>.*|\1|p" "$module/pom.xml")
    if [ $# -eq 0 ]; then set -- "${known[@]}"; fi
    if [ "$*" = others ]; then
        shift
        for version in "${known[@]}"; do
            if [[ $compiled. != "$version."* ]]; then set -- "$@" "$version"; fi
        done
    fi
    for version in "$@"; do
        if [[ " ${known[*]} " != *" $version "* ]]; then
            echo "Unknown version [$version]: use one of ${known[*]}" >&2
            return 2
        fi
    done

    ./mvnw -pl "$module" -am -DskipTests package || return 1
    for candidate in "$module"/target/*.jar; do
        case $candidate in *-sources.jar | *-javadoc.jar | *-tests.jar) ;; *) jar=$candidate ;; esac
    done
    if [ ! -f "${jar:-}" ]; then
        echo "No jar in $module/target" >&2
        return 1
    fi
    before=$(digest "$jar")
    echo "$before  $jar"

    table=$(printf '%8s %9s %8s  %-8s %s' Tests Failures Skipped Result On)
    for version in "$@"; do
        echo
        echo "== $family $version"
        run_on "$version"
    done
    echo
    # The output of Maven hides this table, so .ci/run prints it again at its end.
    mkdir -p target
    echo "$table" | tee -a target/matrix.txt
    echo "$before  $jar"
    return "$failed"
}

# Runs the tests on one version and adds a line to the table of matrix.
run_on() {
    local version=$1 suffix=-$family-$1 reports files=() entries='' wrong=() on=$1 tests=0 failures=0 skipped=0 kind
    reports=$module/target/surefire-reports$suffix
    rm -rf "$reports"
    on_the_jar=("-Didgen.test.classes=$PWD/$jar" "-Didgen.test.suffix=$suffix")
    run_tests "$version" || wrong+=("Maven failed")

    mapfile -t files < <(find "$reports" -name 'TEST-*.xml' 2>/dev/null)
    if [ ${#files[@]} -gt 0 ]; then
        tests=$(total tests "${files[@]}")
        failures=$(($(total failures "${files[@]}") + $(total errors "${files[@]}")))
        skipped=$(total skipped "${files[@]}")
        entries=$(property "${files[0]}" surefire.test.class.path | tr ':' '\n')
        mapfile -t -O ${#wrong[@]} wrong < <(
            wrong_class_path "$entries" "$library" "$(property "${files[0]}" "idgen.test.$family.version")"
        )
        on=$(grep -Eo '/(spring-boot|hibernate-core)-[0-9][^/]*\.jar$' <<<"$entries" | sed 's|/||; s|\.jar$||' | sort -r | paste -sd ' ' -)
    fi
    if [ "$failures" -gt 0 ]; then wrong+=("failed: $(failed_tests "${files[@]}" | paste -sd ' ' -)"); fi
    if [ $((tests - skipped)) -le 0 ]; then wrong+=("no test was run"); fi
    for kind in Test IT; do
        if ! compgen -G "$reports/TEST-*$kind.xml" >/dev/null; then wrong+=("no *$kind was run"); fi
    done
    if [ "$(digest "$jar")" != "$before" ]; then wrong+=("the jar has changed"); fi

    local result=passed
    if [ ${#wrong[@]} -gt 0 ]; then
        failed=1
        result=failed
        on+=$(printf '; %s' "${wrong[@]}")
    fi
    table+=$'\n'$(printf '%8d %9d %8d  %-8s %s' "$tests" "$failures" "$skipped" "$result" "$on")
}
