# Sourced by scripts that run commands beside others. These must not use the others' build folders.
#
#     begin_beside COMMAND…          # starts a command
#     begin_beside --idle COMMAND…   # starts a command that runs only while a core is idle, if the system has chrt, as Linux does
#     end_beside                     # waits for these commands, prints their output, and fails if one has failed
#
# The commands end with the script.
beside_folder=$(mktemp -d)
# The process groups of the commands.
beside_groups=()

begin_beside() {
    local idle=
    if [ "$1" = --idle ]; then
        idle=true
        shift
    fi
    # Its own process group, so that its children end with it.
    set -m
    {
        # The process ID of this group of commands, also in old versions of bash. The compilers of the package manager inherit this
        # policy, but no niceness.
        if [ -n "$idle" ] && command -v chrt >/dev/null; then
            chrt --idle --pid 0 "$(sh -c 'echo $PPID')" || echo "The system forbids a low priority."
        fi
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
        kill -- "-$group" 2>/dev/null || true
        cat "$beside_folder/$number"
        number=$((number + 1))
    done
    rm -rf "$beside_folder"
}
trap stop_beside EXIT
