# Sourced by scripts that run a command beside others. It must not use the others' build folders.
#
#     begin_beside COMMAND…   # starts the command
#     end_beside              # waits for it, prints its output, and fails if it has failed
#
# The command ends with the script.
beside_output=$(mktemp)
beside_group=

begin_beside() {
    # Its own process group, so that its children end with it.
    set -m
    "$@" >"$beside_output" 2>&1 </dev/null &
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
    [ -z "$beside_group" ] || kill -- "-$beside_group" 2>/dev/null || true
    rm -f "$beside_output"
}
trap stop_beside EXIT
