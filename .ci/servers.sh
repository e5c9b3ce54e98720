# What .ci/run and .ci/long share: the servers and programs that their tests need. To be sourced, with Debian's packages
# to install where they are missing: Maven Central does not have them.
if [ $# -gt 0 ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null && ! dpkg -s "$@" >/dev/null 2>&1; then
    { apt-get update -qq && apt-get install -y -qq --no-install-recommends "$@"; } || echo "$*: not installed" >&2
fi

# A database of these, or Redis, that cannot be reached is a failure here, not a skipped test: docs/test-databases.md.
export IDGEN_IT_REDIS=required
export IDGEN_IT_REQUIRED=H2,HSQLDB,SQLITE,POSTGRESQL,MARIADB,MYSQL
