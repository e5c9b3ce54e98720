# What .ci/run and .ci/long share: the servers and programs that their tests need. To be sourced, with Debian's packages
# to install where they are missing: Maven Central does not have them.
if [ $# -gt 0 ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null && ! dpkg -s "$@" >/dev/null 2>&1; then
    { apt-get update -qq && apt-get install -y -qq --no-install-recommends "$@"; } || echo "$*: not installed" >&2
fi

# etcd is unpacked, not installed: its package would start a server. The tests find it on the PATH.
if ! command -v etcd >/dev/null && command -v apt-get dpkg-deb >/dev/null; then
    etcd=$PWD/target/etcd
    if [ ! -x "$etcd/usr/bin/etcd" ]; then
        mkdir -p "$etcd"
        (cd "$etcd" && { apt-get download -qq etcd-server || { apt-get update -qq && apt-get download -qq etcd-server; }; } \
            && dpkg-deb -x etcd-server_*.deb .) || echo "etcd-server: not unpacked" >&2
    fi
    export PATH=$PATH:$etcd/usr/bin
fi
if command -v etcd >/dev/null; then export IDGEN_IT_ETCD=required; fi

# A database of these, or Redis, that cannot be reached is a failure here, not a skipped test: docs/contributing/test-databases.md.
export IDGEN_IT_REDIS=required
export IDGEN_IT_REQUIRED=H2,HSQLDB,SQLITE,POSTGRESQL,MARIADB,MYSQL
