# Sourced by the scripts that build the package. All of them use the same traits, because other traits rebuild every module.
# OpenCombine is only for the tests of MillraceCombine.
# PostgreSQL enables SQLite. Without its name here, the package manager passes the traits to the compiler in another order than for the
# examples.
traits=(--traits App,PostgreSQL,SQLite)
# The traits of the examples, which pass them on to Millrace.
example_traits=(--traits PostgreSQL)
# The build folder of the package, of the examples, and of the packages that check-templates creates. So each module is built once.
folder=.build

# MILLRACE_SANITIZE=thread builds with the thread sanitizer, in a separate folder.
case ${MILLRACE_SANITIZE-} in
    "") ;;
    thread)
        folder=.build/thread
        # The compiler's index of the system's modules takes a quarter of the time of a first build, and nothing here uses it.
        traits+=(--sanitize thread --scratch-path "$folder" -Xswiftc -index-ignore-system-modules)
        # Suppresses reports about dependencies. The file has the reasons.
        export TSAN_OPTIONS="suppressions=$PWD/Scripts/thread.suppressions"
        ;;
    *)
        echo "MILLRACE_SANITIZE must be thread or empty: $MILLRACE_SANITIZE" >&2
        exit 1
        ;;
esac

# The arguments of swift test for the parts of the package's tests. Few tests run at a time: if hundreds did, each would wait for a
# turn on its actor for minutes, and the sanitizer would compare the clocks of hundreds of threads.
few=(--experimental-maximum-parallelization-width 8)
kernel_tests=("${few[@]}" --skip WebTests --skip HummingbirdTests --skip BrowserTests --skip MachineTests.MachineTests)
web_tests=("${few[@]}" --filter WebTests --filter HummingbirdTests --skip BrowserTests)
# The tests share a browser, so they run one after another.
browser_tests=(--filter HummingbirdTests.BrowserTests)
# These kill a server with pages in a browser. Each suite runs its tests one after another, so they do not run with the others.
restart_tests=(--filter RestartBrowserTests --filter NodesBrowserTests)
# Three nodes, whose leases end by real time, so it does not run with the others.
machine_tests=(--filter MachineTests.MachineTests)

# Runs swift build.
#
# The package manager passes several traits to the compiler in the order of a set. Another order compiles each module again, so the
# order must not be random. The tests run without this variable.
#
# An import of a target that Package.swift does not declare as a dependency is an error: it compiles only if that target happens
# to be built first.
#
# The package manager keeps the description of the last build. That can be the one of another package in the same folder.
build() {
    rm -f "$folder"/*/*/description.json
    SWIFT_DETERMINISTIC_HASHING=1 swift build --explicit-target-dependency-import-check error "$@"
}

# Fails if the last build has passed the traits of Millrace to the compiler in another order than those before.
check_order() {
    local orders
    orders=$(grep -oE '("-D(App|PostgreSQL|SQLite)",){3}' "$folder/debug.yaml" | sort -u)
    [ -n "${first_order-}" ] || first_order=$orders
    [ -n "$orders" ] && [ "$(wc -l <<<"$orders")" -eq 1 ] && [ "$orders" = "$first_order" ] && return 0
    echo "traits: The modules of Millrace were built twice, with these flags: $first_order $orders" >&2
    return 1
}

# Builds all tests. Then the scripts that this script starts build none of their modules: planning a build takes several seconds.
build_tests() {
    [ -n "${MILLRACE_IS_BUILT-}" ] || build "${traits[@]}" --product MillracePackageTests
    export MILLRACE_IS_BUILT=1
}

# Builds targets of the package. A build of all targets also builds the command-line tool for the plugin, with a second copy of
# each of its modules.
build_targets() {
    local target
    [ -z "${MILLRACE_IS_BUILT-}" ] || return 0
    for target in "$@"; do build "${traits[@]}" --target "$target"; done
}
