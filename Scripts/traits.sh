# Sourced by the scripts that build the package. All of them use the same traits, because other traits rebuild every module.
traits=(--traits Collections,OpenCombine,Testing,Tokens,Web)

# Runs swift build. The package manager passes traits to the compiler in the random order of a set. This variable makes the order
# stable; without it, most builds with several traits rebuild every module. Tests must not run with it.
#
# An import of a target that Package.swift does not declare as a dependency is an error: it compiles only if that target happens
# to be built first.
build() { SWIFT_DETERMINISTIC_HASHING=1 swift build --explicit-target-dependency-import-check error "$@"; }
