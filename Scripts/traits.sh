# Sourced by the scripts that build the package. A trait is a flag of every module, so another set of traits builds everything
# again: all scripts use this one.
traits=(--traits OpenCombine,Testing,Tokens,Web)

# Runs swift build. The package manager passes traits to the compiler in the order of a set, which is random in each process:
# without this variable, most builds with several traits build every module again. Tests must not run with it.
build() { SWIFT_DETERMINISTIC_HASHING=1 swift build "$@"; }
