# Shared by .ci/run, .ci/long and .ci/night: installs the servers and programs that the tests need. The caller sources this
# file with the names of Debian packages, which are installed if they are missing. Maven Central does not have these
# packages.
as_root=()
if [ "$(id -u)" != 0 ]; then as_root=(sudo -n); fi
if command -v apt-get >/dev/null && ! dpkg -s "$@" >/dev/null 2>&1; then
    { "${as_root[@]}" apt-get update -qq && "${as_root[@]}" apt-get install -y -qq --no-install-recommends "$@"; } ||
        echo "$*: not installed" >&2
fi

# etcd is unpacked and not installed, because its package would start a server. The tests find etcd on the PATH.
if ! command -v etcd >/dev/null && command -v apt-get dpkg-deb >/dev/null; then
    etcd=$PWD/target/etcd
    if [ ! -x "$etcd/usr/bin/etcd" ]; then
        mkdir -p "$etcd"
        (cd "$etcd" && { apt-get download -qq etcd-server || { "${as_root[@]}" apt-get update -qq && apt-get download -qq etcd-server; }; } \
            && dpkg-deb -x etcd-server_*.deb .) || echo "etcd-server: not unpacked" >&2
    fi
    export PATH=$PATH:$etcd/usr/bin
fi
if command -v etcd >/dev/null; then export IDGEN_IT_ETCD=required; fi

# PgBouncer's package starts a service, which the tests do not use.
if ! command -v pgbouncer >/dev/null && [ ! -x /usr/sbin/pgbouncer ] && command -v apt-get >/dev/null; then
    { { "${as_root[@]}" apt-get install -y -qq --no-install-recommends pgbouncer ||
        { "${as_root[@]}" apt-get update -qq && "${as_root[@]}" apt-get install -y -qq --no-install-recommends pgbouncer; }; } &&
        { "${as_root[@]}" systemctl disable --now pgbouncer >/dev/null 2>&1 || true; }; } || echo "pgbouncer: not installed" >&2
fi
if command -v pgbouncer >/dev/null || [ -x /usr/sbin/pgbouncer ]; then export IDGEN_IT_PGBOUNCER=required; fi

# An installed browser that does not start fails the tests here, and does not skip them.
if command -v chromedriver >/dev/null; then export IDGEN_IT_BROWSER=required; fi

# An unreachable database of this list, or Redis, fails the tests here, and does not skip them:
# docs/contributing/test-databases.md.
export IDGEN_IT_REDIS=required
small_databases=H2,HSQLDB,SQLITE,POSTGRESQL
export IDGEN_IT_REQUIRED=$small_databases
# Maven Central has MariaDB and MySQL for Linux on amd64. MySQL also needs the library libaio.
if [ "$(uname -sm)" = "Linux x86_64" ]; then
    IDGEN_IT_REQUIRED+=,MARIADB
    if [[ $(PATH=$PATH:/sbin ldconfig -p) == *'libaio.so.1 '* ]]; then
        IDGEN_IT_REQUIRED+=,MYSQL
    else
        echo "libaio is missing: no tests on MySQL" >&2
    fi
fi
