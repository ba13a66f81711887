# Sourced by scripts that run commands beside others. These must not use the others' build folders.
#
#     begin_beside COMMAND…          # starts a command
#     begin_beside --low COMMAND…    # starts a command for which the others do not wait: with a low priority
#     end_beside                     # waits for these commands, prints their output, and fails if one has failed
#
# The commands end with the script.
beside_folder=$(mktemp -d)
# The process groups of the commands.
beside_groups=()

# Lowers the priority of the process $1 and its children. They still get a share of a core beside programs that never wait. With
# the policy idle they would not, and never end.
#
# The compilers of the package manager inherit the policy batch, which does not interrupt other programs, but no niceness.
lower_priority() {
    renice -n 5 -p "$1" >/dev/null
    ! command -v chrt >/dev/null || chrt --batch --pid 0 "$1" || echo "The system forbids the policy batch."
}

begin_beside() {
    local low=
    if [ "$1" = --low ]; then
        low=true
        shift
    fi
    # Its own process group, so that its children end with it.
    set -m
    {
        if [ -n "$low" ]; then lower_priority "$(sh -c 'echo $PPID')"; fi
        "$@"
    } >"$beside_folder/${#beside_groups[@]}" 2>&1 </dev/null &
    beside_groups+=($!)
    set +m
}

end_beside() {
    local number=0 failed=0 group
    for group in "${beside_groups[@]}"; do
        wait "$group" || failed=$?
        cat "$beside_folder/$number"
        number=$((number + 1))
    done
    beside_groups=()
    return "$failed"
}

stop_beside() {
    local number=0 group
    for group in "${beside_groups[@]+"${beside_groups[@]}"}"; do
        if kill -0 -- "-$group" 2>/dev/null; then kill -- "-$group"; fi
        cat "$beside_folder/$number"
        number=$((number + 1))
    done
    rm -rf "$beside_folder"
}
trap stop_beside EXIT
