#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include <valgrind/callgrind.h>

/// Starts to count, if the process runs in callgrind. Until then, callgrind runs it several times faster.
static inline void callgrind_start_instrumentation(void) {
    CALLGRIND_START_INSTRUMENTATION;
}

/// Starts a child process, which continues here with 0. The caller must have only one thread. Returns the ID of the child after
/// it has ended, or -1 if it could not start or failed.
static inline int continue_in_child(void) {
    pid_t child = fork();
    if (child <= 0) return child;
    int status = 0;
    return waitpid(child, &status, 0) == child && status == 0 ? child : -1;
}
