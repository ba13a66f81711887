# Sourced by scripts that run a command beside others. It must not use the others' build folders.
#
#     begin_beside NICENESS COMMAND…   # starts the command
#     end_beside                       # waits for it, prints its output, and fails if it has failed
#
# With niceness 19, the command uses the cores that the others leave free; with 0, it keeps the niceness of the script. It ends
# with the script.
beside_output=$(mktemp)
beside_group=

begin_beside() {
    # Its own process group, so that its children end with it.
    set -m
    {
        # The process ID of this group of commands, also in old versions of bash.
        [ "$1" -eq 0 ] || renice -n "$1" -p "$(sh -c 'echo $PPID')" >/dev/null
        "${@:2}"
    } >"$beside_output" 2>&1 </dev/null &
    beside_group=$!
    set +m
}

end_beside() {
    local status=0
    wait "$beside_group" || status=$?
    beside_group=
    cat "$beside_output"
    return "$status"
}

stop_beside() {
    if [ -n "$beside_group" ]; then
        kill -- "-$beside_group" 2>/dev/null || true
        cat "$beside_output"
    fi
    rm -f "$beside_output"
}
trap stop_beside EXIT
